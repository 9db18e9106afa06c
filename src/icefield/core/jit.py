"""The only Numba configuration: the decorator, the cache folder, keys, the random generator, and
the *tag type* that binds a search, written once, to one game's kernel.

The kernel protocol
-------------------
A game's `kernel.py` is a module of functions made with `@compiled`. States are values: scalars in
a NamedTuple where that is a handful of words, a flat array where it is large.

    MAX_MOVES                  size of the buffer `moves` needs
    rows(n)                    room for n saved states, one per row of an array
    save(st, row), load(row)   a state into a row and back
    turn(st)                   the seat that decides, CHANCE (-1), or OVER (-2)
    moves(st, out) -> n        the codes of the legal moves of that seat
    apply(st, m) -> st         the state after a legal move; trusts; consumes `st`
    payoffs(st, out)           at the end: winners share +1, the others -1
    WIN, utility(st)           at the end, two seats: the result for seat 0, an integer; its sign is
                               the winner's, its size WIN and what a winner wants more of; 0 draws
    key(st)                    64 bits that identify the state (without the ply)
    pick(st, rng, buffer)      optional: a random legal move without listing them
    evaluate(st)               optional, two seats: a guess for seat 0 in thousandths of a logit
    bounds(st) -> (low, high)  optional, two seats: what `utility` can still become
    priority(st, m)            optional: which moves a search should try first
    estimate(st, out) -> bool  optional: a guess of the payoffs at any state, instead of a playout
    known(st, seat)            optional, hidden information: 64 bits that identify what a seat knows
    resample(st, seat)         optional, likewise: a full state that agrees with what a seat knows
    rank(index, st),           optional: positions as numbers and back, for complete tables; `index`
      unrank(index, i)         is whatever the game needs to know for it
    identity(st)               optional: a key that positions share only if the same side wins them
    verdict(st)                optional, two seats: 1 when seat 0 is certain to win, -1 when not to,
                               0 when that takes a search
    stakes(st)                 optional, two seats with scores: the least and the most that best
      -> (low, high, spare)    play can lead to, k for a win of seat 0 with k points and -1 - k for
                               one of the other; and the points that are sure to be left, in which
                               alone positions of one identity may differ
    repeated(st) -> st         optional: the state, ended by a third occurrence; LONGEST is then the
                               most plies of a game
    actions(st)                optional, for learners: how many actions there are,
    action(st, m)              the number of a legal move of a seat among them,
    shape(st)                  how many planes of how many rows and columns are seen, and
    planes(st, seat, out)      what a seat sees, as int8 [plane, space]; overwrites all of `out`

A search is compiled code that takes a tag and calls the functions of the same names below. For
Numba the tag is an opaque type whose name holds the game and a digest of the sources; the
overloads look the kernel up while compiling, so a bound search is as fast as one written for the
game alone, and its machine code is cached across processes under the type's name.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final, TypeVar

import numba
import numpy as np
from numba import types
from numba.core import config as numba_config
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.extending import (
    NativeValue,
    models,
    overload,
    register_model,
    typeof_impl,
    unbox,
)

from .bits import fetch, highest, lowest, nth, popcount
from .game import CHANCE, Game

__all__ = [
    "CHANCE",
    "INTERPRETED",
    "OVER",
    "Tag",
    "bind",
    "cache_folder",
    "compiled",
    "fetch",
    "highest",
    "lowest",
    "mix",
    "nth",
    "popcount",
]

OVER: Final = -2
"""What a kernel's `turn` returns when the game has ended."""

INTERPRETED: Final = bool(numba_config.DISABLE_JIT)
"""NUMBA_DISABLE_JIT=1: the kernels run as plain Python."""

F = TypeVar("F", bound=Callable[..., Any])

_PACKAGE: Final = Path(__file__).resolve().parent.parent
_COMPILED_PARTS: Final = ("core", "games", "search", "analysis", "env/stepping")
"""Where compiled code lives."""
_KEEP_DAYS: Final = 30
_BESIDE: Final = ("evaluate", "index", "observe", "proving")
"""Modules beside a kernel that may hold functions of the protocol."""


# -- the cache folder ---------------------------------------------------------------------------


def _sources(folder: Path) -> list[Path]:
    """Every source whose edit could change what compiled code of that folder means."""
    files = [f for part in _COMPILED_PARTS for f in (_PACKAGE / part).rglob("*.py")]
    if not folder.is_relative_to(_PACKAGE):
        files += folder.rglob("*.py")
    return sorted(files)


