"""Liveness and readiness probes."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from starlette.concurrency import run_in_threadpool

from ...storage.migrations import why_not_ready
from ..depends import get_service

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def healthz() -> dict[str, str]:
    """Respond that this process runs; says nothing about the database."""
    return {"status": "ok"}


@router.get("/readyz")
async def readyz(request: Request) -> JSONResponse:
    """Respond whether this process can serve requests.

    The database answers and has the schema of this version, and the server is not shutting down.
    """
    service = get_service(request)
    why = (
        "ending"
        if service.hub.closing
        else await run_in_threadpool(why_not_ready, service.store.engine)
    )
    body: dict[str, Any] = {"status": "ready"} if why is None else {"status": "waiting", "why": why}
    return JSONResponse(body, status_code=200 if why is None else 503)
