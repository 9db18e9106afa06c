"""Check a strategy file of `seals`: one side wins, with an answer to everything.

The check trusts nothing in the file, and shares only the rules with the solvers that write such
files: the walk and the search here are others (`strategy_walk.py`, `endgame.py` in
`games/seals/kernel`).

Nothing in the file is believed, and nothing is shared with the solvers that write such files but
the rules: the walk and the search here are others (`strategy_walk.py`, `endgame.py` in
`games/seals/kernel`).

The file is one line of JSON, then one xz stream. The line says
`{"format": "icefield strategy 1", "game": "seals", "start": POSITION, "seat": 0, "positions": N,
"leaves": L}`: this seat wins from there. The stream unpacks to N bytes, one for each position with
that seat to move, in the order in which this walk first comes to them, and L of them are 255:

    visit(P):  P is over: the seat must have won it
               the other seat is to move: visit the position after every legal move, in order
               the seat is to move: nothing if P was visited before (same tokens, discs, mover and
               pass); else the next byte is b; 255: P is a leaf, which a search finishes;
               else visit the position after the legal move number b, from 0

Moves are in the order of their start squares, then of their targets: a1, b1, … h1, a2, … h8.

The walk is done whole. Leaves are solved again, all of them or a random share.
"""

from __future__ import annotations

import errno
import hashlib
import json
import lzma
import math
import os
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any, ClassVar, Final, NoReturn, Protocol

import numpy as np

from ..core.errors import BadNotation, BadOption, IcefieldError
from ..core.message import Message, message
from ..games.seals.game import SEALS_GAME
from ..games.seals.kernel import endgame, strategy_walk
from ..games.seals.kernel.state import State, load, typed
from ..games.seals.text.moves import move_text
from ..games.seals.text.positions import position_text

FORMAT: Final = "icefield strategy 1"
LARGEST_LEAF: Final = 1 << 22
"""How many positions the search of one leaf may keep. Leaves are meant to be small."""

_HEADER_BYTES: Final = 4096
_MOST_POSITIONS: Final = 1 << 31
_MAX_FILE_BYTES: Final = 1 << 28
_UNPACKING_BYTES: Final = 1 << 28  # what the xz stream may ask for
_STEP: Final = 1 << 18  # answers between two reports
_PIECES: Final = 1000  # the largest number of batches of leaves
_GLANCE: Final = 0.1  # seconds between two reads of the stop flag
_FIELDS: Final = {"start": str, "seat": int, "positions": int, "leaves": int}


class BadStrategy(IcefieldError):  # noqa: N818
    """A strategy file that does not prove what it claims.

    `line` are the moves from its start to the fault and `position` is the position there, where the
    fault has a place.
    """

    code: ClassVar[str] = "bad-strategy"

    def __init__(
        self, what: Message, *, detail: str, line: tuple[str, ...] = (), position: str | None = None
    ):
        self.line = line
        self.position = position
        self.what = what  # without the place
        sentence = what
        if position is not None:
            where = message("analysis.strategy.after", moves=" ".join(line))
            where = where if line else message("analysis.strategy.start")
            sentence = message("analysis.strategy.at", what=what, where=where, position=position)
        super().__init__(sentence, detail=detail)

    def to_json(self, language: str = "en") -> dict[str, object]:
        place = {"line": list(self.line), "position": self.position}
        return {**super().to_json(language), **place}


class CheckStopped(IcefieldError):  # noqa: N818
    """The check was stopped; nothing is known about the file."""

    code: ClassVar[str] = "check-stopped"


class StopFlag(Protocol):
    """A flag that may be set during a check, such as a `threading.Event`."""

    def is_set(self) -> bool: ...


Report = Callable[[str, int, int], None]
"""Called with "positions" or "leaves", how many are done, and how many there are."""


@dataclass(frozen=True, slots=True)
class CheckedStrategy:
    """A strategy without a fault: `seat` wins from `start` against everything.

    That is as far as the leaves that were not solved again are won as claimed.
    """

    start: str
    seat: int
    positions: int
    leaves: int
    leaves_checked: int
    nodes: int  # positions that the searches of the leaves expanded
    seconds: float
    digest: str  # SHA-256 of the file

    @property
    def complete(self) -> bool:
        """Whether every leaf was solved."""
        return self.leaves_checked == self.leaves


@dataclass(frozen=True, slots=True)
class _Strategy:
    """The content of a file, as far as it can be read without the game."""

    state: State
    start: str
    seat: int
    answers: np.ndarray
    leaves: int


