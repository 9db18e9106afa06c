"""A position of IceFloe: checks moves and texts, then calls the kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Final

import numpy as np

from ...core.abilities import Ballot, SeatCard
from ...core.errors import Refusal
from ...core.game import CHANCE, Game, Move, Outcome, Position
from ...core.jit import OVER
from ...core.message import Message, message
from ...core.scene import Scene
from . import kernel
from .board import LETTERS, list_names, space_name, suit_label, tile_name
from .explain.move_words import describe_move
from .explain.refusals import explain_move, explain_touches, explain_waiting
from .game import TORCH_GAME
from .kernel import state as s
from .scene.touches import touches
from .text import positions
from .text.moves import format_move, option_symbol, parse_move

_BALLOTS: Final = (s.NUMBER_VOTE, s.SUIT_VOTE)
_ENDS: Final = {
    s.NO_PYRAMIDS: ("T24", "torch.end.pyramids"),
    s.ONE_TILE: ("T24", "torch.end.one-tile"),
    s.QUIET_END: ("T18a", "torch.end.quiet"),
}


class TorchPosition(Position):
    """A position of IceFloe: a state, its options and history."""

    game: ClassVar[Game] = TORCH_GAME

    _state: np.ndarray

    # -- the contract ---------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        return int(self._state[s.SEATS])

    @property
    def options(self) -> Mapping[str, Any]:
        st = self._state
        return {
            "suits": positions.seat_suits(st),
            "return_moves": bool(st[s.RETURN]),
            "quiet_rounds": int(st[s.QUIET_LIMIT]),
        }

    @property
    def phase(self) -> str:
        """The part of the game: "move", "number", "number-coins" etc."""
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
        standing = {pyramid[0] for pyramid in self.pyramids}
        lost = [self.seat_name(x) for x in range(self.seats) if self.suits[x] not in standing]
        if st[s.ENDING] != s.NO_PYRAMIDS or not lost:
            return Outcome(self.scores, winners, message(reason), rule)
        one = len(lost) == 1
        sentence = message(
            "torch.end.pyramids.one" if one else "torch.end.pyramids.several", who=list_names(lost)
        )
        return Outcome(self.scores, winners, sentence, rule)

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        return positions.format_position(self._state)

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
        texts = {int(code): format_move(st, int(code)) for code in codes}
        touched = touches(st, list(texts))
        who = self.seat_name(self.rolling[0]) if self.rolling else None
        return tuple(
            Move(text, touched[code], code, describe_move(text, who))
            for code, text in texts.items()
        )

    def _apply(self, move: Move, seat: int) -> TorchPosition:
        if self.in_ballot:
            if move.text.startswith("bar:"):
                return TorchPosition(kernel.bar(self._state.copy(), move.code), self, move)
            return self._with_vote(move, seat)
        return TorchPosition(kernel.apply(self._state.copy(), move.code), self, move)

    def _with_vote(self, move: Move, seat: int) -> TorchPosition:
        """The position after a vote.

        The history has the votes in the order of the rules, not in the order of arrival.
        """
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
        """Whether the last move was a vote of the ballot that still goes on."""
        return (
            self._before is not None
            and self._last is not None
            and self._last.text.startswith("vote:")
            and self._before._state[s.PHASE] == self._state[s.PHASE]
        )

    def _parse(self, text: str) -> Move:
        parse_move(text)
        return Move(text)

    def _unlisted(self, text: str) -> Move | None:
        """T22's verdict, at the start of a ballot."""
        if not self.in_ballot or not text.startswith("bar:") or text[4:] not in tuple(self.suits):
            return None
        seat = self.suits.index(text[4:])
        begun = any(self._state[s.VOTE + x] not in (s.NOT_YET, s.OUT) for x in range(self.seats))
        if begun or int(self._state[s.BARRED]) >> seat & 1:
            return None
        return Move(text, (f"bar-{text[4:]}",), seat, describe_move(text))

    def _not_deciding(self, seat: int) -> Refusal:
        return explain_waiting(self, seat) or super()._not_deciding(seat)

    def _diagnose(self, move: Move, seat: int) -> Refusal:
        return explain_move(self, parse_move(move.text), seat)

    def _diagnose_touches(self, touches: Sequence[str], seat: int) -> Refusal:
        return explain_touches(self, tuple(touches), seat)

    def view(self, seat: int | None = None) -> TorchPosition:
        if not self.in_ballot:
            return self
        opening = self._opening
        seen = kernel.hide(self._state, -1 if seat is None else seat)
        return TorchPosition(seen, opening._before, opening._last)

    @property
    def concealed(self) -> bool:
        return bool((self._state[s.VOTE : s.VOTE + self.seats] == s.CONCEALED).any())

    def seat_card(self, seat: int) -> SeatCard:
        from .scene.trays import build_seat_card

        return build_seat_card(self, seat)

    def scene(self, seat: int | None = None) -> Scene:
        from .scene.scene import scene

        return scene(self.view(seat), seat)

    def seat_name(self, seat: int) -> Message:
        return suit_label(self.suits[seat])

    def effects(self) -> Sequence[Message]:
        return self._effects

    @cached_property
    def _effects(self) -> tuple[Message, ...]:
        from .explain.turn_summary import effects

        return effects(self)

    def last_ballot(self) -> Ballot | None:
        from .explain.turn_summary import last_ballot

        return last_ballot(self)

    def score_parts(self) -> Sequence[Message]:
        from .explain.turn_summary import score_parts

        return score_parts(self)

    # -- facts for scenes, texts and explanations -----------------------------------------------

    @property
    def in_ballot(self) -> bool:
        """Whether votes are being cast."""
        return self._state[s.PHASE] in _BALLOTS

    @cached_property
    def suits(self) -> str:
        """The suit of each seat."""
        return positions.seat_suits(self._state)

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
        """The round, from 1; 0 during the set-up."""
        return int(self._state[s.ROUND])

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat so far (T21, T25)."""
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
        marks = positions.format_votes(self._state)
        return tuple(None if mark in "-x" else mark for mark in marks)

    @property
    def barred(self) -> tuple[int, ...]:
        """The seats without a vote in this round (T22)."""
        return tuple(x for x in range(self.seats) if int(self._state[s.BARRED]) >> x & 1)

    @property
    def worth(self) -> dict[str, int]:
        """Votes and coins on each option, once the votes are revealed."""
        if self._state[s.PHASE] not in (s.NUMBER_COINS, s.NUMBER_TIE, s.SUIT_COINS, s.SUIT_TIE):
            return {}
        found = enumerate(int(w) for w in self._state[s.WORTH : s.WORTH + 6])
        return {option_symbol(self._state, i): w for i, w in found if w}

    @property
    def number(self) -> int | None:
        """The number chosen in this round."""
        return int(self._state[s.NUMBER]) if self._state[s.NUMBER] >= 0 else None

    @property
    def rolling(self) -> tuple[int, ...]:
        """The seats that have yet to roll their die, in order; empty after the dice."""
        if self.phase != "roll":
            return ()
        return tuple(x for x in range(self.seats) if self._state[s.ROLL + x] == s.NOT_YET)

    @property
    def dice(self) -> tuple[int | None, ...]:
        """The last die of each seat; None for a seat that has yet to roll or is out."""
        rolled = (int(x) for x in self._state[s.ROLL : s.ROLL + self.seats])
        return tuple(die if die >= 0 else None for die in rolled)
