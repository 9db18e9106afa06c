"""Requests to compile a function in another process, as files in the cache folder.

A process that must not wait for a compiler writes a request and makes sure that a compiler process
(`compiler`) runs. All processes with the same cache share one: the requests of workers of a server,
of a second server or of the terminal app are answered in the order in which they came. The answer
is the machine code in the cache. A request that cannot be fulfilled leaves a file with the error.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import os
import pickle
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from . import config

COMPILER: Final = "icefield.core.jit.compiler"
"""The module that answers the requests."""
_ENDING: Final = ".request"
_FAILED: Final = ".failed"
_RESTART_S: Final = 2.0
"""The time between two looks whether the compiler process runs."""


def _folder() -> Path:
    """The folder of the requests of programs with the same Numba and decorator."""
    return config.cache_folder(Path(__file__)) / "requests"


def _path(module: str, name: str, argument_types: tuple[Any, ...]) -> Path:
    shown = f"{module}.{name} {' '.join(map(str, argument_types))}"
    return _folder() / hashlib.sha256(shown.encode()).hexdigest()[:24]


def write(module: str, name: str, argument_types: tuple[Any, ...]) -> None:
    """Ask for machine code; does nothing where it has been asked for or has failed."""
    path = _path(module, name, argument_types)
    if path.with_suffix(_ENDING).exists() or path.with_suffix(_FAILED).exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, part = tempfile.mkstemp(dir=path.parent, suffix=".part")
    with os.fdopen(handle, "wb") as file:
        pickle.dump((module, name, argument_types), file)
    Path(part).replace(path.with_suffix(_ENDING))


def failed(module: str, name: str, argument_types: tuple[Any, ...]) -> bool:
    """Whether the compiler process could not compile this."""
    return _path(module, name, argument_types).with_suffix(_FAILED).exists()


def pending() -> list[Path]:
    """The open requests, the oldest first."""
    found = []
    for path in _folder().glob(f"*{_ENDING}"):
        with contextlib.suppress(OSError):  # another process has answered it
            found.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(found)]


def answer(path: Path) -> None:
    """Compile what a request asks for, into the cache."""
    try:
        module, name, argument_types = pickle.loads(path.read_bytes())
        getattr(importlib.import_module(module), name).compile(argument_types)
    except Exception as error:  # of any kind: the asking process compiles, and gets it itself
        path.with_suffix(_FAILED).write_text(f"{type(error).__name__}: {error}", "utf-8")
    finally:
        path.unlink(missing_ok=True)


@contextmanager
def alone(name: str) -> Iterator[bool]:
    """Whether this is the only process in the block; the lock ends with the process."""
    folder = _folder()
    folder.mkdir(parents=True, exist_ok=True)
    with config.file_lock(folder / f"{name}.lock", wait=False) as got:
        yield got


# -- the process ----------------------------------------------------------------------------------


class Process:
    """A Python module that is run with low priority as long as this process lives.

    It ends when its standard input is closed, which also happens when this process is killed.
    """

    def __init__(self, module: str):
        self._module = module
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._looked = float("-inf")

    def ensure(self) -> None:
        """Start it, unless it runs."""
        with self._lock:
            if time.monotonic() - self._looked < _RESTART_S:
                return
            self._looked = time.monotonic()
            if self._process is not None and self._process.poll() is None:
                return
            self._process = subprocess.Popen(
                (sys.executable, "-m", self._module),
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )

    def running(self) -> bool:
        """Whether it runs."""
        with self._lock:
            return self._process is not None and self._process.poll() is None

    def close(self) -> None:
        """End it; what it has compiled so far is in the cache."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            if process.stdin is not None:
                process.stdin.close()


def end_with_parent() -> None:
    """End this process as soon as its standard input is closed."""

    def watch() -> None:
        with contextlib.suppress(OSError):
            while os.read(0, 1):
                pass
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def lower_priority(nice: int) -> None:
    """Leave the processors to other processes, where the system can do that."""
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(nice)