def check(
    source: str | os.PathLike[str] | bytes,
    *,
    share: float = 1.0,
    seed: int = 0,
    workers: int = 1,
    on_progress: Report | None = None,
    stop: StopFlag | None = None,
    largest_leaf: int = LARGEST_LEAF,
) -> CheckedStrategy:
    """Check the strategy in a file (its path or its bytes).

    Walks it whole, and solves this `share` of its leaves again in so many threads. Raises
    BadStrategy with the first fault, or CheckStopped.
    """
    if not 0 <= share <= 1:
        raise BadOption(message("analysis.strategy.bad-share"), detail="bad-share")
    if workers < 1:
        raise BadOption(message("analysis.strategy.bad-workers"), detail="bad-workers")
    began = time.perf_counter()
    content = source if isinstance(source, bytes) else _read_bytes(Path(source))
    strategy = _read(content)
    leaves = _walk(strategy, on_progress, stop)
    chosen = _sample_leaves(len(leaves), share, seed)
    nodes = _solve(strategy, leaves, chosen, workers, largest_leaf, on_progress, stop)
    return CheckedStrategy(
        strategy.start,
        strategy.seat,
        len(strategy.answers),
        strategy.leaves,
        len(chosen),
        nodes,
        time.perf_counter() - began,
        hashlib.sha256(content).hexdigest(),
    )


# -- reading ---------------------------------------------------------------------------------------


def _refuse(detail: str, **params: str | int) -> NoReturn:
    raise BadStrategy(message(f"analysis.strategy.{detail}", **params), detail=detail)


def _read_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            found = stream.read(_MAX_FILE_BYTES + 1)
        if len(found) > _MAX_FILE_BYTES:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
        return found
    except OSError as error:
        raise BadStrategy(
            message("analysis.strategy.unreadable", why=error.strerror or type(error).__name__),
            detail="unreadable",
        ) from error


def _read(content: bytes) -> _Strategy:
    end = content.find(b"\n", 0, _HEADER_BYTES)
    header = _header(content[:end] if end >= 0 else b"")
    if header.get("game") != SEALS_GAME.key:
        _refuse("wrong-game", game=SEALS_GAME.title)
    for field, kind in _FIELDS.items():
        if type(header.get(field)) is not kind:
            _refuse("bad-header", field=field)
    positions, leaves, seat = header["positions"], header["leaves"], header["seat"]
    for field, value, most in (
        ("seat", seat, 1),
        ("positions", positions, _MOST_POSITIONS),
        ("leaves", leaves, positions),
    ):
        if not 0 <= value <= most:
            _refuse("bad-header", field=field)
    try:
        position = SEALS_GAME.read(header["start"])
    except BadNotation as error:
        what = message("analysis.strategy.bad-start", why=error.sentence)
        raise BadStrategy(what, detail="bad-start") from error
    answers = np.frombuffer(_unpack(content[end + 1 :], positions + 1), dtype=np.uint8)
    found = int(np.count_nonzero(answers == strategy_walk.LEAF))
    if len(answers) > positions:
        what = message("analysis.strategy.more-than-said", positions=positions)
        raise BadStrategy(what, detail="wrong-counts")
    if (len(answers), found) != (positions, leaves):
        counts = {"positions": len(answers), "leaves": found}
        _refuse("wrong-counts", **counts, said=positions, said_leaves=leaves)
    return _Strategy(position.state, str(position), seat, answers, leaves)


def _header(line: bytes) -> dict[str, Any]:
    try:
        header = json.loads(line.decode())
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        _refuse("unknown-format", format=FORMAT)
    return header


def _unpack(stream: bytes, most: int) -> bytes:
    """The content of the xz stream, or its first `most` bytes."""
    unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, _UNPACKING_BYTES)
    try:
        parts = [unpacker.decompress(stream, most)]
        size = len(parts[0])
        while size < most and not unpacker.eof and not unpacker.needs_input:
            parts.append(unpacker.decompress(b"", most - size))
            size += len(parts[-1])
    except lzma.LZMAError as error:
        raise BadStrategy(message("analysis.strategy.damaged"), detail="damaged") from error
    if size < most and not unpacker.eof:
        _refuse("truncated")
    if unpacker.unused_data:
        _refuse("trailing-data")
    return b"".join(parts)


# -- walking ---------------------------------------------------------------------------------------

_FAULTS: Final = {
    strategy_walk.TOO_SHORT: "too-short",
    strategy_walk.OUT_OF_RANGE: "out-of-range",
    strategy_walk.LOST: "lost-line",
}


def _walk(strategy: _Strategy, report: Report | None, stop: StopFlag | None) -> np.ndarray:
    """Walk the whole strategy; returns its leaves, in order."""
    walk = strategy_walk.start(strategy.state, strategy.leaves)
    why = _follow(strategy, walk, -1, report, stop)
    taken, all_ = int(walk.at[strategy_walk.TAKEN]), len(strategy.answers)
    if why in _FAULTS:
        number = taken - 1 if why == strategy_walk.OUT_OF_RANGE else taken
        answer = int(strategy.answers[number]) if number < all_ else 0
        raise _fault(walk, _FAULTS[why], answer=answer)
    if taken < all_:
        _refuse("too-long", used=taken, positions=all_)
    return walk.leaves


