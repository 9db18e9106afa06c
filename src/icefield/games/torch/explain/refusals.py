"""Refusals of moves and touches of `torch`.

Whether a move is legal is the kernel's business: only illegal moves reach this module. The finders
stand in the order in which their refusals are given.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from ....core.errors import Refusal
from ....core.explain import Finder, explain_first, find_first, refusal
from ....core.message import message
from ..board import JUMP, LETTERS, MOST_WEIGHT, NUMBERS, SPACES, STEP, WEIGHTS, space, space_name
from ..kernel import state as s
from ..scene.touches import DONE
from ..text.moves import ParsedMove

if TYPE_CHECKING:
    from ..position import TorchPosition

_refusal = partial(refusal, "torch")
_PHASE_RULES: Final = {
    "roll": "T6",
    "place": "T7",
    "move": "T8",
    "number": "T14",
    "number-coins": "T15",
    "number-tie": "T16",
    "suit": "T17",
    "suit-coins": "T15",
    "suit-tie": "T16",
    "burn": "T20",
    "score": "T21",
    "crown": "T26",
}
_KINDS: Final = {
    "place": ("place",),
    "move": ("walk", "slide"),
    "number": ("vote",),
    "suit": ("vote",),
    "number-coins": ("add", "decline"),
    "suit-coins": ("add", "decline"),
    "number-tie": ("choose",),
    "suit-tie": ("choose",),
    "burn": ("burn", "spare"),
    "score": ("score",),
    "crown": ("crown", "share"),
    "roll": ("roll",),
}
"""The kinds of move in each phase."""
_LONGEST_MOVE: Final = 3
"""Spaces that the hops of a pyramid move cover at most (T9)."""


@dataclass(frozen=True, slots=True)
class IllegalMove:
    """A well-formed move that a seat cannot make."""

    position: TorchPosition
    move: ParsedMove
    seat: int

    @property
    def rule(self) -> str:
        """The rule of the present phase."""
        return _PHASE_RULES[self.position.phase]

    @property
    def own_spaces(self) -> np.ndarray:
        """The space of each of the seat's pyramids, by letter."""
        spaces: np.ndarray = self.position.state[s.AT + 6 * self.seat : s.AT + 6 * self.seat + 6]
        return spaces


@dataclass(frozen=True, slots=True)
class IllegalTouches:
    """Touches of a seat that begin no move."""

    position: TorchPosition
    touches: tuple[str, ...]
    seat: int

    @property
    def rule(self) -> str:
        """The rule of the present phase."""
        return _PHASE_RULES[self.position.phase]

    @property
    def letters(self) -> list[str]:
        """The letters of the seat's pyramids on the space that was touched first."""
        first = 6 * self.seat
        own = self.position.state[s.AT + first : s.AT + first + 6]
        return [LETTERS[i] for i in range(6) if own[i] == space(self.touches[0])]

    @property
    def path(self) -> list[str]:
        """The spaces touched after the first."""
        return [touch for touch in self.touches[1:] if _is_space(touch)]

    @property
    def named(self) -> list[str]:
        """The letters of the pyramids that were touched."""
        chosen = (touch for touch in self.touches if touch.startswith("pyramid-"))
        return [touch.removeprefix("pyramid-") for touch in chosen]


def explain_move(position: TorchPosition, move: ParsedMove, seat: int) -> Refusal:
    """The reason why this well-formed move is not allowed."""
    found = explain_first(_MOVE, IllegalMove(position, move, seat))
    assert found is not None
    return found


def explain_touches(position: TorchPosition, touches: tuple[str, ...], seat: int) -> Refusal:
    """The reason why these touches begin no move."""
    found = explain_first(_TOUCHES, IllegalTouches(position, touches, seat))
    assert found is not None
    return found


def explain_waiting(position: TorchPosition, seat: int) -> Refusal | None:
    """The reason why a seat cannot vote in this ballot; None when it waits for others."""
    if not position.in_ballot or seat not in range(position.seats):
        return None
    if seat in position.barred:
        return _refusal("barred", "T22")
    return _refusal("voted-already", _PHASE_RULES[position.phase])


