"""Moves in words, for screen readers and lists of moves."""

from __future__ import annotations

from ....core.message import Message, message
from ..board import option_label, space_name
from ..text.moves import parse_move


def describe_move(text: str) -> Message:
    """What the move with this text does, in words."""
    move = parse_move(text)
    spaces = [space_name(at) for at in move.spaces]
    params: dict[str, str | int | Message] = {"text": text}
    if move.letter:
        params["letter"] = move.letter
    if spaces:
        params |= {"start": spaces[0], "end": spaces[-1]}
    if move.option:
        params["option"] = option_label(move.option)
    if move.coins:
        params["coins"] = message(f"torch.coins.{move.coins}")
    return message(f"torch.move.{move.kind}", **params)
