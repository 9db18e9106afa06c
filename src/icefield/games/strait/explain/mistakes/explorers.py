"""What an explorer action gave away: who moved and how far, what was paid and what was left."""

from __future__ import annotations

from collections.abc import Iterator

from .....core.message import message
from ...kernel import state as s
from ...kernel.evaluate import CAUGHT_VALUE, OWNED_VALUE
from ...routes import price_text
from ..facts import Line, PathFinder, PathHome, PlayedMove, Walk
from ..move_words import item_name
from .case import (
    MIN_DIFFERENCE,
    Found,
    MistakeCase,
    Words,
    find_nearest_path,
    find_path,
    found,
    name_of,
)

# -- how far ------------------------------------------------------------------------------------


def _progress(case: MistakeCase, line: Line, walk: Walk) -> tuple[PathHome, PathHome] | None:
    """The way home from where an explorer stood and from where its walk ended, over the ice of the
    walk; where a floe carried the explorer first, it stood on the ice before that."""
    ice, seat = line.walk_paths, line.seat
    start = find_path(ice if walk.start == walk.stood else case.paths, seat, walk.stood)
    end = find_path(ice, seat, walk.end)
    return None if start is None or end is None else (start, end)


def walks_away(case: MistakeCase) -> Iterator[Found]:
    """An explorer ends further from home than it stood."""
    walk, best = case.played.walk, case.better.walk
    if walk is None or not walk.stopped:
        return
    if best is not None and (best.stood, best.end) == (walk.stood, walk.end):
        return
    ways = _progress(case, case.played, walk)
    if (
        ways is None
        or ways[1].cost - ways[0].cost < MIN_DIFFERENCE
        or not ways[1].is_harder_than(ways[0])
    ):
        return
    words: Words = {"start": case.place(walk.stood), "end": case.place(walk.end)}
    words |= {"there": ways[0].describe(), "now": ways[1].describe()}
    lost = ways[1].cost - ways[0].cost
    yield found(lost, "walks-away", None, (walk.stood, walk.end), words)


def falls_behind(case: MistakeCase) -> Iterator[Found]:
    """An explorer could have come further: the one that moved, another, or any at all."""
    mine, best = case.played.walk, case.better.walk
    if best is None or not best.could_stop or not case.played.explorer_action_done:
        return
    yield from _wrong_one_home(case)
    could = _progress(case, case.better, best)
    gain = could[0].cost - could[1].cost if could else 0
    if could is None or gain < MIN_DIFFERENCE:
        return
    words: Words = {"end": case.place(best.end), "there": could[1].describe()}
    if mine is None:
        if "step" not in case.played.kinds():
            words["start"] = case.place(best.stood)
            variant = ".new" if case.better.drawn_hex == best.end else ""
            if variant:  # how the tile would lie was not known
                words.pop("there")
            yield found(gain, "stands-still", "I18", (best.stood, best.end), words, variant)
        return
    did = _progress(case, case.played, mine)
    if did is None or case.better.drawn_hex == best.end:
        return
    gain -= did[0].cost - did[1].cost
    if gain < MIN_DIFFERENCE:
        return
    if mine.stood == best.stood:
        if mine.end != best.end and did[1].is_harder_than(could[1]):
            words = {"at_here": case.at(mine.end), "at_end": case.at(best.end)}
            words |= {"now": did[1].describe(), "there": could[1].describe()}
            yield found(gain, "stops-short", "I18", (mine.end, best.end), words)
    else:
        words |= {"first": case.place(mine.stood), "start": case.place(best.stood)}
        words["here"] = case.place(mine.end)
        spaces = (mine.stood, mine.end, best.stood, best.end)
        yield found(gain, "wrong-explorer", None, spaces, words)


