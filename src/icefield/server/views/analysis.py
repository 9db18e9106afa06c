"""What the analysis page gets: a pasted game, its positions, grades, lines and what can be
painted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from ...analysis.review import Review, to_json
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
from ...core.mistakes import HasPositionEditor, HasThreats, Threat
from ...render.svg import overlay
from ...render.svg import picture as picture_of
from ..service.reviews import DONE, Job
from .lines import Pasted, plies
from .move_list import turns_json
from .table import board_json, controls_json, move_json, outcome_json


def pasted_json(pasted: Pasted, language: str) -> dict[str, Any]:
    """A game that was pasted, with all its moves in words."""
    position = pasted.position
    return {
        "game": game_json(position.game, language),
        "number": pasted.number,
        "count": pasted.count,
        "head": pasted.head,
        "players": list(pasted.players),
        "roles": [position.seat_name(s).text(language) for s in range(position.seats)],
        "moves": moves_json(position, language),
        "outcome": outcome_json(position, language),
    }


def game_json(game: Game, language: str) -> dict[str, Any]:
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


def moves_json(position: Position, language: str) -> list[dict[str, Any]]:
    """The moves of a line; those of a game with long turns know which turn they belong to."""
    positions = plies(position)
    turns = turns_json(positions, language)
    listed = []
    for number, after in enumerate(positions[1:]):
        before = positions[number]
        assert after.last is not None
        told = _told(before, after.last, CHANCE if before.turn is None else before.turn, language)
        listed.append(told | (turns[number] if turns else {}))
    return listed


def _told(position: Position, move: Move, seat: int, language: str) -> dict[str, Any]:
    """A move in words, with who makes it."""
    role = None if seat == CHANCE else position.seat_name(seat).text(language)
    told = move_json(move, language)
    return {"move": told["move"], "name": told["name"], "seat": seat, "role": role}


def position_json(position: Position, language: str) -> dict[str, Any]:
    """A position to look at and to make moves in, for whoever knows everything about it."""
    turn = position.turn
    deciding = turn is not None and turn != CHANCE
    moves = position.moves() if deciding else ()
    return {
        **board_json(position, None, language, interactive=True),
        "turn": turn if deciding else None,
        "role": position.seat_name(turn).text(language) if deciding and turn is not None else None,
        "touches": [move_json(move, language) for move in moves],
        "controls": controls_json(position, None, moves, language),
        "chance": _chance_json(position, language),
        "outcome": outcome_json(position, language),
        "text": str(position),
    }


def _chance_json(position: Position, language: str) -> list[dict[str, Any]] | None:
    """What may be drawn here, with its odds in percent; None where a seat decides."""
    if position.turn != CHANCE:
        return None
    likely = sorted(position.odds().items(), key=lambda entry: (-entry[1], entry[0].text))
    return [
        {**move_json(move, language), "percent": round(float(100 * odds), 1)}
        for move, odds in likely
    ]


def line_json(position: Position, line: Sequence[Move], language: str) -> list[dict[str, Any]]:
    """The moves of a line that begins here, in words."""
    told, at = [], position
    for move, seat in line_with_seats(position, line):
        told.append(_told(at, move, seat, language))
        at = at.play(move)
    return told


# -- what a review found --------------------------------------------------------------------------


def graded_json(found: GradedMove, position: Position, language: str) -> dict[str, Any]:
    """A graded decision in words; `position` is the one it was made in."""
    drop = drop_words(found, position)
    before, after = kept_chances(found, position.seats)
    return {
        **to_json(found, language),
        "sign": SIGNS[found.grade],
        "called": grade_words(found.grade).text(language),
        "worth": graded_words(position, found).text(language),
        "gave": None if drop is None else drop.text(language),
        "chance": before,
        "left": after,
        "better": line_json(position, found.better, language),
        "played": line_json(position, found.played, language),
    }


AT_ONCE: Final = 60
"""Decisions that are told in one answer."""


def review_json(job: Job, since: int, language: str) -> dict[str, Any]:
    """How far a review is, and what was found after the number `since`, some at a time."""
    state = job.state  # first: what is done is known completely
    found = list(job.found)
    review = replace(job.review(), graded=tuple(sorted(found, key=lambda g: g.ply)))
    seats = job.positions[0].seats
    return {
        "id": job.id,
        "state": state,
        "done": len(found),
        "of": job.of,
        "graded": [_told_once(job, g, language) for g in found[since : since + AT_ONCE]],
        "curve": [None if at is None else win_chances(at, seats) for at in review.curve],
        "summary": summary_json(review, language) if state == DONE else None,
    }


def _told_once(job: Job, found: GradedMove, language: str) -> Mapping[str, Any]:
    known = job.words.get((language, found.ply))
    if known is None:
        known = graded_json(found, job.positions[found.ply], language)
        job.words[language, found.ply] = known
    return known


def summary_json(review: Review, language: str) -> list[dict[str, Any]]:
    """What each seat's play came to."""
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


# -- what the engine thinks of one position -------------------------------------------------------


def worth_json(
    position: Position, worth: PositionValue | None, graded: GradedMove | None, language: str
) -> dict[str, Any]:
    """What a short search says about a position, and about the move that led to it."""
    told: dict[str, Any] = {
        "value": None,
        "bounds": None,
        "line": [],
        "chances": None,
        "graded": None,
    }
    if worth is not None:
        told |= {
            "value": position_words(position, worth).text(language),
            "bounds": None if worth.bounds is None else worth.bounds.to_json(),
            "line": line_json(position, worth.line, language),
            "chances": win_chances(worth.payoffs, position.seats),
        }
    if graded is not None and position.before is not None:
        told["graded"] = graded_json(graded, position.before, language)
    return told


# -- boards set up by hand, threats ---------------------------------------------------------------


def brushes_json(position: Position, language: str) -> list[dict[str, Any]]:
    """What can be painted on a position."""
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


def threats_json(
    position: Position, seat: int, threats: Sequence[Threat], language: str, flip: bool = False
) -> list[dict[str, Any]]:
    """What the others could do to a seat next."""
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
