"""The value of a position and of its moves, from the best source.

The sources are `search.knowledge`, a proof by search, and else the estimate of the search that
suits the game. Values are payoffs from −1 (lost) to 1 (won) for one seat. A line is the expected
play, moves of all seats and of chance in order.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from ..core.errors import GameOver
from ..core.game import Move, Position
from ..core.jit import bind
from ..core.message import message
from ..search import Limits, Report, Stop, alphabeta
from ..search.knowledge import Knowledge, best_line, known
from ..search.mcts import isuct, uct
from ..search.registry import suited
from ..search.transposition import Table, new_table
from .move_values import judge_moves, suits_alphabeta, table_for, verdict_of
from .score_bounds import find_bounds, side_search_limits
from .values import (
    DRAW,
    LOSS,
    PAYOFFS,
    UNKNOWN,
    WIN,
    MoveValue,
    MoveVerdict,
    PositionValue,
    ScoreBounds,
    zero_sum_payoffs,
)

_TABLE_MB: Final = 64
_MAX_LINE: Final = 12  # moves of a line
_DOUBT: Final = 0.04  # the estimated loss of payoff from which a move is searched again
_PROOF_SHARE: Final = 0.5  # of the limits goes to proving, where a game has no evaluation
_DETOUR, _ROUNDABOUT = 0.12, 0.4
"""The cost of a move of detour at solitaire, and the least value of any solution."""
_AFTERWARDS_S: Final = 0.3  # for every move once the position itself is solved


@dataclass
class Evaluator:
    """Evaluates positions of one game in sequence, and keeps results for the next."""

    limits: Limits = field(default_factory=lambda: Limits(seconds=0.3))
    threads: int = 1
    stop: Stop = field(default_factory=Stop)
    table: Table = field(default_factory=lambda: new_table(_TABLE_MB))
    _compiled: bool = field(default=False, init=False)

    # -- positions ------------------------------------------------------------------------------

    def evaluate(self, position: Position, seat: int | None = None) -> PositionValue:
        """The value of the position for a seat that may decide (default: the turn's)."""
        if position.turn is None:
            raise GameOver(message("core.game_over"))
        who = position.turn if seat is None else seat
        value = self._evaluate(position, who)
        if value.verdicts is not None and not value.verdicts.proven:
            return value
        return replace(value, bounds=self._bounds(position, value))

    def _bounds(self, position: Position, value: PositionValue) -> ScoreBounds | None:
        """Bounds of the score, by a small search."""
        winner = None
        if value.exact:
            winner = value.seat if value.value > 0 else 1 - value.seat
        limits = side_search_limits(self.limits)
        return find_bounds(position, limits, winner=winner, threads=self.threads, stop=self.stop)

    def _evaluate(self, position: Position, seat: int) -> PositionValue:
        knowledge = known(position)
        if knowledge is not None and knowledge.complete:
            return _by_knowledge(position, seat, knowledge)
        self._compile(position, seat)
        if not suits_alphabeta(position):
            return self._by_sampling(position, seat)
        if bind(position.game).find("evaluate") is not None:
            found = self._search(position, self.limits)
            if knowledge is not None and not found.exact:
                return _by_knowledge(position, seat, knowledge)
            return self._by_search(position, seat, found)
        found = self._search(position, _share(self.limits, _PROOF_SHARE))
        if found.exact:
            return self._by_search(position, seat, found)
        return self._by_sampling(position, seat)

    def _compile(self, position: Position, seat: int) -> None:
        """Compile the searches before a clock runs.

        Else the first position of a game would be evaluated in no time at all.
        """
        if self._compiled:
            return
        self._compiled = True
        if suits_alphabeta(position):
            self._search(position, Limits(depth=1))
        if not suits_alphabeta(position) or bind(position.game).find("evaluate") is None:
            replace(self, limits=Limits(nodes=1))._sample(position, seat, None)

    def _search(self, position: Position, limits: Limits) -> Report:
        table = table_for(position, self.table)
        return alphabeta.search(position, limits, threads=self.threads, stop=self.stop, table=table)

    def _by_search(self, position: Position, seat: int, report: Report) -> PositionValue:
        verdicts = None
        if report.exact:
            soon = Limits(seconds=_AFTERWARDS_S)
            verdicts = judge_moves(position, soon, stop=self.stop, table=self.table)
            score = report.score if alphabeta.has_scores(position) else None
            if verdicts.value == UNKNOWN:  # solved as a whole, the moves not in time
                value = WIN if report.value > 0 else LOSS if report.value < 0 else DRAW
                verdicts = replace(verdicts, value=value, plies=report.plies, score=score)
            elif verdicts.plies is None:  # some moves were not proven in time: the whole was
                verdicts = replace(verdicts, plies=report.plies, score=score)
        return PositionValue(
            seat,
            report.value,
            report.line[:_MAX_LINE],
            zero_sum_payoffs(report.value, seat),
            verdicts,
            report.depth,
            report.nodes,
        )

    def _by_sampling(self, position: Position, seat: int) -> PositionValue:
        """The value by the Monte-Carlo search that suits the game."""
        report = self._sample(position, seat, None)
        return PositionValue(
            seat,
            report.value,
            report.line[:_MAX_LINE],
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

    def evaluate_move(self, position: Position, move: Move, best: PositionValue) -> MoveValue:
        """The value that is left after a move; `best` is that of the position."""
        seat = best.seat
        if move == best.best:
            return MoveValue(best.value, best.line, best.payoffs)
        if _leads_to_same_position(position, seat, move, best.best):
            return MoveValue(best.value, (move, *best.line[1:]), best.payoffs)
        ends = _value_at_end(position, seat, move)
        if ends is not None:
            return ends
        verdict = best.verdict(move)
        if verdict is not None and position.seats == 1:
            return _value_alone(position, best, verdict)
        if best.verdicts is not None and best.verdicts.proven:
            return self._value_beside_proof(position, move, best, verdict)
        if verdict is not None:
            value = PAYOFFS[verdict.value]
            line = (move, *self._line_after(position, move))
            return MoveValue(value, line, zero_sum_payoffs(value, seat))
        if suits_alphabeta(position) and bind(position.game).find("evaluate") is not None:
            after = position.play(move)
            depth = Limits(seconds=self.limits.seconds, depth=max(1, best.depth - 1))
            report = self._search(after, depth)
            value = report.value if after.turn == seat else -report.value
            value = min(value, best.value) if not report.exact else value
            line = (move, *report.line)[:_MAX_LINE]
            return MoveValue(value, line, zero_sum_payoffs(value, seat))
        return self._value_by_sampling(position, move, best)

    def _value_by_sampling(self, position: Position, move: Move, best: PositionValue) -> MoveValue:
        """The value by a search of this move alone, compared with the best move's."""
        value, report = self._sample_move(position, best.seat, move)
        if best.value - value >= _DOUBT:
            # a search of all moves is no measure for a search of one: the best of many estimates is
            # mostly too high, so the best move is searched alone too
            alone, _ = self._sample_move(position, best.seat, best.best)
            value = max(value, best.value - max(0.0, alone - value))
        line = (move, *report.line[1:])[:_MAX_LINE]
        return MoveValue(min(value, best.value), line, report.payoffs)

    def _sample_move(self, position: Position, seat: int, move: Move) -> tuple[float, Report]:
        """The value of one move by a search of it alone."""
        report = self._sample(position, seat, move)
        return next((r.value for r in report.rated if r.move == move), report.value), report

    def _value_beside_proof(
        self, position: Position, move: Move, best: PositionValue, verdict: MoveVerdict | None
    ) -> MoveValue:
        """The value after a move that is not the one of the proof.

        Where nothing is proven of it, or all is lost anyhow, its estimate is compared with the
        estimate of the same search for the move of the proof: compared with certainty every
        estimate would look like a mistake.
        """
        seat, after = best.seat, position.play(move)
        if verdict is None and (found := known(after)) is not None:
            verdict = MoveVerdict(move, WIN if found.winner == seat else LOSS)
        value = 0.0 if verdict is None else PAYOFFS[verdict.value]
        if verdict is not None and not value == best.value < 0:
            line = (move, *self._line_after(position, move))
            return MoveValue(value, line, zero_sum_payoffs(value, seat))
        self._compile(position, seat)
        limits = _share(self.limits, 0.5)
        theirs, depth = -best.value, 1  # what the move of the proof leaves to the others
        if position.play(best.best).turn is not None:
            proven = self._search(position.play(best.best), limits)
            theirs, depth = proven.value, max(1, proven.depth)
        report = self._search(after, replace(limits, depth=depth))
        ease = max(0.0, report.value - theirs)
        if verdict is None:
            value = -report.value if report.exact else best.value - ease
        line = (move, *(best_line(after, _MAX_LINE) or report.line))[:_MAX_LINE]
        eased = 0.0 if verdict is None else ease
        guessed = verdict is None and not report.exact
        return MoveValue(value, line, zero_sum_payoffs(value, seat), eased, guessed)

    def _line_after(self, position: Position, move: Move) -> tuple[Move, ...]:
        """The expected play after a move whose value is known."""
        after = position.play(move)
        if line := best_line(after, _MAX_LINE - 1):
            return line
        return self._search(after, self.limits).line[: _MAX_LINE - 1]


def _by_knowledge(position: Position, seat: int, knowledge: Knowledge) -> PositionValue:
    """The value of a position by `search.knowledge`."""
    best = knowledge.best
    line = (best, *best_line(position.play(best), _MAX_LINE - 1))
    verdicts = verdict_of(position, knowledge)
    if position.seats == 1:
        value = PAYOFFS[verdicts.value]
        return PositionValue(seat, value, line, (value,), verdicts)
    value = PAYOFFS[verdicts.value] if seat == position.turn else -PAYOFFS[verdicts.value]
    return PositionValue(seat, value, line, zero_sum_payoffs(value, seat), verdicts)


def _value_alone(position: Position, best: PositionValue, verdict: MoveVerdict) -> MoveValue:
    """The value after a move at solitaire: a detour costs something."""
    value = PAYOFFS[verdict.value]
    if verdict.plies is not None and best.verdicts is not None:
        late = verdict.plies - (best.verdicts.plies or 0)
        value = max(_ROUNDABOUT, value - _DETOUR * late)
    line = (verdict.move, *best_line(position.play(verdict.move), _MAX_LINE - 1))
    return MoveValue(value, line, (value,))


def _leads_to_same_position(position: Position, seat: int, move: Move, best: Move) -> bool:
    """Whether two moves lead to the same position."""
    if position.view(seat).concealed:
        return False
    return position.play(move, seat) == position.play(best, seat)


def _value_at_end(position: Position, seat: int, move: Move) -> MoveValue | None:
    """The value after a move that ends the game at once; None where it does not."""
    if position.view(seat).concealed:
        return None
    outcome = position.play(move, seat).outcome
    if outcome is None:
        return None
    payoffs = tuple(float(payoff) for payoff in outcome.payoffs)
    return MoveValue(payoffs[seat], (move,), payoffs)


def _share(limits: Limits, share: float) -> Limits:
    """A share of the limits."""
    seconds = None if limits.seconds is None else share * limits.seconds
    nodes = None if limits.nodes is None else max(1, int(share * limits.nodes))
    return replace(limits, seconds=seconds, nodes=nodes)
