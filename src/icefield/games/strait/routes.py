"""Whole movements of an explorer, and previews of moves (`Routed`)."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from ...core.abilities import Preview, Route
from ...core.message import Message, message
from ...core.scene import Mark, Point
from .board import DIRECTIONS, rotate
from .explain.move_words import move_name, place_name, price, ridge_names
from .kernel import state as s
from .kernel import steps
from .scene.layout import CORNERS, center
from .text.moves import MoveParts, read_move

if TYPE_CHECKING:
    from .position import StraitPosition

ROUTE_LOOK: Final = "route"
"""The look of a way that is offered."""
PREVIEW_LOOK: Final = "preview"
"""The look of what a move would do."""
PREVIEW_RIDGE_LOOK: Final = "preview ridge"
"""The look of a ridge as it would lie."""

# -- routes -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _LastStep:
    """The last step of a route, and the label it begins from."""

    before: tuple[int, int, int]
    to: int
    over: int


def find_routes(position: StraitPosition) -> tuple[Route, ...]:
    """A cheapest route to each space where a movement can end.

    Of the seat that decides; empty where no explorer can be moved.
    """
    if position.phase == "move" and position.mover is not None:
        return tuple(_routes_from(position, position.mover_place))
    if position.phase != "turn" or position.explorer_done or position.active is None:
        return ()
    starts = sorted({place for place in position.explorers[position.active] if place})
    return tuple(route for start in starts for route in _routes_from(position, start))


def _routes_from(position: StraitPosition, start: str | None) -> Iterator[Route]:
    """The routes of one explorer: fewest items first, then fewest steps.

    Dijkstra's algorithm over (place, rope left, fish left).
    """
    st, name, number = position.state, position.map.places, position.map.number
    seat = position.active
    if start is None or seat is None or st[s.KIND + number[start]] == s.SIBERIA:
        return
    rope, fish = position.packs[seat]
    first = (number[start], rope, fish)
    came: dict[tuple[int, int, int], _LastStep | None] = {first: None}
    ended: set[int] = {number[start]}
    found = np.empty((steps.MAX_STEPS, 5), dtype=np.int64)
    queue = [(0, 0, first)]
    while queue:
        spent, length, label = heapq.heappop(queue)
        place, rope, fish = label
        if place not in ended and steps.can_stop(st, seat, place, int(st[s.OCCUPANTS + place])):
            ended.add(place)
            yield _build_route(position, label, came, spent)
        if st[s.KIND + place] == s.SIBERIA:
            continue
        for to, over, left, lost, fish_paid in found[
            : steps.list_steps(st, seat, place, rope, fish, found)
        ].tolist():
            after = (to, rope - left - lost, fish - fish_paid)
            if after in came or st[s.VISITED + to] == 1 or name[to] == start:
                continue
            came[after] = _LastStep(label, to, over)
            heapq.heappush(queue, (spent + left + lost + fish_paid, length + 1, after))


def _build_route(
    position: StraitPosition,
    label: tuple[int, int, int],
    came: dict[tuple[int, int, int], _LastStep | None],
    spent: int,
) -> Route:
    """The route that ends in a label."""
    board, name = position.map, position.map.places
    end, path, moves = label, [center(board, name[label[0]])], []
    while (step := came[label]) is not None:
        here, there = name[step.before[0]], name[step.to]
        if step.over == s.NOTHING:
            moves.append(f"{here}-{there}")
        else:
            moves.append(f"{here}~{name[step.over]}~{there}")
            path.append(center(board, name[step.over]))
        path.append(center(board, here))
        label = step.before
    moves.reverse()
    if position.state[s.KIND + end[0]] != s.SIBERIA:
        moves.append("stop")
    cost = price(label[1] - end[1], label[2] - end[2]) if spent else message("strait.price.free")
    start, goal = name[label[0]], name[end[0]]
    marks = (Mark(ROUTE_LOOK, tuple(reversed(path)), goal),)
    return Route(start, goal, tuple(moves), cost, marks, paid=spent > 0)


# -- preview ------------------------------------------------------------------------------------


def _edge_ends(middle: Point, direction: int) -> tuple[Point, Point]:
    """The two corners of a hex's edge.

    Corner 0 is the eastern one, corners 4 and 5 are the top.
    """
    a, b = CORNERS[(direction + 4) % 6], CORNERS[(direction + 5) % 6]
    return (middle[0] + a[0], middle[1] + a[1]), (middle[0] + b[0], middle[1] + b[1])


def _ridge_marks(middle: Point, mask: int) -> tuple[Mark, ...]:
    """Marks for the ridges of a mask."""
    return tuple(
        Mark(PREVIEW_RIDGE_LOOK, _edge_ends(middle, direction))
        for direction in range(6)
        if mask >> direction & 1
    )


def preview_move(position: StraitPosition, move: str) -> Preview:
    """The effect of a legal move."""
    parts, board = read_move(move, position.map), position.map
    spots = [center(board, place) for place in parts.places]
    plain = move_name(position, move)
    if parts.kind == "step":
        after = position.after(move)
        seat = position.turn or 0
        rope, fish = (a - b for a, b in zip(position.packs[seat], after.packs[seat], strict=True))
        text = message("strait.preview.step", move=plain, price=price(rope, fish))
        return Preview(text, (Mark(ROUTE_LOOK, tuple(spots), parts.places[-1]),))
    if parts.kind == "drift":
        if parts.word == "off":
            return Preview(plain, (Mark(PREVIEW_LOOK, tuple(spots), parts.places[0]),))
        return Preview(plain, (Mark(PREVIEW_LOOK, tuple(spots), parts.places[-1]),))
    if parts.kind in ("turn", "put"):
        mask = _mask_after_move(position, parts)
        text = plain  # which names the ridges of a floe that is put
        if parts.kind == "turn":
            text = message("strait.preview.ridges", move=plain, ridges=ridge_names(mask))
        return Preview(text, _ridge_marks(spots[0], mask))
    if parts.kind == "send":
        return _preview_send(position, parts.word, plain)
    return Preview(plain, tuple(Mark(PREVIEW_LOOK, (spot,), parts.places[0]) for spot in spots[:1]))


def _mask_after_move(position: StraitPosition, parts: MoveParts) -> int:
    """The ridges of a floe that is turned or put."""
    if parts.kind == "put":
        return int(parts.word)
    return rotate(position.floes[parts.places[0]], 1 if parts.word == "cw" else -1)


def _preview_send(position: StraitPosition, way: str, plain: Message) -> Preview:
    """The effect of sending a bear (I27, I28)."""
    st, board = position.state, position.map
    here = int(st[s.FRAME + 4 * (int(st[s.DEPTH]) - 1) + s.WHERE])
    target = int(steps.bear_target(st, here, DIRECTIONS.index(way)))
    start = center(board, board.places[here])
    if target < 0:
        text = message("strait.preview.gone", move=plain)
        return Preview(text, (Mark(PREVIEW_LOOK, (start,), board.places[here]),))
    end = board.places[target]
    text = message("strait.preview.bear", move=plain, place=place_name(board, end))
    if st[s.OCCUPANTS + target] > 0:
        text = message("strait.preview.bounce", move=plain, place=place_name(board, end))
    return Preview(text, (Mark(PREVIEW_LOOK, (start, center(board, end)), end),))
