"""The scene: water, floes with stable ids, players, the goal, marks and facts."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

import icefield
from icefield.core.scene import Mark, Scene
from icefield.games.glide.position import GlidePosition
from icefield.render.svg import svg

from ..positions import CYCLE, P, Q, after_random_moves, play, random_level, read, start

PICTURE = Path(__file__).parents[4] / "docs" / "pictures" / "glide.svg"
GAME = (
    *("right", "left", "left", "right", "up", "left", "right", "left", "right"),
    *("right", "left", "right", "left", "left", "down", "left", "down", "up"),
)


def looks(scene: Scene, look: str) -> list[Mark]:
    return [mark for mark in scene.marks if mark.look == look]


def at(scene: Scene) -> dict[str, str | None]:
    """Where each piece is."""
    return {piece.id: piece.space for piece in scene.pieces}


def centre(scene: Scene, space: str) -> tuple[float, float]:
    (found,) = [(each.x, each.y) for each in scene.spaces if each.id == space]
    return found


# -- pieces ---------------------------------------------------------------------------------------


def test_the_start_shows_floes_and_players_on_their_squares() -> None:
    scene = start().scene()
    where = at(scene)
    assert (where["player-1"], where["player-2"]) == ("a1", "e5")
    floes = {space for id_, space in where.items() if id_.startswith("floe")}
    assert floes == {start().name(s) for s in start().floes}
    for piece in scene.pieces:
        assert piece.space is not None
        assert (piece.x, piece.y) == centre(scene, piece.space)


def test_players_differ_by_shape_and_letter_and_stand_over_their_floes() -> None:
    scene = start(seats=4).scene()
    players = [piece for piece in scene.pieces if piece.seat is not None]
    assert [piece.glyph for piece in players] == list("PQRS")
    assert len({piece.symbol for piece in players}) == 4
    assert scene.pieces[-4:] == tuple(players)


def test_a_glide_moves_the_floe_with_its_id_and_a_step_moves_no_floe() -> None:
    before = play(start(), "up")
    glided = at(before.scene())
    (own,) = [i for i, s in at(start().scene()).items() if s == "a1" and i != "player-1"]
    assert glided[own] == glided["player-1"] == "a2"
    stepped = read("...../...../...../...../P*..Q P 0")
    first, second = at(stepped.scene()), at(play(stepped, "right").scene())
    assert {i: s for i, s in first.items() if "floe" in i} == {
        i: s for i, s in second.items() if "floe" in i
    }


def test_pieces_follow_the_position_in_random_games() -> None:
    for seed in range(60):
        position = after_random_moves(seed, 40)
        scene = position.scene()
        fresh = read(str(position), seats=position.seats, **position.options).scene()
        assert sorted((p.symbol, p.space or "") for p in scene.pieces) == sorted(
            (p.symbol, p.space or "") for p in fresh.pieces
        )
        assert scene.spaces == fresh.spaces
        ids = [piece.id for piece in scene.pieces]
        assert len(ids) == len(set(ids))


def test_a_long_game_can_be_drawn() -> None:
    position = play(start(repetition="continue"), *CYCLE * 99)
    assert position.scene().pieces == start().scene().pieces


def test_who_was_taken_off_is_listed_and_not_drawn() -> None:
    position = play(read("....*/...../Q..../...../PR... Q 1"), "down")
    scene = position.scene()
    assert "player-1" not in at(scene)
    assert "Player 1 (P) was taken off" in [str(fact) for fact in scene.facts]


# -- the goal and marks ---------------------------------------------------------------------------


@pytest.mark.parametrize("side", [3, 5, 7, 9, 11])
def test_the_goal_is_marked_on_every_board_free_or_covered(side: int) -> None:
    level = random_level(random.Random(side), 2, side)
    rows = level.split("/")
    middle = side // 2
    rows[middle] = f"{rows[middle][:middle]}*{rows[middle][middle + 1 :]}"
    for position in (start(board=level), read(f"{'/'.join(rows)} P 0")):
        scene = position.scene()
        (mark,) = looks(scene, "goal")
        assert mark.space == position.goal
        assert mark.path == (centre(scene, position.goal),)
        assert scene.width == scene.height == side + 1
        assert len(scene.spaces) == side * side


def test_the_last_move_is_an_arrow_from_where_it_began() -> None:
    scene = play(start(), "up", "left").scene()
    (last,) = looks(scene, "last-move")
    assert last.path == (centre(scene, "e5"), centre(scene, "d5"))
    assert last.space == "d5"
    assert looks(start().scene(), "last-move") == []


def test_a_second_occurrence_is_warned_of_and_a_first_is_not() -> None:
    warning = "this position occurs for the 2nd time; the 3rd is a draw"
    position = play(start(), *CYCLE)
    assert position.occurrences == 2
    assert warning in [str(fact) for fact in position.scene().facts]
    (mark,) = looks(position.scene(), "repeated")
    assert str(mark.name) == "position repeated"
    for other in (
        start(),
        play(start(), *CYCLE[:3]),
        play(start(), *CYCLE, *CYCLE),
        play(start(repetition="continue"), *CYCLE),
    ):
        assert warning not in [str(fact) for fact in other.scene().facts]
        assert looks(other.scene(), "repeated") == []


# -- words ----------------------------------------------------------------------------------------


def test_spaces_are_named_with_what_is_on_them() -> None:
    names = {space.id: str(space.name) for space in start().scene().spaces}
    assert names["a1"] == "a1, Player 1 (P) on a floe"
    assert names["c1"] == "c1, floe"
    assert names["b1"] == "b1, water"
    assert names["c3"] == "c3, goal, water"


def test_moves_are_named_by_kind() -> None:
    position = read("...../.*.../P..*./*..../....Q P 0")
    names = {move.text: str(move.name) for move in position.moves()}
    assert names == {
        "down": "down, a step onto the floe on a2",
        "right": "right, to the goal on c3",
        "up": "up, a glide to a5",
    }


def test_the_caption_says_who_moves_or_how_it_ended() -> None:
    assert str(start().scene().caption) == "Player 1 (P) moves."
    assert str(play(start(), "up").scene().caption) == "Player 2 (Q) moves."
    over = play(start(), *CYCLE, *CYCLE)
    assert over.outcome is not None
    assert over.scene().caption == over.outcome.reason
    assert over.scene().prompt is None


def test_moves_are_counted() -> None:
    assert [str(fact) for fact in play(start(), "up").scene().facts] == ["1 move made"]


def test_the_text_drawing_uses_the_legend_of_the_rules() -> None:
    assert play(start(), "up").board() == (
        "5  *  .  *  .  Q\n"
        "4  .  *  .  *  .\n"
        "3  *  . (.) .  *\n"
        "2 [P] *  .  *  .\n"
        "1  .  .  *  .  *\n"
        "   a  b  c  d  e\n"
        "\n"
        "Player 2 (Q) moves.\n"
        "1 move made"
    )


def test_everybody_sees_the_same() -> None:
    position = play(start(), "up")
    assert position.scene() == position.scene(P) == position.scene(Q)
    assert position.view(P) is position


# -- geometry -------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", [3, 5, 7, 9, 11])
def test_columns_run_to_the_right_and_rows_upwards(side: int) -> None:
    scene = start(board=random_level(random.Random(side), 1, side)).scene()
    assert centre(scene, "b1")[0] - centre(scene, "a1")[0] == 1
    assert centre(scene, "a1")[1] - centre(scene, "a2")[1] == 1
    assert len({space.cell for space in scene.spaces}) == side * side
    assert len(scene.labels) == 2 * side
    for label in scene.labels:
        assert all(max(abs(label.x - s.x), abs(label.y - s.y)) > 0.5 for s in scene.spaces)


# -- pictures -------------------------------------------------------------------------------------


def pictured() -> GlidePosition:
    return play(start(seats=4), *GAME)


def test_every_piece_and_mark_has_a_drawing() -> None:
    for position in (pictured(), play(start(), *CYCLE)):
        drawing = svg(position.scene())
        assert 'class="letter"' not in drawing  # the lettered disc of a piece without a drawing
        assert 'class="spot"' not in drawing


def test_the_picture_in_the_documents_is_up_to_date() -> None:
    drawing = svg(pictured().scene(), size=640)
    if os.environ.get("ICEFIELD_GOLDEN") == "write":
        PICTURE.write_text(drawing, encoding="utf-8")
    assert PICTURE.read_text(encoding="utf-8") == drawing
    assert icefield.game("glide").key in drawing
