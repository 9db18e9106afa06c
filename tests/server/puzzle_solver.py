"""A visitor who solves puzzles over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx

from icefield.analysis.puzzles import Continuation, Puzzle, book
from icefield.core.game import Position
from icefield.games import game

from .server_thread import Served

SEALS, GLIDE = game("seals"), game("glide")


class Solver:
    """A visitor with own cookies, at one puzzle."""

    def __init__(self, served: Served, key: str = "seals", number: int = 1):
        self.http = served.client()
        self.at(key, number)

    def at(self, key: str, number: int) -> Solver:
        self.puzzle: Puzzle = book(key)[number - 1]
        self.path = f"/api/puzzles/{key}/{number}"
        return self

    @property
    def wrong(self) -> str:
        return min(self.puzzle.others)

    def ask(self, what: str, **body: Any) -> httpx.Response:
        return self.http.post(f"{self.path}/{what}", json=body)

    def good(self, what: str, **body: Any) -> dict[str, Any]:
        answer = self.ask(what, **body)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def answer(self, move: str | None = None) -> dict[str, Any]:
        return self.good("answer", move=move or self.puzzle.solution)

    def page(self) -> str:
        answer = self.http.get(f"/puzzles/{self.puzzle.game}/{self.puzzle.number}")
        assert answer.status_code == 200
        return answer.text


def deep(key: str, least: int = 5) -> int:
    return next(p.number for p in book(key) if least <= p.plies <= least + 4)


def wrong_moves(key: str) -> Iterator[tuple[Puzzle, Position, str, Continuation]]:
    for puzzle in book(key)[::3]:
        position = puzzle.start(game(key))
        for text, other in puzzle.others.items():
            yield puzzle, position, text, other
