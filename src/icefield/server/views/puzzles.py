"""A puzzle for clients.

The solution, and all that would reveal it, leaves this module only for a visitor who has solved the
puzzle or given it up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...analysis.puzzles import Puzzle, book
from ...analysis.puzzles.grades import GRADES
from ...analysis.values import DRAW, LOSS
from ...core.game import Game, Move, Position
from ...core.message import Message, message
from ...core.mistakes import ExplainsMistakes, Mistake, Reason
from ...render.svg import svg
from .board import build_controls, build_move, build_reason, name_move, spell_move
from .models import puzzles as models
from .models.board import Reason as ReasonText

if TYPE_CHECKING:
    from ..tables.puzzle_progress import Progress


def seat_of(puzzle: Puzzle, game: Game) -> int:
    """The solver's seat."""
    turn = puzzle.start(game).turn
    assert turn is not None
    return turn


def follow_moves(position: Position, moves: Sequence[str]) -> Position:
    """The position after some moves; raises as `play` does."""
    for text in moves:
        position = position.play(text)
    return position


def moves_of(position: Position, moves: Sequence[str]) -> tuple[Move, ...]:
    """Moves from their texts; raises as `play` does."""
    found = []
    for text in moves:
        _, move = position.legal(text)
        found.append(move)
        position = position.play(move)
    return tuple(found)


# -- boards and lines -----------------------------------------------------------------------------


def build_board(position: Position, language: str, *, open_: bool) -> models.PuzzleBoard:
    """A position to show; `open_` lets the side to move touch it."""
    scene = position.scene(None)
    moves = position.moves() if open_ else ()
    return {
        "svg": svg(scene, language=language, interactive=True),
        "caption": scene.caption.text(language),
        "facts": [fact.text(language) for fact in scene.facts],
        "touches": [build_move(move, language) for move in moves],
        "controls": build_controls(scene, moves, language),
        "over": position.outcome is not None,
    }


def build_line(position: Position, moves: Sequence[str], language: str) -> list[models.PuzzleMove]:
    """A line of play with the seats that make the moves, in words too."""
    listed: list[models.PuzzleMove] = []
    for move in moves_of(position, moves):
        who = "" if position.turn is None else position.seat_name(position.turn).text(language)
        listed.append({"move": move.text, "name": spell_move(move, language), "role": who})
        position = position.play(move)
    return listed


# -- progress -------------------------------------------------------------------------------------


def build_progress(key: str, progress: Progress) -> models.PuzzleProgress:
    """Streaks, and the number of solved puzzles by grade."""
    solved, puzzles = progress.solved, book(key)
    return {
        "streak": progress.streak,
        "best": progress.best,
        "solved": sum(puzzle.name in solved for puzzle in puzzles),
        "count": len(puzzles),
        "grades": {
            each: {
                "solved": sum(p.name in solved for p in puzzles if p.grade == each),
                "count": sum(p.grade == each for p in puzzles),
            }
            for each in GRADES
        },
    }


def find_status(puzzle: Puzzle, progress: Progress) -> str:
    """A visitor's status of a puzzle: "new", "tried", "shown" or "solved"."""
    found = progress.of(puzzle.name)
    if found is None:
        return "new"
    return "solved" if found.solved else "shown" if found.shown else "tried"


def find_next(
    puzzles: Sequence[Puzzle], progress: Progress, after: int, grade: int | None
) -> Puzzle | None:
    """The next unsolved puzzle, those given up last; None when all are solved."""
    ordered = [*puzzles[after:], *puzzles[:after]]
    left = [
        puzzle
        for puzzle in ordered
        if puzzle.name not in progress.solved and grade in (None, puzzle.grade)
    ]
    fresh = (puzzle for puzzle in left if puzzle.name not in progress.shown)
    return next(fresh, left[0] if left else None)


# -- wrong moves ----------------------------------------------------------------------------------


