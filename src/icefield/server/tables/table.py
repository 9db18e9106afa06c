"""A table as a pure fold of its events: the same events give the same table.

`apply` is the only function that changes a `Table`, and it trusts the log. A `check_…` function
changes nothing and returns the payload of the event to append, or raises the refusal.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from ...core.abilities import Discussed
from ...core.errors import GameOver, IllegalMove, NotNow, StaleMove
from ...core.game import CHANCE, Position
from ...core.message import Message, message
from ...games import game as find_game
from ...play import Clock, Control, Match, aborted, agreed, decisions_back, given_up, meant
from ...play.endings import FLAGGED, RESIGNED
from ..errors import NotSeated, OtherVersion
from .chat import Chat
from .consent import TAKEBACK, Consent, others
from .discussion import Challenge, Discussion, begin_discussion
from .events import (
    CHAT,
    Aborted,
    Answered,
    Asked,
    CameBack,
    Challenged,
    ChanceMoved,
    ClocksStarted,
    Closed,
    Event,
    Extended,
    Filled,
    Flagged,
    HasBoardEditor,
    Left,
    Moved,
    Named,
    NextGameBegun,
    Opened,
    Rematched,
    Resigned,
    Said,
    Sat,
    Undone,
)
from .players import Player, spoken_name

WAITING, PLAYING, OVER, CLOSED = "waiting", "playing", "over", "closed"
"""The stages of a table."""
FIRST_MOVE_S: Final = 300
"""The seconds for the first move of a player whose clock has not started."""
REMATCH_RETRY_MS: Final = 5000
"""The time after which any process opens the table of a rematch that all have agreed to."""
_RECENT_EVENTS: Final = 16


class Table:
    """The state of one table."""

    def __init__(self, id_: str, first: Event):
        opened = Opened.from_json(first.body)
        self.id = id_
        self.number = first.number
        self.at = first.at
        """The time of the last event, in milliseconds."""
        self.game = find_game(opened.game)
        if opened.version > self.game.version:
            raise OtherVersion(game=self.game.title, found=opened.version, known=self.game.version)
        options = self.game.options_of(opened.version, opened.options)
        self.opened = opened = replace(opened, options=options)
        self.players = opened.players
        self.match = Match(
            self.game,
            self._spoken_names(),
            games=opened.games,
            seats=len(self.players),
            options=opened.options,
        )
        self.boards: list[Position] = [self.match.position]
        """The last position of each game, the present one's last."""
        self.begun = [first.at]
        """The time at which each game began, in milliseconds."""
        self.host = opened.host
        """The identity that opened the table."""
        self.takebacks = bool(opened.takebacks)
        self.chat = Chat()
        self.consent = Consent()
        self.rematch: str | None = None
        """The table where the same people play again."""
        self.closed: Closed | None = None
        """How the table was closed before it was full."""
        self.control = Control.read(opened.clock)
        self.clock = self._new_clock()
        self._turn = 0
        self._clocks_started = False
        self._moved: set[int] = set()
        self._expected: set[int] = set()
        self._expected_since = first.at
        self.discussion: Discussion | None = None
        """The discussion before the present ballot, in games that have rules for it."""
        self.challenges: list[Challenge] = []
        """The challenged comments of the match, in order."""
        self.shown = first.number
        """The last event of which all viewers may know everything."""
        self._changed = first.number
        self._decisions = [first.number] * len(self.players)
        self._run_clock(first.at)
        self.recent = deque([first], _RECENT_EVENTS)
        """The last events, for live connections that know all earlier ones."""

    @classmethod
    def fold(cls, id_: str, events: Iterable[Event]) -> Table:
        """The table of these events."""
        log = iter(events)
        table = cls(id_, next(log))
        for event in log:
            table.apply(event)
        return table

    # -- applying events ------------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """Apply a logged event."""
        if event.number != self.number + 1:
            raise ValueError(f"event {event.number} follows {self.number}")
        before, payload, mover = self.match.position, event.payload, None
        match payload:
            case Moved(player, move):
                # None for what all have judged together
                mover = None if player is None else self.match.seat_of(player)
                self._moved |= set() if player is None else {player}
                self.match.submit(move, player=player)
            case ChanceMoved(move):
                self.match.submit(move, player=CHANCE)
            case Undone(decisions):
                for _ in range(decisions):
                    self.match.undo()
                self._forget_challenges()
            case NextGameBegun():
                self.match.next_game()
                self._begin_board(event.at)
            case Extended():
                self.match.extend()
                self._begin_board(event.at)
            case Sat(player, owner, name):
                self._change_player(player, kind="person", owner=owner, name=name, token="")
            case Named(player, name):
                self._change_player(player, name=name)
            case Filled(player, level):
                self._change_player(player, kind="bot", level=level, token="")
            case Closed():
                self.closed = payload
            case Left(player, level, for_good):
                self._change_player(player, stand_in=level, for_good=bool(for_good))
            case CameBack(players):
                for player in players:
                    self._bring_back(player)
            case ClocksStarted():
                self._clocks_started = True
            case Aborted():
                self.match.conclude(aborted(before))
            case Flagged(player, str(level)):
                alone = not others(self, player)  # with bots only, one may return
                self._change_player(player, stand_in=level, for_good=not alone, flagged=True)
            case Flagged(player):
                self.match.conclude(given_up(before, self.match.seat_of(player), FLAGGED))
            case Resigned(player):
                self.match.conclude(given_up(before, self.match.seat_of(player), RESIGNED))
            case HasBoardEditor():
                self.match.conclude(agreed(before))
            case Rematched(table):
                self.rematch = table
                self.consent.clear()
            case Asked():
                self.consent.open_request(event.number, payload)
            case Answered():
                self.consent.apply_answer(event.number, payload)
            case Said(channel=channel) if channel == CHAT:
                self.chat.apply(event.number, payload, event.at, overheard=self.chat_is_discussed)
            case _ if self.discussion is not None:
                self.discussion.apply(event.number, payload, event.at)
                if self.discussion.open:
                    self.chat.overheard.clear()
                if isinstance(payload, Challenged):
                    self._note_challenge(self.discussion, payload)
        self.number, self.at = event.number, event.at
        self.recent.append(event)
        if (
            isinstance(payload, Resigned | Flagged | Aborted | HasBoardEditor)
            and self.match.game_over
        ):
            self._changed = event.number
            self._decisions = [event.number] * len(self.players)
            self.consent.clear()
            self.discussion = None
        if self.match.position is not before or isinstance(payload, NextGameBegun | Extended):
            self.consent.clear()
            self.boards[-1] = self.match.position
            self._count_decision(before, mover, event.number)
            judged = isinstance(payload, Moved) and mover is None
            current = self.discussion if judged else None
            if isinstance(self.game, Discussed):
                self.discussion = begin_discussion(self, self.game, event.at, current)
        if not self.position.view(None).concealed:
            self.shown = event.number
        self._run_clock(event.at)

    def _note_challenge(self, discussion: Discussion, challenged: Challenged) -> None:
        """Remember a challenge for the list of moves."""
        comment, ply = discussion.comment(challenged.comment), self.position.ply
        self.challenges.append(Challenge(self.match.number, ply, comment, discussion))

    def _forget_challenges(self) -> None:
        """Forget the challenges after the present move, which were taken back with it."""
        now = (self.match.number, self.position.ply)
        self.challenges = [c for c in self.challenges if (c.game, c.ply) < now]

    def _change_player(self, player: int, **changes: Any) -> None:
        """Replace fields of a player."""
        players = list(self.players)
        players[player] = replace(players[player], **changes)
        self.players = tuple(players)
        self.match.players = self._spoken_names()

    def _spoken_names(self) -> tuple[str, ...]:
        return tuple(self.name_of(number).text() for number in range(len(self.players)))

    def _bring_back(self, player: int) -> None:
        """Give a seat back to its person; after a time forfeit, with the whole time."""
        if self.players[player].flagged and self.clock is not None:
            self.clock.refill(player)
        self._change_player(player, stand_in=None, flagged=False)

    def _begin_board(self, at: int) -> None:
        self.boards.append(self.match.position)
        self.begun.append(at)
        self.clock = self._new_clock()
        self._clocks_started = False
        self._moved = set()
        self.chat.overheard.clear()

    def _new_clock(self) -> Clock | None:
        return None if self.control is None else Clock(self.control, len(self.players))

    def _run_clock(self, at: int) -> None:
        """Run the clocks of the people who have to decide, and no others.

        A bot's time is limited by its level. While the table awaits players, the clocks of those
        who have not moved stand still.
        """
        if self.clock is None:
            return
        deciders = self.position.deciders if self.going else ()
        people = {s for s in deciders if s != CHANCE and not self.player_at(s).is_bot}
        players = {self.match.seating[s] for s in people}
        expected = players - self._moved if self.awaits_players else set()
        if expected != self._expected:
            self._expected, self._expected_since = expected, at
        self.clock.run(players - expected, self._turn, at)

    def _count_decision(self, before: Position, mover: int | None, number: int) -> None:
        """Set each seat's decision number, unless another seat decided in the same ballot."""
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

    # -- questions ------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The full position, which holds secrets; clients get only views of it."""
        return self.match.position

    @property
    def chat_is_discussed(self) -> bool:
        """Whether what is said in the chat now can be challenged before the next ballot."""
        game = self.game
        return isinstance(game, Discussed) and self.going and game.discussed_in_chat(self.position)

    @property
    def started(self) -> bool:
        """Whether every seat is taken."""
        return not any(player.is_open for player in self.players)

    @property
    def stage(self) -> str:
        """WAITING, PLAYING, OVER, or CLOSED before it was full."""
        if not self.started:
            return WAITING if self.closed is None else CLOSED
        return OVER if self.match.over else PLAYING

    @property
    def is_seek(self) -> bool:
        """Whether the table is in the lobby only as long as its people are there.

        That is a listed table with a free seat, unless there are days for each move.
        """
        days = self.control is not None and self.control.kind == "days"
        free = any(player.kind == "open" for player in self.players)
        return self.stage == WAITING and bool(self.opened.listed) and free and not days

    @property
    def awaits_players(self) -> bool:
        """Whether the clocks stand still until all players are present or have moved.

        They do so only where several people play.
        """
        control = self.control
        if not self.opened.clock_waits or control is None or control.kind == "days":
            return False
        if self._clocks_started or not self.started or self.match.game_over:
            return False
        people = {i for i, player in enumerate(self.players) if not player.is_bot}
        owners = {self.players[i].owner for i in people}
        return len(owners) > 1 and bool(people - self._moved)

    def has_moved(self, player: int) -> bool:
        """Whether a player has made a move in the present game."""
        return player in self._moved

    def late_player(self, at: int) -> int | None:
        """The player who was expected to make their first move by that time, or None."""
        due = self._first_move_due_at
        return None if due is None or at < due else min(self._expected)

    @property
    def _first_move_due_at(self) -> int | None:
        return self._expected_since + 1000 * FIRST_MOVE_S if self._expected else None

    @property
    def going(self) -> bool:
        """Whether the seats that are to decide may do so now."""
        return (
            self.started
            and not self.match.game_over
            and (self.discussion is None or self.discussion.open)
        )

    @property
    def secret(self) -> bool:
        """Whether several seats decide simultaneously, hidden from each other."""
        return len(self.position.deciders) > 1 or self.position.view(None).concealed

    @property
    def due_at(self) -> int | None:
        """The time of the next event without an action, in milliseconds since 1970.

        A flag falls, a first move is late, the time for discussion is up, or the table of a
        rematch is to be opened.
        """
        talk, due = self.discussion, []
        if talk is not None and self.started and not talk.open and not talk.pending:
            due.append(talk.ends)
        if self.clock is not None and self.clock.ends is not None:
            due.append(self.clock.ends)
        if (late := self._first_move_due_at) is not None:
            due.append(late)
        if self.rematch is None and self.consent.rematch_agreed(self):
            due.append(self.at + REMATCH_RETRY_MS)
        return min(due, default=None)

    def decision(self, seat: int | None) -> int:
        """The number of the last event that changed what that seat may decide.

        Without a seat, of the last event that changed the board.
        """
        return self._changed if seat is None else self._decisions[seat]

    def name_of(self, player: int) -> Message:
        """The name of a player that all viewers see."""
        found = self.players[player]
        others_here = any(
            p.is_open or p.owner != found.owner for p in self.players if p.kind != "bot"
        )
        return spoken_name(found, player, guest=others_here)

    def players_of(self, identity: str | None) -> tuple[int, ...]:
        """The players of an identity, with those that it left to bots."""
        if identity is None:
            return ()
        return tuple(i for i, p in enumerate(self.players) if p.owner == identity)

    def owned(self, identity: str | None) -> tuple[int, ...]:
        """The players that an identity plays: not those that it left to bots."""
        return tuple(i for i in self.players_of(identity) if not self.players[i].is_bot)

    def seats_of(self, identity: str | None) -> tuple[int, ...]:
        """The seats that belong to an identity in the present game."""
        return tuple(sorted(self.match.seat_of(i) for i in self.owned(identity)))

    def seat_for(self, identity: str | None) -> int | None:
        """The seat from which an identity sees the board; None for a spectator.

        Of several own seats it is the one that is to decide.
        """
        own = self.seats_of(identity)
        deciding = [seat for seat in self.position.deciders if seat in own]
        return next(iter((*deciding, *own)), None)

    def eyes(self, identity: str | None) -> int | None:
        """The seat whose view an identity gets.

        At a screen that several seats share it is None while something is secret. Seats that were
        left to bots count: the people at the screen stay the same.
        """
        if self.secret and len(self.players_of(identity)) > 1:
            return None
        return self.seat_for(identity)

    def player_at(self, seat: int) -> Player:
        """The player of a seat in the present game."""
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

    def plies(self, number: int) -> list[Position]:
        """Every position of a game of the match, from its start."""
        found: list[Position] = []
        position: Position | None = self.boards[number]
        while position is not None:
            found.append(position)
            position = position.before
        return found[::-1]

    # -- checks ---------------------------------------------------------------------------------

    def check_sit(self, identity: str, seat: int, name: str, token: str = "") -> Sat:
        """The event for taking an open seat, or the one that `token` invites to."""
        if seat not in range(len(self.players)):
            raise NotNow(message("web.problem.no-such-seat"), detail="no-such-seat")
        player = self.player_at(seat)
        if not player.is_open:
            raise NotNow(message("web.problem.seat-taken"), detail="seat-taken")
        self.check_not_closed()
        if player.kind == "invited" and not secrets.compare_digest(
            token.encode(), player.token.encode()
        ):
            raise NotNow(message("web.problem.by-invitation"), detail="by-invitation")
        return Sat(self.match.seating[seat], identity, name)

    def check_not_closed(self) -> None:
        """Raise the refusal at a table that was closed."""
        if self.closed is not None:
            raise NotNow(message("web.problem.closed"), detail="closed")

    def check_move(self, seat: int, move: str, decision: int, *, typed: bool = False) -> Moved:
        """The event for a seat's move; raises the refusal."""
        self.check_going(seat)
        self._check_decision(seat, decision)
        if typed and (found := meant(self.position, move, seat)) is not None:
            move = found.text
        self.position.play(move, seat)
        if all(move != listed.text for listed in self.position.moves(seat)):
            raise IllegalMove(message("web.problem.not-a-decision"), detail="not-a-decision")
        return Moved(self.match.seating[seat], move, decision)

    def check_going(self, seat: int | None = None) -> None:
        """Raise the refusal when no decision is possible.

        A seat is open, the game is over, or the discussion before a ballot goes on.
        """
        self.check_not_closed()
        if not self.started:
            raise NotNow(message("web.problem.not-started"), detail="not-started")
        if self.match.game_over:
            raise GameOver(message("play.ended"))
        talk = self.discussion
        if talk is not None and not talk.open and seat in (None, *self.position.deciders):
            raise talk.vote_refusal()

    def check_undo(self, identity: str | None, decision: int) -> Undone | Asked:
        """The event for undoing all decisions up to the last own one.

        The other people have to agree, unless it lies in the same turn.
        """
        own = self._check_seated(identity, decision)
        if self.match.game_over and self.position.outcome is None:
            raise GameOver(message("play.ended"))
        back = decisions_back(self.position, own, self.bots)
        if self._within_turn(own, back):
            return Undone(back)
        if not self.takebacks:
            raise NotNow(message("web.problem.no-takebacks"), detail="no-takebacks")
        asking = self.owned(identity)[0]
        if others(self, asking):
            return self.consent.check_ask(asking, TAKEBACK)
        return Undone(back)

    def _within_turn(self, own: tuple[int, ...], back: int) -> bool:
        """Whether so many decisions lie inside one turn of a seat that asks."""
        seat, position = self.position.active, self.position
        while back and seat in own and position.active == seat and position.before is not None:
            position = position.before
            back -= position.turn != CHANCE
        return back == 0 and seat in own and position.active == seat

    def check_restart(self, identity: str | None, decision: int) -> Undone:
        """The event for taking everything back, in solitaire."""
        self._check_seated(identity, decision)
        if len(self.players) != 1:
            raise NotNow(message("web.problem.not-practice"), detail="not-practice")
        if self.position.before is None:
            raise NotNow(message("play.nothing_to_undo"))
        return Undone(self.position.ply)

    def check_next(self, identity: str | None, decision: int) -> NextGameBegun:
        """The event for beginning the next game of the match."""
        self._check_seated(identity, decision)
        if not self.match.game_over:
            raise NotNow(message("play.game_goes_on"))
        if self.match.over:
            raise NotNow(message("play.match_over"))
        return NextGameBegun()

    def check_extend(self, identity: str | None, decision: int) -> Extended:
        """The event for adding one more pair of games."""
        self._check_seated(identity, decision)
        if self.game.pair is None or self.match.length < 2:
            raise NotNow(message("play.no_pairs", game=self.game.title))
        if not self.match.over:
            raise NotNow(message("play.game_goes_on"))
        if self.match.aborted:
            raise NotNow(message("play.match_over"))
        return Extended()

    def _check_seated(self, identity: str | None, decision: int) -> tuple[int, ...]:
        own = self.seats_of(identity)
        if not own:
            raise NotSeated()
        self._check_decision(self.seat_for(identity), decision)
        return own

    def _check_decision(self, seat: int | None, decision: int) -> None:
        if decision != self.decision(seat):
            raise StaleMove(message("play.stale"))


def find_mover(before: Position, after: Position) -> int:
    """The seat (or CHANCE) that made the move between two positions.

    In a ballot, it is the one that has decided.
    """
    done = set(before.deciders) - set(after.deciders)
    if len(before.deciders) > 1 and len(done) == 1:
        return done.pop()
    return CHANCE if before.turn is None else before.turn
