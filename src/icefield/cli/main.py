"""The program `icefield`: registers the commands and maps errors to exit statuses.

0: success; 2: invalid input, reported in one line; 70: internal error, reported in one line;
130: interrupted by Ctrl-C; 141: standard output was closed (SIGPIPE). Slow imports happen inside
the commands.
"""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from collections.abc import Sequence
from typing import Final

from .. import __version__
from ..core.errors import IcefieldError, NotNow
from ..core.message import message
from .arguments import Commands, Parser
from .commands import (
    analyse,
    arena,
    bench,
    database,
    engine,
    games,
    levels,
    perft,
    picture,
    play,
    press,
    puzzles,
    serve,
    signature,
    solve,
    stats,
)
from .compile_line import show_compiling
from .console import NAME, Console, file_trouble, hush, language, soften

INTERRUPTED: Final = 130
NO_READER: Final = 141
OUR_MISTAKE: Final = 70
DEBUG: Final = "ICEFIELD_DEBUG"
"""With this environment variable set, an internal error has its traceback."""

_MODULES: Final = (
    games,
    play,
    puzzles,
    levels,
    arena,
    stats,
    perft,
    bench,
    solve,
    analyse,
    picture,
    press,
    signature,
    engine,
    serve,
    database,
)


def parser(console: Console) -> Parser:
    """Return the parser of the whole command line."""
    made = Parser(
        prog=NAME,
        description=console.text(message("cli.about")),
        epilog=console.text(message("cli.epilog")),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    made.add_argument(
        "--version",
        action="version",
        version=f"{NAME} {__version__}",
        help=console.text(message("cli.version")),
    )
    commands = Commands(made, console)
    commands.languages(made)
    for module in _MODULES:
        module.add(commands)
    return made


def _run(arguments: Sequence[str], console: Console) -> int:
    wired = parser(console)
    options = wired.parse_args(arguments)
    if options.command is None:
        wired.print_help()
        return 0
    status: int = options.run(options, console)
    return status


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit status, never raise."""
    soften()
    words = list(sys.argv[1:] if arguments is None else arguments)
    console = Console()
    try:
        console = Console(language(words, os.environ))
        show_compiling(console)
        status = _run(words, console)
        sys.stdout.flush()
        return status
    except IcefieldError as error:
        console.complain(error)
        return 2
    except SystemExit as end:  # argparse exits after --help and --version
        return end.code if isinstance(end.code, int) else 0
    except KeyboardInterrupt:
        console.note()
        return INTERRUPTED
    except BrokenPipeError:
        hush()
        return NO_READER
    except OSError as error:
        console.complain(file_trouble(error))
        return 2
    except Exception as error:
        if os.environ.get(DEBUG):
            console.note("".join(traceback.format_exception(error)), end="")
        what = " ".join(f"{type(error).__name__}: {error}".split())[:200]
        said = message("cli.internal", what=what, variable=DEBUG)
        console.complain(NotNow(said, detail="internal"))
        return OUR_MISTAKE
