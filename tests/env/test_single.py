"""The Gymnasium environments pass Gymnasium's own check, and their opponents play."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import icefield
from icefield import env
from icefield.core.errors import GameOver
from icefield.core.game import Move, Position
from icefield.env import BadAction, BadEnvironment
from icefield.env.ids import NAMES

from .start_positions import BALLOT, LATE_TORCH, begin, every_game, last_turns, torch


def play(seat: Any, seed: int) -> list[Any]:
    """A random game to the end: all that was seen."""
    rng = np.random.default_rng(seed)
    seen, info = seat.reset(seed=seed)
    told = [seen.tobytes(), info["seat"]]
    ended = False
    while not ended:
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        seen, reward, ended, cut, info = seat.step(action)
        assert not cut
        told += [seen.tobytes(), reward, ended, info["action_mask"].tobytes()]
    return told


# -- Gymnasium's own ------------------------------------------------------------------------------


@every_game
def test_check_env(key: str, seats: int) -> None:
    made = gymnasium.make(NAMES[key], seats=seats, seat="random", opponent="random")
    check_env(made.unwrapped, skip_render_check=seats != icefield.game(key).seats[0])


def test_can_be_made_by_name_alone() -> None:
    made = gymnasium.make("icefield.env.ids:icefield/Seals-v0", render_mode="ansi")
    seen, info = made.reset(seed=1)
    assert seen.shape == (7, 8, 8)
    action = int(np.flatnonzero(info["action_mask"])[0])
    made.step(action)
    assert "\n" in str(made.render())
    made.close()


# -- ours -----------------------------------------------------------------------------------------


@every_game
def test_plays_to_the_end(key: str, seats: int) -> None:
    seat = env.gymnasium(key, seat="random", opponent="random", start=begin(key, seats))
    for seed in range(2):
        told = play(seat, seed)
        outcome = seat.position.outcome
        assert outcome is not None
        assert told[-3] == float(outcome.payoffs[seat.seat])
        assert told == play(seat, seed)


def test_a_level_plays_the_same_by_the_same_seed() -> None:
    seat = env.gymnasium("glide", opponent="2", seat=1)
    assert play(seat, 5) == play(seat, 5)
    assert play(seat, 5) != play(seat, 6)


def test_the_opponent_is_as_strong_as_was_asked() -> None:
    seat = env.gymnasium("seals", opponent="6", seat=1)
    results = []
    for seed in range(3):
        play(seat, seed)
        assert seat.position.outcome is not None
        results.append(seat.position.outcome.payoffs[1])
    assert results == [-1, -1, -1]


def test_every_seat_gets_its_turn() -> None:
    seat = env.gymnasium("torch", seats=4, seat="random", opponent="random")
    assert {seat.reset(seed=seed)[1]["seat"] for seed in range(40)} == {0, 1, 2, 3}
    fixed = env.gymnasium("torch", seats=4, seat=2, opponent="random")
    assert {fixed.reset(seed=seed)[1]["seat"] for seed in range(5)} == {2}


class _First:
    """Takes the first move there is, and remembers who was asked."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.closed = False

    def choose(self, position: Position, seat: int, seed: int) -> Move:
        self.asked.append(seat)
        return position.moves(seat)[0]

    def close(self) -> None:
        self.closed = True


def test_an_opponent_of_ones_own() -> None:
    first = _First()
    with env.gymnasium("strait", start=last_turns(3), seat=1, opponent=first) as seat:
        play(seat, 1)
    assert set(first.asked) == {0, 2}
    assert first.closed


def test_T14_opponents_votes_are_not_seen() -> None:
    class Voter(_First):
        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

        def choose(self, position: Position, seat: int, seed: int) -> Move:
            return position.moves(seat)[self.number]

    looks = []
    for number in (0, 5):
        seat = env.gymnasium(
            "torch", start=torch(BALLOT), seat=0, opponent=Voter(number), render_mode="ansi"
        )
        seen, info = seat.reset(seed=1)
        assert "?" in str(seat.position.view(0))
        looks.append((seen.tobytes(), info["action_mask"].tobytes(), seat.render()))
    assert looks[0] == looks[1]


def test_masks() -> None:
    seat = env.gymnasium("seals", opponent="random")
    _, info = seat.reset(seed=1)
    assert np.array_equal(seat.action_masks(), info["action_mask"] == 1)
    legal = env.Encoding(seat.position).legal(seat.position)
    assert set(np.flatnonzero(seat.action_masks())) == set(legal)


def test_an_illegal_action_loses() -> None:
    seat = env.gymnasium("seals")
    seat.reset(seed=1)
    _, reward, ended, cut, info = seat.step(0)
    assert (reward, ended, cut) == (-1.0, True, False)
    assert info["illegal"]
    assert not info["action_mask"].any()
    with pytest.raises(GameOver):
        seat.step(0)
    seat.reset(seed=1)
    assert seat.action_masks().any()


@pytest.mark.parametrize("action", [0, -1, 99_999, None, "1", 1.5])
def test_or_it_is_refused_and_nothing_changes(action: Any) -> None:
    seat = env.gymnasium("seals", illegal="raise")
    seat.reset(seed=1)
    before = str(seat.position)
    with pytest.raises(BadAction):
        seat.step(action)
    assert str(seat.position) == before
    assert seat.action_masks().any()


def test_bad_wishes() -> None:
    for wrong in (2, -1, "both"):
        with pytest.raises(BadEnvironment, match="seat"):
            env.gymnasium("seals", seat=wrong)
    with pytest.raises(icefield.BadOption):
        env.gymnasium("seals", opponent="999")
    with pytest.raises(BadEnvironment, match="reset"):
        env.gymnasium("seals").step(0)
    seat = env.gymnasium("seals")
    seat.reset()
    with pytest.raises(BadEnvironment, match="render_mode"):
        seat.render()


def test_a_seat_that_never_decides_is_told() -> None:
    tied = torch(
        LATE_TORCH.replace("phase=move", "phase=crown").replace("15,45", "15,15")
        + " end=one-tile winners=SM"
    )
    assert tied.turn == 1
    assert all(tied.play(move).turn is None for move in tied.moves())
    seat = env.gymnasium("torch", start=tied, seat=0, opponent="random")
    with pytest.raises(BadEnvironment, match="earlier"):
        seat.reset(seed=1)
