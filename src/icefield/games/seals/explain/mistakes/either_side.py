"""Mistakes of either side.

It breaks ice it needs, runs out of moves, gives points away, comes second to open ice.
"""

from __future__ import annotations

from typing import Final

from .....core.explain import Finder, Reason, collect, find_first
from ...board import SEALS, between, square
from ...text.moves import PASS
from ..facts import Facts, bit, names, squares
from .bears import bears_far_apart, loses_touch, misses_attack, unguards_exit
from .case import Case, listed, reason
from .seals import bears_close_in, few_flights, invites_attack

_MUCH: Final = 3  # spaces: a difference worth a word

# -- the result -----------------------------------------------------------------------------------


def only_points(case: Case) -> Reason | None:
    """The same side wins after both moves, with another score in best play (S11).

    A better move gives a winner more, and leaves the winner less where that is the other side.
    """
    if case.points is None or case.points[0] == case.points[1]:
        return None
    score, kept = case.points
    kind = "wins-fewer-points" if score < kept else "loses-more-points"
    spaces = case.advice[:2], case.advice[3:]
    return reason(kind, spaces, n=score, better=case.advice, kept=kept)


def fewer_points(case: Case) -> Reason | None:
    """The same side wins at the ends of both lines, with another score (S11).

    Play need not be the best up to there, so this is what to expect and no more.
    """
    mine, theirs = case.played.points, case.better.points
    if mine is None or theirs is None or case.played.won_by != case.better.won_by:
        return None
    sign = 1 if case.seat == SEALS else -1
    if sign * mine >= sign * theirs:
        return None
    kind = "wins-fewer-points" if case.played.won_by == case.seat else "loses-more-points"
    return reason(
        kind,
        names(case.played.last.empty),
        ".likely",
        n=abs(mine),
        better=case.advice,
        kept=abs(theirs),
    )


def must_pass(case: Case) -> Reason | None:
    """The side runs out of moves in this line and has to pass (S3)."""
    at = case.played.passes(case.seat)
    if at is None or case.better.passes(case.seat) or len(case.better) < at:
        return None
    if case.played.won_by == case.seat:
        return None
    kind = "must-pass"
    own = case.played.position(at - 1).tokens(case.seat)
    return reason(kind, names(own), line=case.played.text(at - 1), stuck=listed(own))


def misses_starving(case: Case) -> Reason | None:
    """In the better line the other side runs out of moves (S3)."""
    other = 1 - case.seat
    at = case.better.passes(other)
    if at is None or case.played.passes(other) or case.better.won_by == other:
        return None
    own = case.better.position(at - 1).tokens(other)
    return reason("misses-starving", names(own), line=case.better.text(at - 1), stuck=listed(own))


# -- the ice --------------------------------------------------------------------------------------


def breaks_own_ice(case: Case) -> Reason | None:
    """The trail breaks a space that an own token goes to in the better line (S7)."""
    broken = case.played.broken(1) & ~case.better.broken(1)
    for ply in range(3, min(len(case.better), 5) + 1, 2):
        text = case.better.moves[ply - 1]
        if text == PASS or "x" in text:
            continue
        used = bit(square(text[3:]))
        middle = between(square(text[:2]), square(text[3:]))
        if middle is not None and not case.better.position(ply - 1).discs >> middle & 1:
            used |= bit(middle)
        if used & broken & bit(square(text[3:])):
            return reason(
                "breaks-own-ice",
                (*names(used & broken), text[:2]),
                move=case.move,
                broken=listed(used & broken),
                line=case.better.text(ply),
            )
    return None


def opens_jump(case: Case) -> Reason | None:
    """The answer jumps over a hole that this move made (S5)."""
    if case.reply is None:
        return None
    hole = case.played.jumped(2)
    if hole is None or not case.played.broken(1) >> hole & 1:
        return None
    before = case.before
    if case.reply in _moves_of(before, 1 - case.seat):
        return None
    return reason(
        "opens-jump",
        (*names(bit(hole)), case.reply[:2], case.reply[3:]),
        hole=names(bit(hole))[0],
        reply=case.reply,
    )


def _moves_of(facts: Facts, seat: int) -> set[str]:
    """The moves of that side if it had been its turn, without catches."""
    return {
        f"{names(bit(s))[0]}-{end}"
        for s in squares(facts.tokens(seat))
        for end in names(facts.targets(s) & facts.empty)
    }


def gives_up_ice(case: Case) -> Reason | None:
    """The other side comes first to more of the ice than it would have.

    After the answer, where the lines lead, or as soon as the move is made.
    """
    common = min(len(case.played), len(case.better))
    for plies in dict.fromkeys((min(common, 2), common, 1)):
        found = _first_to_ice(case, plies)
        if found is not None:
            return found
    return None


def _first_to_ice(case: Case, plies: int) -> Reason | None:
    after, other = case.played.position(plies), case.better.position(plies)
    if after.over or other.over:
        return None
    seat = case.seat
    mine, kept = after.first[seat], other.first[seat]
    theirs, held = after.first[1 - seat], other.first[1 - seat]
    if theirs.bit_count() - held.bit_count() < _MUCH or mine.bit_count() >= kept.bit_count():
        return None
    lost = kept & theirs
    if not lost:
        return None
    return reason(
        "bears-first" if seat == SEALS else "seals-first",
        names(lost),
        line=case.played.text(plies),
        n=theirs.bit_count(),
        better=case.better.text(plies),
        kept=held.bit_count(),
        lost=listed(lost),
    )


RESULT_THEMES: Final[Finder[Case, Reason]] = collect(
    fewer_points,
    find_first(
        must_pass,
        misses_starving,
    ),
)
ICE_THEMES: Final[Finder[Case, Reason]] = find_first(opens_jump, breaks_own_ice)
PLACE_THEMES: Final[Finder[Case, Reason]] = collect(
    find_first(
        unguards_exit,
        invites_attack,
        few_flights,
        misses_attack,
        loses_touch,
        bears_far_apart,
        bears_close_in,
    ),
    gives_up_ice,
)
