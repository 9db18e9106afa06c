"""The checker of strategies: what it accepts, every kind of fault, and its parts.

What it finds has to be what a second, slow way finds in the same file, see `strategies.py`.
"""

from __future__ import annotations

import ast
import json
import lzma
import math
import random
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from icefield.analysis import strategy_check
from icefield.analysis.strategy_check import BadStrategy, CheckStopped, check
from icefield.core.errors import BadOption
from icefield.games.seals import kernel
from icefield.games.seals.board import SQUARES, reach
from icefield.games.seals.kernel import endgame, strategy_walk
from icefield.games.seals.kernel.tables import FAR, NEAR

from ..games.seals.kernel.reference import ICE, START, Reference, name_of
from ..games.seals.positions import after_random_moves, put, read, solved
from ..timeouts import HANG_S
from .small_strategies import (
    LEAF,
    Found,
    Made,
    made,
    ordered,
    rich,
    seals_win,
    slow,
    starts,
    strategies,
)

LANGUAGES = ("en", "de", "fr", "ja")


def fast(strategy: Made | bytes) -> Found:
    """What the checker finds, in the same words."""
    try:
        checked = check(strategy if isinstance(strategy, bytes) else strategy.file())
    except BadStrategy as error:
        return Found(error.refusal.code, error.line)
    assert checked.complete
    return Found(None, (), checked.positions, checked.leaves)


# -- good strategies ------------------------------------------------------------------------------


@pytest.mark.slow
def test_good_strategies_pass_and_both_ways_count_the_same() -> None:
    found = [fast(strategy) for strategy in strategies()]
    assert found == [slow(strategy) for strategy in strategies()]
    assert all(each.code is None for each in found)
    assert {s.seat for s in strategies()} == {0, 1}
    assert {Reference.read(s.start).mover for s in strategies()} == {"s", "b"}
    assert sum(each.positions for each in found) > 500
    assert sum(each.leaves for each in found) > 100
    assert 20 < rich().answers.count(LEAF) < len(rich().answers) - 20


@pytest.mark.slow
def test_a_check_says_what_it_has_checked(tmp_path: Path) -> None:
    file = tmp_path / "won.strategy"
    file.write_bytes(rich().file())
    checked = check(file)
    assert checked == replace(check(str(file)), seconds=checked.seconds)
    assert (checked.start, checked.seat) == (rich().start, 0)
    assert checked.positions == len(rich().answers)
    assert checked.leaves == checked.leaves_checked == rich().answers.count(LEAF)
    assert checked.nodes > 0
    assert checked.seconds > 0
    assert len(checked.digest) == 64


def test_a_share_of_the_leaves_is_chosen_by_the_seed() -> None:
    leaves = rich().answers.count(LEAF)
    some = [check(rich().file(), share=0.3, seed=seed) for seed in (1, 1, 2, 3)]
    assert {each.leaves_checked for each in some} == {math.ceil(0.3 * leaves)}
    assert not some[0].complete
    assert some[0].nodes == some[1].nodes
    assert len({each.nodes for each in some}) > 1
    none = check(rich().file(), share=0)
    assert (none.leaves_checked, none.nodes) == (0, 0)


def test_a_finished_game_needs_no_answer() -> None:
    for seed in range(5):
        over = str(after_random_moves(seed, 200))
        winner = 0 if Reference.read(over).winner() == "seals" else 1
        assert fast(Made(over, winner, b"")) == Found(None, (), 0, 0)
        assert fast(Made(over, 1 - winner, b"")) == Found("lost-line", ())


def test_threads_find_the_same() -> None:
    one, four = (check(rich().file(), workers=workers) for workers in (1, 4))
    assert (one.positions, one.leaves_checked) == (four.positions, four.leaves_checked)
    with pytest.raises(BadStrategy) as fault:
        check(lost_leaf().file(), workers=4)
    assert fault.value.line == fast(lost_leaf()).line


