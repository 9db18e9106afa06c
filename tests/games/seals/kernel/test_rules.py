"""Each rule of shared/rules/seals.md; S12 is about matches, not positions."""

from __future__ import annotations

import pytest

import icefield

from ..positions import (
    BEARS,
    DIRECTIONS,
    RING_D4,
    SEALS,
    SPACES,
    all_but,
    ends_of,
    line,
    play,
    put,
    start,
)

MISSING = ["a1", "a2", "b1", "a7", "a8", "b8", "g1", "h1", "h2", "g8", "h7", "h8"]
COMPASS = pytest.mark.parametrize(("dx", "dy"), DIRECTIONS)


def texts(position: icefield.Position) -> list[str]:
    return [move.text for move in position.moves()]


# -- S1: board ------------------------------------------------------------------------------------


def test_S1_the_board_is_8_by_8_without_twelve_corner_spaces() -> None:
    squares = {f"{column}{row}" for column in "abcdefgh" for row in range(1, 9)}
    spaces = {space.id for space in start().scene().spaces}
    assert spaces == squares - set(MISSING)
    assert len(spaces) == 52


@pytest.mark.parametrize("square", MISSING)
def test_S1_nothing_begins_or_ends_off_the_board(square: str) -> None:
    for move in (f"b2-{square}", f"{square}-b2"):
        refusal = start().explain(move)
        assert refusal is not None
        assert (refusal.code, refusal.rule) == ("off-board", "S1")


def test_S1_a_token_at_the_edge_moves_only_on_the_ice() -> None:
    assert ends_of(put("b2", "h6"), "b2") == {"a3", "b3", "b4", "c1", "c2", "c3", "d2", "d4"}
    assert ends_of(put("c1", "h6"), "c1") == {"b2", "a3", "c2", "c3", "d2", "e3", "d1", "e1"}


def test_S1_off_board_is_nothing_to_jump_over() -> None:
    # behind the disc on b2 are b1, a1 and a2, all of them missing
    for seal in ("b3", "c3", "c2"):
        position = put(seal, "h6", discs="b2")
        free = ends_of(put(seal, "h6"), seal)
        assert ends_of(position, seal) == free - {"b2"}
        assert ends_of(position, seal) <= SPACES


# -- S2: setup ------------------------------------------------------------------------------------


def test_S2_seals_on_b2_and_b7_bears_on_g2_and_g7_and_no_discs() -> None:
    assert start() == put("b2 b7", "g2 g7")
    assert str(start()) == "4/s4b/8/8/8/8/s4b/4 s -"
    assert start().discs == frozenset()
    assert start().empty_spaces == 48


def test_S2_the_seals_move_first_and_then_the_bears() -> None:
    assert start().turn == SEALS
    assert play(start(), "b2-d4").turn == BEARS
    assert play(start(), "b2-d4", "g2-e4").turn == SEALS
    assert str(icefield.game("seals").seat_name(SEALS)) == "Seals"
    assert str(icefield.game("seals").seat_name(BEARS)) == "Bears"


# -- S3: turn -------------------------------------------------------------------------------------


def test_S3_a_player_moves_only_own_tokens() -> None:
    assert {move[:2] for move in texts(start())} == {"b2", "b7"}
    assert {move[:2] for move in texts(play(start(), "b2-b3"))} == {"g2", "g7"}


def test_S3_no_pass_while_a_token_can_move() -> None:
    assert "pass" not in texts(start())
    with pytest.raises(icefield.IllegalMove) as caught:
        start().play("pass")
    assert caught.value.rule == "S3"


def test_S3_a_stuck_token_is_no_pass_while_the_other_can_move() -> None:
    position = put("a3 g5", "h6", discs="a4 a5 b4 c5 b3 c3 b2 c1")
    assert ends_of(position, "a3") == set()
    assert position.outcome is not None  # it is isolated, so let a bear stand on its ring
    position = put("a3 g5", "a4 h6", discs="a5 b4 c5 b3 c3 b2 c1")
    assert position.outcome is None
    assert ends_of(position, "a3") == set()
    assert "pass" not in texts(position)
    assert position.moves()


