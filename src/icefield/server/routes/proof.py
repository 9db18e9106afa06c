"""The walk through the proof of a solved game, at `/solved`.

Every place of the winning tree has a URL of its own, with the moves made so far. Looking a position
up may need a small search, so it is done by worker threads.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final

from fastapi import Query, Request, Response
from fastapi.responses import RedirectResponse

from ...core.errors import NotNow
from ...core.game import Game, Position
from ...core.message import message
from ...games import game as find_game
from ...games import keys
from ...search.proof import lookup
from ...search.proof.lookup import Proof
from ..errors import BadRequest, NoProof
from ..service.answers import Answers
from ..service.fair_pool import READS
from ..tables.permissions import reviewable
from ..views.lines import MAX_MOVES, Line, head_of, plies, position_of
from ..views.models.analysis import ProofState
from ..views.proof import Place, PlayedGame, build_proof_state, mark_moves
from .depends import CurrentViewer, GameKey, get_service, get_viewer
from .json_router import JsonRouter, problem_responses
from .site.pages import page, translate

router = JsonRouter(pool=READS, responses=problem_responses(404, 409, 422))

MAX_LINE_CHARACTERS: Final = 4000
"""The maximum lengths of the moves in a URL, and of the text of a position."""

LineQuery = Annotated[
    str, Query(max_length=MAX_LINE_CHARACTERS, description="the moves so far, with commas between")
]
BeginQuery = Annotated[
    str,
    Query(
        alias="from",
        max_length=MAX_LINE_CHARACTERS,
        description="where they begin; default: the start",
    ),
]
AnswerQuery = Annotated[bool, Query(description="add the proven answer, if there is one")]
WaitQuery = Annotated[bool, Query()]
GameQuery = Annotated[
    str,
    Query(
        alias="game",
        max_length=MAX_LINE_CHARACTERS,
        description="the moves of a game that is compared with the proof, with commas between",
    ),
]

answers: Final[Answers[tuple[Proof | None, Proof | None]]] = Answers("solved")
games: Final[Answers[tuple[str, ...]]] = Answers("compared")


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A place, its position, and the proofs of the position and of the one before."""

    place: Place
    position: Position
    proof: Proof | None
    before: Proof | None
    game: PlayedGame | None = None

    @property
    def answer(self) -> str | None:
        """The winner's move here, if it is to move and the move is known."""
        proof = self.proof
        return None if proof is None or proof.move is None else proof.move.text


def warm_up() -> None:
    """Read the proof files, so that no request waits for them."""
    for key in keys():
        lookup.find_proof(find_game(key).start())


def _find_solved(key: str) -> Game:
    game = find_game(key)
    if not lookup.available(game):
        raise NoProof(game=game.title)
    return game


def _line_of(place: Place) -> Line:
    game = place.game
    begin = game.read(" ".join(place.begin.split())) if place.begin else game.start()
    return Line(head_of(begin), place.moves)


def _read_moves(text: str, field: str) -> tuple[str, ...]:
    moves = tuple(move for move in text.split(",") if move)
    if len(moves) > MAX_MOVES:
        raise BadRequest("field", field=field)
    return moves


def _read_address(
    key: str, line: str, begin: str, wait: bool, played: str
) -> tuple[Place, Line, Position]:
    """The place of a URL; raises the error of its moves."""
    moves, game = _read_moves(line, "line"), _read_moves(played, "game")
    place = Place(_find_solved(key), begin, moves, wait, game)
    found = _line_of(place)
    return place, found, position_of(found)


def _find_proofs(position: Position) -> tuple[Proof | None, Proof | None]:
    before = position.before
    return lookup.find_proof(position), None if before is None else lookup.find_proof(before)


async def _look_up(place: Place, line: Line, position: Position) -> Knowledge:
    key = (lookup.strategy_path(place.game), line.digest)
    proofs = await answers.answer(key, lambda: _find_proofs(position))
    return Knowledge(place, position, *proofs, await _compare(place, line))


