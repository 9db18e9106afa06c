"""A move by what is proven: the winner follows the proof, the loser sets traps."""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Final

from ..core.game import Game, Move, Position
from ..search import Limits, Rated, Report, Stop, alphabeta, proven
from ..search.proven import Proof

_POINTS: Final = 0.4  # seconds for the score, once the proof is nearly at its end
_LINE: Final = 12  # moves of the proof that are told


def follow(position: Position, *, threads: int = 1, stop: Stop | None = None) -> Report | None:
    """The move of perfect play where the winner is proven, else None. Near the end, where a search
    takes over from the proof's file, it also looks for points, but never at the risk of the win;
    the loser does so when nothing can go wrong for the winner any more."""
    began = time.perf_counter()
    proof = proven.find(position)
    if proof is None:
        return None
    _load(position.game)
    if proof.leaf and (proof.move is not None or proof.plies == 0):
        searched = alphabeta.search(position, Limits(seconds=_POINTS), threads=threads, stop=stop)
        if searched.exact:
            return searched
        if searched.best != proof.best and _keeps(position, searched.best, proof):
            return _report(position, proof, searched.best, began)
    return _report(position, proof, proof.best, began)


@lru_cache(maxsize=4)
def _load(game: Game) -> None:
    """Have the search compiled with the first move of a game: it is not needed before the end."""
    alphabeta.search(game.start(), Limits(depth=1))


def _keeps(position: Position, move: Move, proof: Proof) -> bool:
    """Whether a move is certain to change nothing about who wins."""
    after = position.play(move)
    if after.outcome is not None:
        return after.outcome.winners == (proof.winner,)
    found = proven.find(after)
    return found is not None and found.winner == proof.winner


def _report(position: Position, proof: Proof, move: Move, began: float) -> Report:
    value = 1.0 if position.turn == proof.winner else -1.0
    listed = [m for m, _ in proof.winning] or [reply.move for reply in proof.replies]
    moves = (move, *(m for m in listed if m != move))
    return Report(
        best=move,
        value=value,
        nodes=0,
        depth=0,
        seconds=time.perf_counter() - began,
        line=(move, *proven.line(position.play(move), _LINE - 1)),
        rated=tuple(Rated(m, 0, value) for m in moves),
        exact=True,
        plies=proof.plies,
    )
