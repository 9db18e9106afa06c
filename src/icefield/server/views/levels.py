"""The levels of the bots as pages and programs are told of them, with their Elo where known."""

from __future__ import annotations

from typing import Any

from ...bots import Level, levels
from ...core.game import Game
from ...core.message import message


def strengths(game: Game, language: str) -> dict[str, list[dict[str, Any]]]:
    """The levels that can be chosen, by how many play, in words with their Elo."""
    return {
        str(seats): [level_json(level, language) for level in levels(game, seats)]
        for seats in game.seats
        if seats > 1
    }


def level_json(level: Level, language: str) -> dict[str, Any]:
    """A level in words: on its own, and as who sits in a seat."""
    rating, about = level.rating, level.about
    if rating is None:
        long = message("web.home.level.option", name=level.name, about=about)
        short = message("web.home.custom.bot", level=level.name)
    else:
        strength = {"elo": rating.elo, "error": rating.error}
        long = message("web.home.level.rated", name=level.name, about=about, **strength)
        short = message("web.home.custom.rated", level=level.name, **strength)
    return {
        "name": level.name,
        "about": about.text(language),
        "elo": None if rating is None else rating.elo,
        "error": None if rating is None else rating.error,
        "words": long.text(language),
        "seat": short.text(language),
    }
