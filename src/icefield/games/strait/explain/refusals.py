"""Why a move of `strait` is not allowed. Legality itself is the generator's business: everything
here is asked only about moves that are known to be illegal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import numpy as np

from ....core.errors import BadNotation, Refusal
from ....core.message import Message, message
from ..board import DIRECTIONS, ITEMS, rotate
from ..kernel import state as s
from ..kernel.floes import (
    MAX_DRIFT_ENDS,
    can_leave,
    has_clear_entry,
    is_bag_empty,
    is_floe,
    list_drift_ends,
    may_move,
)
from ..kernel.moves import is_on_trail
from ..kernel.steps import (
    MAX_STEPS,
    STEP_FISH,
    STEP_LEFT,
    STEP_LOST,
    STEP_OVER,
    STEP_TO,
    bear_target,
    can_stop,
    has_explorer,
    list_steps,
)
from ..scene.touches import WALK
from ..text.moves import MoveParts, read_move
from .move_words import place_name

if TYPE_CHECKING:
    from ..position import StraitPosition

_MOVES_OF_PHASE: Final = {  # what may be done in a phase
    "start": ("start",),
    "tile": ("tile",),
    "card": ("card",),
    "put": ("put",),
    "station": ("station",),
    "turn": ("drift", "turn", "discover", "step", "collect", "fish", "drop", "end"),
    "move": ("step", "stop", "drop"),
    "send": ("send",),
    "bounce": ("step", "send", "lift"),
    "take": ("take", "drop"),
}
_FLOE_ACTIONS: Final = ("drift", "turn", "discover")
_EXPLORER_ACTIONS: Final = ("step", "collect", "fish")


def _refusal(code: str, rule: str, **params: str | int | Message) -> Refusal:
    return Refusal(code, rule, message(f"strait.why.{code}", **params))


def _phase_rule(position: StraitPosition) -> str:
    """The rule that says what is decided now."""
    drawing = "I9" if position.setup else "I15"
    rules = {"start": "I8", "tile": drawing, "card": drawing, "put": drawing, "station": "I10"}
    rules |= {"turn": "I11", "move": "I18", "send": "I27", "bounce": "I28", "take": "I18"}
    return rules[position.phase]


def _not_now(position: StraitPosition) -> Refusal:
    now = message(f"strait.why.now.{position.phase}")
    return _refusal("not-now", _phase_rule(position), now=now)


def diagnose(position: StraitPosition, parts: MoveParts, seat: int) -> Refusal:
    """The reason, with its rule."""
    if parts.kind not in _MOVES_OF_PHASE[position.phase]:
        return _not_now(position)
    if position.phase == "turn":
        if parts.kind in _FLOE_ACTIONS and position.floe_done:
            return _refusal("floe-done", "I11")
        if parts.kind in _EXPLORER_ACTIONS and position.explorer_done:
            return _refusal("explorer-done", "I18")
        if parts.kind == "end":
            return _refusal("floe-first", "I17")
    match parts.kind:
        case "step":
            return _step(position, parts, seat)
        case "stop":
            return _stop(position, seat)
        case "put":
            return _put(position, parts)
        case "station" | "lift":
            return _station(position, parts)
        case "drift" | "turn" | "discover":
            return _floe(position, parts, seat)
        case "fish":
            return _refusal("no-rope", "I20")
        case "collect" | "take":
            return _collect(position, parts, seat)
        case "drop":
            return _drop(position, parts, seat)
        case "send":
            return _send(position, parts, seat)
        case _:
            return _chance(position, parts)


def _name(position: StraitPosition, at: int) -> Message:
    return place_name(position.map, position.map.places[int(at)])


# -- chance ---------------------------------------------------------------------------------------


def _chance(position: StraitPosition, parts: MoveParts) -> Refusal:
    if parts.kind == "start":
        return _refusal("no-such-player", "I8", count=position.seats)
    if parts.kind == "tile":
        return _refusal("no-such-tile", "I5", mask=parts.word)
    return _refusal("no-such-card", "I6", card=parts.word)


# -- set-up and discovery -------------------------------------------------------------------------


def _put(position: StraitPosition, parts: MoveParts) -> Refusal:
    st, board, rule = position.state, position.map, _phase_rule(position)
    at = board.number[parts.places[0]]
    place = _name(position, at)
    if st[s.KIND + at] != s.SEA:
        return _refusal("not-sea", rule, place=place)
    if is_floe(st, at):
        return _refusal("occupied", rule, place=place)
    entry = bool(st[s.ENTRY + at])
    if position.setup and entry:
        return _refusal("entry-point", rule, place=place)
    if not position.setup and not entry:
        return _refusal("not-entry", rule, place=place)
    if position.hand is not None:
        mask = position.hand[0]
        if int(parts.word) not in [rotate(mask, steps) for steps in range(6)]:
            return _refusal("wrong-mask", rule, mask=parts.word, tile=mask)
    near = [
        int(x)
        for x in st[s.NEIGHBOUR + 6 * at : s.NEIGHBOUR + 6 * at + 6]
        if x >= 0 and is_floe(st, x)
    ]
    if near:
        return _refusal("next-to-floe", rule, place=place, other=_name(position, near[0]))
    return _not_now(position)


def _station(position: StraitPosition, parts: MoveParts) -> Refusal:
    """An explorer is to be put on a station (I10), or lifted there (I29)."""
    at = position.map.number[parts.places[0]]
    rule = "I10" if parts.kind == "station" else "I29"
    if parts.kind == "lift" and not any(m.text.startswith("lift:") for m in position.moves()):
        return _refusal("escape-exists", "I29")
    if position.state[s.KIND + at] != s.ALASKA:
        return _refusal("not-alaska", rule, place=_name(position, at))
    return _refusal("station-full", rule, place=_name(position, at))


# -- floes ----------------------------------------------------------------------------------------


def _floe(position: StraitPosition, parts: MoveParts, seat: int) -> Refusal:
    st = position.state
    if parts.kind == "discover" and not (parts.places and is_bag_empty(st)):
        return _discover(position, seat)
    at = position.map.number[parts.places[0]]
    place = _name(position, at)
    if not is_floe(st, at):
        return _refusal("no-floe", "I11", place=place)
    if not may_move(st, seat, at):
        return _refusal("not-your-floe", "I11", place=place)
    ends = _ends(position, at)
    off = parts.word == "off" or parts.kind == "discover"
    if parts.kind == "discover" and s.NOTHING in ends:
        return _refusal("no-entry", "I15")
    if st[s.OCCUPANTS + at] > 0 and (off or (not ends and s.OFF in _flow(position, at))):
        return _refusal("explorer-aboard", "I13", place=place)
    if not ends:
        ahead = next((to for to in _flow(position, at) if to >= 0), at)
        return _refusal("blocked", "I12", place=place, other=_name(position, ahead))
    if parts.kind == "discover":
        return _refusal("does-not-leave", "I16", place=place)
    listed = _listed(position, ends)
    end = position.map.number[parts.places[-1]]
    if not off and end not in _downstream(position, at):
        where = _name(position, end)
        return _refusal("not-its-current", "I12", place=place, other=where, ends=listed)
    return _refusal("wrong-end", "I12", place=place, ends=listed)


def _discover(position: StraitPosition, seat: int) -> Refusal:
    """The floe that drifts off first is named although the bag is not empty, or none is."""
    st = position.state
    if not is_bag_empty(st):
        if not has_clear_entry(st, -1):
            return _refusal("no-entry", "I15")
        return _refusal("bag-not-empty", "I16")
    for at in range(len(position.map.sea)):
        if (
            is_floe(st, at)
            and may_move(st, seat, at)
            and can_leave(st, at)
            and has_clear_entry(st, at)
        ):
            move = f"discover:{position.map.places[at]}"
            return _refusal("bag-empty", "I16", move=move)
    return _refusal("no-floe-leaves", "I16")


def _ends(position: StraitPosition, at: int) -> list[int]:
    found = np.empty(MAX_DRIFT_ENDS, dtype=np.int64)
    return [int(end) for end in found[: list_drift_ends(position.state, at, found)]]


def _flow(position: StraitPosition, at: int) -> list[int]:
    """Where the current goes on from a hex."""
    ways = position.state[s.FLOW + 2 * at : s.FLOW + 2 * at + 2]
    return [int(to) for to in ways if to != s.NONE]


def _downstream(position: StraitPosition, at: int) -> set[int]:
    found: set[int] = set()
    todo = _flow(position, at)
    while todo:
        to = todo.pop()
        if to >= 0 and to not in found:
            found.add(to)
            todo += _flow(position, to)
    return found


def _listed(position: StraitPosition, ends: list[int]) -> Message:
    """ "d3 or off the board"."""
    off = message("strait.why.off")
    names = [off if end == s.NOTHING else _name(position, end) for end in sorted(ends)]
    listed = names[0]
    for more in names[1:]:
        listed = message("strait.why.or", first=listed, then=more)
    return listed


# -- items ----------------------------------------------------------------------------------------


def _collect(position: StraitPosition, parts: MoveParts, seat: int) -> Refusal:
    st, item = position.state, ITEMS.index(parts.word) if parts.word in ITEMS else 0
    rule = "I19" if parts.kind == "collect" else "I18"
    if parts.kind == "take":
        at = int(st[s.PLACE_OF + st[s.MOVER]])
    else:
        at = position.map.number[parts.places[0]]
        if not has_explorer(st, seat, at):
            return _refusal("no-explorer", rule, place=_name(position, at))
    if position.items(position.map.places[at])[item] == 0:
        return _refusal(f"no-{parts.word}-there", rule, place=_name(position, at))
    return _refusal("rucksack-full", "I7", most=s.RUCKSACK_SIZE)


def _drop(position: StraitPosition, parts: MoveParts, seat: int) -> Refusal:
    st = position.state
    at = position.map.number[parts.places[0]]
    if position.phase != "turn":
        here = int(st[s.PLACE_OF + st[s.MOVER]])
        if at != here:
            return _refusal("drop-elsewhere", "I21", place=_name(position, here))
    elif not has_explorer(st, seat, at):
        return _refusal("drop-nobody", "I21", place=_name(position, at))
    if st[s.KIND + at] == s.SIBERIA:
        return _refusal("drop-siberia", "I21")
    if position.packs[seat][ITEMS.index(parts.word)] == 0:
        return _refusal(f"no-{parts.word}-to-drop", "I21")
    return _refusal("drop-needed", "I21", place=_name(position, at))


# -- bears ----------------------------------------------------------------------------------------


def _send(position: StraitPosition, parts: MoveParts, seat: int) -> Refusal:
    st, way = position.state, parts.word
    if position.phase == "bounce" and position.packs[seat][1] == 0:
        return _refusal("no-fish-to-send", "I28")
    place = int(st[s.PLACE_OF + st[s.ASKED]])
    target = int(bear_target(st, place, DIRECTIONS.index(way)))
    if target < 0:
        return _refusal("bear-land", "I27")
    if st[s.BEARS + target] >= s.CAPACITY:
        return _refusal("bear-crowd", "I27", place=_name(position, target))
    if position.phase == "bounce" and is_on_trail(st, target):
        return _refusal("bear-back", "I28", place=_name(position, target))
    return _not_now(position)


# -- steps ----------------------------------------------------------------------------------------


def _step(position: StraitPosition, parts: MoveParts, seat: int) -> Refusal:
    """A step or swim: who goes, where it leads, what it costs, and whether one may be there."""
    st, number = position.state, position.map.number
    start, end = number[parts.places[0]], number[parts.places[-1]]
    over = number[parts.places[1]] if parts.swims else s.NOTHING
    found = _not_there(position, start, seat) or _no_way(position, start, end, over)
    if found is not None:
        return found
    place = _name(position, end)
    if end == start or st[s.VISITED + end] == 1:
        return _refusal("visited", "I18", place=place)
    if st[s.KIND + end] == s.SIBERIA and has_explorer(st, seat, end):
        return _refusal("own-there", "I22", place=place)
    way = next(
        (w for w in _ways(position, seat, start) if (w[STEP_TO], w[STEP_OVER]) == (end, over)), None
    )
    if way is None:
        return _refusal("not-next", "I23", start=_name(position, start), place=place)
    found = _too_dear(position, start, way, seat)
    if found is not None:
        return found
    return _no_stay(position, end, seat, "" if position.phase == "bounce" else "dead-end-")


def _not_there(position: StraitPosition, start: int, seat: int) -> Refusal | None:
    """The explorer that steps now is not where the step begins."""
    st = position.state
    if position.phase == "turn":
        if not has_explorer(st, seat, start):
            return _refusal("no-explorer", "I18", place=_name(position, start))
        if st[s.KIND + start] == s.SIBERIA:
            return _refusal("home-stays", "I22")
        return None
    moving = position.phase == "move"
    here = int(st[s.PLACE_OF + st[s.MOVER if moving else s.ASKED]])
    if here == start:
        return None
    code, rule = ("mover-elsewhere", "I18") if moving else ("escape-elsewhere", "I28")
    return _refusal(code, rule, place=_name(position, here))


def _touching(position: StraitPosition, at: int) -> list[int]:
    """The places next to a place."""
    return [
        int(x) for x in position.state[s.NEIGHBOUR + 6 * at : s.NEIGHBOUR + 6 * at + 6] if x >= 0
    ]


def _no_way(position: StraitPosition, start: int, end: int, over: int) -> Refusal | None:
    """Two places that no step, or no swim across that hex, connects (I23–I25)."""
    st = position.state
    first, last = _name(position, start), _name(position, end)
    if over != s.NOTHING:
        across = _name(position, over)
        if st[s.FLOE + over] >= 0:
            return _refusal("swim-blocked", "I24", over=across)
        if st[s.FLOE + end] < 0:
            return _refusal("in-the-sea", "I24", place=last)
        if over not in _touching(position, start) or end not in _touching(position, over):
            return _refusal("not-across", "I24", start=first, place=last, over=across)
        return None
    if st[s.FLOE + end] < 0:
        return _refusal("in-the-sea", "I24", place=last)
    if end in _touching(position, start) or end == start:
        return None
    between = _between(position, start, end)
    if between:
        place = position.map.places
        move = f"{place[start]}~{place[between[0]]}~{place[end]}"
        return _refusal("swim-it", "I24", start=first, place=last, move=move)
    if st[s.KIND + start] == st[s.KIND + end] == s.ALASKA:
        return _refusal("open-land", "I25", start=first, place=last)
    return _refusal("not-next", "I23", start=first, place=last)


def _between(position: StraitPosition, start: int, end: int) -> list[int]:
    """The empty hexes that touch both places."""
    near = _touching(position, start)
    return [at for at in near if position.state[s.FLOE + at] < 0 and end in _touching(position, at)]


def _ways(position: StraitPosition, seat: int, start: int) -> list[list[int]]:
    """The ways from a place, whatever they cost."""
    ways = np.empty((MAX_STEPS, 5), dtype=np.int64)
    plenty = 9
    count = list_steps(position.state, seat, start, plenty, plenty, ways)
    return [[int(x) for x in way] for way in ways[:count]]


def _too_dear(position: StraitPosition, start: int, way: list[int], seat: int) -> Refusal | None:
    rope, fish = position.packs[seat]
    place, swims = _name(position, way[STEP_TO]), way[STEP_OVER] != s.NOTHING
    need, price = way[STEP_LEFT] + way[STEP_LOST], way[STEP_FISH]
    if need > rope:
        if position.state[s.KIND + start] == position.state[s.KIND + way[STEP_TO]] == s.ALASKA:
            return _refusal("hills", "I25", place=place)
        return _refusal("ridges", "I24" if swims else "I23", place=place, need=need, have=rope)
    if price > fish:
        if swims and price == 1:
            return _refusal("swim-fish", "I24", place=place)
        code = "swim-bears" if swims else "bears-hungry"
        return _refusal(code, "I26", place=place, need=price, have=fish)
    return None


def _no_stay(position: StraitPosition, at: int, seat: int, how: str) -> Refusal:
    """Nobody more may stop at a place, and for a dead end there is no way on either."""
    st, place = position.state, _name(position, at)
    mover = position.mover if position.phase == "move" else None
    others = int(st[s.OCCUPANTS + at]) - (mover is not None and int(st[s.PLACE_OF + mover]) == at)
    if others >= s.CAPACITY:
        return _refusal(f"{how}full", "I22", place=place, most=s.CAPACITY)
    if not can_stop(st, seat, at, 0):
        return _refusal(f"{how}bears", "I27", place=place)
    return _not_now(position)


def _stop(position: StraitPosition, seat: int) -> Refusal:
    return _no_stay(position, int(position.state[s.PLACE_OF + position.state[s.MOVER]]), seat, "")


# -- touches --------------------------------------------------------------------------------------

_WORDS: Final = (  # buttons that stand for a whole move, and buttons behind a place
    {"discover", "fish", "stop", "end"},
    {"off", "cw", "ccw", "collect-rope", "collect-fish", "drop-rope", "drop-fish", WALK},
)
_BUTTON: Final = re.compile(r"(send|take|tile|card|start|face)-(\w+)")


def diagnose_touches(position: StraitPosition, touches: tuple[str, ...], seat: int) -> Refusal:
    """Why these presses begin no legal move."""
    rule = _phase_rule(position)
    if not touches or not all(_known(position, touch) for touch in touches):
        return _refusal("no-such-place", rule)
    if any(touches[: len(m.touches)] == m.touches for m in position.moves(seat)):
        return _refusal("complete", rule)
    found = _guess(position, touches, seat)
    if isinstance(found, Refusal):
        return found
    try:
        parts = read_move(found, position.map)
    except BadNotation:
        return _refusal("no-such-place", rule)
    if any(m.text == found for m in position.moves(seat)):  # other presses stand for it
        return _refusal("no-such-place", rule)
    return diagnose(position, parts, seat)


def _known(position: StraitPosition, touch: str) -> bool:
    words = touch in _WORDS[0] or touch in _WORDS[1]
    return words or touch in position.map.number or _BUTTON.fullmatch(touch) is not None


def _guess(position: StraitPosition, touches: tuple[str, ...], seat: int) -> str | Refusal:
    """The move the presses seem to mean."""
    first, *more = touches
    if first not in position.map.number:
        return _of_button(position, first, more)
    if more and (more[0].startswith(("collect", "drop")) or more[0] in ("off", "cw", "ccw")):
        return _of_place(first, more[0])
    match position.phase:
        case "put":
            hand = position.hand[0] if position.hand is not None else 0
            mask = more[0].removeprefix("face-") if more else str(hand)
            return f"put:{first}:{mask}"
        case "station":
            return f"station:{first}"
        case "turn":
            return _of_space(position, first, more, seat)
        case "move":
            here = position.map.places[int(position.state[s.PLACE_OF + position.state[s.MOVER]])]
            return _way(position, here, first, more)
        case "bounce":
            if any(m.text.startswith("lift:") for m in position.moves(seat)):
                return f"lift:{first}"
            here = position.map.places[int(position.state[s.PLACE_OF + position.state[s.ASKED]])]
            return _way(position, here, first, more)
        case _:
            return _not_now(position)


def _of_button(position: StraitPosition, first: str, more: list[str]) -> str | Refusal:
    if first == "discover" and more:
        return f"discover:{more[0]}"
    if first in _WORDS[0] and not more:
        return first
    if first.startswith("drop-") and position.mover is not None and not more:
        here = position.map.places[int(position.state[s.PLACE_OF + position.mover])]
        return f"drop:{here}:{first.removeprefix('drop-')}"
    found = _BUTTON.fullmatch(first)
    if found is None or more:
        return _not_now(position)
    word, value = found.groups()
    if word in ("tile", "card") and value.isdecimal():
        tiles, cards = position.map.tiles, position.map.cards
        known = [tile.mask for tile in tiles] if word == "tile" else [card.text for card in cards]
        value = str(known[int(value)]) if int(value) < len(known) else ""
    return f"{word}:{value}"


def _of_place(place: str, button: str) -> str:
    """A place and what is to be done there."""
    if button == "off":
        return f"drift:{place}-off"
    if button in ("cw", "ccw"):
        return f"turn:{place}:{button}"
    word, item = button.split("-")
    return f"{word}:{place}:{item}"


def _of_space(position: StraitPosition, first: str, more: list[str], seat: int) -> str | Refusal:
    """At the top of a turn: an explorer's space, or a floe."""
    at = position.map.number[first]
    own, home = (
        has_explorer(position.state, seat, at),
        position.state[s.KIND + at] == s.SIBERIA,
    )
    if own and home:
        return _refusal("home-stays", "I22")
    floe = first in position.floes
    if not own and not floe:
        return _refusal("nothing-here", "I11", place=_name(position, at))
    if not more:
        if floe and not position.floe_done:
            return f"turn:{first}:cw"
        if not own:
            return _refusal("floe-done", "I11")
        code = "explorer-done" if position.explorer_done else "no-way-on"
        return _refusal(code, "I18", place=_name(position, at))
    goal = position.map.number.get(more[0])
    if goal is None:
        return _not_now(position)
    if floe and (not own or position.state[s.FLOE + goal] < 0):
        return f"drift:{first}-{more[0]}"
    return _way(position, first, more[0], more[1:])


def _way(position: StraitPosition, start: str, end: str, how: list[str]) -> str:
    """A step, or the swim that leads there."""
    number, places = position.map.number, position.map.places
    if how and how[0] in number:
        return f"{start}~{how[0]}~{end}"
    a, b = number[start], number[end]
    between = _between(position, a, b)
    if how or b in _touching(position, a) or not between:
        return f"{start}-{end}"
    return f"{start}~{places[between[0]]}~{end}"
