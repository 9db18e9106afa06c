"""`icefield play KEY`: play in the app (`tui`) or in line mode (`line_mode.py`)."""

from __future__ import annotations

import argparse
import errno
import os
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core.abilities import HasBoardEditor, HasBoardFiles, HasSolitaire
from ...core.errors import BadOption, MissingExtra, TextError
from ...core.extras import needs
from ...core.message import message
from ..arguments import Commands, read_options
from ..console import BadUsage, Console, file_trouble

if TYPE_CHECKING:
    from ...core.game import Game
    from ...play import Match, Record
    from ..line_mode import Players

NOBODY = "none"
"""The value of `--side` with which bots play all seats."""


def add(commands: Commands) -> None:
    parser = commands.add("play", play)
    commands.key(parser)
    parser.add_argument("--bot", metavar="LEVEL", help=commands.text("cli.play.bot"))
    parser.add_argument("--side", metavar="SIDE", help=commands.text("cli.play.side"))
    commands.flag(parser, "--match", "cli.play.match")
    commands.flag(parser, "--plain", "cli.play.plain")
    commands.flag(parser, "--words", "cli.play.words")
    parser.add_argument(
        "--seed", metavar="N", type=commands.whole(0), help=commands.text("cli.play.seed")
    )
    parser.add_argument(
        "--seats", metavar="N", type=commands.whole(1, 8), help=commands.text("cli.play.seats")
    )
    parser.add_argument("--record", metavar="FILE", help=commands.text("cli.play.record"))
    parser.add_argument("--board", metavar="BOARD", help=commands.text("cli.play.board"))
    commands.options(parser)
    parser.add_argument(
        "--from", metavar="FILE", dest="source", help=commands.text("cli.play.from")
    )


def play(options: argparse.Namespace, console: Console) -> int:
    """Play in the terminal app, or in line mode."""
    if not at_terminal(options):
        return _play(options, console)
    from ...games import game as find_game

    _require_app()
    console.note(message("cli.play.opening", game=find_game(options.key).title))
    from ...core.jit import fallback

    fallback.enable()  # the app opens at once, also where the game is not compiled yet
    try:
        return _play(options, console)
    finally:
        fallback.disable()


def _require_app() -> None:
    """Raise MissingExtra where the terminal app is not installed; name line mode."""
    try:
        with needs("tui"):
            from ...tui import app  # noqa: F401
    except MissingExtra as error:
        raise MissingExtra(message("cli.play.no_app", what=error.sentence)) from error


def _play(options: argparse.Namespace, console: Console) -> int:
    from ...games import game as find_game
    from ...play import Match
    from ..record_files import Files

    game = find_game(options.key)
    seed = random.SystemRandom().randrange(2**31) if options.seed is None else options.seed
    chosen = chosen_options(game, options)
    if options.board is not None and options.source is not None:
        raise BadUsage(message("cli.play.board_from"))
    if options.option and options.source is not None:
        raise BadUsage(message("cli.play.option_from"))
    if options.seats is not None and options.source is not None:
        raise BadUsage(message("cli.play.seats_from"))
    records = read_file(options.source, game) if options.source is not None else ()
    first = records[0].begin() if records else game.start(options.seats, **chosen)
    count = first.seats
    players = seat(game, options.bot, options.side, console, count)
    chance = random.Random(seed)

    def fresh() -> Match:
        """Return a new match."""
        how: dict[str, Any] = {"start": first} if records else {"seats": count, "options": chosen}
        games = 2 if options.match else 1
        return Match(game, players.names, games=games, chance=chance, **how)

    match = resume(game, records, players.names, pair=options.match) if records else fresh()
    files = Files()
    if options.source is not None:
        files.own(options.source)
    if at_terminal(options):
        from ...tui import app
        from ...tui.session import Setup

        def keep(kept: Sequence[Record]) -> None:
            if options.record is not None:
                files.write(options.record, kept)

        keep(match.records())  # a file that cannot be written is an error before the app opens
        setup = Setup(fresh, players.bots, seed, keep)
        return app.play(match, setup, language=console.language)
    from ..line_mode import Look, Table

    look = Look(words=options.words, colour=console.colour and not options.plain)
    Table(match, players, console, look, seed, files).sit(options.record)
    return 0


def at_terminal(options: argparse.Namespace) -> bool:
    """Return whether to open the app: on an interactive terminal, without an opt-out."""
    real = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return real and not options.plain and not options.words


