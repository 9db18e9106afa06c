"""Refusals of moves of `strait`; those of touches are in `touch_refusals`.

Whether they are allowed is the kernel's business: only illegal moves reach this module. The finders
of a kind of move stand in the order in which their reasons are given.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final

import numpy as np

from ....core.explain import Finder, Refusal, explain_first, find_first, refusal
from ....core.message import Message, message
from ..board import DIRECTIONS, ITEMS, Board, rotate
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
from ..text.moves import MoveParts
from .move_words import place_name

if TYPE_CHECKING:
    from ..position import StraitPosition

refuse: Final = partial(refusal, "strait")
"""A refusal of this game: its code, its rule, and what its sentence names."""
_MOVES_OF_PHASE: Final = {
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
_AMPLE: Final = 9
"""More rope or fish than any step costs."""


@dataclass(frozen=True)
class IllegalMove:
    """A move that a seat whose turn it is cannot make."""

    position: StraitPosition
    parts: MoveParts
    seat: int

    @property
    def state(self) -> np.ndarray:
        """The kernel's state."""
        state: np.ndarray = self.position.state
        return state

    @property
    def board(self) -> Board:
        """The board it is played on."""
        return self.position.map

    @property
    def start(self) -> int:
        """The first place that the move names."""
        return self.board.number[self.parts.places[0]]

    @property
    def end(self) -> int:
        """The last place that the move names."""
        return self.board.number[self.parts.places[-1]]

    @property
    def over(self) -> int:
        """The hex that a swim crosses, or NOTHING."""
        return self.board.number[self.parts.places[1]] if self.parts.swims else s.NOTHING

    @cached_property
    def step(self) -> list[int] | None:
        """The step with its price, affordable or not; None where it leads nowhere."""
        steps = np.empty((MAX_STEPS, 5), dtype=np.int64)
        count = list_steps(self.state, self.seat, self.start, _AMPLE, _AMPLE, steps)
        listed = ([int(x) for x in step] for step in steps[:count])
        wanted = (self.end, self.over)
        return next((step for step in listed if (step[STEP_TO], step[STEP_OVER]) == wanted), None)

    def name(self, at: int) -> Message:
        """A place as it is called."""
        return _name(self.position, at)


def explain_move(position: StraitPosition, parts: MoveParts, seat: int) -> Refusal:
    """The reason why this well-formed move is not allowed."""
    found = explain_first(_MOVE, IllegalMove(position, parts, seat))
    assert found is not None
    return found


def _name(position: StraitPosition, at: int) -> Message:
    """A place as it is called."""
    return place_name(position.map, position.map.places[int(at)])


# -- the phase ------------------------------------------------------------------------------------


def phase_rule(position: StraitPosition) -> str:
    """The rule about what is decided now."""
    drawing = "I9" if position.setup else "I15"
    rules = {"start": "I8", "tile": drawing, "card": drawing, "put": drawing, "station": "I10"}
    rules |= {"turn": "I11", "move": "I18", "send": "I27", "bounce": "I28", "take": "I18"}
    return rules[position.phase]


def not_now(position: StraitPosition) -> Refusal:
    """Something else is to be decided now."""
    dealt = position.has_dealt_tiles and position.phase in ("tile", "put")
    now = message(f"strait.why.now.{position.phase}{'.dealt' if dealt else ''}")
    return refuse("not-now", phase_rule(position), now=now)


def _refuse_phase(case: IllegalMove) -> Refusal | None:
    """A kind of move that this phase does not have."""
    if case.parts.kind not in _MOVES_OF_PHASE[case.position.phase]:
        return not_now(case.position)
    return None


def _refuse_action(case: IllegalMove) -> Refusal | None:
    """An action that is done, or the end of a turn without a floe action."""
    position, kind = case.position, case.parts.kind
    if position.phase != "turn":
        return None
    if kind in _FLOE_ACTIONS and position.floe_done:
        return refuse("floe-done", "I11")
    if kind in _EXPLORER_ACTIONS and position.explorer_done:
        return refuse("explorer-done", "I18")
    return refuse("floe-first", "I17") if kind == "end" else None


# -- chance ---------------------------------------------------------------------------------------


def _refuse_starter(case: IllegalMove) -> Refusal:
    """A player that does not exist (I8)."""
    return refuse("no-such-player", "I8", count=case.position.seats)


def _refuse_tile(case: IllegalMove) -> Refusal:
    """A tile that is not in the bag (I5)."""
    return refuse("no-such-tile", "I5", mask=case.parts.word)


def _refuse_card(case: IllegalMove) -> Refusal:
    """A card that is not in the pile (I6)."""
    return refuse("no-such-card", "I6", card=case.parts.word)


# -- set-up and discovery -------------------------------------------------------------------------


