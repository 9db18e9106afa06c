"""Why a placement or a movement of `torch` was a mistake: what it sank, what it can be sunk by,
what the coming ballot and scoring make of it. One function for each kind of reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from .....core.mistakes import Reason
from ...board import space_name, tile_label
from ...position import TorchPosition
from ..facts import (
    Sinking,
    Step,
    Study,
    dangers,
    letters,
    named,
    others,
    owned,
    points,
    points_of,
    reason,
    sinkings,
    standing,
    still_to_move,
    visitors,
)

MOVEMENT_KINDS: Final = (
    "sinks-own",
    "missed-sinking",
    "walks-into-sinking",
    "left-in-danger",
    "stands-alone",
    "piles-up",
    "thin-scoring",
    "same-number",
    "danger-next-round",
    "easy-to-reach",
)


def _moves(study: Study) -> bool:
    return study.before.phase == "move"


def _first_loss(study: Study, step: Step) -> tuple[int, int]:
    """Points that a first move sinks: own, and of the others."""
    gone = [p for lost in step.lost for p in lost.pyramids]
    return points_of(owned(gone, study.suit)), points_of(others(gone, study.suit))


def _sinks_own(study: Study) -> Iterator[Reason]:
    """The move itself sinks own pyramids for too little; the better one does not."""
    step = study.played.first
    if not _moves(study) or not step.lost:
        return
    own, theirs = _first_loss(study, step)
    less, _ = _first_loss(study, study.better.first)
    if own <= less or theirs >= own * (study.before.seats - 1):
        return
    lost = step.lost[0]
    yield reason(
        "sinks-own",
        "" if theirs else ".alone",
        rule="T11",
        spaces=(lost.space,),
        move=step.move,
        tile=tile_label(lost.tile),
        space=lost.space,
        own=letters(owned(lost.pyramids, study.suit)),
        points=points(own),
        theirs=points(theirs),
    )


def _missed_sinking(study: Study) -> Iterator[Reason]:
    """The better move sinks more of the others' than it costs."""
    step = study.better.first
    if not _moves(study) or not step.lost:
        return
    own, theirs = _first_loss(study, step)
    mine, gain = _first_loss(study, study.played.first)
    if theirs <= own or theirs - own <= gain - mine:
        return
    lost = step.lost[0]
    yield reason(
        "missed-sinking",
        rule="T11",
        spaces=(lost.space,),
        better=step.move,
        tile=tile_label(lost.tile),
        space=lost.space,
        pyramids=named(others(lost.pyramids, study.suit)),
        gain=points(theirs),
        price=points(own),
    )


# -- what can be sunk ---------------------------------------------------------------------------


def _moved(study: Study) -> tuple[str, ...]:
    """The mover's pyramids that are somewhere else after the move."""
    before, after = study.before.pyramids, study.played.first.after.pyramids
    own = owned(after, study.suit)
    return tuple(p for p in own if before.get(p) != after[p])


def _shown(study: Study) -> Sinking | None:
    """The first time the played line sinks own pyramids."""
    for step in study.played.steps[1:]:
        for lost in step.lost:
            if lost.how == "sunk" and step.seat != study.seat and owned(lost.pyramids, study.suit):
                return Sinking(step.seat, step.move, lost.space, lost.pyramids)
    return None


def _worst_danger(study: Study, by: tuple[int, ...], wiser_by: tuple[int, ...]) -> Sinking | None:
    """What these seats can sink right after the move, for less than it is worth, and not after the
    better one: what the line shows, or else the dearest."""
    after, wiser = study.played.first.after, study.better.first.after
    suits, shown = study.before.suits, _shown(study)
    again = [
        sinking for rival in wiser_by if rival != study.seat for sinking in sinkings(wiser, rival)
    ]
    drowned = {p for _, lost in study.better.losses() if lost.how == "sunk" for p in lost.pyramids}

    def price(sinking: Sinking) -> int:
        return points_of(sinking.cost(suits[sinking.seat]))

    def safe(sinking: Sinking) -> bool:
        """Whether nobody sinks these pyramids as cheaply after the better move."""
        own = set(sinking.cost(study.suit))
        if drowned & own or not own <= set(wiser.pyramids):
            return False
        return not any(
            own & set(x.pyramids)
            and (price(x) <= price(sinking) or price(x) < points_of(x.cost(study.suit)))
            for x in again
        )

    def told_later(sinking: Sinking) -> bool:
        """What the line shows comes first."""
        same = shown and (sinking.space, sinking.pyramids[-1]) == (shown.space, shown.pyramids[-1])
        return not same

    found = dangers(after, study.seat, by)
    return next((x for x in sorted(found, key=told_later) if safe(x)), None)


def _dangerous(study: Study) -> Iterator[Reason]:
    """Others can sink own pyramids after the move, and could not after the better one."""
    if not _moves(study):
        return
    after, wiser = study.played.first.after, study.better.first.after
    sinking = _worst_danger(study, still_to_move(after), still_to_move(wiser))
    if sinking is not None:
        walked = set(sinking.cost(study.suit)) & set(_moved(study))
        yield _told(study, sinking, "walks-into-sinking" if walked else "left-in-danger")


def _danger_next_round(study: Study) -> Iterator[Reason]:
    """Nobody moves in this round any more, but those who will move in the next one before the
    mover could sink own pyramids as things stand, and could not after the better move."""
    if not _moves(study) or len(still_to_move(study.before)) > 1:
        return
    passed = (*study.before.clockwise[1:], study.before.clockwise[0])
    first = passed[: passed.index(study.seat)]
    if any(step.after.phase != "number" for step in (study.played.first, study.better.first)):
        return  # the game is over
    sinking = _worst_danger(study, first, first)
    if sinking is not None:
        yield _told(study, sinking, "danger-next-round")


