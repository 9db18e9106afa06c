"""The piece of each seat, for the players' boxes beside the board."""

from __future__ import annotations

from ....core.abilities import SeatCard
from ....core.message import message
from ....core.scene import Piece
from ..board import SEALS


def seat_card(seat: int) -> SeatCard:
    """A seal or a bear; neither side owns anything."""
    kind = "seal" if seat == SEALS else "bear"
    name = message(f"seals.token.{kind}")
    piece = Piece("seat", f"seals/{kind}", 0, 0, f"token {kind}", name, 1.2, seat=seat, glyph="")
    return SeatCard((piece,))
