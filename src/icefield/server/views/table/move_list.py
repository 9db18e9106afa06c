"""The list of moves: turns of several decisions with what they came to, the last ballot, and the
seat that decides in the turn of another."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ....core.abilities import SummarisesTurns
from ....core.game import CHANCE, Position
from ....core.message import message
from ...tables.table import Table
from ..board import spell_move
from ..models.table import BallotGroup, Interrupt, ListedMove, TurnPart


def build_turn_parts(plies: Sequence[Position], language: str) -> list[TurnPart]:
    """For each move between these positions: the number of the turn it belongs to, and behind the
    last one of a turn what happened in it. Empty for games whose turns are single moves."""
    if not isinstance(plies[0], SummarisesTurns):
        return []
    parts: list[TurnPart] = []
    number = 1
    for before, after in pairwise(plies):
        recap = after.recap() if isinstance(after, SummarisesTurns) else None
        parts.append({"turn": number, "recap": None if recap is None else recap[1].text(language)})
        number += recap is not None or after.active != before.active
    return parts


def build_interrupt(
    table: Table, view: Position, own: Sequence[int], language: str
) -> Interrupt | None:
    """The seat that has to decide something in the turn of another seat; `own` are the viewer's
    seats."""
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
    for number, (board, movers) in enumerate(zip(table.boards, table.movers, strict=True), 1):
        view = board.view(seat)
        parts = build_turn_parts(table.plies(number - 1), language) if view is board else []
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
            listed.append(entry)
    return listed


def build_last_ballot(table: Table, moves: Sequence[ListedMove]) -> list[BallotGroup]:
    """The last ballot that all have voted in, by what was voted for, most votes first."""
    game, plies = len(table.boards), table.plies(len(table.boards) - 1)
    end = min(len(plies) - 1, sum(move["game"] == game for move in moves))
    while end and not plies[end - 1].view(None).concealed:
        end -= 1
    begin = end
    while begin and plies[begin - 1].view(None).concealed:
        begin -= 1
    votes: dict[str, BallotGroup] = {}
    for move in moves:
        if move["game"] == game and begin <= move["ply"] <= end:
            group = votes.setdefault(move["move"], {"name": move["name"], "roles": []})
            group["roles"].append(move["role"])
    return sorted(votes.values(), key=lambda group: -len(group["roles"]))
