"""Sets up positions by hand, one stroke at a time.

Every stroke leads to a position that can be played on. In the set-up of the game the pyramids still
in hand are first put on free tiles; after the end of a game play goes back to the movement, and
within a ballot to its beginning. After the end a player without pyramids gets one back, as the
game would be over otherwise (T24).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import numpy as np

from ...core.errors import BadPosition, IcefieldError
from ...core.game import Position
from ...core.message import Message, message
from ...core.mistakes import Brush
from ...core.scene import Piece
from . import kernel
from .board import (
    LETTERS,
    MOST_WEIGHT,
    SPACES,
    SUITS,
    WEIGHTS,
    pyramid_label,
    space,
    space_name,
    suit_label,
    tile,
    tile_label,
    tile_layout,
    tile_name,
)
from .game import TORCH_GAME
from .kernel import state as s
from .position import TorchPosition
from .scene.layout import EMBLEMS, pyramid_piece

_MOST_ROUNDS: Final = 999
_MOST_POINTS: Final = 999

# -- what can be painted ------------------------------------------------------------------------


def brushes(position: Position) -> tuple[Brush, ...]:
    """The brushes for this position.

    Water, tiles and pyramids on the board; beside it the part of the round, turn, torch, rounds,
    coins, points and votes.
    """
    assert isinstance(position, TorchPosition)
    return tuple(_brushes(position))


def _brushes(position: TorchPosition) -> Iterator[Brush]:
    yield Brush("water", message("torch.brush.water"))
    for number in sorted(tile_layout(position.seats).values()):
        name = tile_name(number)
        style = f"tile flat suit-{name[0].lower()}"
        picture = _picture(f"tile-{EMBLEMS[name[0]]}", style, name)
        yield Brush(f"tile-{name}", message("torch.brush.tile", tile=tile_label(name)), (picture,))
    for suit in position.suits:
        for letter in LETTERS:
            name = f"{suit}{letter}"
            piece = pyramid_piece(position, name, (0.0, 0.0, 0.9), None)
            named = message("torch.brush.pyramid", pyramid=pyramid_label(name))
            yield Brush(f"pyramid-{name}", named, (piece,))
    yield Brush("suit-vote", message("torch.brush.suit-vote"))
    for brush in _ROUND_BRUSHES:
        yield Brush(brush, message(f"torch.brush.{brush}"), everywhere=True)
    for seat, suit in enumerate(position.suits):
        for brush in _SEAT_BRUSHES:
            named = message(f"torch.brush.{brush}", who=position.seat_name(seat))
            yield Brush(f"{brush}-{suit}", named, _seat_picture(brush, suit), everywhere=True)


def _picture(symbol: str, style: str, glyph: str) -> Piece:
    return Piece(
        id=f"brush-{symbol}",
        symbol=f"torch/{symbol}",
        x=0.0,
        y=0.0,
        look=style,
        name=message("torch.brush.picture"),
        glyph=glyph,
    )


def _seat_picture(brush: str, suit: str) -> tuple[Piece, ...]:
    style = f"suit-{suit.lower()}"
    if brush == "ace":
        return (_picture("coin-1", f"coin {style}", "1"),)
    if brush == "two":
        return (_picture("coin-2", f"coin {style}", "2"),)
    return (_picture(f"pawn-{EMBLEMS[suit]}", f"pawn {style}", suit),)


# -- strokes ------------------------------------------------------------------------------------


def paint(position: Position, brush: str, on: str | None) -> TorchPosition:
    """The position after a stroke with a brush, on a space or beside the board."""
    assert isinstance(position, TorchPosition)
    known = {each.id: each for each in brushes(position)}
    if brush not in known:
        raise _error("unknown", brush=brush[:20])
    if known[brush].everywhere != (on is None) or (on is not None and not _is_space(on)):
        raise _error("where" if not known[brush].everywhere else "nowhere")
    st = _prepared_state(position)
    where = -1 if on is None else space(on)
    what, _, name = brush.partition("-")
    if brush == "water":
        _remove(st, where)
    elif what == "tile":
        _put_tile(st, tile(name), where)
    elif what == "pyramid":
        _put_pyramid(st, position.suits.index(name[0]), LETTERS.index(name[1]), where)
    elif brush == "suit-vote":
        _suit_vote(st, where)
    elif brush in _ROUND_BRUSHES:
        _ROUND_BRUSHES[brush](st)
    else:
        what, _, suit = brush.rpartition("-")
        _SEAT_BRUSHES[what](st, position.suits.index(suit))
    return _checked_position(st)


def _is_space(text: str) -> bool:
    return len(text) == 2 and text[0] in "abcde" and text[1] in "12345"


def _error(problem: str, rule: str | None = None, **params: str | int | Message) -> BadPosition:
    return BadPosition(
        message(f"torch.arrange.{problem}", **params), rule=rule, detail=f"arrange-{problem}"
    )


def _prepared_state(position: TorchPosition) -> np.ndarray:
    """A copy of the state, at the beginning of its part of the round."""
    st: np.ndarray = position.state.copy()
    phase = int(st[s.PHASE])
    if phase in (s.ROLLING, s.PLACING):
        _finish_setup(st)
    elif phase in (s.CROWNING, s.FINISHED):
        st[s.ENDING], st[s.WINNERS] = s.GOING_ON, 0
        _give_pyramids(st)
        _to_move(st)
    elif phase in (s.NUMBER_COINS, s.NUMBER_TIE, s.NUMBER_VOTE):
        _to_ballot(st, s.NUMBER_VOTE)
    elif phase in (s.SUIT_COINS, s.SUIT_TIE, s.SUIT_VOTE):
        _to_ballot(st, s.SUIT_VOTE)
    return st


def _finish_setup(st: np.ndarray) -> None:
    """Put the pyramids still in hand on free tiles, in the order of the spaces."""
    st[s.TORCH] = max(0, int(st[s.TORCH]))
    for seat in range(int(st[s.SEATS])):
        if st[s.ROLL + seat] == s.NOT_YET:
            st[s.ROLL + seat] = s.OUT
    free = [at for at in range(SPACES) if st[s.TILE + at] >= 0 and st[s.LOAD + at] == 0]
    hand = [p for p in range(6 * int(st[s.SEATS])) if st[s.AT + p] == s.IN_HAND]
    for pyramid, at in zip(hand, free, strict=False):
        _stand(st, pyramid, at)
    st[s.ROUND] = 1
    _to_move(st)


def _give_pyramids(st: np.ndarray) -> None:
    """Give every player without pyramids the A back, on a tile that can carry it."""
    for seat in range(int(st[s.SEATS])):
        if _pyramids_left(st, seat):
            continue
        room = [
            at
            for at in range(SPACES)
            if st[s.TILE + at] >= 0 and st[s.LOAD + at] + WEIGHTS[0] <= MOST_WEIGHT
        ]
        if not room:
            gaps = [at for at in range(SPACES) if st[s.TILE + at] < 0]
            gone = [t for t in tile_layout(int(st[s.SEATS])).values() if st[s.PLACE + t] < 0]
            room = gaps[:1]
            _lay(st, gone[0], room[0])
        _stand(st, 6 * seat, room[0])


def _checked_position(st: np.ndarray) -> TorchPosition:
    """The position of a state; raises BadPosition when the game cannot come to it."""
    seats, phase = int(st[s.SEATS]), int(st[s.PHASE])
    for seat in range(seats):
        if not _pyramids_left(st, seat):
            raise _error("no-pyramids", "T24", who=suit_label(SUITS[int(st[s.SUIT + seat])]))
    if phase in (s.NUMBER_VOTE, s.SUIT_VOTE) and _on_one_tile(st):
        raise _error("one-tile", "T24")
    if phase == s.SUIT_VOTE and not any(
        st[s.PLACE + 6 * suit + st[s.NUMBER]] >= 0 for suit in range(4)
    ):
        raise _error("no-number", "T17", number=int(st[s.NUMBER]))
    if phase == s.BURNING and kernel.empty_tiles(st) < 2:
        raise _error("no-empty-tiles", "T20")
    if phase == s.SCORING and st[s.ROUND] <= seats:
        raise _error("early-scoring", "T21", round=seats + 1)
    st[s.TILES_LEFT] = int((st[s.TILE : s.TILE + SPACES] >= 0).sum())
    try:
        return TORCH_GAME.read(str(TorchPosition(st)))
    except IcefieldError as error:  # pragma: no cover (the checks above leave nothing over)
        raise _error("impossible", why=error.sentence) from error


def _pyramids_left(st: np.ndarray, seat: int) -> list[int]:
    """The numbers of a seat's pyramids on the board."""
    return [p for p in range(6 * seat, 6 * seat + 6) if st[s.AT + p] >= 0]


