"""A match: one game, or games in pairs with swapped seats where a rule has pairs.

`Match.submit` is the only way for a move to enter a game. Players are numbered from 0 and keep
their number while they change seats between the games of a pair (S12).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.arguments import bad_argument, check_seat
from ..core.errors import BadOption, GameOver, NotNow, NotYourDecision, StaleMove
from ..core.game import CHANCE, Game, Move, Outcome, Position
from ..core.message import message
from .endings import ABORTED, Ending, ended, find_loser
from .record import Record


@dataclass(frozen=True, slots=True)
class Step:
    """A move that was made: by which seat (or CHANCE), and the position after it."""

    seat: int
    move: Move
    position: Position


@dataclass(frozen=True, slots=True)
class Row:
    """A game on the score sheet.

    `seating[seat]` is the player in the seat; `points` are by player, None while the game goes on.
    """

    number: int
    seating: tuple[int, ...]
    outcome: Outcome | None

    @property
    def points(self) -> tuple[int, ...] | None:
        if self.outcome is None:
            return None
        by_seat = dict(zip(self.seating, self.outcome.scores, strict=True))
        return tuple(by_seat[player] for player in range(len(self.seating)))


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet of a match, by player."""

    players: tuple[str, ...]
    rows: tuple[Row, ...]
    complete: bool

    @property
    def totals(self) -> tuple[int, ...]:
        done = [row.points for row in self.rows if row.points is not None]
        return tuple(sum(points[p] for points in done) for p in range(len(self.players)))

    @property
    def winners(self) -> tuple[int, ...]:
        """The players with the highest total of a complete match; all of them on a tie.

        A match of one game is won by the game's winners.
        """
        if not self.complete:
            return ()
        if len(self.rows) == 1 and self.rows[0].outcome is not None:
            return tuple(sorted(self.rows[0].seating[s] for s in self.rows[0].outcome.winners))
        best = max(self.totals)
        return tuple(p for p, total in enumerate(self.totals) if total == best)


