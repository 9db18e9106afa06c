"""The statistics of a game as SVG plots for light and dark pages.

They have a title and a description for screen readers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import Final

from ...core.game import Game
from ...core.message import message
from .collect import PARTS, LevelStats

WIDTH: Final = 640
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 16, 44, 40
_BINS: Final = 24
_PANEL: Final = 110  # pixels of height for the histogram of a level
_PLOT: Final = 220  # and for the other plots
_STYLE: Final = """\
<style>
svg { --ink: #1d2b36; --faint: #c3ced6; --paper: #ffffff; --s0: #0b6fa8; --s1: #c2571a;
  --s2: #3d7d3a; --s3: #8a4fb0; }
@media (prefers-color-scheme: dark) {
  svg { --ink: #e8eef2; --faint: #46545f; --paper: #16202a; --s0: #5db8ea; --s1: #f0975e;
    --s2: #86cf82; --s3: #c79aea; }
}
text { font: 12px system-ui, sans-serif; fill: var(--ink); }
.title { font-size: 15px; font-weight: 600; }
.axis { stroke: var(--ink); } .grid { stroke: var(--faint); }
.s0 { fill: var(--s0); stroke: var(--s0); } .s1 { fill: var(--s1); stroke: var(--s1); }
.s2 { fill: var(--s2); stroke: var(--s2); } .s3 { fill: var(--s3); stroke: var(--s3); }
.line { fill: none; stroke-width: 2; }
</style>"""
_DASHES: Final = ("none", "7 4", "2 3", "10 3 2 3")  # lines differ without colours, too


def draw_plots(
    game: Game, seats: int, stats: Sequence[LevelStats], language: str = "en"
) -> dict[str, str]:
    """The plots by name."""
    drawing = _Drawing(game, seats, stats, language)
    return {
        "lengths": drawing.lengths(),
        "branching": drawing.branching(),
        "seats": drawing.seats(),
    }


def axis_marks(most: float, count: int = 4) -> list[float]:
    """Round numbers from 0 up to the largest that an axis shows."""
    if most <= 0:
        return [0.0, 1.0]
    rough = most / count
    size = 10 ** math.floor(math.log10(rough))
    step = next(size * k for k in (1, 2, 5, 10) if size * k >= rough)
    return [i * step for i in range(math.ceil(most / step - 1e-9) + 1)]


class _Drawing:
    """One game's plots."""

    def __init__(self, game: Game, seats: int, stats: Sequence[LevelStats], language: str):
        self._game, self._count, self._stats, self._language = game, seats, stats, language

    def _word(self, id_: str, **params: str | int) -> str:
        return message(f"analysis.plot.{id_}", **params).text(self._language)

    def _page(self, name: str, height: int, description: str, parts: Sequence[str]) -> str:
        """A whole plot; `description` is its content in words."""
        title = self._word(name, game=self._game.title, seats=self._count)
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
                f'width="{WIDTH}" height="{height}" role="img" aria-labelledby="title desc">',
                f'<title id="title">{escape(title)}</title>',
                f'<desc id="desc">{escape(description)}</desc>',
                _STYLE,
                f'<rect width="{WIDTH}" height="{height}" fill="var(--paper)"/>',
                _text(_LEFT, 22, title, "title"),
                *parts,
                "</svg>\n",
            ]
        )

    def _level(self, stats: LevelStats) -> str:
        return self._word("level", level=stats.level)

    # -- lengths --------------------------------------------------------------------------------

    def lengths(self) -> str:
        """A histogram for each level, over the same axis."""
        longest = max(stats.lengths[-1] for stats in self._stats)
        marks = axis_marks(longest)
        across = _Scale(0.0, marks[-1], _LEFT, WIDTH - _RIGHT)
        parts, description = [], []
        for i, stats in enumerate(self._stats):
            foot = _TOP + (i + 1) * _PANEL - 24
            bins = [0] * _BINS
            for length in stats.lengths:
                bins[min(_BINS - 1, int(length / marks[-1] * _BINS))] += 1
            wide = (across.end - across.start) / _BINS
            for b, games in enumerate(bins):
                tall = (_PANEL - 44) * games / max(bins)
                x = across.start + b * wide
                parts.append(_rect(x + 0.5, foot - tall, wide - 1, tall, i))
            parts.append(_line(_LEFT, foot, WIDTH - _RIGHT, foot, "axis"))
            parts.append(_text(_LEFT, foot - _PANEL + 36, self._level(stats)))
            parts += [_text(across.at(m), foot + 15, f"{m:g}", anchor="middle") for m in marks]
            median, low, high = stats.decisions.median, stats.decisions.low, stats.decisions.high
            numbers = {"median": f"{median:g}", "low": f"{low:g}", "high": f"{high:g}"}
            description.append(self._word("lengths.told", level=stats.level, **numbers))
        height = _TOP + len(self._stats) * _PANEL + 16
        parts.append(_text(WIDTH - _RIGHT, height - 6, self._word("decisions"), anchor="end"))
        return self._page("lengths", height, " ".join(description), parts)

    # -- branching ------------------------------------------------------------------------------

    def branching(self) -> str:
        """A line for each level from the start to the end of the game."""
        marks = axis_marks(max(max(stats.curve) for stats in self._stats))
        height = _TOP + _PLOT + _BOTTOM
        across = _Scale(0.0, 1.0, _LEFT, WIDTH - _RIGHT)
        up = _Scale(0.0, marks[-1], _TOP + _PLOT, _TOP + 20)
        parts = self._frame(marks, up, "{:g}")
        for share in (0.0, 0.25, 0.5, 0.75, 1.0):
            anchor = "start" if share == 0 else "end" if share == 1 else "middle"
            at = across.at(share)
            parts.append(_text(at, up.start + 16, f"{100 * share:.0f} %", anchor=anchor))
        description = []
        for i, stats in enumerate(self._stats):
            points = " ".join(
                f"{across.at((p + 0.5) / PARTS):.1f},{up.at(moves):.1f}"
                for p, moves in enumerate(stats.curve)
            )
            dash = _DASHES[i % len(_DASHES)]
            parts.append(
                f'<polyline class="line s{i % 4}" style="fill:none" stroke-dasharray="{dash}" '
                f'points="{points}"/>'
            )
            numbers = {name: f"{stats.curve[at]:.1f}" for name, at in _THREE.items()}
            description.append(self._word("branching.told", level=stats.level, **numbers))
        parts += self._legend([self._level(stats) for stats in self._stats], dashed=True)
        parts.append(_text(WIDTH - _RIGHT, height - 6, self._word("progress"), anchor="end"))
        return self._page("branching", height, " ".join(description), parts)

    # -- seats ----------------------------------------------------------------------------------

    def seats(self) -> str:
        """The wins of each seat at each level, with errors and the even share."""
        height = _TOP + _PLOT + _BOTTOM
        up = _Scale(0.0, 1.0, _TOP + _PLOT, _TOP + 20)
        parts = self._frame([0.0, 0.25, 0.5, 0.75, 1.0], up, "{:.0%}")
        even = up.at(1 / self._count)
        room = (WIDTH - _LEFT - _RIGHT) / len(self._stats)
        names = [self._game.seat_name(seat).text(self._language) for seat in range(self._count)]
        wide = min(48.0, room * 0.8 / self._count)
        description = []
        for i, stats in enumerate(self._stats):
            middle = _LEFT + (i + 0.5) * room
            for seat, share in enumerate(stats.seats):
                x = middle + (seat - self._count / 2) * wide
                parts.append(_rect(x + 1, up.at(share), wide - 2, up.start - up.at(share), seat))
                low, high = max(0.0, share - stats.seat_error), min(1.0, share + stats.seat_error)
                at = x + wide / 2
                parts.append(_line(at, up.at(low), at, up.at(high), "axis"))
            parts.append(_text(middle, up.start + 16, self._level(stats), anchor="middle"))
            won = ", ".join(f"{n} {s:.1%}" for n, s in zip(names, stats.seats, strict=True))
            description.append(self._word("seats.told", level=stats.level, shares=won))
        parts.append(_line(_LEFT, even, WIDTH - _RIGHT, even, "axis", "4 4"))
        parts += self._legend(names)
        return self._page("seats", height, " ".join(description), parts)

    # -- shared ---------------------------------------------------------------------------------

    def _frame(self, marks: Sequence[float], up: _Scale, form: str) -> list[str]:
        parts = []
        for mark in marks:
            y = up.at(mark)
            parts.append(_line(_LEFT, y, WIDTH - _RIGHT, y, "grid" if mark else "axis"))
            parts.append(_text(_LEFT - 6, y + 4, form.format(mark), anchor="end"))
        return parts

    def _legend(self, names: Sequence[str], dashed: bool = False) -> list[str]:
        parts, x = [], float(_LEFT)
        for i, name in enumerate(names):
            if dashed:
                dash = _DASHES[i % len(_DASHES)]
                line = f'x1="{x:.0f}" y1="36" x2="{x + 24:.0f}" y2="36" stroke-dasharray="{dash}"'
                parts.append(f'<line class="line s{i % 4}" {line}/>')
            else:
                parts.append(_rect(x + 12, 31, 10, 10, i))
            parts.append(_text(x + 30, 40, name))
            x += 52 + 8 * len(name)
        return parts


_THREE: Final = {"start": 0, "middle": PARTS // 2, "end": PARTS - 1}


class _Scale:
    """Maps numbers to pixels."""

    def __init__(self, low: float, high: float, start: float, end: float):
        self.start, self.end = start, end
        self._low, self._size = low, high - low

    def at(self, value: float) -> float:
        return self.start + (value - self._low) / self._size * (self.end - self.start)


def _text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    name = f' class="{kind}"' if kind else ""
    return f'<text{name} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _rect(x: float, y: float, width: float, height: float, series: int) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<rect class="s{series % 4}" stroke="none" style="stroke:none" {place}/>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str, dash: str = "none") -> str:
    place = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line class="{kind}" stroke-dasharray="{dash}" {place}/>'
