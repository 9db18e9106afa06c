"""What happened in a turn of `strait`, in one sentence for the log."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ....core.game import Move
from ....core.message import Message, message
from ..text.moves import read_move
from .move_words import item_name, join_names, price

if TYPE_CHECKING:
    from ..position import StraitPosition


def summarise_turn(position: StraitPosition) -> tuple[int, Message] | None:
    """When the last move completed a player's turn: whose it was and what happened in it."""
    before = position.before
    if before is None or before.active is None:
        return None
    if before.setup:  # a floe or an explorer is placed in one decision
        placed = None if position.last is None else position.last.name
        return None if placed is None or before.turn != before.active else (before.active, placed)
    if position.turns == before.turns and position.phase != "over":
        return None
    turn = _moves_of_turn(position, before.turns)
    return before.active, _summarise_moves(turn, before.active)


def _moves_of_turn(
    position: StraitPosition, number: int
) -> list[tuple[StraitPosition, Move, StraitPosition]]:
    """The moves of the turn that has just ended, each between two positions."""
    found = []
    after, before = position, position.before
    while before is not None and before.turns == number and not before.setup:
        assert after.last is not None
        found.append((before, after.last, after))
        after, before = before, before.before
    return found[::-1]


def _summarise_moves(turn: list[tuple[StraitPosition, Move, StraitPosition]], seat: int) -> Message:
    deeds: list[Message] = []
    steps: Counter[str] = Counter()
    paid = [0, 0]
    for before, move, after in turn:
        if before.turn != seat:
            deeds += _summarise_answer(before, move)
            continue
        parts = read_move(move.text, before.map)
        if parts.kind == "step":
            steps["swim" if parts.swims else "walk"] += 1
            spent = zip(before.packs[seat], after.packs[seat], strict=True)
            paid = [sum(pair) for pair in zip(paid, (a - b for a, b in spent), strict=True)]
            if before.phase == "move" or after.phase == "move":
                continue
        deeds += _summarise_walk(steps, paid)
        steps, paid = Counter(), [0, 0]
        if parts.kind in ("drift", "turn", "discover", "fish", "send"):
            deeds.append(message(f"strait.recap.{parts.kind}"))
        elif parts.kind in ("collect", "take", "drop") and parts.word != "none":
            kind = "drop" if parts.kind == "drop" else "take"
            deeds.append(message(f"strait.recap.{kind}", item=item_name(parts.word)))
    deeds += _summarise_walk(steps, paid)
    if not deeds:
        return message("strait.recap.nothing")
    return join_names(deeds)


def _summarise_walk(steps: Counter[str], paid: list[int]) -> list[Message]:
    told = [message(f"strait.recap.{kind}", n=n) for kind, n in sorted(steps.items(), reverse=True)]
    if any(paid):
        told.append(message("strait.recap.paid", price=price(*paid)))
    return told


def _summarise_answer(before: StraitPosition, move: Move) -> list[Message]:
    """What somebody else had to do about a bear."""
    if before.turn is None or before.turn < 0:
        return []
    kind = read_move(move.text, before.map).kind
    deed = {"step": "fled", "send": "bounced", "lift": "lifted"}[kind]
    return [message(f"strait.recap.{deed}", who=before.seat_name(before.turn))]
