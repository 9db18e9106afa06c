"""The state: moves before the turn, directions, buttons and resigning."""

from __future__ import annotations

import pytest

from ...guest import INVITED, PERSON, Guest, bot


@pytest.mark.parametrize(
    ("game", "expected"),
    [("seals", "moves"), ("glide", "directions"), ("strait", None), ("torch", None)],
)
def test_state_says_how_a_move_may_be_chosen_before_the_turn(
    guest: Guest, game: str, expected: str | None
) -> None:
    more = [INVITED, INVITED] if game == "torch" else [INVITED]
    assert guest.open(PERSON, *more, game=game)["premoves"] is None  # the game has not begun
    if game in ("seals", "glide"):
        assert guest.open(PERSON, bot(), game=game)["premoves"] == expected


def test_state_allows_no_premoves_where_one_person_plays_all_seats(guest: Guest) -> None:
    assert guest.open_hot_seat()["premoves"] is None


def test_state_says_what_giving_up_costs(guest: Guest) -> None:
    state = guest.open(PERSON, bot())
    empty = int(state["facts"][0].split()[0])
    assert state["stake"] == f"Bears would score {empty} points."
    assert guest.open(PERSON, bot(), game="glide")["stake"] is None


def test_moves_in_glide_name_their_piece_and_direction(guest: Guest) -> None:
    moves = guest.open_hot_seat(game="glide")["touches"]
    assert moves
    assert {move["start"] for move in moves} == {"a1"}
    assert all(move["directed"] for move in moves)


def test_moves_in_seals_begin_with_their_piece(guest: Guest) -> None:
    assert all("start" not in move for move in guest.open_hot_seat()["touches"])
