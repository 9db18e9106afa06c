"""The games as OpenSpiel games, written in Python: `python_icefield_seals` etc.

Chance is explicit. Votes that are secret in the game are cast one after the other: what a player
knows, `information_state_string`, has the votes of the others as `?` until all have voted. Actions
are numbered as everywhere in this package; the outcomes of chance, from 0.

Parameters are `players`, the options of the game, and `position`, the text of a position to begin
with. In a game string, where `,`, `=` and brackets have a meaning, values are percent-encoded as in
URLs (`quoted`); `pyspiel.load_game(name, {"position": text})` takes them as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from ..core import jit
from ..core.game import CHANCE, Game, Position
from ..core.message import message
from ..games import game as find_game
from ..games import keys
from .bounds import bounds
from .cursor import Cursor, Ground, begin
from .errors import BadEnvironment

_PLAYERS, _POSITION = "players", "position"
_PLAIN: Final = " /:;+@*#~|?!"  # besides letters, digits and _.-~ : what a game string may hold
_SECRET: Final = "?"


def name(key: str) -> str:
    """The name under which OpenSpiel knows a game."""
    return f"python_icefield_{key}"


def quoted(text: str) -> str:
    """A text as a value in a game string."""
    return quote(text, safe=_PLAIN)


# -- games ----------------------------------------------------------------------------------------


def _defaults(game: Game) -> dict[str, Any]:
    """The parameters with their default values; an empty text means no value."""
    options = {o.name: "" if o.default is None else o.default for o in game.options}
    return {_PLAYERS: min(game.seats), _POSITION: "", **options}


def _type(game: Game) -> pyspiel.GameType:
    conceals = jit.bind(game).find("known") is not None
    by_chance = bounds(game.start()).outcomes > 0
    chance, information = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=name(game.key),
        long_name=f"{game.title} ({game.designer})",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if by_chance else chance.DETERMINISTIC,
        information=(
            information.IMPERFECT_INFORMATION if conceals else information.PERFECT_INFORMATION
        ),
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=conceals,
        parameter_specification=_defaults(game),
    )


def _start(game: Game, given: dict[str, Any]) -> Position:
    """The start position of games with these parameters."""
    values = {k: unquote(v) if isinstance(v, str) else v for k, v in given.items()}
    plain = _defaults(game)
    options = {
        option.name: values[option.name]
        for option in game.options
        if values.get(option.name, plain[option.name]) != plain[option.name]
    }
    players, text = values.get(_PLAYERS, plain[_PLAYERS]), values.get(_POSITION, "")
    if not text:
        return game.start(players, **options)
    start = game.read(text, **options)
    if players not in (start.seats, plain[_PLAYERS]):
        raise BadEnvironment(message("env.spiel.seats", count=start.seats, wanted=players))
    return start


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its number of players, options and start."""

    game: ClassVar[Game]
    kind: ClassVar[pyspiel.GameType]

    def __init__(self, params: dict[str, Any] | None = None):
        given = params or {}
        start = _start(self.game, given)
        if start.seats < 2:
            raise BadEnvironment(message("env.spiel.too_few", count=start.seats))
        self.ground = Ground(start)
        found = bounds(start)
        self._draws = found.draws
        info = pyspiel.GameInfo(
            num_distinct_actions=self.ground.encoding.actions,
            max_chance_outcomes=found.outcomes,
            num_players=start.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=found.decisions,
        )
        super().__init__(self.kind, info, self._parameters(given, start))

    def _parameters(self, given: dict[str, Any], start: Position) -> dict[str, Any]:
        """The parameters that differ from the default, as a game string may hold them."""
        plain = _defaults(self.game)
        clean = {k: quoted(unquote(v)) if isinstance(v, str) else v for k, v in given.items()}
        clean[_PLAYERS] = start.seats
        return {k: v for k, v in clean.items() if v != plain[k]}

    def __reduce__(self) -> tuple[Callable[[str], SpielGame], tuple[str]]:
        return _load, (str(self),)

    def new_initial_state(self) -> SpielState:
        """The state in which the game begins."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The maximum number of chance decisions in a game."""
        return self._draws

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> Observer:
        """An observer, which sees states as a player does."""
        return Observer(
            iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params, self.ground
        )


def _load(text: str) -> SpielGame:
    """The game that a game string stands for."""
    found: SpielGame = pyspiel.load_game(text)
    return found


