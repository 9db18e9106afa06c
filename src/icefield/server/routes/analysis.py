"""The analysis page, at `/analyse`: games and positions from visitors.

All endpoints work on the body of the request; the only table that is read is one that the visitor
may review, and of that only its record.
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
from ...play import Record, read_record
from ...play.session import NO_THREATS, find_threats
from ...search import Limits
from ..errors import NoSuchPly
from ..service.answers import Answers
from ..service.fair_pool import READS
from ..service.reviews import Reviews
from ..service.table_service import TableService
from ..tables.permissions import reviewable
from ..tables.table import Table
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
    read_branches,
    read_pasted,
)
from ..views.models import analysis as models
from ..views.models.board import Refusal
from ..views.models.games import TableRow
from ..views.records import write_record
from ..views.table.rows import build_row
from ..views.viewer import Viewer
from . import forms
from .depends import CurrentViewer, get_service, get_viewer
from .json_router import JsonRouter, problem_responses
from .site.pages import page

router = JsonRouter(pool=READS, responses=problem_responses(403, 404, 409, 413, 415, 422, 503))

SEARCH_S: Final = 0.8
"""The time in which a search evaluates one position for the page."""
REVIEW_S: Final = {"quick": 0.1, "usual": 0.3, "careful": 1.0}
"""The time in which a review evaluates each decision, by its name on the page."""

GameName = Annotated[str, Field(max_length=40)]
MoveTexts = Annotated[
    list[Annotated[str, Field(min_length=1, max_length=200)]], Field(max_length=MAX_MOVES)
]
NodeNumber = Annotated[int, Field(ge=0, le=2 * MAX_MOVES, strict=True)]
MAX_BRANCHES: Final = 200
MAX_OWN_GAMES: Final = 6
_MAX_OWN_TABLES: Final = 12
"""The last tables of a visitor that are searched for games to analyse."""
SeatCount = Annotated[int, Field(ge=1, le=8, strict=True)]
ReviewId = Annotated[str, Path(max_length=80, description="the review's id")]
KnownCount = Annotated[
    int, Query(ge=0, le=MAX_MOVES, description="how many decisions are known already")
]
"""A response has a bounded number of decisions; a client with fewer than `done` asks again."""

answers: Final[Answers[tuple[PositionValue | None, GradedMove | None]]] = Answers("study")


class TextRequest(forms.Form):
    """A record, or the text of a position of the named game.

    `number` selects a game of a file.
    """

    text: Annotated[str, Field(max_length=2 * MAX_TEXT_CHARACTERS)]
    game: GameName | None = None
    number: Annotated[int, Field(ge=1, le=10_000, strict=True)] = 1
    seats: SeatCount | None = None


class StartRequest(forms.Form):
    """The start position of a game."""

    game: GameName
    seats: SeatCount | None = None


class LineRequest(forms.Form):
    """A line of play: the head from the reading of a text, and moves from there."""

    head: Annotated[str, Field(max_length=2 * MAX_TEXT_CHARACTERS)]
    moves: MoveTexts = Field(default_factory=list)

    @property
    def line(self) -> Line:
        return Line(self.head, tuple(self.moves))


class Branch(forms.Form):
    """Moves that branch off after a node.

    Nodes are numbered: the positions of the game by ply, then those of the branches in order.
    """

    after: NodeNumber
    moves: MoveTexts


class TreeRequest(LineRequest):
    """A game and its branches, as the address of an analysis has them."""

    branches: Annotated[list[Branch], Field(max_length=MAX_BRANCHES)] = Field(default_factory=list)


class LineTouchRequest(LineRequest):
    """Touches that begin no legal move."""

    touches: Annotated[list[forms.Touch], Field(max_length=60)]


class StrokeRequest(LineRequest):
    """A stroke on the position of a line; without a brush, only list the brushes."""

    brush: forms.Touch | None = None
    space: forms.Touch | None = None


class ReviewRequest(LineRequest):
    """A game to review, and the time for each decision."""

    pace: Literal["quick", "usual", "careful"] = "usual"


def get_reviews(request: Request) -> Reviews:
    found = request.app.state.reviews
    assert isinstance(found, Reviews)
    return found


# -- texts and positions --------------------------------------------------------------------------


@router.post("/api/analyse/read", summary="What a record or a position text holds")
def read(form: TextRequest, viewer: CurrentViewer) -> models.ReadResult:
    try:
        pasted = read_pasted(form.text, form.game, form.number, form.seats)
    except TextError as error:
        return {"problem": build_problem(error, viewer.language), "found": None}
    return {"problem": None, "found": views.build_pasted_game(pasted, viewer.language)}


@router.post("/api/analyse/begin", summary="The start of a game, to be set up by hand")
def begin(form: StartRequest, viewer: CurrentViewer) -> models.PastedGame:
    game = find_game(form.game)
    position = game.start(form.seats if form.seats in game.seats else None)
    return _begin_line(position, viewer.language)


@router.post("/api/analyse/open", summary="A game with its branches, from an address")
def open_tree(form: TreeRequest, viewer: CurrentViewer) -> models.OpenedGame:
    """The game and its branches, each up to its first move that is not legal."""
    end = position_of(form.line)
    head, _ = read_record(form.head, 1, MAX_MOVES)
    assert head is not None
    players = tuple(head.tags.get(f"Seat{i + 1}", "") for i in range(end.seats))
    pasted = Pasted(end, form.head, players, 1, 1)
    branches = read_branches(form.line, [(each.after, each.moves) for each in form.branches])
    return {
        **views.build_pasted_game(pasted, viewer.language),
        "branches": [views.build_branch(at, count, viewer.language) for at, count in branches],
    }


def _begin_line(position: Position, language: str) -> models.PastedGame:
    """A line that begins at this position."""
    pasted = Pasted(position, head_of(position), (), 1, 1)
    return views.build_pasted_game(pasted, language)


@router.post("/api/analyse/position", summary="The position a line leads to")
def position(form: LineRequest, viewer: CurrentViewer) -> models.AnalysisPosition:
    found = position_of(form.line)
    return views.build_position(found, viewer.language, viewer.flips_board(found.game))


@router.post("/api/analyse/moves", summary="The moves of a line in words")
def moves(form: LineRequest, viewer: CurrentViewer) -> list[models.LineMove]:
    return views.build_line_moves(position_of(form.line), viewer.language)


@router.post("/api/analyse/why", summary="Why these touches lead nowhere")
def why(form: LineTouchRequest, viewer: CurrentViewer) -> Refusal | None:
    refusal = position_of(form.line).explain_touches(form.touches)
    return None if refusal is None else build_refusal(refusal, viewer.language)


@router.post("/api/analyse/record", summary="A line as a record file")
def record(form: LineRequest) -> models.RecordText:
    line = form.line
    found = position_of(line)
    return {"text": str(Record.of(found)), "game": found.game.key}


@router.post("/api/analyse/paint", summary="A stroke on a board that is set up by hand")
def paint(form: StrokeRequest, viewer: CurrentViewer) -> models.PaintedGame:
    found = position_of(form.line)
    game = found.game
    if not isinstance(game, HasPositionEditor):
        raise NotNow(message("web.problem.no-painting", game=game.title), detail="no-painting")
    if form.brush is not None:
        found = game.paint(found, form.brush, form.space)
        try:
            position_of(Line(head_of(found)))
        except TextError as error:  # it has no text
            raise BadPosition(error.what, rule=error.rule, detail=error.refusal.code) from error
    elif found.before is not None:
        found = game.read(str(found), **_options(found))
    return {
        **_begin_line(found, viewer.language),
        "position": views.build_position(found, viewer.language, viewer.flips_board(game)),
        "brushes": views.build_brushes(found, viewer.language),
    }


def _options(position: Position) -> dict[str, Any]:
    return dict(position.options)


@router.post("/api/analyse/threats", summary="What is threatened in a position")
def threats(form: LineRequest, viewer: CurrentViewer) -> models.PositionThreats:
    found = position_of(form.line)
    turn = found.turn
    seats = [turn] if turn is not None and turn != CHANCE else []
    known = isinstance(found.game, HasThreats)
    listed = [
        threat
        for seat in (seats if known else ())
        for threat in views.build_threats(
            found, seat, find_threats(found, seat), viewer.language, viewer.flips_board(found.game)
        )
    ]
    none = None if listed else NO_THREATS.text(viewer.language)
    return {"threats": listed, "sentence": none}


# -- evaluation -----------------------------------------------------------------------------------


def _evaluate(position: Position) -> tuple[PositionValue | None, GradedMove | None]:
    """The value of a position, and the loss of the move before it."""
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
    found = await READS.run(position_of, line)
    here, graded = await answers.answer(line.digest, lambda: _evaluate(found))
    return await READS.run(views.build_worth, found, here, graded, viewer.language)


@router.post("/api/analyse/reviews", status_code=201, summary="Have a whole game looked at")
def ask_review(form: ReviewRequest, request: Request, viewer: CurrentViewer) -> models.GameReview:
    line = form.line
    positions = plies(position_of(line))
    reader = viewer.identity or ""
    id_ = f"{line.digest[:40]}-{form.pace}"
    job = get_reviews(request).ask(id_, positions, REVIEW_S[form.pace], reader)
    return views.build_review(job, 0, viewer.language)


@router.get("/api/analyse/reviews/{id}", summary="How far a review is, and what it found")
def review(
    id: ReviewId, request: Request, viewer: CurrentViewer, since: KnownCount = 0
) -> models.GameReview:
    return views.build_review(get_reviews(request).find(id), since, viewer.language)


@router.post("/api/analyse/reviews/{id}/stop", summary="Stop waiting for a review")
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
    """The page; `table` names a game to review, `text` a text to open.

    The rest of the address, which says what is on the board, is read by the page itself.
    """
    viewer = get_viewer(request)
    if table is not None:
        text, number = _read_table_record(request, table, number, viewer)
    games = [find_game(key) for key in keys()]
    setup = {
        "longest": MAX_TEXT_CHARACTERS,
        "text": text,
        "number": number or 1,
        "review": table is not None,
        "chosen": game if game in keys() else None,
        "games": {
            game.key: {
                "seats": list(game.seats),
                "arranged": isinstance(game, HasPositionEditor),
                "head": head_of(game.start()),
            }
            for game in games
        },
    }
    own = list_finished_games(get_service(request), viewer)
    paces = list(REVIEW_S)
    return page(request, "analysis.html", games=games, setup=setup, paces=paces, own=own)


def list_finished_games(service: TableService, viewer: Viewer) -> list[TableRow]:
    """The last games of a visitor that they may analyse, the newest first."""

    def build(table: Table) -> TableRow | None:
        return build_row(table, viewer) if reviewable(table, viewer.identity) else None

    ids = service.store.sat_at(viewer.identity or "", _MAX_OWN_TABLES, over=True)
    rows = [row for row in service.render_all(ids, build) if row is not None]
    return rows[:MAX_OWN_GAMES]


def _read_table_record(
    request: Request, id_: str, number: int | None, viewer: Viewer
) -> tuple[str, int]:
    """The record of a table that may be analysed, and the number of its game.

    It is the last game unless another is named.
    """
    with get_service(request).locked(id_) as table:
        if not reviewable(table, viewer.identity):
            raise NotNow(message("web.problem.review-closed"), detail="review-closed")
        played = len(table.boards)
        if number is not None and number > played:
            raise NoSuchPly()
        return write_record(table, viewer), number or played
