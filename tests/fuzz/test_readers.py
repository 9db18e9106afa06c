"""Every reader of text against damaged texts.

Each returns a value or raises an error in words, soon and with little memory.
"""

from __future__ import annotations

import base64
import contextlib
import json
import tracemalloc
import zlib
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

import icefield
from icefield.cli.ugi import Engine
from icefield.core.abilities import Exported, HasBoardEditor, HasBoardFiles
from icefield.core.errors import HiddenPosition, IcefieldError
from icefield.core.game import Game, Position
from icefield.games import keys
from icefield.games.torch.text.ppn_reader import from_ppn
from icefield.play import Record, read_records, write_records
from icefield.server.views.lines import read_pasted

from .damaged_texts import SlowError, calm, damaged, junk, move_texts, positions, soon, told

Found = TypeVar("Found")

KEYS = sorted(keys())
GAMES = {key: icefield.game(key) for key in KEYS}
DRAWN = [key for key in KEYS if isinstance(GAMES[key], HasBoardEditor)]
BOARDED = [key for key in KEYS if isinstance(GAMES[key], HasBoardFiles)]


@pytest.mark.slow
def test_there_is_something_to_damage() -> None:
    assert len(KEYS) >= 4
    assert DRAWN
    assert BOARDED
    assert all(len(positions(key)) > 20 and len(move_texts(key)) >= 4 for key in KEYS)


def read(reader: Callable[[str], Found], text: str) -> Found | None:
    """What a reader finds, or None when it said what is wrong."""
    try:
        return _read(reader, text)
    except SlowError:  # what was loaded for the first time is there now
        return _read(reader, text)


def _read(reader: Callable[[str], Found], text: str) -> Found | None:
    with soon(text):
        try:
            return reader(text)
        except IcefieldError as error:
            told(error, text)
            return None


# -- positions and moves ------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_positions(key: str) -> None:
    game, texts = GAMES[key], tuple(str(p) for p in positions(key))

    @calm(250)
    @given(text=damaged(texts) | junk)
    def run(text: str) -> None:
        found = read(game.read, text)
        if found is None:
            return
        assert isinstance(found, Position)
        assert read(game.read, str(found)) == found
        assert read(lambda _: found.scene(None), text)
        assert read(lambda _: found.view(None), text)
        for seat in found.deciders:

            def moves(_: str, seat: int = seat) -> object:
                return found.moves(seat)

            assert read(moves, text)

    run()


@pytest.mark.parametrize("key", KEYS)
def test_moves(key: str) -> None:
    here = st.sampled_from(positions(key))

    @calm(200)
    @given(position=here, text=damaged(move_texts(key)) | junk, seat=st.integers(-3, 9))
    def run(position: Position, text: str, seat: int) -> None:
        before = str(position)

        def refusal(of: str) -> object:
            try:
                return position.explain(of)
            except HiddenPosition:  # a view cannot tell
                return None

        why = read(refusal, text)
        read(position.play, text)
        read(lambda of: position.play(of, seat=seat), text)
        read(lambda of: position.explain_touches((of, of[::-1])), text)
        if why is not None:
            assert read(position.play, text) is None
        assert str(position) == before

    run()


# -- records --------------------------------------------------------------------------------------


@cache
def record_texts(key: str) -> tuple[str, ...]:
    whole = [p for p in positions(key) if len(p.history) < 60]
    records = [Record.of(p, players=("Ann", 'B "en" \\')) for p in whole[:8]]
    return (*map(str, records), write_records(records[:2]))


@pytest.mark.parametrize("key", KEYS)
def test_records(key: str) -> None:
    @calm(80)
    @given(text=damaged(record_texts(key)) | junk)
    def run(text: str) -> None:
        found = read(read_records, text)
        if found is not None:
            again = write_records(found)
            assert write_records(read_records(again)) == again
        read(lambda of: read_pasted(of, key, 1, None), text)

    run()


def test_portable_notation() -> None:
    torch = GAMES["torch"]
    assert isinstance(torch, Exported)
    write = torch.exports["ppn"]
    texts = tuple(write(p) for p in positions("torch") if not p.concealed)[:8]
    assert all(from_ppn(text) for text in texts)

    @calm(100)
    @given(text=damaged(texts) | junk)
    def run(text: str) -> None:
        read(from_ppn, text)

    run()


# -- boards and levels --------------------------------------------------------------------------


@pytest.mark.parametrize("key", BOARDED)
def test_board_files(key: str) -> None:
    game = GAMES[key]
    assert isinstance(game, HasBoardFiles)
    texts = tuple(game.board_samples.values())
    packed = tuple(game.board_read(text).value for text in texts)

    def begin(value: str) -> Position:
        options: dict[str, Any] = {game.board_option: value}
        return GAMES[key].start(**options)

    fake = tuple(_packed(text) for text in ("{}", "[]", '{"name": "x"}', '{"sea": [1]}'))

    @calm(150)
    @given(text=damaged(texts) | junk | damaged((*packed, *fake)))
    def run(text: str) -> None:
        board = read(game.board_read, text)
        if board is not None:
            start = read(begin, board.value)
            assert start is not None
            assert read(GAMES[key].read, str(start)) == start
        read(begin, text)

    run()


def _packed(text: str) -> str:
    """A text in the form in which a board travels."""
    value = next(iter(_a_packed_board().partition(":")[::2]))
    squeezed = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    return f"{value}:{squeezed}"


