"""`torch` position → Scene: tiles on open water, pyramids on them, and the players' things at the
four edges (seat 0 at the bottom, then clockwise: left, top, right).

The position given is the view of the seat that looks, so a concealed vote is not even known here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ....core.message import Message, message
from ....core.scene import Control, Label, Mark, Piece, Scene, Space
from ..board import (
    FILES,
    NUMBERS,
    SIZE,
    SPACES,
    SUITS,
    option_label,
    pyramid_label,
    space_name,
    tile_label,
)
from .last_turn import Story, story_of
from .layout import EMBLEMS, MARGIN, OUTLINE, SHEET, at, beside, pyramid_piece, weight_of
from .touches import DONE
from .trays import GAIN_AT, players, to_roll

if TYPE_CHECKING:
    from ..position import TorchPosition

_SIZES: Final = (0.3, 0.38, 0.46)  # of a pyramid, by weight
_FLOOR: Final = 0.37  # where the lower row of pyramids on a tile ends


def scene(position: TorchPosition, seat: int | None) -> Scene:
    """What that seat (None: a spectator) sees of a position that is its view."""
    story = story_of(position)
    on = _standing(position)
    return Scene(
        game="torch",
        width=SHEET,
        height=SHEET,
        caption=_caption(position),
        spaces=tuple(_space(position, space_name(at), on) for at in range(SPACES)),
        pieces=(
            *_tiles(position, on),
            *_pyramids(position, on),
            *_tallies(position),
            *players(position, seat, story),
            *_ghosts(position, story),
        ),
        marks=(*_candidates(position), *_last_marks(story)),
        labels=(*_LABELS, *_gains(position, story)),
        controls=_controls(position),
        facts=_facts(position),
    )


# -- places -------------------------------------------------------------------------------------


def _labels() -> tuple[Label, ...]:
    columns = [Label(c, at(f"{c}1")[0], SIZE + MARGIN + 0.09) for c in FILES]
    rows = [Label(str(r), MARGIN - 0.09, at(f"a{r}")[1]) for r in range(1, SIZE + 1)]
    return (*columns, *rows)


_LABELS: Final = _labels()


# -- words --------------------------------------------------------------------------------------


def _all(names: Sequence[Message]) -> Message:
    """ "Suns", "Suns and Moons", …"""
    if len(names) == 1:
        return names[0]
    return message(f"torch.list.{len(names)}", **dict(zip("abcd", names, strict=False)))


def _seats(position: TorchPosition, seats: Sequence[int]) -> Message:
    return _all([position.seat_name(seat) for seat in seats])


def _caption(position: TorchPosition) -> Message:
    if position.outcome is not None:
        winners = _seats(position, position.outcome.winners)
        code = "won" if len(position.outcome.winners) == 1 else "shared"
        return message(f"torch.caption.{code}", reason=position.outcome.reason, who=winners)
    phase = position.phase
    params: dict[str, str | int | Message] = {}
    if phase == "roll":
        params["who"] = position.seat_name(to_roll(position)[0])
    elif not position.in_ballot:
        params["who"] = position.seat_name(position.turn or 0)
    if phase == "place":
        params["letter"] = position.hands[position.turn or 0][0]
    if phase == "suit":
        params["number"] = str(position.number)
    return message(f"torch.caption.{phase}", **params)


def _facts(position: TorchPosition) -> tuple[Message, ...]:
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
        facts.append(message("torch.fact.barred", who=_seats(position, position.barred)))
    if position.in_ballot and position.deciders:
        facts.append(message("torch.fact.waiting", who=_seats(position, position.deciders)))
    facts += [
        message(f"torch.fact.{ballot}-worth", option=option_label(option), worth=worth)
        for option, worth in position.worth.items()
    ]
    return tuple(facts)


# -- the floe -----------------------------------------------------------------------------------


def _standing(position: TorchPosition) -> dict[str, list[str]]:
    """The pyramids on each space that has some, the heaviest first."""
    on: dict[str, list[str]] = {}
    for pyramid, space in position.pyramids.items():
        on.setdefault(space, []).append(pyramid)
    for pyramids in on.values():
        pyramids.sort(key=lambda p: (-weight_of(p), position.suits.index(p[0]), p[1]))
    return on


def _space(position: TorchPosition, space: str, on: dict[str, list[str]]) -> Space:
    x, y = at(space)
    tile, pyramids = position.tiles.get(space), on.get(space, [])
    if tile is None:
        name = message("torch.space.gap", space=space)
    elif pyramids:
        names = {f"p{i}": pyramid_label(p) for i, p in enumerate(pyramids, 1)}
        name = message(
            f"torch.space.loaded.{len(pyramids)}",
            space=space,
            tile=tile_label(tile),
            weight=sum(map(weight_of, pyramids)),
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
    )


def _tile_piece(tile: str, space: str, look: str, name: Message, standing: bool) -> Piece:
    x, y = at(space)
    return Piece(
        id=f"tile-{tile}",
        symbol=f"torch/tile-{EMBLEMS[tile[0]]}",
        x=x,
        y=y,
        look=f"{look} suit-{tile[0].lower()}",
        name=name,
        space=space if standing else None,
        glyph=tile,
    )


def _tiles(position: TorchPosition, on: dict[str, list[str]]) -> Iterator[Piece]:
    """The tiles, and on the front of those that carry something how heavy it is."""
    for space, tile in position.tiles.items():
        yield _tile_piece(tile, space, "tile flat", tile_label(tile), standing=True)
    for space in on:
        weight = sum(map(weight_of, on[space]))
        yield Piece(
            id=f"load-{space}",
            symbol=f"torch/load-{weight}",
            x=at(space)[0],
            y=at(space)[1],
            look="load flat",
            name=message("torch.thing.load", weight=weight),
            space=space,
            glyph="",
        )


def _places(pyramids: Sequence[str]) -> list[tuple[float, float, float]]:
    """Where each of up to five pyramids on one tile stands, and how large it is drawn: the heavy
    ones in a lower row, the others above it, clear of the number in the tile's corner."""
    count = len(pyramids)
    sizes = [_SIZES[weight_of(p) - 1] for p in pyramids]
    if count == 1:
        return [(0.06, _FLOOR - 0.03 - 0.58 * sizes[0], 1.16 * sizes[0])]
    split = 3 if count == 5 else 2
    lower, upper = sizes[:split], sizes[split:]
    places, x = [], sum(lower) / 2
    for size in lower:  # from the right: the left is near the number
        x -= size
        places.append((x + size / 2, _FLOOR - size / 2, size))
    x = 0.46 - sum(upper)
    for size in upper:
        places.append((x + size / 2, _FLOOR - max(lower) - size / 2, size))
        x += size
    return places


