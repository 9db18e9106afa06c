"""The line on standard error while a command compiles for the first time."""

from __future__ import annotations

import os
import sys
from typing import Final

from ..core.compilation import Compilation, compile_listeners
from ..core.message import Message
from .console import Console

PROGRESS: Final = "ICEFIELD_PROGRESS"
"""The variable that turns the line off, for programs that read standard error."""
_CLEAR: Final = "\r\x1b[K"


class CompileLine:
    """Shows progress in one line of a terminal; elsewhere it says once that it begins."""

    def __init__(self, console: Console):
        self._console = console
        self._terminal = sys.stderr.isatty()
        self._shown = False
        self._said = False

    def show(self, line: Message) -> None:
        if self._terminal:
            print(_CLEAR + line.text(self._console.language), end="", file=sys.stderr, flush=True)
            self._shown = True
        elif not self._said:
            self._console.note(line)
        self._said = True

    def hide(self) -> None:
        if self._shown:
            print(_CLEAR, end="", file=sys.stderr, flush=True)
            self._shown = False


def show_compiling(console: Console) -> None:
    """Tell on standard error when this command compiles for more than a moment."""
    if os.environ.get(PROGRESS) == "off":
        return

    def listen(said: Compilation, done: bool) -> None:
        from ..analysis.compile_progress import CompileProgress  # only where it is needed

        line = CompileLine(console)
        compile_listeners[:] = [each for each in compile_listeners if each is not listen]
        progress = CompileProgress(line.show, line.hide)
        compile_listeners.append(progress)
        progress(said, done)

    compile_listeners.append(listen)
