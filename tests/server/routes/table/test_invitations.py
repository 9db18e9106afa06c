"""QR codes of invitations, the card of a visitor, and names at the table."""

from __future__ import annotations

from typing import Any

from ...guest import INVITED, OPEN, PERSON, Guest, refused
from ...shared_table import together


def test_a_link_to_a_table_as_qr_code(guest: Guest) -> None:
    invite = guest.open(PERSON, INVITED)["invites"][0]
    link = guest.served.url + invite["link"]
    answer = guest.http.get("/pictures/qr", params={"link": link})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")
    for other in ("https://example.org/tables/x", guest.served.url + "/me", "javascript:alert(1)"):
        assert guest.http.get("/pictures/qr", params={"link": other}).status_code == 422


def test_the_card_of_an_invitation_says_who_what_and_how(guest: Guest, other: Guest) -> None:
    guest.http.post("/api/me", json={"nickname": "Ann"})
    clock = {"kind": "player", "seconds": 300, "increment": 3}
    guest.open(PERSON, OPEN, clock=clock, games=2, options={"setup": "cracks"})
    page = other.http.get(f"/tables/{guest.table}").text
    card = page[page.index('id="invitation"') : page.index('id="table"')]
    for words in ("Ann invites you", "Your side: Bears", "5 min + 3 s", "A match of 2 games"):
        assert words in card
    assert "Your name" in card
    assert 'id="invitation"' not in guest.http.get(f"/tables/{guest.table}").text
    guest.command("close")
    assert 'id="invitation"' not in other.http.get(f"/tables/{guest.table}").text


def test_a_name_is_asked_for_once(guest: Guest, other: Guest) -> None:
    guest.open(PERSON, OPEN)
    other.table = guest.table
    assert "Your name" in guest.http.get(f"/tables/{guest.table}").text
    state = guest.command("name", name="Ann")
    assert state["seats"][0]["name"] == "Ann"
    assert guest.http.get("/api/me").json()["nickname"] == "Ann"
    assert "Your name" not in guest.http.get(f"/tables/{guest.table}").text
    assert other.refusal("name", name="Eve") == "not-seated"
    other.command("sit", seat=1)
    assert other.command("name", name="Ben")["seats"][1]["name"] == "Ben"
    assert other.refusal("name", name="Bo") == "named"
    refused(other.post("name", name="x" * 41), 422, "bad-request")


def test_names_stay_with_the_person_in_a_rematch(guest: Guest, other: Guest) -> None:
    together(guest, other)
    guest.command("chat", text="Hello")
    other.command("resign", game=1)
    guest.command("rematch")
    new = other.command("rematch")
    assert new["id"] != guest.table
    guest.table = other.table = new["id"]
    other.command("chat", text="Hello again")

    def names(state: dict[str, Any]) -> list[str]:
        return [seat["name"] for seat in state["seats"]]

    assert names(other.state()) == ["You", "Guest 1"]
    assert names(guest.state()) == ["Guest 2", "You"]
    assert [said["name"] for said in guest.state()["chat"]] == ["Guest 2"]
