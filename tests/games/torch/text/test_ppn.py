"""Portable Piecepack Notation: written, read again, laid out without rules."""

from __future__ import annotations

import random
import re

import pytest

import icefield
from icefield.games.torch.position import TorchPosition
from icefield.games.torch.text.ppn import to_ppn
from icefield.games.torch.text.ppn_reader import from_ppn
from icefield.testing.messages import check_message

from ..positions import FOUR, THREE, decline_all, play, put, random_game, recorded, start, vote
from .piecepack_table import Table

BOARD = "S2 S3 Ca M2 M3/S4 S5 Aa M4 M5/Mn Cn -- Sn An/A2 A3 Ma C2 C3/A4 A5 Sa C4 C5"


def movetext(text: str) -> str:
    return text.split("\n...\n", 1)[1]


def public(position: TorchPosition) -> TorchPosition:
    """The part of a position that a file can hold.

    It has no unfinished ballot, or one with concealed votes where the game began in that ballot.
    """
    opening = position
    while opening.in_ballot and any(opening.votes) and opening.before is not None:
        opening = opening.before
    return opening if opening.before is not None else position.view(None)


def assert_returns(position: TorchPosition) -> str:
    text = to_ppn(position)
    again = from_ppn(text)
    wanted = public(position)
    assert again == wanted, text
    assert again.history == wanted.history, text
    assert dict(again.options) == dict(wanted.options)
    assert to_ppn(again) == text
    return text


def laid(text: str) -> Table:
    table = Table("" if "SetUp: None" in text else BOARD)
    table.run(movetext(text))
    return table


def assert_laid(text: str, position: TorchPosition) -> None:
    """The table shows the position."""
    table = laid(text)
    assert table.tiles() == position.tiles, text
    assert table.pyramids() == position.pyramids, text
    assert len(table.spots()) == len(set(table.spots())), text


# -- there and back --------------------------------------------------------------------------------


def test_the_recorded_game_comes_back_at_every_ply() -> None:
    positions = recorded()
    positions.append(play(positions[-1], "crown:C"))
    for position in positions[::6] + positions[-4:]:
        text = assert_returns(position)
        assert_laid(text, public(position))


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("part", range(2))
@pytest.mark.slow
def test_random_games_come_back_and_lie_on_the_table_as_they_should(seats: int, part: int) -> None:
    kinds: set[str] = set()
    rng = random.Random(part)
    for seed in range(part, 52, 2):
        positions = list(random_game(f"ppn {seed}", seats, bars=0.1))
        for position in (positions[-1], *rng.sample(positions, seed % 3 == 0)):
            assert_laid(assert_returns(position), public(position))
        kinds |= {re.split(r"[:@\d]|-", m.text)[0] for m in positions[-1].history}
    assert kinds >= {"roll", "vote", "add", "decline", "choose", "burn", "spare", "score", "bar"}


def test_a_game_from_any_position_comes_back() -> None:
    for first in (
        put(FOUR + " SB@a2 MF@a2", phase="number", barred="C", votes="--x-", coins="3120"),
        put(THREE, suits="SMC", phase="score", round=6, torch="M", scores="3,4,5"),
        vote(put(FOUR, phase="suit", number=5), "SMMS"),
        put(FOUR, gone="b1 b3", return_=1, limit=7),
    ):
        rng = random.Random(str(first))
        position = first
        assert_returns(position)
        for _ in range(20):
            if position.turn is None:
                break
            seat = rng.choice(position.deciders)
            after = position.play(rng.choice(position.moves(seat)), seat)
            assert isinstance(after, TorchPosition)
            position = after
            assert_laid(assert_returns(position), public(position))


def test_a_ballot_in_progress_is_not_in_the_file() -> None:
    opening = put(FOUR, phase="number")
    files = {
        to_ppn(play(opening, f"1:vote:{a}", f"3:vote:{b}")) for a in "012345" for b in "05"
    } | {to_ppn(opening)}
    assert len({re.sub(r" votes=\S+| turn=\S+", "", text) for text in files}) == 1
    played = list(random_game("ppn live", 4, bars=0))
    for position in played:
        if position.in_ballot and any(position.votes):
            assert to_ppn(position) == to_ppn(public(position))


