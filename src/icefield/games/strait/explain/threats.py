"""The threats of the other players of `strait` to a seat, the worst first.

Everything is a question about one turn: an explorer action, with a floe action before it where that
decides the game. No information is hidden in this game, so nothing has to be left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from ....core.explain import Finder, Threat, collect, explain, sort_by_kind
from ....core.message import Message, message
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
from .facts import PathFinder
from .move_words import at_place, item_name, move_name, place_name

if TYPE_CHECKING:
    from ..position import StraitPosition

Params = dict[str, str | int | Message]
THREAT_LOOK: Final = "threat"
"""The look of a mark that shows a threat."""
KINDS: Final = ("wins", "lifts", "home", "bars", "carries", "bounces", "takes")
"""All kinds of threats, the worst first."""


def start_of_turn(position: StraitPosition, seat: int) -> StraitPosition:
    """The position as if a turn of a seat began now.

    Its own turn stays as far as it has got.
    """
    from ..position import StraitPosition

    if position.active == seat and position.phase == "turn":
        return position
    return StraitPosition(begin_turn(position.state, seat), on=position.map)


@dataclass(frozen=True)
class ThreatCase:
    """A position and the seat that is threatened in it."""

    position: StraitPosition
    seat: int

    @cached_property
    def turns(self) -> list[tuple[int, StraitPosition]]:
        """The other seats in the order of their turns, each at the start of its turn."""
        first = self.position.active or 0
        order = [(first + i) % self.position.seats for i in range(self.position.seats)]
        return [(by, start_of_turn(self.position, by)) for by in order if by != self.seat]


# -- bears --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BearAttack:
    """A bear that another player can send to an explorer."""

    by: int
    target: str
    bear: str  # where it is now
    moves: tuple[str, ...]  # up to the sending
    lifted: bool  # whether the explorer could neither escape nor pay
    pays: bool  # whether it could pay to send the bear on


def find_bear_attacks(position: StraitPosition, seat: int) -> list[BearAttack]:
    """The attacks that other players could make on a seat's explorers.

    Each with the next move.
    """
    found = []
    for by, turn in ThreatCase(position, seat).turns:
        if turn.explorer_done:
            continue
        for target in sorted({place for place in position.explorers[seat] if place}):
            if target in position.map.stations:
                continue
            code = int(find_bear_attack(turn.state, by, position.map.number[target]))
            if code >= 0 and (attack := _play_attack(turn, seat, target, code)) is not None:
                found.append(attack)
    return found


def _play_attack(turn: StraitPosition, seat: int, target: str, code: int) -> BearAttack | None:
    """An attack played through with the explorer's answers; None where it fails."""
    explorer, bear = code >> 16, turn.map.places[code >> 8 & 255]
    by, start = explorer // s.TEAM_SIZE, turn.explorer_place(explorer)
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


# -- the threats --------------------------------------------------------------------------------


def _threat(
    position: StraitPosition,
    kind: str,
    by: int,
    move: str,
    places: tuple[str, ...],
    params: Params,
) -> Threat:
    """A threat that is shown along places, the last of them the worst."""
    text = message(f"strait.threat.{kind}", **params, who=position.seat_name(by))
    path = tuple(center(position.map, place) for place in places)
    mark = Mark(THREAT_LOOK, path, places[-1], text)
    return Threat(kind, text, by, move, tuple(dict.fromkeys(places)), (mark,))


def _gets_home(case: ThreatCase) -> Iterator[Threat]:
    """An explorer gets home, or wins, with the next move.

    A win is also found after a floe action.
    """
    for by, turn in case.turns:
        if turn.explorer_done:
            continue
        wins = len(turn.stations_reached(by)) + 1 >= int(turn.options["goal"])
        after, first = turn, None
        if find_homecoming(turn.state, by) < 0:
            searched = wins and not turn.floe_done
            code = int(find_opening_action(turn.state, by)) if searched else -1
            if code < 0:
                continue
            first = move_text(turn.state, turn.map, code)
            after = turn.after(first)
        code = int(find_homecoming(after.state, by))
        start, end = after.explorer_place(code >> 8), turn.map.places[code & 255]
        route = next(r for r in after.routes() if (r.start, r.end) == (start, end))
        places = tuple(place for move in route.moves for place in read_move(move, after.map).places)
        params: Params = {
            "start": place_name(turn.map, route.start),
            "end": place_name(turn.map, end),
        }
        move = first or route.moves[0]
        yield _threat(turn, "wins" if wins else "home", by, move, places, params)


