"""What a floe action gave away: ways that it closed or opened, and those it could have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..facts import FloeAction, Line, PathHome
from .case import MIN_DIFFERENCE, Found, MistakeCase, Words, find_path, found, name_of


@dataclass(frozen=True, slots=True)
class _Effect:
    """What a floe action does to an explorer's way home."""

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
        """How much nearer it is; negative when it is further."""
        return self.before.cost - self.after.cost


def _effects(line: Line, seat: int) -> list[_Effect]:
    """How the ways of a seat's explorers change by the floe action of a line."""
    shift = line.floe_action
    if shift is None:
        return []
    changed = []
    positions = line.before, shift.played.before, shift.played.after
    moved = zip(*(position.explorers[seat] for position in positions), strict=True)
    for stood, start, end in sorted({(a, b, c) for a, b, c in moved if a and b and c}):
        before, after = find_path(shift.before, seat, start), find_path(shift.after, seat, end)
        if before is not None and after is not None:
            changed.append(_Effect(stood, start, end, before, after))
    return changed


def _easier(line: Line, seat: int) -> list[_Effect]:
    """Those that become shorter, the most first."""
    easier = [
        e
        for e in _effects(line, seat)
        if e.gain >= MIN_DIFFERENCE and e.before.is_harder_than(e.after)
    ]
    return sorted(easier, key=lambda effect: -effect.gain)


def _harder(line: Line, seat: int) -> list[_Effect]:
    """Those that become longer, the most first."""
    harder = [
        e
        for e in _effects(line, seat)
        if -e.gain >= MIN_DIFFERENCE and e.after.is_harder_than(e.before)
    ]
    return sorted(harder, key=lambda effect: effect.gain)


def _there(effects: list[_Effect]) -> list[_Effect]:
    """Those of explorers that are still where they stood, as one says "the explorer on d5"."""
    return [effect for effect in effects if not effect.has_moved]


def _words(case: MistakeCase, shift: FloeAction, effect: _Effect) -> Words:
    return {"move": name_of(shift.played), "at_start": case.at(effect.stood), **_ways(effect)}


def _ways(effect: _Effect) -> Words:
    return {"now": effect.after.describe(), "then": effect.before.describe()}


def _rule(shift: FloeAction) -> str:
    return {"drift": "I12", "turn": "I14", "put": "I15"}[shift.played.parts.kind]


def _same(case: MistakeCase) -> bool:
    """Whether both lines do the same with the same floe."""
    mine, best = case.played.floe_action, case.better.floe_action
    return mine is not None and best is not None and mine.played.move == best.played.move


def closes_way(case: MistakeCase) -> Iterator[Found]:
    """The floe action makes an own way home longer: it carries the explorer off, takes a floe away
    that it needs, or turns a ridge to it."""
    shift = case.played.floe_action
    if shift is None or case.played.has_draw or _same(case):
        return
    for effect in _there(_harder(case.played, case.seat)):
        words = _ways(effect) | {"start": case.place(effect.stood)}
        spaces = (effect.start, shift.start, shift.end or shift.start)
        if effect.start != effect.end:
            words["end"] = case.place(effect.end)
            yield found(-effect.gain, "carried-off", "I12", spaces, words)
        elif shift.start in effect.before.places and shift.end != shift.start:
            words["floe"] = case.place(shift.start)
            yield found(-effect.gain, "loses-floe", "I12", spaces, words)
        else:
            words = _words(case, shift, effect)
            yield found(-effect.gain, "closes-way", _rule(shift), spaces, words)


def misses_bridge(case: MistakeCase) -> Iterator[Found]:
    """Another floe action would have made an own way home shorter."""
    best = case.better.floe_action
    if best is None or not case.played.floe_action_done or _same(case):
        return
    kept = max((effect.gain for effect in _effects(case.played, case.seat)), default=0)
    for effect in _easier(case.better, case.seat):
        if effect.gain - max(kept, 0) < MIN_DIFFERENCE:
            return
        if not case.better.has_draw:
            spaces = (effect.stood, effect.start, best.start, best.end or best.start)
            words = _words(case, best, effect)
            if effect.has_moved:
                words["here"] = case.place(effect.start)
            variant = ".walked" if effect.has_moved else ""
            yield found(effect.gain, "misses-bridge", _rule(best), spaces, words, variant)
            return
        if effect.has_moved:
            continue
        was, now = effect.before, effect.after
        if best.start in (*was.water, *was.swims) or len(now.water) < len(was.water):
            # the tile was not known, but whichever it is, it lies there
            words = {"start": case.place(effect.start), "end": case.place(best.start)}
            gap = (effect.start, best.start)
            yield found(effect.gain, "misses-discovery", "I15", gap, words)
            return


def helps_other(case: MistakeCase) -> Iterator[Found]:
    """The floe action makes another player's way home shorter."""
    shift = case.played.floe_action
    if shift is None or case.played.has_draw or _same(case):
        return
    for seat in case.others:
        also = max((effect.gain for effect in _effects(case.better, seat)), default=0)
        for effect in _there(_easier(case.played, seat))[:1]:
            if effect.gain - max(also, 0) >= MIN_DIFFERENCE:
                words = _words(case, shift, effect) | {"who": case.who(seat)}
                spaces = (effect.start, shift.start, shift.end or shift.start)
                yield found(effect.gain * 2 // 3, "helps-other", None, spaces, words)


def misses_block(case: MistakeCase) -> Iterator[Found]:
    """Another floe action would have made another player's way home longer."""
    shift = case.better.floe_action
    if shift is None or case.better.has_draw or _same(case) or not case.played.floe_action_done:
        return
    for seat in case.others:
        also = min((effect.gain for effect in _effects(case.played, seat)), default=0)
        for effect in _there(_harder(case.better, seat))[:1]:
            if min(also, 0) - effect.gain >= MIN_DIFFERENCE:
                words = _words(case, shift, effect) | {"who": case.who(seat)}
                spaces = (effect.start, shift.start)
                yield found(-effect.gain // 2, "misses-block", None, spaces, words)
