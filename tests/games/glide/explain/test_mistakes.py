"""Reasons for mistakes: each kind where it applies, and close by where not.

A set of real mistakes must each get a reason.
"""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest

import icefield
from icefield.core.game import Move
from icefield.core.mistakes import ExplainsMistakes, Mistake, Reason
from icefield.games import data_folder
from icefield.games.glide.position import GlidePosition

from ..positions import after_random_moves, play, read

GAME = icefield.game("glide")
CATALOGUES = data_folder("glide") / "locale"
MISTAKES = Path(__file__).with_name("mistakes.jsonl")
LANGUAGES = ("en", "de", "fr", "ja")


@dataclass(frozen=True)
class Case:
    """A mistake: the position, the move with its line, and the better one."""

    position: str
    played: str
    better: str
    past: str = ""  # moves from that position to the mistake
    seats: int = 2
    repetition: str = "draw"

    @property
    def before(self) -> GlidePosition:
        start = read(self.position, seats=self.seats, repetition=self.repetition)
        return play(start, *self.past.split())

    def mistake(self, drop: float = 1.0) -> Mistake:
        before = self.before
        assert before.turn is not None
        played, better = line(before, self.played), line(before, self.better)
        return Mistake(before, before.turn, played, better, drop)


def line(position: GlidePosition, texts: str) -> tuple[Move, ...]:
    """The moves of a line, which a draw by what came before may cut short."""
    moves = []
    for text in texts.split():
        if position.turn is None:
            break
        moves.append(position.legal(text)[1])
        position = play(position, text)
    return tuple(moves)


def told(case: Case) -> dict[str, Reason]:
    assert isinstance(GAME, ExplainsMistakes)
    return {reason.kind: reason for reason in GAME.reasons(case.mistake())}


def moved(case: Case, squares: str) -> Case:
    """The same with a floe more or less on each of these squares."""
    board, rest = case.position.split(" ", 1)
    signs = [list(row) for row in board.split("/")]
    for square in squares.split():
        row, column = len(signs) - int(square[1:]), "abcdefghijk".index(square[0])
        signs[row][column] = {".": "*", "*": "."}[signs[row][column]]
    return replace(case, position="/".join("".join(row) for row in signs) + " " + rest)


# -- every kind -----------------------------------------------------------------------------------

