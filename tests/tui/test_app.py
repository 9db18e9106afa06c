"""Whole sittings at the terminal, by keys and mouse."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

import icefield
from icefield.core.errors import NotNow
from icefield.core.game import Move
from icefield.core.message import message

from ..timeouts import HANG_S
from .conftest import LARGE, SMALL, Hands, Table

KEYS = sorted(icefield.keys())


@pytest.mark.slow
def test_a_whole_game_against_a_bot_by_keys() -> None:
    table = Table("seals", bots=(1,))

    async def playing(hands: Hands) -> None:
        session, choice = hands.app.session, random.Random(5)
        while session.outcome is None:
            await hands.play(choice.choice(session.position.moves()))
            await hands.asked()
        await hands.until(lambda: hands.sheet is not None)
        outcome = session.outcome
        assert outcome.reason.text() in (hands.sheet or "")
        assert f"({outcome.rule})" in (hands.sheet or "")
        history = session.position.history
        assert str(history[-1].name) in " ".join(hands.listed)
        assert table.kept[-1][-1].moves == tuple(move.text for move in history)
        await hands.press("n")
        assert hands.sheet is None
        assert session.position.history == ()
        assert len(table.kept[-1]) == 2

    table.sit(playing)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_mouse_touches(size: tuple[int, int]) -> None:
    async def playing(hands: Hands) -> None:
        for space in ("b2", "d4"):
            box = hands.app.board.plan.boxes[space]
            assert await hands.pilot.click("#board", offset=(box.x + 1, box.y))
            await hands.pilot.pause()
        assert [str(m) for m in hands.app.session.position.history] == ["b2-d4"]
        assert hands.place.startswith("d4, seal")

    Table("seals").sit(playing, size)


@pytest.mark.slow
def test_a_button_is_clicked() -> None:
    async def playing(hands: Hands) -> None:
        await hands.press("enter")
        assert hands.app.session.person_asked == 1
        assert await hands.pilot.click("#buttons", offset=(6, 2))
        await hands.pilot.pause()
        await hands.press("enter", "1", "enter", "1")
        assert "vote:2" in [str(move) for move in hands.app.session.position.history]

    Table("torch", plies=21).sit(playing)


def test_the_last_touch_again_and_escape_let_go() -> None:
    async def playing(hands: Hands) -> None:
        walk = hands.app.session.walk
        await hands.go("b2")
        await hands.press("enter")
        assert [*walk.path] == ["b2"]
        assert "«" in hands.app.board.canvas.text
        assert "b2" in hands.said
        await hands.press("enter")
        assert walk.path == ()
        await hands.press("space", "escape")
        assert walk.path == ()
        assert "«" not in hands.app.board.canvas.text

    Table("seals").sit(playing)


def test_another_piece_is_chosen_instead() -> None:
    async def playing(hands: Hands) -> None:
        await hands.go("b2")
        await hands.press("enter")
        await hands.go("b7")
        await hands.press("enter")
        assert hands.app.session.walk.path == ("b7",)

    Table("seals").sit(playing)


def test_a_refusal_names_its_rule() -> None:
    async def playing(hands: Hands) -> None:
        await hands.go("b2")
        await hands.press("enter")
        await hands.go("b5")
        await hands.press("enter")
        assert "(S4)" in hands.said
        assert hands.app.session.walk.path == ("b2",)
        assert hands.app.session.position.history == ()

    Table("seals").sit(playing)


@pytest.mark.parametrize(
    ("typed", "says"),
    [("b2-b5", "(S4)"), ("skate", "“skate” is not a move"), ("g2-g3", "(S3)")],
)
def test_a_typed_move_is_refused(typed: str, says: str) -> None:
    async def playing(hands: Hands) -> None:
        await hands.press("m", *typed, "enter")
        assert says in hands.said
        assert "ine 1" not in hands.said

    Table("seals").sit(playing)


@pytest.mark.parametrize("opened", ["m", "colon"])
def test_moves_are_typed(opened: str) -> None:
    async def playing(hands: Hands) -> None:
        await hands.press(opened, *"B2-D4", "enter")
        await hands.press(opened, *"g7", "space", *"e5", "enter")
        history = hands.app.session.position.history
        assert [str(move) for move in history] == ["b2-d4", "g7-e5"]
        await hands.press(opened, *"b7", "escape", "u")
        assert len(hands.app.session.position.history) == 1

    Table("seals").sit(playing)


def test_undo_goes_back_to_the_persons_decision() -> None:
    async def playing(hands: Hands) -> None:
        session = hands.app.session
        await hands.play(session.position.moves()[0])
        await hands.asked()
        assert len(session.position.history) == 2
        await hands.press("u")
        assert [*session.position.history] == []
        assert hands.listed == []
        await hands.press("u")
        assert hands.said.startswith("✗")

    Table("seals", bots=(1,)).sit(playing)


def test_undo_while_the_bot_thinks_drops_its_thought() -> None:
    async def playing(hands: Hands) -> None:
        session = hands.app.session
        await hands.pilot.press("m", *"b2-d4", "enter")
        await hands.press("u")
        assert session.person_asked == 0
        for _ in range(20):
            await hands.pilot.pause(0.01)
        assert session.person_asked == 0

    Table("seals", bots=(1,)).sit(playing)


@pytest.mark.parametrize(("words", "lines"), [(5, 2), (20, 3), (40, 4)])
def test_what_is_said_has_up_to_four_lines(words: int, lines: int) -> None:
    async def playing(hands: Hands) -> None:
        hands.app.say("snow-clad " * words)
        await hands.pilot.pause()
        assert hands.app._static("said").region.height == lines
        assert hands.app._static("said").region.bottom < SMALL[1]

    Table("seals").sit(playing)


def test_a_hint_is_told_and_shown() -> None:
    async def playing(hands: Hands) -> None:
        await hands.press("h")
        await hands.until(lambda: "Try " in hands.said)
        text = hands.said.split("Try ")[1].split(":")[0]
        assert text in [str(move) for move in hands.app.session.position.moves()]
        assert hands.app.board.canvas.text.count("?") >= 2
        await hands.press("escape")
        assert "?" not in hands.app.board.canvas.text

    Table("seals").sit(playing)


def test_threats_are_told() -> None:
    async def playing(hands: Hands) -> None:
        await hands.press("t")
        assert hands.said == "Nothing is threatened at the moment."

    Table("seals").sit(playing)


def test_rules_and_keys_open_and_close() -> None:
    async def playing(hands: Hands) -> None:
        await hands.press("r")
        assert "S12" in (hands.sheet or "")
        await hands.press("pagedown", "u", "escape")
        assert hands.sheet is None
        await hands.press("question_mark")
        assert "Tab" in (hands.sheet or "")
        await hands.press("enter")
        assert hands.sheet is None

    Table("seals").sit(playing)


def test_leaving_and_beginning_anew_ask_once_more() -> None:
    async def playing(hands: Hands) -> None:
        session = hands.app.session
        await hands.press("n")
        assert len(session.position.history) == 4
        assert "n again" in hands.said
        await hands.press("n")
        assert [*session.position.history] == []
        await hands.press("q")
        assert hands.app.return_code == 0

    Table("seals", plies=4).sit(playing)


@pytest.mark.slow
def test_a_match_goes_on_with_the_sides_exchanged() -> None:
    async def playing(hands: Hands) -> None:
        session = hands.app.session
        await hands.until(lambda: hands.sheet is not None)
        assert "sides exchanged" in (hands.sheet or "")
        await hands.press("n")
        assert session.match.number == 1
        assert session.match.seating == (1, 0)

    Table("seals", games=2, plies=200).sit(playing)


def test_bots_play_alone() -> None:
    async def playing(hands: Hands) -> None:
        await hands.until(lambda: hands.sheet is not None)
        assert "Won by" in (hands.sheet or "") or "tie" in (hands.sheet or "")

    Table("seals", bots=(0, 1), plies=20).sit(playing)


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.slow
def test_some_moves_of_every_game(key: str, size: tuple[int, int]) -> None:
    """From the middle of a game, by keys alone."""

    async def playing(hands: Hands) -> None:
        session, choice = hands.app.session, random.Random(7)
        for _ in range(4):
            if hands.sheet is not None:
                await hands.press("enter")
            before = session.position
            seat = session.person_asked
            assert seat is not None
            move: Move = choice.choice(before.moves(seat))
            await hands.play(move)
            assert session.changes > 0
            assert session.position is not before
            assert hands.caption == session.status.text()

    Table(key, plies=18).sit(playing, size)


@pytest.mark.slow
def test_votes_at_one_screen_are_behind_a_curtain() -> None:
    async def playing(hands: Hands) -> None:
        session = hands.app.session
        voters = list(session.position.deciders)
        assert len(voters) == 3
        for _ in voters:
            seat = session.person_asked
            assert seat is not None
            assert "Pass the keyboard" in (hands.sheet or "")
            assert session.position.seat_name(seat).text() in (hands.sheet or "")
            assert session.controls == ()
            await hands.press("4")
            assert hands.sheet is not None
            await hands.press("enter")
            assert "secret vote" in hands.said
            assert not any("vote for" in line for line in hands.listed)
            await hands.press("4")
        assert sum("vote for 3" in line for line in hands.listed) == 3

    Table("torch", plies=21).sit(playing)


def test_bots_vote_unseen() -> None:
    async def playing(hands: Hands) -> None:
        await hands.asked()
        assert hands.sheet is None
        assert not any("vote for" in line for line in hands.listed)
        assert "vote:" not in hands.said

    Table("torch", plies=21, bots=(1, 2)).sit(playing)


@pytest.mark.parametrize("language", ["en", "de", "fr", "ja"])
@pytest.mark.slow
def test_every_language(language: str) -> None:
    async def playing(hands: Hands) -> None:
        session = hands.app.session
        assert hands.caption == session.status.text(language)
        await hands.press("question_mark", "escape", "r")
        assert session.game.rules[0].title.text(language) in (hands.sheet or "")
        await hands.press("escape", "m", *"nonsense", "enter")
        assert hands.said.startswith("✗")

    Table("glide", language=language).sit(playing)


def test_a_record_that_cannot_be_kept_is_told_and_the_game_goes_on() -> None:
    table = Table("seals", bots=(1,))

    def full(_records: object) -> None:
        raise NotNow(message("tui.wait"))

    async def playing(hands: Hands) -> None:
        await hands.press("m", *"b2-d4", "enter")
        await hands.asked()
        assert hands.said.startswith("✗")
        assert len(hands.app.session.position.history) == 2

    table.keep = full
    table.sit(playing)


@pytest.mark.slow
def test_other_commands_do_not_load_the_app() -> None:
    code = (
        "import sys\n"
        "from icefield.cli.main import main\n"
        "main(['perft', 'seals', '1'])\n"
        "assert not {'textual', 'rich'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, timeout=HANG_S)
