"""Look up positions in the strategy file of their game.

`analysis.strategy_check` describes the format and checks such files; `strategy_file` writes them. A
file is read on first use and cached. Positions are known by their identity, so symmetric positions
are known too. Beside the lines of the file, and where the file ends, a small search decides, or
nothing is claimed. The game has two seats and no draws.

`plies` are the most to the end of the file's part of the proof; from there on, where `leaf` is set,
to where the win is statically certain. A game may go on after that.
"""

from __future__ import annotations

import json
import logging
import lzma
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from ...core import jit
from ...core.errors import IcefieldError
from ...core.game import CHANCE, Game, Move, Position
from ...core.jit import bind
from ...games import data
from . import length
from .dfpn import BUDGET, ProofTable
from .length import NO_LENGTH, StrategyIndex
from .strategy_file import FORMAT

SMALL_SEARCH_NODES: Final = 20_000
"""The nodes of a small search: some ten milliseconds."""
_ENTRIES: Final = 1 << 15
_HEADER_BYTES: Final = 4096
_MAX_POSITIONS: Final = 1 << 26
_MAX_XZ_BYTES: Final = 1 << 28  # what the xz stream may ask for
_FAULTS: Final = {
    length.TOO_SHORT: "it has too few answers",
    length.TOO_LONG: "it has too many answers",
    length.OUT_OF_RANGE: "an answer is no move",
    length.LOST: "it loses a line",
    length.TOO_DEEP: "it goes too deep",
}

_log = logging.getLogger("icefield.search")


@dataclass(frozen=True, slots=True)
class Reply:
    """One move of the losing side."""

    move: Move
    plies: int  # the most plies the proof takes with it, itself counted
    answers: int  # how many answers are known to win then
    leaf: bool = False  # shown by a small search rather than by the file


@dataclass(frozen=True, slots=True)
class Proof:
    """The proven value of a position."""

    winner: int
    plies: int  # the most plies the proof takes when the winner follows it
    move: Move | None = None  # the winner's answer, when the winner is to move
    replies: tuple[Reply, ...] = ()  # every legal move of the other, the hardest to meet first
    leaf: bool = False  # shown by a small search rather than by the file
    winning: tuple[tuple[Move, int], ...] = ()
    """Every move of the winner that is known to win, with the plies of its proof, itself counted,
    the quickest first. Others may win as well."""

    @property
    def best(self) -> Move:
        """The move to play: the winner's answer, or the reply that is hardest to meet."""
        return self.replies[0].move if self.move is None else self.move


def find_proof(position: Position, nodes: int = SMALL_SEARCH_NODES) -> Proof | None:
    """The proven value of a position; None where there is none.

    Small searches visit at most so many `nodes` each; with 0 only the file is used.
    """
    if position.turn is None or position.turn == CHANCE or position.concealed:
        return None
    strategy = _strategy_for(position)
    return None if strategy is None else _Lookup(position, strategy.index, nodes).proof()


def winning_seat(position: Position) -> int | None:
    """The seat that wins games like this one from their start, where proven."""
    strategy = _strategy_for(position)
    return None if strategy is None else strategy.index.seat


def preload(position: Position, known: ProofTable) -> int:
    """Enter all positions of the game's file into the table of another proof.

    Returns the number of positions. Lines that lead there need not be proven again.
    """
    strategy = _strategy_for(position)
    if strategy is None:
        return 0
    length.preload_table(strategy.index, known)
    return len(strategy.index.keys)


# -- the file -------------------------------------------------------------------------------------


def strategy_path(game: Game) -> Path | None:
    """The file with the strategy of a game, if it has one."""
    return data(game.key, "start.strategy")


def available(game: Game) -> bool:
    """Whether there is a strategy for a game, by the header of its file alone."""
    file = strategy_path(game)
    stamp = _file_stamp(file)
    if file is None or stamp is None:
        return False
    kept = _cache.get((file, game.key))
    if kept is not None and kept.stamp == stamp:
        return kept.strategy is not None
    try:
        with file.open("rb") as stream:
            _header(stream.read(_HEADER_BYTES), game)
    except (OSError, _DamagedError):
        return False
    return True


class _DamagedError(Exception):
    """A file that is no strategy for the game."""


@dataclass(frozen=True, slots=True)
class _Strategy:
    index: StrategyIndex
    kind: tuple[int, Any]  # the seats and options of its positions


@dataclass(frozen=True, slots=True)
class _CachedFile:
    """The result of reading a file: nothing, where it is damaged."""

    stamp: tuple[int, int]
    strategy: _Strategy | None


_cache: Final[dict[tuple[Path, str], _CachedFile]] = {}
_reading = threading.Lock()


