"""The application as a whole: its interface is described, errors have one form."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from .guest import PERSON, Guest, refused
from .server_thread import Served


@pytest.mark.any_database
def test_the_interface_is_documented(guest: Guest) -> None:
    told = guest.http.get("/api/openapi.json").json()
    assert "/api/tables/{id}/moves" in told["paths"]
    for path, ways in told["paths"].items():
        for way in ways.values():
            assert way["summary"], path
            assert "409" in way["responses"]


NEW = {"game": "seals", "seats": [PERSON, PERSON]}


RAW: dict[str, bytes] = {
    "nothing": b"",
    "no json": b"{",
    "not utf-8": b"\xff\xfe\x00",
    "nan": b'{"decision": NaN, "move": NaN, "touches": [NaN], "game": NaN, "games": NaN}',
    "infinity": b'{"decision": Infinity, "games": -Infinity, "options": {"a": NaN}}',
    "huge number": b'{"decision": ' + b"9" * 5000 + b"}",
    "huge exponent": b'{"decision": 1e999, "games": 1e999}',
    "deep": b"[" * 20000 + b"]" * 20000,
    "deep object": b'{"a":' * 9000 + b"1" + b"}" * 9000,
    "half a letter": b'{"decision": 1, "move": "\\ud800", "touches": ["\\udfff"], "game": "\\ud8"}',
    "lone surrogate": b'{"decision": 1, "move": "\\ud800", "touches": ["\\udfff"]}',
    "nul": b'{"decision": 1, "move": "\\u0000", "touches": ["\\u0000"], "game": "\\u0000"}',
    "text": b'"text"',
    "list": b"[]",
    "null": b"null",
    "number": b"7",
    "twice": b'{"decision": 1, "decision": "x", "move": 1}',
}


BODIES: list[Any] = [
    {},
    {"decision": None},
    {"decision": -1},
    {"decision": 1.5},
    {"decision": True},
    {"decision": "1"},
    {"decision": 2**31},
    {"decision": 2**63},
    {"decision": 10**40},
    {"decision": [1]},
    {"decision": 1, "move": None},
    {"decision": 1, "move": ""},
    {"decision": 1, "move": 5},
    {"decision": 1, "move": {"a": 1}},
    {"decision": 1, "move": "b2-d4" * 2000},
    {"decision": 1, "move": "\u202eb2-d4"},
    {"decision": 1, "move": "b2-d4", "extra": 1},
    {"decision": 1, "move": "b2-d4\n"},
    {"decision": 1, "touches": None},
    {"decision": 1, "touches": "b2"},
    {"decision": 1, "touches": [["b2"]]},
    {"decision": 1, "touches": ["b2"] * 1000},
    {"decision": 1, "touches": ["x" * 1000]},
    {**NEW, "game": "chess"},
    {**NEW, "game": "x" * 1000},
    {**NEW, "game": "../seals"},
    {**NEW, "seats": []},
    {**NEW, "seats": [PERSON]},
    {**NEW, "seats": [PERSON] * 3},
    {**NEW, "seats": [PERSON] * 100},
    {**NEW, "seats": [PERSON, {"kind": "robot"}]},
    {**NEW, "seats": [PERSON, {"kind": "bot"}]},
    {**NEW, "seats": [PERSON, {"kind": "bot", "level": "99"}]},
    {**NEW, "seats": [PERSON, {"kind": "bot", "level": 1}]},
    {**NEW, "seats": [PERSON, {"kind": "person", "owner": "me"}]},
    {**NEW, "seats": [PERSON, {"kind": "person", "name": "x" * 41}]},
    {**NEW, "games": 0},
    {**NEW, "games": 3},
    {**NEW, "games": "2"},
    {**NEW, "games": 10**9},
    {**NEW, "options": {"board": 1}},
    {**NEW, "options": {"x" * 100: 1}},
    {**NEW, "options": {str(i): i for i in range(100)}},
    {**NEW, "options": [1]},
    {**NEW, "options": {"a": {"b": []}}},
    {**NEW, "shuffle": "perhaps"},
]


WRITES = ("moves", "undo", "next", "extend", "why")


def told(answer: httpx.Response) -> None:
    assert 400 <= answer.status_code < 500, (answer.status_code, answer.text[:300])
    problem = answer.json()
    assert problem["error"]
    assert problem["code"]
    assert problem["sentence"].endswith(".")
    assert "rule" in problem
    assert "Traceback" not in answer.text
    assert len(answer.text) < 2000


@pytest.mark.parametrize("what", ["", *WRITES, "rematch"])
@pytest.mark.slow
def test_junk_is_refused_everywhere(guest: Guest, what: str) -> None:
    guest.open_hot_seat()
    before = guest.events()
    path = f"{guest.path}/{what}" if what else "/api/tables"
    json_type = {"content-type": "application/json"}
    for name, raw in RAW.items():
        if what != "rematch":  # which has no body to look at
            answer = guest.http.post(path, content=raw, headers=json_type)
            told(answer)
            assert answer.status_code in (400, 422), name
    for body in BODIES:
        answer = guest.http.post(path, json=body)
        harmless = answer.status_code == 200 and what == "why"
        if not harmless and what != "rematch":
            told(answer)
    assert guest.events() == before


@pytest.mark.parametrize("what", ["", *WRITES, "rematch"])
def test_form_and_size_of_writes(guest: Guest, what: str) -> None:
    guest.open_hot_seat()
    path = f"{guest.path}/{what}" if what else "/api/tables"
    big = b'{"decision": 1, "move": "' + b"x" * 100_000 + b'"}'
    json_type = {"content-type": "application/json"}
    refused(guest.http.post(path, content=big, headers=json_type), 413, "too-large")
    in_parts = guest.http.post(path, content=iter([big[:50_000], big[50_000:]]), headers=json_type)
    refused(in_parts, 413, "too-large")
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        answer = guest.http.post(path, content=b"{}", headers={"content-type": kind})
        refused(answer, 415, "not-json")
    for method in ("PUT", "PATCH", "DELETE"):
        answer = guest.http.request(method, path, json={})
        assert answer.status_code == 405
        told(answer)
    assert len(guest.events()) == 1


TABLES = ("nope", "x" * 33, "x" * 5000, "%00", "%ff", "..%2f..", "a%20b", "é", "'; drop table", "☃")


@pytest.mark.parametrize("table", TABLES)
def test_tables_that_do_not_exist(guest: Guest, table: str) -> None:
    base = f"/api/tables/{table}"
    for path in (base, f"{base}/events", f"{base}/record", f"{base}/plies/1/0"):
        answer = guest.http.get(path)
        assert answer.status_code == 404
        told(answer)
    for what in WRITES:
        body: dict[str, Any] = {"decision": 1}
        body |= {"move": "b2-d4"} if what == "moves" else {}
        body |= {"touches": []} if what == "why" else {}
        answer = guest.http.post(f"{base}/{what}", json=body)
        assert answer.status_code == 404
        told(answer)
    page = guest.http.get(f"/tables/{table}")
    assert page.status_code == 404
    assert page.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize(
    "path",
    [
        "events?since=-1",
        "events?since=x",
        "events?since=99999999999999999999",
        "events?since=1e3",
        "events?since=",
        "plies/1/-1",
        "plies/x/0",
        "plies/1/99999999999999999999",
        "plies/-1/0",
        "plies/1",
        "nothing",
    ],
)
def test_parameters_that_make_no_sense(guest: Guest, path: str) -> None:
    guest.open_hot_seat()
    told(guest.http.get(f"{guest.path}/{path}"))


def test_unknown_pages_are_told_to_people_in_a_page(guest: Guest) -> None:
    for path in ("/nothing", "/tables", "/static/x/none.css", "/static/x/../../app.py", "/%00"):
        answer = guest.http.get(path)
        assert answer.status_code == 404, path
        assert "Thin ice" in answer.text
        assert "Traceback" not in answer.text
    told(guest.http.get("/api/nothing"))
    told(guest.http.get("/api"))


def test_a_broken_route_tells_nothing_of_itself(own_server: Served) -> None:
    app = own_server.server.config.loaded_app
    while not hasattr(app, "state"):
        app = app.app
    guest = Guest(own_server)
    guest.open_hot_seat()
    with app.state.service.locked(guest.table) as table:
        table.boards.clear()
    answer = guest.http.get(f"{guest.path}/plies/1/0")
    assert answer.status_code == 404
    with app.state.service.locked(guest.table) as table:
        table.match = None
    answer = guest.http.get(guest.path)
    assert answer.status_code == 500
    problem = answer.json()
    assert problem["code"] == "internal"
    assert "Traceback" not in json.dumps(problem)
