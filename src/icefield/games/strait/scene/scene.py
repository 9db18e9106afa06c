"""The scene of a `strait` position.

The sea with its currents between two coasts, floes and what is on them, the supply above and the
players below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ....core.game import CHANCE
from ....core.message import Message, message
from ....core.scene import Label, Mark, Piece, Point, Scene
from ..explain.move_words import join_names, place_name
from ..kernel import state as s
from . import layout, pieces
from .controls import build_controls
from .last_turn import LastTurn, find_last_turn, floe_ids
from .legend import build_legend
from .trays import player_pieces, supply_labels, supply_pieces, tray_patches

if TYPE_CHECKING:
    from ..board import Board, Station
    from ..position import StraitPosition


def build_scene(position: StraitPosition, seat: int | None) -> Scene:
    """The scene of a position for that seat (None: a spectator)."""
    board = position.map
    width, height = layout.size(board)
    on = pieces.explorers_by_place(position)
    legend = build_legend(board)
    chosen = _chosen_words(position)
    return Scene(
        game="strait",
        width=width,
        height=height,
        caption=caption(position),
        prompt=_prompt(position),
        spaces=tuple(
            replace(
                pieces.build_space(position, place, on.get(place, [])), chosen=chosen.get(place)
            )
            for place in board.places
        ),
        pieces=(
            *_island_pieces(position),
            *_board_pieces(position, on, _selectable_spaces(position, seat)),
            *player_pieces(position),
            *supply_pieces(position),
        ),
        marks=(*_last_turn_marks(position, find_last_turn(position)), *_danger_marks(position)),
        labels=(*_name_labels(position), *supply_labels(position), *legend.labels),
        controls=build_controls(position),
        facts=_facts(position),
        patches=(
            *layout.land_patches(board),
            *layout.current_patches(board),
            *tray_patches(position),
            *legend.patches,
        ),
    )


# -- words --------------------------------------------------------------------------------------


def _caption_params(position: StraitPosition) -> dict[str, str | int | Message]:
    """The player that decides, and the place of the explorer it is about."""
    seat = position.turn if position.turn not in (CHANCE, None) else position.active
    params: dict[str, str | int | Message] = {}
    if seat is not None:
        params["who"] = position.seat_name(seat)
    place = position.mover_place if position.asked is None else position.asked_place
    if place is not None:
        params["place"] = place_name(position.map, place)
    return params


def caption(position: StraitPosition) -> Message:
    """The present decision and the player who makes it, in one sentence."""
    outcome = position.outcome
    if outcome is not None:
        if not outcome.winners:
            return message("strait.caption.draw", reason=outcome.reason)
        who = position.seat_name(outcome.winners[0])
        return message("strait.caption.won", reason=outcome.reason, who=who)
    what, params = _question(position)
    return message(f"strait.caption.{what}", **params)


def _prompt(position: StraitPosition) -> Message | None:
    """The present decision, addressed to the player who makes it."""
    if not position.deciders:
        return None
    what, params = _question(position)
    return message(f"strait.prompt.{what}", **params)


def _question(position: StraitPosition) -> tuple[str, dict[str, str | int | Message]]:
    """The last part of the sentences' ids for the decision, and their parameters."""
    phase = position.phase
    what, params = phase, _caption_params(position)
    if phase == "turn":
        what = f"turn.{_actions_left(position)}"
    elif phase == "tile" and position.has_dealt_tiles:
        what = "deal"
    elif phase == "put":
        what = "put.setup" if position.setup else "put.discovery"
        if len(set(position.held[position.turn or 0])) > 1:
            what = "put.choice"
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
        place = position.asked_place
        params["n"] = position.items(place)[2] if place is not None else 1
    elif phase == "take":
        rope, fish = position.packs[position.turn or 0]
        what = "take.full" if rope + fish >= s.RUCKSACK_SIZE else "take"
    return what, params


