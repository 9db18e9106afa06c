"""Games over the JSON interface: hot-seat, against bots, matches, undo, restarts."""

from __future__ import annotations

import random
import threading
import time

import pytest

import icefield
from icefield.play import read_records

from ....timeouts import HANG_S
from ...guest import OPEN, PERSON, Guest, bot, refused
from ...server_thread import Served
from ...shared_table import join, together, torch


def test_a_new_table_says_everything_a_client_needs(guest: Guest) -> None:
    state = guest.open_hot_seat()
    assert state["number"] == state["decision"] == 1
    assert state["turn"] == state["seat"] == 0
    assert state["deciding"]
    assert state["caption"] == "Seals, your turn: move a seal."
    assert state["svg"].startswith("<svg")
    start = icefield.game("seals").start()
    assert [t["move"] for t in state["touches"]] == [m.text for m in start.moves()]
    assert state["touches"][0]["touches"] == ["b2", "a3"]
    assert state["controls"] == []  # passing is not a next touch
    assert [s["role"] for s in state["seats"]] == ["Seals", "Bears"]
    can = state["can"]
    assert can.pop("analyse")
    assert (can.pop("hint"), can.pop("threats")) == (True, True)
    assert can.pop("resign")
    assert can.pop("abort")
    assert not any(can.values())
    company = {"close", "draw", "leave", "back", "chat", "undo_asks"}
    assert set(can) == {"undo", "next", "extend", "rematch", "review", "prove"} | company


def test_moves_are_events_with_numbers(guest: Guest) -> None:
    guest.open_hot_seat()
    state = guest.move("b2-d4")
    assert (state["number"], state["decision"], state["turn"]) == (2, 2, 1)
    state = guest.move("g7-e5")
    assert [m["move"] for m in state["moves"]] == ["b2-d4", "g7-e5"]
    assert [(m["game"], m["ply"], m["role"]) for m in state["moves"]] == [
        (1, 1, "Seals"),
        (1, 2, "Bears"),
    ]
    assert [(e["number"], e["kind"]) for e in guest.events()] == [
        (1, "opened"),
        (2, "moved"),
        (3, "moved"),
    ]
    assert [e["move"] for e in guest.events(since=2)] == ["g7-e5"]


def test_a_late_or_doubled_move_is_stale_and_changes_nothing(guest: Guest) -> None:
    guest.open_hot_seat()
    guest.move("b2-d4")
    before = guest.events()
    for move in ("b2-d4", "g7-e5", "nonsense"):
        refused(guest.post("moves", move=move, decision=1), 409, "stale-move")
        refused(guest.post("moves", move=move, decision=99), 409, "stale-move")
    assert guest.events() == before


def test_an_illegal_move_names_its_rule_and_changes_nothing(guest: Guest) -> None:
    state = guest.open_hot_seat()
    before = guest.events()
    problem = refused(guest.post("moves", move="b2-b5", decision=1), 422, "too-far")
    assert (problem["error"], problem["rule"]) == ("illegal-move", "S4")
    problem = refused(guest.post("moves", move="hello", decision=1), 422, "bad-move")
    assert problem["sentence"].startswith("“hello” is not a move")
    assert guest.events() == before
    assert guest.state() == state


def test_a_typed_move_may_be_spelt_as_people_do_and_no_other(guest: Guest) -> None:
    now = guest.open_hot_seat()["decision"]
    refused(guest.post("moves", move="B2D4", decision=now), 422, "bad-move")
    refused(guest.post("moves", move="b2", decision=now, typed=True), 422, "bad-move")
    played = guest.command("moves", move="B2D4", decision=now, typed=True)
    assert [move["move"] for move in played["moves"]] == ["b2-d4"]


def test_a_spectator_sees_and_cannot_do_anything(guest: Guest, served: Served) -> None:
    guest.open_hot_seat()
    guest.move("b2-d4")
    watcher = Guest(served)
    watcher.table = guest.table
    seen = watcher.state()
    assert seen["seat"] is None
    assert seen["touches"] == seen["controls"] == []
    assert not any(seen["can"].values())
    assert not any(seat["mine"] for seat in seen["seats"])
    before = guest.events()
    assert watcher.events() == before
    for what in ("undo", "next", "extend", "rematch"):
        refused(watcher.post(what, decision=seen["decision"]), 403, "not-seated")
    move = watcher.post("moves", move="g7-e5", decision=seen["decision"])
    refused(move, 403, "not-seated")
    why = watcher.post("why", touches=["g7"], decision=seen["decision"]).json()
    assert why["code"] == "not-seated"
    assert guest.events() == before