def _pyramids(position: TorchPosition, on: dict[str, list[str]]) -> Iterator[Piece]:
    for space, pyramids in on.items():
        x, y = at(space)
        for pyramid, (dx, dy, size) in zip(pyramids, _places(pyramids), strict=True):
            yield pyramid_piece(position, pyramid, (x + dx, y + dy, size), space)


# -- what happened last -------------------------------------------------------------------------


def _ghosts(position: TorchPosition, story: Story) -> Iterator[Piece]:
    """What has just gone down, still to be seen under water."""
    for lost in story.lost:
        x, y = at(lost.space)
        left = message("torch.thing.left", tile=tile_label(lost.tile))
        yield _tile_piece(lost.tile, lost.space, "ghost", left, standing=False)
        places = _crowd(len(lost.pyramids))
        for pyramid, (dx, dy, size) in zip(lost.pyramids, places, strict=True):
            piece = pyramid_piece(position, pyramid, (x + dx, y + dy, size), None)
            name = message("torch.thing.sunk-pyramid", letter=pyramid[1])
            yield replace(piece, look=f"ghost {piece.look}", name=name)


def _crowd(count: int) -> list[tuple[float, float, float]]:
    """Places for any number of small things on one space, in rows of three."""
    places = []
    for i in range(count):
        row, column = divmod(i, 3)
        across = min(count - 3 * row, 3)
        places.append((0.06 + 0.3 * (column - (across - 1) / 2), 0.26 - 0.3 * row, 0.3))
    return places


