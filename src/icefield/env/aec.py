"""The games as PettingZoo environments (AEC): agents act one after the other.

Seats are agents, `seat_0` and so on. Chance is drawn by the environment. Votes that are secret in
the game are cast one after the other, and no player's observation shows another player's vote
before all have voted.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle, seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ..core import jit
from ..core.game import Position
from ..core.message import message
from . import illegal as manner
from . import picture
from .cursor import Cursor, Ground, begin
from .errors import BadAction, BadEnvironment

VERSION: Final = 0
MOST: Final = np.iinfo(np.int8).max
"""The largest number in a plane."""
_LOST: Final = -1.0


class SeatsEnv(AECEnv, EzPickle):  # type: ignore[misc]
    """One game. An illegal action raises BadAction and changes nothing."""

    def __init__(self, start: Position, render_mode: str | None = None):
        EzPickle.__init__(self, start, render_mode)
        AECEnv.__init__(self)
        self.ground = Ground(start)
        self.render_mode = picture.check(render_mode)
        self.metadata = {
            "name": f"icefield_{start.game.key}_v{VERSION}",
            "render_modes": list(picture.MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(start.seats)]
        self.agents: list[str] = []
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        encoding = self.ground.encoding
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, MOST, encoding.shape, np.int8),
                    "action_mask": spaces.Box(0, 1, (encoding.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(encoding.actions) for agent in self.possible_agents
        }
        self._rng: np.ndarray | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    @property
    def position(self) -> Position:
        """The position on the board, including what is secret."""
        return self.cursor.position

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a new game.

        A seed makes everything after it reproducible; without one the random generator goes on
        where it was.
        """
        if seed is not None or self._rng is None:
            self._rng = jit.generator(seeding.np_random(seed)[1])
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.cursor = Cursor(self.ground)
        self.cursor.draw(self._rng)
        self.agent_selection = self.possible_agents[self.cursor.turn]

    def observe(self, agent: str) -> dict[str, Any]:
        """The observation and action mask of an agent; no legal actions out of turn."""
        seat, cursor = self._seat[agent], self.cursor
        if seat == cursor.turn:
            mask = cursor.mask()
        else:
            mask = np.zeros(self.ground.encoding.actions, dtype=np.int8)
        return {"observation": cursor.observe(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make the action of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadAction.kind(action)
        assert self._rng is not None
        self.cursor.act(action)
        self.cursor.draw(self._rng)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.cursor.over:
            self.rewards = dict(zip(self.possible_agents, self.cursor.payoffs(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.possible_agents[0]
        else:
            self.agent_selection = self.possible_agents[self.cursor.turn]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> picture.Picture:
        """The board as a spectator sees it."""
        if self.render_mode is None:
            raise BadEnvironment(message("env.render.none", known=", ".join(picture.MODES)))
        return picture.show(self.render_mode, self.position)

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""


def make(start: Position, render_mode: str | None, illegal: str) -> AECEnv:
    """An environment with the same wrappers as PettingZoo's classic ones."""
    env: AECEnv = SeatsEnv(start, render_mode)
    if manner.check(illegal) == manner.LOSE:
        env = wrappers.TerminateIllegalWrapper(env, illegal_reward=_LOST)
        env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


def pettingzoo(
    game: str,
    *,
    seats: int | None = None,
    start: Position | None = None,
    illegal: str = manner.LOSE,
    render_mode: str | None = None,
    **options: Any,
) -> AECEnv:
    """See `icefield.env.pettingzoo`."""
    return make(begin(game, seats, start, options), render_mode, illegal)
