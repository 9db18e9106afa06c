"""What every program tells the players of a match: threats, results, score sheet, time control.

Web pages, the terminal app and line mode show the same facts in the same words; each decides only
where they stand. Hints need a search and are in `analysis.hints`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from ..core.errors import GameOver, NotNow
from ..core.game import CHANCE, Position
from ..core.message import Message, message
from ..core.mistakes import HasThreats, Threat
from .clock import Control
from .match import Match

NO_THREATS: Final = message("play.threats.none")
"""What is said where `find_threats` finds none."""
_MINUTE_S: Final = 60


# -- threats --------------------------------------------------------------------------------------


def find_threats(view: Position, seat: int | None) -> Sequence[Threat]:
    """What the other players could do next to a seat, as far as its view tells; the worst first.

    Raises GameOver after the end, NotNow where the game cannot point threats out.
    """
    if seat is None or seat == CHANCE or view.turn is None:
        raise GameOver(message("core.game_over"))
    game = view.game
    if not isinstance(game, HasThreats):
        raise NotNow(message("play.threats.unknown", game=game.title), detail="no-threats")
    return game.threats(view, seat)


# -- results and scores ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatScore:
    """What a seat scored in one game: who sat there, and the points; None while it goes on."""

    player: int
    seat: int
    seat_name: Message
    points: int | None
    won: bool


@dataclass(frozen=True, slots=True)
class GameScore:
    """A game on the score sheet: its number from 0, the scores by player, the rule that ended it.

    The rule is None while the game goes on and where its players ended it.
    """

    number: int
    players: tuple[SeatScore, ...]
    rule: str | None

    @property
    def points(self) -> list[int] | None:
        """The points by player; None while the game goes on."""
        found = [score.points for score in self.players if score.points is not None]
        return found if len(found) == len(self.players) else None

    @property
    def seats(self) -> tuple[SeatScore, ...]:
        """The same scores in the order of the seats."""
        return tuple(sorted(self.players, key=lambda score: score.seat))


def score_sheet(match: Match) -> tuple[GameScore, ...]:
    """The games of a match so far, the last one as it stands."""
    rows = []
    for row in match.sheet.rows:
        scores = []
        for player in range(len(match.players)):
            seat = row.seating.index(player)
            points = None if row.points is None else row.points[player]
            won = row.outcome is not None and seat in row.outcome.winners
            scores.append(SeatScore(player, seat, match.position.seat_name(seat), points, won))
        rule = None if row.outcome is None else row.outcome.rule or None
        rows.append(GameScore(row.number, tuple(scores), rule))
    return tuple(rows)


def match_result(match: Match) -> Message | None:
    """Who has won a match of one game or of several in one sentence; None before its end."""
    if not match.over:
        return None
    winners = match.sheet.winners
    if not winners:
        return message("play.result.draw" if len(match.players) > 1 else "play.result.nobody")
    if len(winners) == len(match.players) > 1:
        return message("play.result.tie")
    return message("play.result.won", who=", ".join(match.players[p] for p in winners))


def series_result(
    match: Match, player_name: Callable[[int], Message], viewer: frozenset[int] = frozenset()
) -> Message | None:
    """How a match of several games ended, with the totals; None for one game or before the end.

    `viewer` are the players that the reader plays: one of them is addressed as "you".
    """
    sheet = match.sheet
    if not sheet.complete or match.length == 1:
        return None
    totals = " : ".join(str(total) for total in sheet.totals)
    if len(sheet.winners) != 1:
        return message("play.series.tie", totals=totals)
    (winner,) = sheet.winners
    if winner in viewer:
        return message("play.series.you_won", totals=totals)
    return message("play.series.won", name=player_name(winner), totals=totals)


# -- time controls --------------------------------------------------------------------------------


def control_text(control: Control | None) -> Message:
    """A time control in a few words: "10 min + 5 s", "30 s a move", "3 days a move"."""
    if control is None:
        return message("play.clock.none")
    if control.kind == "days":
        return message("play.clock.days", n=control.days)
    span = _span_text(control.seconds)
    if control.kind == "move":
        return message("play.clock.move", span=span)
    if not control.increment:
        return message("play.clock.player", span=span)
    return message("play.clock.increment", span=span, increment=control.increment)


def _span_text(seconds: int) -> Message:
    if seconds % _MINUTE_S:
        return message("play.clock.seconds", seconds=seconds)
    return message("play.clock.minutes", minutes=seconds // _MINUTE_S)
