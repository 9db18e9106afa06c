"""Runs compiled functions as plain Python until another process has compiled them.

A server must not let a player wait for a compiler. After `enable`, a function that has no machine
code yet for its arguments asks the compiler process for it (`requests`) and runs as the Python code
that it is, with all functions that it calls. Moves and drawings take milliseconds that way, and
small searches a second or two. As soon as the machine code is in the cache, it is loaded.

What happens in place of compiling is chosen for each thread with `policy`:

    INTERPRET   kernels of games run as Python; other functions, such as searches, are waited for
    TRY         everything runs as Python, until `budget_s` of processor time are used up; then
                `NotCompiledError` is raised
    RAISE       `NotCompiledError` is raised
    WAIT        the thread waits for the compiler process
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from functools import partial
from typing import Any, Final, TypeVar

import numpy as np
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher

from . import config, requests

T = TypeVar("T")

_POLL_S: Final = 0.05
_CHECK_EVERY: Final = 64  # calls of interpreted functions
_ASK_AGAIN_S: Final = 3.0


class NotCompiledError(Exception):
    """There is no machine code yet; it has been asked for."""


class Policy(Enum):
    """What a thread does where machine code is missing."""

    INTERPRET = "interpret"
    TRY = "try"
    RAISE = "raise"
    WAIT = "wait"


class _Thread(threading.local):
    """How a thread calls compiled functions."""

    policy = Policy.INTERPRET
    interpreting = False
    deadline = float("inf")  # in processor time of the thread
    calls = 0


_thread = _Thread()
_compiler = requests.Process(requests.COMPILER)
_state: Final = {"enabled": False}


def enable() -> None:
    """Let compiled functions run as Python while they are compiled elsewhere."""
    if not config.INTERPRETED:
        config.use_class(_Function)
        _state["enabled"] = True


def disable() -> None:
    """Compile in this process again, and end the compiler process."""
    if _state["enabled"]:
        config.use_class(CPUDispatcher)
        _state["enabled"] = False
    _compiler.close()


def enabled() -> bool:
    """Whether functions without machine code run as Python."""
    return _state["enabled"]


@contextmanager
def policy(chosen: Policy, budget_s: float = float("inf")) -> Iterator[None]:
    """Call compiled functions by that policy in this thread."""
    before = _thread.policy, _thread.deadline
    _thread.policy = chosen
    _thread.deadline = time.thread_time() + budget_s
    try:
        yield
    finally:
        _thread.policy, _thread.deadline = before


def without_waiting(function: Callable[[], T], *, budget_s: float) -> T:
    """What a function returns that may be called twice.

    Without machine code it may use that much processor time; then it is called with machine code,
    as soon as there is some.
    """
    try:
        with policy(Policy.TRY, budget_s):
            return function()
    except NotCompiledError:
        with policy(Policy.WAIT):
            return function()


class _Function(CPUDispatcher):  # type: ignore[misc]
    """A compiled function that never compiles in this process, if that can be avoided."""

    def __call__(self, *args: Any) -> Any:
        if not _thread.interpreting:
            return super().__call__(*args)
        _thread.calls += 1
        if _thread.calls % _CHECK_EVERY == 0 and time.thread_time() > _thread.deadline:
            raise NotCompiledError(self.py_func.__qualname__)
        return self.py_func(*args)

    def _compile_for_args(self, *args: Any, **named: Any) -> Callable[..., Any]:
        """What to call with these arguments, for which this process has no machine code."""
        self._compilation_chain_init_hook()
        try:
            types = tuple(self.typeof_pyval(value) for value in args)
        finally:
            self._types_active_call.clear()
        found = self._loaded(types)
        if found is not None:
            return found
        module, name = self.py_func.__module__, self.py_func.__qualname__
        if named or requests.failed(module, name, types):
            return super()._compile_for_args(*args, **named)  # type: ignore[no-any-return]
        self._ask(types)
        wanted = _thread.policy
        if wanted is Policy.INTERPRET and not _is_kernel(module):
            wanted = Policy.WAIT
        if wanted is Policy.RAISE:
            raise NotCompiledError(name)
        if wanted is not Policy.WAIT:
            return partial(_interpret, self.py_func)
        while (found := self._loaded(types)) is None:
            time.sleep(_POLL_S)
            if requests.failed(module, name, types):
                return super()._compile_for_args(*args)  # type: ignore[no-any-return]
            self._ask(types)
        return found

    def _ask(self, types: tuple[Any, ...]) -> None:
        """Ask for machine code, and again should the compiler process have ended before."""
        asked: dict[Any, float] = self.__dict__.setdefault("_asked_at", {})
        if time.monotonic() - asked.get(types, float("-inf")) > _ASK_AGAIN_S:
            asked[types] = time.monotonic()
            requests.write(self.py_func.__module__, self.py_func.__qualname__, types)
            _compiler.ensure()

    def _loaded(self, types: tuple[Any, ...]) -> Callable[..., Any] | None:
        """The machine code from the cache, if it is there."""
        seen: dict[Any, int] = self.__dict__.setdefault("_seen_index", {})
        try:
            stamp = self._cache.index_path(types).stat().st_mtime_ns
        except OSError:
            return None
        if seen.get(types) == stamp:
            return None
        with global_compiler_lock:
            existing = self.overloads.get(types)
            if existing is not None:  # another thread has loaded it
                return existing.entry_point  # type: ignore[no-any-return]
            found = self._cache.load_overload(types, self.targetctx)
            if found is None:
                seen[types] = stamp
                return None
            if not found.objectmode:
                self.targetctx.insert_user_function(
                    found.entry_point, found.fndesc, [found.library]
                )
            self.add_overload(found)
            return found.entry_point  # type: ignore[no-any-return]


def _is_kernel(module: str) -> bool:
    """Whether a module's functions take microseconds when they are compiled.

    They take milliseconds when they are not.
    """
    return ".kernel" in module or module.startswith("icefield.core.")


def _interpret(function: Callable[..., Any], *args: Any) -> Any:
    _thread.interpreting = True
    try:
        with np.errstate(over="ignore"):
            return function(*args)
    finally:
        _thread.interpreting = False
