"""Mistakes of the seals: they get caught, or miss safe ice or isolation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .....core.explain import Finder, Reason, collect, find_first
from ...board import SEALS, name, square
from ...text.moves import PASS
from ..facts import Facts, bit, names, near, squares
from .case import Case, Line, listed, reason, spot

_PAIR: Final = 2  # seals, as long as none is caught
_FEW: Final = 3  # spaces to flee to that are named

# -- caught ---------------------------------------------------------------------------------------


def walks_into_capture(case: Case) -> Reason | None:
    """The seal that moved is caught right where it went."""
    by = case.played.first.attackers(square(case.end))
    if not by or case.played.first.over or not _caught_next(case, case.end):
        return None
    bear = case.reply[:2] if case.reply else spot(by)
    return reason(
        "walks-into-capture", (case.end, bear), end=case.end, bear=bear, reply=f"{bear}x{case.end}"
    )


def leaves_seal_attacked(case: Case) -> Reason | None:
    """The other seal stood next to a bear and was left there."""
    if case.played.first.over:
        return None
    for seal in squares(case.before.attacked & case.played.first.seals):
        if _caught_next(case, name(seal)):
            bear = case.reply[:2] if case.reply else spot(case.before.attackers(seal))
            return reason(
                "leaves-seal-attacked",
                (name(seal), bear),
                seal=name(seal),
                bear=bear,
                reply=f"{bear}x{name(seal)}",
            )
    return None


def _caught_next(case: Case, seal: str) -> bool:
    """Whether the line goes on with this catch.

    Without a line, a bear beside it is enough.
    """
    return case.reply is None or case.reply[2:] == f"x{seal}"


def allows_double_attack(case: Case) -> Reason | None:
    """A bear comes next to a seal, and both seals are attacked: only one can run."""
    if len(case.played) < 2 or _both_attacked(case.played.first) or not case.reply:
        return None
    facts = case.played.after[1]
    if not _both_attacked(facts) or _same_at(case.better, 2, _both_attacked):
        return None
    first, second = names(facts.seals)
    return reason(
        "allows-double-attack",
        (first, second, case.reply[3:]),
        reply=case.reply,
        first=first,
        second=second,
    )


def _both_attacked(facts: Facts) -> bool:
    return facts.attacked.bit_count() == _PAIR and not facts.over


def no_way_out(case: Case) -> Reason | None:
    """After the answer a seal is attacked and can only go from bear to bear."""
    lost = _hit(case.played) & _cornered(case.played.position(min(len(case.played), 2)))
    if not lost or not _still_caught(case, 2) or _same_at(case.better, 2, _cornered):
        return None
    assert case.reply is not None
    seal, bear = spot(lost), case.reply[3:]
    return reason("no-way-out", (seal, bear), reply=case.reply, seal=seal, bear=bear)


def _cornered(facts: Facts) -> int:
    """The attacked seals without a safe space to go to."""
    if facts.over or facts.mover != SEALS:
        return 0
    return sum(bit(s) for s in squares(facts.attacked) if not facts.flights(s))


def no_safe_move(case: Case) -> Reason | None:
    """The seals must move, and every move puts or leaves a seal next to a bear (S3)."""
    for ply in range(2, min(len(case.played), 6) + 1, 2):
        facts = case.played.position(ply)
        if any("x" in text for text in case.played.moves[:ply]):
            return None
        if _in_a_corner(facts) and _still_caught(case, ply):
            if _same_at(case.better, ply, _in_a_corner):
                return None
            form = "" if facts.seals.bit_count() == _PAIR else ".alone"
            return reason("no-safe-move", names(facts.seals), form, line=case.played.text(ply))
    return None


def _in_a_corner(facts: Facts) -> bool:
    """Whether the seals can move, and after each of their moves a bear can catch one."""
    moves = facts.position.moves()
    if facts.over or facts.mover != SEALS or moves[0].text == PASS:
        return False
    after = (facts.after(move) for move in moves)
    return all(each.attacked and not each.over for each in after)


def _still_caught(case: Case, ply: int) -> bool:
    """Whether the line, as far as it goes, has a catch within the next two plies."""
    ahead = case.played.moves[ply : ply + 2]
    return len(ahead) < 2 or "x" in ahead[1]


def _same_at(line: Line, ply: int, question: Callable[[Facts], object]) -> bool:
    """Whether it is also so after that many plies of another line."""
    return len(line) >= ply and bool(question(line.position(ply)))


def loses_seal(case: Case) -> Reason | None:
    """Further on in the line a seal is caught; in the better one none, or only later.

    Of the last seal `loses_last_seal` says more: the game is over.
    """
    catch, later = case.played.catch_before(case.better)
    if catch is None or (later is None and case.before.seals.bit_count() < _PAIR):
        return None
    if later is not None:
        return reason(
            "loses-seal-sooner",
            (catch.seal, catch.bear),
            line=case.played.text(catch.ply),
            seal=catch.seal,
            better=case.better.text(later.ply),
        )
    return reason(
        "loses-seal",
        (catch.seal, catch.bear),
        line=case.played.text(catch.ply),
        seal=catch.seal,
        bear=catch.bear,
    )


def loses_last_seal(case: Case) -> Reason | None:
    """The line ends with both seals caught (S8)."""
    if case.played.end != "S8" or case.better.end == "S8":
        return None
    last = case.played.catches()[-1]
    return reason("loses-last-seal", (last.seal,), line=case.played.text(last.ply), seal=last.seal)


# -- safe ice and isolation -----------------------------------------------------------------------


def misses_isolation(case: Case) -> Reason | None:
    """One move would have isolated a seal (S9)."""
    isolated = sorted(case.better.first.position.isolated)
    if not isolated:
        return None
    return reason("misses-isolation", isolated, better=case.advice, seal=isolated[0])


def isolation_ahead(case: Case) -> Reason | None:
    """The better line ends with a seal isolated; this one does not end well."""
    if case.better.end != "S9" or len(case.better) == 1 or case.played.won_by == SEALS:
        return None
    seal = sorted(case.better.last.position.isolated)[0]
    return reason("isolation-ahead", (seal,), line=case.better.text(len(case.better)), seal=seal)


def misses_sacrifice(case: Case) -> Reason | None:
    """Giving up one seal at once would have cost a bear and saved the other seal (S6)."""
    at = case.better.refuge_at()
    if at is None or case.before.refuge or case.played.refuge_at():
        return None
    if at < 2 or "x" not in case.better.moves[1]:
        return None
    refuge = case.better.position(at).refuge
    assert refuge is not None
    given = case.better.moves[1][3:]
    return reason(
        "misses-sacrifice",
        (given, spot(refuge.seals)),
        line=case.better.text(at),
        given=given,
        seal=spot(refuge.seals),
    )


def misses_refuge(case: Case) -> Reason | None:
    """A seal could have come to ice that no bear can get to."""
    at = case.better.escape_at()
    if at is None or case.before.refuge or case.played.refuge_at():
        return None
    refuge = case.better.position(at).refuge
    assert refuge is not None
    if refuge.bears:
        return None
    return reason(
        "misses-refuge", names(refuge.seals), line=case.better.text(at), seal=spot(refuge.seals)
    )


def misses_outnumbering(case: Case) -> Reason | None:
    """Two seals could have shared a part of the ice with a bear that catches only one."""
    at = case.better.escape_at()
    if at is None or case.before.refuge or case.played.refuge_at():
        return None
    refuge = case.better.position(at).refuge
    assert refuge is not None
    if not refuge.bears:
        return None
    return reason(
        "misses-outnumbering",
        names(refuge.seals | refuge.bears),
        line=case.better.text(at),
        bear=spot(refuge.bears),
    )


# -- places ---------------------------------------------------------------------------------------


def invites_attack(case: Case) -> Reason | None:
    """The answer brings a bear next to a seal with a gain of time.

    It need not have been so.
    """
    if case.seat != SEALS or _hit(case.played) == 0:
        return None
    seal = spot(_hit(case.played))
    other = case.better.first
    if not other.attacked and not any(other.attacks(s) for s in squares(other.seals)):
        kind, params = "steps-into-range", {"better": case.advice}
    elif len(case.better) > 1 and _hit(case.better) == 0:
        kind, params = "invites-attack", {}
    else:
        return None
    assert case.reply is not None
    return reason(kind, (seal, case.reply[3:]), reply=case.reply, seal=seal, **params)


def _hit(line: Line) -> int:
    """The seals that a bear comes next to with the second move of a line."""
    if len(line) < 2 or "-" not in line.moves[1] or line.after[1].over:
        return 0
    return near(square(line.moves[1][3:])) & line.after[1].seals


def few_flights(case: Case) -> Reason | None:
    """After the answer a seal has hardly a safe space to go to.

    It would have had more.
    """
    if case.seat != SEALS or min(len(case.played), len(case.better)) < 2:
        return None
    after, other = case.played.after[1], case.better.after[1]
    if after.over or other.over:
        return None
    tight = min(squares(after.seals), key=lambda s: after.flights(s).bit_count())
    left = after.flights(tight)
    kept = min(other.flights(s).bit_count() for s in squares(other.seals))
    if not 1 <= left.bit_count() <= _FEW or kept < left.bit_count() + 2:
        return None
    return reason(
        "few-flights",
        (name(tight), *names(left)),
        line=case.played.text(2),
        seal=name(tight),
        flights=listed(left),
        better=case.better.text(2),
        kept=kept,
    )


def bears_close_in(case: Case) -> Reason | None:
    """The bears are nearer to both seals than they need be."""
    if case.seat != SEALS or min(len(case.played), len(case.better)) < 2:
        return None
    mine, kept = case.played.after[1].hunt, case.better.after[1].hunt
    if not mine or kept < mine + 2 or case.played.after[1].seals.bit_count() != _PAIR:
        return None
    return reason(
        "bears-close-in",
        names(case.played.after[1].bears),
        line=case.played.text(2),
        n=mine,
        better=case.better.text(2),
        kept=kept,
    )


SEALS_THEMES: Final[Finder[Case, Reason]] = collect(
    misses_isolation,
    find_first(
        walks_into_capture,
        leaves_seal_attacked,
        allows_double_attack,
        no_way_out,
        no_safe_move,
        loses_seal,
    ),
    loses_last_seal,
    find_first(
        misses_sacrifice,
        misses_refuge,
        misses_outnumbering,
        isolation_ahead,
    ),
)
