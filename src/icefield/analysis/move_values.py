"""What every legal move of a position is worth for the mover: win, draw or loss, how far the end
is, and whether the move holds the result.

The best source there is answers: a complete table knows everything; a proof of the game from its
start knows who wins and moves that do it; alone at practice, the shortest solution after each move;
else a search looks a ply deeper after every move in turn, until all of
them are proven or the limits run out. What is not proven is `unknown`.

A search knows which positions of the game end it when they come again. A table looks ahead only:
of what came before it sees that a move ends the game at once, such as by a third occurrence of a
position; further on, earlier occurrences do not count.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..core import jit
from ..core.abilities import HasSolitaire, Repeating
from ..core.errors import BadOption, GameOver
from ..core.game import Move, Position
from ..core.jit import bind
from ..core.message import Message, message
from ..search import Limits, Stop, alphabeta
from ..search.alphabeta import INFINITE, MAX_PLY, Searcher
from ..search.deadline import Deadline
from ..search.exact import tablebase
from ..search.exact.solve import Solution
from ..search.proof import lookup as proven
from ..search.proof.lookup import Proof
from ..search.registry import suited
from ..search.transposition import Table, new_table

WIN, DRAW, LOSS, UNKNOWN = "win", "draw", "loss", "unknown"
_WORTH: Final = {WIN: 1, DRAW: 0, LOSS: -1, UNKNOWN: -2}
_VALUES: Final = {1: WIN, 0: DRAW, -1: LOSS}
PROOF, CALCULATION = "proof", "calculation"
PROVEN: Final = (PROOF, CALCULATION)
"""The sources of verdicts that are proven from the start of the game: by the file of the proof, or
by a small search where the file ends. Their plies are those of the proof."""
_TABLE_MB: Final = 64
MOST: Final = 1 << 18
"""How many positions are looked at for a solution at practice: about a second."""


@dataclass(frozen=True, slots=True)
class MoveVerdict:
    """What one move is worth for whoever makes it."""

    move: Move
    value: str  # "win", "draw", "loss" or "unknown"
    plies: int | None = None  # to the end under best play, this move counted
    score: int | None = None  # what the winner scores, where the game has scores
    holds: bool | None = None  # whether it holds the result; None while that is not proven

    def to_json(self) -> dict[str, object]:
        return {
            "move": self.move.text,
            "value": self.value,
            "plies": self.plies,
            "score": self.score,
            "holds": self.holds,
        }

    @property
    def rank(self) -> tuple[int, int, int, str]:
        """Sorts the best first: the quickest win, the longest resistance, then what is not
        proven."""
        worth = _WORTH[self.value]
        sign = max(worth, -1)
        plies = MAX_PLY if self.plies is None else self.plies
        return -worth, -sign * (self.score or 0), sign * plies, self.move.text


@dataclass(frozen=True, slots=True)
class PositionVerdict:
    """All moves of a position, sorted by their text, and what the position is worth by them."""

    value: str
    plies: int | None
    score: int | None
    moves: tuple[MoveVerdict, ...]
    source: str  # "table", "search", "practice", PROOF or CALCULATION

    @property
    def proven(self) -> bool:
        """Whether a proof of the game from its start says so."""
        return self.source in PROVEN

    @property
    def ranked(self) -> tuple[MoveVerdict, ...]:
        """The moves, the best first."""
        return tuple(sorted(self.moves, key=lambda verdict: verdict.rank))

    @property
    def holding(self) -> int | None:
        """How many moves are known to hold the result; None while the result is not known."""
        return None if self.value == UNKNOWN else sum(v.holds is True for v in self.moves)

    @property
    def unproven(self) -> int:
        """Of how many moves it is not known whether they hold the result."""
        return sum(verdict.holds is None for verdict in self.moves)

    def to_json(self) -> dict[str, object]:
        return {
            "moves": [verdict.to_json() for verdict in self.moves],
            "holding": self.holding,
            "of": len(self.moves),
        }


# -- in words -------------------------------------------------------------------------------------


def verdict_words(verdict: MoveVerdict | PositionVerdict, source: str = "") -> Message:
    """A verdict in words: "win in 7"."""
    source = verdict.source if isinstance(verdict, PositionVerdict) else source
    kind = "alone" if source == "practice" else "verdict"
    if verdict.plies is not None and source in PROVEN:
        kind = "proven"
    if verdict.plies is None:
        return message(f"analysis.{kind}.{verdict.value}")
    if verdict.score is None:
        return message(f"analysis.{kind}.{verdict.value}.in", plies=verdict.plies)
    score = verdict.score
    return message(f"analysis.{kind}.{verdict.value}.score", plies=verdict.plies, score=score)


def holding_words(verdicts: PositionVerdict) -> Message:
    """The sentence that says how many moves hold the result."""
    of, holding = len(verdicts.moves), verdicts.holding
    if holding is None:
        return message("analysis.open", n=of)
    if verdicts.source == "practice":
        if verdicts.value != WIN:
            return message("analysis.alone.nothing")
        return message("analysis.alone.holding", n=holding, of=of)
    if verdicts.unproven:
        return message("analysis.holding.least", n=holding, of=of)
    return message("analysis.holding", n=holding, of=of)


# -- where they come from -------------------------------------------------------------------------


def can_judge(position: Position) -> bool:
    """Whether anything can be said about the moves of games like this one."""
    game = position.game
    if position.seats == 1:
        return isinstance(game, HasSolitaire)
    return tablebase.space_of(position) is not None or _searchable(position)


def _searchable(position: Position) -> bool:
    if position.seats != 2 or not hasattr(position.game, "kernel"):  # nothing compiled to search
        return False
    return suited(position.game)[0] == "alphabeta"


def judge_moves(
    position: Position,
    limits: Limits = Limits(),  # noqa: B008 (immutable)
    *,
    stop: Stop | None = None,
    solution: Solution | None = None,
    known: Table | None = None,
) -> PositionVerdict:
    """What every move is worth, from the best source there is. A `solution` found before, and the
    `known` positions it left, are made use of. Raises GameOver, BadTable, BadOption where nothing
    can be said, and at practice NotNow when a board is too large."""
    if position.turn is None:
        raise GameOver(message("core.game_over"))
    if not can_judge(position):
        raise BadOption(message("analysis.cannot", game=position.game.title), detail="no-analysis")
    game = position.game
    if position.seats == 1 and isinstance(game, HasSolitaire):
        return _alone(position, game)
    built = tablebase.find(position)
    if built is not None:
        listed = built.moves(position)
        moves = [
            MoveVerdict(m, listed[m.text].value, listed[m.text].plies) for m in position.moves()
        ]
        return _concluded(position, moves, "table")
    proof = proven.find_proof(position)
    if proof is not None and not proof.leaf:
        return verdict_by_proof(position, proof, limits, stop)
    if not _searchable(position):
        return _concluded(position, [MoveVerdict(m, UNKNOWN) for m in position.moves()], "search")
    known = new_table(_TABLE_MB) if known is None else known
    searched = [*_verdicts_by_search(position, limits, known, stop or Stop())]
    if solution is not None and solution.value != UNKNOWN:
        searched = [_with_solution(verdict, solution, position) for verdict in searched]
    found = _concluded(position, searched, "search", solution)
    return (
        verdict_by_proof(position, proof) if proof is not None and found.value == UNKNOWN else found
    )


def _concluded(
    position: Position,
    moves: Sequence[MoveVerdict],
    source: str,
    solution: Solution | None = None,
) -> PositionVerdict:
    """What follows from the moves: the value of the position, and which of them hold it."""
    best = min(moves, key=lambda verdict: verdict.rank)
    sure = best.value == WIN or all(verdict.value != UNKNOWN for verdict in moves)
    value, plies, score = (best.value if sure else UNKNOWN), None, None
    if solution is not None and solution.value != UNKNOWN:
        value, plies, score = solution.value, solution.plies, solution.score
    elif sure and _is_best(best, moves, position):
        plies, score = best.plies, best.score

    def holds(verdict: MoveVerdict) -> bool | None:
        if verdict.holds is not None or value == UNKNOWN:
            return verdict.holds
        return None if verdict.value == UNKNOWN else verdict.value == value

    judged = tuple(replace(verdict, holds=holds(verdict)) for verdict in moves)
    return PositionVerdict(value, plies, score, judged, source)


def _is_best(best: MoveVerdict, moves: Sequence[MoveVerdict], position: Position) -> bool:
    """Whether no move that is not proven yet can be better than the best that is."""
    if all(verdict.value != UNKNOWN for verdict in moves):
        return True
    return best.value == WIN and not alphabeta.has_scores(position)  # shorter ones came first


# -- proof ----------------------------------------------------------------------------------------


def verdict_by_proof(
    position: Position, proof: Proof, limits: Limits | None = None, stop: Stop | None = None
) -> PositionVerdict:
    """What a proof says about the moves. Of those it does not speak of a small search may know
    something, as long as the limits allow it; without limits nobody asks."""
    source, plies = CALCULATION if proof.leaf else PROOF, proof.plies or None
    if proof.move is None:
        moves = [MoveVerdict(r.move, LOSS, r.plies, None, True) for r in proof.replies]
        return PositionVerdict(LOSS, plies, None, tuple(sorted(moves, key=_by_text)), source)
    known = {m: MoveVerdict(m, WIN, far, None, True) for m, far in proof.winning}
    began, stop = time.perf_counter(), stop or Stop()
    for move in (m for m in position.moves() if m not in known):
        late = limits is None or stop.is_set()
        if not late and limits is not None and limits.seconds is not None:
            late = time.perf_counter() - began > limits.seconds
        known[move] = (
            MoveVerdict(move, UNKNOWN) if late else _verdict_by_small_search(position, move)
        )
    verdicts = tuple(known[move] for move in position.moves())
    return PositionVerdict(WIN, plies, None, verdicts, source)


def _verdict_by_small_search(position: Position, move: Move) -> MoveVerdict:
    """What a small search says about a move that a proof does not speak of."""
    after = position.play(move)
    if after.turn is None:
        return replace(_verdict_at_end(position, after, move), score=None)
    found = proven.find_proof(after)
    if found is None:
        return MoveVerdict(move, UNKNOWN)
    won = found.winner == position.turn
    return MoveVerdict(move, WIN if won else LOSS, found.plies + 1, None, won)


def _by_text(verdict: MoveVerdict) -> str:
    return verdict.move.text


# -- practice -------------------------------------------------------------------------------------


def _alone(position: Position, game: HasSolitaire) -> PositionVerdict:
    """At practice the result to hold is the shortest way."""
    ways: dict[Move, int | None] = {}
    for move in position.moves():
        after = position.play(move)
        if after.outcome is not None:
            ways[move] = 1 if after.outcome.winners else None
            continue
        found = game.shortest(after, MOST)
        ways[move] = None if found is None else len(found) + 1
    shortest = min((plies for plies in ways.values() if plies is not None), default=None)
    moves = tuple(
        MoveVerdict(move, DRAW if plies is None else WIN, plies, None, plies == shortest)
        for move, plies in ways.items()
    )
    return PositionVerdict(DRAW if shortest is None else WIN, shortest, None, moves, "practice")


# -- search ---------------------------------------------------------------------------------------


def _verdicts_by_search(
    position: Position, limits: Limits, known: Table, stop: Stop
) -> Iterator[MoveVerdict]:
    """What a search proves of every move. They take turns, each time a ply deeper, so that the
    nearest ends are found first wherever they are."""
    searchers: dict[Move, tuple[Position, Searcher]] = {}
    proven: dict[Move, MoveVerdict] = {}
    for move in position.moves():
        after = position.play(move)
        if after.turn is None:
            proven[move] = _verdict_at_end(position, after, move)
        else:
            searchers[move] = after, Searcher(after, table_for(after, known))
    for _, first in [*searchers.values()][:1]:
        first.window(0, -INFINITE, INFINITE)  # compiled before the clock starts
    deepest = MAX_PLY - 1 if limits.depth is None else min(limits.depth, MAX_PLY) - 1
    with Deadline([searcher for _, searcher in searchers.values()], limits.seconds, stop):
        for depth in range(1, deepest + 1):
            for move in [move for move in searchers if move not in proven]:
                after, searcher = searchers[move]
                value, resolved = searcher.window(depth, -INFINITE, INFINITE)
                if searcher.stopped:
                    break
                if not alphabeta.has_scores(position) and alphabeta.is_decided(value, position):
                    resolved = True  # the first end found is the nearest
                if resolved:
                    proven[move] = _verdict_of_value(position, after, move, value)
            if proven.keys() >= searchers.keys() or any(s.stopped for _, s in searchers.values()):
                break
    for move in position.moves():
        yield proven.get(move, MoveVerdict(move, UNKNOWN))


def table_for(position: Position, known: Table) -> Table:
    """Where a search of this position keeps what it finds out: with the rest, unless positions of
    this game end it when they come again. What rests on them is true of this game only."""
    return new_table(_TABLE_MB) if isinstance(position, Repeating) and position.worn() else known


def _verdict_at_end(position: Position, after: Position, move: Move) -> MoveVerdict:
    worth = int(jit.utility(bind(after.game), after.state))
    own = worth if position.turn == 0 else -worth
    value = _VALUES[(own > 0) - (own < 0)]
    if value == DRAW:
        return MoveVerdict(move, DRAW)
    score = (
        abs(worth) - alphabeta.smallest_win(position) if alphabeta.has_scores(position) else None
    )
    return MoveVerdict(move, value, 1, score)


def _verdict_of_value(position: Position, after: Position, move: Move, value: int) -> MoveVerdict:
    """A move from the proven value of the position after it, which is for who moves there."""
    own = value if after.turn == position.turn else -value
    score, plies = alphabeta.score_and_plies(value, position)
    return MoveVerdict(
        move,
        _VALUES[(own > 0) - (own < 0)],
        None if plies is None else plies + 1,
        score if alphabeta.has_scores(position) else None,
    )


def _with_solution(verdict: MoveVerdict, solution: Solution, position: Position) -> MoveVerdict:
    """What the solution of the whole position says about a move that has no verdict of its own.
    Where the play may go round in circles, a move it does not list may still hold."""
    if verdict.value != UNKNOWN:
        return verdict
    text = verdict.move.text
    if solution.value == LOSS:
        return replace(verdict, value=LOSS)
    if text in solution.winning:
        return replace(verdict, value=WIN)
    if not alphabeta.has_scores(position):
        return verdict
    if solution.value == DRAW:
        return replace(verdict, value=DRAW if text in solution.best else LOSS)
    return replace(verdict, holds=False)
