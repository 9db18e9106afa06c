"""The engine against the slow second implementation, ply by ply."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

import icefield
from icefield.games.torch.position import TorchPosition

from ..positions import LONGEST, RECORDED, decide, play, start, variant
from .reference import Reference

SOAK = bool(os.environ.get("ICEFIELD_SOAK"))
GAMES, PARTS = (4000, 4) if SOAK else (40, 1)  # of each seat count
WHOLE = 64 if SOAK else 12
"""So many games compare the moves at every ply, the others at every twelfth."""


@pytest.fixture(autouse=True)
def quick_copies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make copies of the reference faster: half of its time goes into them.

    All that it holds are flat collections and lists of lists.
    """

    def copied(value: Any) -> Any:
        if isinstance(value, list):
            return [list(x) if isinstance(x, list) else x for x in value]
        return value.copy() if isinstance(value, dict | set) else value

    def quick(self: Reference, memo: object) -> Reference:
        return Reference(**{name: copied(value) for name, value in vars(self).items()})

    monkeypatch.setattr(Reference, "__deepcopy__", quick, raising=False)


def the_same_start(ours: TorchPosition) -> Reference:
    options = ours.options
    return Reference.start(
        ours.seats, options["suits"], options["return_moves"], options["quiet_rounds"]
    )


def assert_same(ours: TorchPosition, theirs: Reference, moves: bool) -> None:
    """Everything that lies open on the table, whose turn it is, and who has won."""
    expected = theirs.describe()
    assert ours.phase == expected["phase"]
    assert ours.turn == theirs.turn
    assert sorted(ours.deciders) == sorted(theirs.deciders)
    assert ours.torch == expected["torch"]
    assert ours.round == (0 if ours.phase in ("roll", "place") else expected["round"])
    assert ours.tiles == expected["tiles"]
    standing: dict[str, list[str]] = {}
    for pyramid, space in ours.pyramids.items():
        standing.setdefault(space, []).append(pyramid)
    assert {space: sorted(names) for space, names in standing.items()} == expected["pyramids"]
    assert [list(hand) for hand in ours.hands] == (
        expected["hands"] if ours.phase in ("roll", "place") else [[]] * ours.seats
    )
    assert [list(coins) for coins in ours.coins] == expected["coins"]
    assert list(ours.scores) == expected["scores"]
    assert ours.worth == expected["votes"]
    if ours.phase in ("number", "suit", "suit-coins", "suit-tie"):
        assert ours.number == expected["number"]
        assert sorted(ours.barred) == expected["barred"]
    if theirs.over:
        assert ours.outcome is not None
        assert ours.outcome.winners == theirs.winners
        assert ours.outcome.rule == theirs.rule
        assert ours.outcome.scores == theirs.scores
    else:
        assert ours.outcome is None
    if moves:
        for seat in (ours.turn, *ours.deciders):
            assert [move.text for move in ours.moves(seat)] == theirs.moves(seat)


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.slow
def test_random_games_are_the_same_ply_by_ply(seats: int, part: int) -> None:
    endings: set[str] = set()
    phases: set[str] = set()
    for seed in range(part, GAMES, PARTS):
        rng = random.Random(f"reference {seats} {seed}")
        ours = variant(rng, seats)
        theirs = the_same_start(ours)
        every, ply = 1 if seed < WHOLE else 12, 0
        while True:
            try:
                assert_same(ours, theirs, moves=ply % every == 0)
            except AssertionError as error:
                raise AssertionError(f"{[m.text for m in ours.history]} then {ours}") from error
            phases.add(ours.phase)
            if ours.turn is None:
                break
            move, seat = decide(ours, rng)
            ours, theirs = play_by(ours, move, seat), theirs.play(move, seat)
            ply += 1
            assert ply < LONGEST, str(ours)
        assert ours.outcome is not None
        ending = ours.outcome.reason.id.removesuffix(".one").removesuffix(".several")
        endings.add(f"{ours.outcome.rule} {ending}")
    assert {"T24 torch.end.pyramids", "T18a torch.end.quiet"} <= endings
    assert len(phases) >= 12  # ties of the final score are rare


def play_by(position: TorchPosition, move: str, seat: int) -> TorchPosition:
    after = position.play(move, seat)
    assert isinstance(after, TorchPosition)
    return after


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.slow
def test_games_in_which_everything_gathers_on_few_tiles_are_the_same(seats: int) -> None:
    """Random play hardly ever ends on one tile: here all burn, and keep together."""
    endings: set[str] = set()
    for seed in range(4):
        rng = random.Random(f"gather {seats} {seed}")
        ours = start(seats, return_moves=True)
        theirs = the_same_start(ours)
        while ours.turn is not None:
            moves = [move.text for move in ours.moves()]
            if ours.phase == "move":
                moves = sorted(moves, key=lambda move: crowd(ours, move))[:2]
            elif ours.phase == "burn":
                moves = [move for move in moves if move != "spare"]
            move = rng.choice(moves)
            seat = ours.turn
            ours, theirs = play_by(ours, move, seat), theirs.play(move, seat)
            assert_same(ours, theirs, moves=False)
        assert ours.outcome is not None
        endings.add(ours.outcome.reason.id)
    assert endings


def crowd(position: TorchPosition, move: str) -> tuple[int, int]:
    """Movements that lose nothing first, then those after which few tiles carry all."""
    after = play(position, move)
    lost = len(position.pyramids) - len(after.pyramids)
    return lost, len(set(after.pyramids.values()))


def test_the_recorded_game_is_the_same() -> None:
    ours = start(4)
    theirs = the_same_start(ours)
    for move in RECORDED.read_text(encoding="utf-8").split():
        ours, theirs = play(ours, move), theirs.play(move)
        assert_same(ours, theirs, moves=True)


# -- perft -----------------------------------------------------------------------------------------


def reference_perft(position: Reference, depth: int) -> int:
    """Leaves at the full depth; in a ballot the votes come in the rules' order."""
    if depth == 0:
        return 1
    moves = position.moves()
    if depth == 1:
        return len(moves)
    return sum(reference_perft(position.play(move), depth - 1) for move in moves)


def replayed(ours: TorchPosition, moves: list[str]) -> tuple[TorchPosition, Reference]:
    theirs = the_same_start(ours)
    for move in moves:
        ours, theirs = play(ours, move), theirs.play(move)
    return ours, theirs


def test_the_reference_counts_the_same_perft() -> None:
    tables = json.loads((Path(__file__).parents[1] / "perft.json").read_text(encoding="utf-8"))[
        "tables"
    ]
    recorded = RECORDED.read_text(encoding="utf-8").split()
    counted = 0
    for table in tables:
        if "position" in table:
            plies = int(table["name"].rpartition(" ")[2])
            ours, theirs = replayed(start(4), recorded[:plies])
            assert str(ours) == table["position"]
        else:
            ours = start(table.get("seats"), **table.get("options", {}))
            theirs = the_same_start(ours)
        for depth, wanted in enumerate(table["counts"], 1):
            if wanted > 1500:
                break
            assert reference_perft(theirs, depth) == wanted, (table["name"], depth)
            counted += 1
    assert counted >= 10
    assert icefield.game("torch").start(4) == start(4)
