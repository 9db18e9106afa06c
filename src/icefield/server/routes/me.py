"""One's own page: nickname, recovery code, and the games one sits in."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import Field

from ..errors import WrongCode
from ..service.table_service import TableService
from ..storage.people import Tries
from ..views.dates import day
from ..views.table import Viewer
from . import forms
from .pages import page
from .table_lists import own_games
from .tables import At, By, desk_of, viewer_of

me_router = APIRouter(
    responses={status: {"model": forms.Problem} for status in (403, 409, 413, 415, 422, 429, 503)},
)


class Renamed(forms.Form):
    """The name others see; empty for none."""

    nickname: forms.Name


class Typed(forms.Form):
    """A recovery code, however it is written."""

    code: Annotated[str, Field(min_length=1, max_length=80)]


def _me_json(desk: TableService, viewer: Viewer) -> dict[str, Any]:
    person = desk.people.find(viewer.identity)
    made = None if person.code_at is None else day(person.code_at, viewer.language)
    return {
        "nickname": person.nickname,
        "code_made": made,
        "games": own_games(desk, viewer, over=True),
    }


@me_router.get("/api/me", summary="What is known of me: nickname and games")
def me(desk: At, viewer: By) -> dict[str, Any]:
    return _me_json(desk, viewer)


@me_router.post("/api/me", summary="Choose a nickname")
def rename(form: Renamed, desk: At, viewer: By) -> dict[str, Any]:
    desk.people.rename(viewer.identity or "", form.nickname)
    return _me_json(desk, viewer)


@me_router.post("/api/me/code", status_code=201, summary="A new recovery code; shown only once")
def new_code(desk: At, viewer: By) -> dict[str, Any]:
    return {"code": desk.people.new_code(viewer.identity or "")}


@me_router.post("/api/me/recover", summary="Become who a recovery code belongs to")
def recover(form: Typed, request: Request, desk: At, viewer: By) -> dict[str, Any]:
    tries: Tries = request.app.state.tries
    place = "" if request.client is None else request.client.host
    tries.check(place)
    try:
        identity = desk.people.recover(form.code)
    except WrongCode:
        tries.failed(place)
        raise
    request.state.identity = identity
    return _me_json(desk, Viewer(identity, viewer.language))


@me_router.get("/me", include_in_schema=False)
def me_page(request: Request) -> Response:
    return page(request, "me.html", me=_me_json(desk_of(request), viewer_of(request)))
