"""A table as a pure fold of its events: the same events always give the same table.

`apply` is the only thing that changes a `Table`, and it trusts what the log says. Whatever asks
whether something may happen (`check_…`) changes nothing and answers with the event to append.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final

from ...core.errors import GameOver, IllegalMove, NotNow, StaleMove
from ...core.game import CHANCE, Position
from ...core.message import Message, message
from ...games import game as find_game
from ...play import Clock, Control, Match, agreed, decisions_back, given_up
from ...play.endings import FLAGGED, RESIGNED
from ..errors import NotSeated, OtherVersion
from ..storage.event_log import Event
from .chat import Chat
from .consent import TAKEBACK, Asks, others
from .discussion import Draft, Talk, begin_talk


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays: a person (`owner` is an identity), a bot of a level, or nobody yet: "open" to
    everybody who comes, or "invited", for whoever has its `token`. Keeps its number while it
    changes seats between the games of a match. While somebody is away a bot may be the `stand_in`,
    for good or until they are back."""

    kind: str  # "person", "bot", "open" or "invited"
    owner: str | None = None
    level: str | None = None
    name: str = ""
    token: str = ""
    stand_in: str | None = None
    for_good: bool = False

    @property
    def is_bot(self) -> bool:
        return self.kind == "bot" or self.stand_in is not None

    @property
    def may_return(self) -> bool:
        """Whether a person is away and a bot plays until they are back."""
        return self.stand_in is not None and not self.for_good

    @property
    def bot_level(self) -> str:
        """The level of the bot that plays here."""
        return self.stand_in or self.level or ""

    @property
    def is_open(self) -> bool:
        return self.kind in ("open", "invited")

    def to_body(self) -> dict[str, Any]:
        body = {"kind": self.kind, "owner": self.owner, "level": self.level, "name": self.name}
        return {**body, "token": self.token} if self.token else body


_RECENT: Final = 16
ENDS: Final = ("resigned", "flagged", "drawn")
"""Events that may end a game without a rule of it."""


