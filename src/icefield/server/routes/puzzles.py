"""Puzzles: find the one move that wins. Pages and endpoints.

Every answer is judged here. The first try at a puzzle is stored before the response says whether it
is right, so that trying out answers does not help; from then on everything may be tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

from fastapi import Path, Query, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import Field

from ...analysis.puzzles import Puzzle, book, find, with_books
from ...analysis.puzzles.defence import best_defence
from ...analysis.values import DRAW, LOSS, UNKNOWN, WIN
from ...core.abilities import HasSolitaire
from ...core.errors import NotNow
from ...core.game import Game, Move, Position
from ...core.message import Message, message
from ...games import game as find_game
from ...search.verdict import Continuation
from ..errors import Refused
from ..service.answers import Answers
from ..service.fair_pool import READS
from ..service.table_service import TableService
from ..storage.puzzle_progress import Notebook
from ..tables.puzzle_progress import HINT, RIGHT, SHOWN, WRONG, Progress
from ..views import puzzles as views
from ..views.board import build_refusal, name_move
from ..views.models import puzzles as models
from ..views.models.board import Refusal
from ..views.viewer import Viewer
from . import forms
from .depends import MAX_NUMBER, CurrentViewer, GameKey, Service, get_service, get_viewer
from .json_router import JsonRouter, problem_responses
from .site.pages import page

router = JsonRouter(pool=READS, responses=problem_responses(403, 404, 409, 413, 415, 422, 503))

SEARCH_S: Final = 2.0
"""The time of a search for the best defence where no tablebase knows it."""
defences: Final[Answers[Continuation]] = Answers("puzzle")

PuzzleNumber = Annotated[int, Path(ge=1, le=MAX_NUMBER, description="the puzzle's number")]
GradeQuery = Annotated[int | None, Query(ge=1, le=5, description="only puzzles of this grade")]
AfterNumber = Annotated[
    int, Query(ge=0, le=MAX_NUMBER, description="begin to look after this number")
]
_Move = Annotated[str, Field(min_length=1, max_length=40)]


class PlayRequest(forms.Form):
    """The moves made since the puzzle's position, of both sides."""

    moves: Annotated[list[_Move], Field(max_length=200)]


class AnswerRequest(forms.Form):
    """The visitor's answer: the move that wins."""

    move: _Move


class HintRequest(forms.Form):
    """The hints that the visitor has: excluded moves, and perhaps the piece."""

    moves: Annotated[tuple[_Move, ...], Field(max_length=200)] = ()
    piece: bool = False


class PuzzleTouchRequest(PlayRequest):
    """Touches that begin no legal move, after some moves."""

    touches: Annotated[list[forms.Touch], Field(max_length=60)]


def _find(key: str, number: int) -> tuple[Game, Puzzle]:
    game, puzzle = find_game(key), find(key, number)
    if puzzle is None:
        raise Refused(404)
    return game, puzzle


def _notebook(service: TableService) -> Notebook:
    return Notebook(service.store.engine)


def _store_try(service: TableService, viewer: Viewer, puzzle: Puzzle, how: str) -> Progress:
    return _notebook(service).note(viewer.identity or "", puzzle.game, puzzle.name, how)


def _check_open(service: TableService, viewer: Viewer, puzzle: Puzzle) -> None:
    """Raise NotNow unless this puzzle has been solved or given up."""
    found = _notebook(service).read(viewer.identity, puzzle.game).of(puzzle.name)
    if found is None or not found.open:
        raise NotNow(message("web.problem.puzzle-open"), detail="puzzle-open")


# -- the pages ------------------------------------------------------------------------------------


@router.get("/puzzles", include_in_schema=False)
def puzzles_page(request: Request) -> Response:
    """All games with puzzles, and this visitor's progress."""
    service, viewer = get_service(request), get_viewer(request)
    cards = []
    for key in with_books():
        progress = _notebook(service).read(viewer.identity, key)
        nearest = views.find_next(book(key), progress, 0, None) or book(key)[0]
        position = nearest.start(find_game(key))
        drawing = views.build_board(position, viewer.language, open_=False)["svg"]
        cards.append(
            {
                "game": find_game(key),
                "drawing": drawing,
                "number": nearest.number,
                "progress": views.build_progress(key, progress),
                "practice": _count_practice(key),
            }
        )
    return page(request, "puzzles/list.html", cards=cards)


