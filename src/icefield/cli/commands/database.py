"""`icefield backup`, `icefield restore`, `icefield tidy`: for a server's host."""

from __future__ import annotations

import argparse
from pathlib import Path

from ...core.extras import needs
from ...core.message import message
from ..arguments import Commands, Parser
from ..console import Console, file_trouble

_MOST_DAYS = 36_500


def add(commands: Commands) -> None:
    making = commands.add("backup", backup)
    making.add_argument("file", metavar="FILE", help=commands.text("cli.backup.file"))
    _database(commands, making)
    putting = commands.add("restore", restore)
    putting.add_argument("file", metavar="FILE", help=commands.text("cli.restore.file"))
    commands.flag(putting, "--over", "cli.restore.over")
    _database(commands, putting)
    clearing = commands.add("tidy", tidy)
    for name in ("--days", "--unfinished-days"):
        clearing.add_argument(
            name,
            metavar="N",
            type=commands.whole(1, _MOST_DAYS),
            required=name == "--days",
            help=commands.text(f"cli.tidy.{name.strip('-')}"),
        )
    commands.flag(clearing, "--dry-run", "cli.tidy.dry")
    _database(commands, clearing)


def _database(commands: Commands, parser: Parser) -> None:
    parser.add_argument("--database", metavar="URL", help=commands.text("cli.serve.database"))


def backup(options: argparse.Namespace, console: Console) -> int:
    """Back up the database while the server runs."""
    with needs("server"):
        from ...server.settings import Settings
        from ...server.storage.backup import backup as make

    try:
        make(Settings.from_environment(database=options.database), Path(options.file))
    except OSError as error:
        raise file_trouble(error, options.file) from error
    console.note(message("cli.backup.made", file=options.file))
    return 0


def restore(options: argparse.Namespace, console: Console) -> int:
    """Replace the database with a backup."""
    with needs("server"):
        from ...server.cluster.lease import check_unused
        from ...server.settings import Settings
        from ...server.storage.backup import restore as put

    settings = Settings.from_environment(database=options.database)
    try:
        check_unused(settings.database)
        put(settings, Path(options.file), over=options.over)
    except OSError as error:
        raise file_trouble(error, options.file) from error
    console.note(message("cli.restore.done", file=options.file))
    return 0


def tidy(options: argparse.Namespace, console: Console) -> int:
    """Delete old tables."""
    with needs("server"):
        from ...server.cluster.lease import check_unused
        from ...server.run import prepared
        from ...server.settings import Settings
        from ...server.storage.backup import tidy as clear
        from ...server.storage.event_log import Store

    settings = Settings.from_environment(database=options.database)
    if not options.dry_run:
        check_unused(settings.database)
    store = Store(prepared(settings).database)
    try:
        gone = clear(store, options.days, options.unfinished_days, dry=options.dry_run)
    finally:
        store.close()
    which = "cli.tidy.would" if options.dry_run else "cli.tidy.done"
    console.say(message(which, over=gone.over, unfinished=gone.unfinished))
    return 0