def test_out_of_turn_against_a_bot_changes_nothing(own_server: Served) -> None:
    own_server.restart(bot_pause_s=30.0)  # the bot will not answer in time
    guest = Guest(own_server)
    guest.open(PERSON, bot())
    state = guest.move("b2-d4")
    assert state["thinking"]
    assert not state["deciding"]
    before = guest.events()
    problem = guest.post("moves", move="g7-e5", decision=state["decision"])
    refused(problem, 409, "not-your-decision")
    assert guest.events() == before
    why = guest.post("why", touches=["g7"], decision=state["decision"]).json()
    assert why["sentence"] == "It is not your turn; wait for the others."


def test_of_two_racing_moves_one_wins(guest: Guest) -> None:
    for _ in range(10):
        state = guest.open_hot_seat()
        moves = [t["move"] for t in state["touches"]][:8]
        answers: list[tuple[int, str]] = []
        begin = threading.Barrier(len(moves))

        def race(
            move: str,
            begin: threading.Barrier = begin,
            answers: list[tuple[int, str]] = answers,
        ) -> None:
            begin.wait()
            answer = guest.post("moves", move=move, decision=1)
            answers.append((answer.status_code, answer.json().get("code", "")))

        racers = [threading.Thread(target=race, args=(move,)) for move in moves]
        for racer in racers:
            racer.start()
        for racer in racers:
            racer.join()
        assert sorted(answers) == [(200, ""), *[(409, "stale-move")] * (len(moves) - 1)]
        assert [e["kind"] for e in guest.events()] == ["opened", "moved"]


def test_two_processes_on_one_database_share_a_table(own_server: Served) -> None:
    guest = Guest(own_server)
    guest.open_hot_seat()
    other_server = Served(own_server.settings)
    try:
        other = Guest(other_server)
        other.table = guest.table
        other.http.cookies.update(guest.http.cookies)
        for turn in range(6):
            mover, follower = (guest, other) if turn % 2 else (other, guest)
            state = follower.state()
            mover.move(state["touches"][0]["move"], state["decision"])
            late = follower.post("moves", move=state["touches"][1]["move"], decision=turn + 1)
            refused(late, 409, "stale-move")
        assert guest.events() == other.events()
        assert len(guest.events()) == 7
    finally:
        other_server.close()


def test_a_restart_in_the_middle_costs_nothing(own_server: Served) -> None:
    guest = Guest(own_server)
    guest.open_hot_seat(games=2)
    for move in ("b2-d4", "g7-e5", "d4-d3"):
        guest.move(move)
    guest.do("undo")
    before = guest.state(), guest.events()
    own_server.restart()
    assert (guest.state(), guest.events()) == before
    guest.move("d4-d5")
    assert guest.play_out(seed=3)["outcome"] is not None


@pytest.mark.slow
def test_a_bot_that_was_thinking_goes_on_after_a_restart(own_server: Served) -> None:
    own_server.restart(bot_pause_s=60.0)
    guest = Guest(own_server)
    guest.open(bot(), PERSON)
    assert guest.state()["thinking"]
    own_server.restart(bot_pause_s=0.0)  # a thinking bot does not hold the server up
    state = guest.until("deciding")
    assert [m["seat"] for m in state["moves"]] == [0]


def test_a_game_against_a_bot_to_the_end(guest: Guest) -> None:
    guest.open(PERSON, bot("2"))
    state = guest.play_out(seed=1)
    assert state["outcome"]["rule"] in ("S8", "S9", "S10")
    seats = [m["seat"] for m in state["moves"]]
    assert seats == [ply % 2 for ply in range(len(seats))]
    assert state["can"]["rematch"]
    refused(guest.post("moves", move="b2-b3", decision=state["decision"]), 409, "game-over")


def test_undo_at_one_screen_takes_one_move_back(guest: Guest) -> None:
    guest.open_hot_seat()
    problem = guest.post("undo", decision=1)
    refused(problem, 409, "not-now")
    guest.move("b2-d4")
    first = guest.state()
    guest.move("g7-e5")
    state = guest.do("undo")
    assert [m["move"] for m in state["moves"]] == ["b2-d4"]
    assert state["touches"] == first["touches"]
    assert state["decision"] == state["number"] == 4  # numbers only move on
    refused(guest.post("moves", move="g7-e5", decision=first["decision"]), 409, "stale-move")
    refused(guest.post("undo", decision=3), 409, "stale-move")  # a doubled click
    assert guest.do("undo")["moves"] == []


