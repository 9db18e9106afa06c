"""Why a move of `torch` was a mistake, in the words of somebody who knows the game.

Every kind of reason is one function below: it looks at a mistake whose lines have been replayed
and says what it sees there, or nothing. The order of `_FINDERS` is the order in which they are
told: what ended the game, what the move itself did, what the lines show, what it left open.
Ballots have `reasons_of_ballots`, movement and placement `reasons_of_movement`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from .....core.message import message
from .....core.mistakes import Mistake, Reason
from ...board import option_label, pyramid_label, tile_label
from ...scene.last_turn import Lost
from ..facts import (
    BALLOTS,
    Line,
    Sinking,
    Step,
    Study,
    exposed,
    letters,
    listed,
    named,
    others,
    owned,
    points,
    points_of,
    reachable,
    reason,
    rivals_of,
    sinkings,
    stakes,
    standing,
)
from .ballots import BALLOT_FINDERS, BALLOT_KINDS
from .movement import LAST_MOVEMENT_FINDERS, MOVEMENT_FINDERS, MOVEMENT_KINDS

Finder = Callable[[Study], Iterator[Reason]]

REASON_KINDS: Final = (
    "ends-behind",
    "missed-win",
    "crowns-another",
    "scores-less",
    "feeds-rival",
    "burns-cover",
    "missed-target",
    "burns-refuge",
    "leaves-refuge",
    "line-loses",
    "line-spares",
    *BALLOT_KINDS,
    *MOVEMENT_KINDS,
)


def reasons(mistake: Mistake) -> tuple[Reason, ...]:
    """The reasons that apply, the most telling first."""
    study = Study(mistake)
    if not study.complete or study.alike:
        return ()
    found = [each for finder in _FINDERS for each in finder(study)]
    if not found and study.before.phase != "score":
        found = [each for finder in _LAST_FINDERS for each in finder(study)]
    return tuple(_came_true(study, each) for each in found)


def _came_true(study: Study, told: Reason) -> Reason:
    """A reason about a tile that really went down afterwards with the mover's pyramids says so."""
    if told.kind not in _ABOUT_OWN_TILES:
        return told
    for step, lost in study.followed.losses():
        own = owned(lost.pyramids, study.suit)
        if step is not study.followed.first and lost.space in told.spaces and own:
            text = message(
                "torch.reason.came-true",
                reason=told.text,
                tile=tile_label(lost.tile),
                own=letters(own),
            )
            return Reason(told.kind, text, told.rule, told.spaces)
    return told


_ABOUT_OWN_TILES: Final = frozenset(
    (
        "own-number",
        "own-tile",
        "walks-into-sinking",
        "left-in-danger",
        "danger-next-round",
        "stands-alone",
        "piles-up",
    )
)


# -- the end ------------------------------------------------------------------------------------


def _ending(line: Line, now: bool) -> Step | None:
    """The step that ends the game (T24, T18a): the first move, or a later one of the same round."""
    for i, step in enumerate(line.steps):
        if step.after.phase in ("crown", "over"):
            same = step.before.round == line.first.before.round
            return step if line.end.outcome and same and (i == 0) == now else None
    return None


def _ends_behind(study: Study, now: bool) -> Iterator[Reason]:
    """The line ends the game and somebody else wins; the better one does not."""
    last, outcome, other = (
        _ending(study.played, now),
        study.played.end.outcome,
        study.better.end.outcome,
    )
    if last is None or outcome is None or study.seat in outcome.winners:
        return
    if study.before.phase == "crown" or (other is not None and study.seat not in other.winners):
        return
    yield reason(
        "ends-behind",
        "" if now else ".later",
        rule=outcome.rule,
        move=study.move,
        who=listed([study.before.seat_name(x) for x in outcome.winners]),
        theirs=max(outcome.scores[x] for x in outcome.winners),
        own=outcome.scores[study.seat],
        last=last.move,
    )


def _missed_win(study: Study, now: bool) -> Iterator[Reason]:
    """The better line ends the game with the mover among the winners; the other does not."""
    last, outcome, other = (
        _ending(study.better, now),
        study.better.end.outcome,
        study.played.end.outcome,
    )
    if last is None or outcome is None or study.seat not in outcome.winners:
        return
    if study.before.phase == "crown" or (other is not None and study.seat in other.winners):
        return
    rest = [x for x in range(study.before.seats) if x != study.seat]
    yield reason(
        "missed-win",
        "" if now else ".later",
        rule=outcome.rule,
        better=study.advice,
        own=outcome.scores[study.seat],
        theirs=max(outcome.scores[x] for x in rest),
        last=last.move,
    )


