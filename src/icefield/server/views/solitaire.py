"""Practice: a table with one seat, and the shortest solutions, worked out beside the serving."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any, Final

from ...core.abilities import Practised, Puzzle
from ...core.errors import BadOption, NotNow
from ...core.game import Game, Position
from ...core.message import message
from ..errors import Busy
from ..service.answers import Answers
from ..tables.table import Table

MOST: Final = 1 << 20
"""How many positions are looked at for a solution: seconds, and about 100 MiB."""


def practised(game: Game) -> Practised:
    """The game as one that can be practised; raises NotNow."""
    if not isinstance(game, Practised):
        said = message("web.problem.no-practice", game=game.title)
        raise NotNow(said, detail="no-practice")
    return game


def find_puzzle(game: Game, name: str) -> Puzzle:
    """The puzzle of that name; raises BadOption."""
    for puzzle in practised(game).puzzles():
        if puzzle.name == name:
            return puzzle
    raise BadOption(message("web.problem.no-such-puzzle"), detail="no-such-puzzle")


def practice_json(table: Table) -> dict[str, Any] | None:
    """What is practised at a table, or None where several play."""
    game = table.game
    if len(table.players) != 1 or not isinstance(game, Practised):
        return None
    found = _puzzle_of(table)
    names = [puzzle.name for puzzle in game.puzzles()]
    at = -1 if found is None else names.index(found.name)
    return {
        "puzzle": None if found is None else found.name,
        "following": names[at + 1] if found is not None and at + 1 < len(names) else None,
        "rule": game.practice_rule,
        "solved": _solved(table.position),
    }


def _puzzle_of(table: Table) -> Puzzle | None:
    game, options = table.game, table.opened.options
    for puzzle in practised(game).puzzles():
        if puzzle.level in options.values():
            return puzzle
    return None


def _solved(position: Position) -> bool:
    return position.outcome is not None and bool(position.outcome.winners)


# -- solutions ----------------------------------------------------------------------------------


Solution = tuple[str, ...] | None


def _solve(position: Position) -> Solution:
    found = practised(position.game).shortest(position, MOST)
    return None if found is None else tuple(found)


_solutions: Final[Answers[Solution]] = Answers("solver", late="solution-late")


def prepare(position: Position) -> None:
    """Work the solution out before anybody asks, unless too many wait."""
    with contextlib.suppress(Busy):
        _solutions.find(_key(position), lambda: _solve(position))


async def shortest(position: Position) -> Solution:
    """The moves of the shortest solution; raises NotNow when that takes too long. It is looked for
    all the same, so whoever asks again later joins the search or finds its end."""
    return await _solutions.answer(_key(position), lambda: _solve(position))


def _key(position: Position) -> tuple[str, Position]:
    return position.game.key, position


def solution_json(position: Position, moves: Sequence[str] | None, language: str) -> dict[str, Any]:
    """A solution from a position on, in words too; `moves` is null when there is none."""
    if moves is None:
        return {"moves": None, "sentence": message("web.practice.no_way").text(language)}
    told, after = [], position
    for text in moves:
        move = next(m for m in after.moves() if m.text == text)
        name = text if move.name is None else move.name.text(language)
        told.append({"move": text, "touches": list(move.touches), "name": name})
        after = after.play(move)
    said = message("web.practice.solution", n=len(told))
    return {"moves": told, "sentence": said.text(language)}


def verdict_json(made: int, best: int | None, language: str) -> dict[str, Any]:
    """How good a solution is that somebody found."""
    if best is None or made <= best:
        said = message("web.practice.perfect", n=made)
    else:
        said = message("web.practice.solved", n=made, best=best)
    return {"made": made, "best": best, "sentence": said.text(language)}
