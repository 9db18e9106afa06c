"""The proof from the start of a game: found on every line, and never too much."""

from __future__ import annotations

import json
import lzma
import random
import threading
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import icefield
from icefield.analysis.strategy_check import check
from icefield.core import jit
from icefield.core.game import Position
from icefield.core.jit import INTERPRETED
from icefield.search.knowledge import best_line
from icefield.search.proof import dfpn, lookup
from icefield.search.proof.parallel import ParallelProof, Progress

from ...timeouts import HANG_S
from ..small_strategy import SMALL, START, strategy
from .searched import TAG, turned
from .searched import proven as searched

pytestmark = pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")

SEALS = icefield.game("seals")
REAL = lookup.strategy_path(SEALS)


@pytest.fixture(autouse=True)
def small() -> Iterator[Path]:
    with strategy(SMALL) as file:
        yield file


def walk(position: Position, seed: int) -> Iterator[Position]:
    """The positions of a game in which the seals follow the proof.

    The bears play at random, or what is hardest.
    """
    chance = random.Random(seed)
    while position.turn is not None:
        yield position
        found = lookup.find_proof(position)
        assert found is not None, str(position)
        assert found.winner == 0
        hard = found.move is None and chance.random() < 0.5
        position = position.play(
            found.best if hard or found.move else chance.choice(position.moves())
        )
    assert position.outcome is not None
    assert position.outcome.winners == (0,)


def certain(position: Position) -> bool:
    return int(jit.verdict(TAG, position.state)) != 0


@cache
def seals_win(position: Position) -> bool:
    """The truth, by a search without a limit."""
    pn, dn, _ = searched(position)
    assert (pn == 0) != (dn == 0)
    return pn == 0


def test_the_strategy_of_these_tests_is_true() -> None:
    checked = check(SMALL)
    assert checked.complete
    assert (checked.start, checked.positions) == (str(START), 789)


@pytest.mark.parametrize("seed", range(12))
def test_whatever_the_bears_do_the_seals_win(seed: int) -> None:
    before: lookup.Proof | None = None
    for position in walk(START, seed):
        found = lookup.find_proof(position)
        assert found is not None
        if position.turn == 0:
            assert found.move in position.moves()
            assert found.move == found.winning[0][0]
            assert not found.replies
        else:
            assert found.move is None
            assert sorted(reply.move for reply in found.replies) == list(position.moves())
        if before is not None and before.leaf == found.leaf and not certain(position):
            assert found.plies < before.plies
        before = found


def test_the_road_is_the_longest_there_is() -> None:
    found = lookup.find_proof(START)
    assert found is not None
    assert (found.winner, found.plies, found.leaf) == (0, 12, False)
    line = best_line(START, 20)
    assert len(line) == 12
    position = START
    for left, move in zip(range(12, 0, -1), line, strict=True):
        here = lookup.find_proof(position, 0)
        assert here is not None
        assert here.plies == left
        position = position.play(move)
    assert lookup.find_proof(position, 0) is None  # from here on a search shows it
    leaf = lookup.find_proof(position)
    assert leaf is not None
    assert leaf.leaf


def test_the_hardest_reply_comes_first() -> None:
    for position in walk(START, 3):
        found = lookup.find_proof(position)
        assert found is not None
        if position.turn == 1 and not certain(position):
            roads = [(not reply.leaf, reply.plies) for reply in found.replies]
            assert roads == sorted(roads, reverse=True)
            assert found.plies == found.replies[0].plies
            assert found.best == found.replies[0].move


@cache
def most_plies(position: Position) -> int:
    """The longest way to a certain win, by visiting all positions."""
    if position.turn is None or certain(position):
        return 0
    found = lookup.find_proof(position)
    assert found is not None
    if found.move is not None:
        return 1 + most_plies(position.play(found.move))
    return 1 + max(most_plies(position.play(move)) for move in position.moves())


def test_where_the_file_ends_the_road_leads_to_certainty() -> None:
    told = 0
    for seed in range(12):
        position = next(p for p in walk(START, seed) if _leaf(p))
        found = lookup.find_proof(position)
        assert found is not None
        if found.plies < 6:
            assert most_plies(position) <= found.plies
            told += found.plies > 2
    assert told > 2


def _leaf(position: Position) -> bool:
    found = lookup.find_proof(position)
    return found is not None and found.leaf


@pytest.mark.parametrize("seed", range(4))
def test_images_of_a_position_are_known_as_well(seed: int) -> None:
    for position in walk(START, seed):
        found = lookup.find_proof(position)
        assert found is not None
        for k in range(8):
            image = lookup.find_proof(turned(position, bool(k & 1), bool(k & 2), bool(k & 4)))
            assert image is not None
            assert (image.winner, image.leaf) == (found.winner, found.leaf)
            if not found.leaf:
                assert image.plies == found.plies
                assert len(image.winning) == len(found.winning)


