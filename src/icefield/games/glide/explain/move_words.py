"""How the reasons of `glide` are put into words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ....core.message import Message, message
from ....core.mistakes import Reason
from ..board import DIRECTIONS, PLAYERS
from .facts import Case, Made

if TYPE_CHECKING:
    from ..position import GlidePosition

Params = dict[str, str | int | Message]


def way_name(direction: int) -> Message:
    return message(f"glide.way.{DIRECTIONS[direction]}")


def stop_name(position: GlidePosition, square: int) -> Message:
    """The floe that stops a glide, or the player on it."""
    name = position.name(square)
    if square in position.squares:
        return message("glide.stopper.player", who=PLAYERS[position.squares.index(square)], at=name)
    return message("glide.stopper.floe", at=name)


def tell(
    kind: str,
    case: Case,
    squares: Sequence[int | None],
    rule: str | None = None,
    form: str = "",
    /,
    **params: str | int | Message,
) -> Reason:
    """The sentence `glide.reason.<kind>`. The mover is always `me`."""
    spaces = dict.fromkeys(case.before.name(s) for s in squares if s is not None)
    said = message(f"glide.reason.{kind}{form}", me=PLAYERS[case.me], **params)
    return Reason(kind, said, rule, tuple(spaces))


def route_name(case: Case, squares: Sequence[int]) -> str:
    return "–".join(case.before.name(s) for s in squares)


def square_list(case: Case, squares: Sequence[int]) -> str:
    return ", ".join(case.before.name(s) for s in squares)


def went(case: Case, made: Made) -> Params:
    """Which way a move goes and where it ends, as parameters."""
    return {"way": way_name(made.direction), "end": case.before.name(made.end)}
