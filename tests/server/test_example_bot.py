"""The example of an outside bot plays whole games on a real server.

Each bot is a process; its document names what there is.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path

import pytest

from icefield.play import read_records

from ..timeouts import HANG_S
from .guest import Guest
from .server_thread import Served

pytestmark = pytest.mark.any_database

Start = Callable[..., "Outside"]
PROGRAM = Path(__file__).resolve().parents[2] / "examples" / "simple_bot.py"


class Outside(subprocess.Popen[str]):
    """A bot in a process of its own."""

    def __init__(self, *arguments: str):
        command = [sys.executable, "-W", "error", str(PROGRAM), *arguments]
        pipe = subprocess.PIPE
        super().__init__(command, stdout=pipe, stderr=pipe, encoding="utf-8")

    @cached_property
    def link(self) -> str:
        """Where it plays, as soon as it sits there."""
        assert self.stdout is not None
        return self.stdout.readline().removeprefix("playing at ").strip()

    def end(self) -> str:
        """The last line it prints."""
        said, wrong = self.communicate(timeout=HANG_S)
        assert (self.returncode, wrong) == (0, "")
        return said.splitlines()[-1]


@pytest.fixture
def outside() -> Iterator[Start]:
    """Starts bots, and ends those that are still there."""
    bots: list[Outside] = []

    def start(*arguments: str) -> Outside:
        bots.append(Outside(*arguments))
        return bots[-1]

    yield start
    for bot in bots:
        with bot:  # closes what it said
            bot.kill()


def finished(served: Served, link: str, sentences: set[str]) -> list[str]:
    """Check that a match is over and all bots know how; the names of the players."""
    watcher = Guest(served)
    watcher.table = link.split("/")[-1]
    state = watcher.state()
    assert sentences == {state["outcome"]["sentence"]}
    (record,) = read_records(watcher.http.get(f"{watcher.path}/record").text)
    assert record.replay()[-1].outcome is not None
    return [seat["name"] for seat in state["seats"]]


@pytest.mark.slow
def test_two_outside_bots_play_each_other_over_a_restart(
    own_server: Served, outside: Start
) -> None:
    served = own_server
    first = outside(served.url, "--open", "seals", "--name", "Uno", "--seed", "1")
    link = first.link
    assert link.startswith(f"{served.url}/tables/")
    second = outside(link, "--name", "Due", "--first")
    assert second.link == link
    served.restart()
    assert finished(served, link, {first.end(), second.end()}) == ["Uno", "Due"]


@pytest.mark.slow
def test_outside_bots_come_by_an_invitation_and_by_the_link(served: Served, outside: Start) -> None:
    host = Guest(served)
    seats = ({"kind": "person"}, {"kind": "invited"}, {"kind": "open"})
    state = host.open(*seats, game="torch", options={"quiet_rounds": 2})
    (invited, open_) = state["invites"]
    guest = outside(served.url + invited["link"], "--seed", "2")
    other = outside(served.url + open_["link"], "--seed", "3")
    assert guest.link == other.link
    assert host.state()["started"]
    third = outside(served.url + invited["link"])
    _, wrong = third.communicate(timeout=HANG_S)
    assert third.returncode == 1
    assert "There is no seat for us" in wrong
    while not (state := host.state())["outcome"]:
        if state["talk"] and not state["talk"]["open"] and not state["talk"]["ready"]:
            host.post("ready")
        elif state["deciding"]:
            move = state["touches"][0]["move"]
            host.post("moves", move=move, decision=state["decision"])
        else:
            time.sleep(0.02)
    names = finished(served, guest.link, {guest.end(), other.end()})
    assert names[1:] == ["Simple bot", "Simple bot"]


def test_T22_an_outside_bot_judges_when_it_is_asked_to(served: Served, outside: Start) -> None:
    ann, ben = Guest(served), Guest(served)
    state = ann.open({"kind": "person"}, {"kind": "open"}, {"kind": "invited"}, game="torch")
    ben.table = ann.table
    assert ben.post("sit", seat=1).is_success
    assert outside(served.url + state["invites"][1]["link"], "--seed", "5").link
    while not (state := ann.state())["talk"]:
        for guest in (ann, ben):
            if (state := guest.state())["deciding"]:
                guest.move(state["touches"][0]["move"], state["decision"])
    ann.post("comments", text="Mind the crowns.")  # a suit may not be named
    (comment,) = ann.state()["talk"]["comments"]
    ben.post("challenges", comment=comment["number"])
    ben.post("judgements", comment=comment["number"], guilty=True)
    end = time.monotonic() + HANG_S
    while "bar:" not in ann.state()["moves"][-1]["move"]:
        assert time.monotonic() < end, "the bot does not judge"
        time.sleep(0.02)


def test_an_outside_bot_against_bots_of_the_server(served: Served, outside: Start) -> None:
    bot = outside(served.url, "--open", "glide", "--bot", "1", "--seats", "4", "--seed", "4")
    link = bot.link
    assert finished(served, link, {bot.end()})[0] == "Simple bot"


def test_what_cannot_be(served: Served, outside: Start) -> None:
    for arguments, said in (
        ((served.url, "--open", "chess"), "There is no game 'chess'"),
        ((f"{served.url}/tables/nowhere",), "(no-such-table)"),
        (("http://127.0.0.1:9/tables/nowhere",), "127.0.0.1:9 does not answer"),
    ):
        bot = outside(*arguments)
        _, wrong = bot.communicate(timeout=HANG_S)
        assert bot.returncode == 1
        assert said in wrong
        assert "Traceback" not in wrong


DOCUMENT = (PROGRAM.parents[1] / "docs" / "api.md").read_text(encoding="utf-8")


def test_the_document_names_what_can_be_asked_at_tables(guest: Guest) -> None:
    paths = guest.http.get("/api/openapi.json").json()["paths"]
    real = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
    named = set(re.findall(r"`((?:GET|POST) /api/[^`?]+)", DOCUMENT))
    assert named - real == set()
    assert {path for path in real if "/api/tables" in path} - named == set()


def test_the_document_names_every_field_of_a_state(guest: Guest) -> None:
    fields = guest.open_hot_seat()
    assert [field for field in fields if f"`{field}`" not in DOCUMENT] == []
