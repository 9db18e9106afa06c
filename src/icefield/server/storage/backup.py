"""Copies of a database, and the removal of old tables, for hosts.

Copies work with SQLite only.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from ...core.errors import IcefieldError
from ...core.message import message
from ..clock import now
from ..settings import Settings, put_secret
from .dialect import SQLITE, read_url
from .event_log import Store
from .migrations import upgrade
from .schema import events, jobs, presence, seats, snapshots, tables

_DAY: Final = 24 * 60 * 60 * 1000  # milliseconds
_AT_ONCE: Final = 200  # tables
_OVER: Final = "over"
_SECRET: Final = "cookies"


class KeepingTrouble(IcefieldError):  # noqa: N818 (named like the errors of core)
    """A copy that cannot be made or used."""

    code = "keeping"


# -- copies (SQLite) -----------------------------------------------------------------------------


def _file(url: str) -> Path:
    parsed = read_url(url)
    if parsed.get_backend_name() != SQLITE:
        raise KeepingTrouble(message("web.keeping.sqlite_only"), detail="sqlite-only")
    return Path(parsed.database or "")


def backup(settings: Settings, to: Path) -> None:
    """Copy the whole database into a new file while the server runs.

    The copy includes the key that signs the cookies, so that every player keeps their seat. It is
    readable by its owner only.
    """
    source = _file(settings.database)
    if not source.exists():
        raise KeepingTrouble(message("web.keeping.missing", file=str(source)), detail="missing")
    if to.exists():
        raise KeepingTrouble(message("cli.file_exists", file=str(to)), detail="file-exists")
    store = Store(settings.database)
    try:
        upgrade(store.engine)  # a copy has the newest schema
    finally:
        store.close()
    half = to.with_name(to.name + ".part")
    half.unlink(missing_ok=True)
    os.close(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(half)) as new:
            old.backup(new, pages=1000)
            if settings.secret:
                new.execute(
                    "INSERT OR REPLACE INTO secrets VALUES (?, ?)", (_SECRET, settings.secret)
                )
                new.commit()
            _check(new, to)
        os.replace(half, to)
    finally:
        half.unlink(missing_ok=True)


def restore(settings: Settings, copy: Path, *, over: bool = False) -> None:
    """Replace the database by a copy, migrated to the newest schema.

    `over` allows an existing database; no server may use it (see `check_unused`).
    """
    target = _file(settings.database)
    if not copy.exists():
        raise KeepingTrouble(message("web.keeping.missing", file=str(copy)), detail="missing")
    if target.exists() and not over:
        raise KeepingTrouble(message("web.keeping.occupied", file=str(target)), detail="occupied")
    half = target.with_name(target.name + ".part")
    half.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(f"file:{copy}?mode=ro", uri=True)) as old:
            _check(old, copy)
            with closing(sqlite3.connect(half)) as new:
                old.backup(new)
        store = Store(f"sqlite:///{half}")
        try:
            upgrade(store.engine)
            with store.engine.begin() as connection:
                kept = connection.execute(
                    sa.text("SELECT value FROM secrets WHERE name = :n"), {"n": _SECRET}
                )
                secret = kept.scalar()
        finally:
            store.close()
        for beside in ("-wal", "-shm"):
            target.with_name(target.name + beside).unlink(missing_ok=True)
        os.replace(half, target)
        if secret:
            put_secret(target.parent, str(secret))
    finally:
        for part in ("", "-wal", "-shm"):
            half.with_name(half.name + part).unlink(missing_ok=True)


def _check(connection: sqlite3.Connection, file: Path) -> None:
    """Raise KeepingTrouble unless this is a sound database of Icefield."""
    try:
        sound = connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        connection.execute("SELECT count(*) FROM tables, alembic_version").fetchone()
    except sqlite3.DatabaseError:
        sound = False
    if not sound:
        raise KeepingTrouble(message("web.keeping.broken", file=str(file)), detail="broken")


# -- old tables (any database) --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tidied:
    """The number of tables that were removed, or would be."""

    over: int
    unfinished: int


def tidy(
    store: Store, days: int, unfinished_days: int | None = None, *, dry: bool = False
) -> Tidied:
    """Remove tables without an event for so many days.

    These are finished ones, and if wished others, a few at a time. No server may use the database
    (see `check_unused`), as it has tables in memory.
    """
    counts = []
    for finished, age in ((True, days), (False, unfinished_days)):
        before = now() - (age or 0) * _DAY
        stage = tables.c.stage == _OVER if finished else tables.c.stage != _OVER
        which = sa.and_(tables.c.active_at < before, tables.c.opened_at < before, stage)
        counts.append(0 if age is None else _count(store, which) if dry else _drop(store, which))
    return Tidied(*counts)


def _count(store: Store, which: sa.ColumnElement[bool]) -> int:
    with store.engine.connect() as connection:
        found = connection.scalar(sa.select(sa.func.count()).select_from(tables).where(which))
        return int(found or 0)


def _drop(store: Store, which: sa.ColumnElement[bool]) -> int:
    dropped = 0
    while True:
        with store.engine.begin() as connection:
            ids = list(connection.scalars(sa.select(tables.c.id).where(which).limit(_AT_ONCE)))
            for each in (events, snapshots, seats, presence, jobs):
                connection.execute(sa.delete(each).where(each.c.table_id.in_(ids)))
            connection.execute(sa.delete(tables).where(tables.c.id.in_(ids)))
        dropped += len(ids)
        if len(ids) < _AT_ONCE:
            return dropped
