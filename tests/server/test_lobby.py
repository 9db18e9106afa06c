"""Open seats in the lobby, games to watch, and what of them strangers may know."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from icefield.server.asgi.identity import Identities
from icefield.server.storage import table_index
from icefield.server.storage.event_log import Store

from .guests import PERSON, Guest, bot
from .serving import Served

OPEN = {"kind": "open"}


def ids(guest: Guest, where: str) -> list[str]:
    answer = guest.http.get(f"/api/{where}")
    assert answer.status_code == 200, answer.text
    return [row["id"] for row in answer.json()]


def row(guest: Guest, where: str, table: str, **headers: str) -> dict[str, Any]:
    rows = guest.http.get(f"/api/{where}", headers=headers).json()
    return next(dict(each) for each in rows if each["id"] == table)


def test_a_listed_table_waits_in_the_lobby_and_is_watched_afterwards(served: Served) -> None:
    host, other, stranger = Guest(served), Guest(served), Guest(served)
    host.open(PERSON, OPEN, listed=True, clock={"kind": "player", "seconds": 600, "increment": 5})
    found = row(stranger, "lobby", host.table)
    assert found["stage"] == "waiting"
    assert (found["note"], found["clock"], found["mine"]) == ("1 free seat", "10 min + 5 s", False)
    assert [seat["kind"] for seat in found["seats"]] == ["person", "open"]
    assert row(host, "lobby", host.table)["mine"] is True
    assert host.table not in ids(stranger, "watch")
    other.table = host.table
    assert other.post("sit", seat=1).status_code == 200
    assert host.table not in ids(stranger, "lobby")
    assert row(stranger, "watch", host.table)["stage"] == "playing"
    assert row(host, "watch", host.table)["note"] == "Your move"
    assert row(other, "watch", host.table)["note"] == "Player 1 to move"


def test_what_is_not_listed_is_shown_to_nobody(served: Served) -> None:
    host, stranger = Guest(served), Guest(served)
    host.open(PERSON, OPEN)
    assert host.table not in ids(stranger, "lobby")
    host.open_hot_seat()
    assert host.table not in ids(stranger, "watch")


def test_a_seat_kept_for_a_friend_is_not_offered(served: Served) -> None:
    host, stranger = Guest(served), Guest(served)
    host.open(PERSON, {"kind": "invited"}, listed=True)
    assert host.table not in ids(stranger, "lobby")


def test_a_game_that_is_over_is_not_watched_any_more(served: Served) -> None:
    host, stranger = Guest(served), Guest(served)
    host.open_hot_seat(listed=True)
    assert host.table in ids(stranger, "watch")
    host.play_out()
    assert host.table not in ids(stranger, "watch")


def test_bots_can_be_watched(served: Served) -> None:
    host, stranger = Guest(served), Guest(served)
    state = host.open(bot(), bot(), listed=True)
    assert state["seat"] is None
    assert host.table in ids(stranger, "watch")


def test_lists_speak_the_readers_language_and_tell_other_rules(served: Served) -> None:
    host = Guest(served)
    more = {"options": {"goal": 2}, "clock": {"kind": "days", "days": 3}}
    host.open(PERSON, OPEN, game="strait", listed=True, **more)
    told = row(host, "lobby", host.table, **{"accept-language": "de"})
    assert told["clock"] == "3 Tage pro Zug"
    assert told["note"] == "1 freier Platz"
    assert told["options"][0].endswith("→ 2")
    assert told["active"].startswith("vor ")
    assert row(host, "lobby", host.table)["active"].endswith(" ago")


def test_identities_and_votes_stay_secret_in_lists(served: Served) -> None:
    host = Guest(served)
    host.open(PERSON, OPEN, OPEN, game="torch", listed=True)
    answer = host.http.get("/api/lobby")
    identity = identity_of(served, host)
    assert identity not in answer.text
    assert "owner" not in answer.text
    assert "token" not in answer.text


def identity_of(served: Served, guest: Guest) -> str:
    found = Identities(served.settings.secret).read(guest.http.cookies["icefield"])
    assert found is not None
    return found


@pytest.mark.parametrize("path", ["/lobby", "/watch"])
def test_pages_show_the_same(served: Served, path: str) -> None:
    host = Guest(served)
    host.open(PERSON, OPEN if path == "/lobby" else PERSON, listed=True)
    page = host.http.get(path)
    assert page.status_code == 200
    assert host.table in page.text


def test_small_pictures_are_a_spectators(served: Served) -> None:
    host, stranger = Guest(served), Guest(served)
    host.open_hot_seat()
    answer = stranger.http.get(f"/pictures/tables/{host.table}")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    before = answer.text
    host.move("b2-d4")
    assert stranger.http.get(f"/pictures/tables/{host.table}").text != before
    assert stranger.http.get("/pictures/tables/nope").status_code == 404


# -- what is written for the lists ----------------------------------------------------------------


def note(served: Served, table: str) -> dict[str, Any]:
    store = Store(served.settings.database)
    with store.engine.connect() as connection:
        found = connection.execute(
            sa.text("SELECT stage, active_at, fades_at FROM tables WHERE id = :id"), {"id": table}
        ).one()
    store.close()
    return dict(found._mapping)


def test_nobody_sees_a_table_for_ever(served: Served) -> None:
    host = Guest(served)
    day = 24 * 3600 * 1000
    host.open(PERSON, OPEN, listed=True)
    kept = note(served, host.table)
    assert kept["fades_at"] - kept["active_at"] == day
    host.open(PERSON, OPEN, listed=True, clock={"kind": "days", "days": 7})
    kept = note(served, host.table)
    assert kept["fades_at"] - kept["active_at"] > 7 * day
    host.open_hot_seat(listed=True)
    kept = note(served, host.table)
    assert kept["fades_at"] - kept["active_at"] < day


def test_a_table_that_has_faded_is_not_listed(own_server: Served) -> None:
    host = Guest(own_server)
    host.open(PERSON, OPEN, listed=True)
    assert ids(host, "lobby") == [host.table]
    store = Store(own_server.settings.database)
    with store.engine.begin() as connection:
        connection.execute(sa.text("UPDATE tables SET fades_at = 5"))
    store.close()
    assert ids(host, "lobby") == []


@pytest.mark.slow
def test_lists_are_written_only_when_something_changed(
    own_server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    real = Store.note

    def note(self: Store, table: str, *what: Any) -> None:
        written.append(table)
        real(self, table, *what)

    monkeypatch.setattr(Store, "note", note)
    monkeypatch.setattr(table_index, "_STEP_MS", 10**12)  # times are all the same
    host = Guest(own_server)
    host.open_hot_seat()
    for move in ("b2-d4", "g2-g4"):
        host.move(move)
    host.state()
    assert written.count(host.table) == 1
    host.play_out()
    assert written.count(host.table) == 2


def test_lists_survive_a_restart(own_server: Served) -> None:
    host = Guest(own_server)
    host.open(PERSON, OPEN, listed=True)
    own_server.restart()
    assert ids(host, "lobby") == [host.table]
