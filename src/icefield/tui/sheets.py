"""The texts of the modal screens: rules, keys, the end of a game."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from ..core.game import Game
from ..core.message import message
from ..core.mistakes import HasThreats
from ..lessons.overview import aims, overview
from ..play import Match
from ..play.session import match_result, score_sheet
from . import palette

_BOLD: Final = Style(bold=True)
_KEYS: Final = (
    ("↑ ↓ ← →", "go"),
    ("Tab", "hop"),
    ("Enter", "touch"),
    ("1 … 0", "press"),
    ("Esc", "cancel"),
    ("m  :", "type"),
    ("h", "hint"),
    ("t", "threats"),
    ("u", "undo"),
    ("r", "rules"),
    ("n", "another"),
    ("q", "leave"),
)


def threatens(game: Game) -> bool:
    """Return whether the game can show threats."""
    return isinstance(game, HasThreats)


def seat_line(seat: str, player: str) -> str:
    """Return a line with a seat and its player."""
    return seat if seat == player else f"{seat} – {player}"


def rules(game: Game, language: str) -> Text:
    """Return the aims, a turn in words and all rules, one paragraph each."""
    found = Text(game.promise.text(language))
    for aim in aims(game):
        who = "" if aim.who is None else f"{aim.who.text(language)}: "
        found.append(f"\n\n{who}{aim.words.text(language)}")
    if (told := overview(game.key)) is not None:
        found.append(f"\n\n{told.turn.text(language)}")
    for rule in game.rules:
        found.append(f"\n\n{rule.number}  {rule.title.text(language)}\n", _BOLD)
        found.append(rule.text.text(language))
    return found


def keys(language: str) -> Text:
    """Return the key bindings, and the legend of the signs on the board."""
    found = Text()
    for key, action in _KEYS:
        found.append(f"{key:<9}", Style(bold=True, color=palette.FOCUS))
        found.append(f"{message(f'tui.help.{action}').text(language)}\n")
    found.append("\n").append(message("tui.help.signs").text(language))
    return found


def end(match: Match, language: str) -> Text:
    """Return how a game ended: rule, points, and the winner of a finished match."""
    outcome = match.outcome
    assert outcome is not None
    found = Text(f"{outcome.reason.text(language)} ({outcome.rule})\n\n")
    rows = []
    for score in score_sheet(match)[-1].seats:
        name, player = score.seat_name.text(language), match.players[score.player]
        rows.append((score.won, seat_line(name, player), score.points))
    width = max(cell_len(name) for _, name, _ in rows)
    for won, name, points in rows:
        space = " " * (width - cell_len(name))
        found.append(f"{'★' if won else ' '} {name}{space}  {points:>4}\n", _BOLD if won else "")
    if match.length > 1:
        totals = zip(match.players, match.sheet.totals, strict=True)
        told = ", ".join(f"{name} {points}" for name, points in totals)
        found.append("\n" + message("tui.end.total", points=told).text(language))
    return found.append(
        "\n" + (match_result(match) or message("tui.end.next")).text(language), _BOLD
    )