class Table:
    """What the events of one table amount to."""

    def __init__(self, id_: str, opened: Event):
        body = opened.body
        self.id = id_
        self.number = opened.number
        self.at = opened.at
        """When something happened last, in milliseconds."""
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
        self.host: str | None = body.get("host")
        """The identity that opened the table."""
        self.takebacks = bool(body.get("takebacks", True))
        self.chat = Chat()
        self.asks = Asks()
        self.rematch: str | None = None
        """The table where the same people play again."""
        self.control = Control.read(body.get("clock"))
        self.clock = self._new_clock()
        self._turn = 0
        self.talk: Talk | None = None
        """What is said before the present ballot, in games where that has rules."""
        self.shown = opened.number
        """The last event that everybody may know all of."""
        self._changed = opened.number
        self._decisions = [opened.number] * len(self.players)
        self._run_clock(opened.at)
        self.recent = deque([opened], _RECENT)
        """The last events, for those who ask a moment later."""

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
                self._new_board()
            case "extended":
                self.match.extend()
                self._new_board()
            case "filled":
                self._seat(body["player"], kind="bot", level=body["level"], token="")
            case "left":
                for_good = bool(body.get("for_good"))
                self._seat(body["player"], stand_in=body["level"], for_good=for_good)
            case "back":
                for player in body["players"]:
                    self._seat(player, stand_in=None)
            case "flagged" if "level" in body:
                self._seat(body["player"], stand_in=body["level"], for_good=True)
            case "resigned" | "flagged":
                kind = RESIGNED if event.kind == "resigned" else FLAGGED
                self.match.conclude(given_up(before, self.match.seat_of(body["player"]), kind))
            case "drawn":
                self.match.conclude(agreed(before))
            case "rematched":
                self.rematch = body["table"]
            case "asked" | "answered":
                self.asks.apply(event)
            case "said" if body.get("kind") == "chat":
                self.chat.apply(event)
            case kind if self.talk is not None:
                self.talk.apply(kind, event)
        self.number, self.at = event.number, event.at
        self.recent.append(event)
        if event.kind in ENDS and self.match.game_over:
            self._changed = event.number
            self._decisions = [event.number] * len(self.players)
            self.asks.clear()
            self.talk = None
        if self.match.position is not before or event.kind in ("next", "extended"):
            self.asks.clear()
            self.boards[-1] = self.match.position
            self._count(before, mover, event.number)
            judged = event.kind == "moved" and mover is None
            self.talk = begin_talk(self, event, self.talk if judged else None)
        if not self.position.view(None).concealed:
            self.shown = event.number
        self._run_clock(event.at)

    def _sit(self, player: int, owner: str, name: str) -> None:
        self._seat(player, kind="person", owner=owner, name=name, token="")

    def _seat(self, player: int, **changes: Any) -> None:
        """Something about a player has changed."""
        players = list(self.players)
        players[player] = replace(players[player], **changes)
        self.players = tuple(players)
        self.match.players = tuple(spoken_name(p, i).text() for i, p in enumerate(players))

    def _new_board(self) -> None:
        self.boards.append(self.match.position)
        self.clock = self._new_clock()

    def _new_clock(self) -> Clock | None:
        return None if self.control is None else Clock(self.control, len(self.players))

    def _run_clock(self, at: int) -> None:
        """The clocks of the people who have to decide run, and nobody else's. A bot's time is
        limited by its level."""
        if self.clock is None:
            return
        deciders = self.position.deciders if self.going else ()
        people = {s for s in deciders if s != CHANCE and not self.player_at(s).is_bot}
        self.clock.run({self.match.seating[s] for s in people}, self._turn, at)

    def _count(self, before: Position, mover: int | None, number: int) -> None:
        """A seat's decision number moves on, unless another seat decided in the same ballot."""
        self._changed = number
        after = self.match.position
        ballot = len(after.deciders) > 1 and len(after.deciders) >= len(before.deciders)
        self._turn += before.active != after.active or ballot
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
        return self.started and not self.match.game_over and (self.talk is None or self.talk.open)

    @property
    def secret(self) -> bool:
        """Whether several seats decide at once, hidden from each other."""
        return len(self.position.deciders) > 1 or self.position.view(None).concealed

    @property
    def due_at(self) -> int | None:
        """When something happens here by itself, in milliseconds since 1970: a flag falls, or the
        time to speak is up."""
        talk, due = self.talk, []
        if talk is not None and self.started and not talk.open and not talk.pending:
            due.append(talk.ends)
        if self.clock is not None and self.clock.ends is not None:
            due.append(self.clock.ends)
        return min(due, default=None)

    def decision(self, seat: int | None) -> int:
        """The number of the last event that changed what that seat may decide; without a seat, of
        the last that changed the board."""
        return self._changed if seat is None else self._decisions[seat]

    def owned(self, identity: str | None) -> tuple[int, ...]:
        """The players that an identity plays: not those that it left to bots."""
        if identity is None:
            return ()
        mine = (i for i, p in enumerate(self.players) if p.owner == identity)
        return tuple(i for i in mine if not self.players[i].is_bot)

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

    @property
    def bots(self) -> frozenset[int]:
        """The seats that bots play."""
        return frozenset(s for s in range(len(self.players)) if self.player_at(s).is_bot)

    def bots_to_decide(self) -> tuple[int, ...]:
        """The seats of bots that are to decide now."""
        if not self.going:
            return ()
        return tuple(s for s in self.position.deciders if s in self.bots)

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

    def check_sit(self, identity: str, seat: int, name: str, token: str = "") -> Draft:
        """Somebody takes an open seat, or the one that `token` invites to."""
        if seat not in range(len(self.players)):
            raise NotNow(message("web.problem.no-such-seat"), detail="no-such-seat")
        player = self.player_at(seat)
        if not player.is_open:
            raise NotNow(message("web.problem.seat-taken"), detail="seat-taken")
        if player.kind == "invited" and not secrets.compare_digest(
            token.encode(), player.token.encode()
        ):
            raise NotNow(message("web.problem.by-invitation"), detail="by-invitation")
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
        """Raises why nothing can be decided: a seat is open, the game is over, or the talk before a
        ballot goes on."""
        if not self.started:
            raise NotNow(message("web.problem.not-started"), detail="not-started")
        if self.match.game_over:
            raise GameOver(message("play.ended"))
        if self.talk is not None and not self.talk.open and seat in (None, *self.position.deciders):
            raise self.talk.goes_on()

    def check_undo(self, identity: str | None, decision: int) -> Draft:
        """Take back as many decisions as lead to the last one of a person that asks. The others
        have to agree, unless it lies in the same turn."""
        own = self._check_seated(identity, decision)
        if self.match.game_over and self.position.outcome is None:
            raise GameOver(message("play.ended"))
        back = decisions_back(self.position, own, self.bots)
        if self._within_turn(own, back):
            return "undone", {"decisions": back}
        if not self.takebacks:
            raise NotNow(message("web.problem.no-takebacks"), detail="no-takebacks")
        asking = self.owned(identity)[0]
        if others(self, asking):
            return self.asks.check_ask(asking, TAKEBACK)
        return "undone", {"decisions": back}

    def _within_turn(self, own: tuple[int, ...], back: int) -> bool:
        """Whether so many decisions lie inside one turn of a seat that asks."""
        seat, position = self.position.active, self.position
        while back and seat in own and position.active == seat and position.before is not None:
            position = position.before
            back -= position.turn != CHANCE
        return back == 0 and seat in own and position.active == seat

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
        return message("web.player.bot", level=player.bot_level)
    return message("web.player.person", number=number + 1)
