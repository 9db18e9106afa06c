"""The threats of the other side of `seals` with its next move, without a search.

Bears catch or corner a seal; seals isolate a seal or bring it to ice where no bear can follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ....core.explain import Finder, Threat, explain, fall_back, sort_by_kind
from ....core.message import message
from ....core.scene import Mark
from .. import kernel
from ..board import BEARS, SEALS, square
from ..scene.scene import at
from .facts import Facts, names, near

if TYPE_CHECKING:
    from ..position import SealsPosition

_WORST_FIRST: Final = (
    "catch-last",
    "catch",
    "isolation",
    "refuge",
    "outnumber",
    "corner",
    "double-attack",
)


def threats(position: SealsPosition, seat: int) -> tuple[Threat, ...]:
    """The threats of the other side if it were its turn now, the worst first."""
    if position.outcome is not None or seat not in (SEALS, BEARS):
        return ()
    other = _with_turn(position, 1 - seat)
    if other.outcome is not None:
        return ()
    return explain(_BY_BEARS if seat == SEALS else _BY_SEALS, Facts(other))


def _with_turn(position: SealsPosition, seat: int) -> SealsPosition:
    """The same board with that side to move."""
    if position.turn == seat:
        return position
    st = position.state
    return type(position)(kernel.make(int(st.seals), int(st.bears), int(st.discs), seat, 0))


def _threat(
    kind: str, by: int, move: str, spaces: Sequence[str], marks: Sequence[str], **params: str
) -> Threat:
    """A threat with its sentence.

    `marks` are spaces from which the move or an attack leads to the last of `spaces`.
    """
    text = message(f"seals.threat.{kind}", move=move, **params)
    lines = tuple(
        Mark("threat", (at(start), at(spaces[-1])), space=spaces[-1], name=text) for start in marks
    )
    return Threat(kind, text, by, move, tuple(dict.fromkeys((*marks, *spaces))), lines)


# -- by the bears ---------------------------------------------------------------------------------


def _catches(facts: Facts) -> Iterator[Threat]:
    """A bear beside a seal can catch it (S6)."""
    for seal in names(facts.attacked):
        bears = names(facts.attackers(square(seal)))
        kind = "catch-last" if facts.seals.bit_count() == 1 else "catch"
        move = f"{bears[0]}x{seal}"
        yield _threat(kind, BEARS, move, (seal,), bears, seal=seal, bear=bears[0])


def _attacks(facts: Facts) -> Iterable[Threat]:
    """Steps beside a seal that cannot get away, or beside both seals.

    One of each for a seal.
    """
    found: dict[str, Threat] = {}
    for bear in names(facts.bears):
        for end in names(facts.targets(square(bear)) & facts.empty):
            if not near(square(end)) & facts.seals:
                continue
            move = f"{bear}-{end}"
            after = facts.after(move)
            if after.over:
                continue
            for seal in names(after.attacked):
                if seal not in found and not after.flights(square(seal)):
                    found[seal] = _threat("corner", BEARS, move, (seal, end), (bear,), seal=seal)
            if after.attacked.bit_count() > 1 and "both" not in found:
                first, second = names(after.seals)
                found["both"] = _threat(
                    "double-attack",
                    BEARS,
                    move,
                    (first, second, end),
                    (bear,),
                    first=first,
                    second=second,
                )
    return found.values()


# -- by the seals ---------------------------------------------------------------------------------


def _refuges(facts: Facts) -> Iterable[Threat]:
    """Isolation (S9) and ice with more seals than bears: one of a kind for each seal."""
    found: dict[tuple[str, str], Threat] = {}
    for move in facts.position.moves():
        if len(move.touches) < 2:  # a pass
            continue
        start, end = move.touches
        after = facts.after(move)
        refuge = None if facts.refuge else after.refuge
        isolated = sorted(after.position.isolated)
        if isolated:
            kind, seal = "isolation", isolated[0]
            params = {"seal": seal}
        elif refuge is not None:
            kind, seal = "outnumber" if refuge.bears else "refuge", names(refuge.seals)[0]
            params = {"bear": names(refuge.bears)[0]} if refuge.bears else {"seal": seal}
        else:
            continue
        if (kind, start) not in found:
            found[kind, start] = _threat(kind, SEALS, move.text, (seal, end), (start,), **params)
    return found.values()


_BY_BEARS: Final[Finder[Facts, Threat]] = sort_by_kind(fall_back(_catches, _attacks), _WORST_FIRST)
"""Attacks that would be hard to answer, where there is no catch to fear."""
_BY_SEALS: Final[Finder[Facts, Threat]] = sort_by_kind(_refuges, _WORST_FIRST)