# -- moves --------------------------------------------------------------------------------------


def _bar(case: IllegalMove) -> Refusal | None:
    """A verdict (T22) at another time, or about a player who cannot be barred."""
    if case.move.kind != "bar":
        return None
    option = case.move.option
    if not case.position.in_ballot:
        return _refusal("bar-not-now", "T22")
    if option not in case.position.suits:
        return _refusal("no-such-player", "T3", option=option)
    if case.position.suits.index(option) in case.position.barred:
        return _refusal("barred-already", "T22", option=option)
    return _refusal("bar-too-late", "T22")


def _other_phase(case: IllegalMove | IllegalTouches) -> Refusal:
    now = message(f"torch.phase.{case.position.phase}")
    return _refusal("not-now", case.rule, now=now)


def _not_now(case: IllegalMove) -> Refusal | None:
    """A kind of move that belongs to another phase."""
    return None if case.move.kind in _KINDS[case.position.phase] else _other_phase(case)


def _walk(case: IllegalMove) -> Refusal | None:
    """A pyramid move (T8–T11)."""
    if case.move.kind != "walk":
        return None
    start, one, *more = case.move.spaces
    letter = LETTERS.index(case.move.letter)
    if case.own_spaces[letter] != start:
        return _refusal("not-there", "T8", letter=case.move.letter, space=space_name(start))
    return _hops(case, [(start, one), *((one, two) for two in more)], WEIGHTS[letter])


def _hops(case: IllegalMove, hops: list[tuple[int, int]], weight: int) -> Refusal:
    """The hops of a pyramid move one after the other."""
    st, start = case.position.state, hops[0][0]
    load = st[s.LOAD : s.LOAD + SPACES].copy()
    load[start] -= weight
    spent = 0
    for i, (here, there) in enumerate(hops):
        if there not in STEP[here] and there not in JUMP[here]:
            return _refusal("not-a-hop", "T9", start=space_name(here), end=space_name(there))
        if st[s.TILE + there] < 0:
            return _refusal("no-tile", "T9", space=space_name(there))
        spent += 1 if there in STEP[here] else 2
        if spent > _LONGEST_MOVE:
            return _refusal("too-far", "T9")
        if i == 0 and len(hops) > 1 and load[there] + weight > MOST_WEIGHT:
            return _refusal("sunk", "T11", space=space_name(there))
    return _refusal("return", "T10", space=space_name(start))


def _slide(case: IllegalMove) -> Refusal | None:
    """A tile slide (T12)."""
    if case.move.kind != "slide":
        return None
    start, end = case.move.spaces
    names = {"start": space_name(start), "end": space_name(end)}
    if case.position.state[s.TILE + start] < 0:
        return _refusal("no-tile", "T12", space=space_name(start))
    if start not in case.own_spaces:
        return _refusal("not-your-tile", "T12", space=space_name(start))
    if end not in STEP[start][::2]:
        return _refusal("slide-one", "T12", **names)
    return _refusal("tiles-never-push", "T12", **names)


def _option(case: IllegalMove) -> Refusal | None:
    """A vote, coins or the decision of a tie (T14–T17)."""
    if case.move.kind not in ("vote", "add", "choose"):
        return None
    about_numbers = case.position.state[s.PHASE] <= s.NUMBER_TIE
    if (case.move.option in NUMBERS) != about_numbers:
        if about_numbers:
            return _refusal("vote-number", "T14")
        return _refusal("vote-suit", "T17")
    if case.move.kind == "add":
        if int(case.position.state[s.COINS + case.seat]) & case.move.coins != case.move.coins:
            return _refusal("no-coin", case.rule)
        return _refusal("no-option", case.rule, option=case.move.option)
    return _refusal("not-tied", case.rule, option=case.move.option)


def _crown(case: IllegalMove) -> Refusal | None:
    """A winner who is not among the tied (T26)."""
    if case.move.kind != "crown":
        return None
    return _refusal("not-tied", "T26", option=case.move.option)


