"""Positions, moves and score sheets in words, for line mode."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from ..core.game import Move
from ..core.message import Message, message
from ..core.scene import Scene
from ..play import Match
from ..play.session import score_sheet

_LAST_PART: Final = re.compile(r"(?<=[-:~@])[^-:~@]+$")


def scene(shown: Scene, language: str) -> Iterator[Message | str]:
    """Yield the pieces on the board by kind, the pieces beside it, then the facts."""
    from ..render.text import aside, is_detail

    kinds: dict[Message, list[str]] = {}
    for piece in sorted(shown.pieces, key=lambda p: (p.seat is None, p.seat or 0)):
        if piece.space is not None and not is_detail(piece):
            kinds.setdefault(piece.name, []).append(piece.space)
    for kind, places in kinds.items():
        yield message("cli.play.stands", kind=kind, places=", ".join(sorted(places)))
    yield from aside(shown, language)
    yield shown.caption
    yield from shown.facts


def move(id_: str, made: Move, **params: str) -> Message:
    """Return a sentence about a move: its notation and, if it has one, its name."""
    return message(id_, move=made.text, name=made.name or made.text, **params)


def chosen(moves: Sequence[Move], begin: str) -> list[Move]:
    """Return the moves with that prefix, or if none those that touch that space."""
    found = [move for move in moves if move.text.lower().startswith(begin)]
    return found or [move for move in moves if begin in move.touches]


def stems(moves: Sequence[Move]) -> Counter[str]:
    """Return the number of moves per prefix: the notation without its last part."""
    return Counter(_LAST_PART.sub("", move.text) for move in moves)


def sheet(match: Match) -> Iterator[Message]:
    """Return the score sheet: a line per game, and the totals of a match of several."""
    for row in score_sheet(match):
        cells: list[Message] = []
        for score in row.players:
            points = "–" if score.points is None else str(score.points)
            name = match.players[score.player]
            cells.append(message("cli.play.cell", name=name, seat=score.seat_name, points=points))
        yield message("cli.play.row", number=row.number + 1, cells=_joined(cells))
    if match.length > 1:
        totals = zip(match.players, match.sheet.totals, strict=True)
        cells = [message("cli.play.total_cell", name=n, points=total) for n, total in totals]
        yield message("cli.play.total", cells=_joined(cells))


def _joined(cells: list[Message]) -> Message:
    """Join messages with semicolons."""
    whole = cells[0]
    for cell in cells[1:]:
        whole = message("cli.play.and", first=whole, second=cell)
    return whole


def without_place(sentence: Message) -> Message:
    """Remove "line 1, column 1", which does not help for a line just typed."""
    inner = dict(sentence.params).get("what")
    return inner if sentence.id == "core.at" and isinstance(inner, Message) else sentence
