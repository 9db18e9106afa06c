"""Games that end by the word of their players."""

from __future__ import annotations

import pytest

import icefield
from icefield.core.errors import BadRecord, GameOver
from icefield.play import Match, agreed, given_up, read_records, write_records
from icefield.play.endings import FLAGGED, RESIGNED

SEALS = icefield.game("seals")
GLIDE = icefield.game("glide")


def test_S11_who_gives_up_leaves_the_empty_spaces_to_the_other() -> None:
    match = Match(SEALS, ("Ann", "Ben"), games=2)
    match.submit("b2-d4")
    empty = match.position.empty_spaces  # type: ignore[attr-defined]
    match.conclude(given_up(match.position, 1, RESIGNED))
    assert (match.game_over, match.over) == (True, False)
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    assert match.outcome.scores == (empty, 0)
    assert str(match.outcome.reason) == "Bears gave up."
    with pytest.raises(GameOver):
        match.submit("g7-e5")
    with pytest.raises(GameOver):
        match.undo()
    match.next_game()
    assert not match.game_over
    match.conclude(given_up(match.position, 0, FLAGGED))
    start = SEALS.start().empty_spaces  # type: ignore[attr-defined]
    assert match.sheet.totals == (empty + start, 0)  # Ben sat in the seals' seat
    assert match.sheet.winners == (0,)


def test_G10_a_draw_by_agreement() -> None:
    match = Match(GLIDE)
    match.conclude(agreed(match.position))
    assert match.outcome is not None
    assert match.outcome.winners == ()
    assert set(match.outcome.payoffs) == {0}


def test_the_record_says_how_it_ended_and_is_read_again() -> None:
    match = Match(SEALS, ("Ann", "Ben"))
    match.submit("b2-d4")
    match.conclude(given_up(match.position, 1, FLAGGED))
    text = write_records(match.records())
    assert '[Termination "time"]' in text
    (record,) = read_records(text)
    assert record.tags["Result"].endswith(" 0")
    assert write_records([record]) == text
    with pytest.raises(BadRecord):  # an unknown word excuses no wrong result
        read_records(text.replace('"time"', '"magic"'))
