"""The viewer of a payload."""

from __future__ import annotations

from dataclasses import dataclass

from ...core.game import Game


@dataclass(frozen=True, slots=True)
class Viewer:
    """A visitor: the identity from the cookie, the language, and flipped boards.

    These are the keys of the games whose boards are shown from the opposite side.
    """

    identity: str | None
    language: str = "en"
    flips: frozenset[str] = frozenset()

    def flips_board(self, game: Game) -> bool:
        """Whether boards of this game are shown from the opposite side."""
        return game.key in self.flips
