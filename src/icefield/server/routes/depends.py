"""The dependencies of routes: service, viewer, and types of parameters."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import Depends, Path, Query
from starlette.requests import HTTPConnection

from ..service.table_service import TableService
from ..views.names import suggest_name
from ..views.viewer import Viewer
from .site.preferences import language_of, read_flips

MAX_NUMBER: Final = 2**31 - 1


def get_service(connection: HTTPConnection) -> TableService:
    """The table service of this application."""
    service = connection.app.state.service
    assert isinstance(service, TableService)
    return service


def get_viewer(connection: HTTPConnection) -> Viewer:
    """The visitor who sent the request."""
    return Viewer(connection.state.identity, language_of(connection), read_flips(connection))


def suggest_unknown_name(service: TableService, viewer: Viewer) -> str | None:
    """A name to suggest to a visitor; None for one who has a name."""
    identity = viewer.identity or ""
    known = service.people.find(identity).nickname
    return None if known else suggest_name(identity, viewer.language)


Service = Annotated[TableService, Depends(get_service)]
CurrentViewer = Annotated[Viewer, Depends(get_viewer)]

GameKey = Annotated[str, Path(max_length=40, description="the game's key")]
TableId = Annotated[str, Path(max_length=32, description="the table's id")]
PathNumber = Annotated[int, Path(ge=0, le=MAX_NUMBER)]
EventNumber = Annotated[
    int, Query(ge=0, le=MAX_NUMBER, description="the last number already known")
]
DecisionNumber = Annotated[
    int, Query(ge=0, le=MAX_NUMBER, description="the state's decision number")
]
MomentNumber = Annotated[
    int | None, Query(ge=0, le=MAX_NUMBER, description="default: the present one")
]
LegalMove = Annotated[str, Query(min_length=1, max_length=200, description="a move of `touches`")]
RecordFormat = Annotated[
    str, Query(max_length=20, description='"text", or one of the state\'s `exports`')
]
