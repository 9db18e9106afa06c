"""`strait` on paper: the standard map, floes, cards and supply, and explorers."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ...core.message import message
from ...core.scene import Piece
from ...games import game
from ...games.strait.board import COLOURS, COLUMNS, Board, Card
from ...games.strait.kernel.state import RUCKSACK_SIZE, TEAM_SIZE
from ...games.strait.position import StraitPosition
from ...games.strait.scene import layout
from ...games.strait.scene import pieces as scene_pieces
from ...games.strait.scene.legend import Legend, known_speeds, place_legend
from ...render.svg import PAGE, svg
from ..ink import box, plain
from ..parts import (
    Art,
    BoardPrint,
    Cell,
    Kit,
    Part,
    ScoreSheet,
    Words,
    card,
    disc,
    piece_art,
    polygon,
    stand,
)

KEY: Final = "strait"
FIELD: Final = 29.0
"""From one side of a hex to the opposite one, in millimetres."""
_FLOE: Final = FIELD - 1.0
_GOODS, _BEAR = 13.0, 15.0
_EDGE: Final = 0.08  # of a hex, left around the map
_CARD: Final = (40.0, 54.0)
_EXPLORER: Final = (13.0, 20.0)
_PACK: Final = (88.0, 32.0)
_GUIDE: Final = (88.0, 56.0)
_GUIDE_LINES: Final = 9
_SCREEN_LABELS: Final = ("count", "legend-title", "key-number")


def _standard() -> StraitPosition:
    start = game(KEY).start(seats=max(game(KEY).seats))
    assert isinstance(start, StraitPosition)
    return start


def _map(position: StraitPosition, language: str) -> BoardPrint:
    """The drawing of the sea and its coasts, without the trays shown on a screen."""
    scene = position.scene(None)
    board = position.map
    beside = {"strip", "plate", "slot", "key", "key-flow"}
    legend = _legend(board)
    bare = replace(
        scene,
        pieces=tuple(p for p in scene.pieces if p.space == board.diomede),
        labels=(
            *(label for label in scene.labels if label.look not in _SCREEN_LABELS),
            *legend.labels,
        ),
        patches=(
            *(p for p in scene.patches if not beside & set(p.look.split())),
            *legend.patches,
        ),
        marks=(),
    )
    drawing = svg(bare, theme=PAGE, language=language)
    x, _, across, _ = box(drawing)
    ys = [space.y + dy for space in scene.spaces for _, dy in space.outline]
    top, bottom = min(ys) - _EDGE, max(ys) + _EDGE
    shown = f'viewBox="{x} {top} {across} {bottom - top}"'
    old = drawing[drawing.index("viewBox=") : drawing.index('"', drawing.index("viewBox=") + 9) + 1]
    name = message("press.board")
    return BoardPrint(name, plain(drawing.replace(old, shown, 1), KEY), across * FIELD)


def _legend(board: Board) -> Legend:
    """The legend of the map, in the gaps above the lower columns."""
    tops = [layout.center(board, f"{column}1") for column in COLUMNS[1 : board.columns : 2]]
    title, *keys = [(x, y - 0.75) for x, y in tops[-len(known_speeds(board)) - 1 :]]
    return place_legend(board, title, keys)


def _symbol(name: str, unit: float, x: float = 0, y: float = 0, seat: int | None = None) -> Art:
    look = name.partition("-")[0]
    piece = Piece(name, f"strait/{name}", 0, 0, look, message("strait.place.diomede"), seat=seat)
    return piece_art(KEY, piece, unit, x, y)


def _floe(mask: int) -> Cell:
    """A hexagon with its ridges."""
    pieces = scene_pieces.floe_pieces("floe", mask, (0.0, 0.0, 1.0))
    art = tuple(piece_art(KEY, piece, _FLOE, 0, 0) for piece in pieces)
    return polygon(art, layout.scale(layout.CORNERS, _FLOE))


def _card(kind: Card) -> Cell:
    """A card: the spaces for items above, and the items below."""
    width, height = _CARD
    where = "island" if kind.diomede else "floe"
    goods = ["rope"] * kind.rope + ["fish"] * kind.fish + ["bear"] * kind.bears
    step = min(15.0, (width - 3) / len(goods))
    items = tuple(
        _symbol(what, 11.0, width / 2 + (i - (len(goods) - 1) / 2) * step, height - 14)
        for i, what in enumerate(goods)
    )
    return card((_symbol(where, 24.0, width / 2, 17), *items), width, height)


def _back() -> Cell:
    width, height = _CARD
    mark = [_symbol("floe", 13.0, width / 2, y) for y in (height / 4, height / 2, 3 * height / 4)]
    return card(tuple(mark), width, height)


def _pack(position: StraitPosition, seat: int) -> Cell:
    """A rucksack: spaces for three items (I7)."""
    width, height = _PACK
    name = Words(position.seat_name(seat), 14, height - 5)
    rings = tuple((34.0 + 21 * i, height / 2, 8.5) for i in range(RUCKSACK_SIZE))
    figure = _symbol(f"explorer-{COLOURS[seat]}", 20.0, 14, height / 2 - 3, seat)
    return replace(card((figure,), width, height, (name,)), rings=rings)


def _guide(seat: int) -> Cell:
    """A Player Guide Card: a turn and its costs, in short."""
    width, height = _GUIDE
    title = Words(message("press.guide.strait.title"), width / 2, 7.5, 4.0)
    lines = tuple(
        Words(message(f"press.guide.strait.{i}"), width / 2, 10.0 + 4.8 * i, 2.5)
        for i in range(1, _GUIDE_LINES + 1)
    )
    figure = _symbol(f"explorer-{COLOURS[seat]}", 9.0, 8, 6.5, seat)
    return card((figure,), width, height, (title, *lines))


def _tokens(what: str, count: int, across: float) -> Part:
    cell = disc(_symbol(what, across / 1.12), across)
    return Part(what, message(f"press.part.strait.{what}"), (cell,) * count)


def parts(position: StraitPosition, board: Board) -> tuple[Part, ...]:
    rope, fish, bears = board.supply
    seats = range(position.seats)
    explorers = tuple(
        stand(_symbol(f"explorer-{COLOURS[seat]}", 17.0, seat=seat), *_EXPLORER)
        for seat in seats
        for _ in range(TEAM_SIZE)
    )
    floes = tuple(_floe(tile.mask) for tile in board.tiles for _ in range(tile.count))
    cards = tuple(_card(kind) for kind in board.cards for _ in range(kind.count))
    packs = tuple(_pack(position, seat) for seat in seats)
    guides = tuple(_guide(seat) for seat in seats)
    return (
        Part("floe", message("press.part.strait.floe"), floes),
        Part("card", message("press.part.strait.card"), cards, back=_back()),
        Part("explorer", message("press.part.strait.explorer"), explorers),
        _tokens("rope", rope, _GOODS),
        _tokens("fish", fish, _GOODS),
        _tokens("bear", bears, _BEAR),
        Part("pack", message("press.part.strait.pack"), packs),
        Part("guide", message("press.part.strait.guide"), guides),
    )


def kit(language: str) -> Kit:
    position = _standard()
    board = position.map
    seats = tuple(position.seat_name(seat) for seat in range(position.seats))
    turns = tuple(message("press.score.game", number=i) for i in range(1, 11))
    return Kit(
        boards=(_map(position, language),),
        parts=parts(position, board),
        scores=ScoreSheet(
            message("press.score.strait"),
            (*seats, message("press.score.turns")),
            (*turns, message("press.score.won")),
        ),
        starts=(
            (
                message("press.start"),
                plain(svg(position.scene(None), theme=PAGE, language=language), KEY),
            ),
        ),
        notes=(message("press.reconstruction"),) if board.reconstruction else (),
    )
