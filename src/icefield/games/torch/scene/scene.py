"""The scene of a position: tiles on open water with pyramids, and trays.

The trays of the players lie at the four edges: seat 0 at the bottom, then clockwise left, top,
right. The position must be the viewer's view, so that a vote which is secret from the viewer is not
even known here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from ....core.message import Message, message
from ....core.scene import Label, Mark, Point, Scene, Space
from ..board import (
    FILES,
    SIZE,
    SPACES,
    list_names,
    option_label,
    pyramid_label,
    pyramid_weight,
    space_name,
    tile_label,
)
from .controls import controls
from .last_turn import LastTurn, trace_last_turn
from .layout import MARGIN, OUTLINE, SHEET, at, beside
from .pieces import (
    candidate_totals,
    lost_pieces,
    pyramid_pieces,
    standing_pyramids,
    tally_pieces,
    tile_pieces,
)
from .trays import GAIN_AT, seats_to_roll, tray_pieces

if TYPE_CHECKING:
    from ..position import TorchPosition


def scene(position: TorchPosition, viewer: int | None) -> Scene:
    """The scene for a viewer (None: a spectator), of the viewer's own view."""
    last_turn = trace_last_turn(position)
    standing = standing_pyramids(position)
    marks = (*_candidate_marks(position), *_last_turn_marks(last_turn))
    return Scene(
        game="torch",
        width=SHEET,
        height=SHEET,
        caption=_caption(position, viewer),
        prompt=_prompt(position),
        spaces=tuple(_space(position, space_name(at), standing) for at in range(SPACES)),
        pieces=(
            *tile_pieces(position, standing),
            *pyramid_pieces(position, standing),
            *tally_pieces(position),
            *tray_pieces(position, viewer, last_turn),
            *lost_pieces(position, last_turn),
        ),
        marks=marks,
        labels=(
            *_COORDINATES,
            *_gain_labels(position, last_turn),
            *_number_labels(position, marks),
        ),
        controls=controls(position),
        facts=_facts(position),
    )


# -- places -------------------------------------------------------------------------------------


def _coordinates() -> tuple[Label, ...]:
    columns = [Label(c, at(f"{c}1")[0], SIZE + MARGIN + 0.09) for c in FILES]
    rows = [Label(str(r), MARGIN - 0.09, at(f"a{r}")[1]) for r in range(1, SIZE + 1)]
    return (*columns, *rows)


_COORDINATES: Final = _coordinates()


def _space(position: TorchPosition, space: str, standing: dict[str, list[str]]) -> Space:
    x, y = at(space)
    tile, pyramids = position.tiles.get(space), standing.get(space, [])
    if tile is None:
        name = message("torch.space.gap", space=space)
    elif pyramids:
        names = {f"p{i}": pyramid_label(p) for i, p in enumerate(pyramids, 1)}
        name = message(
            f"torch.space.loaded.{len(pyramids)}",
            space=space,
            tile=tile_label(tile),
            weight=sum(map(pyramid_weight, pyramids)),
            **names,
        )
    else:
        name = message("torch.space.tile", space=space, tile=tile_label(tile))
    return Space(
        id=space,
        x=x,
        y=y,
        outline=OUTLINE,
        look="gap" if tile is None else "tile",
        name=name,
        cell=(FILES.index(space[0]), SIZE - int(space[1])),
        glyph="~",
        chosen=_chosen_words(position, space),
    )


def _chosen_words(position: TorchPosition, space: str) -> Message | None:
    """What the player who moves reads on touching a tile with own pyramids."""
    if position.phase != "move":
        return None
    suit = position.suits[position.turn or 0]
    own = [p for p, at in position.pyramids.items() if at == space and p[0] == suit]
    if not own:
        return None
    if len(own) > 1:
        return message("torch.chosen.several", space=space)
    return message("torch.chosen.one", pyramid=pyramid_label(own[0]), space=space)


# -- words --------------------------------------------------------------------------------------


def _seat_names(position: TorchPosition, seats: Sequence[int]) -> str | Message:
    return list_names([position.seat_name(seat) for seat in seats])


def _caption(position: TorchPosition, viewer: int | None) -> Message:
    """The present decision, or the end of the game, in one sentence."""
    if position.outcome is not None:
        winners = _seat_names(position, position.outcome.winners)
        code = "won" if len(position.outcome.winners) == 1 else "shared"
        return message(f"torch.caption.{code}", reason=position.outcome.reason, who=winners)
    params = _phase_params(position)
    if position.in_ballot and viewer in position.barred:
        return message(f"torch.caption.barred.{position.phase}", **params)
    if position.phase == "roll":
        params["who"] = position.seat_name(seats_to_roll(position)[0])
    elif not position.in_ballot:
        params["who"] = position.seat_name(position.turn or 0)
    return message(f"torch.caption.{position.phase}", **params)


