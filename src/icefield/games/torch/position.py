"""`torch` as the contract sees it: the typed, checking face over the kernel."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from typing import Any, ClassVar, Final

import numpy as np

from ...core.errors import BadOption, Refusal
from ...core.game import CHANCE, Game, Move, Option, Outcome, Position, Rule, numbered
from ...core.jit import OVER
from ...core.message import Message, message
from ...core.mistakes import Brush, Mistake, Reason, Threat
from ...core.scene import Scene
from . import kernel
from .board import LETTERS, SUITS, space_name, tile_name
from .discussion import Commentary
from .explain.refusals import diagnose, diagnose_touches, not_deciding
from .kernel import state as s
from .scene.touches import touches
from .text import positions

_BALLOTS: Final = (s.NUMBER_VOTE, s.SUIT_VOTE)
_RULES: Final = (
    *(f"T{n}" for n in range(1, 19)),
    "T18a",
    *(f"T{n}" for n in range(19, 27)),
)
_RULINGS: Final = ("T3", "T10", "T11", "T12", "T15", "T18", "T18a", "T22", "T24")
_ENDS: Final = {
    s.NO_PYRAMIDS: ("T24", "torch.end.pyramids"),
    s.ONE_TILE: ("T24", "torch.end.one-tile"),
    s.QUIET_END: ("T18a", "torch.end.quiet"),
}


class TorchPosition(Position):
    """A position of IceFloe."""

    _state: np.ndarray

    # -- the contract ---------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        return int(self._state[s.SEATS])

    @property
    def options(self) -> Mapping[str, Any]:
        st = self._state
        return {
            "suits": positions.suits_of(st),
            "return_moves": bool(st[s.RETURN]),
            "quiet_rounds": int(st[s.QUIET_LIMIT]),
        }

    @property
    def phase(self) -> str:
        """Which part of the game this is: "move", "number", "number-coins", …"""
        return positions.PHASES[int(self._state[s.PHASE])]

    @property
    def turn(self) -> int | None:
        found = int(kernel.turn(self._state))
        return None if found == OVER else found

    @property
    def deciders(self) -> tuple[int, ...]:
        if not self.in_ballot:
            return super().deciders
        return tuple(x for x in self.clockwise if self._state[s.VOTE + x] == s.NOT_YET)

    @cached_property
    def outcome(self) -> Outcome | None:
        st = self._state
        if st[s.PHASE] != s.FINISHED:
            return None
        winners = tuple(x for x in range(self.seats) if int(st[s.WINNERS]) >> x & 1)
        rule, reason = _ENDS[int(st[s.ENDING])]
        return Outcome(self.scores, winners, message(reason), rule)

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        return positions.position_text(self._state)

    def odds(self) -> dict[Move, Fraction]:
        if self.turn != CHANCE:
            return {}
        return {move: Fraction(1, 6) for move in self.moves()}

    def _moves(self, seat: int) -> tuple[Move, ...]:
        st = self._state
        if self.in_ballot:
            st = st.copy()
            st[s.TURN] = seat
        out = np.empty(s.MAX_MOVES, dtype=np.int64)
        codes = out[: kernel.moves(st, out)]
        texts = {int(code): positions.move_text(st, int(code)) for code in codes}
        presses = touches(st, list(texts))
        return tuple(
            Move(text, presses[code], code, self._said(text)) for code, text in texts.items()
        )

    def _apply(self, move: Move, seat: int) -> TorchPosition:
        if self.in_ballot:
            if move.text.startswith("bar:"):
                return TorchPosition(kernel.bar(self._state.copy(), move.code), self, move)
            return self._with_vote(move, seat)
        return TorchPosition(kernel.apply(self._state.copy(), move.code), self, move)

    def _with_vote(self, move: Move, seat: int) -> TorchPosition:
        """Votes stand in the rules' order in the history, in whatever order they came."""
        opening = self._opening
        cast = {**self._cast, seat: move}
        position = opening
        for voter in self.clockwise:
            if voter in cast and opening._state[s.VOTE + voter] == s.NOT_YET:
                option = cast[voter].code & 65535
                after = kernel.vote(position._state.copy(), voter, option)
                position = TorchPosition(after, position, cast[voter])
        return position

    @property
    def _opening(self) -> TorchPosition:
        """The start of the present ballot, before its first vote."""
        position = self
        while position._follows_a_vote():
            assert position._before is not None
            position = position._before
        return position

    @property
    def _cast(self) -> dict[int, Move]:
        """The votes made in the present ballot since its opening, by seat."""
        cast = {}
        position = self
        while position._follows_a_vote():
            assert position._before is not None
            assert position._last is not None
            before = position._before
            for voter in range(self.seats):
                if before._state[s.VOTE + voter] != position._state[s.VOTE + voter]:
                    cast[voter] = position._last
            position = before
        return cast

    def _follows_a_vote(self) -> bool:
        """Whether the last move was a vote of the ballot that is still going on."""
        return (
            self._before is not None
            and self._last is not None
            and self._last.text.startswith("vote:")
            and self._before._state[s.PHASE] == self._state[s.PHASE]
        )

    def _parse(self, text: str) -> Move:
        positions.read_move(text)
        return Move(text)

    def _unlisted(self, text: str) -> Move | None:
        """T22's verdict, at the start of a ballot."""
        if not self.in_ballot or not text.startswith("bar:") or text[4:] not in tuple(self.suits):
            return None
        seat = self.suits.index(text[4:])
        begun = any(self._state[s.VOTE + x] not in (s.NOT_YET, s.OUT) for x in range(self.seats))
        if begun or int(self._state[s.BARRED]) >> seat & 1:
            return None
        return Move(text, (f"bar-{text[4:]}",), seat, self._said(text))

    def _not_deciding(self, seat: int) -> Refusal:
        return not_deciding(self, seat) or super()._not_deciding(seat)

    def _diagnose(self, move: Move, seat: int) -> Refusal:
        return diagnose(self, positions.read_move(move.text), seat)

    def _diagnose_touches(self, touches: Sequence[str], seat: int) -> Refusal:
        return diagnose_touches(self, tuple(touches), seat)

    def view(self, seat: int | None = None) -> TorchPosition:
        if not self.in_ballot:
            return self
        opening = self._opening
        seen = kernel.hide(self._state, -1 if seat is None else seat)
        return TorchPosition(seen, opening._before, opening._last)

    @property
    def concealed(self) -> bool:
        return bool((self._state[s.VOTE : s.VOTE + self.seats] == s.CONCEALED).any())

    def scene(self, seat: int | None = None) -> Scene:
        from .scene.scene import scene

        return scene(self.view(seat), seat)

    def seat_name(self, seat: int) -> Message:
        return suit_name(self.suits[seat])

    # -- what scene, export and analysis may ask ------------------------------------------------

    @property
    def in_ballot(self) -> bool:
        return self._state[s.PHASE] in _BALLOTS

    @cached_property
    def suits(self) -> str:
        """The suit of each seat."""
        return positions.suits_of(self._state)

    @property
    def torch(self) -> int | None:
        """The Torch Bearer's seat, once the dice have decided."""
        return int(self._state[s.TORCH]) if self._state[s.TORCH] >= 0 else None

    @property
    def clockwise(self) -> tuple[int, ...]:
        """The seats from the Torch Bearer clockwise."""
        first = self.torch or 0
        return tuple((first + i) % self.seats for i in range(self.seats))

    @property
    def round(self) -> int:
        return int(self._state[s.ROUND])

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(int(x) for x in self._state[s.SCORE : s.SCORE + self.seats])

    @cached_property
    def tiles(self) -> dict[str, str]:
        """The tile on each space that has one."""
        found = ((at, int(self._state[s.TILE + at])) for at in range(25))
        return {space_name(at): tile_name(t) for at, t in found if t >= 0}

    @cached_property
    def pyramids(self) -> dict[str, str]:
        """The space of each pyramid on the board: "SA" is Suns' smallest."""
        return {
            f"{self.suits[p // 6]}{LETTERS[p % 6]}": space_name(int(self._state[s.AT + p]))
            for p in range(6 * self.seats)
            if self._state[s.AT + p] >= 0
        }

    @property
    def hands(self) -> tuple[str, ...]:
        """The pyramids each seat has not placed yet."""
        at = self._state[s.AT : s.AT + 6 * self.seats].reshape(self.seats, 6)
        return tuple("".join(LETTERS[i] for i in range(6) if row[i] == s.IN_HAND) for row in at)

    @property
    def coins(self) -> tuple[tuple[int, ...], ...]:
        """The coins each seat has left."""
        left = (int(c) for c in self._state[s.COINS : s.COINS + self.seats])
        return tuple(tuple(coin for coin in (1, 2) if have & coin) for have in left)

    @property
    def votes(self) -> tuple[str | None, ...]:
        """By seat: the option voted for, "?" for a concealed vote, None before."""
        marks = positions.votes_text(self._state)
        return tuple(None if mark in "-x" else mark for mark in marks)

    @property
    def barred(self) -> tuple[int, ...]:
        return tuple(x for x in range(self.seats) if int(self._state[s.BARRED]) >> x & 1)

    @property
    def worth(self) -> dict[str, int]:
        """Votes and coins on each option after the reveal."""
        if self._state[s.PHASE] not in (s.NUMBER_COINS, s.NUMBER_TIE, s.SUIT_COINS, s.SUIT_TIE):
            return {}
        found = enumerate(int(w) for w in self._state[s.WORTH : s.WORTH + 6])
        return {positions.option_name(self._state, i): w for i, w in found if w}

    @property
    def number(self) -> int | None:
        """The number chosen in this round."""
        return int(self._state[s.NUMBER]) if self._state[s.NUMBER] >= 0 else None

    @property
    def dice(self) -> tuple[int | None, ...]:
        """The last die of each seat, while it counts."""
        rolled = (int(x) for x in self._state[s.ROLL : s.ROLL + self.seats])
        return tuple(die if die >= 0 else None for die in rolled)

    def _said(self, text: str) -> Message:
        """A move in words."""
        parts = positions.read_move(text)
        spaces = [space_name(at) for at in parts.spaces]
        params: dict[str, str | int | Message] = {"text": text}
        if parts.letter:
            params["letter"] = parts.letter
        if spaces:
            params |= {"start": spaces[0], "end": spaces[-1]}
        if parts.option:
            suit = parts.option in SUITS
            params["option"] = suit_name(parts.option) if suit else parts.option
        if parts.coins:
            params["coins"] = message(f"torch.coins.{parts.coins}")
        return message(f"torch.move.{parts.kind}", **params)


