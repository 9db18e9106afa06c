"""Games to choose from: options, levels of bots and time controls, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ...bots import Level, levels
from ...core.game import Game, Option
from ...core.message import Message, message
from ...play import Control
from ...play.session import control_text
from .models.games import BotLevel, ClockChoice, GameCard, GameOption
from .models.table import TimeControl

CLOCKS: Final[tuple[TimeControl, ...]] = (
    {"kind": "none"},
    {"kind": "move", "seconds": 30},
    {"kind": "move", "seconds": 120},
    {"kind": "player", "seconds": 300, "increment": 3},
    {"kind": "player", "seconds": 600, "increment": 5},
    {"kind": "player", "seconds": 1800, "increment": 20},
    {"kind": "days", "days": 1},
    {"kind": "days", "days": 3},
    {"kind": "days", "days": 7},
)
"""The clocks that pages offer."""


def build_game(game: Game, language: str) -> GameCard:
    """A game with all that a program needs to open a table."""
    return {
        "key": game.key,
        "title": game.title,
        "designer": game.designer,
        "year": game.year,
        "version": game.version,
        "promise": game.promise.text(language),
        "seats": list(game.seats),
        "roles": [game.seat_name(s).text(language) for s in range(game.seats[0])],
        "pair": game.pair,
        "options": build_options(language, game),
        "levels": [build_level(level, language) for level in levels(game)],
        "levels_by_seats": build_levels_by_seats(game, language),
    }


# -- options --------------------------------------------------------------------------------------


def list_choosable(game: Game) -> list[Option]:
    """The options that a page offers: those with a short list of values."""
    return [option for option in game.options if option.form is None]


def name_choice(language: str, game: Game, option: Option, choice: Any) -> str:
    """A value of an option in words, where the game has words for it."""
    if isinstance(choice, bool):
        return message("web.home.rules.true" if choice else "web.home.rules.false").text(language)
    named = message(f"{game.key}.option.{option.name}.{choice}")
    words = named.text(language)
    return str(choice) if words == named.id else words


def build_options(language: str, game: Game) -> list[GameOption]:
    """The options a program may choose from, with the meaning of each value."""
    return [
        {
            "name": option.name,
            "about": option.about.text(language),
            "default": option.default,
            "choices": [
                {"value": choice, "words": name_choice(language, game, option, choice)}
                for choice in option.choices
            ],
        }
        for option in list_choosable(game)
    ]


def list_changed_options(language: str, game: Game, options: Mapping[str, Any]) -> list[str]:
    """The options of a table that do not have their default value, in words."""
    return [
        message(
            "place.option",
            about=option.about,
            choice=name_choice(language, game, option, options[option.name]),
        ).text(language)
        for option in list_choosable(game)
        if option.name in options and options[option.name] != option.default
    ]


# -- levels ---------------------------------------------------------------------------------------


def build_levels_by_seats(game: Game, language: str) -> dict[str, list[BotLevel]]:
    """The levels that can be chosen, by the number of seats."""
    return {
        str(seats): [build_level(level, language) for level in levels(game, seats)]
        for seats in game.seats
        if seats > 1
    }


def build_level(level: Level, language: str) -> BotLevel:
    """A level in words: on its own, and as the player of a seat."""
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


# -- clocks ---------------------------------------------------------------------------------------


def build_clock_choices(language: str) -> list[ClockChoice]:
    """The clocks to choose from, in words."""
    return [{"clock": clock, "words": name_clock(clock).text(language)} for clock in CLOCKS]


def name_clock(clock: Mapping[str, Any] | None) -> Message:
    """The time control of an opened table in words: "10 min + 5 s", "3 days a move"."""
    control = Control.read(clock)
    return message("place.clock.none") if control is None else control_text(control)
