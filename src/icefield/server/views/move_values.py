"""What each move is worth, for whoever may ask: worked out in worker threads beside the serving.

Asking is part of studying, not of playing: somebody alone at the table, in all its seats, may do it
at any time, and everybody once the whole match is over. While people play each other, or a person
plays a bot, nobody may.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import Any, Final

from ...analysis.move_values import UNKNOWN, Verdicts, can_judge, judge, summary, told
from ...core.abilities import Drawn
from ...core.errors import GameOver, NotNow
from ...core.game import Move, Position
from ...core.message import message
from ...search import Limits
from ...search.exact import tablebase
from ..errors import NoSuchPly
from ..service.answers import Answers
from ..tables.permissions import free
from ..tables.table import Table

SEARCH_SECONDS: Final = 1.0
"""How long a search looks where no table is built."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about one moment of a table; `command` builds the table that would know more."""

    table: str
    number: int
    game: int
    ply: int
    position: Position
    command: str | None


# -- who may ask ----------------------------------------------------------------------------------


def offered(table: Table, identity: str | None) -> bool:
    """Whether this viewer may be told what moves are worth at this table."""
    return table.started and free(table, identity) and can_judge(table.boards[-1])


def question(table: Table, identity: str | None, game: int | None, ply: int | None) -> Asked:
    """The question about a moment (default: the present one); raises why it is not answered."""
    if not can_judge(table.boards[-1]):
        said = message("analysis.cannot", game=table.game.title)
        raise NotNow(said, detail="no-analysis")
    if not offered(table, identity):
        raise NotNow(message("web.problem.analysis-closed"), detail="analysis-closed")
    number = len(table.boards) if game is None else game
    if not 1 <= number <= len(table.boards):
        raise NoSuchPly()
    plies = table.plies(number - 1)
    at = len(plies) - 1 if ply is None else ply
    if not 0 <= at < len(plies):
        raise NoSuchPly()
    if plies[at].turn is None:
        raise GameOver(message("core.game_over"))
    return Asked(table.id, table.number, number, at, plies[at], _command(table, plies[at]))


def _command(table: Table, position: Position) -> str | None:
    """How the table is built that knows this position and is not there yet."""
    game = table.game
    if tablebase.space_of(position) is None or tablebase.stamp(position) is not None:
        return None
    words = ["icefield", "solve", game.key]
    if isinstance(game, Drawn):
        words += ["--board", str(table.opened.options[game.level_option])]
    return shlex.join([*words, "--build"])


# -- the answers ----------------------------------------------------------------------------------


answers: Final[Answers[Verdicts]] = Answers("judge")


async def answer(asked: Asked) -> Verdicts:
    """What the moves are worth; raises NotNow when that takes too long."""
    key = (asked.table, asked.number, asked.game, asked.ply, tablebase.stamp(asked.position))
    limits = Limits(seconds=SEARCH_SECONDS)
    return await answers.answer(key, lambda: judge(asked.position, limits))


def _name(move: Move, language: str) -> str:
    return move.text if move.name is None else move.name.text(language)


def _result(position: Position, verdicts: Verdicts, language: str) -> str | None:
    if verdicts.value == UNKNOWN or position.turn is None:
        return None  # the sentence about the moves says so
    who = position.seat_name(position.turn)
    return message("analysis.to_move", who=who, verdict=told(verdicts)).text(language)


def worth_json(asked: Asked, verdicts: Verdicts, language: str) -> dict[str, Any]:
    """The answer as a client gets it, the best moves first."""
    command = asked.command if verdicts.source == "search" else None
    return {
        "number": asked.number,
        "game": asked.game,
        "ply": asked.ply,
        "source": verdicts.source,
        "value": verdicts.value,
        "plies": verdicts.plies,
        "score": verdicts.score,
        "holding": verdicts.holding,
        "of": len(verdicts.moves),
        "result": _result(asked.position, verdicts, language),
        "sentence": summary(verdicts).text(language),
        "note": message(f"web.worth.{'build' if command else verdicts.source}").text(language),
        "command": command,
        "moves": [
            {
                **verdict.to_json(),
                "touches": list(verdict.move.touches),
                "name": _name(verdict.move, language),
                "words": told(verdict, verdicts.source).text(language),
            }
            for verdict in verdicts.ranked
        ],
    }
