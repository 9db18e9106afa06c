"""Who plays at a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...core.message import Message, message


@dataclass(frozen=True, slots=True)
class Player:
    """A person (`owner` is an identity), a bot of a level, or an empty seat: "open" to everyone, or
    "invited", for the person who has its `token`. A player keeps its number while it changes seats
    between the games of a match. While the person is away a bot of level `stand_in` may play, for
    good or until they return."""

    kind: str  # "person", "bot", "open" or "invited"
    owner: str | None = None
    level: str | None = None
    name: str = ""
    token: str = ""
    stand_in: str | None = None
    for_good: bool = False

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
        return {**body, "token": self.token} if self.token else body


def spoken_name(player: Player, number: int) -> Message:
    """What a player is called: the name given, else "Player 1" or "Bot 3"."""
    if player.name:
        return message("web.player.named", name=player.name)
    if player.is_open:
        return message("web.player.open")
    if player.is_bot:
        return message("web.player.bot", level=player.bot_level)
    return message("web.player.person", number=number + 1)
