"""Random games for checks: every seat count and every value of every option."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.errors import BadOption
from ..core.game import CHANCE, Game, Move, Position
from ..core.jit import INTERPRETED

_MOST_CHOICES = 6  # of one option; a longer list is thinned out, its ends kept


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to start a game."""

    seats: int
    options: dict[str, Any]
    text: str | None = None  # a position to begin from instead

    def start(self, game: Game) -> Position:
        if self.text is not None:
            return game.read(self.text)
        return game.start(seats=self.seats, **self.options)


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A played game: `made[i]` led from `positions[i]` to `positions[i + 1]`."""

    variant: Variant
    positions: tuple[Position, ...]
    made: tuple[tuple[int, Move], ...]

    @property
    def end(self) -> Position:
        return self.positions[-1]


def variants(game: Game) -> list[Variant]:
    """Every seat count with the default options, then the values of every option.

    Only as far as the game can be started so: an option may be for some seat counts only.
    """
    found = [Variant(seats, {}) for seats in game.seats]
    for option in game.options:
        others = [choice for choice in option.choices if choice != option.default]
        if len(others) > _MOST_CHOICES:
            step = (len(others) - 1) / (_MOST_CHOICES - 1)
            others = [others[round(i * step)] for i in range(_MOST_CHOICES)]
        found += [Variant(n, {option.name: choice}) for choice in others for n in game.seats]
    return [variant for variant in found if _startable(game, variant)]


def _startable(game: Game, variant: Variant) -> bool:
    try:
        variant.start(game)
    except BadOption:
        return False
    return True


def decide(position: Position, rng: random.Random) -> tuple[int, Move]:
    """A random decision: chance by its odds, else a random move of a random decider."""
    if position.turn == CHANCE:
        odds = position.odds()
        moves = position.moves()
        return CHANCE, rng.choices(moves, [float(odds[m]) for m in moves])[0]
    seat = rng.choice(position.deciders)
    return seat, rng.choice(position.moves(seat))


def play(game: Game, variant: Variant, rng: random.Random, longest: int) -> Playthrough:
    """A random game to its end.

    Raises AssertionError after `longest` decisions without an end.
    """
    positions = [variant.start(game)]
    made: list[tuple[int, Move]] = []
    while positions[-1].turn is not None:
        assert len(made) < longest, f"{variant}: no end after {longest} random decisions"
        seat, move = decide(positions[-1], rng)
        made.append((seat, move))
        positions.append(positions[-1].play(move, seat))
    return Playthrough(variant, tuple(positions), tuple(made))


def sample(game: Game, games: int, longest: int, late: Sequence[str] = ()) -> list[Playthrough]:
    """At least so many random games, always the same ones.

    At least one is of each variant and of each late position (interpreted: of those alone, where
    there are any).
    """
    begun = [Variant(game.read(text).seats, {}, text) for text in late]
    ways = begun if begun and INTERPRETED else [*variants(game), *begun]
    rng = random.Random(f"{game.key} {games}")
    return [play(game, ways[i % len(ways)], rng, longest) for i in range(max(games, len(ways)))]


def mutations(text: str, rng: random.Random, count: int) -> Iterator[str]:
    """Texts with one small change: a letter lost, doubled, swapped or replaced."""
    letters = "abcdefgh012345678-x/ .*?spbo" + text
    for _ in range(count):
        at = rng.randrange(len(text)) if text else 0
        letter = rng.choice(letters)
        yield rng.choice(
            (
                text[:at] + text[at + 1 :],
                text[:at] + text[at : at + 1] + text[at:],
                text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :],
                text[:at] + letter + text[at + 1 :],
                text[:at] + letter + text[at:],
                text[:at],
            )
        )
