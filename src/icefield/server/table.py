"""A table as a pure fold of its events: the same events always give the same table.

`apply` is the only thing that changes a `Table`, and it trusts what the log says. Whatever asks
whether something may happen (`check_…`) changes nothing and answers with the event to append.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from ..core.errors import IllegalMove, NotNow, StaleMove
from ..core.game import CHANCE, Position
from ..core.message import Message, message
from ..games import game as find_game
from ..play import Match, decisions_back
from .problems import NotSeated, OtherVersion
from .store import Event
from .talk import Draft, Talk, begin_talk


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays: a person (`owner` is an identity), a bot of a level, or nobody yet. Keeps its
    number while it changes seats between the games of a match."""

    kind: str  # "person", "bot" or "open"
    owner: str | None = None
    level: str | None = None
    name: str = ""

    @property
    def is_bot(self) -> bool:
        return self.kind == "bot"

    @property
    def is_open(self) -> bool:
        return self.kind == "open"

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
        self.talk: Talk | None = None
        """What is said before the present ballot, in games where that has rules."""
        self.shown = opened.number
        """The last event that everybody may know all of."""
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
            case "sat":
                self._sit(body["player"], body["owner"], body["name"])
            case "moved":
                player = body["player"]  # None for what all have judged together
                mover = None if player is None else self.match.seat_of(player)
                self.match.submit(body["move"], player=player)
            case "chance":
                self.match.submit(body["move"], player=CHANCE)
            case "undone":
                for _ in range(body["decisions"]):
                    self.match.undo()
            case "next":
                self.match.next_game()
                self.boards.append(self.match.position)
            case "extended":
                self.match.extend()
                self.boards.append(self.match.position)
            case kind if self.talk is not None:
                self.talk.apply(kind, event)
        self.number = event.number
        if self.match.position is not before or event.kind in ("next", "extended"):
            self.boards[-1] = self.match.position
            self._count(before, mover, event.number)
            judged = event.kind == "moved" and mover is None
            self.talk = begin_talk(self, event, self.talk if judged else None)
        if not self.position.view(None).concealed:
            self.shown = event.number

    def _sit(self, player: int, owner: str, name: str) -> None:
        players = list(self.players)
        players[player] = replace(players[player], kind="person", owner=owner, name=name)
        self.players = tuple(players)
        self.match.players = tuple(spoken_name(p, i).text() for i, p in enumerate(players))

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

    @property
    def started(self) -> bool:
        """Whether every seat is taken."""
        return not any(player.is_open for player in self.players)

    @property
    def going(self) -> bool:
        """Whether the seats that are to decide may do so now."""
        return self.started and (self.talk is None or self.talk.open)

    @property
    def secret(self) -> bool:
        """Whether several seats decide at once, hidden from each other."""
        return len(self.position.deciders) > 1 or self.position.view(None).concealed

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

    def eyes(self, identity: str | None) -> int | None:
        """The seat whose view an identity gets. At a screen that several seats share it is nobody's
        while something is secret."""
        if self.secret and len(self.seats_of(identity)) > 1:
            return None
        return self.seat_for(identity)

    def player_at(self, seat: int) -> Player:
        """Who sits in a seat in the present game."""
        return self.players[self.match.seating[seat]]

    def bots_to_decide(self) -> tuple[int, ...]:
        """The seats of bots that are to decide now."""
        if not self.going:
            return ()
        return tuple(s for s in self.position.deciders if self.player_at(s).is_bot)

    @property
    def movers(self) -> list[list[int]]:
        """By game: which seat (or CHANCE) made each move."""
        return [_movers(self.plies(number)) for number in range(len(self.boards))]

    def plies(self, number: int) -> list[Position]:
        """Every position of a game of the match, from its start."""
        found: list[Position] = []
        position: Position | None = self.boards[number]
        while position is not None:
            found.append(position)
            position = position.before
        return found[::-1]

    # -- what may happen ------------------------------------------------------------------------

    def check_sit(self, identity: str, seat: int, name: str) -> Draft:
        """Somebody takes an open seat."""
        if seat not in range(len(self.players)):
            raise NotNow(message("web.problem.no-such-seat"), detail="no-such-seat")
        if not self.player_at(seat).is_open:
            raise NotNow(message("web.problem.seat-taken"), detail="seat-taken")
        return "sat", {"player": self.match.seating[seat], "owner": identity, "name": name}

    def check_move(self, seat: int, move: str, decision: int) -> Draft:
        """A seat makes a move; raises what is wrong with it."""
        self.check_going(seat)
        self._check_decision(seat, decision)
        self.position.play(move, seat)
        if all(move != listed.text for listed in self.position.moves(seat)):
            raise IllegalMove(message("web.problem.not-a-decision"), detail="not-a-decision")
        return "moved", {"player": self.match.seating[seat], "move": move, "decision": decision}

    def check_going(self, seat: int | None = None) -> None:
        """Raises why nothing can be decided yet: a seat is open, or the talk before a ballot goes
        on."""
        if not self.started:
            raise NotNow(message("web.problem.not-started"), detail="not-started")
        if self.talk is not None and not self.talk.open and seat in (None, *self.position.deciders):
            raise self.talk.goes_on()

    def check_undo(self, identity: str | None, decision: int) -> Draft:
        """Take back as many decisions as lead to the last one of a person that asks."""
        own = self._check_seated(identity, decision)
        bots = {seat for seat in range(self.position.seats) if self.player_at(seat).is_bot}
        return "undone", {"decisions": decisions_back(self.position, own, bots)}

    def check_restart(self, identity: str | None, decision: int) -> Draft:
        """Take everything back; for somebody who plays alone."""
        self._check_seated(identity, decision)
        if len(self.players) != 1:
            raise NotNow(message("web.problem.not-practice"), detail="not-practice")
        if self.position.before is None:
            raise NotNow(message("play.nothing_to_undo"))
        return "undone", {"decisions": len(self.position.history)}

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


def _movers(plies: list[Position]) -> list[int]:
    """Who made the moves between positions: in a ballot, whoever need not decide any more."""
    found = []
    for before, after in pairwise(plies):
        done = set(before.deciders) - set(after.deciders)
        if len(before.deciders) > 1 and len(done) == 1:
            found.append(done.pop())
        else:
            found.append(CHANCE if before.turn is None else before.turn)
    return found


def spoken_name(player: Player, number: int) -> Message:
    """What a player is called: the name given, else "Player 1" or "Bot 3"."""
    if player.name:
        return message("web.player.named", name=player.name)
    if player.is_open:
        return message("web.player.open")
    if player.is_bot:
        return message("web.player.bot", level=player.level or "")
    return message("web.player.person", number=number + 1)
