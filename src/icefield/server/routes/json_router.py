"""Routers of endpoints that run in fair pools or return typed payloads.

An endpoint that is a plain function costs more than a moment: it waits for its turn in the pool for
reads or for writes (see `service.fair_pool`). Only what answers at once has a router of FastAPI.

FastAPI validates the return value of an endpoint against the type of its response, which takes
longer than building most payloads. Here the type only describes the response in OpenAPI: mypy has
checked the builder, and the tests validate real responses. The JSON is encoded in the thread of the
endpoint.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from fastapi import APIRouter, Response
from pydantic_core import to_json

from ..asgi.guard import SAFE_METHODS
from ..service.fair_pool import READS, WRITES, FairPool
from ..views.models.games import Problem

_OF_EVERY_ROUTE: Final = (400, 408, 429, 503, 507)
_PROBLEM_SCHEMA: Final = {"schema": {"$ref": f"#/components/schemas/{Problem.__name__}"}}


def problem_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The error responses of a route, for OpenAPI, with those of every route.

    For each response with a type FastAPI builds a validator, a dozen for a route. So only that of
    status 400, which every route has, names the type, and the others refer to its schema.
    """
    described = {"content": {"application/json": _PROBLEM_SCHEMA}}
    every = dict.fromkeys((*_OF_EVERY_ROUTE, *statuses))
    return {status: {"model": Problem} if status == 400 else described for status in every}


def json_response(payload: Any, status: int = 200) -> Response:
    """A payload as JSON."""
    return Response(to_json(payload), status, media_type="application/json")


class QueuedRouter(APIRouter):
    """A router that runs endpoints in a pool: `pool`, or that for reads or writes."""

    def __init__(self, *, pool: FairPool | None = None, **options: Any):
        super().__init__(**options)
        self._pool = pool

    def add_api_route(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        methods = options.get("methods") or ("GET",)
        pool = READS if set(methods) <= set(SAFE_METHODS) else WRITES
        if self._pool is not None:  # a pool without jobs is false
            pool = self._pool
        super().add_api_route(path, _queue(endpoint, pool), **options)


class JsonRouter(QueuedRouter):
    """A router that writes payloads without validating them."""

    def add_api_route(
        self,
        path: str,
        endpoint: Callable[..., Any],
        *,
        status_code: int | None = None,
        **options: Any,
    ) -> None:
        super().add_api_route(
            path, _write_json(endpoint, status_code or 200), status_code=status_code, **options
        )


def _queue(endpoint: Callable[..., Any], pool: FairPool) -> Callable[..., Any]:
    """The endpoint in a thread of the pool; one that is asynchronous as it is."""
    if inspect.iscoroutinefunction(endpoint):
        return endpoint

    @wraps(endpoint)
    async def respond(*args: Any, **named: Any) -> Any:
        return await pool.run(endpoint, *args, **named)

    return respond


def _write_json(endpoint: Callable[..., Any], status: int) -> Callable[..., Any]:
    """The endpoint with a JSON response in place of its payload.

    A value that is a response already is returned as it is.
    """

    def respond(payload: Any) -> Response:
        return payload if isinstance(payload, Response) else json_response(payload, status)

    if inspect.iscoroutinefunction(endpoint):

        @wraps(endpoint)
        async def respond_async(*args: Any, **named: Any) -> Response:
            return respond(await endpoint(*args, **named))

        return respond_async

    @wraps(endpoint)
    def respond_sync(*args: Any, **named: Any) -> Response:
        return respond(endpoint(*args, **named))

    return respond_sync
