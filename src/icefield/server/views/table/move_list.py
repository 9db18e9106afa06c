"""The list of moves, the last ballot, and decisions in another seat's turn.

Turns of several decisions have a summary.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ....core.abilities import HasBallots, SummarisesTurns, TellsEffects
from ....core.game import CHANCE, Position
from ....core.message import message
from ...tables.table import Table
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
    """The moves of the match that a seat may know."""
    listed: list[ListedMove] = []
    notes = _list_notes(table, language)
    for number, (board, movers) in enumerate(zip(table.boards, table.movers, strict=True), 1):
        view, plies = board.view(seat), table.plies(number - 1)
        parts = build_turn_parts(plies, language) if view is board else []
        for ply, (move, mover) in enumerate(zip(view.history, movers, strict=False), 1):
            entry: ListedMove = {
                "game": number,
                "ply": ply,
                "seat": mover,
                "role": None if mover == CHANCE else board.seat_name(mover).text(language),
                "move": move.text,
                "name": spell_move(move, language),
            }
            if parts:
                entry["turn"] = parts[ply - 1]["turn"]
                entry["recap"] = parts[ply - 1]["recap"]
            if before := notes.get((number, ply)):
                entry["notes"] = before
            if effects := build_effects(plies[ply], language):
                entry["effects"] = effects
            listed.append(entry)
    return listed


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
