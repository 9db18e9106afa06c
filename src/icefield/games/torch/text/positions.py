"""Text of positions, both ways (grammar: the game's README).

A position is one line: the board, then `name=value` fields in a fixed order without those that
have their default. Reading raises BadNotation with the place of what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from ....core.errors import BadNotation
from ....core.fields import Fields
from ....core.message import message
from ..board import (
    LETTERS,
    MOST_WEIGHT,
    NUMBERS,
    SIZE,
    SPACES,
    SUITS,
    WEIGHTS,
    tile,
    tile_name,
)
from ..kernel import state as s
from ..kernel.moves import moves, option_count, option_valid

PHASES: Final = (
    "roll",
    "place",
    "move",
    "number",
    "number-coins",
    "number-tie",
    "suit",
    "suit-coins",
    "suit-tie",
    "burn",
    "score",
    "crown",
    "over",
)
_ENDS: Final = ("-", "pyramids", "one-tile", "quiet")

# -- positions: writing -------------------------------------------------------------------------


def seat_suits(st: np.ndarray) -> str:
    """The letter of each seat's suit, such as "SMC"."""
    return "".join(SUITS[int(suit)] for suit in st[s.SUIT : s.SUIT + int(st[s.SEATS])])


def _seats_in(st: np.ndarray, seats: int) -> str:
    """The suits of a set of seats."""
    return "".join(suit for seat, suit in enumerate(seat_suits(st)) if seats >> seat & 1)


def _format_cell(st: np.ndarray, at: int) -> str:
    """A space: its tile and the pyramids on it, or a gap."""
    found = int(st[s.TILE + at])
    if found < 0:
        return "-"
    suits = seat_suits(st)
    on = [
        f"{suits[pyramid // 6]}{LETTERS[pyramid % 6]}"
        for pyramid in range(6 * int(st[s.SEATS]))
        if st[s.AT + pyramid] == at
    ]
    return ":".join([tile_name(found), "+".join(on)]) if on else tile_name(found)


def format_votes(st: np.ndarray) -> str:
    """One character per seat: the option, - not yet, ? concealed, x without a vote."""
    names = NUMBERS if st[s.PHASE] <= s.NUMBER_TIE or st[s.NUMBER] < 0 else SUITS
    marks = {s.NOT_YET: "-", s.CONCEALED: "?", s.OUT: "x"}
    values = [int(vote) for vote in st[s.VOTE : s.VOTE + int(st[s.SEATS])]]
    return "".join(marks[v] if v < 0 else names[v] for v in values)


def _format_rolls(st: np.ndarray) -> str:
    """One character per seat: the die, - to roll, x not in this rolling."""
    marks = {s.NOT_YET: "-", s.OUT: "x"}
    values = [int(die) for die in st[s.ROLL : s.ROLL + int(st[s.SEATS])]]
    return "".join(marks.get(v, str(v)) for v in values)


def format_position(st: np.ndarray) -> str:
    """The text of a position: one line."""
    seats = int(st[s.SEATS])
    board = "/".join(
        ",".join(_format_cell(st, SIZE * row + column) for column in range(SIZE))
        for row in range(SIZE - 1, -1, -1)
    )
    worth = [f"{i}:{int(w)}" for i, w in enumerate(st[s.WORTH : s.WORTH + 6]) if w]
    torch, phase = int(st[s.TORCH]), int(st[s.PHASE])
    fields: dict[str, Any] = {
        "suits": seat_suits(st),
        "return": int(st[s.RETURN]),
        "limit": int(st[s.QUIET_LIMIT]),
        "phase": PHASES[phase],
        "round": int(st[s.ROUND]),
        "torch": seat_suits(st)[torch] if torch >= 0 else "",
        "turn": "" if phase in (s.ROLLING, s.FINISHED) else seat_suits(st)[int(st[s.TURN])],
        "done": int(st[s.COUNT]) or "",
        "quiet": int(st[s.QUIET]) or "",
        "left": int(st[s.LEFT]) or "",
        "number": "" if st[s.NUMBER] < 0 else int(st[s.NUMBER]),
        "coins": "".join(str(int(c)) for c in st[s.COINS : s.COINS + seats]),
        "votes": format_votes(st) if set(format_votes(st)) != {"-"} else "",
        "worth": ",".join(worth),
        "declined": _seats_in(st, int(st[s.DECLINED])),
        "barred": _seats_in(st, int(st[s.BARRED])),
        "scores": ",".join(str(int(x)) for x in st[s.SCORE : s.SCORE + seats]),
        "rolls": _format_rolls(st),
        "end": "" if st[s.ENDING] == s.GOING_ON else _ENDS[int(st[s.ENDING])],
        "winners": _seats_in(st, int(st[s.WINNERS])),
    }
    return " ".join([board, *(f"{k}={v}" for k, v in fields.items() if v != "")])


