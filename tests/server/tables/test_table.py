"""The fold itself, and what its views show; with secret votes and a coin."""

from __future__ import annotations

import json

import pytest

from icefield.core.errors import NotNow, StaleMove
from icefield.core.game import Game
from icefield.games import REGISTRY, register
from icefield.games.strait.position import StraitPosition
from icefield.play import read_records
from icefield.server.errors import OtherVersion
from icefield.server.service.hub import Hub
from icefield.server.service.table_service import TableService
from icefield.server.settings import Settings
from icefield.server.storage.event_log import Store
from icefield.server.storage.migrations import upgrade
from icefield.server.tables.commands import Move
from icefield.server.tables.events import Event, Moved
from icefield.server.tables.players import Player
from icefield.server.tables.table import FIRST_MOVE_S, Table
from icefield.server.views.records import write_record
from icefield.server.views.table.events import build_events
from icefield.server.views.table.state import build_ply, build_state
from icefield.server.views.viewer import Viewer

from ..strait_story import Story, walking
from ..viewers import ANN, BEN, EVE


@pytest.fixture(autouse=True)
def _ballot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTRY, "ballot", "")
    register("ballot", "tests.server.ballot_game:BALLOT")


def log(
    *more: tuple[str, dict[str, object]], game: str = "ballot", **opened: object
) -> list[Event]:
    players = [Player("person", owner=v.identity).to_json() for v in (ANN, BEN)]
    first = {"game": game, "version": 1, "options": {}, "games": 1, "players": players} | opened
    return [Event(i, *e) for i, e in enumerate([("opened", first), *more], 1)]


def moved(player: int, move: str) -> tuple[str, dict[str, object]]:
    return "moved", {"player": player, "move": move}


def test_the_same_events_give_the_same_table() -> None:
    events = log(moved(0, "b2-d4"), moved(1, "g7-e5"), ("undone", {"decisions": 1}), game="seals")
    one, two = Table.fold("t", events), Table.fold("t", events)
    assert build_state(one, ANN) == build_state(two, ANN)
    step_by_step = Table("t", events[0])
    for event in events[1:]:
        step_by_step.apply(event)
    assert build_state(step_by_step, ANN) == build_state(one, ANN)


def test_a_table_of_other_rules_is_not_guessed_at() -> None:
    with pytest.raises(OtherVersion, match="version 2"):
        Table.fold("t", log(game="seals", version=2))


def test_a_table_of_an_earlier_version_keeps_the_rules_it_was_opened_with() -> None:
    """A table of `strait` before the first tiles were dealt (I9)."""
    draws = ("start:0", "tile:9", "card:110")
    moves: list[tuple[str, dict[str, object]]] = [("chance", {"move": move}) for move in draws]
    old = {"goal": 2, "board": "bering"}
    table = Table.fold("t", log(*moves, moved(0, "put:c3:18"), game="strait", options=old))
    assert table.opened.options == {"goal": 2, "board": "bering", "tiles": "drawn"}
    assert table.position.options["tiles"] == "drawn"
    assert all(move.text.startswith("tile:") for move in table.position.moves())
    now = Table.fold("t", log(game="strait", options=old, version=2))
    assert now.position.options["tiles"] == "dealt"


def test_anothers_vote_in_the_same_ballot_leaves_the_decision_as_it_was() -> None:
    table = Table.fold("t", log(moved(1, "vote-b")))
    assert (table.decision(0), table.decision(1)) == (1, 2)
    assert table.check_move(0, "vote-a", decision=1) == Moved(0, "vote-a", 1)
    with pytest.raises(StaleMove):
        table.check_move(1, "vote-a", decision=1)


def test_events_that_change_nothing_to_decide_leave_decisions_alone() -> None:
    table = Table.fold(
        "t", log(moved(1, "vote-b"), ("said", {"player": 0, "kind": "chat", "text": "hello"}))
    )
    assert table.number == 3
    assert (table.decision(0), table.decision(1), table.decision(None)) == (1, 2, 2)


