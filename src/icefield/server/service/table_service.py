"""The table service: all reads and writes of tables. Blocks: call it from threads.

`execute` brings the table up to date with the log, checks a command, and appends one event. If
another process was faster, the number is occupied: the table is brought up to date and the command
is checked again, so that an outdated decision is found stale and nothing is lost.

Every process can serve every table. Their events arrive by `notifications`; `bot_jobs` settles
which process runs the bots of a table.
"""

from __future__ import annotations

import contextlib
import hmac
import logging
import secrets
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, Final, TypeVar

from cachetools import LRUCache

from ...bots import bot
from ...core.errors import IcefieldError, NotNow
from ...core.game import CHANCE, Game
from ...play import Match
from ..clock import now
from ..cluster.heartbeat import Heartbeat
from ..cluster.lease import Lease
from ..cluster.notifications import Notifications
from ..cluster.presence import Presence
from ..errors import Busy, NoSuchTable, NotSeated, OtherVersion, UnreadableTable
from ..settings import Settings
from ..storage.bot_jobs import Turn
from ..storage.errors import DatabaseError, describe
from ..storage.event_log import OccupiedError, Store
from ..storage.people import People
from ..storage.snapshots import INTERVAL, Snapshots
from ..storage.table_index import TableIndex
from ..tables.commands import BotMove, Caller, CloseAbandoned, Command, Rematch, StartClocks
from ..tables.departures import flag
from ..tables.events import ChanceMoved, Event, Opened, Payload, Rematched
from ..tables.options import BOT_PACES, DEFAULT_OPTIONS, TableOptions, read_pace
from ..tables.players import Player
from ..tables.results import ENDED, list_results
from ..tables.table import REMATCH_RETRY_MS, WAITING, Table
from .bot_runner import BotRunner, ObserveThinking, Question, ignore_thinking
from .fair_queue import current_account
from .hub import Hub
from .scheduler import Scheduler
from .unreadable import UnreadableTables

T = TypeVar("T")

_MAX_TABLES: Final = 500
"""The tables held in memory; others are folded again when they are requested."""
_MAX_ADDRESSES: Final = 10_000
"""The tables of which it is remembered who plays there, and from which address."""
EVENTS_PAGE: Final = 500
"""The events of a table that a client gets at once."""
_MAX_RESULTS: Final = 50
"""The old tables of a person whose results are read at once."""
_MAX_SEEKS: Final = 200
"""The tables in the lobby that are checked for people who have left."""
_MAX_TRIES: Final = 20
"""The attempts at a command while other processes append to the same table."""
_log = logging.getLogger("icefield.server")


def _ignore_change(table: Table) -> None:
    """Make no updates."""


