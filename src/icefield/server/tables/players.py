"""The players of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...core.message import Message, message


@dataclass(frozen=True, slots=True)
class Player:
    """A person (`owner` is an identity), a bot of a level, or an empty seat.

    An empty seat is "open" to all visitors, or "invited", for the person who has its `token`. A
    player keeps its number while it changes seats between the games of a match. While the person is
    away a bot of level `stand_in` may play, for good or until they return; `flagged`: their time
    ran out. The `number`, from 1, is in the name of a person without one; 0 for the place at this
    table.
    """

    kind: str  # "person", "bot", "open" or "invited"
    owner: str | None = None
    level: str | None = None
    name: str = ""
    token: str = ""
    stand_in: str | None = None
    for_good: bool = False
    flagged: bool = False
    number: int = 0

    @property
    def is_bot(self) -> bool:
        return self.kind == "bot" or self.stand_in is not None

    @property
    def may_return(self) -> bool:
        """Whether a person is away and a bot plays until they return."""
        return self.stand_in is not None and not self.for_good

    @property
    def bot_level(self) -> str:
        """The level of the bot that plays here."""
        return self.stand_in or self.level or ""

    @property
    def is_open(self) -> bool:
        return self.kind in ("open", "invited")

    def to_json(self) -> dict[str, Any]:
        """The player as the first event of a table has it."""
        body = {"kind": self.kind, "owner": self.owner, "level": self.level, "name": self.name}
        more = {"token": self.token, "number": self.number}
        return body | {name: value for name, value in more.items() if value}


def spoken_name(player: Player, place: int, *, guest: bool = False) -> Message:
    """The name of a player: the name given, else "Player 1" or "Bot 3".

    A `guest` is "Guest 1", as some games call their seats "Player 1".
    """
    if player.name:
        return message("web.player.named", name=player.name)
    if player.is_open:
        return message("web.player.open")
    if player.is_bot:
        return message("web.player.bot", level=player.bot_level)
    number = player.number or place + 1
    return message("web.player.guest" if guest else "web.player.person", number=number)
