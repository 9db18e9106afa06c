"""Scene → SVG: one drawing for notebooks, files, paper and the web page.

From back to front a drawing has these layers, each a `<g>` with that class: `backdrop` (water and
the sheet of ice), `scenery`, `grounds` (the spaces' faces), `signs` (scenery that lies over them),
`labels`, `pieces`, `marks`, `spaces`. The elements of `spaces` are on top, without a fill: they
receive pointer and focus for what stands on them, and what a page shows on them is never hidden
by a piece.

The drawing has no ids, so any number of them fit on one page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from html import escape
from math import hypot
from typing import Final

from ..core.arguments import checks_arguments
from ..core.message import Message
from ..core.scene import Label, Mark, Patch, Piece, Point, Scene, Space
from . import themes
from .backdrop import PAD, backdrop, number, path
from .flipped import flipped
from .symbols import lettered, symbol

PAGE: Final = "page"

_SHEET: Final = "ice"  # spaces whose look begins like this lie on one common sheet of ice
_FLAT: Final = "flat"  # a piece with this word in its look is ground for others, see touch.css
_BAR: Final = "ridge"  # a line with this word in its look is an obstacle, not a path
_TOKEN: Final = 0.45  # an arrow ends this far from the middle of a piece
_HINTS: Final = (  # invisible until a page says what may be touched, see touch.css
    '<circle class="halo" r=".46"/><circle class="ring" r=".46"/><circle class="dot" r=".15"/>'
)
_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@checks_arguments
def svg(
    scene: Scene,
    *,
    theme: str | None = None,
    language: str = "en",
    interactive: bool = False,
    readable: bool = False,
    flip: bool = False,
    size: int | None = None,
) -> str:
    """Draw a scene as SVG.

    `theme`: None is a standalone SVG that follows the viewer's light or dark setting; "light",
    "dark" and "contrast" fix it; "page" embeds no style sheet, for a page that has
    `themes.css()`. An unknown theme raises ValueError.
    `interactive` makes every space a button that a client may focus, and implies "page" unless a
    theme is given. `readable` lets a screen reader go through the spaces of a drawing that is only
    looked at; else it is one picture. `flip` shows the board from the opposite side, everything on
    it upright.
    `size` is the width in pixels that the drawing asks for; without it, it fills what it is in.
    """
    if flip:
        scene = flipped(scene)
    if theme is None and interactive:
        theme = PAGE
    caption = _escape(scene.caption.text(language))
    facts = _escape(" · ".join(fact.text(language) for fact in scene.facts))
    occupied = _occupied(scene)
    said = _said(scene, language)
    role = "button" if interactive else "img" if readable else None
    parts = [
        _open(scene, theme, caption if interactive or readable else None, language, size),
        # a title shows as a tooltip all over the board, so a board to play on has a label instead
        "" if interactive or readable else f"<title>{caption}</title>",
        f"<desc>{facts}</desc>" if facts and not (interactive or readable) else "",
        "" if theme == PAGE else f"<style>{themes.standalone(theme, scene.game)}</style>",
        _backdrop(scene),
        _layer("scenery", _patches(p for p in scene.patches if not p.over), hidden=True),
        _layer("grounds", _grounds(scene.spaces), hidden=True),
        _layer("signs", _patches(p for p in scene.patches if p.over), hidden=True),
        _layer("labels", _labels(scene, language, over=False), hidden=True),
        _layer("pieces", _pieces(scene, occupied, language, ways=theme == PAGE)),
        _layer(
            "marks",
            _marks([m for m in scene.marks if not _is_under(m)], occupied, ways=theme == PAGE),
            hidden=True,
        ),
        _layer("labels over", _labels(scene, language, over=True), hidden=True),
        _layer(
            "spaces",
            [_space(s, said[s.id], s.id in occupied, role, language) for s in scene.spaces],
        ),
        "</svg>\n",
    ]
    return "\n".join(part for part in parts if part)


def overlay(scene: Scene, marks: Sequence[Mark], *, flip: bool = False) -> str:
    """Draw marks as a layer to be laid over the scene's drawing."""
    if not marks:
        return ""
    laid = flipped(replace(scene, marks=tuple(marks))).marks if flip else marks
    layer = _layer("marks", _marks(laid, _occupied(scene)), hidden=True)
    return f'<svg xmlns="http://www.w3.org/2000/svg">{layer}</svg>'


def _occupied(scene: Scene) -> frozenset[str]:
    """The spaces that a piece stands on."""
    return frozenset(p.space for p in scene.pieces if p.space and _FLAT not in p.look.split())


def _marks(marks: Sequence[Mark], occupied: frozenset[str], ways: bool = False) -> list[str]:
    """The layer of marks: lines above spots, or a crack would cut its own arrow.

    With `ways`, a line carries the points it goes through, so that a page can animate pieces along
    it.
    """
    return [_mark(m, occupied, ways) for m in sorted(marks, key=_is_line)]


