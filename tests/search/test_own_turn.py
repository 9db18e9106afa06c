"""The exact search of one turn: certain wins, and moves that prevent the next."""

from __future__ import annotations

import random

import pytest

import icefield
from icefield.core.game import Move, Position
from icefield.search.own_turn import MAX_DECISIONS, find_safe_move, find_win

from ..turns import finish_turn, own_turn_cases

STRAIT = icefield.game("strait")
DECK = "deck=010:2,110:1,020:1"
FAR = "g5:42:r,h2:21,i5:24:rf"  # floes that lie far away


def strait(floes: str, third: str, pack: str = "-", deck: str = DECK) -> Position:
    """Two explorers of seat 0, whose turn begins, are home; the third is somewhere."""
    return STRAIT.read(
        f"seats=2 goal=3 phase=turn turns=41 first=0 active=0 floes={floes},{FAR} diomede=rrff "
        f"stations=shishmaref:r explorers=chini.naukan.{third}/h2.nuluk.wales packs={pack}/- {deck}"
    )


def first_of_win(position: Position) -> Move:
    win = find_win(position)
    assert win is not None
    return win.move


def immediate_wins(position: Position, seat: int) -> list[str]:
    """The moves that end the game at once, by the public interface alone."""
    after = {move.text: position.play(move).outcome for move in position.moves()}
    return [text for text, end in after.items() if end is not None and end.winners == (seat,)]


# -- wins -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "text"), own_turn_cases("win"))
def test_a_win_within_the_turn_is_found_whatever_others_do(key: str, text: str) -> None:
    position = icefield.game(key).read(text)
    for seed in range(3):
        end = finish_turn(position, first_of_win, random.Random(seed))
        assert end.outcome is not None
        assert end.outcome.winners == (position.turn,)


@pytest.mark.parametrize(("key", "text"), own_turn_cases("win"))
def test_the_nearest_win_comes_first(key: str, text: str) -> None:
    position = icefield.game(key).read(text)
    assert position.turn is not None
    at_once = immediate_wins(position, position.turn)
    win = find_win(position)
    assert win is not None
    assert 1 <= win.plies <= MAX_DECISIONS
    if at_once:
        assert (win.plies, win.move.text in at_once) == (1, True)
    else:
        assert win.plies > 1


@pytest.mark.parametrize("key", ["seals", "glide", "torch"])
def test_a_win_is_found_exactly_where_a_move_wins_at_once(key: str) -> None:
    """In random games; a turn of these is one decision, as long as no ballot is open."""
    rng, found = random.Random(5), 0
    for _ in range(6):
        position = icefield.game(key).start()
        while position.turn is not None:
            if position.deciders and (key != "torch" or "phase=move" in str(position)):
                wins = immediate_wins(position, position.turn)
                assert (find_win(position) is not None) == bool(wins), str(position)
                found += bool(wins)
            position = position.play(rng.choice(position.moves()))
    assert found


def test_a_floe_action_before_the_last_walk_is_found() -> None:
    win = find_win(strait("a3:3", "a3"))
    assert win is not None
    assert (win.move.text, win.plies) == ("drift:a3-a2", 2)


def test_a_discovery_wins_only_if_every_draw_does() -> None:
    """From b7 over a new floe on a8; a bear on it would cost a fish."""
    win = find_win(strait("b7:3", "b7"))
    assert win is not None
    assert (win.move.text, win.plies) == ("discover", 6)
    assert find_win(strait("b7:3", "b7", deck="deck=010:2,001:1")) is None


def test_an_escape_into_siberia_is_a_win_in_the_turn_of_another() -> None:
    position = STRAIT.read(
        "seats=2 goal=3 phase=turn turns=41 first=0 active=1 "
        f"floes=a2:3,b1:36:b,c1:9,{FAR} diomede=rrff explorers=chini.naukan.a2/c1.nuluk.wales "
        f"packs=-/f {DECK}"
    )
    for move in ("c1-b1", "stop", "send:SW"):
        position = position.play(move)
    assert (position.turn, find_win(position)) == (0, find_win(position, 0))
    outcome = position.play(first_of_win(position)).outcome
    assert outcome is not None
    assert outcome.winners == (0,)


def test_nothing_is_claimed_of_a_secret_ballot() -> None:
    """With the present votes of the others the last vote wins; no seat knows them."""
    position = icefield.game("torch").read(
        "-,-,-,-,-/S4:SA+SB,-,-,-,-/S1:MB+CA,-,-,-,-/-,-,-,A0:CD,-/-,-,-,-,- suits=SMC return=0 "
        "limit=20 phase=suit round=14 torch=S turn=C done=3 left=1 number=1 coins=000 votes=MS- "
        "scores=42,19,68 rolls=0x1"
    )
    assert immediate_wins(position, 2)
    assert find_win(position, 2) is None
    assert find_win(position.view(2), 2) is None


# -- prevention -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "text"), own_turn_cases("prevent"))
def test_a_win_of_the_next_player_is_prevented(key: str, text: str) -> None:
    position = icefield.game(key).read(text)

    def safe(at: Position) -> Move:
        found = find_safe_move(at, at.moves())
        assert found is not None
        return found

    end = finish_turn(position, safe, random.Random(1))
    assert end.outcome is None
    assert end.turn is not None
    assert immediate_wins(end, end.turn) == []
    assert find_win(end) is None


def test_the_first_safe_move_of_those_given_is_taken() -> None:
    key, text = next(case for case in own_turn_cases("prevent") if case[0] == "glide")
    position = icefield.game(key).read(text)
    safe = [m for m in position.moves() if find_safe_move(position, [m]) is not None]
    unsafe = [m for m in position.moves() if m not in safe]
    assert safe
    assert unsafe
    assert find_safe_move(position, [*unsafe, *reversed(safe)]) == safe[-1]
    assert find_safe_move(position, unsafe) is None
