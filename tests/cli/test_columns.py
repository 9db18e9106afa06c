"""Tables in columns, as wide as a terminal shows them."""

from __future__ import annotations

from icefield.cli.columns import table, width


def test_columns_line_up_in_every_language() -> None:
    lines = table([["レベル", "x"], ["a", "100"]], right=(1,))
    assert lines == ["レベル    x", "a       100"]
    assert {width(line) for line in lines} == {11}
