"""The scene: tokens with stable ids, the last move, its trail, isolation, names."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import icefield
from icefield.core.scene import Mark, Piece, Scene

from ..positions import RING_D4, all_but, play, put, read, start


def looks(scene: Scene, look: str) -> list[Mark]:
    return [mark for mark in scene.marks if mark.look == look]


def at(scene: Scene) -> dict[str, str | None]:
    """Where each token stands."""
    return {piece.id: piece.space for piece in scene.pieces if piece.seat is not None}


def piece(scene: Scene, id_: str) -> Piece:
    (found,) = [each for each in scene.pieces if each.id == id_]
    return found


def centre(scene: Scene, space: str) -> tuple[float, float]:
    (found,) = [(each.x, each.y) for each in scene.spaces if each.id == space]
    return found


# -- tokens ---------------------------------------------------------------------------------------


def test_the_start_shows_four_tokens_on_their_spaces() -> None:
    scene = start().scene()
    assert at(scene) == {"seal-1": "b2", "seal-2": "b7", "bear-1": "g2", "bear-2": "g7"}
    for each in scene.pieces:
        assert each.space is not None
        assert (each.x, each.y) == centre(scene, each.space)
        assert each.seat == (0 if each.id.startswith("seal") else 1)
    assert scene.marks == ()


def test_a_token_keeps_its_id_while_it_moves() -> None:
    position = play(start(), "b7-b5", "g2-e4", "b5-b3", "e4-c2")
    assert at(position.scene()) == {"seal-1": "b2", "seal-2": "b3", "bear-1": "c2", "bear-2": "g7"}
    # the same position read from its text has forgotten who came from where, not what stands there
    again = at(read(str(position)).scene())
    assert Counter(again.values()) == Counter(at(position.scene()).values())


def test_captured_and_capturing_token_disappear_and_the_others_keep_their_ids() -> None:
    position = play(start(), "b2-d4", "g2-e4", "b7-b6", "e4xd4")
    assert at(position.scene()) == {"seal-2": "b6", "bear-2": "g7"}


def test_a_pass_moves_no_token() -> None:
    position = put("a3", "c5 e7", discs=all_but("a3", "c5 e7", "f7"))
    assert at(play(position, "pass").scene()) == at(position.scene())


@pytest.mark.slow
def test_tokens_and_holes_follow_the_position_in_random_games() -> None:
    for seed in range(40):
        rng, position = random.Random(seed), start()
        while position.turn is not None:
            position = play(position, rng.choice(position.moves()).text)
            scene = position.scene()
            fresh = read(str(position)).scene()
            assert {(p.symbol, p.space) for p in scene.pieces} == {
                (p.symbol, p.space) for p in fresh.pieces
            }
            assert scene.spaces == fresh.spaces
            holes = {p.space for p in scene.pieces if p.symbol == "seals/hole"}
            assert holes == position.discs
            assert {f"hole-{space}" for space in holes} <= {p.id for p in scene.pieces}


# -- marks ----------------------------------------------------------------------------------------


def test_a_slide_of_two_is_marked_with_its_way_and_both_new_holes() -> None:
    scene = play(start(), "b2-d4").scene()
    (last,) = looks(scene, "last-move")
    assert last.path == tuple(centre(scene, space) for space in ("b2", "c3", "d4"))
    assert last.space == "d4"
    assert [mark.space for mark in looks(scene, "trail")] == ["b2", "c3"]
    assert looks(scene, "last-capture") == []


def test_a_slide_of_one_leaves_one_trail_mark() -> None:
    scene = play(start(), "b2-b3").scene()
    assert looks(scene, "last-move")[0].path == (centre(scene, "b2"), centre(scene, "b3"))
    assert [mark.space for mark in looks(scene, "trail")] == ["b2"]


def test_a_jump_marks_the_way_but_not_the_old_hole_as_trail() -> None:
    scene = play(put("d4", "h6", discs="d5"), "d4-d6").scene()
    (last,) = looks(scene, "last-move")
    assert last.path == tuple(centre(scene, space) for space in ("d4", "d5", "d6"))
    assert [mark.space for mark in looks(scene, "trail")] == ["d4"]


def test_a_capture_is_marked_as_one() -> None:
    scene = play(put("d5 h6", "d4", turn="b"), "d4xd5").scene()
    (last,) = looks(scene, "last-capture")
    assert last.space == "d5"
    assert looks(scene, "last-move") == []
    assert [mark.space for mark in looks(scene, "trail")] == ["d4"]


def test_a_pass_and_a_position_that_was_read_have_no_last_move() -> None:
    position = put("a3", "c5 e7", discs=all_but("a3", "c5 e7", "f7"))
    assert play(position, "pass").scene().marks == ()
    assert read(str(play(start(), "b2-d4"))).scene().marks == ()


def test_isolated_seals_are_marked_and_only_they() -> None:
    scene = put("d4 h6", "h3", discs=RING_D4).scene()
    (mark,) = looks(scene, "isolated")
    assert mark.space == "d4"
    assert mark.path == (centre(scene, "d4"),)
    assert str(mark.name) == "isolated"
    assert looks(put("d4 h6", "h3", discs=RING_D4 - {"d6"}).scene(), "isolated") == []


# -- names ----------------------------------------------------------------------------------------


def test_spaces_are_named_with_what_is_on_them() -> None:
    names = {space.id: str(space.name) for space in put("d4", "e5", discs="c3").scene().spaces}
    assert names["d4"] == "d4, seal"
    assert names["e5"] == "e5, bear"
    assert names["c3"] == "c3, hole"
    assert names["f6"] == "f6, ice"


def test_moves_are_named_by_kind() -> None:
    position = put("d2 b7", "e3 g7", discs="f3", turn="b")
    names = {move.text: str(move.name) for move in position.moves()}
    assert names["e3xd2"] == "bear from e3 catches the seal on d2"
    assert names["e3-g3"] == "bear jumps from e3 to g3"
    assert names["e3-e5"] == "bear from e3 to e5"
    assert names["e3-e4"] == "bear from e3 to e4"
    (only,) = put("a3", "c5 e7", discs=all_but("a3", "c5 e7", "f7")).moves()
    assert str(only.name) == "pass"
    assert only.touches == ("pass",)


def test_the_caption_says_who_moves_or_how_it_ended() -> None:
    assert str(start().scene().caption) == "The seals move."
    assert str(play(start(), "b2-b3").scene().caption) == "The bears move."
    over = put("d4", "h6", discs=RING_D4)
    assert over.outcome is not None
    assert over.scene().caption == over.outcome.reason
    assert over.scene().prompt is None


def test_the_prompt_asks_for_a_token_of_the_side_or_to_pass() -> None:
    assert str(start().scene().prompt) == "move a seal."
    assert str(play(start(), "b2-b3").scene().prompt) == "move a bear."


def test_facts_count_empty_spaces_and_holes() -> None:
    facts = [str(fact) for fact in play(start(), "b2-b3").scene().facts]
    assert facts == ["47 empty spaces", "1 hole"]


def test_everybody_sees_the_same() -> None:
    position = play(start(), "b2-d4")
    assert position.scene() == position.scene(0) == position.scene(1)
    assert position.view(0) is position
    assert not position.concealed


# -- geometry -------------------------------------------------------------------------------------


def test_columns_run_to_the_right_and_rows_upwards() -> None:
    scene = start().scene()
    assert centre(scene, "d4")[0] - centre(scene, "c4")[0] == 1
    assert centre(scene, "d4")[1] - centre(scene, "d5")[1] == 1
    (c8,) = [space for space in scene.spaces if space.id == "c8"]
    assert c8.cell == (2, 0)


def test_spaces_do_not_overlap_and_neighbours_alternate() -> None:
    spaces = {space.id: space for space in start().scene().spaces}
    assert len({(space.x, space.y) for space in spaces.values()}) == 52
    assert len({space.cell for space in spaces.values()}) == 52
    assert spaces["c3"].look != spaces["c4"].look
    assert spaces["c3"].look != spaces["d3"].look
    assert spaces["c3"].look == spaces["d4"].look


def test_every_column_and_row_has_a_label_off_the_spaces() -> None:
    scene = start().scene()
    assert sorted(str(label.text) for label in scene.labels) == sorted("abcdefgh12345678")
    for label in scene.labels:
        assert all(max(abs(label.x - s.x), abs(label.y - s.y)) > 0.5 for s in scene.spaces)


def test_the_scene_belongs_to_the_game() -> None:
    assert start().scene().game == icefield.game("seals").key
