"""The tables of actions and planes in docs/research.md are those of the code."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from itertools import groupby

import pytest

import icefield
from icefield.core.game import CHANCE, Position
from icefield.env import Encoding
from icefield.games.strait.board_file import load_board
from icefield.games.strait.game import STANDARD_BOARD

from .documents import ROOT

PAGE = ROOT / "docs" / "research.md"
KEYS = sorted(icefield.keys())

# -- planes ---------------------------------------------------------------------------------------


def _kind(name: str) -> str:
    """The common name of neighbouring planes: all but the seat or number."""
    other = re.match(r"seat \+\d: ", name)
    if other:
        return other[0]
    return re.sub(r"\d+|\b[A-F]\b", "#", name)


def planes(key: str) -> str:
    """The table of planes with the fewest seats."""
    rows = ["| plane | |", "|---|---|"]
    for kind, group in groupby(enumerate(Encoding(icefield.game(key).start()).planes), _of):
        numbers, names = zip(*group, strict=True)
        where = str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"
        if kind.startswith("seat +"):
            what = f"{kind}the same"
        else:
            what = names[0] if len(names) == 1 else f"{names[0]} … {names[-1]}"
        rows.append(f"| {where} | {what} |")
    return "\n".join(rows)


def _of(entry: tuple[int, str]) -> str:
    return _kind(entry[1])


@pytest.mark.parametrize("key", KEYS)
def test_planes(key: str) -> None:
    """With ICEFIELD_GOLDEN=write in the environment the tables are written anew."""
    page = PAGE.read_text(encoding="utf-8")
    pattern = re.compile(rf"(<!-- planes {key} -->\n)(?:\n(?:\|.*\n)+)?")
    assert pattern.search(page)
    now = pattern.sub(lambda found: f"{found[1]}\n{planes(key)}\n", page)
    if os.environ.get("ICEFIELD_GOLDEN") == "write":
        PAGE.write_text(now, encoding="utf-8")
    else:
        assert now == page


# -- actions --------------------------------------------------------------------------------------

_PER_PLACE = 27
_FIXED = 151
_PLACES = 78


def rows(key: str) -> list[tuple[bool, range, set[str]]]:
    """The table of actions: whether a row counts within a place, numbers, move shapes."""
    text = PAGE.read_text(encoding="utf-8").split(f"### Actions of {key}\n")[1].split("\n#")[0]
    found = []
    for line in re.findall(r"^\| .*$", text, re.MULTILINE)[1:]:
        numbers, *_, samples = (cell.strip() for cell in line.strip("|").split("|"))
        first, _, last = numbers.removeprefix("row ").partition("–")
        shapes = {shape(sample) for sample in re.findall(r"`([^`]+)`", samples)}
        found.append(
            (numbers.startswith("row "), range(int(first), int(last or first) + 1), shapes)
        )
    return found


_STATIONS = "|".join(
    name for name in load_board(STANDARD_BOARD).places if not re.fullmatch(r"[a-z]\d+", name)
)


def shape(move: str) -> str:
    """A move without what is particular about it."""
    text = re.sub(rf"\b({_STATIONS})\b|(?<![a-wyz])[a-i]\d+", "place", move)
    text = re.sub(r"^[A-F](?=@|place)", "pyramid ", text)
    text = re.sub(r":(rope|fish|none)$", ":item", text)
    text = re.sub(r"^send:[NESW]+$", "send:way", text)
    text = re.sub(r":([SMCA]|\d+)$", ":number or suit", text)
    return re.sub(r"^add\d", "add", text)


def decisions(key: str) -> Iterator[tuple[Position, dict[int, str]]]:
    """Positions of random games with their legal moves by action."""
    game = icefield.game(key)
    for seats in game.seats:
        rng, position = random.Random(seats), game.start(seats)
        encoding = Encoding(position)
        for _ in range(130):
            if position.turn is None:
                break
            if position.turn != CHANCE:
                yield position, {a: m.text for a, m in encoding.legal(position).items()}
            position = position.play(rng.choice(position.moves()))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.slow
def test_actions(key: str) -> None:
    table, met = rows(key), set()
    for position, legal in decisions(key):
        assert len(legal) == len(position.moves())
        for action, text in legal.items():
            fitting = [
                i
                for i, (each, numbers, _) in enumerate(table)
                if (
                    (action - _FIXED) % _PER_PLACE in numbers
                    and _FIXED <= action < _FIXED + _PER_PLACE * _PLACES
                    if each
                    else action in numbers
                )
            ]
            assert len(fitting) == 1, (action, text)
            assert shape(text) in table[fitting[0]][2], (action, text, shape(text))
            met.add(fitting[0])
    assert len(met) >= len(table) // 2
    top = max(numbers[-1] for each, numbers, _ in table if not each)
    if not any(each for each, _, _ in table):
        assert top == Encoding(icefield.game(key).start()).actions - 1
