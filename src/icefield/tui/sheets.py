"""What the sheets over the board say, as texts: rules, keys, the end of a game."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from ..core.game import Game
from ..core.message import Message, message
from ..core.mistakes import HasThreats
from ..play import Match
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
    """Whether threats can be pointed out in a game."""
    return isinstance(game, HasThreats)


def seat_line(seat: str, player: str) -> str:
    """A seat and who plays on it."""
    return seat if seat == player else f"{seat} – {player}"


def rules(game: Game, language: str) -> Text:
    """All rules of a game, one paragraph each."""
    found = Text(game.promise.text(language))
    for rule in game.rules:
        found.append(f"\n\n{rule.number}  {rule.title.text(language)}\n", _BOLD)
        found.append(rule.text.text(language))
    return found


def keys(language: str) -> Text:
    """What every key does, and what the signs on the board mean."""
    found = Text()
    for key, action in _KEYS:
        found.append(f"{key:<9}", Style(bold=True, color=palette.FOCUS))
        found.append(f"{message(f'tui.help.{action}').text(language)}\n")
    found.append("\n").append(message("tui.help.signs").text(language))
    return found


def end(match: Match, language: str) -> Text:
    """How a game ended and why, by which rule, with the points; at the end of a match who won."""
    outcome = match.outcome
    assert outcome is not None
    found = Text(f"{outcome.reason.text(language)} ({outcome.rule})\n\n")
    rows = []
    for seat, points in enumerate(outcome.scores):
        name = match.game.seat_name(seat).text(language)
        player = match.players[match.seating[seat]]
        rows.append(
            (seat in outcome.winners, name if name == player else f"{name} – {player}", points)
        )
    width = max(cell_len(name) for _, name, _ in rows)
    for won, name, points in rows:
        space = " " * (width - cell_len(name))
        found.append(f"{'★' if won else ' '} {name}{space}  {points:>4}\n", _BOLD if won else "")
    if match.length > 1:
        totals = zip(match.players, match.sheet.totals, strict=True)
        told = ", ".join(f"{name} {points}" for name, points in totals)
        found.append("\n" + message("tui.end.total", points=told).text(language))
    return found.append("\n" + _result(match).text(language), _BOLD)


def _result(match: Match) -> Message:
    if not match.over:
        return message("tui.end.next")
    winners = match.sheet.winners
    if len(winners) == len(match.players) > 1:
        return message("tui.end.tie")
    if not winners:
        return message("tui.end.nobody")
    return message("tui.end.wins", who=", ".join(match.players[p] for p in winners))
