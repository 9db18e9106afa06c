"""Lessons in a browser: a course with the mouse, lessons with keys and fingers."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from icefield.lessons import Course, Lesson, Step, course, progress
from icefield.lessons.course import PLAY, READ, TRY

from .board_driver import Hands, Keys, no_sideways_scroll
from .conftest import PHONE, OpenPage

BUSY = re.compile(r"\bis-busy\b")


def found(key: str) -> Course:
    chosen = course(key)
    assert chosen is not None
    return chosen


def ready(page: Page) -> None:
    """Until everything that is shown by itself has been shown."""
    expect(page.locator("body")).not_to_have_class(BUSY)


def at(page: Page, step: Step) -> None:
    expect(page.locator("#words")).to_have_text(str(step.words))
    ready(page)


def deeds(course_: Course, lesson: Lesson, step: Step) -> list[tuple[str, ...]]:
    """What a learner touches in a step, decision by decision."""
    if step.task == TRY:
        return [step.tries[0].touches]
    frames = progress.demonstrate_step(course_, lesson, step)
    seat = progress.begin_step(course_, lesson, step).seat
    own = [frame.move for frame in frames[1 + len(step.watch) :] if frame.seat == seat]
    return [move.touches for move in own if move is not None]


def touch(hands: Hands, id_: str) -> None:
    control = hands.page.locator(f"#controls [data-id='{id_}']")
    if control.count():
        control.click()
    else:
        hands.touch(id_)


def take(hands: Hands, course_: Course, lesson: Lesson, step: Step) -> None:
    """Do what the step asks for, and see that it is done."""
    page = hands.page
    at(page, step)
    for touches in deeds(course_, lesson, step):
        for id_ in touches:
            touch(hands, id_)
        ready(page)
    if step.task != READ:
        expect(page.locator("#verdict")).to_contain_class("is-right")
        expect(page.locator("#verdict")).to_contain_text(str(step.done))
    if step.task == TRY:
        rule = step.tries[0].rule
        expect(page.locator("#verdict-rule")).to_have_text(f"Rule {rule}")
        expect(page.locator(f"#rule-{rule}")).to_be_visible()
        expect(page.locator(f"#rule-{rule}")).to_contain_class("is-meant")
    expect(page.locator("#next")).to_contain_class("primary")


def test_a_whole_course_with_the_mouse(open_page: OpenPage, shoot: Callable[..., None]) -> None:
    seals = found("seals")
    page = open_page("/learn")
    hands = Hands(page)
    page.locator("[data-course=seals]").get_by_role("link", name="Start").click()
    for number, lesson in enumerate(seals.lessons, 1):
        expect(page.get_by_role("heading", level=1)).to_have_text(str(lesson.title))
        for step in lesson.steps:
            take(hands, seals, lesson, step)
            page.locator("#next").click()
        expect(page.locator("#end")).to_be_visible()
        expect(page.locator("#dots .is-done")).to_have_count(len(lesson.steps))
        if number < len(seals.lessons):
            page.get_by_role("link", name="Next lesson").click()
    expect(page.locator("#end-title")).to_have_text("You know Go with the Floe now!")
    shoot(page, "learn-end")
    page.get_by_role("link", name="All lessons").click()
    expect(page.locator(".learn-lesson.is-done")).to_have_count(len(seals.lessons))
    count = len(seals.steps)
    expect(page.locator(".learn-bar .learn-count")).to_have_text(f"{count} of {count} steps")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator("#seats .seat").first).to_be_visible()


def test_a_lesson_with_the_keyboard_alone(open_page: OpenPage) -> None:
    seals = found("seals")
    lesson = seals.lessons[1]
    page = open_page(f"/learn/seals/{lesson.id}")
    keys = Keys(page)
    for step in lesson.steps:
        at(page, step)
        keys.page.locator("#dots button").first.focus()
        keys.tab_to(".space")
        take(keys, seals, lesson, step)
        expect(page.locator("#live")).to_contain_text(str(step.done))
        keys.tab_to("#next")
        page.keyboard.press("Enter")
    expect(page.locator("#end")).to_be_focused()
    assert any(step.task == PLAY for step in lesson.steps)


def test_a_wrong_move_is_taken_back_and_show_me_shows(open_page: OpenPage) -> None:
    page = open_page("/learn/seals/first-steps?step=trail")
    hands = Hands(page)
    ready(page)
    hands.touch("b2")
    hands.touch("c3")
    expect(page.locator("#verdict")).to_contain_class("is-wrong")
    expect(page.locator("#verdict")).to_contain_text("A single step breaks only")
    expect(page.locator("#rule-S7")).to_contain_class("is-meant")
    ready(page)
    page.locator("#retry").click()
    expect(hands.space("b2")).to_contain_class("is-own")
    expect(page.locator("#verdict")).to_be_hidden()
    ready(page)
    page.locator("#show").click()
    expect(page.locator("#verdict")).to_contain_class("is-right")
    ready(page)
    page.locator("#restart").click()
    expect(hands.space("b2")).to_contain_class("is-own")
    page.reload()
    expect(page.locator("#dots .is-done")).to_have_count(1)
    expect(page.locator("#dots [aria-current]")).to_have_text("✓")


def test_a_slip_is_forgotten_when_the_learner_goes_on(open_page: OpenPage) -> None:
    page = open_page("/learn/seals/first-steps?step=trail")
    hands = Hands(page)
    ready(page)
    before = page.evaluate("scrollY")
    hands.touch("b2")
    hands.touch("h5")  # much too far
    expect(page.locator("#verdict")).to_contain_class("is-wrong")
    ready(page)
    assert page.evaluate("scrollY") == before
    hands.touch("b2")
    expect(page.locator("#verdict")).to_be_hidden()


def test_a_film_can_be_skipped(open_page: OpenPage) -> None:
    filmed = [
        (key, lesson, step)
        for key in ("seals", "glide", "strait", "torch")
        for lesson in found(key).lessons
        for step in lesson.steps
        if len(step.watch) > 1
    ]
    key, lesson, step = filmed[0]
    page = open_page(f"/learn/{key}/{lesson.id}?step={step.id}")
    page.get_by_role("button", name="Skip").click()
    expect(page.locator("#next")).to_have_text("Next")
    expect(page.locator("#words")).to_have_text(str(step.words))


def test_the_last_lesson_alone_is_not_the_course(open_page: OpenPage) -> None:
    seals = found("seals")
    lesson = seals.lessons[-1]
    done = [f"{lesson.id}/{step.id}" for step in lesson.steps]
    page = open_page("/learn")
    page.evaluate(
        "done => localStorage.setItem('icefield-lessons', JSON.stringify(done))", {"seals": done}
    )
    page.goto(f"/learn/seals/{lesson.id}?step={lesson.steps[-1].id}")
    ready(page)
    page.locator("#next").click()
    expect(page.locator("#end-title")).to_have_text("Lesson complete!")
    expect(page.locator("#end-about")).to_contain_text("Other lessons have steps")


def test_what_if_shows_the_rule_and_all_rules_can_be_read(open_page: OpenPage) -> None:
    page = open_page("/learn/seals/first-steps?step=slide")
    ready(page)
    page.get_by_role("button", name="Stay where you are and pass").click()
    expect(page.locator("#verdict")).to_contain_text("pass")
    expect(page.locator("#rule-S3")).to_contain_class("is-meant")
    expect(page.locator("#rules-list article:visible")).to_have_count(2)
    page.get_by_role("button", name="Show all rules").click()
    expect(page.locator("#rules-list article:visible")).to_have_count(13)
    page.get_by_role("link", name="The rules on a page of their own").click()
    page.wait_for_url("**/rules/seals")
    page.locator(".rules-index").get_by_role("link", name="S9").click()
    page.wait_for_url("**/rules/seals#S9")
    expect(page.locator("#S9")).to_be_in_viewport()


def test_a_lesson_with_a_finger(open_page: OpenPage, shoot: Callable[..., None]) -> None:
    glide = found("glide")
    lesson = glide.lessons[1]
    page = open_page(f"/learn/glide/{lesson.id}?lang=de", **PHONE)
    ready(page)
    no_sideways_scroll(page)
    for step in lesson.steps:
        expect(page.locator("#words")).to_have_text(step.words.text("de"))
        ready(page)
        for touches in deeds(glide, lesson, step):
            for id_ in touches:
                page.touchscreen.tap(*Hands(page).middle(id_))
            ready(page)
        expect(page.locator("#verdict")).to_contain_text(
            str(step.done.text("de") if step.done else "")
        )
        no_sideways_scroll(page)
        if step is lesson.steps[0]:
            shoot(page, "learn-phone", full_page=True)
        small = page.locator("main :is(button, a.button):visible").evaluate_all(
            "all => all.map(e => e.getBoundingClientRect()).filter(r => r.height < 40).length"
        )
        assert small == 0
        page.locator("#next").tap()
    expect(page.locator("#end")).to_be_visible()


# -- the rules beside a table ---------------------------------------------------------------------


def test_a_refusal_shows_its_rule_and_the_drawer_follows(
    open_page: OpenPage, shoot: Callable[..., None]
) -> None:
    page = open_page("/rules/seals")
    body = {"game": "seals", "seats": [{"kind": "person"}] * 2}
    table = page.request.post("/api/tables", data=body).json()
    page.goto(f"/tables/{table['id']}")
    hands = Hands(page)
    hands.wait_for_turn()
    hands.touch("b2")
    hands.touch("b5")
    expect(page.locator(".toast-rule-text")).to_contain_text("S4 Slide")
    shoot(page, "refusal-with-rule")
    page.locator("#rules-open").click()
    expect(page.locator("#rules")).to_be_visible()
    expect(page.locator("#rules .rules-picture svg")).to_have_count(4)
    hands.touch("g2")  # the board still works
    expect(page.locator(".toast")).to_contain_text("opponent")
    expect(page.locator("#rule-S3")).to_contain_class("is-meant")
    expect(page.locator("#rule-S3")).to_be_in_viewport()
    shoot(page, "rules-beside")
    page.locator("#rules-close").click()
    expect(page.locator("#rules")).to_be_hidden()


def test_show_me_with_high_contrast_and_without_motion(
    open_page: OpenPage, shoot: Callable[..., None]
) -> None:
    page = open_page("/learn/seals/alone", reduced_motion="reduce")
    page.evaluate("document.documentElement.dataset.theme = 'contrast'")
    ready(page)
    page.locator("#show").click()
    expect(page.locator("#verdict")).to_contain_class("is-right")
    moving = "document.getAnimations().filter(a => a.playState === 'running').length"
    assert page.evaluate(moving) == 0
    shoot(page, "learn-contrast")
