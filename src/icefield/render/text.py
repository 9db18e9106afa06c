"""Scene → text: a board for a terminal, a log or the message of a test.

Every space with a `cell` is drawn in a grid, three characters wide; a piece on it is drawn by its
glyph. Signs around it tell marks without colour: `[S]` is where a line (the last move) ended, `(o)`
is a spot without a name (a trail), `*S*` one with a name (an isolated seal).

A piece with the word `flat` in its look is ground for others: what stands on it is written below
it, and cells get as many lines as that takes. Pieces without a space are listed by name, all those
of a seat in one line.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from ..core.arguments import checks_arguments
from ..core.scene import Piece, Scene, Space

Pair = tuple[str, str]
Tint = Callable[[str, str], str]  # words and an ANSI code → words
Line = list[tuple[str, str]]  # pieces of a line, each with its ANSI code

_ID: Final = re.compile(r"([a-z]+)(\d+)")

# ANSI "select graphic rendition" codes; a seat's pieces stand out, the ground steps back
_SEATS: Final = ("1;36", "1;33", "1;35", "1;32")
_NEUTRAL: Final = "34"
_FAINT: Final = "2"
_MARK: Final = "1;31"
_CAPTION: Final = "1"

_FLAT: Final = "flat"
_DIRECTED: Final = "directed"
_ABREAST: Final = 2  # how many of the pieces on flat ground stand in one line


@checks_arguments
def text(scene: Scene, *, language: str = "en", colour: bool = False) -> str:
    """Draw a scene with characters: the grid, then the caption and the facts.

    Row and column names come from the scene's labels, or else from ids such as "b2". Spaces that
    have no cell are listed by name, one line each, when a piece stands on them. With `colour` the
    text holds ANSI escape sequences. It does not end in a line break.
    """
    tint = _tint if colour else _plain
    standing: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        if piece.space is not None:
            standing.setdefault(piece.space, []).append(piece)
    lines = _grid(scene, standing, tint) if any(s.cell for s in scene.spaces) else []
    told = [s.name.text(language) for s in scene.spaces if s.cell is None and s.id in standing]
    told += aside(scene, language)
    facts = ", ".join(fact.text(language) for fact in scene.facts)
    tail = [*told, tint(scene.caption.text(language), _CAPTION), *([facts] if facts else [])]
    return "\n".join([*lines, *([""] if lines else []), *tail])


def listing(scene: Scene, *, language: str = "en") -> list[str]:
    """The pieces and their places, one line for each kind: "Seal: b2, b7"."""
    found: dict[str, list[str]] = {}
    for piece in scene.pieces:
        if piece.space is not None and piece.name.id:
            found.setdefault(piece.name.text(language), []).append(piece.space)
    return [f"{name}: {', '.join(sorted(spaces))}" for name, spaces in sorted(found.items())]


def _plain(words: str, _code: str) -> str:
    return words


def _tint(words: str, code: str) -> str:
    return f"\x1b[{code}m{words}\x1b[0m"


def _brackets(scene: Scene) -> dict[str, Pair]:
    """The pair of characters around each marked space.

    A mark with a name takes precedence, then the end of a line.
    """
    kinds = [
        (("(", ")"), [m for m in scene.marks if len(m.path) == 1]),
        (("[", "]"), [m for m in scene.marks if len(m.path) > 1]),
        (("*", "*"), [m for m in scene.marks if m.name is not None]),
    ]
    return {m.space: pair for pair, marks in kinds for m in marks if m.space is not None}


def aside(scene: Scene, language: str = "en") -> list[str]:
    """The pieces without a space, such as a player's goods.

    There is one line for each, but all pieces of one seat share a line.
    """
    lines: dict[object, list[str]] = {}
    for piece in scene.pieces:
        if piece.space is None and not is_detail(piece):
            whose = piece.id if piece.seat is None else piece.seat
            lines.setdefault(whose, []).append(piece.name.text(language))
    return [
        ": ".join([first, *([", ".join(rest)] if rest else [])]) for first, *rest in lines.values()
    ]


def is_detail(piece: Piece) -> bool:
    """Whether a piece is a part of another, such as an edge of a tile.

    It is then listed with that piece, as one of several is with the first: "listed" in its look.
    """
    words = piece.look.split()
    return "listed" in words or (not piece.glyph and _DIRECTED in words)


def _cell(space: Space, pieces: list[Piece]) -> list[Line]:
    """The lines that show a space."""
    flat = [p for p in pieces if _FLAT in p.look.split() and p.glyph]
    others = [p for p in pieces if _FLAT not in p.look.split()]
    if not pieces:
        return [[(space.glyph, _FAINT)]]
    if not flat:
        return [[_inked(pieces[-1])]]
    rows = [others[i : i + _ABREAST] for i in range(0, len(others), _ABREAST)]
    below = [[part for p in row for part in ((" ", _FAINT), _inked(p))][1:] for row in rows]
    return [[_inked(p) for p in flat], *below]


def _inked(piece: Piece) -> tuple[str, str]:
    return piece.glyph, _NEUTRAL if piece.seat is None else _SEATS[piece.seat % len(_SEATS)]


def _length(line: Line) -> int:
    return sum(len(words) for words, _ in line)


def _centred(line: Line, width: int, tint: Tint) -> str:
    """A line in the middle of its cell.

    A single piece is tinted together with the spaces around it.
    """
    if len(line) == 1:
        return tint(f"{line[0][0]:^{width}}", line[0][1])
    left, rest = divmod(width - _length(line), 2)
    inked = "".join(tint(words, code) for words, code in line)
    return " " * left + inked + " " * (left + rest)


def _grid(scene: Scene, standing: dict[str, list[Piece]], tint: Tint) -> list[str]:
    brackets = _brackets(scene)
    cells = {space.cell: space for space in scene.spaces if space.cell is not None}
    columns = range(min(c for c, _ in cells), max(c for c, _ in cells) + 1)
    rows = range(min(r for _, r in cells), max(r for _, r in cells) + 1)
    column_names, row_names = _names(scene)
    margin = max((len(n) for n in row_names.values()), default=0)
    shown = {at: _cell(space, standing.get(space.id, [])) for at, space in cells.items()}
    lengths = [_length(line) for lines in shown.values() for line in lines]
    width = max([*lengths, *map(len, column_names.values())])
    # where every other cell is left out, as between hexes, the rows keep apart by themselves
    staggered = len(rows) > 1 and not any((c, r + 1) in cells for c, r in cells)
    tall = max(map(len, shown.values())) > 1 and not staggered

    def drawn(at: tuple[int, int], number: int) -> str:
        lines = shown.get(at, [])
        if number >= len(lines):
            return " " * (width + 2)
        words = _centred(lines[number], width, tint)
        left, right = brackets.get(cells[at].id, (" ", " ")) if number == 0 else (" ", " ")
        return words.join((left, right) if left == " " else (tint(left, _MARK), tint(right, _MARK)))

    lines = []
    for r in rows:
        for number in range(max(len(shown.get((c, r), [])) for c in columns)):
            name = row_names.get(r, "") if number == 0 else ""
            words = "".join([" ", *(drawn((c, r), number) for c in columns)])
            lines.append((tint(f"{name:>{margin}}", _FAINT) + words).rstrip())
        lines += [""] if tall else []
    if column_names:
        names = "".join(f" {column_names.get(c, ''):^{width}} " for c in columns)
        lines.append(tint(f"{'':>{margin}} {names}".rstrip(), _FAINT))
    return lines


def _names(scene: Scene) -> tuple[dict[int, str], dict[int, str]]:
    """The names of columns and rows.

    A label beside a space names its row, one above or below it its column. Without labels, ids that
    are a letter and a number are taken apart.
    """
    placed = [(s.id, s.x, s.y, s.cell) for s in scene.spaces if s.cell is not None]
    labels = [(str(b.text), b.x, b.y) for b in scene.labels if b.look == "coordinate"]
    return _names_of(tuple(placed), tuple(labels))


@lru_cache(maxsize=32)  # a board is drawn again after every move
def _names_of(
    placed: tuple[tuple[str, float, float, tuple[int, int]], ...],
    labels: tuple[tuple[str, float, float], ...],
) -> tuple[dict[int, str], dict[int, str]]:
    columns: dict[int, str] = {}
    rows: dict[int, str] = {}
    for name, x, y in labels:
        near = min(placed, key=lambda s: (s[1] - x) ** 2 + (s[2] - y) ** 2)
        if abs(near[1] - x) > abs(near[2] - y):
            rows.setdefault(near[3][1], name)
        else:
            columns.setdefault(near[3][0], name)
    if not labels:
        for id_, _, _, cell in placed:
            if found := _ID.fullmatch(id_):
                columns.setdefault(cell[0], found[1])
                rows.setdefault(cell[1], found[2])
    return columns, rows
