"""The touches of each move of `strait`, and the move that touches mean.

At the beginning of an action a space comes first: a floe and then the hex it drifts to, or a button
to turn it; an explorer's space and then the space it goes to. In the set-up one of the dealt tiles
comes before the hex, where they are not all of one kind. Where several steps lead to the same
space, the hex that is swum across (or `walk`) is touched as well. Elsewhere it is clear which
explorer is meant, and only the target is touched.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ..board import DIRECTIONS, ITEMS, Board
from ..kernel import state as s

if TYPE_CHECKING:
    from ..position import StraitPosition

WALK: Final = "walk"
PLAIN_BUTTONS: Final = frozenset({"discover", "fish", "stop", "end"})
"""Buttons that stand for a whole move."""
PLACE_BUTTONS: Final = frozenset(
    {"off", "cw", "ccw", "collect-rope", "collect-fish", "drop-rope", "drop-fish", WALK}
)
"""Buttons that are touched after a place."""
BUTTON_FORM: Final = re.compile(r"(send|take|tile|card|start|held|face)-(\w+)")
"""Buttons with a value."""


def list_touches(board: Board, codes: list[int], at_top: bool) -> dict[int, tuple[str, ...]]:
    """The touches of each of the legal moves; `at_top`: at the beginning of an action."""
    ways = Counter(code >> 8 & 0xFFFF for code in codes if code >> 24 == s.STEPPED)
    found = {code: _touches_of(board, code, ways, at_top) for code in codes}
    kinds = {code: board.tile_kind(code >> 8 & 255) for code in codes if code >> 24 == s.PUT}
    if len(set(kinds.values())) > 1:
        return {code: (f"held-{kinds[code]}", *touches) for code, touches in found.items()}
    return found


def _touches_of(board: Board, code: int, ways: Counter[int], at_top: bool) -> tuple[str, ...]:
    """The touches of one move; `ways` counts the steps by start and end."""
    kind, a, b, c = code >> 24, code >> 16 & 255, code >> 8 & 255, code & 255
    name = board.places
    first = (name[a],) if at_top and kind in (s.STEPPED, s.DROPPED) else ()
    if kind == s.STEPPED:
        how = () if ways[a << 8 | b] == 1 else (WALK if c == s.NOTHING else name[c],)
        return (*first, name[b], *how)
    if kind == s.PUT:
        return (name[a], f"face-{b}")
    if kind == s.DRIFTED:
        return (name[a], "off" if b == s.NOTHING else name[b])
    if kind == s.TURNED:
        return (name[a], "ccw" if b else "cw")
    if kind == s.DISCOVERED:
        return ("discover",) if a == s.NOTHING else ("discover", name[a])
    if kind == s.TOOK:
        return ("take-none" if a == s.NOTHING else f"take-{ITEMS[a]}",)
    if kind == s.COLLECTED:
        return (name[a], f"collect-{ITEMS[b]}")
    if kind == s.DROPPED:
        return (*first, f"drop-{ITEMS[b]}")
    if kind in (s.STATIONED, s.LIFTED):
        return (name[a],)
    if kind == s.SENT:
        return (f"send-{DIRECTIONS[a]}",)
    if kind == s.DREW_TILE:
        return (f"tile-{a}",)
    if kind == s.DREW_CARD:
        return (f"card-{a}",)
    if kind == s.STARTED:
        return (f"start-{a}",)
    return ({s.FISHED: "fish", s.STOPPED: "stop", s.ENDED: "end"}[kind],)


# -- back to moves --------------------------------------------------------------------------------


def is_of_place(more: Sequence[str]) -> bool:
    """Whether the touches behind a place begin with a button about that place."""
    return bool(more) and more[0] in PLACE_BUTTONS - {WALK}


def guess_move(position: StraitPosition, touches: Sequence[str], seat: int) -> str | None:
    """The move that touches seem to mean, legal or not; None without a guess."""
    first, *more = touches
    if first not in position.map.number:
        return _guess_button(position, first, more)
    if is_of_place(more):
        return _guess_at_place(first, more[0])
    match position.phase:
        case "put":
            return _guess_put(position, first, more)
        case "station":
            return f"station:{first}"
        case "turn":
            return _guess_action(position, first, more, seat)
        case "move":
            return _guess_step(position, position.mover_place, first, more)
        case "bounce":
            if any(move.text.startswith("lift:") for move in position.moves(seat)):
                return f"lift:{first}"
            return _guess_step(position, position.asked_place, first, more)
        case _:
            return None


def _guess_put(
    position: StraitPosition, place: str, more: Sequence[str], kind: int | None = None
) -> str:
    """The placement of a tile on a place.

    The tile is of the chosen kind, or the drawn one, or the first.
    """
    if more:
        return f"put:{place}:{more[0].removeprefix('face-')}"
    tiles = position.held[position.turn or 0] or (0,)
    tile = position.hand[0] if position.hand is not None else tiles[0]
    return f"put:{place}:{tile if kind is None else position.map.tiles[kind].mask}"


def _guess_button(position: StraitPosition, first: str, more: list[str]) -> str | None:
    """The move of touches that begin with a button."""
    if first == "discover" and more:
        return f"discover:{more[0]}"
    if first in PLAIN_BUTTONS and not more:
        return first
    if first.startswith("held-") and more and position.phase == "put":
        word = first.removeprefix("held-")
        if not word.isdecimal() or int(word) >= len(position.map.tiles):
            return None
        if more[0] not in position.map.number:
            return None
        return _guess_put(position, more[0], more[1:], int(word))
    if first.startswith("drop-") and position.mover_place is not None and not more:
        return f"drop:{position.mover_place}:{first.removeprefix('drop-')}"
    found = BUTTON_FORM.fullmatch(first)
    if found is None or more:
        return None
    word, value = found.groups()
    if word in ("tile", "card") and value.isdecimal():
        tiles, cards = position.map.tiles, position.map.cards
        known = [tile.mask for tile in tiles] if word == "tile" else [card.text for card in cards]
        value = str(known[int(value)]) if int(value) < len(known) else ""
    return f"{word}:{value}"


def _guess_at_place(place: str, button: str) -> str:
    """The move of a place and a button about it."""
    if button == "off":
        return f"drift:{place}-off"
    if button in ("cw", "ccw"):
        return f"turn:{place}:{button}"
    word, item = button.split("-")
    return f"{word}:{place}:{item}"


def _guess_action(position: StraitPosition, first: str, more: list[str], seat: int) -> str | None:
    """The move of touches that begin with the space of an explorer, or with a floe."""
    if not more:
        return f"turn:{first}:cw"
    goal = position.map.number.get(more[0])
    if goal is None:
        return None
    own = first in position.explorers[seat]
    if first in position.floes and (not own or position.state[s.FLOE + goal] < 0):
        return f"drift:{first}-{more[0]}"
    return _guess_step(position, first, more[0], more[1:])


def _guess_step(
    position: StraitPosition, start: str | None, end: str, how: Sequence[str]
) -> str | None:
    """The step between two places, or the swim that connects them."""
    if start is None:
        return None
    number, places = position.map.number, position.map.places
    if how and how[0] in number:
        return f"{start}~{how[0]}~{end}"
    a, b = number[start], number[end]
    between = position.empty_between(a, b)
    if how or b in position.neighbours(a) or not between:
        return f"{start}-{end}"
    return f"{start}~{places[between[0]]}~{end}"
