"""Line mode: the board is printed as text; moves and commands are typed.

For terminals, pipes and screen readers: nothing is overwritten, every answer is a line of text, and
the end of the input ends the session.
"""

from __future__ import annotations

import contextlib
import random
import sys
import textwrap
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, TypeVar

from ..core.abilities import HasBoardFiles
from ..core.errors import IcefieldError, NotNow
from ..core.game import CHANCE, Game, Move, Position
from ..core.message import Message, message
from ..core.scene import Scene
from ..play import Match, decisions_back, meant
from ..play.session import NO_THREATS, find_threats, match_result, status
from . import line_wording
from .commands.games import find_rule, rule_text
from .console import BadUsage, Console
from .interruptible import Work
from .record_files import MAX_LINE_CHARACTERS, Files

if TYPE_CHECKING:
    from ..bots import Bot

Found = TypeVar("Found")
_MANY, _FEW = 100, 12
"""More moves than the first are grouped; at most the second are named."""


@dataclass(frozen=True)
class Players:
    """The names of the players, and the bots among them by number."""

    names: tuple[str, ...]
    bots: Mapping[int, Bot] = field(default_factory=dict)

    @property
    def people(self) -> int:
        """Return the number of human players, who type their moves."""
        return len(self.names) - len(self.bots)


@dataclass(frozen=True)
class Look:
    """How positions are shown: as a drawing or in words; with or without colours."""

    words: bool = False
    colour: bool = False


class Quit(Exception):  # noqa: N818
    """Raised to end the session."""


