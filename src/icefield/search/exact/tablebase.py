"""Tablebases: built once by retrograde analysis, kept in the user's cache folder.

A table file is one line of JSON (format, version, totals, checksum) and the values in compressed
blocks. While a table is being built, a partial file with the last finished sweep lies beside it, so
that an interrupted build resumes there.
"""

from __future__ import annotations

import hashlib
import json
import threading
import time
import zlib
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from ...core import jit
from ...core.abilities import HasValueTable, Space
from ...core.arguments import checks_arguments
from ...core.errors import BadOption, IcefieldError
from ...core.game import Game, Position
from ...core.jit import bind, compiled
from ...core.message import message
from ..api import Stop
from ..verdict import DRAW, LOSS, WIN, Verdict
from .retrograde import Progress, fill_values

__all__ = [
    "BadTable",
    "Totals",
    "ValueTable",
    "Verdict",
    "build",
    "build_stamp",
    "find",
    "load",
    "space_of",
    "table_path",
]

VERSION: Final = 1
_BLOCK: Final = 1 << 22
SAVE_EVERY_S: Final = 10.0  # seconds between two partial saves
_loading: Final = threading.Lock()


class BadTable(IcefieldError):  # noqa: N818
    """A table file that is damaged or of another version."""

    code = "bad-table"


@dataclass(frozen=True, slots=True)
class Totals:
    """The numbers of wins, draws and losses for the mover; symmetric ones count apart."""

    positions: int
    wins: int
    losses: int
    draws: int
    longest_win: int
    longest_loss: int


def _verdict(distance: int) -> Verdict:
    if distance == 0:
        return Verdict(DRAW, None)
    return Verdict(WIN if distance % 2 else LOSS, distance)


class ValueTable:
    """All values of a space."""

    def __init__(
        self,
        game: Game,
        space: Space,
        index: Any,
        weights: np.ndarray,
        values: np.ndarray,
        totals: Totals,
    ):
        self.game = game
        self.space = space
        self.totals = totals
        self._tag = bind(game)
        self._index = index
        self._weights = weights
        self.values = values

    def value(self, position: Position) -> Verdict:
        """The value of a position of this space that is not over."""
        return _verdict(int(self.values[jit.rank(self._tag, self._index, position.state)]))

    def moves(self, position: Position) -> dict[str, Verdict]:
        """The verdict of each move for the mover; distances include the move."""
        found = {}
        for move in position.moves():
            after = position.play(move)
            if after.outcome is not None and after.outcome.winners:
                won = position.turn in after.outcome.winners
                found[move.text] = Verdict(WIN if won else LOSS, 1)
            elif after.outcome is not None:  # a draw by repetition, which no table knows
                found[move.text] = Verdict(DRAW, None)
            else:
                reply = int(self.values[jit.rank(self._tag, self._index, after.state)])
                found[move.text] = _verdict(reply + 1 if reply else 0)
        return found

    def recount(self) -> Totals:
        """The totals, counted again."""
        return _totals(self.space, self.values, self._weights)

    def check(self, sample: int | None = None, seed: int = 1) -> int:
        """The number of values that do not follow from their successors.

        Checks all of them, or a random sample.
        """
        count = len(self.values)
        chosen = np.arange(count, dtype=np.int64)
        if sample is not None and sample < count:
            chosen = np.random.default_rng(seed).integers(0, count, sample)
        buffer = np.empty(self._tag.max_moves, dtype=np.int64)
        return int(_count_wrong(self._tag, self._index, self.values, chosen, buffer))


@compiled
def _count_wrong(
    tag: Any, index: Any, values: np.ndarray, chosen: np.ndarray, buffer: np.ndarray
) -> int:
    """The number of these positions whose value does not follow from its successors."""
    wrong = 0
    for i in chosen:
        st = jit.unrank(tag, index, i)
        seat = jit.turn(tag, st)
        n = jit.moves(tag, st, buffer)
        best_loss, worst_win, open_ends = 1000, 0, 0  # of the opponent, after the move
        for j in range(n):
            after = jit.apply(tag, st, buffer[j])
            value = 0
            if jit.turn(tag, after) == jit.OVER:
                worth = jit.utility(tag, after)
                if (worth > 0) == (seat == 0) and worth != 0:
                    best_loss = 0
                    continue
            else:
                value = values[jit.rank(tag, index, after)]
            if value == 0:
                open_ends += 1
            elif value % 2 == 0:
                best_loss = min(best_loss, value)
            else:
                worst_win = max(worst_win, value)
        expected = 0
        if best_loss < 1000:
            expected = best_loss + 1
        elif open_ends == 0 and n > 0:
            expected = worst_win + 1
        if expected != values[i]:
            wrong += 1
    return wrong


# -- files ----------------------------------------------------------------------------------------


@checks_arguments
def table_path(game: Game, space: Space) -> Path:
    """The path of a space's table."""
    name = f"{game.key}-v{game.version}-{space.name}.table"
    return jit.cache_home() / "tables" / name


def _tabled_space(position: Position) -> tuple[HasValueTable, Space]:
    game, space = position.game, space_of(position)
    if space is None or not isinstance(game, HasValueTable):
        raise BadOption(message("search.no_table", game=game.title))
    return game, space


