"""The decorator `compiled` for kernels and searches, and the machine-code cache.

The cache lies in `cache_home()`/compiled, in one folder for each set of sources that compiled code
depends on (see `sources`), each version of Numba, and runs with and without bounds checks.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeVar

import numba
import numpy as np
from numba.core import config as numba_config
from numba.core.caching import FunctionCache, IndexDataCacheFile

from ..compilation import Compilation, compile_listeners
from . import sources

if sys.platform != "win32":
    import fcntl

INTERPRETED: Final = bool(numba_config.DISABLE_JIT)
"""NUMBA_DISABLE_JIT=1: the kernels run as plain Python."""

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE: Final = Path(__file__).resolve().parents[2]
_KEEP_DAYS: Final = 30


# -- the cache folder ---------------------------------------------------------------------------


def cache_home() -> Path:
    """The folder of everything that can be made again; ICEFIELD_CACHE overrides it."""
    chosen = os.environ.get("ICEFIELD_CACHE")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_cache_dir("icefield"))


@lru_cache(maxsize=256)
def digest(path: Path = PACKAGE) -> str:
    """A digest of all that compiled functions of a module or package depend on.

    It is part of the cache folder's name and of every tag, so that an edited rule is compiled anew
    wherever it is used. Comments and docstrings do not count.
    """
    return sources.remembered(sources.files_below(path), cache_home() / "sources")


@lru_cache(maxsize=256)
def cache_folder(path: Path = PACKAGE) -> Path:
    """The folder for the machine code of a module or package.

    Its name holds Numba's version, the bounds-check flag (which Numba itself does not tell apart)
    and the digest. Folders unused for a month are removed. A home that cannot be written gives a
    temporary folder: each process compiles anew rather than fail.
    """
    checked = "-checked" if numba_config.BOUNDSCHECK else ""
    name = f"numba-{numba.__version__}{checked}-{digest(path)}"
    home = cache_home() / "compiled"
    try:
        new = not (home / name).exists()
        (home / name).mkdir(parents=True, exist_ok=True)
        os.utime(home / name)
        if new:
            _remove_unused(home)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="icefield-"))
    return home / name


def _remove_unused(home: Path) -> None:
    limit = time.time() - _KEEP_DAYS * 86400
    for old in home.iterdir():
        if old.is_dir() and old.stat().st_mtime < limit:
            shutil.rmtree(old, ignore_errors=True)


# -- the decorator ------------------------------------------------------------------------------

_config_lock = threading.Lock()
_functions: Final[list[Any]] = []
_function_class: list[type] = []


def use_class(function_class: type) -> None:
    """Make all compiled functions, now and later, instances of that class.

    It is a subclass of Numba's.
    """
    with _config_lock:
        _function_class[:] = [function_class]
        for function in _functions:
            function.__class__ = function_class


def compiled(function: F) -> F:
    """Compile a kernel or search function: cached, without the GIL, NumPy's errors.

    With NUMBA_DISABLE_JIT=1 the function stays Python; integer wrap-around, which machine code
    does silently, is then silenced too.
    """
    if INTERPRETED:
        return _wrapping(function)
    chosen = cache_folder(Path(function.__code__.co_filename).resolve())
    with _config_lock:  # modules may be imported by several threads at once
        before = numba_config.CACHE_DIR
        numba_config.CACHE_DIR = str(chosen)
        try:  # the folder is read while decorating, so other users of Numba keep their own
            made = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
            made._cache = _Cache(function, chosen)
            made._compiler = _OnceCompiler(made._compiler, made._cache, made.targetctx)
            _functions.append(made)
            if _function_class:
                made.__class__ = _function_class[0]
        finally:
            numba_config.CACHE_DIR = before
    return made  # type: ignore[no-any-return]


def tags(signature: Any) -> tuple[str, ...]:
    """The names of the tag types in a signature."""
    return tuple(kind.name for kind in signature if getattr(kind, "tag", None) is not None)


def index_name(module: str, qualname: str, names: tuple[str, ...]) -> str:
    """The name of the index of a function's machine code, without ending."""
    name = f"{module}.{qualname}".replace("<", "").replace(">", "")
    mark = hashlib.sha256(" ".join(names).encode()).hexdigest()[:8]
    return f"{name}.{mark}.{sys.implementation.cache_tag}"


