"""What can be chosen before a table is opened, in words: options of a game, and time to think."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ...core.game import Game, Option
from ...core.message import Message, message

CLOCKS: Final[tuple[dict[str, Any], ...]] = (
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


def choices(game: Game) -> list[Option]:
    """The options a page offers to choose from: those with a short list of values."""
    return [option for option in game.options if option.form is None]


def say_choice(language: str, game: Game, option: Option, choice: Any) -> str:
    """A value of an option in words, where the game has words for it."""
    if isinstance(choice, bool):
        return message("web.home.rules.true" if choice else "web.home.rules.false").text(language)
    said = message(f"{game.key}.option.{option.name}.{choice}")
    words = said.text(language)
    return str(choice) if words == said.id else words


def choices_json(language: str, game: Game) -> list[dict[str, Any]]:
    """The options a program may choose from, with what each value means."""
    return [
        {
            "name": option.name,
            "about": option.about.text(language),
            "default": option.default,
            "choices": [
                {"value": choice, "words": say_choice(language, game, option, choice)}
                for choice in option.choices
            ],
        }
        for option in choices(game)
    ]


def changed(language: str, game: Game, options: Mapping[str, Any]) -> list[str]:
    """The options of a table that are not the usual ones, in words."""
    return [
        message(
            "place.option",
            about=option.about,
            choice=say_choice(language, game, option, options[option.name]),
        ).text(language)
        for option in choices(game)
        if option.name in options and options[option.name] != option.default
    ]


def clock_name(clock: Mapping[str, Any] | None) -> Message:
    """A clock as people call it: "10 min + 5 s", "3 days a move"."""
    kind = "none" if clock is None else str(clock.get("kind", "none"))
    if clock is None or kind == "none":
        return message("place.clock.none")
    if kind == "days":
        return message("place.clock.days", n=int(clock["days"]))
    seconds = int(clock["seconds"])
    if seconds % 60:
        span = message("place.clock.seconds", amount=seconds)
    else:
        span = message("place.clock.minutes", amount=seconds // 60)
    if kind == "move":
        return message("place.clock.move", span=span)
    plus = int(clock.get("increment", 0))
    return message("place.clock.plus", span=span, plus=plus) if plus else span
