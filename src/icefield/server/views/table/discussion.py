"""The discussion before a ballot. Nothing in it is secret."""

from __future__ import annotations

from ....core.message import message
from ...clock import now
from ...tables.discussion import Comment, Discussion
from ...tables.table import Table
from ..models import table as models
from ..viewer import Viewer


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


def caption_discussion(table: Table, viewer: Viewer, caption: str) -> str | None:
    """The status line while players talk before a ballot; None when they do not.

    `caption` is that of the board, which a viewer without a vote still needs.
    """
    talk = table.discussion
    if talk is None or talk.open or not table.started or table.match.game_over:
        return None
    own = table.seats_of(viewer.identity)
    kind, params = "watch", {}
    if talk.pending:
        comment = talk.pending[0]
        assert comment.challenger is not None
        params = {
            "who": table.position.seat_name(table.match.seat_of(comment.challenger)),
            "whom": table.position.seat_name(table.match.seat_of(comment.player)),
        }
        judges = _find_judges(table, talk, comment)
        kind = "judge" if judges & set(own) else "held"
    elif own:
        ready = all(table.match.seating[seat] in talk.ready for seat in own)
        kind = "ready" if ready else "own"
    sentence = message(f"web.talk.caption.{kind}", **params).text(viewer.language)
    barred = own and not set(own) & set(table.position.deciders)
    return f"{caption} {sentence}" if barred else sentence


def _find_judges(table: Table, talk: Discussion, comment: Comment) -> set[int]:
    """The seats that have yet to judge a comment."""
    seat_of = table.match.seat_of
    if comment not in talk.pending:
        return set()
    if talk.divided(comment):
        return {seat_of(talk.arbiter(table))}
    return {seat_of(p) for p in talk.jurors(comment) if p not in comment.judged}


def _build_comment(
    table: Table, talk: Discussion, comment: Comment, own: set[int]
) -> models.Comment:
    """A comment; `own` are the viewer's seats."""
    seat_of = table.match.seat_of
    speaker = seat_of(comment.player)
    judges = _find_judges(table, talk, comment)
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