def _tile(case: IllegalMove) -> Refusal:
    """A tile to place on (T7), to burn (T20) or to score (T21)."""
    at = space_name(case.move.spaces[0])
    if case.move.kind == "place" and case.move.letter != _next_letter(case.position):
        return _refusal("wrong-pyramid", case.rule, letter=_next_letter(case.position))
    if at not in case.position.tiles:
        return _refusal("no-tile", case.rule, space=at)
    return _refusal("occupied", case.rule, space=at)


def _next_letter(position: TorchPosition) -> str:
    """The letter of the pyramids that are placed now (T7)."""
    return LETTERS[int(position.state[s.COUNT]) // position.seats]


_MOVE: Final[Finder[IllegalMove, Refusal]] = find_first(
    _bar, _not_now, _walk, _slide, _option, _crown, _tile
)

# -- touches ------------------------------------------------------------------------------------


def _is_space(touch: str) -> bool:
    return re.fullmatch(r"[a-e][1-5]", touch) is not None


def _unknown_place(case: IllegalTouches) -> Refusal | None:
    """A touch that no move of this phase has."""
    known = {t for move in case.position.moves(case.seat) for t in move.touches}
    if case.touches and all(t in known or _is_space(t) for t in case.touches):
        return None
    return _refusal("no-such-place", case.rule)


def _too_many(case: IllegalTouches) -> Refusal | None:
    """More touches than a move that is complete."""
    legal = (move.touches for move in case.position.moves(case.seat))
    if any(case.touches[: len(touches)] == touches for touches in legal):
        return _refusal("complete", case.rule)
    return None


def _not_this_way(case: IllegalTouches) -> Refusal | None:
    """Touches of spaces where no space is asked for, or of a button first."""
    if _is_space(case.touches[0]) and case.position.phase in ("place", "burn", "score", "move"):
        return None
    return _other_phase(case)


def _named_tile(case: IllegalTouches) -> Refusal | None:
    """A tile to place on, to burn or to score."""
    phase, first = case.position.phase, case.touches[0]
    if phase == "move":
        return None
    move = f"{_next_letter(case.position)}@{first}" if phase == "place" else f"{phase}:{first}"
    return case.position.explain(move, case.seat) or _refusal("complete", case.rule)


def _first_tile(case: IllegalTouches) -> Refusal | None:
    """A movement that begins on a space without own pyramids."""
    if case.letters:
        return None
    first = case.touches[0]
    if first in case.position.tiles:
        return _refusal("no-own-pyramid", "T8", space=first)
    return _refusal("no-tile", "T8", space=first)


def _no_space(case: IllegalTouches) -> Refusal | None:
    """No space after the first touch."""
    if len(case.touches) > 1 and not case.path:
        return _refusal("press-a-space", "T9")
    return None


def _slide_touches(case: IllegalTouches) -> Refusal | None:
    """A tile and then a space without a tile: a slide."""
    if not case.path or case.path[0] in case.position.tiles:
        return None
    move = f"{case.touches[0]}>{case.path[0]}"
    return case.position.explain(move, case.seat) or _refusal("complete", case.rule)


def _which_pyramid(case: IllegalTouches) -> Refusal | None:
    """Several own pyramids on the first space, and none of them touched."""
    if len(case.letters) > 1 and not case.named:
        return _refusal("which-pyramid", "T9", space=case.touches[0])
    return None


def _walk_touches(case: IllegalTouches) -> Refusal:
    """A pyramid and its hops."""
    letter = (case.named or case.letters)[0]
    if letter not in case.letters or len(case.path) > 2 or DONE in case.touches[:-1]:
        return _refusal("too-far", "T9")
    if not case.path:
        return _other_phase(case)
    move = "-".join([f"{letter}{case.touches[0]}", *case.path])
    return case.position.explain(move, case.seat) or _refusal("complete", case.rule)


_TOUCHES: Final[Finder[IllegalTouches, Refusal]] = find_first(
    _unknown_place,
    _too_many,
    _not_this_way,
    _named_tile,
    _first_tile,
    _no_space,
    _slide_touches,
    _which_pyramid,
    _walk_touches,
)
