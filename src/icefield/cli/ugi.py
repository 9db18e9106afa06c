"""The engine's side of UGI, the Universal Game Interface.

The only module that holds protocol text; docs/engine-protocol.md is its specification.

`Engine.handle` takes one line and writes its answers through the function it was given, so a test
needs no process. A search runs in its own thread; `stop`, `isready`, `query` and `quit` are
answered meanwhile. No input ends the engine but `quit`.
"""

from __future__ import annotations

import os
import random
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from .. import __version__
from ..core.errors import BadOption, IcefieldError, NotNow
from ..core.game import CHANCE, Game, Option, Position
from ..core.message import Message, message
from . import search_choice
from .console import BadUsage

if TYPE_CHECKING:
    from ..search import Limits, Report

Write = Callable[[str], None]

_OPTION: Final = re.compile(r"name\s+(\S.*?)(?:\s+value(?:\s+(.*))?)?$", re.IGNORECASE)
_LONGEST: Final = 10**15  # the largest number accepted in a command
_SHARE, _SAFETY = 20, 0.8  # of the remaining time: a twentieth per move, at most four fifths


@dataclass
class Setting:
    """An option of the engine: an integer in a range, a choice, or a text.

    A text is parsed by an option of the game (`option`)."""

    name: str
    value: str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    option: Option | None = None
    default: str = field(init=False)

    def __post_init__(self) -> None:
        self.default = self.value

    def __str__(self) -> str:
        if self.option is not None:
            return f"option name {self.name} type string default {self.default}"
        if self.choices:
            words = " ".join(f"var {choice}" for choice in self.choices)
            return f"option name {self.name} type combo default {self.default} {words}"
        limits = f"min {self.low} max {self.high}"
        return f"option name {self.name} type spin default {self.default} {limits}"

    def set(self, text: str) -> None:
        """Set the value; raises BadOption that names the allowed values."""
        if self.option is not None:
            self.value = str(self.option.check(text))
            return
        if self.choices:
            for choice in self.choices:
                if choice.lower() == text.lower():
                    self.value = choice
                    return
            allowed = ", ".join(self.choices)
        else:
            if re.fullmatch(r"[0-9]{1,18}", text) and self.low <= int(text) <= self.high:
                self.value = str(int(text))
                return
            allowed = f"{self.low} … {self.high}"
        raise BadOption(
            message("core.option.value", name=self.name, value=text[:40], allowed=allowed)
        )


def _settings(game: Game) -> dict[str, Setting]:
    searches = search_choice.names(game)
    threads = max(os.cpu_count() or 1, 1)
    settings = [
        Setting("seats", str(game.seats[0]), choices=tuple(str(n) for n in game.seats)),
        Setting("search", searches[0], choices=searches),
        Setting("threads", "1", low=1, high=threads),
        Setting("seed", "0", low=0, high=2**31 - 1),
    ]
    settings += [_setting(option) for option in game.options]
    return {setting.name.lower(): setting for setting in settings}


def _setting(option: Option) -> Setting:
    """Return a rules option of the game as an option of the engine."""
    default = str(option.default)
    if isinstance(option.choices, range):
        return Setting(option.name, default, low=option.choices[0], high=option.choices[-1])
    if option.form is not None:  # too many values to list, or a text of its own form
        return Setting(option.name, default, option=option)
    words = tuple(str(choice).lower() for choice in option.choices)
    return Setting(option.name, default.lower(), choices=words)


def first_decision(position: Position) -> Position:
    """Return a position after the random draws that a game may begin with."""
    drawn = random.Random(0)
    while position.turn == CHANCE:
        position = position.play(drawn.choice(position.moves()))
    return position


