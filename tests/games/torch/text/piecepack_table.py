"""A reader of Portable Piecepack Notation by its public description, not ours.

It knows pieces with coordinates and an order, and the words `spec@where`, `who-where`, `*who` and
`who~spec`; no rules. So it shows what a program of the piecepack community would show.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

_KINDS = {"t": "tile", "c": "coin", "d": "die", "p": "pawn"}
_RANKS = {"n": "0", "a": "1"}
_WAYS = {"U": (0, 1), "R": (1, 0), "D": (0, -1), "L": (-1, 0)}


@dataclass(frozen=True)
class Thing:
    """A piece on the table."""

    kind: str
    suit: str | None
    rank: str | None
    side: str | None = None
    x: float = 0
    y: float = 0


def spec(text: str) -> Thing:
    """A piece's specification, only what is said explicitly; "" for what is not."""
    kind = next((name for letter, name in _KINDS.items() if letter in text), "")
    side = next(
        (s for letter, s in zip("fbx", ("face", "back", "top"), strict=True) if letter in text), ""
    )
    suit = next((c for c in text if c in "SMCA"), None)
    rank = next((_RANKS.get(c, c) for c in text if c in "na012345"), None)
    return Thing(kind, suit, rank, side or None)


def complete(thing: Thing) -> Thing:
    """The assumptions about what is not said."""
    kind = thing.kind
    if not kind:
        both = (thing.suit is None) == (thing.rank is None)
        kind = "pyramid" if thing.side == "top" else "tile" if both else "coin"
    side = thing.side
    if side is None:
        side = {"pyramid": "top", "coin": "face" if thing.suit is None else "back"}.get(
            kind, "face"
        )
    return replace(thing, kind=kind, side=side, suit=thing.suit or "S", rank=thing.rank or "0")


class Table:
    """The pieces in the order they were laid down."""

    def __init__(self, rows: str) -> None:
        self.things: list[Thing] = []
        self.active: list[int] = []
        for i, row in enumerate(rows.split("/")):
            for j, name in enumerate(row.split()):
                if name != "--":
                    tile = replace(complete(spec(name)), x=1.5 + 2 * j, y=1.5 + 2 * (4 - i))
                    self.things.append(tile)

    def run(self, movetext: str) -> None:
        text = re.sub(r"(?<!\S)\{[^{}]*\}(?!\S)", " ", movetext).replace(";", " . ")
        for word in text.split():
            if not re.fullmatch(r"[A-Za-z0-9_]*\.+", word):
                self.word(word)

    def word(self, word: str) -> None:
        if "@" in word:
            what, where = word.split("@")
            x, y = self.point(where)
            self.things.append(replace(complete(spec(what)), x=x, y=y))
            self.active = [len(self.things) - 1]
        elif word.startswith("*"):
            gone = self.find(word[1:])
            assert gone, f"{word} finds nothing"
            self.things = [t for i, t in enumerate(self.things) if i not in gone]
            self.active = []
        elif "~" in word:
            who, what = word.split("~")
            wanted = spec(what)
            for i in self.find(who):
                self.things[i] = replace(
                    self.things[i],
                    suit=wanted.suit or self.things[i].suit,
                    rank=wanted.rank or self.things[i].rank,
                )
        else:
            who, _, where = word.partition("-")
            self.move(self.find(who) if who else self.active, where)

    def move(self, who: list[int], where: str) -> None:
        relative = re.fullmatch(r"([0-9]+)([URDL])", where)
        moved = []
        for i in who:
            thing = self.things[i]
            if relative:
                dx, dy = _WAYS[relative[2]]
                x, y = thing.x + int(relative[1]) * dx, thing.y + int(relative[1]) * dy
            else:
                x, y = self.point(where)
            moved.append(replace(thing, x=x, y=y))
        self.things = [t for i, t in enumerate(self.things) if i not in who] + moved
        self.active = list(range(len(self.things) - len(moved), len(self.things)))

    def point(self, where: str) -> tuple[float, float]:
        if where.startswith("("):
            x, y = where[1:-1].split(",")
            return float(x), float(y)
        found = re.fullmatch(r"([a-z])([0-9]+)", where)
        assert found, where
        return float(ord(found[1]) - 96), float(found[2])

    def find(self, who: str) -> list[int]:
        """`?spec` one piece, `N?spec` the N nearest to it, `/spec` all that fit."""
        count, mark, what = re.fullmatch(r"([0-9]*)([?/])(.*)", who).groups()  # type: ignore[union-attr]
        wanted = spec(what)
        fits = [
            i
            for i, t in enumerate(self.things)
            if wanted.kind in ("", t.kind)
            and wanted.side in (None, t.side)
            and wanted.suit in (None, t.suit)
            and wanted.rank in (None, t.rank)
        ]
        if mark == "/":
            return fits
        if len(fits) != 1:
            full = complete(wanted)
            fits = [
                i
                for i, t in enumerate(self.things)
                if (t.kind, t.side, t.suit, t.rank) == (full.kind, full.side, full.suit, full.rank)
            ]
        assert fits, f"{who} is not on the table"
        if not count:
            return fits[-1:]
        at = self.things[fits[-1]]
        far = sorted(
            range(len(self.things)),
            key=lambda i: (
                -round((self.things[i].x - at.x) ** 2 + (self.things[i].y - at.y) ** 2, 5)
            ),
        )
        return sorted(far[-int(count) :])

    # -- what lies there --------------------------------------------------------------------------

    def tiles(self) -> dict[str, str]:
        return {
            space(t.x, t.y): f"{t.suit}{t.rank}"
            for t in self.things
            if t.kind == "tile" and (t.x % 2, t.y % 2) == (1.5, 1.5)
        }

    def pyramids(self) -> dict[str, str]:
        return {
            f"{t.suit}{'ABCDEF'[int(t.rank or 0)]}": space(t.x, t.y)
            for t in self.things
            if t.kind == "pyramid"
        }

    def dice(self) -> dict[str, str]:
        return {t.suit or "": t.rank or "" for t in self.things if t.kind == "die"}

    def spots(self) -> list[tuple[float, float]]:
        """Where everything but tiles and coins stands."""
        return [(t.x, t.y) for t in self.things if t.kind in ("pyramid", "die", "pawn")]


def space(x: float, y: float) -> str:
    return f"{'abcde'[int((x - 0.5) // 2)]}{int((y - 0.5) // 2) + 1}"
