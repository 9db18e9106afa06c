"""The ASGI application: service, routes, middleware, and error responses."""

from __future__ import annotations

import re
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from .. import __version__
from ..core.errors import IcefieldError
from ..core.message import ENGLISH
from ..core.visible import MAX_MARKS
from .asgi.accounts import AccountMiddleware
from .asgi.failures import FailureMiddleware
from .asgi.guard import NO_STORE, SECURITY_HEADERS, GuardMiddleware
from .asgi.identity import Identities, IdentityMiddleware
from .asgi.metrics import Metrics, MetricsMiddleware
from .asgi.rate_limit import RateLimitMiddleware
from .errors import (
    BadRequest,
    Broken,
    NoSuchPly,
    NoSuchTable,
    Problem,
    Refused,
    error_headers,
    problem_json,
    status_of,
)
from .routes import (
    analysis,
    boards,
    home,
    lessons,
    lobby,
    me,
    notices,
    pictures,
    proof,
    puzzles,
    replays,
    rules,
    solitaire,
)
from .routes.forms import UNREADABLE
from .routes.site import assets, health, installable, pages
from .routes.site.preferences import language_of
from .routes.table import discussion, hints, invitations, live, players, tables
from .service.broadcast import Broadcast
from .service.hub import Hub
from .service.reviews import Reviews
from .service.table_service import TableService
from .settings import Settings
from .storage.errors import DatabaseError, report_database_error
from .storage.event_log import Store
from .storage.migrations import upgrade
from .storage.people import Tries

_ROUTES: Final = (
    health,
    tables,
    live,
    notices,
    players,
    invitations,
    discussion,
    boards,
    solitaire,
    puzzles,
    hints,
    lessons,
    rules,
    analysis,
    proof,
    home,
    lobby,
    me,
    replays,
    pictures,
    installable,
    assets,
)


def create_app(settings: Settings) -> FastAPI:
    """The server as an ASGI application."""
    assert settings.secret, "without a secret every client could sign a cookie"

    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        hub = Hub()
        hub.start()
        store = Store(settings.database)
        await run_in_threadpool(upgrade, store.engine)
        service = TableService(settings, store, hub, metrics.thought)
        metrics.watch(store)
        if settings.metrics is not None:
            metrics.serve(settings.metrics)
        app.state.service = service
        app.state.broadcast = Broadcast(service, live.LiveRenderer())
        service.on_change = app.state.broadcast.publish
        app.state.reviews = Reviews()
        app.state.pictures = pictures.Pictures()
        app.state.tries = Tries(store.engine)
        threading.Thread(target=_warm_up, name="icefield-warm-up", daemon=True).start()
        try:
            yield
        finally:
            hub.close()
            app.state.pictures.close()
            await run_in_threadpool(app.state.reviews.close)
            await run_in_threadpool(service.close)

    app = FastAPI(
        title="Icefield",
        version=__version__,
        description=_ABOUT,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,  # they load scripts from other origins
        redoc_url=None,
    )
    app.state.settings = settings
    app.state.metrics = metrics
    for module in _ROUTES:  # `include_router` would build each route again: a second, all together
        app.router.routes.extend(module.router.routes)
    app.add_exception_handler(IcefieldError, _respond_to_error)
    app.add_exception_handler(RequestValidationError, _respond_to_error)
    app.add_exception_handler(HTTPException, _respond_to_error)
    app.add_exception_handler(DatabaseError, _respond_to_error)
    app.add_exception_handler(Exception, _respond_to_error)
    app.add_middleware(FailureMiddleware, respond=_respond_to_problem)
    app.add_middleware(AccountMiddleware, limited=settings.rate_limit)
    app.add_middleware(IdentityMiddleware, identities=Identities(settings.secret))
    if settings.rate_limit:
        app.add_middleware(RateLimitMiddleware, respond=_respond_to_problem)
    app.add_middleware(GuardMiddleware, respond=_respond_to_problem, timeout_s=settings.timeout_s)
    app.add_middleware(MetricsMiddleware, metrics=metrics)
    if settings.trusted_proxies:
        proxies = list(settings.trusted_proxies)
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=proxies)
    return app


_ABOUT = """\
Open a table, look at it, make moves, follow it live. Who you are is a signed cookie that the first
answer sets: keep it. A write carries the `decision` number of the state it was made for; when the
game has moved on, the answer is 409 `stale-move` and nothing has happened. `touches` lists the
legal moves. The live connection is a WebSocket at `/api/tables/{id}/live?since=N`; it sends
`{"type": "update", "number", "events", "state"}` and `{"type": "presence", "seats"}`. Errors are
`{error, code, rule, sentence}`. The document `docs/api.md` tells more, with an example.
"""


def _warm_up() -> None:
    """Do in a thread what would make a first request wait."""
    proof.warm_up()


def _find_problem(error: Exception) -> IcefieldError:
    """The problem that a client is told for an exception."""
    match error:
        case IcefieldError():
            return error
        case RequestValidationError():
            where = error.errors()[0].get("loc", ()) if error.errors() else ()
            field = ".".join(str(part) for part in where[1:])[:60]
            if where and where[0] == "path" and field == "key":
                return Refused(404)
            if where and where[0] == "path":
                return NoSuchTable() if field == "id" else NoSuchPly()
            kind = error.errors()[0].get("type") if error.errors() else None
            if kind == "json_invalid":
                return _find_json_problem(error.body, where)
            if kind == UNREADABLE:
                return BadRequest("unreadable-text", field=field, most=MAX_MARKS)
            return BadRequest("field", field=field) if field else BadRequest()
        case HTTPException():
            return Refused(error.status_code)
        case DatabaseError():
            return report_database_error(error)
    return Broken()


def _find_json_problem(body: object, where: Sequence[object]) -> BadRequest:
    """The problem of a body that is not JSON, with place and field of the fault."""
    at = next((place for place in where if isinstance(place, int)), 0)
    keys = re.findall(r'"([\w-]{1,40})"\s*:', body[:at]) if isinstance(body, str) else []
    if keys:
        return BadRequest("json-field", field=keys[-1], at=at + 1)
    return BadRequest("json", at=at + 1)


async def _respond_to_error(request: Request, error: Exception) -> Response:
    """The response to an error: JSON under /api, else a page.

    It has the security headers, because a bug is answered outside the middleware.
    """
    problem = _find_problem(error)
    status = status_of(problem)
    headers = {**SECURITY_HEADERS, "cache-control": NO_STORE, **error_headers(problem)}
    if request.scope["path"].startswith("/api"):
        body = problem_json(problem, language_of(request))
        return JSONResponse(body, status_code=status, headers=headers)
    page = await run_in_threadpool(pages.error_page, request, problem, status)
    page.headers.update(headers)
    return page


def _respond_to_problem(problem: Problem) -> ASGIApp:
    """The response to a problem that a middleware found before any route."""

    async def respond(scope: Scope, receive: Receive, send: Send) -> None:
        scope.setdefault("state", {}).setdefault("identity", None)
        response = await _respond_to_error(Request(scope), problem)
        await response(scope, receive, send)

    return respond


def bad_request_response() -> tuple[list[tuple[bytes, bytes]], bytes]:
    """Headers and body of the response to bytes that are no HTTP request."""
    response = JSONResponse(
        problem_json(Refused(400), ENGLISH),
        headers={**SECURITY_HEADERS, "cache-control": NO_STORE},
    )
    kept = [(name, value) for name, value in response.raw_headers if name != b"content-length"]
    return kept, bytes(response.body)
