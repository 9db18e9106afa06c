"""The station from which an explorer sets out."""

from __future__ import annotations

from collections.abc import Iterator

from .....core.explain import Finding, Reason
from .case import MistakeCase, Params, finding


def chooses_far_station(case: MistakeCase) -> Iterator[Finding[Reason]]:
    """A station in Alaska from which the path home is longer; also after an air-lift."""
    mine, best = case.played.turn_moves[0].parts, case.better.turn_moves[0].parts
    if mine.kind not in ("station", "lift") or best.kind != mine.kind:
        return
    here, there = mine.places[0], best.places[0]
    now, then = case.paths.find(case.seat, here), case.paths.find(case.seat, there)
    if now is None or then is None or now.cost <= then.cost or not now.is_harder_than(then):
        return
    params: Params = {"here": case.place(here), "end": case.place(there)}
    params |= {"now": now.describe(), "there": then.describe()}
    rule = "I10" if mine.kind == "station" else "I29"
    yield finding(now.cost - then.cost, "far-station", rule, (here, there), params)
