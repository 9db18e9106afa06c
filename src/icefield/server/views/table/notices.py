"""Notices for players who wait for others and look at another page."""

from __future__ import annotations

from typing import Final

from ....core.message import message
from ...tables.table import CLOSED, PLAYING, WAITING, Table
from ..models.table import NoticeKind, TableNotice
from ..viewer import Viewer
from .players import call_player

_NAMED: Final = 3
"""The most players that a notice names."""


def is_waiting(table: Table, viewer: Viewer) -> bool:
    """Whether the viewer waits for others at this table."""
    return table.stage == WAITING and _is_mine(table, viewer)


def build_notice(table: Table, viewer: Viewer, free_before: int | None) -> TableNotice | None:
    """The notice for a viewer who knew of so many free seats, if there is news.

    A viewer whose connection is new knows of none. Once the table no longer waits, there is always
    a notice.
    """
    if not _is_mine(table, viewer):
        return _notice(table, "done", None)
    if table.stage == WAITING:
        if free_before is None or count_free(table) >= free_before:
            return None
        return _notice(table, "guest", _say_who_came(table, viewer, "guest"))
    if table.stage == PLAYING:
        return _notice(table, "started", _say_who_came(table, viewer, "started"))
    if table.stage == CLOSED and table.closed is not None:
        mine = viewer.identity == table.host
        if table.closed.gone or not mine:
            kind = "gone" if mine else "closed"
            said = message(f"web.notice.{kind}", game=table.game.title)
            return _notice(table, "closed", said.text(viewer.language))
    return _notice(table, "done", None)


def count_free(table: Table) -> int:
    """The number of seats that are not taken."""
    return sum(player.is_open for player in table.players)


def _is_mine(table: Table, viewer: Viewer) -> bool:
    identity = viewer.identity
    return identity is not None and (identity == table.host or bool(table.players_of(identity)))


def _say_who_came(table: Table, viewer: Viewer, kind: str) -> str:
    own = table.players_of(viewer.identity)
    people = [
        call_player(table, number, viewer).text(viewer.language)
        for number, player in enumerate(table.players)
        if player.kind == "person" and number not in own
    ]
    if not people:  # the host filled the last seat with a bot from another page
        kind = f"{kind}.bots"
    free = {"n": count_free(table)} if kind.startswith("guest") else {}
    who = {"who": ", ".join(people[-_NAMED:])} if people else {}
    return message(f"web.notice.{kind}", game=table.game.title, **who, **free).text(viewer.language)


def _notice(table: Table, kind: NoticeKind, sentence: str | None) -> TableNotice:
    return {"type": "notice", "table": table.id, "kind": kind, "sentence": sentence}
