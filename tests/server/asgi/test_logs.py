"""Log lines."""

from __future__ import annotations

import json
import logging
import re
import time

import pytest

from icefield.server.asgi.logs import write_logs

from ...timeouts import HANG_S
from ..guest import PERSON, Guest
from ..server_thread import Served


def lines_of(capsys: pytest.CaptureFixture[str], count: int) -> list[str]:
    """What was written, once there are so many lines: they come after the answers."""
    found, end = "", time.monotonic() + HANG_S
    while found.count("\n") < count:
        assert time.monotonic() < end, found
        time.sleep(0.01)
        found += capsys.readouterr().err
    return found.splitlines()


@pytest.mark.usefixtures("loggers")
def test_logs_are_lines_of_json_without_secrets(
    served: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    write_logs("json")
    guest = Guest(served)
    guest.open(PERSON, {"kind": "invited"})
    guest.http.get(f"/tables/{guest.table}", params={"seat": "a-secret-token"})
    code = guest.http.post("/api/me/code", json={}).json()["code"]
    written = "\n".join(lines_of(capsys, 3))
    lines = [json.loads(line) for line in written.splitlines()]
    asked = [line for line in lines if line["from"] == "icefield.requests"]
    assert {"POST /api/tables", "GET /tables/{id}"} <= {
        f"{line['method']} {line['route']}" for line in asked
    }
    assert all({"at", "level", "said", "status", "ms"} <= set(line) for line in asked)
    for secret in (guest.table, "a-secret-token", code, *guest.http.cookies.values()):
        assert secret not in written


@pytest.mark.usefixtures("loggers")
def test_logs_are_quiet_or_plain_if_wished(
    served: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    write_logs("off")
    assert not logging.getLogger("icefield.requests").isEnabledFor(logging.INFO)
    write_logs("plain")
    served.client().get("/healthz")
    assert re.fullmatch(
        r"request: method=GET route=/healthz status=200 ms=[\d.]+", lines_of(capsys, 1)[0]
    )
