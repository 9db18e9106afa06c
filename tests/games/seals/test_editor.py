"""The position editor: every stroke gives a valid position or a reason."""

from __future__ import annotations

import random

import pytest

import icefield
from icefield.core.errors import BadPosition, IcefieldError
from icefield.core.mistakes import HasPositionEditor
from icefield.games.seals.position import SealsPosition

from ..strokes import paint_strokes
from .positions import SPACES, after_random_moves, all_but, put, read, start

GAME = icefield.game("seals")
assert isinstance(GAME, HasPositionEditor)
EMPTY = put()


def painted(position: SealsPosition, *strokes: str) -> SealsPosition:
    """After strokes such as "seal d4" and "turn"."""
    return paint_strokes(GAME, position, strokes)


def refused(position: SealsPosition, stroke: str) -> BadPosition:
    with pytest.raises(BadPosition) as caught:
        painted(position, stroke)
    return caught.value


def test_every_brush_has_a_name_and_shows_what_it_paints() -> None:
    assert isinstance(GAME, HasPositionEditor)
    brushes = GAME.brushes(start())
    assert [b.id for b in brushes] == ["seal", "bear", "hole", "ice", "turn", "passed"]
    assert [b.id for b in brushes if b.everywhere] == ["turn", "passed"]
    assert [b.id for b in brushes if b.picture] == ["seal", "bear", "hole"]
    for brush in brushes:
        assert not str(brush.name).startswith("seals.")


def test_any_position_can_be_painted_from_the_empty_ice() -> None:
    for seed in range(20):
        wanted = after_random_moves(seed, seed)
        strokes = [f"hole {space}" for space in sorted(wanted.discs)]
        for token, space in wanted.tokens.items():
            strokes.append(f"{token.partition('-')[0]} {space}")
        if str(wanted).split()[1] == "b":
            strokes.append("turn")
        if str(wanted).endswith("p"):
            strokes.append("passed")
        assert painted(EMPTY, *strokes) == wanted


def test_a_stroke_replaces_what_stood_there_and_the_same_again_takes_it_away() -> None:
    assert painted(EMPTY, "seal d4") == put("d4")
    assert painted(EMPTY, "seal d4", "bear d4") == put("", "d4")
    assert painted(EMPTY, "bear d4", "hole d4") == put(discs="d4")
    for stroke in ("seal d4", "bear d4", "hole d4"):
        assert painted(EMPTY, stroke, stroke) == EMPTY
        assert painted(EMPTY, stroke, "ice d4") == EMPTY
    assert painted(EMPTY, "ice d4", "ice d4") == EMPTY


def test_a_painted_position_has_no_history() -> None:
    position = painted(after_random_moves(1, 6), "hole d4")
    assert position.before is None
    assert position.history == ()


def test_turn_changes_who_moves_and_forgets_a_pass() -> None:
    assert painted(start(), "turn").turn == 1
    assert painted(start(), "turn", "turn") == start()
    assert str(painted(STUCK, "passed", "turn")).endswith("s -")


# The seals are in each other's way, so neither can move and neither is isolated (S5, S9): with the
# bears to move, the seals may just have passed.
STUCK = put("c8 d8", "h3", all_but("c8 d8", "h3 h4 h5"), "b")


def test_S3_only_who_could_not_move_can_have_passed() -> None:
    assert STUCK.outcome is None
    passed = painted(STUCK, "passed")
    assert str(passed).endswith("b p")
    assert passed.turn == 1
    assert painted(passed, "passed") == STUCK
    error = refused(start(), "passed")
    assert (error.code, error.rule) == ("bad-position", "S3")
    assert "bears" in str(error)
    assert "seals" in str(refused(painted(start(), "turn"), "passed"))


def test_S3_a_pass_that_cannot_have_been_any_more_is_forgotten() -> None:
    passed = painted(STUCK, "passed")
    assert str(painted(passed, "ice e8")).endswith("b -")
    assert str(painted(passed, "ice h6")).endswith("b p")


def test_S2_there_are_never_more_than_two_tokens_of_a_kind() -> None:
    for kind in ("seal", "bear"):
        error = refused(start(), f"{kind} d4")
        assert (error.rule, error.refusal.code) == ("S2", "too-many-tokens")
        assert "take one away" in str(error)
        assert painted(start(), f"{kind} {'b2' if kind == 'seal' else 'g2'}", f"{kind} d4")


def test_S1_tokens_holes_and_ice_need_a_space_of_the_board() -> None:
    for brush in ("seal", "bear", "hole", "ice"):
        for space in ("", " a1", " h8", " d9", " pass"):
            assert refused(start(), f"{brush}{space}").rule == "S1"


def test_an_unknown_brush_is_refused() -> None:
    assert refused(start(), "walrus d4").refusal.code == "no-such-brush"


def test_a_board_without_seals_or_with_an_isolated_one_can_be_painted() -> None:
    assert painted(put("d4", "e5"), "ice d4").outcome is not None
    isolated = painted(put("d4", "h5", all_but("d4", "h5", "c6")), "hole c6", "hole h5")
    assert isolated.outcome is not None
    assert painted(isolated, "ice d5").outcome is None


@pytest.mark.parametrize("seed", range(40))
def test_random_strokes_give_positions_that_can_be_read_and_played(seed: int) -> None:
    rng = random.Random(seed)
    assert isinstance(GAME, HasPositionEditor)
    position = after_random_moves(seed, rng.randrange(30))
    spaces = [*sorted(SPACES), "a1", "h8"]
    for _ in range(40):
        brush = rng.choice([*GAME.brushes(position), *GAME.brushes(position)[:4]])
        space = None if rng.random() < 0.05 else rng.choice(spaces)
        try:
            after = GAME.paint(position, brush.id, space)
        except IcefieldError:
            continue
        assert isinstance(after, SealsPosition)
        position = after
        again = read(str(position))
        assert again == position
        assert again.turn == position.turn
        assert [m.text for m in again.moves()] == [m.text for m in position.moves()]
        if position.turn is not None:
            position.play(rng.choice(position.moves()))