def _count_practice(key: str) -> int:
    """How many boards of a game can be practised on alone."""
    game = find_game(key)
    return len(game.puzzles()) if isinstance(game, HasSolitaire) else 0


@router.get("/puzzles/{key}", include_in_schema=False)
def next_puzzle(
    request: Request, key: GameKey, grade: GradeQuery = None, after: AfterNumber = 0
) -> Response:
    """Redirect to the next puzzle that is not solved."""
    if not book(find_game(key).key):
        raise Refused(404)
    progress = _notebook(get_service(request)).read(get_viewer(request).identity, key)
    found = views.find_next(book(key), progress, after, grade)
    chosen = "" if grade is None else f"?grade={grade}"
    where = f"/puzzles#{key}" if found is None else f"/puzzles/{key}/{found.number}{chosen}"
    return RedirectResponse(where, status_code=303)


@router.get("/puzzles/{key}/{number}", include_in_schema=False)
def puzzle_page(
    request: Request, key: GameKey, number: PuzzleNumber, grade: GradeQuery = None
) -> Response:
    game, puzzle = _find(key, number)
    viewer = get_viewer(request)
    progress = _notebook(get_service(request)).read(viewer.identity, key)
    state = views.build_state(puzzle, game, progress, viewer.language)
    board: dict[str, Any] = {**state["board"]}
    drawing = board.pop("svg")
    onward = "" if grade is None else f"&grade={grade}"
    return page(
        request,
        "puzzles/puzzle.html",
        game=game,
        state={**state, "board": board},
        drawing=drawing,
        count=len(book(key)),
        onward=f"/puzzles/{key}?after={number}{onward}",
        grade=grade,
    )


# -- solving --------------------------------------------------------------------------------------


