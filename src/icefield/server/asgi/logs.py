"""The format of log lines: one JSON object a line, or plain `event: key=value`."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any, Final

from ..settings import LOG_JSON, LOG_OFF

_OURS: Final = ("icefield", "uvicorn", "alembic")


class _JsonFormatter(logging.Formatter):
    """A record as one line of JSON, with the fields of its `about`."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "said": record.getMessage(),
            **getattr(record, "about", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class _PlainFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        about = getattr(record, "about", None)
        if about is None:
            return super().format(record)
        fields = " ".join(f"{name}={value}" for name, value in about.items())
        return f"{record.getMessage()}: {fields}"


def write_logs(form: str) -> None:
    """Write logs to the standard error stream.

    With "json" and "plain" a line for each request, with "off" only warnings and errors. Names,
    cookies, codes and paths are never written.
    """
    handler = logging.StreamHandler(sys.stderr)
    plain = _PlainFormatter("%(levelname)s %(message)s")
    handler.setFormatter(_JsonFormatter() if form == LOG_JSON else plain)
    for name in _OURS:
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(logging.WARNING)
    logging.getLogger("icefield.requests").setLevel(
        logging.WARNING if form == LOG_OFF else logging.INFO
    )
