"""Mistakes of the bears.

They let a catch go, break the ice between themselves and the seals, finish a seal's isolation with
their own trail, spend a bear on the wrong seal.
"""

from __future__ import annotations

from typing import Final

from .....core.explain import Finder, Reason, collect, find_first
from ...board import BEARS, SEALS, name, square
from ..facts import bit, names, near, ring, squares
from .case import Case, listed, reason, spot

_SOON: Final = 6  # plies in which one move still has to do with the end
_PAIR: Final = 2  # seals, as long as none is caught

# -- catches --------------------------------------------------------------------------------------


def misses_capture(case: Case) -> Reason | None:
    """A seal stood right beside a bear (S6)."""
    if "x" not in case.advice or "x" in case.move:
        return None
    bear, seal = case.advice[:2], case.advice[3:]
    return reason("misses-capture", (bear, seal), better=case.advice, bear=bear, seal=seal)


def misses_double_attack(case: Case) -> Reason | None:
    """One move would have put bears next to both seals."""
    facts = case.better.first
    if "x" in case.advice or facts.attacked.bit_count() < 2:
        return None
    if case.played.first.attacked.bit_count() == 2 or facts.over:
        return None
    first, second = names(facts.seals)
    return reason(
        "misses-double-attack",
        (case.advice[3:], first, second),
        better=case.advice,
        first=first,
        second=second,
    )


def misses_last_seal(case: Case) -> Reason | None:
    """The better line ends with both seals caught (S8)."""
    if case.better.end != "S8" or case.played.end == "S8" or len(case.better) == 1:
        return None
    last = case.better.catches()[-1]
    return reason("misses-last-seal", (last.seal,), line=case.better.text(last.ply), seal=last.seal)


def misses_hunt(case: Case) -> Reason | None:
    """In the better line a seal is caught later on; in this one none, or later."""
    catch, later = case.better.catch_before(case.played)
    if catch is None:
        return None
    if later is not None:
        return reason(
            "catches-later",
            (catch.seal, catch.bear),
            line=case.better.text(catch.ply),
            seal=catch.seal,
            later=case.played.text(later.ply),
        )
    return reason(
        "misses-hunt",
        (catch.seal, catch.bear),
        line=case.better.text(catch.ply),
        seal=catch.seal,
    )


def bad_trade(case: Case) -> Reason | None:
    """The catch costs a bear, and the other one does not get the other seal."""
    if "x" not in case.move:
        return None
    at = case.played.refuge_at()
    if at is None and case.played.won_by != SEALS:
        return None
    facts = case.played.first
    if facts.over or not facts.bears:
        return None
    if at == 1:
        return reason(
            "bad-trade",
            (case.end, spot(facts.seals), spot(facts.bears)),
            move=case.move,
            seal=spot(facts.seals),
            bear=spot(facts.bears),
        )
    return reason(
        "trade-too-soon",
        (case.end, spot(facts.seals), spot(facts.bears)),
        move=case.move,
        seal=spot(facts.seals),
        bear=spot(facts.bears),
        line=case.played.text(at or len(case.played)),
    )


# -- isolation and safe ice -----------------------------------------------------------------------


def isolates_seal(case: Case) -> Reason | None:
    """The bear's own trail breaks the last ice around a seal (S9)."""
    isolated = case.played.first.position.isolated
    if not isolated:
        return None
    seal = sorted(isolated)[0]
    broken = case.played.broken(1) & ring(square(seal))
    return reason(
        "isolates-seal", (seal, *names(broken)), move=case.move, seal=seal, broken=listed(broken)
    )


def allows_isolation(case: Case) -> Reason | None:
    """The answer isolates a seal (S9)."""
    if len(case.played) != 2 or case.played.end != "S9":
        return None
    seal = sorted(case.played.last.position.isolated)[0]
    return reason("allows-isolation", (seal,), reply=case.played.moves[1], seal=seal)


def breaks_ice_around_seal(case: Case) -> Reason | None:
    """The trail helps to isolate a seal further on in the line (S9)."""
    if case.played.end != "S9" or case.better.end == "S9" or not 3 <= len(case.played) <= _SOON:
        return None
    seal = sorted(case.played.last.position.isolated)[0]
    broken = case.played.broken(1) & ring(square(seal))
    if not broken:
        return None
    return reason(
        "breaks-ice-around-seal",
        (seal, *names(broken)),
        broken=listed(broken),
        seal=seal,
        line=case.played.text(len(case.played)),
    )


def runs_into_isolation(case: Case) -> Reason | None:
    """The line ends with a seal isolated, the better one does not (S9)."""
    if case.played.end != "S9" or case.better.won_by == SEALS or len(case.played) < 3:
        return None
    seal = sorted(case.played.last.position.isolated)[0]
    return reason(
        "runs-into-isolation", (seal,), line=case.played.text(len(case.played)), seal=seal
    )


def parts_ice(case: Case) -> Reason | None:
    """The move itself takes away the last ice between the bears and a seal (S7)."""
    refuge = case.played.first.refuge
    if refuge is None or refuge.bears or case.before.refuge or case.better.first.refuge:
        return None
    if "x" in case.move or case.played.first.over:
        return None
    seal = spot(refuge.seals)
    broken = case.played.broken(1)
    return reason(
        "parts-ice",
        (*names(refuge.seals), *names(broken)),
        move=case.move,
        seal=seal,
        broken=listed(broken),
    )