# -- positions: reading -------------------------------------------------------------------------

_NAMES: Final = [
    "suits",
    "return",
    "limit",
    "phase",
    "round",
    "torch",
    "turn",
    "done",
    "quiet",
    "left",
    "number",
    "coins",
    "votes",
    "worth",
    "declined",
    "barred",
    "scores",
    "rolls",
    "end",
    "winners",
]
"""The fields of a position, in the order in which they are written."""


def _error(what: str, column: int, rule: str | None = None, **params: str | int) -> BadNotation:
    return BadNotation(
        message(f"torch.notation.{what}", **params), column=column, rule=rule, detail=f"bad-{what}"
    )


def parse_position(text: str, options: Mapping[str, Any]) -> np.ndarray:
    """The state that a text stands for; raises BadNotation.

    `options` are those in force where the text does not say.
    """
    board = text.partition(" ")[0]
    fields = Fields(text, _NAMES, skip=1)
    suits = fields.text("suits", "[SMCA]{3,4}")
    if len(set(suits)) != len(suits):
        raise fields.fail("suits")
    seats = len(suits)
    st = s.make(
        seats,
        tuple(SUITS.index(suit) for suit in suits),
        bool(fields.number("return", 1, int(options["return_moves"]))),
        fields.number("limit", 999, int(options["quiet_rounds"])),
    )
    if st[s.QUIET_LIMIT] < 1:
        raise fields.fail("limit")
    phase = fields.text("phase", "[a-z-]+")
    if phase not in PHASES:
        raise fields.fail("phase")
    st[s.PHASE] = PHASES.index(phase)
    _read_board(st, board, suits)
    _read_counters(st, fields, seats)
    _read_seats(st, fields, suits)
    _read_ballot(st, fields, suits)
    _check(st, fields)
    return st


def _check(st: np.ndarray, fields: Fields) -> None:
    """Refuse a text whose fields contradict each other.

    The seat that is said to decide must be the one that does, and must have a move.
    """
    phase = int(st[s.PHASE])
    if phase == s.ROLLING:
        if s.NOT_YET not in st[s.ROLL : s.ROLL + int(st[s.SEATS])]:
            raise fields.fail("rolls")
        return
    if phase not in _BALLOTS and s.CONCEALED in st[s.VOTE : s.VOTE + 4]:
        raise fields.fail("votes")
    if phase in (s.CROWNING, s.FINISHED):
        _check_winners(st, fields)
    elif phase in _COUNTS:
        _check_worth(st, fields)
    elif phase in (s.PLACING, s.MOVING, s.SCORING):
        _check_done(st, fields)
    if phase == s.FINISHED:
        return
    if int(st[s.TURN]) not in _expected(st, fields):
        raise fields.fail("turn")
    if moves(st, np.empty(s.MAX_MOVES, dtype=np.int64)) == 0:
        raise fields.fail("phase")


_BALLOTS: Final = (s.NUMBER_VOTE, s.SUIT_VOTE)
_COUNTS: Final = (s.NUMBER_COINS, s.NUMBER_TIE, s.SUIT_COINS, s.SUIT_TIE)