@pytest.mark.parametrize(
    "position",
    [
        put("a3", "a4 h6", discs="a5 b4 c5 b3 c3 b2 c1", turn="s"),
        put("a3 h3", "c1", discs=all_but("a3 h3", "c1", "h4"), turn="b"),
        put("c4", "", turn="b"),  # no token left to move
    ],
    ids=["seals", "bears", "no bears"],
)
def test_S3_who_cannot_move_must_pass(position: icefield.Position) -> None:
    assert texts(position) == ["pass"]
    after = position.play("pass")
    assert after.turn != position.turn
    assert str(after).endswith(" p")


# -- S4: slide ------------------------------------------------------------------------------------


@COMPASS
@pytest.mark.parametrize("side", ["seal", "bear"])
def test_S4_slides_one_or_two_spaces_in_each_direction(side: str, dx: int, dy: int) -> None:
    position = put("d4", "h6") if side == "seal" else put("h6", "d4", turn="b")
    assert {line("d4", dx, dy, 1), line("d4", dx, dy, 2)} <= ends_of(position, "d4")
    assert len(ends_of(position, "d4")) == 16


@COMPASS
def test_S4_a_disc_on_the_second_space_stops_the_slide_of_two(dx: int, dy: int) -> None:
    far = line("d4", dx, dy, 2)
    position = put("d4", "h6", discs=far)
    assert ends_of(position, "d4") == ends_of(put("d4", "h6"), "d4") - {far}


@COMPASS
@pytest.mark.parametrize("side", ["seal", "bear"])
def test_S4_no_slide_enters_or_passes_a_token(side: str, dx: int, dy: int) -> None:
    near, far = line("d4", dx, dy, 1), line("d4", dx, dy, 2)
    free = ends_of(put("d4", "h6"), "d4")
    for at, lost in ((near, {near, far}), (far, {far})):
        position = put(f"d4 {at}", "h6") if side == "seal" else put("d4", at)
        assert ends_of(position, "d4") == free - lost


def test_S4_never_three_spaces_and_never_crooked() -> None:
    ends = ends_of(put("d4", "h6"), "d4")
    assert not ends & {"d7", "g7", "g4", "a4", "d1", "g1", "a7"}
    assert not ends & {"e6", "f5", "f3", "e2", "c2", "b3", "b5", "c6"}


# -- S5: jump -------------------------------------------------------------------------------------


@COMPASS
@pytest.mark.parametrize("side", ["seal", "bear"])
def test_S5_jumps_over_one_adjacent_disc(side: str, dx: int, dy: int) -> None:
    near, far = line("d4", dx, dy, 1), line("d4", dx, dy, 2)
    position = put("d4", "h6", near) if side == "seal" else put("h6", "d4", near, turn="b")
    ends = ends_of(position, "d4")
    assert far in ends
    assert near not in ends
    assert len(ends) == 15


@COMPASS
def test_S5_the_space_behind_the_disc_must_be_empty(dx: int, dy: int) -> None:
    near, far = line("d4", dx, dy, 1), line("d4", dx, dy, 2)
    for position in (
        put("d4", "h6", discs=f"{near} {far}"),  # two discs in a row
        put(f"d4 {far}", "h6", discs=near),
        put("d4", far, discs=near),
    ):
        assert not {near, far} & ends_of(position, "d4")
        assert len(ends_of(position, "d4")) == 14


@COMPASS
def test_S5_never_over_a_token(dx: int, dy: int) -> None:
    near, far = line("d4", dx, dy, 1), line("d4", dx, dy, 2)
    for position in (put(f"d4 {near}", "h6"), put("d4", near), put("h6", f"d4 {near}", turn="b")):
        assert far not in ends_of(position, "d4")


def test_S5_no_second_jump_and_no_jump_after_a_step() -> None:
    assert not {"d8", "d7"} & ends_of(put("d4", "h6", discs="d5 d7"), "d4")
    assert ends_of(put("d4", "h6", discs="d6"), "d4") & {"d5", "d6", "d7"} == {"d5"}


# -- S6: capture ----------------------------------------------------------------------------------


