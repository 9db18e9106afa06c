"""Why a move of `torch` is not allowed. Legality itself is the generator's business: everything
here is asked only about moves that are known to be illegal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ....core.errors import Refusal
from ....core.message import Message, message
from ..board import JUMP, LETTERS, MOST_WEIGHT, NUMBERS, STEP, WEIGHTS, space, space_name
from ..kernel import state as s
from ..scene.touches import DONE
from ..text.moves import ParsedMove

if TYPE_CHECKING:
    from ..position import TorchPosition

_PHASE_RULES: Final = {
    "roll": "T6",
    "place": "T7",
    "move": "T8",
    "number": "T14",
    "number-coins": "T15",
    "number-tie": "T16",
    "suit": "T17",
    "suit-coins": "T15",
    "suit-tie": "T16",
    "burn": "T20",
    "score": "T21",
    "crown": "T26",
}
_KINDS: Final = {  # what may be done in a phase
    "place": ("place",),
    "move": ("walk", "slide"),
    "number": ("vote",),
    "suit": ("vote",),
    "number-coins": ("add", "decline"),
    "suit-coins": ("add", "decline"),
    "number-tie": ("choose",),
    "suit-tie": ("choose",),
    "burn": ("burn", "spare"),
    "score": ("score",),
    "crown": ("crown", "share"),
    "roll": ("roll",),
}


def _refusal(code: str, rule: str, **params: str | int | Message) -> Refusal:
    return Refusal(code, rule, message(f"torch.why.{code}", **params))


def not_deciding(position: TorchPosition, seat: int) -> Refusal | None:
    """Why a seat cannot vote in this ballot; None when the reason is just somebody else's turn."""
    if not position.in_ballot or seat not in range(position.seats):
        return None
    rule = _PHASE_RULES[position.phase]
    if seat in position.barred:
        return _refusal("barred", "T22")
    return _refusal("voted-already", rule)


def diagnose(position: TorchPosition, parts: ParsedMove, seat: int) -> Refusal:
    """The reason, with its rule."""
    if parts.kind == "bar":
        return _bar(position, parts)
    if parts.kind not in _KINDS[position.phase]:
        now = message(f"torch.phase.{position.phase}")
        return _refusal("not-now", _PHASE_RULES[position.phase], now=now)
    if parts.kind == "walk":
        return _walk(position, parts, seat)
    if parts.kind == "slide":
        return _slide(position, parts, seat)
    if parts.kind in ("vote", "add", "choose"):
        return _option(position, parts, seat)
    if parts.kind == "crown":
        return _refusal("not-tied", "T26", option=parts.option)
    return _tile(position, parts)


def _bar(position: TorchPosition, parts: ParsedMove) -> Refusal:
    if not position.in_ballot:
        return _refusal("bar-not-now", "T22")
    if parts.option not in position.suits:
        return _refusal("no-such-player", "T3", option=parts.option)
    if position.suits.index(parts.option) in position.barred:
        return _refusal("barred-already", "T22", option=parts.option)
    return _refusal("bar-too-late", "T22")


def _tile(position: TorchPosition, parts: ParsedMove) -> Refusal:
    """A tile was named: to place on, to burn, or to score."""
    rule = _PHASE_RULES[position.phase]
    at = space_name(parts.spaces[0])
    if parts.kind == "place":
        placed = int(position.state[s.COUNT]) // position.seats
        if parts.letter != LETTERS[placed]:
            return _refusal("wrong-pyramid", rule, letter=LETTERS[placed])
    if at not in position.tiles:
        return _refusal("no-tile", rule, space=at)
    return _refusal("occupied", rule, space=at)


def _walk(position: TorchPosition, parts: ParsedMove, seat: int) -> Refusal:
    st = position.state
    start, one, *more = parts.spaces
    letter = LETTERS.index(parts.letter)
    if st[s.AT + 6 * seat + letter] != start:
        return _refusal("not-there", "T8", letter=parts.letter, space=space_name(start))
    load = st[s.LOAD : s.LOAD + 25].copy()
    load[start] -= WEIGHTS[letter]
    hops = [(start, one), *((one, two) for two in more)]
    spent = 0
    for i, (here, there) in enumerate(hops):
        if there not in STEP[here] and there not in JUMP[here]:
            return _refusal("not-a-hop", "T9", start=space_name(here), end=space_name(there))
        if st[s.TILE + there] < 0:
            return _refusal("no-tile", "T9", space=space_name(there))
        spent += 1 if there in STEP[here] else 2
        if spent > 3:
            return _refusal("too-far", "T9")
        if i == 0 and more and load[there] + WEIGHTS[letter] > MOST_WEIGHT:
            return _refusal("sunk", "T11", space=space_name(there))
    return _refusal("return", "T10", space=space_name(start))


