"""The discussion before a ballot, in games that have rules for it (`Discussed`).

Comments, challenges, judgements, and the opening of the ballot, folded from the events of the
table.

A comment is named by the number of its event; what was said in the chat where the game's rules
hold too (`discussed_in_chat`) is a comment of the next discussion. `due` is the event that follows
without a player's action and is appended by the process that notices first: bots judge by the
forbidden words, a guilty speaker gets the game's verdict, and the ballot opens when every person is
ready or the time is up.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from ...core.abilities import Discussed
from ...core.errors import NotNow
from ...core.message import message
from ..errors import NotSeated
from .events import (
    COMMENT,
    Challenged,
    Judged,
    Moved,
    Payload,
    Readied,
    Said,
    VotingOpened,
)

if TYPE_CHECKING:
    from .table import Table

_HEARD_MS: Final = 15_000  # the minimum time between a comment and the end of the time
_MAX_COMMENTS: Final = 200  # before one ballot


@dataclass(slots=True)
class Comment:
    """A comment and its judgements."""

    number: int
    player: int
    text: str
    at: int
    challenger: int | None = None
    judged: dict[int, bool] = field(default_factory=dict)
    ruling: bool | None = None
    """The arbiter's word, when the others were divided."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenged comment, with the game of the match and its moves so far."""

    game: int
    ply: int
    comment: Comment
    discussion: Discussion

    @property
    def state(self) -> str:
        """How it ended: "guilty", "innocent", or "open" before that."""
        guilty = self.discussion.guilty(self.comment)
        return "open" if guilty is None else "guilty" if guilty else "innocent"