def test_progress_is_told() -> None:
    told: list[tuple[str, int, int]] = []
    check(rich().file(), on_progress=lambda *what: told.append(what))
    positions, leaves = len(rich().answers), rich().answers.count(LEAF)
    assert ("positions", positions, positions) in told
    assert told[-1] == ("leaves", leaves, leaves)
    assert told == sorted(told, key=lambda what: (what[0] == "leaves", what[1]))


# -- every kind of fault --------------------------------------------------------------------------


def lost_leaf() -> Made:
    """A strategy whose first answer does not win, with a leaf behind each reply."""
    for start, seat in starts():
        position = Reference.read(start)
        if seat != 0 or position.mover != "s":
            continue
        for number, move in enumerate(ordered(position)):
            after = position.play(move)
            if after.winner() is None and not seals_win(after):
                replies = [after.play(reply) for reply in ordered(after)]
                if all(reply.winner() is None for reply in replies):
                    count = len(set(replies))
                    return Made(start, 0, bytes([number]) + bytes([LEAF]) * count)
    raise AssertionError("no such position is stored")


def spoiled_xz(strategy: Made) -> bytes:
    content = bytearray(strategy.file())
    begin = content.index(b"\n") + 1
    content[begin + (len(content) - begin) // 2] ^= 16
    return bytes(content)


def first_lost_line() -> Made:
    """The rich strategy without leaves, its first answer replaced by a losing move.

    The move is the first after which the seals lose, at once or later.
    """
    whole = made(rich().start)
    return next(
        other
        for number in range(len(whole.answers))
        for answer in range(20)
        if slow(other := whole.with_answer(number, answer)).code == "lost-line"
    )


def flipped_start() -> Made:
    """The rich strategy, said to be one for a position with one disc less."""
    start = Reference.read(rich().start)
    fewer = (replace(start, discs=start.discs - {disc}) for disc in sorted(start.discs))
    return replace(rich(), start=next(fewer).text())


FAULTS: dict[str, Callable[[], bytes]] = {
    "unknown-format": lambda: rich().file().replace(b"strategy 1", b"strategy 2"),
    "wrong-game": lambda: replace(rich(), game="glide").file(),
    "bad-header": lambda: replace(rich(), seat=2).file(),
    "bad-start": lambda: replace(rich(), start="8/8 s -").file(),
    "truncated": lambda: rich().file()[:-5],
    "damaged": lambda: spoiled_xz(rich()),
    "trailing-data": lambda: rich().file() + b"more",
    "wrong-counts": lambda: replace(rich(), leaves=rich().answers.count(LEAF) + 1).file(),
    "too-short": lambda: replace(rich(), answers=rich().answers[:-1]).file(),
    "too-long": lambda: replace(rich(), answers=rich().answers + b"\0").file(),
    "out-of-range": lambda: rich().with_answer(0, 63).file(),
    "lost-line": lambda: first_lost_line().file(),
    "lost-leaf": lambda: lost_leaf().file(),
}


@pytest.mark.parametrize("code", FAULTS)
def test_every_kind_of_fault_is_found(code: str) -> None:
    with pytest.raises(BadStrategy) as fault:
        check(FAULTS[code]())
    error = fault.value
    assert (error.code, error.refusal.code) == ("bad-strategy", code)
    sentences = {error.sentence.text(language) for language in LANGUAGES}
    assert len(sentences) == len(LANGUAGES)
    assert not any("{" in sentence or "analysis." in sentence for sentence in sentences)
    assert error.to_json("de")["position"] == error.position


def test_a_fault_names_the_way_to_it() -> None:
    for code in ("too-short", "out-of-range", "lost-line", "lost-leaf"):
        with pytest.raises(BadStrategy) as fault:
            check(FAULTS[code]())
        position = Reference.read(json.loads(FAULTS[code]().split(b"\n")[0])["start"])
        for move in fault.value.line:
            position = position.play(move)
        assert position.text() == fault.value.position
        assert position.text() in str(fault.value)
        assert " ".join(fault.value.line) in str(fault.value)


@pytest.mark.parametrize(
    "change",
    [
        {"positions": 10, "leaves": 3},
        {"positions": 10_000, "leaves": 3},
        {"leaves": 0},
    ],
)
def test_wrong_counts_are_found(change: dict[str, Any]) -> None:
    assert fast(replace(rich(), **change)).code == "wrong-counts"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("positions", -1),
        ("positions", True),
        ("positions", 1 << 40),
        ("positions", "7"),
        ("leaves", 10**9),
        ("leaves", None),
        ("seat", -1),
        ("seat", 0.0),
        ("start", 7),
    ],
)
def test_a_header_that_makes_no_sense_is_refused(field: str, value: object) -> None:
    header = rich().header() | {field: value}
    content = json.dumps(header).encode() + b"\n" + lzma.compress(rich().answers)
    assert fast(content).code == "bad-header"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"[]\n",
        b"\xff\xfe\n",
        b"{}" * 4000,
        b"[" * 4000 + b"\n",
        b'"format"\n',
        b"null\n",
    ],
)
def test_what_is_no_strategy_at_all_is_refused(content: bytes) -> None:
    assert fast(content).code == "unknown-format"


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere", tmp_path):
        with pytest.raises(BadStrategy) as fault:
            check(path)
        assert fault.value.refusal.code == "unreadable"


