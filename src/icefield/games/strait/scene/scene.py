"""`strait` position → Scene: the sea with its currents between two coasts, floes and what is on
them, the supply above and the players below."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ....core.game import CHANCE
from ....core.message import Message, message
from ....core.scene import Label, Mark, Piece, Point, Scene
from ..explain.move_words import place_name
from ..kernel import state as s
from . import layout, pieces
from .controls import controls
from .last_turn import Story, floe_ids, story_of
from .trays import plates, players, stock, stock_labels

if TYPE_CHECKING:
    from ..position import StraitPosition


def scene(position: StraitPosition, seat: int | None) -> Scene:
    """What that seat (None: a spectator) sees of a position."""
    board = position.map
    width, height = layout.size(board)
    on = pieces.on_place(position)
    return Scene(
        game="strait",
        width=width,
        height=height,
        caption=caption(position),
        spaces=tuple(pieces.space(position, place, on.get(place, [])) for place in board.places),
        pieces=(
            *_island(position),
            *_loads(position, on, _glowing(position, seat)),
            *players(position),
            *stock(position),
        ),
        marks=(*_last(position, story_of(position)), *_danger(position)),
        labels=(*_names(position), *stock_labels(position)),
        controls=controls(position),
        facts=_facts(position),
        patches=(*layout.land(board), *layout.flows(board), *plates(position)),
    )


# -- words --------------------------------------------------------------------------------------


def _whom(position: StraitPosition) -> dict[str, str | int | Message]:
    """Who decides, and where the explorer is that it is about."""
    seat = position.turn if position.turn not in (CHANCE, None) else position.active
    params: dict[str, str | int | Message] = {}
    if seat is not None:
        params["who"] = position.seat_name(seat)
    number = position.asked if position.asked is not None else position.mover
    if number is not None:
        place = position.explorers[number // 3][number % 3]
        if place is not None:
            params["place"] = place_name(position.map, place)
    return params


def caption(position: StraitPosition) -> Message:
    """One sentence: what is to be decided now, and by whom."""
    outcome, phase = position.outcome, position.phase
    if outcome is not None:
        if not outcome.winners:
            return message("strait.caption.draw", reason=outcome.reason)
        who = position.seat_name(outcome.winners[0])
        return message("strait.caption.won", reason=outcome.reason, who=who)
    what, params = phase, _whom(position)
    if phase == "turn":
        what = f"turn.{_to_do(position)}"
    elif phase == "put":
        what = "put.setup" if position.setup else "put.discovery"
        params |= {"number": len(position.floes) + 1, "all": s.FIRST_FLOES}
    elif phase == "station":
        left = sum(place is None for place in position.explorers[position.turn or 0])
        params["n"] = left
    elif phase == "bounce":
        kinds = {move.code >> 24 for move in position.moves()}
        flee, pay = s.STEPPED in kinds, s.SENT in kinds
        what = f"bounce.{'both' if flee and pay else 'flee' if flee else 'send' if pay else 'lift'}"
    elif phase == "move":
        kinds = {move.code >> 24 for move in position.moves()}
        walk, stop = s.STEPPED in kinds, s.STOPPED in kinds
        what = f"move.{'both' if walk and stop else 'walk' if walk else 'stop'}"
    elif phase == "send":
        number = position.asked or 0
        place = position.explorers[number // 3][number % 3]
        params["n"] = position.items(place)[2] if place is not None else 1
    elif phase == "take":
        rope, fish = position.packs[position.turn or 0]
        what = "take.full" if rope + fish >= s.RUCKSACK_SIZE else "take"
    return message(f"strait.caption.{what}", **params)


def _to_do(position: StraitPosition) -> str:
    """What is left of the turn's two actions."""
    if position.floe_done:
        return "explorer"
    if position.explorer_done:
        return "floe"
    ended = any(move.code >> 24 == s.ENDED for move in position.moves())
    return "stuck" if ended else "both"


def _facts(position: StraitPosition) -> tuple[Message, ...]:
    facts = [message("strait.fact.goal", n=int(position.options["goal"]))]
    if position.setup:
        facts.append(message("strait.fact.setup"))
    else:
        facts.append(message("strait.fact.turn", turn=position.turns + (position.outcome is None)))
    facts.append(message("strait.fact.bag", n=sum(position.bag.values())))
    facts.append(message("strait.fact.cards", n=sum(position.deck.values())))
    return tuple(facts)


# -- the map ------------------------------------------------------------------------------------


