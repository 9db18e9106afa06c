"""Two to four browsers at one table play whole games in four languages.

Each decision is made in the browser of its seat, by mouse, finger or keyboard, across a reload and
a restart. What the others receive in a ballot is searched for the votes.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from icefield.play.session import status
from icefield.server.settings import Settings

from ..server.server_thread import Served, load_bots
from .board_driver import no_sideways_scroll
from .conftest import PHONE, SLOW_LINE, OpenPage
from .recorded_game import (
    Finger,
    LoadedDice,
    Overheard,
    Played,
    Player,
    Quick,
    Step,
    Typist,
    downloaded,
    open_table,
)


@pytest.fixture(scope="module")
def dice() -> LoadedDice:
    return LoadedDice()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, dice: LoadedDice) -> Iterator[Served]:
    """A server of their own, whose dice fall as a record tells."""
    load_bots()
    folder = tmp_path_factory.mktemp("together")
    settings = Settings(f"sqlite:///{folder}/tables.db", "secret", chance=dice)
    server = Served(settings, slow=SLOW_LINE)
    yield server
    server.close()


def play(played: Played, players: list[Player], until: int | None = None, since: int = 0) -> None:
    """Let the players make the decisions of a record, from one ply to another."""
    for step in played.steps:
        if since <= step.ply and (until is None or step.ply < until):
            players[step.seat].play(step)


def same_end(played: Played, pages: list[Page], languages: tuple[str, ...] = ("en",)) -> None:
    """All players see the result in their language, and get the record."""
    outcome = played.positions[-1].outcome
    assert outcome is not None
    for page, language in zip(pages, languages * len(pages), strict=False):
        expect(page.locator("#outcome")).to_contain_text(outcome.reason.text(language))
        expect(page.locator("#outcome")).to_contain_text(outcome.rule)
        expect(page.locator(".seat.is-winner")).to_have_count(len(outcome.winners))
        for seat in outcome.winners:
            winner = page.locator(f".seat.is-winner[data-seat='{seat}']")
            expect(winner).to_have_count(1)
        record = downloaded(page)
        assert record.moves == played.record.moves
        assert record.options == played.record.options
        assert record.tags["Result"] == played.record.tags["Result"]


def test_two_browsers_play_seals_over_a_reload_and_a_restart(
    open_page: OpenPage, served: Served, dice: LoadedDice, shoot: Callable[..., None]
) -> None:
    played = Played("seals")
    ann = Player(open_page())
    path = open_table(ann.page, played, dice)
    ben = Finger(open_page(path, **PHONE))
    ben.sit(1)
    players: list[Player] = [ann, ben]
    play(played, players, until=8)
    ann.say("Well swum!")
    expect(ben.page.locator("#notices[role=status]")).to_contain_text("Well swum!")
    expect(ben.page.locator("#chat-list")).to_contain_text("Well swum!")
    ben.page.reload()
    expect(ben.page.locator("#moves .move")).to_have_count(8)
    expect(ben.page.locator("#chat-list")).to_contain_text("Well swum!")
    play(played, players, since=8, until=14)
    served.restart()
    ben.say("Still here.")
    expect(ann.page.locator("#chat-list li")).to_have_count(2)
    for player in players:
        expect(player.page.locator("#connection.is-down")).to_have_count(0)
    play(played, players, since=14)
    shoot(ben.page, "together-seals-phone", full_page=True)
    no_sideways_scroll(ben.page)
    same_end(played, [ann.page, ben.page])


def test_four_browsers_play_glide_in_four_languages_one_with_the_keyboard_alone(
    open_page: OpenPage, dice: LoadedDice, shoot: Callable[..., None]
) -> None:
    played = Played("glide")
    languages = ("en", "de", "fr", "ja")
    ann = Quick(open_page())
    path = open_table(ann.page, played, dice)
    ben = Typist(open_page(f"{path}?lang=de"))
    ben.walking = "Shift+"
    cleo = Player(open_page(f"{path}?lang=fr"))
    dan = Finger(open_page(f"{path}?lang=ja", **PHONE))
    players: list[Player] = [ann, ben, cleo, dan]
    for seat, player in enumerate(players):
        if seat:
            player.sit(seat)
    for player, language in zip(players, languages, strict=True):
        position = played.positions[0]
        seat = players.index(player)
        said = status(position, position.scene(), seat if seat == position.turn else None)
        expect(player.page.locator("#caption")).to_have_text(said.text(language))
        expect(player.page.locator("html")).to_have_attribute("lang", language)
    play(played, players)
    assert ben.looked == 1  # the moves of the others do not take the focus away
    for player, language in zip(players, languages, strict=True):
        shoot(player.page, f"together-glide-{language}")
    same_end(played, [player.page for player in players], languages)


def test_T14_three_browsers_play_torch_and_nobody_is_told_a_vote_too_early(
    open_page: OpenPage, served: Served, dice: LoadedDice, shoot: Callable[..., None]
) -> None:
    played = Played("torch")
    ann = Quick(open_page())
    path = open_table(ann.page, played, dice, timer=600)
    ben, cleo = Quick(open_page(path, **PHONE)), Quick(open_page(path))
    ben.sit(1)
    cleo.sit(2)
    watcher = Player(open_page(path))
    players: list[Player] = [ann, ben, cleo]
    table = Overheard(served, path, [*players, watcher])
    chance = random.Random(14)
    ballots = 0
    for steps in played.rounds:
        if len(steps) == 1:
            players[steps[0].seat].play(steps[0])
            continue
        ballots += 1
        if ballots == 1:
            shoot(ben.page, "together-torch-talk", full_page=True)
            cleo.page.locator("#talk-text").fill("It will be wet.")
            cleo.page.locator("#talk-text").press("Enter")
            for page in table.pages:
                expect(page.locator(".comment")).to_contain_text("It will be wet.")
        for player in players:
            player.press(player.page.locator("#talk-ready"))
        table.open_ballot(steps)
        if ballots == 1:
            vote_by_hand(table, sorted(steps, key=lambda step: step.seat))
            continue
        order = chance.sample(steps, len(steps))
        for count, step in enumerate(order, 1):
            players[step.seat].play(step)
            if ballots == 2 and count == 1:
                watcher.page.reload()
                watcher.page.evaluate(_PRY, [path, steps[0].ply])
            if count < len(order):
                table.check(order[:count])
    assert ballots == 10
    assert {m[:4] for m in played.record.moves} >= {"add1", "add3", "decl", "choo", "burn", "scor"}
    same_end(played, table.pages)


def vote_by_hand(table: Overheard, steps: list[Step]) -> None:
    """With mouse, finger and keyboard, votes of the others do not take the focus away."""
    ann, ben, cleo, _ = table.pages
    typist = Typist(cleo)
    choice = cleo.locator(f"#controls [data-id='{steps[2].move.touches[0]}']")
    typist.reach(choice)
    Player(ann).play(steps[0])
    table.check(steps[:1])
    Finger(ben).play(steps[1])
    table.check(steps[:2])
    expect(choice).to_be_focused()
    typist.play(steps[2])
    expect(cleo.locator("#board .space:focus, #controls:focus")).to_have_count(1)
    for page in table.pages:
        for step in steps:
            name = str(step.move.name).removeprefix("vote for ")
            expect(page.locator("#reveal")).to_contain_text(name, ignore_case=True)


# Requests all that any client may get of a table.
_PRY = """async ([path, ply]) => {
  const api = path.replace("/tables", "/api/tables");
  for (const what of ["", "/events", "/record", `/plies/1/${ply}`, `/plies/1/${ply + 1}`]) {
    await fetch(api + what);
  }
}"""


def test_I28_two_browsers_play_strait_and_one_is_asked_in_the_turn_of_the_other(
    open_page: OpenPage, dice: LoadedDice, shoot: Callable[..., None]
) -> None:
    played = Played("strait")
    ann = Quick(open_page())
    path = open_table(ann.page, played, dice)
    ben = Quick(open_page(path, **PHONE))
    ben.sit(1)
    players, asked = [ann, ben], 0
    for count, step in enumerate(played.steps):
        page = players[step.seat].page
        hand = (Player, Finger)[step.seat](page) if count < 4 else players[step.seat]
        if step.seat != step.before.active:
            asked += 1
            other = players[1 - step.seat].page
            expect(page.locator("#interrupt.is-mine")).to_be_visible()
            expect(page).to_have_title(re.compile("^❗ "))
            expect(other.locator("#interrupt:not(.is-mine)")).to_be_visible()
            expect(other.locator(".space.is-own, #controls button")).to_have_count(0)
            shoot(page, "together-strait-asked")
            hand = (Player, Finger)[step.seat](page)
        hand.play(step)
        if step.seat != step.before.active:
            for player in players:
                expect(player.page.locator("#interrupt")).to_be_hidden()
    assert asked
    same_end(played, [ann.page, ben.page])
