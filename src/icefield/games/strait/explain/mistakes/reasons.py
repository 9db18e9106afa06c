"""Why a decision in `strait` was a mistake, in sentences.

Each finder looks at a case, the line that was played beside a better one, and either says what it
sees with a weight (hundredths of a turn, about) or says nothing. What it says is true of the two
lines as they are replayed here. What a draw brings is not known when one decides, so ways over a
floe that was drawn in a line are not compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from .....core.mistakes import Mistake, Reason
from ..facts import Line, can_open_homecoming, find_homecoming_route
from . import explorers as walks
from . import floes
from .case import Finder, Found, MistakeCase, Words, find_nearest_path, found

if TYPE_CHECKING:
    from ...position import StraitPosition

_WON, _LOST, _HOME, _ROAD = 9000, 8000, 2000, 160
"""What is more than a stretch of way: a win missed, a win given, an explorer brought home, one
that the next move would bring home."""
_DRIVEN, _LIFTED, _HUNTED, _GUARDED = 85, 200, 45, 60
"""Bears: one that drives an explorer off, one that sends it back to Alaska, one that might come,
one that stands on the way."""

# -- home, and the road there -------------------------------------------------------------------


def _misses_home(case: MistakeCase) -> Iterator[Found]:
    """The better line brings an explorer home, or wins, in this turn; the played one does not."""
    had, walk = case.before.stations_reached(case.seat), case.better.walk
    new = [place for place in case.better.end.stations_reached(case.seat) if place not in had]
    if len(case.played.end.stations_reached(case.seat)) >= len(had) + len(new) or not new:
        return
    if walk is None or not case.played.explorer_action_done:
        return
    way: tuple[str, str] | None = (walk.stood, new[0])
    if (
        case.better.draws_before_walking
    ):  # a way over what is drawn was not certain, one without it was
        way = find_homecoming_route(case.before, case.seat)
    if way is None:
        return
    words: Words = {"end": case.place(way[1])}
    if case.better.end.outcome is not None:
        words["at_start"] = case.at(way[0])
        yield found(_WON, "misses-win", "I31", way, words)
    else:
        words["start"] = case.place(way[0])
        yield found(_HOME, "misses-home", "I22", way, words)


def _own_road(case: MistakeCase) -> Iterator[Found]:
    """After the better line the next own move would bring an explorer home."""
    if not case.both_complete or case.better.has_draw or case.over or case.before.setup:
        return
    wanted, now = (
        find_homecoming_route(case.better.end, case.seat),
        find_homecoming_route(case.played.end, case.seat),
    )
    if wanted is None or now is not None:
        return
    if len(case.played.end.stations_reached(case.seat)) > len(
        case.better.end.stations_reached(case.seat)
    ):
        return
    words: Words = {"start": case.place(wanted[0]), "end": case.place(wanted[1])}
    if find_homecoming_route(case.before, case.seat) is not None:
        yield found(_ROAD + 40, "bars-own-road", None, wanted, words)
    else:
        yield found(_ROAD, "misses-road", None, wanted, words)


def _their_road(case: MistakeCase) -> Iterator[Found]:
    """After the played line another player gets home, or wins, with the next move."""
    shifted = case.played.floe_action_done and case.better.floe_action_done
    if not shifted or case.played.has_draw or case.over or case.before.setup:
        return
    for seat in case.others:
        now = find_homecoming_route(case.played.end, seat)
        if now is None or find_homecoming_route(case.better.end, seat) is not None:
            continue
        words: Words = {"start": case.place(now[0]), "end": case.place(now[1])}
        words["who"] = case.who(seat)
        anyway = can_open_homecoming(
            case.better.end, seat
        )  # then nothing would have kept them from it
        if len(case.played.end.stations_reached(seat)) + 1 >= int(case.before.options["goal"]):
            if not anyway:
                yield found(_LOST, "gives-win", "I31", now, words)
        elif find_homecoming_route(case.before, seat) is None:
            yield found(_ROAD - 20, "opens-road", None, now, words)
        elif not anyway:
            yield found(_ROAD - 40, "leaves-road", None, now, words)


# -- bears --------------------------------------------------------------------------------------


def _driven(line: Line) -> list[tuple[int, str]]:
    """Whom the bears of a line come to: seat and place."""
    return [
        (seat, end)
        for deed, end in line.bears
        if end is not None
        for seat, own in enumerate(deed.before.explorers)
        if end in own
    ]


def _bears(case: MistakeCase) -> Iterator[Found]:
    """Where bears were sent, and where they might have been."""
    mine, best = _driven(case.played), _driven(case.better)
    own = [place for seat, place in mine if seat == case.seat]
    if own and not any(seat == case.seat for seat, _ in best):
        yield found(_DRIVEN, "bear-to-own", "I28", (own[0],), {"place": case.place(own[0])})
    theirs = [(seat, place) for seat, place in best if seat != case.seat]
    if (
        theirs
        and not any(seat != case.seat for seat, _ in mine)
        and case.played.explorer_action_done
    ):
        seat, place = theirs[0]
        words: Words = {"who": case.who(seat), "place": case.place(place)}
        lifted = any(d.seat == seat and d.parts.kind == "lift" for d in case.better.turn_moves)
        weight, rule, variant = (_LIFTED, "I29", ".lift") if lifted else (_DRIVEN, "I28", "")
        yield found(weight, "misses-bear", rule, (place,), words, variant)
    way = (
        find_nearest_path(case.played, case.seat)
        if case.played.bears and case.explorer_action_done
        else None
    )
    for _, end in case.played.bears if way is not None else ():
        if way is None or end not in way.bears or end in (to for _, to in case.better.bears):
            continue
        assert end is not None
        words = {"place": case.place(end), "start": case.place(way.places[0])}
        yield found(_GUARDED, "bear-on-way", "I26", (way.places[0], end), words)


def _in_reach(case: MistakeCase) -> Iterator[Found]:
    """Another player can send a bear to an own explorer, and could not after the better line."""
    from ..threats import find_bear_attacks

    if not case.both_complete or case.over or case.before.setup:
        return
    hunts = find_bear_attacks(case.played.end, case.seat)
    if not hunts:
        return
    anyway = {hunt.target for hunt in find_bear_attacks(case.better.end, case.seat)}
    anyway |= {hunt.target for hunt in find_bear_attacks(case.before, case.seat)}
    for hunt in sorted(hunts, key=lambda hunt: not hunt.lifted):
        if hunt.target in anyway:
            continue
        words: Words = {"who": case.who(hunt.by), "bear": case.place(hunt.bear)}
        words["at_place"] = case.at(hunt.target)
        weight, rule, variant = _HUNTED, "I28", "" if hunt.pays else ".flee"
        if hunt.lifted:
            weight, rule, variant = _LIFTED, "I29", ".lift"
        yield found(weight, "bear-in-reach", rule, (hunt.target, hunt.bear), words, variant)
        return


# -- the set-up ---------------------------------------------------------------------------------


def _far_station(case: MistakeCase) -> Iterator[Found]:
    """A station in Alaska from which the way home is longer; also after an air-lift."""
    mine, best = case.played.turn_moves[0].parts, case.better.turn_moves[0].parts
    if mine.kind not in ("station", "lift") or best.kind != mine.kind:
        return
    here, there = mine.places[0], best.places[0]
    now, then = case.paths.find(case.seat, here), case.paths.find(case.seat, there)
    if now is None or then is None or now.cost <= then.cost or not now.is_harder_than(then):
        return
    words: Words = {"here": case.place(here), "end": case.place(there)}
    words |= {"now": now.describe(), "there": then.describe()}
    rule = "I10" if mine.kind == "station" else "I29"
    yield found(now.cost - then.cost, "far-station", rule, (here, there), words)


# -- all of them --------------------------------------------------------------------------------

_FINDERS: Final[tuple[Finder, ...]] = (
    *(_misses_home, _their_road, _own_road, walks.falls_behind, walks.walks_away),
    *(walks.flees_far, walks.pays_more, walks.leaves_item, walks.misses_fishing),
    *(walks.fishes_amiss, walks.runs_out, walks.drops, floes.closes_way),
    *(floes.misses_bridge, floes.helps_other, floes.misses_block, _bears, _in_reach),
    _far_station,
)
KINDS: Final = (
    *("misses-win", "misses-home", "gives-win", "opens-road", "leaves-road"),
    *("bars-own-road", "misses-road", "stands-still", "stops-short", "wrong-explorer"),
    *("walks-away", "flees-far", "pays-more", "leaves-item", "misses-fishing", "fishes-amiss"),
    *("out-of-rope", "out-of-fish", "drops-needed", "drops-idly", "closes-way"),
    *("loses-floe", "carried-off"),
    *("misses-bridge", "misses-discovery", "helps-other", "misses-block", "bear-to-own"),
    *("bear-on-way", "misses-bear", "bear-in-reach", "far-station"),
)
"""All kinds of reason."""


def find_reasons(mistake: Mistake, before: StraitPosition) -> tuple[Reason, ...]:
    """The reasons that apply, the most telling first, each kind once."""
    if not mistake.played or not mistake.better:
        return ()
    played = Line(before, mistake.seat, mistake.played)
    better = Line(before, mistake.seat, mistake.better)
    case = MistakeCase(before, mistake.seat, played, better)
    seen = sorted((f for finder in _FINDERS for f in finder(case)), key=lambda f: -f.weight)
    kinds: dict[str, Reason] = {}
    for each in seen:
        kinds.setdefault(each.reason.kind, each.reason)
    return tuple(kinds.values())