def _prompt(position: TorchPosition) -> Message | None:
    """The present decision, addressed to the player who makes it."""
    if not position.deciders:
        return None
    if position.phase.endswith("-coins") and (added := find_answered_coins(position)):
        seat, coins, option = added
        worth = [
            message("torch.prompt.worth", option=option_label(each), worth=weight)
            for each, weight in position.worth.items()
        ]
        return message(
            "torch.prompt.coins-again",
            who=position.seat_name(seat),
            coins=coins,
            option=option_label(option),
            worth=list_names(worth),
        )
    return message(f"torch.prompt.{position.phase}", **_phase_params(position))


def find_answered_coins(position: TorchPosition) -> tuple[int, int, str] | None:
    """The last coins that were added since the deciding seat was asked, or None.

    As seat, value and option. None also where the seat is asked for the first time (T15).
    """
    added: tuple[int, int, str] | None = None
    now, seat = position, position.turn
    while now.before is not None and now.last is not None:
        before, move = now.before, now.last.text
        if before.phase != position.phase:
            return None
        if before.turn == seat:
            return added
        if added is None and move.startswith("add"):
            added = (before.turn or 0, int(move[3]), move[5])
        now = before
    return None


def _phase_params(position: TorchPosition) -> dict[str, str | int | Message]:
    """What the sentences about the present phase name, except the player."""
    if position.phase == "place":
        return {"letter": position.hands[position.turn or 0][0]}
    return {"number": str(position.number)} if position.phase == "suit" else {}


def _facts(position: TorchPosition) -> tuple[Message, ...]:
    """Round, torch and ballot in short sentences."""
    number, torch = position.number, position.torch
    ballot = position.phase.partition("-")[0]
    facts = [
        message("torch.fact.round", round=position.round)
        if position.round
        else message("torch.fact.setup")
    ]
    if torch is not None:
        facts.append(message("torch.fact.torch", who=position.seat_name(torch)))
    facts.append(message("torch.fact.tiles", n=len(position.tiles)))
    if number is not None and position.phase.startswith("suit-"):
        facts.append(message("torch.fact.number", number=number))
    if position.barred:
        facts.append(message("torch.fact.barred", who=_seat_names(position, position.barred)))
    if position.in_ballot and position.deciders:
        facts.append(message("torch.fact.waiting", who=_seat_names(position, position.deciders)))
    facts += [
        message(f"torch.fact.{ballot}-worth", option=option_label(option), worth=worth)
        for option, worth in position.worth.items()
    ]
    return tuple(facts)


# -- marks --------------------------------------------------------------------------------------


def _last_turn_marks(last_turn: LastTurn) -> Iterator[Mark]:
    for lost in last_turn.lost_tiles:
        name = message(f"torch.mark.{lost.how}", tile=tile_label(lost.tile))
        yield Mark(lost.how, (at(lost.space),), space=lost.space, name=name)
    if len(last_turn.path) > 1:
        yield Mark(
            "last-move under",
            tuple(at(space) for space in last_turn.path),
            space=last_turn.path[-1],
        )
    elif last_turn.path:
        yield Mark("placed under", (at(last_turn.path[0]),), space=last_turn.path[0])
    for space in dict.fromkeys(selection.space for selection in last_turn.selections):
        yield Mark("selected under", (at(space),), space=space)


def _candidate_marks(position: TorchPosition) -> Iterator[Mark]:
    for space, total in candidate_totals(position).items():
        name = (
            message("torch.mark.tally", worth=total) if total else message("torch.mark.candidate")
        )
        yield Mark("candidate under", (at(space),), space=space, name=name)


def _number_labels(position: TorchPosition, marks: Sequence[Mark]) -> Iterator[Label]:
    """The numbers of tiles again, above the marks that would cover them."""
    marked = {point for mark in marks for point in _points_along(mark.path)}
    for space, tile in position.tiles.items():
        x, y = at(space)
        if (x, y) in marked:
            yield Label(tile[1], x - 0.33, y - 0.305, f"index over suit-{tile[0].lower()}")


def _points_along(path: Sequence[Point]) -> Iterator[Point]:
    """The middles of the spaces that a path touches or jumps over."""
    yield from path
    for (ax, ay), (bx, by) in pairwise(path):
        if max(abs(ax - bx), abs(ay - by)) > 1.5:
            yield (ax + bx) / 2, (ay + by) / 2


def _gain_labels(position: TorchPosition, last_turn: LastTurn) -> Iterator[Label]:
    """Beside each score, what the selections of this round have paid so far (T21)."""
    for seat in range(position.seats):
        gain = sum(selection.paid.get(seat, 0) for selection in last_turn.selections)
        if gain:
            x, y = beside(seat, GAIN_AT)
            yield Label(f"+{gain}", x, y, "gain")
