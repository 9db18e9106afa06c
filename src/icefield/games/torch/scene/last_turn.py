"""What the last moves of a `torch` game did, for its scene to show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..board import LETTERS, POINTS, space_name
from ..text.moves import parse_move

if TYPE_CHECKING:
    from ..position import TorchPosition


@dataclass(frozen=True, slots=True)
class Lost:
    """A tile that has left the game, how, and what went with it."""

    how: str  # sunk, voted-out, burnt
    space: str
    tile: str
    pyramids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Selected:
    """A tile that a seat has selected (T21), and what it paid by seat."""

    seat: int
    space: str
    tile: str
    paid: dict[int, int]


@dataclass(frozen=True, slots=True)
class Story:
    """What the last moves did: the way something went, tiles lost, tiles selected, coins played."""

    way: tuple[str, ...] = ()
    lost: tuple[Lost, ...] = ()
    selected: tuple[Selected, ...] = ()
    played: tuple[tuple[int, int, str], ...] = ()  # seat, coins, option


def story_of(position: TorchPosition) -> Story:
    """Back to the last movement: a selection hides what was before it, and so does a lost tile."""
    lost: list[Lost] = []
    selected: list[Selected] = []
    played: list[tuple[int, int, str]] = []
    way: tuple[str, ...] = ()
    asking, ballot = True, position.phase.partition("-")[0]
    after = position
    while after.before is not None and after.last is not None:
        before, parts = after.before, parse_move(after.last.text)
        asking = asking and parts.kind in ("add", "decline")
        if asking and parts.kind == "add" and before.phase.startswith(ballot):
            played.append((before.turn or 0, parts.coins, parts.option))
        if parts.kind == "score":
            selected.append(_selection(before, space_name(parts.spaces[0])))
        elif parts.kind in ("walk", "slide", "place"):
            if not lost and not selected:
                way = tuple(space_name(at) for at in parts.spaces)
                mover = f"{before.suits[before.turn or 0]}{parts.letter}"
                if parts.kind == "walk":
                    lost += _losses("sunk", before, after, mover)
            break
        elif parts.kind == "roll" or selected:
            break
        else:
            lost += _losses("burnt" if parts.kind == "burn" else "voted-out", before, after)
        after = before
    selected.reverse()
    played.reverse()
    return Story(way, tuple(lost), tuple(selected), tuple(played))


def _losses(
    how: str, before: TorchPosition, after: TorchPosition, mover: str | None = None
) -> Iterator[Lost]:
    for space in sorted(before.tiles.keys() - after.tiles.keys()):
        gone = [p for p, at in before.pyramids.items() if at == space and p != mover]
        gone += [] if mover is None else [mover]
        yield Lost(how, space, before.tiles[space], tuple(gone))


def _selection(before: TorchPosition, space: str) -> Selected:
    paid: dict[int, int] = {}
    for pyramid, at in before.pyramids.items():
        if at == space:
            owner = before.suits.index(pyramid[0])
            paid[owner] = paid.get(owner, 0) + POINTS[LETTERS.index(pyramid[1])]
    return Selected(before.turn or 0, space, before.tiles[space], paid)
