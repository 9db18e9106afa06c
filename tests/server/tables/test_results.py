"""How games ended for their people: in lists, in filters, in statistics."""

from __future__ import annotations

import sqlalchemy as sa

from icefield.server.storage.event_log import Store

from ..guest import OPEN, PERSON, Guest, bot
from ..shared_table import together


def rows(guest: Guest, **query: str) -> dict[str, str]:
    """The notes of a visitor's games, by table."""
    found = guest.http.get("/api/me", params=query).json()["games"]
    return {row["id"]: row["note"] for row in found}


def test_lists_say_who_won_and_the_score(guest: Guest, other: Guest) -> None:
    together(guest, other)
    guest.move("b2-d4")
    other.move("g7-e5")
    guest.command("resign", game=1)
    assert rows(guest)[guest.table] == "You lost 0 : 44"
    assert rows(other)[guest.table] == "You won 44 : 0"
    row = guest.http.get("/api/me").json()["games"][0]
    assert (row["result"]["kind"], row["score"]) == ("lost", None)


def test_lists_say_that_a_game_was_called_off(guest: Guest, other: Guest) -> None:
    together(guest, other)
    other.command("resign", game=1)
    assert rows(other)[guest.table] == "Called off"


def test_lists_say_the_score_of_a_match_that_goes_on(guest: Guest, other: Guest) -> None:
    together(guest, other, games=2, listed=True)
    guest.move("b2-d4")
    other.move("g7-e5")
    other.command("resign", game=1)
    guest.do("next")
    (row,) = [r for r in other.http.get("/api/watch").json() if r["id"] == guest.table]
    assert row["score"] == "game 2 of 2, 0 : 44"


def test_filters_and_statistics(guest: Guest, other: Guest) -> None:
    together(guest, other)
    guest.move("b2-d4")
    other.move("g7-e5")
    guest.command("resign", game=1)
    lost = guest.table
    together(guest, other, game="glide")
    running = guest.table
    assert set(rows(guest)) == {lost, running}
    assert set(rows(guest, show="running")) == {running}
    assert set(rows(guest, show="lost")) == {lost}
    assert set(rows(guest, show="won")) == set()
    assert set(rows(guest, game="glide")) == {running}
    assert set(rows(guest, game="glide", show="lost")) == set()
    statistics = guest.http.get("/api/me").json()["statistics"]
    seals = {"key": "seals", "title": "Go with the Floe"}
    assert statistics == [{"game": seals, "games": 1, "won": 0, "lost": 1, "drawn": 0}]
    assert other.http.get("/api/me").json()["statistics"][0]["won"] == 1
    assert guest.http.get("/api/me", params={"show": "nothing"}).status_code == 422
    page = guest.http.get("/me", params={"show": "lost", "game": "seals"}).text
    assert "You lost 0 : 44" in page
    assert f"/tables/{running}" not in page


def test_results_of_tables_from_before_are_found_when_they_are_asked_for(
    guest: Guest, other: Guest
) -> None:
    together(guest, other)
    guest.move("b2-d4")
    other.move("g7-e5")
    guest.command("resign", game=1)
    store = Store(guest.served.settings.database)
    with store.engine.begin() as connection:
        connection.execute(
            sa.text("UPDATE seats SET result = NULL WHERE table_id = :id"), {"id": guest.table}
        )
    store.close()
    assert other.http.get("/api/me").json()["statistics"][0]["won"] == 1
    assert set(rows(guest, show="lost")) == {guest.table}


def test_giving_up_among_several_is_a_loss(guest: Guest, other: Guest) -> None:
    guest.open(PERSON, OPEN, bot(), bot(), game="glide")
    other.table = guest.table
    other.command("sit", seat=1)
    guest.command("resign", game=1)
    other.command("resign", game=1)
    guest.until("outcome")
    assert guest.http.get("/api/me").json()["statistics"][0]["lost"] == 1


def test_lists_say_that_the_time_ran_out(guest: Guest, other: Guest) -> None:
    together(guest, other)
    guest.move("b2-d4")
    number = other.move("g7-e5")["number"]
    store = Store(guest.served.settings.database)
    store.append(guest.table, number + 1, "flagged", {"player": 0})
    store.close()
    assert rows(guest)[guest.table] == "Lost on time 0 : 44"
    assert rows(other)[guest.table] == "Won on time 44 : 0"
