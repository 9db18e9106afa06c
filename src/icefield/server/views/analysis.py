"""The analysis page: a pasted game, its positions, grades, lines and brushes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, cast

from ...analysis.review import Review
from ...analysis.values import GradedMove, PositionValue
from ...analysis.wording import (
    SIGNS,
    drop_words,
    given_away_words,
    grade_words,
    graded_words,
    kept_chances,
    line_with_seats,
    position_words,
    win_chances,
)
from ...core.game import CHANCE, Game, Move, Position
from ...core.mistakes import HasPositionEditor, HasThreats
from ...core.mistakes import Threat as FoundThreat
from ...render.svg import overlay
from ...render.svg import picture as picture_of
from ...search.exact.score_bounds import ScoreBounds
from .board import (
    build_board,
    build_controls,
    build_move,
    build_outcome,
    build_reason,
    build_way,
    spell_move,
)
from .lines import Pasted, plies
from .models import analysis as models
from .models.board import Threat
from .table.move_list import build_effects, build_turn_parts

if TYPE_CHECKING:
    from ..service.reviews import Job


def build_pasted_game(pasted: Pasted, language: str) -> models.PastedGame:
    """A game that was pasted, with all its moves in words."""
    position = pasted.position
    return {
        "game": _build_game(position.game, language),
        "number": pasted.number,
        "count": pasted.count,
        "head": pasted.head,
        "players": list(pasted.players),
        "roles": [position.seat_name(s).text(language) for s in range(position.seats)],
        "moves": build_line_moves(position, language),
        "outcome": build_outcome(position, language),
    }


def _build_game(game: Game, language: str) -> models.AnalysisGame:
    return {
        "key": game.key,
        "title": game.title,
        "arranged": isinstance(game, HasPositionEditor),
        "watchful": isinstance(game, HasThreats),
        "rules": [
            {
                "number": rule.number,
                "title": rule.title.text(language),
                "text": rule.text.text(language),
            }
            for rule in game.rules
        ],
    }


def build_line_moves(position: Position, language: str) -> list[models.LineMove]:
    """The moves that led to a position.

    Those of a game with long turns have the turn they belong to.
    """
    positions = plies(position)
    parts = build_turn_parts(positions, language)
    listed: list[models.LineMove] = []
    for number, after in enumerate(positions[1:]):
        before = positions[number]
        assert after.last is not None
        seat = CHANCE if before.turn is None else before.turn
        move = _build_spoken_move(before, after.last, seat, language)
        entry = cast(models.LineMove, {**move, **(parts[number] if parts else {})})
        if effects := build_effects(after, language):
            entry["effects"] = effects
        listed.append(entry)
    return listed


def _build_spoken_move(
    position: Position, move: Move, seat: int, language: str
) -> models.SpokenMove:
    """A move in words, with the role of the seat that makes it."""
    role = None if seat == CHANCE else position.seat_name(seat).text(language)
    return {"move": move.text, "name": spell_move(move, language), "seat": seat, "role": role}


def build_branch(end: Position | None, count: int, language: str) -> list[models.LineMove]:
    """The last moves of the line that led to the end of a branch."""
    return build_line_moves(end, language)[-count:] if end is not None and count else []


def build_position(
    position: Position, language: str, flip: bool = False
) -> models.AnalysisPosition:
    """A position in which moves can be tried, with nothing hidden."""
    turn = position.turn
    deciding = turn is not None and turn != CHANCE
    moves = position.moves() if deciding else ()
    scene = position.scene(None)
    return {
        **build_board(position, scene, language, interactive=True, flip=flip),
        "turn": turn if deciding else None,
        "role": position.seat_name(turn).text(language) if deciding and turn is not None else None,
        "touches": [build_move(move, language) for move in moves],
        "controls": build_controls(scene, moves, language),
        "chance": _build_chance(position, language),
        "outcome": build_outcome(position, language),
        "text": str(position),
    }


def _build_chance(position: Position, language: str) -> list[models.ChanceMove] | None:
    """The outcomes of chance with their odds in percent; None where a seat decides."""
    if position.turn != CHANCE:
        return None
    likely = sorted(position.odds().items(), key=lambda entry: (-entry[1], entry[0].text))
    return [
        {**build_move(move, language), "percent": round(float(100 * odds), 1)}
        for move, odds in likely
    ]


def build_line(position: Position, line: Sequence[Move], language: str) -> list[models.SpokenMove]:
    """The moves of a line that begins here, in words."""
    built, at = [], position
    for move, seat in line_with_seats(position, line):
        built.append(_build_spoken_move(at, move, seat, language))
        at = at.play(move)
    return built


# -- reviews --------------------------------------------------------------------------------------


def build_graded_move(found: GradedMove, position: Position, language: str) -> models.GradedMove:
    """A graded decision in words; `position` is the one it was made in."""
    drop = drop_words(found, position)
    before, after = kept_chances(found, position.seats)
    return {
        "ply": found.ply,
        "seat": found.seat,
        "move": found.move.text,
        "grade": found.grade,
        "value": round(found.value, 3),
        "kept": round(found.kept, 3),
        "drop": round(found.drop, 3),
        "payoffs": [round(payoff, 3) for payoff in found.payoffs],
        "better": build_line(position, found.better, language),
        "better_way": build_way(found.better[0]) if found.better else [],
        "played": build_line(position, found.played, language),
        "verdict": None if found.verdict is None else found.verdict.text(language),
        "bounds": build_bounds(found.bounds),
        "reason": None if found.reason is None else build_reason(found.reason, language),
        "sign": SIGNS[found.grade],
        "called": grade_words(found.grade).text(language),
        "worth": graded_words(position, found).text(language),
        "gave": None if drop is None else drop.text(language),
        "chance": before,
        "left": after,
    }


def build_bounds(bounds: ScoreBounds | None) -> models.ScoreBounds | None:
    """The bounds of the score of a position."""
    if bounds is None:
        return None
    return {
        "winner": bounds.winner,
        "least": [max(0, bounds.low), max(0, -1 - bounds.high)],
        "most": [max(0, bounds.high), max(0, -1 - bounds.low)],
    }


MAX_GRADED: Final = 60
"""Decisions in one response."""
_DONE: Final = "done"


def build_review(job: Job, since: int, language: str) -> models.GameReview:
    """The progress of a review, and some of its grades after the number `since`."""
    state = job.state  # first: what is done is known completely
    found = list(job.found)
    review = replace(job.review(), graded=tuple(sorted(found, key=lambda g: g.ply)))
    seats = job.positions[0].seats
    return {
        "id": job.id,
        "state": state,
        "done": len(found),
        "of": job.of,
        "graded": [_build_once(job, g, language) for g in found[since : since + MAX_GRADED]],
        "curve": [None if at is None else win_chances(at, seats) for at in review.curve],
        "summary": build_summary(review, language) if state == _DONE else None,
    }


def _build_once(job: Job, found: GradedMove, language: str) -> models.GradedMove:
    known = job.words.get((language, found.ply))
    if known is not None:
        return cast(models.GradedMove, known)
    built = build_graded_move(found, job.positions[found.ply], language)
    job.words[language, found.ply] = built
    return built


def build_summary(review: Review, language: str) -> list[models.SeatSummary]:
    """The summary of each seat's play."""
    first = review.positions[0]
    return [
        {
            "seat": seat,
            "role": first.seat_name(seat).text(language),
            "grades": [
                {"grade": g, "sign": SIGNS[g], "called": grade_words(g).text(language), "count": n}
                for g, n in review.counts(seat).items()
                if n
            ],
            "gave": given_away_words(review, seat).text(language),
        }
        for seat in range(first.seats)
    ]


