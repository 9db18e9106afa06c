"""Real responses against the schema of the interface, with no field more or less."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

import icefield
from icefield.analysis import puzzles
from icefield.core.abilities import HasBoardEditor, HasBoardFiles, HasSolitaire
from icefield.lessons import courses

from ..guest import OPEN, PERSON, Guest, bot
from ..server_thread import Served

pytestmark = pytest.mark.any_database


class Schema:
    """The OpenAPI schema, with no additional fields allowed in any object."""

    def __init__(self, document: dict[str, Any]):
        self.document = document
        for schema in document["components"]["schemas"].values():
            if "properties" in schema:
                schema.setdefault("additionalProperties", False)

    def check(self, method: str, path: str, status: int, body: Any) -> None:
        operation = self.document["paths"][path][method]
        schema = operation["responses"][str(status)]["content"]["application/json"]["schema"]
        whole = {**schema, "components": self.document["components"]}
        jsonschema.Draft202012Validator(whole).validate(body)

    def operations(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        for path, methods in self.document["paths"].items():
            for method, operation in methods.items():
                yield method, path, operation


@pytest.fixture(scope="module")
def schema(served: Served) -> Schema:
    return Schema(served.client().get("/api/openapi.json").json())


class Caller:
    """Makes requests and checks every response."""

    def __init__(self, guest: Guest, schema: Schema):
        self.guest = guest
        self.schema = schema
        self.checked: set[tuple[str, str]] = set()

    def get(self, path: str, params: dict[str, Any] | None = None, **parts: Any) -> Any:
        return self._check("get", path, parts, params=params)

    def post(self, path: str, body: Any = None, **parts: Any) -> Any:
        return self._check("post", path, parts, json=body if body is not None else {})

    def _check(self, method: str, path: str, parts: dict[str, Any], **options: Any) -> Any:
        answer = self.guest.http.request(method, path.format(**parts), **options)
        self.schema.check(method, path, answer.status_code, answer.json())
        self.checked.add((method, path))
        return answer.json()


@pytest.fixture
def caller(guest: Guest, schema: Schema) -> Caller:
    return Caller(guest, schema)


def untyped(schema: Any) -> bool:
    """Whether a schema allows any object at all."""
    if not isinstance(schema, dict):
        return False
    if schema == {} or schema.get("additionalProperties") is True:
        return True
    nested = [schema.get("items"), *schema.get("anyOf", ())]
    return any(untyped(each) for each in nested if each is not None)


def test_every_response_of_the_interface_has_a_type(schema: Schema) -> None:
    seen = 0
    for method, path, operation in schema.operations():
        for status, response in operation["responses"].items():
            content = response.get("content", {})
            if "application/json" in content:
                seen += 1
                found = content["application/json"].get("schema", {})
                assert not untyped(found), (method, path, status)
    assert seen > 200
    for name, found in schema.document["components"]["schemas"].items():
        for field, each in found.get("properties", {}).items():
            if (name, field) != ("StatePatch", "patch"):  # its form is in docs/api.md
                assert not untyped(each), (name, field)


@pytest.mark.parametrize("key", sorted(icefield.keys()))
@pytest.mark.slow
def test_tables_have_the_described_form(caller: Caller, served: Served, key: str) -> None:
    game, chance = icefield.game(key), random.Random(1)
    seats = [PERSON, *[OPEN] * (game.seats[0] - 1)]
    clock = {"kind": "player", "seconds": 600, "increment": 5}
    table = "/api/tables/{id}"
    state = caller.post(
        "/api/tables", {"game": key, "seats": seats, "timer": 0, "clock": clock, "listed": True}
    )
    id_ = state["id"]
    caller.get("/api/lobby")
    others = [Guest(served) for _ in seats[1:]]
    callers = [caller, *(Caller(other, caller.schema) for other in others)]
    for seat, other in enumerate(callers[1:], 1):
        other.post(table + "/sit", {"seat": seat, "name": f"Guest {seat}"}, id=id_)
    caller.get("/api/watch")
    caller.post(table + "/chat", {"text": "Hello"}, id=id_)
    for turn in range(40):
        for each in callers:
            state = each.get(table, id=id_)
            if not state["touches"]:
                continue
            decision, choice = state["decision"], chance.choice(state["touches"])
            if turn % 8 == 0:
                asked = {"decision": decision, "move": choice["move"]}
                each.get(table + "/preview", asked, id=id_)
                each.get(table + "/hint", {"decision": decision}, id=id_)
                each.get(table + "/threats", {"decision": decision}, id=id_)
                each.post(table + "/why", {"touches": ["x"], "decision": decision}, id=id_)
            each.post(table + "/moves", {"move": choice["move"], "decision": decision}, id=id_)
    caller.post(table + "/comments/check", {"text": "to the left of 3"}, id=id_)
    for each in (caller, callers[1], Caller(Guest(served), caller.schema)):
        for ply in (0, 3, 10_000):
            each.get(table + "/plies/{game}/{ply}", id=id_, game=1, ply=ply)
        each.get(table + "/events", id=id_)
        each.get(table + "/worth", id=id_)
    caller.post(table + "/draw", id=id_)
    callers[1].post(table + "/answer", {"ask": 1, "yes": True}, id=id_)
    callers[1].post(table + "/undo", {"decision": 1}, id=id_)
    callers[1].post(table + "/resign", {"game": 1}, id=id_)
    caller.post(table + "/leave", id=id_)
    caller.post(table + "/back", id=id_)
    caller.post(table + "/replace", {"seat": 1}, id=id_)
    caller.post(table + "/fill", {"seat": 1, "level": "1"}, id=id_)
    caller.post(table + "/next", {"decision": 1}, id=id_)
    caller.post(table + "/extend", {"decision": 1}, id=id_)
    caller.post(table + "/rematch", id=id_)
    caller.get(table, id=id_)
    caller.get(table + "/events", id=id_)


def test_a_discussion_has_the_described_form(caller: Caller, served: Served) -> None:
    seats = [PERSON, OPEN, OPEN]
    table = "/api/tables/{id}"
    id_ = caller.post("/api/tables", {"game": "torch", "seats": seats, "timer": 600})["id"]
    second, third = (Caller(Guest(served), caller.schema) for _ in range(2))
    second.post(table + "/sit", {"seat": 1}, id=id_)
    third.post(table + "/sit", {"seat": 2}, id=id_)
    state = caller.get(table, id=id_)
    while state["talk"] is None:  # the first ballot is some moves away
        for each in (caller, second, third):
            state = each.get(table, id=id_)
            for choice in state["touches"][:1]:
                body = {"move": choice["move"], "decision": state["decision"]}
                each.post(table + "/moves", body, id=id_)
    state = caller.post(table + "/comments", {"text": "The left path"}, id=id_)
    number = state["talk"]["comments"][0]["number"]
    second.post(table + "/challenges", {"comment": number}, id=id_)
    second.get(table, id=id_)
    second.post(table + "/judgements", {"comment": number, "guilty": False}, id=id_)
    third.post(table + "/judgements", {"comment": number, "guilty": False}, id=id_)
    for each in (caller, second, third):
        each.post(table + "/ready", id=id_)
    kinds = {event["kind"] for event in caller.get(table + "/events", id=id_)["events"]}
    assert {"said", "challenged", "judged", "ready"} <= kinds


def test_help_and_solitaire_have_the_described_form(caller: Caller) -> None:
    table = "/api/tables/{id}"
    state = caller.post("/api/tables", {"game": "seals", "seats": [PERSON, bot()]})
    caller.guest.table = state["id"]
    decision = caller.guest.until("deciding")["decision"]
    hint = caller.get(table + "/hint", {"decision": decision}, id=state["id"])
    assert hint["whole"]
    caller.get(table + "/threats", {"decision": decision}, id=state["id"])
    glide = icefield.game("glide")
    assert isinstance(glide, HasSolitaire)
    puzzle = glide.puzzles()[0].name
    state = caller.post("/api/practice", {"game": "glide", "puzzle": puzzle})
    assert state["practice"]["puzzle"] == puzzle
    moves = caller.get(table + "/solution", id=state["id"])["moves"]
    assert caller.get(table + "/worth", id=state["id"])["moves"]
    for move in moves:
        decision = caller.get(table, id=state["id"])["decision"]
        body = {"move": move["move"], "decision": decision}
        state = caller.post(table + "/moves", body, id=state["id"])
    assert caller.get(table + "/verdict", id=state["id"])["made"] == len(moves)
    caller.post(table + "/restart", {"decision": state["decision"]}, id=state["id"])


def test_games_and_visitors_have_the_described_form(caller: Caller) -> None:
    assert len(caller.get("/api/games")) == len(icefield.keys())
    caller.guest.open_hot_seat()
    caller.post("/api/me", {"nickname": "Ann"})
    caller.get("/api/me")
    code = caller.post("/api/me/code")["code"]
    caller.post("/api/me/recover", {"code": code})
    caller.post("/api/me/recover", {"code": "no code"})
    glide, strait = icefield.game("glide"), icefield.game("strait")
    assert isinstance(glide, HasBoardEditor)
    assert isinstance(strait, HasBoardFiles)
    level = next(iter(glide.level_samples.values()))
    for text in (level, "nonsense"):
        caller.post("/api/levels/check", {"game": "glide", "level": text})
    board = next(iter(strait.board_samples.values()))
    for text in (board, "nonsense = ["):
        caller.post("/api/boards/check", {"game": "strait", "text": text})


@pytest.mark.parametrize("key", sorted(icefield.keys()))
@pytest.mark.slow
def test_analysis_has_the_described_form(caller: Caller, key: str) -> None:
    api = "/api/analyse/"
    head = caller.post(api + "begin", {"game": key})["head"]
    moves: list[str] = []
    decisions, chance = 0, random.Random(1)
    while decisions < 3:
        position = caller.post(api + "position", {"head": head, "moves": moves})
        decisions += bool(position["touches"])
        moves.append(chance.choice(position["touches"] or position["chance"])["move"])
    line = {"head": head, "moves": moves}
    caller.post(api + "moves", line)
    text = caller.post(api + "record", line)["text"]
    assert caller.post(api + "read", {"text": text})["found"]["moves"]
    assert caller.post(api + "read", {"text": "[no record", "game": key})["problem"]
    painted = caller.post(api + "paint", {"head": head})
    assert painted["brushes"]
    caller.post(api + "why", {**line, "touches": ["x"]})
    caller.post(api + "threats", line)
    caller.post(api + "worth", line)
    review = caller.post(api + "reviews", {**line, "pace": "quick"})
    while review["state"] in ("waiting", "running"):
        review = caller.get(api + "reviews/{id}", id=review["id"])
    review = caller.get(api + "reviews/{id}", {"since": 0}, id=review["id"])
    assert review["state"] == "done"
    assert len(review["graded"]) == decisions
    caller.post(api + "reviews/{id}/stop", id=review["id"])


def test_puzzles_have_the_described_form(caller: Caller) -> None:
    puzzle, parts = "/api/puzzles/{key}/{number}/", {"key": "seals", "number": 1}
    found = puzzles.find("seals", 1)
    assert found is not None
    caller.post(puzzle + "board", {"moves": []}, **parts)
    caller.post(puzzle + "hint", **parts)
    caller.post(puzzle + "why", {"moves": [], "touches": ["x"]}, **parts)
    wrong = sorted(found.others)[0]
    assert not caller.post(puzzle + "answer", {"move": wrong}, **parts)["right"]
    assert caller.post(puzzle + "refutation", {"moves": [wrong]}, **parts)["reasons"]
    assert caller.post(puzzle + "answer", {"move": found.solution}, **parts)["right"]
    caller.post(puzzle + "solution", **parts)
    assert caller.post(puzzle + "play", {"moves": [found.solution]}, **parts)["right"]
    proof = caller.get("/api/solved/{key}", key="seals")
    assert proof["proof"] is None or proof["proof"]["role"]


def test_lessons_have_the_described_form(caller: Caller) -> None:
    for key, course in courses().items():
        for lesson in course.lessons:
            step = lesson.steps[-1]
            path, parts = "/api/learn/{key}/{lesson}/{step}/", {}
            parts = {"key": key, "lesson": lesson.id, "step": step.id}
            stage = caller.post(path + "begin", **parts)
            hint = caller.post(path + "show", {"made": []}, **parts)
            caller.post(path + "touch", {"made": [], "touches": ["x"]}, **parts)
            if hint.get("move") is not None:
                caller.post(path + "move", {"made": [], "move": hint["move"]}, **parts)
            if stage["touches"]:
                move = stage["touches"][-1]["move"]
                caller.post(path + "move", {"made": [], "move": move}, **parts)
            if hint.get("try") is not None:
                caller.post(path + "try", {"number": hint["try"]}, **parts)
