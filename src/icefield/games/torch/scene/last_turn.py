"""The effect of the last moves: paths, lost and selected tiles, added coins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..board import pyramid_points, space_name
from ..text.moves import ParsedMove, parse_move

if TYPE_CHECKING:
    from ..position import TorchPosition


@dataclass(frozen=True, slots=True)
class LostTile:
    """A tile that has left the game, how, and the pyramids that went with it."""

    how: str  # sunk, voted-out, burnt
    space: str
    tile: str
    pyramids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Selection:
    """A tile that a seat has selected (T21), and the points it paid by seat."""

    seat: int
    space: str
    tile: str
    paid: dict[int, int]


@dataclass(frozen=True, slots=True)
class LastTurn:
    """The effect of the last moves, as far as a scene shows it."""

    path: tuple[str, ...] = ()
    """The spaces of the last movement or placement."""
    lost_tiles: tuple[LostTile, ...] = ()
    selections: tuple[Selection, ...] = ()
    added_coins: tuple[tuple[int, int, str], ...] = ()
    """Seat, coins and option of each addition in the present ballot."""


def trace_last_turn(position: TorchPosition) -> LastTurn:
    """The events since the last movement.

    Nothing before a selection is shown, nor the path of a movement before a lost tile.
    """
    lost: list[LostTile] = []
    selections: list[Selection] = []
    added: list[tuple[int, int, str]] = []
    path: tuple[str, ...] = ()
    only_coins, ballot = True, position.phase.partition("-")[0]
    after = position
    while after.before is not None and after.last is not None:
        before, move = after.before, parse_move(after.last.text)
        only_coins = only_coins and move.kind in ("add", "decline")
        if only_coins and move.kind == "add" and before.phase.startswith(ballot):
            added.append((before.turn or 0, move.coins, move.option))
        if move.kind == "score":
            selections.append(selection(before, move))
        elif move.kind in ("walk", "slide", "place"):
            if not lost and not selections:
                path = tuple(space_name(at) for at in move.spaces)
                lost += lost_tiles(before, after, move, before.turn or 0)
            break
        elif move.kind == "roll" or selections:
            break
        else:
            lost += lost_tiles(before, after, move, before.turn or 0)
        after = before
    selections.reverse()
    added.reverse()
    return LastTurn(path, tuple(lost), tuple(selections), tuple(added))


def lost_tiles(
    before: TorchPosition, after: TorchPosition, move: ParsedMove, mover: int
) -> tuple[LostTile, ...]:
    """The tiles that left the game with a move; the moved pyramid comes last."""
    if move.kind == "slide":
        return ()
    how = {"walk": "sunk", "burn": "burnt"}.get(move.kind, "voted-out")
    moved = f"{before.suits[mover]}{move.letter}" if move.kind == "walk" else None
    lost = []
    for space in sorted(before.tiles.keys() - after.tiles.keys()):
        gone = [p for p, at in before.pyramids.items() if at == space and p != moved]
        gone += [] if moved is None else [moved]
        lost.append(LostTile(how, space, before.tiles[space], tuple(gone)))
    return tuple(lost)


def selection(before: TorchPosition, move: ParsedMove) -> Selection:
    """The tile that a seat selects (T21), and the points it pays."""
    space = space_name(move.spaces[0])
    paid: dict[int, int] = {}
    for pyramid, at in before.pyramids.items():
        if at == space:
            owner = before.suits.index(pyramid[0])
            paid[owner] = paid.get(owner, 0) + pyramid_points(pyramid)
    return Selection(before.turn or 0, space, before.tiles[space], paid)
