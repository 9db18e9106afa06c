"""The modal screens over the board: rules, keys, secret-vote curtain, game end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static


class Sheet(ModalScreen[str]):
    """A modal screen of text over the board.

    It is dismissed with the name of the key that was pressed: one of `keys`, or an empty text for
    the keys that close it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space", "dismiss('')", show=False),
        Binding("up,k", "scroll(-1)", show=False),
        Binding("down,j", "scroll(1)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
        Binding("pagedown", "scroll(10)", show=False),
    ]

    def __init__(
        self, title: str, body: Text, foot: str, *, keys: Sequence[str] = (), wide: bool = False
    ):
        super().__init__()
        self._title = title
        self._body = body
        self._foot = foot
        self._keys = tuple(keys)
        self._wide = wide

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet wide" if self._wide else "sheet"):
            yield Static(Text(self._title), classes="sheet-title")
            with VerticalScroll(classes="sheet-room", can_focus=False):
                yield Static(self._body, classes="sheet-body")
            yield Static(Text(self._foot), classes="sheet-foot")

    def on_mount(self) -> None:
        for key in self._keys:
            self._bindings.bind(key, f"dismiss({key!r})", show=False)

    def on_click(self) -> None:
        self.dismiss("")

    def action_scroll(self, lines: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    @property
    def text(self) -> str:
        """Return its text."""
        return f"{self._title}\n{self._body.plain}\n{self._foot}"


class Curtain(Sheet):
    """Hides the board until the player with a secret decision is alone."""