_GOAL = Case(".*..*/.**.P/Q..*./**.*./..*.* Q 0", "up", "right")
_REPEATS = Case(
    ".**../P..*./*..*./Q..*./*.*** Q 0", "up", "right", "right down left up down down up"
)
_LETS = Case(
    ".*.../..*../*..**/*P..*/**Q.* P 0",
    "right left",
    "up up right",
    "left left right right left right",
)
_SAVES = Case(
    "*.*../.*..*/*..Q*/P*.*./..*.* P 0",
    "up up down right",
    "left",
    "right up left left down left up right down right up down down right up",
)
_LATE = Case(
    "***Q./*..../.*.**/*...*/..*P. Q 395", "right left down left left", "down left down up left"
)
_TRAPPED = Case("*QS../.*.*R/....*/*P.../..**. S 0", "right right right", "down", seats=4)
_TRAP = Case("..*../...../*...*/R..../Q...P P 0", "up right", "left", seats=3)
_STOPPER = Case("*.*../..*.*/*..QP/**.*./..*.* Q 0", "left left", "down down left left up")
_SHIELD = Case("*.*../...*./QP.**/**.*./..*.* P 0", "up right", "right")
_IGNORED = Case("..Q**/...**/*..../.*P*./*.*.* P 0", "left down", "up")
_BLOCK = Case("...../*****/*...*/.*..Q/**P.. Q 0", "up up", "left left")
_REMOVAL = Case("*.**./.*.../P..Q*/**.*./..*.* Q 0", "right right", "up right left left up down")
_NO_ANSWER = Case("*.Q*./....P/.*..*/*...*/**.** Q 0", "down down up left", "right")
_GUARD = Case(".*.../**.PQ/.*..*/**.**/....* P 0", "left down up left", "down up left")
_NO_GUARD = Case("*P*../...*./*..**/Q*.*./..*.* P 0", "left up right right", "down down right")
_MISSED = Case("*.QP*/..**./**.../..*.*/*..*. Q 0", "left", "down down down")
_TWO = Case(
    ".Q***/.*P../.*.../...*./****. P 0",
    "down right left right right down right left",
    "up down right down left up down down left",
)
_OWN_TWO = Case(
    ".Q***/.*.../.*.../..P*./****. Q 0",
    "down right left left up up down right right",
    "right up right up down left left",
)
_ITSELF = Case("..*.*/.***Q/...*./.**../.*P*. P 0", "left left up left right down", "up up up")
_LOST = Case("*..**/Q...*/*..../**P*./..*.* P 0", "up", "left down up down right up down")
_BRINGS = Case(
    "**Q*./P..*./....*/.*.*./.**.* Q 0",
    "left down right",
    "down up left right up right right right down",
)
_LEFT = Case("..***/....*/**.../*..*Q/.**.P Q 0", "left up down up left left", "up left left")
_STEPS = Case("..***/**QP*/.*.../...*./*...* P 0", "up right left down down left", "right")
_OPENED = Case("**.**/..*.*/.*.*./QP.*./...*. P 0", "down right up up", "up up right")
_TAKEN = Case(
    "...../....*/.*.../...Q./.P... Q 0", "down up up right down up up left", "right up up up left"
)
_STOP = Case("..*../.**.P/**..*/*..Q*/..**. P 0", "left up left left", "down left left")
_PARRIED = Case(
    "*.*Q./....*/**..*/*.P*./..*.* Q 0",
    "left up right right right down left left",
    "down down left",
)
_LOSES = Case("..**./...Q*/*..../P.***/.***. P 0", "down up right left left down", "right")
_SPOILT = Case("..***/...Q*/**.../...P*/*.**. Q 0", "up up right left", "down right left")
_REACH = Case("*.*../.*..*/*..*Q/P*.*./..*.* Q 0", "up up down right", "left")
_WIN = Case("***Q./*..../.*.**/*...*/..*P. Q 0", "right", "down left down up left")
_RACE = Case("..*../.**P./**..*/*..**/..*Q. P 0", "up left down up", "down left left")
_SLOWER = Case(
    "*..*./*P.../....*/.**.*/Q*.** P 0", "left up up down right right down", "up up right down down"
)
_SOONER = Case(
    "P****/****./...**/....Q/..... P 0",
    "right left right up left right",
    "down down up left right up down right",
)
_BACK = Case(".****/*...*/.*.../.**.*/...QP P 0", "down right left", "up right left", "up up")
_HELPS = Case(
    "...*P/.*Q../**.**/.*.../*.**. Q 0",
    "down down up down right left down left",
    "left down down up right",
)
_HINDERS = Case(
    "*..*./*...*/Q...*/.P**./**..* P 0",
    "right right down right right up up left up",
    "up up right up down",
)
_AWAY = Case(
    "..***/....*/**.../P..Q*/*.**. Q 0",
    "left up up up right right left down down",
    "right up up down left",
)


def swapped(case: Case) -> Case:
    return replace(case, played=case.better, better=case.played)