def _last_marks(story: Story) -> Iterator[Mark]:
    for lost in story.lost:
        name = message(f"torch.mark.{lost.how}", tile=tile_label(lost.tile))
        yield Mark(lost.how, (at(lost.space),), space=lost.space, name=name)
    if len(story.way) > 1:
        yield Mark("last-move", tuple(at(space) for space in story.way), space=story.way[-1])
    elif story.way:
        yield Mark("placed", (at(story.way[0]),), space=story.way[0])
    for space in dict.fromkeys(chosen.space for chosen in story.selected):
        yield Mark("selected", (at(space),), space=space)


def _gains(position: TorchPosition, story: Story) -> Iterator[Label]:
    """Beside each score, what the selections of this round have paid so far."""
    for seat in range(position.seats):
        gain = sum(chosen.paid.get(seat, 0) for chosen in story.selected)
        if gain:
            x, y = beside(seat, GAIN_AT)
            yield Label(f"+{gain}", x, y, "gain")


# -- ballots ------------------------------------------------------------------------------------


def _stakes(position: TorchPosition) -> dict[str, int | None]:
    """The spaces of the tiles the present ballot is about, with the running total after the
    reveal."""
    worth, number = position.worth, position.number
    if position.phase.startswith("number") and worth:
        totals: dict[str, int | None] = {t: worth.get(t[1]) for t in position.tiles.values()}
        totals = {tile: total for tile, total in totals.items() if total}
    elif position.phase.startswith("suit"):
        totals = {
            f"{suit}{number}": worth.get(suit) for suit in SUITS if not worth or suit in worth
        }
    else:
        return {}
    return {at: totals[tile] for at, tile in position.tiles.items() if tile in totals}


def _candidates(position: TorchPosition) -> Iterator[Mark]:
    for space, total in _stakes(position).items():
        name = (
            message("torch.mark.tally", worth=total) if total else message("torch.mark.candidate")
        )
        yield Mark("candidate", (at(space),), space=space, name=name)


def _tallies(position: TorchPosition) -> Iterator[Piece]:
    for space, total in _stakes(position).items():
        if total:
            x, y = at(space)
            yield Piece(
                id=f"tally-{space}",
                symbol="torch/tally",
                x=x + 0.33,
                y=y - 0.33,
                look="tally flat",
                name=message("torch.thing.tally", worth=total),
                size=0.36,
                space=space,
                glyph=f"={total}",
            )


# -- controls -----------------------------------------------------------------------------------


def _controls(position: TorchPosition) -> tuple[Control, ...]:
    """The buttons of the present phase."""
    return tuple(_buttons(position))


def _choices(what: str, options: Sequence[str]) -> Iterator[Control]:
    for option in options:
        name = message(f"torch.control.{what}", option=option_label(option))
        yield Control(f"{what}-{option}", name, EMBLEMS.get(option, option))


def _buttons(position: TorchPosition) -> Iterator[Control]:
    phase, turn = position.phase, position.turn or 0
    if phase == "roll":
        yield from _choices("roll", NUMBERS)
    elif phase == "move":
        own = {p[1]: at for p, at in position.pyramids.items() if p[0] == position.suits[turn]}
        for letter, at in own.items():
            if list(own.values()).count(at) > 1:
                name = message("torch.control.pyramid", letter=letter)
                yield Control(f"pyramid-{letter}", name, "pyramid")
        yield Control(DONE, message("torch.control.done"), "done")
    elif position.in_ballot:
        yield from _choices("vote", NUMBERS if phase == "number" else SUITS)
    elif phase.endswith("-coins"):
        have = position.coins[turn]
        for coins in (*have, *((3,) if len(have) > 1 else ())):
            yield Control(f"coin-{coins}", message(f"torch.control.coin.{coins}"), f"coin-{coins}")
        yield from _choices("on", tuple(position.worth))
        yield Control("decline", message("torch.control.decline"), "decline")
    elif phase.endswith("-tie"):
        most = max(position.worth.values())
        tied = [option for option, worth in position.worth.items() if worth == most]
        yield from _choices("choose", tied)
    elif phase == "burn":
        yield Control("spare", message("torch.control.spare"), "decline")
    elif phase == "crown":
        best = max(position.scores)
        tied = [
            x for x, points in zip(position.suits, position.scores, strict=True) if points == best
        ]
        yield from _choices("crown", tied)
        yield Control("share", message("torch.control.share"), "share")