def picture(pieces: tuple[Piece, ...], game: str, language: str = "en") -> str:
    """A small drawing of a few pieces, for a button on a page with the style sheet.

    Screen readers skip it: the button has a name.
    """
    drawn = "".join(_piece(piece, language) for piece in pieces)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="icefield game-{_escape(game)}" '
        f'viewBox="-.55 -.55 1.1 1.1" aria-hidden="true">{drawn}</svg>'
    )


def _escape(text: str) -> str:
    """Text made fit for element content and quoted attributes of XML."""
    return escape(_NOT_XML.sub("\ufffd", text), quote=True)


def _open(
    scene: Scene, theme: str | None, label: str | None, language: str, size: int | None
) -> str:
    width, height = scene.width + 2 * PAD, scene.height + 2 * PAD
    classes = f"icefield game-{_escape(scene.game)}"
    if theme is not None and theme != PAGE:
        classes += f" theme-{_escape(theme)}"
    box = f"{number(-PAD)} {number(-PAD)} {number(width)} {number(height)}"
    role = 'role="img"' if label is None else f'role="group" aria-label="{label}"'
    pixels = "" if size is None else f' width="{size}" height="{round(size * height / width)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{classes}" viewBox="{box}"{pixels} '
        f'lang="{_escape(language)}" {role}>'
    )


def _layer(name: str, parts: list[str], *, hidden: bool = False) -> str:
    if not parts:
        return ""
    silent = ' aria-hidden="true"' if hidden else ""
    return f'<g class="{name}"{silent}>\n' + "\n".join(parts) + "\n</g>"


def _at(x: float, y: float) -> str:
    return f'transform="translate({number(x)} {number(y)})"'


def _said(scene: Scene, language: str) -> dict[str, str]:
    """The label of each space: its name and the names of the marks on it."""
    said = {space.id: space.name.text(language) for space in scene.spaces}
    for mark in scene.marks:
        if mark.name is not None and mark.space in said:
            said[mark.space] += f", {mark.name.text(language)}"
    return said


# -- the layers -------------------------------------------------------------------------------


def _outline(space: Space) -> tuple[Point, ...]:
    return tuple((space.x + dx, space.y + dy) for dx, dy in space.outline)


def _backdrop(scene: Scene) -> str:
    ice = tuple(_outline(s) for s in scene.spaces if s.look.startswith(_SHEET))
    others = tuple(_outline(s) for s in scene.spaces if not s.look.startswith(_SHEET))
    return backdrop(scene.width, scene.height, ice, others)


def _grounds(spaces: tuple[Space, ...]) -> list[str]:
    """The faces of the spaces, one path for each look."""
    by_look: dict[str, list[str]] = {}
    for space in spaces:
        by_look.setdefault(space.look, []).append(path(_outline(space)))
    return [
        f'<path class="ground {_escape(look)}" d="{"".join(paths)}"/>'
        for look, paths in by_look.items()
    ]


def _patches(patches: Iterable[Patch]) -> list[str]:
    """Scenery, one path for each look, in the order of the looks."""
    by_look: dict[str, list[str]] = {}
    for patch in patches:
        by_look.setdefault(patch.look, []).append(path(patch.outline))
    return [
        f'<path class="patch {_escape(look)}" d="{"".join(paths)}"/>'
        for look, paths in by_look.items()
    ]


def _labels(scene: Scene, language: str, *, over: bool) -> list[str]:
    """The labels below the pieces, or with `over` those that nothing covers."""
    return [
        _label(each, language) for each in scene.labels if ("over" in each.look.split()) == over
    ]


def _pieces(scene: Scene, occupied: frozenset[str], language: str, ways: bool) -> list[str]:
    """The pieces, and the marks that lie on the ground: "under" in their look.

    They are above pieces that are flat, and below those that are raised or standing.
    """
    under = [mark for mark in scene.marks if _is_under(mark)]
    if not under:
        return [_piece(piece, language) for piece in scene.pieces]
    low = [piece for piece in scene.pieces if _is_low(piece)]
    high = [piece for piece in scene.pieces if not _is_low(piece)]
    return [
        *(_piece(piece, language) for piece in low),
        _layer("marks under", _marks(under, occupied, ways), hidden=True),
        *(_piece(piece, language) for piece in high),
    ]


def _is_under(mark: Mark) -> bool:
    return "under" in mark.look.split()


def _is_low(piece: Piece) -> bool:
    words = piece.look.split()
    return "flat" in words and "raised" not in words


