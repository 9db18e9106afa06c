"""The courses of the games are correct and cover every rule that can be broken."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import icefield
from icefield.lessons import Course, Step, course, courses, progress
from icefield.lessons.course import PLAY, READ, TRY, read
from icefield.lessons.verification import find_faults, main

from .breakable_rules import breakable, met, named

KEYS = sorted(icefield.keys())


def found(key: str) -> Course:
    course_ = course(key)
    assert course_ is not None
    return course_


def missing(course_: Course) -> list[str]:
    return [rule for rule in breakable(icefield.game(course_.game)) if rule not in course_.rules]


def test_every_game_has_a_course() -> None:
    assert sorted(courses()) == KEYS


@pytest.mark.parametrize("key", KEYS)
def test_nothing_is_wrong_with_the_course(key: str) -> None:
    assert find_faults(found(key)) == []


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.slow
def test_every_rule_a_player_can_break_is_in_the_course(key: str) -> None:
    assert missing(found(key)) == [], "teach them in a step, or have a try refused with them"


@pytest.mark.parametrize("key", KEYS)
def test_the_course_asks_for_reading_playing_and_trying(key: str) -> None:
    tasks = {step.task for step in found(key).steps}
    assert tasks == {READ, PLAY, TRY}
    assert len(found(key).lessons) >= 3


@pytest.mark.parametrize("key", KEYS)
def test_every_step_can_be_followed_to_its_end(key: str) -> None:
    for lesson in found(key).lessons:
        for step in lesson.steps:
            frames = progress.demonstrate_step(found(key), lesson, step)
            made = sum(frame.move is not None for frame in frames)
            wanted = len(step.watch) + sum(1 + len(turn.reply) for turn in step.turns)
            assert made == wanted, f"{lesson.id}.{step.id}"


# -- the tests can fail ---------------------------------------------------------------------------


def test_a_rule_that_is_left_out_is_named() -> None:
    whole = found("seals")

    def without(step: Step) -> Step:
        rules = tuple(rule for rule in step.rules if rule != "S6")
        return replace(step, rules=rules, tries=tuple(t for t in step.tries if t.rule != "S6"))

    lessons = tuple(
        replace(lesson, steps=tuple(without(step) for step in lesson.steps))
        for lesson in whole.lessons
    )
    assert missing(replace(whole, lessons=lessons)) == ["S6"]


def test_breakable_rules_are_found_in_sources_and_by_trying(tmp_path: Path) -> None:
    seals = icefield.game("seals")
    (tmp_path / "why.py").write_text(
        "a = _refusal('x', 'S5')\nb = BadOption(said, rule='S2')\nc = {'end': 'S9'}\nd = f('S8')\n"
    )
    assert named(seals, tmp_path) == {"S5", "S2"}
    assert {"S3", "S4", "S6"} <= met(seals, games=8)


BROKEN = """
[[lesson]]
id = "first"

[[lesson.step]]
id = "one"
task = "play"
rules = ["S44"]
position = "4/s4b/8/8/8/8/s4b/4 s -"
point = ["z9"]
accept = ["b2-b3", "b2-b6"]
reply = ["g2-g9"]

[[lesson.step.try]]
id = "fine"
touches = ["b2", "b3"]
rule = "S4"

[[lesson.step.try]]
id = "other"
touches = ["g2"]
rule = "S4"

[[lesson.step.wrong]]
id = "never"
move = "b2-b3"

[[lesson.step]]
id = "two"
task = "play"
rules = ["S4"]
position = "4/s4b/8/8/8/8/s4b/4 s -"
seat = 1
accept = ["g2-g3"]
"""


def test_the_check_names_what_is_wrong() -> None:
    told = find_faults(read("seals", BROKEN))
    for fault in (
        "first.one: there is no rule S44",
        "first.one: z9 is not on the board",
        "first.one: b2 b3 is not refused",
        "first.one: g2 is refused with S3, not with S4",
        "first.two: it is not seat 1's decision",
        "en: lesson_seals.first is missing",
        "ja: lesson_seals.hunt is never said",
    ):
        assert any(each.startswith(fault) for each in told), fault
    assert any("g9" in each for each in told if each.startswith("first.one"))


def test_the_check_names_moves_that_are_never_legal() -> None:
    told = find_faults(read("seals", BROKEN.replace('reply = ["g2-g9"]', "")))
    assert "first.one: b2-b6 is nowhere legal" in told
    unmeant = "first.one: b2-b3 (never) is nowhere a legal move that is not accepted"
    assert unmeant in told


def test_the_check_as_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["seals"]) == 0
    assert capsys.readouterr().out == "all is well\n"
    assert main(["seals", "chess"]) == 1
    assert capsys.readouterr().out.startswith("chess: ")
