"""Threats of the others: where there is one and where not, the worst first."""

from __future__ import annotations

import pytest

import icefield
from icefield.core.mistakes import HasThreats, Threat
from icefield.games.glide.explain.threats import KINDS
from icefield.games.glide.position import GlidePosition

from ..positions import CYCLE, P, Q, R, after_random_moves, play, read, start

GAME = icefield.game("glide")
LANGUAGES = ("en", "de", "fr", "ja")


def threats(position: GlidePosition, seat: int) -> list[Threat]:
    assert isinstance(GAME, HasThreats)
    return list(GAME.threats(position, seat))


def short(position: GlidePosition, seat: int) -> list[tuple[str, int, str]]:
    return [(threat.kind, threat.by, threat.move) for threat in threats(position, seat)]


def kinds(position: GlidePosition, seat: int) -> set[str]:
    return {threat.kind for threat in threats(position, seat)}


# -- each kind ------------------------------------------------------------------------------------


@pytest.mark.parametrize("mover", ["P", "Q"])
def test_somebody_who_can_go_to_the_goal_threatens_it_whoever_moves(mover: str) -> None:
    position = read(f"...../...../P..*./...../....Q {mover} 0")
    (found,) = [threat for threat in threats(position, Q) if threat.kind == "goal"]
    assert (found.by, found.move) == (P, "right")
    assert found.spaces == ("a3", "c3", "d3")
    assert str(found.text) == (
        "P threatens to glide right to the goal c3; the floe on d3 would stop it there."
    )


@pytest.mark.parametrize(
    "board",
    [
        "...../...../P...*/...../....Q",
        "...../...../P*.*./...../....Q",
        "...../...../PQ.*./*..../.....",
    ],
    ids=["nothing stops it", "a floe in the way", "a player in the way"],
)
def test_without_stopper_or_free_way_the_goal_is_not_threatened(board: str) -> None:
    assert "goal" not in kinds(read(f"{board} Q 0"), Q)


def test_a_player_can_be_the_stopper() -> None:
    (found,) = threats(read("...../...../P..Q./...../*.... Q 0"), Q)
    assert "Q on d3" in str(found.text)


def test_a_floe_on_the_goal_can_be_stepped_onto() -> None:
    found = threats(read("...../...../.P*../...../....Q Q 0"), Q)
    assert found[0].text.id == "glide.threat.goal.step"
    assert found[0].spaces == ("b3", "c3")


def test_a_threat_without_an_answer_is_seen_a_move_ahead() -> None:
    position = read("*.QP*/..**./**.../..*.*/*..*. P 0")
    found = threats(position, P)[0]
    assert (found.kind, found.by, found.move) == ("unstoppable", Q, "down")
    without_stopper = read("*.QP*/..**./**.../....*/*..*. P 0")
    assert "unstoppable" not in kinds(without_stopper, P)


def test_a_threat_with_an_answer_is_only_a_line() -> None:
    on_the_stopper = read("...../*..../...P./Q..../....* P 0")  # P can glide off with it
    assert ("line", Q, "up") in short(on_the_stopper, P)
    assert "unstoppable" not in kinds(on_the_stopper, P)
    far_away = read("...../*..../...*./Q..../..P.* P 0")
    assert ("unstoppable", Q, "up") in short(far_away, P)
    past_the_row = read("...../...../...P./Q..../....* P 0")  # nothing stops Q on a3
    assert kinds(past_the_row, P) == set()


def test_G9_being_shut_in_is_a_threat_with_more_than_two() -> None:
    position = read("..*../...../*...*/R..../Q...P R 0", seats=3)
    assert ("trap", P, "left") in short(position, Q)
    assert "trap" not in kinds(position, R)
    elsewhere = read("..*../...../R...*/...../Q...P R 0", seats=3)
    assert "trap" not in kinds(elsewhere, Q)


def test_G10_the_draw_by_repetition_is_a_threat_when_the_next_move_makes_it() -> None:
    moves = CYCLE + CYCLE[:3]
    assert ("repeat", Q, "up") in short(play(start(), *moves), P)
    assert "repeat" not in kinds(play(start(), *moves[:-2]), P)
    assert "repeat" not in kinds(play(start(repetition="continue"), *moves), P)


# -- all of them ----------------------------------------------------------------------------------


def test_the_worst_comes_first() -> None:
    position = read("*P*../.*..*/*..*./Q..*./..*.* P 0")
    found = [threat.kind for threat in threats(position, P)]
    assert found == sorted(found, key=KINDS.index)
    both = read("..P../...../Q..*R/..*../...*. P 0")
    assert [threat.kind for threat in threats(both, P)][:1] == ["goal"]


def test_nobody_threatens_oneself() -> None:
    assert threats(read("...../...../P..*./...../....Q Q 0"), P) == []


def test_there_are_no_threats_after_the_end_alone_or_to_somebody_off_the_board() -> None:
    over = play(read("...../...../P..*./...../....Q P 0"), "right")
    assert threats(over, Q) == []
    assert threats(read("...../...../P..*./...../..... P 0"), P) == []
    assert threats(read("...../...../P..*./...../....R P 0"), Q) == []


def test_a_threat_is_marked_from_where_the_move_begins_to_where_it_ends() -> None:
    position = read("...../...../P..*./...../....Q Q 0")
    centres = {space.id: (space.x, space.y) for space in position.scene().spaces}
    (mark,) = threats(position, Q)[0].marks
    assert mark.look == "threat"
    assert mark.path == (centres["a3"], centres["c3"])
    assert mark.space == "c3"


@pytest.mark.parametrize("seed", range(60))
def test_threats_are_moves_that_do_what_they_say(seed: int) -> None:
    position = after_random_moves(seed, seed % 25)
    for seat in range(position.seats):
        for threat in threats(position, seat):
            assert threat.by != seat
            assert threat.kind in KINDS
            assert all(threat.text.text(language) for language in LANGUAGES)
            if position.turn != threat.by:
                continue
            after = play(position, threat.move)
            if threat.kind == "goal":
                assert after.outcome is not None
                assert after.outcome.winners == (threat.by,)
            elif threat.kind == "trap":
                assert seat in after.eliminated
            elif threat.kind == "repeat":
                assert after.outcome is not None
                assert after.outcome.rule == "G10"
            else:
                assert "goal" in {
                    each.kind for each in threats(after, seat) if each.by == threat.by
                }
