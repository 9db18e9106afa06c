"""Drawings of `render` prepared for a PDF: styles inlined, letters as outlines.

PDF libraries know neither style sheets nor where a letter's font is, so every element gets the
properties that the sheets give it, and a text becomes a path. `paper.css` overrides the light theme
with pale water and dark words, because open sea takes a cartridge of ink.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from functools import lru_cache
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from ..render import themes
from . import fonts

_FOLDER: Final = Path(__file__).resolve().parent
_SVG: Final = "{http://www.w3.org/2000/svg}"
_RULE: Final = re.compile(r"([^{}]+)\{([^{}]*)\}")
_WORD: Final = re.compile(r"\.?[\w-]+")
_SILENT: Final = ("title", "desc", "style")
_KEPT: Final = (
    *("d", "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "points", "transform"),
    *("x1", "y1", "x2", "y2", "viewBox"),
)
_LIGHT_BELOW: Final = 600  # a font weight from here on is bold

Properties = dict[str, str]
Compound = tuple[frozenset[str], str]  # the classes an element must have, and its name or ""


class _Rule:
    """A CSS rule: one selector of descendants and its properties."""

    def __init__(self, selector: str, properties: Properties):
        self.properties = properties
        self.compounds: list[Compound] = []
        for part in selector.split():
            words = _WORD.findall(part)
            classes = frozenset(word[1:] for word in words if word.startswith("."))
            names = [word for word in words if not word.startswith(".")]
            self.compounds.append((classes, names[0] if names else ""))
        self.weight = sum(10 * len(classes) + bool(name) for classes, name in self.compounds)

    def fits(self, way: list[tuple[frozenset[str], str]]) -> bool:
        """Whether the selector matches the last element of a path from the root."""
        if not _is(way[-1], self.compounds[-1]):
            return False
        left = len(self.compounds) - 2
        for element in reversed(way[:-1]):
            if left < 0:
                break
            if _is(element, self.compounds[left]):
                left -= 1
        return left < 0


def _is(element: tuple[frozenset[str], str], compound: Compound) -> bool:
    return compound[0] <= element[0] and compound[1] in ("", element[1])


@lru_cache(maxsize=8)
def _rules(game: str) -> tuple[_Rule, ...]:
    """The rules for drawings of a game, in rising specificity."""
    paper = (_FOLDER / "paper.css").read_text(encoding="utf-8")
    text = re.sub(r"/\*.*?\*/", "", themes.standalone("light", game) + paper, flags=re.DOTALL)
    found = []
    for selectors, body in _RULE.findall(text):
        pairs = (each.split(":", 1) for each in body.split(";") if ":" in each)
        properties = {name.strip(): value.strip() for name, value in pairs}
        for selector in selectors.split(","):
            if ":" not in selector:  # states that exist only on a page
                found.append(_Rule(selector.replace(".theme-light", ""), properties))
    return tuple(sorted(found, key=lambda rule: rule.weight))


def plain(drawing: str, game: str) -> str:
    """The drawing without classes, styles, ids and texts: shapes and colours only."""
    root = ElementTree.fromstring(drawing)
    _settle(root, [], _rules(game))
    ElementTree.register_namespace("", _SVG[1:-1])
    return ElementTree.tostring(root, encoding="unicode")


def box(drawing: str) -> tuple[float, float, float, float]:
    """The viewBox of a drawing."""
    found = re.search(r'viewBox="([^"]*)"', drawing)
    assert found is not None, "a drawing has a viewBox"
    x, y, width, height = map(float, found[1].split())
    return x, y, width, height


def _settle(
    element: ElementTree.Element, above: list[tuple[frozenset[str], str]], rules: tuple[_Rule, ...]
) -> None:
    """Give an element and its descendants their properties."""
    own = (frozenset(element.get("class", "").split()), element.tag.removeprefix(_SVG))
    way = [*above, own]
    properties: Properties = {}
    for rule in rules:
        if rule.fits(way):
            properties |= rule.properties
    for name, value in properties.items():
        element.set(name, value)
    for child in list(element):
        _settle(child, way, rules)
    for name in list(element.attrib):
        if name not in _KEPT and name not in properties:
            del element.attrib[name]
    _replace_children(element)


def _replace_children(element: ElementTree.Element) -> None:
    for i, child in reversed(list(enumerate(element))):
        new = list(_as_shapes(child))
        if new != [child]:
            element.remove(child)
            for each in reversed(new):
                element.insert(i, each)


def _as_shapes(element: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """The shapes that an element becomes.

    They are none, the element itself, the outlines of letters, or stroke and fill apart.
    """
    name = element.tag.removeprefix(_SVG)
    if name in _SILENT or element.attrib.pop("display", "") == "none":
        return
    if element.get("fill") == "none" and element.get("stroke") == "none":
        return
    if name == "text":
        if "".join(element.itertext()).strip():
            yield _outlines(element)
    elif element.attrib.pop("paint-order", "") == "stroke":
        under, over = deepcopy(element), deepcopy(element)
        under.set("fill", "none")
        over.set("stroke", "none")
        yield from (under, over)
    else:
        yield element


def _outlines(element: ElementTree.Element) -> ElementTree.Element:
    words = "".join(element.itertext())
    size = float(element.get("font-size", "1").removesuffix("px"))
    bold = int(element.get("font-weight", "400")) >= _LIGHT_BELOW
    d, width = fonts.outline(words, bold)
    back = {"middle": width / 2, "end": width}.get(element.get("text-anchor", ""), 0.0)
    x, y = float(element.get("x", "0")) - back * size, float(element.get("y", "0"))
    moved = f"translate({x:.4f} {y:.4f}) scale({size:.6f} {-size:.6f})"
    before = element.get("transform", "")
    path = ElementTree.Element(f"{_SVG}path", {"d": d, "transform": f"{before} {moved}".strip()})
    for name in ("fill", "opacity"):
        if name in element.attrib:
            path.set(name, element.attrib[name])
    path.set("stroke", "none")
    return path
