"""The line that says that a command or an environment compiles."""

from __future__ import annotations

import pytest

from icefield.analysis import compile_progress
from icefield.analysis.compile_progress import CompileProgress
from icefield.analysis.preparation import Progress
from icefield.core.compilation import Compilation

MOVES = Compilation("icefield.games.seals.kernel.moves", "moves", ())
SEARCH = Compilation("icefield.search.alphabeta", "search", ("icefield.games.seals.kernel:12",))
SHARED = Compilation("icefield.core.jit.numbers", "mix", ())


def test_compilation_belongs_to_the_game_of_its_tag_or_module() -> None:
    assert [each.game for each in (MOVES, SEARCH, SHARED)] == ["seals", "seals", None]


class _Estimate:
    def progress(self) -> Progress:
        return Progress(ready=False, percent=40, seconds_left=8)


def test_progress_is_shown_after_a_moment_and_hidden_in_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(compile_progress, "estimate", lambda _key: _Estimate())
    now = [0.0]
    shown: list[str] = []
    progress = CompileProgress(
        lambda line: shown.append(line.text()),
        lambda: shown.append("hidden"),
        clock=lambda: now[0],
    )
    progress(MOVES, False)
    now[0] = 0.2
    progress(MOVES, True)
    assert shown == ["hidden"]
    progress(SEARCH, False)
    progress(MOVES, False)
    assert shown == ["hidden"]
    now[0] = 3.0
    progress(MOVES, True)
    line = "Preparing Go with the Floe for this computer, the first time only: 40 %, about 8 s left"
    assert shown == ["hidden", line]
    progress(SEARCH, True)
    assert shown[-1] == "hidden"
