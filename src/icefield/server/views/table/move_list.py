"""The list of moves, the last ballot, and decisions in another seat's turn.

Turns of several decisions have a summary.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from itertools import pairwise
from typing import Final
from weakref import WeakKeyDictionary

from ....core.abilities import HasBallots, SummarisesTurns, TellsEffects
from ....core.game import CHANCE, Move, Position
from ....core.message import message
from ...tables.table import Table, find_mover
from ..board import draw_small, say, spell_move
from ..models.table import Interrupt, ListedMove, Reveal, TurnPart


def build_turn_parts(plies: Sequence[Position], language: str) -> list[TurnPart]:
    """For each move between these positions: its turn, and a summary after the last.

    Empty for games whose turns are single moves.
    """
    if not isinstance(plies[0], SummarisesTurns):
        return []
    parts: list[TurnPart] = []
    number = 1
    for before, after in pairwise(plies):
        recap = after.recap() if isinstance(after, SummarisesTurns) else None
        parts.append({"turn": number, "recap": None if recap is None else recap[1].text(language)})
        number += recap is not None or after.active != before.active
    return parts


def build_effects(position: Position, language: str) -> list[str]:
    """What the last move led to, in sentences; empty where its name says all."""
    if not isinstance(position, TellsEffects):
        return []
    return [effect.text(language) for effect in position.effects()]


def build_interrupt(
    table: Table, view: Position, own: Sequence[int], language: str
) -> Interrupt | None:
    """A seat's decision in the turn of another seat; `own` are the viewer's seats."""
    turn, active = view.turn, view.active
    if not table.going or active is None or turn in (None, CHANCE, active):
        return None
    assert turn is not None
    mine, waiting = turn in own, active in own
    kind = "screen" if mine and waiting else "you" if mine else "waiting" if waiting else "others"
    who, whose = view.seat_name(turn), view.seat_name(active)
    sentence = message(f"web.interrupt.{kind}", who=who, active=whose)
    return {"seat": turn, "active": active, "mine": mine, "sentence": sentence.text(language)}


def build_moves(table: Table, seat: int | None, language: str) -> list[ListedMove]:
    """The moves of the match that a seat may know; do not change the shared rows.

    Only moves since the last call are described: the time does not depend on the length of a game.
    """
    listed: list[ListedMove] = []
    with _lock:
        games = _games.setdefault(table, {}).setdefault(language, [])
    while len(games) < len(table.boards):
        games.append(_GameRows(len(games) + 1, language))
    for board, game in zip(table.boards, games, strict=True):
        listed += game.follow_view(board, board.view(seat))
    for (number, ply), notes in _list_notes(table, language).items():
        for i, row in enumerate(listed):
            if (row["game"], row["ply"]) == (number, ply):
                listed[i] = {**row, "notes": notes}
    return listed


class _GameRows:
    """The rows of the moves of one game in a language."""

    def __init__(self, number: int, language: str):
        self._number = number
        self._language = language
        self._plies: list[Position] = []
        self._rows: list[ListedMove] = []
        self._turns: list[int] = []
        """By ply, the number of the turn that follows."""

    def follow_view(self, last: Position, view: Position) -> list[ListedMove]:
        """The rows up to a position, as far as its view shows the moves.

        Moves that the view shows differently, such as votes, are described from the view alone.
        """
        if view is last:
            return self.follow(last)
        shown = view.history
        pairs = enumerate(zip(shown, last.history, strict=False))
        known = next((i for i, (a, b) in pairs if a != b), min(len(shown), last.ply))
        concealed: list[Position] = []
        position = last
        while position.ply > known and position.before is not None:
            concealed.append(position)
            position = position.before
        rows = self.follow(position)
        rest = zip(shown[known:], reversed(concealed), strict=False)
        return [*rows, *(self._build_row(after, move) for move, after in rest)]

    def follow(self, last: Position) -> list[ListedMove]:
        """The rows up to a position, which may differ after a takeback."""
        missing: list[Position] = []
        position: Position | None = last
        while position is not None and not self._has(position):
            missing.append(position)
            position = position.before
        kept = 0 if position is None else position.ply + 1
        del self._plies[kept:], self._turns[kept:], self._rows[max(kept - 1, 0) :]
        for position in reversed(missing):
            self._append(position)
        return self._rows

    def _has(self, position: Position) -> bool:
        return position.ply < len(self._plies) and self._plies[position.ply] is position

    def _append(self, after: Position) -> None:
        before, move, language = after.before, after.last, self._language
        self._plies.append(after)
        if before is None or move is None:
            self._turns.append(1)
            return
        row = self._build_row(after, move)
        turn = self._turns[-1]
        if isinstance(after, SummarisesTurns):
            recap = after.recap()
            row["turn"] = turn
            row["recap"] = None if recap is None else recap[1].text(language)
            turn += recap is not None or after.active != before.active
        if effects := build_effects(after, language):
            row["effects"] = effects
        self._turns.append(turn)
        self._rows.append(row)

    def _build_row(self, after: Position, move: Move) -> ListedMove:
        """The row of a move that led to a position, as it is shown."""
        assert after.before is not None
        mover = find_mover(after.before, after)
        return {
            "game": self._number,
            "ply": after.ply,
            "seat": mover,
            "role": None if mover == CHANCE else after.seat_name(mover).text(self._language),
            "move": move.text,
            "name": spell_move(move, self._language),
        }


_games: Final[WeakKeyDictionary[Table, dict[str, list[_GameRows]]]] = WeakKeyDictionary()
_lock: Final = threading.Lock()


def build_reveal(view: Position, language: str) -> Reveal | None:
    """The last ballot whose votes are revealed."""
    ballot = view.last_ballot() if isinstance(view, HasBallots) else None
    if ballot is None:
        return None

    def role(seat: int) -> str:
        return view.seat_name(seat).text(language)

    return {
        "title": ballot.title.text(language),
        "options": [
            {
                "name": say(option.name, language),
                "picture": draw_small(option.picture, view.game.key),
                "total": option.total,
                "voters": [role(seat) for seat in option.voters],
                "coins": [{"role": role(seat), "coins": coins} for seat, coins in option.coins],
            }
            for option in ballot.options
        ],
        "results": [result.text(language) for result in ballot.results],
    }


def _list_notes(table: Table, language: str) -> dict[tuple[int, int], list[str]]:
    """What was challenged before the next move, by game and ply."""
    found: dict[tuple[int, int], list[str]] = {}
    for challenge in table.challenges:
        board = table.boards[challenge.game]
        comment = challenge.comment
        assert comment.challenger is not None
        roles = [
            board.seat_name(table.match.sheet.rows[challenge.game].seating.index(player))
            for player in (comment.challenger, comment.player)
        ]
        sentence = message(
            f"web.talk.log.{challenge.state}", who=roles[0], whom=roles[1], text=comment.text
        )
        place = (challenge.game + 1, challenge.ply + 1)
        found.setdefault(place, []).append(sentence.text(language))
    return found
