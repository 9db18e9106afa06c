"""The table service: all reads and writes of tables pass here. Blocks: call it from threads.

`execute` brings the table up to date with the log, checks a command, and appends one event. If
another process was faster, the number is occupied: the table is brought up to date and the command
is checked again, so that what was decided in the meantime is found stale and nothing is lost.

Every process can serve every table. What the others write comes by `notifications`; which process
thinks for the bots of a table is settled by `bot_jobs`.
"""

from __future__ import annotations

import contextlib
import logging
import secrets
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

from cachetools import LRUCache

from ...bots import bot
from ...core.errors import IcefieldError, NotNow
from ...core.game import CHANCE, Game
from ...core.message import message
from ...play import Match
from ..clock import now
from ..cluster.heartbeat import Heartbeat
from ..cluster.lease import Lease
from ..cluster.notifications import Notifications
from ..cluster.presence import Presence
from ..errors import Busy, NoSuchTable, NotSeated, OtherVersion
from ..settings import Settings
from ..storage.errors import DatabaseError, describe
from ..storage.event_log import OccupiedError, Store
from ..storage.people import People
from ..storage.table_index import TableIndex
from ..tables.commands import BotMove, Caller, Command, Rematch
from ..tables.departures import flag
from ..tables.events import ChanceMoved, Event, Opened, Payload
from ..tables.options import DEFAULT_OPTIONS, TableOptions
from ..tables.players import Player
from ..tables.table import Table
from .bot_runner import BotRunner, ObserveThinking, Question, ignore_thinking
from .hub import Hub
from .scheduler import Scheduler

T = TypeVar("T")

_MAX_TABLES: Final = 500
"""How many tables are held in memory; the others are folded again when they are asked for."""
_MAX_TRIES: Final = 20
"""How often a command is checked while other processes append to the same table."""
_log = logging.getLogger("icefield.server")