def _chosen_words(position: StraitPosition) -> dict[str, Message]:
    """What can be done from each place of the turn, for who has touched it."""
    if position.phase != "turn":
        return {}
    kinds: dict[str, set[int]] = {}
    for move in position.moves():
        kinds.setdefault(move.touches[0], set()).add(move.code >> 24)
    own = position.explorers[position.turn or 0]
    found = {}
    for place, ways in kinds.items():
        if place not in position.map.number:
            continue
        floe = "drift" if s.DRIFTED in ways else "turn" if s.TURNED in ways else ""
        if s.STEPPED in ways:
            what = "both" if floe else "explorer"
        elif place in own and not position.explorer_done:
            what = f"stuck.{floe}" if floe else "stuck"
        else:
            what = floe
        if what:
            found[place] = message(f"strait.chosen.{what}", place=place_name(position.map, place))
    return found


def _actions_left(position: StraitPosition) -> str:
    """The word for what is left of the turn's two actions."""
    if position.floe_done:
        return "explorer"
    if position.explorer_done:
        return "floe"
    ended = any(move.code >> 24 == s.ENDED for move in position.moves())
    return "stuck" if ended else "both"


def _facts(position: StraitPosition) -> tuple[Message, ...]:
    """The goal, the turn, the bag and the draw pile."""
    facts = [message("strait.fact.goal", n=int(position.options["goal"]))]
    if position.setup:
        facts.append(message("strait.fact.setup"))
        if position.phase == "put" and position.hand is None:
            facts.append(_load_fact(position))
    else:
        facts.append(message("strait.fact.turn", turn=position.turns + (position.outcome is None)))
    facts.append(message("strait.fact.bag", n=sum(position.bag.values())))
    facts.append(message("strait.fact.cards", n=sum(position.deck.values())))
    return tuple(facts)


def _load_fact(position: StraitPosition) -> Message:
    """The load of the tile that a player chooses."""
    kinds = zip(("rope", "fish", "bears"), position.load, strict=True)
    things = [message(f"strait.thing.{what}", n=n) for what, n in kinds if n]
    if not things:
        return message("strait.fact.card.nothing")
    return message("strait.fact.card", things=join_names(things))


# -- the map ------------------------------------------------------------------------------------


def _name_labels(position: StraitPosition) -> Iterator[Label]:
    """Names of hexes, stations and coasts."""
    board = position.map
    for name in board.sea:
        x, y = layout.center(board, name)
        forked = len(layout.flow_directions(board)[name]) > 1  # whose arrows need the room
        yield Label(name, x + (0.22 if forked else 0), y + (0 if forked else 0.33), "hex")
    x, y = layout.center(board, board.diomede)
    yield Label(message("strait.place.diomede"), x, y + 0.38, "hex")
    width, _ = layout.size(board)
    for station in (*board.siberia, *board.alaska):
        x, y = layout.center(board, station.id)
        aside = (
            0.37 * layout.land_side(board, station.id)
            if layout.has_land_behind(board, station.id)
            else 0.0
        )
        letters = len(station.name)
        size = "" if letters <= 10 else " tight" if letters <= 13 else " long"
        yield Label(station.name, x + aside, y - 0.33, f"station-name over{size}")
    siberia, alaska = message("strait.coast.siberia"), message("strait.coast.alaska")
    yield Label(siberia, 0.72, _coast_label_y(board, board.siberia), "coast")
    yield Label(alaska, width - 0.72, _coast_label_y(board, board.alaska), "coast")


def _coast_label_y(board: Board, stations: Sequence[Station]) -> float:
    """The height of a coast's name: the top, or the bottom if a station is there."""
    names = [layout.center(board, station.id)[1] - 0.33 for station in stations]
    top = layout.SUPPLY_HEIGHT + 0.38
    bottom = layout.size(board)[1] - layout.TRAYS_HEIGHT - 0.3

    def room(y: float) -> float:
        return min(abs(y - name) for name in names)

    return top if room(top) > 0.3 else max(top, bottom, key=room)


