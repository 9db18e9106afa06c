"""Text of `glide` positions, both ways. Reading says where a text is wrong."""

from __future__ import annotations

import re
from typing import Final

from ....core.errors import BadNotation, BadOption
from ....core.message import Message, message
from .. import kernel
from ..board import ABSENT, PLAYERS, read_squares, rows

_PLY: Final = re.compile(r"0|[1-9][0-9]{0,2}")


def position_text(st: kernel.State) -> str:
    """The position in one line."""
    board = "/".join(rows(int(st.side), floes_of(st), players_of(st)))
    return f"{board} {PLAYERS[int(st.mover)]} {int(st.ply)}"


def floes_of(st: kernel.State) -> int:
    """All floes as a set of squares, those under players included."""
    return int(st.low) | int(st.high) << 64


def players_of(st: kernel.State) -> tuple[int, ...]:
    """The square of each player who began, ABSENT for one who was taken off."""
    return tuple(int(st.players) >> 8 * seat & 255 for seat in range(int(st.seats)))


def read_position(text: str, *, seats: int | None, at_turn: bool) -> kernel.State:
    """The state a text stands for.

    Raises BadNotation with the column that is wrong, and BadOption when the text cannot be of a
    game with that many seats.
    """
    fields = text.split(" ")
    if len(fields) != 3:
        short = len(fields) == 1 and "/" in text
        id_ = "glide.notation.only_board" if short else "glide.notation.fields"
        raise _bad(message(id_), "fields", len(text) + 1)
    board, mover, ply = fields
    side, floes, players = read_squares(board.split("/"), in_one_line=True)
    if not players:
        raise BadNotation(message("glide.level.nobody"), rule="G1", detail="bad-level-nobody")
    column = len(board) + 2
    if mover not in tuple(PLAYERS):
        raise _bad(message("glide.notation.mover", text=mover[:8]), "mover", column)
    if mover not in players:
        raise _bad(message("glide.notation.absent", text=mover), "mover", column, "G4")
    column += len(mover) + 1
    if not _PLY.fullmatch(ply):
        raise _bad(message("glide.notation.ply", text=ply[:8]), "ply", column)
    if int(ply) > kernel.LONGEST:
        said = message("glide.notation.ply_too_high", text=ply, longest=kernel.LONGEST)
        raise _bad(said, "ply", column, "G10")
    began = _began(players, seats)
    squares = tuple(players.get(letter, ABSENT) for letter in PLAYERS[:began])
    return kernel.make(side, floes, squares, began, PLAYERS.index(mover), int(ply), at_turn)


def _began(players: dict[str, int], seats: int | None) -> int:
    """The number of players at the start: `seats`, else as the letters show.

    A player who is missing was taken off, so more than two began (G9).
    """
    highest = PLAYERS.index(max(players)) + 1
    least = highest if highest == len(players) else max(highest, 3)
    if seats is None:
        return least
    if least <= seats <= len(PLAYERS) and (seats > 2 or seats == len(players)):
        return seats
    found = " ".join(sorted(players))
    raise BadOption(message("glide.notation.seats", count=seats, players=found), rule="G3")


def _bad(sentence: Message, what: str, column: int, rule: str | None = None) -> BadNotation:
    return BadNotation(sentence, column=column, rule=rule, detail=f"bad-{what}")
