"""What may be said before a ballot of `torch` (T22)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from ...core.abilities import Span
from ...core.game import Position

if TYPE_CHECKING:
    from .rules import TorchPosition


class Commentary:
    """The ability `Discussed`, for the game to inherit."""

    @property
    def discussion_rule(self) -> str:
        return "T22"

    def discussion(self, position: Position) -> bool:
        """At the start of a ballot, before its first vote."""
        torch = cast("TorchPosition", position)
        return torch.in_ballot and not any(torch.votes)

    def forbidden(self, text: str, names: Sequence[str]) -> tuple[Span, ...]:
        from .words import forbidden

        return forbidden(text, names)

    def verdict(self, position: Position, seat: int) -> str:
        return f"bar:{cast('TorchPosition', position).suits[seat]}"

    def arbiter(self, position: Position) -> int:
        """The Torch Bearer."""
        return cast("TorchPosition", position).torch or 0
