"""Text of `torch` moves and positions, both ways (grammar: the game's README).

A position is one line: the board, then `name=value` fields in a fixed order; a field that would
say nothing is left out. Reading says where a text is wrong; whether a move is legal is not asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
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
    space,
    space_name,
    tile,
    tile_name,
)
from ..kernel import state as s
from ..kernel.moves import moves, option_valid, options

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

# -- moves --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Parts:
    """A move taken apart. `kind` is the word of the table in the rules; the rest as it applies."""

    kind: str  # roll place walk slide vote add decline choose burn spare score crown share bar
    option: str = ""  # a number or a suit
    letter: str = ""  # of a pyramid
    spaces: tuple[int, ...] = ()
    coins: int = 0


_SPACE = r"[a-e][1-5]"
_FORMS: Final[tuple[tuple[str, re.Pattern[str]], ...]] = tuple(
    (kind, re.compile(form))
    for kind, form in (
        ("roll", r"roll:(?P<option>[0-5])"),
        ("place", rf"(?P<letter>[A-F])@(?P<spaces>{_SPACE})"),
        ("walk", rf"(?P<letter>[A-F])(?P<spaces>{_SPACE}-{_SPACE}(?:-{_SPACE})?)"),
        ("slide", rf"(?P<spaces>{_SPACE}>{_SPACE})"),
        ("vote", r"vote:(?P<option>[0-5SMCA])"),
        ("add", r"add(?P<coins>[123]):(?P<option>[0-5SMCA])"),
        ("decline", r"decline"),
        ("choose", r"choose:(?P<option>[0-5SMCA])"),
        ("burn", rf"burn:(?P<spaces>{_SPACE})"),
        ("spare", r"spare"),
        ("score", rf"score:(?P<spaces>{_SPACE})"),
        ("crown", r"crown:(?P<option>[SMCA])"),
        ("share", r"share"),
        ("bar", r"bar:(?P<option>[SMCA])"),
    )
)


def read_move(text: str) -> Parts:
    """Take a move text apart; raises BadNotation."""
    for kind, form in _FORMS:
        found = form.fullmatch(text)
        if found is not None:
            groups = found.groupdict()
            named = re.findall(_SPACE, groups.get("spaces") or "")
            return Parts(
                kind,
                option=groups.get("option") or "",
                letter=groups.get("letter") or "",
                spaces=tuple(space(name) for name in named),
                coins=int(groups.get("coins") or 0),
            )
    head, colon, _ = text.partition(":")
    if head in _OPTION_RULES:
        raise _bad_part("bad-option", text, min(len(head) + 2, len(text) + 1), _OPTION_RULES[head])
    if head.startswith("add") and colon:
        raise _bad_part("bad-coin", text, 4, "T15")
    raise BadNotation(message("torch.notation.move", text=text[:20]), detail="bad-move")


def _bad_part(code: str, text: str, column: int, rule: str) -> BadNotation:
    sentence = message(f"torch.notation.{code}", text=text[:20])
    return BadNotation(sentence, column=column, rule=rule, detail=code)


_OPTION_RULES: Final = {
    "roll": "T6",
    "vote": "T14",
    "add1": "T15",
    "add2": "T15",
    "add3": "T15",
    "choose": "T16",
    "bar": "T22",
    "crown": "T26",
}
"""The words that an option follows, and the rule that says which options there are."""


def option_name(st: np.ndarray, option: int) -> str:
    """What an option of the present ballot is called."""
    return NUMBERS[option] if st[s.PHASE] <= s.NUMBER_TIE else SUITS[option]


def move_text(st: np.ndarray, code: int) -> str:
    """The notation of a kernel move in the position it is made in."""
    kind, what = code >> 16, code & 65535
    return _WRITERS[kind](st, what)


def _walk_text(st: np.ndarray, what: int) -> str:
    letter, one, two = what >> 10, what >> 5 & 31, what & 31
    start = int(st[s.AT + 6 * st[s.TURN] + letter])
    spaces = [start, one] if two == s.NO_HOP else [start, one, two]
    return LETTERS[letter] + "-".join(space_name(at) for at in spaces)


_WRITERS: Final[dict[int, Callable[[np.ndarray, int], str]]] = {
    s.ROLLED: lambda st, what: f"roll:{what}",  # noqa: ARG005
    s.PLACED: lambda st, what: f"{LETTERS[st[s.COUNT] // st[s.SEATS]]}@{space_name(what)}",
    s.WALKED: _walk_text,
    s.SLID: lambda st, what: f"{space_name(what >> 5)}>{space_name(what & 31)}",  # noqa: ARG005
    s.VOTED: lambda st, what: f"vote:{option_name(st, what)}",
    s.ADDED: lambda st, what: f"add{what >> 5}:{option_name(st, what & 31)}",
    s.DECLINE: lambda st, what: "decline",  # noqa: ARG005
    s.CHOSE: lambda st, what: f"choose:{option_name(st, what)}",
    s.BURNT: lambda st, what: f"burn:{space_name(what)}",  # noqa: ARG005
    s.SPARED: lambda st, what: "spare",  # noqa: ARG005
    s.SELECTED: lambda st, what: f"score:{space_name(what)}",  # noqa: ARG005
    s.CROWNED: lambda st, what: f"crown:{SUITS[st[s.SUIT + what]]}",
    s.SHARED: lambda st, what: "share",  # noqa: ARG005
}

# -- positions: writing -------------------------------------------------------------------------


def suits_of(st: np.ndarray) -> str:
    """The suits by seat."""
    return "".join(SUITS[int(suit)] for suit in st[s.SUIT : s.SUIT + int(st[s.SEATS])])


def _seats_in(st: np.ndarray, seats: int) -> str:
    return "".join(suit for seat, suit in enumerate(suits_of(st)) if seats >> seat & 1)


def _cell(st: np.ndarray, at: int) -> str:
    found = int(st[s.TILE + at])
    if found < 0:
        return "-"
    suits = suits_of(st)
    on = [
        f"{suits[pyramid // 6]}{LETTERS[pyramid % 6]}"
        for pyramid in range(6 * int(st[s.SEATS]))
        if st[s.AT + pyramid] == at
    ]
    return ":".join([tile_name(found), "+".join(on)]) if on else tile_name(found)


def votes_text(st: np.ndarray) -> str:
    """One sign per seat: the option, - not yet, ? concealed, x not in this ballot."""
    names = NUMBERS if st[s.PHASE] <= s.NUMBER_TIE or st[s.NUMBER] < 0 else SUITS
    marks = {s.NOT_YET: "-", s.CONCEALED: "?", s.OUT: "x"}
    values = [int(vote) for vote in st[s.VOTE : s.VOTE + int(st[s.SEATS])]]
    return "".join(marks[v] if v < 0 else names[v] for v in values)


def _rolls(st: np.ndarray) -> str:
    marks = {s.NOT_YET: "-", s.OUT: "x"}
    values = [int(die) for die in st[s.ROLL : s.ROLL + int(st[s.SEATS])]]
    return "".join(marks.get(v, str(v)) for v in values)


def position_text(st: np.ndarray) -> str:
    """The position in one line."""
    seats = int(st[s.SEATS])
    board = "/".join(
        ",".join(_cell(st, SIZE * row + column) for column in range(SIZE))
        for row in range(SIZE - 1, -1, -1)
    )
    worth = [f"{i}:{int(w)}" for i, w in enumerate(st[s.WORTH : s.WORTH + 6]) if w]
    torch, phase = int(st[s.TORCH]), int(st[s.PHASE])
    fields: dict[str, Any] = {
        "suits": suits_of(st),
        "return": int(st[s.RETURN]),
        "limit": int(st[s.QUIET_LIMIT]),
        "phase": PHASES[phase],
        "round": int(st[s.ROUND]),
        "torch": suits_of(st)[torch] if torch >= 0 else "",
        "turn": "" if phase in (s.ROLLING, s.FINISHED) else suits_of(st)[int(st[s.TURN])],
        "done": int(st[s.COUNT]) or "",
        "quiet": int(st[s.QUIET]) or "",
        "left": int(st[s.LEFT]) or "",
        "number": "" if st[s.NUMBER] < 0 else int(st[s.NUMBER]),
        "coins": "".join(str(int(c)) for c in st[s.COINS : s.COINS + seats]),
        "votes": votes_text(st) if set(votes_text(st)) != {"-"} else "",
        "worth": ",".join(worth),
        "declined": _seats_in(st, int(st[s.DECLINED])),
        "barred": _seats_in(st, int(st[s.BARRED])),
        "scores": ",".join(str(int(x)) for x in st[s.SCORE : s.SCORE + seats]),
        "rolls": _rolls(st),
        "end": "" if st[s.ENDING] == s.GOING_ON else _ENDS[int(st[s.ENDING])],
        "winners": _seats_in(st, int(st[s.WINNERS])),
    }
    return " ".join([board, *(f"{k}={v}" for k, v in fields.items() if v != "")])


# -- positions: reading -------------------------------------------------------------------------


_NAMES: Final = re.findall(
    r"\w+",
    "suits return limit phase round torch turn done quiet left number coins votes worth"
    " declined barred scores rolls end winners",
)


def _bad(what: str, column: int, rule: str | None = None, **params: str | int) -> BadNotation:
    return BadNotation(
        message(f"torch.notation.{what}", **params), column=column, rule=rule, detail=f"bad-{what}"
    )


def read_position(text: str, chosen: Mapping[str, Any]) -> np.ndarray:
    """The state a text stands for; raises BadNotation. `chosen` has the options a text lacks."""
    board = text.partition(" ")[0]
    fields = Fields(text, _NAMES, skip=1)
    suits = fields.text("suits", "[SMCA]{3,4}")
    if len(set(suits)) != len(suits):
        raise fields.fail("suits")
    seats = len(suits)
    st = s.make(
        seats,
        tuple(SUITS.index(suit) for suit in suits),
        bool(fields.number("return", 1, int(chosen["return_moves"]))),
        fields.number("limit", 999, int(chosen["quiet_rounds"])),
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
    """A position must be one that can be: whoever is said to decide is the one who does, and has
    something to decide."""
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
    """The seats that may be said to decide."""
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
    count = int(options(st))
    if any(worth[count:]) or any(
        w and not option_valid(st, i) for i, w in enumerate(worth[:count])
    ):
        raise fields.fail("worth")
    if st[s.PHASE] in (s.NUMBER_TIE, s.SUIT_TIE) and worth.count(max(worth)) < 2:
        raise fields.fail("worth")


def _check_done(st: np.ndarray, fields: Fields) -> None:
    """What is done must fit: pyramids are placed in their order (T7)."""
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
        raise _bad("rows", len(board) or 1, "T1", count=len(rows))
    column = 1
    for i, row in enumerate(rows):
        cells = row.split(",")
        if len(cells) != SIZE:
            raise _bad("cells", column, "T1", row=SIZE - i, count=len(cells))
        for j, cell in enumerate(cells):
            _read_cell(st, cell, SIZE * (SIZE - 1 - i) + j, column, suits)
            column += len(cell) + 1
    st[s.TILES_LEFT] = int((st[s.TILE : s.TILE + SPACES] >= 0).sum())


def _read_cell(st: np.ndarray, cell: str, at: int, column: int, suits: str) -> None:
    found = _CELL.fullmatch(cell)
    if found is None:
        raise _bad("cell", column, "T1", text=cell[:20])
    if found[1] is None:
        return
    number = tile(found[1])
    if st[s.PLACE + number] >= 0:
        raise _bad("twice", column, "T1", text=found[1])
    st[s.PLACE + number], st[s.TILE + at] = at, number
    for offset, name in enumerate((found[2] or "").split("+")):
        if not name:
            continue
        where = column + 3 + 3 * offset
        if name[0] not in suits:
            raise _bad("pyramid", where, "T3", text=name)
        pyramid = 6 * suits.index(name[0]) + LETTERS.index(name[1])
        if st[s.AT + pyramid] >= 0:
            raise _bad("twice", where, "T3", text=name)
        st[s.AT + pyramid] = at
        st[s.LOAD + at] += WEIGHTS[pyramid % 6]
    if st[s.LOAD + at] > MOST_WEIGHT:
        raise _bad("weight", column, "T4", text=found[1], weight=int(st[s.LOAD + at]))
