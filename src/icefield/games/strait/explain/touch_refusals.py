"""Refusals of touches of `strait` that begin no legal move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ....core.errors import BadNotation
from ....core.explain import Finder, Refusal, explain_first, find_first
from ..kernel import state as s
from ..kernel.steps import has_explorer
from ..scene.touches import BUTTON_FORM, PLACE_BUTTONS, PLAIN_BUTTONS, guess_move, is_of_place
from ..text.moves import read_move
from .move_words import place_name
from .refusals import explain_move, not_now, phase_rule, refuse

if TYPE_CHECKING:
    from ..position import StraitPosition


@dataclass(frozen=True, slots=True)
class IllegalTouches:
    """Touches that begin no legal move of a seat."""

    position: StraitPosition
    touches: tuple[str, ...]
    seat: int


def explain_touches(position: StraitPosition, touches: tuple[str, ...], seat: int) -> Refusal:
    """The reason why these touches begin no move."""
    found = explain_first(_TOUCHES, IllegalTouches(position, touches, seat))
    assert found is not None
    return found


def _refuse_unknown(case: IllegalTouches) -> Refusal | None:
    """Touches of what is not in this game."""
    if case.touches and all(_is_known(case.position, touch) for touch in case.touches):
        return None
    return refuse("no-such-place", phase_rule(case.position))


def _is_known(position: StraitPosition, touch: str) -> bool:
    """Whether a touch is one of a place or a button of this game."""
    button = touch in PLAIN_BUTTONS or touch in PLACE_BUTTONS
    return button or touch in position.map.number or BUTTON_FORM.fullmatch(touch) is not None


def _refuse_complete(case: IllegalTouches) -> Refusal | None:
    """Touches behind those of a whole move."""
    moves = case.position.moves(case.seat)
    if any(case.touches[: len(move.touches)] == move.touches for move in moves):
        return refuse("complete", phase_rule(case.position))
    return None


def _refuse_space(case: IllegalTouches) -> Refusal | None:
    """A space with which no move begins at the beginning of an action."""
    position, (first, *more) = case.position, case.touches
    if position.phase != "turn" or first not in position.map.number or is_of_place(more):
        return None
    at = position.map.number[first]
    own, floe = has_explorer(position.state, case.seat, at), first in position.floes
    if own and position.state[s.KIND + at] == s.SIBERIA:
        return refuse("home-stays", "I22")
    if not own and not floe:
        return refuse("nothing-here", "I11", place=place_name(position.map, first))
    if more or (floe and not position.floe_done):
        return None
    if not own:
        return refuse("floe-done", "I11")
    code = "explorer-done" if position.explorer_done else "no-way-on"
    return refuse(code, "I18", place=place_name(position.map, first))


def _refuse_without_tile(case: IllegalTouches) -> Refusal | None:
    """A hex where one of the dealt tiles is to be chosen first (I9)."""
    position = case.position
    several = position.phase == "put" and len(set(position.held[case.seat])) > 1
    if several and case.touches[0] in position.map.number:
        return refuse("tile-first", "I9")
    return None


def _refuse_guess(case: IllegalTouches) -> Refusal:
    """The refusal of the move that the touches seem to mean."""
    position = case.position
    guess = guess_move(position, case.touches, case.seat)
    if guess is None:
        return not_now(position)
    try:
        parts = read_move(guess, position.map)
    except BadNotation:
        return refuse("no-such-place", phase_rule(position))
    if any(move.text == guess for move in position.moves(case.seat)):  # by other touches
        return refuse("no-such-place", phase_rule(position))
    return explain_move(position, parts, case.seat)


_TOUCHES: Final[Finder[IllegalTouches, Refusal]] = find_first(
    _refuse_unknown, _refuse_complete, _refuse_space, _refuse_without_tile, _refuse_guess
)
