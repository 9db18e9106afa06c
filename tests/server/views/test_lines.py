"""Lines of play: their positions are remembered, and forgotten."""

from __future__ import annotations

import pytest

from icefield.core.errors import BadRecord
from icefield.server.views import lines
from icefield.server.views.lines import Line, position_of, read_pasted

from ..analysis_requests import GAME, SEALS

pytestmark = [pytest.mark.any_database, pytest.mark.usefixtures("tablebase_folder")]


def test_positions_are_remembered_and_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "positions", lines.Positions(3))
    pasted = read_pasted(GAME, None, 1, None)
    line = pasted.line
    assert position_of(line) is position_of(line)
    assert len(lines.positions) == 3
    assert position_of(Line(line.head, ("b2-d4",))) == SEALS.start().play("b2-d4")


def test_a_bare_list_of_moves_is_read_with_the_chosen_game() -> None:
    pasted = read_pasted("b2-d4 G7-E5 d4c4", "seals", 1, None)
    assert pasted.line.moves == ("b2-d4", "g7-e5", "d4-c4")
    assert pasted.position == read_pasted(GAME, None, 1, None).position


def test_a_wrong_move_of_a_bare_list_is_named_with_its_place() -> None:
    with pytest.raises(BadRecord) as caught:
        read_pasted("b2-b9", "seals", 1, None)
    assert "b2-b9" in caught.value.what.text()
    with pytest.raises(BadRecord) as caught:
        read_pasted("b2-d4\ng7-a1", "seals", 1, None)
    assert (caught.value.line, caught.value.column, caught.value.rule) == (2, 1, "S1")