# -- the text --------------------------------------------------------------------------------------


def test_the_recorded_game_looks_like_the_communitys_own_record() -> None:
    text = to_ppn(recorded()[-1])
    head, body = text.split("...\n", 1)
    assert head.startswith("---\nGameType: Ice Floe\n")
    words = body.replace(";", "").split()
    like = (
        "PlacePawns. pS@e11 pM@k6 pC@f0 pA@(0,5) RollDice. dS5@f11 dMa@k5 dC3@e0 dA2@(0,6)"
        " PlacePyramids. xSn@h7 xMn@d5 xCn@j1 xAn@b1 xSa@d3 Round1. *4?Ca *4?C2 ?dS~5 ?dM~n ?dC~n"
        " ?dA~a c5A@g11 c4A@k4 c3A@d0 cnS@(0,7) *2?An *?M2 Round2. *4?S4 cC2f@g0 cS2f@d11 cCaf@h0"
        " */cf ?c5~C ?c4~S *2?Sn *?S3 Round3. *4?Aa *2?M5 *?S5 Round4. *4?A2 2?Ma-2U *3?C3 *?M4"
    )
    assert set(like.split()) <= set(words)
    table = laid(text)
    assert len(table.tiles()) == 11
    assert table.dice() == {"S": "3", "M": "3", "C": "2", "A": "3"}


def test_scores_and_winner_are_comments() -> None:
    text = to_ppn(play(recorded()[-1], "crown:C"))
    assert text.endswith("{ Final score: Suns 3, Moons 2, Crowns 3, Arms 0 }\n{ Winner: Crowns }\n")
    assert "{ crown:C }" in text
    assert "Result: 3 2 3 0\n" in text
    shared = to_ppn(play(recorded()[-1], "share"))
    assert shared.endswith("{ Winner: Suns, Crowns }\n")
    example = put("SF@a2 MA@a2 CA@a2 MD@b2 CE@d2 SA@d2", suits="SMC", phase="score", round=4)
    text = to_ppn(play(example, "score:a2", "score:b2", "score:d2"))
    assert "{ score:a2 - Suns +6, Moons +1, Crowns +1 }" in text
    assert "{ score:b2 - Moons +4 }" in text


def test_three_players_take_the_corners_away() -> None:
    text = to_ppn(start(3, suits="CSA"))
    assert "RemoveCorners. *?A4 *?C5 *?S2 *?M3\n" in text
    assert "Suits: CSA\n" in text
    assert laid(text).tiles() == start(3).tiles


def test_both_coins_at_once_and_one_after_the_other_are_told_apart() -> None:
    asked = vote(put(FOUR, phase="number", coins="3000"), "5521")
    both, one_by_one = play(asked, "add3:2"), play(asked, "add1:2", "add2:2")
    assert assert_returns(both) != assert_returns(one_by_one)
    assert from_ppn(to_ppn(both)).history != from_ppn(to_ppn(one_by_one)).history


def test_declining_is_told_only_where_nothing_else_tells_it() -> None:
    asked = vote(put(FOUR, phase="number"), "5521")
    for n in range(5):
        position = play(asked, *["decline"] * n)
        assert assert_returns(position).count("{ decline }") == n
    later = vote(decline_all(asked), "SSSS")
    assert "decline" not in assert_returns(later)


def test_no_line_could_be_taken_for_the_end_of_the_header() -> None:
    text = to_ppn(list(random_game("ppn lines", 4))[-1])
    assert not any(line.startswith(("---", "...")) for line in movetext(text).splitlines())
    assert max(map(len, movetext(text).splitlines())) <= 88


# -- bad files -------------------------------------------------------------------------------------

GOOD = to_ppn(play(recorded()[-1], "crown:C"))


def refused(text: str) -> icefield.BadNotation | None:
    try:
        from_ppn(text)
    except icefield.BadNotation as error:
        return error
    return None


def bad(text: str) -> tuple[str, int, int]:
    with pytest.raises(icefield.BadNotation) as caught:
        from_ppn(text)
    check_message(caught.value.sentence)
    return (
        caught.value.refusal.code.removeprefix("bad-ppn-"),
        caught.value.line,
        caught.value.column,
    )


