"""The Numba configuration: no stale rules, no mixed-up games, correct bits."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numba
import pytest
from numba.core import config as numba_config

from icefield.core import jit
from icefield.core.jit import compiled

from ...timeouts import HANG_S

# -- a tiny game outside the package, in files of its own -----------------------------------------

HELPER = "VALUE = {value}\n"

KERNEL = """
from typing import NamedTuple
import numpy as np
from icefield.core.jit import OVER, compiled
from .helper import VALUE

MAX_MOVES = 4

class State(NamedTuple):
    heap: int

@compiled
def rows(n):
    return np.zeros((n, 1), dtype=np.int64)

@compiled
def save(st, row):
    row[0] = st.heap

@compiled
def load(row):
    return State(row[0])

@compiled
def turn(st):
    return 0 if st.heap > 0 else OVER

@compiled
def moves(st, out):
    out[0] = VALUE
    return 1

@compiled
def apply(st, m):
    return State(st.heap - m)
"""

SEARCH = """
import json, sys
from types import SimpleNamespace
import numpy as np
from numba.core import event
from icefield.core import jit
from icefield.testing import kernel as ours

@jit.compiled
def steps(tag, row, buffer):  # a search in a file outside the package
    st = jit.load(tag, row)
    n = 0
    while jit.turn(tag, st) != jit.OVER:
        jit.moves(tag, st, buffer)
        st = jit.apply(tag, st, buffer[0])
        n += 1
    return n

def look(game):
    tag = jit.bind(SimpleNamespace(kernel=f"{game}.kernel"))
    row = np.array([60])
    buffer = np.zeros(4, dtype=np.int64)
    ours.listed(tag, row, buffer)  # a search inside the package
    picked = np.zeros(3, dtype=np.int64)
    ours.picked(tag, row, jit.generator(1), np.zeros(4, dtype=np.int64), picked)
    return {
        "rule": int(buffer[0]),
        "steps": int(steps(tag, row, np.zeros(4, dtype=np.int64))),
        "picked": picked.tolist(),
        "tag": tag.name,
    }

compiled = []

class Listener(event.Listener):
    def on_start(self, happened):
        told = happened.data
        if told["name"].startswith("native_lowering") and told["module"] in (
            "tiny.kernel", "__main__", "icefield.testing.kernel", "icefield.core.jit.numbers"
        ):
            compiled.append(f"{told['module']}.{told['qualname']}{told['args']}")

    def on_end(self, happened):
        pass

