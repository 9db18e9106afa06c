"""A visitor who plays through the JSON interface, as an outside program would."""

from __future__ import annotations

import random
import time
from typing import Any

import httpx

from ..timeouts import HANG_S
from .server_thread import Served

PERSON = {"kind": "person"}
OPEN = {"kind": "open"}
INVITED = {"kind": "invited"}


def bot(level: str = "1") -> dict[str, str]:
    return {"kind": "bot", "level": level}


class Guest:
    def __init__(self, served: Served):
        self.served = served
        self.http = served.client()
        self.table = ""

    def open(self, *seats: dict[str, str], **more: Any) -> dict[str, Any]:
        answer = self.http.post("/api/tables", json={"game": "seals", "seats": list(seats), **more})
        assert answer.status_code == 201, answer.text
        self.table = answer.json()["id"]
        return dict(answer.json())

    def open_hot_seat(self, **more: Any) -> dict[str, Any]:
        return self.open(PERSON, PERSON, **more)

    @property
    def path(self) -> str:
        return f"/api/tables/{self.table}"

    def state(self) -> dict[str, Any]:
        return dict(self._good(self.http.get(self.path)))

    def events(self, since: int | None = 0) -> list[dict[str, Any]]:
        """The events after a number, on all pages."""
        found: list[dict[str, Any]] = []
        while since is not None:
            page = self._good(self.http.get(f"{self.path}/events", params={"since": since}))
            found += page["events"]
            since = page["next"]
        return found

    def post(self, what: str, **body: Any) -> httpx.Response:
        return self.http.post(f"{self.path}/{what}", json=body)

    def move(self, move: str, decision: int | None = None) -> dict[str, Any]:
        number = self.state()["decision"] if decision is None else decision
        return dict(self._good(self.post("moves", move=move, decision=number)))

    def do(self, what: str) -> dict[str, Any]:
        return dict(self._good(self.post(what, decision=self.state()["decision"])))

    def command(self, what: str, **body: Any) -> dict[str, Any]:
        """The state after a command that is accepted."""
        return dict(self._good(self.post(what, **body)))

    def refusal(self, what: str, **body: Any) -> str:
        """The code of the error of a command that is refused and changes nothing."""
        before = self.state()["number"]
        answer = self.post(what, **body)
        assert 400 <= answer.status_code < 500, answer.text
        assert self.state()["number"] == before
        return str(answer.json()["code"])

    def until(self, what: str, seconds: float = HANG_S) -> dict[str, Any]:
        """The state as soon as `what` ("deciding", "outcome") is true of it."""
        end = time.monotonic() + seconds
        while not (state := self.state())[what]:
            assert time.monotonic() < end, f"nothing is {what}: {state['moves']}"
            time.sleep(0.03)  # every look is work for the server, which thinks in this process
        return state

    def play_out(self, seed: int = 0) -> dict[str, Any]:
        """Make random moves in all own seats until the game is over."""
        chance = random.Random(seed)
        state = self.state()
        while state["outcome"] is None:
            if not state["deciding"]:
                state = self.state()
                continue
            move = chance.choice(state["touches"])["move"]
            answer = self.post("moves", move=move, decision=state["decision"])
            state = dict(self._good(answer))
        return state

    @staticmethod
    def _good(answer: httpx.Response) -> Any:
        assert answer.is_success, answer.text
        return answer.json()


def refused(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """Check that an answer is an error of the one documented form."""
    assert answer.status_code == status, answer.text
    problem = answer.json()
    assert problem["code"] == code, problem
    assert set(problem) >= {"error", "code", "rule", "sentence"}
    assert problem["sentence"].endswith(".")
    return dict(problem)
