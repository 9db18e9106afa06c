"""`icefield play`: whole sessions through standard input, piped or typed."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import icefield
from icefield.games.glide import solitaire
from icefield.games.strait.board_file import read_shipped
from icefield.play import read_records

from ..timeouts import HANG_S
from .conftest import PROGRAM, Run, lines, refused, whole_game


def drawn(position: icefield.Position, status: str) -> str:
    """What line mode prints of a position, with a status line that speaks to a player."""
    caption = str(position.scene().caption)
    assert caption in position.board()
    return position.board().replace(caption, status)


def test_an_empty_pipe_shows_the_board_and_ends(run: Run) -> None:
    ran = run("play", "seals")
    assert (ran.status, ran.err) == (0, "")
    assert "Go with the Floe" in ran.lines[0]
    assert drawn(icefield.game("seals").start(), "Seals, your turn: move a seal.") in ran.out


def test_moves_are_played_and_echoed(run: Run) -> None:
    ran = run("play", "seals", typed=lines("b2-d4", "g7-e5", "position"))
    assert "Seals> b2-d4" in ran.lines
    assert "Bears> g7-e5" in ran.lines
    after = icefield.game("seals").start().play("b2-d4").play("g7-e5")
    assert drawn(after, "Seals, your turn: move a seal.") in ran.out
    assert ran.lines[-1] == str(after)


def test_moves_may_be_typed_in_capitals_or_as_places(run: Run) -> None:
    ran = run("play", "seals", typed=lines("B2-D4", "g7 e5", "position"))
    assert ran.lines[-1] == str(icefield.game("seals").start().play("b2-d4").play("g7-e5"))


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("b2-b5", "(S4)"),
        ("b2xb3", "(S6)"),
        ("pass", "(S3)"),
        ("g2-g3", "(S3)"),
        ("skate", "“skate” is not a move"),
        ("skate", "“help”"),
        ("\x00\x1b[2J", "is not a move"),
        ("why", "why b2-b5"),
        ("why b2-b5", "S4   Slide"),
        ("why b2-d4", "allowed"),
        ("why skate", "not a move"),
        ("rules S99", "There is no rule"),
        ("rules S4", "S4   Slide"),
        ("rules", "S12  Match"),
        ("undo", "no move to take back"),
        ("next", "not over yet"),
        ("save", "save game.txt"),
        ("save no/where.txt", "No such file"),
        ("save .", "there already"),
        ("score", "Game 1: Player 1 (Seals) –; Player 2 (Bears) –"),
        ("moves", "16 moves:"),
        ("moves b2", "b2-c3"),
        ("moves h8", "0 moves"),
        ("words", "seal: b2, b7"),
        ("help", "take your last move back"),
    ],
)
def test_whatever_is_typed_is_answered_and_changes_nothing(run: Run, typed: str, says: str) -> None:
    ran = run("play", "seals", typed=lines(typed, "position"))
    assert ran.status == 0
    assert says in ran.out
    assert "cli." not in ran.out
    assert ran.lines[-1] == str(icefield.game("seals").start())


def test_help_has_a_line_for_every_command(run: Run) -> None:
    ran = run("play", "seals", typed=lines("help"))
    at = ran.lines.index("Seals> help")
    shown = [line.split()[0] for line in ran.lines[at + 2 :]]
    known = "help board words moves why hint threats undo rules score position save next quit"
    assert shown == known.split()


def test_undo_takes_back_one_move_between_people(run: Run) -> None:
    ran = run("play", "seals", typed=lines("b2-d4", "g7-e5", "u", "position"))
    assert ran.lines[-1] == str(icefield.game("seals").start().play("b2-d4"))


def test_hint_is_a_legal_move(run: Run) -> None:
    ran = run("play", "seals", typed=lines("hint"))
    hint = next(line for line in ran.lines if line.startswith("Try "))
    word = hint.split()[1].rstrip(":")
    assert word in [str(move) for move in icefield.game("seals").start().moves()]


def test_quit_ends_the_session(run: Run) -> None:
    ran = run("play", "seals", typed=lines("quit", "b2-d4"))
    assert "b2-d4" not in ran.out


def test_a_position_in_words_for_screen_readers(run: Run) -> None:
    ran = run("play", "seals", "--words", typed=lines("b2-d4"))
    assert "·" not in ran.out
    assert ran.lines[-6:-3] == ["seal: b7, d4", "bear: g2, g7", "hole: b2, c3"]
    assert ran.lines[-3] == "Bears, your turn: move a bear."


def test_the_end_of_a_game_is_told_with_its_score(run: Run) -> None:
    moves = whole_game()
    ran = run("play", "seals", typed=lines(*moves, "b2-d4", "hint", "undo", "score"))
    assert "game over> b2-d4" in ran.lines
    assert "The game is over; start a new one or take a move back." in ran.out
    assert any(line.startswith("Won by Player ") for line in ran.lines)
    assert ran.lines[-1] == "Game 1: Player 1 (Seals) –; Player 2 (Bears) –"  # after the undo


def test_S12_a_match_swaps_the_sides_and_adds_up(run: Run, tmp_path: Path) -> None:
    moves = whole_game()
    first = read_score(moves)
    typed = lines(*moves, "next", *moves, "score", "next", "b2-d4", "score")
    ran = run("play", "seals", "--match", "--record", "match.txt", typed=typed)
    assert "Type “next” for the next game, with the sides exchanged." in ran.lines
    assert f"Game 1: Player 1 (Seals) {first[0]}; Player 2 (Bears) {first[1]}" in ran.lines
    assert f"Game 2: Player 1 (Bears) {first[1]}; Player 2 (Seals) {first[0]}" in ran.lines
    assert f"Total: Player 1 {sum(first)}; Player 2 {sum(first)}" in ran.lines
    assert "It is a tie." in ran.lines
    assert "Game 3: Player 1 (Seals) –; Player 2 (Bears) –" in ran.lines  # another pair
    records = read_records((tmp_path / "match.txt").read_text())
    assert [len(record.moves) for record in records] == [len(moves), len(moves), 1]
    assert [record.tags["Seat1"] for record in records] == ["Player 1", "Player 2", "Player 1"]


def read_score(moves: list[str]) -> tuple[int, ...]:
    position = icefield.game("seals").start()
    for move in moves:
        position = position.play(move)
    assert position.outcome is not None
    return position.outcome.scores


def test_an_empty_line_goes_on_to_the_next_game(run: Run) -> None:
    ran = run("play", "seals", "--match", typed=lines("", *whole_game(), "", "position"))
    assert ran.lines[-1] == str(icefield.game("seals").start())


# -- bots -----------------------------------------------------------------------------------------


def test_a_bot_answers(run: Run) -> None:
    ran = run("play", "seals", "--bot", "1", "--seed", "1", typed=lines("b2-d4", "undo"))
    assert [line for line in ran.lines if line.startswith("Bot 1 plays g")]
    start = drawn(icefield.game("seals").start(), "Your turn: move a seal.")
    assert ran.out.endswith(start + "\n")  # both moves are back


def test_a_bot_may_begin(run: Run) -> None:
    ran = run("play", "seals", "--bot", "1", "--side", "Bears", typed=lines("undo"))
    assert [line for line in ran.lines if line.startswith("Bot 1 plays b")]
    assert ran.lines[-1] == "There is no move to take back."


def test_a_seed_makes_it_repeatable(run: Run) -> None:
    arguments = ("play", "seals", "--bot", "2", "--side", "none", "--words", "--seed", "7")
    first, second = run(*arguments), run(*arguments)
    assert first.out == second.out
    assert first.lines[-1].startswith("Won by Bot 2 ")


def test_bots_play_a_whole_match_by_themselves(run: Run) -> None:
    ran = run("play", "seals", "--bot", "1", "--side", "none", "--match", "--seed", "1")
    assert ran.status == 0
    assert [line.split(":")[0] for line in ran.lines[-4:-1]] == ["Game 1", "Game 2", "Total"]


# -- as a process ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_mark_before_what_is_typed_is_no_trouble(tmp_path: Path) -> None:
    done = subprocess.run(
        [PROGRAM, "play", "seals", "--plain"],
        input=b"\xef\xbb\xbfb2-b4\n\xff\nquit\n",
        capture_output=True,
        cwd=tmp_path,
        timeout=HANG_S,
        check=False,
    )
    assert done.returncode == 0
    assert "Bears, your turn: move a bear." in done.stdout.decode()


@pytest.mark.slow
def test_junk_on_standard_input_is_survived(tmp_path: Path) -> None:
    done = subprocess.run(
        [PROGRAM, "play", "seals"],
        input=bytes(range(256)) * 4 + b"\nb2-d4\n",
        capture_output=True,
        timeout=HANG_S,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0
    assert done.stderr == b""
    assert "Bears, your turn: move a bear." in done.stdout.decode()


# -- boards ---------------------------------------------------------------------------------------


def test_G3_a_game_on_a_board_from_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text("..Q\n*..\nP.*\n", encoding="utf-8")
    ran = run("play", "glide", "--board", str(file), typed=lines("position", "up", "quit"))
    assert ran.status == 0
    assert "..Q/*../P.* P 0" in ran.out
    ran = run("play", "glide", "--board", "d7", typed=lines("position", "quit"))
    assert "*.....Q/...*.../..*.*../" in ran.out
    ran = run("play", "glide", "--board", "..Q/*../P.*", "--bot", "1", typed=lines("up", "quit"))
    assert "Bot 1 plays" in ran.out


def test_G11_alone_on_a_board_without_draws(run: Run, tmp_path: Path) -> None:
    (tmp_path / "alone.txt").write_text(".....\n*....\n.....\n.....\n....P", encoding="utf-8")
    to_and_fro = ["left", "right"] * 4
    ran = run("play", "glide", "--board", "alone.txt", typed=lines(*to_and_fro, "quit"))
    assert "8 moves made" in ran.out
    assert "draw" not in ran.out


def test_G3_a_bad_board_is_told_with_file_line_and_column(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("..Q\n*x.\nP.*\n", encoding="utf-8")
    ran = run("play", "glide", "--board", "bad.txt")
    assert ran.status == 2
    assert "“bad.txt”" in ran.err
    assert "line 2, column 2" in ran.err
    assert "(G1) [bad-level-sign]" in ran.err
    for board, code in (
        ("none.txt", "file"),
        ("some/where", "file"),
        ("c6", "bad-option"),
        ("P.Q/.*./..*", "bad-level-floe_on_goal"),
    ):
        ran = run("play", "glide", "--board", board)
        assert f"[{code}]" in ran.err, ran.err
        assert ran.err.count("\n") == 1
    assert "[usage]" in run("play", "seals", "--board", "c5").err
    ran = run("play", "glide", "--board", "c5", "--from", "x")
    assert "[usage]" in ran.err


def test_G11_a_hint_alone_is_the_shortest_way(run: Run) -> None:
    board = "...../..*.P/...../...../...*."
    ran = run("play", "glide", "--board", board, typed=lines("hint", "up", "hint", "quit"))
    assert "Try up: up, a glide to e5." in ran.out
    way = solitaire.shortest(board)
    assert way is not None
    assert f"Try {way[1]}:" in ran.out
    stuck = "...../...../...../...../*...P"
    ran = run("play", "glide", "--board", stuck, typed=lines("hint", "quit"))
    assert "The goal cannot be reached from here" in ran.out


# -- seats ----------------------------------------------------------------------------------------


def test_the_number_of_seats_can_be_chosen(run: Run) -> None:
    ran = run("play", "glide", "--seats", "4", typed=lines("position", "right", "quit"))
    assert "S.*.R/.*.*./*...*/.*.*./P.*.Q P 0" in ran.out
    assert "Player 2 (Q)>" in ran.out
    ran = run("play", "torch", "--seats", "4", "--bot", "1", "--side", "none", "--seed", "1")
    assert ran.status == 0
    assert ran.out.count("Bot 1 D") > 0


def test_a_number_of_seats_that_does_not_fit_is_refused(run: Run) -> None:
    refused(run("play", "seals", "--seats", "3"), "bad-option")
    refused(run("play", "glide", "--seats", "3"), "board-seats")
    refused(run("play", "glide", "--board", "..Q/*../P.*", "--seats", "4"), "level-seats")
    refused(run("play", "seals", "--seats", "0"), "usage")
    refused(run("play", "seals", "--seats", "2", "--from", "x"), "usage")


def test_a_record_says_how_many_play(run: Run) -> None:
    four = ("play", "glide", "--seats", "4", "--record", "four.txt")
    run(*four, typed=lines("right", "quit"))
    ran = run("play", "glide", "--from", "four.txt", typed=lines("position", "quit"))
    assert ran.status == 0
    assert " Q 1" in ran.out


def test_I1_a_game_on_a_board_file_of_ones_own(run: Run, tmp_path: Path) -> None:
    from icefield.games.strait.board_file import read_shipped

    text = read_shipped("bering").replace('"Bering Strait"', '"Polar Night"')
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    ran = run("play", "strait", "--board", "mine.toml", typed=lines("position", "quit"))
    assert ran.status == 0
    assert "board=packed:" in ran.out
    ran = run("play", "strait", "--board", "bering", typed=lines("position", "quit"))
    assert "packed:" not in ran.out
    (tmp_path / "bad.toml").write_text(text.replace("speed = 1", "speed = 9", 1), encoding="utf-8")
    ran = run("play", "strait", "--board", "bad.toml")
    assert ran.status == 2
    assert "line 20, column 1" in ran.err
    assert "[bad-board-speed]" in ran.err
    for board, code in (("none.toml", "file"), ("nowhere", "bad-option")):
        ran = run("play", "strait", "--board", board)
        assert f"[{code}]" in ran.err, ran.err


# -- strait: long turns, draws, many moves -------------------------------------------------------


def test_what_chance_has_shown_stands(run: Run) -> None:
    ran = run("play", "strait", "--seed", "3", typed=lines("put:c3:5", "undo", "position"))
    assert "Something has been drawn or rolled since, so you cannot take that back." in ran.lines
    assert "c3:5" in ran.lines[-1]


def test_very_many_moves_are_told_by_what_they_begin_with(run: Run) -> None:
    ran = run("play", "strait", "--seed", "3", typed=lines("moves", "moves put:c3", "moves c3"))
    at = ran.lines.index("1593 moves:")
    assert ran.lines[at + 1].startswith("put:a1:…(27) put:a2:…(27)")
    assert ran.lines.count("27 moves:") == 2  # by how it begins, and by the place
    assert "“moves put:a1:”, for example, lists the moves that begin with put:a1:." in ran.lines


def test_a_few_moves_of_a_place_are_explained(run: Run) -> None:
    typed = lines("moves put:c3", "moves c3")
    ran = run("play", "strait", "--option", "tiles=drawn", "--seed", "3", typed=typed)
    named = "  put:c3:5       floe on c3, ridges north, south-east"
    assert ran.lines.count(named) == 2  # by how it begins, and by the place


def test_words_tell_what_the_players_have_and_leave_details_out(run: Run) -> None:
    ran = run("play", "strait", "--seed", "3", "--words")
    assert any(line.startswith("Grey (G): floe with ridges north, ") for line in ran.lines)
    assert any(line.startswith("Supply: ") for line in ran.lines)
    assert "ridge north" not in ran.out.replace("ridges north", "")


def test_a_board_of_ones_own_is_named(run: Run, tmp_path: Path) -> None:
    text = read_shipped("bering").replace('"Bering Strait"', '"Polar Night"')
    (tmp_path / "mine.toml").write_text(text, "utf-8")
    ran = run("play", "strait", "--board", "mine.toml", "--seats", "4", "--seed", "1")
    assert ran.status == 0
    assert ran.lines[1] == "Board: Polar Night"
    assert any(line.startswith("Black (K): ") for line in ran.lines)


def test_a_record_that_ends_at_a_draw_goes_on(run: Run) -> None:
    run("play", "strait", "--record", "game.txt", "--seed", "3", typed=lines("put:c3:5"))
    ran = run("play", "strait", "--from", "game.txt", typed=lines("position"))
    assert ran.status == 0
    assert "phase=put" in ran.lines[-1]
