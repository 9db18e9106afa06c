"""What the other players of `strait` could do to a seat next, the worst first.

Everything is a question about one turn: an explorer action, with a floe action before it where that
decides the game. All of it is open, so nothing has to be hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ....core.message import Message, message
from ....core.mistakes import Threat
from ....core.scene import Mark
from ..board import DIRECTIONS
from ..kernel import state as s
from ..kernel.reach import (
    begin_turn,
    find_barring_action,
    find_bear_attack,
    find_homecoming,
    find_opening_action,
)
from ..scene.layout import center
from ..text.moves import move_text, read_move
from .facts import PathFinder, PathHome
from .move_words import at_place, item_name, move_name, place_name

if TYPE_CHECKING:
    from ..position import StraitPosition

Words = dict[str, str | int | Message]
THREAT_LOOK: Final = "threat"
"""The look of a mark that shows one."""
KINDS: Final = ("wins", "lifts", "home", "bars", "carries", "bounces", "takes")
"""All kinds of threat, the worst first."""


def start_of_turn(position: StraitPosition, seat: int) -> StraitPosition:
    """The position as if a turn of that seat began now; one's own turn as far as it has got."""
    from ..position import StraitPosition

    if position.active == seat and position.phase == "turn":
        return position
    return StraitPosition(begin_turn(position.state, seat), on=position.map)


# -- bears --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BearAttack:
    """A bear that somebody can send to an explorer."""

    by: int
    target: str
    bear: str  # where it is now
    moves: tuple[str, ...]  # up to the sending
    lifted: bool  # whether the explorer could neither escape nor pay
    pays: bool  # whether it could pay to send the bear on


def find_bear_attacks(position: StraitPosition, seat: int) -> list[BearAttack]:
    """The explorers of a seat that another player could send a bear to with the next move."""
    found = []
    for by in _opponents(position, seat):
        turn = start_of_turn(position, by)
        if turn.explorer_done:
            continue
        for target in sorted({place for place in position.explorers[seat] if place}):
            if target in position.map.stations:
                continue
            code = int(find_bear_attack(turn.state, by, position.map.number[target]))
            if code >= 0 and (hunt := _play_attack(turn, seat, target, code)) is not None:
                found.append(hunt)
    return found


def _play_attack(turn: StraitPosition, seat: int, target: str, code: int) -> BearAttack | None:
    """The hunt played through, to see what the explorer can do about it."""
    by, explorer, bear = (
        code >> 16,
        (code >> 16) % s.TEAM_SIZE,
        turn.map.places[code >> 8 & 255],
    )
    by //= s.TEAM_SIZE
    start = turn.explorers[by][explorer]
    for route in turn.routes():
        if (route.start, route.end) == (start, bear):
            moves = (*route.moves, f"send:{DIRECTIONS[code & 255]}")
            after = turn
            for move in moves:
                if after.turn != by or after.explain(move) is not None:
                    return None
                after = after.after(move)
            while after.phase == "bounce" and after.turn not in (by, seat):
                after = after.after(after.moves()[0].text)
            if after.phase != "bounce" or after.turn != seat:
                return None
            answers = {move.code >> 24 for move in after.moves()}
            return BearAttack(by, target, bear, moves, answers == {s.LIFTED}, s.SENT in answers)
    return None


def _opponents(position: StraitPosition, seat: int) -> list[int]:
    """The other seats in the order of their turns, from whoever's turn it is."""
    first = position.active or 0
    order = [(first + i) % position.seats for i in range(position.seats)]
    return [other for other in order if other != seat]


# -- the threats --------------------------------------------------------------------------------


def find_threats(position: StraitPosition, seat: int) -> tuple[Threat, ...]:
    """What the others could do next, the worst first."""
    if position.outcome is not None or position.setup:
        return ()
    found: list[Threat] = []
    for by in _opponents(position, seat):
        turn = start_of_turn(position, by)
        found += _homecomings(turn, by)
        found += _barred(turn, by, seat)
        found += _carried(turn, by, seat)
        found += _taken(turn, by, seat)
    found += [_bear(position, hunt) for hunt in find_bear_attacks(position, seat)]
    found.sort(key=lambda threat: KINDS.index(threat.kind))
    return tuple(found)