ARCHIVE = ("damaged", "truncated", "trailing-data")


def test_every_flipped_bit_of_the_packed_answers_is_found() -> None:
    content = made(*starts()[0]).file()
    begin = content.index(b"\n") + 1
    for place in range(begin, len(content)):
        for bit in range(8):
            spoiled = bytearray(content)
            spoiled[place] ^= 1 << bit
            assert fast(bytes(spoiled)).code in {*ARCHIVE, "wrong-counts"}


def test_a_small_file_cannot_fill_the_memory() -> None:
    bomb = json.dumps(rich().header()).encode() + b"\n" + lzma.compress(bytes(1 << 26))
    assert len(bomb) < 20_000
    assert fast(bomb).code == "wrong-counts"


@pytest.mark.parametrize("leaf", [True, False])
def test_any_changed_byte_is_judged_as_the_slow_way_judges_it(leaf: bool) -> None:
    """Another answer, an answer as a leaf, a leaf as an answer, one byte less or more."""
    rng = random.Random(7)
    pool = [s for s in strategies() if s.answers and (LEAF in s.answers) == leaf]
    codes = set()
    for _ in range(150):
        strategy = rng.choice(pool)
        number = rng.randrange(len(strategy.answers))
        before, behind = strategy.answers[:number], strategy.answers[number + 1 :]
        new = bytes([rng.choice([LEAF, rng.randrange(16), strategy.answers[number]])])
        way = rng.randrange(4)
        answers = [before + new, before, before + new * 2, before + new][way] + behind
        other = replace(strategy, answers=answers)
        assert fast(other) == slow(other)
        codes.add(slow(other).code)
    wanted = {"too-short", "too-long", "out-of-range", "lost-line", None}
    assert codes >= (wanted | {"lost-leaf"} if leaf else wanted)


def test_another_start_is_found() -> None:
    other = flipped_start()
    assert fast(other).code is not None
    assert fast(other) == slow(other)


# -- stopping -------------------------------------------------------------------------------------


@pytest.mark.parametrize("largest", [0, 10_000])
def test_a_leaf_that_is_no_leaf_is_refused(largest: int) -> None:
    """The whole game as one leaf: the tree of its search is full long before it ends."""
    with pytest.raises(BadStrategy) as fault:
        check(Made(START, 0, bytes([LEAF])).file(), largest_leaf=largest)
    assert fault.value.refusal.code == "large-leaf"
    assert fault.value.position == START
    assert len({fault.value.sentence.text(language) for language in LANGUAGES}) == 4