def _expected(st: np.ndarray, fields: Fields) -> list[int]:
    """The seats that may be the one that decides."""
    seats, torch, phase = int(st[s.SEATS]), int(st[s.TORCH]), int(st[s.PHASE])
    order = [(torch + i) % seats for i in range(seats)]
    if phase in (s.PLACING, s.MOVING, s.SCORING):
        return [order[int(st[s.COUNT]) % seats]]
    if phase in _BALLOTS:
        if not any(st[s.VOTE + seat] != s.OUT for seat in order):
            raise fields.fail("votes")
        return [seat for seat in order if st[s.VOTE + seat] == s.NOT_YET][:1]
    if phase in (s.NUMBER_COINS, s.SUIT_COINS):
        declined = int(st[s.DECLINED])
        return [seat for seat in order if st[s.COINS + seat] and not declined >> seat & 1]
    return [torch]


def _check_winners(st: np.ndarray, fields: Fields) -> None:
    scores = [int(x) for x in st[s.SCORE : s.SCORE + int(st[s.SEATS])]]
    best = sum(1 << seat for seat, score in enumerate(scores) if score == max(scores))
    tied = best.bit_count() > 1
    won = int(st[s.WINNERS])
    crowning = st[s.PHASE] == s.CROWNING
    if won & ~best or (crowning and (won != best or not tied)):
        raise fields.fail("winners")


def _check_worth(st: np.ndarray, fields: Fields) -> None:
    worth = [int(w) for w in st[s.WORTH : s.WORTH + 6]]
    count = int(option_count(st))
    if any(worth[count:]) or any(
        w and not option_valid(st, i) for i, w in enumerate(worth[:count])
    ):
        raise fields.fail("worth")
    if st[s.PHASE] in (s.NUMBER_TIE, s.SUIT_TIE) and worth.count(max(worth)) < 2:
        raise fields.fail("worth")


