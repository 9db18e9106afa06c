"""Lessons over HTTP: pages in every language, steps judged without state."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import httpx
import pytest

import icefield
from icefield.lessons import Course, Lesson, Step, course, courses, progress
from icefield.lessons.course import READ, TRY
from icefield.server.views import lessons

from ..server_thread import Served

pytestmark = pytest.mark.any_database

KEYS = sorted(icefield.keys())


class Learner:
    def __init__(self, served: Served, key: str = "seals"):
        self.http = served.client()
        self.key = key

    @property
    def course(self) -> Course:
        found = course(self.key)
        assert found is not None
        return found

    def ask(self, lesson: str, step: str, what: str, **body: Any) -> httpx.Response:
        return self.http.post(f"/api/learn/{self.key}/{lesson}/{step}/{what}", json=body)

    def good(self, lesson: str, step: str, what: str, **body: Any) -> dict[str, Any]:
        answer = self.ask(lesson, step, what, **body)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def page(self, path: str) -> str:
        answer = self.http.get(path)
        assert answer.status_code == 200, path
        return answer.text


@pytest.fixture
def learner(served: Served) -> Learner:
    return Learner(served)


def state_of(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="state">(.*?)</script>', page)
    assert found is not None
    return dict(json.loads(found[1]))


# -- the pages ------------------------------------------------------------------------------------


def test_all_courses_are_listed(learner: Learner) -> None:
    page = unescape(learner.page("/learn"))
    for key, found in courses().items():
        assert f'href="/learn/{key}/{found.lessons[0].id}"' in page
        assert str(found.about) in page
        assert icefield.game(key).designer in page


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", ["en", "de", "fr", "ja"])
def test_pages_speak_every_language(learner: Learner, key: str, language: str) -> None:
    learner.key = key
    page = unescape(learner.page(f"/learn/{key}?lang={language}"))
    assert learner.course.about.text(language) in page
    for lesson in learner.course.lessons:
        assert lesson.title.text(language) in page
    last = learner.course.lessons[-1]
    page = learner.page(f"/learn/{key}/{last.id}?lang={language}&step={last.steps[-1].id}")
    assert last.steps[-1].words.text(language) in unescape(page)
    state = state_of(page)
    assert state["at"] == len(last.steps) - 1
    assert state["next"] is None
    rules = unescape(learner.page(f"/rules/{key}?lang={language}"))
    for rule in icefield.game(key).rules:
        assert f'<article id="{rule.number}"' in rules
        assert rule.text.text(language) in rules


def test_a_lesson_leads_to_the_next(learner: Learner) -> None:
    first, second, *_ = learner.course.lessons
    state = state_of(learner.page(f"/learn/seals/{first.id}?step=nowhere"))
    assert state["at"] == 0
    assert state["next"] == f"/learn/seals/{second.id}"
    assert [step["id"] for step in state["steps"]] == [step.id for step in first.steps]


@pytest.mark.parametrize("key", KEYS)
def test_play_now_opens_a_table(learner: Learner, key: str) -> None:
    lesson = (course(key) or learner.course).lessons[0]
    state = state_of(learner.page(f"/learn/{key}/{lesson.id}"))
    answer = learner.http.post("/api/tables", json=state["table"])
    assert answer.status_code in (200, 201), answer.text
    kinds = [seat["kind"] for seat in state["table"]["seats"]]
    assert kinds.count("person") == 1


@pytest.mark.parametrize(
    "path",
    ["/learn/chess", "/learn/seals/nothing", "/rules/chess", "/learn/seals/" + "x" * 50],
)
def test_what_is_not_there_is_not_found(learner: Learner, path: str) -> None:
    assert learner.http.get(path).status_code == 404


def test_the_table_has_the_rules_of_the_page(learner: Learner) -> None:
    body = {"game": "seals", "seats": [{"kind": "person"}, {"kind": "person"}]}
    table = learner.http.post("/api/tables", json=body).json()
    page = learner.page(f"/tables/{table['id']}")
    for rule in icefield.game("seals").rules:
        assert f'<article id="rule-{rule.number}"' in page
    assert 'href="/rules/seals"' in page


# -- taking steps ---------------------------------------------------------------------------------


def take(learner: Learner, lesson: Lesson, step: Step) -> None:
    """Do as "Show me" does until the step is done."""
    begun = learner.good(lesson.id, step.id, "begin")
    assert begun["open"] is (step.task != READ)
    assert len(begun["frames"]) == 1 + len(step.watch)
    made: list[str] = []
    for turn in step.turns:
        shown = learner.good(lesson.id, step.id, "show", made=made)
        answer = learner.good(lesson.id, step.id, "move", made=made, move=shown["move"])
        assert answer["right"]
        assert len(answer["frames"]) == 1 + len(turn.reply)
        made.append(shown["move"])
        assert answer["done"] is (len(made) == len(step.turns))
    if step.turns:
        assert answer["sentence"] == str(step.done)
        assert not answer["touches"]
    if step.task == TRY:
        shown = learner.good(lesson.id, step.id, "show", made=[])
        answer = learner.good(lesson.id, step.id, "try", number=shown["try"])
        assert answer["done"]
        assert answer["after"] == str(step.done)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.slow
def test_every_step_of_every_course_can_be_taken(learner: Learner, key: str) -> None:
    learner.key = key
    for lesson in learner.course.lessons:
        for step in lesson.steps:
            take(learner, lesson, step)


@pytest.mark.parametrize("key", KEYS)
def test_every_try_is_refused_with_its_rule(learner: Learner, key: str) -> None:
    learner.key = key
    for lesson in learner.course.lessons:
        for step in lesson.steps:
            for number, each in enumerate(step.tries):
                answer = learner.good(lesson.id, step.id, "try", number=number)
                assert answer["refused"]
                assert answer["rule"] == each.rule
                assert answer["done"] is (step.task == TRY)
                if each.touches:
                    touched = {"made": [], "touches": list(each.touches)}
                    again = learner.good(lesson.id, step.id, "touch", **touched)
                    assert again["sentence"] == answer["sentence"]


def test_a_legal_move_that_is_not_asked_for_is_explained(learner: Learner) -> None:
    body = {"made": [], "move": "b2-c3"}
    answer = learner.good("first-steps", "trail", "move", **body)
    assert (answer["right"], answer["done"], answer["rule"]) == (False, False, "S7")
    assert answer["sentence"].startswith("A single step breaks only")
    other = learner.good("first-steps", "trail", "move", made=[], move="b7-b6")
    assert other["sentence"].startswith("That is allowed, but")
    assert not other["open"]


def test_what_is_allowed_is_no_try(learner: Learner) -> None:
    body = {"made": [], "touches": ["b7", "b6"]}
    answer = learner.good("first-steps", "too-far", "touch", **body)
    assert not answer["refused"]
    assert not answer["done"]
    other = learner.good("first-steps", "too-far", "touch", made=[], touches=["g2"])
    assert (other["refused"], other["done"], other["rule"]) == (True, False, "S3")


def test_refusals_speak_the_learners_language(learner: Learner) -> None:
    learner.http.cookies.set("icefield-language", "de")
    path = "/api/learn/seals/first-steps/too-far/touch?lang=de"
    answer = learner.http.post(path, json={"made": [], "touches": ["b7", "e4"]}).json()
    assert answer["done"]
    assert "zu weit" in answer["sentence"]
    assert answer["after"].startswith("Passiert ist nichts")


@pytest.mark.parametrize(
    ("what", "body", "status"),
    [
        ("move", {"made": [], "move": "b2-b6"}, 422),
        ("move", {"made": [], "move": "nonsense"}, 422),
        ("move", {"made": ["b2-c3"], "move": "b7-b6"}, 409),
        ("move", {"made": ["b2-d4"], "move": "b7-b6"}, 409),
        ("move", {"made": ["b2-d4"] * 61, "move": "b7-b6"}, 422),
        ("move", {"move": "b2-d4"}, 422),
        ("move", {"made": [], "move": "b2-d4", "more": 1}, 422),
        ("move", {"made": [], "move": ""}, 422),
        ("show", {"made": ["b2-d4"]}, 409),
        ("show", {"made": "b2-d4"}, 422),
        ("touch", {"made": [], "touches": ["x" * 41]}, 422),
        ("try", {"number": 7}, 404),
        ("try", {"number": -1}, 422),
        ("try", {"number": "1"}, 422),
    ],
)
def test_nonsense_is_refused(
    learner: Learner, what: str, body: dict[str, Any], status: int
) -> None:
    answer = learner.ask("first-steps", "trail", what, **body)
    assert answer.status_code == status, answer.text
    assert answer.json()["sentence"]


def test_a_step_to_read_has_nothing_to_play(learner: Learner) -> None:
    answer = learner.ask("first-steps", "welcome", "move", made=[], move="b2-c3")
    assert (answer.status_code, answer.json()["code"]) == (409, "nothing-to-play")
    assert learner.ask("first-steps", "nowhere", "begin").status_code == 404


# -- what a learner may see -----------------------------------------------------------------------


def test_a_vote_of_somebody_else_is_not_told_before_all_have_voted() -> None:
    """Replies in a ballot are secrets like everywhere else."""
    torch = course("torch")
    assert torch is not None
    seen = 0
    for lesson in torch.lessons:
        for step in lesson.steps:
            stage = progress.begin_step(torch, lesson, step)
            for frame in progress.demonstrate_step(torch, lesson, step):
                told = lessons.build_frame(frame, stage.seat, "en")
                hidden = frame.position.view(stage.seat).concealed
                if hidden and frame.seat is not None and frame.seat != stage.seat:
                    assert told["said"] is None
                    seen += 1
    assert seen > 0
