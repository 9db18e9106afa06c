"""Setting up positions of `strait` by hand, one stroke at a time.

A stroke is made at the beginning of a turn. From any other position the first one normalises: a
move that is going on is over, explorers that wait are put on stations, and a game that is over goes
on. Every position that comes out is read back from its text, so an impossible one is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

import numpy as np

from ...core.errors import BadNotation, BadPosition
from ...core.message import Message, message
from ...core.mistakes import Brush
from ...core.scene import Piece
from .board import ITEMS, Board, rotate
from .explain.move_words import place_name, ridge_names, seat_name
from .kernel import state as s
from .kernel.reach import begin_turn
from .position import StraitPosition
from .scene import pieces, trays
from .text.positions import position_text, read_position

_TURNS_STEP: Final = 100
_FULL_SIZE: Final = (0.0, 0.0, 0.9)
_PACK_INDEX: Final = {"rope": s.PACK_ROPE, "fish": s.PACK_FISH}
_ITEM_INDEX: Final = {"rope": s.ROPE, "fish": s.FISH, "bear": s.BEARS}


def _error(problem: str, rule: str | None = None, **params: str | int | Message) -> BadPosition:
    """The refusal of a stroke."""
    sentence = message(f"strait.arrange.{problem}", **params)
    return BadPosition(sentence, rule=rule, detail=problem)


# -- the brushes --------------------------------------------------------------------------------


def brushes(position: StraitPosition) -> tuple[Brush, ...]:
    """The brushes for a position of this board and number of players."""
    return _brushes(position.map, position.seats)


@lru_cache(maxsize=32)
def _brushes(board: Board, seats: int) -> tuple[Brush, ...]:
    """The brushes of a board and a number of seats."""
    return (*_space_brushes(board), *_seat_brushes(seats), *_counter_brushes(board))


def _space_brushes(board: Board) -> Iterator[Brush]:
    """The brushes for spaces."""
    for i, tile in enumerate(board.tiles):
        floe = tuple(pieces.floe_pieces("floe", tile.mask, _FULL_SIZE))
        yield Brush(f"floe-{i}", message("strait.brush.floe", ridges=ridge_names(tile.mask)), floe)
    name = message("strait.brush.turn")
    yield Brush("turn", name, (Piece("turn", "strait/turn-cw", 0, 0, "sign", name, 0.9, glyph=""),))
    for word in ITEMS:
        picture = (pieces.goods_piece(word, word, 1, _FULL_SIZE, None),)
        yield Brush(word, message(f"strait.brush.{word}"), picture)
    yield Brush(
        "bear", message("strait.brush.bear"), (pieces.bear_piece("bear", _FULL_SIZE, None),)
    )
    yield Brush("clear", message("strait.brush.clear"))


def _seat_brushes(seats: int) -> Iterator[Brush]:
    """Explorers, rucksacks and whose turn it is."""
    names = [seat_name(seat) for seat in range(seats)]
    figures = [
        (pieces.explorer_piece(3 * seat, _FULL_SIZE, None, who),) for seat, who in enumerate(names)
    ]
    for seat, who in enumerate(names):
        yield Brush(f"explorer-{seat}", message("strait.brush.explorer", who=who), figures[seat])
    for seat, who in enumerate(names):
        for word in ITEMS:
            goods = pieces.goods_piece(word, word, 1, (0.15, 0.1, 0.6), None)
            small = pieces.explorer_piece(3 * seat, (-0.25, -0.1, 0.5), None, who)
            name = message(f"strait.brush.pack.{word}", who=who)
            yield Brush(f"pack-{word}-{seat}", name, (small, goods), everywhere=True)
    for seat, who in enumerate(names):
        yield Brush(f"begin-{seat}", message("strait.brush.begin", who=who), figures[seat], True)


def _counter_brushes(board: Board) -> Iterator[Brush]:
    """The brushes for actions done, cards, goal and the number of turns."""
    for word in ("floe", "explorer"):
        yield Brush(f"done-{word}", message(f"strait.brush.done.{word}"), everywhere=True)
    for i, card in enumerate(board.cards):
        load = tuple(
            trays.card_pieces("card", (card.rope, card.fish, card.bears), (0, 0, 1.3), None)
        )
        what = "diomede" if card.diomede else "card"
        name = message(f"strait.brush.{what}", rope=card.rope, fish=card.fish, bears=card.bears)
        yield Brush(f"card-{i}", name, load, True)
    yield Brush("goal", message("strait.brush.goal"), everywhere=True)
    yield Brush("turns", message("strait.brush.turns", number=_TURNS_STEP), everywhere=True)


# -- painting -----------------------------------------------------------------------------------


def paint(position: StraitPosition, brush: str, space: str | None) -> StraitPosition:
    """The position with one stroke made; raises BadPosition."""
    known = next((b for b in brushes(position) if b.id == brush), None)
    if known is None:
        raise _error("brush", brush=brush[:20])
    if not known.everywhere and space not in position.map.number:
        raise _error("space", space=str(space or "")[:20])
    draft = _Draft(position)
    _normalise(draft)
    what, _, word = brush.partition("-")
    if known.everywhere:
        _EVERYWHERE[what](draft, word)
    else:
        assert space is not None
        _ON_SPACE[what](draft, position.map.number[space], word)
    try:
        state, board = read_position(position_text(draft.st, position.map), position.options)
    except BadNotation as error:
        raise _error("impossible", error.rule) from error
    return StraitPosition(state, on=board)


class _Draft:
    """The state that is being painted on."""

    def __init__(self, position: StraitPosition):
        self.position = position
        self.st: np.ndarray = position.state.copy()

    def name(self, at: int) -> Message:
        """A place as it is called."""
        return place_name(self.position.map, self.position.map.places[at])

    def take(self, kind: int, at: int, rule: str) -> None:
        """Takes one rope, fish or bear out of the supply."""
        if self.st[s.SUPPLY + kind] == 0:
            words = ("rope", "fish", "bear")
            raise _error(f"supply.{words[kind]}", rule)
        self.st[s.SUPPLY + kind] -= 1
        self.st[at] += 1

    def put_back(self, kind: int, at: int) -> None:
        """Puts all that a place or rucksack has of a kind back into the supply."""
        self.st[s.SUPPLY + kind] += self.st[at]
        self.st[at] = 0

    def move(self, explorer: int, to: int) -> None:
        """Moves an explorer to a place."""
        if self.st[s.PLACE_OF + explorer] >= 0:
            self.st[s.OCCUPANTS + self.st[s.PLACE_OF + explorer]] -= 1
        self.st[s.PLACE_OF + explorer] = to
        self.st[s.OCCUPANTS + to] += 1

    def to_alaska(self, explorer: int) -> None:
        """Moves an explorer to the emptiest station in Alaska, the northernmost of those."""
        stations = [self.position.map.number[x.id] for x in self.position.map.alaska]
        self.move(explorer, min(stations, key=lambda at: int(self.st[s.OCCUPANTS + at])))


def _normalise(draft: _Draft) -> None:
    """Makes it the beginning or the middle of a turn."""
    position = draft.position
    if position.phase == "turn":
        return
    first = max(int(draft.st[s.STARTER]), 0)
    st = begin_turn(draft.st, first if position.active is None else position.active)
    draft.st = st
    st[s.SETUP], st[s.STARTER], st[s.WINNER] = 0, first, -1
    if st[s.TURNS] >= s.MAX_TURNS:
        st[s.TURNS] = 0
    if st[s.HAND] >= 0:
        st[s.BAG + st[s.TILE_KIND_OF + st[s.HAND]]] += 1
        st[s.HAND] = -1
    _put_back_tiles(st)
    if not st[s.DECK : s.DECK + s.MAX_KINDS].any():
        st[s.DECK : s.DECK + len(position.map.cards)] = [c.count for c in position.map.cards]
    _normalise_explorers(draft)


def _put_back_tiles(st: np.ndarray) -> None:
    """Puts the tiles before the players, and what a card gave, back (I9)."""
    for seat in range(int(st[s.SEATS])):
        held = s.HELD + s.MAX_KINDS * seat
        st[s.BAG : s.BAG + s.MAX_KINDS] += st[held : held + s.MAX_KINDS]
        st[held : held + s.MAX_KINDS] = 0
    st[s.SUPPLY : s.SUPPLY + 3] += st[s.HAND_ROPE : s.HAND_ROPE + 3]
    st[s.HAND_ROPE : s.HAND_ROPE + 3] = 0


def _normalise_explorers(draft: _Draft) -> None:
    """Moves explorers and bears to where they may be at the start of a turn."""
    st = draft.st
    for i in range(s.TEAM_SIZE * int(st[s.SEATS])):
        at = int(st[s.PLACE_OF + i])
        if at < 0 or (st[s.OCCUPANTS + at] > s.CAPACITY and st[s.KIND + at] != s.SIBERIA):
            draft.to_alaska(i)
    for seat in range(int(st[s.SEATS])):
        own = range(s.TEAM_SIZE * seat, s.TEAM_SIZE * (seat + 1))
        home = [i for i in own if st[s.KIND + st[s.PLACE_OF + i]] == s.SIBERIA]
        for i in home[int(st[s.GOAL]) - 1 :]:
            draft.to_alaska(i)
    for at in range(int(st[s.HEXES])):
        if st[s.OCCUPANTS + at] and st[s.BEARS + at]:
            draft.put_back(2, s.BEARS + at)


# -- strokes on a space -------------------------------------------------------------------------


def _paint_floe(draft: _Draft, at: int, word: str) -> None:
    """Puts a floe of that kind; exchanges another kind, takes the same kind away."""
    st, kind = draft.st, int(word)
    if st[s.KIND + at] != s.SEA:
        raise _error("not-sea", "I1", place=draft.name(at))
    mask = int(st[s.FLOE + at])
    if mask >= 0 and st[s.TILE_KIND_OF + mask] == kind:
        _check_no_explorers(draft, at)
        _clear_load(draft, at)
        st[s.BAG + kind] += 1
        st[s.FLOE + at] = -1
        return
    if st[s.BAG + kind] == 0:
        raise _error("no-tile", "I5")
    if mask >= 0:
        st[s.BAG + st[s.TILE_KIND_OF + mask]] += 1
    st[s.BAG + kind] -= 1
    st[s.FLOE + at] = st[s.TILE_MASK + kind]


def _check_no_explorers(draft: _Draft, at: int) -> None:
    """No explorer is on the floe, which is taken away (I13)."""
    if draft.st[s.OCCUPANTS + at]:
        raise _error("explorers-there", "I13", place=draft.name(at))


def _clear_load(draft: _Draft, at: int) -> None:
    """Puts what lies at a place back into the supply."""
    for i, what in enumerate((s.ROPE, s.FISH, s.BEARS)):
        draft.put_back(i, what + at)


def _paint_turn(draft: _Draft, at: int, _: str) -> None:
    """Turns a floe by a sixth (I14)."""
    mask = int(draft.st[s.FLOE + at])
    if not 0 <= mask < s.SOLID:
        raise _error("no-floe", "I14", place=draft.name(at))
    draft.st[s.FLOE + at] = rotate(mask, 1)


def _check_ground(draft: _Draft, at: int) -> None:
    """Items lie on floes, on Diomede and at Alaskan stations."""
    if draft.st[s.FLOE + at] < 0:
        raise _error("no-floe", "I23", place=draft.name(at))
    if draft.st[s.KIND + at] == s.SIBERIA:
        raise _error("siberia", "I21", place=draft.name(at))


def _paint_items(word: str) -> Callable[[_Draft, int, str], None]:
    """The stroke that puts a rope, or a fish."""

    def stroke(draft: _Draft, at: int, _: str) -> None:
        _check_ground(draft, at)
        draft.take(ITEMS.index(word), _ITEM_INDEX[word] + at, "I7")

    return stroke


def _paint_bear(draft: _Draft, at: int, _: str) -> None:
    """Puts one bear there, two, and none again."""
    _check_ground(draft, at)
    if draft.st[s.KIND + at] == s.ALASKA:
        raise _error("bear-ashore", "I26", place=draft.name(at))
    if draft.st[s.OCCUPANTS + at]:
        raise _error("bear-among", "I26", place=draft.name(at))
    if draft.st[s.BEARS + at] == s.CAPACITY:
        draft.put_back(2, s.BEARS + at)
    else:
        draft.take(2, s.BEARS + at, "I7")


def _paint_clear(draft: _Draft, at: int, _: str) -> None:
    """Takes the load off a place, and with a second stroke the floe."""
    st = draft.st
    if st[s.ROPE + at] + st[s.FISH + at] + st[s.BEARS + at]:
        _clear_load(draft, at)
    elif 0 <= st[s.FLOE + at] < s.SOLID:
        _check_no_explorers(draft, at)
        st[s.BAG + st[s.TILE_KIND_OF + st[s.FLOE + at]]] += 1
        st[s.FLOE + at] = -1
    else:
        raise _error("nothing-there", None, place=draft.name(at))


def _paint_explorer(draft: _Draft, at: int, word: str) -> None:
    """Brings the hindmost explorer of a seat, or sends one back to Alaska."""
    st, seat = draft.st, int(word)
    own = range(s.TEAM_SIZE * seat, s.TEAM_SIZE * (seat + 1))
    kind = int(st[s.KIND + at])
    there = [i for i in own if st[s.PLACE_OF + i] == at]
    if there and kind != s.ALASKA:
        draft.to_alaska(there[0])
        return
    if st[s.FLOE + at] < 0:
        raise _error("no-floe", "I22", place=draft.name(at))
    if st[s.BEARS + at]:
        raise _error("bear-there", "I26", place=draft.name(at))
    if kind != s.SIBERIA and st[s.OCCUPANTS + at] >= s.CAPACITY:
        raise _error("full", "I22", place=draft.name(at))
    rank = (s.ALASKA, s.SEA, s.ISLAND, s.SIBERIA)  # the hindmost first
    if kind == s.ALASKA:
        rank = (s.SEA, s.ISLAND, s.SIBERIA, s.ALASKA)
    others = [i for i in own if i not in there]
    mover = min(others, key=lambda i: rank.index(int(st[s.KIND + st[s.PLACE_OF + i]])))
    draft.move(mover, at)
    if sum(bool(st[s.KIND + st[s.PLACE_OF + i]] == s.SIBERIA) for i in own) >= st[s.GOAL]:
        raise _error("won", "I31", who=draft.position.seat_name(seat))


# -- strokes without a space --------------------------------------------------------------------


def _paint_pack(draft: _Draft, word: str) -> None:
    """Puts one more into the rucksack; when it is full, none."""
    what, _, seat = word.partition("-")
    st, at = draft.st, _PACK_INDEX[what] + int(seat)
    full = st[s.PACK_ROPE + int(seat)] + st[s.PACK_FISH + int(seat)] >= s.RUCKSACK_SIZE
    if full and st[at] == 0:
        raise _error("pack-full", "I7", who=draft.position.seat_name(int(seat)))
    if full:
        draft.put_back(ITEMS.index(what), at)
    else:
        draft.take(ITEMS.index(what), at, "I7")


def _paint_active(draft: _Draft, word: str) -> None:
    """Makes it a seat's turn, with nothing done."""
    draft.st[s.ACTIVE] = draft.st[s.TURN] = int(word)
    draft.st[s.FLOE_DONE] = draft.st[s.EXPLORER_DONE] = 0


