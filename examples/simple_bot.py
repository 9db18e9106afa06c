"""A small bot that plays on an Icefield server over the JSON interface.

    python simple_bot.py http://127.0.0.1:8000/tables/AbC123            sit down there and play
    python simple_bot.py http://127.0.0.1:8000/tables/AbC123?seat=...   the seat of an invitation
    python simple_bot.py http://127.0.0.1:8000 --open seals             open a table and wait there
    python simple_bot.py http://127.0.0.1:8000 --open torch --bot 2     against bots of the server

It knows no rules: the server lists the legal moves, and the bot picks one of them. To make it
stronger, change `choose`. Apart from Python it needs only the package `websockets`. The JSON API is
described in docs/api.md.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

State = dict[str, Any]
Choose = Callable[[State], str]

WAIT = 1.0  # seconds before a lost connection is tried again
TRIES = 30
CONFLICT = 409


class RefusedError(Exception):
    """The server refused a request: a stable code for programs, a sentence for people."""

    def __init__(self, problem: State, status: int = 0):
        super().__init__(problem["sentence"])
        self.code: str = problem["code"]
        self.status = status


class Server:
    """The JSON API of a server. Our identity is a cookie, which the jar keeps."""

    def __init__(self, address: str):
        self.address = address
        self._jar = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self._jar))
        self._tries = 1
        self.games: list[State] = self.get("/api/games")  # the first response sets the cookie
        self._tries = TRIES  # the server exists, so it is worth waiting for

    def get(self, path: str) -> Any:
        return self._ask(Request(self.address + path))

    def post(self, path: str, **body: Any) -> Any:
        return self._ask(
            Request(
                self.address + path,
                data=json.dumps(body).encode(),
                headers={"Content-Type": "application/json"},
            )
        )

    def _ask(self, request: Request) -> Any:
        """Send a request, again while the server cannot be reached.

        That is safe: a move that had arrived the first time is stale the second time.
        """
        for left in reversed(range(self._tries)):
            try:
                with self._opener.open(request, timeout=30) as answer:
                    return json.load(answer)
            except HTTPError as error:
                raise RefusedError(json.load(error), error.code) from None
            except OSError:
                if not left:
                    raise
            time.sleep(WAIT)

    def live(self, table: str, known: int) -> Iterator[State]:
        """The states of a table after the number `known`, as they arrive.

        Reconnects after lost connections and restarts of the server.
        """
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._jar)
        address = self.address.replace("http", "ws", 1) + f"/api/tables/{table}/live"
        left = TRIES
        while left:
            left -= 1
            with contextlib.suppress(OSError, WebSocketException):
                url = f"{address}?since={known}"
                with connect(url, additional_headers={"Cookie": cookies}) as socket:
                    for text in socket:
                        left = TRIES
                        message = json.loads(text)
                        if message["type"] == "problem":
                            raise RefusedError(message)
                        if message["type"] == "update" and message["number"] > known:
                            known = message["number"]
                            yield message["state"]
            time.sleep(WAIT)
        raise ConnectionError("the live connection is lost")


class Bot:
    """Plays one seat of one table to the end."""

    def __init__(self, server: Server, table: str, choose: Choose):
        self.server = server
        self.table = f"/api/tables/{table}"
        self.id = table
        self.choose = choose

    def play(self) -> State:
        """Play until the match is over; returns the last state."""
        state = self.act(self.server.get(self.table))
        if not state["sheet"]["complete"]:
            for newer in self.server.live(self.id, state["number"]):
                if newer["number"] > state["number"]:
                    state = self.act(newer)
                if state["sheet"]["complete"]:
                    break
        return state

    def act(self, state: State) -> State:
        """Send requests while there is something to decide; returns the state after them."""
        while (request := self.next_request(state)) is not None:
            path, body = request
            try:
                state = self.server.post(f"{self.table}/{path}", **body)
            except RefusedError as refusal:
                newer = self.server.get(self.table)
                if refusal.status != CONFLICT or newer["number"] == state["number"]:
                    raise
                state = newer  # the game has moved on without us
        return state

    def next_request(self, state: State) -> tuple[str, State] | None:
        """The path and body of the request to send now, if there is one."""
        seat, decision = state["seat"], state["decision"]
        if state["deciding"]:
            return "moves", {"move": self.choose(state), "decision": decision, "seat": seat}
        if state["talk"] and not state["talk"]["open"]:
            return self.discuss(state["talk"], seat)
        if state["ask"] and state["ask"]["answer"]:
            return "answer", {"ask": state["ask"]["number"], "yes": state["ask"]["what"] != "draw"}
        if state["can"]["next"]:
            return "next", {"decision": decision}  # of a match of several games
        return None

    def discuss(self, talk: State, seat: int) -> tuple[str, State] | None:
        """The request to send during the comments before a ballot.

        It is a judgement that is asked of the bot, by the words that the server finds doubtful, or
        that it is ready.
        """
        for comment in talk["comments"]:
            if seat in comment["judges"]:
                doubts = self.server.post(f"{self.table}/comments/check", text=comment["text"])
                body = {"comment": comment["number"], "guilty": bool(doubts), "seat": seat}
                return "judgements", body
        return None if talk["ready"] else ("ready", {})


# -- sitting down ---------------------------------------------------------------------------------


def open_table(server: Server, key: str, seats: int | None, level: str | None, name: str) -> str:
    """Open a table with us in the first seat; the others are open, or bots of a level."""
    game = next((game for game in server.games if game["key"] == key), None)
    if game is None:
        known = ", ".join(game["key"] for game in server.games)
        raise SystemExit(f"There is no game {key!r}; there are {known}.")
    count = seats or min(n for n in game["seats"] if n > 1)
    other = {"kind": "open"} if level is None else {"kind": "bot", "level": level}
    state = server.post(
        "/api/tables", game=key, seats=[{"kind": "person", "name": name}, *[other] * (count - 1)]
    )
    return str(state["id"])


def sit_down(server: Server, table: str, token: str, name: str) -> None:
    """Take the seat that the token of an invitation is for, else an open one."""
    state = server.get(f"/api/tables/{table}")
    wanted = "invited" if token else "open"
    for seat in state["seats"]:
        if seat["kind"] == wanted:
            try:
                server.post(f"/api/tables/{table}/sit", seat=seat["seat"], name=name, token=token)
                return
            except (
                RefusedError
            ) as refusal:  # another seat's invitation, or another player was faster
                if refusal.code not in ("by-invitation", "seat-taken"):
                    raise
    raise SystemExit("There is no seat for us at this table.")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Play on an Icefield server, at random.")
    parser.add_argument("link", help="of a table or an invitation; with --open, of the server")
    parser.add_argument("--open", metavar="GAME", help="open a table of this game")
    parser.add_argument("--seats", type=int, metavar="N", help="how many play at it")
    parser.add_argument("--bot", metavar="LEVEL", help="fill it with bots of the server")
    parser.add_argument("--name", default="Simple bot", help="what the others see")
    parser.add_argument("--first", action="store_true", help="take the first move, not any")
    parser.add_argument("--seed", type=int, help="makes the choices repeatable")
    options = parser.parse_args(arguments)

    chance = random.Random(options.seed)

    def choose(state: State) -> str:
        moves = [legal["move"] for legal in state["touches"]]
        return str(moves[0] if options.first else chance.choice(moves))

    parts = urlsplit(options.link)
    try:
        server = Server(f"{parts.scheme}://{parts.netloc}")
        if options.open:
            table = open_table(server, options.open, options.seats, options.bot, options.name)
        else:
            table = parts.path.removeprefix("/tables/")
            sit_down(server, table, parse_qs(parts.query).get("seat", [""])[0], options.name)
        print(f"playing at {server.address}/tables/{table}", flush=True)
        state = Bot(server, table, choose).play()
    except RefusedError as refusal:
        print(f"{refusal} ({refusal.code})", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"{parts.netloc} does not answer: {error}", file=sys.stderr)
        return 1
    print(state["outcome"]["sentence"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