@lru_cache(maxsize=64)
def digest(folder: Path = _PACKAGE) -> str:
    """A digest of all kernel sources (and those in `folder`, for a game that lives elsewhere).

    Numba stamps only the file that holds a function, so an edit in a helper module would leave
    old rules running from the cache. This digest is part of the cache folder's name and of every
    tag, so it cannot.
    """
    total = hashlib.sha256()
    for file in _sources(folder):
        total.update(file.name.encode())
        total.update(file.read_bytes())
    return total.hexdigest()[:16]


def cache_home() -> Path:
    """Where the product keeps what it can make again; ICEFIELD_CACHE overrides it."""
    chosen = os.environ.get("ICEFIELD_CACHE")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_cache_dir("icefield"))


@lru_cache(maxsize=64)
def cache_folder(folder: Path = _PACKAGE) -> Path:
    """The folder for machine code: named by Numba's version, the bounds-check flag (which Numba
    itself does not tell apart) and the digest. Folders unused for a month are removed."""
    checked = "-checked" if numba_config.BOUNDSCHECK else ""
    name = f"numba-{numba.__version__}{checked}-{digest(folder)}"
    home = cache_home() / "compiled"
    try:
        new = not (home / name).exists()
        (home / name).mkdir(parents=True, exist_ok=True)
        os.utime(home / name)
        if new:
            _prune(home)
    except OSError:  # a read-only home: compile anew in each process rather than fail
        return Path(tempfile.mkdtemp(prefix="icefield-"))
    return home / name


def _prune(home: Path) -> None:
    limit = time.time() - _KEEP_DAYS * 86400
    for old in home.iterdir():
        if old.is_dir() and old.stat().st_mtime < limit:
            shutil.rmtree(old, ignore_errors=True)


# -- the decorator ------------------------------------------------------------------------------

_decorating = threading.Lock()


def compiled(function: F) -> F:
    """Compile a kernel or search function: cached, without the GIL, errors as in NumPy.

    With NUMBA_DISABLE_JIT=1 the function stays Python; integer wrap-around, which machine code
    does silently, is then silenced too.
    """
    if INTERPRETED:
        return _wrapping(function)
    folder = Path(function.__code__.co_filename).resolve().parent
    chosen = str(cache_folder(_PACKAGE if _ours(folder) else folder))
    with _decorating:  # modules may be imported by several threads at once
        before = numba_config.CACHE_DIR
        numba_config.CACHE_DIR = chosen
        try:  # the folder is read while decorating, so other users of Numba keep their own
            made = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
            made._cache = _CacheByTag(function)
        finally:
            numba_config.CACHE_DIR = before
    return made  # type: ignore[no-any-return]