@cache
def _a_packed_board() -> str:
    strait = GAMES["strait"]
    assert isinstance(strait, HasBoardFiles)
    text = next(iter(strait.board_samples.values()))
    return strait.board_read(text.replace('name = "', 'name = "My ', 1)).value


@pytest.mark.parametrize("key", DRAWN)
def test_levels(key: str) -> None:
    game = GAMES[key]
    assert isinstance(game, HasBoardEditor)
    texts = tuple(game.level_samples.values())
    signs = st.text("".join(sign.text for sign in game.level_signs) + "/\n .", max_size=300)

    @calm(200)
    @given(text=damaged(texts) | junk | signs)
    def run(text: str) -> None:
        found = read(game.level_read, text)
        read(game.level_scene, text)
        if found is not None:
            level, players = found
            assert game.level_read(level) == (level, players)

    run()


# -- the engine's protocol ------------------------------------------------------------------------

LINES = (
    "ugi",
    "uginewgame",
    "setoption name seats value 3",
    "setoption name threads value 2",
    "setoption name search value uct",
    "setoption name seed value 7",
    "position startpos",
    "query gameover",
    "query p1turn",
    "query result",
    "go nodes 1",
    "go depth 1 nodes 2 movetime 1",
    "go movetime 1 p1time 5 p1inc 0 p2time 5",
    "stop",
)


@pytest.mark.parametrize("key", KEYS)
def test_lines_to_the_engine(key: str) -> None:
    game = GAMES[key]
    texts = [str(p) for p in positions(key)[:6]]
    lines = (*LINES, *(f"position fen {text}" for text in texts))
    lines += (f"position startpos moves {' '.join(move_texts(key)[:3])}",)

    @calm(30)
    @given(said=st.lists(damaged(lines) | junk | st.sampled_from(lines), max_size=6))
    def run(said: list[str]) -> None:
        heard: list[str] = []
        engine = Engine(game, heard.append)
        try:
            for line in said:
                first = line.split()[:1]
                with soon(line):
                    goes_on = engine.handle(line)
                assert goes_on is (line.strip().partition(" ")[0] != "quit")
                assert heard or first != ["ugi"]
                engine.handle("stop")
                engine.finish()
        finally:
            engine.close()
        assert all("\n" not in line and "internal" not in line for line in heard), heard

    run()


# -- bombs ----------------------------------------------------------------------------------------

MANY = 100_000
BOMBS = {
    "deep": "[" * MANY,
    "deep braces": "{" * MANY,
    "deep toml": "a = " + "[" * 900 + "]" * 900,
    "one line": "x" * MANY,
    "digits": "9" * MANY,
    "slashes": "/" * MANY,
    "runs": "8/" * (MANY // 2),
    "spaces": " " * MANY,
    "lines": "\n" * MANY,
    "quotes": '[Game "' + "\\" * MANY + '"]',
    "tags": "".join(f'[T{n} "{n}"]\n' for n in range(8000)),
    "games": '[Game "seals"]\n' * (MANY // 15),
    "large games": '[Game "strait"]\n' * (MANY // 16),
    "comments": '[Game "seals"]\n' + "{x}" * (MANY // 3),
    "open comment": '[Game "seals"]\n{' + "x" * MANY,
    "no moves": '[Game "seals"]\n1. ' + "b2-d4 b2-d4 " * (MANY // 12),
    "accents": "e" + "\u0301" * MANY,
    "long number": "setoption name seed value " + "9" * MANY,
    "go": "go " + "nodes 1 " * (MANY // 8),
    "zipped": _packed('{"a": "' + "x" * 50_000_000 + '"}'),
    "zipped deep": _packed("[" * 90_000),
    "zipped keys": _packed(json.dumps({f"k{n}": n for n in range(8000)})),
}


def _readers() -> dict[str, Callable[[str], object]]:
    found: dict[str, Callable[[str], object]] = {
        "records": read_records,
        "pasted": lambda text: read_pasted(text, "seals", 1, None),
        "portable": from_ppn,
    }
    for key, game in GAMES.items():
        start = game.start()
        found[f"{key} position"] = game.read
        found[f"{key} move"] = start.play
        found[f"{key} why"] = start.explain
        if isinstance(game, HasBoardEditor):
            found |= {f"{key} level": game.level_read, f"{key} drawing": game.level_scene}
        if isinstance(game, HasBoardFiles):
            found[f"{key} board"] = game.board_read
        for option in game.options:
            found[f"{key} {option.name}"] = _option_reader(game, option.name)
    return found


def _option_reader(game: Game, name: str) -> Callable[[str], object]:
    """Has a game check a text as the value of one of its options."""
    return lambda text: game.check({name: text})


READERS = _readers()
SMALL = 64 * 1024 * 1024


@pytest.mark.parametrize("reader", READERS)
def test_bombs_do_not_go_off(reader: str) -> None:
    for text in BOMBS.values():
        read(READERS[reader], text)


@pytest.mark.parametrize("bomb", ["zipped", "zipped deep", "zipped keys", "deep", "tags"])
def test_bombs_take_little_memory(bomb: str) -> None:
    for reader in READERS.values():
        read(reader, "")  # what is loaded once
    tracemalloc.start()
    try:
        for name in ("strait board", "strait position", "glide level", "records", "pasted"):
            tracemalloc.reset_peak()
            with contextlib.suppress(IcefieldError):
                READERS[name](BOMBS[bomb])
            assert tracemalloc.get_traced_memory()[1] < SMALL, name
    finally:
        tracemalloc.stop()
