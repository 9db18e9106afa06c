"""Ropes and fish: what was paid, taken, fished, missed and dropped."""

from __future__ import annotations

from collections.abc import Iterator

from .....core.explain import Finding, Reason
from .....core.message import message
from ...kernel import state as s
from ...kernel.evaluate import CAUGHT_VALUE, OWNED_VALUE
from ..facts import PlayedMove
from ..move_words import item_name, price
from .case import MistakeCase, Params, find_nearest_path, finding, name_of


def pays_more(case: MistakeCase) -> Iterator[Finding[Reason]]:
    """The played line pays more and comes no nearer home."""
    mine, best = case.played, case.better
    more = sum(mine.spent) - sum(best.spent)
    if not case.both_walked or more <= 0 or best.has_draw != mine.has_draw:
        return
    if mine.paths.remaining_cost(case.seat) < best.paths.remaining_cost(case.seat):
        return
    first = next(played for played in mine.own_moves if played.is_paid)
    params: Params = {"move": name_of(first), "paid": price(*mine.spent)}
    rule = "I23" if mine.spent[0] else "I24"
    if any(best.spent):
        params["enough"] = price(*best.spent)
        yield finding(OWNED_VALUE * more, "pays-more", rule, first.parts.places, params)
    else:
        yield finding(OWNED_VALUE * more, "pays-more", rule, first.parts.places, params, ".nothing")


def leaves_item(case: MistakeCase) -> Iterator[Finding[Reason]]:
    """Only the better line takes an item."""
    if not case.played.explorer_action_done or not case.better.taken or case.played.taken:
        return
    word, place = case.better.taken[0]
    more = sum(case.better.end.packs[case.seat]) - sum(case.played.end.packs[case.seat])
    if case.takes_new_item or more <= 0:
        return
    stood = case.played.walk is not None and case.played.walk.end == place
    near = stood or place in case.before.explorers[case.seat]
    params: Params = {"item": item_name(word), "at_place": case.at(place)}
    yield finding(OWNED_VALUE, "leaves-item", "I18", (place,), params, "" if near else ".further")


def misses_fishing(case: MistakeCase) -> Iterator[Finding[Reason]]:
    """A rope could have been turned into the fish that the path home needs."""
    if not case.both_walked or "fish" not in case.better.kinds() or "fish" in case.played.kinds():
        return
    played = next(played for played in case.better.own_moves if played.parts.kind == "fish")
    had = played.before.packs[case.seat][1]
    caught = played.after.packs[case.seat][1] - had
    path = find_nearest_path(case.better, case.seat)
    if caught > 0 and path is not None and path.fish > had:
        start = path.places[0]
        params: Params = {"caught": price(0, caught), "need": price(0, path.fish)}
        params["start"] = case.place(start)
        yield finding(CAUGHT_VALUE * caught, "misses-fishing", "I20", (start,), params)


def fishes_amiss(case: MistakeCase) -> Iterator[Finding[Reason]]:
    """A rope was given for too few fish, or is missing on the path home."""
    if not case.both_walked or "fish" not in case.played.kinds() or "fish" in case.better.kinds():
        return
    played = next(played for played in case.played.own_moves if played.parts.kind == "fish")
    caught = played.after.packs[case.seat][1] - played.before.packs[case.seat][1]
    path = find_nearest_path(case.played, case.seat)
    if caught < 2:
        params: Params = {"caught": price(0, caught) if caught else message("strait.nothing")}
        yield finding(CAUGHT_VALUE * (2 - caught), "fishes-amiss", "I20", (), params)
    elif path is not None and path.ropes > played.after.packs[case.seat][0]:
        params = {"need": price(path.ropes, 0), "start": case.place(path.places[0])}
        yield finding(OWNED_VALUE, "fishes-amiss", "I20", path.ridges[0], params, ".rope")


def runs_out(case: MistakeCase) -> Iterator[Finding[Reason]]:
    """The rucksack has none of what the path home needs, and could have."""
    if not case.both_walked or case.takes_new_item:
        return
    path = find_nearest_path(case.played, case.seat)
    if path is None:
        return
    rope, fish = case.played.end.packs[case.seat]
    rope_then, fish_then = case.better.end.packs[case.seat]
    params: Params = {"start": case.place(path.places[0])}
    if path.ropes and not rope and rope_then:
        a, b = path.ridges[0]
        spaces = (path.places[0], a, b)
        rope_params: Params = {**params, "a": case.place(a), "b": case.place(b)}
        yield finding(OWNED_VALUE - 10, "out-of-rope", "I23", spaces, rope_params)
    if path.fish and not fish and fish_then:
        at = (*path.bears, *path.swims)[0]
        params |= {"at_place": case.at(at)} if path.bears else {"at": case.place(at)}
        rule, form = ("I26", ".bear") if path.bears else ("I24", "")
        yield finding(OWNED_VALUE - 10, "out-of-fish", rule, (path.places[0], at), params, form)


def drops_item(case: MistakeCase) -> Iterator[Finding[Reason]]:
    """Something was dropped that the path home needs, or for nothing."""
    anyway = {m.parts.word for m in case.better.own_moves if m.parts.kind == "drop"}
    for played in case.played.own_moves if case.both_walked else ():
        if played.parts.kind == "drop" and played.parts.word not in anyway:
            yield from _judge_drop(case, played)
            return


def _judge_drop(case: MistakeCase, played: PlayedMove) -> Iterator[Finding[Reason]]:
    """A drop of an item that the path home needs, or for nothing."""
    word, place = played.parts.word, played.parts.places[0]
    params: Params = {"item": item_name(word), "at_place": case.at(place)}
    pack, path = case.played.end.packs[case.seat], find_nearest_path(case.played, case.seat)
    if path is not None and not case.played.taken:
        need, has = (path.ropes, pack[0]) if word == "rope" else (path.fish, pack[1])
        if need > has:
            params["start"] = case.place(path.places[0])
            params["need"] = price(need, 0) if word == "rope" else price(0, need)
            yield finding(OWNED_VALUE, "drops-needed", "I21", (place, path.places[0]), params)
            return
    better_pack = case.better.end.packs[case.seat]
    if sum(pack) < min(s.RUCKSACK_SIZE, sum(better_pack)) and not case.takes_new_item:
        yield finding(OWNED_VALUE // 2, "drops-idly", "I21", (place,), params)