# -- states ---------------------------------------------------------------------------------------


class Told:
    """The decisions so far, as each player knows them.

    All are public except those made since the position began to conceal something; they become
    public when the position conceals nothing any more.
    """

    __slots__ = ("public", "secret")

    def __init__(self, public: str = "", secret: tuple[tuple[int, int], ...] = ()):
        self.public = public
        self.secret = secret

    def then(self, who: int, action: int, concealing: bool) -> Told:
        """The decisions known after one more."""
        secret = (*self.secret, (who, action))
        if concealing:
            return Told(self.public, secret)
        return Told(self.public + "".join(f" {_who(w)}:{a}" for w, a in secret))

    def to(self, player: int) -> str:
        """The decisions as that player knows them."""
        own = (f" {_who(w)}:{a if w == player else _SECRET}" for w, a in self.secret)
        return f"{player}|{self.public}{''.join(own)}"

    def private(self, player: int) -> str:
        """The decisions that only that player knows."""
        return " ".join(f"{_who(w)}:{a}" for w, a in self.secret if w == player)

    def __deepcopy__(self, _memo: dict[int, Any]) -> Told:
        return self


def _who(seat: int) -> str:
    return "c" if seat == CHANCE else str(seat)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of a game."""

    def __init__(self, game: SpielGame):
        super().__init__(game)
        self.cursor = Cursor(game.ground)
        self.told = Told()

    def current_player(self) -> int:
        if self.cursor.over:
            return int(pyspiel.PlayerId.TERMINAL)
        turn = self.cursor.turn
        return int(pyspiel.PlayerId.CHANCE) if turn == CHANCE else turn

    def is_terminal(self) -> bool:
        return self.cursor.over

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        found: list[int] = self.cursor.actions.tolist()
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance with their probabilities."""
        return self.cursor.odds()

    def _apply_action(self, action: int) -> None:
        who = self.cursor.turn
        self.cursor.act(action)
        concealing = self.cursor.ground.conceals and self.cursor.position.view(None).concealed
        self.told = self.told.then(who, action, concealing)

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002
        return self.cursor.texts().get(action, str(action))

    def returns(self) -> list[float]:
        """The payoffs at the end, zeros before it."""
        return list(self.cursor.payoffs())

    def __str__(self) -> str:
        return str(self.cursor.position)


class Observer:
    """Sees states as a player does: texts, and planes where no memory is needed."""

    def __init__(self, kind: Any, params: dict[str, Any] | None, ground: Ground):
        if params:
            raise BadEnvironment(message("env.spiel.observer"))
        self._kind = kind
        self._own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: np.ndarray | None = None
        self.dict: dict[str, np.ndarray] = {}
        if kind.public_info and self._own and not kind.perfect_recall:
            shape = ground.encoding.shape
            self.tensor = np.zeros(int(np.prod(shape)), dtype=np.float32)
            self.dict["observation"] = self.tensor.reshape(shape)

    def set_from(self, state: SpielState, player: int) -> None:
        """Store what the player sees of a state."""
        if self.tensor is not None:
            self.dict["observation"][:] = state.cursor.observe(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """The state as the player sees it or, with perfect recall, knows it."""
        told, position = state.told, state.cursor.position
        if not self._kind.public_info:
            return told.private(player) if self._own else ""
        if self._kind.perfect_recall:
            return told.to(player if self._own else CHANCE)
        return str(position.view(player if self._own else None))


# -- registration ---------------------------------------------------------------------------------


def _register(key: str) -> None:
    """Register the games with OpenSpiel.

    OpenSpiel keeps the constructor beyond the end of the interpreter; a class survives that, a
    function does not.
    """
    game = find_game(key)
    kind = _type(game)
    maker = type(f"{key.capitalize()}Game", (SpielGame,), {"game": game, "kind": kind})
    pyspiel.register_game(kind, maker)


for _key in keys():
    _register(_key)


def openspiel(
    game: str, *, seats: int | None = None, start: Position | None = None, **options: Any
) -> SpielGame:
    """See `icefield.env.openspiel`."""
    first = begin(game, seats, start, options)
    given: dict[str, Any] = {**options, _PLAYERS: first.seats}
    if start is not None:
        given |= {**start.options, _POSITION: str(start)}
    made: SpielGame = pyspiel.load_game(name(game), given)
    return made
