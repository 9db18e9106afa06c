"""Prometheus metrics and a log line for each request.

Neither contains a name, a table or a seat. The metrics are served on a port of their own, on this
machine only, so that no visitor of the page can read them.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ...core.errors import BadOption
from ...core.message import message
from ..storage.errors import DatabaseError
from ..storage.event_log import Store
from ..storage.statistics import count_bot_jobs, count_tables

_log = logging.getLogger("icefield.requests")
_SECONDS: Final = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
_PORTS: Final = 64  # so many workers of one machine can have one each
_NOWHERE: Final = "none"  # the route of a request that no route answered


class Metrics:
    """The metrics of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "icefield_requests",
            "Answered requests.",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self.seconds = Histogram(
            "icefield_request_seconds",
            "From a request to the end of its answer.",
            ("route",),
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.connections = Gauge(
            "icefield_live_connections", "Open WebSockets.", registry=self.registry
        )
        self.thinking = Histogram(
            "icefield_bot_seconds",
            "How long bots thought about a decision.",
            ("game", "level"),
            buckets=_SECONDS,
            registry=self.registry,
        )

    def thought(self, game: str, level: str, seconds: float) -> None:
        """Count a bot's move and its time."""
        self.thinking.labels(game, level).observe(seconds)

    def watch(self, store: Store) -> None:
        """Read the counts of the database whenever the metrics are fetched."""
        self.registry.register(_Counts(store))

    def serve(self, port: int) -> int:
        """Serve http://127.0.0.1:PORT/metrics; returns the port.

        It is the next free port, as each worker needs one. Raises BadOption where none is free.
        """
        for found in range(port, min(port + _PORTS, 65536)):
            try:
                start_http_server(found, "127.0.0.1", self.registry)
            except OSError:
                continue
            return found
        raise BadOption(message("web.problem.metrics", port=port))


class _Counts(Collector):
    """The counts of the database; the same from every process behind it."""

    def __init__(self, store: Store):
        self._engine = store.engine

    def collect(self) -> Iterator[Metric]:
        by_stage = GaugeMetricFamily("icefield_tables", "Tables by stage.", labels=["stage"])
        waiting = GaugeMetricFamily("icefield_bot_jobs", "Tables at which bots are to move.")
        up = GaugeMetricFamily("icefield_database_up", "Whether the database answers.")
        try:
            for stage, count in count_tables(self._engine).items():
                by_stage.add_metric([stage], count)
            waiting.add_metric([], count_bot_jobs(self._engine))
            up.add_metric([], 1)
        except DatabaseError:
            up.add_metric([], 0)
        yield from (by_stage, waiting, up)


class MetricsMiddleware:
    """Counts requests by their route, never by their path: a path may hold a secret."""

    def __init__(self, app: ASGIApp, metrics: Metrics):
        self.app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            with self._metrics.connections.track_inprogress():
                return await self.app(scope, receive, send)
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        began, status = time.perf_counter(), 500

        async def send_noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            return await self.app(scope, receive, send_noted)
        finally:
            passed = time.perf_counter() - began
            route = getattr(scope.get("route"), "path", _NOWHERE)
            self._metrics.requests.labels(scope["method"], route, str(status)).inc()
            self._metrics.seconds.labels(route).observe(passed)
            about = {"method": scope["method"], "route": route, "status": status}
            _log.info("request", extra={"about": {**about, "ms": round(1000 * passed, 1)}})
