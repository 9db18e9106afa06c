"""What is said before a ballot, where a game has rules for it (`Discussed`): comments, challenges,
the others' judgement, and when the ballot opens. Folded from events like everything at a table.

    said        player, kind "comment", text     challenged  player, comment
    ready       players                          judged      player, comment, guilty
    voting      the ballot is open               moved       without a player: the verdict

A comment is named by the number of its event. `due` is what follows by itself and is appended by
whoever notices first: bots judge by the forbidden words, a guilty speaker gets the game's verdict,
and the ballot opens when every person is ready or the time is up.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from ...core.abilities import Discussed
from ...core.errors import NotNow
from ...core.message import message
from ..errors import NotSeated

if TYPE_CHECKING:
    from ..storage.event_log import Event
    from .table import Table

Draft = tuple[str, dict[str, Any]]
"""The kind and the body of an event that may be appended."""

TIMER: Final = 60  # seconds, unless the table was opened with another
_HEARD: Final = 15_000  # ms that a comment stands before the time may run out
_MOST: Final = 200  # comments before one ballot


@dataclass(slots=True)
class Comment:
    """Something said, and what became of it."""

    number: int
    player: int
    text: str
    at: int
    challenger: int | None = None
    judged: dict[int, bool] = field(default_factory=dict)
    ruling: bool | None = None
    """The arbiter's word, when the others were divided."""


class Talk:
    """The talk before one ballot."""

    def __init__(self, table: Table, game: Discussed, event: Event):
        self.game = game
        self.count = len(table.players)
        self.began = event.at
        self.limit = 1000 * int(table.opened.get("timer", TIMER))
        self.comments: list[Comment] = []
        self.ready: set[int] = set()
        self.open = False

    def apply(self, kind: str, event: Event) -> None:
        """Let a logged event happen."""
        body = event.body
        match kind:
            case "said" if body.get("kind") == "comment":
                comment = Comment(event.number, body["player"], body["text"], event.at)
                self.comments.append(comment)
                self.ready &= {comment.player}  # the others have not heard it
            case "challenged":
                self.comment(body["comment"]).challenger = body["player"]
            case "judged" if body.get("ruling"):
                self.comment(body["comment"]).ruling = body["guilty"]
            case "judged":
                self.comment(body["comment"]).judged[body["player"]] = body["guilty"]
            case "ready":
                self.ready |= set(body["players"])
            case "voting":
                self.open = True

    # -- what there is to know ------------------------------------------------------------------

    def comment(self, number: int) -> Comment:
        """The comment of that number; raises NotNow when it was not made before this ballot."""
        for comment in self.comments:
            if comment.number == number:
                return comment
        raise self._not_now("no-such-comment")

    def jurors(self, comment: Comment) -> tuple[int, ...]:
        """Everybody but the speaker."""
        return tuple(p for p in range(self.count) if p != comment.player)

    def divided(self, comment: Comment) -> bool:
        """Whether all have judged and as many one way as the other."""
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
        """When the time is up, in milliseconds since 1970."""
        last = self.comments[-1].at + min(_HEARD, self.limit) if self.comments else 0
        return max(self.began + self.limit, last)

    def goes_on(self) -> NotNow:
        """Says why no vote is accepted yet."""
        return self._not_now("challenge-pending" if self.pending else "commentary")

    def _not_now(self, code: str) -> NotNow:
        return NotNow(message(f"web.problem.{code}"), rule=self.game.discussion_rule, detail=code)

    # -- what may happen ------------------------------------------------------------------------

    def check_open(self) -> None:
        if self.open:
            raise self._not_now("talk-over")

    def check_comment(self, player: int, text: str) -> Draft:
        self.check_open()
        if not text or len(self.comments) >= _MOST:
            raise self._not_now("no-comment")
        return "said", {"player": player, "kind": "comment", "text": text}

    def check_challenge(self, player: int, number: int) -> Draft:
        self.check_open()
        comment = self.comment(number)
        if comment.player == player:
            raise self._not_now("own-comment")
        if comment.challenger is not None:
            raise self._not_now("challenged-already")
        return "challenged", {"player": player, "comment": number}

    def check_judgement(self, table: Table, player: int, number: int, guilty: bool) -> Draft:
        self.check_open()
        comment = self.comment(number)
        if comment not in self.pending:
            raise self._not_now("not-judged-now")
        body = {"player": player, "comment": number, "guilty": guilty}
        if self.divided(comment):
            if player != self.arbiter(table):
                raise self._not_now("arbiter-judges")
            return "judged", {**body, "ruling": True}
        if player == comment.player:
            raise self._not_now("own-comment")
        if player in comment.judged:
            raise self._not_now("judged-already")
        return "judged", body

    def check_ready(self, players: tuple[int, ...]) -> Draft:
        self.check_open()
        return "ready", {"players": list(players)}

    def arbiter(self, table: Table) -> int:
        """The player who decides when the others are divided."""
        return table.match.seating[self.game.arbiter(table.position)]

    def due(self, table: Table, now: int) -> Draft | None:
        """What follows by itself."""
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
                    return "moved", {"player": None, "move": move, "comment": comment.number}
        people = {i for i, p in enumerate(table.players) if not p.is_bot}
        if not self.pending and (people <= self.ready or now >= self.ends or len(people) == 1):
            return "voting", {}
        return None


def names_at(table: Table) -> tuple[str, ...]:
    """The names that players gave themselves."""
    return tuple(player.name for player in table.players if player.name)


def begin_talk(table: Table, event: Event, going_on: Talk | None) -> Talk | None:
    """The talk at the position an event has led to: a new one, the one that goes on after a
    verdict, or none."""
    game = table.game
    if not isinstance(game, Discussed) or not game.discussion(table.position):
        return None
    return going_on or Talk(table, game, event)


def talk_at(table: Table, identity: str | None, seat: int | None) -> tuple[Talk, int]:
    """The present talk, and the player of an identity who speaks: of several the one in `seat`."""
    own = table.seats_of(identity)
    if not own or (seat is not None and seat not in own):
        raise NotSeated()
    if table.talk is None:
        raise NotNow(message("web.problem.no-talk"), detail="no-talk")
    return table.talk, table.match.seating[own[0] if seat is None else seat]
