"""Certain knowledge about a position, from the best source.

In this order: at solitaire the shortest solution after every move; a tablebase, which knows
everything; a proof of the game from its start, which knows who wins and moves that do it. All other
code asks `known` for the exact value of a position, and searches only where it is None.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ..core.abilities import HasSolitaire
from ..core.arguments import checks_arguments
from ..core.game import Move, Position
from .exact import tablebase
from .proof import lookup
from .proof.lookup import SMALL_SEARCH_NODES, Proof
from .verdict import DRAW, LOSS, WIN, Verdict

TABLE, SOLITAIRE, PROOF, CALCULATION = "table", "practice", "proof", "calculation"
"""The sources. A calculation is a small search beyond the file of a proof."""
MAX_SOLITAIRE_POSITIONS: Final = 1 << 18
"""The positions that a search at solitaire may visit: about a second."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The exact value of a position for the seat to move, and of its moves.

    A tablebase only looks ahead: the value of the position ignores the history, those of the moves
    see that one ends the game at once, such as by a third occurrence.
    """

    source: str
    value: str
    plies: int | None
    """To the end under best play, or of the proof; 0 where nothing can go wrong any more."""
    winner: int | None
    moves: Mapping[Move, Verdict]
    """The best first: all of them, or those of the winner that a proof knows to win."""

    @property
    def best(self) -> Move:
        """The move to play: the quickest win, or the move that is hardest to meet."""
        return next(iter(self.moves))

    @property
    def alone(self) -> bool:
        """Whether it is about solitaire, where a shortest solution holds the result."""
        return self.source == SOLITAIRE

    @property
    def complete(self) -> bool:
        """Whether no search can add anything; a small search tells no score or plies."""
        return self.source != CALCULATION

    @property
    def settled(self) -> bool:
        """Whether the winner wins with every move."""
        return self.plies == 0


@checks_arguments
def known(position: Position, *, nodes: int = SMALL_SEARCH_NODES) -> Knowledge | None:
    """The knowledge about a position; None where there is none, and after the end.

    Small searches beside a proof visit at most so many `nodes` each; with 0 only its file is used.
    Raises BadTable, and at solitaire NotNow when the board is too large.
    """
    if position.turn is None:
        return None
    game = position.game
    if position.seats == 1 and isinstance(game, HasSolitaire):
        return _from_solitaire(position, game)
    found = from_table(position)
    if found is not None:
        return found
    proof = lookup.find_proof(position, nodes)
    return None if proof is None else _from_proof(proof)


@checks_arguments
def from_table(position: Position) -> Knowledge | None:
    """The values of a tablebase; None where none is built. Raises BadTable."""
    built = tablebase.find(position)
    if built is None or position.turn is None:
        return None
    verdicts = built.moves(position)
    moves = sorted(position.moves(), key=lambda move: (verdicts[move.text].rank, move.text))
    found = built.value(position)
    winner = {WIN: position.turn, LOSS: 1 - position.turn}.get(found.value)
    ranked = {move: verdicts[move.text] for move in moves}
    return Knowledge(TABLE, found.value, found.plies, winner, ranked)


def _from_solitaire(position: Position, game: HasSolitaire) -> Knowledge:
    """The length of the shortest solution after every move.

    A move after which there is none is a draw.
    """
    found: dict[Move, Verdict] = {}
    for move in position.moves():
        plies = _plies_to_goal(position.play(move), game)
        found[move] = Verdict(DRAW, None) if plies is None else Verdict(WIN, plies + 1)
    ranked = dict(sorted(found.items(), key=lambda entry: (entry[1].rank, entry[0].text)))
    best = next(iter(ranked.values()))
    return Knowledge(SOLITAIRE, best.value, best.plies, 0 if best.value == WIN else None, ranked)


def _plies_to_goal(position: Position, game: HasSolitaire) -> int | None:
    if position.outcome is not None:
        return 0 if position.outcome.winners else None
    found = game.shortest(position, MAX_SOLITAIRE_POSITIONS)
    return None if found is None else len(found)


def _from_proof(proof: Proof) -> Knowledge:
    source = CALCULATION if proof.leaf else PROOF
    if proof.move is not None:
        winning = {move: Verdict(WIN, plies) for move, plies in proof.winning}
        return Knowledge(source, WIN, proof.plies, proof.winner, winning)
    replies = {reply.move: Verdict(LOSS, reply.plies) for reply in proof.replies}
    return Knowledge(source, LOSS, proof.plies, proof.winner, replies)


@checks_arguments
def best_line(position: Position, most: int | None = None) -> tuple[Move, ...]:
    """The known line of best play, at most so many moves.

    Empty where nothing is known.
    """
    if position.seats == 1 and isinstance(position.game, HasSolitaire):
        return _shortest_line(position, position.game)[:most]
    line: list[Move] = []
    while len(line) != most and (found := known(position, nodes=0)) is not None:
        line.append(found.best)
        position = position.play(found.best)
    return tuple(line)


def _shortest_line(position: Position, game: HasSolitaire) -> tuple[Move, ...]:
    """The shortest solution of a position at solitaire."""
    if position.turn is None:
        return ()
    line: list[Move] = []
    for text in game.shortest(position, MAX_SOLITAIRE_POSITIONS) or ():
        line.append(position.legal(text)[1])
        position = position.play(text)
    return tuple(line)