def suit_name(suit: str) -> Message:
    return message(f"torch.suit.{suit}")


class Torch(Commentary, Game):
    """IceFloe."""

    key: ClassVar[str] = "torch"
    title: ClassVar[str] = "IceFloe"
    designer: ClassVar[str] = "Tim Schutz"
    year: ClassVar[int] = 2002
    version: ClassVar[int] = 1
    seats: ClassVar[tuple[int, ...]] = (3, 4)
    kernel: ClassVar[str] = "icefield.games.torch.kernel"
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "suits",
            None,
            (None, *("".join(p) for n in (3, 4) for p in permutations(SUITS, n))),
            message("torch.option.suits"),
            form=message("torch.option.suits.form"),
        ),
        Option("return_moves", False, (False, True), message("torch.option.return_moves")),
        Option(
            "quiet_rounds",
            20,
            range(1, 1000),
            message("torch.option.quiet_rounds"),
            form=message("torch.option.quiet_rounds.form"),
        ),
    )

    def _start(self, seats: int, options: dict[str, Any]) -> TorchPosition:
        suits = options["suits"] or SUITS[:seats]
        if len(suits) != seats:
            raise BadOption(
                message("torch.option.suits.count", suits=suits, count=seats), rule="T3"
            )
        numbers = tuple(SUITS.index(suit) for suit in suits)
        return TorchPosition(
            s.make(seats, numbers, options["return_moves"], options["quiet_rounds"])
        )

    def read(self, text: str, **options: Any) -> TorchPosition:
        return TorchPosition(positions.read_position(text.rstrip(), self.check(options)))

    @property
    def reason_kinds(self) -> Sequence[str]:
        from .explain.mistakes.overview import REASON_KINDS

        return REASON_KINDS

    def reasons(self, mistake: Mistake) -> Sequence[Reason]:
        from .explain.mistakes.overview import reasons

        return reasons(mistake)

    def threats(self, position: Position, seat: int) -> Sequence[Threat]:
        from .explain.threats import threats

        return threats(position, seat)

    def brushes(self, position: Position) -> Sequence[Brush]:
        from .editor import brushes

        return brushes(position)

    def paint(self, position: Position, brush: str, space: str | None) -> TorchPosition:
        from .editor import paint

        return paint(position, brush, space)

    @property
    def exports(self) -> Mapping[str, Callable[[Position], str]]:
        from .text.ppn import to_ppn

        return {"ppn": to_ppn}

    @property
    def rules(self) -> tuple[Rule, ...]:
        return numbered(self.key, _RULES, _RULINGS)

    def seat_name(self, seat: int) -> Message:
        return suit_name(SUITS[seat])


TORCH_GAME: Final = Torch()
TorchPosition.game = TORCH_GAME