# -- evaluation of one position -------------------------------------------------------------------


def build_worth(
    position: Position, worth: PositionValue | None, graded: GradedMove | None, language: str
) -> models.PositionWorth:
    """The result of a short search of a position, and of the move before it."""
    before = position.before
    found = None
    if graded is not None and before is not None:
        found = build_graded_move(graded, before, language)
    if worth is None:
        return {"value": None, "bounds": None, "line": [], "chances": None, "graded": found}
    return {
        "value": position_words(position, worth).text(language),
        "bounds": build_bounds(worth.bounds),
        "line": build_line(position, worth.line, language),
        "chances": win_chances(worth.payoffs, position.seats),
        "graded": found,
    }


# -- boards set up by hand, threats ---------------------------------------------------------------


def build_brushes(position: Position, language: str) -> list[models.Brush]:
    """The brushes that can paint on a position."""
    game = position.game
    if not isinstance(game, HasPositionEditor):
        return []
    return [
        {
            "id": brush.id,
            "name": brush.name.text(language),
            "picture": picture_of(brush.picture, game.key) if brush.picture else None,
            "everywhere": brush.everywhere,
        }
        for brush in game.brushes(position)
    ]


def build_threats(
    position: Position,
    seat: int,
    threats: Sequence[FoundThreat],
    language: str,
    flip: bool = False,
) -> list[Threat]:
    """The threats of the others to a seat."""
    scene = position.scene(seat)
    return [
        {
            "kind": threat.kind,
            "text": threat.text.text(language),
            "by": position.seat_name(threat.by).text(language),
            "move": threat.move,
            "spaces": list(threat.spaces),
            "marks": overlay(scene, threat.marks, flip=flip),
        }
        for threat in threats
    ]