def _bars(case: ThreatCase) -> Iterator[Threat]:
    """A floe action after which the own route home is no longer open."""
    for by, turn in case.turns:
        homecoming = int(find_homecoming(turn.state, case.seat))
        if homecoming < 0 or turn.floe_done:
            continue
        code = int(find_barring_action(turn.state, case.seat))
        start = turn.explorer_place(homecoming >> 8)
        if code < 0 or start is None:
            continue
        move = move_text(turn.state, turn.map, code)
        floe, end = turn.map.places[code >> 16 & 255], turn.map.places[homecoming & 255]
        params: Params = {
            "move": move_name(turn, move),
            "start": place_name(turn.map, start),
            "end": place_name(turn.map, end),
        }
        yield _threat(turn, "bars", by, move, (floe,), params)


def _carries(case: ThreatCase) -> Iterator[Threat]:
    """A floe with explorers of both drifts to where the own path home is longer."""
    for by, turn in case.turns:
        if turn.floe_done:
            continue
        own = set(turn.explorers[case.seat])
        shared = {p for p in turn.explorers[by] if p in turn.floes} & own
        for place in sorted(filter(None, shared)):
            now = PathFinder(turn).find(case.seat, place)
            for move in turn.moves():
                if move.code >> 24 != s.DRIFTED or not move.text.startswith(f"drift:{place}-"):
                    continue
                end = move.text.partition("-")[2]
                then = PathFinder(turn.after(move.text)).find(case.seat, end)
                if now is None or then is None:
                    continue
                if then.cost <= now.cost or then.needs == now.needs:
                    continue
                params: Params = {
                    "now": now.describe(),
                    "then": then.describe(),
                    "start": place_name(turn.map, place),
                    "end": place_name(turn.map, end),
                }
                yield _threat(turn, "carries", by, move.text, (place, end), params)


def _takes(case: ThreatCase) -> Iterator[Threat]:
    """The only item where explorers of both stand is taken."""
    for by, turn in case.turns:
        full = [sum(turn.packs[seat]) >= s.RUCKSACK_SIZE for seat in (by, case.seat)]
        if turn.explorer_done or any(full):
            continue
        both = {p for p in turn.explorers[by] if p} & {p for p in turn.explorers[case.seat] if p}
        for place in sorted(both):
            rope, fish, _ = turn.items(place)
            if rope + fish == 1:
                word = "rope" if rope else "fish"
                params: Params = {"item": item_name(word), "at_place": at_place(turn.map, place)}
                yield _threat(turn, "takes", by, f"collect:{place}:{word}", (place,), params)


def _sends_bear(case: ThreatCase) -> Iterator[Threat]:
    """A bear is sent to an own explorer."""
    board = case.position.map
    for attack in find_bear_attacks(case.position, case.seat):
        params: Params = {
            "bear": place_name(board, attack.bear),
            "place": place_name(board, attack.target),
        }
        kind, places = "lifts" if attack.lifted else "bounces", (attack.bear, attack.target)
        yield _threat(case.position, kind, attack.by, attack.moves[0], places, params)


_FINDER: Final[Finder[ThreatCase, Threat]] = sort_by_kind(
    collect(_gets_home, _bars, _carries, _takes, _sends_bear), KINDS
)


def find_threats(position: StraitPosition, seat: int) -> tuple[Threat, ...]:
    """The threats of the others, the worst first."""
    if position.outcome is not None or position.setup:
        return ()
    return explain(_FINDER, ThreatCase(position, seat))