EVERY: dict[str, list[tuple[Case, Case]]] = {
    # the stopper d3 is gone, so it glides on; a floe stands in the way
    "missed-goal": [(_GOAL, moved(_GOAL, "d3")), (_GOAL, moved(_GOAL, "b3"))],
    "repeats": [(_REPEATS, replace(_REPEATS, repetition="continue"))],
    "lets-repeat": [(_LETS, replace(_LETS, repetition="continue"))],
    "missed-repetition": [(_SAVES, replace(_SAVES, repetition="continue"))],
    # a hundred moves earlier there is time enough
    "runs-out": [(_LATE, replace(_LATE, position=_LATE.position.replace("395", "295")))],
    # R does not stand below e5; it does not stand above a1
    "gets-trapped": [
        (_TRAPPED, replace(_TRAPPED, position="*QS../.*.*./....R/*P.../..**. S 0")),
    ],
    "missed-trap": [(_TRAP, replace(_TRAP, position="..*../...../R...*/...../Q...P P 0"))],
    # it glides past b3; without d3 nothing stops P on the goal
    "became-stopper": [(_STOPPER, moved(_STOPPER, "a3"))],
    "opened-line": [(_SHIELD, moved(_SHIELD, "d3"))],
    # it glides off with the stopper
    "ignored-threat": [(_IGNORED, moved(_IGNORED, "b2"))],
    # without b2 it would not come to rest on c2, between P and the goal
    "missed-block": [(_BLOCK, moved(_BLOCK, "b2"))],
    # a threat is stopped by getting in its way, the stopper stays
    "missed-removal": [(_REMOVAL, _BLOCK)],
    "unstoppable": [(_NO_ANSWER, moved(_NO_ANSWER, "d3"))],
    # P cannot meet Q any more; from b5 it could have, but no player may stay (G4)
    "guard-left": [(_GUARD, _NO_GUARD)],
    "missed-unstoppable": [(_MISSED, moved(_MISSED, "c2"))],
    # one of the two threats has no stopper
    "two-threats": [(_TWO, moved(_TWO, "c1"))],
    "missed-two-threats": [(_OWN_TWO, moved(_OWN_TWO, "b3"))],
    "own-stopper": [(_ITSELF, moved(_ITSELF, "b1"))],
    # a step leaves the floe where it is; c2 is not beside the goal in the end
    "stopper-lost": [(_LOST, replace(_LOST, played="right"))],
    "missed-stopper": [(_BRINGS, moved(_BRINGS, "c1"))],
    # a glide takes the floe along, a step leaves it; the better move does so as well
    "left-step": [
        (_LEFT, moved(_LEFT, "d2")),
        (replace(_STEPS, better="down up left"), _STEPS),
    ],
    "opened-way": [
        (_OPENED, replace(moved(_OPENED, "b1"), played="down right")),
        (_OPENED, _TAKEN),
    ],
    # without c4 it does not come to rest above d3
    "gave-stop": [(_STOP, moved(_STOP, "c4"))],
    "threat-parried": [(_PARRIED, moved(_PARRIED, "c4"))],
    "loses": [(_LOSES, moved(_LOSES, "c2"))],
    "route-spoilt": [(_SPOILT, _REACH)],
    "out-of-reach": [(_REACH, _SPOILT)],
    "misses-win": [(_WIN, moved(_WIN, "d3"))],
    "race-lost": [(_RACE, moved(_RACE, "d5"))],
    "slower-win": [(_SLOWER, swapped(_SLOWER))],
    "loses-sooner": [(_SOONER, swapped(_SOONER))],
    "back-again": [(_BACK, replace(_BACK, position=".****/*..Q*/.*.../.**.P/....* P 0", past=""))],
    "behind-in-race": [(_WIN, moved(_WIN, "c4"))],
    "helps-opponent": [(_HELPS, moved(_HELPS, "c1"))],
    "missed-hindrance": [(_HINDERS, moved(_HINDERS, "d4"))],
    "further-away": [(_AWAY, swapped(_AWAY))],
}


def test_every_kind_is_tried() -> None:
    assert isinstance(GAME, ExplainsMistakes)
    assert list(EVERY) == list(dict.fromkeys(EVERY))
    assert set(EVERY) == set(GAME.reason_kinds)
    assert len(GAME.reason_kinds) >= 12


@pytest.mark.parametrize(
    ("kind", "case"), [(kind, there) for kind, pairs in EVERY.items() for there, _ in pairs]
)
def test_a_reason_is_given_where_it_applies(kind: str, case: Case) -> None:
    found = told(case)
    assert kind in found
    spaces = {space.id for space in case.before.scene().spaces}
    assert found[kind].spaces
    assert set(found[kind].spaces) <= spaces
    assert found[kind].rule in {None, *(rule.number for rule in GAME.rules)}
    assert found[kind].text.id.startswith(f"glide.reason.{kind}")


@pytest.mark.parametrize(
    ("kind", "case"), [(kind, close) for kind, pairs in EVERY.items() for _, close in pairs]
)
def test_a_reason_is_not_given_where_it_does_not_apply(kind: str, case: Case) -> None:
    assert kind not in told(case)


# -- other forms of a sentence, and what goes together --------------------------------------------


