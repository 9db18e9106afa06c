"""Starts the server for `icefield serve`.

With several workers, a supervisor process restarts those that end; they share the port and the
database (see `supervisor`).
"""

from __future__ import annotations

import gc
import logging
import os
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import uvicorn
from fastapi import FastAPI

from ..analysis import preparation
from ..core.errors import BadOption
from ..core.jit import fallback
from ..core.message import message
from . import clock
from .app import bad_request_response, create_app
from .asgi.guard import MAX_BODY_BYTES
from .asgi.logs import write_logs
from .asgi.uvicorn_patches.connections import ConnectionLimits
from .asgi.uvicorn_patches.timeouts import timeout_options
from .cluster.supervisor import Supervisor, end_with
from .settings import DATABASE, SECRET, Settings
from .storage.dialect import read_url
from .storage.errors import DatabaseError, describe
from .storage.event_log import Store
from .storage.migrations import upgrade

if sys.platform != "win32":
    import resource

_log = logging.getLogger("icefield.server")

_GRACE_S: Final = 3
"""The time that pending responses may take at shutdown."""
_SHUTDOWN_S: Final = 8.0
"""The time after which the process exits: what was acknowledged is in the database, and
what was not is lost either way."""
_GC_THRESHOLDS: Final = (20_000, 20, 50)
"""Thresholds of the garbage collector; Python's default for the youngest generation is 700."""
_SWITCH_INTERVAL_S: Final = 0.0005
"""How long a thread keeps the interpreter lock while others wait; Python's default is ten times as
long, and a move waits for it a dozen times."""
_BACKLOG: Final = 2048
"""The connections that wait to be accepted, where enough files may be open: all of them may be
accepted before the first is counted."""
_OTHER_FILES: Final = 128
"""The files that are open beside connections: the database, pipes, listeners."""
_MANY_FILES: Final = 65_536
"""The limit of open files where the hard limit is infinite."""
_RETRY_S: Final = 1.0
"""The interval at which a worker without a database tries to connect."""


def serve(
    host: str,
    port: int,
    database: str | None = None,
    open_browser: bool = False,
    workers: int = 1,
    begun: threading.Event | None = None,
    on_listening: Callable[[], None] | None = None,
) -> None:
    """Serve until interrupted.

    `database` is a file name or an SQLAlchemy URL; `begun` is set as soon as signals are handled
    here, `on_listening` is called once connections are accepted.
    """
    begun = begun or threading.Event()
    settings = prepared(Settings.from_environment(database=database))
    write_logs(settings.log)
    raise_file_limit()

    def listening() -> None:
        if on_listening is not None:
            on_listening()
        if open_browser:
            shown = "localhost" if host in ("0.0.0.0", "::", "127.0.0.1") else host
            opening = (f"http://{shown}:{port}/",)
            threading.Thread(target=webbrowser.open, args=opening, daemon=True).start()

    if workers == 1:
        fallback.enable()
        app = create_app(settings)
        _tune_interpreter()
        preparation.start()
        try:
            _Server(_config(app, host, port, settings), begun, listening).run()
        finally:
            preparation.stop()
            fallback.disable()
        return
    os.environ[DATABASE], os.environ[SECRET] = settings.database, settings.secret
    clock.share()
    config = _config(f"{__name__}:one_of_several", host, port, settings, workers=workers)
    with _listener(host, port) as listener:
        supervisor = Supervisor(
            config,
            [listener],
            patience=settings.timeout_s,
            ending=_SHUTDOWN_S,
            on_serving=listening,
        )
        begun.set()
        preparation.start()
        try:
            supervisor.run()
        finally:
            preparation.stop()


class _Server(uvicorn.Server):
    """uvicorn's server, but it exits when a thread does not end.

    It sets `begun` as soon as it handles signals, and calls `on_listening` once it accepts
    connections.
    """

    def __init__(
        self, config: uvicorn.Config, begun: threading.Event, on_listening: Callable[[], None]
    ):
        super().__init__(config)
        self._begun = begun
        self._on_listening = on_listening

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._begun.set()
        await super().startup(sockets)
        if self.started:
            self._on_listening()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        enough = threading.Timer(_SHUTDOWN_S, os._exit, (0,))
        enough.daemon = True
        enough.start()
        await super().shutdown(sockets)


def _tune_interpreter() -> None:
    """Tune the garbage collector and the switching of threads.

    The collector runs less often, and never over the objects of the start: modules and a thousand
    connections are many objects, and a full collection makes every request wait. Threads switch
    more often: a thread that returns from the database waits for the lock.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_GC_THRESHOLDS)
    sys.setswitchinterval(_SWITCH_INTERVAL_S)


def worker() -> FastAPI:
    """The application with the settings of the environment, for any ASGI server."""
    fallback.enable()
    settings = Settings.from_environment()
    write_logs(settings.log)
    return create_app(prepared(settings))


def one_of_several() -> FastAPI:
    """The application in a worker.

    The database was available when the first workers started, so one that is restarted while it is
    away waits for it.
    """
    end_with(os.getppid())
    while True:
        try:
            app = worker()
            _tune_interpreter()
            return app
        except BadOption as error:
            if error.refusal.code != _NO_DATABASE:
                raise
            _log.warning("worker waits for the database: error=%s", error)
            time.sleep(_RETRY_S)


_NO_DATABASE: Final = "no-database"


def prepared(settings: Settings) -> Settings:
    """The settings for a database that is available and has the newest schema.

    Stores a secret where none is given; raises BadOption.
    """
    store = Store(settings.database)
    try:
        upgrade(store.engine)
        return settings if settings.secret else replace(settings, secret=store.secret())
    except DatabaseError as error:
        shown = read_url(settings.database).render_as_string()[:120]
        said = message("web.problem.no-database", url=shown, reason=describe(error))
        raise BadOption(said, detail=_NO_DATABASE) from error
    finally:
        store.close()


def _config(
    app: FastAPI | str, host: str, port: int, settings: Settings, **more: Any
) -> uvicorn.Config:
    backlog, limits = connection_limits(settings)
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        backlog=backlog,
        log_config=None,  # see `logs`
        access_log=False,
        proxy_headers=False,  # see `Settings.trusted_proxies`
        ws_max_size=MAX_BODY_BYTES,
        timeout_graceful_shutdown=_GRACE_S,
        factory=isinstance(app, str),
        **timeout_options(settings.timeout_s, limits, bad_request_response),
        **more,
    )


def raise_file_limit() -> int | None:
    """Raise the soft limit of open files to the hard one; returns it, or None."""
    if sys.platform == "win32":
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MANY_FILES if hard == resource.RLIM_INFINITY else hard
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError) as error:
        _log.warning("limit of open files not raised: limit=%d error=%s", soft, error)
        return soft
    return wanted


def connection_limits(settings: Settings) -> tuple[int, ConnectionLimits]:
    """The backlog of the listener, and the most connections.

    They fit into the files that may be open, so that accepting one never fails.
    """
    total, backlog = settings.connections, _BACKLOG
    if sys.platform != "win32":
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if files != resource.RLIM_INFINITY:
            backlog = min(_BACKLOG, files // 8)
            total = max(8, min(total, files - backlog - _OTHER_FILES))
    per_address = settings.connections_per_address if settings.rate_limit else None
    return backlog, ConnectionLimits(total, per_address, settings.trusted_proxies)


def _listener(host: str, port: int) -> socket.socket:
    """The socket from which all workers accept connections.

    The protocol is named, because only then small packets are sent at once (TCP_NODELAY).
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((host, port))
    listener.set_inheritable(True)
    return listener
