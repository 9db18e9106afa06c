"""What a visitor prefers, kept in cookies."""

from __future__ import annotations

import re

import pytest

from ...guest import Guest

pytestmark = pytest.mark.any_database


def test_a_cookie_turns_the_boards_of_a_game(table: Guest) -> None:
    def places(svg: str) -> dict[str, str]:
        return dict(re.findall(r'class="space[^"]*" data-id="(\w+)" transform="([^"]+)"', svg))

    plain = places(table.state()["svg"])
    for cookie, turned in (
        ("seals", True),
        ("torch.seals", True),
        ("torch", False),
        ("x..", False),
    ):
        table.http.cookies.set("icefield-flip", cookie)
        assert (places(table.state()["svg"]) != plain) is turned
        ply = table.http.get(f"{table.path}/plies/1/2").json()
        assert (places(ply["svg"]) != plain) is turned
    table.http.cookies.set("icefield-flip", "seals")
    flipped = places(table.state()["svg"])
    assert flipped["c1"] == plain["f8"]
    assert set(flipped) == set(plain)
