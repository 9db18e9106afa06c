"""`icefield serve`: serve the games to browsers."""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import socket
import threading
from collections.abc import Iterator
from types import FrameType

from ...core.extras import needs
from ...core.message import message
from ..arguments import Commands
from ..console import Console


def add(commands: Commands) -> None:
    parser = commands.add("serve", serve)
    parser.add_argument(
        "--host", metavar="NAME", default="127.0.0.1", help=commands.text("cli.serve.host")
    )
    parser.add_argument(
        "--port",
        metavar="N",
        type=commands.whole(0, 65535),
        default=8000,
        help=commands.text("cli.serve.port"),
    )
    parser.add_argument("--database", metavar="URL", help=commands.text("cli.serve.database"))
    parser.add_argument(
        "--workers",
        metavar="N",
        type=commands.whole(1, 64),
        default=1,
        help=commands.text("cli.serve.workers"),
    )
    commands.flag(parser, "--open", "cli.serve.open")


def serve(options: argparse.Namespace, console: Console) -> int:
    """Run the server until it is interrupted, which is the normal way to end it."""
    port = free_port(options.host, options.port)
    shown = f"[{options.host}]" if ":" in options.host else options.host
    with _ended_by(signal.SIGINT, signal.SIGTERM) as begun:
        with needs("server"):
            from ...server.run import serve as run

        def announce() -> None:
            console.note(message("cli.serve.where", url=f"http://{shown}:{port}/"))

        run(options.host, port, options.database, options.open, options.workers, begun, announce)
    return 0


@contextlib.contextmanager
def _ended_by(*numbers: signal.Signals) -> Iterator[threading.Event]:
    """Make signals exit the process until the event is set; then ignore them.

    Once it runs, the server handles signals itself. Before, an exception such as KeyboardInterrupt
    could be raised inside an import or a database call, where other code may catch it. Exiting
    before the server has started loses nothing: the database survives a killed process, and no
    client has had an answer."""
    begun = threading.Event()

    def end(_number: int, _frame: FrameType | None) -> None:
        if not begun.is_set():
            os._exit(0)

    before = [signal.signal(number, end) for number in numbers]
    try:
        yield begun
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


def free_port(host: str, port: int) -> int:
    """Return the port, or a free one for 0; raises OSError when it cannot be bound.

    The check runs before the server is built, so that the error is reported at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, port), family=family) as tried:
        found: int = tried.getsockname()[1]
        return found
