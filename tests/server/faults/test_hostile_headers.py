"""Headers and addresses that no browser sends: a documented 4xx, no traceback."""

from __future__ import annotations

import logging
import socket

import pytest

from icefield.server import app as app_module
from icefield.server.asgi.guard import SECURITY_HEADERS
from icefield.server.settings import Settings

from ...timeouts import HANG_S
from ..guest import Guest
from ..server_thread import Served

pytestmark = pytest.mark.any_database

ORIGINS = (
    "http://[",
    "//[",
    "http://[::1",
    "http://]",
    "http://a:b:c",
    "[",
    "http://[v1.x]",
    "\xff",
)
HOSTS = ("[", "[::1", "]", "http://[", "a:b:c", "a:99999999", "/", "a b", "[v1.x]", "@", "?", "#")
STATIC = (
    "/static/x/%00",
    "/static/x/icon.svg%00.png",
    f"/static/x/{'a' * 300}.png",
    f"/static/x/{'a/' * 3000}x.png",
    "/static/x/..%2f..%2fapp.py",
    "/static/x/%ff%fe.png",
    "/static/%00/board.png",
)


def ask(port: int, raw: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port), HANG_S) as line:
        line.sendall(raw)
        heard = b""
        while part := line.recv(65536):
            heard += part
    return heard


def status(answer: bytes) -> int:
    assert answer.startswith(b"HTTP/1.1 "), answer[:100]
    return int(answer[9:12])


@pytest.mark.parametrize("origin", ORIGINS)
def test_a_write_with_an_origin_that_cannot_be_read_is_refused(guest: Guest, origin: str) -> None:
    answer = guest.http.post(
        "/api/tables", content=b"{}", headers={"origin": origin.encode("latin-1")}
    )
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong-origin")
    for name, value in SECURITY_HEADERS.items():
        assert answer.headers[name] == value


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("path", ["/", "/analyse?lang=de", "/nothing", "/api/nothing"])
def test_a_host_that_cannot_be_read_is_no_bug(
    served: Served, caplog: pytest.LogCaptureFixture, path: str, host: str
) -> None:
    with caplog.at_level(logging.ERROR):
        answer = ask(
            served.port,
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode(),
        )
    assert status(answer) < 500, answer[:300]
    assert not caplog.records


@pytest.mark.parametrize("path", STATIC)
def test_a_static_name_that_no_file_can_have_is_not_found(guest: Guest, path: str) -> None:
    answer = guest.http.get(path)
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    for name, value in SECURITY_HEADERS.items():
        assert answer.headers[name] == value


def test_a_bug_is_answered_like_all_errors(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_arguments: object, **_named: object) -> None:
        raise RuntimeError("a mistake of ours")

    url = f"sqlite:///{tmp_path}/tables.db"
    served = Served(Settings(url, "a test's secret"))
    monkeypatch.setattr(app_module.home, "page", broken)
    client = served.client()
    for path, kind in (("/", "text/html"), ("/api/nothing", "application/json")):
        answer = client.get(path)
        assert answer.status_code in (500, 404)
        assert answer.headers["content-type"].startswith(kind)
        assert answer.headers["cache-control"] == "no-store"
        for name, value in SECURITY_HEADERS.items():
            assert answer.headers.get_list(name) == [value]
    assert client.get("/").status_code == 500
    served.close()
