"""Secret ballots at the server, and the discussion before them."""

from __future__ import annotations

import json

import pytest

from icefield.play import read_records

from ...guest import OPEN, PERSON, Guest, bot, refused
from ...server_thread import Served
from ...shared_table import join, to_ballot, torch

# -- commentary ----------------------------------------------------------------------------------


@pytest.fixture
def talking(served: Served) -> tuple[Guest, Guest, Guest]:
    """Three people before the first ballot; long time to speak."""
    ann = Guest(served)
    torch(ann, {**PERSON, "name": "Ann"}, OPEN, OPEN, timer=3000)
    ben, cat = join(served, ann.table), join(served, ann.table)
    ben.post("sit", seat=1)
    cat.post("sit", seat=2)
    to_ballot(ann, ben, cat)
    return ann, ben, cat


def says(guest: Guest, text: str) -> int:
    state = guest.post("comments", text=text).json()
    return int(state["talk"]["comments"][-1]["number"])


def test_T22_no_vote_before_all_are_ready(talking: tuple[Guest, ...]) -> None:
    ann, ben, cat = talking
    state = ann.state()
    assert not state["deciding"]
    problem = ann.post("moves", move="vote:5", decision=state["decision"])
    assert refused(problem, 409, "commentary")["rule"] == "T22"
    told = ann.post("why", touches=["vote-5"], decision=state["decision"]).json()
    assert (told["code"], told["rule"]) == ("commentary", "T22")
    for guest in (ann, ben):
        assert guest.post("ready").json()["talk"]["open"] is False
    assert cat.post("ready").json()["talk"]["open"]
    assert ann.state()["decision"] == state["decision"]
    assert ann.move("vote:5")["deciding"] is False
    refused(ben.post("comments", text="too late"), 409, "no-talk")


def test_T22_a_comment_is_marked_to_its_writer(talking: tuple[Guest, ...]) -> None:
    ann = talking[0]
    (span,) = ann.post("comments/check", text="beware of the moons").json()
    assert (span["word"], span["reason"]) == ("moons", "“moons” names a suit.")
    assert [s["word"] for s in ann.post("comments/check", text="Ann lies").json()] == ["Ann"]
    assert ann.post("comments/check", text="it is cold").json() == []


@pytest.mark.slow
def test_T22_a_guilty_speaker_has_no_vote_and_the_record_says_so(
    talking: tuple[Guest, ...],
) -> None:
    ann, ben, cat = talking
    number = says(ben, "the suns must go")
    refused(ben.post("challenges", comment=number), 409, "own-comment")
    assert ann.post("challenges", comment=number).is_success
    refused(cat.post("challenges", comment=number), 409, "challenged-already")
    for guest in talking:
        guest.post("ready")
    assert ann.state()["talk"]["held"]
    problem = ann.post("moves", move="vote:5", decision=ann.state()["decision"])
    refused(problem, 409, "challenge-pending")
    assert ann.post("judgements", comment=number, guilty=True).is_success
    refused(ann.post("judgements", comment=number, guilty=True), 409, "judged-already")
    refused(ben.post("judgements", comment=number, guilty=False), 409, "own-comment")
    state = cat.post("judgements", comment=number, guilty=True).json()
    assert state["moves"][-1]["move"] == "bar:M"
    assert state["talk"]["open"]
    assert ben.state()["deciding"] is False
    ann.move("vote:5")
    cat.move("vote:5")
    text = ann.http.get(f"{ann.path}/record").text
    record = read_records(text)[0]
    assert record.moves[-3:] == ("bar:M", "vote:5", "vote:5")
    assert record.replay()[-1].barred == (1,)  # type: ignore[attr-defined]


def test_T22_the_status_line_tells_what_the_talk_waits_for(talking: tuple[Guest, ...]) -> None:
    ann, ben, cat = talking
    assert ann.state()["caption"].startswith("Before the vote you may talk.")
    assert ann.post("ready").json()["caption"].startswith("You are ready to vote.")
    number = says(ben, "the suns must go")
    ann.post("challenges", comment=number)
    question = "Your turn: Suns challenged a comment of Moons. Did it break the rules?"
    assert ann.state()["caption"] == question
    waits = "Suns challenged a comment of Moons. The vote waits until it is judged."
    assert ben.state()["caption"] == waits
    for judge in (ann, cat):
        judge.post("judgements", comment=number, guilty=True)
    assert ben.state()["caption"].startswith("You have no vote until the next round")
    assert not cat.state()["caption"].startswith("You have no vote")