def _slide(position: TorchPosition, parts: ParsedMove, seat: int) -> Refusal:
    st = position.state
    start, end = parts.spaces
    names = {"start": space_name(start), "end": space_name(end)}
    if st[s.TILE + start] < 0:
        return _refusal("no-tile", "T12", space=space_name(start))
    if start not in st[s.AT + 6 * seat : s.AT + 6 * seat + 6]:
        return _refusal("not-your-tile", "T12", space=space_name(start))
    if end not in STEP[start][::2]:
        return _refusal("slide-one", "T12", **names)
    return _refusal("tiles-never-push", "T12", **names)


def _option(position: TorchPosition, parts: ParsedMove, seat: int) -> Refusal:
    st, rule = position.state, _PHASE_RULES[position.phase]
    about_numbers = st[s.PHASE] <= s.NUMBER_TIE
    if (parts.option in NUMBERS) != about_numbers:
        code = "vote-number" if about_numbers else "vote-suit"
        return _refusal(code, "T14" if about_numbers else "T17")
    if parts.kind == "add":
        if int(st[s.COINS + seat]) & parts.coins != parts.coins:
            return _refusal("no-coin", rule)
        return _refusal("no-option", rule, option=parts.option)
    return _refusal("not-tied", rule, option=parts.option)


# -- touches ------------------------------------------------------------------------------------

_SPACE: Final = re.compile(r"[a-e][1-5]")


def diagnose_touches(position: TorchPosition, touches: tuple[str, ...], seat: int) -> Refusal:
    """Why these presses begin no legal move."""
    rule = _PHASE_RULES[position.phase]
    legal = [move.touches for move in position.moves(seat)]
    known = {t for presses in legal for t in presses}
    if not touches or any(t not in known and not _SPACE.fullmatch(t) for t in touches):
        return _refusal("no-such-place", rule)
    if any(touches[: len(presses)] == presses for presses in legal):
        return _refusal("complete", rule)
    text = _guess(position, touches, seat)
    if text is None:
        now = message(f"torch.phase.{position.phase}")
        return _refusal("not-now", rule, now=now)
    if isinstance(text, Refusal):
        return text
    refusal = position.explain(text, seat)
    return refusal or _refusal("complete", rule)


def _guess(position: TorchPosition, touches: tuple[str, ...], seat: int) -> str | Refusal | None:
    """The move the presses seem to mean."""
    st, first = position.state, touches[0]
    if not _SPACE.fullmatch(first):
        return None
    if position.phase == "place":
        return f"{LETTERS[int(st[s.COUNT]) // position.seats]}@{first}"
    if position.phase in ("burn", "score"):
        return f"{position.phase}:{first}"
    if position.phase != "move":
        return None
    own = st[s.AT + 6 * seat : s.AT + 6 * seat + 6]
    letters = [LETTERS[i] for i in range(6) if own[i] == space(first)]
    if not letters:
        code = "no-own-pyramid" if first in position.tiles else "no-tile"
        return _refusal(code, "T8", space=first)
    path = [t for t in touches[1:] if _SPACE.fullmatch(t)]
    named = [t.removeprefix("pyramid-") for t in touches if t.startswith("pyramid-")]
    if len(touches) > 1 and not path:
        return _refusal("press-a-space", "T9")
    if path and path[0] not in position.tiles:
        return f"{first}>{path[0]}"
    if len(letters) > 1 and not named:
        return _refusal("which-pyramid", "T9", space=first)
    letter = (named or letters)[0]
    if letter not in letters or len(path) > 2 or DONE in touches[:-1]:
        return _refusal("too-far", "T9")
    return "-".join([f"{letter}{first}", *path]) if path else None
