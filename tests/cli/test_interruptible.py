"""Work in another thread, which Ctrl-C interrupts."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from icefield.cli.interruptible import Work

from ..timeouts import HANG_S


def test_work_gives_its_result_or_its_error() -> None:
    assert Work(lambda: 3).wait() == 3

    def failing() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        Work(failing).wait()


def test_an_interrupt_stops_work_that_can_be_stopped() -> None:
    stop = threading.Event()
    pressed: list[float] = []

    def press(passed: float) -> None:
        if not pressed:
            pressed.append(passed)
            raise KeyboardInterrupt

    def work() -> str:
        stop.wait(HANG_S)
        return "so far"

    task = Work(work, stop)
    assert task.wait(press) == "so far"
    assert task.interrupted


def test_an_interrupt_leaves_other_work_behind() -> None:
    release = threading.Event()

    def press(_passed: float) -> None:
        raise KeyboardInterrupt

    tick: Callable[[float], None] = press
    with pytest.raises(KeyboardInterrupt):
        Work(lambda: release.wait(HANG_S)).wait(tick)
    release.set()