@pytest.mark.parametrize(
    ("form", "case"),
    [
        ("missed-goal.step", Case("...../...../.P*../...../....Q P 0", "up", "right")),
        (
            "opened-way.later",
            Case(
                ".**../.***Q/*..P./..**./.*.*. P 0",
                "left left up down up left",
                "up up left down down",
            ),
        ),
        (
            "gave-stop.later",
            Case(
                "**.**/P*.*./.*.../....Q/*..** Q 0",
                "up down up right left up down left",
                "left up right down left right up up right",
            ),
        ),
        (
            "threat-parried.stopper",
            Case(
                ".***./*.P../**.*./...../*.*Q* Q 0",
                "left left right down up right",
                "up left up left left",
            ),
        ),
        (
            "route-spoilt.blocked",
            Case("..*Q./.**../**..*/*..*P/..*.* Q 0", "left up right left", "down down"),
        ),
        (
            "out-of-reach.goal",
            Case("*.**./..*Q./*...*/*P.*./.*..* Q 0", "down right down up", "left"),
        ),
        (
            "helps-opponent.far",
            Case(
                "*..Q*/*..../**.../.*..*/*P**. Q 0",
                "down up up up down right left down left",
                "right up down down left",
            ),
        ),
        (
            "missed-hindrance.far",
            Case(
                "Q**.*/.P..*/**.../...*./**..* P 0",
                "up down down down right right left right down",
                "right down down right left",
            ),
        ),
        (
            "further-away.far",
            Case(
                "*.*../.*P*Q/*...*/.*.*./.*..* P 0",
                "up down left up right down left left down",
                "right down down up down up left left up",
            ),
        ),
    ],
)
def test_a_sentence_takes_the_form_that_is_true(form: str, case: Case) -> None:
    assert f"glide.reason.{form}" in {reason.text.id for reason in told(case).values()}


_FOUR = Case(
    ".**R./*Q.../...**/..*.*/S*P.. R 0",
    "down up up up up right",
    "left up up down down",
    seats=4,
)


def test_with_more_players_nothing_is_called_a_win_or_without_an_answer() -> None:
    found = told(_FOUR)
    assert found["loses"].text.id == "glide.reason.loses.likely"
    assert found["misses-win"].text.id == "glide.reason.misses-win.likely"


def test_a_threat_without_an_answer_needs_a_duel() -> None:
    duel = Case(".**R./*..../...**/..*.*/P*.*. R 0", "down", "left", seats=3)
    assert "missed-unstoppable" in told(duel)
    with_q = replace(duel, position=".**R./*Q.../...**/..*.*/P*.*. R 0")
    assert "missed-unstoppable" not in told(with_q)


def test_what_is_decided_on_the_next_move_is_told_alone() -> None:
    assert list(told(_GOAL)) == ["missed-goal"]
    assert list(told(_REMOVAL)) == ["missed-removal", "ignored-threat"]


def test_what_would_have_helped_comes_before_what_was_overlooked() -> None:
    assert next(iter(told(_BLOCK))) == "missed-block"
    assert next(iter(told(_REMOVAL))) == "missed-removal"


@pytest.mark.slow
def test_why_comes_before_who_wins_and_on_which_way() -> None:
    assert list(told(_LOSES)) == ["further-away", "loses"]
    assert list(told(_WIN)) == ["behind-in-race", "misses-win"]
    for found in real():
        kinds = [reason.kind for reason in found]
        if kinds and kinds[0] in ("loses", "misses-win"):
            assert set(kinds) <= {"loses", "misses-win", "back-again"}


def test_a_way_that_would_not_work_is_named() -> None:
    assert str(told(_SPOILT)["route-spoilt"].text) == (
        "P can get to the goal by d2–d3–c3; with Q on d3 that would not work: P could not go up "
        "from d2 to d3."
    )
    assert "loses" not in told(_SPOILT)


def test_G4_a_guard_is_given_up_only_where_another_move_would_have_kept_it() -> None:
    assert str(told(_GUARD)["guard-left"].text) == (
        "From d4 P could still have met Q on e3 by going down to d3; on d5 it would have kept an "
        "answer, now it has none."
    )


def test_the_length_of_a_line_is_not_called_best_play() -> None:
    assert str(told(_WIN)["misses-win"].text) == (
        "Q could have won in 3 moves of its own: d5–d4–d3–c3."
    )
    assert str(told(_LOSES)["loses"].text) == ("Q can now win in 3 moves of its own: d4–d5–c5–c3.")
    said = ("best play", "bestem Spiel", "meilleur jeu", "最善")
    for language, words in zip(LANGUAGES, said, strict=True):
        text = (data_folder("glide") / "locale" / language / "LC_MESSAGES" / "glide.po").read_text(
            encoding="utf-8"
        )
        sentences = re.findall(r'msgid "glide\.reason\.\S+"\n(?:msg.+\n)+', text)
        assert len(sentences) > len(EVERY)
        assert not [each for each in sentences if words in each]


