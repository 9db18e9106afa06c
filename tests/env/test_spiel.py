"""The OpenSpiel games pass OpenSpiel's checks, are played, and keep secrets."""

from __future__ import annotations

import hashlib
import os
import pickle
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import (
    external_sampling_mccfr,
    generate_playthrough,
    mcts,
    outcome_sampling_mccfr,
)

import icefield
from icefield import env
from icefield.core.abilities import HasBoardEditor
from icefield.env import BadEnvironment
from icefield.env.spiel import name, quoted

from .start_positions import BALLOT, LATE_TORCH, begin, every_game, last_turns, torch

GLIDE = icefield.game("glide")
assert isinstance(GLIDE, HasBoardEditor)
PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
SEED = 8
SOAK = bool(os.environ.get("ICEFIELD_SOAK"))  # explorers at random need a thousand turns (I32)


def load(key: str, seats: int) -> Any:
    """A game that does not last long."""
    if key == "strait":
        return env.openspiel(key, start=last_turns(seats))
    return env.openspiel(key, seats=seats)


def act(state: Any, *texts: str) -> Any:
    """The state after these moves in notation."""
    for text in texts:
        state = state.clone()
        state.apply_action(state.string_to_action(text))
    return state


# -- OpenSpiel's own checks -----------------------------------------------------------------------


@every_game
def test_random_simulation(key: str, seats: int) -> None:
    game = env.openspiel(key, seats=seats) if SOAK else load(key, seats)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def short(text: str) -> str:
    """A playthrough with long tensors told by a few letters of their digest."""

    def digest(found: re.Match[str]) -> str:
        return f"{found[1]} = {hashlib.sha256(found[2].encode()).hexdigest()[:12]}"

    return re.sub(r"^(ObservationTensor\(\d\)) = (\[.*\])$", digest, text, flags=re.MULTILINE)


def strings() -> dict[str, str]:
    """The games whose playthroughs are kept, as game strings."""
    found = {"seals-2": name("seals"), "glide-2": name("glide")}
    found["glide-4"] = f"{name('glide')}(players=4)"
    found["strait-2"] = f"{name('strait')}(position={quoted(str(last_turns(2)))})"
    found["torch-3"] = f"{name('torch')}(position={quoted(LATE_TORCH)})"
    return found


@pytest.mark.parametrize("which", strings())
def test_playthrough(which: str) -> None:
    """With ICEFIELD_GOLDEN=write in the environment the files are written anew."""
    file = PLAYTHROUGHS / f"{which}.txt"
    now = short(generate_playthrough.playthrough(strings()[which], [], seed=SEED))
    if os.environ.get("ICEFIELD_GOLDEN") == "write":
        file.write_text(now, encoding="utf-8")
    assert now == file.read_text(encoding="utf-8")
    assert "IsTerminal() = True" in now


@pytest.mark.slow
def test_the_interpreter_ends_in_peace() -> None:
    code = "from icefield import env; env.openspiel('glide').new_initial_state()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


# -- OpenSpiel's algorithms -----------------------------------------------------------------------