class _Slot:
    """A table in memory, and the lock that is taken before it is accessed."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.table: Table | None = None
        self.settled = 0
        """The event up to which `after_commit` has done everything."""
        self.saved = 0
        """The event up to which there is a snapshot."""
        self.published = 0
        """The event up to which live connections have updates."""
        self.scheduled = True
        self.asked = True
        """Whether an event may be scheduled for this table, and bots may be thinking about it."""


class TableService:
    """Opens tables and executes commands at them.

    Its helpers call four methods: `resume` (scheduler and heartbeat), `close_abandoned`
    (heartbeat), `on_bot_move` and `on_bots_finished` (bot runner)."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        hub: Hub,
        observe_thinking: ObserveThinking = ignore_thinking,
    ):
        self.store = store
        self.hub = hub
        self.on_change: Callable[[Table], None] = _ignore_change
        """Makes updates for live connections of a changed table, whose lock is held."""
        self.people = People(store.engine)
        self._index = TableIndex(store)
        self._snapshots = Snapshots(store.engine)
        self._unreadable = UnreadableTables(store)
        self._lease = Lease(store)
        self.presence = Presence(store, self._lease)
        self._rng = settings.chance
        self._key = settings.secret.encode()
        self._slots: LRUCache[str, _Slot] = LRUCache(_MAX_TABLES)
        self._addresses: LRUCache[str, tuple[str, str]] = LRUCache(_MAX_ADDRESSES)
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
            store,
            self._lease,
            self.presence,
            settings.bot_threads,
            self.resume,
            self.close_abandoned,
            self._bots.cost,
        )
        self._scheduler = Scheduler("icefield-table-scheduler")
        self._notifications = Notifications(store, hub, self._heartbeat)
        self._heartbeat.start()

    def close(self) -> None:
        """Stop the bots, leave their jobs to other processes, and close the database."""
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
        """Open a table; returns what `render` makes of it.

        `players` sit in the order of the seats unless they are shuffled. Raises BadOption.
        """
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
            if not self._bots.is_busy(table_id):  # else they load what they need
                for level in {p.level for p in table.players if p.level is not None}:
                    self._bots.warm_up(table.position, level)
            return render(table)

    def rematch(self, table_id: str, identity: str | None, render: Callable[[Table], T]) -> T:
        """Ask for a rematch, or agree to it; returns what `render` makes of a table.

        It is the new table if all agree, as they do where only bots are asked; otherwise it is the
        old one with the request.
        """
        with self.locked(table_id) as table:
            if not table.players_of(identity):
                raise NotSeated()
            new_id = table.rematch
        if new_id is None:
            new_id = self.execute(table_id, Rematch(), identity, lambda table: table.rematch)
        with self.locked(new_id or table_id) as table:
            return render(table)

    def _open_rematch(self, table: Table) -> str:
        """Open a table with the players and options of another, one seat further.

        People who left their seat to a bot do not come along, except who asked for the rematch.
        """
        asked = table.consent.open
        asker = None if asked is None else table.players[asked.player].owner
        players = [
            replace(p, stand_in=None, for_good=False, flagged=False, number=p.number or i + 1)
            if p.stand_in is None or p.owner == asker
            else Player("bot", level=p.stand_in)
            for i, p in ((i, table.players[i]) for i in table.match.seating)
        ]
        return self.open(
            table.game,
            players[1:] + players[:1],
            lambda new: new.id,
            games=table.opened.games,
            game_options=table.opened.options,
            options=TableOptions.of(table.opened),
            host=asker,
        )

    def start_clocks(self, table_id: str) -> None:
        """Start the clocks of a game that awaits its players, as all are present."""
        with contextlib.suppress(NotNow):  # another process did, or a player moved
            self.execute(table_id, StartClocks(), None, lambda _table: None)

    def close_abandoned(self) -> None:
        """Close the tables in the lobby whose people have left the site."""
        for table_id in self.store.listing(WAITING, _MAX_SEEKS):
            with contextlib.suppress(IcefieldError):
                self.execute(table_id, CloseAbandoned(), None, lambda _table: None)

    # -- reading and writing --------------------------------------------------------------------

    @contextlib.contextmanager
    def locked(self, table_id: str, known: int = 0) -> Iterator[Table]:
        """The table, up to date and locked during the block; raises NoSuchTable.

        Callers that need the log only up to a `known` event get the table without a query where it
        is as far as that.
        """
        with self._slot(table_id) as slot:
            if slot.table is None or not 0 < known <= slot.settled:
                self.after_commit(self._refresh(table_id, slot), slot)
            assert slot.table is not None
            yield slot.table

    def render_all(self, table_ids: Iterable[str], render: Callable[[Table], T]) -> list[T]:
        """What `render` makes of tables; tables that cannot be read are left out."""
        found = []
        for table_id in table_ids:
            try:
                with self.locked(table_id) as table:
                    found.append(render(table))
            except (NoSuchTable, OtherVersion, UnreadableTable):
                pass
            except DatabaseError:
                raise
            except Exception as error:  # one table does not take a list with it
                self._unreadable.log(table_id, error)
        return found

    def find_results(self, identity: str) -> None:
        """Write results of a person's tables that were over before results were kept."""
        for table_id in self.store.without_result(identity, _MAX_RESULTS):
            results = {identity: ENDED}  # of a table that cannot be read
            with (
                contextlib.suppress(OtherVersion, NoSuchTable, UnreadableTable),
                self.locked(table_id) as table,
            ):
                results |= list_results(table)
            self.store.write_results(table_id, results.items())

    def execute(
        self, table_id: str, command: Command, identity: str | None, render: Callable[[Table], T]
    ) -> T:
        """Execute a command of an identity; returns what `render` makes of the table.

        Raises the refusal of the command, NoSuchTable, or Busy.
        """
        with self._slot(table_id) as slot:
            for _ in range(_MAX_TRIES):
                table = self._refresh(table_id, slot)
                self._append_due(table)
                command.check_room(table)
                payload = command.check(table, Caller(identity, now(), self.presence.away_s))
                try:
                    self._append(table, payload)
                except OccupiedError:
                    continue
                self.after_commit(table, slot)
                return render(table)
        raise Busy()

    def events(self, table: Table, since: int) -> tuple[Event, ...]:
        """The last events of a table after number `since`, from memory if they are there.

        They are at most EVENTS_PAGE.
        """
        since = max(since, table.number - EVENTS_PAGE)
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
            try:
                yield slot
            finally:
                self._publish(slot)

    def _publish(self, slot: _Slot) -> None:
        """Have live connections of this process notified, if the table has changed."""
        table = slot.table
        if table is not None and table.number != slot.published:
            slot.published = table.number
            self.on_change(table)
            self.hub.notify(table.id, table.number)

    def _refresh(self, table_id: str, slot: _Slot) -> Table:
        """The table with all events of the log applied; raises UnreadableTable."""
        if slot.table is None:
            self._unreadable.check(table_id)
        try:
            return self._read(table_id, slot)
        except (DatabaseError, NoSuchTable):
            raise
        except Exception as error:
            slot.table = None  # it may have half of an event
            raise self._unreadable.add(table_id, error) from error

    def _read(self, table_id: str, slot: _Slot) -> Table:
        if slot.table is not None:
            self._catch_up(slot.table)
            return slot.table
        table = self._snapshots.read(table_id)
        if table is not None:
            slot.saved = table.number
            self._catch_up(table)
        else:
            log = self.store.log(table_id)
            first = next(log, None)
            if first is None:
                with self._guard:
                    self._slots.pop(table_id, None)
                raise NoSuchTable()
            table = Table.fold(table_id, chain((first,), log))
        slot.table = table
        self._unreadable.remove(table_id)
        return table

    def _catch_up(self, table: Table) -> None:
        """Apply what other processes have appended."""
        for event in self.store.events(table.id, table.number):
            table.apply(event)
            self._index.forget(table.id)

    def _append(self, table: Table, payload: Payload) -> None:
        """Append an event and apply it; the database notifies the other processes."""
        number = table.number + 1
        table.apply(self.store.append(table.id, number, payload.kind, payload.to_json()))

    # -- bookkeeping after an event -------------------------------------------------------------

    def after_commit(self, table: Table, slot: _Slot) -> None:
        """Append due events, publish, update the table index, schedule, and run bots."""
        slot.settled = 0
        try:
            self._append_due(table)
        except DatabaseError as error:  # tried again with the next read
            _log.warning("due events delayed: table=%s error=%s", table.id, describe(error))
            return
        self._publish(slot)
        self._index.update(table)
        if table.number - slot.saved >= INTERVAL:
            slot.saved = table.number
            self._snapshots.write(table)
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
        if (late := table.late_player(now())) is not None:
            return flag(table, late)
        if table.match.game_over:
            return self._due_rematch(table)
        if table.position.turn == CHANCE:
            odds = table.position.odds()
            move = self._rng.choices(list(odds), [float(p) for p in odds.values()])[0]
            return ChanceMoved(move.text)
        return None if table.discussion is None else table.discussion.due(table, now())

    def _due_rematch(self, table: Table) -> Rematched | None:
        """The event that leads to the table of a rematch, which is opened here.

        The process that wrote the last answer opens it; if it has ended, another one does.
        """
        if table.rematch is not None or not table.consent.rematch_agreed(table):
            return None
        ours = self.store.wrote(table.id, table.number)
        if not ours and now() < table.at + REMATCH_RETRY_MS:
            return None
        return Rematched(self._open_rematch(table))

    def resume(self, table_id: str) -> None:
        """Bring a table up to date, with all that follows.

        Called when an event is due there, or when this process may have to run its bots.
        """
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
        """Run the bots that are to decide, if that is this process's job.

        Returns False if the database did not say whether it is.
        """
        seats = table.bots_to_decide() if self._is_wanted(table) else ()
        turn = self._turn(table, seats)
        ours = self._is_our_job(table, seats, turn)
        questions = tuple(
            Question(
                table=table.id,
                seat=seat,
                decision=table.decision(seat),
                level=table.player_at(seat).bot_level,
                position=table.position.view(seat),
                pace=BOT_PACES[read_pace(table.opened.pace)],
                turn=turn,
            )
            for seat in (seats if ours else ())
        )
        if questions or slot.asked:
            self._bots.ask(table.id, questions)
        slot.asked = bool(questions)
        return ours is not None

    def _turn(self, table: Table, seats: Sequence[int]) -> Turn:
        """When the bots of these seats have their turn, by who plays with them.

        The bots play for the person of the table who was here last, or for who first watched a
        table of bots alone. Of the address only a keyed digest is kept.
        """
        account = current_account.get()
        if account.owner and (
            table.players_of(account.owner)
            or account.owner == table.opened.host
            or table.id not in self._addresses
        ):
            address = hmac.digest(self._key, account.address.encode(), "sha256").hex()[:32]
            self._addresses[table.id] = address, account.owner[:64]
        address, owner = self._addresses.get(table.id, ("", table.opened.host or ""))
        if not seats:
            return Turn()
        levels = {table.player_at(seat).bot_level for seat in seats}
        with_people = not all(p.kind == "bot" for p in table.players)
        count = table.position.seats
        rank = self._bots.rank(table.game, levels, count, with_people=with_people)
        return Turn(rank, address, owner)

    def _is_our_job(self, table: Table, seats: Sequence[int], turn: Turn) -> bool | None:
        """Whether this process runs these bots; None when the database fails.

        They are all that are to decide at a table.
        """
        jobs = self._heartbeat.jobs
        try:
            if seats:
                decision = max(table.decision(seat) for seat in seats)
                return jobs.request(table.id, decision, turn)
            jobs.finish(table.id, table.number)
        except DatabaseError as error:  # tried again with the next read
            _log.warning("bots delayed: table=%s error=%s", table.id, describe(error))
            return None
        return False

    def _is_wanted(self, table: Table) -> bool:
        """Whether a person plays or watches; bots do not play alone."""
        return not all(p.kind == "bot" for p in table.players) or bool(self.presence.here(table.id))

    def on_bot_move(self, table_id: str, seat: int, move: str, decision: int) -> None:
        """Make the move of a bot, unless the game has gone on without it."""
        try:
            self.execute(table_id, BotMove(seat, move, decision), None, lambda _table: None)
        except IcefieldError:
            pass
        except DatabaseError as error:  # the bot is asked again
            _log.warning("bot move not written: table=%s error=%s", table_id, describe(error))

    def on_bots_finished(self, table_id: str, *, shown: bool) -> None:
        """Take other jobs while moves are delayed, or leave an unfinished job.

        A job is unfinished if not all bots have decided; it is tried again.
        """
        jobs = self._heartbeat.jobs
        if not shown:
            jobs.free_room(table_id)
            return
        with self._slot(table_id):
            if jobs.holds(table_id) and not self._bots.is_busy(table_id):
                with contextlib.suppress(DatabaseError):  # the heartbeat frees it later
                    jobs.fail(table_id)
