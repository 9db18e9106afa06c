"""What the server writes down: one JSON object for each line, or words for people."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any, Final

from ..settings import LOG_JSON, LOG_OFF

_OURS: Final = ("icefield", "uvicorn", "alembic")


class _Lines(logging.Formatter):
    """A record as one line of JSON. What a record is `about` goes in as it is."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "said": record.getMessage(),
            **getattr(record, "about", {}),
        }
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


class _Words(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        about = getattr(record, "about", None)
        if about is None:
            return super().format(record)
        return f"{about['method']} {about['route']} {about['status']} {about['ms']} ms"


def write_logs(form: str) -> None:
    """Begin to write on the error stream: with "json" and "plain" a line for each request, with
    "off" only what went wrong. Names of seats, cookies, codes and paths are never written."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines() if form == LOG_JSON else _Words("%(levelname)s %(message)s"))
    for name in _OURS:
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(logging.WARNING)
    logging.getLogger("icefield.requests").setLevel(
        logging.WARNING if form == LOG_OFF else logging.INFO
    )