def _wrong_one_home(case: MistakeCase) -> Iterator[Found]:
    """Both lines bring an explorer home, the better one the explorer that is further away."""
    mine, best = case.played.walk, case.better.walk
    if mine is None or best is None or mine.stood == best.stood:
        return
    home = [len(line.end.stations_reached(case.seat)) for line in (case.played, case.better)]
    near, far = (find_path(case.paths, case.seat, walk.stood) for walk in (mine, best))
    if near is None or far is None or home[0] != home[1] or not far.is_harder_than(near):
        return
    if (
        len(case.before.stations_reached(case.seat)) == home[0]
        or far.cost - near.cost < MIN_DIFFERENCE
    ):
        return
    words: Words = {"at_first": case.at(mine.stood), "at_start": case.at(best.stood)}
    words["end"] = case.place(best.end)
    spaces = (mine.stood, best.stood, best.end)
    yield found(far.cost - near.cost, "wrong-explorer", None, spaces, words, ".home")


def flees_far(case: MistakeCase) -> Iterator[Found]:
    """The way that was chosen out of a bear's reach leads further from home."""
    number = case.before.asked
    if case.before.phase != "bounce" or number is None:
        return
    mine, best = case.played.turn_moves[0], case.better.turn_moves[0]
    here, there = (d.after.explorers[case.seat][number % s.TEAM_SIZE] for d in (mine, best))
    if here is None or there is None or here == there or mine.parts.kind != "step":
        return
    now, then = (
        PathFinder(mine.after).find(case.seat, here),
        PathFinder(best.after).find(case.seat, there),
    )
    if (
        now is None
        or then is None
        or now.cost - then.cost < MIN_DIFFERENCE
        or not now.is_harder_than(then)
    ):
        return
    words: Words = {"here": case.place(here), "move": name_of(best)}
    words |= {"now": now.describe(), "there": then.describe()}
    yield found(now.cost - then.cost, "flees-far", "I28", (here, there), words)


# -- ropes and fish -----------------------------------------------------------------------------


def pays_more(case: MistakeCase) -> Iterator[Found]:
    """The played line pays more and comes no nearer to home."""
    mine, best = case.played, case.better
    more = sum(mine.spent) - sum(best.spent)
    if not case.explorer_action_done or more <= 0 or best.has_draw != mine.has_draw:
        return
    if mine.paths.remaining_cost(case.seat) < best.paths.remaining_cost(case.seat):
        return
    first = next(deed for deed in mine.own_moves if deed.is_paid)
    words: Words = {"move": name_of(first), "paid": price_text(*mine.spent)}
    rule = "I23" if mine.spent[0] else "I24"
    if any(best.spent):
        words["enough"] = price_text(*best.spent)
        yield found(OWNED_VALUE * more, "pays-more", rule, first.parts.places, words)
    else:
        yield found(OWNED_VALUE * more, "pays-more", rule, first.parts.places, words, ".nothing")


def leaves_item(case: MistakeCase) -> Iterator[Found]:
    """The better line picks something up; the played one leaves it lying."""
    if not case.played.explorer_action_done or not case.better.taken or case.played.taken:
        return
    word, place = case.better.taken[0]
    more = sum(case.better.end.packs[case.seat]) - sum(case.played.end.packs[case.seat])
    if case.takes_new_item or more <= 0:
        return
    stood = case.played.walk is not None and case.played.walk.end == place
    near = stood or place in case.before.explorers[case.seat]
    words: Words = {"item": item_name(word), "at_place": case.at(place)}
    yield found(OWNED_VALUE, "leaves-item", "I18", (place,), words, "" if near else ".further")


def misses_fishing(case: MistakeCase) -> Iterator[Found]:
    """A rope could have been turned into the fish that the way home needs."""
    if (
        not case.explorer_action_done
        or "fish" not in case.better.kinds()
        or "fish" in case.played.kinds()
    ):
        return
    deed = next(deed for deed in case.better.own_moves if deed.parts.kind == "fish")
    had = deed.before.packs[case.seat][1]
    caught = deed.after.packs[case.seat][1] - had
    way = find_nearest_path(case.better, case.seat)
    if caught > 0 and way is not None and way.fish > had:
        start = way.places[0]
        words: Words = {"caught": price_text(0, caught), "need": price_text(0, way.fish)}
        words["start"] = case.place(start)
        yield found(CAUGHT_VALUE * caught, "misses-fishing", "I20", (start,), words)


