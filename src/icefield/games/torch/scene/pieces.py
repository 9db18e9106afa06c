"""The pieces of the board: tiles, loads, pyramids, totals of a ballot, what sank."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ....core.message import Message, message
from ....core.scene import Piece
from ..board import SUITS, pyramid_weight, tile_label
from .last_turn import LastTurn
from .layout import EMBLEMS, at, pyramid_piece

if TYPE_CHECKING:
    from ..position import TorchPosition

_SIZES: Final = (0.3, 0.38, 0.46)  # of a pyramid, by weight
_FLOOR: Final = 0.37  # where the lower row of pyramids on a tile ends


def standing_pyramids(position: TorchPosition) -> dict[str, list[str]]:
    """The pyramids on each space that has some, the heaviest first."""
    on: dict[str, list[str]] = {}
    for pyramid, space in position.pyramids.items():
        on.setdefault(space, []).append(pyramid)
    for pyramids in on.values():
        pyramids.sort(key=lambda p: (-pyramid_weight(p), position.suits.index(p[0]), p[1]))
    return on


def _tile_piece(tile: str, space: str, style: str, name: Message, standing: bool) -> Piece:
    x, y = at(space)
    return Piece(
        id=f"tile-{tile}",
        symbol=f"torch/tile-{EMBLEMS[tile[0]]}",
        x=x,
        y=y,
        look=f"{style} suit-{tile[0].lower()}",
        name=name,
        space=space if standing else None,
        glyph=tile,
    )


def tile_pieces(position: TorchPosition, standing: dict[str, list[str]]) -> Iterator[Piece]:
    """The tiles, and the weight on those that carry pyramids."""
    for space, tile in position.tiles.items():
        yield _tile_piece(tile, space, "tile flat", tile_label(tile), standing=True)
    for space, pyramids in standing.items():
        weight = sum(map(pyramid_weight, pyramids))
        yield Piece(
            id=f"load-{space}",
            symbol=f"torch/load-{weight}",
            x=at(space)[0],
            y=at(space)[1],
            look="load flat raised",
            name=message("torch.thing.load", weight=weight),
            space=space,
            glyph="",
        )


def _pyramid_places(pyramids: Sequence[str]) -> list[tuple[float, float, float]]:
    """Place and size (x, y, size) of each of up to five pyramids on one tile.

    The heavy ones stand in a lower row, the others above it, clear of the number in the corner.
    """
    count = len(pyramids)
    sizes = [_SIZES[pyramid_weight(p) - 1] for p in pyramids]
    if count == 1:
        return [(0.06, _FLOOR - 0.03 - 0.58 * sizes[0], 1.16 * sizes[0])]
    split = 3 if count == 5 else 2
    lower, upper = sizes[:split], sizes[split:]
    places, x = [], sum(lower) / 2
    for size in lower:  # from the right: the left is near the number
        x -= size
        places.append((x + size / 2, _FLOOR - size / 2, size))
    x = 0.46 - sum(upper)
    for size in upper:
        places.append((x + size / 2, _FLOOR - max(lower) - size / 2, size))
        x += size
    return places


def pyramid_pieces(position: TorchPosition, standing: dict[str, list[str]]) -> Iterator[Piece]:
    """The pyramids on the tiles."""
    for space, pyramids in standing.items():
        x, y = at(space)
        for pyramid, (dx, dy, size) in zip(pyramids, _pyramid_places(pyramids), strict=True):
            yield pyramid_piece(position, pyramid, (x + dx, y + dy, size), space)


def lost_pieces(position: TorchPosition, last_turn: LastTurn) -> Iterator[Piece]:
    """The tiles and pyramids that the last moves lost, drawn under water."""
    for lost in last_turn.lost_tiles:
        x, y = at(lost.space)
        left = message("torch.thing.left", tile=tile_label(lost.tile))
        yield _tile_piece(lost.tile, lost.space, "ghost", left, standing=False)
        places = _lost_places(len(lost.pyramids))
        for pyramid, (dx, dy, size) in zip(lost.pyramids, places, strict=True):
            piece = pyramid_piece(position, pyramid, (x + dx, y + dy, size), None)
            name = message("torch.thing.sunk-pyramid", letter=pyramid[1])
            yield replace(piece, look=f"ghost {piece.look}", name=name)


def _lost_places(count: int) -> list[tuple[float, float, float]]:
    """Places for any number of small pyramids on one space, in rows of three."""
    places = []
    for i in range(count):
        row, column = divmod(i, 3)
        across = min(count - 3 * row, 3)
        places.append((0.06 + 0.3 * (column - (across - 1) / 2), 0.26 - 0.3 * row, 0.3))
    return places


def candidate_totals(position: TorchPosition) -> dict[str, int | None]:
    """The spaces of the tiles that the present ballot may take.

    With the votes and coins on each once the votes are revealed, else None.
    """
    worth, number = position.worth, position.number
    if position.phase.startswith("number") and worth:
        totals: dict[str, int | None] = {t: worth.get(t[1]) for t in position.tiles.values()}
        totals = {tile: total for tile, total in totals.items() if total}
    elif position.phase.startswith("suit"):
        totals = {
            f"{suit}{number}": worth.get(suit) for suit in SUITS if not worth or suit in worth
        }
    else:
        return {}
    return {at: totals[tile] for at, tile in position.tiles.items() if tile in totals}


def tally_pieces(position: TorchPosition) -> Iterator[Piece]:
    """The votes and coins on each tile that the ballot may take."""
    for space, total in candidate_totals(position).items():
        if total:
            x, y = at(space)
            yield Piece(
                id=f"tally-{space}",
                symbol="torch/tally",
                x=x + 0.33,
                y=y - 0.33,
                look="tally flat raised",
                name=message("torch.thing.tally", worth=total),
                size=0.36,
                space=space,
                glyph=f"={total}",
            )
