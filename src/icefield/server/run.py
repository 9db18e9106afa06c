"""Start the server: what `icefield serve` does."""

from __future__ import annotations

import threading
import webbrowser

import uvicorn

from .app import create_app
from .guard import LIMIT
from .settings import Settings


def serve(host: str, port: int, database: str | None = None, open_browser: bool = False) -> None:
    """Serve until interrupted. `database` is a file name or an SQLAlchemy URL."""
    config = uvicorn.Config(
        create_app(Settings.from_environment(database=database)),
        host=host,
        port=port,
        log_level="warning",
        ws_max_size=LIMIT,
        ws="websockets-sansio",
        timeout_graceful_shutdown=3,
    )
    if open_browser:
        shown = "localhost" if host in ("0.0.0.0", "::", "127.0.0.1") else host
        threading.Timer(1.0, webbrowser.open, (f"http://{shown}:{port}/",)).start()
    uvicorn.Server(config).run()
