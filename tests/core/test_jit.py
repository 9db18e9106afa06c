"""The Numba configuration: no stale rules, no mixed-up games, honest bits and random numbers."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numba.core import config as numba_config

import icefield.games.seals.kernel as seals_kernel
from icefield import CHANCE, game
from icefield.core import jit
from icefield.core.jit import OVER, bind, compiled, generator, lowest, popcount, sources

from ..hang import HANG_S

calm = settings(deadline=None, derandomize=True, max_examples=200)
words = st.integers(0, 2**64 - 1)

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

found = {game: look(game) for game in sys.argv[1:]}
found["misses"] = [
    sum(f.stats.cache_misses.values()) for f in (steps, ours.listed, ours.picked)
] if not jit.INTERPRETED else []
found["hits"] = [
    sum(f.stats.cache_hits.values()) for f in (steps, ours.listed, ours.picked)
] if not jit.INTERPRETED else []
print(json.dumps(found))
"""


class Bench:
    """A folder with tiny games and a search, run in processes of their own with one cache."""

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


CODE = """
from icefield.core.jit import compiled
from .helper import VALUE, table
from . import shapes as sh

TABLE = table(VALUE)

@compiled
def rule(n):
    return TABLE[n] + sh.SIDE

def draw(n):
    return "drawn"
"""
BESIDE = {
    "helper.py": "VALUE = 3\n\ndef table(n):\n    return (n,)\n\ndef unused():\n    return 1\n",
    "shapes.py": "SIDE = 8\nOTHER = 9\nSIDES = {}\nfor n in range(3):\n    SIDES[n] = n\n",
}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package with one compiled module and two that it uses."""
    for name, text in {"__init__.py": "", "code.py": CODE, **BESIDE}.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def reached(package: Path) -> str:
    return sources.reached((package / "code.py",))[0]


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("code.py", "TABLE[n] +", "TABLE[n] -"),
        ("helper.py", "VALUE = 3", "VALUE = 4"),
        ("helper.py", "return (n,)", "return (n, n)"),
        ("shapes.py", "SIDE = 8", "SIDE = 7"),
        ("shapes.py", "SIDE = 8", "SIDE = 8\nSIDE += 1"),
        ("code.py", "table(VALUE)", "table(VALUE)\nTABLE = TABLE + (1,)"),
    ],
)
def test_the_digest_follows_what_compiled_code_reaches(
    package: Path, name: str, before: str, after: str
) -> None:
    old, text = reached(package), (package / name).read_text()
    assert before in text
    (package / name).write_text(text.replace(before, after))
    assert reached(package) != old


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("code.py", "def rule(n):", 'def rule(n):\n    """The rule."""'),
        ("code.py", "@compiled", "# a comment\n\n\n@compiled"),
        ("code.py", '"drawn"', '"drawn otherwise"'),
        ("helper.py", "def table(n):", 'def table(n):\n    """A table."""'),
        ("helper.py", "return 1", "return 2"),
        ("shapes.py", "OTHER = 9", "OTHER = 10"),
        ("shapes.py", "SIDES[n] = n", "SIDES[n] = 0"),
        ("__init__.py", "", '"""A package."""'),
    ],
)
def test_the_digest_leaves_out_what_compiled_code_cannot_see(
    package: Path, name: str, before: str, after: str
) -> None:
    old, text = reached(package), (package / name).read_text()
    (package / name).write_text(text.replace(before, after) if before else after)
    assert reached(package) == old


def test_a_remembered_digest_is_taken_only_while_its_files_are_as_they_were(package: Path) -> None:
    memory, path = package / "memory", (package / "code.py",)
    fresh = sources.remembered(path, memory)
    assert fresh == sources.remembered(path, memory) == sources.reached(path)[0]
    (note,) = memory.iterdir()
    (package / "helper.py").write_text(BESIDE["helper.py"].replace("3", "5"))
    sources.file_digest.cache_clear()
    changed = sources.remembered(path, memory)
    assert changed == sources.reached(path)[0] != fresh
    note.write_text("no JSON")
    assert sources.remembered(path, memory) == changed


def test_the_digest_of_a_kernel_covers_its_files_and_no_other_game() -> None:
    home = Path(jit.__file__).parents[2]
    _, files = sources.reached(sources.files_below(home / "games" / "strait" / "kernel"))
    names = {str(file.relative_to(home)) for file in files}
    assert {"games/strait/kernel/moves.py", "games/strait/kernel/state.py", "core/bits.py"} <= names
    assert not any(name.startswith(("search/", "render/", "games/seals")) for name in names)


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


# -- bits -----------------------------------------------------------------------------------------


@compiled
def _popcount(x: np.uint64) -> int:
    return popcount(x)


@compiled
def _lowest(x: np.uint64) -> int:
    return lowest(x)


@calm
@given(words)
@example(0)
@example(2**63)
@example(2**64 - 1)
def test_popcount_counts_bits_compiled_and_not(x: int) -> None:
    assert popcount(np.uint64(x)) == _popcount(np.uint64(x)) == bin(x).count("1")


@calm
@given(words.filter(bool))
@example(2**63)
@example(1)
def test_lowest_finds_the_lowest_bit_compiled_and_not(x: int) -> None:
    wanted = next(i for i in range(64) if x >> i & 1)
    assert lowest(np.uint64(x)) == _lowest(np.uint64(x)) == wanted


# -- random numbers -------------------------------------------------------------------------------


@calm
@given(st.integers(-(2**70), 2**70), st.integers(1, 2**31))
def test_below_stays_below_and_is_reproducible(seed: int, n: int) -> None:
    one, two = generator(seed), generator(seed)
    drawn = [jit.below(one, n) for _ in range(20)]
    assert all(0 <= x < n for x in drawn)
    assert [jit.below(two, n) for _ in range(20)] == drawn
    assert one[0] != 0


def test_below_is_even() -> None:
    rng = generator(7)
    for n in (2, 3, 7, 52):
        draws = 2000 * n
        counts = Counter(int(jit.below(rng, n)) for _ in range(draws))
        assert set(counts) == set(range(n))
        square = sum((c - 2000) ** 2 / 2000 for c in counts.values())
        assert square < n - 1 + 5 * (2 * n) ** 0.5  # chi-square with n - 1 degrees of freedom


def test_neighbouring_seeds_give_unlike_generators() -> None:
    seeds = range(-50, 1000)
    firsts = {int(generator(seed)[0]) for seed in seeds}
    assert len(firsts) == len(seeds)
    assert 0 not in firsts
    flips = [(int(generator(s)[0]) ^ int(generator(s + 1)[0])).bit_count() for s in range(200)]
    assert 28 < sum(flips) / len(flips) < 36


def test_compiled_and_interpreted_draws_are_the_same_numbers() -> None:
    # the first three of xorshift64* from the state 1, by its published definition
    state, wanted = 1, []
    for _ in range(3):
        state ^= state >> 12
        state ^= state << 25 & 2**64 - 1
        state ^= state >> 27
        wanted.append(((state * 0x2545F4914F6CDD1D & 2**64 - 1) >> 32) * 1000 >> 32)
    rng = np.array([1], dtype=np.uint64)
    assert [int(jit.below(rng, 1000)) for _ in range(3)] == wanted
    python = getattr(jit.below, "py_func", jit.below)
    again = np.array([1], dtype=np.uint64)
    with np.errstate(over="ignore"):
        assert [int(python(again, 1000)) for _ in range(3)] == wanted


# -- tags -----------------------------------------------------------------------------------------


def test_a_tag_names_the_kernel_and_the_digest() -> None:
    tag = bind(game("seals"))
    assert tag is bind(game("seals"))
    folder = Path(seals_kernel.__file__).parent
    assert tag.name == f"icefield.games.seals.kernel:{jit.digest(folder)}"
    assert tag.max_moves == 64
    assert tag.find("apply") is not None
    assert tag.find("no_such_function") is None
    assert tag.name in repr(tag)


def test_a_function_the_kernel_lacks_is_missed_by_name() -> None:
    empty = jit.Tag("numpy.ma", "empty")  # a module that is no kernel
    with pytest.raises(TypeError, match="has no save"):
        jit.save(empty, 1, 2)


def test_the_special_turns_are_no_seats() -> None:
    assert len({OVER, CHANCE, 0, 1, 2, 3}) == 6
    assert OVER < 0
    assert CHANCE < 0


def test_a_tag_in_a_cache_index_needs_no_module_until_it_is_used() -> None:
    """Whoever shares the cache may not have the other games that were bound to a search."""
    tag = jit.Tag("no_such_game.kernel", "no_such_game:0")
    again = pickle.loads(pickle.dumps(jit.TagType(tag)))
    assert again.name == "Tag[no_such_game:0]"
    with pytest.raises(ModuleNotFoundError):
        again.tag.find("moves")