def test_beside_the_file_only_the_truth_is_told() -> None:
    chance = random.Random(5)
    told = {0: 0, 1: 0, None: 0}
    for _ in range(15):
        position: Position = START
        while position.turn is not None:
            found = lookup.find_proof(position, 2000)
            told[None if found is None else found.winner] += 1
            if found is not None and found.leaf:  # the rest is in the file, which is checked
                assert (found.winner == 0) == seals_win(position), str(position)
                for move, _ in found.winning[:2]:
                    after = position.play(move)
                    over = after.outcome is not None and after.outcome.winners == (found.winner,)
                    assert over or (seals_win(after) == (found.winner == 0))
            position = position.play(chance.choice(position.moves()))
    assert min(told.values()) > 10


def test_a_small_search_is_small() -> None:
    assert lookup.find_proof(SEALS.start()) is None
    assert lookup.find_proof(START.play("b7-a6"), 0) is None


def test_there_is_nothing_to_say_at_the_end() -> None:
    *_, last = walk(START, 1)
    found = lookup.find_proof(last)
    assert found is not None
    over = last.play(found.best)
    assert over.turn is None
    assert lookup.find_proof(over) is None


# -- the file -------------------------------------------------------------------------------------


def test_a_strategy_is_for_one_game() -> None:
    assert lookup.available(SEALS)
    assert not lookup.available(icefield.game("glide"))
    assert lookup.find_proof(icefield.game("glide").start()) is None


@pytest.mark.slow
def test_what_the_file_shows_is_lent_to_other_proofs() -> None:
    known = dfpn.new_proof_table(16)
    assert lookup.preload(START, known) > 0
    lent = ParallelProof(START, known)
    assert lent.run(HANG_S) is True
    alone, stop = ParallelProof(START, dfpn.new_proof_table(16)), threading.Event()

    def stop_after_as_many(progress: Progress) -> None:
        if progress.nodes > 2 * lent.nodes:
            stop.set()

    assert alone.run(HANG_S, stop=stop, on_progress=stop_after_as_many) is None
    assert alone.nodes > 2 * lent.nodes


def test_nothing_is_lent_where_nothing_is_proven() -> None:
    assert lookup.preload(icefield.game("glide").start(), dfpn.new_proof_table(1)) == 0


def test_without_a_file_nothing_is_proven(tmp_path: Path) -> None:
    with strategy(tmp_path / "start.strategy") as file:
        assert not lookup.available(SEALS)
        assert lookup.find_proof(START) is None
        assert best_line(START, 4) == ()
        file.write_bytes(SMALL.read_bytes())  # and it may come later
        assert lookup.available(SEALS)
        assert lookup.find_proof(START) is not None


def header(**changed: object) -> bytes:
    line, packed = SMALL.read_bytes().split(b"\n", 1)
    return json.dumps(json.loads(line) | changed).encode() + b"\n" + packed


def answers(change: bytes) -> bytes:
    """The strategy with other answers at its end."""
    line, packed = SMALL.read_bytes().split(b"\n", 1)
    stream = lzma.decompress(packed)
    stream = stream[: len(stream) - len(change)] + change
    return line + b"\n" + lzma.compress(stream)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}\n",
        b"\xff" * 5000,
        b"[" * 4000 + b"\n",
        SMALL.read_bytes()[:-20],
        header(format="icefield strategy 2"),
        header(game="glide"),
        header(seat=1),
        header(seat=2),
        header(start="nowhere"),
        header(positions=10**12),
        header(positions=788),
        header(positions=790),
        header(positions="789"),
        header(start=str(SEALS.start())),
        answers(bytes([200])),
        answers(bytes([0])),
    ],
)
def test_a_damaged_file_is_left_alone(
    content: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "start.strategy"
    file.write_bytes(content)
    with strategy(file):
        assert lookup.find_proof(START) is None
        assert not lookup.available(SEALS)
        assert lookup.find_proof(START) is None
    (said,) = caplog.records
    assert said.levelname == "WARNING"
    assert "is left alone" in said.message
    assert said.exc_info is None


def test_it_is_read_once_however_many_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "start.strategy"
    file.write_bytes(SMALL.read_bytes())
    read = lookup.read_strategy
    reads: list[int] = []
    begin = threading.Barrier(8)

    def counted(content: bytes, game: icefield.core.game.Game) -> object:
        reads.append(len(content))
        return read(content, game)

    def ask() -> None:
        begin.wait()
        found.append(lookup.find_proof(START))

    found: list[lookup.Proof | None] = []
    monkeypatch.setattr(lookup, "read_strategy", counted)
    with strategy(file):
        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(reads) == 1
    assert len(found) == 8
    assert len({each.move for each in found if each is not None}) == 1


# -- the whole game -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_from_the_start_the_seals_win(seed: int) -> None:
    assert REAL is not None
    with strategy(REAL):
        assert [*walk(SEALS.start(), seed)]
