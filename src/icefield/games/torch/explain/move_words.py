"""Moves in words, for screen readers and lists of moves."""

from __future__ import annotations

from ....core.message import Message, message
from ..board import option_label, space_name, suit_label
from ..text.moves import parse_move

_PLAYERS = ("bar", "crown")
"""The kinds of moves whose option is a player, not a tile."""


def describe_move(text: str, who: Message | None = None) -> Message:
    """The move with this text in words; `who` rolls the die, if it is one."""
    move = parse_move(text)
    spaces = [space_name(at) for at in move.spaces]
    params: dict[str, str | int | Message] = {"text": text}
    if move.letter:
        params["letter"] = move.letter
    if spaces:
        params |= {"start": spaces[0], "end": spaces[-1]}
    if move.option:
        label = suit_label if move.kind in _PLAYERS else option_label
        params["option"] = label(move.option)
    if move.coins:
        params["coins"] = message(f"torch.coins.{move.coins}")
    if who is not None and move.kind == "roll":
        return message("torch.move.rolled", who=who, **params)
    return message(f"torch.move.{move.kind}", **params)
