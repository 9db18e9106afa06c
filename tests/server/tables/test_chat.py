"""The chat of a table: who may write, and how much."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from ..guest import Guest
from ..server_thread import Served
from ..shared_table import together


def test_people_at_the_table_talk_and_others_only_read(
    served: Served, guest: Guest, other: Guest
) -> None:
    together(guest, other)
    guest.command("chat", text="  Good\nluck <b>you</b> ")
    state = other.state()
    assert [(m["text"], m["mine"]) for m in state["chat"]] == [("Good luck <b>you</b>", False)]
    watcher = Guest(served)
    watcher.table = guest.table
    assert len(watcher.state()["chat"]) == 1
    assert watcher.refusal("chat", text="Hello") == "not-seated"
    assert guest.refusal("chat", text="   ") == "nothing-said"
    assert guest.refusal("chat", text="x" * 301) == "bad-request"
    decision = guest.state()["decision"]
    other.command("chat", text="You, too")
    assert guest.move("b2-d4", decision)["moves"]  # a word changes no decision


def test_who_writes_too_much_has_to_wait(guest: Guest, other: Guest) -> None:
    together(guest, other)
    for i in range(5):
        guest.command("chat", text=str(i))
    assert guest.refusal("chat", text="more") == "slow-down"
    other.command("chat", text="I may still speak")


def play_until(guests: Sequence[Guest], reached: Callable[[dict[str, Any]], bool]) -> None:
    """Let the guests play their first moves until a state is reached."""
    while not reached(guests[0].state()):
        who = next(g for g in guests if g.state()["deciding"])
        who.move(who.state()["touches"][0]["move"])


@pytest.mark.slow
def test_T22_chat_is_closed_from_the_talk_to_the_second_reveal(
    served: Served, guest: Guest
) -> None:
    guests = (guest, Guest(served), Guest(served))
    together(*guests, game="torch")
    play_until(guests, lambda state: state["talk"] is not None)
    for reveal in (1, 2):
        answer = guest.post("chat", text="Go east")
        assert (answer.json()["code"], answer.json()["rule"]) == ("talk-first", "T22")
        assert not guest.state()["can"]["chat"]
        for each in guests:
            each.post("ready")
        guests[0].move(guests[0].state()["touches"][0]["move"])  # the others still vote
        assert guests[1].refusal("chat", text="5 Suns, I will help you") == "talk-first"
        for each in guests[1:]:
            each.move(each.state()["touches"][0]["move"])
        if reveal == 1:  # coins
            assert guests[1].refusal("chat", text="add to the Suns") == "talk-first"
            play_until(guests, lambda state: state["talk"] is not None)
    guest.command("chat", text="Both are revealed")


@pytest.mark.slow
def test_T22_what_is_said_during_the_movement_can_be_challenged(
    served: Served, guest: Guest
) -> None:
    guests = (guest, Guest(served), Guest(served))
    together(*guests, game="torch")
    guest.command("chat", text="sink the Moons")  # the pyramids are being placed: free
    assert guest.state()["chat_rule"] is None
    play_until(guests, lambda state: state["chat_rule"] is not None)
    assert guest.state()["chat_rule"] == "T22"
    guest.command("chat", text="sink the Suns")
    play_until(guests, lambda state: state["talk"] is not None)
    (comment,) = guests[1].state()["talk"]["comments"]
    assert comment["text"] == "sink the Suns"
    guests[1].post("challenges", comment=comment["number"])
    for each in guests[1:]:
        each.post("judgements", comment=comment["number"], guilty=True)
    assert guest.state()["talk"]["comments"][0]["guilty"] is True
    for each in guests[1:]:
        each.post("ready")
    guest.post("ready")
    assert not guest.state()["deciding"]
    for each in guests[1:]:
        each.move(each.state()["touches"][0]["move"])
    play_until(guests, lambda state: state["talk"] is not None)
    assert guest.state()["talk"]["comments"] == []  # of the second ballot
