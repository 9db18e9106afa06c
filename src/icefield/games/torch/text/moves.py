"""Text of moves, both ways (grammar: the game's README).

Reading raises BadNotation with the place of what is wrong; legality is not asked here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from ....core.errors import BadNotation
from ....core.message import message
from ..board import LETTERS, NUMBERS, SUITS, space, space_name
from ..kernel import state as s


@dataclass(frozen=True, slots=True)
class ParsedMove:
    """The parts of a move's text."""

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


def parse_move(text: str) -> ParsedMove:
    """The parts of a move's text; raises BadNotation."""
    for kind, form in _FORMS:
        found = form.fullmatch(text)
        if found is not None:
            groups = found.groupdict()
            named = re.findall(_SPACE, groups.get("spaces") or "")
            return ParsedMove(
                kind,
                option=groups.get("option") or "",
                letter=groups.get("letter") or "",
                spaces=tuple(space(name) for name in named),
                coins=int(groups.get("coins") or 0),
            )
    head, colon, _ = text.partition(":")
    if head in _OPTION_RULES:
        column = min(len(head) + 2, len(text) + 1)
        raise _part_error("bad-option", text, column, _OPTION_RULES[head])
    if head.startswith("add") and colon:
        raise _part_error("bad-coin", text, 4, "T15")
    raise BadNotation(message("torch.notation.move", text=text[:20]), detail="bad-move")


def _part_error(code: str, text: str, column: int, rule: str) -> BadNotation:
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
"""The words that an option follows, each with the rule that says which options there are."""


def option_symbol(st: np.ndarray, option: int) -> str:
    """An option of the present ballot: "0" … "5", or the letter of a suit."""
    return NUMBERS[option] if st[s.PHASE] <= s.NUMBER_TIE else SUITS[option]


def format_move(st: np.ndarray, code: int) -> str:
    """The text of a kernel's move, in the state in which it is made."""
    kind, what = code >> 16, code & 65535
    return _FORMATS[kind](st, what)


def _format_walk(st: np.ndarray, what: int) -> str:
    letter, one, two = what >> 10, what >> 5 & 31, what & 31
    start = int(st[s.AT + 6 * st[s.TURN] + letter])
    spaces = [start, one] if two == s.NO_HOP else [start, one, two]
    return LETTERS[letter] + "-".join(space_name(at) for at in spaces)


_FORMATS: Final[dict[int, Callable[[np.ndarray, int], str]]] = {
    s.ROLLED: lambda st, what: f"roll:{what}",  # noqa: ARG005
    s.PLACED: lambda st, what: f"{LETTERS[st[s.COUNT] // st[s.SEATS]]}@{space_name(what)}",
    s.WALKED: _format_walk,
    s.SLID: lambda st, what: f"{space_name(what >> 5)}>{space_name(what & 31)}",  # noqa: ARG005
    s.VOTED: lambda st, what: f"vote:{option_symbol(st, what)}",
    s.ADDED: lambda st, what: f"add{what >> 5}:{option_symbol(st, what & 31)}",
    s.DECLINE: lambda st, what: "decline",  # noqa: ARG005
    s.CHOSE: lambda st, what: f"choose:{option_symbol(st, what)}",
    s.BURNT: lambda st, what: f"burn:{space_name(what)}",  # noqa: ARG005
    s.SPARED: lambda st, what: "spare",  # noqa: ARG005
    s.SELECTED: lambda st, what: f"score:{space_name(what)}",  # noqa: ARG005
    s.CROWNED: lambda st, what: f"crown:{SUITS[st[s.SUIT + what]]}",
    s.SHARED: lambda st, what: "share",  # noqa: ARG005
}
