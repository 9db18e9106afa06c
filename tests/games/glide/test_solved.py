"""`glide` solved: tablebases, facts of the rules file, and forward search.

The exact values of the positions come from an independent program. `make soak` also builds the
large tablebase and checks everything against it.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import icefield
from icefield.analysis.solve import truth
from icefield.bots import bot
from icefield.search import Limits, alphabeta
from icefield.search.exact import tablebase
from icefield.search.exact.solve import solve

from .kernel import reference

GAME = icefield.game("glide")
C5 = "*.*.Q/.*.*./*...*/.*.*./P.*.*"
FOUR_FLOES = "*...Q/...../...../...../P...*"
SIX_FLOES = "*.*.Q/...../...../...../P.*.*"
VALUES = [
    json.loads(line)
    for line in (Path(__file__).parent / "values_5x5_12.jsonl").read_text().splitlines()
]
SOAK = "ICEFIELD_SOAK" in os.environ


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A cache folder of its own for the tables (the machine code stays where it is)."""
    folder = tmp_path_factory.mktemp("tables")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            tablebase, "table_path", lambda game, space: folder / f"{game.key}-{space.name}.table"
        )
        tablebase.load.cache_clear()
        yield folder
    tablebase.load.cache_clear()


@pytest.fixture(scope="module")
def four(cache: Path) -> tablebase.ValueTable:
    built = tablebase.build(GAME.start(board=FOUR_FLOES))
    assert built is not None
    return built


@pytest.fixture(scope="module")
def six(cache: Path) -> tablebase.ValueTable:
    built = tablebase.build(GAME.start(board=SIX_FLOES), threads=2)
    assert built is not None
    return built


def test_the_table_of_four_floes_has_the_known_totals(four: tablebase.ValueTable) -> None:
    assert four.totals == tablebase.Totals(139_656, 15_328, 9_212, 115_116, 11, 10)
    assert four.check() == 0
    assert four.recount() == four.totals


@pytest.mark.slow
def test_the_table_of_six_floes_has_the_known_totals(six: tablebase.ValueTable) -> None:
    totals = six.totals
    assert totals.positions == 4_887_960
    assert totals.wins + totals.losses + totals.draws == totals.positions
    shares = [round(100 * n / totals.positions, 1) for n in (totals.wins, totals.losses)]
    assert shares == [27.1, 16.0]
    assert (totals.longest_win, totals.longest_loss) == (21, 22)
    assert six.check(sample=200_000) == 0


@pytest.mark.slow
def test_every_value_of_four_floes_agrees_with_the_reference(four: tablebase.ValueTable) -> None:
    for text, (value, plies) in list(reference.values(5, 4).items())[:: 1 if SOAK else 23]:
        assert four.value(GAME.read(text)) == tablebase.Verdict(value, plies), text


def test_a_planted_error_is_found(four: tablebase.ValueTable) -> None:
    won = next(i for i, v in enumerate(four.values) if v == 5)
    four.values[won] = 7
    try:
        assert four.check() > 0
        assert four.recount() == four.totals  # a wrong distance does not show in the counts
    finally:
        four.values[won] = 5


def test_a_table_is_kept_and_read_again(four: tablebase.ValueTable, cache: Path) -> None:
    position = GAME.start(board=FOUR_FLOES)
    tablebase.load.cache_clear()
    again = tablebase.find(position)
    assert again is not None
    assert again.totals == four.totals
    assert (again.values == four.values).all()


@pytest.mark.parametrize("damage", ["cut", "flip", "version", "empty"])
def test_a_damaged_table_is_refused(four: tablebase.ValueTable, cache: Path, damage: str) -> None:
    file = cache / "glide-5x5-4.table"
    whole = file.read_bytes()
    broken = {
        "cut": whole[:-20],
        "flip": whole[:-9] + bytes([whole[-9] ^ 1]) + whole[-8:],
        "version": whole.replace(b'"version": 1', b'"version": 9'),
        "empty": b"",
    }[damage]
    file.write_bytes(broken)
    tablebase.load.cache_clear()
    try:
        with pytest.raises(tablebase.BadTable):
            tablebase.find(GAME.start(board=FOUR_FLOES))
    finally:
        file.write_bytes(whole)
        tablebase.load.cache_clear()


