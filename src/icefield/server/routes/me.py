"""The visitor's own page: nickname, recovery code, games."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from fastapi import Query, Request, Response
from pydantic import Field

from ...games import game as find_game
from ...games import keys
from ..errors import WrongCode
from ..service.table_service import TableService
from ..storage.people import Tries
from ..views.dates import say_day
from ..views.models.games import Profile, RecoveryCode
from ..views.statistics import build_statistics
from ..views.viewer import Viewer
from . import forms
from .depends import CurrentViewer, Service, get_service, get_viewer
from .json_router import JsonRouter, problem_responses
from .lobby import list_own_games
from .site.pages import page

router = JsonRouter(responses=problem_responses(403, 409, 413, 415, 422, 429, 503))


class NicknameRequest(forms.Form):
    """The name that other players see; empty for none."""

    nickname: forms.Name


class RecoveryRequest(forms.Form):
    """A recovery code, in any spelling."""

    code: Annotated[str, Field(min_length=1, max_length=80)]


Shown = Literal["running", "won", "lost", "draw"]
"""The games that a visitor asks for: those that go on, or those that ended like this."""


def _build_profile(
    service: TableService, viewer: Viewer, game: str | None = None, show: Shown | None = None
) -> Profile:
    identity = viewer.identity or ""
    service.find_results(identity)
    person = service.people.find(viewer.identity)
    made = None if person.code_at is None else say_day(person.code_at, viewer.language)
    return {
        "nickname": person.nickname,
        "code_made": made,
        "games": list_own_games(
            service,
            viewer,
            over=show != "running",
            game=game,
            result=None if show == "running" else show,
        ),
        "statistics": build_statistics(service.store.count_results(identity)),
    }


@router.get("/api/me", summary="What is known of me: nickname, games and statistics")
def me(
    service: Service,
    viewer: CurrentViewer,
    game: Annotated[str | None, Query(max_length=40, description="only this game")] = None,
    show: Annotated[Shown | None, Query(description="only such games")] = None,
) -> Profile:
    return _build_profile(service, viewer, game, show)


@router.post("/api/me", summary="Choose a nickname")
def rename(form: NicknameRequest, service: Service, viewer: CurrentViewer) -> Profile:
    service.people.rename(viewer.identity or "", form.nickname)
    return _build_profile(service, viewer)


@router.post("/api/me/code", status_code=201, summary="A new recovery code; shown only once")
def new_code(service: Service, viewer: CurrentViewer) -> RecoveryCode:
    return {"code": service.people.new_code(viewer.identity or "")}


@router.post("/api/me/recover", summary="Become who a recovery code belongs to")
def recover(
    form: RecoveryRequest, request: Request, service: Service, viewer: CurrentViewer
) -> Profile:
    tries: Tries = request.app.state.tries
    address = "" if request.client is None else request.client.host
    tries.check(address)
    try:
        identity = service.people.recover(form.code)
    except WrongCode:
        tries.failed(address)
        raise
    request.state.identity = identity
    return _build_profile(service, Viewer(identity, viewer.language))


@router.get("/me", include_in_schema=False)
def me_page(
    request: Request, game: Annotated[str, Query(max_length=40)] = "", show: str = ""
) -> Response:
    chosen = next((key for key in keys() if key == game), None)
    shown = next((each for each in get_args(Shown) if each == show), None)
    return page(
        request,
        "me.html",
        me=_build_profile(get_service(request), get_viewer(request), chosen, shown),
        titles={key: find_game(key).title for key in keys()},
        chosen=chosen,
        shown=shown,
    )
