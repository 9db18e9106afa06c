"""Setting up a `glide` position by hand, stroke by stroke.

A stroke changes the rows, the player to move or the number of moves, and the result is read like
any position text, so all that can be painted can be written and read. A player takes its floe along
to open water, as in a glide (G6), and leaves it behind on the way to another floe, as in a step
(G5); so the number of floes stays the same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from ...core.errors import BadPosition
from ...core.message import Message, message
from ...core.mistakes import Brush
from ...core.scene import Piece
from .board import ABSENT, PLAYERS, rows
from .kernel import LONGEST

if TYPE_CHECKING:
    from .position import GlidePosition

WATER, FLOE, TURN = "water", "floe", "turn"
_COUNTS: Final = {"moves-1": 1, "moves-10": 10, "moves-back-1": -1, "moves-back-10": -10}
_NO_MOVES: Final = "moves-0"


@dataclass(frozen=True, slots=True)
class _Board:
    """A position in the making.

    `players` has a square for every letter, ABSENT for who is off.
    """

    side: int
    floes: int
    players: tuple[int, ...]
    mover: int
    ply: int

    @property
    def present(self) -> tuple[int, ...]:
        return tuple(seat for seat, at in enumerate(self.players) if at != ABSENT)

    def __str__(self) -> str:
        board = "/".join(rows(self.side, self.floes, self.players))
        return f"{board} {PLAYERS[self.mover]} {self.ply}"


def brushes(position: GlidePosition) -> tuple[Brush, ...]:
    """Water, floes, the players, whose turn it is, and how many moves have been made."""
    floe = Piece("floe", "glide/floe", 0.0, 0.0, "floe", message("glide.piece.floe"))
    return (
        Brush(FLOE, message("glide.brush.floe"), (floe,)),
        Brush(WATER, message("glide.brush.water")),
        *(
            Brush(letter, message("glide.brush.player", who=who), (floe, _player(seat, who)))
            for seat, letter in enumerate(PLAYERS)
            for who in (position.seat_name(seat),)
        ),
        Brush(TURN, message("glide.brush.turn"), everywhere=True),
        Brush(_NO_MOVES, message("glide.brush.moves-0"), everywhere=True),
        *(
            Brush(id_, message("glide.brush.moves", n=count), everywhere=True)
            if count > 0
            else Brush(id_, message("glide.brush.moves-back", n=-count), everywhere=True)
            for id_, count in _COUNTS.items()
        ),
    )


def _player(seat: int, who: Message) -> Piece:
    symbol = f"glide/player-{PLAYERS[seat].lower()}"
    return Piece(f"player-{seat + 1}", symbol, 0.0, 0.0, "player", who, seat=seat)


def paint(position: GlidePosition, brush: str, space: str | None) -> GlidePosition:
    """The position with that stroke made, without a history; raises BadPosition."""
    level = position.level
    players = level.players + (ABSENT,) * (len(PLAYERS) - len(level.players))
    mover = PLAYERS.index(str(position).split(" ")[1])
    board = _Board(level.side, level.floes, players, mover, position.ply)
    if brush == TURN:
        painted = _pass_on(board)
    elif brush == _NO_MOVES:
        painted = replace(board, ply=0)
    elif brush in _COUNTS:
        painted = _count(board, _COUNTS[brush])
    elif brush in (WATER, FLOE, *PLAYERS):
        painted = _stroke(board, brush, _square(position, space))
    else:
        raise _bad("brush", text=brush[:20])
    return _read(position, painted)


def _read(position: GlidePosition, painted: _Board) -> GlidePosition:
    """The painted board as a position.

    A player without a move would be taken off at once (G9), and that is not what was painted.
    """
    read = position.game.read(str(painted), **position.options)
    assert isinstance(read, type(position))
    gone = [seat for seat in painted.present if seat not in read.players]
    if gone:
        raise _bad("trapped", "G9", who=PLAYERS[gone[0]])
    return read


def _bad(what: str, rule: str | None = None, **params: str | int) -> BadPosition:
    return BadPosition(message(f"glide.arrange.{what}", **params), rule=rule, detail=what)


def _square(position: GlidePosition, space: str | None) -> int:
    for square in range(position.side**2):
        if position.name(square) == space:
            return square
    raise _bad("space", "G1")


# -- strokes --------------------------------------------------------------------------------------


def _pass_on(board: _Board) -> _Board:
    """The next player on the board is to move."""
    if len(board.present) == 1:
        raise _bad("alone", "G4", who=PLAYERS[board.mover])
    return replace(board, mover=_next(board, board.mover))


def _next(board: _Board, seat: int) -> int:
    count = len(PLAYERS)
    turns = ((seat + i) % count for i in range(1, count + 1))
    return next(turn for turn in turns if turn in board.present)


def _count(board: _Board, more: int) -> _Board:
    ply = board.ply + more
    if not 0 <= ply < LONGEST:
        raise _bad("moves", "G10", most=LONGEST - 1)
    return replace(board, ply=ply)


def _stroke(board: _Board, brush: str, square: int) -> _Board:
    on_it = board.players.index(square) if square in board.players else None
    if brush in PLAYERS:
        return _put(board, PLAYERS.index(brush), square, on_it)
    if brush == FLOE:
        if on_it is not None:
            raise _bad("under", "G1", who=PLAYERS[on_it])
        return replace(board, floes=board.floes ^ 1 << square)
    if on_it is not None:
        board = _take_off(board, on_it)
    return replace(board, floes=board.floes & ~(1 << square))


def _put(board: _Board, seat: int, square: int, on_it: int | None) -> _Board:
    """A player on a square; the same stroke again takes it off."""
    if on_it == seat:
        return _take_off(board, seat)
    if on_it is not None:
        raise _bad("taken", "G1", who=PLAYERS[on_it])
    if square == board.side**2 // 2:
        raise _bad("goal", "G7", who=PLAYERS[seat])
    here, floes = board.players[seat], board.floes
    if not floes >> square & 1 and here != ABSENT:
        floes &= ~(1 << here)
    return replace(_moved(board, seat, square), floes=floes | 1 << square)


def _moved(board: _Board, seat: int, square: int) -> _Board:
    players = (*board.players[:seat], square, *board.players[seat + 1 :])
    return replace(board, players=players)


def _take_off(board: _Board, seat: int) -> _Board:
    """Without a player; its floe stays.

    One alone is at practice, and that is player 1 (G11).
    """
    after = _moved(board, seat, ABSENT)
    if after.present in ((), *((other,) for other in range(1, len(PLAYERS)))):
        raise _bad("last", "G3", who=PLAYERS[seat])
    mover = _next(after, seat) if board.mover == seat else board.mover
    return replace(after, mover=mover)