def _crowns_another(study: Study) -> Iterator[Reason]:
    if study.before.phase != "crown" or study.advice != f"crown:{study.suit}":
        return
    best = max(study.before.scores)
    shared = study.move == "share"
    yield reason(
        "crowns-another",
        ".share" if shared else "",
        rule="T26",
        points=points(best),
        better=study.advice,
        who=option_label(study.played.first.parts.option),
    )


# -- scoring ------------------------------------------------------------------------------------


def _scored(study: Study, step: Step) -> tuple[str, int, tuple[str, ...]]:
    """The space a step selects, what it pays the mover, and the others' pyramids there."""
    at = step.move.partition(":")[2]
    on = standing(step.before, at)
    return at, points_of(owned(on, study.suit)), others(on, study.suit)


def _scores_less(study: Study) -> Iterator[Reason]:
    if study.before.phase != "score":
        return
    at, paid, _ = _scored(study, study.played.first)
    there, more, _ = _scored(study, study.better.first)
    if paid < more:
        yield reason(
            "scores-less",
            rule="T21",
            spaces=(at, there),
            space=at,
            paid=points(paid),
            there=there,
            more=points(more),
        )


def _feeds_rival(study: Study) -> Iterator[Reason]:
    """The selected tile pays somebody else more than the better one would."""
    if study.before.phase != "score":
        return
    at, _, fed = _scored(study, study.played.first)
    there, _, spared = _scored(study, study.better.first)

    def paid(suit: str, pyramids: tuple[str, ...]) -> int:
        return points_of(owned(pyramids, suit))

    gains = {
        suit: paid(suit, fed) - paid(suit, spared) for suit in rivals_of(study.before, study.seat)
    }
    suit = max(gains, key=lambda each: (gains[each], each))
    if gains[suit] > 0:
        yield reason(
            "feeds-rival",
            rule="T21",
            spaces=(at, there),
            space=at,
            who=option_label(suit),
            paid=points(paid(suit, fed)),
            there=there,
            less=paid(suit, spared),
        )


# -- the torch ----------------------------------------------------------------------------------


def _burns_cover(study: Study) -> Iterator[Reason]:
    """The removed tile was the last of its number without own pyramids: a vote for that number
    can now hit nobody else."""
    step = study.played.first
    if step.parts.kind != "burn":
        return
    at = step.lost[0].space
    number = step.lost[0].tile[1]
    left = stakes(step.after, number)
    if left and all(owned(on, study.suit) for on in left.values()):
        own = tuple(p for on in left.values() for p in owned(on, study.suit))
        yield reason(
            "burns-cover",
            rule="T20",
            spaces=(at, *left),
            tile=tile_label(step.lost[0].tile),
            space=at,
            number=number,
            own=letters(own),
        )


def _missed_target(study: Study) -> Iterator[Reason]:
    """The better tile to remove was the last of its number that carries nothing of the others: a
    vote for that number could then hit nobody but them."""
    step = study.better.first
    if step.parts.kind != "burn":
        return
    number = step.lost[0].tile[1]
    left = stakes(step.after, number)
    rivals = rivals_of(study.before, study.seat)

    def aimed(on: dict[str, tuple[str, ...]]) -> bool:
        return bool(on) and all(each and not owned(each, study.suit) for each in on.values())

    if aimed(left) and not aimed(stakes(study.played.first.after, number)):
        victims = tuple(p for on in left.values() for p in on if p[0] in rivals)
        yield reason(
            "missed-target",
            rule="T20",
            spaces=(step.lost[0].space, *left),
            better=step.move,
            number=number,
            pyramids=named(victims),
        )


def _refuges(study: Study) -> Iterator[Reason]:
    """The removed tile was a refuge: of an own pyramid that has hardly another, or the tile that
    should have gone was one of a rival's."""
    if study.before.phase != "burn":
        return
    after, wiser = study.played.first.after, study.better.first.after
    dear = sorted(after.pyramids, key=lambda p: -points_of([p]))
    for pyramid in dear:
        here, there = reachable(after, pyramid), reachable(wiser, pyramid)
        mine = pyramid[0] == study.suit
        few, more = (here, there) if mine else (there, here)
        if len(few) <= _CORNERED and few < more:
            yield reason(
                "burns-refuge" if mine else "leaves-refuge",
                rule="T20",
                spaces=(after.pyramids[pyramid], *sorted(more - few)),
                pyramid=pyramid[1] if mine else pyramid_label(pyramid),
                space=after.pyramids[pyramid],
                refuge=sorted(more - few)[0],
                n=len(few),
                better=study.advice,
            )
            return


