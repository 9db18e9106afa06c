"""Mistakes with bears: where they were sent, and where they can be sent."""

from __future__ import annotations

from collections.abc import Iterator

from .....core.explain import Finding, Reason
from ..facts import Line
from ..threats import find_bear_attacks
from .case import MistakeCase, Params, find_nearest_path, finding

_DRIVEN, _LIFTED, _HUNTED, _GUARDED = 85, 200, 45, 60
"""Weights of a bear that drives an explorer off, that sends it back to Alaska, that might come, and
that stands on the way."""


def _find_driven(line: Line) -> list[tuple[int, str]]:
    """The explorers that the bears of a line come to: seat and place."""
    return [
        (seat, end)
        for played, end in line.bears
        if end is not None
        for seat, own in enumerate(played.before.explorers)
        if end in own
    ]


def sends_bears_amiss(case: MistakeCase) -> Iterator[Finding[Reason]]:
    """A bear went to an own explorer or onto the own path, or spared the others."""
    mine, best = _find_driven(case.played), _find_driven(case.better)
    own = [place for seat, place in mine if seat == case.seat]
    if own and not any(seat == case.seat for seat, _ in best):
        yield finding(_DRIVEN, "bear-to-own", "I28", (own[0],), {"place": case.place(own[0])})
    theirs = [(seat, place) for seat, place in best if seat != case.seat]
    spared = not any(seat != case.seat for seat, _ in mine)
    if theirs and spared and case.played.explorer_action_done:
        seat, place = theirs[0]
        params: Params = {"who": case.who(seat), "place": case.place(place)}
        lifted = any(m.seat == seat and m.parts.kind == "lift" for m in case.better.turn_moves)
        weight, rule, form = (_LIFTED, "I29", ".lift") if lifted else (_DRIVEN, "I28", "")
        yield finding(weight, "misses-bear", rule, (place,), params, form)
    path = find_nearest_path(case.played, case.seat) if case.both_walked else None
    if path is None:
        return
    for _, end in case.played.bears:
        if end in path.bears and end not in (other for _, other in case.better.bears):
            params = {"place": case.place(end), "start": case.place(path.places[0])}
            yield finding(_GUARDED, "bear-on-way", "I26", (path.places[0], end), params)


def stands_in_reach(case: MistakeCase) -> Iterator[Finding[Reason]]:
    """Only after the played line can another player send a bear to an own explorer."""
    if not case.both_complete or case.ends_game or case.before.setup:
        return
    attacks = find_bear_attacks(case.played.end, case.seat)
    if not attacks:
        return
    before = find_bear_attacks(case.before, case.seat)
    unavoidable = {
        attack.target for attack in (*find_bear_attacks(case.better.end, case.seat), *before)
    }
    for attack in sorted(attacks, key=lambda attack: not attack.lifted):
        if attack.target in unavoidable:
            continue
        params: Params = {"who": case.who(attack.by), "bear": case.place(attack.bear)}
        params["at_place"] = case.at(attack.target)
        weight, rule, form = _HUNTED, "I28", "" if attack.pays else ".flee"
        if attack.lifted:
            weight, rule, form = _LIFTED, "I29", ".lift"
        yield finding(weight, "bear-in-reach", rule, (attack.target, attack.bear), params, form)
        return
