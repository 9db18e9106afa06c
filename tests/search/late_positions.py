"""Late positions of seals that the slow reference can solve, and their values."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

from icefield.games.seals.position import SealsPosition

from ..games.seals.kernel.reference import DIRECTIONS, Reference, along, name_of, square_of
from ..games.seals.positions import SPACES, all_but, play, put, read, start

# -- positions ----------------------------------------------------------------------------------


def from_play(rng: random.Random, most: int) -> SealsPosition | None:
    """A position of a random game with at most so many empty spaces, if there is one."""
    position = start()
    while position.turn is not None:
        if position.empty_spaces <= most:
            return read(str(position))
        position = play(position, rng.choice(position.moves()).text)
    return None


def on_a_floe(rng: random.Random, most: int) -> SealsPosition | None:
    """All tokens on one piece of ice with at most that many empty spaces.

    They are so close that captures and passes occur.
    """
    floe = [rng.choice(sorted(SPACES))]
    seals, bears = rng.choice(((2, 2), (2, 2), (1, 1), (2, 1), (1, 2), (1, 0)))
    size = rng.randint(2, most) + seals + bears
    while len(floe) < size:
        near = along(square_of(rng.choice(floe)), rng.choice(DIRECTIONS), rng.choice((1, 1, 1, 2)))
        if min(near) >= 1 and max(near) <= 8:
            name = name_of(near)
            if name in SPACES and name not in floe:
                floe.append(name)
    rng.shuffle(floe)
    tokens = floe[: seals + bears]
    found = put(
        " ".join(tokens[:seals]),
        " ".join(tokens[seals:]),
        discs=all_but(" ".join(floe)),
        turn=rng.choice("sb"),
    )
    return found if found.turn is not None else None


def _endless(seed: int, most: int) -> Iterator[SealsPosition]:
    rng = random.Random(seed)
    while True:
        for make in (from_play, on_a_floe):
            found = make(rng, most)
            while found is None:
                found = make(rng, most)
            yield found


def late_positions(count: int, *, most: int, seed: int) -> list[SealsPosition]:
    """Unfinished positions with so few empty spaces, half of them from play."""
    return list(islice(_endless(seed, most), count))


def reference_of(position: SealsPosition) -> Reference:
    return Reference.read(str(position))


# -- the truth ----------------------------------------------------------------------------------

Truth = tuple[int, int, int]
"""+1 or −1 as the side to move wins or loses, the winner's score, the plies to the end."""


def truth(position: Reference, memo: dict[Reference, Truth] | None = None) -> Truth:
    """Perfect play by plain minimax.

    The winner wants the win, then points, then a short game; the loser wants to give few points,
    then a long game.
    """
    memo = {} if memo is None else memo
    if position in memo:
        return memo[position]
    if position.winner() is not None:
        side = "seals" if position.mover == "s" else "bears"
        found = (1 if position.winner() == side else -1, position.score(), 0)
    else:
        after = [truth(position.play(move), memo) for move in position.moves()]
        wins = [(score, -plies) for sign, score, plies in after if sign < 0]
        losses = [(score, -plies) for sign, score, plies in after if sign > 0]
        score, minus_plies = max(wins) if wins else min(losses)
        found = (1 if wins else -1, score, 1 - minus_plies)
    memo[position] = found
    return found


def best_and_winning(
    position: Reference, memo: dict[Reference, Truth] | None = None
) -> tuple[list[str], list[str]]:
    """The moves that keep value and score, and those that keep a win."""
    memo = {} if memo is None else memo
    sign, score, _ = truth(position, memo)
    after = {move: truth(position.play(move), memo) for move in position.moves()}
    best = [m for m, (other, points, _) in after.items() if (-other, points) == (sign, score)]
    winning = [m for m, (other, _, _) in after.items() if other < 0]
    return sorted(best), sorted(winning)