def build_reasons(
    position: Position,
    played: Sequence[str],
    better: Sequence[str],
    value: str,
    language: str,
    *,
    seen: bool,
) -> list[ReasonText]:
    """The reasons why a move does not win.

    They are the game's own words, where it has any, else follow from the line after it. Unless the
    visitor has `seen` the solution, nothing that would reveal it.
    """
    _, solution = position.legal(better[0])
    found = [
        reason
        for reason in _ask_game(position, played, better, value)
        if seen or not gives_away(reason, solution)
    ]
    return [
        build_reason(reason, language)
        for reason in found or find_plain_reasons(position, played, value)
    ]


def _ask_game(
    position: Position, played: Sequence[str], better: Sequence[str], value: str
) -> Sequence[Reason]:
    game, seat = position.game, position.turn
    if not isinstance(game, ExplainsMistakes) or seat is None:
        return ()
    return game.reasons(
        Mistake(
            before=position,
            seat=seat,
            played=moves_of(position, played),
            better=moves_of(position, better),
            drop=1.0 if value == DRAW else 2.0,
        )
    )


def find_plain_reasons(position: Position, played: Sequence[str], value: str) -> Sequence[Reason]:
    """Reasons from a wrong move and the line after it alone: the answer, the end.

    The line is on the page anyway, and the reasons do not depend on the solution.
    """
    after = position.play(played[0])
    if after.turn is None:
        ended = after.outcome
        return () if ended is None else (Reason("ends", ended.reason, ended.rule),)
    if len(played) < 2 or value not in (DRAW, LOSS):
        return ()
    line, end = moves_of(after, played[1:]), follow_moves(after, played[1:]).outcome
    params = {"who": after.seat_name(after.turn), "reply": name_move(line[0])}
    rule = None
    if value == DRAW:
        sentence = message("web.puzzles.why.draw", **params)
    elif end is None:
        sentence = message("web.puzzles.why.lost", **params)
    elif len(line) == 1:
        sentence, rule = message("web.puzzles.why.once", end=end.reason, **params), end.rule
    else:
        params |= {"last": name_move(line[-1]), "end": end.reason}
        sentence, rule = message("web.puzzles.why.loss", count=len(line), **params), end.rule
    return (Reason("answer", sentence, rule, line[0].touches),)


def gives_away(reason: Reason, solution: Move) -> bool:
    """Whether a reason speaks of the better play, its first move, or its end."""
    end = solution.touches[-1]
    if reason.kind.startswith("miss"):
        return True
    return end in reason.spaces or _mentions(reason.text, {solution.text, end}, solution.name)


def _mentions(said: Message, words: set[str], name: Message | None) -> bool:
    for what, value in said.params:
        if what == "better" or value == name:
            return True
        if isinstance(value, Message):
            if _mentions(value, words, name) or value.id.rpartition(".")[2] in words:
                return True
        elif any(word in str(value) for word in words):
            return True
    return False


def say_verdict(value: str, plies: int | None, position: Position, move: Move) -> Message:
    """The result of a move that does not win."""
    name = name_move(move)
    assert position.turn is not None
    others = [seat for seat in range(position.seats) if seat != position.turn]
    who = position.seat_name(others[0])
    if value == LOSS and position.play(move).outcome is not None:
        return message("web.puzzles.wrong.ends", move=name)
    if value == LOSS and plies is not None:
        return message("web.puzzles.wrong.loss", move=name, who=who, n=plies - 1)
    if value == DRAW:
        return message("web.puzzles.wrong.draw", move=name)
    return message("web.puzzles.wrong", move=name)


def build_state(
    puzzle: Puzzle, game: Game, progress: Progress, language: str
) -> models.PuzzleState:
    """A puzzle as a visitor may know it."""
    position, seat = puzzle.start(game), seat_of(puzzle, game)
    return {
        "key": game.key,
        "number": puzzle.number,
        "grade": puzzle.grade,
        "side": position.seat_name(seat).text(language),
        "status": find_status(puzzle, progress),
        "board": build_board(position, language, open_=True),
        "progress": build_progress(game.key, progress),
    }