@COMPASS
def test_S6_a_bear_captures_a_seal_beside_it(dx: int, dy: int) -> None:
    seal = line("d4", dx, dy, 1)
    position = put(f"{seal} h6", "d4", turn="b")
    assert f"d4x{seal}" in texts(position)
    after = play(position, f"d4x{seal}")
    assert after == put("h6", "", discs="d4", turn="s")  # both are gone, the space is empty ice


@COMPASS
def test_S6_never_at_distance_two_and_never_by_a_jump(dx: int, dy: int) -> None:
    near, far = line("d4", dx, dy, 1), line("d4", dx, dy, 2)
    for position in (put(far, "d4", turn="b"), put(far, "d4", discs=near, turn="b")):
        assert far not in ends_of(position, "d4")
        assert not any("x" in text for text in texts(position))


@COMPASS
def test_S6_seals_never_capture(dx: int, dy: int) -> None:
    bear = line("d4", dx, dy, 1)
    position = put("d4", bear)
    assert bear not in ends_of(position, "d4")
    refusal = position.explain(f"d4x{bear}")
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("seals-never-capture", "S6")


def test_S6_a_bear_does_not_capture_a_bear() -> None:
    assert "d5" not in ends_of(put("h6", "d4 d5", turn="b"), "d4")


def test_S6_the_capture_space_can_be_entered_again() -> None:
    after = play(put("d5 f5", "d4 h3", turn="b"), "d4xd5")
    assert "f5-d5" in texts(after)


def test_S6_figure_3_a_bear_on_e3_captures_on_d2_or_jumps_over_f3() -> None:
    position = put("d2 b7", "e3 g7", discs="f3", turn="b")
    ends = ends_of(position, "e3")
    assert "e3xd2" in texts(position)
    assert "e3-g3" in texts(position)
    assert "f3" not in ends  # it may not end on a disc
    refusal = position.explain("e3-f3")
    assert refusal is not None
    assert refusal.code == "onto-disc"


def test_S6_figure_4_the_seal_on_d2_neither_captures_nor_jumps_over_the_bear_on_e3() -> None:
    position = put("d2 b7", "e3 g7", discs="f3")
    assert not {"e3", "f4"} & ends_of(position, "d2")
    codes = [position.explain(move) for move in ("d2xe3", "d2-e3", "d2-f4")]
    assert [(r.code, r.rule) for r in codes if r] == [
        ("seals-never-capture", "S6"),
        ("seals-never-capture", "S6"),
        ("over-token", "S5"),
    ]


# -- S7: trail ------------------------------------------------------------------------------------


@COMPASS
@pytest.mark.parametrize("side", ["seal", "bear"])
def test_S7_the_start_and_the_middle_of_a_slide_of_two_become_discs(
    side: str, dx: int, dy: int
) -> None:
    near, far = line("d4", dx, dy, 1), line("d4", dx, dy, 2)
    position = put("d4", "h6") if side == "seal" else put("h6", "d4", turn="b")
    assert play(position, f"d4-{near}").discs == {"d4"}
    assert play(position, f"d4-{far}").discs == {"d4", near}


def test_S7_a_jump_adds_a_disc_only_where_it_started() -> None:
    position = put("d4", "h6", discs="d5")
    assert play(position, "d4-d6").discs == {"d4", "d5"}


def test_S7_a_capture_adds_a_disc_only_where_the_bear_started() -> None:
    position = put("d5 h6", "d4", discs="e4", turn="b")
    assert play(position, "d4xd5").discs == {"d4", "e4"}


def test_S7_a_pass_adds_no_disc() -> None:
    position = put("a3", "a4 h6", discs="a5 b4 c5 b3 c3 b2 c1")
    assert play(position, "pass").discs == position.discs


# -- S8: White wins -------------------------------------------------------------------------------


def test_S8_the_bears_win_at_once_when_both_seals_are_captured() -> None:
    position = play(put("d5", "d4", turn="b"), "d4xd5")
    assert position.turn is None
    assert position.outcome is not None
    assert (position.outcome.winners, position.outcome.rule) == ((BEARS,), "S8")
    assert position.moves() == ()


def test_S8_one_captured_seal_is_not_enough() -> None:
    position = play(put("d5 h6", "d4 h3", turn="b"), "d4xd5")
    assert position.outcome is None
    assert position.turn == SEALS