def _island_pieces(position: StraitPosition) -> Iterator[Piece]:
    """The Diomede Islands."""
    place = position.map.diomede
    x, y = layout.center(position.map, place)
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


def _selectable_spaces(position: StraitPosition, seat: int | None) -> frozenset[str]:
    """The spaces at which a move of the deciding seat can begin.

    Empty for other viewers.
    """
    turn = position.turn
    if turn is None or turn == CHANCE or seat not in (None, turn) or position.phase != "turn":
        return frozenset()
    return frozenset(move.touches[0] for move in position.moves())


def _board_pieces(
    position: StraitPosition, on: dict[str, list[int]], glowing: frozenset[str]
) -> Iterator[Piece]:
    """Floes, then everything on them, on Diomede and on the stations.

    Floes come first, so that nothing drifts under one.
    """
    board, ids = position.map, floe_ids(position)
    movable = set()
    if not position.floe_done and glowing:
        kinds = (s.DRIFTED, s.TURNED)
        movable = {m.touches[0] for m in position.moves() if m.code >> 24 in kinds}
    for place, mask in position.floes.items():
        look = "movable" if place in movable else ""
        yield from pieces.floe_pieces(
            ids[place], mask, (*layout.center(board, place), 1.0), place, look
        )
    look_of = {}
    for place, numbers in on.items():
        for number in numbers:
            if number in (position.asked, position.mover):
                look_of[number] = "asked"
            elif place in glowing and number // 3 == position.turn:
                look_of[number] = "own"
    for place in board.places:
        owner = ids.get(place, place)
        yield from pieces.load_pieces(position, place, on.get(place, []), owner, look_of)


# -- marks --------------------------------------------------------------------------------------


def _path_points(position: StraitPosition, way: list[str] | tuple[str, ...]) -> tuple[Point, ...]:
    """The centres along a path; off the board, a bit beyond the last."""
    points = [layout.center(position.map, place) for place in way if place]
    if way and not way[-1]:
        last = way[-2]
        dx, dy = layout.offset(layout.flow_directions(position.map)[last][0], 0.62)
        points.append((points[-1][0] + dx, points[-1][1] + dy))
    return tuple(points)


def _last_turn_marks(position: StraitPosition, turn: LastTurn) -> Iterator[Mark]:
    """Marks for the events of the last turn."""
    for way in turn.drifts:
        end = way[-1] or None
        name = message("strait.mark.drift" if end else "strait.mark.gone", start=way[0])
        yield Mark("drift under", _path_points(position, way), space=end or way[0], name=name)
    for place, way_ in turn.turned.items():
        name = message("strait.mark.turned")
        yield Mark(f"turned-{way_}", (layout.center(position.map, place),), space=place, name=name)
    for place in turn.placed:
        look = "posted under" if place in position.map.stations else "laid under"
        yield Mark(look, (layout.center(position.map, place),), space=place)
    for walk in turn.walks:
        yield Mark("walk under", _path_points(position, walk), space=walk[-1])
    for start, end, d in turn.bears:
        x, y = layout.center(position.map, start)
        if end is None:
            dx, dy = layout.offset(d, 0.9)
            path: tuple[Point, ...] = ((x, y), (x + dx, y + dy))
        else:
            path = ((x, y), layout.center(position.map, end))
        yield Mark("bear-way under", path, space=end)


def _danger_marks(position: StraitPosition) -> Iterator[Mark]:
    """A mark where a bear threatens an explorer, or must be sent away from."""
    number, place = position.asked, position.asked_place
    if number is None or place is None or position.phase not in ("bounce", "send"):
        return
    name = message(f"strait.mark.{position.phase}", who=position.seat_name(number // s.TEAM_SIZE))
    yield Mark("danger", (layout.center(position.map, place),), space=place, name=name)
