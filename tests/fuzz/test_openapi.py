"""Schemathesis over the OpenAPI document.

Requests that fit the description or break it get no 5xx, and an answer of the described form.
"""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import given, seed
from hypothesis import strategies as st
from schemathesis import checks
from schemathesis.core.failures import FailureGroup
from schemathesis.generation import GenerationMode

from icefield.games import keys
from icefield.lessons import course

from ..server.guest import PERSON, Guest
from ..server.server_thread import Served
from ..timeouts import HANG_S
from .damaged_texts import calm

CHECKS = [
    checks.not_a_server_error,
    checks.response_schema_conformance,
    checks.status_code_conformance,
    checks.content_type_conformance,
]
SLOW = ("film", "picture")  # made by a process of their own, which is busy after a few
EACH = 5  # requests to every operation


class Known:
    """Things that exist, so that not everything is asked of a table that does not."""

    def __init__(self, served: Served):
        self.guest = Guest(served)
        self.tables = []
        for game, seats in (("seals", 2), ("torch", 3), ("strait", 2), ("glide", 2)):
            self.guest.open(*[PERSON] * seats, game=game, timer=0)
            self.tables.append(self.guest.table)
        self.guest.open(PERSON, {"kind": "open"}, game="seals")
        self.tables.append(self.guest.table)
        practice = {"game": "glide", "level": "P.*"}
        self.guest.http.post("/api/practice", json=practice)
        self.cookie = self.guest.http.cookies["icefield"]
        self.heads = []
        for key in keys():
            begun = self.guest.http.post("/api/analyse/begin", json={"game": key}).json()
            self.heads.append(begun["head"])

    def decision(self, table: str) -> int:
        return int(self.guest.http.get(f"/api/tables/{table}").json().get("decision", 0))

    def move(self, table: str) -> str:
        touches = self.guest.http.get(f"/api/tables/{table}").json().get("touches") or []
        return str(touches[0]["move"]) if touches else "pass"


def put_in(case: schemathesis.Case[Any], known: Known, pick: Any) -> None:
    """Have a generated request ask about things that exist, here and there."""
    path = case.path_parameters or {}
    if "id" in path and "reviews" not in case.path:
        path["id"] = table = pick(known.tables)
        number = {"decision": known.decision(table), "move": known.move(table)}
    else:
        number = {"move": "b2-d4"}
    if "key" in path:
        path["key"] = key = pick(sorted(keys()))
        lessons = course(key)
        if "lesson" in path and lessons is not None:
            lesson = pick(list(lessons.lessons))
            path |= {"lesson": lesson.id, "step": pick([step.id for step in lesson.steps])}
        elif "number" in path:
            path["number"] = 1
    real: dict[str, Any] = {**number, "head": pick(known.heads), "game": pick(sorted(keys()))}
    for fields in (case.body, case.query):
        if isinstance(fields, dict):
            for name in real.keys() & fields.keys():
                if isinstance(fields[name], str | int):
                    fields[name] = real[name]


@pytest.fixture(scope="module")
def known(served: Served) -> Known:
    return Known(served)


@pytest.fixture(scope="module")
def described(served: Served) -> Any:
    schema = schemathesis.openapi.from_url(f"{served.url}/api/openapi.json")
    schema.config.generation.update(modes=list(GenerationMode))
    return schema


@pytest.mark.slow
def test_the_whole_interface(served: Served, known: Known, described: Any) -> None:
    asked: set[tuple[str, str]] = set()
    answered: set[int] = set()
    faults: list[str] = []
    for result in described.get_all_operations():
        operation = result.ok()
        if any(word in operation.path for word in SLOW):
            continue
        try:
            ask(known, operation, answered)
        except FailureGroup as fault:
            faults.append(str(fault))
        asked.add((operation.method, operation.path))
    assert faults == [], "\n\n".join(faults)
    assert len(asked) > 60
    assert {200, 201, 404, 409, 422} <= answered, answered


def ask(known: Known, operation: Any, answered: set[int]) -> None:
    @seed(20)
    @calm(EACH, more=8)
    @given(case=operation.as_strategy(), real=st.booleans(), chance=st.randoms())
    def run(case: schemathesis.Case[Any], real: bool, chance: Any) -> None:
        if real:
            put_in(case, known, chance.choice)
        headers = None if operation.body else {"content-type": "application/json"}
        response = case.call(cookies={"icefield": known.cookie}, headers=headers, timeout=HANG_S)
        answered.add(response.status_code)
        case.validate_response(response, checks=CHECKS)

    run()


def test_pictures_and_films_are_asked_for_with_care(
    served: Served, known: Known, described: Any
) -> None:
    """The form of what is asked is checked before anything is drawn."""
    for result in described.get_all_operations():
        operation = result.ok()
        if any(word in operation.path for word in SLOW):
            table = known.tables[0]
            path = operation.path.replace("{id}", table).replace("{form}", "exe")
            for query in ("width=0", "width=99999999", "width=x", "theme=x", "ply=-1", "game=1e9"):
                answer = known.guest.http.get(f"{path}?{query}")
                assert 400 <= answer.status_code < 500, (path, query)
