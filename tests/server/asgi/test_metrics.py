"""Prometheus metrics."""

from __future__ import annotations

import socket

import httpx
from prometheus_client.parser import text_string_to_metric_families

from ...timeouts import HANG_S
from ..guest import PERSON, Guest, bot
from ..server_thread import Served


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def figures(port: int) -> dict[str, float]:
    """Every sample of a scrape, by its name and labels."""
    answer = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=HANG_S)
    assert answer.status_code == 200
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def test_figures_count_what_happens_and_name_nobody(own_server: Served) -> None:
    own_server.stop()
    port = free_port()
    own_server.start(metrics=port)
    guest = Guest(own_server)
    guest.open(PERSON, bot())
    guest.move("b2-c3")
    guest.until("deciding")
    with own_server.live(guest.table, client=guest.http) as live:
        live.recv(timeout=HANG_S)
        assert figures(port)["icefield_live_connections"] == 1
    seen = figures(port)
    assert seen["icefield_requests_total POST /api/tables 201"] == 1
    assert seen["icefield_requests_total POST /api/tables/{id}/moves 200"] == 1
    assert seen["icefield_bot_seconds_count seals 1"] >= 1
    assert seen["icefield_tables playing"] == 1
    assert seen["icefield_database_up"] == 1
    text = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=HANG_S).text
    assert guest.table not in text
    assert not any(value in text for value in guest.http.cookies.values())
    assert own_server.client().get("/metrics").status_code == 404  # not at the page's port
