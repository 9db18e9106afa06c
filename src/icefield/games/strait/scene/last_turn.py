"""The effect of the last moves of a `strait` game, for its scene to show."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..kernel import state as s

if TYPE_CHECKING:
    from ..position import StraitPosition


@dataclass(slots=True)
class LastTurn:
    """The events of the current turn; before its first move, of the last turn."""

    drifts: list[tuple[str, ...]] = field(default_factory=list)  # the hexes, "" for off the board
    turned: dict[str, str] = field(default_factory=dict)  # hex: cw or ccw
    placed: list[str] = field(default_factory=list)  # floes, explorers put somewhere
    walks: list[list[str]] = field(default_factory=list)  # spaces and hexes swum across
    bears: list[tuple[str, str | None, int]] = field(default_factory=list)  # from, to, direction


def find_last_turn(position: StraitPosition) -> LastTurn:
    """The events since the beginning of the turn.

    In the set-up only those of the last decision.
    """
    moves: list[tuple[StraitPosition, StraitPosition]] = []
    after = position
    while isinstance(before := after.before, type(position)) and after.last is not None:
        if moves and (before.setup or before.turns != moves[-1][0].turns):
            break
        moves.append((before, after))
        after = before
    turn = LastTurn()
    for before, after in reversed(moves):
        _record_move(turn, before, after)
    return turn


def _record_move(turn: LastTurn, before: StraitPosition, after: StraitPosition) -> None:
    """Adds the events of one move."""
    assert after.last is not None
    board, code = before.map, after.last.code
    kind, a, b, c = code >> 24, code >> 16 & 255, code >> 8 & 255, code & 255
    name = board.places
    if kind == s.DRIFTED:
        end = None if b == s.NOTHING else name[b]
        turn.drifts.append(drift_path(before, name[a], end))
    elif kind == s.DISCOVERED and a != s.NOTHING:
        turn.drifts.append(drift_path(before, name[a], None))
    elif kind == s.TURNED:
        turn.turned[name[a]] = "ccw" if b else "cw"
    elif kind in (s.PUT, s.STATIONED, s.LIFTED):
        turn.placed.append(name[a])
    elif kind == s.STEPPED:
        steps = [name[b]] if c == s.NOTHING else [name[c], name[b]]
        going_on = before.phase == "move" and turn.walks
        if going_on:
            turn.walks[-1] += steps
        else:
            turn.walks.append([name[a], *steps])
    elif kind == s.SENT and before.asked is not None:
        start = before.explorer_place(before.asked)
        if start is not None:
            turn.bears.append((start, before.bear_end(start, a), a))


def drift_path(position: StraitPosition, start: str, end: str | None) -> tuple[str, ...]:
    """The hexes of a drift along its current, "" behind them off the board."""
    ways = {name: ahead for current in position.map.currents for name, ahead in current.flow}
    paths: list[tuple[str, ...]] = [(start,)]
    for _ in range(len(position.map.sea)):
        longer = []
        for path in paths:
            for way in ways[path[-1]]:
                if way == end:
                    return (*path, way or "")
                if way is not None and way not in position.floes and way not in path:
                    longer.append((*path, way))
        paths = longer
    return (start, end or "")


def floe_ids(position: StraitPosition) -> dict[str, str]:
    """A name for the floe on each hex that it keeps while it drifts.

    As far as the history goes back.
    """
    where = {name: name for name in position.floes}  # hex at that time: hex now
    born: dict[str, int] = {}  # hex now: how many moves ago it was put there
    after: StraitPosition = position
    ago = 0
    while after.last is not None and isinstance(before := after.before, type(position)):
        code = after.last.code
        kind, a, b = code >> 24, code >> 16 & 255, code >> 8 & 255
        if kind == s.PUT and (put := after.map.places[a]) in where:
            born[where.pop(put)] = ago
        elif kind == s.DRIFTED and b != s.NOTHING:
            start, end = after.map.places[a], after.map.places[b]
            if end in where:
                where[start] = where.pop(end)
        after = before
        ago += 1
    ids = {now: f"floe-{first}" for first, now in where.items()}  # lay there from the beginning
    return ids | {now: f"floe-{ago - since}" for now, since in born.items()}
