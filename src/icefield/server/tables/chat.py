"""The chat of a table, folded from its events.

In games with rules for what is said (`Discussed`) it is closed while players may only speak in
discussions, and the next discussion can challenge some of its messages.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ...core.abilities import Discussed
from ...core.errors import NotNow
from ...core.message import message
from ..errors import NotSeated
from .events import CHAT, Said

if TYPE_CHECKING:
    from .table import Table

SHOWN_MESSAGES: Final = 100
"""The number of messages that a client gets."""
_MAX_MESSAGES: Final = 1000  # at one table
_MAX_BURST: Final = 5  # messages of one person …
_BURST_MS: Final = 10_000  # … in this time


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the chat; `number` is that of its event."""

    number: int
    player: int
    text: str
    at: int


class Chat:
    """The messages of one table, the oldest first."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.overheard: list[Message] = []
        """What was said since the last ballot where the next discussion can challenge it."""

    def apply(self, number: int, said: Said, at: int, *, overheard: bool = False) -> None:
        """Add a logged message."""
        self.messages.append(Message(number, said.player, said.text, at))
        if overheard:
            self.overheard.append(self.messages[-1])

    def check(self, table: Table, identity: str | None, text: str, now: int) -> Said:
        """The event for a player's message; raises the refusal."""
        self.check_open(table, identity)
        own = table.owned(identity)
        if not text:
            raise NotNow(message("web.problem.nothing-said"), detail="nothing-said")
        recent = [m for m in self.messages if m.player in own and m.at > now - _BURST_MS]
        if len(recent) >= _MAX_BURST or len(self.messages) >= _MAX_MESSAGES:
            raise NotNow(message("web.problem.slow-down"), detail="slow-down")
        return Said(own[0], CHAT, text)

    def check_open(self, table: Table, identity: str | None) -> None:
        """Raise the refusal when this identity cannot write anything now."""
        if not table.owned(identity):
            raise NotSeated()
        game, going = table.game, table.started and not table.match.game_over
        if isinstance(game, Discussed) and going and game.chat_closed(table.position):
            rule = game.discussion_rule
            raise NotNow(message("web.problem.talk-first"), rule=rule, detail="talk-first")
