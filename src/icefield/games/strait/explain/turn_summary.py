"""The summary of a turn of `strait`, in one sentence for the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ....core.explain import Finder, explain, fall_back
from ....core.game import Move
from ....core.message import Message, message
from ..text.moves import read_move
from .move_words import item_name, join_names, price

if TYPE_CHECKING:
    from ..position import StraitPosition


@dataclass(frozen=True, slots=True)
class CompletedTurn:
    """A turn of a seat: its moves, each between two positions."""

    seat: int
    moves: list[tuple[StraitPosition, Move, StraitPosition]]


def summarise_turn(position: StraitPosition) -> tuple[int, Message] | None:
    """The seat whose turn the last move completed, and what happened in it.

    None while a turn goes on.
    """
    before = position.before
    if before is None or before.active is None:
        return None
    if before.setup:  # a floe or an explorer is placed in one decision
        placed = None if position.last is None else position.last.name
        return None if placed is None or before.turn != before.active else (before.active, placed)
    if position.turns == before.turns and position.phase != "over":
        return None
    turn = CompletedTurn(before.active, _moves_of_turn(position, before.turns))
    return turn.seat, join_names(explain(_FINDER, turn))


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


def _find_events(turn: CompletedTurn) -> Iterator[Message]:
    """The player's actions, a walk as a whole, and the others' answers to bears."""
    steps: Counter[str] = Counter()
    paid = [0, 0]
    for before, move, after in turn.moves:
        if before.turn != turn.seat:
            yield from _name_answer(before, move)
            continue
        parts = read_move(move.text, before.map)
        if parts.kind == "step":
            steps["swim" if parts.swims else "walk"] += 1
            packs = zip(before.packs[turn.seat], after.packs[turn.seat], strict=True)
            paid = [sum(pair) for pair in zip(paid, (a - b for a, b in packs), strict=True)]
            if before.phase == "move" or after.phase == "move":
                continue
        yield from _name_walk(steps, paid)
        steps, paid = Counter(), [0, 0]
        if parts.kind in ("drift", "turn", "discover", "fish", "send"):
            yield message(f"strait.recap.{parts.kind}")
        elif parts.kind in ("collect", "take", "drop") and parts.word != "none":
            kind = "drop" if parts.kind == "drop" else "take"
            yield message(f"strait.recap.{kind}", item=item_name(parts.word))
    yield from _name_walk(steps, paid)


def _name_walk(steps: Counter[str], paid: list[int]) -> Iterator[Message]:
    """The steps and swims of a walk, and what they cost."""
    for kind, n in sorted(steps.items(), reverse=True):
        yield message(f"strait.recap.{kind}", n=n)
    if any(paid):
        yield message("strait.recap.paid", price=price(*paid))


def _name_answer(before: StraitPosition, move: Move) -> Iterator[Message]:
    """Another player's answer to a bear; nothing for chance."""
    if before.turn is None or before.turn < 0:
        return
    answers = {"step": "fled", "send": "bounced", "lift": "lifted"}
    answer = answers[read_move(move.text, before.map).kind]
    yield message(f"strait.recap.{answer}", who=before.seat_name(before.turn))


def _find_nothing(turn: CompletedTurn) -> Message:  # noqa: ARG001
    """A turn in which nothing happened."""
    return message("strait.recap.nothing")


_FINDER: Final[Finder[CompletedTurn, Message]] = fall_back(_find_events, _find_nothing)
