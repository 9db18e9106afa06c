"""Reading a course file: its form is checked, and errors have their place."""

from __future__ import annotations

import pytest

from icefield.core.errors import UnknownGame
from icefield.lessons import BadCourse, Made, course
from icefield.lessons.course import matches_pattern, read

GOOD = """
[[lesson]]
id = "first"

[[lesson.step]]
id = "look"
task = "read"
position = "start"

[[lesson.step]]
id = "go"
task = "play"
rules = ["S4"]
watch = [{ seat = 0, move = "b2-b3" }, "g2-g3"]

[[lesson.step.turn]]
accept = ["b3-*"]
reply = ["g3-g4"]

[[lesson.step.turn]]
accept = ["*"]
"""


def test_a_course_as_data() -> None:
    found = read("seals", GOOD)
    look, go = found.steps
    assert (found.game, found.lessons[0].id, look.id, look.done) == ("seals", "first", "look", None)
    assert go.watch == (Made("b2-b3", 0), Made("g2-g3"))
    assert [turn.accept for turn in go.turns] == [("b3-*",), ("*",)]
    assert [each.id for each in found.messages()] == [
        "lesson_seals.about",
        "lesson_seals.first",
        "lesson_seals.first.look",
        "lesson_seals.first.go",
        "lesson_seals.first.go.done",
    ]
    assert found.rules == {"S4"}
    assert found.lesson("first") is found.lessons[0]
    assert found.lesson("second") is None


@pytest.mark.parametrize(
    ("pattern", "text", "means"),
    [
        ("*", "b2-b3", True),
        ("b2-*", "b2-b3", True),
        ("b2-*", "b2xb3", False),
        ("*b3", "b2-b3", True),
        ("b.*", "b2-b3", False),
        ("b2-b3", "b2-b3", True),
        ("b2-b", "b2-b3", False),
    ],
)
def test_a_star_stands_for_anything(pattern: str, text: str, means: bool) -> None:
    assert matches_pattern(pattern, text) is means


STEP = "[[lesson]]\nid = 'first'\n[[lesson.step]]\nid = 'go'\nposition = 'start'\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "seals/course.toml: there is no lesson"),
        ("[[lesson]\n", "seals/course.toml: Expected ']]'"),
        (
            "[[lesson]]\nid = 'first'\n",
            "seals/course.toml, lesson 1 'first': there is no step",
        ),
        ("[[lesson]]\nid = 'About'\n", "seals/course.toml, lesson 1: 'About' cannot be an id"),
        ("[[lesson]]\nid = 'about'\n", "seals/course.toml, lesson 1: 'about' cannot be an id"),
        ("[[lesson]]\ntitle = 'x'\n", "seals/course.toml, lesson 1: `id` is missing"),
        (
            "[[lesson]]\nid = 'first'\nstep = 3\n",
            "seals/course.toml, lesson 1 'first': `step` must be a list",
        ),
        (
            STEP + "task = 'sing'\n",
            "seals/course.toml, lesson 1 'first', step 1 'go': the task 'sing' is none of",
        ),
        (STEP + "task = 'play'\naccept = ['*']\n", "`rules` says nothing"),
        (STEP + "task = 'play'\nrules = ['S4']\n", "what is to be played"),
        (STEP + "task = 'read'\naccept = ['*']\n", "what is to be played"),
        (STEP + "task = 'play'\nrules = ['S4']\nreply = ['*']\n", "`accept` is missing"),
        (
            STEP + "task='play'\nrules=['S4']\naccept=['*']\n[[lesson.step.turn]]\naccept=['*']",
            "either `accept` and `reply`, or turns",
        ),
        (STEP + "task = 'try'\nrules = ['S4']\n", "there is nothing to try"),
        (STEP + "task = 'read'\npiont = ['b2']\n", "`piont` means nothing here"),
        (STEP + "task = 'read'\npoint = 'b2'\n", "`point` must be a list"),
        (STEP + "task = 'read'\npoint = [2]\n", "`point` must be a list of texts"),
        (STEP + "task = 'read'\nseat = 'one'\n", "`seat` must be a number"),
        (STEP + "task = 'read'\noptions = 3\n", "`options` must be a table"),
        (STEP + "task = 'read'\nmoves = [3]\n", "moves 1: a table is needed here"),
        (STEP + "task = 'read'\nmoves = [{ seat = 1 }]\n", "moves 1: `move` is missing"),
        (STEP + "task='read'\n[[lesson.step.wrong]]\nid='w'\nmove='*'", "wrong moves belong"),
        (STEP + "task='read'\n[[lesson.step.try]]\nrule='S4'\ntouches=['b2']", "needs an id"),
        (
            STEP + "task='read'\n[[lesson.step.try]]\nrule='S4'\nid='x'",
            "either `touches` or `move`",
        ),
        (
            STEP + "task='try'\nrules=['S4']\n[[lesson.step.try]]\nrule='S4'\nid='x'\nmove='y'",
            "it needs no id",
        ),
        (
            STEP + "task='read'\n[[lesson.step]]\nid='go'\ntask='read'\n",
            "seals/course.toml, lesson 1 'first': the step 'go' occurs twice",
        ),
        (
            "[[lesson]]\nid='first'\n[[lesson.step]]\nid='go'\ntask='read'\n",
            "the first step needs a `position`",
        ),
        (
            STEP + "task='read'\n[[lesson.step]]\nid='on'\ntask='read'\nseats=3\n",
            "`seats` and `options` belong to a `position`",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, said: str) -> None:
    with pytest.raises(BadCourse) as caught:
        read("seals", text)
    assert said in str(caught.value)
    assert str(caught.value).startswith("seals/course.toml")


def test_a_course_of_no_game() -> None:
    with pytest.raises(UnknownGame):
        course("chess")