def strands_bear(case: Case) -> Reason | None:
    """A bear can come to no seal any more, and the other one catches only one (S6)."""
    at = case.played.escape_at()
    if at is None or case.before.refuge or case.better.refuge_at() or at > 2:
        return None
    facts = case.played.position(at)
    refuge = facts.refuge
    assert refuge is not None
    lost = facts.bears & ~refuge.bears
    if not refuge.bears or not lost:
        return None
    return reason(
        "strands-bear",
        (spot(lost), *names(refuge.seals)),
        line=case.played.text(at),
        bear=spot(lost),
        other=spot(refuge.bears),
    )


def lets_seal_escape(case: Case) -> Reason | None:
    """A seal comes to ice where no bear can follow, further on in the line."""
    at = case.played.escape_at()
    if at is None or at < 2 or case.before.refuge or case.better.refuge_at():
        return None
    refuge = case.played.position(at).refuge
    assert refuge is not None
    if case.better.won_by == SEALS:
        return None
    if refuge.bears:
        return reason(
            "lets-seals-outnumber",
            names(refuge.seals | refuge.bears),
            line=case.played.text(at),
            bear=spot(refuge.bears),
        )
    return reason(
        "lets-seal-escape",
        names(refuge.seals),
        line=case.played.text(at),
        seal=spot(refuge.seals),
    )


def allows_standstill(case: Case) -> Reason | None:
    """Both sides pass (S10)."""
    if case.played.end != "S10" or case.better.won_by == SEALS:
        return None
    return reason(
        "allows-standstill",
        names(case.played.last.bears),
        line=case.played.text(len(case.played)),
    )


# -- places ---------------------------------------------------------------------------------------


def unguards_exit(case: Case) -> Reason | None:
    """The bear kept watch over a space; it leaves, and the seal goes there."""
    if case.seat != BEARS or case.reply in (None, "pass") or "x" in case.move:
        return None
    assert case.reply is not None
    exit_ = square(case.reply[3:])
    watch = near(exit_) & case.before.bears
    if not watch & bit(square(case.move[:2])) or near(exit_) & case.played.first.bears:
        return None
    if not near(exit_) & case.better.first.bears:
        return None
    return reason(
        "unguards-exit",
        (case.move[:2], case.reply[3:]),
        bear=case.move[:2],
        exit=case.reply[3:],
        reply=case.reply,
    )


def misses_attack(case: Case) -> Reason | None:
    """A bear could have come next to a seal at once, which then has to run."""
    if case.seat != BEARS or "x" in case.advice or "x" in case.move:
        return None
    hit = near(square(case.advice[3:])) & case.better.first.seals
    if hit.bit_count() != 1 or case.played.first.attacked or case.better.first.over:
        return None
    flights = case.better.first.flights(square(spot(hit)))
    runs = len(case.better) > 1 and case.better.moves[1][:2] == spot(hit)
    if flights and not runs:
        return None
    if not flights:
        return reason(
            "misses-cornering",
            (spot(hit), case.advice[3:]),
            better=case.advice,
            seal=spot(hit),
        )
    return reason(
        "misses-attack",
        (spot(hit), case.advice[3:]),
        better=case.advice,
        seal=spot(hit),
        reply=case.better.moves[1],
    )


def loses_touch(case: Case) -> Reason | None:
    """The bears are further from a seal than they would have been."""
    if case.seat != BEARS or "x" in case.move or "x" in case.advice:
        return None
    if min(len(case.played), len(case.better)) < 2:
        return None
    after, other = case.played.after[1], case.better.after[1]
    if not (after.seals and other.seals and after.bears and other.bears):
        return None
    seal = max(squares(after.seals), key=after.chase)
    mine, theirs = after.chase(seal), max(other.chase(s) for s in squares(other.seals))
    if mine < theirs + 1 or mine > 20:
        return None
    return reason(
        "loses-touch",
        (name(seal), case.end),
        line=case.played.text(2),
        seal=name(seal),
        n=mine,
        better=case.better.text(2),
        kept=theirs,
    )


def bears_far_apart(case: Case) -> Reason | None:
    """It takes a bear for each seal, and together they are further away than needed."""
    if case.seat != BEARS or min(len(case.played), len(case.better)) < 2:
        return None
    mine, kept = case.played.after[1].hunt, case.better.after[1].hunt
    if mine < kept + 2 or not kept or case.played.after[1].seals.bit_count() != _PAIR:
        return None
    return reason(
        "bears-far-apart",
        names(case.played.after[1].bears),
        line=case.played.text(2),
        n=mine,
        better=case.better.text(2),
        kept=kept,
    )


BEARS_THEMES: Final[Finder[Case, Reason]] = collect(
    find_first(
        isolates_seal,
        allows_isolation,
    ),
    misses_capture,
    find_first(
        bad_trade,
        parts_ice,
        strands_bear,
        breaks_ice_around_seal,
        lets_seal_escape,
        runs_into_isolation,
        allows_standstill,
    ),
    find_first(
        misses_double_attack,
        misses_last_seal,
        misses_hunt,
    ),
)