def _refuse_put_place(case: IllegalMove) -> Refusal | None:
    """A place where no floe may be put (I9, I15)."""
    st, at, rule = case.state, case.start, phase_rule(case.position)
    if st[s.KIND + at] != s.SEA:
        return refuse("not-sea", rule, place=case.name(at))
    if is_floe(st, at):
        return refuse("occupied", rule, place=case.name(at))
    entry, setup = bool(st[s.ENTRY + at]), case.position.setup
    if entry != setup:
        return None
    return refuse("entry-point" if setup else "not-entry", rule, place=case.name(at))


def _refuse_put_mask(case: IllegalMove) -> Refusal | None:
    """Ridges that the drawn tile, or none of those dealt, has."""
    position, wanted, rule = case.position, int(case.parts.word), phase_rule(case.position)
    hand = position.hand
    tiles = position.held[case.seat] if hand is None else (hand[0],)
    if any(wanted == rotate(tile, steps) for tile in tiles for steps in range(6)):
        return None
    if hand is None:
        return refuse("not-dealt", rule, mask=case.parts.word)
    return refuse("wrong-mask", rule, mask=case.parts.word, tile=hand[0])


def _refuse_put_neighbour(case: IllegalMove) -> Refusal | None:
    """A first floe next to another (I9)."""
    near = [x for x in case.position.neighbours(case.start) if is_floe(case.state, x)]
    if not near:
        return None
    place, other = case.name(case.start), case.name(near[0])
    return refuse("next-to-floe", phase_rule(case.position), place=place, other=other)


def _refuse_station(case: IllegalMove) -> Refusal:
    """An explorer is to be put on a station (I10), or lifted there (I29)."""
    lifted = case.parts.kind == "lift"
    if lifted and not any(m.text.startswith("lift:") for m in case.position.moves()):
        return refuse("escape-exists", "I29")
    in_alaska = case.state[s.KIND + case.start] == s.ALASKA
    code, rule = "station-full" if in_alaska else "not-alaska", "I29" if lifted else "I10"
    return refuse(code, rule, place=case.name(case.start))


# -- floes ----------------------------------------------------------------------------------------


def _refuse_discovery(case: IllegalMove) -> Refusal | None:
    """A discovery with a floe named needlessly, or not named (I15, I16)."""
    st, board = case.state, case.board
    if case.parts.kind != "discover" or (case.parts.places and is_bag_empty(st)):
        return None
    if not is_bag_empty(st):
        if not has_clear_entry(st, -1):
            return refuse("no-entry", "I15")
        return refuse("bag-not-empty", "I16")
    for at in range(len(board.sea)):
        movable = is_floe(st, at) and may_move(st, case.seat, at)
        if movable and can_leave(st, at) and has_clear_entry(st, at):
            return refuse("bag-empty", "I16", move=f"discover:{board.places[at]}")
    return refuse("no-floe-leaves", "I16")


def _refuse_floe(case: IllegalMove) -> Refusal | None:
    """A floe that is not there, or not to be moved by this seat (I11)."""
    if not is_floe(case.state, case.start):
        return refuse("no-floe", "I11", place=case.name(case.start))
    if not may_move(case.state, case.seat, case.start):
        return refuse("not-your-floe", "I11", place=case.name(case.start))
    return None


def _refuse_drift(case: IllegalMove) -> Refusal:
    """A drift to where the floe does not get, or off the board (I12, I13, I16)."""
    position, at, place = case.position, case.start, case.name(case.start)
    ends, downstream = _ends(position, at), _flow(position, at)
    discovers = case.parts.kind == "discover"
    off = case.parts.word == "off" or discovers
    if discovers and s.NOTHING in ends:
        return refuse("no-entry", "I15")
    if case.state[s.OCCUPANTS + at] > 0 and (off or (not ends and s.OFF in downstream)):
        return refuse("explorer-aboard", "I13", place=place)
    if not ends:
        ahead = next((to for to in downstream if to >= 0), at)
        return refuse("blocked", "I12", place=place, other=case.name(ahead))
    if discovers:
        return refuse("does-not-leave", "I16", place=place)
    listed = _name_ends(position, ends)
    if not off and case.end not in _downstream(position, at):
        other = case.name(case.end)
        return refuse("not-its-current", "I12", place=place, other=other, ends=listed)
    return refuse("wrong-end", "I12", place=place, ends=listed)


def _ends(position: StraitPosition, at: int) -> list[int]:
    """The ends of a floe's drift, NOTHING for off the board."""
    found = np.empty(MAX_DRIFT_ENDS, dtype=np.int64)
    return [int(end) for end in found[: list_drift_ends(position.state, at, found)]]


def _flow(position: StraitPosition, at: int) -> list[int]:
    """The next places of the current from a hex."""
    ahead = position.state[s.FLOW + 2 * at : s.FLOW + 2 * at + 2]
    return [int(to) for to in ahead if to != s.NONE]


