"""Many games at once: every step is what `Position.play` would have done."""

from __future__ import annotations

import random
from collections import deque
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import icefield
from icefield import env
from icefield.core.game import CHANCE, Position
from icefield.env import BadAction, BadEnvironment

GAMES = [(key, seats) for key in sorted(icefield.keys()) for seats in icefield.game(key).seats]
LATE_STRAIT = (
    "seats=2 goal=3 phase=turn turns=988 first=0 active=0"
    " floes=a4:12:r,b5:6:f,c3:18:b,d6:9:rf,f4:12:b,g5:5,h3:9:rb,i6:10:f diomede=rf"
    " explorers=b5.d6.wales/a4.d6.nuluk packs=rff/ff deck=111:1,001:1,110:2,D110:1"
)


def begin(key: str, seats: int, n: int = 8, **settings: Any) -> env.Batch:
    """A batch; long games begin near their end, or with the tiles dealt."""
    game = icefield.game(key)
    if key == "strait" and seats == 2:
        return env.batch(key, n, start=game.read(LATE_STRAIT), **settings)
    if key == "strait":
        return env.batch(key, n, start=deal(game.start(seats=seats), seats), **settings)
    return env.batch(key, n, seats=seats, **settings)


def deal(position: Position, seed: int) -> Position:
    """The position after the first chance moves, which have too many outcomes."""
    draw = random.Random(seed)
    while position.turn == CHANCE:
        position = position.play(draw.choice(position.moves()))
    return position


def reachable(position: Position, wanted: str) -> Position | None:
    """The position with that text that chance can make of this one."""
    found, seen = deque([position]), set()
    while found:
        p = found.popleft()
        if p.turn != CHANCE:
            if str(p) == wanted:
                return p
        elif str(p) not in seen:  # dice that are tied are rolled again, for ever if need be
            seen.add(str(p))
            found.extend(p.play(move) for move in p.moves())
    return None


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.slow
def test_I9_every_game_begins_with_other_tiles(seats: int) -> None:
    with env.batch("strait", 8, seats=seats, seed=5) as games:
        begun = [games.position(i) for i in range(games.n)]
    assert len({str(position) for position in begun}) == games.n
    for position in begun:
        assert position.turn != CHANCE
        assert icefield.game("strait").read(str(position)) == position  # checks who has how many
        assert str(position).count("held=") == 1


@pytest.mark.parametrize(("key", "seats"), GAMES)
@pytest.mark.slow
def test_every_step_is_a_play_of_the_rules(key: str, seats: int) -> None:
    with begin(key, seats, n=3, seed=5) as games:
        walked: list[Position] = []
        for i in range(games.n):
            found = reachable(games.start, str(games.position(i)))
            assert found is not None
            walked.append(found)
        ended = 0
        for _ in range(40 if key == "torch" else 120):  # long searches for what chance did
            chosen = games.sample().copy()
            games.step(chosen)
            for i, action in enumerate(chosen):
                after = walked[i].play(games.encoding.move(walked[i], action))
                now = str(games.position(i))
                if games.done[i]:
                    ended += 1
                    while after.turn == CHANCE:  # the last draw was the batch's own
                        after = after.play(after.moves()[0])
                    assert after.outcome is not None
                    paid = [Fraction(float(r)).limit_denominator(12) for r in games.rewards[i]]
                    assert tuple(paid) == after.outcome.payoffs
                    begun = reachable(games.start, now)
                    assert begun is not None, now
                    walked[i] = begun
                else:
                    assert not games.rewards[i].any()
                    found = reachable(after, now)
                    assert found is not None, f"{after}: {now}"
                    walked[i] = found
                p = walked[i]
                assert games.turn[i] == p.turn
                assert (games.mask[i] == games.encoding.mask(p)).all()
                assert (games.observation[i] == games.encoding.observe(p, int(p.turn or 0))).all()
        assert ended or key in ("strait", "torch")


def to_and_fro(start: Position) -> list[str]:
    """Moves of two pieces that go to and fro until the third occurrence ends the game."""
    back = {"up": "down", "down": "up", "left": "right", "right": "left"}
    for there in start.moves():
        for reply in start.play(there).moves():
            line = [str(there), str(reply), back[str(there)], back[str(reply)]]
            p, moves = start, list[str]()
            while p.outcome is None and len(moves) < 16 and p.explain(line[len(moves) % 4]) is None:
                moves.append(line[len(moves) % 4])
                p = p.play(moves[-1])
            if p.outcome is not None and p.outcome.rule == "G10":
                return moves
    raise AssertionError("nobody can go to and fro")


