"""PDFs of all games, made once, and what a reader of PDFs finds in them."""

from __future__ import annotations

import atexit
import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from icefield.games import game
from icefield.press.book import book
from icefield.press.kits import kit_of
from icefield.press.parts import Kit

KEYS = ("seals", "glide", "strait", "torch")
MADE = [
    (key, paper, language) for key in KEYS for paper, language in (("a4", "ja"), ("letter", "de"))
]
MADE += [("seals", "a4", "en"), ("glide", "letter", "fr")]
POINT = 25.4 / 72


@cache
def kit(key: str, language: str = "en") -> Kit:
    found = kit_of(key, language)
    assert found is not None
    return found


@cache
def pdf(key: str, paper: str, language: str) -> bytes:
    return book(game(key), kit(key, language), paper, language)


@dataclass(frozen=True)
class Box:
    """Something on a page, in millimetres from its lower left corner."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.top - self.bottom


@dataclass(frozen=True)
class Element:
    """An element of a page's structure, and the text in place of a picture."""

    kind: str
    alt: str


Fill = Callable[[ctypes.Array[ctypes.c_char] | None, int], int]


def _text(fill: Fill) -> str:
    """What a function of the library writes into a buffer, as UTF-16."""
    size = fill(None, 0)
    buffer = ctypes.create_string_buffer(size)
    fill(buffer, size)
    return buffer.raw[: max(size - 2, 0)].decode("utf-16-le")


class Read:
    """A PDF as another library reads it."""

    def __init__(self, content: bytes):
        self.document = pypdfium2.PdfDocument(content)
        atexit.register(self.document.close)

    @property
    def sizes(self) -> set[tuple[float, float]]:
        found = (page.get_size() for page in self.document)
        return {(round(w * POINT, 1), round(h * POINT, 1)) for w, h in found}

    @cached_property
    def texts(self) -> list[str]:
        return [page.get_textpage().get_text_bounded() for page in self.document]

    @property
    def words(self) -> str:
        """All text without spaces and line ends, which layout puts where it likes."""
        return squeezed("".join(self.texts))

    @property
    def body(self) -> str:
        """The same without what stands at the head and the foot of every page."""
        found = []
        for page in self.document:
            top = page.get_height() - 15.5 / POINT
            found.append(page.get_textpage().get_text_bounded(bottom=12 / POINT, top=top))
        return squeezed("".join(found))

    def letters(self, number: int) -> list[Box]:
        page = self.document[number].get_textpage()
        boxes = (page.get_charbox(i, loose=True) for i in range(page.count_chars()))
        return [Box(*(edge * POINT for edge in box)) for box in boxes]

    def shapes(self, number: int) -> list[Box]:
        """The paths of a page, without half of their lines' width."""
        found = []
        for each in self.document[number].get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH]):
            found.append(Box(*(edge * POINT for edge in each.get_bounds())))
        return found

    def elements(self, number: int) -> list[Element]:
        """The elements of a page in the order of reading."""
        tree = pdfium.FPDF_StructTree_GetForPage(self.document[number])
        found: list[Element] = []
        for i in range(pdfium.FPDF_StructTree_CountChildren(tree)):
            self._collect(pdfium.FPDF_StructTree_GetChildAtIndex(tree, i), found)
        pdfium.FPDF_StructTree_Close(tree)
        return found

    def _collect(self, element: Any, found: list[Element]) -> None:
        kind = _text(partial(pdfium.FPDF_StructElement_GetType, element))
        if kind != "Document":
            found.append(
                Element(kind, _text(partial(pdfium.FPDF_StructElement_GetAltText, element)))
            )
        for i in range(pdfium.FPDF_StructElement_CountChildren(element)):
            child = pdfium.FPDF_StructElement_GetChildAtIndex(element, i)
            if child:
                self._collect(child, found)

    def untagged(self, number: int) -> int:
        """The marked content of a page that is neither structured nor an artifact."""
        objects = self.document[number].get_objects()
        return sum(pdfium.FPDFPageObj_CountMarks(each.raw) == 0 for each in objects)

    @property
    def fonts(self) -> dict[str, bool]:
        """The fonts that text is set in, and whether they are inside the file."""
        found = {}
        for page in self.document:
            for each in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT]):
                font = each.get_font()
                found[font.get_base_name()] = font.is_embedded
        return found


def squeezed(words: str) -> str:
    """The text without spaces, line ends and hyphens, which readers drop."""
    return "".join(words.replace("\ufffe", "").replace("-", "").split())


@cache
def read(key: str, paper: str, language: str) -> Read:
    return Read(pdf(key, paper, language))
