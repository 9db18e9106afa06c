"""The argument parser: commands, shared arguments, and types that check values."""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NoReturn

from ..core.game import Game, Position
from ..core.message import Message, message
from .console import BadUsage, Console

Run = Callable[[argparse.Namespace, Console], int]
"""A command: takes its options and the console, returns the exit status."""

START_WORDS: Final = ("start", "startpos")
"""Words that stand for the start position in place of its text."""

_LONGEST: Final = 1e6  # seconds
_MOST: Final = 10**18  # of any whole number


class Parser(argparse.ArgumentParser):
    """An argument parser that raises BadUsage instead of exiting."""

    def error(self, message: str) -> NoReturn:
        raise usage(message[:1].upper() + message[1:], self.prog)


def usage(what: str, program: str) -> BadUsage:
    """Return the error for a wrong command line; `what` is the reason."""
    return BadUsage(message("cli.usage", what=what.rstrip("."), program=program))


class Commands:
    """The subcommands and their shared options; help texts are catalogue messages."""

    def __init__(self, parser: Parser, console: Console):
        self._console = console
        self._shared = Parser(add_help=False)
        self.languages(self._shared)
        self._commands = parser.add_subparsers(
            title=self.text("cli.commands"), metavar="COMMAND", dest="command"
        )

    def text(self, id_: str) -> str:
        """Return a help text with percent signs escaped, which argparse expands."""
        return self._console.text(message(id_)).replace("%", "%%")

    def languages(self, parser: Parser) -> None:
        """Add `--lang` for the help; `console.language` has read it before parsing."""
        parser.add_argument(
            "--lang", metavar="LANGUAGE", default=argparse.SUPPRESS, help=self.text("cli.lang")
        )

    def add(self, name: str, run: Run) -> Parser:
        """Add a subcommand and return its parser.

        Texts: `cli.<name>` in the list of commands, `cli.<name>.about` in the command's help."""
        parser: Parser = self._commands.add_parser(
            name,
            help=self.text(f"cli.{name}"),
            description=self.text(f"cli.{name}.about"),
            parents=[self._shared],
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        parser.set_defaults(run=run)
        return parser

    def key(self, parser: Parser) -> None:
        """Add the positional argument KEY."""
        parser.add_argument("key", metavar="KEY", help=self.text("cli.key"))

    def flag(self, parser: Parser, name: str, about: str) -> None:
        """Add an option without a value."""
        parser.add_argument(name, action="store_true", help=self.text(about))

    def crew(self, parser: Parser) -> None:
        """Add `--seed` and `--workers`, for commands that play many games."""
        parser.add_argument(
            "--seed", metavar="N", type=self.whole(0), default=0, help=self.text("cli.seed")
        )
        parser.add_argument(
            "--workers", metavar="N", type=self.whole(1, 256), help=self.text("cli.workers")
        )

    def cluster(self, parser: Parser) -> None:
        """Add `--ray`, for commands that can run on a cluster."""
        parser.add_argument(
            "--ray", metavar="ADDRESS", nargs="?", const="local", help=self.text("cli.ray")
        )

    def options(self, parser: Parser) -> None:
        """Add `--option NAME=VALUE`, repeatable: the rules options of the game."""
        parser.add_argument(
            "--option",
            metavar="NAME=VALUE",
            action="append",
            default=[],
            help=self.text("cli.option"),
        )

    def whole(self, low: int, high: int | None = None) -> Callable[[str], int]:
        """Return an argparse type for integers in a range."""

        def read(text: str) -> int:
            try:
                value = int(text)
            except ValueError:
                value = low - 1
            most = _MOST if high is None else high
            if low <= value <= most:
                return value
            if high is None and value < low:
                raise self._wrong(message("cli.whole", low=low, value=text[:20]))
            raise self._wrong(message("cli.whole_between", low=low, high=most, value=text[:20]))

        return read

    def seconds(self, text: str) -> float:
        """Argparse type for a duration in seconds above 0."""
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if 0 < value <= _LONGEST:
            return value
        raise self._wrong(message("cli.seconds", value=text[:20]))

    def millimetres(self, text: str) -> float:
        """Argparse type for a length in millimetres above 0."""
        try:
            value = float(text.replace(",", "."))
        except ValueError:
            value = math.nan
        if 0 < value <= _LONGEST:
            return value
        raise self._wrong(message("cli.millimetres", value=text[:20]))

    def _wrong(self, sentence: Message) -> argparse.ArgumentTypeError:
        return argparse.ArgumentTypeError(self._console.text(sentence))


def read_options(game: Game, given: list[str]) -> dict[str, Any]:
    """Return the rules options that were given; raises BadUsage or BadOption."""
    found: dict[str, Any] = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign or not name:
            raise BadUsage(message("cli.option.form", text=text[:40]))
        if name in found:
            raise BadUsage(message("cli.option.twice", name=name[:40]))
        found[name] = game.check({name: value})[name]
    return found


def read_position(
    game: Game, words: str | list[str] | None, options: dict[str, Any] | None = None
) -> Position:
    """Return the position of a text, which may arrive as several unquoted words."""
    text = " ".join(words) if isinstance(words, list) else words
    if text is None or text.strip().lower() in START_WORDS:
        return game.start(**options or {})
    return game.read(text, **options or {})


def board_text(name: str) -> str:
    """Return the text of the file of that name, else the name itself.

    The game knows or refuses a name. Raises FileTrouble for a file that is too large."""
    from .record_files import read_bytes

    try:
        return read_bytes(name).decode("utf-8-sig") if _is_readable_file(name) else name
    except UnicodeDecodeError:
        return name


def _is_readable_file(name: str) -> bool:
    """Whether that name is one of a file or a pipe, and not a folder."""
    try:
        path = Path(name)
        return path.exists() and not path.is_dir() and os.access(path, os.R_OK)
    except (OSError, ValueError):  # no name of a file: too long, or with a NUL
        return False
