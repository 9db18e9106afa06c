"""Verify the puzzles of a book: every claim in it is proven again.

`PuzzleVerifier` needs the tablebase where a game has one. `verify_without_table` does not: it
searches exactly as deep as the puzzle says the win is, which proves the win and its length, and
that no other move wins as fast.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ...core.errors import IcefieldError
from ...core.game import Game, Position
from ...core.message import Message, message
from ...search import Stop, alphabeta
from ...search.alphabeta import INFINITE, SCALE, Searcher
from ...search.transposition import new_table
from ...search.verdict import Continuation
from .book import Puzzle
from .generator import recipe
from .grades import count_tempting, grade
from .proof import Prover, UnprovenError, prover
from .symmetry import canonical_form

_PATIENCE: Final = 10
"""The budget of a proof, as a multiple of the generator's."""
_TABLE_MB: Final = 16


class PuzzleVerifier:
    """Proves the puzzles of one game."""

    def __init__(self, game: Game, stop: Stop | None = None):
        """Raise UnprovenError where a tablebase is needed and has not been built."""
        self._game = game
        self._stop = stop or Stop()
        self._budget = _PATIENCE * recipe(game).budget
        self._fresh()

    def _fresh(self) -> None:
        self._prover: Prover = prover(self._game.start(), self._budget, self._stop)

    def faults(self, puzzle: Puzzle) -> list[Message]:
        """The false claims of a puzzle."""
        try:
            position = puzzle.start(self._game)
            return [message(f"analysis.puzzles.{each}") for each in self._faults(puzzle, position)]
        except IcefieldError as error:
            return [error.sentence]
        except UnprovenError:
            return [message("analysis.puzzles.unproven")]

    def _faults(self, puzzle: Puzzle, position: Position) -> Iterator[str]:
        proof = self._prover.prove(position)
        if proof is None or proof.solution != puzzle.solution:
            yield "solution"
            return
        if proof.plies != puzzle.plies:
            yield "plies"
        if (
            puzzle.line[:1] != (puzzle.solution,)
            or len(puzzle.line) != puzzle.plies
            or not _wins(position, puzzle.line)
        ):
            yield "play"
        if count_tempting(puzzle.plies, puzzle.others) != puzzle.tempting:
            yield "tempting"
        if grade(puzzle.plies, puzzle.tempting) != puzzle.grade:
            yield "grade"
        found = self._prover.others(position, proof)
        if found.keys() != puzzle.others.keys() or not all(
            _agrees(position.play(text), found[text], other, position.turn)
            for text, other in puzzle.others.items()
        ):
            yield "others"


def _wins(position: Position, line: Sequence[str]) -> bool:
    """Whether the line ends with a win for the side that begins."""
    seat = position.turn
    for text in line:
        position = position.play(text)
    return position.outcome is not None and seat in position.outcome.winners


def _agrees(after: Position, found: Continuation, stored: Continuation, seat: int | None) -> bool:
    """Whether the stored claims about a wrong move are the proven ones.

    They are its result, length and line.
    """
    if (found.value, found.plies) != (stored.value, stored.plies):
        return False
    for text in stored.line:
        after = after.play(text)
    if stored.plies is None:
        return after.outcome is None or not after.outcome.winners
    outcome = after.outcome
    return (
        len(stored.line) + 1 == stored.plies and outcome is not None and seat not in outcome.winners
    )


def find_duplicates(puzzles: Iterable[Puzzle], game: Game) -> list[tuple[int, int]]:
    """The numbers of puzzles that are the same position, turned or mirrored.

    A position that cannot be read equals no other.
    """
    seen: dict[object, int] = {}
    found = []
    for puzzle in puzzles:
        try:
            image = canonical_form(puzzle.start(game))
        except IcefieldError:
            continue
        if image in seen:
            found.append((seen[image], puzzle.number))
        seen.setdefault(image, puzzle.number)
    return found


def verify_without_table(puzzle: Puzzle, game: Game) -> bool:
    """Whether the solution wins in exactly so many plies and no other move does.

    Looks that far ahead, without a tablebase.
    """
    position = puzzle.start(game)
    if not _wins(position, puzzle.line) or len(puzzle.line) != puzzle.plies:
        return False
    winning = [move.text for move in position.moves() if _within(position, move.text, puzzle.plies)]
    if winning != [puzzle.solution]:
        return False
    shorter = puzzle.plies - 2
    return alphabeta.has_scores(position) or not _within(position, puzzle.solution, shorter)


def _within(position: Position, text: str, plies: int) -> bool:
    """Whether a move wins within so many plies, itself counted."""
    after = position.play(text)
    if after.outcome is not None:
        return plies >= 1 and position.turn in after.outcome.winners
    if plies < 2:
        return False
    searcher = Searcher(after, new_table(_TABLE_MB))
    edge = SCALE * alphabeta.smallest_win(position) - alphabeta.MAX_PLY
    value, _ = searcher.window(plies - 1, -INFINITE, INFINITE)
    return (value if after.turn == position.turn else -value) >= edge
