"""The PettingZoo environments pass PettingZoo's own tests, and keep secrets."""

from __future__ import annotations

import copy
import sys
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.save_obs_test import test_save_obs as check_save_obs

import icefield
from icefield import env
from icefield.env import BadAction, BadEnvironment
from icefield.env.aec import SeatsEnv

from .start_positions import BALLOT, LATE_TORCH, begin, every_game, torch

_ADVICE = (  # PettingZoo knows by name which environments have masks beside what is observed
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
)
_OVER = "ignore:Action mask numpy array is all zeros:UserWarning"


def play(table: Any, seed: int) -> None:
    """A random game to the end."""
    rng = np.random.default_rng(seed)
    for _agent in table.agent_iter():
        seen, _, ended, cut, _ = table.last()
        legal = np.flatnonzero(seen["action_mask"])
        table.step(None if ended or cut else int(rng.choice(legal)))


# -- PettingZoo's own -----------------------------------------------------------------------------


@every_game
@pytest.mark.filterwarnings(*_ADVICE, _OVER)
@pytest.mark.slow
def test_api(key: str, seats: int) -> None:
    api_test(env.pettingzoo(key, seats=seats), num_cycles=100)
    api_test(env.pettingzoo(key, start=begin(key, seats)), num_cycles=100)


@every_game
def test_seed(key: str, seats: int) -> None:
    seed_test(partial(env.pettingzoo, key, seats=seats), num_cycles=40)


@pytest.mark.parametrize("key", icefield.keys())
def test_render(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    checks = {"ansi": lambda text: "\n" in text, "rgb_array": lambda pixels: pixels.shape[1] == 480}
    render_test(partial(env.pettingzoo, key), custom_tests=checks)
    assert "\n" in capsys.readouterr().out


@pytest.mark.parametrize("key", icefield.keys())
def test_save_observation(key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    check_save_obs(env.pettingzoo(key))


# -- ours -----------------------------------------------------------------------------------------


@every_game
def test_pays_what_the_rules_pay(key: str, seats: int) -> None:
    table = env.pettingzoo(key, start=begin(key, seats))
    table.reset(seed=1)
    rng = np.random.default_rng(1)
    while not any(table.terminations.values()):
        seen = table.observe(table.agent_selection)
        table.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    outcome = table.unwrapped.position.outcome
    paid = {f"seat_{seat}": pytest.approx(float(p)) for seat, p in enumerate(outcome.payoffs)}
    assert table.rewards == paid


def test_seats_and_options() -> None:
    table = env.pettingzoo("glide", seats=4, eliminate="at-turn")
    table.reset()
    assert table.agents == ["seat_0", "seat_1", "seat_2", "seat_3"]
    assert table.unwrapped.position.options["eliminate"] == "at-turn"
    assert str(table.unwrapped) == "icefield_glide_v0"
    with pytest.raises(icefield.BadOption):
        env.pettingzoo("glide", colour="red")


def test_chance_follows_the_seed() -> None:
    table = env.pettingzoo("torch")

    def dice(seed: int | None) -> str:
        table.reset(seed=seed)
        return str(table.unwrapped.position)

    first = [dice(7), dice(None), dice(None)]
    assert first == [dice(7), dice(None), dice(None)]
    assert len(set(first)) > 1


def test_only_who_acts_has_something_to_choose() -> None:
    table = env.pettingzoo("seals")
    table.reset()
    assert table.observe("seat_0")["action_mask"].any()
    assert not table.observe("seat_1")["action_mask"].any()


def _after_votes(*votes: str) -> Any:
    """A ballot in which the first seats asked have voted so."""
    table = env.pettingzoo("torch", start=torch(BALLOT))
    table.reset(seed=1)
    for vote in votes:
        texts = table.unwrapped.cursor.texts()
        table.step({text: action for action, text in texts.items()}[f"vote:{vote}"])
    return table


def test_T14_nobody_sees_a_vote_before_all_have_voted() -> None:
    one, other = _after_votes("3", "5"), _after_votes("5", "3")
    voters = ("seat_1", "seat_2")  # the Torch Bearer begins
    assert one.agent_selection == other.agent_selection == "seat_0"
    for agent in one.agents:
        seen, also = one.observe(agent), other.observe(agent)
        assert np.array_equal(seen["action_mask"], also["action_mask"])
        same = seen["observation"].tobytes() == also["observation"].tobytes()
        assert same is (agent not in voters)
    assert one.infos == other.infos
    assert one.unwrapped.render_mode is None


def test_T14_a_picture_shows_no_vote() -> None:
    pictures = []
    for vote in ("3", "5"):
        table = _after_votes(vote)
        table.unwrapped.render_mode = "ansi"
        pictures.append(table.render())
    assert pictures[0] == pictures[1]


def test_T14_all_see_the_votes_afterwards() -> None:
    one, other = _after_votes("3", "3", "3"), _after_votes("5", "5", "5")
    for agent in one.agents:
        assert not np.array_equal(
            one.observe(agent)["observation"], other.observe(agent)["observation"]
        )


@pytest.mark.filterwarnings("ignore:.*Illegal move made:UserWarning")
def test_an_illegal_action_loses() -> None:
    table = env.pettingzoo("seals")
    table.reset()
    table.step(0)
    assert table.terminations == {"seat_0": True, "seat_1": True}
    assert table.rewards == {"seat_0": -1.0, "seat_1": 0.0}
    play(table, 1)
    assert table.agents == []


@pytest.mark.parametrize("action", [0, -1, 99_999, None, "1"])
def test_or_it_is_refused_and_nothing_changes(action: Any) -> None:
    table = env.pettingzoo("seals", illegal="raise")
    table.reset()
    with pytest.raises(BadAction):
        table.step(action)
    assert table.agent_selection == "seat_0"
    assert table.unwrapped.position == icefield.game("seals").start()
    play(table, 1)
    assert table.agents == []


def test_bad_wishes() -> None:
    with pytest.raises(BadEnvironment, match="lose, raise"):
        env.pettingzoo("seals", illegal="ignore")
    with pytest.raises(BadEnvironment, match="human, ansi, rgb_array"):
        env.pettingzoo("seals", render_mode="vr")
    table = SeatsEnv(icefield.game("seals").start())
    table.reset()
    with pytest.raises(BadEnvironment, match="render_mode"):
        table.render()


def test_can_be_copied_and_begun_again() -> None:
    table = env.pettingzoo("torch", start=torch(LATE_TORCH))
    table.reset(seed=1)
    play(table, 1)
    again = copy.deepcopy(table.unwrapped)
    again.reset(seed=1)
    table.reset(seed=1)
    assert str(again.position) == str(table.unwrapped.position) == LATE_TORCH


@pytest.mark.parametrize(
    ("module", "needs", "extra"),
    [
        ("aec", "pettingzoo", "pettingzoo"),
        ("single", "gymnasium", "gymnasium"),
        ("spiel", "pyspiel", "openspiel"),
    ],
)
def test_says_which_extra_is_missing(
    module: str, needs: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, f"icefield.env.{module}", raising=False)
    monkeypatch.setitem(sys.modules, needs, None)
    with pytest.raises(BadEnvironment) as refused:
        getattr(env, extra)("seals")
    assert f"icefield[{extra}]" in str(refused.value)
    assert refused.value.code == "bad-environment"
    assert refused.value.refusal.code == "missing-extra"