def _told(study: Study, sinking: Sinking, kind: str) -> Reason:
    own = sinking.cost(study.suit)
    price = points_of(sinking.cost(study.before.suits[sinking.seat]))
    return reason(
        kind,
        rule="T11",
        spaces=(sinking.space,),
        own=letters(own),
        space=sinking.space,
        who=study.before.seat_name(sinking.seat),
        attack=sinking.move,
        points=points(points_of(own)),
        price=points(price),
        better=study.advice,
    )


# -- what the ballot and the scoring make of it ---------------------------------------------------


def _lone(position: TorchPosition, suit: str) -> tuple[int, str, tuple[str, ...]]:
    """The most points a suit has on a tile that carries nobody else's pyramid."""
    best: tuple[int, str, tuple[str, ...]] = (0, "", ())
    for at in sorted(position.tiles):
        on = standing(position, at)
        if on and not others(on, suit):
            best = max(best, (points_of(on), at, on))
    return best


def _stands_alone(study: Study) -> Iterator[Reason]:
    """The move leaves more points alone on one tile than the better one does, so that a vote
    against that tile costs nobody else anything."""
    if not _moves(study):
        return
    after = study.played.first.after
    lone, at, own = _lone(after, study.suit)
    less, _, _ = _lone(study.better.first.after, study.suit)
    if lone - less >= 2 and set(own) <= set(study.better.first.after.pyramids):
        yield reason(
            "stands-alone",
            "" if less else ".none",
            rule="T19",
            spaces=(at,),
            move=study.move,
            own=letters(own),
            points=points(lone),
            tile=tile_label(after.tiles[at]),
            space=at,
            better=study.advice,
            less=points(less),
        )


def _fullest(position: TorchPosition, suit: str) -> int:
    """The most points a suit has on one tile."""
    return max((points_of(owned(standing(position, at), suit)) for at in position.tiles), default=0)


def _piles_up(study: Study) -> Iterator[Reason]:
    """The moved pyramid joins own ones: one vote or one sinking takes them all."""
    step = study.played.first
    if step.parts.kind != "walk" or step.lost:
        return
    at = space_name(step.parts.spaces[-1])
    own = owned(standing(step.after, at), study.suit)
    if len(own) < 2 or points_of(own) <= _fullest(study.better.first.after, study.suit):
        return
    yield reason(
        "piles-up",
        rule="T19",
        spaces=(at,),
        move=study.move,
        own=letters(own),
        tile=tile_label(step.after.tiles[at]),
        space=at,
        points=points(points_of(own)),
        total=points_of(owned(step.after.pyramids, study.suit)),
    )


def _thin_scoring(study: Study) -> Iterator[Reason]:
    """The round ends with scoring (T21), and the best own tile pays less than it could."""
    if not _moves(study) or study.before.round <= study.before.seats or study.played.first.lost:
        return
    paid = _fullest(study.played.first.after, study.suit)
    more = _fullest(study.better.first.after, study.suit)
    if paid < more:
        yield reason(
            "thin-scoring",
            rule="T21",
            move=study.move,
            paid=points(paid),
            better=study.advice,
            more=points(more),
        )


def _same_number(study: Study) -> Iterator[Reason]:
    """A pyramid is placed on a number on which own ones stand already: one number vote then
    threatens them all."""
    step = study.played.first
    if step.parts.kind != "place":
        return

    def company(placed: Step) -> tuple[str, tuple[str, ...]]:
        at = space_name(placed.parts.spaces[0])
        number = placed.after.tiles[at][1]
        on = [
            p
            for p, where in placed.after.pyramids.items()
            if p[0] == study.suit and placed.after.tiles[where][1] == number
        ]
        return number, tuple(on)

    number, own = company(step)
    _, fewer = company(study.better.first)
    if len(own) > 1 and points_of(own) > points_of(fewer):
        at = space_name(step.parts.spaces[0])
        yield reason(
            "same-number",
            rule="T14",
            spaces=(at,),
            move=study.move,
            own=letters(own),
            number=number,
            better=study.advice,
        )


def _easy_to_reach(study: Study) -> Iterator[Reason]:
    """More pyramids of the others can come where the placed or moved one stands than after the
    better move."""
    after, wiser = study.played.first.after, study.better.first.after
    moved = _moved(study)
    if len(moved) != 1 or moved[0] not in wiser.pyramids:
        return
    at, there = after.pyramids[moved[0]], wiser.pyramids[moved[0]]
    count = len(visitors(after, at, study.seat))
    fewer = len(visitors(wiser, there, study.seat))
    if count - fewer >= _CROWD:
        yield reason(
            "easy-to-reach",
            rule="T9",
            spaces=(at,),
            own=moved[0][1],
            space=at,
            count=count,
            better=study.advice,
            fewer=fewer,
            there=there,
        )


_CROWD: Final = 3  # so many pyramids more are a difference

MOVEMENT_FINDERS: Final[tuple[Callable[[Study], Iterator[Reason]], ...]] = (
    _sinks_own,
    _missed_sinking,
    _dangerous,
    _stands_alone,
    _piles_up,
    _thin_scoring,
    _same_number,
)
LAST_MOVEMENT_FINDERS: Final = (_danger_next_round, _easy_to_reach)
