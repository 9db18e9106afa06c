"""The visitor's own page: nickname, recovery code, games."""

from __future__ import annotations

from typing import Annotated

from fastapi import Request, Response
from pydantic import Field

from ..errors import WrongCode
from ..service.table_service import TableService
from ..storage.people import Tries
from ..views.dates import say_day
from ..views.models.games import Profile, RecoveryCode
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
    """A recovery code, however it is written."""

    code: Annotated[str, Field(min_length=1, max_length=80)]


def _build_profile(service: TableService, viewer: Viewer) -> Profile:
    person = service.people.find(viewer.identity)
    made = None if person.code_at is None else say_day(person.code_at, viewer.language)
    return {
        "nickname": person.nickname,
        "code_made": made,
        "games": list_own_games(service, viewer, over=True),
    }


@router.get("/api/me", summary="What is known of me: nickname and games")
def me(service: Service, viewer: CurrentViewer) -> Profile:
    return _build_profile(service, viewer)


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
def me_page(request: Request) -> Response:
    return page(request, "me.html", me=_build_profile(get_service(request), get_viewer(request)))
