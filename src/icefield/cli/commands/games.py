"""`icefield games` and `icefield rules KEY`."""

from __future__ import annotations

import argparse
import textwrap

from ...core.game import Game, Rule
from ...core.message import message
from ...games import game, keys
from ...lessons.overview import aims, overview
from ..arguments import Commands
from ..console import BadUsage, Console


def add(commands: Commands) -> None:
    commands.add("games", games)
    parser = commands.add("rules", rules)
    commands.key(parser)
    parser.add_argument(
        "numbers", metavar="RULE", nargs="*", help=commands.text("cli.rules.numbers")
    )


def games(_options: argparse.Namespace, console: Console) -> int:
    """List the games."""
    for card in map(game, keys()):
        seats = ", ".join(str(n) for n in card.seats)
        console.say(
            message(
                "cli.games.line" if card.year else "cli.games.line.undated",
                key=f"{card.key:<8}",
                title=card.title,
                designer=card.designers,
                year=str(card.year),
                seats=seats,
            )
        )
        console.say(textwrap.indent(console.text(message(f"{card.key}.promise")), " " * 9))
    return 0


def rules(options: argparse.Namespace, console: Console) -> int:
    """Print the rules of a game, or those that were named."""
    card = game(options.key)
    chosen = [find_rule(card, number) for number in options.numbers]
    if not chosen:
        console.say(
            message(
                "cli.rules.heading" if card.year else "cli.rules.heading.undated",
                title=card.title,
                designer=card.designers,
                year=str(card.year),
            )
        )
        say_overview(card, console)
    for before, rule in zip((None, *card.rules), chosen or card.rules, strict=False):
        console.say()
        if not chosen and rule.detail and (before is None or not before.detail):
            console.say(message("cli.rules.details"))
            console.say()
        console.say(rule_text(rule, console))
    return 0


def say_overview(card: Game, console: Console) -> None:
    """Print what a game is about: the promise, the aim of each side, a turn."""
    said = [card.promise]
    for aim in aims(card):
        if aim.who is None:
            said.append(message("cli.rules.aim", aim=aim.words))
        else:
            said.append(message("cli.rules.aim.side", who=aim.who, aim=aim.words))
    if (found := overview(card.key)) is not None:
        said.append(found.turn)
    for number, words in enumerate(said):
        if number:
            console.say()
        console.say(textwrap.fill(console.text(words), console.width))


def find_rule(game: Game, number: str) -> Rule:
    """Return the rule of that number, in upper or lower case; raises BadUsage."""
    for rule in game.rules:
        if rule.number.lower() == number.lower():
            return rule
    known = ", ".join(rule.number for rule in game.rules)
    raise BadUsage(message("cli.no_rule", number=number[:20], known=known), detail="no-such-rule")


def rule_text(rule: Rule, console: Console) -> str:
    """Return a rule as a paragraph under its number and title."""
    id_ = "cli.rules.ruling" if rule.ruling else "cli.rules.title"
    title = console.text(message(id_, number=f"{rule.number:<4}", title=rule.title))
    indent = " " * 5
    body = textwrap.fill(
        console.text(rule.text),
        console.width,
        initial_indent=indent,
        subsequent_indent=indent,
    )
    return f"{title}\n{body}"
