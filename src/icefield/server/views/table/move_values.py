"""The values of moves at a table, and the permission to see them.

Values are for studying, not for playing: a person alone at the table, in all its seats, may see
them at any time, and every player once the whole match is over. While people play each other, or a
person plays a bot, no player may.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from ....analysis.move_values import can_judge
from ....analysis.values import UNKNOWN, PositionVerdict
from ....analysis.wording import holding_words, verdict_words
from ....core.abilities import HasBoardEditor
from ....core.errors import GameOver, NotNow
from ....core.game import Position
from ....core.message import message
from ....search.exact import tablebase
from ...errors import NoSuchPly
from ...tables.permissions import free
from ...tables.table import Table
from ..board import spell_move
from ..models.table import MoveValues


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of a match; `command` builds the tablebase that would tell more."""

    table: str
    number: int
    game: int
    ply: int
    position: Position
    command: str | None


def may_ask_values(table: Table, identity: str | None) -> bool:
    """Whether this viewer may see the values of moves at this table."""
    return table.started and free(table, identity) and can_judge(table.boards[-1])


def find_moment(table: Table, identity: str | None, game: int | None, ply: int | None) -> Moment:
    """A position of the match (default: the present one); raises the refusal."""
    if not can_judge(table.boards[-1]):
        sentence = message("analysis.cannot", game=table.game.title)
        raise NotNow(sentence, detail="no-analysis")
    if not may_ask_values(table, identity):
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
    command = _write_build_command(table, plies[at])
    return Moment(table.id, table.number, number, at, plies[at], command)


def _write_build_command(table: Table, position: Position) -> str | None:
    """The command that builds the tablebase of this position.

    None when it exists, or cannot.
    """
    game = table.game
    if tablebase.space_of(position) is None or tablebase.build_stamp(position) is not None:
        return None
    words = ["icefield", "solve", game.key]
    if isinstance(game, HasBoardEditor):
        words += ["--board", str(table.opened.options[game.level_option])]
    return shlex.join([*words, "--build"])


def build_move_values(moment: Moment, verdicts: PositionVerdict, language: str) -> MoveValues:
    """The values of the moves, the best first."""
    command = moment.command if verdicts.source == "search" else None
    return {
        "number": moment.number,
        "game": moment.game,
        "ply": moment.ply,
        "source": verdicts.source,
        "value": verdicts.value,
        "plies": verdicts.plies,
        "score": verdicts.score,
        "holding": verdicts.holding,
        "of": len(verdicts.moves),
        "result": _say_result(moment.position, verdicts, language),
        "sentence": holding_words(verdicts).text(language),
        "note": message(f"web.worth.{'build' if command else verdicts.source}").text(language),
        "command": command,
        "moves": [
            {
                "move": verdict.move.text,
                "value": verdict.value,
                "plies": verdict.plies,
                "score": verdict.score,
                "holds": verdict.holds,
                "touches": list(verdict.move.touches),
                "name": spell_move(verdict.move, language),
                "words": verdict_words(verdict, verdicts.source).text(language),
            }
            for verdict in verdicts.ranked
        ],
    }


def _say_result(position: Position, verdicts: PositionVerdict, language: str) -> str | None:
    if verdicts.value == UNKNOWN or position.turn is None:
        return None  # the sentence about the moves says so
    who = position.seat_name(position.turn)
    return message("analysis.to_move", who=who, verdict=verdict_words(verdicts)).text(language)
