"""Text of `seals` positions, both ways. Reading says where a text is wrong."""

from __future__ import annotations

from typing import Final

import numpy as np

from ....core.errors import BadNotation
from ....core.message import message
from .. import kernel
from ..board import BEARS, SEALS, SQUARES

ROWS: Final = tuple(
    tuple(s for s in SQUARES if s // 8 == row)
    for row in range(7, -1, -1)  # the text begins with row 8
)


def position_text(st: kernel.State) -> str:
    """The position in one line."""
    rows = []
    for row in ROWS:
        text, empty = "", 0
        for s in row:
            letter = _letter(st, s)
            if letter:
                text += f"{empty or ''}{letter}"
                empty = 0
            else:
                empty += 1
        rows.append(f"{text}{empty or ''}")
    return f"{'/'.join(rows)} {'sb'[int(st.mover)]} {'p' if st.passed else '-'}"


def _letter(st: kernel.State, s: int) -> str:
    for letter, squares in (("s", st.seals), ("b", st.bears), ("o", st.discs)):
        if int(squares) >> s & 1:
            return letter
    return ""


def read_position(text: str) -> kernel.State:
    """The state a text stands for. Raises BadNotation with the column that is wrong."""
    fields = text.split(" ")
    if len(fields) != 3:
        raise BadNotation(
            message("seals.notation.fields"),
            column=1 if text[:1] in ("", " ") else len(text),
            detail="bad-fields",
        )
    board, mover, passed = fields
    sets = _read_board(board)
    column = len(board) + 2
    if mover not in ("s", "b"):
        raise BadNotation(
            message("seals.notation.mover", text=mover[:8]), column=column, detail="bad-mover"
        )
    column += len(mover) + 1
    if passed not in ("-", "p"):
        raise BadNotation(
            message("seals.notation.passed", text=passed[:8]), column=column, detail="bad-passed"
        )
    seat = SEALS if mover == "s" else BEARS
    if passed == "p" and kernel.make(*sets, 1 - seat, 0).end == kernel.GOING_ON:
        out = np.empty(kernel.MAX_MOVES, dtype=np.int64)
        kernel.moves(kernel.make(*sets, 1 - seat, 0), out)
        if out[0] != kernel.PASS:
            raise BadNotation(
                message("seals.notation.could_move"), column=column, rule="S3", detail="bad-passed"
            )
    return kernel.make(*sets, seat, int(passed == "p"))


def _read_board(board: str) -> tuple[int, int, int]:
    """The three sets of squares of the board part."""
    sets = {"s": 0, "b": 0, "o": 0}
    rows = board.split("/")
    column = 1
    for i, row in enumerate(rows):
        if i == len(ROWS):
            raise BadNotation(
                message("seals.notation.rows", count=len(rows)), column=column, detail="bad-rows"
            )
        squares, number = ROWS[i], 8 - i
        at = 0
        for offset, letter in enumerate(row):
            if letter in sets:
                if at < len(squares):
                    sets[letter] |= 1 << squares[at]
                at += 1
            elif letter in "12345678":
                at += int(letter)
            else:
                raise BadNotation(
                    message("seals.notation.letter", text=letter),
                    column=column + offset,
                    detail="bad-letter",
                )
            if at > len(squares):
                raise _row_length(number, len(squares), at, column + offset)
        if at < len(squares):
            raise _row_length(number, len(squares), at, column + len(row))
        column += len(row) + 1
    if len(rows) < len(ROWS):
        raise BadNotation(
            message("seals.notation.rows", count=len(rows)), column=column - 1, detail="bad-rows"
        )
    for letter, kind in (("s", "seals"), ("b", "bears")):
        if sets[letter].bit_count() > 2:
            last = [i for i, c in enumerate(board) if c == letter][2]
            raise BadNotation(
                message(f"seals.notation.too_many_{kind}"),
                column=last + 1,
                rule="S2",
                detail="too-many-tokens",
            )
    return sets["s"], sets["b"], sets["o"]


def _row_length(row: int, wanted: int, found: int, column: int) -> BadNotation:
    sentence = message("seals.notation.row", row=row, wanted=wanted, found=found)
    return BadNotation(sentence, column=column, rule="S1", detail="bad-row")
