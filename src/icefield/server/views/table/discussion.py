"""The discussion before a ballot. Nothing in it is secret."""

from __future__ import annotations

from ...clock import now
from ...tables.discussion import Comment, Discussion
from ...tables.table import Table
from ..models import table as models


def build_discussion(table: Table, identity: str | None) -> models.Discussion | None:
    """The discussion before the present ballot; None when there is none."""
    talk = table.discussion
    if talk is None or not table.started:
        return None
    own = set(table.seats_of(identity))
    people = [s for s in range(len(table.players)) if not table.player_at(s).is_bot]
    ready = [s for s in people if table.match.seating[s] in talk.ready]
    return {
        "open": talk.open,
        "rule": talk.game.discussion_rule,
        "left": 0 if talk.open else max(0, talk.ends - now()),
        "waiting": [s for s in people if s not in ready],
        "ready": bool(own) and own <= set(ready),
        "held": bool(talk.pending),
        "comments": [_build_comment(table, talk, comment, own) for comment in talk.comments],
    }


def _build_comment(
    table: Table, talk: Discussion, comment: Comment, own: set[int]
) -> models.Comment:
    """A comment; `own` are the viewer's seats."""
    seat_of = table.match.seat_of
    speaker = seat_of(comment.player)
    judges: set[int] = set()
    if comment in talk.pending:
        if talk.divided(comment):
            judges = {seat_of(talk.arbiter(table))}
        else:
            judges = {seat_of(p) for p in talk.jurors(comment) if p not in comment.judged}
    fresh = comment.challenger is None and not talk.open
    return {
        "number": comment.number,
        "seat": speaker,
        "text": comment.text,
        "challenger": None if comment.challenger is None else seat_of(comment.challenger),
        "judged": {str(seat_of(p)): guilty for p, guilty in sorted(comment.judged.items())},
        "divided": talk.divided(comment),
        "guilty": talk.guilty(comment),
        "challengers": sorted(own - {speaker}) if fresh else [],
        "judges": sorted(own & judges),
        "waiting": sorted(judges),
    }
