"""Reasons for wrong answers: true, in every language, without the solution."""

from __future__ import annotations

import re
from typing import Any

import pytest

from icefield.analysis.puzzles import book
from icefield.core.message import message
from icefield.core.mistakes import Reason
from icefield.server.views import puzzles as puzzle_views

from ..puzzle_solver import SEALS, wrong_moves


def test_a_reason_that_tells_the_solution_is_kept_back() -> None:
    solution = next(m for m in SEALS.start().moves() if m.text == "b2-d4")
    assert solution.name is not None

    def tells(spaces: tuple[str, ...] = (), kind: str = "kind", **params: Any) -> bool:
        reason = Reason(kind, message("seals.any", **params), None, spaces)
        return puzzle_views.gives_away(reason, solution)

    assert tells(kind="misses-capture")
    assert tells(better="anything")
    assert tells(line="b2-d4 g2-e4")
    assert tells(seal="d4")
    assert tells(spaces=("d4",))
    assert tells(inner=message("seals.inner", deeper=message("seals.x", at="b2-d4")))
    assert tells(move=solution.name)
    assert not tells(spaces=("c3",), bear="g2", seal="b7")


@pytest.mark.parametrize("key", ["seals", "glide"])
@pytest.mark.slow
def test_every_wrong_move_has_a_reason_that_keeps_the_solution(key: str) -> None:
    """A reason that would reveal the solution is replaced by the line shown.

    What it says besides the names of its moves has nothing of the solution.
    """
    plain = 0
    for puzzle, position, text, other in wrong_moves(key):
        played = [text, *other.line]
        reasons = puzzle_views.build_reasons(
            position, played, puzzle.line, other.value, "en", seen=False
        )
        assert reasons, (puzzle.number, text)
        if reasons[0]["kind"] != "answer":
            continue
        plain += 1
        (reason,) = puzzle_views.find_plain_reasons(
            position, played, other.value
        )  # knows no solution
        assert [each["text"] for each in reasons] == [str(reason.text)]
        shown = puzzle_views.build_line(position, played, "en")[1:]
        left = str(reason.text)
        assert left.startswith(f"Answer by {shown[0]['role']}: {shown[0]['name']}.")
        for step in shown:
            left = left.replace(step["name"], "")
        _, solution = position.legal(puzzle.solution)
        for word in (solution.text, str(solution.name), solution.touches[-1]):
            assert not re.search(rf"\b{re.escape(word)}\b", left), (puzzle.number, text, left)
        assert set(reason.spaces) <= {*position.play(text).legal(other.line[0])[1].touches}
    assert plain > 150  # else this test looks at nothing


def test_what_a_wrong_move_leads_to_is_said_in_all_languages() -> None:
    kinds = set()
    for key in ("seals", "glide"):
        for _, position, text, other in wrong_moves(key):
            (reason,) = puzzle_views.find_plain_reasons(position, [text, *other.line], other.value)
            kinds.add(reason.text.id)
            said = {reason.text.text(language) for language in ("en", "de", "fr", "ja")}
            assert len(said) == 4
            assert not any("web." in each or "{" in each for each in said)
    assert kinds == {
        *(f"web.puzzles.why.{kind}" for kind in ("once", "loss", "draw")),
        "seals.end.S9",
    }


def test_a_line_that_stops_short_of_the_end_and_a_move_that_is_the_end() -> None:
    puzzle = book("seals")[0]
    start = puzzle.start(SEALS)
    wrong, other = next(iter(puzzle.others.items()))
    short = [wrong, other.line[0]]
    (reason,) = puzzle_views.find_plain_reasons(start, short, "loss")
    assert reason.text.id == "web.puzzles.why.lost"
    assert puzzle_views.find_plain_reasons(start, short, "unknown") == ()
    assert puzzle_views.find_plain_reasons(start, [wrong], "loss") == ()
    last = puzzle_views.follow_moves(start, puzzle.line[:-1])
    (reason,) = puzzle_views.find_plain_reasons(last, puzzle.line[-1:], "loss")
    ended = puzzle_views.follow_moves(start, puzzle.line).outcome
    assert ended is not None
    assert (reason.text, reason.rule) == (ended.reason, ended.rule)


@pytest.mark.parametrize("language", ["en", "de", "fr", "ja"])
def test_no_verb_depends_on_a_side_that_may_be_many(language: str) -> None:
    """ "Seals" and "Bears" are plural, "Player 2" is singular: no verb fits one only."""
    start = SEALS.start()
    move = start.moves()[0]
    for plies in (2, 9):
        said = puzzle_views.say_verdict("loss", plies, start, move).text(language)
        assert str(start.seat_name(1 - (start.turn or 0)).text(language)) in said
        name = str(start.seat_name(1 - (start.turn or 0)).text(language))
        assert not re.search(rf"\b{name} (kann|peut|can)\b", said)
    answered = message("web.js.puzzle.answered", who="Bears", move="pass").text(language)
    assert not re.search(r"\b(answers|antwortet|répond)\b", answered)
