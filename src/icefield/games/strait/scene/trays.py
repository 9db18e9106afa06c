"""The trays beside the map of a `strait` scene.

The supply, bag, cards and the tile in hand above it, and below it for each player the rucksack and
how many explorers are home.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ....core.abilities import Holding, SeatCard
from ....core.message import message
from ....core.scene import Label, Patch, Piece
from ..kernel import state as s
from . import layout, pieces

if TYPE_CHECKING:
    from ..position import StraitPosition

_SLOT_SIZE: Final = 0.42  # how large what is in a rucksack is drawn
_PERSON_AT, _FIRST_SLOT_AT, _SLOT_STEP, _HOME_AT = -0.93, -0.4, 0.42, 0.92
_TILE_SIZE: Final = 0.4  # of the tiles that are dealt (I9), which take the place of the slots
_FIRST_TILE_AT, _TILE_STEP, _TILE_ROW, _TILES_IN_ROW = -0.45, 0.48, 0.4, 3
_ITEMS_AT: Final = 0.96  # the rucksack beside the tiles

# -- above the map ------------------------------------------------------------------------------

_SUPPLY_OFFSETS: Final = (0.0, 1.0, 2.0, 3.0, 4.0)  # from the left end of the strip
_SUPPLY_WIDTH: Final = 4.9


def _supply_start(position: StraitPosition) -> tuple[float, float]:
    """The centre of the first thing of the supply."""
    hand = 0.6 if _has_hand(position) else 0.0
    return layout.size(position.map)[
        0
    ] / 2 - _SUPPLY_WIDTH / 2 - hand + 0.22, layout.SUPPLY_HEIGHT / 2


def _has_hand(position: StraitPosition) -> bool:
    """Whether a drawn tile, or the load of a tile to be chosen, is beside the supply."""
    return position.hand is not None or any(position.load)


def supply_pieces(position: StraitPosition) -> Iterator[Piece]:
    """The supply, the bag and the cards (one piece with five pictures), and the hand."""
    rope, fish, bears = position.supply
    x, y = _supply_start(position)
    yield Piece(
        id="stock",
        symbol="strait/stock",
        x=x,
        y=y,
        look="stock",
        name=message(
            "strait.thing.stock",
            rope=message("strait.thing.rope", n=rope),
            fish=message("strait.thing.fish", n=fish),
            bears=message("strait.thing.bears", n=bears),
        ),
        glyph="",
    )
    yield from _hand_pieces(position)


def supply_labels(position: StraitPosition) -> Iterator[Label]:
    """The number of each thing in the supply."""
    counts = (*position.supply, sum(position.bag.values()), sum(position.deck.values()))
    x, y = _supply_start(position)
    for along, count in zip(_SUPPLY_OFFSETS, counts, strict=True):
        yield Label(str(count), x + along + 0.47, y, "count")


def _hand_pieces(position: StraitPosition) -> Iterator[Piece]:
    """The tile that has been drawn, with what lies on it.

    Where the seat chooses one of its tiles, it is only what will lie on it.
    """
    seat = position.active
    if not _has_hand(position) or seat is None:
        return
    x, y = _supply_start(position)
    x += _SUPPLY_WIDTH + 0.4
    if position.hand is not None:
        mask, _ = position.hand
        yield from pieces.floe_pieces("hand", mask, (x, y, 0.64), look="in-hand", seat=seat)
        yield from card_pieces("hand", position.load, (x, y, 0.64), seat)
    else:  # for one of the player's tiles
        yield from card_pieces("hand", position.load, (x, y, 1.0), None)


def card_pieces(
    id_: str, goods: tuple[int, int, int], where: tuple[float, float, float], seat: int | None
) -> Iterator[Piece]:
    """The load that a card has put on a tile that is not on the board yet."""
    x, y, size = where
    kinds = [(what, n) for what, n in zip(("rope", "fish", "bear"), goods, strict=True) if n]
    for i, (what, n) in enumerate(kinds):
        dx = (i - (len(kinds) - 1) / 2) * 0.3 * size
        place = (x + dx, y, 0.36 * size if len(kinds) > 1 else 0.5 * size)
        if what == "bear":
            piece = pieces.bear_piece(f"bear-{id_}", place, None)
            piece = replace(piece, name=message("strait.thing.bears", n=n))
        else:
            piece = pieces.goods_piece(f"{what}-{id_}", what, n, place, None)
        yield replace(piece, seat=seat)


# -- below the map ------------------------------------------------------------------------------


def tray_patches(position: StraitPosition) -> Iterator[Patch]:
    """The players' trays with the slots of their rucksacks, and that of the supply."""
    board, seats = position.map, position.seats
    width, _ = layout.size(board)
    wide = _SUPPLY_WIDTH + (1.34 if _has_hand(position) else 0.3)
    yield Patch(
        "strip",
        layout.rectangle(width / 2, layout.SUPPLY_HEIGHT / 2, wide, layout.SUPPLY_HEIGHT),
        over=True,
    )
    across = layout.tray_width(board, seats) - 0.12
    for seat in range(seats):
        x, y = layout.tray_center(board, seats, seat)
        look = "plate"
        if position.turn == seat:
            look = "plate deciding"
        elif position.active == seat:
            look = "plate active"
        elif position.outcome is not None and seat in position.outcome.winners:
            look = "plate deciding"
        yield Patch(look, layout.rectangle(x, y, across, layout.TRAYS_HEIGHT - 0.1), over=True)
    if any(position.held):
        return
    for seat in range(seats):  # looks are painted one after the other
        x, y = layout.tray_center(board, seats, seat)
        for slot in range(s.RUCKSACK_SIZE):
            at = x + _FIRST_SLOT_AT + slot * _SLOT_STEP
            yield Patch("slot", layout.rectangle(at, y, 0.36, 0.44), over=True)