def _downstream(position: StraitPosition, at: int) -> set[int]:
    """All hexes that the current of a hex leads to."""
    found: set[int] = set()
    todo = _flow(position, at)
    while todo:
        to = todo.pop()
        if to >= 0 and to not in found:
            found.add(to)
            todo += _flow(position, to)
    return found


def _name_ends(position: StraitPosition, ends: list[int]) -> Message:
    """The ends of a drift in words: "d3 or off the board"."""
    off = message("strait.why.off")
    names = [off if end == s.NOTHING else _name(position, end) for end in sorted(ends)]
    listed = names[0]
    for more in names[1:]:
        listed = message("strait.why.or", first=listed, then=more)
    return listed


# -- items ----------------------------------------------------------------------------------------


def _refuse_fishing(case: IllegalMove) -> Refusal:  # noqa: ARG001
    """Fishing without a rope (I20)."""
    return refuse("no-rope", "I20")


def _refuse_item(case: IllegalMove) -> Refusal:
    """An item that cannot be collected, or taken after a move (I18, I19)."""
    position, st, word = case.position, case.state, case.parts.word
    rule = "I19" if case.parts.kind == "collect" else "I18"
    if case.parts.kind == "take":
        at = int(st[s.PLACE_OF + st[s.MOVER]])
    else:
        at = case.start
        if not has_explorer(st, case.seat, at):
            return refuse("no-explorer", rule, place=case.name(at))
    item = ITEMS.index(word) if word in ITEMS else 0
    if position.items(case.board.places[at])[item] == 0:
        return refuse(f"no-{word}-there", rule, place=case.name(at))
    return refuse("rucksack-full", "I7", most=s.RUCKSACK_SIZE)


def _refuse_drop(case: IllegalMove) -> Refusal:
    """An item that cannot be dropped there (I21)."""
    position, st, at, word = case.position, case.state, case.start, case.parts.word
    if position.phase != "turn":
        here = int(st[s.PLACE_OF + st[s.MOVER]])
        if at != here:
            return refuse("drop-elsewhere", "I21", place=case.name(here))
    elif not has_explorer(st, case.seat, at):
        return refuse("drop-nobody", "I21", place=case.name(at))
    if st[s.KIND + at] == s.SIBERIA:
        return refuse("drop-siberia", "I21")
    if position.packs[case.seat][ITEMS.index(word)] == 0:
        return refuse(f"no-{word}-to-drop", "I21")
    return refuse("drop-needed", "I21", place=case.name(at))


# -- bears ----------------------------------------------------------------------------------------


def _refuse_send(case: IllegalMove) -> Refusal | None:
    """A direction in which no bear is sent (I27, I28)."""
    position, st = case.position, case.state
    if position.phase == "bounce" and position.packs[case.seat][1] == 0:
        return refuse("no-fish-to-send", "I28")
    place = int(st[s.PLACE_OF + st[s.ASKED]])
    target = int(bear_target(st, place, DIRECTIONS.index(case.parts.word)))
    if target < 0:
        return refuse("bear-land", "I27")
    if st[s.BEARS + target] >= s.CAPACITY:
        return refuse("bear-crowd", "I27", place=case.name(target))
    if position.phase == "bounce" and is_on_trail(st, target):
        return refuse("bear-back", "I28", place=case.name(target))
    return None


# -- steps ----------------------------------------------------------------------------------------


def _refuse_start(case: IllegalMove) -> Refusal | None:
    """The explorer that steps is not where the step begins (I18, I22, I28)."""
    position, st, start = case.position, case.state, case.start
    if position.phase == "turn":
        if not has_explorer(st, case.seat, start):
            return refuse("no-explorer", "I18", place=case.name(start))
        if st[s.KIND + start] == s.SIBERIA:
            return refuse("home-stays", "I22")
        return None
    moving = position.phase == "move"
    here = int(st[s.PLACE_OF + st[s.MOVER if moving else s.ASKED]])
    if here == start:
        return None
    code, rule = ("mover-elsewhere", "I18") if moving else ("escape-elsewhere", "I28")
    return refuse(code, rule, place=case.name(here))


def _refuse_swim(case: IllegalMove) -> Refusal | None:
    """Two places that no swim across that hex connects (I24)."""
    position, st, over = case.position, case.state, case.over
    if over == s.NOTHING:
        return None
    last, across = case.name(case.end), case.name(over)
    if st[s.FLOE + over] >= 0:
        return refuse("swim-blocked", "I24", over=across)
    if st[s.FLOE + case.end] < 0:
        return refuse("in-the-sea", "I24", place=last)
    if over in position.neighbours(case.start) and case.end in position.neighbours(over):
        return None
    return refuse("not-across", "I24", start=case.name(case.start), place=last, over=across)