@pytest.mark.parametrize("key", ["seals", "glide"])
def test_mcts_plays_to_the_end(key: str) -> None:
    game, rng = env.openspiel(key), np.random.RandomState(SEED)
    bots = [
        mcts.MCTSBot(game, 2, 6, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
        for _ in range(game.num_players())
    ]
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    outcome = state.cursor.position.outcome
    assert outcome is not None
    assert state.returns() == [float(p) for p in outcome.payoffs]


def test_mcts_finds_a_catch() -> None:
    position = icefield.game("seals").read(
        "4/6/8/8/8/4bo2/2s3/4 b -"
    )  # the last seal, next to a bear
    game, rng = env.openspiel("seals", start=position), np.random.RandomState(SEED)
    bot = mcts.MCTSBot(game, 2, 100, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    assert state.action_to_string(bot.step(state)) == "e3xd2"


@pytest.mark.parametrize(
    ("solver", "iterations"),
    [
        (outcome_sampling_mccfr.OutcomeSamplingSolver, 20),
        (external_sampling_mccfr.ExternalSamplingSolver, 1),
    ],
)
def test_mccfr_runs_from_a_late_position_of_torch(solver: Any, iterations: int) -> None:
    last = (  # the last ballots: the game ends with this round
        "-,-,-,-,-/S3:SA,-,-,-,-/-,-,-,-,-/-,-,-,-,-/-,A5:CC+MB,-,-,- suits=SMC return=0 limit=1"
        " phase=number round=10 torch=M turn=M coins=000 votes=--- scores=15,45,11 rolls=142"
    )
    game = pyspiel.load_game(name("torch"), {"position": last})
    np.random.seed(SEED)
    solving = solver(game)
    for _ in range(iterations):
        solving.iteration()
    policy = solving.average_policy()
    state = game.new_initial_state()
    for _ in range(3):  # the ballot
        chances = policy.action_probabilities(state)
        assert sum(chances.values()) == pytest.approx(1)
        assert set(chances) == set(state.legal_actions())
        state.apply_action(max(chances, key=lambda action: chances[action]))


def test_mccfr_learns_to_crown_itself() -> None:
    """T26: the Torch Bearer is tied and names the winner."""
    tied = LATE_TORCH.replace("phase=move", "phase=crown").replace("15,45", "15,15")
    game = env.openspiel("torch", start=torch(f"{tied} end=one-tile winners=SM"))
    np.random.seed(SEED)
    solving = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(100):
        solving.iteration()
    state = game.new_initial_state()
    chances = solving.average_policy().action_probabilities(state)
    best = max(chances, key=lambda action: chances[action])
    assert state.action_to_string(best) == "crown:M"
    assert chances[best] > 0.8


# -- what the games say of themselves -------------------------------------------------------------


@every_game
def test_type_and_size(key: str, seats: int) -> None:
    game = env.openspiel(key, seats=seats)
    kind, encoding = game.get_type(), env.Encoding(icefield.game(key).start(seats))
    chance, information = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    draws = key in ("strait", "torch")
    assert kind.chance_mode == (chance.EXPLICIT_STOCHASTIC if draws else chance.DETERMINISTIC)
    secret = (
        information.IMPERFECT_INFORMATION if key == "torch" else information.PERFECT_INFORMATION
    )
    assert kind.information == secret
    assert game.num_players() == seats
    assert game.num_distinct_actions() == encoding.actions
    assert tuple(game.observation_tensor_shape()) == encoding.shape
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1.0, 1.0, 0.0)
    assert game.max_chance_outcomes() == {"torch": 6, "strait": 16}.get(key, 0)


@every_game
def test_goes_where_positions_go(key: str, seats: int) -> None:
    rng, state = random.Random(seats), load(key, seats).new_initial_state()
    position = begin(key, seats)
    for _ in range(60):
        if state.is_terminal():
            break
        if state.is_chance_node():
            odds = {str(move): float(odd) for move, odd in position.odds().items()}
            told = {state.action_to_string(a): p for a, p in state.chance_outcomes()}
            assert told == odds
            assert sum(told.values()) == pytest.approx(1, abs=1e-12)
        action = rng.choice(state.legal_actions())
        position = position.play(state.action_to_string(action))
        state.apply_action(action)
        assert str(state) == str(position)
        for player in range(seats):
            assert state.observation_string(player) == str(position.view(player))


# -- parameters -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("glide", {"repetition": "continue", "eliminate": "at-turn"}),
        ("torch", {"quiet_rounds": 7, "return_moves": True, "suits": "SCA"}),
        ("strait", {"goal": 2}),
        ("glide", {"board": GLIDE.level_samples["c5"]}),
    ],
)
def test_options(key: str, options: dict[str, Any]) -> None:
    game = env.openspiel(key, **options)
    again = pyspiel.load_game(str(game))
    same = pickle.loads(pickle.dumps(game))
    start = icefield.game(key).start(**options)
    for made in (game, again, same):
        state = made.new_initial_state()
        assert str(made) == str(game)
        assert str(state) == str(start)
        assert state.cursor.position.options == start.options