@router.post("/api/puzzles/{key}/{number}/answer", summary="Say which move wins")
def answer(
    key: GameKey,
    number: PuzzleNumber,
    form: AnswerRequest,
    service: Service,
    viewer: CurrentViewer,
) -> models.PuzzleAnswer:
    game, puzzle = _find(key, number)
    position = puzzle.start(game)
    _, move = position.legal(form.move)
    right = move.text == puzzle.solution
    progress = _store_try(service, viewer, puzzle, RIGHT if right else WRONG)
    if right:
        sentence = message("web.puzzles.right", n=(puzzle.plies + 1) // 2)
    else:
        other = puzzle.others[move.text]
        sentence = views.say_verdict(other.value, other.plies, position, move)
    return {
        "right": right,
        "board": views.build_board(position.play(move), viewer.language, open_=False),
        "line": views.build_line(position, [move.text], viewer.language),
        "status": views.find_status(puzzle, progress),
        "progress": views.build_progress(key, progress),
        "sentence": sentence.text(viewer.language),
    }


@router.post("/api/puzzles/{key}/{number}/hint", summary="A hint; it ends a streak")
def hint(
    key: GameKey,
    number: PuzzleNumber,
    service: Service,
    viewer: CurrentViewer,
    form: HintRequest | None = None,
) -> models.PuzzleHint:
    """The next hint: the piece, where that tells something, else one more wrong move."""
    game, puzzle = _find(key, number)
    position, known = puzzle.start(game), form or HintRequest()
    out = {position.legal(text)[1].text for text in known.moves}
    progress = _store_try(service, viewer, puzzle, HINT)
    _, solution = position.legal(puzzle.solution)
    first = solution.touches[0]
    pieces = {move.touches[0] for move in position.moves() if len(move.touches) > 1}
    choosing = len(solution.touches) > 1 and len(pieces) > 1
    wrong = None
    if choosing and not known.piece:
        scene = position.scene(None)
        where = next((space.name for space in scene.spaces if space.id == first), first)
        sentence = message("web.puzzles.hint.piece", place=where)
    else:
        wrong = _rule_out(puzzle, position, out, first if choosing else None)
        if wrong is None:
            sentence = message("web.puzzles.hint.last")
        else:
            sentence = message("web.puzzles.hint.not", move=wrong.name or wrong.text)
    return {
        "sentence": sentence.text(viewer.language),
        "spaces": [first] if choosing else [],
        "not": None if wrong is None else wrong.text,
        "progress": views.build_progress(key, progress),
    }


def _rule_out(puzzle: Puzzle, position: Position, out: set[str], piece: str | None) -> Move | None:
    """A wrong move that is not excluded yet; None when only the right one is left.

    It is of the right piece, where that is known.
    """
    for text in sorted(puzzle.others):
        _, move = position.legal(text)
        if text not in out and piece in (None, move.touches[0]):
            return move
    return None


@router.post("/api/puzzles/{key}/{number}/solution", summary="Give up and see the solution")
def solution(
    key: GameKey, number: PuzzleNumber, service: Service, viewer: CurrentViewer
) -> models.PuzzleSolution:
    game, puzzle = _find(key, number)
    progress = _store_try(service, viewer, puzzle, SHOWN)
    sentence = message("web.puzzles.solution", n=(puzzle.plies + 1) // 2)
    return {
        "sentence": sentence.text(viewer.language),
        "line": views.build_line(puzzle.start(game), puzzle.line, viewer.language),
        "status": views.find_status(puzzle, progress),
        "progress": views.build_progress(key, progress),
    }


# -- playing it out -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Step:
    """The last of some moves since a puzzle's position, which is the solver's."""

    game: Game
    puzzle: Puzzle
    moves: tuple[str, ...]
    before: Position
    move: Move
    after: Position

    @property
    def name(self) -> Message | str:
        return name_move(self.move)

    @property
    def ending(self) -> str | None:
        """The result of the move for the solver, where it ended the game."""
        outcome = self.after.outcome
        if outcome is None:
            return None
        return WIN if self.before.turn in outcome.winners else LOSS if outcome.winners else DRAW


def _read_step(puzzle: Puzzle, game: Game, moves: list[str]) -> _Step:
    """The last move; raises NotNow when it is not the solver's."""
    before = views.follow_moves(puzzle.start(game), moves[:-1])
    if not moves or before.turn != views.seat_of(puzzle, game):
        raise NotNow(message("web.problem.puzzle-turn"), detail="puzzle-turn")
    _, move = before.legal(moves[-1])
    return _Step(game, puzzle, tuple(moves), before, move, before.play(move))


async def _find_defence(position: Position, puzzle: Puzzle, moves: tuple[str, ...]) -> Continuation:
    """The best play in the position after these moves, found by a worker thread."""
    asked = (puzzle.game, puzzle.name, moves)
    return await defences.answer(asked, lambda: best_defence(position, SEARCH_S))


@router.post("/api/puzzles/{key}/{number}/play", summary="Play a solved puzzle out")
async def play(
    key: GameKey,
    number: PuzzleNumber,
    form: PlayRequest,
    service: Service,
    viewer: CurrentViewer,
) -> models.PuzzlePlay:
    """Judge the solver's last move: whether it still wins, and the best defence."""
    step = await READS.run(_read_open_step, key, number, form.moves, service, viewer)
    found = None
    if step.after.turn is not None:
        found = _find_stored_defence(step) or await _find_defence(
            step.after, step.puzzle, step.moves
        )
    return await READS.run(_build_play, step, found, viewer.language)


def _read_open_step(
    key: str, number: int, moves: list[str], service: TableService, viewer: Viewer
) -> _Step:
    game, puzzle = _find(key, number)
    _check_open(service, viewer, puzzle)
    return _read_step(puzzle, game, moves)


def _find_stored_defence(step: _Step) -> Continuation | None:
    """The stored defence, as long as both sides keep to the best play."""
    made, line = len(step.moves), step.puzzle.line
    if step.moves != line[:made]:
        return None
    return Continuation(LOSS, step.puzzle.plies - made, line[made:])


def _build_play(step: _Step, found: Continuation | None, language: str) -> models.PuzzlePlay:
    """The result of playing on; `found` is the other side's result, if play goes on."""
    moves, sentence = step.moves, None
    if found is None:
        right = step.ending == WIN
        sentence = message("web.puzzles.won" if right else "web.puzzles.slipped", move=step.name)
    elif found.value == LOSS:
        right = True
        moves = (*moves, found.line[0])
    else:
        right = False
        kind = "unsure" if found.value == UNKNOWN else "slipped"
        sentence = message(f"web.puzzles.{kind}", move=step.name)
    start = step.puzzle.start(step.game)
    after = views.follow_moves(start, moves)
    own = after.turn == views.seat_of(step.puzzle, step.game)
    return {
        "right": right,
        "sentence": "" if sentence is None else sentence.text(language),
        "line": views.build_line(start, moves, language),
        "board": views.build_board(after, language, open_=right and own),
    }


@router.post("/api/puzzles/{key}/{number}/refutation", summary="Show me why not")
async def refutation(
    key: GameKey,
    number: PuzzleNumber,
    form: PlayRequest,
    service: Service,
    viewer: CurrentViewer,
) -> models.PuzzleRefutation:
    """The refutation of a move that does not win: the line, and the reasons in words.

    The last of the moves is the one in question; the puzzle must have been tried before.
    """
    step, seen = await READS.run(_read_tried_step, key, number, form.moves, service, viewer)
    if len(step.moves) == 1:
        answer = step.puzzle.others[step.move.text]
        better = step.puzzle.line
    else:
        answer = await _find_answer(step)
        better = (await _find_defence(step.before, step.puzzle, step.moves[:-1])).line
    return await READS.run(_build_refutation, step, answer, better, seen, viewer.language)


def _read_tried_step(
    key: str, number: int, moves: list[str], service: TableService, viewer: Viewer
) -> tuple[_Step, bool]:
    """The move in question, and whether the visitor has seen the solution.

    Raises NotNow when the move is right, or the puzzle was not tried yet.
    """
    game, puzzle = _find(key, number)
    tried = _notebook(service).read(viewer.identity, key).of(puzzle.name)
    if tried is None:
        raise NotNow(message("web.problem.puzzle-open"), detail="puzzle-open")
    step = _read_step(puzzle, game, moves)
    right = step.move.text == puzzle.solution if len(moves) == 1 else step.ending == WIN
    if right:
        raise NotNow(message("web.problem.puzzle-right"), detail="puzzle-right")
    if len(moves) > 1:
        _check_open(service, viewer, puzzle)
    return step, tried.open


async def _find_answer(step: _Step) -> Continuation:
    """The play that follows a move in the middle of playing it out, for the solver."""
    if step.ending is not None:
        return Continuation(step.ending, None, ())
    found = await _find_defence(step.after, step.puzzle, step.moves)
    value = {WIN: LOSS, DRAW: DRAW}.get(found.value, UNKNOWN)
    return Continuation(value, None if found.plies is None else found.plies + 1, found.line)


def _build_refutation(
    step: _Step, answer: Continuation, better: Sequence[str], seen: bool, language: str
) -> models.PuzzleRefutation:
    value = answer.value
    played = [step.move.text, *answer.line]
    line = [*step.moves, *answer.line]
    return {
        "sentence": views.say_verdict(value, answer.plies, step.before, step.move).text(language),
        "line": views.build_line(step.puzzle.start(step.game), line, language),
        "from": len(step.moves),
        "reasons": views.build_reasons(step.before, played, better, value, language, seen=seen),
    }


@router.post("/api/puzzles/{key}/{number}/board", summary="The board after some moves")
def board(
    key: GameKey, number: PuzzleNumber, form: PlayRequest, viewer: CurrentViewer
) -> models.PuzzleBoard:
    """The position after any legal moves, without their values."""
    game, puzzle = _find(key, number)
    position = views.follow_moves(puzzle.start(game), form.moves)
    return views.build_board(position, viewer.language, open_=not form.moves)


@router.post("/api/puzzles/{key}/{number}/why", summary="Why touches lead nowhere")
def why(
    key: GameKey, number: PuzzleNumber, form: PuzzleTouchRequest, viewer: CurrentViewer
) -> Refusal | None:
    game, puzzle = _find(key, number)
    position = views.follow_moves(puzzle.start(game), form.moves)
    refusal = position.explain_touches(form.touches)
    return None if refusal is None else build_refusal(refusal, viewer.language)
