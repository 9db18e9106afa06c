"""Puzzles: find the one move that wins. The pages, and what their scripts ask for.

Every answer is judged here. The first try at a puzzle is written down before its verdict is told,
so that nobody can ask around and answer afterwards; from then on everything may be tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import Field
from starlette.concurrency import run_in_threadpool

from ...analysis.move_values import DRAW, LOSS, UNKNOWN, WIN
from ...analysis.puzzles import Other, Puzzle, book, find, with_books
from ...analysis.puzzles.defence import Defence, defend
from ...core.errors import NotNow
from ...core.game import Game, Move, Position
from ...core.message import message
from ...games import game as find_game
from ..errors import Refused
from ..service.answers import Answers
from ..service.table_service import TableService
from ..storage.puzzle_progress import Notebook
from ..tables.puzzle_progress import HINT, RIGHT, SHOWN, WRONG, Progress
from ..views import puzzles as shown
from ..views.table import Viewer
from . import forms
from .pages import page
from .tables import At, By, desk_of, viewer_of

riddles_router = APIRouter(
    responses={status: {"model": forms.Problem} for status in (403, 404, 409, 413, 415, 422, 503)},
)

SECONDS: Final = 2.0
"""How long the best defence is looked for where no table knows it."""
_defences: Final[Answers[Defence]] = Answers("puzzle")

Key = Annotated[str, Path(max_length=40, description="the game's key")]
Number = Annotated[int, Path(ge=1, le=2**31 - 1, description="the puzzle's number")]
Grade = Annotated[int | None, Query(ge=1, le=5, description="only puzzles of this grade")]
After = Annotated[int, Query(ge=0, le=2**31 - 1, description="begin to look after this number")]
_Move = Annotated[str, Field(min_length=1, max_length=40)]


class Played(forms.Form):
    """The moves made since the puzzle's position, of both sides."""

    moves: Annotated[list[_Move], Field(max_length=200)]


class Answered(forms.Form):
    """The move that is said to win."""

    move: _Move


class Known(forms.Form):
    """What is known already when a hint is asked for: moves that it is not, and perhaps which
    piece moves."""

    moves: Annotated[tuple[_Move, ...], Field(max_length=200)] = ()
    piece: bool = False


class Pressed(Played):
    """Touches that seem to lead nowhere, after some moves."""

    touches: Annotated[list[forms.Touch], Field(max_length=60)]


def _found(key: str, number: int) -> tuple[Game, Puzzle]:
    game, puzzle = find_game(key), find(key, number)
    if puzzle is None:
        raise Refused(404)
    return game, puzzle


def _notebook(desk: TableService) -> Notebook:
    return Notebook(desk.store.engine)


def _note(desk: TableService, viewer: Viewer, puzzle: Puzzle, how: str) -> Progress:
    return _notebook(desk).note(viewer.identity or "", puzzle.game, puzzle.name, how)


def _opened(desk: TableService, viewer: Viewer, puzzle: Puzzle) -> None:
    """Raises NotNow unless this puzzle has been solved or given up."""
    found = _notebook(desk).read(viewer.identity, puzzle.game).of(puzzle.name)
    if found is None or not found.open:
        raise NotNow(message("web.problem.puzzle-open"), detail="puzzle-open")


# -- the pages ------------------------------------------------------------------------------------


@riddles_router.get("/puzzles", include_in_schema=False)
def choose(request: Request) -> Response:
    """All games with puzzles, and how far this visitor is."""
    desk, viewer = desk_of(request), viewer_of(request)
    cards = []
    for key in with_books():
        progress = _notebook(desk).read(viewer.identity, key)
        nearest = shown.following(book(key), progress, 0, None) or book(key)[0]
        position = nearest.start(find_game(key))
        drawing = shown.board_json(position, viewer.language, open_=False)["svg"]
        cards.append(
            {
                "game": find_game(key),
                "drawing": drawing,
                "number": nearest.number,
                "progress": shown.progress_json(key, progress),
            }
        )
    return page(request, "riddles.html", cards=cards)


@riddles_router.get("/puzzles/{key}", include_in_schema=False)
def next_one(request: Request, key: Key, grade: Grade = None, after: After = 0) -> Response:
    """On to the next puzzle that is not solved."""
    if not book(find_game(key).key):
        raise Refused(404)
    progress = _notebook(desk_of(request)).read(viewer_of(request).identity, key)
    found = shown.following(book(key), progress, after, grade)
    chosen = "" if grade is None else f"?grade={grade}"
    where = f"/puzzles#{key}" if found is None else f"/puzzles/{key}/{found.number}{chosen}"
    return RedirectResponse(where, status_code=303)


@riddles_router.get("/puzzles/{key}/{number}", include_in_schema=False)
def one(request: Request, key: Key, number: Number, grade: Grade = None) -> Response:
    game, puzzle = _found(key, number)
    viewer = viewer_of(request)
    progress = _notebook(desk_of(request)).read(viewer.identity, key)
    state = shown.state_json(puzzle, game, progress, viewer.language)
    drawing = state["board"].pop("svg")
    onward = "" if grade is None else f"&grade={grade}"
    return page(
        request,
        "riddle.html",
        game=game,
        state=state,
        drawing=drawing,
        count=len(book(key)),
        onward=f"/puzzles/{key}?after={number}{onward}",
        grade=grade,
    )


