"""Work on a real Ray of this machine: the same results, also after a lost worker."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from ray.cluster_utils import Cluster

from icefield.analysis.puzzles.generator import make_puzzles
from icefield.analysis.statistics.collect import collect
from icefield.bots.arena.pool import run_jobs
from icefield.bots.arena.ray_pool import NoCluster
from icefield.bots.arena.tournament import MatchSettings, Meeting, run_meetings
from icefield.games import game

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("ray")]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A Ray that stays running; tests join it as they would join a cluster."""
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 2})
    yield cluster.address
    cluster.shutdown()


def square(number: int, folder: str) -> int:
    """A job that leaves a trace; the third one hangs until its process is killed."""
    first = not list(Path(folder).glob(f"{number}-*"))
    Path(folder, f"{number}-{os.getpid()}").touch()
    if number == 3 and first:
        time.sleep(600)
    return number * number


@pytest.mark.slow
def test_a_worker_killed_in_the_middle_loses_nothing(address: str, tmp_path: Path) -> None:
    def kill() -> None:
        while not (begun := list(tmp_path.glob("3-*"))):
            time.sleep(0.05)
        os.kill(int(begun[0].name.split("-")[1]), signal.SIGKILL)

    taken: list[int] = []
    killer = threading.Thread(target=kill)
    killer.start()
    run_jobs(square, ((i, str(tmp_path)) for i in range(8)), taken.append, cluster=address)
    killer.join()
    assert taken == [i * i for i in range(8)]
    assert len(list(tmp_path.glob("3-*"))) == 2  # begun again by another


@pytest.mark.slow
def test_an_arena_on_ray_is_the_same(address: str) -> None:
    setting, meetings = MatchSettings("seals", 2, seed=7), [Meeting("2", "1"), Meeting("3", "2")]
    there = run_meetings(setting, meetings, 3, cluster=address)
    here = run_meetings(setting, meetings, 3, workers=1)
    assert there.games == here.games
    assert len(here.games) == 12


@pytest.mark.slow
def test_statistics_on_ray_are_the_same(address: str) -> None:
    glide = game("glide")
    there = collect(glide, 2, ["1", "2"], 4, seed=3, cluster=address)
    assert there == collect(glide, 2, ["1", "2"], 4, seed=3, workers=1)


@pytest.mark.slow
def test_puzzles_made_on_ray_are_the_same(address: str) -> None:
    seals = game("seals")
    there = make_puzzles(seals, 2, 5, cluster=address)
    assert there == make_puzzles(seals, 2, 5, workers=1)
    assert len(there) == 2


def fails(number: int) -> int:
    return game("seals").start().play("b2-b5") and number  # type: ignore[return-value]


@pytest.mark.slow
def test_what_a_job_raises_is_raised_here(address: str) -> None:
    for cluster in (address, None):
        with pytest.raises(ValueError, match="S4"):
            run_jobs(fails, [(1,)], lambda _: None, workers=1, cluster=cluster)


def test_nothing_at_an_address_is_told_in_a_sentence() -> None:
    for address in ("127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:99999999"):
        with pytest.raises(NoCluster, match=address):
            run_jobs(square, [(1, "")], lambda _: None, cluster=address)
