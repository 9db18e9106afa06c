"""What the people at a table say to each other. Folded from events like everything at a table.

Where a game has rules for what may be said before a decision, that is `talk`, and nobody chats
meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ...core.abilities import Discussed
from ...core.errors import NotNow
from ...core.message import message
from ..errors import NotSeated

if TYPE_CHECKING:
    from ..storage.event_log import Event
    from .discussion import Draft
    from .table import Table

KEPT: Final = 100  # messages that a client gets
_MOST: Final = 1000  # messages at one table
_BURST: Final = 5  # messages of one person …
_PAUSE: Final = 10_000  # … in so many milliseconds


@dataclass(frozen=True, slots=True)
class Said:
    """One message of the chat."""

    number: int
    player: int
    text: str
    at: int


class Chat:
    """The messages of one table, the last ones first to be forgotten by clients."""

    def __init__(self) -> None:
        self.said: list[Said] = []

    def apply(self, event: Event) -> None:
        """Let a logged message be heard."""
        body = event.body
        self.said.append(Said(event.number, body["player"], body["text"], event.at))

    def check(self, table: Table, identity: str | None, text: str, now: int) -> Draft:
        """Somebody who sits here says something; raises why that cannot be."""
        self.check_open(table, identity)
        own = table.owned(identity)
        if not text:
            raise NotNow(message("web.problem.nothing-said"), detail="nothing-said")
        recent = [s for s in self.said if s.player in own and s.at > now - _PAUSE]
        if len(recent) >= _BURST or len(self.said) >= _MOST:
            raise NotNow(message("web.problem.slow-down"), detail="slow-down")
        return "said", {"player": own[0], "kind": "chat", "text": text}

    def check_open(self, table: Table, identity: str | None) -> None:
        """Raises why somebody cannot say anything now."""
        if not table.owned(identity):
            raise NotSeated()
        if table.talk is not None and isinstance(table.game, Discussed):
            rule = table.game.discussion_rule
            raise NotNow(message("web.problem.talk-first"), rule=rule, detail="talk-first")