# -- solving --------------------------------------------------------------------------------------


@riddles_router.post("/api/puzzles/{key}/{number}/answer", summary="Say which move wins")
def answer(key: Key, number: Number, form: Answered, desk: At, viewer: By) -> forms.State:
    game, puzzle = _found(key, number)
    position = puzzle.start(game)
    _, move = position.legal(form.move)
    right = move.text == puzzle.solution
    progress = _note(desk, viewer, puzzle, RIGHT if right else WRONG)
    told: dict[str, Any] = {
        "right": right,
        "board": shown.board_json(position.play(move), viewer.language, open_=False),
        "line": shown.line_json(position, [move.text], viewer.language),
        "status": shown.status(puzzle, progress),
        "progress": shown.progress_json(key, progress),
    }
    if right:
        said = message("web.puzzles.right", n=(puzzle.plies + 1) // 2)
    else:
        other = puzzle.others[move.text]
        said = shown.verdict(other.value, other.plies, position, move)
    return {**told, "sentence": said.text(viewer.language)}


@riddles_router.post("/api/puzzles/{key}/{number}/hint", summary="A hint; it ends a streak")
def hint(key: Key, number: Number, desk: At, viewer: By, form: Known | None = None) -> forms.State:
    """Which piece, where that says something and is not known; else one more move that it is
    not."""
    game, puzzle = _found(key, number)
    position, known = puzzle.start(game), form or Known()
    out = {position.legal(text)[1].text for text in known.moves}
    progress = _note(desk, viewer, puzzle, HINT)
    _, solution = position.legal(puzzle.solution)
    first = solution.touches[0]
    pieces = {move.touches[0] for move in position.moves() if len(move.touches) > 1}
    choosing = len(solution.touches) > 1 and len(pieces) > 1
    wrong = None
    if choosing and not known.piece:
        scene = position.scene(None)
        where = next((space.name for space in scene.spaces if space.id == first), first)
        said = message("web.puzzles.hint.piece", place=where)
    else:
        wrong = _ruled_out(puzzle, position, out, first if choosing else None)
        if wrong is None:
            said = message("web.puzzles.hint.last")
        else:
            said = message("web.puzzles.hint.not", move=wrong.name or wrong.text)
    return {
        "sentence": said.text(viewer.language),
        "spaces": [first] if choosing else [],
        "not": None if wrong is None else wrong.text,
        "progress": shown.progress_json(key, progress),
    }


def _ruled_out(puzzle: Puzzle, position: Position, out: set[str], piece: str | None) -> Move | None:
    """A wrong move that is not out yet; of one piece, where it is known which; None when the right
    one alone is left."""
    for text in sorted(puzzle.others):
        _, move = position.legal(text)
        if text not in out and piece in (None, move.touches[0]):
            return move
    return None


@riddles_router.post("/api/puzzles/{key}/{number}/solution", summary="Give up and see the solution")
def solution(key: Key, number: Number, desk: At, viewer: By) -> forms.State:
    game, puzzle = _found(key, number)
    progress = _note(desk, viewer, puzzle, SHOWN)
    said = message("web.puzzles.solution", n=(puzzle.plies + 1) // 2)
    return {
        "sentence": said.text(viewer.language),
        "line": shown.line_json(puzzle.start(game), puzzle.line, viewer.language),
        "status": shown.status(puzzle, progress),
        "progress": shown.progress_json(key, progress),
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
    def name(self) -> Any:
        return self.move.text if self.move.name is None else self.move.name

    @property
    def ending(self) -> str | None:
        """What the move came to for the solver, where it ended the game."""
        outcome = self.after.outcome
        if outcome is None:
            return None
        return WIN if self.before.turn in outcome.winners else LOSS if outcome.winners else DRAW


def _last(puzzle: Puzzle, game: Game, moves: list[str]) -> _Step:
    """Raises NotNow when the last move is not the solver's."""
    before = shown.follow(puzzle.start(game), moves[:-1])
    if not moves or before.turn != shown.seat_of(puzzle, game):
        raise NotNow(message("web.problem.puzzle-turn"), detail="puzzle-turn")
    _, move = before.legal(moves[-1])
    return _Step(game, puzzle, tuple(moves), before, move, before.play(move))


async def _defended(position: Position, puzzle: Puzzle, moves: tuple[str, ...]) -> Defence:
    """The best play in the position after these moves, looked for beside the serving."""
    asked = (puzzle.game, puzzle.name, moves)
    return await _defences.answer(asked, lambda: defend(position, SECONDS))


@riddles_router.post("/api/puzzles/{key}/{number}/play", summary="Play a solved puzzle out")
async def play(key: Key, number: Number, form: Played, desk: At, viewer: By) -> forms.State:
    """The moves so far, the last one the solver's: whether it still wins, and the answer that
    holds out longest."""
    step = await run_in_threadpool(_opened_step, key, number, form.moves, desk, viewer)
    found = None
    if step.after.turn is not None:
        found = _known(step) or await _defended(step.after, step.puzzle, step.moves)
    return await run_in_threadpool(_played, step, found, viewer.language)


def _opened_step(
    key: str, number: int, moves: list[str], desk: TableService, viewer: Viewer
) -> _Step:
    game, puzzle = _found(key, number)
    _opened(desk, viewer, puzzle)
    return _last(puzzle, game, moves)


def _known(step: _Step) -> Defence | None:
    """The defence that is written down, as long as everybody keeps to the best play."""
    made, line = len(step.moves), step.puzzle.line
    if step.moves != line[:made]:
        return None
    return Defence(LOSS, step.puzzle.plies - made, line[made:])


def _played(step: _Step, found: Defence | None, language: str) -> dict[str, Any]:
    """What playing on came to; `found` is what the other side can get, if the game goes on."""
    moves, said = step.moves, None
    if found is None:
        right = step.ending == WIN
        said = message("web.puzzles.won" if right else "web.puzzles.slipped", move=step.name)
    elif found.value == LOSS:
        right = True
        moves = (*moves, found.line[0])
    else:
        right = False
        kind = "unsure" if found.value == UNKNOWN else "slipped"
        said = message(f"web.puzzles.{kind}", move=step.name)
    start = step.puzzle.start(step.game)
    after = shown.follow(start, moves)
    own = after.turn == shown.seat_of(step.puzzle, step.game)
    return {
        "right": right,
        "sentence": "" if said is None else said.text(language),
        "line": shown.line_json(start, moves, language),
        "board": shown.board_json(after, language, open_=right and own),
    }


@riddles_router.post("/api/puzzles/{key}/{number}/refutation", summary="Show me why not")
async def refutation(key: Key, number: Number, form: Played, desk: At, viewer: By) -> forms.State:
    """What happens after a move that does not win: the play, and the reasons in words. The last of
    the moves is the one in question; the puzzle must have been tried before."""
    step, told = await run_in_threadpool(_tried_step, key, number, form.moves, desk, viewer)
    if len(step.moves) == 1:
        answer = step.puzzle.others[step.move.text]
        better = step.puzzle.line
    else:
        answer = await _answered(step)
        better = (await _defended(step.before, step.puzzle, step.moves[:-1])).line
    return await run_in_threadpool(_refuted, step, answer, better, told, viewer.language)


def _tried_step(
    key: str, number: int, moves: list[str], desk: TableService, viewer: Viewer
) -> tuple[_Step, bool]:
    """The move in question, and whether the solution may be told; raises NotNow when it is right,
    or nothing may be told yet."""
    game, puzzle = _found(key, number)
    tried = _notebook(desk).read(viewer.identity, key).of(puzzle.name)
    if tried is None:
        raise NotNow(message("web.problem.puzzle-open"), detail="puzzle-open")
    step = _last(puzzle, game, moves)
    right = step.move.text == puzzle.solution if len(moves) == 1 else step.ending == WIN
    if right:
        raise NotNow(message("web.problem.puzzle-right"), detail="puzzle-right")
    if len(moves) > 1:
        _opened(desk, viewer, puzzle)
    return step, tried.open


async def _answered(step: _Step) -> Other:
    """What a move in the middle of playing it out leads to, for the solver."""
    if step.ending is not None:
        return Other(step.ending, None, ())
    found = await _defended(step.after, step.puzzle, step.moves)
    value = {WIN: LOSS, DRAW: DRAW}.get(found.value, UNKNOWN)
    return Other(value, None if found.plies is None else found.plies + 1, found.line)


def _refuted(
    step: _Step, answer: Other, better: Sequence[str], told: bool, language: str
) -> dict[str, Any]:
    value = answer.value
    played = [step.move.text, *answer.line]
    line = [*step.moves, *answer.line]
    return {
        "sentence": shown.verdict(value, answer.plies, step.before, step.move).text(language),
        "line": shown.line_json(step.puzzle.start(step.game), line, language),
        "from": len(step.moves),
        "reasons": shown.reasons_json(step.before, played, better, value, language, told=told),
    }


@riddles_router.post("/api/puzzles/{key}/{number}/board", summary="The board after some moves")
def board(key: Key, number: Number, form: Played, viewer: By) -> forms.State:
    """Any moves that the rules allow; says nothing about their worth."""
    game, puzzle = _found(key, number)
    position = shown.follow(puzzle.start(game), form.moves)
    return shown.board_json(position, viewer.language, open_=not form.moves)


@riddles_router.post("/api/puzzles/{key}/{number}/why", summary="Why touches lead nowhere")
def why(key: Key, number: Number, form: Pressed, viewer: By) -> forms.State | None:
    game, puzzle = _found(key, number)
    position = shown.follow(puzzle.start(game), form.moves)
    refusal = position.explain_touches(form.touches)
    return None if refusal is None else refusal.to_json(viewer.language)