_CORNERED: Final = 2  # a pyramid that can go to so few tiles is in trouble


# -- the lines ----------------------------------------------------------------------------------
# A line is only what to expect. What it shows is told where the first move is its cause: where the
# same is not possible, or costs somebody else, right after the other first move.


def _at_once(line: Line, step: Step, lost: Lost) -> Sinking | None:
    """The sinking that a line shows, if it needs nothing but the line's first move."""
    for sinking in sinkings(line.first.after, step.seat):
        if sinking.space == lost.space and set(sinking.pyramids) == set(lost.pyramids):
            return sinking
    return None


def _on_tile(step: Step, tile: str, suit: str) -> tuple[str, ...]:
    """What a suit has on a tile after a move, wherever the tile lies."""
    spaces = [at for at, lying in step.after.tiles.items() if lying == tile]
    return tuple(p for at in spaces for p in owned(standing(step.after, at), suit))


def _lines_lose(study: Study) -> Iterator[Reason]:
    """The line takes more own points in this round than the better one, which keeps them: because
    they cannot be sunk there, or do not all stand on the tile that is voted out."""
    cost, less = points_of(study.played.cost(study.suit)), points_of(study.better.cost(study.suit))
    if cost <= less:
        return
    wiser = study.better.first
    for step, lost in study.played.soon():
        own = owned(lost.pyramids, study.suit)
        if not own or any(p not in study.better.end.pyramids for p in own):
            continue
        attack = None
        if lost.how == "sunk":
            attack = _at_once(study.played, step, lost)
            if attack is None or not study.better.beyond("move") or exposed(wiser.after, own):
                continue
        elif not study.better.beyond(*BALLOTS) or set(own) <= set(
            _on_tile(wiser, lost.tile, study.suit)
        ):
            continue
        yield reason(
            "line-loses",
            f".{lost.how}",
            rule="T11" if attack else "T19",
            spaces=(lost.space,),
            move=study.move,
            who=step.before.seat_name(step.seat),
            attack=attack.move if attack else "",
            tile=tile_label(lost.tile),
            space=lost.space,
            own=letters(own),
            points=points(points_of(own)),
            better=study.advice,
        )
        return


def _lines_spare(study: Study) -> Iterator[Reason]:
    """The better line takes more from the others, net of what it takes from the mover: because
    they can be sunk there, or because the mover does not stand on the tile that is voted out."""

    def net(line: Line) -> int:
        gone = [p for _, lost in line.losses() for p in lost.pyramids]
        return points_of(others(gone, study.suit)) - points_of(owned(gone, study.suit))

    if net(study.better) <= net(study.played):
        return
    first = study.played.first
    for step, lost in study.better.soon():
        victims = tuple(
            p for p in others(lost.pyramids, study.suit) if p in study.played.end.pyramids
        )
        attack: Sinking | None = None
        own: tuple[str, ...] = ()
        if lost.how == "sunk":
            attack = _at_once(study.better, step, lost)
            prey = others(victims, study.before.suits[step.seat])
            if attack is None or not study.played.beyond("move") or not prey:
                continue
            if exposed(first.after, prey):
                continue
        else:
            there = _on_tile(study.better.first, lost.tile, study.suit)
            own = tuple(p for p in _on_tile(first, lost.tile, study.suit) if p not in there)
            if not study.played.beyond(*BALLOTS) or not victims or not own:
                continue
        yield reason(
            "line-spares",
            f".{lost.how}",
            rule="T11" if attack else "T19",
            spaces=(lost.space,),
            better=study.advice,
            who=step.before.seat_name(step.seat),
            attack=attack.move if attack else "",
            tile=tile_label(lost.tile),
            space=lost.space,
            pyramids=named(victims),
            points=points(points_of(victims)),
            move=study.move,
            own=letters(own) if own else "",
        )
        return


_FINDERS: Final[tuple[Finder, ...]] = (
    _crowns_another,
    partial(_ends_behind, now=True),
    partial(_missed_win, now=True),
    _scores_less,
    _feeds_rival,
    *BALLOT_FINDERS,
    *MOVEMENT_FINDERS,
    partial(_ends_behind, now=False),
    partial(_missed_win, now=False),
    _burns_cover,
    _missed_target,
    _refuges,
)
_LAST_FINDERS: Final[tuple[Finder, ...]] = (_lines_lose, _lines_spare, *LAST_MOVEMENT_FINDERS)
"""Asked where nothing else was found: the lines' own story, which may have other causes too."""
