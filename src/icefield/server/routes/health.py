"""Whether this process lives, and whether it can serve: for whoever looks after it."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool

from ..storage.migrations import current

health_router = APIRouter(include_in_schema=False)


@health_router.get("/healthz")
async def healthz() -> dict[str, str]:
    """This process answers. It says nothing about the database."""
    return {"status": "ok"}


@health_router.get("/readyz")
async def readyz(request: Request) -> JSONResponse:
    """The database answers and has the shape this version needs, and the server is not about to
    end."""
    desk = request.app.state.desk
    why = "ending" if desk.hub.closing else await run_in_threadpool(_trouble, desk.store.engine)
    body: dict[str, Any] = {"status": "ready"} if why is None else {"status": "waiting", "why": why}
    return JSONResponse(body, status_code=200 if why is None else 503)


def _trouble(engine: sa.Engine) -> str | None:
    try:
        with engine.connect() as connection:
            return None if current(connection) else "migration"
    except SQLAlchemyError:
        return "database"