class Engine:
    """A UGI session for one game."""

    def __init__(self, game: Game, write: Write):
        self.game = game
        self.settings = _settings(game)
        self.position: Position | None = game.start()
        self._write = write
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._searching = False
        self._endless = False
        self._warm: set[str] = set()
        self.deserted = False  # the client closed the output; a search stays silent
        self.commands: dict[str, Callable[[str], None]] = {
            "ugi": self._ugi,
            "isready": self._isready,
            "uginewgame": self._uginewgame,
            "setoption": self._setoption,
            "position": self._position,
            "go": self._go,
            "stop": self._stop_search,
            "query": self._query,
        }

    # -- the conversation -----------------------------------------------------------------------

    def handle(self, line: str) -> bool:
        """Answer one line; False for `quit`. Never raises for the content of a line."""
        word, _, rest = line.strip().partition(" ")
        if not word:
            return True
        if word == "quit":
            self.close()
            return False
        try:
            command = self.commands.get(word)
            if command is None:
                known = ", ".join([*self.commands, "quit"])
                raise BadUsage(message("cli.ugi.unknown", word=word[:20], known=known))
            command(rest.strip())
        except IcefieldError as error:
            self._error(error)
        return True

    def finish(self) -> None:
        """Wait for a search that has a limit."""
        if self._thread is not None and not self._endless:
            self._thread.join()

    def close(self) -> None:
        """Stop a running search, which still sends `bestmove`, and wait for its thread."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    @property
    def searching(self) -> bool:
        """Whether a search is running.

        It ends when its best move is sent, not when its thread ends: a fast client sends the next
        command in between."""
        return self._searching

    def _say(self, line: str) -> None:
        with self._lock:
            self._write(line)

    def _error(self, error: IcefieldError) -> None:
        sentence = " ".join(str(error).split())
        self._say(f"info string error {error.refusal.code}: {sentence}")

    def _idle(self) -> None:
        """Raise NotNow while a search is running."""
        if self.searching:
            raise NotNow(message("cli.ugi.searching"))

    def _known_position(self) -> Position:
        if self.position is None:
            raise NotNow(message("cli.ugi.no_position"))
        return self.position

    # -- commands -------------------------------------------------------------------------------

    def _ugi(self, _rest: str) -> None:
        self._say(f"id name Icefield {self.game.key} {__version__}")
        self._say("id author The Icefield team")
        for setting in self.settings.values():
            self._say(str(setting))
        self._say("ugiok")

    def _isready(self, _rest: str) -> None:
        """Compile the game before `readyok`, so that its first move is not slower."""
        from ..search import Limits

        name = self.settings["search"].value
        if not self.searching and name not in self._warm:
            start = first_decision(self._start())
            if start.turn is not None:
                search_choice.search(name, start)(start, Limits(nodes=64, depth=1))
            self._warm.add(name)
        self._say("readyok")

    def _uginewgame(self, _rest: str) -> None:
        self._idle()
        self.position = self._start()

    def _setoption(self, rest: str) -> None:
        self._idle()
        found = _OPTION.match(rest)
        if found is None or found[2] is None:
            raise BadUsage(message("cli.ugi.setoption"))
        setting = self.settings.get(found[1].lower())
        if setting is None:
            known = ", ".join(s.name for s in self.settings.values())
            raise BadOption(message("cli.ugi.option", name=found[1][:40], known=known))
        setting.set(found[2].strip())

    def _start(self) -> Position:
        return self.game.start(int(self.settings["seats"].value), **self._options())

    def _options(self) -> dict[str, Any]:
        names = [option.name for option in self.game.options]
        return {name: self.settings[name.lower()].value for name in names}

    def _position(self, rest: str) -> None:
        """Set the position.

        An invalid one leaves none, so that a client cannot mistake a move for an answer to the
        position it sent."""
        self._idle()
        self.position = None
        words = rest.split()
        at = words.index("moves") if "moves" in words else len(words)
        head, moves = words[:at], words[at + 1 :]
        if head == ["startpos"]:
            position = self._start()
        elif len(head) > 1 and head[0] == "fen":
            position = self.game.read(" ".join(head[1:]), **self._options())
        else:
            raise BadUsage(message("cli.ugi.position"))
        for move in moves:
            position = position.play(move)
        self.position = position

    def _query(self, rest: str) -> None:
        position = self._known_position()
        outcome = position.outcome
        if rest == "gameover":
            answer = "true" if outcome is not None else "false"
        elif rest == "p1turn":
            answer = "true" if position.turn == 0 else "false"
        elif rest == "result":
            if outcome is None:
                answer = "none"
            else:
                won = outcome.winners
                answer = f"p{won[0] + 1}win" if len(won) == 1 else "draw"
        else:
            raise BadUsage(message("cli.ugi.query"))
        self._say(f"response {answer}")

    def _stop_search(self, _rest: str) -> None:
        self._stop.set()

    def _go(self, rest: str) -> None:
        self._idle()
        limits = self._limits(rest.split())
        if self.position is None:
            self._say("bestmove (none)")
            raise NotNow(message("cli.ugi.no_position"))
        if self.position.turn is None:
            self._say("bestmove (none)")
        elif self.position.turn == CHANCE:
            self._say("bestmove (chance)")
        else:
            self._stop = threading.Event()
            self._searching = True
            arguments = (self.position, limits, self._stop)
            self._thread = threading.Thread(target=self._search, args=arguments, daemon=True)
            self._thread.start()

    def _limits(self, words: list[str]) -> Limits:
        """Return the limits that the words after `go` name; without any, until `stop`."""
        from ..search import Limits

        found: dict[str, int] = {}
        rest = iter(words)
        for word in rest:
            if word == "infinite":
                continue
            if word not in _NUMBERS and not _CLOCK.fullmatch(word):
                raise BadUsage(message("cli.ugi.go", word=word[:20]))
            value = next(rest, "")
            if not re.fullmatch(r"[0-9]{1,15}", value) or int(value) < _NUMBERS.get(word, 0):
                raise BadUsage(message("cli.ugi.number", name=word, value=value[:20]))
            found[word] = int(value)
        seconds = found["movetime"] / 1000 if "movetime" in found else self._share(found)
        limits = Limits(seconds=seconds, nodes=found.get("nodes"), depth=found.get("depth"))
        self._endless = limits == Limits()
        return limits

    def _share(self, clocks: dict[str, int]) -> float | None:
        """Return the seconds for a move, given clocks (p1time, p1inc …) in milliseconds."""
        turn = self.position.turn if self.position is not None else None
        if turn is None or f"p{turn + 1}time" not in clocks:
            return None
        left = clocks[f"p{turn + 1}time"] / 1000
        gained = clocks.get(f"p{turn + 1}inc", 0) / 1000
        return max(0.001, min(left * _SAFETY, left / _SHARE + gained * _SAFETY))

    # -- the search's thread --------------------------------------------------------------------

    def _search(self, position: Position, limits: Limits, stop: threading.Event) -> None:
        try:
            self._tell_best(position, limits, stop)
        except BrokenPipeError:
            self._searching, self.deserted = False, True

    def _tell_best(self, position: Position, limits: Limits, stop: threading.Event) -> None:
        try:
            search = search_choice.search(self.settings["search"].value, position)
            report = search(
                position,
                limits,
                seed=int(self.settings["seed"].value),
                threads=int(self.settings["threads"].value),
                stop=stop,
                on_report=lambda report: self._say(info(report)),
            )
            self._say(info(report))
            if report.exact and report.score is not None:
                self._say(f"info string exact score {report.score}")
            best = str(report.best)
        except IcefieldError as error:
            self._error(error)
            best = "(none)"
        except BrokenPipeError:
            raise
        except Exception as error:  # without an answer the client would wait for ever
            self._error(NotNow(_internal(error), detail="internal"))
            best = "(none)"
        with self._lock:
            self._searching = False
            self._write(f"bestmove {best}")


_NUMBERS: Final = {"movetime": 1, "nodes": 1, "depth": 1}  # with the smallest value
_CLOCK: Final = re.compile(r"p[1-9](?:time|inc)")


def _internal(error: Exception) -> Message:
    return message("cli.ugi.internal", what=f"{type(error).__name__}: {error}"[:200])


def info(report: Report) -> str:
    """Return the `info` line of a report.

    `cp` is 100 times the value for the mover, `wdl` the same as chances per thousand."""
    won = round(500 * (1 + max(-1.0, min(1.0, report.value))))
    words = [
        f"info depth {report.depth} nodes {report.nodes} nps {report.nodes_per_second}",
        f"time {round(report.seconds * 1000)}",
        f"score cp {round(report.value * 100)} wdl {won} 0 {1000 - won}",
    ]
    line = report.line or (report.best,)
    return " ".join([*words, "pv", *(move.text for move in line)])
