"""Taking a lesson: what the learner's moves and tries lead to."""

from __future__ import annotations

import pytest

from icefield.core.errors import IllegalMove, NotNow
from icefield.lessons import Course, Lesson, Step, progress
from icefield.lessons.course import read

TEXT = """
[[lesson]]
id = "first"

[[lesson.step]]
id = "twice"
task = "play"
rules = ["S4"]
position = "start"
moves = ["b7-b6", "g7-g6"]
watch = ["b2-c3", "g2-f3"]

[[lesson.step.turn]]
accept = ["c3-*"]
reply = ["f3-e3"]

[[lesson.step.turn]]
accept = ["*"]

[[lesson.step.wrong]]
id = "other"
move = "b6-*"
rule = "S3"

[[lesson.step]]
id = "on"
task = "try"
rules = ["S4"]
seat = 1

[[lesson.step.try]]
touches = ["g6", "g3"]
rule = "S4"
"""


@pytest.fixture
def taken() -> tuple[Course, Lesson, Step, Step]:
    found = read("seals", TEXT)
    return found, found.lessons[0], *found.steps  # type: ignore[return-value]


def test_a_step_begins_with_what_is_to_be_watched(
    taken: tuple[Course, Lesson, Step, Step],
) -> None:
    stage = progress.begin_step(*taken[:3])
    assert [str(frame.move) for frame in stage.frames] == ["None", "b2-c3", "g2-f3"]
    assert [frame.seat for frame in stage.frames] == [None, 0, 1]
    assert stage.seat == stage.position.turn == 0
    assert stage.turn is not None


def test_right_moves_are_answered_up_to_the_end(taken: tuple[Course, Lesson, Step, Step]) -> None:
    stage = progress.begin_step(*taken[:3])
    first = progress.judge_move(stage, "c3-c4")
    assert first.right
    assert [str(frame.move) for frame in first.stage.frames] == ["c3-c4", "f3-e3"]
    second = progress.judge_move(first.stage, "b6-b5")
    assert second.right
    assert second.stage.turn is None
    with pytest.raises(NotNow):
        progress.judge_move(second.stage, "c4-c5")
    with pytest.raises(NotNow):
        progress.next_hint(second.stage)


def test_a_legal_move_that_is_not_asked_for(taken: tuple[Course, Lesson, Step, Step]) -> None:
    stage = progress.begin_step(*taken[:3])
    answer = progress.judge_move(stage, "b6-b5")
    assert not answer.right
    assert (answer.words, answer.rule) == (taken[2].wrong[0].words, "S3")
    assert answer.stage.made == 0
    with pytest.raises(NotNow):
        progress.replay_step(*taken[:3], ["b6-b5"])


def test_an_illegal_move_is_refused_by_the_engine(taken: tuple[Course, Lesson, Step, Step]) -> None:
    with pytest.raises(IllegalMove, match="S4"):
        progress.judge_move(progress.begin_step(*taken[:3]), "c3-c6")


def test_a_step_goes_on_where_the_one_before_ends(taken: tuple[Course, Lesson, Step, Step]) -> None:
    course, lesson, twice, on = taken
    stage = progress.begin_step(course, lesson, on)
    assert stage.position == progress.demonstrate_step(course, lesson, twice)[-1].position
    assert stage.seat == 1


def test_a_try_is_met_by_any_refusal_of_its_kind(taken: tuple[Course, Lesson, Step, Step]) -> None:
    stage = progress.begin_step(taken[0], taken[1], taken[3])
    assert progress.next_hint(stage) is taken[3].tries[0]
    far = stage.position.explain_touches(["e3", "e6"], 1)
    own = stage.position.explain_touches(["b6"], 1)
    assert far is not None
    assert own is not None
    assert progress.is_wanted_refusal(stage, far)
    assert not progress.is_wanted_refusal(stage, own)


def test_show_me_plays_the_first_that_is_accepted(taken: tuple[Course, Lesson, Step, Step]) -> None:
    stage = progress.begin_step(*taken[:3])
    shown = progress.next_hint(stage)
    assert isinstance(shown, str)
    assert progress.judge_move(stage, shown).right
    assert shown.startswith("c3-")