def test_T22_the_list_of_moves_tells_how_challenges_ended(talking: tuple[Guest, ...]) -> None:
    ann, ben, cat = talking
    number, other = says(ben, "the suns must go"), says(ann, "it is cold")
    ann.post("challenges", comment=number)
    cat.post("challenges", comment=other)
    for judge in (ben, cat):
        judge.post("judgements", comment=other, guilty=False)
    for judge in (ann, cat):
        judge.post("judgements", comment=number, guilty=True)
    assert ben.state()["moves"][-1]["notes"] == [
        "Suns challenged a comment of Moons: “the suns must go” It was found against the rules.",
        "Crowns challenged a comment of Suns: “it is cold” It was found within the rules.",
    ]


@pytest.mark.parametrize("ruling", [True, False])
def test_T22_a_tie_goes_to_the_torch_bearer(talking: tuple[Guest, ...], ruling: bool) -> None:
    from icefield.games import game

    record = read_records(talking[0].http.get(f"{talking[0].path}/record").text)[0]
    bearer = game("torch").arbiter(record.replay()[-1])  # type: ignore[attr-defined]
    speaker = (bearer + 1) % 3
    number = says(talking[speaker], "look there")
    jurors = [talking[(speaker + 1) % 3], talking[(speaker + 2) % 3]]
    jurors[0].post("challenges", comment=number)
    for juror, guilty in zip(jurors, (True, False), strict=True):
        juror.post("judgements", comment=number, guilty=guilty)
    comment = talking[0].state()["talk"]["comments"][0]
    assert comment["divided"]
    assert comment["waiting"] == [bearer]
    other = next(g for i, g in enumerate(talking) if i != bearer)
    refused(other.post("judgements", comment=number, guilty=True), 409, "arbiter-judges")
    state = talking[bearer].post("judgements", comment=number, guilty=ruling).json()
    assert state["moves"][-1]["move"].startswith("bar:") is ruling
    assert state["talk"]["comments"][0]["guilty"] is ruling


def test_T22_nobody_bars_alone(talking: tuple[Guest, ...]) -> None:
    ann = talking[0]
    for guest in talking:
        guest.post("ready")
    problem = ann.post("moves", move="bar:M", decision=ann.state()["decision"])
    refused(problem, 422, "not-a-decision")


def test_T22_at_one_screen_one_press_is_enough(guest: Guest) -> None:
    torch(guest, PERSON, PERSON, PERSON, timer=3000)
    to_ballot(guest)
    state = guest.post("ready").json()
    assert (state["curtain"], state["deciding"]) == ("Suns", True) or state["curtain"]
    first = state["seat"]
    vote = {"move": "vote:5", "decision": state["decision"], "seat": first}
    after = guest.post("moves", **vote).json()
    assert after["seat"] != first
    refused(guest.post("moves", **vote), 409, "stale-move")
    assert "vote:5" not in json.dumps(after["moves"]) + json.dumps(guest.events())


@pytest.mark.slow
def test_T22_time_runs_out_even_over_a_restart(own_server: Served) -> None:
    guest = Guest(own_server)
    torch(guest, PERSON, PERSON, PERSON, timer=3)
    to_ballot(guest)
    talk = guest.state()["talk"]
    assert 0 < talk["left"] <= 3000
    own_server.restart()
    assert guest.state()["talk"]["left"] <= talk["left"]
    guest.until("deciding")
    assert guest.events()[-1]["kind"] == "voting"


@pytest.mark.slow
def test_T22_a_bot_judges_by_the_words(guest: Guest, served: Served) -> None:
    torch(guest, PERSON, PERSON, bot("1"), timer=3000)
    to_ballot(guest)
    number = says(guest, "kill the crowns")
    state = guest.post("challenges", comment=number, seat=1).json()
    assert state["talk"]["comments"][0]["judged"] == {"2": True}
    state = guest.post("judgements", comment=number, guilty=True, seat=1).json()
    assert state["moves"][-1]["move"] == "bar:S"