async def _compare(place: Place, line: Line) -> PlayedGame | None:
    """The game that is compared with the proof, with the marks of its moves."""
    if not place.played:
        return None
    whole = Line(line.head, place.played)
    end = await READS.run(position_of, whole)
    key = (lookup.strategy_path(place.game), whole.digest)
    return PlayedGame(end, await games.answer(key, lambda: _find_marks(end)))


def _find_marks(end: Position) -> tuple[str, ...]:
    positions = plies(end)
    return mark_moves(positions, [lookup.find_proof(each) for each in positions])


async def _find(key: str, line: str, begin: str, wait: bool, answer: bool, game: str) -> Knowledge:
    """The knowledge at a place; with `answer` one move further, if the winner has one."""
    place, at, position = await READS.run(_read_address, key, line, begin, wait, game)
    found = await _look_up(place, at, position)
    if not answer or found.answer is None:
        return found
    further = place.after(found.answer)
    line_there = Line(at.head, further.moves)
    return await _look_up(further, line_there, await READS.run(position_of, line_there))


@router.get("/api/solved/{key}", summary="What is proven of a position of a solved game")
async def proof(
    key: GameKey,
    viewer: CurrentViewer,
    line: LineQuery = "",
    begin: BeginQuery = "",
    answer: AnswerQuery = False,
    game: GameQuery = "",
) -> ProofState:
    """The board, the winner, and its answer or every reply, hardest first."""
    found = await _find(key, line, begin, False, answer, game)
    return await READS.run(_build_state, found, viewer.language)


def _build_state(found: Knowledge, language: str) -> ProofState:
    head = head_of(found.position)
    return build_proof_state(
        found.place, found.position, found.proof, found.before, head, language, found.game
    )


@router.get("/solved/{key}", include_in_schema=False)
async def proof_page(
    request: Request,
    key: GameKey,
    line: LineQuery = "",
    begin: BeginQuery = "",
    wait: WaitQuery = False,
    answer: AnswerQuery = False,
    game: GameQuery = "",
    table: Annotated[str | None, Query(max_length=32)] = None,
) -> Response:
    """The page; a URL that is not a place, such as "the answer to this", redirects."""
    if table is not None:
        place = await READS.run(_find_played, request, key, table)
        compared = await _compare(place, await READS.run(_line_of, place))
        if compared is not None and compared.left is not None:
            place = place.up_to_played(compared.left)
        return RedirectResponse(place.path, status_code=303)
    found = await _find(key, line, begin, wait, answer, game)
    if answer:
        return RedirectResponse(found.place.path, status_code=303)
    return await READS.run(_page, request, found)


def _find_played(request: Request, key: str, id_: str) -> Place:
    """The last position of a game that may be analysed, compared with the proof."""
    game, viewer = _find_solved(key), get_viewer(request)
    with get_service(request).locked(id_) as table:
        if table.game is not game or not reviewable(table, viewer.identity):
            raise NotNow(message("web.problem.review-closed"), detail="review-closed")
        first, played = table.plies(len(table.boards) - 1)[0], table.position.history
    begin = "" if first == game.start() else str(first)
    moves = tuple(move.text for move in played)
    return Place(game, begin, moves, played=moves)


def _page(request: Request, found: Knowledge) -> Response:
    language = get_viewer(request).language
    state = _build_state(found, language)
    board: dict[str, Any] = {**state["board"]}
    drawing = board.pop("svg")
    proof = found.proof
    setup = {
        "head": state["head"],
        "moves": found.place.moves,
        "touches": board["touches"],
        "answer": [] if proof is None or proof.move is None else proof.move.touches,
    }
    return page(
        request,
        "proof.html",
        solved=translate(language, "solved"),
        game=found.place.game,
        compared=bool(found.place.played),
        state={**state, "board": board},
        drawing=drawing,
        setup=setup,
    )
