"""A mistake in `seals` with its lines replayed, and what its finders share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from .....core.errors import IcefieldError
from .....core.explain import Mistake, Reason
from .....core.explain import reason as game_reason
from ...board import BEARS, SEALS, between, name, square
from ...text.moves import PASS
from ..facts import Facts, names, squares, trail

if TYPE_CHECKING:
    from .....core.game import Move
    from ...position import SealsPosition

KINDS: Final[dict[str, str | None]] = {
    # the seals
    "misses-isolation": "S9",
    "walks-into-capture": "S6",
    "leaves-seal-attacked": "S6",
    "allows-double-attack": None,
    "no-way-out": None,
    "no-safe-move": "S3",
    "loses-seal": None,
    "loses-seal-sooner": None,
    "loses-last-seal": "S8",
    "misses-sacrifice": "S6",
    "misses-refuge": None,
    "misses-outnumbering": "S6",
    "isolation-ahead": "S9",
    "invites-attack": None,
    "steps-into-range": None,
    "bears-close-in": None,
    "few-flights": None,
    "bears-first": None,
    # the bears
    "isolates-seal": "S9",
    "allows-isolation": "S9",
    "misses-capture": "S6",
    "bad-trade": "S6",
    "trade-too-soon": "S6",
    "parts-ice": "S7",
    "strands-bear": "S6",
    "breaks-ice-around-seal": "S9",
    "lets-seal-escape": None,
    "lets-seals-outnumber": "S6",
    "runs-into-isolation": "S9",
    "allows-standstill": "S10",
    "misses-double-attack": None,
    "misses-last-seal": "S8",
    "misses-hunt": None,
    "catches-later": None,
    "unguards-exit": None,
    "misses-attack": None,
    "misses-cornering": None,
    "loses-touch": None,
    "bears-far-apart": None,
    "seals-first": None,
    # either side
    "wins-fewer-points": "S11",
    "loses-more-points": "S11",
    "must-pass": "S3",
    "misses-starving": "S3",
    "opens-jump": "S5",
    "breaks-own-ice": "S7",
}
"""Every kind of reason, with the number of the rule where a rule is the reason."""

_LONG: Final = 6  # plies that can be read in a sentence


def reason(kind: str, spaces: Sequence[str] = (), form: str = "", /, **params: str | int) -> Reason:
    """A reason of this kind with its rule; `form` picks among the sentences of a kind."""
    return game_reason("seals", kind, KINDS[kind], spaces, form, **params)


@dataclass(frozen=True, slots=True)
class Catch:
    """A bear catches a seal in a line."""

    ply: int  # counted from 1
    text: str
    bear: str
    seal: str


class Line:
    """Moves and what the board looks like after each of them.

    `after[0]` is after the first.
    """

    def __init__(self, before: SealsPosition, moves: Sequence[Move]):
        self.before = Facts(before)
        self.moves: list[str] = []
        self.after: list[Facts] = []
        facts = self.before
        for move in moves:
            try:
                facts = facts.after(move)
            except IcefieldError:
                break  # a line that does not fit is told as far as it fits
            self.moves.append(str(move))
            self.after.append(facts)

    def __len__(self) -> int:
        return len(self.moves)

    def text(self, plies: int) -> str:
        """The first moves of the line, as they are written.

        Of a long one beginning and end.
        """
        moves = self.moves[:plies]
        if len(moves) > _LONG:
            moves = [*moves[: _LONG - 2], "…", moves[-1]]
        return " ".join(moves)

    @property
    def first(self) -> Facts:
        """The position after the move that is judged."""
        return self.after[0]

    @property
    def last(self) -> Facts:
        return self.after[-1]

    @property
    def end(self) -> str | None:
        """The rule that ended the game in this line."""
        outcome = self.last.position.outcome
        return outcome.rule if outcome else None

    @property
    def points(self) -> int | None:
        """The winner's score where the line reaches the end: minus when the bears win."""
        outcome = self.last.position.outcome
        return None if outcome is None else outcome.scores[SEALS] - outcome.scores[BEARS]

    @property
    def won_by(self) -> int | None:
        """The seat that has won at the end of the line, or cannot lose any more."""
        outcome = self.last.position.outcome
        if outcome is not None:
            return outcome.winners[0]
        return SEALS if self.last.refuge else None

    def catches(self) -> list[Catch]:
        """All catches of the line."""
        return [
            Catch(i, text, text[:2], text[3:])
            for i, text in enumerate(self.moves, 1)
            if "x" in text
        ]

    def catch_before(self, other: Line) -> tuple[Catch | None, Catch | None]:
        """This line's first catch, if it comes before the other line's, and that one.

        Only catches after the next answer count. The other line's is None if none comes later.
        """
        catches, others = self.catches(), other.catches()
        if not catches or catches[0].ply < 3:
            return None, None
        if others and others[0].ply <= catches[0].ply:
            return None, None
        return catches[0], others[0] if others else None

    def refuge_at(self) -> int | None:
        """After how many plies the seals first cannot lose any more."""
        return next((i for i, facts in enumerate(self.after, 1) if facts.refuge), None)

    def escape_at(self) -> int | None:
        """The same where the game goes on: an isolated seal is safe too, but has won."""
        at = self.refuge_at()
        return None if at is None or self.after[at - 1].over else at

    def passes(self, seat: int) -> int | None:
        """At which ply this seat first has to pass."""
        for i, text in enumerate(self.moves):
            who = self.before.mover if i == 0 else self.after[i - 1].mover
            if text == PASS and who == seat:
                return i + 1
        return None

    def position(self, plies: int) -> Facts:
        """After so many plies, 0 for the beginning."""
        return self.after[plies - 1] if plies else self.before

    def broken(self, ply: int) -> int:
        """The spaces that the move at that ply broke."""
        return trail(self.position(ply - 1), self.position(ply))

    def jumped(self, ply: int) -> int | None:
        """The hole that the move at that ply jumps over, if it is a jump."""
        text = self.moves[ply - 1]
        if text == PASS:
            return None
        middle = between(square(text[:2]), square(text[3:]))
        if middle is None or not self.position(ply - 1).discs >> middle & 1:
            return None
        return middle


class Case:
    """A mistake with its two lines."""

    def __init__(self, mistake: Mistake):
        before: SealsPosition = mistake.before  # type: ignore[assignment]
        expected = mistake.played
        if len(expected) == 1:
            expected += mistake.followed  # the game itself shows how it went on
        self.seat = mistake.seat
        self.points = mistake.points
        self.before = Facts(before)
        self.played = Line(before, expected)
        self.better = Line(before, mistake.better)

    @property
    def move(self) -> str:
        return self.played.moves[0]

    @property
    def end(self) -> str:
        """The square where the moved token went."""
        return self.move[3:]

    @property
    def reply(self) -> str | None:
        return self.played.moves[1] if len(self.played) > 1 else None

    @property
    def advice(self) -> str:
        """The better move."""
        return self.better.moves[0]

    @property
    def comparable(self) -> bool:
        """Whether there is something to compare: two different legal moves of a token."""
        return bool(
            self.played.moves
            and self.better.moves
            and self.move != self.advice
            and PASS not in (self.move, self.advice)
        )


def listed(word: int, most: int = 3) -> str:
    """A few squares of a set, by name."""
    return ", ".join(names(word)[:most])


def spot(word: int) -> str:
    """The name of the lowest square of a set that has one."""
    return name(next(squares(word)))
