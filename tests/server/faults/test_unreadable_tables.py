"""Tables that cannot be read: lists leave them out, their own URLs say so.

The log names each of them once.
"""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from icefield.cli.main import main

from ..guest import OPEN, PERSON, Guest
from ..lists import ids
from ..moved_table import GAME
from .conftest import Start

FIRST = "WHERE table_id = :id AND number = 1"
SECOND = "WHERE table_id = :id AND number = 2"
DAMAGES = {
    "unknown game": f"UPDATE events SET body = json_set(body, '$.game', 'walrus') {FIRST}",
    "newer rules": f"UPDATE events SET body = json_set(body, '$.version', 99) {FIRST}",
    "option": f"UPDATE events SET body = json_set(body, '$.options', 7) {FIRST}",
    "not JSON": f"UPDATE events SET body = '{{\"player\": ' {SECOND}",
    "not JSON at the start": f"UPDATE events SET body = '' {FIRST}",
    "missing field": f"UPDATE events SET body = '{{}}' {SECOND}",
    "illegal move": f"UPDATE events SET body = json_set(body, '$.move', 'a1-a1') {SECOND}",
    "wrong type": f"UPDATE events SET body = json_set(body, '$.player', 'x') {SECOND}",
    "gap": f"DELETE FROM events {SECOND}",
    "missing start": f"DELETE FROM events {FIRST}",
}
CODES = {"newer rules": "other-version"}
LANGUAGES = {"en": "cannot be read", "de": "nicht lesen", "fr": "illisible", "ja": "読めません"}
PAGES = ("/", "/me", "/lobby", "/watch", "/analyse")


@pytest.mark.slow
def test_an_unreadable_table_is_in_no_list_and_says_so_itself(
    start: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "tables.db"
    server = start(str(database))
    guest = Guest(server)  # type: ignore[arg-type]  # it has what a Served has
    playing, waiting = {}, {}
    for damage in (*DAMAGES, "none"):
        guest.open_hot_seat(listed=True)
        for move in GAME[:2]:
            guest.move(move)
        playing[damage] = guest.table
        guest.open(PERSON, OPEN, listed=True, clock={"kind": "days", "days": 3})
        waiting[damage] = guest.table
    server.kill()
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE tables SET due_at = 1")  # the heartbeat resumes all of them
        for damage, statement in DAMAGES.items():
            connection.execute(statement, {"id": playing[damage]})
            at_the_start = statement.endswith(FIRST) and damage != "missing start"
            change = statement if at_the_start else DAMAGES["unknown game"]
            connection.execute(change, {"id": waiting[damage]})
    server.start()

    for _ in range(2):  # a second time from memory
        assert {*ids(guest, "watch")} & {*playing.values()} == {playing["none"]}
        assert {*ids(guest, "lobby")} & {*waiting.values()} == {waiting["none"]}
        mine = guest.http.get("/api/me").json()
        assert {row["id"] for row in mine["games"]} == {playing["none"], waiting["none"]}
        for path in PAGES:
            assert guest.http.get(path).status_code == 200, path
    for damage in DAMAGES:
        code = CODES.get(damage, "unreadable-table")
        for id_ in (playing[damage], waiting[damage]):
            base = f"/api/tables/{id_}"
            for path in (base, f"{base}/events", f"{base}/record", f"{base}/plies/1/0"):
                answer = guest.http.get(path)
                assert answer.status_code == 409, (damage, path, answer.text)
                assert answer.json()["code"] in (code, "unreadable-table")
            refused = guest.http.post(f"{base}/moves", json={"move": "b2-d4", "decision": 1})
            assert refused.status_code == 409
            assert guest.http.get(f"/tables/{id_}").status_code == 409
            assert server.log.count(f"table={id_} ") == 1, damage
    for language, words in LANGUAGES.items():
        page = f"/tables/{playing['gap']}"
        for path in (page, f"/api{page}"):
            answer = guest.http.get(path, headers={"accept-language": language})
            assert words in answer.text
    assert guest.http.get(f"/api/tables/{playing['none']}").json()["number"] == 3
    assert server.terminate() == 0
    assert "Traceback" not in server.log

    copy = tmp_path / "copy.db"
    assert main(["backup", str(copy), "--database", str(database)]) == 0
    assert main(["tidy", "--days", "1", "--dry-run", "--database", str(database)]) == 0
    capsys.readouterr()