def test_a_secret_vote_reaches_nobody_else() -> None:
    events = log(moved(1, "vote-b"))
    table = Table.fold("t", events)
    assert build_state(table, BEN)["moves"][0]["move"] == "vote-b"
    for other in (ANN, EVE, Viewer(None)):
        state = build_state(table, other)
        state["touches"], state["controls"] = [], []  # what Ann herself may vote
        shown = [state, build_events(table, events, other), build_ply(table, other, 1, 1)]
        assert "vote-b" not in json.dumps(shown)
        assert "vote-b" not in write_record(table, other)
        assert read_records(write_record(table, other))[0].moves == ()


def test_votes_and_coin_are_open_when_all_have_voted() -> None:
    events = log(moved(1, "vote-b"), moved(0, "vote-a"), ("chance", {"move": "tails"}))
    table = Table.fold("t", events)
    state = build_state(table, EVE)
    assert [(m["seat"], m["move"]) for m in state["moves"]] == [
        (1, "vote-b"),
        (0, "vote-a"),
        (-1, "tails"),
    ]
    assert state["outcome"] is not None
    assert state["outcome"]["winners"] == [1]
    assert [e.get("move") for e in build_events(table, events, EVE)[1:]] == [
        "vote-b",
        "vote-a",
        "tails",
    ]


def test_votes_stand_once_they_are_cast() -> None:
    for events in (
        log(moved(1, "vote-b"), moved(0, "vote-a"), ("chance", {"move": "tails"})),
        log(moved(0, "vote-a")),
    ):
        table = Table.fold("t", events)
        with pytest.raises(NotNow, match="Votes are final"):
            table.check_undo(ANN.identity, table.decision(0))
        assert not build_state(table, ANN)["can"]["undo"]


def test_the_server_throws_the_coin_and_logs_it(database: str) -> None:
    settings = Settings(database, "s", bot_pause_s=0)
    store = Store(settings.database)
    upgrade(store.engine)
    service = TableService(settings, store, Hub())
    id_ = service.open(_ballot_game(), [Player("person", owner="me")] * 2, lambda table: table.id)
    decision = service.execute(
        id_, Move("vote-a", 1), "me", lambda table: table.decision(table.seat_for("me"))
    )
    service.execute(id_, Move("vote-b", decision), "me", lambda table: table.number)
    assert [e.kind for e in store.events(id_)] == ["opened", "moved", "moved", "chance"]
    with service.locked(id_) as table:
        assert table.match.over
    service.close()


def _ballot_game() -> Game:
    from ..ballot_game import BALLOT

    return BALLOT


def test_a_match_of_one_cannot_be_extended() -> None:
    table = Table.fold("t", log(game="seals"))
    with pytest.raises(NotNow):
        table.check_extend(ANN.identity, 1)
    with pytest.raises(NotNow):
        table.check_next(ANN.identity, 1)


def test_what_another_process_writes_meanwhile_is_told_with_the_next_look() -> None:
    """A log read a moment after the table: each event is sent once, as it is then."""
    longer = log(moved(0, "b2-d4"), moved(1, "g7-e5"), game="seals")
    table = Table.fold("t", longer[:2])
    assert [event["number"] for event in build_events(table, longer, EVE)] == [1, 2]


@pytest.mark.any_database
def test_a_turn_is_taken_back_up_to_what_chance_has_shown() -> None:
    story = Story(seed=3)
    position = story.until(walking)
    mover, other = (ANN, BEN) if position.turn == 0 else (BEN, ANN)
    top, route = str(position), max(position.routes(), key=lambda r: len(r.moves))
    for move in route.moves[:-1]:
        story.play(move)
    assert story.refusal(other) in ("others-moved", "chance-stands")
    for _ in route.moves[:-1]:
        story.undo(mover)
    assert str(story.table.position) == top