def fishes_amiss(case: MistakeCase) -> Iterator[Found]:
    """A rope was given for too few fish, or is missing on the way home."""
    if (
        not case.explorer_action_done
        or "fish" not in case.played.kinds()
        or "fish" in case.better.kinds()
    ):
        return
    deed = next(deed for deed in case.played.own_moves if deed.parts.kind == "fish")
    caught = deed.after.packs[case.seat][1] - deed.before.packs[case.seat][1]
    way = find_nearest_path(case.played, case.seat)
    if caught < 2:
        words: Words = {"caught": price_text(0, caught) if caught else message("strait.nothing")}
        yield found(CAUGHT_VALUE * (2 - caught), "fishes-amiss", "I20", (), words)
    elif way is not None and way.ropes > deed.after.packs[case.seat][0]:
        words = {"need": price_text(way.ropes, 0), "start": case.place(way.places[0])}
        yield found(OWNED_VALUE, "fishes-amiss", "I20", way.ridges[0], words, ".rope")


def runs_out(case: MistakeCase) -> Iterator[Found]:
    """The rucksack holds none of what the way home needs."""
    way = (
        find_nearest_path(case.played, case.seat)
        if case.explorer_action_done and not case.takes_new_item
        else None
    )
    if way is None:
        return
    rope, fish = case.played.end.packs[case.seat]
    rope_then, fish_then = case.better.end.packs[case.seat]
    words: Words = {"start": case.place(way.places[0])}
    if way.ropes and not rope and rope_then:
        a, b = way.ridges[0]
        spaces = (way.places[0], a, b)
        words_rope: Words = {**words, "a": case.place(a), "b": case.place(b)}
        yield found(OWNED_VALUE - 10, "out-of-rope", "I23", spaces, words_rope)
    if way.fish and not fish and fish_then:
        at = (*way.bears, *way.swims)[0]
        words |= {"at_place": case.at(at)} if way.bears else {"at": case.place(at)}
        rule, variant = ("I26", ".bear") if way.bears else ("I24", "")
        yield found(OWNED_VALUE - 10, "out-of-fish", rule, (way.places[0], at), words, variant)


def drops(case: MistakeCase) -> Iterator[Found]:
    """Something was dropped that the way home needs, or for nothing."""
    shed = {d.parts.word for d in case.better.own_moves if d.parts.kind == "drop"}
    for deed in case.played.own_moves if case.explorer_action_done else ():
        if deed.parts.kind == "drop" and deed.parts.word not in shed:
            yield from _dropped(case, deed)
            return


def _dropped(case: MistakeCase, deed: PlayedMove) -> Iterator[Found]:
    word, place = deed.parts.word, deed.parts.places[0]
    words: Words = {"item": item_name(word), "at_place": case.at(place)}
    pack, way = case.played.end.packs[case.seat], find_nearest_path(case.played, case.seat)
    if way is not None and not case.played.taken:
        need, has = (way.ropes, pack[0]) if word == "rope" else (way.fish, pack[1])
        if need > has:
            words["start"] = case.place(way.places[0])
            words["need"] = price_text(need, 0) if word == "rope" else price_text(0, need)
            yield found(OWNED_VALUE, "drops-needed", "I21", (place, way.places[0]), words)
            return
    if (
        sum(pack) < min(s.RUCKSACK_SIZE, sum(case.better.end.packs[case.seat]))
        and not case.takes_new_item
    ):
        yield found(OWNED_VALUE // 2, "drops-idly", "I21", (place,), words)
