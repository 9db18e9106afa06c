"""Explorers brought home or not, and routes home that were opened, lost or given."""

from __future__ import annotations

from collections.abc import Iterator

from .....core.explain import Finding, Reason
from ..facts import can_open_homecoming, find_homecoming_route
from .case import MistakeCase, Params, finding

_WIN_MISSED, _WIN_GIVEN, _HOME_MISSED = 9000, 8000, 2000
_OWN_ROUTE_LOST, _OWN_ROUTE_MISSED = 200, 160
_THEIR_ROUTE_OPENED, _THEIR_ROUTE_LEFT = 140, 120
"""Weights; a route is open when the next move brings an explorer home."""


def misses_home(case: MistakeCase) -> Iterator[Finding[Reason]]:
    """Only the better line brings an explorer home, or wins, in this turn."""
    had, walk = case.before.stations_reached(case.seat), case.better.walk
    new = [place for place in case.better.end.stations_reached(case.seat) if place not in had]
    if len(case.played.end.stations_reached(case.seat)) >= len(had) + len(new) or not new:
        return
    if walk is None or not case.played.explorer_action_done:
        return
    route: tuple[str, str] | None = (walk.stood, new[0])
    if case.better.draws_before_walking:  # then only a route without what is drawn was certain
        route = find_homecoming_route(case.before, case.seat)
    if route is None:
        return
    params: Params = {"end": case.place(route[1])}
    if case.better.end.outcome is not None:
        params["at_start"] = case.at(route[0])
        yield finding(_WIN_MISSED, "misses-win", "I31", route, params)
    else:
        params["start"] = case.place(route[0])
        yield finding(_HOME_MISSED, "misses-home", "I22", route, params)


def loses_own_route(case: MistakeCase) -> Iterator[Finding[Reason]]:
    """Only after the better line does the next own move bring an explorer home."""
    if not case.both_complete or case.better.has_draw or case.ends_game or case.before.setup:
        return
    played, better = case.played.end, case.better.end
    route = find_homecoming_route(better, case.seat)
    if route is None or find_homecoming_route(played, case.seat) is not None:
        return
    if len(played.stations_reached(case.seat)) > len(better.stations_reached(case.seat)):
        return
    params: Params = {"start": case.place(route[0]), "end": case.place(route[1])}
    if find_homecoming_route(case.before, case.seat) is not None:
        yield finding(_OWN_ROUTE_LOST, "bars-own-road", None, route, params)
    else:
        yield finding(_OWN_ROUTE_MISSED, "misses-road", None, route, params)


def opens_their_route(case: MistakeCase) -> Iterator[Finding[Reason]]:
    """Only after the played line another player's next move gets home, or wins."""
    acted = case.played.floe_action_done and case.better.floe_action_done
    if not acted or case.played.has_draw or case.ends_game or case.before.setup:
        return
    for seat in case.others:
        route = find_homecoming_route(case.played.end, seat)
        if route is None or find_homecoming_route(case.better.end, seat) is not None:
            continue
        params: Params = {"start": case.place(route[0]), "end": case.place(route[1])}
        params["who"] = case.who(seat)
        # with such a floe action the better line would have prevented nothing
        unavoidable = can_open_homecoming(case.better.end, seat)
        if len(case.played.end.stations_reached(seat)) + 1 >= int(case.before.options["goal"]):
            if not unavoidable:
                yield finding(_WIN_GIVEN, "gives-win", "I31", route, params)
        elif find_homecoming_route(case.before, seat) is None:
            yield finding(_THEIR_ROUTE_OPENED, "opens-road", None, route, params)
        elif not unavoidable:
            yield finding(_THEIR_ROUTE_LEFT, "leaves-road", None, route, params)
