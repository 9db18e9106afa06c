"""Plots as drawings."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from icefield.analysis.statistics.collect import LevelStats, summarise
from icefield.analysis.statistics.plots import axis_marks, draw_plots

from .watched_games import GLIDE, watched


def some_stats(seats: int) -> list[LevelStats]:
    shares = [tuple(float(s == w) for s in range(seats)) for w in range(seats)]
    return [
        summarise(level, [watched(10 + 3 * i, share) for i, share in enumerate(shares * 3)])
        for level in ("3", "6", "10")
    ]


@pytest.mark.parametrize("language", ["en", "de", "fr", "ja"])
@pytest.mark.parametrize("seats", [2, 4])
def test_plots_are_drawings_with_words_for_those_who_cannot_see_them(
    seats: int, language: str
) -> None:
    found = draw_plots(GLIDE, seats, some_stats(seats), language)
    assert {*found} == {"lengths", "branching", "seats"}
    for picture in found.values():
        root = ElementTree.fromstring(picture)
        space = "{http://www.w3.org/2000/svg}"
        assert root.get("role") == "img"
        assert GLIDE.title in (root.findtext(f"{space}title") or "")
        told = root.findtext(f"{space}desc") or ""
        assert all(level in told for level in ("3", "6", "10"))
        assert "prefers-color-scheme: dark" in picture
        assert not re.search(r"\bnan\b|\binf\b", picture)
        numbers = [float(n) for n in re.findall(r' (?:x|y|x1|x2|y1|y2)="([-0-9.]+)"', picture)]
        assert min(numbers) >= 0
        assert max(numbers) <= 640


def test_words_in_plots_are_escaped() -> None:
    stats = [summarise("<&>", [watched(10, (1.0, 0.0))])]
    for picture in draw_plots(GLIDE, 2, stats).values():
        ElementTree.fromstring(picture)
        assert "&lt;&amp;&gt;" in picture


@pytest.mark.parametrize("most", [0, 0.3, 1, 7, 48, 1000, 99_999])
def test_axes_have_a_few_round_marks(most: float) -> None:
    marks = axis_marks(most)
    assert 2 <= len(marks) <= 7
    assert marks[0] == 0
    assert marks[-1] >= most
