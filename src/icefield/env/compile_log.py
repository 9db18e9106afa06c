"""A log line where an environment compiles its game, the first time on a computer."""

from __future__ import annotations

import logging

from ..core.compilation import compile_listeners
from ..core.message import Message

_log = logging.getLogger("icefield.env")


class CompileLog:
    """Logs the first of the lines that it is given."""

    def __init__(self) -> None:
        self.listening = False
        self.said = False

    def show(self, line: Message) -> None:
        if not self.said:
            self.said = True
            _log.warning("%s", line.text())


_once = CompileLog()


def log_compiling() -> None:
    """Log a warning when this process compiles for more than a moment.

    It may be called repeatedly.
    """
    if not _once.listening and not compile_listeners:
        from ..analysis.compile_progress import CompileProgress

        _once.listening = True
        compile_listeners.append(CompileProgress(_once.show))