def test_a_position_in_a_game_string() -> None:
    start = torch(LATE_TORCH)
    game = env.openspiel("torch", start=start)
    for made in (game, pyspiel.load_game(str(game))):
        assert str(made.new_initial_state()) == LATE_TORCH
    raw = pyspiel.load_game(name("torch"), {"position": LATE_TORCH})
    assert str(pyspiel.load_game(str(raw)).new_initial_state()) == LATE_TORCH


def test_bad_parameters() -> None:
    with pytest.raises(BadEnvironment, match="for 3 players, not 4"):
        pyspiel.load_game(name("torch"), {"position": LATE_TORCH, "players": 4})
    with pytest.raises(icefield.BadNotation):
        pyspiel.load_game(name("seals"), {"position": "nonsense"})
    with pytest.raises(icefield.BadOption):
        pyspiel.load_game(name("torch"), {"players": 5})
    alone = icefield.game("glide").start(board="*.*../.*.*./*...*/.*.*./P.*.*")
    with pytest.raises(BadEnvironment, match="two players"):
        env.openspiel("glide", start=alone)
    with pytest.raises(BadEnvironment, match="observation"):
        env.openspiel("seals").make_py_observer(None, {"planes": 3})


# -- secrets --------------------------------------------------------------------------------------


def _ballot() -> Any:
    return env.openspiel("torch", start=torch(BALLOT)).new_initial_state()


def _knows(state: Any, player: int) -> tuple[Any, ...]:
    return (
        state.information_state_string(player),
        state.observation_string(player),
        tuple(state.observation_tensor(player)),
    )


def test_T14_a_vote_is_known_to_its_voter_alone() -> None:
    one, other = act(_ballot(), "vote:3"), act(_ballot(), "vote:5")
    assert _knows(one, 1) != _knows(other, 1)
    for player in (0, 2):
        assert _knows(one, player) == _knows(other, player)
    one, other = act(one, "vote:5"), act(other, "vote:3")
    assert _knows(one, 0) == _knows(other, 0)
    for player in (1, 2):
        assert _knows(one, player) != _knows(other, player)


def test_T14_all_know_when_all_have_voted() -> None:
    one = act(_ballot(), "vote:3", "vote:5", "vote:3")
    other = act(_ballot(), "vote:5", "vote:3", "vote:3")
    for player in range(3):
        told = one.information_state_string(player)
        assert told != other.information_state_string(player)
        assert "?" not in told


def test_public_and_private_parts() -> None:
    game = env.openspiel("torch", start=torch(BALLOT))
    none, single = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER
    public = game.make_py_observer(pyspiel.IIGObservationType(False, True, none))
    private = game.make_py_observer(pyspiel.IIGObservationType(False, False, single))
    nothing = game.make_py_observer(pyspiel.IIGObservationType(False, False, none))
    one = act(game.new_initial_state(), "vote:3")
    other = act(game.new_initial_state(), "vote:5")
    for player in range(3):
        assert public.string_from(one, player) == public.string_from(other, player)
        assert nothing.string_from(one, player) == ""
        told = private.string_from(one, player), private.string_from(other, player)
        assert (told[0] != told[1]) is (player == 1)
    assert public.tensor is None


def test_players_remember_everything_they_did() -> None:
    """Perfect recall: from what a player knows its own decisions can be read off."""
    rng = random.Random(SEED)
    state = env.openspiel("torch").new_initial_state()
    done: dict[int, list[int]] = {0: [], 1: [], 2: []}
    while not state.is_terminal():
        who, action = state.current_player(), rng.choice(state.legal_actions())
        if who >= 0:
            done[who].append(action)
        state.apply_action(action)
        for player, own in done.items():
            told = state.information_state_string(player)
            assert re.findall(rf" {player}:(\d+)", told) == [str(a) for a in own]
