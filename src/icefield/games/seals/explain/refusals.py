"""Refusals of moves and touches of `seals`.

Whether a move is allowed is the kernel's business: only illegal moves reach this module. The
finders stand in the order in which their reasons are given.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from ....core.errors import Refusal
from ....core.explain import Finder, explain_first, find_first, refusal
from ..board import BEARS, NAMES, SEALS, between, name, on_board, reach, square
from ..text.moves import PASS, read_move

if TYPE_CHECKING:
    from ..position import SealsPosition

_refusal = partial(refusal, "seals")
_TOKENS: Final = ("seal", "bear")


@dataclass(frozen=True, slots=True)
class IllegalMove:
    """A token's move that a seat cannot make."""

    position: SealsPosition
    seat: int
    start: int
    end: int
    capture: bool

    @property
    def places(self) -> dict[str, str]:
        """Start and end as parameters of a sentence."""
        return {"start": name(self.start), "end": name(self.end)}

    @property
    def target(self) -> str:
        """The content of the square where the move ends."""
        return contents(self.position, self.end)

    @property
    def middle(self) -> int | None:
        """The square that a move of two steps goes over; None for any other move."""
        return between(self.start, self.end)


@dataclass(frozen=True, slots=True)
class IllegalTouches:
    """A sequence of touches that begins no move of a seat."""

    position: SealsPosition
    seat: int
    touches: tuple[str, ...]


def explain_move(position: SealsPosition, text: str, seat: int) -> Refusal:
    """The reason why this well-formed move is not allowed."""
    read = read_move(text)
    if read is None:
        return _refusal("must-move", "S3")
    found = explain_first(_MOVE, IllegalMove(position, seat, *read))
    assert found is not None
    return found


def explain_touches(position: SealsPosition, touches: tuple[str, ...], seat: int) -> Refusal:
    """The reason why these touches begin no move."""
    found = explain_first(_TOUCHES, IllegalTouches(position, seat, touches))
    assert found is not None
    return found


def contents(position: SealsPosition, s: int) -> str:
    """The content of a square: "seal", "bear", "disc", "empty", "nothing".

    "nothing" is off the board.
    """
    if not on_board(s):
        return "nothing"
    st = position.state
    for kind, squares in (("seal", st.seals), ("bear", st.bears), ("disc", st.discs)):
        if int(squares) >> s & 1:
            return kind
    return "empty"


# -- moves ----------------------------------------------------------------------------------------


def _start(case: IllegalMove) -> Refusal | None:
    return _start_square(case.position, case.start, case.seat)


def _start_square(position: SealsPosition, start: int, seat: int) -> Refusal | None:
    """The reason why no move of this seat begins on that square.

    None where a token of its own is.
    """
    found = contents(position, start)
    if found == _TOKENS[seat]:
        return None
    if found == "nothing":
        return _refusal("off-board", "S1", square=name(start))
    if found in _TOKENS:
        return _refusal("other-token", "S3", square=name(start))
    return _refusal(f"no-token-{found}", "S3", square=name(start))


def _end(case: IllegalMove) -> Refusal | None:
    if case.target == "nothing":
        return _refusal("off-board", "S1", square=name(case.end))
    return None


def _distance(case: IllegalMove) -> Refusal | None:
    """Moves of one or two steps in a straight line are the only ones (S4)."""
    if case.end in reach(case.start, 1) or case.middle is not None:
        return None
    straight = any(case.end in reach(case.start, distance) for distance in range(3, 8))
    same = case.start == case.end
    code = "same-square" if same else "too-far" if straight else "not-straight"
    return _refusal(code, "S4", **case.places)


def _onto_other_token(case: IllegalMove) -> Refusal | None:
    """Only bears capture, one step away (S6)."""
    if case.target != _TOKENS[1 - case.seat]:
        return None
    if case.seat == SEALS:
        return _refusal("seals-never-capture", "S6", **case.places)
    if case.middle is not None:
        return _refusal("capture-too-far", "S6", **case.places)
    return _refusal("write-capture", "S6", text=f"{name(case.start)}x{name(case.end)}")


def _onto_own_token(case: IllegalMove) -> Refusal | None:
    if case.target == _TOKENS[case.seat]:
        return _refusal("own-token", "S4", **case.places)
    return None


def _onto_disc(case: IllegalMove) -> Refusal | None:
    return _refusal("onto-disc", "S4", **case.places) if case.target == "disc" else None


def _over_token(case: IllegalMove) -> Refusal | None:
    if case.middle is None or contents(case.position, case.middle) not in _TOKENS:
        return None
    return _refusal("over-token", "S5", middle=name(case.middle), **case.places)


def _capture_of_nothing(case: IllegalMove) -> Refusal | None:
    """The square is empty and in reach: only the sign of a capture is wrong."""
    if not case.capture:
        return None
    code = "seals-never-capture" if case.seat == SEALS else "nothing-to-capture"
    return _refusal(code, "S6", **case.places)


_MOVE: Final[Finder[IllegalMove, Refusal]] = find_first(
    _start,
    _end,
    _distance,
    _onto_other_token,
    _onto_own_token,
    _onto_disc,
    _over_token,
    _capture_of_nothing,
)


# -- touches --------------------------------------------------------------------------------------


def _unknown_place(case: IllegalTouches) -> Refusal | None:
    if not case.touches or any(t not in NAMES and t != PASS for t in case.touches):
        return _refusal("no-such-place", "S1")
    return None


def _after_a_move(case: IllegalTouches) -> Refusal | None:
    """The first touches are a whole move already."""
    legal = {move.touches for move in case.position.moves(case.seat)}
    if any(case.touches[:n] in legal for n in (1, 2)):
        return _refusal("complete", "S3")
    return None


def _pass(case: IllegalTouches) -> Refusal | None:
    return _refusal("must-move", "S3") if PASS in case.touches else None


def _first_square(case: IllegalTouches) -> Refusal | None:
    if len(case.touches) > 1:
        return None
    (start,) = case.touches
    refused = _start_square(case.position, square(start), case.seat)
    return refused or _refusal("stuck", "S4", square=start)


def _both_squares(case: IllegalTouches) -> Refusal:
    start, end = case.touches[:2]
    capture = case.seat == BEARS and contents(case.position, square(end)) == "seal"
    return explain_move(case.position, f"{start}{'x' if capture else '-'}{end}", case.seat)


_TOUCHES: Final[Finder[IllegalTouches, Refusal]] = find_first(
    _unknown_place,
    _after_a_move,
    _pass,
    _first_square,
    _both_squares,
)
