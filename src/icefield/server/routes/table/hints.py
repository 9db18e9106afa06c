"""Help while playing: a hint for the next move, and the threats of the others.

It is for a player alone, against bots or in all seats, and never where people play each other or
where a result counts.
"""

from __future__ import annotations

from typing import Final

from ....analysis.hints import Hint as FoundHint
from ....analysis.hints import find_hint
from ...service.answers import Answers
from ...service.fair_pool import READS
from ...service.table_service import TableService
from ...views.models.table import Hint, TableThreats
from ...views.table.hints import HelpRequest, build_hint, build_table_threats, check_help
from ...views.viewer import Viewer
from ..depends import CurrentViewer, DecisionNumber, Service, TableId
from ..json_router import JsonRouter, problem_responses

router = JsonRouter(responses=problem_responses(403, 404, 409, 422, 503))

answers: Final[Answers[FoundHint]] = Answers("hint")


def _check_help(id_: str, service: TableService, viewer: Viewer, decision: int) -> HelpRequest:
    with service.locked(id_) as table:
        return check_help(table, viewer.identity, decision)


@router.get("/api/tables/{id}/hint", summary="A good move, for a player without human opponents")
async def hint(
    id: TableId, service: Service, viewer: CurrentViewer, decision: DecisionNumber
) -> Hint:
    request = await READS.run(_check_help, id, service, viewer, decision)
    key = (request.table, request.decision, request.seat)
    found = await answers.answer(key, lambda: find_hint(request.view, request.seat))
    return await READS.run(build_hint, request, found, viewer.language)


@router.get("/api/tables/{id}/threats", summary="What the others could do to me next")
def threats(
    id: TableId, service: Service, viewer: CurrentViewer, decision: DecisionNumber
) -> TableThreats:
    request = _check_help(id, service, viewer, decision)
    flip = viewer.flips_board(request.view.game)
    return build_table_threats(request, viewer.language, flip)
