"""Certain knowledge of a position: tablebase, proof, solitaire or none."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import icefield
from icefield.core.game import Position
from icefield.core.jit import INTERPRETED
from icefield.search.exact import tablebase
from icefield.search.knowledge import (
    CALCULATION,
    PROOF,
    SOLITAIRE,
    TABLE,
    best_line,
    from_table,
    known,
)
from icefield.search.proof import lookup
from icefield.search.verdict import Verdict

from ..games.glide.small_tablebase import GAME, LEVEL, table_folder
from .small_strategy import NOWHERE, SMALL, START, strategy

ALONE = "...../..*.P/...../...../...*."
NO_WAY = "...../...../...../...../*...P"
SOURCE = Path(icefield.__file__).parent


@pytest.fixture(scope="module", autouse=True)
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with table_folder(tmp_path_factory.mktemp("tables")) as folder, strategy(NOWHERE):
        yield folder


def alone(board: str) -> Position:
    return GAME.start(1, **GAME.practice_options(board))  # type: ignore[attr-defined]


# -- a table --------------------------------------------------------------------------------------


def test_known_ranks_the_moves_of_a_table() -> None:
    found = known(GAME.start(board=LEVEL))
    assert found is not None
    assert (found.source, found.value, found.plies, found.winner) == (TABLE, "win", 1, 0)
    assert [(move.text, verdict) for move, verdict in found.moves.items()] == [
        ("up", Verdict("win", 1)),
        ("down", Verdict("win", 3)),
        ("left", Verdict("draw", None)),
        ("right", Verdict("loss", 8)),
    ]
    assert found.best.text == "up"
    assert found.complete
    assert not found.settled


def test_known_has_no_winner_of_a_draw() -> None:
    found = known(GAME.start(board=LEVEL).play("left"))
    assert found is not None
    assert (found.value, found.plies, found.winner) == ("draw", None, None)


def test_best_line_of_a_table_goes_to_the_end() -> None:
    position = GAME.start(board=LEVEL).play("right")
    line = best_line(position)
    assert len(line) == 7  # the loss in 8, less the move
    assert best_line(position, 3) == line[:3]
    for move in line:
        position = position.play(move)
    assert position.outcome is not None
    assert position.outcome.winners == (1,)
    assert best_line(position) == ()


def test_from_table_is_none_without_a_table(tmp_path: Path) -> None:
    with table_folder(tmp_path, built=False):
        assert from_table(GAME.start(board=LEVEL)) is None
        assert known(GAME.start(board=LEVEL)) is None


def test_known_asks_the_table_before_the_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookup, "find_proof", lambda *_: pytest.fail("the proof was asked"))
    found = known(GAME.start(board=LEVEL))
    assert found is not None
    assert found.source == TABLE


# -- a proof --------------------------------------------------------------------------------------


@pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")
def test_known_follows_a_proof_and_its_calculations() -> None:
    with strategy(SMALL):
        position: Position = START
        sources = []
        while (found := known(position)) is not None:
            sources.append(found.source)
            proof = lookup.find_proof(position)
            assert proof is not None
            assert (found.winner, found.plies, found.best) == (0, proof.plies, proof.best)
            assert found.value == ("win" if position.turn == 0 else "loss")
            assert found.complete == (found.source == PROOF)
            position = position.play(found.best)
        assert sources[0] == PROOF
        assert sources[-1] == CALCULATION
        assert sources == sorted(sources, reverse=True)  # once the file ends, it stays behind


@pytest.mark.skipif(INTERPRETED, reason="minutes uncompiled")
def test_known_without_nodes_asks_the_file_alone() -> None:
    with strategy(SMALL):
        line = best_line(START, 20)
        position: Position = START
        for move in line:
            position = position.play(move)
        assert known(position, nodes=0) is None
        assert known(position) is not None


# -- solitaire ------------------------------------------------------------------------------------


def test_known_solves_a_solitaire_board() -> None:
    position = alone(ALONE)
    found = known(position)
    assert found is not None
    assert (found.source, found.value, found.winner) == (SOLITAIRE, "win", 0)
    line = best_line(position)
    assert len(line) == found.plies
    assert line[0] in [move for move, verdict in found.moves.items() if verdict.plies == len(line)]
    assert found.alone


def test_known_finds_no_way_on_a_hopeless_board() -> None:
    found = known(alone(NO_WAY))
    assert found is not None
    assert (found.value, found.plies, found.winner) == ("draw", None, None)
    assert best_line(alone(NO_WAY)) == ()


# -- nothing --------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["seals", "strait", "torch"])
def test_known_is_none_where_nothing_is(key: str) -> None:
    position = icefield.game(key).start()
    assert known(position) is None
    assert best_line(position) == ()


def test_known_is_none_after_the_end() -> None:
    assert known(GAME.start(board=LEVEL).play("up")) is None


# -- the only place -------------------------------------------------------------------------------

ASKED = {  # who asks a source itself, and why
    "search/knowledge.py",
    "search/exact/tablebase.py",
    "search/proof/lookup.py",
    "cli/commands/solve.py",  # builds a table
    "server/routes/proof.py",  # shows the proof itself, with the replies and answers of its file
}


def test_knowledge_is_the_only_module_that_asks_the_sources() -> None:
    found = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                if (node.value.id, node.attr) in {("tablebase", "find"), ("lookup", "find_proof")}:
                    found.add(path.relative_to(SOURCE).as_posix())
            elif isinstance(node, ast.ImportFrom) and (node.module or "").endswith("tablebase"):
                assert "find" not in {alias.name for alias in node.names}, path
    assert found <= ASKED
    assert hasattr(tablebase, "find")
