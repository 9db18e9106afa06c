"""A game as a PDF: cover, boards, parts to cut out, a score sheet and the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import ceil
from typing import Final

from ..core.game import Game, Rule
from ..core.message import Message, message
from .ink import box
from .paper import ACCENT, INK, LINE, MARGIN, PALE, TOP, Pages
from .parts import BoardPrint, Cell, Kit, Part, ScoreSheet

_GAP: Final = 4.5
"""Between two things to cut out: room for scissors and marks."""
_CAPTION: Final = 7.0
_OVERLAP: Final = 8.0
"""The strip that two pages of one board share."""
_BODY, _SMALL = 3.1, 2.7  # sizes of words
_RULE_SIZES: Final = (4.0, 3.7, 3.4, 3.1, 2.8, 2.6)
_GUTTER: Final = 7.0
_START: Final = 100.0  # maximum width of the picture of a start
_ROW: Final = 9.5


def book(game: Game, kit: Kit, paper: str, language: str) -> bytes:
    """The PDF of a game as bytes."""
    return _Book(game, kit, paper, language).made()


class _Book:
    """Lays out the pages of a PDF, one after the other."""

    def __init__(self, game: Game, kit: Kit, paper: str, language: str):
        self.game, self.kit, self.language = game, kit, language
        self.pages = Pages(paper, language, game.title, game.designer)

    def made(self) -> bytes:
        self._cover()
        for board in self.kit.boards:
            self._board(board)
        self._parts()
        self._scores(self.kit.scores)
        self._rules()
        return self.pages.finished()

    def _text(self, what: Message | str) -> str:
        return what if isinstance(what, str) else what.text(self.language)

    def _page(self, title: str, legend: bool = True) -> None:
        """Begin a page with its title, ruler, legend of lines, and credit."""
        pages = self.pages
        pages.page()
        pages.say(self.game.title, MARGIN, 12.5, 4.6, bold=True, colour=ACCENT, kind="Artifact")
        start = MARGIN + pages.measure(self.game.title, 4.6, bold=True) + 4
        pages.say(title, start, 12.5, 3.6, colour=INK, kind="H2")
        number = str(pages.number)
        with pages.element("Artifact"):
            pages.say(number, pages.width - MARGIN, 12.5, 3.6, bold=True, colour=ACCENT, align="R")
        pages.line((MARGIN, 15), (pages.width - MARGIN, 15), width=0.3, colour=ACCENT)
        foot = pages.height - 7.5
        with pages.element("Artifact"):
            if legend:
                pages.ruler(MARGIN, foot, "50 mm")
                self._legend(MARGIN + 74, foot)
            pages.say(self._credit(), pages.width - MARGIN, foot, 2.6, colour=PALE, align="R")

    def _legend(self, x: float, y: float) -> None:
        pages = self.pages
        for kind, dash, width, colour in (("cut", 0.0, 0.12, LINE), ("fold", 1.2, 0.22, INK)):
            pages.line((x, y - 0.9), (x + 8, y - 0.9), width=width, colour=colour, dash=dash)
            words = self._text(message(f"press.legend.{kind}"))
            pages.say(words, x + 9.5, y, 2.6, colour=PALE)
            x += 13 + pages.measure(words, 2.6)

    def _credit(self) -> str:
        year = f", {self.game.year}" if self.game.year else ""
        return f"{self.game.title} · {self.game.designer}{year} · Icefield"

    # -- the cover ------------------------------------------------------------------------------

    def _cover(self) -> None:
        pages, game = self.pages, self.game
        pages.page()
        pages.say(game.title, MARGIN, 30, 12, bold=True, colour=ACCENT, kind="H1")
        by = message("press.credit", designer=game.designers)
        if game.year:
            by = message("press.credit.year", designer=game.designers, year=str(game.year))
        pages.say(self._text(by), MARGIN, 39, 4.2)
        seats = _span(game.seats)
        pages.say(self._text(message("press.players", seats=seats)), MARGIN, 45.5, 3.6)
        y = pages.paragraph(self._text(game.promise), MARGIN, 51, pages.inner, 3.6, colour=PALE)
        y = self._starts(y + 4)
        half = (pages.inner - _GUTTER) / 2
        left = self._contents(MARGIN, y, half)
        right = self._how(MARGIN + half + _GUTTER, y, half)
        assert max(left, right) <= pages.bottom, "the cover is full"
        pages.ruler(MARGIN, pages.height - 7.5, "50 mm")
        words = self._credit()
        with pages.element("Artifact"):
            pages.say(words, pages.width - MARGIN, pages.height - 7.5, 2.6, colour=PALE, align="R")

    def _starts(self, y: float) -> float:
        """Draw small pictures of starting positions."""
        starts = self.kit.starts
        if not starts:
            return y
        pages = self.pages
        across = min(3, len(starts))
        width = min(_START, (pages.inner - (across - 1) * _GUTTER) / across)
        left = (pages.width - across * width - (across - 1) * _GUTTER) / 2
        high = max(width * box(drawing)[3] / box(drawing)[2] for _, drawing in starts) + 8
        for i, (name, drawing) in enumerate(starts):
            row, column = divmod(i, across)
            x, top = left + column * (width + _GUTTER), y + row * high
            pages.say(self._text(name), x, top + 2.5, _BODY, bold=True)
            pages.picture(drawing, x, top + 4, width, f"{self.game.title}: {self._text(name)}")
        return y + ceil(len(starts) / across) * high + 4

    def _heading(self, words: Message, x: float, y: float) -> None:
        self.pages.say(self._text(words), x, y, 4.2, bold=True, colour=ACCENT, kind="H2")

    def _contents(self, x: float, y: float, width: float) -> float:
        pages = self.pages
        self._heading(message("press.contents"), x, y + 4)
        y += 8
        lines = [(1, board.name) for board in self.kit.boards]
        lines += [(part.count, part.name) for part in self.kit.parts]
        for count, name in lines:
            with pages.element("P"):
                pages.say(f"{count} ×", x + 9, y + 0.8 * _BODY, _BODY, bold=True, align="R")
                y = pages.paragraph(self._text(name), x + 11, y, width - 11, _BODY) + 0.8
        for note in self.kit.notes:
            y = pages.paragraph(self._text(note), x, y + 2, width, _SMALL, colour=PALE)
        return y

    def _how(self, x: float, y: float, width: float) -> float:
        pages = self.pages
        self._heading(message("press.how"), x, y + 4)
        y += 8
        for step in ("scale", "paper", "cut", "glue"):
            words = self._text(message(f"press.how.{step}"))
            y = pages.paragraph(words, x, y, width, _BODY) + 1.4
        return y

    # -- boards ---------------------------------------------------------------------------------

    def _board(self, board: BoardPrint) -> None:
        """Draw a board on one page, or on several that overlap."""
        pages = self.pages
        room = pages.bottom - TOP
        columns = _sheets(board.width, pages.inner)
        rows = _sheets(board.height, room)
        across = _share(board.width, columns)
        down = _share(board.height, rows)
        for i in range(rows * columns):
            row, column = divmod(i, columns)
            name = self._text(board.name)
            if rows * columns > 1:
                name += " – " + self._text(
                    message("press.board.part", part=i + 1, parts=rows * columns)
                )
            self._page(name)
            left, top = column * (across - _OVERLAP), row * (down - _OVERLAP)
            x = (pages.width - across) / 2
            y = TOP + max(0.0, (room - down) / 2) * (rows * columns == 1)
            with pages.window(x, y, across, down):
                pages.picture(board.svg, x - left, y - top, board.width, name)
            pages.marks(x, y, across, down)
            if column:
                pages.line((x + _OVERLAP, y), (x + _OVERLAP, y + down), width=0.2, dash=1.2)
            if row:
                pages.line((x, y + _OVERLAP), (x + across, y + _OVERLAP), width=0.2, dash=1.2)

    # -- things to cut out ----------------------------------------------------------------------

    def _parts(self) -> None:
        """Draw the parts, kind by kind; kinds that need one short row share it."""
        pages = self.pages
        title = self._text(message("press.parts"))
        x = y = next_y = pages.height  # where the row goes on, its top, and what is below it
        for part in self.kit.parts:
            rows = _rows(part.cells, pages.inner)
            tall = max(cell.height for cell in rows[0]) + _CAPTION
            wide = max(_wide(rows[0]), pages.measure(self._caption(part), _BODY, True))
            if part.back is not None:  # is alone on its page
                x = next_y = pages.height
            short = len(rows) == 1 and x + wide <= pages.width - MARGIN
            if short and y + tall <= pages.bottom:
                self._part(part, rows, x, y, title)
                next_y = max(next_y, y + tall + _GAP + 3)
            else:
                x = MARGIN
                y, next_y = self._part(part, rows, x, next_y, title)
            x = x + wide + 2 * _GAP if len(rows) == 1 else pages.height
            if part.back is not None:
                back = Part(part.id, message("press.back", what=part.name), ())
                other = _rows((part.back,) * part.count, pages.inner)
                self._part(back, other, MARGIN, pages.height, title, mirrored=True)
                x = next_y = pages.height

    def _caption(self, part: Part) -> str:
        return (f"{part.count} × " if part.count else "") + self._text(part.name)

    def _part(
        self,
        part: Part,
        rows: list[list[Cell]],
        x: float,
        y: float,
        title: str,
        mirrored: bool = False,
    ) -> tuple[float, float]:
        """Draw rows of parts under their name.

        Returns where its last page of them begins and where it ends.
        """
        named, top = False, y
        for row in rows:
            tall = max(cell.height for cell in row)
            if y + tall + (0 if named else _CAPTION) > self.pages.bottom:
                self._page(title)
                y, named = TOP, False
            if not named:
                top = y
                self.pages.say(self._caption(part), x, y + 2.6, _BODY, bold=True, kind="H3")
                y, named = y + _CAPTION, True
            self._row(row, x, y, self._text(part.name), mirrored)
            y += tall + _GAP
        return top, y + 3

    def _row(self, row: Sequence[Cell], x: float, y: float, name: str, mirrored: bool) -> None:
        if mirrored:  # the page is turned over sideways
            x = self.pages.width - x - _wide(row)
        for cell in row:
            self.pages.cell(cell, x, y, name)
            x += cell.width + _GAP

    # -- the score sheet ------------------------------------------------------------------------

    def _scores(self, sheet: ScoreSheet) -> None:
        pages = self.pages
        self._page(self._text(message("press.score")), legend=False)
        y = pages.paragraph(self._text(sheet.note), MARGIN, TOP, pages.inner, _BODY) + 4
        room = (pages.bottom - y) / sheet.times - 7
        high = min(_ROW, room / (len(sheet.rows) + 1))
        for _ in range(sheet.times):
            y = self._table(sheet, y, high) + 7

    def _table(self, sheet: ScoreSheet, y: float, high: float) -> float:
        pages = self.pages
        wide = (pages.inner - sheet.first) / len(sheet.columns)
        for i, head in enumerate(("", *sheet.columns)):
            x = MARGIN if i == 0 else MARGIN + sheet.first + (i - 1) * wide
            across = sheet.first if i == 0 else wide
            pages.frame(x, y, across, high, shade=True)
            words = self._text(head)
            size = min(_BODY, _BODY * (across - 2) / max(pages.measure(words, _BODY, True), 1))
            pages.say(words, x + across / 2, y + high / 2 + size / 3, size, bold=True, align="C")
            for j, label in enumerate(sheet.rows):
                top = y + (j + 1) * high
                pages.frame(x, top, across, high, shade=i == 0)
                if i == 0:
                    label_ = self._text(label)
                    size = min(_BODY, _BODY * (across - 2) / max(pages.measure(label_, _BODY), 1))
                    pages.say(label_, x + 1.5, top + high / 2 + size / 3, size)
        return y + (len(sheet.rows) + 1) * high

    # -- the rules ------------------------------------------------------------------------------

    def _rules(self) -> None:
        """Write all numbered rules in two columns.

        The font is as large as the smallest number of pages allows.
        """
        pages = self.pages
        width = (pages.inner - _GUTTER) / 2
        room = pages.bottom - TOP - 4
        tries = []
        for size in _RULE_SIZES:
            blocks = [self._rule(rule, width, size) for rule in self.game.rules]
            tries.append((blocks, _columns(blocks, room)))
        fewest = min(ceil(len(columns) / 2) for _, columns in tries)
        blocks, columns = next(found for found in tries if ceil(len(found[1]) / 2) == fewest)
        while fewest == 1 and len(shorter := _columns(blocks, room := room - 2)) <= 2:
            columns = shorter  # two columns of about the same height
        for i, column in enumerate(columns):
            if i % 2 == 0:
                self._page(self._text(message("press.rules")), legend=False)
                words = self._text(message("press.ruling"))
                pages.say(words, MARGIN, pages.height - 7.5, 2.6, colour=PALE)
            x, y = MARGIN + i % 2 * (width + _GUTTER), TOP
            for bold, lines in groupby(column, key=lambda line: line.bold):
                colour = ACCENT if bold else INK
                with pages.element("H3" if bold else "P"):
                    for line in lines:
                        size = line.size
                        pages.say(line.words, x, y + 0.8 * size, size, bold=bold, colour=colour)
                        y += line.height

    def _rule(self, rule: Rule, width: float, size: float) -> list[_Line]:
        """A rule as lines: its title, then its text, then a gap."""
        head = f"{rule.number}  {self._text(rule.title)}" + (" *" if rule.ruling else "")
        large = size * 1.12
        lines = [
            _Line(words, large, True, 1.4 * large)
            for words in self.pages.broken(head, width, large, True)
        ]
        text = self.pages.broken(self._text(rule.text), width, size)
        lines += [_Line(words, size, False, 1.36 * size) for words in text]
        lines[-1] = replace(lines[-1], height=lines[-1].height + 0.8 * size)
        return lines


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the rules; `height` is how far below it the next one begins."""

    words: str
    size: float
    bold: bool
    height: float


