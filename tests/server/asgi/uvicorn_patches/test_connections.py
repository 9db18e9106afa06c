"""Which connection has to go where there are too many."""

from __future__ import annotations

import pytest

from icefield.server.asgi.uvicorn_patches.connections import ConnectionLimits, ConnectionTable


class Line:
    """A connection that is silent or not."""

    def __init__(self, address: str, silent: bool = True):
        self.address = address
        self.silent = silent
        self.dropped = False

    def is_silent(self) -> bool:
        return self.silent

    def drop(self) -> None:
        self.dropped = True


def filled(table: ConnectionTable, address: str, count: int, silent: bool = True) -> list[Line]:
    lines = [Line(address, silent) for _ in range(count)]
    for line in lines:
        table.admit(line)
    return lines


def test_connection_table_drops_the_oldest_silent_one_of_an_address() -> None:
    table = ConnectionTable(ConnectionLimits(100, per_address=3))
    busy = Line("a", silent=False)
    assert table.admit(busy)
    first, second = filled(table, "a", 2)
    assert table.admit(Line("a"))
    assert [busy.dropped, first.dropped, second.dropped] == [False, True, False]
    assert len(table) == 3


def test_connection_table_refuses_where_none_is_silent() -> None:
    table = ConnectionTable(ConnectionLimits(100, per_address=3))
    filled(table, "a", 3, silent=False)
    assert not table.admit(Line("a"))
    assert table.admit(Line("b"))
    assert len(table) == 4


def test_connection_table_makes_room_at_the_address_with_the_most() -> None:
    table = ConnectionTable(ConnectionLimits(10))
    many, few = filled(table, "a", 7), filled(table, "b", 3)
    assert table.admit(Line("c"))
    assert [each.dropped for each in many] == [True, *[False] * 6]
    assert not any(each.dropped for each in few)
    assert len(table) == 10


def test_connection_table_refuses_the_address_with_the_most() -> None:
    table = ConnectionTable(ConnectionLimits(10))
    filled(table, "a", 8, silent=False)
    filled(table, "b", 2)
    assert not table.admit(Line("a"))


@pytest.mark.parametrize("address", ["10.1.2.3", "fd00:0:0:1::/64"])
def test_connection_table_does_not_count_trusted_proxies(address: str) -> None:
    limits = ConnectionLimits(100, per_address=2, exempt=("10.0.0.0/8", "fd00:0:0:1::7/128"))
    table = ConnectionTable(limits)
    assert not any(each.dropped for each in filled(table, address, 20))
    filled(table, "192.0.2.1", 5)
    assert len(table) == 22


def test_connection_table_forgets_what_has_ended_and_keeps_what_goes_on() -> None:
    table = ConnectionTable(ConnectionLimits(10))
    old, new = Line("a"), Line("a", silent=False)
    assert table.admit(old)
    table.replace(old, new)
    assert not table.remove(old)
    assert len(table) == 1
    assert table.remove(new)
    assert not table.remove(new)
    table.replace(old, new)  # it has ended meanwhile
    assert len(table) == 0