def _on_one_tile(st: np.ndarray) -> bool:
    return len({int(at) for at in st[s.AT : s.AT + 24] if at >= 0}) == 1


# -- the board ----------------------------------------------------------------------------------


def _stand(st: np.ndarray, pyramid: int, at: int) -> None:
    st[s.AT + pyramid] = at
    st[s.LOAD + at] += WEIGHTS[pyramid % 6]


def _lift(st: np.ndarray, pyramid: int) -> None:
    st[s.LOAD + st[s.AT + pyramid]] -= WEIGHTS[pyramid % 6]
    st[s.AT + pyramid] = s.GONE


def _lay(st: np.ndarray, number: int, at: int) -> None:
    st[s.TILE + at], st[s.PLACE + number] = number, at


def _take(st: np.ndarray, at: int) -> None:
    """Take the tile of a space; the caller moves the pyramids on it."""
    if st[s.TILE + at] >= 0:
        st[s.PLACE + st[s.TILE + at]] = s.GONE
        st[s.TILE + at] = s.GONE


def _remove(st: np.ndarray, at: int) -> None:
    for pyramid in range(6 * int(st[s.SEATS])):
        if st[s.AT + pyramid] == at:
            _lift(st, pyramid)
    _take(st, at)


def _put_tile(st: np.ndarray, number: int, at: int) -> None:
    """Lay a tile with its pyramids; those on the tile that it replaces stay.

    On its own space it is taken away.
    """
    start = int(st[s.PLACE + number])
    if start == at:
        _remove(st, at)
        return
    if start >= 0:
        load = int(st[s.LOAD + start] + st[s.LOAD + at])
        if load > MOST_WEIGHT:
            raise _error("weight", "T4", space=space_name(at), weight=load)
        for pyramid in range(6 * int(st[s.SEATS])):
            if st[s.AT + pyramid] == start:
                _lift(st, pyramid)
                _stand(st, pyramid, at)
        _take(st, start)
    _take(st, at)
    _lay(st, number, at)


