"""Vectorised environments for training: struct of arrays, all cores, no copies.

>>> from icefield import env
>>> games = env.batch("seals", n=4096)
>>> games.step(games.sample())

Every game always waits for a decision of the seat `turn[i]`: chance is drawn, and a game that ends
begins anew in the same step (`done[i]` is then True, `rewards[i]` the result of the ended game, and
what is observed belongs to the new one).
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from itertools import pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ..core import jit
from ..core.abilities import Repeating
from ..core.arguments import checks_arguments
from ..core.game import Game, Position
from ..core.message import message
from .compile_log import log_compiling
from .cursor import Ground, begin
from .errors import BadAction, BadEnvironment
from .stepping import loop

_SMALLEST_SHARE: Final = 64  # games; for fewer, a thread costs more than it gains


class Batch:
    """n games of the same kind at once.

    The arrays are the environment's own and are overwritten by the next step; copy what you keep.
    """

    observation: npt.NDArray[np.int8]
    """[game, plane, row, column] what the seat to decide sees; `planes` names the planes."""
    mask: npt.NDArray[np.bool_]
    """[game, action] which actions are legal."""
    turn: npt.NDArray[np.int8]
    """[game] the seat that decides."""
    rewards: npt.NDArray[np.float32]
    """[game, seat] zero until a game ends; then the winners share +1, the others −1."""
    done: npt.NDArray[np.bool_]
    """[game] whether the last step ended a game."""
    plies: npt.NDArray[np.int32]
    """[game] decisions made; where `done`, of the game that ended."""

    def __init__(self, start: Position, n: int, *, seed: int = 0, workers: int | None = None):
        if n < 1:
            raise BadEnvironment(message("env.batch.size", count=n))
        self.start = start
        self.encoding = Ground(start).encoding
        self.n = n
        self.seats = start.seats
        self.actions = self.encoding.actions
        self.planes = self.encoding.planes
        self._tag = jit.bind(start.game)
        self.arrays = self._room()
        planes, rows, columns = self.encoding.shape
        a = self.arrays
        self.observation = a.observation.reshape(n, planes, rows, columns)
        self.mask, self.turn, self.rewards = a.mask, a.turn, a.rewards
        self.done, self.plies = a.done, a.plies
        self._sampled = np.empty(n, dtype=np.int32)
        cores = os.process_cpu_count() if hasattr(os, "process_cpu_count") else os.cpu_count()
        most = max(1, n // _SMALLEST_SHARE)
        self._shares = _shares(n, min(most, workers or cores or 1))
        self._pool = ThreadPoolExecutor(len(self._shares), "icefield-batch")
        self.reset(seed)

    @property
    def game(self) -> Game:
        return self.start.game

    def _room(self) -> loop.Batch:
        n, tag = self.n, self._tag
        planes, rows, columns = self.encoding.shape
        start = jit.rows(tag, 1)
        jit.save(tag, self.start.state, start[0])
        origin: list[Any] = []
        repeats = self.start.repeats_within if isinstance(self.start, Repeating) else 0
        before = self.start.before if repeats else None
        while before is not None:
            origin.append(jit.key(tag, before.state))
            before = before.before
        return loop.Batch(
            start=start,
            states=jit.rows(tag, n),
            rng=np.zeros(n, dtype=np.uint64),
            codes=np.zeros((n, tag.max_moves), dtype=np.int64),
            legal=np.zeros((n, tag.max_moves), dtype=np.int32),
            many=np.zeros(n, dtype=np.int32),
            mask=np.zeros((n, self.actions), dtype=np.bool_),
            observation=np.zeros((n, planes, rows * columns), dtype=np.int8),
            turn=np.zeros(n, dtype=np.int8),
            rewards=np.zeros((n, self.seats), dtype=np.float32),
            done=np.zeros(n, dtype=np.bool_),
            plies=np.zeros(n, dtype=np.int32),
            origin=np.array(origin, dtype=np.uint64),
            past=np.zeros((n, repeats + len(origin)), dtype=np.uint64),
            seen=np.zeros(n, dtype=np.int32),
        )

    def reset(self, seed: int | None = None) -> Batch:
        """Begin all games anew.

        A seed makes everything after it reproducible, with any number of threads; without one
        the random generators go on where they were.
        """
        if seed is not None:
            source = np.random.default_rng(seed)
            drawn = source.integers(1, 2**64, size=self.n + 1, dtype=np.uint64, endpoint=False)
            self.arrays.rng[:] = drawn[1:] | np.uint64(1)
            self._choice = drawn[:1] | np.uint64(1)
        self._everywhere(loop.reset)
        return self

    def step(self, actions: npt.ArrayLike) -> Batch:
        """Make one action in every game.

        Raises BadAction, and changes nothing, when one of them is not legal.
        """
        chosen = np.asarray(actions)
        if chosen.shape != (self.n,) or chosen.dtype.kind not in "iu":
            raise BadAction.form(self.n, chosen)
        bad = loop.illegal(self.arrays, chosen)
        if bad >= 0:
            raise BadAction.illegal(int(chosen[bad]), game=int(bad))
        self._everywhere(loop.step, chosen)
        return self

    def sample(self) -> npt.NDArray[np.int32]:
        """A random legal action for every game; the next call overwrites the array."""
        loop.sample(self.arrays, self._choice, self._sampled)
        return self._sampled

    def position(self, i: int) -> Position:
        """The position of one game, for inspection; it draws itself in a notebook."""
        return self.start.with_state(jit.load(self._tag, self.arrays.states[i]))

    def _everywhere(self, function: Any, *args: Any) -> None:
        if len(self._shares) == 1:
            function(self._tag, self.arrays, *args, 0, self.n)
            return
        jobs = [
            self._pool.submit(partial(function, self._tag, self.arrays, *args, first, last))
            for first, last in self._shares
        ]
        for job in wait(jobs).done:
            job.result()

    def close(self) -> None:
        """Stop the threads."""
        self._pool.shutdown()

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        return self.n


def _shares(n: int, count: int) -> list[tuple[int, int]]:
    cuts = [n * i // count for i in range(count + 1)]
    return list(pairwise(cuts))


@checks_arguments
def batch(
    game: str,
    n: int,
    *,
    seats: int | None = None,
    seed: int = 0,
    workers: int | None = None,
    start: Position | None = None,
    **options: Any,
) -> Batch:
    """n games side by side, from the start position or from `start`."""
    log_compiling()
    return Batch(begin(game, seats, start, options), n, seed=seed, workers=workers)