def _paint_done(draft: _Draft, word: str) -> None:
    """Switches whether the floe or the explorer action is done; never both."""
    here, other = (s.FLOE_DONE, s.EXPLORER_DONE)
    if word == "explorer":
        here, other = other, here
    draft.st[here] = 1 - draft.st[here]
    draft.st[other] = 0


def _paint_card(draft: _Draft, word: str) -> None:
    """Takes a card of that kind from the pile; after the last all come back."""
    card, at = draft.position.map.cards[int(word)], s.DECK + int(word)
    draft.st[at] = draft.st[at] - 1 if draft.st[at] else card.count
    if not draft.st[s.DECK : s.DECK + s.MAX_KINDS].any():
        raise _error("no-cards", "I15")


def _paint_goal(draft: _Draft, _: str) -> None:
    """Switches between two and three stations (I31)."""
    st = draft.st
    st[s.GOAL] = 5 - st[s.GOAL]  # 2 or 3
    for seat in range(int(st[s.SEATS])):
        own = st[s.PLACE_OF + s.TEAM_SIZE * seat : s.PLACE_OF + s.TEAM_SIZE * (seat + 1)]
        if sum(bool(st[s.KIND + at] == s.SIBERIA) for at in own) >= st[s.GOAL]:
            raise _error("won", "I31", who=draft.position.seat_name(seat))


def _paint_turns(draft: _Draft, _: str) -> None:
    """Adds a hundred turns, beginning again before the last (I32)."""
    draft.st[s.TURNS] = (int(draft.st[s.TURNS]) + _TURNS_STEP) % s.MAX_TURNS


_ON_SPACE: Final[dict[str, Callable[[_Draft, int, str], None]]] = {
    "floe": _paint_floe,
    "turn": _paint_turn,
    "rope": _paint_items("rope"),
    "fish": _paint_items("fish"),
    "bear": _paint_bear,
    "clear": _paint_clear,
    "explorer": _paint_explorer,
}
_EVERYWHERE: Final[dict[str, Callable[[_Draft, str], None]]] = {
    "pack": _paint_pack,
    "begin": _paint_active,
    "done": _paint_done,
    "card": _paint_card,
    "goal": _paint_goal,
    "turns": _paint_turns,
}