def _write(file: Path, header: dict[str, object], values: np.ndarray) -> None:
    """Write a file and move it into place, so that readers see all of it or nothing."""
    file.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256(values.data).hexdigest()
    fresh = file.with_suffix(".new")
    with fresh.open("wb") as out:
        out.write(json.dumps({**header, "version": VERSION, "sha256": digest}).encode() + b"\n")
        for at in range(0, len(values), _BLOCK):
            block = zlib.compress(values[at : at + _BLOCK].tobytes(), 6)
            out.write(len(block).to_bytes(4, "little") + block)
    fresh.replace(file)


def _read(file: Path, count: int) -> tuple[dict[str, Any], np.ndarray]:
    """The header and values of a file; raises BadTable."""
    values = np.zeros(count, dtype=np.uint8)
    try:
        with file.open("rb") as source:
            header: dict[str, Any] = json.loads(source.readline())
            if header["version"] != VERSION:
                raise BadTable(message("search.table.version", file=file.name))
            at = 0
            while size := source.read(4):
                block = zlib.decompress(source.read(int.from_bytes(size, "little")))
                values[at : at + len(block)] = np.frombuffer(block, dtype=np.uint8)
                at += len(block)
    except (OSError, ValueError, KeyError, TypeError, zlib.error) as error:
        if isinstance(error, BadTable):
            raise
        raise BadTable(message("search.table.damaged", file=file.name)) from error
    if at != count or hashlib.sha256(values.data).hexdigest() != header.get("sha256"):
        raise BadTable(message("search.table.damaged", file=file.name))
    return header, values


def _totals(space: Space, values: np.ndarray, weights: np.ndarray) -> Totals:
    by_distance = np.zeros(256, dtype=np.int64)
    for at in range(0, len(values), _BLOCK):  # in blocks: counting widens every value to 8 bytes
        block = slice(at, at + _BLOCK)
        counted = np.bincount(values[block], weights=weights[block], minlength=256)
        by_distance += counted.astype(np.int64)
    distances = np.arange(256)
    decided = np.flatnonzero(by_distance * (distances > 0))
    odd, even = decided[decided % 2 == 1], decided[decided % 2 == 0]
    return Totals(
        positions=space.positions,
        wins=int(by_distance[1::2].sum()),
        losses=int(by_distance[2::2].sum()),
        draws=int(by_distance[0]),
        longest_win=int(odd.max(initial=0)),
        longest_loss=int(even.max(initial=0)),
    )


@checks_arguments
def build(
    position: Position,
    *,
    threads: int | None = None,
    stop: Stop | None = None,
    on_progress: Progress | None = None,
) -> ValueTable | None:
    """Build the table of this position's space, or resume, and store it.

    None when it was stopped, with the finished part saved.
    """
    game, space = _tabled_space(position)
    index, weights = game.table_index(space)
    file, values, distance = table_path(position.game, space), np.zeros(len(weights), np.uint8), 1
    part = file.with_suffix(".part")
    if part.exists():
        try:
            header, values = _read(part, len(weights))
            distance = int(header["distance"])
        except BadTable:
            values, distance = np.zeros(len(weights), np.uint8), 1  # begin anew
    saved = time.monotonic()

    def swept(done: int, _found: int) -> None:
        nonlocal saved
        if time.monotonic() - saved >= SAVE_EVERY_S:
            _write(part, {"space": space.name, "distance": done + 1}, values)
            saved = time.monotonic()

    finished = fill_values(
        position.game,
        index,
        values,
        distance=distance,
        threads=threads,
        stop=stop,
        on_progress=on_progress,
        on_sweep=swept,
    )
    if not finished:
        return None
    totals = _totals(space, values, weights)
    _write(file, {"space": space.name, "totals": asdict(totals)}, values)
    part.unlink(missing_ok=True)
    load.cache_clear()
    return ValueTable(position.game, space, index, weights, values, totals)


@lru_cache(maxsize=4)
def load(game: Game, space: Space, stamp: int) -> ValueTable:  # noqa: ARG001
    """The table of a space from its file; raises BadTable.

    `stamp` distinguishes versions of the file for the cache.
    """
    assert isinstance(game, HasValueTable)
    index, weights = game.table_index(space)
    header, values = _read(table_path(game, space), len(weights))
    return ValueTable(game, space, index, weights, values, Totals(**header["totals"]))


@checks_arguments
def space_of(position: Position) -> Space | None:
    """The space of a position, where it has one."""
    game = position.game
    return game.table_space(position) if isinstance(game, HasValueTable) else None


@checks_arguments
def build_stamp(position: Position) -> int | None:
    """A value that changes when the table of this position is built again.

    None where there is no table.
    """
    space = space_of(position)
    try:
        return None if space is None else table_path(position.game, space).stat().st_mtime_ns
    except OSError:
        return None


@checks_arguments
def find(position: Position) -> ValueTable | None:
    """The table for this position, if it has been built; raises BadTable."""
    space, built = space_of(position), build_stamp(position)
    if space is None or built is None:
        return None
    with _loading:  # one thread reads, the others find the cached table
        return load(position.game, space, built)
