"""How kernels and searches are compiled: the decorator `compiled` and the cache of machine code.

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
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeVar

import numba
import numpy as np
from numba.core import config as numba_config
from numba.core.caching import FunctionCache, IndexDataCacheFile

from . import sources

INTERPRETED: Final = bool(numba_config.DISABLE_JIT)
"""NUMBA_DISABLE_JIT=1: the kernels run as plain Python."""

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE: Final = Path(__file__).resolve().parents[2]
_KEEP_DAYS: Final = 30


# -- the cache folder ---------------------------------------------------------------------------


def cache_home() -> Path:
    """Where the product keeps what it can make again; ICEFIELD_CACHE overrides it."""
    chosen = os.environ.get("ICEFIELD_CACHE")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_cache_dir("icefield"))


@lru_cache(maxsize=256)
def digest(path: Path = PACKAGE) -> str:
    """A digest of everything that the compiled functions of a module or package depend on.

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


def compiled(function: F) -> F:
    """Compile a kernel or search function: cached, without the GIL, errors as in NumPy.

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
        finally:
            numba_config.CACHE_DIR = before
    return made  # type: ignore[no-any-return]


class _Cache(FunctionCache):  # type: ignore[misc]
    """Numba's cache of a function, named by content alone, with an index of its own for each tag.

    Numba stamps an index with the time of the function's file and names it by the line; the digest
    in the folder's name is the better stamp, so an edited comment recompiles nothing and copies of
    the package in different places share the machine code. Numba reads an index as a whole, and it
    names the types of states, which are classes of kernels: with one index for all games, a program
    would need every game that any other program has bound to the same search.
    """

    def __init__(self, function: Callable[..., Any], folder: Path):
        super().__init__(function)
        self._cache_path = str(folder)
        self._open(())

    def _open(self, signature: Any) -> None:
        tags = [kind.name for kind in signature if getattr(kind, "tag", None) is not None]
        function = self._py_func
        name = f"{function.__module__}.{function.__qualname__}".replace("<", "").replace(">", "")
        mark = hashlib.sha256(" ".join(tags).encode()).hexdigest()[:8]
        self._cache_file = IndexDataCacheFile(
            cache_path=self._cache_path,
            filename_base=f"{name}.{mark}.{sys.implementation.cache_tag}",
            source_stamp="by digest",
        )

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        self._open(sig)
        return super().load_overload(sig, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        self._open(sig)
        super().save_overload(sig, data)


def _wrapping(function: F) -> F:
    def run(*args: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*args)

    run.__name__ = function.__name__
    run.__doc__ = function.__doc__
    return run  # type: ignore[return-value]
