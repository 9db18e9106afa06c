"""The application: desk, routes, guards and the form of every error put together."""

from __future__ import annotations

import logging
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.types import Scope

from .. import __version__
from ..core.errors import IcefieldError
from .asgi.guard import GuardMiddleware
from .asgi.identity import Identities, IdentityMiddleware
from .asgi.metrics import Metrics, MetricsMiddleware
from .asgi.rate_limit import PaceMiddleware
from .errors import (
    BadRequest,
    Broken,
    NoSuchPly,
    NoSuchTable,
    Problem,
    Refused,
    problem_json,
    status_of,
)
from .routes import (
    analysis,
    board_files,
    company,
    discussion,
    forms,
    hints,
    lessons,
    pages,
    proof,
    puzzles,
    tables,
)
from .routes import (
    boards as levels,
)
from .routes.health import health_router
from .routes.home import home_router
from .routes.installable import installable_router
from .routes.language import language_of
from .routes.lobby import lobby_router
from .routes.me import me_router
from .routes.pictures import Pictures, pictures_router
from .routes.replays import replays_router
from .service.broadcast import Broadcast
from .service.hub import Hub
from .service.reviews import Reviews
from .service.table_service import TableService
from .settings import Settings
from .storage.errors import DatabaseError, problem_of
from .storage.event_log import Store
from .storage.migrations import upgrade
from .storage.people import Tries

_log = logging.getLogger("icefield.server")


def create_app(settings: Settings) -> FastAPI:
    """The server as an ASGI application."""
    assert settings.secret, "without a secret everybody could sign a cookie"

    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        hub = Hub()
        hub.start()
        store = Store(settings.database)
        await run_in_threadpool(upgrade, store.engine)
        desk = TableService(settings, store, hub, metrics.thought)
        metrics.watch(store)
        if settings.metrics is not None:
            metrics.serve(settings.metrics)
        app.state.desk = desk
        app.state.broadcast = Broadcast(desk, tables.LiveRenderer())
        app.state.reviews = Reviews()
        app.state.pictures = Pictures()
        app.state.tries = Tries(store.engine)
        threading.Thread(target=_warm_up, name="icefield-warm-up", daemon=True).start()
        try:
            yield
        finally:
            hub.close()
            app.state.pictures.close()
            await run_in_threadpool(app.state.reviews.close)
            await run_in_threadpool(desk.close)

    app = FastAPI(
        title="Icefield",
        version=__version__,
        description=_ABOUT,
        lifespan=lifespan,
        responses={status: {"model": forms.Problem} for status in (400, 408, 429, 503, 507)},
        openapi_url="/api/openapi.json",
        docs_url=None,  # they load scripts from elsewhere
        redoc_url=None,
    )
    app.state.settings = settings
    app.state.metrics = metrics
    app.include_router(health_router)
    app.include_router(tables.router)
    app.include_router(discussion.talk_router)
    app.include_router(company.company_router)
    app.include_router(levels.levels_router)
    app.include_router(board_files.boards_router)
    app.include_router(puzzles.riddles_router)
    app.include_router(hints.hints_router)
    app.include_router(lessons.learn_router)
    app.include_router(analysis.study_router)
    app.include_router(proof.solved_router)
    app.include_router(home_router)
    app.include_router(lobby_router)
    app.include_router(me_router)
    app.include_router(installable_router)
    app.include_router(pictures_router)
    app.include_router(replays_router)
    app.include_router(pages.router)
    app.add_exception_handler(IcefieldError, _tell)
    app.add_exception_handler(RequestValidationError, _tell)
    app.add_exception_handler(HTTPException, _tell)
    app.add_exception_handler(DatabaseError, _tell)
    app.add_exception_handler(Exception, _tell)
    app.add_middleware(IdentityMiddleware, identities=Identities(settings.secret))
    if settings.paced:
        app.add_middleware(PaceMiddleware, answer=_answer)
    app.add_middleware(GuardMiddleware, answer=_answer, patience=settings.patience)
    app.add_middleware(MetricsMiddleware, metrics=metrics)
    app.openapi()  # has all routes built now, not by the first requests
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
    """What takes seconds the first time on a machine, beside the serving."""
    pages.warm_up()
    proof.warm_up()


def _problem(error: Exception) -> IcefieldError:
    """Any exception as something that can be told."""
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
            return BadRequest("field", field=field) if field else BadRequest()
        case HTTPException():
            return Refused(error.status_code)
        case DatabaseError():
            return problem_of(error)
    return Broken()


async def _tell(request: Request, error: Exception) -> Response:
    """The one form of all errors: JSON for programs, a page for people."""
    problem = _problem(error)
    status = status_of(problem)
    if request.url.path.startswith("/api"):
        return JSONResponse(problem_json(problem, language_of(request)), status_code=status)
    return await run_in_threadpool(pages.error_page, request, problem, status)


def _answer(scope: Scope, problem: Problem) -> Response:
    """A problem found before any route, which can only be a program's."""
    request = Request(scope)
    return JSONResponse(problem_json(problem, language_of(request)), status_code=status_of(problem))
