"""The widgets beside the board: the buttons that can be pressed, and the moves."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text
from textual.events import Click, Resize
from textual.message import Message as Event
from textual.widget import Widget
from textual.widgets import RichLog

from . import palette

KEYS = "1234567890"
"""The keys of the buttons, in order."""


class Buttons(Widget):
    """The controls that can be pressed next, one per line, each with its key."""

    class Pressed(Event):
        """Posted when a control is pressed."""

        def __init__(self, button: str):
            super().__init__()
            self.button = button

    def __init__(self, *, id: str | None = None):
        super().__init__(id=id)
        self._named: tuple[tuple[str, str], ...] = ()
        self._hinted: frozenset[str] = frozenset()
        self._lines: list[tuple[str, Text]] = []

    def show(self, named: Sequence[tuple[str, str]], hinted: Sequence[str] = ()) -> None:
        """Show controls, each an id and its name."""
        self._named, self._hinted = tuple(named), frozenset(hinted)
        self._arrange()

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(id_ for id_, _ in self._named)

    @property
    def lines(self) -> int:
        """Return the number of lines that the buttons take."""
        return len(self._lines)

    def _arrange(self) -> None:
        """Wrap long names."""
        self._lines = []
        room = max(8, self.size.width - 4)
        for number, (id_, name) in enumerate(self._named):
            key = KEYS[number] if number < len(KEYS) else "·"
            tint = palette.SAFE if id_ in self._hinted else palette.TOUCH
            begin = Text(f" {key} ", Style(color=palette.colour("on-touch"), bgcolor=tint))
            words = Text(f"{name} ?" if id_ in self._hinted else name)
            for i, line in enumerate(words.wrap(self.app.console, room)):
                self._lines.append((id_, Text.assemble(begin if i == 0 else "   ", " ", line)))
        self.styles.height = len(self._lines)
        self.refresh(layout=True)

    def on_resize(self, _event: Resize) -> None:
        self._arrange()

    def render(self) -> Text:
        return Text("\n").join(line for _, line in self._lines)

    def on_click(self, event: Click) -> None:
        if 0 <= event.y < len(self._lines):
            self.post_message(self.Pressed(self._lines[event.y][0]))


class Moves(RichLog):
    """The list of moves; it stays scrolled to the last one when its size changes."""

    def on_resize(self, _event: Resize) -> None:
        self.call_after_refresh(self.scroll_end, animate=False)
