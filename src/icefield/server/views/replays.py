"""A finished game of a match, for the page that replays it."""

from __future__ import annotations

from ..tables.table import Table
from .models.table import Replay
from .table.state import build_ply, build_state
from .viewer import Viewer


def list_finished(table: Table) -> list[int]:
    """The games of the match that are over, counted from 1."""
    played = range(table.match.number + 1)
    return [number + 1 for number in played if table.match.outcome_of(number) is not None]


def build_replay(table: Table, viewer: Viewer, number: int) -> Replay:
    """A finished game; `number` is one of `list_finished`."""
    state = build_state(table, viewer)
    row = state["sheet"]["rows"][number - 1]
    last = build_ply(table, viewer, number, len(table.plies(number - 1)) - 1)
    outcome, points = last["outcome"], row["points"]
    assert outcome is not None, "only finished games are played again"
    assert points is not None, "only finished games are played again"
    seating = table.match.sheet.rows[number - 1].seating
    return {
        "id": table.id,
        "number": number,
        "games": list_finished(table),
        "game": state["game"],
        "options": state["options"],
        "plies": last["plies"],
        "seats": [
            {
                "seat": seat,
                "role": row["roles"][player],
                "name": state["sheet"]["players"][player],
                "points": points[player],
                "won": seat in outcome["winners"],
            }
            for seat, player in enumerate(seating)
        ],
        "cards": last["cards"],
        "outcome": outcome,
        "caption": last["caption"],
        "moves": [move for move in state["moves"] if move["game"] == number],
        "sheet": {**state["sheet"], "rows": [row]},
        "can": {"rematch": state["can"]["rematch"], "review": state["can"]["review"]},
        "exports": state["exports"],
    }