def _follow(
    strategy: _Strategy,
    walk: strategy_walk.Walk,
    leaf: int,
    report: Report | None = None,
    stop: StopFlag | None = None,
) -> int:
    """Walk to the next event, or to the leaf of that number."""
    bits = 16
    seen = strategy_walk.visited(bits)
    pause = _STEP
    while True:
        why = strategy_walk.follow(walk, strategy.answers, strategy.seat, seen, pause, leaf)
        if why == strategy_walk.FULL:
            bits += 1
            larger = strategy_walk.visited(bits)
            strategy_walk.move_over(seen, larger)
            seen = larger
            continue
        if report is not None:
            report("positions", int(walk.at[strategy_walk.TAKEN]), len(strategy.answers))
        if why != strategy_walk.PAUSED:
            return int(why)
        if stop is not None and stop.is_set():
            raise CheckStopped(message("analysis.strategy.stopped"))
        pause += _STEP


def _line(walk: strategy_walk.Walk) -> tuple[list[str], str]:
    """The moves of the line and the position at its end, as texts."""
    end = int(walk.at[strategy_walk.PLY])
    states = [typed(load(walk.path[ply])) for ply in range(end + 1)]
    codes = [int(walk.codes[ply, walk.nexts[ply] - 1]) for ply in range(end)]
    texts = [move_text(st, code) for st, code in zip(states, codes, strict=False)]
    return texts, position_text(states[end])


def _fault(walk: strategy_walk.Walk, detail: str, **params: str | int) -> BadStrategy:
    """The fault at the end of the line that is walked."""
    line, position = _line(walk)
    what = message(f"analysis.strategy.{detail}", **params)
    return BadStrategy(what, detail=detail, line=tuple(line), position=position)


# -- leaves ----------------------------------------------------------------------------------------


def _sample_leaves(leaves: int, share: float, seed: int) -> np.ndarray:
    """The numbers of the leaves to solve, in order: a random share."""
    wanted = math.ceil(share * leaves)
    return np.sort(np.random.default_rng(seed).permutation(leaves)[:wanted])


@dataclass(frozen=True, slots=True)
class _LeafBatch:
    """The result of solving a batch of leaves."""

    wrong: int  # the first wrong one of them, or their number
    instead: int  # the fault of it
    nodes: int


def _solve(
    strategy: _Strategy,
    leaves: np.ndarray,
    chosen: np.ndarray,
    workers: int,
    largest: int,
    report: Report | None,
    stop: StopFlag | None,
) -> int:
    """Solve the chosen leaves; returns the nodes used. Raises for the first wrong one."""
    if not len(chosen):
        return 0
    halt = np.zeros(1, dtype=np.uint8)
    desks: SimpleQueue[tuple[endgame.Room, np.ndarray]] = SimpleQueue()
    for _ in range(workers):
        desks.put((endgame.room(largest), endgame.memory()))

    def solve(piece: np.ndarray) -> _LeafBatch:
        counts = np.zeros(2, dtype=np.int64)
        room, memo = desks.get()
        wrong = endgame.disagreeing(leaves[piece], strategy.seat, room, memo, halt, counts)
        desks.put((room, memo))
        return _LeafBatch(int(wrong), int(counts[1]), int(counts[0]))

    pieces = np.array_split(chosen, min(len(chosen), _PIECES))
    nodes = done = 0
    with ThreadPoolExecutor(workers) as pool:
        tasks = [pool.submit(solve, piece) for piece in pieces]
        try:
            for piece, task in zip(pieces, tasks, strict=True):
                result = _wait(task, stop)
                if result.wrong < len(piece):
                    raise _wrong_leaf(strategy, int(piece[result.wrong]), result.instead)
                nodes += result.nodes
                done += len(piece)
                if report is not None:
                    report("leaves", done, len(chosen))
        except BaseException:  # the results of the rest are not needed
            halt[0] = 1
            for task in tasks:
                task.cancel()
            raise
    return nodes


def _wait(task: Future[_LeafBatch], stop: StopFlag | None) -> _LeafBatch:
    """The result of a task; raises CheckStopped when the check is stopped."""
    while True:
        if stop is not None and stop.is_set():
            raise CheckStopped(message("analysis.strategy.stopped"))
        try:
            return task.result(None if stop is None else _GLANCE)
        except TimeoutError:
            continue


def _wrong_leaf(strategy: _Strategy, number: int, instead: int) -> BadStrategy:
    """The fault of a leaf; walks to it again to find the line."""
    walk = strategy_walk.start(strategy.state, strategy.leaves)
    _follow(strategy, walk, number)
    return _fault(walk, "large-leaf" if instead == endgame.TOO_LARGE else "lost-leaf")
