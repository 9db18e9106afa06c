"""Reasons for mistakes: each kind where it applies, and close by where not.

Mistakes of real games must get enough reasons.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

import icefield
from icefield.core.game import Move
from icefield.core.message import Message
from icefield.core.mistakes import ExplainsMistakes, Mistake, Reason
from icefield.games.seals.position import SealsPosition

from ..positions import BEARS, SEALS, all_but, play, put, read, start
from .mistakes_by_kind import EXAMPLES, Example

GAME = icefield.game("seals")
assert isinstance(GAME, ExplainsMistakes)
KINDS = tuple(GAME.reason_kinds)
STORED = Path(__file__).parent / "mistakes.jsonl"


def line(position: SealsPosition, texts: str) -> tuple[Move, ...]:
    """The moves of a line; every one is legal."""
    found = []
    at: icefield.Position = position
    for text in texts.split():
        found.append(at.legal(text)[1])
        at = at.play(text)
    return tuple(found)


def mistake(
    position: SealsPosition, played: str, better: str, followed: str = "", drop: float = 1.0
) -> Mistake:
    assert position.turn is not None
    rest = line(position, f"{played.split()[0]} {followed}")[1:]
    lines = line(position, played), line(position, better)
    return Mistake(position, position.turn, *lines, drop, rest)


def reasons(found: Mistake) -> list[Reason]:
    assert isinstance(GAME, ExplainsMistakes)
    return list(GAME.reasons(found))


def kinds(found: Mistake) -> list[str]:
    return [each.kind for each in reasons(found)]


# -- every kind -----------------------------------------------------------------------------------


def test_every_kind_has_an_example() -> None:
    assert len(KINDS) == len(set(KINDS)) >= 12
    assert Counter(each.kind for each in EXAMPLES) == Counter(KINDS)


@pytest.mark.parametrize("each", EXAMPLES, ids=lambda each: each.kind)
def test_the_reason_is_given_where_it_is_one(each: Example) -> None:
    found = reasons(mistake(read(each.position), each.played, each.better))
    assert each.sentence in [str(reason.text) for reason in found if reason.kind == each.kind]


@pytest.mark.parametrize("each", EXAMPLES, ids=lambda each: each.kind)
def test_the_reason_is_not_given_close_by(each: Example) -> None:
    close = mistake(read(each.position), each.harmless or each.played, each.worse or each.better)
    assert (each.harmless != "") != (each.worse != "")
    assert each.kind not in kinds(close)


@pytest.mark.parametrize("each", EXAMPLES, ids=lambda each: each.kind)
def test_the_better_move_itself_has_nothing_wrong_with_it(each: Example) -> None:
    position = read(each.position)
    assert reasons(mistake(position, each.better, each.better)) == []
    assert each.kind not in kinds(mistake(position, each.better, each.played))


@pytest.mark.parametrize("each", EXAMPLES, ids=lambda each: each.kind)
def test_sentences_are_complete_in_every_language(each: Example) -> None:
    for reason in reasons(mistake(read(each.position), each.played, each.better)):
        assert reason.kind in KINDS
        for language in ("en", "de", "fr", "ja"):
            text = reason.text.text(language)
            assert not text.startswith("seals.")
            assert "{" not in text


@pytest.mark.parametrize("each", EXAMPLES, ids=lambda each: each.kind)
def test_spaces_are_on_the_board_and_rules_exist(each: Example) -> None:
    numbers = {rule.number for rule in GAME.rules}
    spaces = {space.id for space in start().scene().spaces}
    for reason in reasons(mistake(read(each.position), each.played, each.better)):
        assert reason.rule is None or reason.rule in numbers
        assert set(reason.spaces) <= spaces
        assert len(reason.spaces) == len(set(reason.spaces))


# -- what the lines bear out ----------------------------------------------------------------------


def test_S6_without_an_answer_in_the_line_a_bear_beside_the_seal_is_enough() -> None:
    position = put("c3 b7", "f4 g7")
    found = mistake(position, "c3-e3", "c3-a3")
    (first, *_) = reasons(found)
    assert (first.kind, first.rule) == ("walks-into-capture", "S6")
    assert str(first.text).endswith("f4xe3.")


def test_what_really_followed_stands_in_for_a_line_that_was_not_searched() -> None:
    position = put("c3 b7", "f4 g7")
    found = mistake(position, "c3-d3", "c3-a3", followed="f4-e4")
    assert "steps-into-range" in kinds(found)
    assert "steps-into-range" not in kinds(mistake(position, "c3-d3", "c3-a3"))


@pytest.mark.parametrize("kind", ["wins-fewer-points", "loses-more-points"])
def test_S11_the_points_are_those_of_the_two_lines(kind: str) -> None:
    (each,) = [example for example in EXAMPLES if example.kind == kind]
    position = read(each.position)
    ends = [play(position, *texts.split()).outcome for texts in (each.played, each.better)]
    for outcome in ends:
        assert outcome is not None
        assert (position.turn in outcome.winners) == (kind == "wins-fewer-points")
        assert str(max(outcome.scores)) in each.sentence


@pytest.mark.parametrize(
    ("position", "played", "better", "points", "sentence"),
    [
        # worked out to the end: 9 with best play; this line gives the seals 11
        (
            "3b/o2boo/oooooooo/oo1oo1oo/1ooooooo/1os1oo1s/oooo1o/4 s -",
            "h3-f5 e7-c5 c3-a3 c5-c7 a3-a4",
            "c3-a3 e7-c7 a3-a4",
            (9, 12),
            "It still wins, but with 9 points; c3-a3 would have scored 12.",
        ),
        # the seals win after every move
        (
            "4/o1oooo/2oooo2/2ooo1oo/oooo2oo/1ooo1oo1/osoboo/4 b -",
            "e2-f1 c2-c1 f1-d1 c1-e3",
            "e2-d1 c2-e4 d1-c1 e4-f4",
            (13, 6),
            "It leaves the winner 13 points; e2-d1 would have left only 6.",
        ),
    ],
)
def test_S11_where_only_points_are_given_away_the_exact_ones_are_told_alone(
    position: str, played: str, better: str, points: tuple[int, int], sentence: str
) -> None:
    found = mistake(read(position), played, better, drop=0.0)
    assert sentence not in [str(reason.text) for reason in reasons(found)]
    (told,) = reasons(replace(found, points=points))
    assert (str(told.text), told.rule) == (sentence, "S11")
    assert told.spaces == (better[:2], better[3:5])
    assert reasons(replace(found, points=(7, 7))) == []


def test_S8_the_last_seal_is_not_called_a_seal_that_it_costs() -> None:
    position = read("1ooo/o2ooo/1oo5/1so5/oo6/ob6/oo3o/oooo s -")
    found = mistake(
        position,
        "b5-a6 b3-d5 a6-a5 d5-d4 a5-c7 d4-d6 c7-c8 d6-d7 pass d7xc8",
        "b5-d5 b3-c4 d5-d7 c4-d4 d7-c8 d4-c3 c8-c7",
    )
    assert kinds(found) == ["loses-last-seal"]


def test_S3_a_seal_left_alone_is_spoken_of_alone() -> None:
    position = read("ob1o/s4o/2ooo3/oo1oo2o/ooooo1o1/1oo1oo1o/2ooo1/1oo1 s -")
    found = mistake(position, "b7-a6 d8-c7 a6-b6 c7xb6", "b7-b6 d8-f6 b6-a6")
    (told,) = [reason for reason in reasons(found) if reason.kind == "no-safe-move"]
    assert str(told.text) == (
        "After b7-a6 d8-c7 the seal has to move, and wherever it goes, a bear can catch it."
    )
    assert all("{" not in told.text.text(language) for language in ("de", "fr", "ja"))


def test_a_line_that_breaks_off_is_told_as_far_as_it_goes() -> None:
    position = put("c3 b7", "f4 g7")
    played = (*line(position, "c3-e3 f4xe3"), Move("a1-a1"), Move("b7-b6"))
    found = Mistake(position, SEALS, played, line(position, "c3-a3"), 1.0)
    assert kinds(found)[0] == "walks-into-capture"


def test_a_pass_has_no_alternative() -> None:
    position = put("c8 d8", "h3", all_but("c8 d8", "h3 h4 h5"))
    assert [move.text for move in position.moves()] == ["pass"]
    assert reasons(mistake(position, "pass h3-h4", "pass h3-h5")) == []


def test_a_long_line_is_told_by_its_beginning_and_its_end() -> None:
    texts = [str(reason.text) for found in stored() for reason in reasons(found)]
    assert any("…" in text for text in texts)
    assert max(len(text) for text in texts) < 260


# -- mistakes of real games -----------------------------------------------------------------------


@cache
def stored() -> tuple[Mistake, ...]:
    """Mistakes of games between weak bots, judged by a stronger search."""
    found = []
    for text in STORED.read_text(encoding="utf-8").splitlines():
        row = json.loads(text)
        position = read(row["position"])
        assert (position.seats, position.turn) == (row["seats"], row["seat"])
        played, better, followed = (" ".join(row[s]) for s in ("played", "better", "followed"))
        found.append(mistake(position, played, better, followed, drop=row["drop"]))
    return tuple(found)


def test_mistakes_of_real_games_nearly_always_get_a_reason() -> None:
    assert len(stored()) >= 60
    assert {found.seat for found in stored()} == {SEALS, BEARS}
    assert min(found.drop for found in stored()) >= 0.2
    silent = [found for found in stored() if not reasons(found)]
    assert len(silent) <= 0.15 * len(stored())


def test_no_kind_is_said_about_everything() -> None:
    count = Counter(kind for found in stored() for kind in kinds(found))
    assert max(count.values()) < len(stored()) / 3
    assert len(count) >= 20


def test_nobody_is_told_more_than_three_things_or_one_twice() -> None:
    for found in stored():
        said = kinds(found)
        assert len(said) <= 3
        assert len(said) == len(set(said))


def test_reasons_name_moves_of_the_lines_only() -> None:
    """Each move in a sentence is in one of the two lines, or is the threatened catch."""
    for found in stored():
        lines = {move.text for move in (*found.played, *found.better, *found.followed)}
        for reason in reasons(found):
            for word in _words(reason.text):
                assert word in lines or reason.kind in (
                    "walks-into-capture",
                    "leaves-seal-attacked",
                )


def _words(text: Message) -> list[str]:
    words = str(text).replace(",", " ").replace(";", " ").replace(":", " ").replace(".", " ")
    return [w for w in words.split() if len(w) == 5 and w[2] in "-x" and w[1].isdigit()]
