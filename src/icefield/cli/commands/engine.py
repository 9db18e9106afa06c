"""`icefield engine KEY`: run a UGI engine; the protocol is in `ugi.py`."""

from __future__ import annotations

import argparse
import sys

from ..arguments import Commands
from ..console import Console


def add(commands: Commands) -> None:
    parser = commands.add("engine", engine)
    commands.key(parser)


def engine(options: argparse.Namespace, console: Console) -> int:  # noqa: ARG001
    """Answer commands until `quit` or the end of the input.

    A search with a limit that is still running at the end of the input finishes first, so that
    commands can come from a pipe."""
    from ...games import game
    from ..record_files import MAX_LINE_CHARACTERS
    from ..ugi import Engine

    def write(line: str) -> None:
        print(line, flush=True)

    answering = Engine(game(options.key), write)
    try:
        while line := sys.stdin.readline(MAX_LINE_CHARACTERS):
            if not answering.handle(line):
                break
        else:
            answering.finish()
    finally:
        answering.close()
    if answering.deserted:
        raise BrokenPipeError
    return 0