def _put_pyramid(st: np.ndarray, seat: int, letter: int, at: int) -> None:
    pyramid = 6 * seat + letter
    start = int(st[s.AT + pyramid])
    if start >= 0:
        _lift(st, pyramid)
    if start == at:
        return
    if st[s.TILE + at] < 0:
        raise _error("no-tile", "T7", space=space_name(at))
    load = int(st[s.LOAD + at] + WEIGHTS[letter])
    if load > MOST_WEIGHT:
        raise _error("weight", "T4", space=space_name(at), weight=load)
    _stand(st, pyramid, at)


# -- the round ----------------------------------------------------------------------------------


def _clear_ballot(st: np.ndarray) -> None:
    barred = int(st[s.BARRED])
    for seat in range(int(st[s.SEATS])):
        st[s.VOTE + seat] = s.OUT if barred >> seat & 1 else s.NOT_YET
    st[s.WORTH : s.WORTH + 6] = 0
    st[s.DECLINED] = 0


def _to_move(st: np.ndarray) -> None:
    st[s.BARRED] = 0
    _clear_ballot(st)
    st[s.PHASE], st[s.COUNT], st[s.LEFT], st[s.NUMBER] = s.MOVING, 0, 0, -1
    st[s.TURN] = st[s.TORCH]


def _to_ballot(st: np.ndarray, phase: int) -> None:
    st[s.PHASE], st[s.COUNT] = phase, st[s.SEATS]
    if phase == s.NUMBER_VOTE:
        st[s.NUMBER] = -1
    _clear_ballot(st)
    seats, torch = int(st[s.SEATS]), int(st[s.TORCH])
    order = [(torch + i) % seats for i in range(seats)]
    voters = [seat for seat in order if st[s.VOTE + seat] == s.NOT_YET]
    if not voters:
        raise _error("nobody-votes", "T22")
    st[s.TURN] = voters[0]