def _check_done(st: np.ndarray, fields: Fields) -> None:
    """The count of what is done must fit: pyramids are placed in their order (T7)."""
    seats, torch, done = int(st[s.SEATS]), int(st[s.TORCH]), int(st[s.COUNT])
    placing = st[s.PHASE] == s.PLACING
    if done >= (6 * seats if placing else seats):
        raise fields.fail("done")
    if placing:
        due = {6 * ((torch + k) % seats) + k // seats for k in range(done)}
        placed = {p for p in range(6 * seats) if st[s.AT + p] >= 0}
        if due != placed:
            raise fields.fail("done")


def _read_counters(st: np.ndarray, fields: Fields, seats: int) -> None:
    st[s.ROUND] = fields.number("round", 9999)
    st[s.COUNT] = fields.number("done", 6 * seats, 0)
    st[s.QUIET] = fields.number("quiet", 999, 0)
    st[s.LEFT] = fields.number("left", 1, 0)
    if "number" in fields.found:
        st[s.NUMBER] = fields.number("number", 5)
    if "end" in fields.found:
        end = fields.text("end", "[a-z-]+")
        if end not in _ENDS[1:]:
            raise fields.fail("end")
        st[s.ENDING] = _ENDS.index(end)
    coins = fields.text("coins", rf"[0-3]{{{seats}}}")
    scores = fields.text("scores", rf"[0-9]{{1,4}}(,[0-9]{{1,4}}){{{seats - 1}}}").split(",")
    rolls = fields.text("rolls", rf"[0-5x-]{{{seats}}}")
    for seat in range(seats):
        st[s.COINS + seat] = int(coins[seat])
        st[s.SCORE + seat] = int(scores[seat])
        st[s.ROLL + seat] = {"-": s.NOT_YET, "x": s.OUT}.get(rolls[seat]) or int(
            rolls[seat] if rolls[seat].isdigit() else 0
        )


def _read_seats(st: np.ndarray, fields: Fields, suits: str) -> None:
    def seat(name: str, needed: bool) -> int:
        if not needed and name not in fields.found:
            return -1
        return suits.index(fields.text(name, f"[{suits}]"))

    phase = int(st[s.PHASE])
    st[s.TORCH] = seat("torch", phase != s.ROLLING)
    turn = seat("turn", phase not in (s.ROLLING, s.FINISHED))
    st[s.TURN] = turn if turn >= 0 else max(int(st[s.TORCH]), 0)
    for name, index in (("declined", s.DECLINED), ("barred", s.BARRED), ("winners", s.WINNERS)):
        listed = fields.text(name, f"[{suits}]+", "")
        st[index] = sum(1 << suits.index(suit) for suit in set(listed))
    if phase in (s.CROWNING, s.FINISHED) and not st[s.WINNERS]:
        raise fields.fail("winners")
    if phase in (s.CROWNING, s.FINISHED) and not st[s.ENDING]:
        raise fields.fail("end")


def _read_ballot(st: np.ndarray, fields: Fields, suits: str) -> None:
    seats = len(suits)
    votes = fields.text("votes", rf"[0-5SMCA?x-]{{{seats}}}", "-" * seats)
    names = NUMBERS if st[s.PHASE] <= s.NUMBER_TIE or st[s.NUMBER] < 0 else SUITS
    marks = {"-": s.NOT_YET, "?": s.CONCEALED, "x": s.OUT}
    for seat, vote in enumerate(votes):
        if vote not in marks and vote not in names:
            raise fields.fail("votes")
        st[s.VOTE + seat] = marks[vote] if vote in marks else names.index(vote)
    if st[s.PHASE] >= s.SUIT_VOTE and st[s.PHASE] <= s.SUIT_TIE and st[s.NUMBER] < 0:
        raise fields.fail("number")
    worth = fields.text("worth", r"[0-5]:[1-9][0-9]?(,[0-5]:[1-9][0-9]?)*", "")
    for entry in filter(None, worth.split(",")):
        st[s.WORTH + int(entry[0])] = int(entry[2:])
    if st[s.PHASE] in (s.NUMBER_COINS, s.NUMBER_TIE, s.SUIT_COINS, s.SUIT_TIE) and not worth:
        raise fields.fail("worth")


_CELL: Final = re.compile(r"-|([SMCA][0-5])(?::([SMCA][A-F](?:\+[SMCA][A-F])*))?")


def _read_board(st: np.ndarray, board: str, suits: str) -> None:
    st[s.TILE : s.TILE + SPACES] = s.GONE
    st[s.PLACE : s.PLACE + 24] = s.GONE
    waiting = st[s.PHASE] in (s.ROLLING, s.PLACING)
    st[s.AT : s.AT + 6 * len(suits)] = s.IN_HAND if waiting else s.GONE
    rows = board.split("/")
    if len(rows) != SIZE:
        raise _error("rows", len(board) or 1, "T1", count=len(rows))
    column = 1
    for i, row in enumerate(rows):
        cells = row.split(",")
        if len(cells) != SIZE:
            raise _error("cells", column, "T1", row=SIZE - i, count=len(cells))
        for j, cell in enumerate(cells):
            _read_cell(st, cell, SIZE * (SIZE - 1 - i) + j, column, suits)
            column += len(cell) + 1
    st[s.TILES_LEFT] = int((st[s.TILE : s.TILE + SPACES] >= 0).sum())


def _read_cell(st: np.ndarray, cell: str, at: int, column: int, suits: str) -> None:
    found = _CELL.fullmatch(cell)
    if found is None:
        raise _error("cell", column, "T1", text=cell[:20])
    if found[1] is None:
        return
    number = tile(found[1])
    if st[s.PLACE + number] >= 0:
        raise _error("twice", column, "T1", text=found[1])
    st[s.PLACE + number], st[s.TILE + at] = at, number
    for offset, name in enumerate((found[2] or "").split("+")):
        if not name:
            continue
        where = column + 3 + 3 * offset
        if name[0] not in suits:
            raise _error("pyramid", where, "T3", text=name)
        pyramid = 6 * suits.index(name[0]) + LETTERS.index(name[1])
        if st[s.AT + pyramid] >= 0:
            raise _error("twice", where, "T3", text=name)
        st[s.AT + pyramid] = at
        st[s.LOAD + at] += WEIGHTS[pyramid % 6]
    if st[s.LOAD + at] > MOST_WEIGHT:
        raise _error("weight", column, "T4", text=found[1], weight=int(st[s.LOAD + at]))
