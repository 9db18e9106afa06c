"""Makes the scene of a `glide` position: water, floes, players, the last move."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from ....core.message import Message, message
from ....core.scene import Label, Mark, Piece, Point, Scene, Space
from ..board import ABSENT, FILES, FLOE, PLAYERS, WATER

if TYPE_CHECKING:
    from ..position import GlidePosition

_MARGIN: Final = 0.5  # room for the coordinates
_OUTLINE: Final = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))


def _at(side: int, square: int) -> Point:
    return square % side + 0.5 + _MARGIN, side - 1 - square // side + 0.5 + _MARGIN


def scene(position: GlidePosition, seat: int | None) -> Scene:  # noqa: ARG001
    """The scene for every seat and spectator: nothing is hidden in this game."""
    side = position.side
    size = side + 2 * _MARGIN
    return Scene(
        game="glide",
        width=size,
        height=size,
        caption=_caption(position),
        prompt=None if position.outcome is not None else message("glide.prompt"),
        spaces=tuple(_space(position, square) for square in range(side * side)),
        pieces=_floes(position) + _players(position),
        marks=_marks(position),
        labels=_labels(side),
        facts=_facts(position),
    )


def level_scene(side: int, floes: int, players: dict[str, int]) -> Scene:
    """The scene of a level that is being drawn and need not be legal (G3)."""
    from .. import kernel
    from ..position import GlidePosition

    seats = max((PLAYERS.index(sign) + 1 for sign in players), default=1)
    packed = sum(players.get(sign, ABSENT) << 8 * i for i, sign in enumerate(PLAYERS))
    low, high = floes & (1 << 64) - 1, floes >> 64
    on_it = packed | sum(ABSENT << 8 * i for i in range(len(PLAYERS), 8))
    state = kernel.State(
        np.uint64(low),
        np.uint64(high),
        np.uint64(on_it),
        *(side, seats, 0, 0, 1, kernel.GOING_ON, kernel.NOBODY),
    )
    drawn = scene(GlidePosition(kernel.typed(state)), None)
    floe_count = message("glide.fact.floes", n=floes.bit_count())
    return replace(drawn, caption=message("glide.caption.level"), prompt=None, facts=(floe_count,))


def _caption(position: GlidePosition) -> Message:
    if position.outcome is not None:
        return position.outcome.reason
    assert position.turn is not None
    if position.seats == 1:
        return message("glide.caption.practice")
    return message("glide.caption", who=position.seat_name(position.turn))


def _facts(position: GlidePosition) -> tuple[Message, ...]:
    facts = [message("glide.fact.moves", n=position.ply)]
    if _warns(position):
        facts.append(message("glide.fact.repeated"))
    facts += [
        message("glide.fact.taken_off", who=position.seat_name(seat))
        for seat in position.eliminated
    ]
    return tuple(facts)


def _warns(position: GlidePosition) -> bool:
    """Whether the next occurrence of this position would be a draw (G10)."""
    return position.repetition_draws and position.outcome is None and position.occurrences == 2


# -- spaces and pieces --------------------------------------------------------------------------


def _space(position: GlidePosition, square: int) -> Space:
    side, place = position.side, position.name(square)
    x, y = _at(side, square)
    floe = square in position.floes
    what = message("glide.space.floe" if floe else "glide.space.water")
    chosen = None
    if square in position.squares:
        who = position.seat_name(position.squares.index(square))
        what = message("glide.space.player", who=who)
        chosen = message("glide.chosen", square=place)
    goal = place == position.goal
    return Space(
        id=place,
        x=x,
        y=y,
        outline=_OUTLINE,
        look="water goal" if goal else "water",
        name=message("glide.space.goal" if goal else "glide.space", square=place, what=what),
        cell=(square % side, side - 1 - square // side),
        glyph=WATER,
        chosen=chosen,
    )


def _floes(position: GlidePosition) -> tuple[Piece, ...]:
    return tuple(
        Piece(
            id=f"floe-{number}",
            symbol="glide/floe",
            x=_at(position.side, square)[0],
            y=_at(position.side, square)[1],
            look="floe",
            name=message("glide.piece.floe"),
            space=position.name(square),
            glyph=FLOE,
        )
        for number, square in enumerate(_tracked(position), 1)
    )


def _tracked(position: GlidePosition) -> list[int]:
    """The square of each floe. A floe keeps its place in the list while it drifts."""
    way = [position]
    while way[-1].before is not None:
        way.append(way[-1].before)
    squares = sorted(way.pop().floes)
    for later in reversed(way):
        before = later.before
        assert before is not None
        gone, come = before.floes - later.floes, later.floes - before.floes
        if gone:
            squares[squares.index(*gone)] = next(iter(come))
    return squares


def _players(position: GlidePosition) -> tuple[Piece, ...]:
    return tuple(
        Piece(
            id=f"player-{seat + 1}",
            symbol=f"glide/player-{PLAYERS[seat].lower()}",
            x=_at(position.side, square)[0],
            y=_at(position.side, square)[1],
            look="player",
            name=position.seat_name(seat),
            seat=seat,
            space=position.name(square),
            glyph=PLAYERS[seat],
        )
        for seat, square in enumerate(position.squares)
        if square is not None
    )


# -- marks and labels ---------------------------------------------------------------------------


def _marks(position: GlidePosition) -> tuple[Mark, ...]:
    side = position.side
    marks = [Mark("goal", (_at(side, side * side // 2),), space=position.goal)]
    last, before = position.last, position.before
    if last is not None and before is not None and before.turn is not None:
        start = before.squares[before.turn]
        (end,) = (s for s in range(side * side) if position.name(s) == last.touches[0])
        assert start is not None
        way = (_at(side, start), _at(side, end))
        marks.append(Mark("last-move", way, space=last.touches[0]))
        if _warns(position):
            name = message("glide.mark.repeated")
            marks.append(Mark("repeated", (way[1],), space=last.touches[0], name=name))
    return tuple(marks)


@lru_cache(maxsize=8)
def _labels(side: int) -> tuple[Label, ...]:
    """Letters below the board, numbers to its left."""
    edge = _MARGIN / 2 + 0.03
    columns = (Label(FILES[i], _at(side, i)[0], side + 2 * _MARGIN - edge) for i in range(side))
    rows = (Label(str(i + 1), edge, _at(side, side * i)[1]) for i in range(side))
    return tuple(
        Label(label.text, label.x, label.y, "coordinate on-water") for label in (*columns, *rows)
    )
