"""The desk where everything that happens at a table is asked for. Blocks: call it from threads.

Each request brings the table up to date with the log, checks, and appends one event. If another
process was faster, the number is occupied: the table is brought up to date and the check is made
again, so that what was decided in the meantime is found stale and nothing is lost.

Any process can serve any table. What the others do is heard as `news`; which of them thinks for the
bots of a table is settled by `jobs`.
"""

from __future__ import annotations

import contextlib
import logging
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from sqlalchemy.exc import SQLAlchemyError

from ...bots import bot
from ...core.errors import IcefieldError, NotNow
from ...core.game import CHANCE, Game
from ...core.message import message
from ...play import Match
from ..clock import now
from ..cluster.bot_jobs import Jobs
from ..cluster.heartbeat import Duty
from ..cluster.lease import Process
from ..cluster.notifications import Ears, News
from ..cluster.presence import Presence
from ..errors import Busy, NoSuchTable, NotSeated
from ..settings import Settings
from ..storage.dialect import in_short
from ..storage.event_log import Event, OccupiedError, Store
from ..storage.people import People
from ..storage.table_index import Listing
from ..tables.departures import flag
from ..tables.discussion import Draft, talk_at
from ..tables.options import PLAIN, Manner
from ..tables.table import Player, Table
from .bot_runner import Question, Thinking, Timed, untimed
from .hub import Hub
from .scheduler import Alarm

_KEPT: Final = 500  # tables held in memory; the others are folded again when asked for
_TRIES: Final = 20
_log = logging.getLogger("icefield.server")