def _columns(blocks: list[list[_Line]], room: float) -> list[list[_Line]]:
    """The lines in columns.

    A title is kept together with two lines of its text, and no column begins with the last line of
    a rule.
    """
    columns: list[list[_Line]] = [[]]
    left = room
    for block in blocks:
        first = next(i for i, line in enumerate(block) if not line.bold)
        for i, line in enumerate(block):
            together = [line]
            if i <= first:
                together = block[i : first + 2]
            elif i >= len(block) - 2:
                together = block[i:]
            if sum(each.height for each in together) > left + 0.01 and columns[-1]:
                columns.append([])
                left = room
            columns[-1].append(line)
            left -= line.height
    return columns


def _span(seats: tuple[int, ...]) -> str:
    """The range of numbers as text: "2", "3–4", "2, 4"."""
    low, high = min(seats), max(seats)
    if low == high:
        return str(low)
    return f"{low}–{high}" if len(seats) == high - low + 1 else ", ".join(map(str, seats))


def _sheets(length: float, room: float) -> int:
    """The number of pages that a board needs in one direction."""
    if length <= room:
        return 1
    return ceil((length - _OVERLAP) / (room - _OVERLAP))


def _share(length: float, sheets: int) -> float:
    """The length of the board on each page, including the overlap."""
    return (length + (sheets - 1) * _OVERLAP) / sheets


def _wide(row: Sequence[Cell]) -> float:
    return sum(cell.width for cell in row) + _GAP * (len(row) - 1)


def _rows(cells: Sequence[Cell], width: float) -> list[list[Cell]]:
    """The cells in rows that fit; equal cells in rows of equal length."""
    rows: list[list[Cell]] = [[]]
    used = 0.0
    for cell in cells:
        if rows[-1] and used + _GAP + cell.width > width:
            rows.append([])
            used = 0.0
        used += cell.width + (_GAP if rows[-1] else 0)
        rows[-1].append(cell)
    if len({cell.width for cell in cells}) > 1:
        return rows
    across = ceil(len(cells) / len(rows))
    return [list(cells[i : i + across]) for i in range(0, len(cells), across)]
