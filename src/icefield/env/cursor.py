"""One game in progress, as numbers: the base of the non-batch environments.

A cursor moves over the kernel's states and knows actions, planes and payoffs, but no notation; it
is many times faster than a chain of positions. `position` gives what there is to read or to draw.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ..core import jit
from ..core.abilities import Repeating
from ..core.game import CHANCE, Position
from ..core.jit import OVER
from ..core.message import message
from ..games import game as find_game
from .encoding import Encoding
from .errors import BadAction, BadEnvironment
from .stepping import single

_THIRD: Final = 3  # occurrences that end a game, where that is a rule


def begin(
    game: str, seats: int | None, start: Position | None, options: dict[str, Any]
) -> Position:
    """The start position of an environment: `start`, or the start of the game."""
    if start is None:
        return find_game(game).start(seats, **options)
    if start.game is not find_game(game) or options or seats not in (None, start.seats):
        raise BadEnvironment(message("env.start.differs", game=start.game.title))
    return start


class Ground:
    """The common data of the games of one environment: start, encoding and past."""

    def __init__(self, start: Position):
        if start.concealed:
            raise BadEnvironment(message("env.start.concealed"))
        if start.turn is None:
            raise BadEnvironment(message("env.start.over"))
        self.start = start
        self.encoding = Encoding(start)
        tag = self.tag = jit.bind(start.game)
        self.row: np.ndarray = jit.rows(tag, 1)[0]
        jit.save(tag, start.state, self.row)
        self.conceals = tag.find("known") is not None
        """Whether seats can have secrets in this game."""
        self.repeats = isinstance(start, Repeating) and start.repeats_within > 0
        self.seen = self._past() if self.repeats else {}

    def _past(self) -> dict[int, int]:
        """The occurrences of each state up to the start, by its key."""
        found: dict[int, int] = {}
        position: Position | None = self.start
        while position is not None:
            key = int(jit.key(self.tag, position.state))
            found[key] = found.get(key, 0) + 1
            position = position.before
        return found

    def __deepcopy__(self, _memo: dict[int, Any]) -> Ground:
        return self

    def __reduce__(self) -> tuple[type[Ground], tuple[Position]]:
        return Ground, (self.start,)


class Cursor:
    """One game in progress."""

    __slots__ = ("_codes", "_position", "_row", "_seen", "actions", "ground", "turn")

    turn: int
    """The seat that decides, CHANCE, or OVER."""
    actions: npt.NDArray[np.int64]
    """The legal actions in rising order; where chance decides, numbers from 0."""

    def __init__(self, ground: Ground):
        self.ground = ground
        self._row = ground.row.copy()
        self._seen = dict(ground.seen)
        self._look()

    def _look(self) -> None:
        tag = self.ground.tag
        turn, self._codes, self.actions = single.look(tag, self._row, tag.max_moves)
        self.turn = int(turn)
        self._position: Position | None = None

    def _go(self, code: int) -> None:
        ground = self.ground
        key = int(single.go(ground.tag, self._row, code))
        self._look()
        if ground.repeats:
            self._seen[key] = self._seen.get(key, 0) + 1
            if self._seen[key] >= _THIRD and self.turn != OVER:
                single.wear(ground.tag, self._row)
                self._look()

    # -- what there is to see -------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.turn == OVER

    @property
    def position(self) -> Position:
        """The position, to read and to draw; it has no history."""
        if self._position is None:
            state = jit.load(self.ground.tag, self._row)
            self._position = self.ground.start.with_state(state)
        return self._position

    def mask(self) -> npt.NDArray[np.int8]:
        """1 for every legal action of the seat that decides."""
        found = np.zeros(self.ground.encoding.actions, dtype=np.int8)
        if self.turn != CHANCE:
            found[self.actions] = 1
        return found

    def observe(self, seat: int) -> npt.NDArray[np.int8]:
        """The observation of that seat: [plane, row, column]."""
        planes, rows, columns = shape = self.ground.encoding.shape
        out = np.empty((planes, rows * columns), dtype=np.int8)
        single.see(self.ground.tag, self._row, seat, out)
        return out.reshape(shape)

    def payoffs(self) -> tuple[float, ...]:
        """The payoff of each seat; zeros before the end."""
        out = np.zeros(self.ground.start.seats, dtype=np.float64)
        if self.over:
            single.result(self.ground.tag, self._row, out)
        return tuple(out.tolist())

    def odds(self) -> list[tuple[int, float]]:
        """The outcomes that chance may choose now, each with its probability."""
        by_code = {move.code: float(odd) for move, odd in self.position.odds().items()}
        return [(i, by_code[code]) for i, code in enumerate(self._codes.tolist())]

    def texts(self) -> dict[int, str]:
        """The legal actions, or the outcomes of chance, in notation."""
        by_code = {move.code: move.text for move in self.position.moves()}
        pairs = zip(self.actions.tolist(), self._codes.tolist(), strict=True)
        return {action: by_code[code] for action, code in pairs}

    # -- going on -------------------------------------------------------------------------------

    def code(self, action: int) -> int:
        """The kernel's number of a legal action; raises BadAction when it is not legal."""
        if not isinstance(action, int | np.integer):
            raise BadAction.kind(action)
        i = int(np.searchsorted(self.actions, action))
        if i == len(self.actions) or self.actions[i] != action:
            raise BadAction.illegal(int(action))
        return int(self._codes[i])

    def act(self, action: int) -> None:
        """Make an action; raises BadAction, and changes nothing, when it is not legal."""
        self._go(self.code(action))

    def pick(self, rng: np.ndarray) -> int:
        """A random legal action; where chance decides, drawn by its odds."""
        tag = self.ground.tag
        code = single.picked(tag, self._row, rng, tag.max_moves)
        return int(self.actions[self._codes == code][0])

    def draw(self, rng: np.ndarray) -> None:
        """Draw chance until a seat decides or the game is over."""
        while self.turn == CHANCE:
            self.act(self.pick(rng))

    def copy(self) -> Cursor:
        """An independent cursor at the same state."""
        made = Cursor.__new__(Cursor)
        made.ground, made.turn = self.ground, self.turn
        made._row, made._seen = self._row.copy(), dict(self._seen)
        made._codes, made.actions, made._position = self._codes, self.actions, self._position
        return made

    def __deepcopy__(self, _memo: dict[int, Any]) -> Cursor:
        return self.copy()
