"""The games as Gymnasium environments: one seat learns, bots play the others."""

from __future__ import annotations

from typing import Any, Final

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ..bots.arena.players import RANDOM, Player, player
from ..core import jit
from ..core.errors import GameOver
from ..core.game import CHANCE, Move, Position
from ..core.message import message
from . import illegal as manner
from . import picture
from .cursor import Cursor, Ground, begin
from .errors import BadAction, BadEnvironment

ANY: Final = "random"
"""As `seat`: another one, by lot, in every game."""
_MOST: Final = np.iinfo(np.int8).max
_LOST: Final = -1.0
_TRIES: Final = 100  # games that may end before the learner's first decision
_SEEDS: Final = 1 << 30

Planes = npt.NDArray[np.int8]


class SeatEnv(gymnasium.Env[Planes, np.int64]):
    """One seat of a game against bots.

    The reward is the seat's payoff at the end. `info["action_mask"]` holds the legal actions (also
    `action_masks()`), `info["seat"]` the learner's seat.
    """

    metadata = {  # noqa: RUF012
        "render_modes": list(picture.MODES),
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str,
        *,
        seat: int | str = 0,
        opponent: str | Player = "1",
        seats: int | None = None,
        start: Position | None = None,
        illegal: str = manner.LOSE,
        render_mode: str | None = None,
        **options: Any,
    ):
        self._ground = Ground(begin(game, seats, start, options))
        first, encoding = self._ground.start, self._ground.encoding
        if seat != ANY and seat not in range(first.seats):
            raise BadEnvironment(message("env.seat", seat=str(seat)[:20], last=first.seats - 1))
        self._wish, self.seat = seat, 0
        self._opponent = _player(first, opponent)
        self._illegal = manner.check(illegal)
        self.render_mode = picture.check(render_mode)
        self.observation_space = spaces.Box(0, _MOST, encoding.shape, np.int8)
        self.action_space = spaces.Discrete(encoding.actions)
        self._begun: Cursor | None = None
        self._chain: Position | None = None  # with its history, for opponents that think
        self._lost = False

    @property
    def _cursor(self) -> Cursor:
        if self._begun is None:
            raise BadEnvironment(message("env.not_begun"))
        return self._begun

    @property
    def position(self) -> Position:
        """The position on the board, including what is secret."""
        return self._chain or self._cursor.position

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The action mask, under the name that MaskablePPO asks for."""
        return self._mask().astype(np.bool_)

    def _mask(self) -> Planes:
        mask = self._cursor.mask()
        if self._lost:
            mask[:] = 0
        return mask

    def _observed(self) -> tuple[Planes, dict[str, Any]]:
        seen = self._cursor.observe(self.seat)
        return seen, {"action_mask": self._mask(), "seat": self.seat}

    # -- playing --------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Planes, dict[str, Any]]:
        """Begin a game and let the others play until the learner decides.

        A seed makes everything after it reproducible, except against opponents limited by time.
        """
        super().reset(seed=seed, options=options)
        self._lost = False
        for _ in range(_TRIES):
            first = self._ground.start
            self.seat = (
                int(self.np_random.integers(first.seats)) if self._wish == ANY else int(self._wish)
            )
            self._begun = Cursor(self._ground)
            self._chain = None if self._opponent is None else first
            self._dice = jit.generator(int(self.np_random.integers(_SEEDS)))
            self._others()
            if not self._cursor.over:
                return self._observed()
        raise BadEnvironment(message("env.never_decides", seat=self._wish, count=_TRIES))

    def _others(self) -> None:
        """Let chance and the opponents play until the learner decides or the game ends."""
        cursor = self._cursor
        while not cursor.over and cursor.turn != self.seat:
            if cursor.turn == CHANCE or self._opponent is None or self._chain is None:
                self._make(cursor.pick(self._dice))
            else:
                seed = int(self.np_random.integers(_SEEDS))
                chosen = self._opponent.choose(self._chain, cursor.turn, seed)
                self._make(self._ground.encoding.action(self._chain, chosen))

    def _make(self, action: int) -> None:
        """Make an action of the deciding seat; raises BadAction when it is not legal."""
        code = self._cursor.code(action)
        if self._chain is not None:
            self._chain = self._chain.play(_with_code(self._chain, code))
        self._cursor.act(action)

    def step(self, action: np.int64 | int) -> tuple[Planes, float, bool, bool, dict[str, Any]]:
        """Make the learner's action and let the others play until it decides again."""
        if self._lost or self._cursor.over:
            raise GameOver(message("core.game_over"))
        try:
            if not self.action_space.contains(action):
                raise BadAction.kind(action)
            self._make(int(action))
        except BadAction:
            if self._illegal == manner.RAISE:
                raise
            self._lost = True
            seen, info = self._observed()
            return seen, _LOST, True, False, info | {"illegal": True}
        self._others()
        if self.render_mode == "human":
            self.render()
        seen, info = self._observed()
        return seen, self._cursor.payoffs()[self.seat], self._cursor.over, False, info

    def render(self) -> Any:
        """The board as the learner sees it."""
        if self.render_mode is None:
            raise BadEnvironment(message("env.render.none", known=", ".join(picture.MODES)))
        return picture.show(self.render_mode, self.position, self.seat)

    def close(self) -> None:
        """Close the opponent."""
        if self._opponent is not None:
            self._opponent.close()


def _player(start: Position, opponent: str | Player) -> Player | None:
    """The opponent, or None for random play, which needs no search."""
    if opponent == RANDOM:
        return None
    return player(start.game, opponent) if isinstance(opponent, str) else opponent


def _with_code(position: Position, code: int) -> Move:
    return next(move for move in position.moves() if move.code == code)
