"""Shows that this process compiles, to those who wait for it."""

from __future__ import annotations

import time
from collections.abc import Callable

from ..core.compilation import Compilation
from ..core.message import Message, message
from ..games import game as find_game
from .preparation import estimate


class CompileProgress:
    """A listener for `compile_listeners` that shows which game is compiled.

    It shows one line per game, and says nothing about what takes less than `after_s`.
    """

    def __init__(
        self,
        show: Callable[[Message], None],
        hide: Callable[[], None] = lambda: None,
        *,
        after_s: float = 0.7,
        clock: Callable[[], float] = time.monotonic,
    ):
        """`show` gets each new line; `hide` is called when no function is being compiled."""
        self._show = show
        self._hide = hide
        self._after_s = after_s
        self._clock = clock
        self._open = 0
        self._began = 0.0
        self._spent_s = 0.0

    def __call__(self, said: Compilation, done: bool) -> None:
        now = self._clock()
        if not done:
            self._open += 1
            if self._open == 1:
                self._began = now
        if said.game is not None and self._spent_s + now - self._began >= self._after_s:
            self._show(self._line(said.game))
        if done:
            self._open -= 1
            if self._open == 0:
                self._spent_s += now - self._began
                self._hide()

    def _line(self, key: str) -> Message:
        title, found = find_game(key).title, estimate(key).progress()
        if found.seconds_left <= 0:
            return message("play.prepare.line.begins", game=title)
        return message(
            "play.prepare.line", game=title, percent=found.percent, seconds=found.seconds_left
        )