def test_a_check_can_be_stopped() -> None:
    stop = threading.Event()
    timer = threading.Timer(0.3, stop.set)
    timer.start()
    began = time.monotonic()
    with pytest.raises(CheckStopped) as stopped:
        check(Made(START, 0, bytes([LEAF])).file(), stop=stop)
    assert time.monotonic() - began < HANG_S
    assert stopped.value.refusal.code == "check-stopped"
    timer.join()


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"share": 1.5}, "bad-share"),
        ({"share": -1.0}, "bad-share"),
        ({"workers": 0}, "bad-workers"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, float], code: str) -> None:
    with pytest.raises(BadOption) as fault:
        check(rich().file(), **options)  # type: ignore[arg-type]
    assert fault.value.refusal.code == code


# -- the walk and the search, in parts ------------------------------------------------------------


def test_the_kernel_lists_moves_in_the_order_of_strategies() -> None:
    out = np.empty(kernel.MAX_MOVES, dtype=np.int64)
    for seed in range(60):
        position = after_random_moves(seed, seed % 30)
        if position.turn is not None:
            count = kernel.moves(position.state, out)
            texts = [
                str(move) for code in out[:count] for move in position.moves() if move.code == code
            ]
            assert texts == ordered(Reference.read(str(position)))


def placed(seed: int, empty: int) -> Reference:
    """Tokens anywhere, discs everywhere but on so many spaces."""
    rng = random.Random(seed)
    spaces = [name_of(square) for square in sorted(ICE)]
    if seed % 3:  # a small part of the board, so that the tokens meet
        column, row = rng.randrange(1, 6), rng.randrange(1, 6)
        inside = {(column + dx, row + dy) for dx in range(4) for dy in range(4)} & ICE
        spaces = [name_of(square) for square in sorted(inside)]
    rng.shuffle(spaces)
    seals, bears = rng.randint(1, 2), rng.randint(0, 2)
    used = spaces[: seals + bears + empty]
    discs = {name_of(square) for square in ICE} - set(used)
    position = put(
        " ".join(used[:seals]), " ".join(used[seals : seals + bears]), discs, rng.choice("sb")
    )
    return Reference.read(str(position))


def bears_may_win(position: Reference) -> bool:
    """Whether any line of play at all ends with all seals caught."""
    seen, to_do = {position}, [position]
    while to_do:
        here = to_do.pop()
        if here.winner() == "bears":
            return True
        for move in here.moves():
            after = here.play(move)
            if after not in seen:
                seen.add(after)
                to_do.append(after)
    return False


@pytest.mark.slow
def test_seals_out_of_reach_are_never_caught_whatever_is_played() -> None:
    certain, right = 0, 0
    for seed in range(1200):
        position = placed(seed, seed % 7)
        st = read(position.text()).state
        never = not bears_may_win(position)
        if position.winner() is None:
            said = bool(endgame.out_of_reach(st.seals, st.bears, st.discs))
            assert never or not said, position.text()
            certain += said
            right += never
    assert certain > 300
    assert certain > 0.7 * right  # it is not only careful


@pytest.mark.parametrize(
    ("seals", "bears", "ice", "said"),
    [
        ("b2 b7", "g2", "", True),  # one bear for two seals
        ("d4", "f4", "e4", False),  # one step away from next to it
        ("d4", "f4", "", True),  # a bear steps two squares, but does not catch that way
        ("d4", "f4", "d6", True),  # nor where the seal can go, again two squares away
        ("d4", "f4", "d5", False),  # by way of d5, or d4 when the seal has gone to d5
        ("d4", "h4", "d5", True),  # too far for the first step
        ("d4", "g4", "e4", False),
        ("d4 d5", "e4", "", True),
        ("d4 d5", "e4 e5", "", False),
        ("d4 d5", "e4 h4", "", True),  # both can only be caught by the same bear
    ],
)
def test_who_is_out_of_reach(seals: str, bears: str, ice: str, said: bool) -> None:
    discs = {name_of(s) for s in ICE} - {*seals.split(), *bears.split(), *ice.split()}
    st = put(seals, bears, discs, "b").state
    assert endgame.out_of_reach(st.seals, st.bears, st.discs) == said