class _Cache(FunctionCache):  # type: ignore[misc]
    """Numba's cache of a function, keyed by content, with an index for each tag.

    Numba stamps an index with the time of the function's file and names it by the line; the digest
    in the folder's name is the better stamp, so an edited comment recompiles nothing and copies of
    the package in different places share the machine code. Numba reads an index as a whole, and it
    names the types of states, which are classes of kernels: with one index for all games, a program
    would need every game that any other program has bound to the same search.
    """

    def __init__(self, function: Callable[..., Any], folder: Path):
        super().__init__(function)
        self.function = function
        self._cache_path = str(folder)
        self.stored: Any = None  # the result that is known to be on disk
        self._open(())

    def _open(self, signature: Any) -> None:
        function = self._py_func
        self._cache_file = IndexDataCacheFile(
            cache_path=self._cache_path,
            filename_base=index_name(function.__module__, function.__qualname__, tags(signature)),
            source_stamp="by digest",
        )

    def index_path(self, signature: Any) -> Path:
        """The file that lists the machine code for the tags of a signature."""
        function = self._py_func
        name = index_name(function.__module__, function.__qualname__, tags(signature))
        return Path(self._cache_path, f"{name}.nbi")

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        self._open(sig)
        return super().load_overload(sig, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        if data is self.stored:
            return
        self._open(sig)
        super().save_overload(sig, data)
        self.stored = data

    def lock(self, sig: Any) -> AbstractContextManager[bool]:
        """Hold it while compiling for a signature; other processes wait."""
        self._open(sig)
        return file_lock(Path(self._cache_file._index_path).with_suffix(".lock"))


@contextmanager
def file_lock(path: Path, *, wait: bool = True) -> Iterator[bool]:
    """Hold a lock between processes; give whether it is held.

    Without `wait` it may be refused. It ends with its process. Where the system has no such locks,
    it is always given.
    """
    with path.open("wb") as file:
        if sys.platform != "win32":
            try:
                fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield False
                return
        yield True


_inner_s = threading.local()  # what inner functions took, for each open compilation


@contextmanager
def _reported(function: Callable[..., Any], names: tuple[str, ...]) -> Iterator[None]:
    """Tell the listeners that this process compiles a function."""
    said = Compilation(function.__module__, function.__qualname__, names)
    for listener in [*compile_listeners]:
        listener(said, False)
    stack: list[float] = _inner_s.__dict__.setdefault("stack", [])
    stack.append(0.0)
    began = time.thread_time()
    try:
        yield
    finally:
        total = time.thread_time() - began
        inner = stack.pop()
        if stack:
            stack[-1] += total
        for listener in [*compile_listeners]:
            listener(replace(said, seconds=total - inner), True)


class _OnceCompiler:
    """Numba's compiler of a function, used by one process at a time.

    Processes that start together on an empty cache (test workers, workers of a server) would all
    compile the same functions. The first one compiles, the others wait and load its machine code.
    A function is compiled while its callers' locks are held, never the other way round: compiled
    code has no recursion, so no two processes can wait for each other.
    """

    def __init__(self, compiler: Any, cache: _Cache, target_context: Any):
        self._inner = compiler
        self._cache = cache
        self._target_context = target_context

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def compile(self, args: Any, return_type: Any) -> Any:
        """The compile result, loaded where another process has made it meanwhile."""
        if return_type is not None:  # an explicit signature: none of our functions has one
            return self._inner.compile(args, return_type)
        signature = tuple(args)
        with self._cache.lock(signature):
            found = self._cache.load_overload(signature, self._target_context)
            if found is None:
                with _reported(self._cache.function, tags(signature)):
                    found = self._inner.compile(args, return_type)
                self._cache.save_overload(signature, found)
            else:  # what Numba does where it loads a result itself
                self._cache.stored = found
                self._target_context.insert_user_function(
                    found.entry_point, found.fndesc, [found.library]
                )
        return found


def _wrapping(function: F) -> F:
    def run(*args: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*args)

    run.__name__ = function.__name__
    run.__doc__ = function.__doc__
    return run  # type: ignore[return-value]