def test_undo_against_a_bot_takes_its_reply_and_the_own_move_back(guest: Guest) -> None:
    start = guest.open(PERSON, bot())
    guest.move("b2-d4")
    guest.until("deciding")
    state = guest.do("undo")
    assert state["moves"] == []
    assert state["touches"] == start["touches"]
    assert guest.events()[-1] == guest.events()[-1] | {"kind": "undone", "decisions": 2}


@pytest.mark.slow
def test_undo_while_the_bot_thinks_takes_the_own_move_back(own_server: Served) -> None:
    own_server.restart(bot_pause_s=0.5)
    guest = Guest(own_server)
    guest.open(PERSON, bot())
    guest.move("b2-d4")
    state = guest.do("undo")
    assert state["deciding"]
    time.sleep(0.8)  # the reply to the move taken back is dropped
    assert [e["kind"] for e in guest.events()] == ["opened", "moved", "undone"]
    guest.move("b2-b3")
    assert next(m["move"] for m in guest.until("deciding")["moves"]) == "b2-b3"


def test_undo_never_gives_a_bot_its_first_move_back(guest: Guest) -> None:
    guest.open(bot(), PERSON)
    state = guest.until("deciding")
    assert not state["can"]["undo"]
    refused(guest.post("undo", decision=state["decision"]), 409, "not-now")


def test_S12_a_match_swaps_the_roles_and_adds_the_scores_up(guest: Guest) -> None:
    guest.open_hot_seat(games=2)
    first = guest.play_out(seed=5)
    refused(guest.post("extend", decision=first["decision"]), 409, "not-now")
    assert first["can"]["next"]
    assert not first["can"]["rematch"]
    assert first["sheet"]["rows"][0]["points"] == first["outcome"]["scores"]
    second = guest.do("next")
    assert second["outcome"] is None
    assert [s["player"] for s in second["seats"]] == [1, 0]
    assert second["sheet"]["rows"][1]["roles"] == ["Bears", "Seals"]
    refused(guest.post("next", decision=second["decision"]), 409, "not-now")
    final = guest.play_out(seed=6)
    rows = final["sheet"]["rows"]
    assert rows[1]["points"] == final["outcome"]["scores"][::-1]
    totals = [a + b for a, b in zip(rows[0]["points"], rows[1]["points"], strict=True)]
    assert final["sheet"]["totals"] == totals
    assert final["sheet"]["complete"]
    shown = f"{totals[0]} : {totals[1]}"
    assert shown in final["sheet"]["sentence"]
    if totals[0] == totals[1]:
        assert "tie" in final["sheet"]["sentence"]
    else:
        assert final["sheet"]["winners"] == [0 if totals[0] > totals[1] else 1]
    refused(guest.post("next", decision=final["decision"]), 409, "not-now")
    third = guest.do("extend")
    assert third["sheet"]["length"] == 4
    assert [s["player"] for s in third["seats"]] == [0, 1]
    assert third["sheet"]["totals"] == totals


@pytest.mark.slow
def test_a_bot_plays_both_roles_of_a_match(guest: Guest) -> None:
    guest.open(PERSON, bot(), games=2)
    guest.play_out(seed=2)
    state = guest.do("next")
    assert [s["name"] for s in state["seats"]] == ["Bot, level 1", "You"]
    assert guest.until("deciding")["moves"][-1]["seat"] == 0
    final = guest.play_out(seed=3)
    assert final["sheet"]["complete"]


@pytest.mark.slow
def test_a_rematch_is_a_new_table_with_the_seats_exchanged(guest: Guest) -> None:
    guest.open({**PERSON, "name": "Ann"}, bot("2"))
    refused(guest.post("moves", move="b2-b2", decision=1), 422, "same-square")
    guest.play_out(seed=4)
    answer = guest.post("rematch")
    assert answer.status_code == 201
    state = answer.json()
    assert state["id"] != guest.table
    assert [s["name"] for s in state["seats"]] == ["Bot, level 2", "Ann"]


def test_the_record_reads_back(guest: Guest) -> None:
    guest.open({**PERSON, "name": 'Ann "the seal"'}, {**PERSON, "name": "Ben"}, games=2)
    guest.play_out(seed=8)
    guest.do("next")
    guest.move("b2-d4")
    answer = guest.http.get(f"{guest.path}/record")
    assert answer.headers["content-type"].startswith("text/plain")
    assert "attachment" in answer.headers["content-disposition"]
    first, second = read_records(answer.text)
    moves = guest.state()["moves"]
    assert list(first.moves) == [m["move"] for m in moves if m["game"] == 1]
    assert list(second.moves) == ["b2-d4"]
    assert first.tags["Seat1"] == second.tags["Seat2"] == 'Ann "the seal"'