@pytest.mark.any_database
def test_I15_a_discovery_stands() -> None:
    story = Story(seed=5)
    position = story.until(
        lambda p: p.phase == "turn" and any(m.text == "discover" for m in p.moves())
    )
    mover = (ANN, BEN)[position.turn]
    story.play("discover")
    while story.table.position.turn == -1:
        story.play(story.table.position.moves()[0].text)
    assert story.refusal(mover) == "chance-stands"
    assert not build_state(story.table, mover)["can"]["undo"]
    story.play(story.table.position.moves()[0].text)  # where it lies
    if story.table.position.turn == position.turn:
        story.undo(mover)  # only that
        now = story.table.position
        assert isinstance(now, StraitPosition)
        assert now.phase == "put"


@pytest.mark.any_database
def test_what_somebody_else_decided_stands() -> None:
    story = Story(seed=6)
    story.until(lambda p: p.turns >= 2 and p.phase == "turn")
    done = story.table.position.turn
    story.play(next(m.text for m in story.table.position.moves() if m.text.startswith("turn:")))
    if story.table.position.turn == done:
        story.play("end")
    now = story.table.position.turn
    assert now != done
    assert done is not None
    assert now is not None
    mover, other = (ANN, BEN)[done], (ANN, BEN)[now]
    assert build_state(story.table, mover)["can"]["undo"]  # no seat has decided since
    story.play(next(m.text for m in story.table.position.moves() if m.text.startswith("turn:")))
    assert story.refusal(mover) == "others-moved"
    story.undo(other)
    assert story.table.position.turn == now


WAITING_CLOCK: dict[str, object] = {"clock": {"kind": "move", "seconds": 30}, "clock_waits": True}


def timed(*more: tuple[str, dict[str, object], int], **opened: object) -> Table:
    """A table of seals whose events have these times, in seconds."""
    events = log(*((kind, body) for kind, body, _ in more), game="seals", **opened)
    times = (0, *(at for _, _, at in more))
    return Table.fold(
        "t",
        [Event(e.number, e.kind, e.body, 1000 * at) for e, at in zip(events, times, strict=True)],
    )


def left(table: Table, player: int, at: int) -> float:
    """The seconds a player has left at a time."""
    assert table.clock is not None
    return table.clock.left(player, 1000 * at) / 1000


def test_clocks_stand_still_until_all_players_are_present() -> None:
    table = timed(**WAITING_CLOCK)
    assert table.awaits_players
    assert left(table, 0, 20) == 30
    started = timed(("started", {}, 20), **WAITING_CLOCK)
    assert not started.awaits_players
    assert left(started, 0, 25) == 25
    assert started.due_at == 50_000


def test_a_clock_runs_after_the_first_move_of_its_player() -> None:
    moves = [
        ("moved", {"player": 0, "move": "b2-d4"}, 5),
        ("moved", {"player": 1, "move": "g7-e5"}, 90),
    ]
    one = timed(moves[0], **WAITING_CLOCK)
    assert (one.awaits_players, left(one, 1, 60)) == (True, 30)
    both = timed(*moves, **WAITING_CLOCK)
    assert (both.awaits_players, left(both, 0, 100)) == (False, 20)


def test_a_first_move_has_a_time_limit_of_its_own() -> None:
    table = timed(("moved", {"player": 0, "move": "b2-d4"}, 5), **WAITING_CLOCK)
    assert table.due_at == 1000 * (5 + FIRST_MOVE_S)
    assert table.late_player(table.due_at - 1) is None
    assert table.late_player(table.due_at) == 1


def test_clocks_of_old_tables_and_of_days_do_not_wait() -> None:
    days = {"clock": {"kind": "days", "days": 1}, "clock_waits": True}
    for opened in ({**WAITING_CLOCK, "clock_waits": False}, days):
        table = timed(**opened)
        assert not table.awaits_players
        assert table.clock is not None
        assert table.clock.running == {0}