def test_a_sentence_names_players_and_squares() -> None:
    assert str(told(_STOPPER)["became-stopper"].text) == (
        "On b3 Q is a stopper for P, who can now glide left to the goal c3."
    )
    assert told(_STOPPER)["became-stopper"].spaces == ("e3", "c3", "b3")
    assert str(told(_GOAL)["missed-goal"].text) == (
        "Q could have glided right to the goal c3 at once; "
        "the floe on d3 would have stopped it there."
    )


# -- what is said is so ---------------------------------------------------------------------------


def winning(position: GlidePosition) -> list[str]:
    """The moves that end on the goal now, found by making them."""
    seat = position.turn
    after = {move.text: position.play(move).outcome for move in position.moves()}
    return [text for text, end in after.items() if end is not None and end.winners == (seat,)]


def lines_at_random(seed: int) -> Mistake:
    """A mistake whose lines are any moves at all."""
    rng = random.Random(seed)
    position = after_random_moves(seed, rng.randrange(30))
    while position.turn is None:
        seed += 1000
        position = after_random_moves(seed, rng.randrange(30))
    seat, lines = position.turn, []
    for _ in range(2):
        here, moves = position, []
        for _ in range(rng.randrange(1, 9)):
            if here.turn is None:
                break
            moves.append(rng.choice(here.moves()))
            here = play(here, moves[-1].text)
        lines.append(tuple(moves))
    return Mistake(position, seat, lines[0], lines[1], 1.0)


@pytest.mark.parametrize("seed", range(60))
def test_reasons_of_any_lines_are_true_and_can_be_read(seed: int) -> None:
    mistake = lines_at_random(seed)
    before, after = mistake.before, mistake.before.play(mistake.played[0])
    assert isinstance(before, GlidePosition)
    assert isinstance(after, GlidePosition)
    assert isinstance(GAME, ExplainsMistakes)
    found = {reason.kind: reason for reason in GAME.reasons(mistake)}
    won = after.outcome is not None and after.outcome.winners == (mistake.seat,)
    assert ("missed-goal" in found) == bool(winning(before) and not won)
    if before.seats == 2 and found.keys() & {"became-stopper", "opened-line", "ignored-threat"}:
        assert winning(after)
    if "unstoppable" in found:
        reply = play(after, mistake.played[1].text)
        assert all(winning(play(reply, move.text)) for move in reply.moves())
    squares = {space.id for space in before.scene().spaces}
    for reason in found.values():
        assert set(reason.spaces) <= squares
        assert all(reason.text.text(language) for language in LANGUAGES)


# -- real mistakes --------------------------------------------------------------------------------


@cache
def real() -> tuple[tuple[Reason, ...], ...]:
    """The reasons of stored mistakes of weak and random play.

    They were judged by the tablebase of the standard board, by alpha-beta on larger boards and by
    UCT with four players.
    """
    assert isinstance(GAME, ExplainsMistakes)
    found = []
    for text in MISTAKES.read_text(encoding="utf-8").splitlines():
        row = json.loads(text)
        case = Case(
            row["position"],
            " ".join(row["played"]),
            " ".join(row["better"]),
            " ".join(row["past"]),
            row["seats"],
        )
        assert case.before.turn == row["seat"]
        found.append(tuple(GAME.reasons(case.mistake(row["drop"]))))
    return tuple(found)


def test_nearly_every_real_mistake_gets_a_reason() -> None:
    assert len(real()) >= 60
    assert sum(not found for found in real()) <= 0.15 * len(real())


def test_real_mistakes_have_many_kinds_of_reason() -> None:
    kinds = {reason.kind for found in real() for reason in found}
    assert len(kinds) >= 20
    most = max(sum(any(r.kind == k for r in found) for found in real()) for k in kinds)
    assert most < 0.6 * len(real())  # none is said of everything


def test_reasons_are_sentences_in_every_language() -> None:
    for reason in {reason for found in real() for reason in found}:
        for language in LANGUAGES:
            said = reason.text.text(language)
            assert not re.search(r"[{}]|glide\.", said)
            assert said[-1] in ".。"
        assert len({reason.text.text(language) for language in LANGUAGES}) == len(LANGUAGES)


def test_every_sentence_of_the_catalogue_is_said_somewhere() -> None:
    words = (data_folder("glide") / "locale" / "en" / "LC_MESSAGES" / "glide.po").read_text(
        encoding="utf-8"
    )
    kinds = {re.split(r"[.]", id_)[0] for id_ in re.findall(r'msgid "glide\.reason\.(\S+)"', words)}
    assert isinstance(GAME, ExplainsMistakes)
    assert kinds == set(GAME.reason_kinds)
