"""Moves, places and prices of `strait` in words, for logs and screen readers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from typing import TYPE_CHECKING

from ....core.message import Message, message
from ..board import COLOURS, edge_names
from ..text.moves import MoveParts, read_move

if TYPE_CHECKING:
    from ..board import Board
    from ..position import StraitPosition


def place_name(board: Board, place: str) -> Message:
    """The name of a place: "e5", "Diomede", "Tin City"."""
    if place == board.diomede:
        return message("strait.place.diomede")
    station = board.stations.get(place)
    return message("strait.place.named", name=station.name if station else place)


def at_place(board: Board, place: str) -> Message:
    """A place with its preposition: "on e5", "on Diomede", "at Tin City".

    Languages have another one for stations.
    """
    if place == board.diomede:
        return message("strait.at.diomede")
    station = board.stations.get(place)
    if station:
        return message("strait.at.station", name=station.name)
    return message("strait.at.hex", name=place)


def seat_name(seat: int) -> Message:
    """A seat as it is called: "Red"."""
    return message(f"strait.seat.{COLOURS[seat]}")


def item_name(word: str) -> Message:
    """ "rope" or "fish" as the object of a sentence."""
    return message(f"strait.item.{word}")


def direction_name(word: str) -> Message:
    """A direction in words."""
    return message(f"strait.direction.{word}")


def join_names(words: Sequence[Message]) -> Message:
    """Messages one after the other: "walked 2 spaces, paid 1 fish"; at least one."""
    return reduce(lambda first, then: message("strait.list", first=first, then=then), words)


def price(rope: int, fish: int) -> Message:
    """A price: "2 ropes and 1 fish"."""
    paid = [
        message(f"strait.price.{kind}", n=n) for kind, n in (("rope", rope), ("fish", fish)) if n
    ]
    if not paid:
        return message("strait.price.free")
    return paid[0] if len(paid) == 1 else message("strait.price.both", rope=paid[0], fish=paid[1])


def ridge_names(mask: int) -> Message:
    """The sides with ridges: "north, south"; or that there are none."""
    names = [direction_name(word) for word in edge_names(mask)]
    if not names:
        return message("strait.ridges.none")
    return join_names(names)


def move_name(position: StraitPosition, text: str) -> Message:
    """A move of a position in words."""
    if position.has_dealt_tiles and position.active is not None and text.startswith("tile:"):
        ridges = ridge_names(int(text.removeprefix("tile:")))
        return message("strait.move.deal", who=seat_name(position.active), ridges=ridges)
    return _name_move(position.map, text)


@lru_cache(maxsize=1 << 13)  # all moves of a board or two; they come again turn after turn
def _name_move(board: Board, text: str) -> Message:
    """A move of a board in words."""
    parts = read_move(text, board)
    places = [place_name(board, place) for place in parts.places]
    kind, params = parts.kind, _place_params(parts, places)
    if kind == "step" and parts.swims:
        kind = "swim"
    elif kind == "drift" and parts.word == "off":
        kind = "off"
    elif kind == "turn":
        kind = parts.word
    elif kind == "discover" and places:
        kind = "rediscover"
    elif kind in ("collect", "drop") or (kind == "take" and parts.word != "none"):
        params["item"] = item_name(parts.word)
    elif kind == "take":
        kind = "leave"
    elif kind == "send":
        params["way"] = direction_name(parts.word)
    elif kind in ("tile", "put"):
        params["ridges"] = ridge_names(int(parts.word))
    elif kind == "start":
        params["who"] = seat_name(int(parts.word))
    elif kind == "card":
        digits = parts.word.removeprefix("D")
        kind = "card" if digits == parts.word else "diomede"
        things = [
            message(f"strait.thing.{what}", n=int(n))
            for what, n in zip(("rope", "fish", "bears"), digits, strict=False)
            if n != "0"
        ]
        if things:
            params["things"] = join_names(things)
        else:
            kind += ".none"
    return message(f"strait.move.{kind}", **params)


def _place_params(parts: MoveParts, places: list[Message]) -> dict[str, str | int | Message]:
    """The places of a move as parameters of its sentence."""
    params: dict[str, str | int | Message] = {}
    if places:
        params = {"start": places[0], "end": places[-1]}
    if parts.swims:
        params["over"] = parts.places[1]
    return params