def _refuse_link(case: IllegalMove) -> Refusal | None:
    """Two places that no step connects (I23–I25)."""
    position, st, start, end = case.position, case.state, case.start, case.end
    if case.over != s.NOTHING:
        return None
    first, last = case.name(start), case.name(end)
    if st[s.FLOE + end] < 0:
        return refuse("in-the-sea", "I24", place=last)
    if end in position.neighbours(start) or end == start:
        return None
    between = position.empty_between(start, end)
    if between:
        place = case.board.places
        move = f"{place[start]}~{place[between[0]]}~{place[end]}"
        return refuse("swim-it", "I24", start=first, place=last, move=move)
    if st[s.KIND + start] == st[s.KIND + end] == s.ALASKA:
        return refuse("open-land", "I25", start=first, place=last)
    return refuse("not-next", "I23", start=first, place=last)


def _refuse_goal(case: IllegalMove) -> Refusal | None:
    """A place that was visited, or holds an own explorer in Siberia (I18, I22)."""
    st, end = case.state, case.end
    if end == case.start or st[s.VISITED + end] == 1:
        return refuse("visited", "I18", place=case.name(end))
    if st[s.KIND + end] == s.SIBERIA and has_explorer(st, case.seat, end):
        return refuse("own-there", "I22", place=case.name(end))
    if case.step is None:
        return refuse("not-next", "I23", start=case.name(case.start), place=case.name(end))
    return None


def _refuse_price(case: IllegalMove) -> Refusal | None:
    """A price that the rucksack does not pay (I23–I26)."""
    assert case.step is not None
    kind, step, place = case.state[s.KIND :], case.step, case.name(case.end)
    rope, fish = case.position.packs[case.seat]
    swims = case.over != s.NOTHING
    ropes, cost = step[STEP_LEFT] + step[STEP_LOST], step[STEP_FISH]
    if ropes > rope:
        if kind[case.start] == kind[case.end] == s.ALASKA:
            return refuse("hills", "I25", place=place)
        return refuse("ridges", "I24" if swims else "I23", place=place, need=ropes, have=rope)
    if cost <= fish:
        return None
    if swims and cost == 1:
        return refuse("swim-fish", "I24", place=place)
    code = "swim-bears" if swims else "bears-hungry"
    return refuse(code, "I26", place=place, need=cost, have=fish)


def _refuse_stay(case: IllegalMove) -> Refusal | None:
    """A place where the explorer may neither stop nor go on (I22, I27)."""
    prefix = "" if case.position.phase == "bounce" else "dead-end-"
    return _full_or_bears(case, case.end, prefix)


def _refuse_stop(case: IllegalMove) -> Refusal | None:
    """The mover may not stop where it is (I22, I27)."""
    here = int(case.state[s.PLACE_OF + case.state[s.MOVER]])
    return _full_or_bears(case, here, "")


def _full_or_bears(case: IllegalMove, at: int, prefix: str) -> Refusal | None:
    """A place that is full, or has bears that cannot be sent away."""
    st = case.state
    mover = case.position.mover if case.position.phase == "move" else None
    others = int(st[s.OCCUPANTS + at]) - (mover is not None and int(st[s.PLACE_OF + mover]) == at)
    if others >= s.CAPACITY:
        return refuse(f"{prefix}full", "I22", place=case.name(at), most=s.CAPACITY)
    if not can_stop(st, case.seat, at, 0):
        return refuse(f"{prefix}bears", "I27", place=case.name(at))
    return None


# -- all moves ------------------------------------------------------------------------------------

_MOVE_FINDER = Finder[IllegalMove, Refusal]
_FLOE: Final[_MOVE_FINDER] = find_first(_refuse_discovery, _refuse_floe, _refuse_drift)
_OF_KIND: Final[dict[str, _MOVE_FINDER]] = {
    "start": _refuse_starter,
    "tile": _refuse_tile,
    "card": _refuse_card,
    "put": find_first(_refuse_put_place, _refuse_put_mask, _refuse_put_neighbour),
    "station": _refuse_station,
    "lift": _refuse_station,
    "drift": _FLOE,
    "turn": _FLOE,
    "discover": _FLOE,
    "fish": _refuse_fishing,
    "collect": _refuse_item,
    "take": _refuse_item,
    "drop": _refuse_drop,
    "send": _refuse_send,
    "stop": _refuse_stop,
    "step": find_first(
        _refuse_start, _refuse_swim, _refuse_link, _refuse_goal, _refuse_price, _refuse_stay
    ),
}


def _refuse_kind(case: IllegalMove) -> Refusal:
    """The refusal of a move by the finders of its kind."""
    return explain_first(_OF_KIND[case.parts.kind], case) or not_now(case.position)


_MOVE: Final[_MOVE_FINDER] = find_first(_refuse_phase, _refuse_action, _refuse_kind)
