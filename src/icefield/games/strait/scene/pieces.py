"""Floes, goods, bears and explorers of a `strait` scene, and its spaces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ....core.message import Message, message
from ....core.scene import Piece, Point, Space
from ..board import COLOURS, COLUMNS, DIRECTIONS, ITEMS, Board, edge_names
from ..explain.move_words import direction_name, join_names, place_name, ridge_names
from . import layout

if TYPE_CHECKING:
    from ..position import StraitPosition

SEAT_GLYPHS: Final = "GRYK"
"""The players' signs in a text drawing: grey, red, yellow and black (B is a bear)."""
RIDGE_GLYPHS: Final = ("↑", "↗", "↘", "↓", "↙", "↖")
_FLOW_GLYPHS: Final = ("^", ">", ">", "v", "<", "<")  # of water in a text drawing


# -- places -------------------------------------------------------------------------------------


def explorers_by_place(position: StraitPosition) -> dict[str, list[int]]:
    """The explorers (3 * seat + i) at each place that has some."""
    found: dict[str, list[int]] = {}
    for seat, own in enumerate(position.explorers):
        for i, place in enumerate(own):
            if place is not None:
                found.setdefault(place, []).append(3 * seat + i)
    return found


def _content_names(position: StraitPosition, place: str, explorers: list[int]) -> list[Message]:
    """The content of a place, in words."""
    rope, fish, bears = position.items(place)
    counts = (("rope", rope), ("fish", fish), ("bears", bears))
    names = [message(f"strait.thing.{what}", n=n) for what, n in counts if n]
    for seat in range(position.seats):
        n = sum(number // 3 == seat for number in explorers)
        if n:
            names.append(message("strait.thing.explorers", n=n, who=position.seat_name(seat)))
    return names


@lru_cache(maxsize=512)
def _flow_name(board: Board, place: str) -> Message:
    """The flow of a hex's water, in words."""
    speed = layout.speeds(board)[place]
    ways = [direction_name(DIRECTIONS[d]) for d in layout.flow_directions(board)[place]]
    if len(ways) == 2:
        return message("strait.flow.fork", a=ways[0], b=ways[1], speed=speed)
    return message("strait.flow", way=ways[0], speed=speed)


def space_name(position: StraitPosition, place: str, explorers: list[int]) -> Message:
    """The name of a place with everything that is on it."""
    board, name = position.map, place_name(position.map, place)
    if place in board.stations:
        coast = "alaska" if board.stations[place] in board.alaska else "siberia"
        ground = message(f"strait.space.{coast}", place=name)
    elif place == board.diomede:
        ground = message("strait.space.diomede", place=place)
    elif place in position.floes:
        mask = position.floes[place]
        what = "floe" if mask else "smooth"
        water = _flow_name(board, place)
        ground = message(f"strait.space.{what}", place=name, ridges=ridge_names(mask), water=water)
    else:
        what = "entry" if place in board.entries else "sea"
        ground = message(f"strait.space.{what}", place=name, water=_flow_name(board, place))
    contents = _content_names(position, place, explorers)
    if not contents:
        return ground
    return message("strait.space.with", space=ground, things=join_names(contents))


def build_space(position: StraitPosition, place: str, explorers: list[int]) -> Space:
    """A place with its outline, look and name."""
    board = position.map
    x, y = layout.center(board, place)
    cell, glyph = None, "·"
    if place in board.stations:
        coast = "alaska" if board.stations[place] in board.alaska else "siberia"
        look = "station alaska home" if coast == "alaska" else "station siberia"
    else:
        column, row = COLUMNS.index(place[0]), int(place[1:]) - 1
        cell = (column, 2 * row + column % 2)
        if place == board.diomede:
            look = "island"
        else:
            look = f"sea speed-{layout.speeds(board)[place]}"
            glyph = "".join(
                dict.fromkeys(_FLOW_GLYPHS[d] for d in layout.flow_directions(board)[place])
            )
            if place in board.entries:
                look, glyph = f"{look} entry", f"{glyph}{layout.speeds(board)[place]}"
            if place in position.floes:
                look = f"{look} floe"
    return Space(
        id=place,
        x=x,
        y=y,
        outline=layout.outline(board, place),
        look=look,
        name=space_name(position, place, explorers),
        cell=cell,
        glyph=glyph,
    )


# -- floes --------------------------------------------------------------------------------------


def floe_pieces(
    id_: str,
    mask: int,
    where: tuple[float, float, float],
    on: str | None = None,
    look: str = "",
    seat: int | None = None,
) -> Iterator[Piece]:
    """A floe at x and y in a size, and its ridges, each turned to its edge."""
    x, y, size = where
    what = "strait.thing.floe" if mask else "strait.thing.smooth"
    yield Piece(
        id=id_,
        symbol="strait/floe",
        x=x,
        y=y,
        look=f"floe flat directed {look}".rstrip(),
        name=message(what, ridges=ridge_names(mask)),
        size=size,
        seat=seat,
        space=on,
        glyph="".join(RIDGE_GLYPHS[i] for i in range(6) if mask >> i & 1) or "#",
    )
    for name in edge_names(mask):
        yield Piece(
            id=f"{id_}-{name}",
            symbol="strait/ridge",
            x=x,
            y=y,
            look="ridge flat raised directed",
            name=message("strait.thing.ridge", way=direction_name(name)),
            size=size,
            turn=60.0 * DIRECTIONS.index(name),
            seat=seat,
            space=on,
            glyph="",
        )


# -- what lies and stands on a place --------------------------------------------------------------

_MAX_IN_ROW: Final = 3


def _arrange_figures(count: int, goods: bool) -> tuple[float, list[Point]]:
    """The size of so many figures on one hex, and where each stands.

    Around its centre; goods lie above them.
    """
    if count <= 2:
        size, floor = (0.46, 0.14) if goods else (0.54, 0.02)
        step = 0.34 if goods else 0.38
        return size, [((i - (count - 1) / 2) * step, floor) for i in range(count)]
    if count == _MAX_IN_ROW:
        size, floor = (0.4, 0.12) if goods else (0.42, 0.02)
        return size, [((i - 1) * 0.28, floor) for i in range(count)]
    size, top, step = (0.31, -0.04, 0.28) if goods else (0.36, -0.16, 0.33)
    places = []
    for i in range(count):
        row, column = divmod(i, _MAX_IN_ROW if count > 4 else 2)
        across = min(
            count - row * (_MAX_IN_ROW if count > 4 else 2), _MAX_IN_ROW if count > 4 else 2
        )
        places.append(((column - (across - 1) / 2) * 0.26, top + row * step))
    return size, places


def goods_piece(
    id_: str, what: str, n: int, where: tuple[float, float, float], space: str | None
) -> Piece:
    """Ropes or fish, with their number when there are more than one."""
    x, y, size = where
    return Piece(
        id=id_,
        symbol=f"strait/{what}" if n == 1 else f"strait/{what}-many",
        x=x,
        y=y,
        look="goods flat raised",
        name=message(f"strait.thing.{what}", n=n),
        size=size,
        space=space,
        glyph=what[0] if n == 1 else f"{what[0]}{n}",
    )


def explorer_piece(
    number: int, where: tuple[float, float, float], space: str | None, who: Message
) -> Piece:
    """An explorer (3 * seat + i)."""
    x, y, size = where
    seat = number // 3
    return Piece(
        id=f"explorer-{seat}-{number % 3}",
        symbol=f"strait/explorer-{COLOURS[seat]}",
        x=x,
        y=y,
        look="explorer",
        name=message("strait.thing.explorers", n=1, who=who),
        size=size,
        seat=seat,
        space=space,
        glyph=SEAT_GLYPHS[seat],
    )


def bear_piece(id_: str, where: tuple[float, float, float], space: str | None) -> Piece:
    """A bear."""
    x, y, size = where
    return Piece(
        id=id_,
        symbol="strait/bear",
        x=x,
        y=y,
        look="figure",
        name=message("strait.thing.bears", n=1),
        size=size,
        space=space,
        glyph="B",
    )


def load_pieces(
    position: StraitPosition, place: str, explorers: list[int], owner: str, look: dict[int, str]
) -> Iterator[Piece]:
    """Goods, bears and explorers at a place.

    `owner` is what carries them, so that what lies on a floe drifts with it; `look` adds words to
    the looks of single explorers.
    """
    x, y = layout.center(position.map, place)
    rope, fish, bears = position.items(place)
    goods = [(what, n) for what, n in zip(ITEMS, (rope, fish), strict=True) if n]
    size, places = _arrange_figures(bears + len(explorers), bool(goods))
    high = -0.22 if places else 0.0
    small = 0.28 if places else 0.4
    if bears + len(explorers) > _MAX_IN_ROW:
        high, small = -0.31, 0.24
    ashore = place in position.map.stations and layout.has_land_behind(position.map, place)
    if ashore:  # under the station's name, and goods beside it
        side = layout.land_side(position.map, place)
        size, places = _arrange_figures(len(explorers), goods=True)
    for i, (what, n) in enumerate(goods):
        dx = (i - (len(goods) - 1) / 2) * small * 1.12
        where = (x + dx, y + high, small)
        if ashore:
            where = (x + side * (0.62 + 0.28 * i), y + 0.12, 0.28)
        yield goods_piece(f"{what}-{owner}", what, n, where, place)
    for i, number in enumerate(explorers):
        dx, dy = places[i]
        piece = explorer_piece(
            number, (x + dx, y + dy, size), place, position.seat_name(number // 3)
        )
        yield replace(piece, look=f"{piece.look} {look[number]}") if number in look else piece
    for i in range(bears):
        dx, dy = places[len(explorers) + i]
        yield bear_piece(f"bear-{owner}-{i}", (x + dx, y + dy, size), place)
