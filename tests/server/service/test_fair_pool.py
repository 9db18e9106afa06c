"""Threads for all clients: none has all of them; one that left is not awaited."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator

import pytest

from icefield.server.errors import Busy, ClientGone
from icefield.server.service.fair_pool import FairPool, current_client
from icefield.server.service.fair_queue import Account, Ledger, current_account

from ...timeouts import HANG_S

ANN, BEN = Account("a", "ann"), Account("b", "ben")


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    gate = threading.Event()
    yield gate
    gate.set()


def hold(pool: FairPool, account: Account, gate: threading.Event, **more: float) -> None:
    """Occupy a thread until the gate opens."""
    begun = threading.Event()

    def work() -> None:
        begun.set()
        assert gate.wait(HANG_S)

    pool.submit(work, account=account, **more)  # type: ignore[arg-type]
    assert begun.wait(HANG_S)


def test_fair_pool_returns_results_and_errors_and_knows_the_account() -> None:
    pool = FairPool("test", threads=2, most=10, ledger=Ledger())
    token = current_account.set(BEN)
    assert pool.submit(current_account.get).result(HANG_S) == BEN
    current_account.reset(token)
    with pytest.raises(ZeroDivisionError):
        pool.submit(lambda: 1 // 0).result(HANG_S)
    with pytest.raises(RuntimeError, match="StopIteration"):
        asyncio.run(pool.run(lambda: next(iter(()))))
    assert pool.close(HANG_S)
    with pytest.raises(Busy):
        pool.submit(lambda: 1)


def test_fair_pool_leaves_a_thread_to_other_addresses(gate: threading.Event) -> None:
    pool = FairPool("test", threads=2, address_threads=1, most=10, ledger=Ledger())
    hold(pool, ANN, gate)
    waiting = pool.submit(lambda: "ann", account=ANN)
    assert pool.submit(lambda: "ben", account=BEN).result(HANG_S) == "ben"
    assert not waiting.done()
    gate.set()
    assert waiting.result(HANG_S) == "ann"
    pool.close(HANG_S)


def test_fair_pool_leaves_a_thread_to_short_jobs_and_limits_a_rank(gate: threading.Event) -> None:
    pool = FairPool(
        "test", threads=3, short_threads=1, rank_threads={2: 1}, most=10, ledger=Ledger()
    )
    hold(pool, ANN, gate, expected_s=5.0, rank=2)
    alone = pool.submit(lambda: 1, account=BEN, rank=2)
    hold(pool, ANN, gate, expected_s=5.0)
    long = pool.submit(lambda: 1, account=BEN, expected_s=5.0)
    assert pool.submit(lambda: "short", account=ANN).result(HANG_S) == "short"
    assert not alone.done()
    assert not long.done()
    gate.set()
    assert alone.result(HANG_S) == long.result(HANG_S) == 1
    pool.close(HANG_S)


def test_fair_pool_charges_what_a_job_computed_and_not_what_it_waited() -> None:
    ledger = Ledger()
    pool = FairPool("test", threads=1, most=10, ledger=ledger)

    def compute() -> None:
        end = time.thread_time() + 0.05
        while time.thread_time() < end:
            pass

    pool.submit(compute, "compute", ANN).result(HANG_S)
    pool.submit(lambda: time.sleep(0.05), "sleep", BEN).result(HANG_S)
    assert pool.close(HANG_S)
    assert ledger.of_address("a") > 0.04 > ledger.of_address("b")
    assert pool.expected_s("compute") > 0.04 > pool.expected_s("sleep")


def test_fair_pool_drops_what_waits_for_a_client_that_has_gone(gate: threading.Event) -> None:
    pool = FairPool("test", threads=1, most=10, ledger=Ledger())
    done: list[str] = []
    hold(pool, ANN, gate)

    async def ask() -> None:
        gone = asyncio.Event()

        async def wait() -> None:
            await gone.wait()

        current_client.set(wait)
        asking = asyncio.ensure_future(pool.run(done.append, "asked"))
        while not len(pool):
            await asyncio.sleep(0.001)
        gone.set()
        with pytest.raises(ClientGone):
            await asking

    asyncio.run(ask())
    assert len(pool) == 0
    gate.set()
    assert pool.submit(lambda: "next", account=BEN).result(HANG_S) == "next"
    assert done == []
    pool.close(HANG_S)


def test_fair_pool_replaces_a_thread_that_hangs(gate: threading.Event) -> None:
    pool = FairPool("test", threads=1, most=10, ledger=Ledger())
    hold(pool, ANN, gate)
    waiting = pool.submit(lambda: "done", account=BEN)
    pool.replace_hung(0.0)
    assert waiting.result(HANG_S) == "done"
    assert pool.close(HANG_S)  # the lost one is not waited for
    gate.set()
