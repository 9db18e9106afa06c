"""Whose turn it is, and who has to wait where too much waits."""

from __future__ import annotations

import pytest

from icefield.server.errors import Busy, TooFast
from icefield.server.service.fair_queue import Account, Entry, FairQueue, Ledger
from icefield.server.service.token_bucket import Rate

ANN, BEN = Account("a", "ann"), Account("b", "ben")


class Clock:
    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


def put(
    queue: FairQueue[str], account: Account, *jobs: str, s: float = 0.01, rank: int = 0
) -> list[Busy]:
    """Put jobs in; what those get to know that have to make room later."""
    told: list[Busy] = []
    for job in jobs:
        queue.put(Entry(account, job, s, rank, evict=told.append))
    return told


def drain(queue: FairQueue[str], cost_s: float = 1.0) -> list[str]:
    """The jobs in the order of their turns, each of which costs that much."""
    found = []
    while (entry := queue.take()) is not None:
        queue.charge(entry.account, cost_s)
        found.append(entry.job)
    return found


def test_fair_queue_alternates_between_addresses_however_much_one_wants() -> None:
    queue: FairQueue[str] = FairQueue(100, clock=Clock())
    put(queue, ANN, *"123456")
    put(queue, BEN, "x", "y")
    assert drain(queue) == ["1", "x", "2", "y", "3", "4", "5", "6"]
    put(queue, ANN, "1", "2")
    put(queue, Account("c"), "new")
    assert drain(queue)[0] == "new"


def test_fair_queue_counts_identities_of_one_address_together() -> None:
    clock = Clock()
    queue: FairQueue[str] = FairQueue(100, clock=clock)
    for number in range(20):
        put(queue, Account("a", f"identity {number}"), f"a{number}")
    put(queue, BEN, "b0", "b1", "b2")
    order = drain(queue)
    assert [each[0] for each in order[:6]] in (list("ababab"), list("abbaba"))


def test_fair_queue_takes_owners_of_an_address_in_turns() -> None:
    queue: FairQueue[str] = FairQueue(100, clock=Clock())
    put(queue, Account("a", "one"), "o1", "o2", "o3")
    put(queue, Account("a", "two"), "t1")
    assert drain(queue)[:2] == ["o1", "t1"]


def test_fair_queue_takes_the_shortest_job_of_an_owner_first() -> None:
    queue: FairQueue[str] = FairQueue(100, clock=Clock())
    put(queue, ANN, "long", s=2.0)
    put(queue, ANN, "short", s=0.001)
    assert drain(queue) == ["short", "long"]


def test_fair_queue_takes_a_lower_rank_first_whatever_its_address_has_used() -> None:
    queue: FairQueue[str] = FairQueue(100, clock=Clock())
    queue.charge(ANN, 50.0)
    put(queue, BEN, "bots", rank=2)
    put(queue, ANN, "people", rank=0)
    assert drain(queue) == ["people", "bots"]


def test_fair_queue_forgets_what_was_used_long_ago() -> None:
    clock = Clock()
    ledger = Ledger(clock)
    ledger.charge(ANN, 8.0)
    clock.at += 10
    assert ledger.of_address("a") == pytest.approx(4.0)
    clock.at += 1000
    assert ledger.of_address("a") == 0.0


def test_fair_queue_is_bounded_and_the_address_with_the_most_makes_room() -> None:
    queue: FairQueue[str] = FairQueue(4, clock=Clock())
    told = put(queue, ANN, *"1234")
    with pytest.raises(Busy) as refused:
        put(queue, ANN, "5")
    assert refused.value.retry_s is not None
    assert refused.value.retry_s >= 1
    put(queue, BEN, "x", "y")
    assert [type(each) for each in told] == [Busy, Busy]
    with pytest.raises(Busy):
        put(queue, BEN, "z")  # half of the places are theirs
    assert sorted(drain(queue)) == ["1", "2", "x", "y"]


def test_fair_queue_refuses_an_account_beyond_its_budget_until_it_has_waited() -> None:
    clock = Clock()
    queue: FairQueue[str] = FairQueue(10, budget=Rate(10, 0.5), clock=clock)
    limited = Account("a", "ann", limited=True)
    queue.charge(limited, 12.0)
    with pytest.raises(TooFast) as refused:
        put(queue, Account("a", "another identity", limited=True), "1")
    assert refused.value.retry_s == 4
    put(queue, Account("b", "ben", limited=True), "x")
    put(queue, Account("a", "ann"), "without limits")
    clock.at += 40
    put(queue, limited, "2")
    assert len(queue) == 3


def test_fair_queue_removes_a_job_once() -> None:
    queue: FairQueue[str] = FairQueue(10, clock=Clock())
    entry = Entry(ANN, "1", 0.1)
    queue.put(entry)
    assert queue.remove(entry)
    assert not queue.remove(entry)
    assert len(queue) == 0
    assert queue.take() is None
