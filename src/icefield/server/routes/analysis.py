"""The analysis page: games and positions that people paste or set up, looked at move by move.

Everything here works on what somebody sends; no table is read but one that may be studied, and of
that only its record.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import Field

from ...analysis.evaluate import Evaluator
from ...analysis.review import grade_move
from ...analysis.values import GradedMove, PositionValue
from ...core.errors import BadPosition, NotNow, TextError
from ...core.game import CHANCE, Position
from ...core.message import message
from ...core.mistakes import HasPositionEditor, HasThreats
from ...games import game as find_game
from ...games import keys
from ...play import Record
from ...play.session import NO_THREATS, find_threats
from ...search import Limits
from ..errors import NoSuchPly, problem_json
from ..service.answers import Answers, beside
from ..service.reviews import Reviews
from ..tables.permissions import reviewable
from ..views import analysis
from ..views import table as views
from ..views.lines import LONGEST, MOST, Line, Pasted, head_of, plies, position_of, read_pasted
from . import forms
from .pages import page
from .tables import By, Id, desk_of, viewer_of

study_router = APIRouter(
    responses={status: {"model": forms.Problem} for status in (403, 404, 409, 413, 415, 422, 503)},
)

SECONDS: Final = 0.8
"""How long a search looks at one position for the page."""
PACE: Final = {"quick": 0.1, "usual": 0.3, "careful": 1.0}
"""How long a review looks at each decision, by what the page calls it."""

Key = Annotated[str, Field(max_length=40)]
Moves = Annotated[list[Annotated[str, Field(min_length=1, max_length=200)]], Field(max_length=MOST)]
Seats = Annotated[int, Field(ge=1, le=8, strict=True)]
ReviewId = Annotated[str, Path(max_length=80, description="the review's id")]
Since = Annotated[int, Query(ge=0, le=MOST, description="how many decisions are known already")]
"""Answers have a bounded number of decisions; whoever knows fewer than `done` asks again."""

_answers: Final[Answers[tuple[PositionValue | None, GradedMove | None]]] = Answers("study")


class Text(forms.Form):
    """A record, or the text of a position of the game named; `number` is which game of a file."""

    text: Annotated[str, Field(max_length=2 * LONGEST)]
    game: Key | None = None
    number: Annotated[int, Field(ge=1, le=10_000, strict=True)] = 1
    seats: Seats | None = None


class Beginning(forms.Form):
    """The start position of a game."""

    game: Key
    seats: Seats | None = None


class Studied(forms.Form):
    """A line of play: the head that reading a text gave, and moves from there."""

    head: Annotated[str, Field(max_length=2 * LONGEST)]
    moves: Moves = Field(default_factory=list)

    @property
    def line(self) -> Line:
        return Line(self.head, tuple(self.moves))


class Touching(Studied):
    """Touches that seem to lead nowhere."""

    touches: Annotated[list[forms.Touch], Field(max_length=60)]


class Stroke(Studied):
    """A stroke on the position of a line; without a brush, only what could be painted."""

    brush: forms.Touch | None = None
    space: forms.Touch | None = None


class Wanted(Studied):
    """A game to be looked at, and how closely."""

    pace: Literal["quick", "usual", "careful"] = "usual"


def reviews_of(request: Request) -> Reviews:
    found = request.app.state.reviews
    assert isinstance(found, Reviews)
    return found


# -- texts and positions --------------------------------------------------------------------------


@study_router.post("/api/analyse/read", summary="What a record or a position text holds")
@beside
def read(form: Text, viewer: By) -> forms.State:
    told: dict[str, Any] = {"problem": None, "found": None}
    try:
        pasted = read_pasted(form.text, form.game, form.number, form.seats)
    except TextError as error:
        return {**told, "problem": problem_json(error, viewer.language)}
    return {**told, "found": analysis.pasted_json(pasted, viewer.language)}


@study_router.post("/api/analyse/begin", summary="The start of a game, to be set up by hand")
@beside
def begin(form: Beginning, viewer: By) -> forms.State:
    game = find_game(form.game)
    position = game.start(form.seats if form.seats in game.seats else None)
    return _fresh(position, viewer.language)


def _fresh(position: Position, language: str) -> dict[str, Any]:
    """A line that begins at this position."""
    pasted = Pasted(position, head_of(position), (), 1, 1)
    return analysis.pasted_json(pasted, language)


@study_router.post("/api/analyse/position", summary="The position a line leads to")
@beside
def position(form: Studied, viewer: By) -> forms.State:
    return analysis.position_json(position_of(form.line), viewer.language)


@study_router.post("/api/analyse/moves", summary="The moves of a line in words")
@beside
def moves(form: Studied, viewer: By) -> list[dict[str, Any]]:
    return analysis.moves_json(position_of(form.line), viewer.language)


@study_router.post("/api/analyse/why", summary="Why these touches lead nowhere")
@beside
def why(form: Touching, viewer: By) -> forms.State | None:
    refusal = position_of(form.line).explain_touches(form.touches)
    return None if refusal is None else refusal.to_json(viewer.language)


@study_router.post("/api/analyse/record", summary="A line as a record file")
@beside
def record(form: Studied) -> forms.State:
    line = form.line
    found = position_of(line)
    return {"text": str(Record.of(found)), "game": found.game.key}


@study_router.post("/api/analyse/paint", summary="A stroke on a board that is set up by hand")
@beside
def paint(form: Stroke, viewer: By) -> forms.State:
    found = position_of(form.line)
    game = found.game
    if not isinstance(game, HasPositionEditor):
        raise NotNow(message("web.problem.no-painting", game=game.title), detail="no-painting")
    if form.brush is not None:
        found = game.paint(found, form.brush, form.space)
        try:
            position_of(Line(head_of(found)))
        except TextError as error:  # it cannot be written down
            raise BadPosition(error.what, rule=error.rule, detail=error.refusal.code) from error
    elif found.before is not None:
        found = game.read(str(found), **_options(found))
    return {
        **_fresh(found, viewer.language),
        "position": analysis.position_json(found, viewer.language),
        "brushes": analysis.brushes_json(found, viewer.language),
    }


def _options(position: Position) -> dict[str, Any]:
    return dict(position.options)


@study_router.post("/api/analyse/threats", summary="What is threatened in a position")
@beside
def threats(form: Studied, viewer: By) -> forms.State:
    found = position_of(form.line)
    turn = found.turn
    seats = [turn] if turn is not None and turn != CHANCE else []
    known = isinstance(found.game, HasThreats)
    listed = [
        threat
        for seat in (seats if known else ())
        for threat in analysis.threats_json(found, seat, find_threats(found, seat), viewer.language)
    ]
    said = None if listed else NO_THREATS.text(viewer.language)
    return {"threats": listed, "sentence": said}


# -- what it is worth -----------------------------------------------------------------------------


def _weighed(position: Position) -> tuple[PositionValue | None, GradedMove | None]:
    """What a position is worth, and what the move before it gave away."""
    evaluator = Evaluator(Limits(seconds=SECONDS))
    here = None
    if position.turn is not None and position.turn != CHANCE:
        here = evaluator.evaluate(position)
    before, last = position.before, position.last
    graded = None
    if before is not None and last is not None and before.turn not in (None, CHANCE):
        assert before.turn is not None
        evaluator.limits = Limits(seconds=SECONDS / 2)
        graded = grade_move(before, before.turn, last, evaluator)
    return here, graded


@study_router.post("/api/analyse/worth", summary="What a short search says about a position")
async def position_worth(form: Studied, viewer: By) -> forms.State:
    line = form.line
    found = await beside(position_of)(line)
    here, graded = await _answers.answer(line.digest, lambda: _weighed(found))
    return await beside(analysis.worth_json)(found, here, graded, viewer.language)


@study_router.post("/api/analyse/reviews", status_code=201, summary="Have a whole game looked at")
@beside
def ask_review(form: Wanted, request: Request, viewer: By) -> forms.State:
    line = form.line
    positions = plies(position_of(line))
    reader = viewer.identity or ""
    id_ = f"{line.digest[:40]}-{form.pace}"
    job = reviews_of(request).ask(id_, positions, PACE[form.pace], reader)
    return analysis.review_json(job, 0, viewer.language)


@study_router.get("/api/analyse/reviews/{id}", summary="How far a review is, and what it found")
@beside
def review(id: ReviewId, request: Request, viewer: By, since: Since = 0) -> forms.State:
    return analysis.review_json(reviews_of(request).find(id), since, viewer.language)


@study_router.post("/api/analyse/reviews/{id}/stop", summary="Stop waiting for a review")
@beside
def stop_review(id: ReviewId, request: Request, viewer: By) -> forms.State:
    job = reviews_of(request).leave(id, viewer.identity or "")
    return analysis.review_json(job, len(job.found), viewer.language)


# -- the page -------------------------------------------------------------------------------------


@study_router.get("/analyse", include_in_schema=False)
def study(
    request: Request,
    table: Annotated[str | None, Query(max_length=32)] = None,
    number: Annotated[int | None, Query(ge=1, le=10_000)] = None,
    game: Annotated[str | None, Query(max_length=40)] = None,
    text: Annotated[str | None, Query(max_length=4000)] = None,
) -> Response:
    """The page; with a table one of its games is looked at, a text is only opened."""
    viewer = viewer_of(request)
    if table is not None:
        text, number = _record_of(request, table, number, viewer)
    games = [find_game(key) for key in keys()]
    setup = {
        "longest": LONGEST,
        "text": text,
        "number": number or 1,
        "review": table is not None,
        "games": {
            game.key: {"seats": list(game.seats), "arranged": isinstance(game, HasPositionEditor)}
            for game in games
        },
    }
    paces = list(PACE)
    return page(request, "analysis.html", games=games, chosen=game, setup=setup, paces=paces)


def _record_of(
    request: Request, id_: Id, number: int | None, viewer: views.Viewer
) -> tuple[str, int]:
    """The record of a table that may be studied, and which of its games is meant: the last one
    unless another is named."""
    with desk_of(request).at(id_) as table:
        if not reviewable(table, viewer.identity):
            raise NotNow(message("web.problem.review-closed"), detail="review-closed")
        played = len(table.boards)
        if number is not None and number > played:
            raise NoSuchPly()
        return views.record_text(table, viewer), number or played