class _Slot:
    """A table in memory, and the lock that is taken before it is touched."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.table: Table | None = None
        self.settled = 0
        """The event up to which `after_commit` has done everything."""
        self.scheduled = True
        self.asked = True
        """Whether an event may be scheduled for this table, and bots may be thinking about it."""


class TableService:
    """Opens tables and executes commands at them.

    Its helpers call three methods: `resume` (scheduler and heartbeat), `on_bot_move` and
    `on_bots_finished` (bot runner)."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        hub: Hub,
        observe_thinking: ObserveThinking = ignore_thinking,
    ):
        self.store = store
        self.hub = hub
        self.people = People(store.engine)
        self._index = TableIndex(store)
        self._lease = Lease(store)
        self.presence = Presence(store, self._lease)
        self._rng = settings.chance
        self._slots: LRUCache[str, _Slot] = LRUCache(_MAX_TABLES)
        self._guard = threading.Lock()
        self._bots = BotRunner(
            self,
            rng=settings.chance,
            threads=settings.bot_threads,
            pause=settings.bot_pause_s,
            limit=settings.bot_timeout_s,
            observe=observe_thinking,
        )
        self._heartbeat = Heartbeat(
            store, self._lease, self.presence, settings.bot_threads, self.resume
        )
        self._scheduler = Scheduler("icefield-table-scheduler")
        self._notifications = Notifications(store, hub, self._heartbeat)
        self._heartbeat.start()

    def close(self) -> None:
        """Stop the bots, leave their jobs to other processes, and leave the database."""
        self._scheduler.close()
        self._notifications.close()
        self._heartbeat.close()
        self._bots.close()
        self.presence.close()
        try:
            self._lease.release()
        except DatabaseError as error:  # the lease expires
            _log.warning("lease not released: error=%s", describe(error))
        self.store.close()

    # -- opening tables -------------------------------------------------------------------------

    def open(
        self,
        game: Game,
        players: Sequence[Player],
        render: Callable[[Table], T],
        *,
        games: int = 1,
        game_options: Mapping[str, Any] | None = None,
        shuffle: bool = False,
        options: TableOptions = DEFAULT_OPTIONS,
        host: str | None = None,
    ) -> T:
        """Open a table and return what `render` makes of it; `players` sit in the order of the
        seats unless they are shuffled. Raises BadOption."""
        for player in players:
            if player.level is not None:
                bot(game, player.level)
        Match(game, ["-"] * len(players), games=games, seats=len(players), options=game_options)
        seated = list(players)
        if shuffle:
            self._rng.shuffle(seated)
        opened = Opened(
            game=game.key,
            version=game.version,
            options=game.check(game_options or {}),
            games=games,
            players=tuple(
                replace(p, token=secrets.token_urlsafe(16)) if p.kind == "invited" else p
                for p in seated
            ),
            host=host,
            **options.to_fields(),
        )
        table_id = secrets.token_urlsafe(9)
        self.store.open(table_id, game.key, opened.to_json())
        with self.locked(table_id) as table:
            for level in {p.level for p in table.players if p.level is not None}:
                self._bots.warm_up(table.position, level)
            return render(table)

    def rematch(self, table_id: str, identity: str | None, render: Callable[[Table], T]) -> T:
        """Open a table with the players and settings of another, each player one seat further. The
        others are notified, and later callers get the same table."""
        with self.locked(table_id) as table:
            if not table.seats_of(identity):
                raise NotSeated()
            if not table.match.over:
                raise NotNow(message("play.game_goes_on"))
            new_id, game, opened = table.rematch, table.game, table.opened
            players = [table.players[i] for i in table.match.seating]
        if new_id is None:
            opened_id = self.open(
                game,
                [replace(p, stand_in=None, for_good=False) for p in players[1:] + players[:1]],
                lambda new: new.id,
                games=opened.games,
                game_options=opened.options,
                options=TableOptions.of(opened),
                host=identity,
            )
            new_id = self.execute(
                table_id, Rematch(opened_id), identity, lambda table: table.rematch or opened_id
            )
        with self.locked(new_id) as table:
            return render(table)

    # -- reading and writing --------------------------------------------------------------------

    @contextlib.contextmanager
    def locked(self, table_id: str, known: int = 0) -> Iterator[Table]:
        """The table, up to date and locked for the length of the block. Callers that need the log
        up to a `known` event only get the table without asking the database where it is as far as
        that. Raises NoSuchTable."""
        with self._slot(table_id) as slot:
            if slot.table is None or not 0 < known <= slot.settled:
                self.after_commit(self._refresh(table_id, slot), slot)
            assert slot.table is not None
            yield slot.table

    def render_all(self, table_ids: Iterable[str], render: Callable[[Table], T]) -> list[T]:
        """What `render` makes of tables; those that cannot be read any more are left out."""
        found = []
        for table_id in table_ids:
            with contextlib.suppress(OtherVersion, NoSuchTable), self.locked(table_id) as table:
                found.append(render(table))
        return found

    def execute(
        self, table_id: str, command: Command, identity: str | None, render: Callable[[Table], T]
    ) -> T:
        """Execute a command of an identity, and return what `render` makes of the table after it.
        Raises why the command is refused, NoSuchTable, or Busy."""
        with self._slot(table_id) as slot:
            for _ in range(_MAX_TRIES):
                table = self._refresh(table_id, slot)
                self._append_due(table)
                payload = command.check(table, Caller(identity, now(), self.presence.away_s))
                try:
                    self._append(table, payload)
                except OccupiedError:
                    continue
                self.after_commit(table, slot)
                return render(table)
        raise Busy()

    def events(self, table: Table, since: int) -> tuple[Event, ...]:
        """The events of a table after number `since`, from memory where that goes back so far."""
        if since >= table.number:
            return ()
        recent = table.recent
        if recent and recent[0].number <= since + 1:
            return tuple(event for event in recent if event.number > since)
        return self.store.events(table.id, since)

    @contextlib.contextmanager
    def _slot(self, table_id: str) -> Iterator[_Slot]:
        """The locked slot of a table."""
        with self._guard:
            slot = self._slots.get(table_id)
            if slot is None:
                self._slots[table_id] = slot = _Slot()
        with slot.lock:
            yield slot

    def _refresh(self, table_id: str, slot: _Slot) -> Table:
        """The table with all events of the log applied."""
        if slot.table is not None:
            self._catch_up(slot.table)
            return slot.table
        events = self.store.events(table_id)
        if not events:
            with self._guard:
                self._slots.pop(table_id, None)
            raise NoSuchTable()
        slot.table = Table.fold(table_id, events)
        return slot.table

    def _catch_up(self, table: Table) -> None:
        """Apply what other processes have appended."""
        for event in self.store.events(table.id, table.number):
            table.apply(event)
            self._index.forget(table.id)

    def _append(self, table: Table, payload: Payload) -> None:
        """Append an event, apply it, and notify live connections; the other processes are notified
        by the database."""
        number = table.number + 1
        table.apply(self.store.append(table.id, number, payload.kind, payload.to_json()))
        self.hub.notify(table.id, number)

    # -- what follows an event ------------------------------------------------------------------

    def after_commit(self, table: Table, slot: _Slot) -> None:
        """Append what is due, update the table index, schedule the next due event, and have bots
        asked that are to decide."""
        slot.settled = 0
        try:
            self._append_due(table)
        except DatabaseError as error:  # tried again with the next read
            _log.warning("due events delayed: table=%s error=%s", table.id, describe(error))
            return
        self._index.update(table)
        if table.due_at is not None:
            self._scheduler.call_at(table.due_at, self.resume, table.id, key=table.id)
        elif slot.scheduled:
            self._scheduler.cancel(table.id)
        slot.scheduled = table.due_at is not None
        if self._ask_bots(table, slot):
            slot.settled = table.number

    def _append_due(self, table: Table) -> None:
        """Append the events that follow without a player's action."""
        while table.started and (payload := self._due(table)) is not None:
            try:
                self._append(table, payload)
            except OccupiedError:  # another process did
                self._catch_up(table)

    def _due(self, table: Table) -> Payload | None:
        if table.clock is not None and (fallen := table.clock.fallen(now())) is not None:
            return flag(table, fallen)
        if table.match.game_over:
            return None
        if table.position.turn == CHANCE:
            odds = table.position.odds()
            move = self._rng.choices(list(odds), [float(p) for p in odds.values()])[0]
            return ChanceMoved(move.text)
        return None if table.discussion is None else table.discussion.due(table, now())

    def resume(self, table_id: str) -> None:
        """Bring a table up to date, with all that follows; called when an event is due there, or
        when its bots may have to be asked by this process."""
        try:
            with self.locked(table_id):
                pass
        except IcefieldError:  # a table that this process cannot read
            if self._heartbeat.jobs.holds(table_id):
                self._heartbeat.jobs.fail(table_id)
        except DatabaseError as error:  # the heartbeat finds what is overdue
            _log.warning("table not resumed: table=%s error=%s", table_id, describe(error))

    # -- bots -----------------------------------------------------------------------------------

    def _ask_bots(self, table: Table, slot: _Slot) -> bool:
        """Ask the bots that are to decide, if this process is to think for them. Returns False if
        the database did not say whether it is."""
        seats = table.bots_to_decide() if self._is_wanted(table) else ()
        ours = self._is_our_job(table, seats)
        questions = tuple(
            Question(
                table=table.id,
                seat=seat,
                decision=table.decision(seat),
                level=table.player_at(seat).bot_level,
                position=table.position.view(seat),
            )
            for seat in (seats if ours else ())
        )
        if questions or slot.asked:
            self._bots.ask(table.id, questions)
        slot.asked = bool(questions)
        return ours is not None

    def _is_our_job(self, table: Table, seats: Sequence[int]) -> bool | None:
        """Whether this process thinks for these bots, all that are to decide at a table; None when
        the database fails."""
        jobs = self._heartbeat.jobs
        try:
            if seats:
                return jobs.request(table.id, max(table.decision(seat) for seat in seats))
            jobs.finish(table.id, table.number)
        except DatabaseError as error:  # tried again with the next read
            _log.warning("bots delayed: table=%s error=%s", table.id, describe(error))
            return None
        return False

    def _is_wanted(self, table: Table) -> bool:
        """Whether a person plays or watches; bots do not play for themselves alone."""
        return not all(p.kind == "bot" for p in table.players) or bool(self.presence.here(table.id))

    def on_bot_move(self, table_id: str, seat: int, move: str, decision: int) -> None:
        """Make the move of a bot, unless the game has moved on without it."""
        try:
            self.execute(table_id, BotMove(seat, move, decision), None, lambda _table: None)
        except IcefieldError:
            pass
        except DatabaseError as error:  # the bot is asked again
            _log.warning("bot move not written: table=%s error=%s", table_id, describe(error))

    def on_bots_finished(self, table_id: str, *, shown: bool) -> None:
        """Take other jobs while moves only wait to be shown; afterwards, if not all bots have
        decided, leave the job to be tried again."""
        jobs = self._heartbeat.jobs
        if not shown:
            jobs.free_room(table_id)
            return
        with self._slot(table_id):
            if jobs.holds(table_id) and not self._bots.is_busy(table_id):
                with contextlib.suppress(DatabaseError):  # it is found unknown later, and freed
                    jobs.fail(table_id)
