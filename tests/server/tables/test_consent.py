"""Requests for a takeback or a draw, and the answers to them."""

from __future__ import annotations

from ..guest import PERSON, Guest, bot
from ..shared_table import together


def test_a_move_is_taken_back_when_the_other_agrees(guest: Guest, other: Guest) -> None:
    together(guest, other)
    state = guest.move("b2-d4")
    assert (state["can"]["undo"], state["can"]["undo_asks"]) == (True, True)
    state = guest.do("undo")
    assert len(state["moves"]) == 1
    assert (state["ask"]["mine"], state["ask"]["answer"]) == (True, False)
    asked = other.state()["ask"]
    assert (asked["what"], asked["answer"]) == ("takeback", True)
    assert guest.refusal("answer", ask=asked["number"], yes=True) == "not-asked"
    assert other.refusal("answer", ask=asked["number"] + 1, yes=True) == "not-asked"
    state = other.command("answer", ask=asked["number"], yes=True)
    assert (state["moves"], state["ask"]) == ([], None)
    assert other.refusal("answer", ask=asked["number"], yes=True) == "not-asked"  # doubled


def test_what_was_declined_is_not_asked_again_before_the_next_move(
    guest: Guest, other: Guest
) -> None:
    together(guest, other)
    guest.move("b2-d4")
    ask = guest.do("undo")["ask"]
    assert other.command("answer", ask=ask["number"], yes=False)["ask"] is None
    decision = guest.state()["decision"]
    assert guest.refusal("undo", decision=decision) == "declined-already"
    other.move("g7-e5")
    assert guest.refusal("undo", decision=guest.state()["decision"]) == "others-moved"
    assert other.do("undo")["ask"]["mine"]
    ask = other.state()["ask"]
    assert other.command("answer", ask=ask["number"], yes=False)["ask"] is None  # withdrawn


def test_a_move_ends_what_was_asked(guest: Guest, other: Guest) -> None:
    together(guest, other)
    guest.move("b2-d4")
    ask = guest.do("undo")["ask"]
    assert other.move("g7-e5")["ask"] is None
    assert other.refusal("answer", ask=ask["number"], yes=True) == "not-asked"


def test_takebacks_can_be_switched_off(guest: Guest, other: Guest) -> None:
    together(guest, other, takebacks=False)
    state = guest.move("b2-d4")
    assert not state["can"]["undo"]
    assert guest.refusal("undo", decision=state["decision"]) == "no-takebacks"
    guest.open(PERSON, bot(), rated=True)
    guest.move("b2-d4")
    state = guest.until("deciding")
    assert (state["can"]["hint"], state["can"]["undo"]) == (False, False)


def test_alone_with_bots_nobody_is_asked(guest: Guest) -> None:
    guest.open(PERSON, bot())
    guest.move("b2-d4")
    state = guest.until("deciding")
    assert not state["can"]["undo_asks"]
    assert guest.do("undo")["moves"] == []


def test_G10_a_draw_by_agreement(guest: Guest, other: Guest) -> None:
    together(guest, other, game="glide")
    assert other.state()["can"]["draw"]
    ask = other.command("draw")["ask"]
    assert guest.refusal("draw") == "asked-already"
    state = guest.command("answer", ask=ask["number"], yes=True)
    assert state["outcome"] == {
        "sentence": "A draw by agreement.",
        "rule": None,
        "winners": [],
        "scores": [0, 0],
    }
    assert (state["deciding"], state["touches"]) == (False, [])
    move = {"move": "up", "decision": state["decision"]}
    assert guest.refusal("moves", **move) in ("game-over", "not-your-decision", "bad-notation")


def test_seals_knows_no_draw(guest: Guest, other: Guest) -> None:
    together(guest, other)
    assert not guest.state()["can"]["draw"]
    assert guest.refusal("draw") == "no-draws"


def test_a_rematch_begins_when_the_other_agrees(guest: Guest, other: Guest) -> None:
    together(guest, other)
    guest.move("b2-d4")
    other.move("g7-e5")
    guest.command("resign", game=1)
    state = guest.command("rematch")
    assert (state["ask"]["what"], state["ask"]["mine"]) == ("rematch", True)
    assert (state["rematch"], state["can"]["rematch"]) == (None, False)
    asked = other.state()["ask"]
    assert asked["answer"]
    new = other.command("answer", ask=asked["number"], yes=True)["rematch"]
    watcher = Guest(guest.served)
    watcher.table = guest.table
    assert guest.state()["rematch"] == watcher.state()["rematch"] == new
    assert [e["kind"] for e in guest.events()[-3:]] == ["asked", "answered", "rematched"]
    assert guest.state()["ask"] is None
    guest.table = other.table = new
    assert (guest.state()["seat"], other.state()["seat"]) == (1, 0)


def test_a_declined_rematch_is_reported_and_the_other_may_still_ask(
    guest: Guest, other: Guest
) -> None:
    together(guest, other)
    other.command("resign", game=1)
    guest.command("rematch")
    ask = other.state()["ask"]["number"]
    state = other.command("answer", ask=ask, yes=False)
    assert (state["ask"], state["rematch"]) == (None, None)
    told = guest.state()["declined"]
    assert (told["what"], told["mine"]) == ("rematch", True)
    assert told["sentence"] == "Guest 2 declined the rematch."
    assert guest.refusal("rematch") == "declined-already"
    assert not guest.state()["can"]["rematch"]
    assert other.command("rematch")["ask"]["mine"]
    assert guest.state()["declined"] is None
    assert guest.command("rematch")["seat"] == 1  # which agrees


def test_a_withdrawn_request_is_not_reported_as_declined(guest: Guest, other: Guest) -> None:
    together(guest, other)
    guest.move("b2-d4")
    ask = guest.do("undo")["ask"]
    assert guest.command("answer", ask=ask["number"], yes=False)["declined"] is None


def test_a_declined_takeback_is_reported_until_the_next_move(guest: Guest, other: Guest) -> None:
    together(guest, other)
    guest.move("b2-d4")
    ask = guest.do("undo")["ask"]
    other.command("answer", ask=ask["number"], yes=False)
    assert guest.state()["declined"]["sentence"] == "Guest 2 declined. Your move stays."
    assert other.state()["declined"] is None  # who said no need not be told
    other.move("g7-e5")
    assert guest.state()["declined"] is None


def test_a_rematch_with_bots_only_begins_at_once(guest: Guest) -> None:
    guest.open(PERSON, bot())
    guest.command("resign", game=1)
    assert guest.command("rematch")["seat"] == 1