@pytest.mark.parametrize(
    ("old", "new", "code", "at"),
    [
        ("---\n", "", "header", "GameType"),
        ("...\n", "", "field", "PlacePawns."),
        ("GameType: Ice Floe", "GameType: Chess", "game", "Chess"),
        ("GameType: Ice Floe\n", "", "game", "---"),
        ("Seats: 4", "Seats: four", "value", "four"),
        ("Seats: 4", "Seats: 3", "start", "SMCA"),
        ("Suits: SMCA", "Suits: SMXA", "start", "SMXA"),
        ("Suits: SMCA", "Suits: SMCA\nSuits: SMCA", "field", "Suits"),
        ("QuietRounds: 20", "QuietRounds: 0", "start", "SMCA"),
        ("Result: 3 2 3 0", "Result: 3 2 3 1", "result", "3 2 3 1"),
        ("PlacePawns.", "", "word", "pS@e11"),
        ("RollDice.", "RollThem.", "label", "RollThem"),
        ("dMa@k5", "dM9@k5", "word", "dM9@k5"),
        ("dMa@k5", "dCa@k5", "turn", "dCa@k5"),
        ("xMn@d5", "xCn@d5", "turn", "xCn@d5"),
        ("xMn@d5", "xMn@h7", "move", "xMn@h7"),
        ("xMn@d5", "xMn@z9", "outside", "xMn@z9"),
        ("Round1.", "Round2.", "label", "Round2."),
        ("?xS4-f10", "?xS4-f1", "move", "?xS4-f1;"),
        ("?xS4-f10", "?xM4-f10", "turn", "?xM4-f10"),
        ("?xS4-f10; ", "-f10; ", "word", "-f10"),
        ("*4?Ca; ", "", "leaves", "?xC2-h4"),
        ("*4?Ca", "*3?Ca", "count", "*3?Ca"),
        ("*?M2", "*?An", "missing", "*?An"),
        ("*?M2", "*2?M2", "count", "*2?M2"),
        ("2?Ma-2U", "3?Ma-2U", "count", "3?Ma-2U"),
        ("2?Ma-2U", "2?Ma-2D", "move", "2?Ma-2D"),
        ("2?Ma-2U", "2?An-2U", "missing", "2?An-2U"),
        ("?dS~5", "?dM~5", "move", "?dM~n"),
        ("cnS@(0,7)", "c5S@(0,7)", "move", "c5S@"),
        ("cS2f@d11", "cS2f@e5", "edge", "cS2f@e5"),
        ("cS2f@d11", "cM2f@d11", "move", "cM2f@d11"),
        ("{ crown:C }", "{ crown:M }", "move", "{ crown:M }"),
        ("{ crown:C }", "{ crown:C", "word", "{"),
        ("*3?C3; ", "", "leaves", "*?M4"),
        (" *?M4;", "", "move", "{ crown:C }"),
    ],
)
def test_a_bad_file_is_refused_where_it_is_wrong(old: str, new: str, code: str, at: str) -> None:
    assert GOOD.count(old) >= 1, old
    text = GOOD.replace(old, new, 1)
    found, line, column = bad(text)
    assert (found, text.splitlines()[line - 1][column - 1 :][: len(at)]) == (code, at)


@pytest.mark.slow
def test_any_damage_is_bad_notation_inside_the_text_or_another_game() -> None:
    rng = random.Random(7)
    errors = 0
    for _ in range(60):
        at = rng.randrange(len(GOOD))
        letter = rng.choice("{};.*?-~@nSMCA05 \n:(x")
        text = rng.choice(
            (GOOD[:at], GOOD[:at] + GOOD[at + 1 :], GOOD[:at] + letter + GOOD[at + 1 :])
        )
        error = refused(text)
        if error is not None:
            errors += 1
            lines = text.split("\n")
            assert 1 <= error.line <= len(lines)
            assert 1 <= error.column <= len(lines[error.line - 1]) + 1
    assert errors > 40
    for junk in ("", "\n", "---", "---\n...", "...\n", "é\x00", "{" * 300):
        bad(junk)