def chosen_options(game: Game, options: argparse.Namespace) -> dict[str, Any]:
    """Return the rules options of `--board` and `--option`; the latter wins."""
    named = read_options(game, options.option)
    if options.board is None:
        return named
    board = on_board(game, options.board)
    option = _board_option(game)
    if option in named:
        raise BadUsage(message("cli.option.twice", name=option))
    return board | named


def _board_option(game: Game) -> str:
    """Return the rules option that `--board` sets."""
    if isinstance(game, HasBoardFiles):
        return game.board_option
    assert isinstance(game, HasBoardEditor)
    return game.level_option


def on_board(game: Game, name: str) -> dict[str, Any]:
    """Return the rules options of a board, given by name or by file.

    An error in a file is reported with its line and column."""
    if isinstance(game, HasBoardFiles):
        option, signs = game.board_option, ""
    elif isinstance(game, HasBoardEditor):
        option, signs = game.level_option, "/" + "".join(sign.text for sign in game.level_signs)
    else:
        raise BadUsage(message("cli.play.no_boards", game=game.title))
    path = Path(name)
    if not path.is_file():
        drawn = bool(signs) and set(name) <= set(signs)
        if not drawn and (len(path.parts) > 1 or path.suffix):
            missing = FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
            raise file_trouble(missing, name)
        return game.check({option: name})
    from ..record_files import read_text

    text = read_text(name)
    try:
        return _from_file(game, text)
    except TextError as error:
        place = {"line": error.line, "column": error.column}
        said = message("cli.play.bad_board", file=name, what=error.what, **place)
        raise BadOption(said, rule=error.rule, detail=error.refusal.code) from error


def _from_file(game: HasBoardEditor | HasBoardFiles, text: str) -> dict[str, Any]:
    """Return the rules options of the board a file shows; raises TextError."""
    if isinstance(game, HasBoardFiles):
        return {game.board_option: game.board_read(text).value}
    level, players = game.level_read(text)
    if players == 1 and isinstance(game, HasSolitaire):
        return dict(game.practice_options(level))
    return {game.level_option: level}


def seat(game: Game, level: str | None, side: str | None, console: Console, count: int) -> Players:
    """Return the players: all human, one human against a bot, or bots only."""
    from ..line_mode import Players

    if level is None:
        if side is not None:
            raise BadUsage(message("cli.play.side_alone"))
        names = tuple(console.text(message("cli.play.person", n=i + 1)) for i in range(count))
        return Players(names)
    from ...bots import bot

    opponent = bot(game, level)
    person = find_side(game, side, count)
    bots = [i for i in range(count) if i != person]
    called = {i: console.text(message("cli.play.robot", level=level)) for i in bots}
    if len(bots) > 1:
        called = {i: f"{name} {chr(ord('A') + i)}" for i, name in called.items()}
    you = console.text(message("cli.play.you"))
    return Players(tuple(called.get(i, you) for i in range(count)), dict.fromkeys(bots, opponent))


def find_side(game: Game, side: str | None, count: int) -> int | None:
    """Return the seat of a name or number; the first by default, None for bots only."""
    if side is None:
        return 0
    if side.lower() == NOBODY:
        return None
    names = [str(game.seat_name(i)).lower() for i in range(count)]
    numbers = [str(i + 1) for i in range(count)]
    for known in (names, numbers):
        if side.lower() in known:
            return known.index(side.lower())
    allowed = ", ".join([*names, *numbers, NOBODY])
    raise BadOption(message("core.option.value", name="side", value=side[:20], allowed=allowed))


def read_file(file: str, game: Game) -> tuple[Record, ...]:
    """Return the records in a file; raises an error for those of another game."""
    from ...play import read_records
    from ..record_files import read_text

    records = read_records(read_text(file))
    for record in records:
        if record.game != game.key:
            raise BadUsage(message("cli.play.other_game", file=file, game=record.game))
    return records


def resume(game: Game, records: tuple[Record, ...], names: tuple[str, ...], pair: bool) -> Match:
    """Return a match that continues where the records end."""
    from ...play import Match

    games = len(records) + len(records) % 2 if pair or len(records) > 1 else 1
    match = Match(game, names, games=games, start=records[0].begin())
    for i, record in enumerate(records):
        if i > 0:
            match.next_game()
        for move in record.moves:
            match.submit(move)
    return match