def _number_vote(st: np.ndarray) -> None:
    _to_ballot(st, s.NUMBER_VOTE)


def _suit_vote(st: np.ndarray, at: int) -> None:
    """Go to the suit vote about the number of the tile on a space."""
    if st[s.TILE + at] < 0:
        raise _error("no-tile", "T17", space=space_name(at))
    st[s.NUMBER] = st[s.TILE + at] % 6
    _to_ballot(st, s.SUIT_VOTE)


def _burning(st: np.ndarray) -> None:
    _clear_ballot(st)
    st[s.PHASE], st[s.COUNT], st[s.LEFT] = s.BURNING, st[s.SEATS], 1
    st[s.TURN] = st[s.TORCH]


def _scoring(st: np.ndarray) -> None:
    _clear_ballot(st)
    st[s.PHASE], st[s.COUNT], st[s.TURN] = s.SCORING, 0, st[s.TORCH]


def _next_turn(st: np.ndarray) -> None:
    if st[s.PHASE] not in (s.MOVING, s.SCORING):
        raise _error("no-turns")
    st[s.COUNT] = (st[s.COUNT] + 1) % st[s.SEATS]
    st[s.TURN] = (st[s.TORCH] + st[s.COUNT]) % st[s.SEATS]


def _pass_torch(st: np.ndarray) -> None:
    st[s.TORCH] = (st[s.TORCH] + 1) % st[s.SEATS]
    if st[s.PHASE] in (s.NUMBER_VOTE, s.SUIT_VOTE):
        _to_ballot(st, int(st[s.PHASE]))
    elif st[s.PHASE] == s.BURNING:
        st[s.TURN] = st[s.TORCH]
    else:
        st[s.TURN] = (st[s.TORCH] + st[s.COUNT]) % st[s.SEATS]


def _rounds(st: np.ndarray, by: int) -> None:
    if not 1 <= st[s.ROUND] + by <= _MOST_ROUNDS:
        raise _error("round", most=_MOST_ROUNDS)
    st[s.ROUND] += by


def _quiet(st: np.ndarray, by: int) -> None:
    if not 0 <= st[s.QUIET] + by < st[s.QUIET_LIMIT]:
        raise _error("quiet", "T18a", limit=int(st[s.QUIET_LIMIT]) - 1)
    st[s.QUIET] += by


_ROUND_BRUSHES: Final[dict[str, Callable[[np.ndarray], None]]] = {
    "movement": _to_move,
    "number-vote": _number_vote,
    "burning": _burning,
    "scoring": _scoring,
    "turn": _next_turn,
    "torch": _pass_torch,
    "round-more": lambda st: _rounds(st, 1),
    "round-less": lambda st: _rounds(st, -1),
    "quiet-more": lambda st: _quiet(st, 1),
    "quiet-less": lambda st: _quiet(st, -1),
}


# -- the players --------------------------------------------------------------------------------


def _coin(st: np.ndarray, seat: int, coin: int) -> None:
    st[s.COINS + seat] ^= coin


def _points(st: np.ndarray, seat: int, by: int) -> None:
    if not 0 <= st[s.SCORE + seat] + by <= _MOST_POINTS:
        raise _error("points", most=_MOST_POINTS)
    st[s.SCORE + seat] += by


def _bar(st: np.ndarray, seat: int) -> None:
    if st[s.PHASE] not in (s.NUMBER_VOTE, s.SUIT_VOTE):
        raise _error("bar", "T22")
    st[s.BARRED] ^= 1 << seat
    _to_ballot(st, int(st[s.PHASE]))


_SEAT_BRUSHES: Final[dict[str, Callable[[np.ndarray, int], None]]] = {
    "ace": lambda st, seat: _coin(st, seat, 1),
    "two": lambda st, seat: _coin(st, seat, 2),
    "more": lambda st, seat: _points(st, seat, 1),
    "less": lambda st, seat: _points(st, seat, -1),
    "barred": _bar,
}
