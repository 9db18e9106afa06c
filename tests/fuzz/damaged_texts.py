"""Damaged texts, and a limit for the time to read them."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from functools import lru_cache
from types import FrameType

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

import icefield
from icefield.core.errors import IcefieldError, TextError
from icefield.core.game import Position

from ..timeouts import HANG_S

SOAK = bool(os.environ.get("ICEFIELD_SOAK"))
SECONDS = 10.0
"""Of a processor, however slow, for one text however it looks; where the time grows with the square
of the length, it takes minutes."""

JUNK = (
    *("", " ", "\n", "\t", "\r\n", "\x00", "\x1b[2J", "\x85", "\u2028", "\ufeff", "\u202e"),
    *("0", "-1", "1e9", "999999999999999999999999", "٣", "²", "Ⅷ", "０", "½", "NaN", "None"),
    *('"', "'", "\\", "/", "//", "{", "}", "[", "]", "(", ")", "<", ">", "=", ":", ";", "|", "%s"),
    *("é", "e\u0301", "ß", "ı", "☃", "😀", "\ud800", "\U0010ffff", "x" * 300, "?" * 40, "8" * 40),
)


KINDS = ("like", "like", "like", "junk", "lose", "double", "move", "letter", "graft", "cut")


def calm(examples: int, more: int = 20) -> settings:
    """So many examples, the same every time; a soak has `more` times as many new ones."""
    return settings(
        max_examples=examples * more if SOAK else examples,
        derandomize=not SOAK,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


@st.composite
def damaged(draw: st.DrawFn, texts: Sequence[str]) -> str:
    """One of the texts with a part changed, lost, doubled, moved or from another."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.sampled_from((1, 1, 1, 2, 4)))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12)))
        kind = draw(st.sampled_from(KINDS))
        part = text[start:end]
        if kind == "like":  # which is most often still a text, of something else
            like = draw(st.sampled_from(text or " "))
            text = text[:start] + like + text[start + 1 :]
        elif kind == "junk":
            text = text[:start] + draw(st.sampled_from(JUNK)) + text[end:]
        elif kind == "lose":
            text = text[:start] + text[end:]
        elif kind == "double":
            text = text[:start] + part * draw(st.integers(2, 40)) + text[end:]
        elif kind == "move":
            rest = text[:start] + text[end:]
            to = draw(st.integers(0, len(rest)))
            text = rest[:to] + part + rest[to:]
        elif kind == "letter":
            text = text[:start] + draw(st.characters()) + text[start + 1 :]
        elif kind == "graft":
            other = draw(st.sampled_from(texts))
            at = draw(st.integers(0, len(other)))
            text = text[:start] + other[at : at + draw(st.integers(0, 60))] + text[end:]
        else:
            text = text[:start]
    return text


junk = st.one_of(
    st.text(max_size=200),
    st.lists(st.sampled_from(JUNK), max_size=30).map("".join),
    st.binary(max_size=200).map(lambda raw: raw.decode("latin-1")),
)


class SlowError(AssertionError):
    """Something took long."""


@contextlib.contextmanager
def soon(what: str, seconds: float = SECONDS) -> Iterator[None]:
    """Raises SlowError when the block takes long, and ends one that would never end."""

    def hangs(_number: int, _frame: FrameType | None) -> None:
        raise AssertionError(f"no end in sight: {what[:300]!r}")

    assert threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGALRM, hangs)
    signal.alarm(int(HANG_S))
    begun = time.thread_time()
    try:
        yield
    finally:
        spent = time.thread_time() - begun
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
    if spent >= seconds:
        raise SlowError(f"{spent:.2f} s: {what[:300]!r}")


def told(error: IcefieldError, text: str) -> None:
    """Check that an error can be shown: short, translated, and with its place."""
    assert error.refusal.code
    for language in ("en", "de", "fr", "ja"):
        sentence = error.to_json(language)["sentence"]
        assert isinstance(sentence, str)
        assert 0 < len(sentence) < 1000, sentence
    if isinstance(error, TextError):
        assert 1 <= error.line <= len(text.splitlines()) + text.count("\n") + 1
        assert 1 <= error.column <= len(text) + 1


# -- real ones to begin with ----------------------------------------------------------------------


@lru_cache
def positions(key: str) -> tuple[Position, ...]:
    """Positions of random games for every number of players, and the players' views."""
    game = icefield.game(key)
    for seats in game.seats:  # compiled before anything is timed
        game.start(seats)
    found: list[Position] = []
    for seed in range(12):
        chance = random.Random(f"{key} {seed}")
        position = game.start(game.seats[seed % len(game.seats)])
        for ply in range(160):
            if position.turn is None:
                break
            if ply % 12 == seed % 6:
                found += [position, position.view(chance.randrange(position.seats))]
            position = position.play(chance.choice(position.moves()))
        found.append(position)
    for position in found:
        str(position), position.moves() if position.turn is not None else ()
    return tuple(found)


@lru_cache
def move_texts(key: str) -> tuple[str, ...]:
    """Texts of moves, the legal ones of all these positions and more."""
    texts = {move.text for p in positions(key) if not p.concealed for move in p.history}
    return tuple(sorted(texts))
