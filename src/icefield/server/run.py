"""Start the server: what `icefield serve` does. With several workers, one process looks after the
others, which share the port and the database and start again when they end."""

from __future__ import annotations

import os
import socket
import threading
import webbrowser
from dataclasses import replace

import uvicorn
from fastapi import FastAPI
from sqlalchemy.exc import SQLAlchemyError
from uvicorn.supervisors import Multiprocess

from ..core.errors import BadOption
from ..core.message import message
from . import pages
from .app import create_app
from .dialect import read_url
from .guard import LIMIT
from .logs import write_logs
from .migrations import upgrade
from .settings import DATABASE, SECRET, Settings
from .store import Store

_STARTING = 60
"""How many seconds a worker may take to answer: the first time on a machine it compiles."""


def serve(
    host: str,
    port: int,
    database: str | None = None,
    open_browser: bool = False,
    workers: int = 1,
) -> None:
    """Serve until interrupted. `database` is a file name or an SQLAlchemy URL."""
    settings = prepared(Settings.from_environment(database=database))
    write_logs(settings.log)
    if open_browser:
        shown = "localhost" if host in ("0.0.0.0", "::", "127.0.0.1") else host
        threading.Timer(1.0, webbrowser.open, (f"http://{shown}:{port}/",)).start()
    if workers == 1:
        uvicorn.Server(_config(create_app(settings), host, port)).run()
        return
    pages.warm_up()  # one process compiles, the others load what it made
    os.environ[DATABASE], os.environ[SECRET] = settings.database, settings.secret
    config = _config(f"{__name__}:worker", host, port, factory=True, workers=workers)
    config.timeout_worker_healthcheck = _STARTING
    with _listener(host, port) as listener:
        _Supervisor(config, sockets=[listener]).run()


class _Supervisor(Multiprocess):
    """uvicorn's, which asks every worker again and again whether it lives. Here nobody but the
    worker holds the other end of that line, so one that ends before it has answered is missed at
    once, and not after all the time that a worker may take to answer."""

    def keep_subprocess_alive(self) -> None:
        for process in self.processes:
            process.child_conn.close()
        super().keep_subprocess_alive()


def worker() -> FastAPI:
    """The application as the environment wants it: one of several workers, or what another ASGI
    server calls."""
    settings = Settings.from_environment()
    write_logs(settings.log)
    return create_app(prepared(settings))


def prepared(settings: Settings) -> Settings:
    """The settings for a database that is there, of the newest shape, and keeps a secret where none
    is given; raises BadOption."""
    store = Store(settings.database)
    try:
        upgrade(store.engine)
        return settings if settings.secret else replace(settings, secret=store.secret())
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0][:200]
        shown = read_url(settings.database).render_as_string()[:120]
        said = message("web.problem.no-database", url=shown, reason=reason)
        raise BadOption(said, detail="no-database") from error
    finally:
        store.close()


def _config(app: FastAPI | str, host: str, port: int, **more: bool | int) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        log_config=None,  # see `logs`
        access_log=False,
        ws_max_size=LIMIT,
        ws="websockets-sansio",
        timeout_graceful_shutdown=3,
        **more,  # type: ignore[arg-type]
    )


def _listener(host: str, port: int) -> socket.socket:
    """The socket that all workers take connections from. The protocol is named, as small packets
    are sent at once only then."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((host, port))
    listener.set_inheritable(True)
    return listener
