"""The piece of each seat, for the players' boxes beside the board."""

from __future__ import annotations

from ....core.abilities import SeatCard
from ....core.message import message
from ....core.scene import Piece
from ..board import PLAYERS


def seat_card(seat: int) -> SeatCard:
    """The piece in the colour of a seat; players own nothing."""
    sign = PLAYERS[seat]
    name = message("glide.seat", number=seat + 1, letter=sign)
    symbol = f"glide/player-{sign.lower()}"
    return SeatCard((Piece("seat", symbol, 0, 0, "player", name, 1.5, seat=seat, glyph=sign),))
