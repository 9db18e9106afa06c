"""Secret ballots at the server, and the talk before them: nobody learns of a vote what it was."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

import pytest

from icefield.core.errors import IcefieldError
from icefield.core.game import CHANCE
from icefield.play import read_records
from icefield.server.routes.pictures import draw_ply
from icefield.server.tables.events import ChanceMoved, Event
from icefield.server.tables.players import Player
from icefield.server.tables.table import Table
from icefield.server.views.records import view_plies, write_export, write_record
from icefield.server.views.table import discussion
from icefield.server.views.table.events import build_events
from icefield.server.views.table.state import build_ply, build_state, explain_touches
from icefield.server.views.viewer import Viewer

from .guests import PERSON, Guest, bot, refused
from .serving import Served

SOAK = bool(os.environ.get("ICEFIELD_SOAK"))
GAMES = 50 if SOAK else 2  # of each seating
MOMENTS = 8 if SOAK else 3  # of each game at which votes are swapped

ANN, BEN, EVE = Viewer("ann-id"), Viewer("ben-id"), Viewer("eve-id")
OPEN = {"kind": "open"}


def person(viewer: Viewer) -> Player:
    return Player("person", owner=viewer.identity)


def opened(*players: Player, timer: int = 0) -> Event:
    body = {
        "game": "torch",
        "version": 1,
        "options": {},
        "games": 1,
        "timer": timer,
        "players": [player.to_json() for player in players],
    }
    return Event(1, "opened", body, 1000)


def received(table: Table, events: list[Event], viewer: Viewer) -> bytes:
    """All that a viewer can get of a table, by whatever route."""

    def refusal(ask: Callable[[], object]) -> object:
        try:
            return ask()
        except IcefieldError as error:
            return error.to_json()

    own = table.seats_of(viewer.identity)
    decision = table.decision(table.seat_for(viewer.identity))
    plies = len(table.plies(0)) - 1
    seat, known = view_plies(table, viewer)
    look: dict[str, Any] = {"theme": "dark", "flip": True, "width": 480}
    told: list[Any] = [
        [draw_ply(each, seat, viewer.language, **look) for each in known[-5:]],
        build_state(table, viewer),
        build_events(table, events, viewer),
        [
            build_events(table, events[since:], viewer)
            for since in range(len(events) - 5, len(events))
        ],
        [event["number"] for event in build_events(table, events, viewer)],
        [refusal(partial(build_ply, table, viewer, 1, p)) for p in range(plies - 4, plies + 2)],
        write_record(table, viewer),
        refusal(lambda: write_export(table, viewer, "ppn")),
        refusal(lambda: write_export(table, viewer, "nothing")),
        [explain_touches(table, viewer, touches, decision) for touches in ([], ["vote-5"], ["a1"])],
        refusal(lambda: table.check_undo(viewer.identity, decision)),
    ]
    for seat in own:
        for move in ("vote:9", "vote:S", "vote:0", "bar:S", "decline"):
            for number in (decision, 1):
                told.append(refusal(partial(table.check_move, seat, move, number)))
    lengths = [len(json.dumps(part, default=repr)) for part in told]
    return json.dumps([lengths, told], default=repr).encode()


def stages(
    players: tuple[Player, ...], seed: int
) -> Iterator[tuple[list[Event], list[tuple[int, int]]]]:
    """A random game as its log, at each moment at which votes are concealed; with it the places of
    these votes in the log and who cast them. The order of voting is random."""
    chance, log = random.Random(seed), [opened(*players)]
    table = Table.fold("t", log)
    votes: list[tuple[int, int]] = []
    while table.position.outcome is None:
        position = table.position
        draft = None if table.discussion is None else table.discussion.due(table, 10**12)
        if position.turn == CHANCE:
            draft = ChanceMoved(chance.choice(position.moves()).text)
        elif draft is None:
            seat = chance.choice(position.deciders)
            move = chance.choice(position.moves(seat)).text
            draft = table.check_move(seat, move, table.decision(seat))
            if move.startswith("vote:"):
                votes.append((len(log), seat))
        log.append(Event.of(len(log) + 1, draft, 1000 + len(log)))
        table.apply(log[-1])
        if not table.position.view(None).concealed:
            votes = []
        if votes:
            yield list(log), list(votes)


@pytest.fixture
def _still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discussion, "now", lambda: 2000)


SEATINGS = {
    "three people": (person(ANN), person(BEN), person(Viewer("cat-id"))),
    "two people and a bot": (person(ANN), person(BEN), Player("bot", level="1")),
    "two at one screen": (person(ANN), person(ANN), person(BEN), Player("bot", level="1")),
    "one screen": (person(ANN), person(ANN), person(ANN)),
}


def compare(
    players: tuple[Player, ...],
    log: list[Event],
    votes: list[tuple[int, int]],
    chance: random.Random,
) -> int:
    """Swap each vote, for all others in a soak, and compare what everybody else receives; how many
    comparisons were made."""
    table, compared = Table.fold("t", log), 0
    viewers = (ANN, BEN, EVE, Viewer(None))
    before = {viewer: received(table, log, viewer) for viewer in viewers}
    for place, seat in votes:
        voted = log[place].body["move"]
        options = [m.text for m in table.position.moves(table.position.turn) if m.text != voted]
        owner = players[seat].owner
        for other in options if SOAK else chance.sample(options, 1):
            changed = list(log)
            body = {**log[place].body, "move": other}
            changed[place] = Event(place + 1, "moved", body, log[place].at)
            swapped = Table.fold("t", changed)
            for viewer in viewers:
                alone = len(table.seats_of(viewer.identity)) == 1
                if owner is not None and viewer.identity == owner and alone:
                    continue  # one's own vote at one's own screen
                assert before[viewer] == received(swapped, changed, viewer), (place, viewer)
                compared += 1
            for s in range(len(players)):
                assert table.decision(s) == swapped.decision(s)
    return compared


@pytest.mark.usefixtures("_still")
@pytest.mark.parametrize("seating", SEATINGS)
@pytest.mark.slow
def test_T14_what_others_receive_does_not_depend_on_a_vote(seating: str) -> None:
    players, compared = SEATINGS[seating], 0
    chance = random.Random(seating)
    for seed in range(GAMES):
        moments = list(stages(players, seed))
        for log, votes in chance.sample(moments, min(MOMENTS, len(moments))):
            compared += compare(players, log, votes, chance)
    assert compared >= 6 * GAMES


@pytest.mark.usefixtures("_still")
def test_T14_anothers_vote_leaves_my_decision_alone_and_all_is_open_after_the_last() -> None:
    seen = 0
    for log, votes in islice(stages(SEATINGS["three people"], 5), 12):
        table = Table.fold("t", log)
        before = Table.fold("t", log[: votes[0][0]])
        for seat in table.position.deciders:
            assert table.decision(seat) == before.decision(seat)
        shown = [e.get("move") for e in build_events(table, log, EVE)[votes[0][0] :]]
        assert shown == [None] * len(votes)
        seen += 1
    assert seen > 10


# -- over the wire -------------------------------------------------------------------------------


def torch(guest: Guest, *seats: dict[str, str], **more: Any) -> dict[str, Any]:
    return guest.open(*seats, game="torch", **more)


def join(served: Served, table: str) -> Guest:
    guest = Guest(served)
    guest.table = table
    guest.state()
    return guest


def to_ballot(*guests: Guest) -> None:
    """Make moves until a ballot is at hand."""
    for _ in range(300):
        for guest in guests:
            state = guest.state()
            if state["talk"] is not None:
                return
            if state["deciding"]:
                guest.move(state["touches"][0]["move"], state["decision"])
    raise AssertionError("no ballot")


def test_people_take_open_seats_and_then_it_begins(served: Served, guest: Guest) -> None:
    state = torch(guest, PERSON, OPEN, bot(), timer=0)
    assert not state["started"]
    assert [s["kind"] for s in state["seats"]] == ["person", "open", "bot"]
    assert state["touches"] == []
    early = guest.post("moves", move="A@a1", decision=state["decision"])
    refused(early, 409, "not-started")
    friend = join(served, guest.table)
    refused(friend.post("moves", move="A@a1", decision=1), 403, "not-seated")
    refused(friend.post("sit", seat=0), 409, "seat-taken")
    refused(friend.post("sit", seat=7), 409, "no-such-seat")
    sat = friend.post("sit", seat=1, name="Ben").json()
    assert sat["started"]
    assert sat["seats"][1] | {"name": "Ben", "mine": True, "kind": "person"} == sat["seats"][1]
    refused(Guest(served).http.post(f"{guest.path}/sit", json={"seat": 1}), 409, "seat-taken")
    assert guest.events()[1]["kind"] == "sat"
    assert "owner" not in json.dumps(guest.events())


@pytest.mark.slow
def test_a_game_of_two_people_and_bots_over_the_wire(served: Served, guest: Guest) -> None:
    torch(guest, PERSON, OPEN, bot("1"), timer=0)
    friend = join(served, guest.table)
    friend.post("sit", seat=1)
    chance, ballots = random.Random(1), 0
    for _ in range(3000):
        one, two = guest.state(), friend.state()
        if one["outcome"] or ballots >= 3:
            break
        if one["deciding"] and two["deciding"]:
            ballots += 1
            vote = chance.choice(one["touches"])["move"]
            before = friend.events()
            guest.post("moves", move=vote, decision=one["decision"], seat=0)
            for event in friend.events(len(before)):
                if event["kind"] == "moved" and event["player"] != 1:
                    assert "move" not in event
            two = friend.state()
            assert two["deciding"]
        for mover, state in ((guest, one), (friend, two)):
            if state["deciding"]:
                move = chance.choice(state["touches"])["move"]
                mover.post("moves", move=move, decision=state["decision"])
    assert ballots == 3
    text = guest.http.get(f"{guest.path}/record").text
    assert read_records(text)[0].replay()
    ppn = guest.http.get(f"{guest.path}/record", params={"format": "ppn"})
    assert ppn.text.startswith("---")
    problem = guest.http.get(f"{guest.path}/record", params={"format": "pgn"})
    refused(problem, 422, "bad-request")


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
    guest.until("deciding", 6)
    assert guest.events()[-1]["kind"] == "voting"


def test_T22_a_bot_judges_by_the_words(guest: Guest, served: Served) -> None:
    torch(guest, PERSON, PERSON, bot("1"), timer=3000)
    to_ballot(guest)
    number = says(guest, "kill the crowns")
    state = guest.post("challenges", comment=number, seat=1).json()
    assert state["talk"]["comments"][0]["judged"] == {"2": True}
    state = guest.post("judgements", comment=number, guilty=True, seat=1).json()
    assert state["moves"][-1]["move"] == "bar:S"
