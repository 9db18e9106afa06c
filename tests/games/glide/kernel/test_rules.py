"""Every rule of glide on positions; the names of the tests have the rule's number."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

import icefield
from icefield.games.glide.board import STANDARD, read_level

from ..positions import (
    CYCLE,
    P,
    Q,
    R,
    S,
    catalogue,
    ends_by,
    legal,
    play,
    random_level,
    read,
    start,
)

# -- G1, G2: boards -------------------------------------------------------------------------------


def test_G1_columns_are_letters_and_rows_are_numbers_from_the_bottom() -> None:
    position = read("S.*.R/.*.*./*...*/.*.*./P.*.Q P 0")
    assert position.players == {P: "a1", Q: "e1", R: "e5", S: "a5"}
    assert position.goal == "c3"
    assert position.floes == {s for s in range(25) if s % 2 == 0 and s != 12}


def test_G1_every_player_stands_on_a_floe_and_the_goal_is_the_centre() -> None:
    for side in (3, 5, 7, 9, 11):
        position = start(board=random_level(random.Random(side), 2, side))
        assert set(position.squares) <= position.floes
        middle = side // 2
        assert position.goal == f"{'abcdefghijk'[middle]}{middle + 1}"


def test_G2_the_named_boards() -> None:
    assert str(start()) == "*.*.Q/.*.*./*...*/.*.*./P.*.* P 0"
    assert str(start(seats=4)) == "S.*.R/.*.*./*...*/.*.*./P.*.Q P 0"
    d7 = "*.....Q/...*.../..*.*../.*...*./..*.*../...*.../P.....* P 0"
    assert str(start(board="d7")) == d7
    assert str(start(board="f5")) == "....Q/...../.*.*./...../P.... P 0"
    assert len(start(board="f5").floes) == 4
    for seats in (2, 4):
        c7 = start(board="c7", seats=seats)
        assert c7.side == 7
        assert len(c7.floes) == 24
        assert all((s % 7 + s // 7) % 2 == 0 for s in c7.floes)
        corners = ["a1", "g7"] if seats == 2 else ["a1", "g1", "g7", "a7"]
        assert list(c7.players.values()) == corners


def test_G2_named_boards_look_the_same_from_the_other_side() -> None:
    for by_seats in STANDARD.values():
        half_turn = by_seats[2][::-1]
        assert half_turn.translate(str.maketrans("PQ", "QP")) == by_seats[2]


@pytest.mark.parametrize(
    ("board", "seats"), [("c5", 1), ("c5", 3), ("c7", 1), ("c7", 3), ("d7", 4), ("f5", 4)]
)
def test_G2_a_named_board_is_for_some_numbers_of_players_only(board: str, seats: int) -> None:
    with pytest.raises(icefield.BadOption) as caught:
        start(board=board, seats=seats)
    assert caught.value.rule == "G2"
    assert board in str(caught.value)


# -- G3: levels -----------------------------------------------------------------------------------


def test_G3_a_level_fixes_the_number_of_players() -> None:
    for seats in (1, 2, 3, 4):
        for side in (3, 5, 7, 9, 11):
            level = random_level(random.Random(seats * side), seats, side)
            assert start(board=level).seats == seats
            assert start(board=level, seats=seats) == start(board=level)
            with pytest.raises(icefield.BadOption) as caught:
                start(board=level, seats=seats % 4 + 1)
            assert caught.value.rule == "G3"


def test_G3_a_level_may_be_lines_or_joined_by_slashes() -> None:
    wanted = "*.Q/.../P.*"
    for text in (wanted, "*.Q\n...\nP.*", "*.Q\n...\nP.*\n", "\n*.Q\r\n...\r\nP.*\r\n"):
        assert str(read_level(text)) == wanted
        assert str(start(board=text)) == f"{wanted} P 0"
        assert icefield.game("glide").check({"board": text})["board"] == wanted


BAD_LEVELS = [
    ("side", "G3", "P*\n..", 2, 1),
    ("side", "G3", "P*..\n....\n....\n....", 4, 1),
    ("side", "G3", "\n".join(["P*...........", *["............."] * 12]), 13, 1),
    ("sign", "G1", "P.*\n.x.\n*.*", 2, 2),
    ("sign", "G1", "p.*\n...\n*.*", 1, 1),
    ("sign", "G1", "P.*\n... \n*.*", 2, 4),
    ("twice", "G1", "P.*\n..P\n*.*", 2, 3),
    ("width", "G1", "P.*\n..\n*.*", 2, 3),
    ("width", "G1", "P.*\n....\n*.*", 2, 4),
    ("width", "G1", "P.*\n\n*.*", 2, 1),
    ("nobody", "G3", "*.*\n...\n*.*", 1, 1),
    ("gap", "G3", "P.*\n..R\n*.*", 2, 3),
    ("gap", "G3", "*.*\n..Q\n*.*", 2, 3),
    ("on_goal", "G3", "*.*\n.P.\n*.*", 2, 2),
    ("floe_on_goal", "G1", "P.*\n.*.\n*.*", 2, 2),
    ("few_floes", "G3", "P..\n...\n...", 1, 1),
    ("few_floes", "G3", "P.Q\n...\nS.R", 1, 1),
]


@pytest.mark.parametrize(("what", "rule", "text", "line", "column"), BAD_LEVELS)
def test_G3_a_bad_level_is_refused_with_line_and_column(
    what: str, rule: str, text: str, line: int, column: int
) -> None:
    if (what, text) == ("sign", "P.*\n... \n*.*"):
        what = "width"  # what is beyond the board is not looked at
    with pytest.raises(icefield.BadNotation) as caught:
        read_level(text)
    error = caught.value
    assert (error.refusal.code, error.rule) == (f"bad-level-{what}", rule)
    assert (error.line, error.column) == (line, column)
    with pytest.raises(icefield.BadOption) as option:
        start(board=text)
    assert f"Line {line}, column {column}: " in str(option.value)
    assert (option.value.rule, option.value.refusal.code) == (rule, f"bad-level-{what}")


@pytest.mark.parametrize(("what", "rule", "text", "line", "column"), BAD_LEVELS)
def test_G3_in_one_line_the_column_counts_from_its_beginning(
    what: str, rule: str, text: str, line: int, column: int
) -> None:
    before = sum(len(row) + 1 for row in text.split("\n")[: line - 1])
    with pytest.raises(icefield.BadNotation) as caught:
        read_level(text.replace("\n", "/"))
    assert (caught.value.line, caught.value.column) == (1, before + column)


def test_G3_every_kind_of_bad_level_is_shown() -> None:
    assert catalogue("glide.level.") == {what for what, *_ in BAD_LEVELS}


@pytest.mark.parametrize("value", ["c6", "", "P", "no such board", 5, None])
def test_G3_what_is_no_board_at_all_is_told_what_there_is(value: Any) -> None:
    with pytest.raises(icefield.BadOption, match="c5, c7, d7, f5, or a board of your own"):
        start(board=value)


# -- G4: turns and directions ---------------------------------------------------------------------


def test_G4_player_1_begins_and_two_take_turns() -> None:
    position = start()
    for turn in (P, Q, P, Q):
        assert position.turn == turn
        position = play(position, legal(position)[0])


def test_G4_four_take_turns_counter_clockwise() -> None:
    position = start(seats=4)
    order = []
    for _ in range(8):
        assert position.turn is not None
        order.append(position.players[position.turn])
        position = play(position, legal(position)[0])
    assert [place[0] + place[1] for place in order[:4]] == ["a1", "e1", "e5", "a5"]
    assert position.turn == P


def test_G4_nobody_leaves_the_board() -> None:
    assert legal(start()) == ["right", "up"]
    assert legal(play(start(), "up")) == ["down", "left"]
    centre = read("...../.Q.../...../...P./....* P 0")
    assert legal(centre) == ["down", "left", "right", "up"]


def test_G4_nobody_moves_towards_a_player_right_beside() -> None:
    position = read("...../...../.QP../...../....* Q 0", seats=2)
    assert ends_by(position) == "G7"  # P is on the goal
    position = read("...../.P.../.Q.../...../....* Q 0")
    assert legal(position) == ["down", "left", "right"]
    assert legal(read("...../.P.../.Q.../...../....* P 0")) == ["left", "right", "up"]


def test_G4_a_player_further_away_does_not_block_the_way() -> None:
    position = read("...../...../...../...../P.Q.* P 0")
    assert legal(position) == ["right", "up"]
    assert play(position, "right").players[P] == "b1"


# -- G5, G6: step and glide -----------------------------------------------------------------------


def test_G5_a_step_leaves_the_own_floe_behind() -> None:
    position = play(read("...../...../...../...../P*..Q P 0"), "right")
    assert str(position) == "...../...../...../...../*P..Q Q 1"


def test_G5_a_step_goes_no_further_than_the_next_floe() -> None:
    assert play(read("...../...../...../...../P***Q P 0"), "right").players[P] == "b1"


def test_G6_a_glide_takes_the_floe_along_to_the_edge() -> None:
    assert str(play(read("...../...../...../*..../..P.Q P 0"), "up")) == (
        "..P../...../...../*..../....Q Q 1"
    )
    assert play(read("...../...../...../*..../..P.Q P 0"), "left").players[P] == "a1"


def test_G6_a_glide_ends_before_a_floe_with_or_without_a_player() -> None:
    assert str(play(read("...../...../...../...../P..*Q P 0"), "right")) == (
        "...../...../...../...../..P*Q Q 1"
    )
    assert str(play(read("...../...../...../*..../P...Q P 0"), "right")) == (
        "...../...../...../*..../...PQ Q 1"
    )


def test_G6_a_glide_reaches_every_length_on_every_side() -> None:
    for side in (3, 5, 7, 9, 11):
        for stop in range(1, side):
            row = "P" + "." * (stop - 1) + "." + "*" * (side - stop - 1)
            water = "." * side
            board = [row[:side], *[water] * (side - 2), "*" + "." * (side - 2) + "Q"]
            position = play(read(f"{'/'.join(board)} P 0"), "right")
            assert position.players[P] == f"{'abcdefghijk'[stop]}{side}"


def test_G6_moves_are_the_same_in_all_four_directions() -> None:
    texts = {
        "right": "...../...../*...*/...../Q.... ",
        "left": "...../...../*...*/...../Q.... ",
        "up": "..*../...../...../...../Q.*.. ",
        "down": "..*../...../...../...../Q.*.. ",
    }
    for way, text in texts.items():
        at = {"right": ("*...*", "P...*"), "left": ("*...*", "*...P")}
        board = text.replace(*at[way]) if way in at else text
        if way == "up":
            board = board.replace("Q.*..", "Q.P..")
        if way == "down":
            board = board.replace("..*../", "..P../")
        position = play(read(f"{board}P 0"), way)
        wanted = {"right": "d3", "left": "b3", "up": "c4", "down": "c2"}
        assert position.players[P] == wanted[way]


# -- G7: the goal ---------------------------------------------------------------------------------


def test_G7_a_glide_that_ends_on_the_goal_wins() -> None:
    position = play(read("...../...../P..*./...../....Q P 0"), "right")
    assert position.outcome is not None
    assert (position.outcome.winners, position.outcome.rule) == ((P,), "G7")
    assert position.outcome.scores == (1, 0)
    assert [*position.outcome.payoffs] == [1, -1]
    assert position.turn is None
    assert position.moves() == ()
    assert str(position) == "...../...../..P*./...../....Q Q 1"


def test_G7_a_step_onto_a_floe_on_the_goal_wins() -> None:
    position = play(read("...../...../.P*../...../....Q P 0"), "right")
    assert ends_by(position) == "G7"
    assert str(position) == "...../...../.*P../...../....Q Q 1"


def test_G7_gliding_through_the_goal_does_nothing() -> None:
    position = play(read("...../...../P..../*..../....Q P 0"), "right")
    assert position.players[P] == "e3"
    assert position.outcome is None


def test_G7_the_game_ends_before_anybody_is_taken_off() -> None:
    position = play(read("*Q./*../PSR Q 1"), "down")  # S has no way out now
    assert ends_by(position) == "G7"
    assert position.players == {P: "a1", Q: "b2", R: "c1", S: "b1"}
    assert read(str(position)) == position
    assert read(str(position)).players == position.players


def test_G7_with_four_players_the_others_share_the_loss() -> None:
    position = play(read("S...R/...../P..*./...../....Q P 0"), "right")
    assert position.outcome is not None
    assert position.outcome.scores == (1, 0, 0, 0)
    assert [*position.outcome.payoffs] == [1, *[Fraction(-1, 3)] * 3]


def test_G7_the_reason_names_the_winner() -> None:
    position = play(read("...../...../Q..*./...../....P Q 0"), "right")
    assert position.outcome is not None
    assert str(position.outcome.reason) == "Player 2 (Q) stands on the goal and wins."


# -- G8: two players ------------------------------------------------------------------------------


@pytest.mark.parametrize("side", [3, 5])
def test_G8_two_players_always_have_a_move(side: int) -> None:
    squares = [s for s in range(side * side) if s != side * side // 2]
    for own, other in permutations(squares, 2):
        signs = ["."] * (side * side)
        signs[own], signs[other] = "P", "Q"
        board = "/".join("".join(signs[i : i + side]) for i in range(0, side * side, side))
        for mover in "PQ":
            position = read(f"{board} {mover} 0")
            assert 1 <= len(position.moves()) <= 4
            assert position.eliminated == ()


# -- G9: elimination ------------------------------------------------------------------------------

TRAP = "....*/...../Q..../...../PR... Q 1"  # down traps P between Q and R


def test_G9_a_trapped_player_is_taken_off_at_once_and_the_floe_stays() -> None:
    position = play(read(TRAP), "down")
    assert str(position) == "....*/...../...../Q..../*R... R 2"
    assert position.eliminated == (P,)
    assert position.turn == R
    assert position.outcome is None


def test_G9_at_turn_a_trapped_player_may_get_free_again() -> None:
    position = play(read(TRAP, eliminate="at-turn"), "down")
    assert str(position) == "....*/...../...../Q..../PR... R 2"
    freed = play(position, "right")
    assert freed.eliminated == ()
    assert freed.turn == P
    assert legal(freed) == ["right"]


def test_G9_at_turn_a_player_who_is_still_trapped_is_taken_off() -> None:
    text = "....*/...../R..../...../PQ... R 2"
    for eliminate in ("at-once", "at-turn"):
        position = play(read(text, eliminate=eliminate), "down")
        assert str(position) == "....*/...../...../R..../*Q... Q 3"
        assert position.eliminated == (P,)


def test_G9_nobody_is_trapped_by_the_own_move() -> None:
    """The way one came is open behind one."""
    seen = 0
    for seed in range(300):
        rng = random.Random(seed)
        position = start(board=random_level(rng, 4, rng.choice((3, 5))))
        for _ in range(20):
            if position.turn is None:
                break
            mover, gone = position.turn, set(position.eliminated)
            position = play(position, rng.choice(legal(position)))
            new = set(position.eliminated) - gone
            assert mover not in new
            assert len(new) <= 1
            seen += len(new)
    assert seen > 20


def test_G9_turns_skip_players_who_were_taken_off() -> None:
    position = play(read("S...*/...../Q..../...../PR... Q 1"), "down")
    assert position.eliminated == (P,)
    order = []
    for _ in range(6):
        order.append(position.turn)
        position = play(position, legal(position)[-1])
        if position.turn is None:
            break
    assert P not in order
    assert order[:3] == [R, S, Q]


def test_G9_neither_the_edge_nor_floes_alone_trap_anybody() -> None:
    assert read("...../...../...../**..Q/P*..R P 0").eliminated == ()
    assert legal(read("...../...../...../**..Q/P*..R P 0")) == ["right", "up"]


def test_G9_does_not_hold_for_two() -> None:
    position = read("...../...../...../Q..../P*... P 0")
    assert position.seats == 2
    assert position.eliminated == ()


def test_G9_the_last_player_left_wins() -> None:
    position = read("..*../...../...../...../..R.. R 9")
    assert position.seats == 3
    assert position.outcome is not None
    assert (position.outcome.rule, position.outcome.winners) == ("G9", (R,))
    assert position.outcome.scores == (0, 0, 1)
    assert "Player 3 (R) is the last" in str(position.outcome.reason)
    assert ends_by(read("..*../...../...../...../..P.. P 9", seats=4)) == "G9"
    assert ends_by(read("..*../...../...../...../..P.. P 9")) is None  # practice


def test_G9_who_was_taken_off_cannot_move_and_hears_why() -> None:
    position = play(read(TRAP), "down")
    refusal = position.explain("up", seat=P)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("taken-off", "G9")
    with pytest.raises(icefield.NotYourDecision):
        position.play("up", seat=P)


def test_G9_also_before_the_first_move() -> None:
    level = "....*/...../...../R..../PQ..."
    assert start(board=level).eliminated == (P,)
    assert start(board=level).turn == Q
    assert start(board=level, eliminate="at-turn").eliminated == (P,)


# -- G10: draws -----------------------------------------------------------------------------------


def test_G10_the_third_occurrence_is_a_draw() -> None:
    position = play(start(), *CYCLE, *CYCLE[:3])
    assert position.outcome is None
    position = play(position, CYCLE[3])
    assert position.occurrences == 3
    assert position.outcome is not None
    assert position.outcome.rule == "G10"
    assert position.outcome.winners == ()
    assert position.outcome.scores == (0, 0)
    assert [*position.outcome.payoffs] == [0, 0]
    assert position.turn is None
    assert "third time" in str(position.outcome.reason)


def test_G10_with_continue_the_game_goes_on() -> None:
    position = play(start(repetition="continue"), *CYCLE * 5)
    assert position.occurrences == 6
    assert position.outcome is None


def test_G10_a_position_that_was_read_counts_itself_once() -> None:
    again = read(str(play(start(), *CYCLE)))
    assert again.occurrences == 1
    position = play(again, *CYCLE)
    assert position.occurrences == 2
    assert position.outcome is None
    assert ends_by(play(position, *CYCLE)) == "G10"


def test_G10_the_same_board_with_another_player_to_move_is_another_position() -> None:
    board = str(start()).split(" ")[0]
    p, q = read(f"{board} P 0"), read(f"{board} Q 0")
    assert p != q
    assert p._same != q._same


def test_G10_the_ply_does_not_make_a_position_another_one() -> None:
    position = play(start(), *CYCLE)
    assert str(position) != str(start())
    assert position.occurrences == 2


def test_G10_a_win_comes_before_the_draw_by_length() -> None:
    won = play(read("...../...../P..*./...../....Q P 399"), "right")
    assert ends_by(won) == "G7"


def test_G10_400_plies_are_a_draw() -> None:
    position = play(start(repetition="continue"), *CYCLE * 99, *CYCLE[:3])
    assert position.ply == 399
    assert position.outcome is None
    position = play(position, CYCLE[3])
    assert position.ply == 400
    assert position.outcome is not None
    assert (position.outcome.rule, position.outcome.winners) == ("G10", ())
    assert "400 moves" in str(position.outcome.reason)
    assert ends_by(read(str(position))) == "G10"


# -- G11: practice --------------------------------------------------------------------------------


def test_G11_one_player_alone_moves_by_the_same_rules() -> None:
    position = start(board="..*../...../P...*/...../.....")
    assert position.seats == 1
    assert position.turn == P
    position = play(position, "right")
    assert position.turn == P
    assert position.players == {P: "d3"}
    assert str(position.scene().caption) == "Find the way to the goal."


def test_G11_the_goal_ends_it_and_the_moves_are_counted() -> None:
    position = play(start(board="...*./...../P..*./...../....."), "right")
    assert position.outcome is not None
    assert position.outcome.scores == (1,)
    assert position.outcome.winners == (P,)
    assert [*position.outcome.payoffs] == [0]
    assert str(position.outcome.reason) == "The goal is reached in 1 move."


# -- options --------------------------------------------------------------------------------------


def test_options_are_part_of_a_position_and_the_board_is_not() -> None:
    position = start(board="c7", repetition="continue", eliminate="at-turn")
    assert position.options == {"repetition": "continue", "eliminate": "at-turn"}
    assert play(position, "up").options == position.options
    assert read(str(position)) != position
    assert read(str(position), repetition="continue", eliminate="at-turn") == position


def test_a_position_knows_how_many_began() -> None:
    text = "....*/...../...../Q..../.R... R 2"
    three, four = read(text), read(text, seats=4)
    assert (three.seats, four.seats) == (3, 4)
    assert three != four
    assert four == read(text, seats=4)
    assert four.eliminated == (P, S)


def test_the_game_is_introduced() -> None:
    game = icefield.game("glide")
    assert (game.title, game.designer, game.year) == ("Ice Floes", "Kevin De Keyser", None)
    assert game.seats == (2, 4)
    assert [str(game.seat_name(seat)) for seat in range(4)] == [
        "Player 1 (P)",
        "Player 2 (Q)",
        "Player 3 (R)",
        "Player 4 (S)",
    ]
    assert {rule.number for rule in game.rules} == {f"G{n}" for n in range(1, 12)}