event.register("numba:run_pass", Listener())
found = {game: look(game) for game in sys.argv[1:]}
found["compiled"] = compiled
found["misses"] = [
    sum(f.stats.cache_misses.values()) for f in (steps, ours.listed, ours.picked)
] if not jit.INTERPRETED else []
found["hits"] = [
    sum(f.stats.cache_hits.values()) for f in (steps, ours.listed, ours.picked)
] if not jit.INTERPRETED else []
print(json.dumps(found))
"""


class Bench:
    """A folder with tiny games and a search, run in processes that share one cache."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.cache = folder / "cache"
        self.home = folder / "games"
        self.home.mkdir()
        (self.home / "search.py").write_text(SEARCH)

    def write(self, name: str, value: int) -> Path:
        package = self.home / name
        package.mkdir(exist_ok=True)
        (package / "__init__.py").touch()
        (package / "kernel.py").write_text(KERNEL)
        (package / "helper.py").write_text(HELPER.format(value=value))
        return package / "helper.py"

    def run(self, *games: str, **settings: str) -> dict[str, Any]:
        environment = {
            **os.environ,
            "ICEFIELD_CACHE": str(self.cache),
            "PYTHONDONTWRITEBYTECODE": "1",
            **settings,
        }
        done = subprocess.run(
            [sys.executable, "search.py", *games],
            cwd=self.home,
            env=environment,
            capture_output=True,
            text=True,
            timeout=HANG_S,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    def machine_code(self) -> dict[Path, int]:
        return {f: f.stat().st_mtime_ns for f in self.cache.rglob("*") if f.is_file()}


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


@pytest.mark.slow
def test_an_edited_helper_of_a_kernel_is_never_served_stale(bench: Bench) -> None:
    helper = bench.write("tiny", 10)
    stamp = helper.stat()
    old = bench.run("tiny")
    assert old["tiny"] | {"tag": ""} == {"rule": 10, "steps": 6, "picked": [10] * 3, "tag": ""}
    # the same length and the same time: nothing but the content tells
    helper.write_text(HELPER.format(value=20))
    os.utime(helper, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    new = bench.run("tiny")
    assert new["tiny"] | {"tag": ""} == {"rule": 20, "steps": 3, "picked": [20] * 3, "tag": ""}
    assert new["tiny"]["tag"] != old["tiny"]["tag"]
    assert all(new["misses"])


@pytest.mark.slow
def test_comments_and_docstrings_are_not_compiled_again(bench: Bench) -> None:
    helper = bench.write("tiny", 10)
    first = bench.run("tiny")
    kernel = helper.with_name("kernel.py")
    told = kernel.read_text().replace("def apply(st, m):", 'def apply(st, m):\n    """Take m."""')
    kernel.write_text(f"# A heap, and who takes from it.\n\n{told}")
    helper.write_text(f'"""What is taken."""\n{helper.read_text()}')
    second = bench.run("tiny")
    assert second["tiny"] == first["tiny"]
    assert not any(second["misses"])


@pytest.mark.slow
def test_unchanged_sources_are_not_compiled_again(bench: Bench) -> None:
    bench.write("tiny", 10)
    first = bench.run("tiny")
    assert all(first["misses"])
    assert not any(first["hits"])
    kept = bench.machine_code()
    assert any(f.suffix == ".nbc" for f in kept)
    second = bench.run("tiny")
    assert second["tiny"] == first["tiny"]
    assert not any(second["misses"])
    assert all(second["hits"])
    assert bench.machine_code() == kept


@pytest.mark.slow
def test_processes_that_start_together_compile_each_function_once(bench: Bench) -> None:
    bench.write("tiny", 10)
    with ThreadPoolExecutor(3) as pool:
        found = list(pool.map(lambda _: bench.run("tiny"), range(3)))
    assert all(each["tiny"] == found[0]["tiny"] for each in found)
    names = [name for each in found for name in each["compiled"]]
    assert len(names) == len(set(names)) > 0


@pytest.mark.slow
def test_two_games_bound_to_one_search_get_their_own_results(bench: Bench) -> None:
    bench.write("five", 5)
    bench.write("twelve", 12)
    for order in (("five", "twelve"), ("twelve", "five"), ("twelve",), ("five",)):
        found = bench.run(*order)
        for name, value in (("five", 5), ("twelve", 12)):
            if name in order:
                assert found[name]["rule"] == value
                assert found[name]["steps"] == 60 // value
                assert found[name]["picked"] == [value] * 3
    assert not any(found["misses"])  # the last rounds came from the cache


@pytest.mark.slow
def test_a_game_that_is_gone_does_not_matter_to_the_others(bench: Bench) -> None:
    """The functions that both were bound to keep what they know of each apart."""
    bench.write("five", 5)
    bench.run("five")
    shutil.rmtree(bench.home / "five")
    bench.write("nine", 9)
    assert bench.run("nine")["nine"]["steps"] == 7


@pytest.mark.slow
def test_interpreted_and_checked_runs_agree_with_the_compiled_one(bench: Bench) -> None:
    bench.write("tiny", 6)
    wanted = bench.run("tiny")["tiny"]
    assert bench.run("tiny", NUMBA_DISABLE_JIT="1")["tiny"] == wanted
    before = {f.name for f in (bench.cache / "compiled").iterdir()}
    checked = bench.run("tiny", NUMBA_BOUNDSCHECK="1")
    assert checked["tiny"] == wanted
    assert all(checked["misses"])  # nothing unchecked was taken from the cache
    new = {f.name for f in (bench.cache / "compiled").iterdir()} - before
    assert new
    assert all("-checked-" in name for name in new)


# -- the cache folder -----------------------------------------------------------------------------


def test_the_cache_folder_is_named_by_version_flag_and_digest(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ICEFIELD_CACHE", str(tmp_path))
    fresh = jit.cache_folder.__wrapped__
    monkeypatch.setattr(numba_config, "BOUNDSCHECK", 0)
    plain = fresh()
    monkeypatch.setattr(numba_config, "BOUNDSCHECK", 1)
    checked = fresh()
    assert plain == tmp_path / "compiled" / f"numba-{numba.__version__}-{jit.digest()}"
    assert checked == tmp_path / "compiled" / f"numba-{numba.__version__}-checked-{jit.digest()}"
    assert plain.is_dir()
    assert checked.is_dir()


def test_folders_unused_for_a_month_are_removed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ICEFIELD_CACHE", str(tmp_path))
    ages = {"recent": 5, "old": 40}
    for name, days in ages.items():
        (tmp_path / "compiled" / name).mkdir(parents=True)
        then = time.time() - days * 86400
        os.utime(tmp_path / "compiled" / name, (then, then))
    made = jit.cache_folder.__wrapped__()
    assert {f.name for f in (tmp_path / "compiled").iterdir()} == {"recent", made.name}


def test_a_home_that_cannot_be_written_does_not_stop_anybody(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("ICEFIELD_CACHE", str(tmp_path / "file"))
    folder = jit.cache_folder.__wrapped__()
    assert folder.is_dir()
    assert not folder.is_relative_to(tmp_path)
    folder.rmdir()


def test_other_users_of_numba_keep_their_cache_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba_config, "CACHE_DIR", "elsewhere")

    @compiled
    def one() -> int:
        return 1

    assert numba_config.CACHE_DIR == "elsewhere"
    assert one() == 1
    if not jit.INTERPRETED:
        folder = str(jit.cache_folder(Path(__file__).resolve()))
        assert one.stats.cache_path.startswith(folder)  # type: ignore[attr-defined]

    def refuse(**_: object) -> Any:
        raise RuntimeError("no compiler today")

    monkeypatch.setattr(numba, "njit", refuse)
    with pytest.raises(RuntimeError, match="no compiler today"):
        compiled(lambda: 1)
    assert numba_config.CACHE_DIR == "elsewhere"