class Table:
    """One session, with the files it writes."""

    def __init__(
        self,
        match: Match,
        players: Players,
        console: Console,
        look: Look,
        seed: int,
        files: Files,
    ):
        self.match = match
        self._files = files
        self._players = players
        self._bots = players.bots
        self._console = console
        self._look = look
        self._seed = seed
        self._record: str | None = None
        self._commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "board": self._board,
            "words": self._words,
            "moves": self._moves,
            "why": self._why,
            "hint": self._hint,
            "threats": self._threats,
            "undo": self._undo,
            "rules": self._rules,
            "score": self._score,
            "position": self._position,
            "save": self._save,
            "next": self._next,
            "quit": self._quit,
        }

    # -- the session ----------------------------------------------------------------------------

    def sit(self, record: str | None = None) -> None:
        """Play until the players quit or the input ends.

        With `record`, that file always holds the current state of the match."""
        if record is not None:
            self._write(record)
            self._record = record
        if sys.stdin.isatty():
            with contextlib.suppress(ImportError):  # readline is missing on Windows
                import readline  # noqa: F401 (gives `input` editing and a history)
        title, designer = self.match.game.title, self.match.game.designer
        self._say(message("cli.play.welcome", title=title, designer=designer))
        self._name_board(self.match.game, self.match.position)
        self._say()
        self._show()
        try:
            while True:
                self._step()
        except Quit:
            return

    def _name_board(self, game: Game, position: Position) -> None:
        """Print the name of the board if it is not the game's own."""
        if isinstance(game, HasBoardFiles):
            value = position.options[game.board_option]
            if value not in game.board_samples:
                self._say(message("cli.play.on_board", name=game.board_read(value).name))

    def _step(self) -> None:
        """Take one bot move, or read one line of a human player."""
        position = self.match.position
        if position.outcome is not None:
            if not self._players.people:
                self._go_on()
            else:
                self._obey(self._ask(message("cli.play.over_prompt")))
            return
        assert position.turn is not None
        if position.turn == CHANCE:  # a match read from a file does not draw by itself
            drawn = random.Random(f"{self._seed} {self.match.decision}")
            odds = position.odds()
            weights = [float(p) for p in odds.values()]
            self._play(drawn.choices(list(odds), weights)[0])
            return
        if self._bot_is_next():
            self._bot(self.match.seating[position.turn], position.turn)
        else:
            seat = self.match.game.seat_name(position.turn)
            self._obey(self._ask(message("cli.play.prompt", seat=seat)))

    def _go_on(self) -> None:
        """After a game between bots: start the next one, or end the session."""
        if self.match.over:
            raise Quit
        self._next("")

    def _say(self, what: Message | str = "") -> None:
        self._console.say(what)

    def _ask(self, prompt: Message) -> str:
        """Read a line of input; input from a pipe is echoed, as a terminal would do."""
        words = self._console.text(prompt)
        if sys.stdin.isatty():
            try:
                return input(words)
            except EOFError:
                self._say()
                raise Quit from None
        sys.stdout.flush()
        line = sys.stdin.readline(MAX_LINE_CHARACTERS)
        if not line:
            raise Quit
        self._say(f"{words}{line.rstrip()}")
        return line

    def _obey(self, line: str) -> None:
        """Play a move or run a command; print the reason for what is refused."""
        word, _, rest = line.strip().partition(" ")
        if not word:
            if self.match.game_over and not self.match.over:
                self._next("")
            return
        try:
            name = _SHORT.get(word.lower(), word.lower())
            move = meant(self.match.position, line)
            if name in self._commands and move is None:
                self._commands[name](rest.strip())
            else:
                self._play(move or line.strip())
        except IcefieldError as error:
            self._say(self._wrapped(self._console.refusal(error)))

    def _wrapped(self, words: str) -> str:
        return textwrap.fill(words, self._console.width, break_on_hyphens=False)

    def _play(self, move: str | Move) -> None:
        try:
            self.match.submit(move)
        except IcefieldError as error:
            if error.code != "bad-notation":
                raise
            why = line_wording.without_place(error.sentence)
            raise BadUsage(message("cli.play.not_understood", why=why)) from error
        self._changed()

    def _changed(self) -> None:
        """Save the record and show the position, after every change.

        With a human player nothing is shown between their move and the bot's answer."""
        if self._record is not None:
            self._write(self._record)
        if self.match.position.turn == CHANCE or (self._players.people and self._bot_is_next()):
            return
        self._say()
        self._show()
        if self.match.game_over:
            self._end_of_game()

    def _bot_is_next(self) -> bool:
        turn = self.match.position.turn
        return turn is not None and turn != CHANCE and self.match.seating[turn] in self._bots

    def _end_of_game(self) -> None:
        self._say()
        self._score("")
        result = match_result(self.match)
        if result is not None:
            self._say(result)
        elif self._players.people:
            self._say(message("cli.play.next_game"))

    def _show(self) -> None:
        if self._look.words:
            self._words("")
        else:
            self._board("")

    # -- bots -----------------------------------------------------------------------------------

    def _bot(self, player: int, seat: int) -> None:
        bot = self._bots[player]
        position = self.match.position
        seed = self._seed + self.match.decision
        report = self._think(lambda stop: bot.choose(position, seat=seat, seed=seed, stop=stop))
        self._say(
            line_wording.move("cli.play.bot_plays", report.best, who=self.match.players[player])
        )
        self._play(report.best)

    def _think(self, think: Callable[[threading.Event], Found]) -> Found:
        """Run a search in a worker thread; Ctrl-C ends it and the program."""
        stop = threading.Event()
        work = Work(lambda: think(stop), stop)
        found = work.wait()
        if work.interrupted:
            raise KeyboardInterrupt
        return found

    # -- commands -------------------------------------------------------------------------------

    def _help(self, _rest: str) -> None:
        self._say(message("cli.play.help"))
        for name in self._commands:
            line = self._console.text(message(f"cli.play.help.{name}"))
            usage, _, about = line.partition(" — ")
            self._say(f"  {usage:<14}{about}")

    def _scene(self) -> Scene:
        """The drawing; its caption addresses the human player who is to move."""
        position, people = self.match.position, self._players.people
        waits = self.match.game_over or position.turn == CHANCE or self._bot_is_next()
        shown = position.scene()
        asked = None if waits else position.turn
        return replace(shown, caption=status(position, shown, asked, alone=people == 1))

    def _board(self, _rest: str) -> None:
        from ..render.text import text

        scene = self._scene()
        language, colour = self._console.language, self._look.colour
        self._say(text(scene, language=language, colour=colour))

    def _words(self, _rest: str) -> None:
        for line in line_wording.scene(self._scene(), self._console.language):
            words = line if isinstance(line, str) else self._console.text(line)
            self._say(self._wrapped(words))

    def _moves(self, rest: str) -> None:
        """Print the legal moves: few with names, many without, very many by prefix."""
        listed = line_wording.chosen(self.match.position.moves(), rest.lower())
        self._say(message("cli.play.count", n=len(listed)))
        if len(listed) > _MANY:
            stems = line_wording.stems(listed)
            self._say(self._wrapped(" ".join(f"{stem}…({n})" for stem, n in stems.items())))
            self._say(message("cli.play.stems", stem=next(iter(stems))))
        elif rest and len(listed) <= _FEW:
            for move in listed:
                name = "" if move.name is None else self._console.text(move.name)
                self._say(f"  {move.text:<14} {name}".rstrip())
        elif listed:
            self._say(self._wrapped(" ".join(move.text for move in listed)))

    def _why(self, rest: str) -> None:
        if not rest:
            raise BadUsage(message("cli.play.why"))
        move = meant(self.match.position, rest) or rest
        refusal = self.match.position.explain(move)
        if refusal is None:
            self._say(message("cli.play.legal", move=str(move)))
            return
        sentence = self._console.text(line_wording.without_place(refusal.sentence))
        self._say(self._wrapped(f"{sentence} ({refusal.rule})" if refusal.rule else sentence))
        if refusal.rule is not None:
            rule = find_rule(self.match.game, refusal.rule)
            self._say(rule_text(rule, self._console))

    def _hint(self, _rest: str) -> None:
        """Print a good move for the seat to move, and the value of its position."""
        from ..analysis.hints import find_hint

        seat = self.match.position.turn
        if seat is None:
            raise NotNow(message("core.game_over"))
        view = self.match.position.view(seat)
        hint = self._think(lambda stop: find_hint(view, seat, stop))
        self._say(line_wording.move("cli.play.try", hint.move))
        self._say(self._wrapped(self._console.text(hint.text)))

    def _threats(self, _rest: str) -> None:
        """Print what the opponents threaten to play against the seat to move."""
        seat = self.match.position.turn
        found = find_threats(self.match.position.view(seat), seat)
        for threat in found:
            self._say(self._wrapped(self._console.text(threat.text)))
        if not found:
            self._say(NO_THREATS)

    def _undo(self, _rest: str) -> None:
        """Undo to the last decision of a human player."""
        position, seating = self.match.position, self.match.seating
        bots = {seat for seat in range(position.seats) if seating[seat] in self._bots}
        people = {*range(position.seats)} - bots
        for _ in range(decisions_back(position, people, bots)):
            self.match.undo()
        self._changed()

    def _rules(self, rest: str) -> None:
        chosen = [find_rule(self.match.game, n) for n in rest.split()] or self.match.game.rules
        for rule in chosen:
            self._say(rule_text(rule, self._console))

    def _score(self, _rest: str) -> None:
        for line in line_wording.sheet(self.match):
            self._say(line)

    def _position(self, _rest: str) -> None:
        self._say(str(self.match.position))

    def _save(self, rest: str) -> None:
        if not rest:
            raise BadUsage(message("cli.play.save"))
        self._write(rest)
        self._say(message("cli.play.saved", file=rest))

    def _write(self, file: str) -> None:
        """Write the match in its current state."""
        self._files.write(file, self.match.records())

    def _next(self, _rest: str) -> None:
        if self.match.over:
            self.match.extend()
        else:
            self.match.next_game()
        self._changed()

    def _quit(self, _rest: str) -> None:
        raise Quit


_SHORT: Final = {
    "?": "help",
    "h": "help",
    "b": "board",
    "w": "words",
    "m": "moves",
    "u": "undo",
    "q": "quit",
    "exit": "quit",
    "bye": "quit",
}
