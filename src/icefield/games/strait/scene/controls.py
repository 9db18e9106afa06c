"""The buttons beside a `strait` map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import atan2, degrees
from typing import TYPE_CHECKING, Final

from ....core.message import Message, message
from ....core.scene import Control, Piece
from ..board import DIRECTIONS, ITEMS
from ..explain.move_words import direction_name, item_name, move_name, place_name, ridge_names
from ..kernel import state as s
from . import layout, pieces, trays

if TYPE_CHECKING:
    from ..position import StraitPosition

_PICTURE_NAME: Final = message("strait.control.picture")
_ORDER: Final = (  # by the part of the id before the first hyphen
    *("start", "tile", "card", "held", "face", "cw", "ccw", "off", "discover", "walk"),
    *("send", "collect", "take", "drop", "fish", "stop", "end"),
)


def build_controls(position: StraitPosition) -> tuple[Control, ...]:
    """The buttons that the legal moves use."""
    moves = {touch: move for move in position.moves() for touch in move.touches}
    used = [touch for touch in moves if touch not in position.map.number]
    used.sort(key=lambda id_: (_ORDER.index(id_.partition("-")[0]), _sort_rank(id_), id_))
    return (
        *(_build_control(position, id_, moves[id_].text) for id_ in used),
        *_drift_controls(position),
    )


def _drift_controls(position: StraitPosition) -> Iterator[Control]:
    """A button for each hex that a floe can drift to, beside those that turn it."""
    board = position.map
    for move in position.moves():
        if move.code >> 24 != s.DRIFTED or move.touches[1] not in board.number:
            continue
        floe, end = move.touches
        (x, y), (to_x, to_y) = layout.center(board, floe), layout.center(board, end)
        turn = degrees(atan2(to_x - x, y - to_y))  # clockwise from north
        yield Control(
            f"drift-{floe}-{end}",
            message("strait.control.drift", place=place_name(board, end)),
            "drift",
            (_sign_piece("arrow", turn, 1.0),),
            touch=end,
            after=(floe,),
        )


def _sort_rank(id_: str) -> int:
    """The place of a button among those of its kind.

    Numbers count up, directions go round, rope comes before fish and nothing last.
    """
    word = id_.partition("-")[2]
    known = (*DIRECTIONS, *ITEMS)
    return int(word) if word.isdecimal() else known.index(word) if word in known else len(known)


def _build_control(position: StraitPosition, id_: str, move: str) -> Control:
    """The button with an id, which a move uses."""
    what, _, word = id_.partition("-")
    name: Message
    if what in ("start", "tile", "card"):
        name = move_name(position, move)
    elif what == "face":
        name = message("strait.control.face", ridges=ridge_names(int(word)))
    elif what == "held":
        mask = position.map.tiles[int(word)].mask
        name = message("strait.control.held", ridges=ridge_names(mask))
    elif what == "send":
        name = message("strait.control.send", way=direction_name(word))
    elif word in ITEMS:
        name = message(f"strait.control.{what}", item=item_name(word))
    else:
        name = message(f"strait.control.{id_}")
    minor = what == "drop" and position.phase != "take"
    drawn = what in ("tile", "held", "face")
    picture = tuple(_picture_pieces(position, id_))
    return Control(id_, name, what, picture, minor=minor, drawn=drawn)


def _sign_piece(symbol: str, turn: float = 0, size: float = 0.9) -> Piece:
    """A sign on a button."""
    return Piece(symbol, f"strait/{symbol}", 0, 0, "sign", _PICTURE_NAME, size, turn, glyph="")


def _picture_pieces(position: StraitPosition, id_: str) -> Iterator[Piece]:
    """The picture on a button."""
    what, _, word = id_.partition("-")
    whole = (0.0, 0.0, 0.9)
    if what == "face":
        yield from pieces.floe_pieces("face", int(word), whole)
    elif what in ("tile", "held"):
        yield from pieces.floe_pieces("tile", position.map.tiles[int(word)].mask, whole)
    elif what == "card":
        card = position.map.cards[int(word)]
        yield from trays.card_pieces("card", (card.rope, card.fish, card.bears), (0, 0, 1.3), None)
    elif what == "start":
        yield pieces.explorer_piece(3 * int(word), (0, 0, 0.95), None, _PICTURE_NAME)
    elif what == "send":
        d = DIRECTIONS.index(word)
        yield _sign_piece("arrow", 60.0 * d, 1.0)
        yield pieces.bear_piece("bear", (0, 0, 0.6), None)
    elif what in ("cw", "ccw"):
        yield _sign_piece(f"turn-{what}")
    elif what == "discover":
        yield replace(next(pieces.floe_pieces("new", 0, (0, 0, 0.8))), look="floe")
        yield _sign_piece("plus", 0, 0.9)
    elif what in ("collect", "take", "drop") and word in ITEMS:
        yield pieces.goods_piece(word, word, 1, (0, 0, 0.8), None)
        yield _sign_piece("minus" if what == "drop" else "plus", 0, 0.9)
    elif what == "fish":
        yield pieces.goods_piece("fish", "fish", 2, (0, 0, 0.85), None)