def _label(label: Label, language: str) -> str:
    words = label.text.text(language) if isinstance(label.text, Message) else label.text
    # a third of the height below the middle centres letters without `dominant-baseline`, which
    # few tools outside browsers know
    return (
        f'<text class="label {_escape(label.look)}" x="{number(label.x)}" '
        f'y="{number(label.y + 0.095)}">{_escape(words)}</text>'
    )


def _piece(piece: Piece, language: str) -> str:
    classes = f"piece {_escape(piece.look)}"
    seat = space = ""
    if piece.seat is not None:
        classes += f" seat-{piece.seat}"
        seat = f' data-seat="{piece.seat}"'
    if piece.space is None:  # nothing else says its name
        voice = f'role="img" aria-label="{_escape(piece.name.text(language))}"'
    else:
        space = f' data-space="{_escape(piece.space)}"'
        voice = 'aria-hidden="true"'
    drawing = symbol(piece.symbol, piece.id)
    if drawing is None:
        drawing = '<circle class="disc" r="40"/><text class="letter" y="17">{glyph}</text>'
    drawing = lettered(drawing, _escape(piece.glyph))
    turn = f"rotate({number(piece.turn)}) " if piece.turn else ""
    return (
        f'<g class="{classes}" data-id="{_escape(piece.id)}"{space}{seat} '
        f"{_at(piece.x, piece.y)} {voice}>"
        f'<g transform="{turn}scale({number(piece.size / 100)})">{drawing}</g></g>'
    )


def _is_line(mark: Mark) -> bool:
    return len(mark.path) > 1


def _mark(mark: Mark, occupied: frozenset[str], ways: bool = False) -> str:
    """The drawing of a mark.

    A spot is the drawing `marks/<look>`, or a ring; a line is an arrow, with that drawing (if there
    is one) at its end.
    """
    look = mark.look.partition(" ")[0]
    x, y = mark.path[-1]
    drawing = symbol(f"marks/{look}", mark.space or "")
    end = "" if drawing is None else f'<g {_at(x, y)[:-1]} scale(.01)">{drawing}</g>'
    if _is_line(mark) and _BAR in mark.look.split():
        d = f"M{number(mark.path[0][0])} {number(mark.path[0][1])}L{number(x)} {number(y)}"
        body = f'<path class="bar-casing" d="{d}"/><path class="bar" d="{d}"/>'
    elif _is_line(mark):
        short = _TOKEN if mark.space in occupied else 0.3 if end else 0.12
        body = _arrow(mark.path, short) + end
    else:
        body = end or f'<circle class="spot" cx="{number(x)}" cy="{number(y)}" r=".44"/>'
    space = f' data-space="{_escape(mark.space)}"' if mark.space else ""
    if ways and _is_line(mark):
        space += f' data-way="{" ".join(f"{number(x)},{number(y)}" for x, y in mark.path)}"'
    return f'<g class="mark {_escape(mark.look)}"{space}>{body}</g>'


def _arrow(way: tuple[Point, ...], short: float) -> str:
    """A path that widens towards a head and ends `short` of the last point."""
    (ax, ay), (bx, by) = way[-2], way[-1]
    last = hypot(bx - ax, by - ay) or 1.0
    ux, uy = (bx - ax) / last, (by - ay) / last
    tip = (bx - ux * short, by - uy * short)
    neck = (tip[0] - ux * 0.27, tip[1] - uy * 0.27)
    line = [*way[:-1], neck]
    left: list[Point] = []
    right: list[Point] = []
    for i, (x, y) in enumerate(line):
        (px, py), (nx, ny) = line[max(i - 1, 0)], line[min(i + 1, len(line) - 1)]
        length = hypot(nx - px, ny - py) or 1.0
        half = 0.025 + 0.045 * i / (len(line) - 1)
        left.append((x + (ny - py) / length * half, y - (nx - px) / length * half))
        right.append((x - (ny - py) / length * half, y + (nx - px) / length * half))
    barbs = ((neck[0] + uy * 0.19, neck[1] - ux * 0.19), (neck[0] - uy * 0.19, neck[1] + ux * 0.19))
    d = path((*left, barbs[0], tip, barbs[1], *reversed(right)))
    return f'<path class="way-casing" d="{d}"/><path class="way" d="{d}"/>'


def _space(space: Space, said: str, occupied: bool, role: str | None, language: str) -> str:
    classes = f"space {_escape(space.look)}" + (" occupied" if occupied else "")
    button = "" if role is None else f' role="{role}"'
    hints = ""
    if role == "button":
        button, hints = f'{button} tabindex="-1"', _HINTS
        if space.chosen is not None:
            button += f' data-chosen="{_escape(space.chosen.text(language))}"'
    return (
        f'<g class="{classes}" data-id="{_escape(space.id)}" {_at(space.x, space.y)}{button} '
        f'aria-label="{_escape(said)}"><path class="hit" d="{path(space.outline)}"/>{hints}</g>'
    )
