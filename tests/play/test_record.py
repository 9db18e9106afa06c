"""Record files: what is written is read again, and a bad file says where and why."""

from __future__ import annotations

import random
import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import icefield
from icefield import games
from icefield.core.errors import BadNotation, BadRecord
from icefield.core.game import Position
from icefield.play import Match, Record, read_records, write_records

from ..games.seals.positions import after_random_moves, all_but, put
from ..timeouts import HANG_S
from .coin_game import COIN

SEALS = icefield.game("seals")
calm = settings(deadline=None, derandomize=True, max_examples=40)
seeds = st.integers(0, 10**9)
HEAD = '[Game "seals"]\n'


def random_match(seed: int, games_: int = 2) -> Match:
    rng, match = random.Random(seed), Match(SEALS, ("Ann", "Ben"), games=games_)
    while not match.over:
        if match.game_over:
            match.next_game()
        match.submit(rng.choice(match.position.moves()))
    return match


def one(text: str) -> Record:
    (record,) = read_records(text)
    return record


def refused(text: str) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        read_records(text)
    return caught.value


def attempt(text: str) -> tuple[Record, ...] | BadRecord:
    """The records, or why not; any other error passes through."""
    try:
        return read_records(text)
    except BadRecord as error:
        return error


OLD_STRAIT = """[Game "strait"]
[Version "1"]
[Seats "2"]
[Option.goal "3"]
[Option.board "bering"]

1. start:0 2. tile:9 3. card:110 4. put:c3:18 5. tile:21
"""


def test_a_record_of_an_earlier_version_is_played_by_its_rules() -> None:
    """In version 1 of `strait` a tile was drawn for each of the first floes (I9)."""
    record = one(OLD_STRAIT)
    assert record.version == 1
    assert record.options["tiles"] == "drawn"
    assert [p.options["tiles"] for p in record.replay()] == ["drawn"] * 6
    assert str(record.replay()[-1].last) == "tile:21"
    assert one(str(record)) == record
    bare = Record("strait", 1, record.moves, {"goal": 3}, 2)
    assert bare.replay()[-1] == record.replay()[-1]
    with pytest.raises(BadRecord, match="first tiles are dealt"):
        read_records(OLD_STRAIT.replace('Version "1"', 'Version "2"'))


# -- there and back -----------------------------------------------------------------------------


@calm
@given(seed=seeds, plies=st.integers(0, 60))
def test_a_game_is_read_as_it_was_written(seed: int, plies: int) -> None:
    position = after_random_moves(seed, plies)
    record = Record.of(position, players=("Ann", "Ben"))
    assert one(str(record)) == record
    assert record.replay()[-1] == position
    assert [str(p) for p in record.replay()] == [str(p) for p in one(str(record)).replay()]
    assert len(record.replay()) == len(position.history) + 1


@settings(deadline=None, derandomize=True, max_examples=20)
@given(seed=seeds, pairs=st.integers(1, 2))
@pytest.mark.slow
def test_a_match_is_read_as_it_was_written(seed: int, pairs: int) -> None:
    records = random_match(seed, 2 * pairs).records()
    assert len(records) == 2 * pairs
    text = write_records(records)
    assert read_records(text) == records
    assert write_records(read_records(text)) == text


@pytest.mark.parametrize("plies", [0, 1, 5])
def test_a_match_that_is_going_on_is_read_as_it_was_written(plies: int) -> None:
    rng, match = random.Random(3), Match(SEALS, games=2)
    while not match.game_over:
        match.submit(rng.choice(match.position.moves()))
    match.next_game()
    for _ in range(plies):
        match.submit(rng.choice(match.position.moves()))
    assert read_records(write_records(match.records())) == match.records()


def test_games_without_a_move_are_read_as_they_were_written() -> None:
    begun = Record.of(SEALS.start())
    played = Record.of(SEALS.start().play("b2-d4"))
    late = Record.of(put("d4", "e4", turn="b"))
    for records in ((begun, played), (begun, begun), (played, late, begun), (late, late, played)):
        assert read_records(write_records(records)) == records


@calm
@given(seed=seeds, plies=st.integers(1, 30), more=st.integers(0, 30))
def test_a_game_from_another_position_names_it(seed: int, plies: int, more: int) -> None:
    first = SEALS.read(str(after_random_moves(seed, plies)))
    rng, position = random.Random(seed), first
    for _ in range(more):
        if position.turn is not None:
            position = position.play(rng.choice(position.moves()))
    record = Record.of(position)
    assert record.start == str(first)
    assert f'[Start "{first}"]' in str(record)
    assert one(str(record)) == record
    assert record.begin() == first
    assert record.replay()[-1] == position


words = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
names = st.from_regex(r"[A-Za-z][A-Za-z0-9_.-]{0,12}", fullmatch=True).filter(
    lambda name: (
        name not in ("Game", "Version", "Seats", "Start", "Result")
        and not name.startswith("Option.")
    )
)


def one_line(text: str) -> str:
    return " ".join(text.split())


@calm
@given(tags=st.dictionaries(names, words, max_size=4))
def test_tags_may_hold_any_text_on_one_line(tags: dict[str, str]) -> None:
    record = Record("seals", 1, ("b2-d4",), tags=tags)
    assert one(str(record)).tags == {name: one_line(value) for name, value in tags.items()}


@pytest.mark.parametrize(
    "value",
    [
        '"',
        "\\",
        '\\"',
        'a "b" c',
        "C:\\ice\\n",
        "]",
        "[",
        "{x}",
        "Ωλφ 氷 🐻‍❄️",
        "",
        "\\\\",
        "1. b2-d4",
    ],
)
def test_tags_with_difficult_values(value: str) -> None:
    record = Record("seals", 1, ("b2-d4",), tags={"Seat1": value})
    assert one(str(record)) == Record("seals", 1, ("b2-d4",), tags={"Seat1": value})


@calm
@given(data=st.data(), seed=seeds)
def test_comments_are_read_as_they_were_written(data: st.DataObject, seed: int) -> None:
    moves = tuple(str(move) for move in after_random_moves(seed, 12).history)
    comments = data.draw(st.dictionaries(st.integers(0, len(moves)), words, max_size=5))
    record = Record("seals", 1, moves, comments=comments)
    told = {n: one_line(c.replace("{", "(").replace("}", ")")) for n, c in comments.items()}
    found = one(str(record))
    assert {n: c for n, c in found.comments.items() if c} == {n: c for n, c in told.items() if c}
    assert found.moves == moves


def test_the_text_is_pretty() -> None:
    position = after_random_moves(5, 30)
    record = Record.of(position, players=("Ann", "Ben"))
    head, _, body = str(record).partition("\n\n")
    assert head.splitlines()[:3] == ['[Game "seals"]', '[Version "1"]', '[Seats "2"]']
    assert body.startswith(f"1. {position.history[0]} 2. {position.history[1]} 3. ")
    assert body.endswith("\n")
    assert all(len(line) <= 80 for line in body.splitlines())


def test_the_result_is_written_when_there_is_one() -> None:
    assert "Result" not in Record.of(SEALS.start()).tags
    end = after_random_moves(1, 500)
    assert end.outcome is not None
    assert Record.of(end).tags["Result"] == f"{end.outcome.scores[0]} {end.outcome.scores[1]}"


# -- reading what others write ------------------------------------------------------------------


def test_the_least_a_record_needs() -> None:
    record = one('[Game "seals"]')
    assert record == Record("seals", 1, ())
    assert record.begin() == SEALS.start()


def test_spaces_numbers_and_comments_are_free() -> None:
    text = '\n [ Game   "seals" ]{before}\r\n b2-d4\t2. g7-e5{one}{two}\n\n3.\n d4-d5\n'
    record = one(text)
    assert record.moves == ("b2-d4", "g7-e5", "d4-d5")
    assert record.comments == {0: "before", 2: "one two"}


def test_a_comment_may_have_several_lines() -> None:
    assert one(HEAD + "1. b2-d4 {a\n  b [c] 1.\n}").comments == {1: "a b [c] 1."}


def test_a_file_may_hold_several_games() -> None:
    text = HEAD + "1. b2-d4\n" + HEAD + '[Seat1 "Ann"] 1. b7-d5 2. g2-e4' + HEAD
    records = read_records(text)
    assert [record.moves for record in records] == [("b2-d4",), ("b7-d5", "g2-e4"), ()]
    assert records[1].tags == {"Seat1": "Ann"}


def test_a_result_of_an_unfinished_game_may_be_a_star() -> None:
    assert one(HEAD + '[Result "*"] 1. b2-d4').tags == {"Result": "*"}


