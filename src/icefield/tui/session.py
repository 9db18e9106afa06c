"""The state of a terminal session: match, bots, viewer, and the touches so far.

Draws nothing and knows no rule; the app shows it.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ..analysis.hints import Hint, find_hint
from ..bots import Bot
from ..core import jit
from ..core.abilities import TellsEffects
from ..core.errors import BadNotation, IcefieldError, NotNow, Refusal
from ..core.game import CHANCE, Game, Move, Outcome, Position
from ..core.message import Message, message
from ..core.mistakes import Threat
from ..core.scene import Control, Scene
from ..play import Match, Record, decisions_back, meant
from ..play.session import find_threats, status
from .touch_path import Walk

_INTERPRETED_S: Final = 5.0
"""The processor time for a bot's move whose search is not compiled yet."""


@dataclass(frozen=True, slots=True)
class Made:
    """A move in the list, with its number, its seat and its effects.

    Numbers are from 1, the seat may be CHANCE, and the move is None while it is secret.
    """

    number: int
    seat: int
    move: Move | None
    effects: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Setup:
    """The options of `icefield play`.

    How a match begins, the bots by player, the seed of all randomness, and the callback that saves
    the records after each change."""

    fresh: Callable[[], Match]
    bots: Mapping[int, Bot]
    seed: int
    keep: Callable[[Sequence[Record]], None] = lambda _records: None


