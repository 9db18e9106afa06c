"""What a position and a move in it are worth, from the best source there is: a complete table, a
proof of the game from its start, a proof by search, and else the guess of the search that suits the
game.

Values are payoffs from −1 (lost) to 1 (won) for one seat. A line is the play expected, moves of all
seats and of chance in order.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from ..core.abilities import HasSolitaire
from ..core.errors import GameOver
from ..core.game import Move, Position
from ..core.jit import bind
from ..core.message import message
from ..search import Limits, Report, Stop, alphabeta
from ..search.exact import tablebase
from ..search.exact.score_bounds import ScoreBounds
from ..search.mcts import isuct, uct
from ..search.proof import lookup
from ..search.proof.lookup import Proof
from ..search.registry import suited
from ..search.transposition import Table, new_table
from .move_values import (
    DRAW,
    LOSS,
    MOST,
    UNKNOWN,
    WIN,
    MoveVerdict,
    PositionVerdict,
    judge_moves,
    table_for,
    verdict_by_proof,
)
from .score_bounds import find_bounds, side_search_limits

_PAYOFF: Final = {WIN: 1.0, DRAW: 0.0, LOSS: -1.0}
_TABLE_MB: Final = 64
_LINE: Final = 12  # moves of a line that are told
_DOUBT: Final = 0.04  # payoffs that a move must seem to give away before it is looked at again
_PROVING: Final = 0.5  # of the time for a position goes to proving, where a game has no guess
_DETOUR, _ROUNDABOUT = 0.12, 0.4
"""What a move of detour costs at practice, and what is left of a way however long it is."""
_AFTERWARDS: Final = 0.3  # seconds for judging every move once the position itself is solved


@dataclass(frozen=True, slots=True)
class PositionValue:
    """What a position is worth for the seat that decides, with the best line."""

    seat: int
    value: float
    line: tuple[Move, ...]
    payoffs: tuple[float, ...]  # of every seat
    verdicts: PositionVerdict | None = None  # where the position is solved
    depth: int = 0
    nodes: int = 0
    span: ScoreBounds | None = None  # of the score, where that is not known

    @property
    def best(self) -> Move:
        return self.line[0]

    @property
    def exact(self) -> bool:
        return self.verdicts is not None

    def verdict(self, move: Move) -> MoveVerdict | None:
        """The proven verdict on a move, if there is one."""
        if self.verdicts is None:
            return None
        found = next((v for v in self.verdicts.moves if v.move == move), None)
        return None if found is None or found.value == UNKNOWN else found


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What a move leaves: its value for the mover and the play expected after it."""

    value: float
    line: tuple[Move, ...]
    payoffs: tuple[float, ...]
    ease: float = 0.0  # how much easier, by a guess, it makes things for who wins anyhow
    guessed: bool = False  # whether it stands beside a proven win and is not proven itself


