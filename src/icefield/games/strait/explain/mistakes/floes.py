"""Floe actions: paths home that they made longer or shorter, or could have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .....core.explain import Finding, Reason
from ..facts import FloeAction, Line, PathHome
from .case import MIN_DIFFERENCE, MistakeCase, Params, find_path, finding, name_of


@dataclass(frozen=True, slots=True)
class _Effect:
    """The effect of a floe action on an explorer's path home."""

    stood: str  # where the explorer is before the line
    start: str  # where it is before the action
    end: str  # and after it
    before: PathHome
    after: PathHome

    @property
    def has_moved(self) -> bool:
        """Whether the explorer has moved since the line began."""
        return self.stood != self.start

    @property
    def gain(self) -> int:
        """The reduction of the path's cost, negative when it is dearer."""
        return self.before.cost - self.after.cost


def _find_effects(line: Line, seat: int) -> list[_Effect]:
    """The effects of a line's floe action on a seat's explorers."""
    action = line.floe_action
    if action is None:
        return []
    changed = []
    positions = line.before, action.played.before, action.played.after
    moved = zip(*(position.explorers[seat] for position in positions), strict=True)
    for stood, start, end in sorted({(a, b, c) for a, b, c in moved if a and b and c}):
        before, after = find_path(action.before, seat, start), find_path(action.after, seat, end)
        if before is not None and after is not None:
            changed.append(_Effect(stood, start, end, before, after))
    return changed


def _find_shortened(line: Line, seat: int) -> list[_Effect]:
    """The effects that make a path shorter, the largest first."""
    easier = [
        e
        for e in _find_effects(line, seat)
        if e.gain >= MIN_DIFFERENCE and e.before.is_harder_than(e.after)
    ]
    return sorted(easier, key=lambda effect: -effect.gain)


def _find_lengthened(line: Line, seat: int) -> list[_Effect]:
    """The effects that make a path longer, the largest first."""
    harder = [
        e
        for e in _find_effects(line, seat)
        if -e.gain >= MIN_DIFFERENCE and e.after.is_harder_than(e.before)
    ]
    return sorted(harder, key=lambda effect: effect.gain)


def _unmoved(effects: list[_Effect]) -> list[_Effect]:
    """The effects on explorers that stand where they did before the line."""
    return [effect for effect in effects if not effect.has_moved]


def _params(case: MistakeCase, action: FloeAction, effect: _Effect) -> Params:
    """The move, where the explorer stands, and both paths."""
    return {
        "move": name_of(action.played),
        "at_start": case.at(effect.stood),
        **_path_params(effect),
    }


def _path_params(effect: _Effect) -> Params:
    """The path after the action and before it."""
    return {"now": effect.after.describe(), "then": effect.before.describe()}


def _rule_of(action: FloeAction) -> str:
    """The rule of a floe action."""
    return {"drift": "I12", "turn": "I14", "put": "I15"}[action.played.parts.kind]


def _is_same_action(case: MistakeCase) -> bool:
    """Whether both lines make the same floe action."""
    mine, best = case.played.floe_action, case.better.floe_action
    return mine is not None and best is not None and mine.played.move == best.played.move


def closes_way(case: MistakeCase) -> Iterator[Finding[Reason]]:
    """The floe action makes an own path home longer.

    It carries the explorer off, takes a floe away that it needs, or turns a ridge to it.
    """
    action = case.played.floe_action
    if action is None or case.played.has_draw or _is_same_action(case):
        return
    for effect in _unmoved(_find_lengthened(case.played, case.seat)):
        params = _path_params(effect) | {"start": case.place(effect.stood)}
        spaces = (effect.start, action.start, action.end or action.start)
        if effect.start != effect.end:
            params["end"] = case.place(effect.end)
            yield finding(-effect.gain, "carried-off", "I12", spaces, params)
        elif action.start in effect.before.places and action.end != action.start:
            params["floe"] = case.place(action.start)
            yield finding(-effect.gain, "loses-floe", "I12", spaces, params)
        else:
            params = _params(case, action, effect)
            yield finding(-effect.gain, "closes-way", _rule_of(action), spaces, params)


def misses_bridge(case: MistakeCase) -> Iterator[Finding[Reason]]:
    """Another floe action would have made an own path home shorter."""
    best = case.better.floe_action
    if best is None or not case.played.floe_action_done or _is_same_action(case):
        return
    kept = max((effect.gain for effect in _find_effects(case.played, case.seat)), default=0)
    for effect in _find_shortened(case.better, case.seat):
        if effect.gain - max(kept, 0) < MIN_DIFFERENCE:
            return
        if not case.better.has_draw:
            spaces = (effect.stood, effect.start, best.start, best.end or best.start)
            params = _params(case, best, effect)
            if effect.has_moved:
                params["here"] = case.place(effect.start)
            form = ".walked" if effect.has_moved else ""
            yield finding(effect.gain, "misses-bridge", _rule_of(best), spaces, params, form)
            return
        if effect.has_moved:
            continue
        was, now = effect.before, effect.after
        if best.start in (*was.water, *was.swims) or len(now.water) < len(was.water):
            # whichever tile is drawn, it lies there
            params = {"start": case.place(effect.start), "end": case.place(best.start)}
            gap = (effect.start, best.start)
            yield finding(effect.gain, "misses-discovery", "I15", gap, params)
            return


def helps_other(case: MistakeCase) -> Iterator[Finding[Reason]]:
    """The floe action makes another player's path home shorter."""
    action = case.played.floe_action
    if action is None or case.played.has_draw or _is_same_action(case):
        return
    for seat in case.others:
        also = max((effect.gain for effect in _find_effects(case.better, seat)), default=0)
        for effect in _unmoved(_find_shortened(case.played, seat))[:1]:
            if effect.gain - max(also, 0) >= MIN_DIFFERENCE:
                params = _params(case, action, effect) | {"who": case.who(seat)}
                spaces = (effect.start, action.start, action.end or action.start)
                yield finding(effect.gain * 2 // 3, "helps-other", None, spaces, params)


def misses_block(case: MistakeCase) -> Iterator[Finding[Reason]]:
    """Another floe action would have made another player's path home longer."""
    action = case.better.floe_action
    if (
        action is None
        or case.better.has_draw
        or _is_same_action(case)
        or not case.played.floe_action_done
    ):
        return
    for seat in case.others:
        also = min((effect.gain for effect in _find_effects(case.played, seat)), default=0)
        for effect in _unmoved(_find_lengthened(case.better, seat))[:1]:
            if min(also, 0) - effect.gain >= MIN_DIFFERENCE:
                params = _params(case, action, effect) | {"who": case.who(seat)}
                spaces = (effect.start, action.start)
                yield finding(-effect.gain // 2, "misses-block", None, spaces, params)
