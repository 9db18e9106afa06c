"""Start the server: what `icefield serve` does. With several workers, one process looks after the
others, which share the port and the database and start again when they end (see `supervisor`)."""

from __future__ import annotations

import gc
import logging
import os
import socket
import sys
import threading
import time
import webbrowser
from dataclasses import replace
from typing import Any, Final

import uvicorn
from fastapi import FastAPI

from ..core.errors import BadOption
from ..core.message import message
from . import clock
from .app import create_app
from .asgi.guard import LIMIT
from .asgi.logs import write_logs
from .asgi.uvicorn_patches.timeouts import protocols
from .cluster.supervisor import Supervisor, end_with
from .routes import pictures
from .settings import DATABASE, SECRET, Settings
from .storage.dialect import read_url
from .storage.errors import DatabaseError, describe
from .storage.event_log import Store
from .storage.migrations import upgrade

_log = logging.getLogger("icefield.server")

_ANSWERING: Final = 3
"""How many seconds answers under way have when the server ends."""
_ENDING: Final = 8.0
"""After so many seconds it has ended, whatever is still going on: what was acknowledged is in the
database, and what was not is lost either way."""
_RUBBISH: Final = (20_000, 20, 50)
"""After how many new objects the youngest are looked through, and how much more rarely the others;
Python's own first figure is 700."""
_SWITCH: Final = 0.0005
"""For how many seconds a thread may work while others wait for the interpreter; ten times as long
is Python's own figure, and a move waits for it a dozen times."""
_AGAIN: Final = 1.0
"""How often, in seconds, a worker that has no database yet looks for it."""


def serve(
    host: str,
    port: int,
    database: str | None = None,
    open_browser: bool = False,
    workers: int = 1,
    begun: threading.Event | None = None,
) -> None:
    """Serve until interrupted. `database` is a file name or an SQLAlchemy URL; `begun` is set as
    soon as signals are minded here."""
    begun = begun or threading.Event()
    settings = prepared(Settings.from_environment(database=database))
    write_logs(settings.log)
    if open_browser:
        shown = "localhost" if host in ("0.0.0.0", "::", "127.0.0.1") else host
        threading.Timer(1.0, webbrowser.open, (f"http://{shown}:{port}/",)).start()
    if workers == 1:
        app = create_app(settings)
        _be_quick()
        _Server(_config(app, host, port, settings), begun).run()
        return
    pictures.warm_up()  # one process compiles, the others load what it made
    os.environ[DATABASE], os.environ[SECRET] = settings.database, settings.secret
    clock.share()
    config = _config(f"{__name__}:one_of_several", host, port, settings, workers=workers)
    with _listener(host, port) as listener:
        supervisor = Supervisor(config, [listener], patience=settings.patience, ending=_ENDING)
        begun.set()
        supervisor.run()


class _Server(uvicorn.Server):
    """uvicorn's, which waits for ever for a thread that does not end, and hands signals on to
    whoever minded them before once it has ended."""

    def __init__(self, config: uvicorn.Config, begun: threading.Event):
        super().__init__(config)
        self._begun = begun

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._begun.set()
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        enough = threading.Timer(_ENDING, os._exit, (0,))
        enough.daemon = True
        enough.start()
        await super().shutdown(sockets)


def _be_quick() -> None:
    """Have Python look for rubbish less often, and never again among what is there from the start:
    the modules and a thousand connections are many objects, and all of them would be gone through
    again and again while people wait. And have threads take turns more often: whoever has asked the
    database something comes back and waits for one."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_RUBBISH)
    sys.setswitchinterval(_SWITCH)


def worker() -> FastAPI:
    """The application as the environment wants it: what another ASGI server calls."""
    settings = Settings.from_environment()
    write_logs(settings.log)
    return create_app(prepared(settings))


def one_of_several() -> FastAPI:
    """The application in a worker. The database was there when the first ones started, so one that
    is started when it is away waits for it."""
    end_with(os.getppid())
    while True:
        try:
            app = worker()
            _be_quick()
            return app
        except BadOption as error:
            if error.refusal.code != _NO_DATABASE:
                raise
            _log.warning("a worker waits for the database: %s", error)
            time.sleep(_AGAIN)


_NO_DATABASE: Final = "no-database"


def prepared(settings: Settings) -> Settings:
    """The settings for a database that is there, of the newest shape, and keeps a secret where none
    is given; raises BadOption."""
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
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        log_config=None,  # see `logs`
        access_log=False,
        ws_max_size=LIMIT,
        timeout_graceful_shutdown=_ANSWERING,
        factory=isinstance(app, str),
        **protocols(settings.patience),
        **more,
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
