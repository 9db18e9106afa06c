"""Scene → text: a board for a terminal, a log or a test's message.

Every space with a `cell` is drawn in a grid, three characters wide; what stands on it is drawn by
its glyph. Signs around it tell marks without colour: `[S]` is where a line (the last move) ended,
`(o)` is a spot without a name (a trail), `*S*` one with a name (an isolated seal).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from ..core.scene import Piece, Scene, Space

Pair = tuple[str, str]
Tint = Callable[[str, str], str]  # words and an ANSI code → words

_ID: Final = re.compile(r"([a-z]+)(\d+)")

# ANSI "select graphic rendition" codes; a seat's pieces stand out, the ground steps back
_SEATS: Final = ("1;36", "1;33", "1;35", "1;32")
_NEUTRAL: Final = "34"
_FAINT: Final = "2"
_MARK: Final = "1;31"
_CAPTION: Final = "1"


def text(scene: Scene, *, language: str = "en", colour: bool = False) -> str:
    """Draw a scene with characters: the grid, then the caption and the facts.

    Row and column names come from the scene's labels, or else from ids such as "b2". Spaces that
    have no cell are told by name, one line each, when something stands on them. With `colour` the
    text holds ANSI escape sequences. It does not end in a line break.
    """
    tint = _tint if colour else _plain
    top: dict[str, Piece] = {p.space: p for p in scene.pieces if p.space is not None}
    brackets = _brackets(scene)
    lines = _grid(scene, top, brackets, tint) if any(s.cell for s in scene.spaces) else []
    told = [s.name.text(language) for s in scene.spaces if s.cell is None and s.id in top]
    told += [p.name.text(language) for p in scene.pieces if p.space is None]
    facts = ", ".join(fact.text(language) for fact in scene.facts)
    tail = [*told, tint(scene.caption.text(language), _CAPTION), *([facts] if facts else [])]
    return "\n".join([*lines, *([""] if lines else []), *tail])


def _plain(words: str, _code: str) -> str:
    return words


def _tint(words: str, code: str) -> str:
    return f"\x1b[{code}m{words}\x1b[0m"


def _brackets(scene: Scene) -> dict[str, Pair]:
    """The pair of characters around each marked space; what has a name wins, then a line's end."""
    kinds = [
        (("(", ")"), [m for m in scene.marks if len(m.path) == 1]),
        (("[", "]"), [m for m in scene.marks if len(m.path) > 1]),
        (("*", "*"), [m for m in scene.marks if m.name is not None]),
    ]
    return {m.space: pair for pair, marks in kinds for m in marks if m.space is not None}


def _grid(scene: Scene, top: dict[str, Piece], brackets: dict[str, Pair], tint: Tint) -> list[str]:
    cells = {space.cell: space for space in scene.spaces if space.cell is not None}
    columns = range(min(c for c, _ in cells), max(c for c, _ in cells) + 1)
    rows = range(min(r for _, r in cells), max(r for _, r in cells) + 1)
    column_names, row_names = _names(scene)
    margin = max((len(n) for n in row_names.values()), default=0)
    glyphs = [p.glyph for p in top.values()] + [s.glyph for s in cells.values()]
    width = max(map(len, [*glyphs, *column_names.values()]))

    def drawn(space: Space | None) -> str:
        if space is None:
            return " " * (width + 2)
        left, right = brackets.get(space.id, (" ", " "))
        piece = top.get(space.id)
        if piece is None:
            glyph = tint(f"{space.glyph:^{width}}", _FAINT)
        else:
            code = _NEUTRAL if piece.seat is None else _SEATS[piece.seat % len(_SEATS)]
            glyph = tint(f"{piece.glyph:^{width}}", code)
        return glyph.join((left, right) if left == " " else (tint(left, _MARK), tint(right, _MARK)))

    lines = [
        tint(f"{row_names.get(r, ''):>{margin}}", _FAINT)
        + "".join([" ", *(drawn(cells.get((c, r))) for c in columns)]).rstrip()
        for r in rows
    ]
    if column_names:
        names = "".join(f" {column_names.get(c, ''):^{width}} " for c in columns)
        lines.append(tint(f"{'':>{margin}} {names}".rstrip(), _FAINT))
    return lines


def _names(scene: Scene) -> tuple[dict[int, str], dict[int, str]]:
    """The names of columns and rows: a label beside a space names its row, one above or below it
    its column. Without labels, ids that are a letter and a number are taken apart."""
    columns: dict[int, str] = {}
    rows: dict[int, str] = {}
    placed = [(space, space.cell) for space in scene.spaces if space.cell is not None]
    labels = [label for label in scene.labels if label.look == "coordinate"]
    for label in labels:
        space, cell = min(placed, key=lambda s: (s[0].x - label.x) ** 2 + (s[0].y - label.y) ** 2)
        if abs(space.x - label.x) > abs(space.y - label.y):
            rows.setdefault(cell[1], label.text)
        else:
            columns.setdefault(cell[0], label.text)
    if not labels:
        for space, cell in placed:
            if found := _ID.fullmatch(space.id):
                columns.setdefault(cell[0], found[1])
                rows.setdefault(cell[1], found[2])
    return columns, rows
