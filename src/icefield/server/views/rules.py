"""What comes before the numbered rules: aims, a turn, pictures, links."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from ...core.game import Game
from ...lessons import course
from ...lessons.overview import Aim, Overview, aims, overview

DOCUMENTS_URL: Final = "https://github.com/icefield/icefield/blob/main/docs"


@dataclass(frozen=True, slots=True)
class RulesHead:
    """The beginning of the rules of a game."""

    aims: tuple[Aim, ...]
    overview: Overview | None
    taught: bool
    """There is a course."""
    rulings: str | None
    """The URL of the reasons for our rulings, for the games that the documents are about."""


def build_rules_head(game: Game, options: Mapping[str, Any]) -> RulesHead:
    """The beginning of the rules of a game that is played with these options."""
    place = f"{game.key} {game.title}".lower().replace(" ", "-")
    return RulesHead(
        aims(game, **options),
        overview(game.key),
        course(game.key) is not None,
        f"{DOCUMENTS_URL}/rulings.md#{place}" if _is_ours(game) else None,
    )


def find_description(game: Game) -> str | None:
    """The URL of the description of a game's board files, for our games."""
    return f"{DOCUMENTS_URL}/{game.key}-boards.md" if _is_ours(game) else None


def _is_ours(game: Game) -> bool:
    """Whether the documents are about the game."""
    return type(game).__module__.startswith("icefield.games.")