def test_a_game_with_chance_is_recorded_without_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.REGISTRY, "coin", f"{COIN.__module__}:COIN")
    match = Match(COIN, chance=random.Random(5))
    match.submit("y")
    match.submit("n")
    (record,) = match.records()
    assert one(str(record)) == record
    assert len(record.moves) == 4
    assert record.replay()[-1] == match.position
    error = refused('[Game "coin"]\n[Version "3"]\n1. h 2. h')
    assert (error.line, error.column, error.rule) == (3, 9, "C1")


def test_a_long_game_needs_no_numbers() -> None:
    position: Position = after_random_moves(11, 500)
    text = HEAD + "\n".join(str(move) for move in position.history)
    assert one(text).replay()[-1] == position


# -- what is wrong, and where -------------------------------------------------------------------

OVER = "oooo/oooooo/1ooooooo/1oobsooo/1ooooooo/1ooooooo/oooooo/oooo b -"

BAD = {
    "empty": ("", 1, 1, None, "no game"),
    "only spaces": (" \n \n", 1, 1, None, "no game"),
    "only a comment": ("{nothing}", 1, 1, None, "no game"),
    "stray bracket": (HEAD + "1. b2-d4 ] 2.", 2, 10, None, "]"),
    "stray brace": (HEAD + "\n 1. b2-d4 }", 3, 11, None, "}"),
    "open comment": (HEAD + "1. b2-d4 {never\nclosed", 2, 10, None, "{"),
    "open tag": ('[Game "seals"\n1. b2-d4', 1, 1, None, "["),
    "open quote": (HEAD + '\n  [Seat1 "Ann]\n1. b2-d4', 3, 3, None, "["),
    "tag without quotes": (HEAD + "[Seat1 Ann]", 2, 1, None, "["),
    "tag without a name": (HEAD + '["Ann"]', 2, 1, None, "["),
    "tag with two values": (HEAD + '[Seat1 "Ann" "Ben"]', 2, 1, None, "["),
    "tag twice": (HEAD + '[Seat1 "A"] [Seat1 "B"]', 2, 13, None, "Seat1"),
    "number too high": (HEAD + "1. b2-d4 3. g7-e5", 2, 10, None, "3."),
    "number too low": (HEAD + "1. b2-d4\n1. g7-e5", 3, 1, None, "1."),
    "number zero": (HEAD + "0. b2-d4", 2, 1, None, "0."),
    "number with zeros": (HEAD + "01. b2-d4", 2, 1, None, "01."),
    "not a move": (HEAD + "1. b2-d4 2. hello", 2, 13, None, "hello"),
    "number glued to its move": (HEAD + "1.b2-d4", 2, 1, None, "1.b2-d4"),
    "too far": (HEAD + "1. b2-b5", 2, 4, "S4", "b2-b5"),
    "off the board": (HEAD + "1. b2-a1", 2, 4, "S1", "a1"),
    "not the mover's": (HEAD + "1. g2-g3", 2, 4, "S3", "g2"),
    "over a token": ('[Game "seals"][Start "4/6/8/8/2sb4/8/6/4 s -"]\n1. c4-e4', 2, 4, "S5", "d4"),
    "a seal captures": ('[Game "seals"][Start "4/6/8/8/2sb4/8/6/4 s -"]\nc4xd4', 2, 1, "S6", "d4"),
    "a pass that is not forced": (HEAD + "1. b2-d4\n2. g7-e5\n3. pass", 4, 4, "S3", "pass"),
    "a move after the end": (HEAD + f'[Start "{OVER}"]\n1. d5xe5 2. pass', 3, 13, None, "pass"),
    "no game": ('[Seat1 "Ann"]\n\n 1. b2-d4', 3, 5, None, "Game"),
    "no tags": ("1. b2-d4", 1, 4, None, "Game"),
    "no game, no moves": ('[Seat1 "Ann"]\n', 2, 1, None, "Game"),
    "unknown game": ('[Seat1 "Ann"]\n [Game "chess"]\n1. e4', 2, 2, None, "chess"),
    "a version to come": (HEAD + '\n[Version "2"]\n1. b2-d4', 3, 1, None, "2"),
    "version not a number": (HEAD + '[Version "one"]', 2, 1, None, "one"),
    "version too long": (HEAD + f'[Version "{"9" * 5000}"]', 2, 1, None, "999"),
    "version in other digits": (HEAD + '[Version "１"]', 2, 1, None, "１"),
    "seats not a number": (HEAD + '[Seat1 "A"][Seats "two"]', 2, 12, None, "two"),
    "seats the game does not have": (HEAD + '[Seats "3"]\n1. b2-d4', 2, 1, None, "3"),
    "an option there is not": (HEAD + '[Option.board "big"]\n1. b2-d4', 2, 1, None, "board"),
    "an option called seats": (HEAD + '[Option.seats "2"]\n1. b2-d4', 2, 1, None, "seats"),
    "an option called self": (HEAD + '[Option.self "2"]\n1. b2-d4', 2, 1, None, "self"),
    "an option called text": (
        HEAD + '[Start "4/s4b/8/8/8/8/s4b/4 s -"]\n[Option.text "2"]\n1. b2-d4',
        *(3, 1, None, "text"),
    ),
    "a start that is no position": (HEAD + ' [Start "nowhere"]\n1. b2-d4', 2, 2, None, ""),
    "a start with three seals": (HEAD + '[Start "4/s1s1sb/8/8/8/8/5b/4 s -"]', 2, 1, "S2", ""),
    "a start with a long row": (HEAD + '[Start "5/s4b/8/8/8/8/s4b/4 s -"]', 2, 1, "S1", ""),
    "a result of an unfinished game": (HEAD + '\n[Result "11 0"]\n1. b2-d4', 3, 1, None, "11 0"),
    "a wrong result": (HEAD + f'[Start "{OVER}"]\n[Result "0 3"] d5xe5', 3, 1, None, "0 3"),
    "a star for a finished game": (HEAD + f'[Start "{OVER}"]\n[Result "*"] d5xe5', 3, 1, None, "*"),
    "in the second game": (HEAD + "1. b2-d4\n\n" + HEAD + "1. b2-d4 2. b7-d5", 5, 13, "S3", "b7"),
    "second game without a name": (HEAD + '1. b2-d4\n[Seat1 "A"]\n1. b2-d4', 4, 4, None, "Game"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_gives_line_column_and_reason(name: str) -> None:
    text, line, column, rule, part = BAD[name]
    error = refused(text)
    assert (error.line, error.column, error.rule) == (line, column, rule), str(error)
    assert part in str(error)
    assert error.to_json()["line"] == line
    assert error.to_json()["column"] == column
    assert error.code == "bad-record"


def test_a_message_names_one_place_only() -> None:
    for text in (HEAD + "\n1. zzz", HEAD + '[Start "9 s -"]'):
        assert str(refused(text)).lower().count("line ") == 1


def test_a_carriage_return_does_not_count_as_a_line() -> None:
    error = refused('[Game "seals"]\r\n\r\n1. b2-b5')
    assert (error.line, error.column) == (3, 4)


# -- hostile files ------------------------------------------------------------------------------

PIECES = (
    *("[Game", '"', "[", "]", "{", "}", "1.", "2.", "٣.", " ", "\n", "\r", "\u2028", "\\", "\0"),
    *("b2-d4", "b2-b5", "pass", "x", "{}", "Option.", "[Option.", '[Option.seats "x"]'),
    *('[Game "seals"]', '[Game "seals"]\n1. b2-d4 ', '[Seats "2"]', '[Version "1"]'),
    *('[Result "*"]', '[Start "4/s4b/8/8/8/8/s4b/4 s -"]'),
)
pieces = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


@settings(deadline=None, derandomize=True, max_examples=400)
@given(text=st.one_of(st.text(), pieces))
def test_nothing_but_a_bad_record_is_raised(text: str) -> None:
    found = attempt(text)
    if isinstance(found, BadRecord):
        assert 1 <= found.line <= text.count("\n") + 1
        assert found.column >= 1
        assert str(found)
    else:
        again = write_records(found)
        assert write_records(read_records(again)) == again


@settings(deadline=None, derandomize=True, max_examples=100)
@given(data=st.data(), seed=st.integers(0, 20))
@pytest.mark.slow
def test_a_damaged_file_raises_nothing_but_a_bad_record(data: st.DataObject, seed: int) -> None:
    text = write_records(random_match(seed).records())
    start = data.draw(st.integers(0, len(text)))
    end = min(len(text), start + data.draw(st.integers(0, 8)))
    damaged = text[:start] + data.draw(st.text(max_size=4)) + text[end:]
    found = attempt(damaged)
    assert not isinstance(found, BadRecord) or found.line <= damaged.count("\n") + 1


MANY = 1_000_000
JUNK = {
    "brackets": "[" * MANY,
    "brackets after a tag": HEAD + "[" * MANY,
    "closing brackets": "]" * MANY,
    "open quote with backslashes": '[A "' + "\\" * MANY,
    "open quote with escaped quotes": '[A "' + '\\"' * (MANY // 2),
    "open quote with a long text": '[A "' + "x" * MANY,
    "tag without a name": "[" + " " * MANY,
    "tag with a long name": "[" + "A" * MANY,
    "tag with spaces": "[A" + " " * MANY,
    "tag with spaces behind": '[A "x"' + " " * MANY,
    "tags that never end": '[A "' * (MANY // 4),
    "braces": "{" * MANY,
    "open comment": HEAD + "{" + "x" * MANY,
    "many comments": HEAD + "{a}" * (MANY // 3),
    "one long comment": HEAD + "{" + "a " * (MANY // 2) + "}",
    "digits": HEAD + "1" * MANY,
    "numbers": HEAD + "1. " * (MANY // 3),
    "dots": HEAD + "." * MANY,
    "one long move": HEAD + "x" * MANY,
    "nuls": "\0" * MANY,
    "nuls after a tag": HEAD + "\0" * MANY,
    "spaces": " " * MANY,
    "lines": HEAD + "\n" * MANY + "x",
    "many tags": HEAD + "".join(f'[T{i} "x"]' for i in range(MANY // 12)),
    "one long tag": HEAD + '[T "' + "x" * MANY + '"]',
    "a long start": HEAD + '[Start "' + "8/" * (MANY // 2) + '"]',
    "a long game": '[Game "' + "x" * MANY + '"]',
    "a long result": HEAD + '[Result "' + "x" * MANY + '"]',
    "a long option": HEAD + "[Option." + "x" * MANY + ' "y"]',
    "mixed": "".join(random.Random(1).choices('[]{}"\\ \n1.ab-x', k=MANY)),
}


@pytest.mark.parametrize("name", JUNK)
def test_a_megabyte_of_junk_is_done_with_quickly(name: str) -> None:
    began = time.perf_counter()
    found = attempt(JUNK[name])
    assert time.perf_counter() - began < HANG_S  # time that grows with the square takes longer
    assert not isinstance(found, BadRecord) or len(str(found)) < 2000


def test_a_record_of_a_position_that_cannot_be_read_does_not_begin() -> None:
    with pytest.raises(BadNotation):
        Record("seals", 1, (), start="nowhere").begin()


def test_files_on_disk(tmp_path: Path) -> None:
    records = random_match(8).records()
    path = tmp_path / "match.txt"
    path.write_text(write_records(records), encoding="utf-8")
    assert read_records(path.read_text(encoding="utf-8")) == records


def test_the_board_of_the_bad_files_is_what_it_should_be() -> None:
    after = SEALS.read(OVER).play("d5xe5")
    assert after.outcome is not None
    assert after.outcome.rule == "S8"
    assert SEALS.read(OVER) == put("e5", "d5", all_but("e5 d5 a3 a4 a5 a6"), turn="b")


def test_an_option_that_sets_the_board_up_is_kept_when_a_record_is_read() -> None:
    record = one('[Game "glide"]\n[Option.board "d7"]\n\n1. up')
    assert record.options["board"] == "d7"
    assert record.begin() == icefield.game("glide").start(board="d7")
    assert str(one(str(record))) == str(record)


def test_of_names_the_number_of_the_game() -> None:
    position = icefield.game("seals").start()
    record = Record.of(position, game_number=2)
    assert record.tags["Round"] == "2"
    with pytest.warns(DeprecationWarning, match="game_number"):
        assert Record.of(position, round_=2) == record


@pytest.mark.parametrize(
    "text",
    [
        f'[Game "seals"]\n[Start "{"x" * 10_000_000}"]\n\n1. b2-d4',
        f'[Game "torch"]\n[Option.board "{"x" * 200_000}"]\n\n1. b2-d4',
        f'[Game "seals"]\n\n1. {"x" * 10_000_000}',
    ],
    ids=["start", "option", "move"],
)
def test_long_values_are_refused_without_much_memory(text: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(BadRecord, match="too long"):
            read_records(text)
        assert tracemalloc.get_traced_memory()[1] < 64 * 2**20
    finally:
        tracemalloc.stop()