def test_S8_is_checked_before_S9_and_S10() -> None:
    # no seal, no bear, everything broken: no side can move either, but the bears have won
    for turn in ("s", "b", "sp"):
        position = put("", "", discs=SPACES, turn=turn)
        assert position.outcome is not None
        assert position.outcome.rule == "S8"


def test_S8_comes_first_when_the_capture_breaks_the_last_space_of_the_ring() -> None:
    # the last seal is caught by a bear whose start completes the ring around that very seal
    ring = all_but("d4 d5")
    position = play(put("d5", "d4", discs=ring, turn="b"), "d4xd5")
    assert position.outcome is not None
    assert (position.outcome.winners, position.outcome.rule) == ((BEARS,), "S8")


# -- S9: isolation --------------------------------------------------------------------------------


def ends_by(position: icefield.Position) -> str | None:
    return position.outcome.rule if position.outcome else None


def test_S9_a_seal_with_sixteen_discs_around_it_is_isolated() -> None:
    position = put("d4", "h6", discs=RING_D4)
    assert len(RING_D4) == 16
    assert position.isolated == {"d4"}
    assert position.outcome is not None
    assert (position.outcome.winners, position.outcome.rule) == ((SEALS,), "S9")


@pytest.mark.parametrize("space", sorted(RING_D4))
def test_S9_one_space_without_a_disc_is_enough_to_go_on(space: str) -> None:
    assert ends_by(put("d4", "h6", discs=RING_D4 - {space})) is None


@pytest.mark.parametrize("space", sorted(RING_D4))
def test_S9_a_token_on_the_ring_is_no_disc_so_the_seal_is_not_isolated(space: str) -> None:
    discs = RING_D4 - {space}
    assert ends_by(put(f"d4 {space}", "h6", discs=discs)) is None
    assert ends_by(put("d4", f"{space} h6", discs=discs)) is None


def test_S9_spaces_a_knights_move_away_do_not_matter() -> None:
    knight = ["e6", "f5", "f3", "e2", "c2", "b3", "b5", "c6"]
    assert not RING_D4 & set(knight)
    assert ends_by(put("d4", "h6", discs=RING_D4)) == "S9"
    assert ends_by(put("d4", "e6 f3", discs=RING_D4)) == "S9"
    assert ends_by(put("d4 c6", "e6 f3", discs=RING_D4)) == "S9"


def test_S9_at_the_edge_only_spaces_of_the_board_count() -> None:
    ring = frozenset(["c2", "c3", "d1", "e1", "d2", "e3", "b2", "a3"])
    assert ends_by(put("c1", "h6", discs=ring)) == "S9"
    for space in ring:
        assert ends_by(put("c1", "h6", discs=ring - {space})) is None


def test_S9_the_seals_own_move_isolates() -> None:
    # d3 slides to d4 and breaks the last space of the ring behind it
    position = put("d3 h3", "h6", discs=RING_D4 - {"d3"})
    assert ends_by(position) is None
    after = play(position, "d3-d4")
    assert ends_by(after) == "S9"
    assert after.outcome is not None
    assert after.outcome.winners == (SEALS,)


def test_S9_the_other_seals_move_isolates() -> None:
    position = put("d4 d6", "h3", discs=RING_D4 - {"d6"})
    assert ends_by(play(position, "d6-d7")) == "S9"


def test_S9_a_bears_move_isolates_and_the_seals_win() -> None:
    position = put("d4", "d6 h3", discs=RING_D4 - {"d6"}, turn="b")
    assert ends_by(position) is None
    after = play(position, "d6-d7")
    assert ends_by(after) == "S9"
    assert after.outcome is not None
    assert after.outcome.winners == (SEALS,)


def test_S9_the_middle_of_a_slide_of_two_isolates() -> None:
    position = put("d4", "c6 h3", discs=RING_D4 - {"d6"}, turn="b")
    assert ends_by(play(position, "c6-c7")) is None
    assert ends_by(play(position, "c6-e6")) == "S9"


