"""Status line, threats, results, score sheets and time controls in words.

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
from ..core.scene import Scene
from .clock import Control
from .match import Match

NO_THREATS: Final = message("play.threats.none")
"""The message where `find_threats` finds none."""
_MINUTE_S: Final = 60


# -- the status line ------------------------------------------------------------------------------


def status(view: Position, scene: Scene, deciding: int | None, *, alone: bool = True) -> Message:
    """The status line: what is to be decided, addressed to the one who decides.

    `deciding` is the seat of the reader that may decide now, None for all others. `alone` says
    whether that is the reader's only seat; players who share a screen are called by their names.
    """
    if deciding is None or view.seats == 1:
        return scene.caption
    if scene.prompt is None:
        return message("play.turn.caption", what=scene.caption) if alone else scene.caption
    kind = "you" if alone else "seat"
    if view.active not in (deciding, *view.deciders):
        kind += "_first"  # in the middle of another player's turn
    who = {} if alone else {"who": view.seat_name(deciding)}
    return message(f"play.turn.{kind}", what=scene.prompt, **who)


# -- threats --------------------------------------------------------------------------------------


def find_threats(view: Position, seat: int | None) -> Sequence[Threat]:
    """The threats of the other players to a seat, as far as its view shows them.

    The worst come first. Raises GameOver after the end, NotNow where the game cannot find threats.
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
    """A seat's player and points in one game; points are None while it goes on."""

    player: int
    seat: int
    seat_name: Message
    points: int | None
    won: bool


@dataclass(frozen=True, slots=True)
class GameScore:
    """A game on the score sheet: number from 0, scores by player, final rule.

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
    """One sentence: the winner of a match of one or more games; None before its end."""
    if not match.over:
        return None
    winners = match.sheet.winners
    if match.aborted:
        return message("play.end.aborted")
    if not winners:
        return message("play.result.draw" if len(match.players) > 1 else "play.result.nobody")
    if len(winners) == len(match.players) > 1:
        return message("play.result.tie")
    return message("play.result.won", who=", ".join(match.players[p] for p in winners))


def series_result(
    match: Match, player_name: Callable[[int], Message], viewer: frozenset[int] = frozenset()
) -> Message | None:
    """The result of a match of several games, with the totals.

    None for one game or before the end. `viewer` are the players that the reader plays: one of them
    is addressed as "you". Their totals come first.
    """
    sheet = match.sheet
    if not sheet.complete or match.length == 1 or match.aborted:
        return None
    order = sorted(range(len(sheet.totals)), key=lambda player: player not in viewer)
    totals = " : ".join(str(sheet.totals[player]) for player in order)
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
