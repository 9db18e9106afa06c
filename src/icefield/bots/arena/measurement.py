"""Measure levels: each meets the one below it, the weakest one meets random play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from ...core.game import Game
from ...search import Stop
from .results import Pairing, pairings, read_results, results_file, write_results
from .tournament import MatchSettings, Scores, run_meetings

GAMES_PER_PAIRING: Final = 200
"""Games of a pairing that make a rating."""


def measure_levels(
    game: Game,
    seats: int,
    *,
    names: Sequence[str] | None = None,
    games: int = GAMES_PER_PAIRING,
    anew: bool = False,
    seed: int = 0,
    workers: int | None = None,
    stop: Stop | None = None,
    results: Path | None = None,
    on_game: Callable[[int, int], object] | None = None,
) -> list[Pairing]:
    """Play the missing games of every pairing, or those of the levels named.

    With `anew` the stored results are dropped first. Results are stored as rounds are finished.
    `on_game` gets the number of games done and of all.
    """
    found = read_results(game, seats, results)
    if anew:
        fresh = {p.one: p for p in pairings(game, seats)}
        found = [fresh[p.one] if names is None or p.one in names else p for p in found]
    wanted = [p for p in found if names is None or p.one in names]
    rounds = -(-games // seats)
    todo = sum(max(0, rounds - p.rounds) for p in wanted) * seats
    if not wanted or (stop is not None and stop.is_set()):
        return found
    keeper = _ResultKeeper(game, found, results or results_file(game), on_game, todo)
    try:
        run_meetings(
            MatchSettings(game.key, seats, seed=seed),
            [p.meeting for p in wanted],
            rounds,
            done={p.meeting: p.rounds for p in wanted},
            workers=workers,
            stop=stop,
            on_game=keeper.on_game,
        )
    finally:
        found = keeper.keep()
    return found


class _ResultKeeper:
    """Stores the results during the games."""

    def __init__(
        self,
        game: Game,
        found: list[Pairing],
        file: Path,
        tell: Callable[[int, int], object] | None,
        todo: int,
    ):
        self._game, self._found, self._file = game, found, file
        self._tell, self._todo = tell, todo
        self._scores: Scores | None = None

    @property
    def count(self) -> int:
        return len(self._scores.games) if self._scores is not None else 0

    def on_game(self, scores: Scores) -> None:
        self._scores = scores
        if self._tell is not None:
            self._tell(self.count, self._todo)
        if self.count % _SAVE_EVERY_GAMES == 0:
            self.keep()

    def keep(self) -> list[Pairing]:
        """The pairings with the new results, stored."""
        if self._scores is None:
            return self._found
        pair, scores = self._game.pair is not None, self._scores
        found = [p.plus(scores.unbroken(p.meeting), pair) for p in self._found]
        write_results(self._game, self._found[0].seats, found, self._file)
        return found


_SAVE_EVERY_GAMES: Final = 20  # games after which the results so far are kept