def _file_stamp(file: Path | None) -> tuple[int, int] | None:
    """A value that changes when a file does; None where there is no such file."""
    if file is None:
        return None
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _strategy(game: Game) -> _Strategy | None:
    """The cached strategy of a game; a damaged file counts as none and is logged."""
    file = strategy_path(game)
    stamp = _file_stamp(file)
    if file is None or stamp is None:
        return None
    key = file, game.key
    kept = _cache.get(key)
    if kept is None or kept.stamp != stamp:
        with _reading:
            kept = _cache.get(key)
            if kept is None or kept.stamp != stamp:
                kept = _cache[key] = _CachedFile(stamp, _read_or_none(file, game))
    return kept.strategy


def _strategy_for(position: Position) -> _Strategy | None:
    """The strategy of a position's game, if it is for so many seats and these options."""
    strategy = _strategy(position.game)
    if strategy is None or (position.seats, position.options) != strategy.kind:
        return None
    return strategy


def _read_or_none(file: Path, game: Game) -> _Strategy | None:
    try:
        return read_strategy(file.read_bytes(), game)
    except (OSError, _DamagedError) as error:
        _log.warning("the strategy in %s is left alone: %s", file, error)
        return None


def _header(content: bytes, game: Game) -> tuple[dict[str, Any], int]:
    """The header in the first line, and where the line ends."""
    end = content.find(b"\n", 0, _HEADER_BYTES)
    try:
        header = json.loads(content[: max(end, 0)].decode())
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise _DamagedError("it is no strategy")
    fields = {"start": str, "seat": int, "positions": int}
    if any(type(header.get(name)) is not kind for name, kind in fields.items()):
        raise _DamagedError("its first line is incomplete")
    if header.get("game") != game.key:
        raise _DamagedError("it is for another game")
    if header["seat"] not in (0, 1) or not 0 < header["positions"] <= _MAX_POSITIONS:
        raise _DamagedError("its first line cannot be true")
    return header, end + 1


def read_strategy(content: bytes, game: Game) -> _Strategy:
    header, end = _header(content, game)
    try:
        start = game.read(header["start"])
    except IcefieldError as error:
        raise _DamagedError("its position cannot be read") from error
    count, seat = header["positions"], header["seat"]
    answers = _unpack(content[end:], count)
    tag = bind(game)
    row = jit.rows(tag, 1)[0]
    jit.save(tag, start.state, row)
    slots = np.full(1 << (2 * count).bit_length(), NO_LENGTH, dtype=np.int32)
    keys, identities = np.empty((2, count), dtype=np.uint64)
    plies = np.zeros(count, dtype=np.uint8)
    on = length.new_walk_stack(tag, tag.max_moves)
    came = length.walk_strategy(tag, row, answers, seat, on, slots, keys, identities, plies)
    if came != length.DONE:
        raise _DamagedError(_FAULTS[came])
    found = _Strategy(_index_strategy(identities, plies, seat), (start.seats, start.options))
    _Lookup(start, found.index, 1).load()
    return found


def _unpack(stream: bytes, count: int) -> np.ndarray:
    """The answers, whose number must be that of the header."""
    unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, _MAX_XZ_BYTES)
    try:
        answers = unpacker.decompress(stream, count + 1)
    except lzma.LZMAError as error:
        raise _DamagedError("it cannot be unpacked") from error
    if len(answers) != count or not unpacker.eof:
        raise _DamagedError("it does not hold what its first line says")
    return np.frombuffer(answers, dtype=np.uint8)


def _index_strategy(identities: np.ndarray, plies: np.ndarray, seat: int) -> StrategyIndex:
    """One length for each identity: the shortest that the strategy has for it."""
    order = np.argsort(identities)
    keys, first = np.unique(identities[order], return_index=True)
    return StrategyIndex(keys, np.minimum.reduceat(plies[order], first), seat)


# -- one position ---------------------------------------------------------------------------------


