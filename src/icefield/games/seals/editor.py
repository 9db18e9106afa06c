"""`seals` positions set up by hand, one stroke at a time.

The result of every stroke can be written and read again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...core.errors import BadNotation, BadPosition
from ...core.message import message
from ...core.mistakes import Brush
from ...core.scene import Piece
from . import kernel
from .board import NAMES, SEALS, square
from .explain.facts import bit
from .text.positions import position_text, read_position

if TYPE_CHECKING:
    from .position import SealsPosition

_MOST: Final = 2  # tokens of a kind (S2)
_SETS: Final = {"seal": 0, "bear": 1, "hole": 2}  # where the brush paints in a state


def _piece(symbol: str, look: str, name: str) -> tuple[Piece, ...]:
    return (Piece(f"brush-{name}", symbol, 0.0, 0.0, look, message(f"seals.brush.{name}")),)


_BRUSHES: Final = (
    Brush("seal", message("seals.brush.seal"), _piece("seals/seal", "token seal", "seal")),
    Brush("bear", message("seals.brush.bear"), _piece("seals/bear", "token bear", "bear")),
    Brush("hole", message("seals.brush.hole"), _piece("seals/hole", "hole", "hole")),
    Brush("ice", message("seals.brush.ice")),
    Brush("turn", message("seals.brush.turn"), everywhere=True),
    Brush("passed", message("seals.brush.passed"), everywhere=True),
)


def brushes() -> tuple[Brush, ...]:
    """The brushes for any position: tokens, holes, ice, the turn, a pass."""
    return _BRUSHES


def paint(position: SealsPosition, brush: str, space: str | None) -> SealsPosition:
    """The position with that stroke made.

    The same stroke again takes a token or a hole away.
    """
    st = position.state
    sets = [int(st.seals), int(st.bears), int(st.discs)]
    mover, passed = int(st.mover), int(st.passed)
    if brush == "turn":
        return _made(position, sets, 1 - mover, 0)
    if brush == "passed":
        if passed:
            return _made(position, sets, mover, 0)
        made = _made(position, sets, mover, 1)
        if not made.state.passed:
            could = "bears-could-move" if mover == SEALS else "seals-could-move"
            raise BadPosition(message(f"seals.arrange.{could}"), rule="S3", detail="could-move")
        return made
    if brush != "ice" and brush not in _SETS:
        sentence = message("seals.arrange.no-such-brush", brush=brush[:20])
        raise BadPosition(sentence, detail="no-such-brush")
    if space not in NAMES:
        raise BadPosition(message("seals.arrange.no-such-space"), rule="S1", detail="no-such-space")
    here = bit(square(str(space)))
    again = brush != "ice" and sets[_SETS[brush]] & here
    sets = [each & ~here for each in sets]
    if brush != "ice" and not again:
        which = _SETS[brush]
        sets[which] |= here
        if brush != "hole" and sets[which].bit_count() > _MOST:
            many = "too-many-seals" if brush == "seal" else "too-many-bears"
            raise BadPosition(message(f"seals.arrange.{many}"), rule="S2", detail="too-many-tokens")
    return _made(position, sets, mover, passed)


def _made(position: SealsPosition, sets: list[int], mover: int, passed: int) -> SealsPosition:
    """The position of these sets.

    A pass that can no longer have been is forgotten (S3).
    """
    seals, bears, discs = sets
    state = kernel.make(seals, bears, discs, mover, passed)
    if passed:
        try:
            read_position(position_text(state))
        except BadNotation:
            state = kernel.make(seals, bears, discs, mover, 0)
    return type(position)(state)