def test_every_ply_can_be_looked_at(guest: Guest) -> None:
    guest.open_hot_seat(games=2)
    state = guest.play_out(seed=9)
    plies = len(state["moves"])
    guest.do("next")
    texts = []
    for ply in (0, 1, plies):
        moment = guest.http.get(f"{guest.path}/plies/1/{ply}").json()
        assert moment["plies"] == plies
        assert 'role="button"' not in moment["svg"]
        texts.append(moment["caption"])
    assert texts == ["The seals move.", "The bears move.", state["outcome"]["sentence"]]
    for game, ply in ((1, plies + 1), (3, 0), (0, 0), (2, 1)):
        refused(guest.http.get(f"{guest.path}/plies/{game}/{ply}"), 404, "no-such-ply")


def test_why_touches_lead_nowhere(guest: Guest) -> None:
    guest.open_hot_seat()
    assert guest.post("why", touches=["b2"], decision=1).json() is None
    assert guest.post("why", touches=["b2", "d4"], decision=1).json() is None
    told = guest.post("why", touches=["b2", "b5"], decision=1).json()
    assert (told["code"], told["rule"]) == ("too-far", "S4")
    assert guest.post("why", touches=["g2"], decision=1).json()["rule"] == "S3"
    assert guest.post("why", touches=["pass"], decision=1).json()["rule"] == "S3"
    assert guest.post("why", touches=[], decision=1).json() is None
    assert guest.post("why", touches=["nowhere"], decision=1).json()["rule"] == "S1"
    assert guest.post("why", touches=["b2"], decision=7).json()["code"] == "stale-move"


@pytest.mark.parametrize("shuffle", [False, True])
def test_seats_are_dealt_as_asked(guest: Guest, shuffle: bool) -> None:
    seats = [guest.open(PERSON, bot(), shuffle=shuffle)["seat"] for _ in range(12)]
    assert set(seats) == ({0, 1} if shuffle else {0})


def test_the_games_are_listed(guest: Guest) -> None:
    (seals,) = [g for g in guest.http.get("/api/games").json() if g["key"] == "seals"]
    assert seals["designer"] == "Phil Leduc"
    assert seals["pair"] == "S12"
    assert [level["name"] for level in seals["levels"]][:2] == ["1", "2"]


def test_both_are_led_to_the_same_new_table(guest: Guest, other: Guest) -> None:
    together(guest, other)
    assert guest.refusal("rematch") == "not-now"
    guest.command("resign", game=1)
    state = guest.command("rematch")
    assert (state["id"], state["rematch"], state["ask"]["mine"]) == (guest.table, None, True)
    new = other.command("rematch")["id"]  # who is asked agrees by asking, too
    assert guest.state()["rematch"] == new
    assert guest.command("rematch")["id"] == new
    guest.table = other.table = new
    assert (guest.state()["seat"], other.state()["seat"]) == (1, 0)


@pytest.mark.any_database
def test_a_move_cannot_be_made_twice_or_at_another_table(served: Served, guest: Guest) -> None:
    guest.open_hot_seat()
    body = {"move": "b2-d4", "decision": 1}
    first = guest.table
    assert guest.http.post(f"/api/tables/{first}/moves", json=body).status_code == 200
    again = guest.http.post(f"/api/tables/{first}/moves", json=body)
    refused(again, 409, "stale-move")
    stranger = Guest(served)
    stranger.open_hot_seat()
    refused(guest.http.post(f"{stranger.path}/moves", json=body), 403, "not-seated")
    assert len(stranger.events()) == 1


@pytest.mark.any_database
def test_names_are_shown_as_text(guest: Guest) -> None:
    name = '<img src=x onerror="x">'
    guest.open({"kind": "person", "name": name}, {"kind": "person", "name": " a\n\u202eb "})
    page = guest.http.get(f"/tables/{guest.table}").text
    assert "<img" not in page
    assert [s["name"] for s in guest.state()["seats"]] == [name, "a b"]


@pytest.mark.slow
def test_a_game_of_two_people_and_bots_over_the_wire(served: Served, guest: Guest) -> None:
    torch(guest, PERSON, OPEN, bot("1"), timer=0)
    friend = join(served, guest.table)
    friend.post("sit", seat=1)
    chance, ballots = random.Random(1), 0
    end = time.monotonic() + HANG_S
    while time.monotonic() < end:
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
