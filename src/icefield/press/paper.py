"""Sheets of paper and the elements of every page, in exact millimetres.

`Pages` wraps the PDF library; nothing else in the package uses it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from io import BytesIO
from typing import TYPE_CHECKING, Final

from . import fonts
from .fonts import JAPANESE, LATIN

if TYPE_CHECKING:
    from ..core.scene import Point
    from .parts import Art, Cell, Words

PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""
MARGIN: Final = 10.0
TOP: Final = 21.0
"""Where a page's own things begin."""
FOOT: Final = 17.0
"""How much at the bottom of a page belongs to the ruler and the page number."""
RULER: Final = 50.0
POINT: Final = 25.4 / 72
"""A typographic point in millimetres."""

INK: Final = (22, 40, 50)
PALE: Final = (120, 140, 150)
LINE: Final = (150, 165, 172)
ACCENT: Final = (23, 80, 95)

_NO_START: Final = (
    "、。，．・：；？！」』）】〕｝〉》ーぁぃぅぇぉっゃゅょァィゥェォッャュョ…％)]},.:;!?"
)
_NO_END: Final = "「『（【〔｛〈《(["
_WIDE: Final = re.compile("[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")
_MARK, _AWAY = 2.0, 0.25  # how long a cutting mark is, and how far from the corner
_FIXED: Final = datetime(2024, 1, 1, tzinfo=UTC)  # the same kit is the same file


