"""The setups of S2a: where they begin, that they are played alike, their choice."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import icefield
from icefield import env
from icefield.bots import bot
from icefield.core.jit import INTERPRETED
from icefield.games.seals.position import SealsPosition
from icefield.play import Match, Record, read_records
from icefield.search import Limits, alphabeta
from icefield.search.proof import lookup

from .kernel.reference import Reference, perft
from .kernel.same_game import same_game
from .positions import SEALS, play, put, read

GAME = icefield.game("seals")
CRACKS = "a3 b3 c1 c2 a6 b6 c7 c8"
TEXTS = {
    "standard": "4/s4b/8/8/8/8/s4b/4 s -",
    "cracks": "o3/1o4/oo6/7b/7b/oo6/so4/o3 s -",
    "chase": "o3/1o4/oo6/6b1/6b1/oo6/so4/o3 s -",
    "lone": "4/5b/8/8/8/8/s4b/4 s -",
}
OURS = [setup for setup in TEXTS if setup != "standard"]


def begin(setup: str) -> SealsPosition:
    found = GAME.start(setup=setup)
    assert isinstance(found, SealsPosition)
    return found


# -- where they begin -----------------------------------------------------------------------------


def test_S2a_the_option_has_the_standard_setup_as_its_default() -> None:
    (option,) = GAME.options
    assert (option.name, option.default, list(option.choices)) == ("setup", "standard", [*TEXTS])
    assert GAME.start() == begin("standard")
    assert GAME.check({}) == {"setup": "standard"}


@pytest.mark.parametrize("setup", TEXTS)
def test_S2a_every_setup_begins_as_told(setup: str) -> None:
    position = begin(setup)
    assert str(position) == TEXTS[setup]
    assert position.turn == SEALS
    assert position == read(TEXTS[setup])
    assert position == GAME.read(TEXTS[setup], setup=setup)


def test_S2a_the_setups_are_those_of_the_rules_text() -> None:
    assert begin("cracks") == put("b2", "h4 h5", CRACKS)
    assert begin("chase") == put("b2", "g4 g5", CRACKS)
    assert begin("lone") == put("b2", "g2 g7")
    (rule,) = [rule for rule in GAME.rules if rule.number == "S2a"]
    assert rule.ruling
    for language in ("en", "de", "fr", "ja"):
        said = rule.text.text(language)
        for word in (*CRACKS.split(), "b2", "h4", "h5", "g4", "g5", "g2", "g7", *OURS):
            assert word in said, (language, word)
        assert "Icefield" in said
        assert "Phil Leduc" in said


def test_S2a_a_setup_that_is_not_there_is_refused_with_those_that_are() -> None:
    for wrong in ("alone", "", 7, True, None):
        with pytest.raises(icefield.BadOption, match="choose one of: standard, cracks, chase"):
            GAME.start(setup=wrong)
    with pytest.raises(icefield.BadOption, match="setup"):
        GAME.start(start="lone")


def test_S2a_catching_the_only_seal_wins() -> None:
    position = play(begin("lone"), "b2-d4", "g2-e4")
    assert position.outcome is None
    position = play(position, "d4-d5", "e4xd5")
    assert position.outcome is not None
    assert (position.outcome.rule, position.outcome.winners) == ("S8", (1,))
    assert str(position.outcome.reason).startswith("The seal is caught: the bears win with 45")


# -- play is the same as ever ---------------------------------------------------------------------


@pytest.mark.parametrize("setup", OURS)
@pytest.mark.slow
def test_S2a_random_games_are_those_of_the_reference(setup: str) -> None:
    endings: set[str] = set()
    for seed in range(150):
        rng = random.Random(f"{setup} {seed}")
        endings.add(same_game(begin(setup), Reference.read(TEXTS[setup]), rng))
    assert {"S8", "S9"} <= endings


def test_S2a_the_perft_tables_are_counted_by_the_reference_too() -> None:
    tables = json.loads((Path(__file__).parent / "perft.json").read_text())["tables"]
    counted = {table["options"]["setup"]: table["counts"] for table in tables[1:]}
    assert [*counted] == OURS
    for setup, counts in counted.items():
        found = [perft(Reference.read(TEXTS[setup]), depth) for depth in (1, 2, 3)]
        assert found == counts[:3], setup


# -- records and matches --------------------------------------------------------------------------


@pytest.mark.parametrize("setup", TEXTS)
def test_S2a_a_record_names_the_setup_and_replays_it(setup: str) -> None:
    rng, position = random.Random(setup), begin(setup)
    for _ in range(6):
        position = play(position, rng.choice(position.moves()).text)
    record = Record.of(position)
    assert record.start is None
    assert record.options == ({} if setup == "standard" else {"setup": setup})
    assert ("[Option.setup" in str(record)) == (setup != "standard")
    (again,) = read_records(str(record))
    assert str(again) == str(record)
    assert [str(p) for p in again.replay()][-1] == str(position)
    assert again.begin() == begin(setup)


def test_S2a_a_record_that_names_the_standard_setup_is_read() -> None:
    (record,) = read_records('[Game "seals"]\n[Option.setup "standard"]\n\n1. b2-d4')
    assert record.replay()[-1] == play(begin("standard"), "b2-d4")
    assert "[Option.setup" in str(record)


def test_S2a_a_record_with_a_setup_that_is_not_there_says_where() -> None:
    with pytest.raises(icefield.BadRecord, match="cannot be “alone”") as caught:
        read_records('[Game "seals"]\n[Option.setup "alone"]\n')
    assert (caught.value.line, caught.value.column) == (2, 1)


def test_S2a_both_games_of_a_match_and_one_more_pair_begin_so() -> None:
    match = Match(GAME, ("Ann", "Ben"), games=2, options={"setup": "lone"})
    rng = random.Random(4)
    for number in range(2):
        if number:
            match.next_game()
        assert match.position == begin("lone")
        while match.position.turn is not None:
            match.submit(rng.choice(match.position.moves()).text)
    assert [record.options for record in match.records()] == [{"setup": "lone"}] * 2
    match.extend()
    assert match.position == begin("lone")


# -- searches, proofs and environments ------------------------------------------------------------


@pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")
@pytest.mark.parametrize("setup", OURS)
def test_S2a_bots_analysis_and_proofs_work_from_there(setup: str) -> None:
    position = begin(setup)
    assert bot(GAME, "3").choose(position, seat=SEALS, seed=1).best in position.moves()
    assert alphabeta.search(position, Limits(nodes=2000)).best in position.moves()
    assert lookup.find_proof(position) is None  # what is proven is the standard start


@pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")
def test_S2a_what_is_proven_of_a_position_holds_however_it_came_about() -> None:
    """A position does not know its setup, so the proof of the start is asked."""
    late = read("4/1o3b/8/2s5/2o3b1/2o2o2/o2ooo/4 s -")
    same = GAME.read(str(late), setup="lone")
    assert (lookup.find_proof(late) is None) == (lookup.find_proof(same) is None)
    assert same.options == {} == begin("chase").options
    assert lookup.find_proof(begin("standard")) is not None


@pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")
@pytest.mark.parametrize("setup", OURS)
def test_S2a_environments_begin_so(setup: str) -> None:
    games = env.batch("seals", n=2, seed=1, setup=setup)
    masks = games.mask.sum(axis=1)
    assert list(masks) == [len(begin(setup).moves())] * 2


def test_aim_is_that_of_the_side() -> None:
    seals, bears = (str(GAME.aim(seat)) for seat in (0, 1))
    assert "around one of your seals" in seals
    assert "caught every seal" in bears
