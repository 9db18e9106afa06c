"""What goes on at a terminal: a match, its bots, whose eyes look at the board, and what has been
touched. Draws nothing and knows no rule; the app shows it."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..analysis.hints import Hint, find_hint
from ..bots import Bot
from ..core.errors import BadNotation, IcefieldError, NotNow, Refusal
from ..core.game import CHANCE, Game, Move, Outcome, Position
from ..core.message import message
from ..core.mistakes import Threat
from ..core.scene import Control, Scene
from ..play import Match, Record, decisions_back, meant
from ..play.session import find_threats
from .touch_path import Walk


@dataclass(frozen=True, slots=True)
class Made:
    """A move in the list: its number from 1, who made it (or CHANCE), and the move; None while it
    is secret."""

    number: int
    seat: int
    move: Move | None


@dataclass(frozen=True, slots=True)
class Setup:
    """What `icefield play` was asked for: how a match begins, who is a bot in it (by player), the
    seed of all chance, and what keeps the records after each change."""

    fresh: Callable[[], Match]
    bots: Mapping[int, Bot]
    seed: int
    keep: Callable[[Sequence[Record]], None] = lambda _records: None


class Session:
    """A sitting: one match after the other, with the same players."""

    def __init__(self, match: Match, setup: Setup):
        self.match = match
        self.walk = Walk()
        self._setup = setup
        self._before: tuple[Record, ...] = ()
        self._lifted: tuple[int, int] | None = None
        self.changes = 0
        """Goes up with everything that changes the position; thoughts about an older one are
        dropped."""
        self.trouble: Refusal | None = None
        """Why the last change could not be kept, if it could not."""
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
        """The seats of people."""
        seating = self.match.seating
        return frozenset(s for s, player in enumerate(seating) if player not in self._setup.bots)

    @property
    def asked(self) -> int | None:
        """The seat that is to decide, or None at the end and where chance decides."""
        turn = None if self.outcome is not None else self.position.turn
        return None if turn == CHANCE else turn

    @property
    def person_asked(self) -> int | None:
        """The seat that is to decide, where a person sits on it."""
        return self.asked if self.asked in self.people else None

    def bot_asked(self) -> Bot | None:
        """The bot that is to decide."""
        seat = self.asked
        return None if seat is None else self._setup.bots.get(self.match.seating[seat])

    @property
    def veiled(self) -> bool:
        """Whether a secret decision of somebody waits until the others look away: several people
        share the screen, and their votes must not be seen."""
        seat = self.person_asked
        if seat is None or len(self.people) < 2:
            return False
        secret = len(self.position.deciders) > 1 or self.position.view(None).concealed
        return secret and self._lifted != (self.changes, seat)

    def lift(self) -> None:
        """Whoever is asked sits at the keyboard alone."""
        seat = self.person_asked
        self._lifted = None if seat is None else (self.changes, seat)
        self._look()

    @property
    def eyes(self) -> int | None:
        """The seat from which the board is seen: that of the only person, else of the person who
        decides; None for a spectator."""
        if len(self.people) == 1:
            return next(iter(self.people))
        return None if self.veiled else self.person_asked

    @cached_property
    def view(self) -> Position:
        """The position as far as those eyes may know it."""
        return self.position.view(self.eyes)

    @cached_property
    def scene(self) -> Scene:
        return self.view.scene(self.eyes)

    @property
    def controls(self) -> tuple[Control, ...]:
        """The buttons that may be pressed next."""
        following = set(self.walk.next)
        return tuple(control for control in self.scene.controls if control.id in following)

    def made(self, most: int) -> list[Made]:
        """The last moves, the latest at the end; what is still secret is left blank."""
        found: list[Made] = []
        after, number = self.position, len(self.position.history)
        secret = after.view(None).concealed
        while after.before is not None and len(found) < most:
            before = after.before
            seat = CHANCE if before.turn is None else before.turn
            found.append(Made(number, seat, None if secret else after.last))
            secret = secret and before.view(None).concealed
            after, number = before, number - 1
        return found[::-1]

    # -- what is done ---------------------------------------------------------------------------

    def _look(self) -> None:
        """Look at the board anew."""
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
        except IcefieldError as error:  # the game goes on nevertheless
            self.trouble = error.refusal

    def touch(self, id_: str) -> Refusal | None:
        """Touch a space or a control: the refusal, or None when it led somewhere."""
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
        """Play a move that was typed: the refusal, or None when it was played."""
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
        """Make a move of whoever is to decide; raises as a match does."""
        self.match.submit(move)
        self._changed()

    def draw(self) -> bool:
        """Where chance decides, as after a record was read, let it; whether it did."""
        position = self.position
        if self.outcome is not None or position.turn != CHANCE:
            return False
        odds = position.odds()
        chance = random.Random(f"{self._setup.seed} {self.match.decision}")
        self.play(chance.choices(list(odds), [float(p) for p in odds.values()])[0])
        return True

    def undo(self) -> None:
        """Back to the last decision of a person; raises NotNow that says why not."""
        people = self.people
        bots = frozenset(range(self.position.seats)) - people
        for _ in range(decisions_back(self.position, people, bots)):
            self.match.undo()
        self._changed()

    def another(self) -> None:
        """The next game of the match, another pair after its end, or a new match."""
        if self.outcome is not None and not self.match.over:
            self.match.next_game()
        elif self.match.over and self.match.length > 1:
            self.match.extend()
        else:
            if self.position.history:
                self._before += self.match.records()
            self.match = self._setup.fresh()
        self._changed()

    # -- thinking: asked for here, done in a thread of its own ----------------------------------

    def bot_thought(self) -> Callable[[threading.Event], Move]:
        """What finds the move of the bot that is to decide; it blocks until it is stopped."""
        position, seat, bot = self.position, self.asked, self.bot_asked()
        assert bot is not None
        seed = self._setup.seed + self.match.decision
        return lambda stop: bot.choose(position, seat=seat, seed=seed, stop=stop).best

    def hint_thought(self) -> Callable[[threading.Event], Hint]:
        """What finds a good move for the person who is to decide, from what that person knows;
        raises NotNow."""
        view, seat = self.view, self._deciding()
        return lambda stop: find_hint(view, seat, stop)

    def threats(self) -> Sequence[Threat]:
        """What the others could do next to whoever is to decide; raises NotNow."""
        return find_threats(self.view, self._deciding())

    def _deciding(self) -> int:
        """The person who may be helped now."""
        seat = self.person_asked
        if seat is None or self.veiled:
            raise NotNow(self._nobody_asked().sentence)
        return seat