class _Place:
    """A table in memory and the lock that everybody takes before touching it."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.table: Table | None = None
        self.settled = 0
        """The event up to which everything was done that follows by itself."""


class Desk:
    """Opens tables and lets things happen at them."""

    def __init__(self, settings: Settings, store: Store, hub: Hub, timed: Timed = untimed):
        self.store = store
        self.hub = hub
        self.people = People(store.engine)
        self._listing = Listing(store)
        self._process = Process(store.engine, store.process)
        self.presence = Presence(store.engine, self._process)
        self._chance = settings.chance
        self._places: OrderedDict[str, _Place] = OrderedDict()
        self._guard = threading.Lock()
        self._alarm = Alarm(self._time_up, lambda: store.overdue(now()))
        self._thinking = Thinking(
            self._bot_replied,
            chance=settings.chance,
            threads=settings.bot_threads,
            pause=settings.bot_pause,
            rest=self._bots_rest,
            thought=self._bots_thought,
            timed=timed,
            limit=settings.bot_limit,
        )
        self._jobs = Jobs(store.engine, self._process, settings.bot_threads, self._bots_free)
        self._duty = Duty(
            self._process,
            self._jobs,
            self.presence,
            settle=self._resume,
            lost=self._stop_bots,
            besides=self._thinking.give_up,
        )
        self._news = News(
            store,
            Ears(
                table=self._heard,
                job=self._duty.look,
                missed=self._heard_nothing,
                wanted=lambda: hub.listened_to or self._jobs.any,
            ),
        )
        self._duty.start()

    def close(self) -> None:
        """Stop the bots, leave what they thought about to others, and leave the database."""
        self._alarm.close()
        self._news.close()
        self._duty.close()
        self._thinking.close()
        self.presence.close()
        try:
            self._process.leave()
        except SQLAlchemyError as error:  # the others will find out
            _log.warning("the database does not answer: %s", in_short(error))
        self.store.close()

    # -- opening --------------------------------------------------------------------------------

    def open(
        self,
        game: Game,
        players: Sequence[Player],
        *,
        games: int = 1,
        options: Mapping[str, Any] | None = None,
        shuffle: bool = False,
        manner: Manner = PLAIN,
        host: str | None = None,
    ) -> str:
        """Open a table; `players` sit in the order of the seats unless they are shuffled. Raises
        BadOption. Returns the table's id."""
        for player in players:
            if player.level is not None:
                bot(game, player.level)
        Match(game, ["-"] * len(players), games=games, seats=len(players), options=options)
        seated = list(players)
        if shuffle:
            self._chance.shuffle(seated)
        seated = [
            replace(p, token=secrets.token_urlsafe(16)) if p.kind == "invited" else p
            for p in seated
        ]
        body = {
            "game": game.key,
            "version": game.version,
            "options": game.check(options or {}),
            "games": games,
            "players": [player.to_body() for player in seated],
            "host": host,
            **manner.to_body(),
        }
        table = secrets.token_urlsafe(9)
        self.store.open(table, game.key, body)
        with self.at(table) as opened:
            for player in {p.level: p for p in opened.players if p.level is not None}.values():
                self._thinking.warm_up(opened.position, player.level or "")
        return table

    def reopen(self, id_: str, identity: str | None) -> str:
        """A new table with the players and settings of another, everybody one seat further. The
        others are told, and who asks again is led to the same table."""
        with self.at(id_) as table:
            if not table.seats_of(identity):
                raise NotSeated()
            if not table.match.over:
                raise NotNow(message("play.game_goes_on"))
            if table.rematch is not None:
                return table.rematch
            players = [table.players[i] for i in table.match.seating]
            games, options, game = table.opened["games"], table.opened["options"], table.game
            manner = Manner.of(table.opened)
        turned = [replace(p, stand_in=None, for_good=False) for p in players[1:] + players[:1]]
        new = self.open(game, turned, games=games, options=options, manner=manner, host=identity)
        self._append(id_, lambda table: ("rematched", {"table": table.rematch or new}))
        with self.at(id_) as table:
            return table.rematch or new

    # -- what happens ---------------------------------------------------------------------------

    @contextlib.contextmanager
    def at(self, id_: str, known: int = 0) -> Iterator[Table]:
        """The table, up to date and held for the length of the block. Bots that are to decide
        there think again after a restart. Whoever asks for the log up to a `known` event only, as
        the others tell what they do, gets the table as it is where it has come that far."""
        with self._held(id_) as place:
            if place.table is None or not 0 < known <= place.settled:
                self._settle(self._refresh(id_, place), place)
            assert place.table is not None
            yield place.table

    def events(self, table: Table, since: int) -> tuple[Event, ...]:
        """The events of a table after another, out of its memory where that goes back so far."""
        if since >= table.number:
            return ()
        kept = table.recent
        if kept and kept[0].number <= since + 1:
            return tuple(event for event in kept if event.number > since)
        return self.store.events(table.id, since)

    def sit(self, id_: str, identity: str, seat: int, name: str = "", token: str = "") -> None:
        """A person takes an open seat, or one with an invitation to it."""
        self._append(id_, lambda table: table.check_sit(identity, seat, name, token))

    def deal(self, id_: str, check: Callable[[Table], Draft]) -> None:
        """Something that people do at a table beside the moves (see `company_api`)."""
        self._append(id_, check)

    def move(
        self, id_: str, identity: str | None, move: str, decision: int, seat: int | None = None
    ) -> None:
        """A person makes a move; `seat` says in which of several own seats."""

        def check(table: Table) -> Draft:
            own = table.seats_of(identity)
            who = table.seat_for(identity) if seat is None else seat
            if who is None or who not in own:
                raise NotSeated()
            return table.check_move(who, move, decision)

        self._append(id_, check)

    def undo(self, id_: str, identity: str | None, decision: int) -> None:
        """A person takes the last own decision back, with what followed it."""
        self._append(id_, lambda table: table.check_undo(identity, decision))

    def restart(self, id_: str, identity: str | None, decision: int) -> None:
        """A person who plays alone takes everything back."""
        self._append(id_, lambda table: table.check_restart(identity, decision))

    def next_game(self, id_: str, identity: str | None, decision: int) -> None:
        """A person begins the next game of the match."""
        self._append(id_, lambda table: table.check_next(identity, decision))

    def extend(self, id_: str, identity: str | None, decision: int) -> None:
        """A person begins another pair of games."""
        self._append(id_, lambda table: table.check_extend(identity, decision))

    # -- what is said before a ballot -----------------------------------------------------------

    def comment(self, id_: str, identity: str | None, text: str, seat: int | None) -> None:
        """A person says something about the board."""

        def check(table: Table) -> Draft:
            talk, player = talk_at(table, identity, seat)
            return talk.check_comment(player, text)

        self._append(id_, check)

    def challenge(self, id_: str, identity: str | None, comment: int, seat: int | None) -> None:
        """A person says that a comment broke the rules."""

        def check(table: Table) -> Draft:
            talk, player = talk_at(table, identity, seat)
            return talk.check_challenge(player, comment)

        self._append(id_, check)

    def judge(
        self, id_: str, identity: str | None, comment: int, guilty: bool, seat: int | None
    ) -> None:
        """A person judges a challenged comment."""

        def check(table: Table) -> Draft:
            talk, player = talk_at(table, identity, seat)
            return talk.check_judgement(table, player, comment, guilty)

        self._append(id_, check)

    def ready(self, id_: str, identity: str | None) -> None:
        """A person has no more to say, in any own seat."""

        def check(table: Table) -> Draft:
            talk, _ = talk_at(table, identity, None)
            return talk.check_ready(table.owned(identity))

        self._append(id_, check)

    # -- the log --------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _held(self, id_: str) -> Iterator[_Place]:
        with self._guard:
            place = self._places.setdefault(id_, _Place())
            self._places.move_to_end(id_)
            while len(self._places) > _KEPT:
                self._places.popitem(last=False)
        with place.lock:
            yield place

    def _refresh(self, id_: str, place: _Place) -> Table:
        """Let the table catch up with the log."""
        if place.table is not None:
            self._catch_up(place.table)
            return place.table
        events = self.store.events(id_)
        if not events:
            with self._guard:
                self._places.pop(id_, None)
            raise NoSuchTable()
        place.table = Table.fold(id_, events)
        return place.table

    def _catch_up(self, table: Table) -> None:
        """Let happen what other processes have logged."""
        for event in self.store.events(table.id, table.number):
            table.apply(event)
            self._listing.forget(table.id)

    def _append(self, id_: str, check: Callable[[Table], Draft]) -> None:
        with self._held(id_) as place:
            for _ in range(_TRIES):
                table = self._refresh(id_, place)
                self._follow(table)
                kind, body = check(table)
                try:
                    self._log(table, kind, body)
                except OccupiedError:
                    continue
                self._settle(table, place)
                self.hub.ring(id_, table.number)
                return
        raise Busy()

    def _log(self, table: Table, kind: str, body: Mapping[str, Any]) -> Event:
        event = self.store.append(table.id, table.number + 1, kind, body)
        table.apply(event)
        return event

    def _follow(self, table: Table) -> None:
        """Log what follows by itself: what chance decides, and what talk before a ballot leads
        to."""
        while table.started and (draft := self._due(table)) is not None:
            try:
                self._log(table, *draft)
            except OccupiedError:  # another process did
                self._catch_up(table)
            self.hub.ring(table.id, table.number)

    def _due(self, table: Table) -> Draft | None:
        if table.clock is not None and (fallen := table.clock.fallen(now())) is not None:
            return flag(table, fallen)
        if table.match.game_over:
            return None
        if table.position.turn == CHANCE:
            odds = table.position.odds()
            move = self._chance.choices(list(odds), [float(p) for p in odds.values()])[0]
            return "chance", {"move": move.text}
        return None if table.talk is None else table.talk.due(table, now())

    def _settle(self, table: Table, place: _Place) -> None:
        """Let follow what does, wake the bots that have to decide, and come back when something is
        due by itself."""
        place.settled = 0
        try:
            self._follow(table)
        except SQLAlchemyError as error:  # whoever comes to the table next has it tried again
            _log.warning("table %s has to wait: %s", table.id, in_short(error))
            return
        self._listing.keep(table)
        self._alarm.set(table.id, table.due_at)
        if self._ask_bots(table):
            place.settled = table.number

    def _time_up(self, id_: str) -> None:
        """Having the table settled lets happen what is due."""
        with contextlib.suppress(IcefieldError, SQLAlchemyError), self.at(id_):
            pass

    # -- bots -----------------------------------------------------------------------------------

    def _ask_bots(self, table: Table) -> bool:
        """Have the bots that are to decide think, where that is for this process to do. Whether
        that could be found out."""
        seats = table.bots_to_decide() if self._wanted(table) else ()
        ours = self._is_ours(table, seats)
        if not ours:
            seats = ()
        self._thinking.ask(
            table.id,
            tuple(
                Question(
                    table=table.id,
                    seat=seat,
                    decision=table.decision(seat),
                    level=table.player_at(seat).bot_level,
                    position=table.position.view(seat),
                )
                for seat in seats
            ),
        )
        return ours is not None

    def _is_ours(self, table: Table, seats: Sequence[int]) -> bool | None:
        """Whether this process thinks for these bots, all that are to decide at a table; None when
        the database does not say."""
        try:
            if seats:
                return self._jobs.want(table.id, max(table.decision(seat) for seat in seats))
            self._jobs.done(table.id, table.number)
        except SQLAlchemyError as error:  # whoever comes to the table next has it tried again
            _log.warning("the bots of table %s have to wait: %s", table.id, in_short(error))
            return None
        return False

    def _wanted(self, table: Table) -> bool:
        """Whether anybody plays or watches; bots do not play for themselves alone."""
        return not all(p.kind == "bot" for p in table.players) or bool(self.presence.here(table.id))

    def _bot_replied(self, id_: str, seat: int, move: str, decision: int) -> None:
        try:
            self._append(id_, lambda table: table.check_move(seat, move, decision))
        except IcefieldError:
            pass  # the game has moved on without the bot
        except SQLAlchemyError as error:  # the bot is asked again
            _log.warning("a bot's move was not written down: %s", in_short(error))

    def _bots_rest(self, id_: str) -> None:
        """Nobody thinks about a table any more; if that is not because all have decided, somebody
        has to try again."""
        with self._held(id_):
            if self._jobs.holds(id_) and not self._thinking.busy(id_):
                with contextlib.suppress(SQLAlchemyError):  # it is found to be nobody's later
                    self._jobs.failed(id_)

    def _bots_thought(self, id_: str) -> None:
        self._jobs.thought(id_)

    def _bots_free(self) -> None:
        self._duty.look()

    def _resume(self, id_: str) -> None:
        """Go on with a job, as the log has it now."""
        try:
            with self.at(id_):
                pass
        except IcefieldError:  # a table that this process cannot read
            self._jobs.failed(id_)

    def _stop_bots(self, id_: str) -> None:
        """Another process thinks for the bots of a table."""
        with self._held(id_):
            self._thinking.ask(id_, ())

    # -- the other processes --------------------------------------------------------------------

    def _heard(self, id_: str, number: int) -> None:
        if number:
            self.hub.ring(id_, number)
        else:
            self.hub.ring_people(id_)
        self._duty.heard(id_)

    def _heard_nothing(self) -> None:
        """Nobody listened for a while: everything is looked at again."""
        self.hub.ring_everywhere()
        self._duty.heard_all()