class Pages:
    """A document that is being written, page by page."""

    def __init__(self, paper: str, language: str, title: str, author: str):
        from fpdf import FPDF
        from fpdf.prefs import ViewerPreferences

        self.width, self.height = PAPERS[paper]
        self.language = language
        self._pdf = FPDF(unit="mm", format=(self.width, self.height))
        self._pdf.set_auto_page_break(False)
        self._pdf.set_margins(0, 0, 0)
        self._pdf.c_margin = 0
        self._pdf.set_title(title)
        self._pdf.set_author(author)
        self._pdf.set_creator("Icefield")
        self._pdf.set_lang(language)
        self._pdf.viewer_preferences = ViewerPreferences(display_doc_title=True)
        self._tagged = False  # whether what is drawn belongs to an element already
        self._pdf.set_creation_date(_FIXED)
        for (script, bold), file in fonts.FILES.items():
            self._pdf.add_font(script, "B" if bold else "", file)
        self._main, self._other = (JAPANESE, LATIN) if language == "ja" else (LATIN, JAPANESE)
        self._pdf.set_font(self._main)
        self._pdf.set_fallback_fonts([self._other], exact_match=True)

    @property
    def inner(self) -> float:
        """The width of a page's content."""
        return self.width - 2 * MARGIN

    @property
    def bottom(self) -> float:
        """The y at which a page's content must end."""
        return self.height - FOOT

    @property
    def number(self) -> int:
        return self._pdf.page_no()

    def page(self) -> None:
        self._pdf.add_page()

    def finished(self) -> bytes:
        return bytes(self._pdf.output())

    # -- structure, which screen readers follow -----------------------------------------------

    @contextmanager
    def element(self, kind: str, alt: str | None = None) -> Iterator[None]:
        """Tag what is drawn in this context for screen readers.

        Tags are "H1", "P", "Figure" with its text, and "Artifact". The outermost element counts.
        The library tags pictures only, hence its private methods.
        """
        if self._tagged:
            yield
            return
        pdf = self._pdf
        if kind == "Artifact":
            pdf._out("/Artifact BMC")
        else:
            number = pdf.struct_builder.next_mcid_for_page(pdf.page)
            pdf._add_marked_content(struct_type=f"/{kind}", mcid=number, alt_text=alt)
            pdf._out(f"/{kind} <</MCID {number}>> BDC")
        self._tagged = True
        yield
        self._tagged = False
        pdf._out("EMC")

    # -- words ----------------------------------------------------------------------------------

    def _font(self, size: float, bold: bool) -> None:
        self._pdf.set_font(self._main, "B" if bold else "", size / POINT)

    def measure(self, words: str, size: float, bold: bool = False) -> float:
        """The width of a line of words; `size` in millimetres."""
        scripts = (self._main, self._other)
        return size * sum(fonts.advance(letter, scripts, bold) for letter in words)

    def say(
        self,
        words: str,
        x: float,
        y: float,
        size: float,
        *,
        bold: bool = False,
        colour: tuple[int, int, int] = INK,
        align: str = "L",
        kind: str = "P",
    ) -> None:
        """Write a line with its baseline at y; x is its left, middle (C) or right (R).

        `kind` is its element.
        """
        width = self.measure(words, size, bold)
        self._font(size, bold)
        left = x - {"L": 0.0, "C": width / 2, "R": width}[align]
        self._pdf.set_text_color(*colour)
        self._pdf.set_xy(left, y - 0.8 * size)
        with self.element(kind):
            self._pdf.cell(width + 1, size, words)

    def broken(self, words: str, width: float, size: float, bold: bool = False) -> list[str]:
        """The words in lines that fit.

        Japanese may break anywhere but before a closing sign.
        """
        lines, line = [], ""
        for atom in _atoms(words):
            if line and self.measure((line + atom).rstrip(), size, bold) > width:
                lines.append(line.rstrip())
                line = atom.lstrip()
            else:
                line += atom
        return [*lines, line.rstrip()] if line.strip() else lines

    def paragraph(
        self,
        words: str,
        x: float,
        y: float,
        width: float,
        size: float,
        *,
        bold: bool = False,
        colour: tuple[int, int, int] = INK,
    ) -> float:
        """Write words in lines from y on; returns the y below them."""
        with self.element("P"):
            for line in self.broken(words, width, size, bold):
                self.say(line, x, y + 0.8 * size, size, bold=bold, colour=colour)
                y += 1.32 * size
        return y

    # -- lines ----------------------------------------------------------------------------------

    def _pen(self, width: float, colour: tuple[int, int, int], dash: float = 0) -> None:
        self._pdf.set_draw_color(*colour)
        self._pdf.set_line_width(width)
        self._pdf.set_dash_pattern(dash=dash, gap=dash * 0.7)

    def line(
        self,
        a: Point,
        b: Point,
        *,
        width: float = 0.2,
        colour: tuple[int, int, int] = INK,
        dash: float = 0,
    ) -> None:
        self._pen(width, colour, dash)
        with self.element("Artifact"):
            self._pdf.line(*a, *b)
        self._pdf.set_dash_pattern()

    def frame(self, x: float, y: float, width: float, height: float, shade: bool = False) -> None:
        self._pen(0.2, LINE)
        self._pdf.set_fill_color(236, 243, 246)
        with self.element("Artifact"):
            self._pdf.rect(x, y, width, height, style="DF" if shade else "D")

    def marks(self, x: float, y: float, width: float, height: float) -> None:
        """Draw two short lines outside each corner of a rectangle to be cut out."""
        self._pen(0.18, INK)
        with self.element("Artifact"):
            for cx, way_x in ((x, -1), (x + width, 1)):
                for cy, way_y in ((y, -1), (y + height, 1)):
                    self._pdf.line(cx + way_x * _AWAY, cy, cx + way_x * (_AWAY + _MARK), cy)
                    self._pdf.line(cx, cy + way_y * _AWAY, cx, cy + way_y * (_AWAY + _MARK))

    def ruler(self, x: float, y: float, words: str) -> None:
        """Draw a ruler of fifty millimetres, to check the printer's scale."""
        self._pen(0.25, INK)
        with self.element("Artifact"):
            self._pdf.line(x, y, x + RULER, y)
            for i in range(11):
                high = 2.4 if i % 10 == 0 else 1.7 if i % 5 == 0 else 1.1
                self._pdf.line(x + i * RULER / 10, y, x + i * RULER / 10, y - high)
            self.say(words, x + RULER + 2, y, 2.6, colour=PALE)

    # -- drawings -------------------------------------------------------------------------------

    def art(self, art: Art, dx: float = 0, dy: float = 0) -> None:
        """Draw a plain drawing, its middle moved by (dx, dy)."""
        x, y = art.x + dx, art.y + dy
        left, top = x - art.width / 2, y - art.height / 2
        if art.turn:
            with self._pdf.rotation(-art.turn, x, y):
                self._image(art.svg, left, top, art.width)
        else:
            self._image(art.svg, left, top, art.width)

    def picture(self, svg: str, x: float, y: float, width: float, alt: str) -> None:
        """Draw a picture with the text that a screen reader says instead."""
        with self.element("Figure", alt):
            self._image(svg, x, y, width)

    def _image(self, svg: str, x: float, y: float, width: float) -> None:
        self._pdf.image(BytesIO(svg.encode()), x=x, y=y, w=width)

    @contextmanager
    def window(self, x: float, y: float, width: float, height: float) -> Iterator[None]:
        """Clip what is drawn in this context to a rectangle."""
        with self._pdf.rect_clip(x, y, width, height):
            yield

    def cell(self, cell: Cell, x: float, y: float, alt: str) -> None:
        """Draw a cell to cut out, its corner at (x, y).

        A screen reader says `alt` and the words on the cell.
        """
        written = " ".join(self._words(words) for words in cell.words)
        with self.element("Figure", f"{alt}: {written}" if written else alt):
            self._cell(cell, x, y)

    def _words(self, words: Words) -> str:
        return words.text if isinstance(words.text, str) else words.text.text(self.language)

    def _cell(self, cell: Cell, x: float, y: float) -> None:
        for art in cell.art:
            self.art(art, x, y)
        for area in cell.glue:
            self._hatch([(px + x, py + y) for px, py in area])
        for cx, cy, radius in cell.rings:
            self._pen(0.25, PALE)
            self._pdf.circle(cx + x, cy + y, radius)
        for words in cell.words:
            self.say(self._words(words), words.x + x, words.y + y, words.size, bold=True, align="C")
        for a, b in cell.folds:
            self.line(_moved(a, x, y), _moved(b, x, y), width=0.22, colour=INK, dash=1.2)
        for cut in cell.cuts:
            self._pen(0.12, LINE)
            self._pdf.polygon([_moved(point, x, y) for point in cut])
        if cell.marked:
            self.marks(x, y, cell.width, cell.height)

    def _hatch(self, area: list[Point]) -> None:
        """Draw fine slanted lines where glue goes."""
        xs, ys = [x for x, _ in area], [y for _, y in area]
        self._pen(0.1, PALE)
        crossing = []
        low, high = min(xs) + min(ys), max(xs) + max(ys)
        at = low + 0.7
        while at < high:  # along x + y = at
            hits = []
            for (ax, ay), (bx, by) in zip(area, area[1:] + area[:1], strict=True):
                da, db = ax + ay - at, bx + by - at
                if da * db < 0:
                    t = da / (da - db)
                    hits.append((ax + t * (bx - ax), ay + t * (by - ay)))
            if len(hits) == 2:
                crossing.append(hits)
            at += 1.5
        for a, b in crossing:
            self._pdf.line(*a, *b)


def _moved(point: Point, dx: float, dy: float) -> Point:
    return point[0] + dx, point[1] + dy


def _atoms(words: str) -> Iterator[str]:
    """The pieces of a text that must not be broken.

    They are words with the space after them, and single Japanese letters with the closing signs
    after and the opening ones before them.
    """
    atom = ""
    for letter in words:
        wide = bool(_WIDE.match(letter) or (atom and _WIDE.match(atom[-1])))
        free = wide and letter not in _NO_START and atom[-1:] not in tuple(_NO_END)
        ends = atom != "" and (atom[-1] == " " or free)
        if ends and letter != " ":
            yield atom
            atom = ""
        atom += letter
    if atom:
        yield atom
