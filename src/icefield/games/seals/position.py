"""`seals` as the contract sees it: the typed, checking face over the kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Final

import numpy as np

from ...core.errors import Refusal
from ...core.game import Game, Move, Option, Outcome, Position, Rule, numbered
from ...core.message import Message, message
from ...core.mistakes import Brush, Mistake, Reason, Threat
from ...core.scene import Scene
from . import kernel
from .board import (
    BEARS,
    NAMES,
    SEALS,
    SETUPS,
    SQUARES,
    between,
    name,
    reach,
    square,
)
from .text import moves

_ENDS: Final = {
    kernel.ALL_CAPTURED: ("S8", BEARS),
    kernel.ISOLATED: ("S9", SEALS),
    kernel.BOTH_PASSED: ("S10", SEALS),
}


class SealsPosition(Position):
    """A position of Go with the Floe."""

    _state: kernel.State

    # -- the contract ---------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        return 2

    @property
    def turn(self) -> int | None:
        return int(self._state.mover) if self._state.end == kernel.GOING_ON else None

    @cached_property
    def outcome(self) -> Outcome | None:
        if self._state.end == kernel.GOING_ON:
            return None
        rule, winner = _ENDS[int(self._state.end)]
        scores = [0, 0]
        scores[winner] = self.empty_spaces
        alone = rule == "S8" and self._state.bears != 0  # a catch costs a bear: there was one only
        said = f"{rule}-alone" if alone else rule
        reason = message(f"seals.end.{said}", n=self.empty_spaces)
        return Outcome(tuple(scores), (winner,), reason, rule)

    def stake(self) -> int:
        return self.empty_spaces  # S11

    def hopes(self) -> Mapping[Move, float]:
        """Known of the bears, early and while nobody has been caught."""
        from .swindle import EARLY, chance

        pairs = self._state.seals.bit_count(), self._state.bears.bit_count()
        if self.turn != BEARS or self.empty_spaces < EARLY or pairs != (2, 2):
            return {}
        after = {move: self.play(move) for move in self.moves()}
        return {
            move: chance(later.state) if later.outcome is None else 0.0
            for move, later in after.items()
        }

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        return moves.position_text(self._state)

    def _moves(self, seat: int) -> tuple[Move, ...]:  # noqa: ARG002
        out = np.empty(kernel.MAX_MOVES, dtype=np.int64)
        count = kernel.moves(self._state, out)
        return tuple(self._move(int(code)) for code in out[:count])

    def _apply(self, move: Move, seat: int) -> SealsPosition:  # noqa: ARG002
        state = kernel.typed(kernel.apply(self._state, move.code))
        return SealsPosition(state, self, move)

    def with_state(self, state: kernel.State) -> SealsPosition:
        return SealsPosition(kernel.typed(state))

    def _parse(self, text: str) -> Move:
        read = moves.read_move(text)
        if read is None:
            return Move(text, (moves.PASS,))
        return Move(text, (name(read[0]), name(read[1])))

    def scene(self, seat: int | None = None) -> Scene:
        from .scene.scene import scene

        return scene(self, seat)

    # -- what scene and analysis may ask --------------------------------------------------------

    @property
    def empty_spaces(self) -> int:
        """Spaces without disc and token: what the winner scores (S11)."""
        return int(kernel.empty_spaces(self._state))

    @cached_property
    def discs(self) -> frozenset[str]:
        return _names(self._state.discs)

    @cached_property
    def isolated(self) -> frozenset[str]:
        """The seals that are isolated (S9)."""
        return _names(kernel.isolated(self._state.seals, self._state.discs))

    @cached_property
    def tokens(self) -> dict[str, str]:
        """The square of each token still in the game, by an id it keeps while it moves."""
        if self._before is None or self._last is None:
            seals = sorted(_names(self._state.seals))
            bears = sorted(_names(self._state.bears))
            return {f"seal-{i}": s for i, s in enumerate(seals, 1)} | {
                f"bear-{i}": s for i, s in enumerate(bears, 1)
            }
        tokens = self._before.tokens
        if self._last.text == moves.PASS:
            return tokens
        start, end = self._last.touches
        if "x" in self._last.text:
            return {t: s for t, s in tokens.items() if s not in (start, end)}
        return {t: end if s == start else s for t, s in tokens.items()}

    # -- why not --------------------------------------------------------------------------------

    def _move(self, code: int) -> Move:
        text = moves.move_text(self._state, code)
        if code == kernel.PASS:
            return Move(text, (moves.PASS,), code, message("seals.move.pass"))
        start, end = name(code >> 6), name(code & 63)
        who = message("seals.token.seal" if self._state.mover == SEALS else "seals.token.bear")
        kind = "capture" if "x" in text else "slide"
        if between(code >> 6, code & 63) is not None:
            middle = name(between(code >> 6, code & 63) or 0)
            kind = "jump" if middle in self.discs else "slide"
        said = message(f"seals.move.{kind}", who=who, start=start, end=end)
        return Move(text, (start, end), code, said)

    def _stands(self, s: int) -> str:
        """What is on a square: "seal", "bear", "disc", "empty" or "nothing" (off the board)."""
        if not moves.on_board(s):
            return "nothing"
        for kind, squares in (
            ("seal", self._state.seals),
            ("bear", self._state.bears),
            ("disc", self._state.discs),
        ):
            if int(squares) >> s & 1:
                return kind
        return "empty"

    def _diagnose(self, move: Move, seat: int) -> Refusal:
        read = moves.read_move(move.text)
        if read is None:
            return _refusal("must-move", "S3")
        start, end, capture = read
        own, other = ("seal", "bear") if seat == SEALS else ("bear", "seal")
        refused = self._diagnose_start(start, own)
        if refused is not None:
            return refused
        squares = {"start": name(start), "end": name(end)}
        if not moves.on_board(end):
            return _refusal("off-board", "S1", square=name(end))
        target = self._stands(end)
        middle = between(start, end)
        if end not in reach(start, 1) and middle is None:
            straight = any(end in reach(start, distance) for distance in range(3, 8))
            code = "same-square" if start == end else "too-far" if straight else "not-straight"
            return _refusal(code, "S4", **squares)
        if target == other:
            if seat == SEALS:
                return _refusal("seals-never-capture", "S6", **squares)
            if middle is not None:
                return _refusal("capture-too-far", "S6", **squares)
            return _refusal("write-capture", "S6", text=f"{name(start)}x{name(end)}")
        if target == own:
            return _refusal("own-token", "S4", **squares)
        if target == "disc":
            return _refusal("onto-disc", "S4", **squares)
        if middle is not None and self._stands(middle) in ("seal", "bear"):
            return _refusal("over-token", "S5", middle=name(middle), **squares)
        assert capture  # an empty target that can be reached: only the sign is wrong
        if seat == SEALS:
            return _refusal("seals-never-capture", "S6", **squares)
        return _refusal("nothing-to-capture", "S6", **squares)

    def _diagnose_start(self, start: int, own: str) -> Refusal | None:
        """Why no move of this seat begins on that square, unless an own token is there."""
        found = self._stands(start)
        if found == own:
            return None
        if found == "nothing":
            return _refusal("off-board", "S1", square=name(start))
        if found in ("seal", "bear"):
            return _refusal("other-token", "S3", square=name(start))
        return _refusal(f"no-token-{found}", "S3", square=name(start))

    def _diagnose_touches(self, touches: Sequence[str], seat: int) -> Refusal:
        if not touches or any(t not in NAMES and t != moves.PASS for t in touches):
            return _refusal("no-such-place", "S1")
        legal = {move.touches for move in self.moves(seat)}
        if any(tuple(touches[:n]) in legal for n in (1, 2)):
            return _refusal("complete", "S3")
        if moves.PASS in touches:
            return _refusal("must-move", "S3")
        if len(touches) == 1:
            own = "seal" if seat == SEALS else "bear"
            refused = self._diagnose_start(square(touches[0]), own)
            return refused or _refusal("stuck", "S4", square=touches[0])
        start, end = touches[0], touches[1]
        sign = "x" if seat == BEARS and self._stands(square(end)) == "seal" else "-"
        return self._diagnose(Move(f"{start}{sign}{end}"), seat)


def _names(squares: int | np.uint64) -> frozenset[str]:
    return frozenset(name(s) for s in SQUARES if int(squares) >> s & 1)


def _refusal(code: str, rule: str, **params: str) -> Refusal:
    return Refusal(code, rule, message(f"seals.why.{code}", **params))


class Seals(Game):
    """Go with the Floe."""

    key: ClassVar[str] = "seals"
    title: ClassVar[str] = "Go with the Floe"
    designer: ClassVar[str] = "Phil Leduc"
    year: ClassVar[int] = 2014
    version: ClassVar[int] = 1
    seats: ClassVar[tuple[int, ...]] = (2,)
    kernel: ClassVar[str] = "icefield.games.seals.kernel"
    pair: ClassVar[str | None] = "S12"
    options: ClassVar[tuple[Option, ...]] = (
        Option("setup", "standard", tuple(SETUPS), message("seals.option.setup")),
    )

    def _start(self, seats: int, options: dict[str, Any]) -> SealsPosition:  # noqa: ARG002
        return _set_up(options["setup"])

    def named_start(self, first: Position) -> Mapping[str, Any]:
        """The setup is not in force once the tokens stand: it is in the text."""
        setup = next((name for name in SETUPS if _set_up(name) == first), "standard")
        return {} if setup == "standard" else {"setup": setup}

    def read(self, text: str, **options: Any) -> SealsPosition:
        self.check(options)
        return SealsPosition(moves.read_position(text.rstrip()))

    @property
    def rules(self) -> tuple[Rule, ...]:
        numbers = ("S1", "S2", "S2a", *(f"S{n}" for n in range(3, 13)))
        return numbered(self.key, numbers, ("S2a", "S9", "S10"))

    def seat_name(self, seat: int) -> Message:
        return message("seals.seat.seals" if seat == SEALS else "seals.seat.bears")

    # -- what it can say about its positions ----------------------------------------------------

    @property
    def reason_kinds(self) -> tuple[str, ...]:
        from .explain.mistakes.case import KINDS

        return tuple(KINDS)

    def reasons(self, mistake: Mistake) -> tuple[Reason, ...]:
        from .explain.mistakes.reasons import reasons

        return reasons(mistake)

    def threats(self, position: Position, seat: int) -> tuple[Threat, ...]:
        from .explain.threats import threats

        return threats(_own(position), seat)

    def brushes(self, position: Position) -> tuple[Brush, ...]:  # noqa: ARG002
        from .editor import brushes

        return brushes()

    def paint(self, position: Position, brush: str, space: str | None) -> SealsPosition:
        from .editor import paint

        return paint(_own(position), brush, space)


def _set_up(setup: str) -> SealsPosition:
    """The position that a setup begins with (S2, S2a)."""
    return SealsPosition(kernel.make(*SETUPS[setup].sets(), SEALS, 0))


def _own(position: Position) -> SealsPosition:
    assert isinstance(position, SealsPosition)
    return position


SEALS_GAME: Final = Seals()
SealsPosition.game = SEALS_GAME