def player_pieces(position: StraitPosition) -> Iterator[Piece]:
    """The pieces in the trays of all players."""
    for seat in range(position.seats):
        yield from _pieces_of_player(position, seat)


def _pieces_of_player(position: StraitPosition, seat: int) -> Iterator[Piece]:
    """A player's sign, rucksack, and explorers that wait or are home."""
    x, y = layout.tray_center(position.map, position.seats, seat)
    who, letter = position.seat_name(seat), pieces.SEAT_GLYPHS[seat]
    person = pieces.explorer_piece(3 * seat, (x + _PERSON_AT, y, 0.72), None, who)
    look = "person deciding" if position.turn == seat else "person"
    name = message("strait.thing.person", who=who, letter=letter)
    yield replace(person, id=f"person-{seat}", look=look, name=name)
    rope, fish = position.packs[seat]
    if any(position.held):
        yield from _dealt_pieces(position, seat)
        return
    for slot, what in enumerate([*["rope"] * rope, *["fish"] * fish]):
        at = (x + _FIRST_SLOT_AT + slot * _SLOT_STEP, y, _SLOT_SIZE)
        piece = pieces.goods_piece(f"pack-{seat}-{slot}", what, 1, at, None)
        yield replace(piece, seat=seat)
    waiting = [i for i, place in enumerate(position.explorers[seat]) if place is None]
    if waiting:
        for along, i in enumerate(waiting):
            at = (x + _HOME_AT + 0.14 * (along - (len(waiting) - 1) / 2), y, 0.26)
            piece = pieces.explorer_piece(3 * seat + i, at, None, who)
            yield replace(piece, name=message("strait.thing.waiting"))
        return
    goal = int(position.options["goal"])
    home = len(position.stations_reached(seat))
    yield Piece(
        id=f"home-{seat}",
        symbol="strait/home",
        x=x + _HOME_AT,
        y=y,
        look="home",
        name=message("strait.thing.home", home=home, goal=goal),
        size=0.56,
        seat=seat,
        glyph=f"{home}/{goal}",
    )


def _dealt_pieces(position: StraitPosition, seat: int) -> Iterator[Piece]:
    """The tiles that lie before a player (I9), and its rucksack beside them."""
    x, y = layout.tray_center(position.map, position.seats, seat)
    held = position.held[seat]
    rows = 1 if s.FIRST_FLOES // position.seats <= _TILES_IN_ROW else 2
    for i, mask in enumerate(held):
        row, column = divmod(i, _TILES_IN_ROW)
        dy = (row - (rows - 1) / 2) * _TILE_ROW
        where = (x + _FIRST_TILE_AT + column * _TILE_STEP, y + dy, _TILE_SIZE)
        yield from pieces.floe_pieces(f"held-{seat}-{i}", mask, where, look="dealt", seat=seat)
    rope, fish = position.packs[seat]
    items = [("rope", rope), ("fish", fish)]
    for i, (what, n) in enumerate(items):
        if n:
            at = (x + _ITEMS_AT, y + (i - 0.5) * _TILE_ROW, 0.36)
            yield replace(pieces.goods_piece(f"pack-{seat}-{i}", what, n, at, None), seat=seat)


# -- beside the map -----------------------------------------------------------------------------


def build_seat_card(position: StraitPosition, seat: int) -> SeatCard:
    """A player's explorer, rucksack, and explorers on stations of Siberia."""
    who = position.seat_name(seat)
    person = pieces.explorer_piece(3 * seat, (0, 0, 1.0), None, who)
    holdings = []
    for what, n in zip(("rope", "fish"), position.packs[seat], strict=True):
        sign = pieces.goods_piece(what, what, 1, (0, 0, 1.0), None)
        holdings.append(Holding(message(f"strait.thing.{what}", n=n), str(n), (sign,)))
    home, goal = len(position.stations_reached(seat)), int(position.options["goal"])
    name = message("strait.thing.home", home=home, goal=goal)
    flag = Piece("home", "strait/home", 0, 0, "home", name, seat=seat, glyph="")
    holdings.append(Holding(name, f"{home}/{goal}", (flag,)))
    return SeatCard((person,), tuple(holdings))
