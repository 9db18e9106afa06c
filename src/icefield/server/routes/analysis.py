"""The analysis page, at `/analyse`: games and positions that visitors paste or set up.

Everything here works on the body of the request; the only table that is read is one that the
visitor may review, and of that only its record.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from fastapi import Path, Query, Request, Response
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
from ..errors import NoSuchPly
from ..service.answers import Answers, beside
from ..service.reviews import Reviews
from ..tables.permissions import reviewable
from ..views import analysis as views
from ..views.board import build_refusal
from ..views.boards import build_problem
from ..views.lines import (
    MAX_MOVES,
    MAX_TEXT_CHARACTERS,
    Line,
    Pasted,
    head_of,
    plies,
    position_of,
    read_pasted,
)
from ..views.models import analysis as models
from ..views.models.board import Refusal
from ..views.records import write_record
from ..views.viewer import Viewer
from . import forms
from .depends import CurrentViewer, get_service, get_viewer
from .json_router import JsonRouter, problem_responses
from .site.pages import page

router = JsonRouter(responses=problem_responses(403, 404, 409, 413, 415, 422, 503))

SEARCH_S: Final = 0.8
"""How long a search evaluates one position for the page."""
REVIEW_S: Final = {"quick": 0.1, "usual": 0.3, "careful": 1.0}
"""How long a review evaluates each decision, by what the page calls it."""

GameName = Annotated[str, Field(max_length=40)]
MoveTexts = Annotated[
    list[Annotated[str, Field(min_length=1, max_length=200)]], Field(max_length=MAX_MOVES)
]
SeatCount = Annotated[int, Field(ge=1, le=8, strict=True)]
ReviewId = Annotated[str, Path(max_length=80, description="the review's id")]
KnownCount = Annotated[
    int, Query(ge=0, le=MAX_MOVES, description="how many decisions are known already")
]
"""A response has a bounded number of decisions; a client with fewer than `done` asks again."""

answers: Final[Answers[tuple[PositionValue | None, GradedMove | None]]] = Answers("study")


class TextRequest(forms.Form):
    """A record, or the text of a position of the game named; `number` is which game of a file."""

    text: Annotated[str, Field(max_length=2 * MAX_TEXT_CHARACTERS)]
    game: GameName | None = None
    number: Annotated[int, Field(ge=1, le=10_000, strict=True)] = 1
    seats: SeatCount | None = None


class StartRequest(forms.Form):
    """The start position of a game."""

    game: GameName
    seats: SeatCount | None = None


class LineRequest(forms.Form):
    """A line of play: the head that reading a text gave, and moves from there."""

    head: Annotated[str, Field(max_length=2 * MAX_TEXT_CHARACTERS)]
    moves: MoveTexts = Field(default_factory=list)

    @property
    def line(self) -> Line:
        return Line(self.head, tuple(self.moves))


class LineTouchRequest(LineRequest):
    """Touches that begin no legal move."""

    touches: Annotated[list[forms.Touch], Field(max_length=60)]


class StrokeRequest(LineRequest):
    """A stroke on the position of a line; without a brush, only what could be painted."""

    brush: forms.Touch | None = None
    space: forms.Touch | None = None


class ReviewRequest(LineRequest):
    """A game to review, and how long each decision takes."""

    pace: Literal["quick", "usual", "careful"] = "usual"


def get_reviews(request: Request) -> Reviews:
    found = request.app.state.reviews
    assert isinstance(found, Reviews)
    return found


# -- texts and positions --------------------------------------------------------------------------


@router.post("/api/analyse/read", summary="What a record or a position text holds")
@beside
def read(form: TextRequest, viewer: CurrentViewer) -> models.ReadResult:
    try:
        pasted = read_pasted(form.text, form.game, form.number, form.seats)
    except TextError as error:
        return {"problem": build_problem(error, viewer.language), "found": None}
    return {"problem": None, "found": views.build_pasted_game(pasted, viewer.language)}


@router.post("/api/analyse/begin", summary="The start of a game, to be set up by hand")
@beside
def begin(form: StartRequest, viewer: CurrentViewer) -> models.PastedGame:
    game = find_game(form.game)
    position = game.start(form.seats if form.seats in game.seats else None)
    return _begin_line(position, viewer.language)


def _begin_line(position: Position, language: str) -> models.PastedGame:
    """A line that begins at this position."""
    pasted = Pasted(position, head_of(position), (), 1, 1)
    return views.build_pasted_game(pasted, language)


@router.post("/api/analyse/position", summary="The position a line leads to")
@beside
def position(form: LineRequest, viewer: CurrentViewer) -> models.AnalysisPosition:
    return views.build_position(position_of(form.line), viewer.language)


@router.post("/api/analyse/moves", summary="The moves of a line in words")
@beside
def moves(form: LineRequest, viewer: CurrentViewer) -> list[models.LineMove]:
    return views.build_line_moves(position_of(form.line), viewer.language)


@router.post("/api/analyse/why", summary="Why these touches lead nowhere")
@beside
def why(form: LineTouchRequest, viewer: CurrentViewer) -> Refusal | None:
    refusal = position_of(form.line).explain_touches(form.touches)
    return None if refusal is None else build_refusal(refusal, viewer.language)


@router.post("/api/analyse/record", summary="A line as a record file")
@beside
def record(form: LineRequest) -> models.RecordText:
    line = form.line
    found = position_of(line)
    return {"text": str(Record.of(found)), "game": found.game.key}


@router.post("/api/analyse/paint", summary="A stroke on a board that is set up by hand")
@beside
def paint(form: StrokeRequest, viewer: CurrentViewer) -> models.PaintedGame:
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
        **_begin_line(found, viewer.language),
        "position": views.build_position(found, viewer.language),
        "brushes": views.build_brushes(found, viewer.language),
    }


def _options(position: Position) -> dict[str, Any]:
    return dict(position.options)


@router.post("/api/analyse/threats", summary="What is threatened in a position")
@beside
def threats(form: LineRequest, viewer: CurrentViewer) -> models.PositionThreats:
    found = position_of(form.line)
    turn = found.turn
    seats = [turn] if turn is not None and turn != CHANCE else []
    known = isinstance(found.game, HasThreats)
    listed = [
        threat
        for seat in (seats if known else ())
        for threat in views.build_threats(found, seat, find_threats(found, seat), viewer.language)
    ]
    none = None if listed else NO_THREATS.text(viewer.language)
    return {"threats": listed, "sentence": none}


# -- what the engine thinks -----------------------------------------------------------------------


def _evaluate(position: Position) -> tuple[PositionValue | None, GradedMove | None]:
    """What a position is worth, and what the move before it gave away."""
    evaluator = Evaluator(Limits(seconds=SEARCH_S))
    here = None
    if position.turn is not None and position.turn != CHANCE:
        here = evaluator.evaluate(position)
    before, last = position.before, position.last
    graded = None
    if before is not None and last is not None and before.turn not in (None, CHANCE):
        assert before.turn is not None
        evaluator.limits = Limits(seconds=SEARCH_S / 2)
        graded = grade_move(before, before.turn, last, evaluator)
    return here, graded


@router.post("/api/analyse/worth", summary="What a short search says about a position")
async def position_worth(form: LineRequest, viewer: CurrentViewer) -> models.PositionWorth:
    line = form.line
    found = await beside(position_of)(line)
    here, graded = await answers.answer(line.digest, lambda: _evaluate(found))
    return await beside(views.build_worth)(found, here, graded, viewer.language)


@router.post("/api/analyse/reviews", status_code=201, summary="Have a whole game looked at")
@beside
def ask_review(form: ReviewRequest, request: Request, viewer: CurrentViewer) -> models.GameReview:
    line = form.line
    positions = plies(position_of(line))
    reader = viewer.identity or ""
    id_ = f"{line.digest[:40]}-{form.pace}"
    job = get_reviews(request).ask(id_, positions, REVIEW_S[form.pace], reader)
    return views.build_review(job, 0, viewer.language)


@router.get("/api/analyse/reviews/{id}", summary="How far a review is, and what it found")
@beside
def review(
    id: ReviewId, request: Request, viewer: CurrentViewer, since: KnownCount = 0
) -> models.GameReview:
    return views.build_review(get_reviews(request).find(id), since, viewer.language)


@router.post("/api/analyse/reviews/{id}/stop", summary="Stop waiting for a review")
@beside
def stop_review(id: ReviewId, request: Request, viewer: CurrentViewer) -> models.GameReview:
    job = get_reviews(request).leave(id, viewer.identity or "")
    return views.build_review(job, len(job.found), viewer.language)


# -- the page -------------------------------------------------------------------------------------


@router.get("/analyse", include_in_schema=False)
def analysis_page(
    request: Request,
    table: Annotated[str | None, Query(max_length=32)] = None,
    number: Annotated[int | None, Query(ge=1, le=10_000)] = None,
    game: Annotated[str | None, Query(max_length=40)] = None,
    text: Annotated[str | None, Query(max_length=4000)] = None,
) -> Response:
    """The page; with `table` one of its games is reviewed, with `text` a text is opened."""
    viewer = get_viewer(request)
    if table is not None:
        text, number = _read_table_record(request, table, number, viewer)
    games = [find_game(key) for key in keys()]
    setup = {
        "longest": MAX_TEXT_CHARACTERS,
        "text": text,
        "number": number or 1,
        "review": table is not None,
        "games": {
            game.key: {"seats": list(game.seats), "arranged": isinstance(game, HasPositionEditor)}
            for game in games
        },
    }
    paces = list(REVIEW_S)
    return page(request, "analysis.html", games=games, chosen=game, setup=setup, paces=paces)


def _read_table_record(
    request: Request, id_: str, number: int | None, viewer: Viewer
) -> tuple[str, int]:
    """The record of a table that may be studied, and which of its games is meant: the last one
    unless another is named."""
    with get_service(request).locked(id_) as table:
        if not reviewable(table, viewer.identity):
            raise NotNow(message("web.problem.review-closed"), detail="review-closed")
        played = len(table.boards)
        if number is not None and number > played:
            raise NoSuchPly()
        return write_record(table, viewer), number or played