def winner_of(position: Reference) -> int:
    """Who wins, by the compiled search."""
    st = read(position.text()).state
    if st.end != kernel.GOING_ON:
        return int(endgame.known(st))
    leaf = np.array([endgame.packed(st)], dtype=np.uint64)
    told, halt = np.zeros(2, dtype=np.int64), np.zeros(1, dtype=np.uint8)
    wrong = endgame.disagreeing(leaf, 0, endgame.room(1 << 20), endgame.memory(10), halt, told)
    return 0 if wrong == 1 else int(told[1])


def test_the_search_agrees_with_brute_force() -> None:
    positions = [placed(seed, seed % 8) for seed in range(600)]
    found = [winner_of(position) for position in positions]
    assert found == [0 if seals_win(position) else 1 for position in positions]
    assert found.count(1) > 50


def test_the_search_agrees_with_an_independent_program() -> None:
    for stored in solved():
        assert winner_of(Reference.read(stored.position)) == (0 if stored.winner == "seals" else 1)


def test_two_words_hold_all_of_a_position() -> None:
    words: dict[tuple[np.uint64, np.uint64], kernel.State] = {}
    for seed in range(400):
        position = (
            read(placed(seed, seed % 9).text()) if seed % 2 else after_random_moves(seed, seed % 40)
        )
        st = position.state
        if st.end != kernel.GOING_ON:
            continue
        for passed in (0, 1):
            changed = kernel.typed(st._replace(passed=passed))
            packed = endgame.packed(changed)
            assert kernel.typed(endgame.unpacked(*map(np.uint64, packed))) == changed
            assert words.setdefault(packed, changed) == changed
    assert len(words) > 400


def test_a_small_memory_forgets_but_does_not_mix_up() -> None:
    memo = endgame.memory(2)
    rng = random.Random(3)
    told: dict[tuple[int, int], int] = {}
    for _ in range(500):
        key = rng.randrange(1, 8), rng.randrange(8) | 1 << 26  # many share one of the words
        told.setdefault(key, rng.randrange(2))
        endgame.remember(memo, np.uint64(key[0]), np.uint64(key[1]), told[key])
        assert endgame.recall(memo, np.uint64(key[0]), np.uint64(key[1])) == told[key]
        for old, winner in told.items():
            recalled = endgame.recall(memo, np.uint64(old[0]), np.uint64(old[1]))
            assert recalled in (endgame.UNKNOWN, winner)


def test_visited_positions_are_told_apart_and_survive_the_growing_of_their_set() -> None:
    keys = [(np.uint64(a), np.uint64(b | 1 << 26)) for a in range(10) for b in range(10)]
    small, large = strategy_walk.visited(7), strategy_walk.visited(8)
    assert all(strategy_walk.visit(small, *key) for key in keys)
    assert not any(strategy_walk.visit(small, *key) for key in keys)
    strategy_walk.move_over(small, large)
    assert not any(strategy_walk.visit(large, *key) for key in keys)


def test_the_checker_shares_nothing_with_the_solvers_but_the_rules() -> None:
    allowed = {
        "game",
        "board",
        "state",
        "tables",
        "moves",
        "apply",
        "positions",
        "endgame",
        "strategy_walk",
        "jit",
        "errors",
        "message",
    }
    for module in (strategy_check, endgame, strategy_walk):
        assert module.__file__ is not None
        for node in ast.walk(ast.parse(Path(module.__file__).read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level:
                named = {(node.module or "").rpartition(".")[2]}
                if named <= {"", "seals", "kernel"}:
                    named = {alias.name for alias in node.names}
                assert named <= allowed, f"{module.__name__}:{node.lineno}"


def test_steps_of_one_and_two_are_as_the_board_says() -> None:
    for s in SQUARES:
        for table, distance in ((NEAR, 1), (FAR, 2)):
            assert {t for t in SQUARES if int(table[s]) >> t & 1} == set(reach(s, distance))
