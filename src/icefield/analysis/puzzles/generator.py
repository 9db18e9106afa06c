"""Generate puzzles: positions of bot games with exactly one winning move.

At most one puzzle is taken from a game, and no grade and no seat gets more than its share, so that
a book serves beginners and experts. The same seed makes the same puzzles.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ...bots.arena.pool import run_jobs
from ...core.errors import BadOption
from ...core.game import Game, Position
from ...core.message import message
from ...games import game as find_game
from ...games import read_toml
from ...search import Limits, Stop
from ...search.mcts import uct
from .book import Puzzle
from .grades import GRADES, count_tempting, grade, possible_grades
from .proof import Prover, UniqueWin, UnprovenError, prover
from .symmetry import canonical_form

_OF_A_SEAT: Final = 0.6  # at most, of all puzzles
_AT_ONCE: Final = 0.08  # wins in one move

Found = tuple[str, UniqueWin]
"""The text of a position with one winning move, and the proof."""
Progress = Callable[[int, int], None]
"""Called after every game with the number of puzzles and the number of games."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """The recipe of a game's puzzles, as in `puzzles.toml` in its data."""

    nodes: Sequence[int]
    """Iterations of the players' search for a move; each game draws one of these."""
    slips: float
    """How often a player makes a random move, so that the games differ."""
    opening: int
    """How many moves at the start are random."""
    plies: int
    """A game that lasts longer than this is given up."""
    budget: int
    """Nodes for the proof of one position, where no table knows it."""
    longest: int
    """The longest win, in plies."""
    choice: int
    """The fewest legal moves a position has."""
    branches: int
    """How many moves beside the one that was made are followed a ply, from each position."""
    share: float
    """The largest share of one grade among all puzzles."""


def recipe(game: Game) -> Recipe:
    """The recipe of that game; raises BadOption where there is none."""
    found = read_toml(game.key, "puzzles.toml")
    if not found:
        raise BadOption(message("analysis.puzzles.cannot", game=game.title))
    return Recipe(**found)


def make_puzzles(
    game: Game,
    count: int,
    seed: int,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    stop: Stop | None = None,
    on_progress: Progress | None = None,
) -> tuple[Puzzle, ...]:
    """That many puzzles, the easy ones first, numbered from 1.

    Fewer when it was stopped. Games are played and searched on all cores or on a cluster. Where the
    game has a tablebase, it must have been built, on every machine.
    """
    how, stop = recipe(game), stop or Stop()
    try:
        prover(game.start(), how.budget)
    except UnprovenError:
        raise _no_table(game) from None
    collection = _PuzzleCollection(game, count, how.share)
    played = itertools.count(1)

    def take(found: Sequence[Found]) -> bool:
        _take_one(collection, found, prover(game.start(), how.budget, stop), stop)
        if on_progress is not None:
            on_progress(len(collection.puzzles), next(played))
        return len(collection.puzzles) >= count

    if count > 0:
        jobs = ((game.key, seed, number) for number in itertools.count(1))
        run_jobs(find_in_game, jobs, take, workers=workers, cluster=cluster, stop=stop)
    return collection.sorted(random.Random(f"{game.key} {seed}"))


def _no_table(game: Game) -> BadOption:
    return BadOption(message("analysis.puzzles.no_table", game=game.title))


def find_in_game(key: str, seed: int, number: int) -> list[Found]:
    """Play one game; the possible puzzles from it, shuffled.

    The last positions come first: they are proven quickly, and once one cannot be, the earlier ones
    hardly can. After a slip, too, there may be only one way to win.
    """
    game = find_game(key)
    how, chance = recipe(game), random.Random(f"{key} {seed} {number}")
    try:
        proving = prover(game.start(), how.budget)
    except UnprovenError:
        raise _no_table(game) from None
    found: list[Found] = []
    for position in reversed(list(_play_game(game, how, chance))):
        slips = chance.sample(position.moves(), min(how.branches, len(position.moves())))
        try:
            for each in (position, *(position.play(move) for move in slips)):
                if each.turn is not None and len(each.moves()) >= how.choice:
                    fresh = game.read(str(each))  # the history does not count
                    proof = proving.prove(fresh)
                    if proof is not None and proof.plies <= how.longest:
                        found.append((str(fresh), proof))
        except UnprovenError:
            break
    chance.shuffle(found)
    return found


def _take_one(
    collection: _PuzzleCollection, found: Sequence[Found], proving: Prover, stop: Stop
) -> None:
    """Add one puzzle of a game to the collection, if one of them is wanted."""
    for text, proof in found:
        position = collection.game.read(text)
        if stop.is_set() or not collection.wants(position, proof.plies):
            continue
        try:
            puzzle = _puzzle(position, proof, proving)
        except UnprovenError:
            continue
        if collection.put(puzzle, position):
            return


def _puzzle(position: Position, proof: UniqueWin, proving: Prover) -> Puzzle:
    others = proving.others(position, proof)
    tempted = count_tempting(proof.plies, others)
    return Puzzle(
        game=position.game.key,
        number=0,
        position=str(position),
        solution=proof.solution,
        plies=proof.plies,
        line=proof.line,
        others=others,
        tempting=tempted,
        grade=grade(proof.plies, tempted),
    )


def _play_game(game: Game, how: Recipe, chance: random.Random) -> Iterator[Position]:
    """The positions of a game between two bots with occasional random moves."""
    position, nodes = game.start(), chance.choice(how.nodes)
    for ply in range(how.plies):
        if position.turn is None:
            return
        yield position
        if ply < how.opening or chance.random() < how.slips:
            position = position.play(chance.choice(position.moves()))
        else:
            seed = chance.getrandbits(30)
            position = position.play(uct.search(position, Limits(nodes=nodes), seed=seed).best)


class _PuzzleCollection:
    """The puzzles found so far, and the quotas of grades and seats."""

    def __init__(self, game: Game, count: int, share: float):
        self.game = game
        self.puzzles: list[Puzzle] = []
        self._count = count
        self._share = share
        self._looks: set[object] = set()
        self._grades: Counter[int] = Counter()
        self._seats: Counter[int | None] = Counter()
        self._at_once = 0

    def wants(self, position: Position, plies: int) -> bool:
        """Whether there may be room for such a puzzle, before all about it is known."""
        return not (
            canonical_form(position) in self._looks
            or all(self._full(each) for each in possible_grades(plies))
            or self._seats[position.turn] >= _OF_A_SEAT * self._count
            or (plies == 1 and self._at_once >= _AT_ONCE * self._count)
        )

    def _full(self, grade: int) -> bool:
        return self._grades[grade] >= self._share * self._count

    def put(self, puzzle: Puzzle, position: Position) -> bool:
        """Add a puzzle; False when the quota of its grade is filled."""
        if self._full(puzzle.grade):
            return False
        self.puzzles.append(puzzle)
        self._looks.add(canonical_form(position))
        self._grades[puzzle.grade] += 1
        self._seats[position.turn] += 1
        self._at_once += puzzle.plies == 1
        return True

    def sorted(self, chance: random.Random) -> tuple[Puzzle, ...]:
        """The puzzles by grade, and within a grade shuffled between the seats."""
        mixed = self.puzzles[:]
        chance.shuffle(mixed)
        ordered = [puzzle for each in GRADES for puzzle in mixed if puzzle.grade == each]
        return tuple(replace(puzzle, number=i) for i, puzzle in enumerate(ordered, 1))