class _CacheByTag(FunctionCache):  # type: ignore[misc]
    """Numba's cache of a function, with an index of its own for each tag.

    Numba reads an index as a whole, and it names the types of states, which are classes of kernels.
    With one index for all games, a program would need every game that any other program has bound
    to the same search, and nothing would run any more once such a game is uninstalled."""

    def _turn_to(self, signature: Any) -> None:
        names = [kind.tag.name for kind in signature if isinstance(kind, TagType)]
        mark = hashlib.sha256(" ".join(names).encode()).hexdigest()[:8]
        self._cache_file = IndexDataCacheFile(
            cache_path=self._cache_path,
            filename_base=f"{self._impl.filename_base}.{mark}",
            source_stamp=self._impl.locator.get_source_stamp(),
        )

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        self._turn_to(sig)
        return super().load_overload(sig, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        self._turn_to(sig)
        super().save_overload(sig, data)


def _ours(folder: Path) -> bool:
    return folder.is_relative_to(_PACKAGE)


def _wrapping(function: F) -> F:
    def run(*args: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*args)

    run.__name__ = function.__name__
    run.__doc__ = function.__doc__
    return run  # type: ignore[return-value]


# -- keys ---------------------------------------------------------------------------------------

_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_MIX_3 = np.uint64(0x9E3779B97F4A7C15)
_SHIFT_29, _SHIFT_32 = np.uint64(29), np.uint64(32)


@compiled
def mix(a: np.uint64, b: np.uint64, c: np.uint64, d: np.uint64) -> np.uint64:
    """Four words as one well mixed key (multiplications and shifts of splitmix64)."""
    h = a * _MIX_3
    h = (h ^ h >> _SHIFT_32 ^ b) * _MIX_1
    h = (h ^ h >> _SHIFT_29 ^ c) * _MIX_2
    h = (h ^ h >> _SHIFT_32 ^ d) * _MIX_1
    return h ^ h >> _SHIFT_29


# -- random numbers -----------------------------------------------------------------------------

_SHIFT_12, _SHIFT_25, _SHIFT_27 = (np.uint64(n) for n in (12, 25, 27))
_STAR = np.uint64(0x2545F4914F6CDD1D)
_LOW_32 = np.uint64(0xFFFFFFFF)


@compiled
def below(rng: np.ndarray, n: int) -> int:
    """A random number 0 … n-1 from xorshift64* (`rng` is an array of one non-zero word)."""
    x = rng[0]
    x ^= x >> _SHIFT_12
    x ^= x << _SHIFT_25
    x ^= x >> _SHIFT_27
    rng[0] = x
    found: int = np.int64((((x * _STAR) >> _SHIFT_32) * np.uint64(n)) >> _SHIFT_32)  # type: ignore[assignment]
    return found


def generator(seed: int) -> np.ndarray:
    """A generator for compiled code. Any seed gives a non-zero, well mixed word."""
    word = hashlib.blake2b(str(seed).encode(), digest_size=8).digest()
    return np.array([int.from_bytes(word, "little") | 1], dtype=np.uint64)


# -- the tag type -------------------------------------------------------------------------------


class Tag:
    """Names a game's kernel to compiled code. Make one with `bind`.

    Numba writes it into the index of its cache, which every program reads that uses the same
    search; so it knows the modules by name and imports them only when they are needed."""

    __slots__ = ("_modules", "name", "names")

    def __init__(self, names: tuple[str, ...], name: str):
        self.names = names
        self.name = name
        self._modules: tuple[ModuleType, ...] | None = None

    def __reduce__(self) -> tuple[type[Tag], tuple[tuple[str, ...], str]]:
        return Tag, (self.names, self.name)

    @property
    def modules(self) -> tuple[ModuleType, ...]:
        """The kernel, and what lies beside it."""
        if self._modules is None:
            self._modules = tuple(importlib.import_module(name) for name in self.names)
        return self._modules

    def find(self, name: str) -> Callable[..., Any] | None:
        """The function of that name in the kernel or beside it, if the game has it."""
        # a package's attribute of that name may be one of its modules: `evaluate`, say
        found = (getattr(m, name, None) for m in self.modules)
        return next((each for each in found if callable(each)), None)

    @property
    def max_moves(self) -> int:
        """The size of the buffer that `moves` needs."""
        return int(self.modules[0].MAX_MOVES)

    def __repr__(self) -> str:
        return f"<Tag {self.name}>"


class TagType(types.Opaque):  # type: ignore[misc]
    """A tag's type. Its name (game and digest) is what cached machine code is filed under."""

    def __init__(self, tag: Tag):
        self.tag = tag
        super().__init__(name=f"Tag[{tag.name}]")


register_model(TagType)(models.OpaqueModel)


@typeof_impl.register(Tag)
def _typeof_tag(tag: Tag, _context: Any) -> TagType:
    return _tag_type(tag.name, tag)


_tag_types: dict[str, TagType] = {}


def _tag_type(name: str, tag: Tag) -> TagType:
    if name not in _tag_types:
        _tag_types[name] = TagType(tag)
    return _tag_types[name]


@unbox(TagType)
def _unbox_tag(_typ: Any, _obj: Any, context: Any) -> NativeValue:
    return NativeValue(context.context.get_dummy_value())


@lru_cache(maxsize=64)
def _bind(module: str) -> Tag:
    kernel = importlib.import_module(module)
    assert kernel.__file__ is not None
    folder = Path(kernel.__file__).resolve().parent
    names = [module]
    for beside in (f"{kernel.__package__}.{name}" for name in _BESIDE):
        if importlib.util.find_spec(beside) is not None:
            names.append(beside)
    return Tag(tuple(names), f"{module}:{digest(_PACKAGE if _ours(folder) else folder)}")


def bind(game: Game) -> Tag:
    """The tag that binds a search to this game."""
    return _bind(game.kernel)


# -- the kernel's functions, seen through a tag ---------------------------------------------------
# Each has a Python body (interpreted runs) and an overload that hands over to the kernel.


def _through_tag(
    name: str, arity: int, default: Callable[..., Any] | None = None
) -> Callable[..., Any]:
    """A function of the kernel protocol that takes the tag first. `default` takes the tag too."""

    def call(tag: Tag, *args: Any) -> Any:
        function = tag.find(name)
        if function is not None:
            return function(*args)
        if default is None:
            raise TypeError(f"{tag} has no {name}")
        return default(tag, *args)

    def hand_over(tag: Any, *_args: Any) -> Any:
        if not isinstance(tag, TagType):
            return None
        function = tag.tag.find(name)
        if function is not None:
            return _DIRECT[arity](function)
        return _WITH_TAG[arity](default) if default is not None else None

    call.__name__ = call.__qualname__ = name
    overload(call, strict=False)(hand_over)
    return call


_DIRECT: Final[dict[int, Callable[[Any], Any]]] = {
    1: lambda f: lambda tag, a: f(a),
    2: lambda f: lambda tag, a, b: f(a, b),
    3: lambda f: lambda tag, a, b, c: f(a, b, c),
}
_WITH_TAG: Final[dict[int, Callable[[Any], Any]]] = {
    1: lambda f: lambda tag, a: f(tag, a),
    2: lambda f: lambda tag, a, b: f(tag, a, b),
    3: lambda f: lambda tag, a, b, c: f(tag, a, b, c),
}


@compiled
def _pick_from_list(tag: Any, st: Any, rng: np.ndarray, buffer: np.ndarray) -> int:
    n = moves(tag, st, buffer)
    return buffer[below(rng, n)]  # type: ignore[no-any-return]


@compiled
def _no_evaluation(tag: Any, st: Any) -> int:  # noqa: ARG001
    return 0


_UNBOUNDED: Final = 1 << 14  # beyond any utility


@compiled
def _no_estimate(tag: Any, st: Any, out: np.ndarray) -> bool:  # noqa: ARG001
    return False


@compiled
def _no_bounds(tag: Any, st: Any) -> tuple[int, int]:  # noqa: ARG001
    return -_UNBOUNDED, _UNBOUNDED


@compiled
def _no_priority(tag: Any, st: Any, m: int) -> int:  # noqa: ARG001
    return 0


@compiled
def _knows_all(tag: Any, st: Any, seat: int) -> np.uint64:  # noqa: ARG001
    return key(tag, st)  # type: ignore[no-any-return]


@compiled
def _goes_on(tag: Any, st: Any) -> Any:  # noqa: ARG001
    return st


@compiled
def _nothing_hidden(tag: Any, st: Any, seat: int) -> Any:  # noqa: ARG001
    return st


@compiled
def _by_the_end(tag: Any, st: Any) -> int:
    if turn(tag, st) != OVER:
        return 0
    return 1 if utility(tag, st) > 0 else -1


@compiled
def _no_stakes(tag: Any, st: Any) -> tuple[int, int, int]:
    said = verdict(tag, st)
    return 0 if said > 0 else -_UNBOUNDED, -1 if said < 0 else _UNBOUNDED, 0


rows = _through_tag("rows", 1)
save = _through_tag("save", 2)
load = _through_tag("load", 1)
turn = _through_tag("turn", 1)
moves = _through_tag("moves", 2)
apply = _through_tag("apply", 2)
payoffs = _through_tag("payoffs", 2)
utility = _through_tag("utility", 1)
key = _through_tag("key", 1)
pick = _through_tag("pick", 3, _pick_from_list)
evaluate = _through_tag("evaluate", 1, _no_evaluation)
estimate = _through_tag("estimate", 2, _no_estimate)
bounds = _through_tag("bounds", 1, _no_bounds)
priority = _through_tag("priority", 2, _no_priority)
known = _through_tag("known", 2, _knows_all)
resample = _through_tag("resample", 2, _nothing_hidden)
rank = _through_tag("rank", 2)
unrank = _through_tag("unrank", 2)
identity = _through_tag("identity", 1, key)
verdict = _through_tag("verdict", 1, _by_the_end)
stakes = _through_tag("stakes", 1, _no_stakes)
repeated = _through_tag("repeated", 1, _goes_on)
actions = _through_tag("actions", 1)
action = _through_tag("action", 2)
shape = _through_tag("shape", 1)
planes = _through_tag("planes", 3)