def test_S9_the_capture_of_one_seal_isolates_the_other() -> None:
    position = put("d4 d7", "d6 h3", discs=RING_D4 - {"d6"}, turn="b")
    assert ends_by(play(position, "d6xd7")) == "S9"


def test_S9_a_capture_beside_a_seal_leaves_empty_ice_so_it_is_not_isolated() -> None:
    position = put("d4 d6", "d7 h3", discs=RING_D4 - {"d6"}, turn="b")
    after = play(position, "d7xd6")
    assert after.isolated == frozenset()
    assert ends_by(after) is None


def test_S9_token_next_to_seal_is_not_isolated_though_it_cannot_move() -> None:
    position = put("a3 g5", "a4 h6", discs="a5 b4 c5 b3 c3 b2 c1")
    assert ends_of(position, "a3") == set()
    assert position.isolated == frozenset()


# -- S10: both pass -------------------------------------------------------------------------------


def test_S10_is_over_as_soon_as_one_has_passed_and_the_other_cannot_move() -> None:
    # the bear on c5 stands on the ring of the seal on a3, so the seal is not isolated
    position = put("a3", "c5", discs=all_but("a3", "c5"), turn="s")
    assert texts(position) == ["pass"]
    after = play(position, "pass")
    assert after.turn is None
    assert after.outcome is not None
    assert (after.outcome.winners, after.outcome.rule) == ((SEALS,), "S10")
    assert after.moves() == ()
    with pytest.raises(icefield.GameOver):
        after.play("pass")


def test_S10_the_bears_may_be_the_first_to_pass() -> None:
    position = put("a3", "c5", discs=all_but("a3", "c5"), turn="b")
    after = play(position, "pass")
    assert ends_by(after) == "S10"
    assert after.outcome is not None
    assert after.outcome.winners == (SEALS,)


def test_S10_one_pass_is_not_enough_while_the_other_can_move() -> None:
    position = put("a3", "c5", discs=all_but("a3", "c5", "d5"), turn="s")
    after = play(position, "pass")
    assert after.outcome is None
    assert texts(after) == ["c5-d5"]


def test_S10_a_move_between_two_passes_keeps_the_game_going() -> None:
    position = put("a3", "c5 e7", discs=all_but("a3", "c5 e7", "f7 g7"), turn="s")
    position = play(position, "pass", "e7-f7")
    assert position.outcome is None
    assert str(position).endswith(" s -")
    position = play(position, "pass", "f7-g7", "pass")
    assert ends_by(position) == "S10"  # now the bears cannot move either


def test_S10_two_sides_that_cannot_move_play_on_until_one_has_passed() -> None:
    position = put("a3", "c5", discs=all_but("a3", "c5"), turn="s")
    assert position.outcome is None
    assert position.turn == SEALS


# -- S11: score -----------------------------------------------------------------------------------


def test_S11_the_winner_scores_the_empty_spaces_and_the_loser_nothing() -> None:
    isolated = put("d4", "h6", discs=RING_D4)
    assert isolated.outcome is not None
    assert isolated.outcome.scores == (52 - 16 - 2, 0)
    caught = play(put("d5", "d4", discs="a3 a4 a5", turn="b"), "d4xd5")
    assert caught.outcome is not None
    assert caught.outcome.scores == (0, 52 - 4)  # the capture space is empty, the start is not


def test_S11_a_standstill_may_leave_nothing_to_score() -> None:
    position = play(put("a3", "c5", discs=all_but("a3", "c5"), turn="s"), "pass")
    assert position.outcome is not None
    assert position.outcome.scores == (0, 0)
    assert position.outcome.winners == (SEALS,)


def test_S11_spaces_nobody_can_reach_count_too() -> None:
    position = play(put("a3", "c5", discs=all_but("a3", "c5", "h6 h5"), turn="s"), "pass")
    assert ends_by(position) == "S10"
    assert position.outcome is not None
    assert position.outcome.scores == (2, 0)


def test_S11_the_score_is_told_with_the_reason() -> None:
    position = play(put("a3", "c5", discs=all_but("a3", "c5", "h6"), turn="s"), "pass")
    assert position.outcome is not None
    assert str(position.outcome.reason) == (
        "Nobody can move: the seals win with 1 empty space left."
    )