def _threat(
    position: StraitPosition,
    kind: str,
    by: int,
    move: str,
    way: tuple[str, ...],
    words: Words,
) -> Threat:
    text = message(f"strait.threat.{kind}", **words, who=position.seat_name(by))
    path = tuple(center(position.map, place) for place in way)
    mark = Mark(THREAT_LOOK, path, way[-1], text)
    return Threat(kind, text, by, move, tuple(dict.fromkeys(way)), (mark,))


def _homecomings(turn: StraitPosition, by: int) -> Iterator[Threat]:
    """An explorer that gets home with the next move, or wins by it, a floe moved first if need
    be."""
    if turn.explorer_done:
        return
    wins = len(turn.stations_reached(by)) + 1 >= int(turn.options["goal"])
    after, first = turn, None
    if find_homecoming(turn.state, by) < 0:
        code = int(find_opening_action(turn.state, by)) if wins and not turn.floe_done else -1
        if code < 0:
            return
        first = move_text(turn.state, turn.map, code)
        after = turn.after(first)
    code = int(find_homecoming(after.state, by))
    start, end = (
        after.explorers[by][(code >> 8) % s.TEAM_SIZE],
        turn.map.places[code & 255],
    )
    route = next(r for r in after.routes() if (r.start, r.end) == (start, end))
    way = tuple(place for move in route.moves for place in _places_of(after, move))
    move = first or route.moves[0]
    words: Words = {"start": place_name(turn.map, route.start), "end": place_name(turn.map, end)}
    yield _threat(turn, "wins" if wins else "home", by, move, way, words)


def _places_of(position: StraitPosition, move: str) -> tuple[str, ...]:
    return read_move(move, position.map).places


def _barred(turn: StraitPosition, by: int, seat: int) -> Iterator[Threat]:
    """A floe action after which the own road home is no longer open."""
    road = int(find_homecoming(turn.state, seat))
    if road < 0 or turn.floe_done:
        return
    code = int(find_barring_action(turn.state, seat))
    start = turn.explorers[seat][(road >> 8) % s.TEAM_SIZE]
    if code < 0 or start is None:
        return
    move = move_text(turn.state, turn.map, code)
    floe, end = turn.map.places[code >> 16 & 255], turn.map.places[road & 255]
    words: Words = {"move": move_name(turn, move), "start": place_name(turn.map, start)}
    words["end"] = place_name(turn.map, end)
    yield _threat(turn, "bars", by, move, (floe,), words)


def _find_path(position: StraitPosition, seat: int, place: str) -> PathHome | None:
    return PathFinder(position).find(seat, place)


def _carried(turn: StraitPosition, by: int, seat: int) -> Iterator[Threat]:
    """A floe that carries explorers of both, drifted to where the own way home is longer."""
    if turn.floe_done:
        return
    shared = {p for p in turn.explorers[by] if p in turn.floes} & set(turn.explorers[seat])
    for place in sorted(filter(None, shared)):
        now = _find_path(turn, seat, place)
        for move in turn.moves():
            if move.code >> 24 != s.DRIFTED or not move.text.startswith(f"drift:{place}-"):
                continue
            end = move.text.partition("-")[2]
            then = _find_path(turn.after(move.text), seat, end)
            if now is None or then is None or then.cost <= now.cost or then.needs == now.needs:
                continue
            words: Words = {"now": now.describe(), "then": then.describe()}
            words |= {"start": place_name(turn.map, place), "end": place_name(turn.map, end)}
            yield _threat(turn, "carries", by, move.text, (place, end), words)


def _taken(turn: StraitPosition, by: int, seat: int) -> Iterator[Threat]:
    """Something that lies at an own explorer's feet, and that an explorer beside it can take."""
    if turn.explorer_done or sum(turn.packs[by]) >= s.RUCKSACK_SIZE or sum(turn.packs[seat]) >= 3:
        return
    both = {p for p in turn.explorers[by] if p} & {p for p in turn.explorers[seat] if p}
    for place in sorted(both):
        rope, fish, _ = turn.items(place)
        if rope + fish == 1:
            word = "rope" if rope else "fish"
            words: Words = {"item": item_name(word), "at_place": at_place(turn.map, place)}
            yield _threat(turn, "takes", by, f"collect:{place}:{word}", (place,), words)


def _bear(position: StraitPosition, hunt: BearAttack) -> Threat:
    words: Words = {
        "bear": place_name(position.map, hunt.bear),
        "place": place_name(position.map, hunt.target),
    }
    kind = "lifts" if hunt.lifted else "bounces"
    way = (hunt.bear, hunt.target)
    return _threat(position, kind, hunt.by, hunt.moves[0], way, words)
