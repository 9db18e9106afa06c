"""A solved game to walk through: every place of the winning tree has an address of its own.

An address tells the moves made so far, and nothing is kept for anybody. Looking a position up may
mean a small search, so it is done by worker threads.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from ...core.errors import NotNow
from ...core.game import Game, Position
from ...core.message import message
from ...games import game as find_game
from ...games import keys
from ...search.proof import lookup
from ...search.proof.lookup import Proof
from ..errors import BadRequest, NoProof
from ..service.answers import Answers
from ..tables.permissions import reviewable
from ..views import proof as shown
from ..views.lines import MOST, Line, head_of, position_of
from ..views.proof import Place
from . import forms
from .pages import page as plain_page
from .tables import By, desk_of, viewer_of

solved_router = APIRouter(
    responses={status: {"model": forms.Problem} for status in (404, 409, 422)},
)

LONGEST: Final = 4000
"""How many characters the moves in an address may have, and a position."""

Key = Annotated[str, Path(max_length=40, description="the game's key")]
Moves = Annotated[
    str, Query(max_length=LONGEST, description="the moves so far, with commas between")
]
From = Annotated[
    str,
    Query(alias="from", max_length=LONGEST, description="where they begin; default: the start"),
]
Answer = Annotated[bool, Query(description="add the proven answer, if there is one")]
Wait = Annotated[bool, Query()]

_answers: Final[Answers[tuple[Proof | None, Proof | None]]] = Answers("solved")


@dataclass(frozen=True, slots=True)
class Found:
    """A place, the position there, and what is proven of it and of the one before it."""

    place: Place
    position: Position
    proof: Proof | None
    before: Proof | None

    @property
    def answer(self) -> str | None:
        """What the winner is to do here, if it is its turn and known."""
        proof = self.proof
        return None if proof is None or proof.move is None else proof.move.text


def warm_up() -> None:
    """Read what is proven before anybody waits for it."""
    for key in keys():
        lookup.find(find_game(key).start())


def _solved(key: str) -> Game:
    game = find_game(key)
    if not lookup.available(game):
        raise NoProof(game=game.title)
    return game


def _line(place: Place) -> Line:
    game = place.game
    begin = game.read(" ".join(place.begin.split())) if place.begin else game.start()
    return Line(head_of(begin), place.moves)


def _place(key: str, line: str, begin: str, wait: bool) -> tuple[Place, Line, Position]:
    """Where an address leads; raises what is wrong with it."""
    moves = tuple(text for text in line.split(",") if text)
    if len(moves) > MOST:
        raise BadRequest("field", field="line")
    place = Place(_solved(key), begin, moves, wait)
    found = _line(place)
    return place, found, position_of(found)


def _proofs(position: Position) -> tuple[Proof | None, Proof | None]:
    before = position.before
    return lookup.find(position), None if before is None else lookup.find(before)


async def _look(place: Place, line: Line, position: Position) -> Found:
    key = (lookup.path(place.game), line.digest)
    proofs = await _answers.answer(key, lambda: _proofs(position))
    return Found(place, position, *proofs)


async def _find(key: str, line: str, begin: str, wait: bool, answer: bool) -> Found:
    """What is known at an address; with `answer` one move further, where the winner has one."""
    place, at, position = await run_in_threadpool(_place, key, line, begin, wait)
    found = await _look(place, at, position)
    if not answer or found.answer is None:
        return found
    further = place.after(found.answer)
    line_there = Line(at.head, further.moves)
    return await _look(further, line_there, await run_in_threadpool(position_of, line_there))


@solved_router.get("/api/solved/{key}", summary="What is proven of a position of a solved game")
async def look(
    key: Key, viewer: By, line: Moves = "", begin: From = "", answer: Answer = False
) -> forms.State:
    """The board, whether one side is proven to win, the winner's answer or every reply of the other
    side, hardest first."""
    found = await _find(key, line, begin, False, answer)
    return await run_in_threadpool(_told, found, viewer.language)


def _told(found: Found, language: str) -> dict[str, Any]:
    head = head_of(found.position)
    return shown.state_json(found.place, found.position, found.proof, found.before, head, language)


@solved_router.get("/solved/{key}", include_in_schema=False)
async def explore(
    request: Request,
    key: Key,
    line: Moves = "",
    begin: From = "",
    wait: Wait = False,
    answer: Answer = False,
    table: Annotated[str | None, Query(max_length=32)] = None,
) -> Response:
    """The page. What is no place of its own, such as "the answer to this", leads to one that is."""
    if table is not None:
        place = await run_in_threadpool(_played_at, request, key, table)
        return RedirectResponse(place.path, status_code=303)
    found = await _find(key, line, begin, wait, answer)
    if answer:
        return RedirectResponse(found.place.path, status_code=303)
    return await run_in_threadpool(_page, request, found)


def _played_at(request: Request, key: str, id_: str) -> Place:
    """The last position of a table that may be studied."""
    game, viewer = _solved(key), viewer_of(request)
    with desk_of(request).locked(id_) as table:
        if table.game is not game or not reviewable(table, viewer.identity):
            raise NotNow(message("web.problem.review-closed"), detail="review-closed")
        first, played = table.plies(len(table.boards) - 1)[0], table.position.history
    begin = "" if first == game.start() else str(first)
    return Place(game, begin, tuple(move.text for move in played))


def _page(request: Request, found: Found) -> Response:
    language = viewer_of(request).language

    def words(id_: str, /, **params: Any) -> str:
        return message(f"solved.{id_}", **params).text(language)

    state = _told(found, language)
    drawing = state["board"].pop("svg")
    proof = found.proof
    setup = {
        "head": state["head"],
        "moves": found.place.moves,
        "touches": state["board"]["touches"],
        "answer": [] if proof is None or proof.move is None else proof.move.touches,
    }
    return plain_page(
        request,
        "solved.html",
        solved=words,
        game=found.place.game,
        state=state,
        drawing=drawing,
        setup=setup,
    )