class Session:
    """A session: one match after the other, with the same players."""

    def __init__(self, match: Match, setup: Setup):
        self.match = match
        self.walk = Walk()
        self._setup = setup
        self._before: tuple[Record, ...] = ()
        self._lifted: tuple[int, int] | None = None
        self.changes = 0
        """Incremented on every change of the position; results of older searches are dropped."""
        self.trouble: Refusal | None = None
        """The error of the last save, or None."""
        self._look()

    # -- who is who -----------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def position(self) -> Position:
        return self.match.position

    @property
    def outcome(self) -> Outcome | None:
        return self.match.outcome

    @property
    def people(self) -> frozenset[int]:
        """Return the seats of human players."""
        seating = self.match.seating
        return frozenset(s for s, player in enumerate(seating) if player not in self._setup.bots)

    @property
    def asked(self) -> int | None:
        """Return the seat to move, or None at the end and for a random draw."""
        turn = None if self.outcome is not None else self.position.turn
        return None if turn == CHANCE else turn

    @property
    def person_asked(self) -> int | None:
        """Return the seat to move if its player is human."""
        return self.asked if self.asked in self.people else None

    def bot_asked(self) -> Bot | None:
        """Return the bot to move, or None."""
        seat = self.asked
        return None if seat is None else self._setup.bots.get(self.match.seating[seat])

    @property
    def veiled(self) -> bool:
        """Whether the board is hidden until the player with a secret decision is alone.

        Several human players share the screen, and must not see each other's votes."""
        seat = self.person_asked
        if seat is None or len(self.people) < 2:
            return False
        secret = len(self.position.deciders) > 1 or self.position.view(None).concealed
        return secret and self._lifted != (self.changes, seat)

    def lift(self) -> None:
        """Show the board to the player to move, who has confirmed to be alone."""
        seat = self.person_asked
        self._lifted = None if seat is None else (self.changes, seat)
        self._look()

    @property
    def eyes(self) -> int | None:
        """Return the seat of the viewer, None for a spectator.

        It is the seat of the only human player, else that of the human player to move."""
        if len(self.people) == 1:
            return next(iter(self.people))
        return None if self.veiled else self.person_asked

    @cached_property
    def view(self) -> Position:
        """Return the position as the viewer may see it."""
        return self.position.view(self.eyes)

    @cached_property
    def scene(self) -> Scene:
        return self.view.scene(self.eyes)

    @property
    def status(self) -> Message:
        """Return the status line: what is to be decided, addressed to the human player."""
        seat = None if self.veiled else self.person_asked
        return status(self.view, self.scene, seat, alone=len(self.people) == 1)

    @property
    def controls(self) -> tuple[Control, ...]:
        """Return the buttons that can be pressed next."""
        following = set(self.walk.next)
        return tuple(control for control in self.scene.controls if control.id in following)

    def made(self, most: int) -> list[Made]:
        """Return the last moves, the latest at the end; secret ones are None."""
        found: list[Made] = []
        after, number = self.position, len(self.position.history)
        secret = after.view(None).concealed
        while after.before is not None and len(found) < most:
            before = after.before
            seat = CHANCE if before.turn is None else before.turn
            effects: tuple[Message, ...] = ()
            if not secret and isinstance(after, TellsEffects):
                effects = tuple(after.effects())
            found.append(Made(number, seat, None if secret else after.last, effects))
            secret = secret and before.view(None).concealed
            after, number = before, number - 1
        return found[::-1]

    # -- what is done ---------------------------------------------------------------------------

    def _look(self) -> None:
        """Reset everything that was derived from the previous position."""
        self.__dict__.pop("view", None)
        self.__dict__.pop("scene", None)
        seat = None if self.veiled else self.person_asked
        self.walk = Walk(() if seat is None else self.position.moves(seat))

    def _changed(self) -> None:
        self.changes += 1
        self._look()
        self.trouble = None
        try:
            self._setup.keep((*self._before, *self.match.records()))
        except IcefieldError as error:  # the game continues without a saved record
            self.trouble = error.refusal

    def touch(self, id_: str) -> Refusal | None:
        """Touch a space or a control; return the refusal, or None if it was accepted."""
        seat = self.person_asked
        if seat is None or self.veiled:
            return self._nobody_asked()
        touched = self.walk.touch(id_)
        if touched.move is not None:
            self.play(touched.move)
        elif touched.refused:
            return self.view.explain_touches(touched.refused, seat)
        return None

    def _nobody_asked(self) -> Refusal:
        if self.outcome is not None:
            return NotNow(message("core.game_over")).refusal
        return NotNow(message("tui.wait")).refusal

    def type(self, line: str) -> Refusal | None:
        """Play a typed move; return the refusal, or None if it was played."""
        seat = self.person_asked
        if seat is None or self.veiled:
            return self._nobody_asked()
        try:
            self.play(meant(self.position, line, seat) or line.strip())
        except BadNotation as error:
            return Refusal(error.refusal.code, error.rule, error.what)
        except IcefieldError as error:
            return error.refusal
        return None

    def play(self, move: Move | str) -> None:
        """Play a move of the seat to move; raises as `Match.play` does."""
        self.match.submit(move)
        self._changed()

    def draw(self) -> bool:
        """Make a pending random draw, as after reading a record.

        Return whether there was one.
        """
        position = self.position
        if self.outcome is not None or position.turn != CHANCE:
            return False
        odds = position.odds()
        chance = random.Random(f"{self._setup.seed} {self.match.decision}")
        self.play(chance.choices(list(odds), [float(p) for p in odds.values()])[0])
        return True

    def undo(self) -> None:
        """Undo to the last decision of a human player; raises NotNow with the reason."""
        people = self.people
        bots = frozenset(range(self.position.seats)) - people
        for _ in range(decisions_back(self.position, people, bots)):
            self.match.undo()
        self._changed()

    def another(self) -> None:
        """Start the next game of the match, the next pair after its end, or a new match."""
        if self.outcome is not None and not self.match.over:
            self.match.next_game()
        elif self.match.over and self.match.length > 1:
            self.match.extend()
        else:
            if self.position.history:
                self._before += self.match.records()
            self.match = self._setup.fresh()
        self._changed()

    # -- searches: created here, run in a worker thread -----------------------------------------

    def bot_thought(self) -> Callable[[threading.Event], Move]:
        """Return a function that finds the bot's move; it blocks until done or stopped."""
        position, seat, bot = self.position, self.asked, self.bot_asked()
        assert bot is not None
        seed = self._setup.seed + self.match.decision
        quick = not bot.level(position.seats).all_cores  # else its time is spent as Python

        def think(stop: threading.Event) -> Move:
            return jit.without_waiting(
                lambda: bot.choose(position, seat=seat, seed=seed, stop=stop).best,
                budget_s=_INTERPRETED_S if quick else 0.0,
            )

        return think

    def hint_thought(self) -> Callable[[threading.Event], Hint]:
        """Return a function that finds a hint for the human player to move.

        It uses only what that player knows. Raises NotNow."""
        view, seat = self.view, self._deciding()
        return lambda stop: find_hint(view, seat, stop)

    def threats(self) -> Sequence[Threat]:
        """Return the opponents' threats against the seat to move; raises NotNow."""
        return find_threats(self.view, self._deciding())

    def _deciding(self) -> int:
        """Return the seat of the human player who can be helped now; raises NotNow."""
        seat = self.person_asked
        if seat is None or self.veiled:
            raise NotNow(self._nobody_asked().sentence)
        return seat
