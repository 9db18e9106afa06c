"""Solitaire: a table with one seat, its puzzle and the shortest solution."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.abilities import HasSolitaire, Puzzle
from ...core.errors import BadOption, NotNow
from ...core.game import Game, Position
from ...core.message import message
from ..tables.table import Table
from .board import build_move
from .models.board import MoveChoice
from .models.table import Practice, Solution, SolutionVerdict


def check_solitaire(game: Game) -> HasSolitaire:
    """The game as one with solitaire puzzles; raises NotNow."""
    if not isinstance(game, HasSolitaire):
        sentence = message("web.problem.no-practice", game=game.title)
        raise NotNow(sentence, detail="no-practice")
    return game


def find_puzzle(game: Game, name: str) -> Puzzle:
    """The puzzle of that name; raises BadOption."""
    for puzzle in check_solitaire(game).puzzles():
        if puzzle.name == name:
            return puzzle
    raise BadOption(message("web.problem.no-such-puzzle"), detail="no-such-puzzle")


def build_practice(table: Table) -> Practice | None:
    """The board of a practice table, or None where several play."""
    game = table.game
    if len(table.players) != 1 or not isinstance(game, HasSolitaire):
        return None
    found = _puzzle_of(table)
    names = [puzzle.name for puzzle in game.puzzles()]
    at = -1 if found is None else names.index(found.name)
    return {
        "puzzle": None if found is None else found.name,
        "length": None if found is None else found.length,
        "following": names[at + 1] if found is not None and at + 1 < len(names) else None,
        "rule": game.practice_rule,
        "solved": _is_solved(table.position),
    }


def find_positions(table: Table) -> tuple[Position, Position]:
    """The present and the first position of a solitaire table; raises NotNow."""
    if build_practice(table) is None:
        raise NotNow(message("web.problem.not-practice"), detail="not-practice")
    return table.position, table.plies(len(table.boards) - 1)[0]


def _puzzle_of(table: Table) -> Puzzle | None:
    game, options = table.game, table.opened.options
    for puzzle in check_solitaire(game).puzzles():
        if puzzle.level in options.values():
            return puzzle
    return None


def _is_solved(position: Position) -> bool:
    return position.outcome is not None and bool(position.outcome.winners)


def build_solution(position: Position, moves: Sequence[str] | None, language: str) -> Solution:
    """A solution from a position on; `moves` is None when there is none."""
    if moves is None:
        return {"moves": None, "sentence": message("web.practice.no_way").text(language)}
    built: list[MoveChoice] = []
    after = position
    for text in moves:
        built.append(build_move(next(m for m in after.moves() if m.text == text), language))
        after = after.play(text)
    sentence = message("web.practice.solution", n=len(built))
    return {"moves": built, "sentence": sentence.text(language)}


def build_verdict(made: int, best: int | None, language: str) -> SolutionVerdict:
    """The quality of a solution of `made` moves."""
    if best is None or made <= best:
        sentence = message("web.practice.perfect", n=made)
    else:
        sentence = message("web.practice.solved", n=made, best=best)
    return {"made": made, "best": best, "sentence": sentence.text(language)}
