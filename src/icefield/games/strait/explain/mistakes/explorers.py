"""Mistakes with explorers: walks, and escapes from bears."""

from __future__ import annotations

from collections.abc import Iterator

from .....core.explain import Finding, Reason
from ...kernel import state as s
from ..facts import Line, PathFinder, PathHome, Walk
from .case import MIN_DIFFERENCE, MistakeCase, Params, find_path, finding, name_of


def _progress(case: MistakeCase, line: Line, walk: Walk) -> tuple[PathHome, PathHome] | None:
    """The paths home from where an explorer stood and from where its walk ended.

    Both at the time of the walk; where a floe carried the explorer first, the first is from before.
    """
    paths, seat = line.walk_paths, line.seat
    start = find_path(paths if walk.start == walk.stood else case.paths, seat, walk.stood)
    end = find_path(paths, seat, walk.end)
    return None if start is None or end is None else (start, end)


def walks_away(case: MistakeCase) -> Iterator[Finding[Reason]]:
    """An explorer ends further from home than it stood."""
    walk, best = case.played.walk, case.better.walk
    if walk is None or not walk.stopped:
        return
    if best is not None and (best.stood, best.end) == (walk.stood, walk.end):
        return
    paths = _progress(case, case.played, walk)
    if paths is None:
        return
    before, after = paths
    lost = after.cost - before.cost
    if lost < MIN_DIFFERENCE or not after.is_harder_than(before):
        return
    params: Params = {"start": case.place(walk.stood), "end": case.place(walk.end)}
    params |= {"there": before.describe(), "now": after.describe()}
    yield finding(lost, "walks-away", None, (walk.stood, walk.end), params)


def falls_behind(case: MistakeCase) -> Iterator[Finding[Reason]]:
    """An explorer could have come further: the one that moved, another, or any at all."""
    mine, best = case.played.walk, case.better.walk
    if best is None or not best.could_stop or not case.played.explorer_action_done:
        return
    yield from _brings_wrong_one_home(case)
    could = _progress(case, case.better, best)
    gain = could[0].cost - could[1].cost if could else 0
    if could is None or gain < MIN_DIFFERENCE:
        return
    params: Params = {"end": case.place(best.end), "there": could[1].describe()}
    if mine is None:
        if "step" not in case.played.kinds():
            params["start"] = case.place(best.stood)
            form = ".new" if case.better.drawn_hex == best.end else ""
            if form:  # how the tile would lie was not known
                params.pop("there")
            yield finding(gain, "stands-still", "I18", (best.stood, best.end), params, form)
        return
    did = _progress(case, case.played, mine)
    if did is None or case.better.drawn_hex == best.end:
        return
    gain -= did[0].cost - did[1].cost
    if gain < MIN_DIFFERENCE:
        return
    if mine.stood == best.stood:
        if mine.end != best.end and did[1].is_harder_than(could[1]):
            params = {"at_here": case.at(mine.end), "at_end": case.at(best.end)}
            params |= {"now": did[1].describe(), "there": could[1].describe()}
            yield finding(gain, "stops-short", "I18", (mine.end, best.end), params)
    else:
        params |= {"first": case.place(mine.stood), "start": case.place(best.stood)}
        params["here"] = case.place(mine.end)
        spaces = (mine.stood, mine.end, best.stood, best.end)
        yield finding(gain, "wrong-explorer", None, spaces, params)


def _brings_wrong_one_home(case: MistakeCase) -> Iterator[Finding[Reason]]:
    """Both lines bring an explorer home, the better one from further away."""
    mine, best = case.played.walk, case.better.walk
    if mine is None or best is None or mine.stood == best.stood:
        return
    home = [len(line.end.stations_reached(case.seat)) for line in (case.played, case.better)]
    near, far = (find_path(case.paths, case.seat, walk.stood) for walk in (mine, best))
    if near is None or far is None or home[0] != home[1] or not far.is_harder_than(near):
        return
    brings_home = len(case.before.stations_reached(case.seat)) < home[0]
    if not brings_home or far.cost - near.cost < MIN_DIFFERENCE:
        return
    params: Params = {"at_first": case.at(mine.stood), "at_start": case.at(best.stood)}
    params["end"] = case.place(best.end)
    spaces = (mine.stood, best.stood, best.end)
    yield finding(far.cost - near.cost, "wrong-explorer", None, spaces, params, ".home")


def flees_far(case: MistakeCase) -> Iterator[Finding[Reason]]:
    """The escape from a bear leads further from home than another one."""
    number = case.before.asked
    if case.before.phase != "bounce" or number is None:
        return
    mine, best = case.played.turn_moves[0], case.better.turn_moves[0]
    here, there = (d.after.explorers[case.seat][number % s.TEAM_SIZE] for d in (mine, best))
    if here is None or there is None or here == there or mine.parts.kind != "step":
        return
    now = PathFinder(mine.after).find(case.seat, here)
    then = PathFinder(best.after).find(case.seat, there)
    if now is None or then is None:
        return
    lost = now.cost - then.cost
    if lost < MIN_DIFFERENCE or not now.is_harder_than(then):
        return
    params: Params = {"here": case.place(here), "move": name_of(best)}
    params |= {"now": now.describe(), "there": then.describe()}
    yield finding(lost, "flees-far", "I28", (here, there), params)