def _names(position: StraitPosition) -> Iterator[Label]:
    """Names of hexes, stations and coasts."""
    board = position.map
    for name in board.sea:
        x, y = layout.at(board, name)
        forked = len(layout.headings(board)[name]) > 1  # whose arrows need the room
        yield Label(name, x + (0.22 if forked else 0), y + (0 if forked else 0.33), "hex")
    x, y = layout.at(board, board.diomede)
    yield Label(message("strait.place.diomede"), x, y + 0.38, "hex")
    width, _ = layout.size(board)
    for station in (*board.siberia, *board.alaska):
        x, y = layout.at(board, station.id)
        aside = 0.37 * layout.side(board, station.id) if layout.inland(board, station.id) else 0.0
        letters = len(station.name)
        size = "" if letters <= 10 else " tight" if letters <= 13 else " long"
        yield Label(station.name, x + aside, y - 0.33, f"station-name{size}")
    top = layout.STRIP + 0.38
    yield Label(message("strait.coast.siberia"), 0.72, top, "coast")
    yield Label(message("strait.coast.alaska"), width - 0.72, top, "coast")


def _island(position: StraitPosition) -> Iterator[Piece]:
    place = position.map.diomede
    x, y = layout.at(position.map, place)
    yield Piece(
        id="diomede",
        symbol="strait/island",
        x=x,
        y=y,
        look="island flat",
        name=message("strait.place.diomede"),
        space=place,
        glyph="D",
    )


def _glowing(position: StraitPosition, seat: int | None) -> frozenset[str]:
    """The spaces whose floe or explorer the deciding seat may begin with, for that seat's eyes."""
    turn = position.turn
    if turn is None or turn == CHANCE or seat not in (None, turn) or position.phase != "turn":
        return frozenset()
    return frozenset(move.touches[0] for move in position.moves())


def _loads(
    position: StraitPosition, on: dict[str, list[int]], glowing: frozenset[str]
) -> Iterator[Piece]:
    """Floes and everything on them, on Diomede and on the stations: floes first, so that nothing
    drifts under one."""
    board, ids = position.map, floe_ids(position)
    movable = set()
    if not position.floe_done and glowing:
        kinds = (s.DRIFTED, s.TURNED)
        movable = {m.touches[0] for m in position.moves() if m.code >> 24 in kinds}
    for place, mask in position.floes.items():
        look = "movable" if place in movable else ""
        yield from pieces.floe(ids[place], mask, (*layout.at(board, place), 1.0), place, look)
    look_of = {}
    for place, numbers in on.items():
        for number in numbers:
            if number in (position.asked, position.mover):
                look_of[number] = "asked"
            elif place in glowing and number // 3 == position.turn:
                look_of[number] = "own"
    for place in board.places:
        owner = ids.get(place, place)
        yield from pieces.on_top(position, place, on.get(place, []), owner, look_of)


# -- marks --------------------------------------------------------------------------------------


def _points(position: StraitPosition, way: list[str] | tuple[str, ...]) -> tuple[Point, ...]:
    """The middles along a way; where it leaves the board, a bit beyond the last."""
    points = [layout.at(position.map, place) for place in way if place]
    if way and not way[-1]:
        last = way[-2]
        dx, dy = layout.towards(layout.headings(position.map)[last][0], 0.62)
        points.append((points[-1][0] + dx, points[-1][1] + dy))
    return tuple(points)


def _last(position: StraitPosition, story: Story) -> Iterator[Mark]:
    for way in story.drifts:
        end = way[-1] or None
        name = message("strait.mark.drift" if end else "strait.mark.gone", start=way[0])
        yield Mark("drift", _points(position, way), space=end or way[0], name=name)
    for place, way_ in story.turned.items():
        name = message("strait.mark.turned")
        yield Mark(f"turned-{way_}", (layout.at(position.map, place),), space=place, name=name)
    for place in story.placed:
        look = "posted" if place in position.map.stations else "laid"
        yield Mark(look, (layout.at(position.map, place),), space=place)
    for walk in story.walks:
        yield Mark("walk", _points(position, walk), space=walk[-1])
    for start, end, d in story.bears:
        x, y = layout.at(position.map, start)
        if end is None:
            dx, dy = layout.towards(d, 0.9)
            path: tuple[Point, ...] = ((x, y), (x + dx, y + dy))
        else:
            path = ((x, y), layout.at(position.map, end))
        yield Mark("bear-way", path, space=end)


def _danger(position: StraitPosition) -> Iterator[Mark]:
    """Where a bear threatens an explorer, or must be sent away from."""
    number = position.asked
    if number is None or position.phase not in ("bounce", "send"):
        return
    place = position.explorers[number // 3][number % 3]
    if place is not None:
        name = message(f"strait.mark.{position.phase}", who=position.seat_name(number // 3))
        yield Mark("danger", (layout.at(position.map, place),), space=place, name=name)