class Match:
    """A match of one game or more.

    `games` is 1, or an even number where the game's rules make pairs a match. With `chance` given,
    chance moves are drawn from it as soon as they are due; without it they are submitted like
    other moves, with `player=CHANCE`, which is how a log is played again.
    """

    def __init__(
        self,
        game: Game,
        players: Sequence[str] = (),
        *,
        games: int = 1,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        chance: random.Random | None = None,
        start: Position | None = None,
    ):
        if not isinstance(game, Game):
            raise bad_argument("game", game)
        if not isinstance(games, int):
            raise bad_argument("games", games)
        if games != 1 and (game.pair is None or games < 1 or games % 2):
            raise BadOption(message("play.games", game=game.title, count=games), rule=game.pair)
        self.game = game
        self.length = games
        self._options = dict(options or {})
        self._start = start or game.start(seats, **self._options)
        self._chance = chance
        count = self._start.seats
        if players and len(players) != count:
            raise BadOption(message("play.players", count=count, found=len(players)))
        self.players = tuple(players) or tuple(str(n + 1) for n in range(count))
        self._finished: list[Position] = []
        self._endings: dict[int, Ending] = {}
        self._position = self._start
        self._decision = 0
        self._made: list[list[tuple[int | None, str]]] = [[]]
        self._draw_chance()

    # -- state ----------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position on the board now."""
        return self._position

    @property
    def number(self) -> int:
        """The number of the game being played, from 0."""
        return len(self._finished)

    @property
    def decision(self) -> int:
        """A number that rises with every change of the decision; a move may name it."""
        return self._decision

    @property
    def seating(self) -> tuple[int, ...]:
        """The player in each seat; shifts by one from game to game."""
        return self._seating(self.number)

    def _seating(self, number: int) -> tuple[int, ...]:
        count = self._start.seats
        return tuple((seat + number) % count for seat in range(count))

    def seat_of(self, player: int) -> int:
        """The seat of that player in the present game."""
        check_seat(player, len(self.players))
        return self.seating.index(player)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the present game, by the rules or by its players."""
        return self.outcome_of(self.number)

    def outcome_of(self, number: int) -> Outcome | None:
        """The outcome of a game of the match; games count from 0."""
        check_seat(number, len(self._finished) + 1)
        ending = self._endings.get(number)
        return (
            [*self._finished, self._position][number].outcome if ending is None else ending.outcome
        )

    @property
    def game_over(self) -> bool:
        """Whether the present game has ended."""
        return self.outcome is not None

    @property
    def ending(self) -> str | None:
        """One of `endings.KINDS` if players ended the present game; else None."""
        found = self._endings.get(self.number)
        return None if found is None else found.kind

    @property
    def aborted(self) -> bool:
        """Whether the present game was aborted; the match ends with it."""
        return self.ending == ABORTED

    @property
    def over(self) -> bool:
        """Whether the last game of the match has ended, or a game was aborted."""
        return self.game_over and (self.number + 1 >= self.length or self.aborted)

    @property
    def sheet(self) -> Sheet:
        """The score sheet as it stands."""
        played = range(self.number + 1)
        rows = tuple(Row(i, self._seating(i), self.outcome_of(i)) for i in played)
        return Sheet(self.players, rows, self.over)

    # -- changes --------------------------------------------------------------------------------

    def submit(
        self, move: str | Move, *, player: int | None = None, decision: int | None = None
    ) -> tuple[Step, ...]:
        """Make a move; returns it and the chance moves that followed.

        `player` defaults to the player who decides. A `decision` that is not the present one is
        refused as stale. A refused move changes nothing.
        """
        if decision is not None and decision != self._decision:
            raise StaleMove(message("play.stale"))
        self._check_going()
        before, seat = self._position, self._seat_for(player)
        after = before.play(move, seat)
        who = before.turn if seat is None else seat
        assert who is not None  # else the game is over and `play` has raised
        made = next((m for m in before.moves(who) if m.text == str(move)), Move(str(move)))
        if len(before.deciders) == 1 or {*before.deciders} - {who} != {*after.deciders}:
            self._decision += 1  # a vote leaves what the others have to decide as it was
        self._advance(seat, str(move), after)
        return (Step(who, made, after), *self._draw_chance())

    def _advance(self, seat: int | None, move: str, after: Position) -> None:
        self._position = after
        self._made[-1].append((seat, move))

    def _seat_for(self, player: int | None) -> int | None:
        if player is None or player == CHANCE:
            return player
        if not isinstance(player, int):
            raise bad_argument("player", player)
        if player not in range(len(self.players)):
            raise NotYourDecision(message("play.no_such_player", player=player + 1))
        return self.seat_of(player)

    def _draw_chance(self) -> tuple[Step, ...]:
        steps = []
        while self._chance is not None and self._position.turn == CHANCE:
            odds = self._position.odds()
            weights = [float(p) for p in odds.values()]
            move = self._chance.choices(list(odds), weights)[0]
            self._advance(CHANCE, move.text, self._position.play(move, CHANCE))
            steps.append(Step(CHANCE, move, self._position))
        return tuple(steps)

    def conclude(self, ending: Ending) -> None:
        """End the present game by its players."""
        self._check_going()
        self._endings[self.number] = ending
        self._decision += 1

    def _check_going(self) -> None:
        if self.number in self._endings:
            raise GameOver(message("play.ended"))

    def undo(self) -> Position:
        """Take the last decision back, with the chance moves that followed it.

        Raises NotNow when the present game has none.
        """
        self._check_going()
        position, back = self._position, 0
        while position is not self._start:
            assert position.before is not None
            position, back = position.before, back + 1
            if position.turn != CHANCE:
                break
        if position.turn == CHANCE or position is self._position:
            raise NotNow(message("play.nothing_to_undo"))
        self._decision += 1
        self._position = position
        del self._made[-1][-back:]
        return position

    def next_game(self) -> Position:
        """Begin the next game of the match, with seats shifted by one (S12)."""
        if not self.game_over:
            raise NotNow(message("play.game_goes_on"))
        if self.over:
            raise NotNow(message("play.match_over"))
        self._finished.append(self._position)
        self._decision += 1
        self._position = self._start
        self._made.append([])
        self._draw_chance()
        return self._position

    def extend(self) -> Position:
        """Add one more pair after a complete match (S12)."""
        if self.game.pair is None or self.length < 2:
            raise NotNow(message("play.no_pairs", game=self.game.title))
        if not self.over:
            raise NotNow(message("play.game_goes_on"))
        if self.aborted:
            raise NotNow(message("play.match_over"))
        self.length += 2
        return self.next_game()

    def to_json(self) -> dict[str, Any]:
        """The moves on the boards and the endings by players: what `resume` needs.

        Moves that were taken back are not in it.
        """
        endings = [
            [number, ending.kind, find_loser(ending)] for number, ending in self._endings.items()
        ]
        return {
            "length": self.length,
            "games": [[[seat, move] for seat, move in made] for made in self._made],
            "endings": endings,
            "decision": self._decision,
        }

    def resume(self, found: Mapping[str, Any]) -> tuple[Position, ...]:
        """Play a match again that `to_json` described, from its beginning.

        Returns the last position of each game; raises the error of a move that is illegal. The
        match must be new, and draw no chance moves itself.
        """
        self.length = found["length"]
        endings = {number: (kind, loser) for number, kind, loser in found["endings"]}
        for number, made in enumerate(found["games"]):
            if number:
                self.next_game()
            for seat, move in made:
                self._advance(seat, move, self._position.play(move, seat))
            if number in endings:
                self.conclude(ended(self._position, *endings[number]))
        self._decision = found["decision"]
        return (*self._finished, self._position)

    def records(self) -> tuple[Record, ...]:
        """The games of the match as records, unfinished ones included."""
        positions = [*self._finished, self._position]
        return tuple(
            Record.of(
                position,
                players=tuple(self.players[p] for p in self._seating(i)),
                game_number=i + 1 if self.length > 1 else None,
                ending=self._endings.get(i),
            )
            for i, position in enumerate(positions)
        )
