"""Open the app without a terminal, drive it by keys and mouse, read its screen."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from textual.dom import DOMNode
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import RichLog, Static

import icefield
from icefield.bots import bot
from icefield.core.game import Move
from icefield.play import Match, Record
from icefield.tui.app import Terminal
from icefield.tui.screens import Sheet
from icefield.tui.session import Setup

from ..timeouts import HANG_S

SMALL, LARGE = (80, 24), (140, 45)
_ROUNDS = 4


@dataclass
class Hands:
    """A user at the keyboard of an app."""

    app: Terminal
    pilot: Pilot[int]

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def until(self, seen: Callable[[], bool]) -> None:
        """Wait for something that a thread brings about."""
        async with asyncio.timeout(HANG_S):
            while not seen():
                await self.pilot.pause(0.01)

    async def asked(self) -> None:
        """Wait until a person is to decide, or the game is over."""
        session = self.app.session
        await self.until(lambda: session.person_asked is not None or session.outcome is not None)
        await self.pilot.pause()

    async def go(self, space: str) -> None:
        """Bring the cursor to a space with the arrow keys."""
        board = self.app.board
        for _ in range(60):
            if board.cursor == space:
                return
            here, there = board.plan.boxes[board.cursor].middle, board.plan.boxes[space].middle
            across, down = there[0] - here[0], there[1] - here[1]
            keys = [
                ("right" if across > 0 else "left", abs(across)),
                ("down" if down > 0 else "up", abs(down)),
            ]
            before = board.cursor
            for key, _ in sorted(keys, key=lambda k: -k[1]):
                await self.press(key)
                if board.cursor != before:
                    break
        raise AssertionError(f"the cursor does not come from {board.cursor} to {space}")

    async def play(self, move: Move) -> None:
        """Make a move by keys alone: the cursor and Enter, figures for the buttons."""
        for touch in move.touches:
            if touch in self.app.board.plan.boxes:
                await self.go(touch)
                await self.press("enter")
            else:
                ids = [control.id for control in self.app.session.controls]
                await self.press("1234567890"[ids.index(touch)])

    @property
    def said(self) -> str:
        return self._text("said")

    @property
    def place(self) -> str:
        return self._text("place")

    @property
    def caption(self) -> str:
        return self._text("caption")

    def _text(self, id_: str) -> str:
        return str(self.app.screen_stack[0].query_one(f"#{id_}", Static).content)

    @property
    def listed(self) -> list[str]:
        """The lines of the list of moves."""
        log = self.app.screen_stack[0].query_one("#moves", RichLog)
        return [line.text.rstrip() for line in log.lines]

    @property
    def sheet(self) -> str | None:
        """What lies over the board."""
        screen = self.app.screen
        return screen.text if isinstance(screen, Sheet) else None


Playing = Callable[[Hands], Awaitable[None]]


@dataclass
class Table:
    """The arguments of an app; the same `plies` moves have been made every time."""

    key: str
    seats: int | None = None
    bots: Sequence[int] = ()
    language: str = "en"
    games: int = 1
    plies: int = 0
    seed: int = 1
    kept: list[Sequence[Record]] = field(default_factory=list)
    keep: Callable[[Sequence[Record]], None] | None = None

    def app(self) -> Terminal:
        game = icefield.game(self.key)
        count = self.seats or game.seats[0]
        chance, choice = random.Random(self.seed), random.Random(self.seed)
        names = [f"Bot {i}" if i in self.bots else f"Person {i}" for i in range(count)]

        def fresh() -> Match:
            return Match(game, names, games=self.games, seats=count, chance=chance)

        match = fresh()
        for _ in range(self.plies):
            if not match.game_over:
                match.submit(choice.choice(match.position.moves()))
        weak = {player: bot(game, "1") for player in self.bots}
        setup = Setup(fresh, weak, self.seed, self.keep or self.kept.append)
        return Terminal(match, setup, language=self.language, pause=0)

    def sit(self, playing: Playing, size: tuple[int, int] = SMALL) -> None:
        """Open the app and play.

        Textual waits after every key until the process does next to nothing, which takes long on
        a busy machine and while bots think; here it waits until every message has arrived."""
        app = self.app()

        async def settled(_at_least: float = 0) -> None:
            await _quiet(app)

        async def session() -> None:
            async with app.run_test(size=size) as pilot:
                await pilot.pause()
                await playing(Hands(app, pilot))

        idle = "textual.app.wait_for_idle", "textual.pilot.wait_for_idle"
        with patch(idle[0], settled), patch(idle[1], settled):
            _apart(session)


def _apart(session: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a session in a thread of its own.

    A browser test may have left an event loop running in this one, and there can be only one.
    """
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(session())).result()


async def _quiet(app: Terminal) -> None:
    """Wait until no message has been under way for some turns of the loop."""
    quiet = 0
    while quiet < _ROUNDS:
        await asyncio.sleep(0.001)
        pumps = [app, *(node for screen in app.screen_stack for node in _nodes(screen))]
        quiet = 0 if any(pump.message_queue_size for pump in pumps) else quiet + 1


def _nodes(screen: Screen[object]) -> list[DOMNode]:
    return [screen, *screen.walk_children()]
