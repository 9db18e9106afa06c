"""Too many requests from one address are refused, with the time to wait."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from icefield.core.errors import BadOption
from icefield.server.asgi import rate_limit
from icefield.server.asgi.client_address import address_of
from icefield.server.asgi.rate_limit import REQUEST_CLASSES, RequestClass
from icefield.server.service.token_bucket import Rate, TokenBuckets
from icefield.server.settings import Settings

from ...timeouts import HANG_S
from ..guest import PERSON, Guest, refused
from ..server_thread import Served

pytestmark = pytest.mark.any_database


class Clock:
    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


# -- counting -------------------------------------------------------------------------------------


def test_a_burst_and_then_a_pace() -> None:
    clock = Clock()
    buckets = TokenBuckets(Rate(3, 0.5), clock)
    assert [buckets.take("here") for _ in range(3)] == [0, 0, 0]
    assert buckets.take("here") == 2
    assert buckets.take("elsewhere") == 0
    clock.at += 1.5
    assert buckets.take("here") == 0.5  # asking too early costs nothing
    clock.at += 0.5
    assert buckets.take("here") == 0
    clock.at += 3600
    assert [buckets.take("here") == 0 for _ in range(4)] == [True, True, True, False]


def test_addresses_are_forgotten_when_there_are_too_many() -> None:
    buckets = TokenBuckets(Rate(1, 0.1), Clock(), max_addresses=10)
    for number in range(50):
        buckets.take(f"10.0.0.{number}")
    assert len(buckets) == 10
    assert buckets.take("10.0.0.49") > 0
    assert buckets.take("10.0.0.1") == 0


@pytest.mark.parametrize(
    ("host", "place"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("a socket", "a socket"),
        ("x" * 500, "x" * 64),
    ],
)
def test_where_a_request_comes_from(host: str, place: str) -> None:
    assert address_of({"type": "http", "client": (host, 1)}) == place


def test_nowhere_is_a_place() -> None:
    assert address_of({"type": "http", "client": None}) == address_of({"type": "http"}) == ""


@pytest.mark.parametrize(
    ("method", "path", "name"),
    [
        ("POST", "/api/tables", "open"),
        ("POST", "/api/practice", "open"),
        ("POST", "/api/tables/x/rematch", "open"),
        ("POST", "/api/me/code", "code"),
        ("POST", "/api/me/recover", "code"),
        ("GET", "/api/tables/x/hint", "think"),
        ("GET", "/api/tables/x/film.webp", "think"),
        ("POST", "/api/analyse/worth", "think"),
        ("POST", "/api/analyse/reviews", "think"),
        ("GET", "/api/analyse/reviews/x", "follow"),
        ("GET", "/api/solved/x", "think"),
        ("GET", "/solved/x", "think"),
        ("POST", "/api/tables/x/moves", "write"),
        ("DELETE", "/any\nthing", "write"),
        ("GET", "/api/tables", None),
        ("GET", "/api/tables/x", None),
        ("GET", "/", None),
    ],
)
def test_what_is_counted_as_what(method: str, path: str, name: str | None) -> None:
    scope = {"type": "http", "method": method, "path": path}
    assert next((each.name for each in REQUEST_CLASSES if each.contains(scope)), None) == name


def test_every_counted_path_exists(served: Served) -> None:
    described = httpx.get(f"{served.url}/api/openapi.json", timeout=HANG_S).json()["paths"]
    paths = [path.replace("{", "").replace("}", "") for path in described]
    for each in REQUEST_CLASSES:
        assert any(each.paths.fullmatch(path) for path in paths), each.name


# -- a server -------------------------------------------------------------------------------------


@pytest.fixture
def paced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A server that allows three new tables and two connections in a minute."""
    opening, *others = REQUEST_CLASSES
    slow = RequestClass(opening.name, opening.paths, Rate(3, 1 / 60))
    monkeypatch.setattr(rate_limit, "REQUEST_CLASSES", (slow, *others))
    monkeypatch.setattr(rate_limit, "LIVE_CONNECTIONS", Rate(2, 1 / 60))
    settings = Settings(f"sqlite:///{tmp_path / 'paced.db'}", "a test's secret", rate_limit=True)
    server = Served(settings)
    yield server
    server.close()


def test_whoever_opens_tables_without_end_has_to_wait(paced: Served) -> None:
    guest = Guest(paced)
    for _ in range(3):
        guest.open_hot_seat()
    body = {"game": "seals", "seats": [PERSON, PERSON]}
    stranger = paced.client(headers={"accept-language": "de"})  # another cookie does not help
    answer = stranger.post("/api/tables", json=body)
    problem = refused(answer, 429, "too-fast")
    assert 50 <= int(answer.headers["retry-after"]) <= 60
    assert f"warte {answer.headers['retry-after']} Sekunden" in problem["sentence"]
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert guest.move("b2-d4")["number"] == 2  # games that go on are not disturbed
    assert guest.http.get("/").status_code == 200
    for forged in ("forwarded", "x-real-ip", "client-ip", "via"):
        again = paced.client(headers={forged: "192.0.2.9"}).post("/api/tables", json=body)
        refused(again, 429, "too-fast")
    passed_on = {"x-forwarded-for": "192.0.2.9", "x-forwarded-proto": "https"}
    stranger = paced.client(headers=passed_on)  # the server does not trust it
    assert "Secure" not in stranger.get("/").headers["set-cookie"]
    refused(stranger.post("/api/tables", json=body), 429, "too-fast")
    paced.restart(trusted_proxies=("127.0.0.0/8",))
    through = paced.client(headers={"x-forwarded-for": "192.0.2.9"})
    assert [through.post("/api/tables", json=body).status_code for _ in range(4)] == [201] * 3 + [
        429
    ]


def test_whoever_connects_without_end_is_told_to_come_later(paced: Served) -> None:
    guest = Guest(paced)
    guest.open_hot_seat()
    for _ in range(2):
        with paced.live(guest.table, client=guest.http) as live:
            assert live.recv(timeout=HANG_S)
    with paced.live(guest.table, client=guest.http) as live:
        with pytest.raises(ConnectionClosed):
            live.recv(timeout=HANG_S)
        assert live.close_code == 1013  # the page comes back after a while


def test_a_class_of_thirty_fits_in() -> None:
    for each in REQUEST_CLASSES:
        buckets = TokenBuckets(each.rate, Clock())
        if each.name == "code":
            continue
        assert not any(buckets.take("school") for _ in range(60)), each.name


@pytest.mark.parametrize(("text", "limited"), [("", True), ("on", True), ("off", False)])
@pytest.mark.parametrize("name", ["ICEFIELD_RATE_LIMIT", "ICEFIELD_PACE"])
def test_the_environment_switches_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, limited: bool
) -> None:
    monkeypatch.setenv(name, text)
    settings = Settings.from_environment(database=str(tmp_path / "x.db"))
    assert settings.rate_limit is limited


def test_other_words_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ICEFIELD_RATE_LIMIT", "fast")
    with pytest.raises(BadOption, match="ICEFIELD_RATE_LIMIT"):
        Settings.from_environment(database=str(tmp_path / "x.db"))