@dataclass
class Evaluator:
    """Weighs positions of one game after another; what was found out is kept for the next one."""

    limits: Limits = field(default_factory=lambda: Limits(seconds=0.3))
    threads: int = 1
    stop: Stop = field(default_factory=Stop)
    known: Table = field(default_factory=lambda: new_table(_TABLE_MB))
    _loaded: bool = field(default=False, init=False)

    # -- positions ------------------------------------------------------------------------------

    def position(self, position: Position, seat: int | None = None) -> PositionValue:
        """What the position is worth for a seat that may decide (default: the one to decide)."""
        if position.turn is None:
            raise GameOver(message("core.game_over"))
        who = position.turn if seat is None else seat
        worth = self._weighed(position, who)
        if worth.verdicts is not None and not worth.verdicts.proven:
            return worth
        return replace(worth, span=self._span(position, worth))

    def _span(self, position: Position, worth: PositionValue) -> ScoreBounds | None:
        """Between which bounds the score lies, by a small search."""
        winner = None
        if worth.exact:
            winner = worth.seat if worth.value > 0 else 1 - worth.seat
        limits = side_search_limits(self.limits)
        return find_bounds(position, limits, winner=winner, threads=self.threads, stop=self.stop)

    def _weighed(self, position: Position, who: int) -> PositionValue:
        if position.seats == 1 and isinstance(position.game, HasSolitaire):
            return self._alone(position, who)
        if tablebase.find(position) is not None:
            return self._looked_up(position, who)
        proof = lookup.find_proof(position)
        if proof is not None and not proof.leaf:
            return self._proven(position, who, proof)
        self._load(position, who)
        if not _is_two_player(position):
            return self._sampled(position, who)
        if bind(position.game).find("evaluate") is not None:
            found = self._proof(position, self.limits)
            if proof is not None and not found.exact:
                return self._proven(position, who, proof)
            return self._concluded(position, who, found)
        found = self._proof(position, _share(self.limits, _PROVING))
        if found.exact:
            return self._concluded(position, who, found)
        return self._sampled(position, who)

    def _load(self, position: Position, seat: int) -> None:
        """Have the searches compiled before a clock runs: else the first position of a game would
        be weighed in no time at all."""
        if self._loaded:
            return
        self._loaded = True
        if _is_two_player(position):
            self._proof(position, Limits(depth=1))
        if not _is_two_player(position) or bind(position.game).find("evaluate") is None:
            replace(self, limits=Limits(nodes=1))._sample(position, seat, None)

    def _proof(self, position: Position, limits: Limits) -> Report:
        known = table_for(position, self.known)
        return alphabeta.search(position, limits, threads=self.threads, stop=self.stop, known=known)

    def _concluded(self, position: Position, seat: int, report: Report) -> PositionValue:
        verdicts = None
        if report.exact:
            soon = Limits(seconds=_AFTERWARDS)
            verdicts = judge_moves(position, soon, stop=self.stop, known=self.known)
            score = report.score if alphabeta.has_scores(position) else None
            if verdicts.value == UNKNOWN:  # solved as a whole, the moves not in time
                value = WIN if report.value > 0 else LOSS if report.value < 0 else DRAW
                verdicts = replace(verdicts, value=value, plies=report.plies, score=score)
            elif verdicts.plies is None:  # some moves were not proven in time: the whole was
                verdicts = replace(verdicts, plies=report.plies, score=score)
        return PositionValue(
            seat,
            report.value,
            report.line[:_LINE],
            zero_sum_payoffs(report.value, seat),
            verdicts,
            report.depth,
            report.nodes,
        )

    @staticmethod
    def _proven(position: Position, seat: int, proof: Proof) -> PositionValue:
        """By a proof of the game from its start."""
        value = 1.0 if proof.winner == seat else -1.0
        line = (proof.best, *lookup.proof_line(position.play(proof.best), _LINE - 1))
        return PositionValue(
            seat, value, line, zero_sum_payoffs(value, seat), verdict_by_proof(position, proof)
        )

    def _alone(self, position: Position, seat: int) -> PositionValue:
        """At practice: what keeps to a shortest way to the goal keeps everything."""
        verdicts = judge_moves(position)
        best = verdicts.ranked[0]
        value = _PAYOFF[verdicts.value]
        return PositionValue(seat, value, self._shortest(position, best.move), (value,), verdicts)

    @staticmethod
    def _shortest(position: Position, move: Move) -> tuple[Move, ...]:
        """A move of somebody who plays alone, and the shortest way to the goal after it."""
        line, game = [move], position.game
        position = position.play(move)
        found = None
        if position.turn is not None and isinstance(game, HasSolitaire):
            found = game.shortest(position, MOST)
        for text in (found or ())[: _LINE - 1]:
            line.append(position.legal(text)[1])
            position = position.play(text)
        return tuple(line)

    def _looked_up(self, position: Position, seat: int) -> PositionValue:
        verdicts = judge_moves(position)
        value = _PAYOFF[verdicts.value]
        line = self._table_line(position)
        return PositionValue(seat, value, line, zero_sum_payoffs(value, seat), verdicts)

    def _table_line(self, position: Position) -> tuple[Move, ...]:
        line: list[Move] = []
        while position.turn is not None and len(line) < _LINE:
            line.append(judge_moves(position).ranked[0].move)
            position = position.play(line[-1])
        return tuple(line)

    def _sampled(self, position: Position, seat: int) -> PositionValue:
        """By the Monte-Carlo search that suits the game."""
        report = self._sample(position, seat, None)
        return PositionValue(
            seat,
            report.value,
            report.line[:_LINE],
            report.payoffs,
            None,
            report.depth,
            report.nodes,
        )

    def _sample(self, position: Position, seat: int, only: Move | None) -> Report:
        if suited(position.game)[0] == "isuct":
            return isuct.search(
                position,
                self.limits,
                seat=seat,
                threads=self.threads,
                stop=self.stop,
                only=only,
            )
        if only is None:
            return uct.search(position, self.limits, threads=self.threads, stop=self.stop)
        report = uct.search(position.play(only), self.limits, threads=self.threads, stop=self.stop)
        # what it rated are the answers to the move, which may have the same notation
        return replace(report, line=(only, *report.line), value=report.payoffs[seat], rated=())

    # -- moves ----------------------------------------------------------------------------------

    def move(self, position: Position, move: Move, worth: PositionValue) -> MoveValue:
        """What a move leaves of what the position was worth."""
        seat = worth.seat
        if move == worth.best:
            return MoveValue(worth.value, worth.line, worth.payoffs)
        if _leads_to_same_position(position, seat, move, worth.best):
            return MoveValue(worth.value, (move, *worth.line[1:]), worth.payoffs)
        ends = _value_at_end(position, seat, move)
        if ends is not None:
            return ends
        sure = worth.verdict(move)
        if sure is not None and position.seats == 1:
            value = _PAYOFF[sure.value]
            if sure.plies is not None and worth.verdicts is not None:
                late = sure.plies - (worth.verdicts.plies or 0)
                value = max(_ROUNDABOUT, value - _DETOUR * late)
            return MoveValue(value, self._shortest(position, move), (value,))
        if worth.verdicts is not None and worth.verdicts.proven:
            return self._beside(position, move, worth, sure)
        if sure is not None:
            value = _PAYOFF[sure.value]
            return MoveValue(
                value, (move, *self._after(position, move)), zero_sum_payoffs(value, seat)
            )
        if _is_two_player(position) and bind(position.game).find("evaluate") is not None:
            after = position.play(move)
            depth = Limits(seconds=self.limits.seconds, depth=max(1, worth.depth - 1))
            report = self._proof(after, depth)
            value = report.value if after.turn == seat else -report.value
            value = min(value, worth.value) if not report.exact else value
            return MoveValue(value, (move, *report.line)[:_LINE], zero_sum_payoffs(value, seat))
        value, report = self._alike(position, seat, move)
        if worth.value - value >= _DOUBT:
            # a search of all moves is no measure for a search of one: the best of many guesses is
            # mostly too high, so the best move is asked alone too
            best, _ = self._alike(position, seat, worth.best)
            value = max(value, worth.value - max(0.0, best - value))
        return MoveValue(min(value, worth.value), (move, *report.line[1:])[:_LINE], report.payoffs)

    def _alike(self, position: Position, seat: int, move: Move) -> tuple[float, Report]:
        """What a search of one move alone says about it."""
        report = self._sample(position, seat, move)
        return next((r.value for r in report.rated if r.move == move), report.value), report

    def _beside(
        self, position: Position, move: Move, worth: PositionValue, sure: MoveVerdict | None
    ) -> MoveValue:
        """What a move leaves that is not the one of the proof. Where nothing is proven of it, or
        all is lost anyhow, a guess is held against the guess of the same search for the move of the
        proof: against certainty every guess would look like a mistake."""
        seat, after = worth.seat, position.play(move)
        if sure is None and (found := lookup.find_proof(after)) is not None:
            sure = MoveVerdict(move, WIN if found.winner == seat else LOSS)
        value = 0.0 if sure is None else _PAYOFF[sure.value]
        if sure is None or value == worth.value < 0:
            self._load(position, seat)
            limits = _share(self.limits, 0.5)
            theirs, depth = -worth.value, 1  # what the move of the proof leaves to the others
            if position.play(worth.best).turn is not None:
                best = self._proof(position.play(worth.best), limits)
                theirs, depth = best.value, max(1, best.depth)
            report = self._proof(after, replace(limits, depth=depth))
            ease = max(0.0, report.value - theirs)
            if sure is None:
                value = -report.value if report.exact else worth.value - ease
            line = (move, *(lookup.proof_line(after, _LINE) or report.line))[:_LINE]
            eased = 0.0 if sure is None else ease
            guessed = sure is None and not report.exact
            return MoveValue(value, line, zero_sum_payoffs(value, seat), eased, guessed)
        return MoveValue(value, (move, *self._after(position, move)), zero_sum_payoffs(value, seat))

    def _after(self, position: Position, move: Move) -> tuple[Move, ...]:
        """The play expected after a move whose worth is known."""
        after = position.play(move)
        if tablebase.find(after) is not None:
            return self._table_line(after)[: _LINE - 1]
        known = lookup.proof_line(after, _LINE - 1)
        if known:
            return known
        return self._proof(after, self.limits).line[: _LINE - 1]


def _leads_to_same_position(position: Position, seat: int, move: Move, best: Move) -> bool:
    """Whether two moves lead to the same position, by other ways."""
    if position.view(seat).concealed:
        return False
    return position.play(move, seat) == position.play(best, seat)


def _value_at_end(position: Position, seat: int, move: Move) -> MoveValue | None:
    """What a move leaves that ends the game at once."""
    if position.view(seat).concealed:
        return None
    outcome = position.play(move, seat).outcome
    if outcome is None:
        return None
    payoffs = tuple(float(payoff) for payoff in outcome.payoffs)
    return MoveValue(payoffs[seat], (move,), payoffs)


def _is_two_player(position: Position) -> bool:
    return position.seats == 2 and suited(position.game)[0] == "alphabeta"


def zero_sum_payoffs(value: float, seat: int) -> tuple[float, ...]:
    """What the two of a game can expect, from what one of them can."""
    return (value, -value) if seat == 0 else (-value, value)


def _share(limits: Limits, share: float) -> Limits:
    seconds = None if limits.seconds is None else share * limits.seconds
    nodes = None if limits.nodes is None else max(1, int(share * limits.nodes))
    return replace(limits, seconds=seconds, nodes=nodes)
