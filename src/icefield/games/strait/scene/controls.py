"""The buttons beside a `strait` map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ....core.message import Message, message
from ....core.scene import Control, Piece
from ..board import DIRECTIONS, ITEMS
from ..explain.move_words import direction, item, ridges, said
from . import pieces, trays

if TYPE_CHECKING:
    from ..position import StraitPosition

_NOTHING: Final = message("strait.control.picture")
_ORDER: Final = (  # by the part of the id before the first hyphen
    *("start", "tile", "card", "face", "cw", "ccw", "off", "discover", "walk"),
    *("send", "collect", "take", "drop", "fish", "stop", "end"),
)


def controls(position: StraitPosition) -> tuple[Control, ...]:
    """The buttons that the legal moves use."""
    moves = {touch: move for move in position.moves() for touch in move.touches}
    used = [touch for touch in moves if touch not in position.map.number]
    used.sort(key=lambda id_: (_ORDER.index(id_.partition("-")[0]), _rank(id_), id_))
    return tuple(_control(position, id_, moves[id_].text) for id_ in used)


def _rank(id_: str) -> int:
    """Numbers count up, directions go round, rope comes before fish and nothing last."""
    word = id_.partition("-")[2]
    known = (*DIRECTIONS, *ITEMS)
    return int(word) if word.isdecimal() else known.index(word) if word in known else len(known)


def _control(position: StraitPosition, id_: str, move: str) -> Control:
    what, _, word = id_.partition("-")
    name: Message
    if what in ("start", "tile", "card"):
        name = said(position, move)
    elif what == "face":
        name = message("strait.control.face", ridges=ridges(int(word)))
    elif what == "send":
        name = message("strait.control.send", way=direction(word))
    elif word in ITEMS:
        name = message(f"strait.control.{what}", item=item(word))
    else:
        name = message(f"strait.control.{id_}")
    return Control(id_, name, what, tuple(_picture(position, id_)))


def _sign(symbol: str, turn: float = 0, size: float = 0.9) -> Piece:
    return Piece(symbol, f"strait/{symbol}", 0, 0, "sign", _NOTHING, size, turn, glyph="")


def _picture(position: StraitPosition, id_: str) -> Iterator[Piece]:
    what, _, word = id_.partition("-")
    whole = (0.0, 0.0, 0.9)
    if what == "face":
        yield from pieces.floe("face", int(word), whole)
    elif what == "tile":
        yield from pieces.floe("tile", position.map.tiles[int(word)].mask, whole)
    elif what == "card":
        card = position.map.cards[int(word)]
        yield from trays.loaded("card", (card.rope, card.fish, card.bears), (0, 0, 1.3), None)
    elif what == "start":
        yield pieces.figure(3 * int(word), (0, 0, 0.95), None, _NOTHING)
    elif what == "send":
        d = DIRECTIONS.index(word)
        yield _sign("arrow", 60.0 * d, 1.0)
        yield pieces.bear("bear", (0, 0, 0.6), None)
    elif what in ("cw", "ccw"):
        yield _sign(f"turn-{what}")
    elif what == "discover":
        yield replace(next(pieces.floe("new", 0, (0, 0, 0.8))), look="floe")
        yield _sign("plus", 0, 0.9)
    elif what in ("collect", "take", "drop") and word in ITEMS:
        yield pieces.goods_piece(word, word, 1, (0, 0, 0.8), None)
        yield _sign("minus" if what == "drop" else "plus", 0, 0.9)
    elif what == "fish":
        yield pieces.goods_piece("fish", "fish", 2, (0, 0, 0.85), None)