@pytest.mark.slow
def test_G10_the_third_occurrence_ends_a_game() -> None:
    moves = to_and_fro(icefield.game("glide").start(2))
    endings: dict[bool, dict[str, Any]] = {True: {}, False: {"repetition": "continue"}}
    for drawn, options in endings.items():
        with env.batch("glide", 2, **options) as games:
            at = games.start
            for move in moves:
                action = games.encoding.action(at, move)
                at = at.play(move)
                games.step(np.array([action, action]))
            assert games.done.all() == drawn
            assert games.plies.tolist() == [len(moves)] * 2
            assert not games.rewards.any()


def test_G10_what_came_before_the_start_counts() -> None:
    """A start that is about to occur for the third time."""
    start = icefield.game("glide").start(2)
    line = to_and_fro(start)
    begin = start
    for move in line[:-1]:
        begin = begin.play(move)
    for n, from_ in ((0, begin), (1, icefield.game("glide").read(str(begin)))):
        with env.batch("glide", 3, start=from_) as games:
            games.step(np.full(3, games.encoding.action(begin, line[-1])))
            assert games.done.all() == (n == 0)


@pytest.mark.parametrize(("key", "seats"), [("seals", 2), ("torch", 3)])
def test_a_seed_gives_the_same_games_on_any_number_of_threads(key: str, seats: int) -> None:
    traces = []
    for workers in (1, 3):
        with env.batch(key, 200, seats=seats, seed=11, workers=workers) as games:
            trace = []
            for _ in range(40):
                games.step(games.sample())
                trace.append((games.observation.tobytes(), games.mask.tobytes(), games.done.sum()))
            traces.append(trace)
    assert traces[0] == traces[1]
    with env.batch(key, 200, seats=seats, seed=12) as games:
        for _ in range(40):
            games.step(games.sample())
        assert games.observation.tobytes() != traces[0][-1][0]


def test_reset_with_a_seed_begins_the_same_games_again() -> None:
    with env.batch("torch", 64, seats=4, seed=3) as games:
        first = games.observation.copy()
        games.step(games.sample())
        games.reset()
        assert games.observation.tobytes() != first.tobytes()  # other dice
        games.reset(3)
        assert games.observation.tobytes() == first.tobytes()
        assert not games.done.any()


def test_arrays_stay_the_same_objects() -> None:
    with env.batch("seals", 16) as games:
        before = [games.observation, games.mask, games.turn, games.rewards, games.done, games.plies]
        for _ in range(60):
            games.step(games.sample())
        after = [games.observation, games.mask, games.turn, games.rewards, games.done, games.plies]
        assert all(a is b for a, b in zip(before, after, strict=True))
        assert np.shares_memory(games.observation, games.arrays.observation)


@pytest.mark.parametrize("bad", [-1, 4, 10**9])
def test_an_illegal_action_changes_nothing(bad: int) -> None:
    with env.batch("glide", 4) as games:
        state = games.arrays.states.copy()
        chosen = games.sample().astype(np.int64)
        chosen[2] = bad
        with pytest.raises(BadAction, match="in game 2"):
            games.step(chosen)
        assert (games.arrays.states == state).all()
        with pytest.raises(BadAction, match="4 whole numbers"):
            games.step([0, 1])
        with pytest.raises(BadAction, match="float"):
            games.step(np.zeros(4))


def test_bad_wishes_are_refused() -> None:
    with pytest.raises(BadEnvironment, match="at least one game"):
        env.batch("seals", 0)
    seals = icefield.game("seals").start()
    with pytest.raises(BadEnvironment):
        env.batch("glide", 2, start=seals)
    with pytest.raises(BadEnvironment):
        env.batch("seals", 2, seats=3, start=seals)
    over = seals
    while over.outcome is None:
        over = over.play(over.moves()[0])
    with pytest.raises(BadEnvironment):
        env.batch("seals", 2, start=over)
    with pytest.raises(icefield.UnknownGame):
        env.batch("chess", 4)
    with pytest.raises(icefield.BadOption):
        env.batch("seals", 4, seats=3)


def test_encoding_finds_moves_and_refuses_others() -> None:
    p = icefield.game("seals").start()
    encoding = env.Encoding(p)
    action = encoding.action(p, "b2-c3")
    assert str(encoding.move(p, action)) == "b2-c3"
    assert encoding.mask(p)[action] == 1
    assert encoding.mask(p).sum() == len(p.moves())
    with pytest.raises(icefield.IllegalMove):
        encoding.action(p, "b2-b5")
    with pytest.raises(BadAction):
        encoding.move(p, 1024)  # a pass