class _Lookup:
    """The lookup of one position."""

    def __init__(self, position: Position, known: StrategyIndex, nodes: int):
        self._position = position
        self._known = known
        self._nodes = nodes
        self._tag = bind(position.game)
        most = self._tag.max_moves
        self._codes = np.zeros((2, most), dtype=np.int64)
        self._found = np.zeros(most, dtype=np.int64)
        self._rows = jit.rows(self._tag, 2)
        self._small: length.SmallSearch | None = None

    def proof(self) -> Proof | None:
        """The proven value of the position.

        By the file where it has the position itself, else by a search, else by the file's values of
        positions a little later.
        """
        if int(jit.verdict(self._tag, self._position.state)) != 0:
            return self._searched(certain=True)
        mine = self._position.turn == self._known.seat
        asked = self._answered if mine else self._met
        found = asked(directly=True)
        if found is None and self._nodes:
            found = self._searched()
        return asked(directly=False) if found is None else found

    def load(self) -> None:
        """Compile everything now, so that no player waits for it during a game."""
        self._length_from(self._position.state)
        self._answers(self._position.state)
        self._shown(self._position.state)

    # -- from the file ----------------------------------------------------------------------------

    def _length_from(self, state: Any) -> int:
        return int(length.proof_length(self._tag, state, self._known))

    def _answered(self, *, directly: bool) -> Proof | None:
        """The value by the file with its seat to move, from the positions after it."""
        if directly and self._length_from(self._position.state) in (NO_LENGTH, 0):
            return None
        return self._won(self._known.seat, self._answers(self._position.state))

    def _answers(self, state: Any) -> dict[int, int]:
        """The moves of the file's seat that the file can follow, and their lengths."""
        n = length.answer_lengths(self._tag, state, self._known, self._codes, self._found)
        return self._listed(n)

    def _listed(self, n: int) -> dict[int, int]:
        listed = zip(self._codes[0, :n].tolist(), self._found[:n].tolist(), strict=True)
        return {code: plies for code, plies in listed if plies != NO_LENGTH}

    def _met(self, *, directly: bool) -> Proof | None:
        """The value by the file with the other to move, if all its moves are answered."""
        after = {move: self._position.play(move).state for move in self._position.moves()}
        far = {move: self._length_from(state) for move, state in after.items()}
        if directly and NO_LENGTH in far.values():
            return None
        replies = []
        for move, state in after.items():
            if far[move] == 0:
                replies.append(self._leaf(move, state))
            elif known := self._answers(state):
                distance = min(known.values()) if far[move] == NO_LENGTH else far[move]
                replies.append(Reply(move, distance + 1, len(known)))
            else:
                return None
        return self._lost(self._known.seat, replies)

    def _leaf(self, move: Move, state: Any) -> Reply:
        """A reply at which the file ends."""
        if int(jit.turn(self._tag, state)) == jit.OVER or self._nodes == 0:
            return Reply(move, 1, 0, leaf=True)
        _, known = self._shown(state)
        certain = int(jit.verdict(self._tag, state)) != 0
        far = 0 if certain else min(known.values(), default=0)
        return Reply(move, 1 + far, len(known), leaf=True)

    # -- by search --------------------------------------------------------------------------------

    def _shown(self, state: Any) -> tuple[int | None, dict[int, int]]:
        """The winner by a small search, and the winning moves with their lengths."""
        if self._small is None:
            self._small = length.new_small_search(self._tag, self._tag.max_moves, _ENTRIES)
            self._small.control[BUDGET] = self._nodes
        jit.save(self._tag, state, self._rows[0])
        good, n = length.search_moves(
            self._tag, self._rows[0], self._small, self._codes[0], self._found, self._rows[1]
        )
        return (None, {}) if good == 0 else (0 if good > 0 else 1, self._listed(n))

    def _searched(self, *, certain: bool = False) -> Proof | None:
        position = self._position
        winner, known = self._shown(position.state)
        if winner is None:
            return None
        if position.turn == winner:
            return self._won(winner, known, leaf=True, certain=certain)
        if len(known) < len(position.moves()):
            return None  # a lost table entry was not found again
        replies = []
        for move in position.moves():
            after = position.play(move)
            answers = {} if after.turn is None else self._shown(after.state)[1]
            replies.append(Reply(move, known[move.code], len(answers), leaf=True))
        return self._lost(winner, replies, certain=certain)

    # -- results ----------------------------------------------------------------------------------

    def _won(
        self, winner: int, known: dict[int, int], *, leaf: bool = False, certain: bool = False
    ) -> Proof | None:
        """The value where the winner is to move and has a proven move."""
        if not known:
            return None

        def rank(entry: tuple[Move, int]) -> tuple[int, bool, str]:
            return entry[1], certain and self._goes_on(entry[0]), entry[0].text

        listed = ((move, known[move.code]) for move in self._position.moves() if move.code in known)
        winning = tuple(sorted(listed, key=rank))
        move, plies = winning[0]
        if certain and self._goes_on(move):
            plies = 0  # nothing can go wrong any more
        return Proof(winner, plies, move, leaf=leaf, winning=winning)

    def _goes_on(self, move: Move) -> bool:
        return self._position.play(move).turn is not None

    def _lost(self, winner: int, replies: list[Reply], *, certain: bool = False) -> Proof:
        """The value where the loser is to move."""

        def ease(reply: Reply) -> tuple[bool, int, bool, int, str]:
            return reply.leaf, -reply.plies, reply.answers == 0, reply.answers, reply.move.text

        replies.sort(key=ease)
        plies = 0 if certain else replies[0].plies
        return Proof(winner, plies, replies=tuple(replies), leaf=replies[0].leaf)