class Discussion:
    """The discussion before one ballot; times are in milliseconds since 1970."""

    def __init__(self, table: Table, game: Discussed, at: int):
        self.game = game
        self.count = len(table.players)
        self.began = at
        self.limit_ms = 1000 * int(table.opened.timer)
        self.comments = [Comment(m.number, m.player, m.text, m.at) for m in table.chat.overheard]
        self._overheard = len(self.comments)
        self.ready: set[int] = set()
        self.open = False

    def apply(self, number: int, payload: Payload, at: int) -> None:
        """Apply a logged event."""
        match payload:
            case Said(player, channel, text) if channel == COMMENT:
                self.comments.append(Comment(number, player, text, at))
                self.ready &= {player}  # the others have not read it
            case Challenged(player, comment):
                self.comment(comment).challenger = player
            case Judged(_, comment, guilty, ruling=True):
                self.comment(comment).ruling = guilty
            case Judged(player, comment, guilty):
                self.comment(comment).judged[player] = guilty
            case Readied(players):
                self.ready |= set(players)
            case VotingOpened():
                self.open = True

    # -- questions ------------------------------------------------------------------------------

    def comment(self, number: int) -> Comment:
        """The comment of that number; raises NotNow when it is of another discussion."""
        for comment in self.comments:
            if comment.number == number:
                return comment
        raise self._not_now("no-such-comment")

    def jurors(self, comment: Comment) -> tuple[int, ...]:
        """All players but the speaker."""
        return tuple(p for p in range(self.count) if p != comment.player)

    def divided(self, comment: Comment) -> bool:
        """Whether all jurors have judged and the votes are equal."""
        found = list(comment.judged.values())
        return len(found) == self.count - 1 and 2 * sum(found) == len(found)

    def guilty(self, comment: Comment) -> bool | None:
        """Whether a challenged comment broke the rules; None before that is decided."""
        if comment.challenger is None:
            return None
        for answer in (True, False):
            if 2 * list(comment.judged.values()).count(answer) > self.count - 1:
                return answer
        return comment.ruling if self.divided(comment) else None

    @property
    def pending(self) -> tuple[Comment, ...]:
        """The comments that are being judged."""
        return tuple(
            c for c in self.comments if c.challenger is not None and self.guilty(c) is None
        )

    @property
    def ends(self) -> int:
        """The end of the time for discussion."""
        last = self.comments[-1].at + min(_HEARD_MS, self.limit_ms) if self.comments else 0
        return max(self.began + self.limit_ms, last)

    def vote_refusal(self) -> NotNow:
        """The error for votes before the ballot is open."""
        return self._not_now("challenge-pending" if self.pending else "commentary")

    def _not_now(self, code: str) -> NotNow:
        return NotNow(message(f"web.problem.{code}"), rule=self.game.discussion_rule, detail=code)

    # -- checks: the event, or the refusal as an error ------------------------------------------

    def check_open(self) -> None:
        if self.open:
            raise self._not_now("talk-over")

    def check_comment(self, player: int, text: str) -> Said:
        self.check_open()
        if not text or len(self.comments) - self._overheard >= _MAX_COMMENTS:
            raise self._not_now("no-comment")
        return Said(player, COMMENT, text)

    def check_challenge(self, player: int, number: int) -> Challenged:
        self.check_open()
        comment = self.comment(number)
        if comment.player == player:
            raise self._not_now("own-comment")
        if comment.challenger is not None:
            raise self._not_now("challenged-already")
        return Challenged(player, number)

    def check_judgement(self, table: Table, player: int, number: int, guilty: bool) -> Judged:
        self.check_open()
        comment = self.comment(number)
        if comment not in self.pending:
            raise self._not_now("not-judged-now")
        if self.divided(comment):
            if player != self.arbiter(table):
                raise self._not_now("arbiter-judges")
            return Judged(player, number, guilty, ruling=True)
        if player == comment.player:
            raise self._not_now("own-comment")
        if player in comment.judged:
            raise self._not_now("judged-already")
        return Judged(player, number, guilty)

    def check_ready(self, players: tuple[int, ...]) -> Readied:
        self.check_open()
        return Readied(players)

    def arbiter(self, table: Table) -> int:
        """The player who decides when the others are divided."""
        return table.match.seating[self.game.arbiter(table.position)]

    def due(self, table: Table, now: int) -> Payload | None:
        """The event that follows without a player's action, if there is one."""
        if self.open:
            return None
        for comment in self.pending:
            divided = self.divided(comment)
            judges = (self.arbiter(table),) if divided else self.jurors(comment)
            for player in judges:
                if table.players[player].is_bot and (divided or player not in comment.judged):
                    marked = bool(self.game.forbidden(comment.text, names_at(table)))
                    return self.check_judgement(table, player, comment.number, marked)
        for comment in self.comments:
            if self.guilty(comment):
                seat = table.match.seat_of(comment.player)
                move = self.game.verdict(table.position, seat)
                if table.position.explain(move) is None:
                    return Moved(None, move, comment=comment.number)
        people = {i for i, p in enumerate(table.players) if not p.is_bot}
        if not self.pending and (people <= self.ready or now >= self.ends or len(people) == 1):
            return VotingOpened()
        return None


def names_at(table: Table) -> tuple[str, ...]:
    """The names that players gave themselves."""
    return tuple(player.name for player in table.players if player.name)


def begin_discussion(
    table: Table, game: Discussed, at: int, current: Discussion | None
) -> Discussion | None:
    """The discussion at the present position, or None.

    It is a new one, or the one that goes on after a verdict.
    """
    if not game.discussion(table.position):
        return None
    return current or Discussion(table, game, at)


def find_speaker(table: Table, identity: str | None, seat: int | None) -> tuple[Discussion, int]:
    """The present discussion, and the player of an identity who speaks.

    Of several own seats it is the one in `seat`; raises the refusal.
    """
    own = table.seats_of(identity)
    if not own or (seat is not None and seat not in own):
        raise NotSeated()
    if table.discussion is None:
        raise NotNow(message("web.problem.no-talk"), detail="no-talk")
    return table.discussion, table.match.seating[own[0] if seat is None else seat]
