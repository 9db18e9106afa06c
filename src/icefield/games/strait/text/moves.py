"""The notation of `strait` moves, both ways (grammar: the game's README).

Reading finds where a text is wrong; whether a move is legal is not asked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import numpy as np

from ....core.errors import BadNotation
from ....core.message import message
from ..board import DIRECTIONS, ITEMS, Board
from ..kernel import state as s


@dataclass(frozen=True, slots=True)
class MoveParts:
    """A move taken apart. `kind` is a word of the notation; the rest as it applies."""

    kind: str
    places: tuple[str, ...] = ()  # from, (hex swum across,) to; or the one place
    word: str = ""  # an item, a direction, cw or ccw, off, a tile's mask, a card, a seat

    @property
    def swims(self) -> bool:
        """Whether it is a swim (I24)."""
        return self.kind == "step" and len(self.places) == 3


_PLACE_FORM: Final = r"[a-z][a-z0-9]*"
_DIRECTION_FORM: Final = "|".join(DIRECTIONS)
_FORMS: Final[tuple[tuple[str, re.Pattern[str]], ...]] = tuple(
    (kind, re.compile(form))
    for kind, form in (
        ("start", r"start:(?P<word>[0-3])"),
        ("tile", r"tile:(?P<word>[1-9]?[0-9])"),
        ("card", r"card:(?P<word>D?[0-9][0-9][0-9])"),
        ("put", rf"put:(?P<places>{_PLACE_FORM}):(?P<word>[1-9]?[0-9])"),
        ("station", rf"station:(?P<places>{_PLACE_FORM})"),
        ("drift", rf"drift:(?P<places>{_PLACE_FORM})-(?P<word>off)"),
        ("drift", rf"drift:(?P<places>{_PLACE_FORM}-{_PLACE_FORM})"),
        ("turn", rf"turn:(?P<places>{_PLACE_FORM}):(?P<word>cw|ccw)"),
        ("discover", r"discover"),
        ("discover", rf"discover:(?P<places>{_PLACE_FORM})"),
        ("collect", rf"collect:(?P<places>{_PLACE_FORM}):(?P<word>rope|fish)"),
        ("drop", rf"drop:(?P<places>{_PLACE_FORM}):(?P<word>rope|fish)"),
        ("fish", r"fish"),
        ("stop", r"stop"),
        ("send", rf"send:(?P<word>{_DIRECTION_FORM})"),
        ("take", r"take:(?P<word>rope|fish|none)"),
        ("lift", rf"lift:(?P<places>{_PLACE_FORM})"),
        ("end", r"end"),
        (
            "step",
            rf"(?P<places>{_PLACE_FORM}-{_PLACE_FORM}|{_PLACE_FORM}~{_PLACE_FORM}~{_PLACE_FORM})",
        ),
    )
)
_KNOWN_WORDS: Final = (
    *("start", "tile", "card", "put", "station", "drift", "turn"),
    *("discover", "collect", "drop", "send", "take", "lift"),
)


def read_move(text: str, board: Board) -> MoveParts:
    """The parts of a move text; raises BadNotation."""
    for kind, form in _FORMS:
        found = form.fullmatch(text)
        if found is None:
            continue
        groups = found.groupdict()
        named = groups.get("places") or ""
        column = found.start("places") + 1 if named else 1
        places = re.split("[-~]", named) if named else []
        for place in places:
            if place not in board.number:
                sentence = message("strait.notation.place", text=place[:20])
                raise BadNotation(sentence, column=column, rule="I1", detail="bad-place")
            column += len(place) + 1
        return MoveParts(kind, tuple(places), groups.get("word") or "")
    head = text.partition(":")[0]
    if head in _KNOWN_WORDS:
        sentence = message(f"strait.notation.{head}", text=text[:30])
        raise BadNotation(sentence, column=min(len(head) + 2, len(text) + 1), detail="bad-move")
    raise BadNotation(message("strait.notation.move", text=text[:20]), detail="bad-move")


def move_text(st: np.ndarray, board: Board, code: int) -> str:
    """The notation of a kernel move."""
    kind, a, b, c = code >> 24, code >> 16 & 255, code >> 8 & 255, code & 255
    name = board.places
    if kind == s.STEPPED:
        return f"{name[a]}-{name[b]}" if c == s.NOTHING else f"{name[a]}~{name[c]}~{name[b]}"
    if kind == s.PUT:
        return f"put:{name[a]}:{b}"
    if kind == s.DRIFTED:
        return f"drift:{name[a]}-{'off' if b == s.NOTHING else name[b]}"
    if kind == s.TURNED:
        return f"turn:{name[a]}:{'ccw' if b else 'cw'}"
    if kind == s.DISCOVERED:
        return "discover" if a == s.NOTHING else f"discover:{name[a]}"
    if kind == s.TOOK:
        return f"take:{'none' if a == s.NOTHING else ITEMS[a]}"
    if kind in (s.COLLECTED, s.DROPPED):
        return f"{'collect' if kind == s.COLLECTED else 'drop'}:{name[a]}:{ITEMS[b]}"
    if kind in (s.STATIONED, s.LIFTED):
        return f"{'station' if kind == s.STATIONED else 'lift'}:{name[a]}"
    if kind == s.SENT:
        return f"send:{DIRECTIONS[a]}"
    if kind == s.DREW_TILE:
        return f"tile:{int(st[s.TILE_MASK + a])}"
    if kind == s.DREW_CARD:
        return f"card:{board.cards[a].text}"
    if kind == s.STARTED:
        return f"start:{a}"
    return {s.FISHED: "fish", s.STOPPED: "stop", s.ENDED: "end"}[kind]
