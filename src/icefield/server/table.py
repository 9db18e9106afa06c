"""A table as a pure fold of its events: the same events always give the same table.

`apply` is the only thing that changes a `Table`, and it trusts what the log says. Whatever asks
whether something may happen (`check_…`) changes nothing and answers with the event to append.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..core.errors import NotNow, StaleMove
from ..core.game import CHANCE, Position
from ..core.message import Message, message
from ..games import game as find_game
from ..play import Match
from .problems import NotSeated, OtherVersion
from .store import Event

Draft = tuple[str, dict[str, Any]]
"""The kind and the body of an event that may be appended."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays: a person (`owner` is an identity) or a bot of a level. Keeps its number while it
    changes seats between the games of a match."""

    kind: str  # "person" or "bot"
    owner: str | None = None
    level: str | None = None
    name: str = ""

    @property
    def is_bot(self) -> bool:
        return self.kind == "bot"

    def to_body(self) -> dict[str, Any]:
        return {"kind": self.kind, "owner": self.owner, "level": self.level, "name": self.name}


class Table:
    """What the events of one table amount to."""

    def __init__(self, id_: str, opened: Event):
        body = opened.body
        self.id = id_
        self.number = opened.number
        self.opened: Mapping[str, Any] = body
        self.game = find_game(body["game"])
        if body["version"] != self.game.version:
            raise OtherVersion(game=self.game.title, found=body["version"], known=self.game.version)
        self.players = tuple(Player(**player) for player in body["players"])
        self.match = Match(
            self.game,
            tuple(spoken_name(p, i).text() for i, p in enumerate(self.players)),
            games=body["games"],
            seats=len(self.players),
            options=body["options"],
        )
        self.boards: list[Position] = [self.match.position]
        """The last position of each game, the present one's last."""
        self.movers: list[list[int]] = [[]]
        """By game: which seat (or CHANCE) made each move."""
        self._changed = opened.number
        self._decisions = [opened.number] * len(self.players)

    @classmethod
    def fold(cls, id_: str, events: Iterable[Event]) -> Table:
        """The table these events lead to."""
        log = iter(events)
        table = cls(id_, next(log))
        for event in log:
            table.apply(event)
        return table

    # -- what happens ---------------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """Let a logged event happen."""
        assert event.number == self.number + 1, "a gap in the log"
        before, body, mover = self.match.position, event.body, None
        match event.kind:
            case "moved":
                mover = self.match.seat_of(body["player"])
                self.match.submit(body["move"], player=body["player"])
                self.movers[-1].append(mover)
            case "chance":
                self.match.submit(body["move"], player=CHANCE)
                self.movers[-1].append(CHANCE)
            case "undone":
                for _ in range(body["decisions"]):
                    self.match.undo()
                del self.movers[-1][len(self.match.position.history) :]
            case "next":
                self.match.next_game()
                self._begin_board()
            case "extended":
                self.match.extend()
                self._begin_board()
        self.number = event.number
        if self.match.position is not before or event.kind in ("next", "extended"):
            self.boards[-1] = self.match.position
            self._count(before, mover, event.number)

    def _begin_board(self) -> None:
        self.boards.append(self.match.position)
        self.movers.append([])

    def _count(self, before: Position, mover: int | None, number: int) -> None:
        """A seat's decision number moves on, unless another seat decided in the same ballot."""
        self._changed = number
        after = self.match.position
        for seat in range(len(self.players)):
            same_ballot = (
                mover not in (None, seat)
                and seat in before.deciders
                and seat in after.deciders
                and before.view(seat).moves(seat) == after.view(seat).moves(seat)
            )
            if not same_ballot:
                self._decisions[seat] = number

    # -- what there is to know ------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The whole truth; a client gets a view of it."""
        return self.match.position

    def decision(self, seat: int | None) -> int:
        """The number of the last event that changed what that seat may decide; without a seat, of
        the last that changed the board."""
        return self._changed if seat is None else self._decisions[seat]

    def owned(self, identity: str | None) -> tuple[int, ...]:
        """The players that belong to an identity."""
        if identity is None:
            return ()
        return tuple(i for i, p in enumerate(self.players) if p.owner == identity)

    def seats_of(self, identity: str | None) -> tuple[int, ...]:
        """The seats that belong to an identity in the present game."""
        return tuple(sorted(self.match.seat_of(i) for i in self.owned(identity)))

    def seat_for(self, identity: str | None) -> int | None:
        """The seat an identity looks from: of several own seats the one that is to decide; None
        for a spectator."""
        own = self.seats_of(identity)
        deciding = [seat for seat in self.position.deciders if seat in own]
        return next(iter((*deciding, *own)), None)

    def player_at(self, seat: int) -> Player:
        """Who sits in a seat in the present game."""
        return self.players[self.match.seating[seat]]

    def bots_to_decide(self) -> tuple[int, ...]:
        """The seats of bots that are to decide now."""
        return tuple(s for s in self.position.deciders if self.player_at(s).is_bot)

    def plies(self, number: int) -> list[Position]:
        """Every position of a game of the match, from its start."""
        found: list[Position] = []
        position: Position | None = self.boards[number]
        while position is not None:
            found.append(position)
            position = position.before
        return found[::-1]

    # -- what may happen ------------------------------------------------------------------------

    def check_move(self, seat: int, move: str, decision: int) -> Draft:
        """A seat makes a move; raises what is wrong with it."""
        self._check_decision(seat, decision)
        self.position.play(move, seat)
        return "moved", {"player": self.match.seating[seat], "move": move, "decision": decision}

    def check_undo(self, identity: str | None, decision: int) -> Draft:
        """Take back as many decisions as lead to the last one of a person that asks."""
        own = self._check_seated(identity, decision)
        decisions, position = 0, self.position.before
        while position is not None:
            if position.turn != CHANCE:
                decisions += 1
            if any(seat in own for seat in position.deciders):
                return "undone", {"decisions": decisions}
            position = position.before
        raise NotNow(message("play.nothing_to_undo"))

    def check_next(self, identity: str | None, decision: int) -> Draft:
        """Begin the next game of the match."""
        self._check_seated(identity, decision)
        if not self.match.game_over:
            raise NotNow(message("play.game_goes_on"))
        if self.match.over:
            raise NotNow(message("play.match_over"))
        return "next", {}

    def check_extend(self, identity: str | None, decision: int) -> Draft:
        """Begin one more pair of games."""
        self._check_seated(identity, decision)
        if self.game.pair is None or self.match.length < 2:
            raise NotNow(message("play.no_pairs", game=self.game.title))
        if not self.match.over:
            raise NotNow(message("play.game_goes_on"))
        return "extended", {}

    def _check_seated(self, identity: str | None, decision: int) -> tuple[int, ...]:
        own = self.seats_of(identity)
        if not own:
            raise NotSeated()
        self._check_decision(self.seat_for(identity), decision)
        return own

    def _check_decision(self, seat: int | None, decision: int) -> None:
        if decision != self.decision(seat):
            raise StaleMove(message("play.stale"))


def spoken_name(player: Player, number: int) -> Message:
    """What a player is called: the name given, else "Player 1" or "Bot 3"."""
    if player.name:
        return message("web.player.named", name=player.name)
    if player.is_bot:
        return message("web.player.bot", level=player.level or "")
    return message("web.player.person", number=number + 1)
