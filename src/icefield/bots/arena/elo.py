"""Strengths of players from results: Elo with errors, and a sequential test.

One model for any number of seats: each player has a strength, and a seat wins with the chance that
its share of the summed strengths gives (Bradley and Terry for two seats, Plackett and Luce's first
place for more). A shared win or a draw counts as a share of a win for each. In Elo: 400 points are
ten to one.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Self

import numpy as np

ELO_PER_NAT: Final = 400 / math.log(10)
"""Elo points per natural unit of strength."""
_PRIOR: Final = 0.02
"""A weak pull to the middle, worth about a fiftieth of a game; without it a player that won
everything would have no finite strength."""
_MAX_NEWTON_STEPS: Final = 200
_CONVERGED: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Result:
    """A game: the players at the seats, and their shares of the win (sum 1).

    It may also be several games with the same players at the same seats, their shares summed.
    """

    players: tuple[str, ...]
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Strength:
    """A player's Elo with two standard errors, relative to the mean of the field."""

    elo: float
    error: float


def fit(results: Sequence[Result], field: Collection[str] | None = None) -> dict[str, Strength]:
    """The maximum-likelihood strengths for these results.

    The mean of the `field` is 0 (by default all); a player outside who lost everything makes no
    other strength unsure.
    """
    names = sorted({name for result in results for name in result.players})
    if not names:
        return {}
    number = {name: i for i, name in enumerate(names)}
    lineups: dict[tuple[int, ...], np.ndarray] = {}
    for result in results:
        who = tuple(number[name] for name in result.players)
        won = lineups.setdefault(who, np.zeros(len(who)))
        won += result.shares
    theta = np.zeros(len(names))
    for _ in range(_MAX_NEWTON_STEPS):
        slope, bend = _derivatives(theta, lineups)
        step = np.linalg.solve(bend, slope)
        theta += np.clip(step, -1.0, 1.0)
        if np.abs(step).max() < _CONVERGED:
            break
    inside = np.array([field is None or name in field for name in names], dtype=np.float64)
    weights = inside / inside.sum()
    theta -= weights @ theta
    _, bend = _derivatives(theta, lineups)
    centre = np.eye(len(names)) - np.outer(np.ones(len(names)), weights)
    spread = centre @ np.linalg.inv(bend) @ centre.T
    return {
        name: Strength(
            ELO_PER_NAT * float(theta[i]), 2 * ELO_PER_NAT * math.sqrt(max(0.0, spread[i, i]))
        )
        for name, i in number.items()
    }


def _derivatives(
    theta: np.ndarray, lineups: Mapping[tuple[int, ...], np.ndarray]
) -> tuple[np.ndarray, np.ndarray]:
    """Slope of the log-likelihood and its negative curvature."""
    slope = -_PRIOR * theta
    bend = _PRIOR * np.eye(len(theta))
    for who, won in lineups.items():
        games = won.sum()
        seats = np.array(who)
        chance = np.exp(theta[seats] - theta[seats].max())
        chance /= chance.sum()
        np.add.at(slope, seats, won - games * chance)
        by_player = np.zeros(len(theta))
        np.add.at(by_player, seats, chance)
        bend += games * (np.diag(by_player) - np.outer(by_player, by_player))
    return slope, bend


# -- one player against a field -------------------------------------------------------------------


_LEAST_DEVIATION: Final = 1.5
"""A player that won all of n units may well lose the next: in 95 of 100 cases the true share is
above 1 − 3/n. A spread of at least 1.5/√n says the same."""


@dataclass(frozen=True, slots=True)
class Tally:
    """A player's wins in units of equal worth (a seat rotation with one opening each).

    `par` is what an equal player would win.
    """

    units: int
    mean: float
    deviation: float
    par: float

    @classmethod
    def of_sums(cls, units: int, total: float, squares: float, par: float) -> Self:
        """The tally from the sum of the shares and the sum of their squares."""
        if not units:
            return cls(0, 0.0, 0.0, par)
        mean = total / units
        spread = (squares - units * mean * mean) / (units - 1) if units > 1 else 0.0
        deviation = max(math.sqrt(max(0.0, spread)), _LEAST_DEVIATION / math.sqrt(units))
        return cls(units, mean, deviation, par)

    @property
    def error(self) -> float:
        """Two standard errors of the mean."""
        return 2 * self.deviation / math.sqrt(self.units) if self.units else math.inf

    @property
    def lower(self) -> float:
        """The lower end of the 95 % interval."""
        least = self.mean - 1.96 * self.deviation / math.sqrt(self.units) if self.units else 0.0
        return max(0.0, least)

    @property
    def over_par(self) -> float:
        return self.mean / self.par


def tally(units: Sequence[float], par: float) -> Tally:
    """Mean and spread of the shares won per unit."""
    return Tally.of_sums(len(units), math.fsum(units), math.fsum(u * u for u in units), par)


def expected(elo: float, seats: int) -> float:
    """The expected share of a seat that is stronger than all others by these points."""
    strength = 10 ** (elo / 400)
    return strength / (strength + seats - 1)


class Sprt:
    """Wald's sequential probability ratio test between two strengths.

    It counts units of a whole seat rotation, so that the advantage of a seat and of an opening
    cancels out of the spread. Errors of 5 % both ways.
    """

    LIMIT: Final = math.log(0.95 / 0.05)

    def __init__(self, low: float, high: float, seats: int):
        if not -math.inf < low < high < math.inf:
            raise ValueError("the first strength must be below the second")
        self.low, self.high, self.seats = low, high, seats
        self._low, self._high = expected(low, seats), expected(high, seats)

    def ratio(self, units: Sequence[float]) -> float:
        """The logarithm of the likelihood ratio, with a normal spread of the units' means."""
        if len(units) < 2:
            return 0.0
        found = tally(units, 1 / self.seats)
        middle = (self._low + self._high) / 2
        apart = (self._high - self._low) * (found.mean - middle)
        return len(units) * apart / found.deviation**2

    def verdict(self, units: Sequence[float]) -> bool | None:
        """True for the second strength, False for the first, None while it is open."""
        ratio = self.ratio(units)
        if ratio >= self.LIMIT:
            return True
        return False if ratio <= -self.LIMIT else None