def test_a_stopped_build_goes_on_where_it_was(
    four: tablebase.ValueTable, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tablebase, "SAVE_EVERY_S", 0.0)
    (cache / "glide-5x5-4.table").rename(cache / "kept")
    stop = threading.Event()
    seen: list[int] = []

    def stop_at_six(distance: int, _share: float) -> None:
        seen.append(distance)
        if distance == 6:
            stop.set()

    start = GAME.start(board=FOUR_FLOES)
    try:
        assert tablebase.build(start, stop=stop, on_progress=stop_at_six) is None
        assert tablebase.find(start) is None
        seen.clear()
        again = tablebase.build(start, on_progress=lambda distance, _share: seen.append(distance))
        assert again is not None
        assert min(seen) == 6  # what was swept before is not swept again
        assert (again.values == four.values).all()
        assert not (cache / "glide-5x5-4.part").exists()
    finally:
        (cache / "kept").replace(cache / "glide-5x5-4.table")
        tablebase.load.cache_clear()


def test_the_truth_comes_from_the_table(six: tablebase.ValueTable) -> None:
    position = GAME.start(board=SIX_FLOES)
    found = truth(position)
    assert found.nodes == 0
    verdict = six.value(position)
    assert (found.value, found.plies, found.score) == (verdict.value, verdict.plies, None)
    kept = {text for text, v in six.moves(position).items() if v.value == found.value}
    assert set(found.best) == kept


@pytest.mark.slow
def test_the_strongest_bot_is_perfect_with_the_table(four: tablebase.ValueTable) -> None:
    """From won positions it wins in exactly as many plies as the table says."""
    won = [text for text, v in reference.values(5, 4).items() if v == ("win", 9)][
        :: 40 if SOAK else 160
    ]
    assert won
    best = bot(GAME, "max")
    for text in won:
        position, plies = GAME.read(text), 0
        while position.turn is not None:
            position = position.play(best.choose(position).best)
            plies += 1
        assert position.outcome is not None
        assert (position.outcome.winners, plies) == ((0,), 9), text


def test_boards_too_large_have_no_table() -> None:
    with pytest.raises(icefield.BadOption):
        tablebase.build(GAME.start(board="c7"))
    assert tablebase.find(GAME.start(board="d7")) is None
    assert tablebase.find(GAME.start(4)) is None


@pytest.mark.parametrize(
    "entry", [e for e in VALUES if e["value"] != "draw"], ids=lambda e: e["position"].split()[0]
)
def test_forced_results_are_found_by_forward_search(entry: dict[str, object]) -> None:
    found = solve(GAME.read(str(entry["position"])))
    assert (found.value, found.plies) == (entry["value"], entry["plies"])


@pytest.mark.parametrize(
    "entry", [e for e in VALUES if e["value"] == "draw"], ids=lambda e: e["position"].split()[0]
)
def test_drawn_positions_have_no_forced_result_within_12_plies(entry: dict[str, object]) -> None:
    report = alphabeta.search(GAME.read(str(entry["position"])), Limits(depth=12))
    assert not report.exact
    assert abs(report.value) < 1


def test_the_two_named_positions() -> None:
    won = solve(GAME.read("**P*./.*.*./...../.*.*./.*Q** P 0"))
    assert (won.value, won.plies) == ("win", 15)
    lost = solve(GAME.read("***.*/P..../.*.*./....Q/*.*** P 0"))
    assert (lost.value, lost.plies) == ("loss", 8)


@pytest.mark.skipif(not SOAK, reason="make soak builds the large table")
def test_the_large_table(cache: Path) -> None:
    built = tablebase.build(GAME.start(), threads=2)
    assert built is not None
    assert built.totals == tablebase.Totals(
        631_524_432, 355_468_892, 198_169_228, 77_886_312, 33, 32
    )
    assert built.check(sample=5_000_000) == 0
    assert built.value(GAME.start()).value == "draw"
    for entry in VALUES:
        found = built.value(GAME.read(str(entry["position"])))
        assert (found.value, found.plies) == (entry["value"], entry["plies"])
