"""The position editor: every stroke and refusal; results can be written and read."""

from __future__ import annotations

import random

import pytest

import icefield
from icefield.core.errors import BadPosition, IcefieldError
from icefield.core.mistakes import HasPositionEditor
from icefield.games.glide.position import GlidePosition

from ..strokes import paint_strokes
from .positions import after_random_moves, ends_by, play, read, start

GAME = icefield.game("glide")
LANGUAGES = ("en", "de", "fr", "ja")
BOARD = "...../..*../P..../..*../....Q P 7"


def paint(position: GlidePosition, *strokes: str) -> GlidePosition:
    """Strokes such as `floe a1` or `turn`, one after the other."""
    return paint_strokes(GAME, position, strokes)


def painted(*strokes: str) -> str:
    return str(paint(read(BOARD), *strokes))


@pytest.mark.parametrize(
    ("strokes", "text"),
    [
        (["floe b5"], ".*.../..*../P..../..*../....Q P 7"),
        (["floe b5", "floe b5"], BOARD),
        (["floe c3"], "...../..*../P.*../..*../....Q P 7"),
        (["water c4"], "...../...../P..../..*../....Q P 7"),
        (["water b5"], BOARD),
        (["P b4"], "...../.P*../...../..*../....Q P 7"),  # its floe comes along
        (["P c4"], "...../..P../*..../..*../....Q P 7"),  # it steps onto another
        (["R a5"], "R..../..*../P..../..*../....Q P 7"),
        (["R a5", "R a5"], "*..../..*../P..../..*../....Q P 7"),
        (["S c2"], "...../..*../P..../..S../....Q P 7"),
        (["Q e1"], "...../..*../P..../..*../....* P 7"),  # P alone
        (["water e1"], "...../..*../P..../..*../..... P 7"),
        (["R a5", "P a3"], "R..../..*../*..../..*../....Q Q 7"),  # the next one moves
        (["R a5", "water a3"], "R..../..*../...../..*../....Q Q 7"),
        (["turn"], "...../..*../P..../..*../....Q Q 7"),
        (["turn", "turn"], BOARD),
        (["S c2", "turn", "turn"], "...../..*../P..../..S../....Q S 7"),
        (["moves-0"], "...../..*../P..../..*../....Q P 0"),
        (["moves-1"], "...../..*../P..../..*../....Q P 8"),
        (["moves-10", "moves-back-1"], "...../..*../P..../..*../....Q P 16"),
        (["moves-10", "moves-back-10"], BOARD),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_stroke(strokes: list[str], text: str) -> None:
    assert painted(*strokes) == text


@pytest.mark.parametrize(
    ("strokes", "code", "rule"),
    [
        (["floe a3"], "under", "G1"),
        (["P e1"], "taken", "G1"),
        (["Q c3"], "goal", "G7"),
        (["P a3"], "last", "G3"),
        (["water a3"], "last", "G3"),
        (["Q e1", "P a3"], "last", "G3"),
        (["Q e1", "turn"], "alone", "G4"),
        (["moves-0", "moves-back-1"], "moves", "G10"),
        (["moves-back-10"], "moves", "G10"),
        (["R a4", "Q b3", "S a2"], "trapped", "G9"),
        (["floe z9"], "space", "G1"),
        (["floe"], "space", "G1"),
        (["lava a1"], "brush", None),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_an_impossible_stroke_is_refused_with_advice(
    strokes: list[str], code: str, rule: str | None
) -> None:
    position = paint(read(BOARD), *strokes[:-1])
    with pytest.raises(BadPosition) as caught:
        paint(position, strokes[-1])
    assert caught.value.refusal.code == code
    assert caught.value.rule == rule
    said = {caught.value.sentence.text(language) for language in LANGUAGES}
    assert len(said) == len(LANGUAGES)


def test_moves_can_be_counted_up_to_the_last_one_before_the_draw() -> None:
    late = paint(read(BOARD), *["moves-10"] * 39, "moves-1", "moves-1")
    assert late.ply == 399
    with pytest.raises(BadPosition):
        paint(late, "moves-1")


def test_who_would_be_shut_in_can_stay_where_that_is_tested_only_at_the_own_turn() -> None:
    strokes = ("R a4", "Q b3", "S a2")
    late = read(BOARD.replace(" P ", " Q "), eliminate="at-turn")
    assert str(paint(late, *strokes)).startswith("...../R.*../PQ.../S")
    with pytest.raises(BadPosition):
        paint(late, *strokes, "turn", "turn", "turn")


def test_options_stay_and_the_past_goes() -> None:
    before = play(start(repetition="continue", eliminate="at-turn"), "right", "left")
    after = paint(before, "floe c3")
    assert after.options == before.options
    assert after.before is None


def test_a_finished_game_can_be_painted_on() -> None:
    over = play(read("...../...../P..*./...../....Q P 0"), "right")
    assert ends_by(over) == "G7"
    assert ends_by(paint(over, "floe a1")) == "G7"
    again = paint(over, "P a3")
    assert again.outcome is None
    assert str(again) == "...../...../P..*./...../....Q Q 1"


def test_brushes_have_ids_names_and_pictures() -> None:
    assert isinstance(GAME, HasPositionEditor)
    brushes = GAME.brushes(start())
    assert len({brush.id for brush in brushes}) == len(brushes)
    assert {brush.id for brush in brushes if not brush.everywhere} == {"floe", "water", *"PQRS"}
    symbols = {piece.symbol for piece in start(seats=4).scene().pieces}
    assert {piece.symbol for brush in brushes for piece in brush.picture} == symbols
    for language in LANGUAGES:
        assert len({brush.name.text(language) for brush in brushes}) == len(brushes)


@pytest.mark.parametrize("seed", range(60))
def test_any_strokes_from_any_position_are_refused_or_give_a_position(seed: int) -> None:
    rng = random.Random(seed)
    position = after_random_moves(seed, rng.randrange(40))
    assert isinstance(GAME, HasPositionEditor)
    spaces = [space.id for space in position.scene().spaces]
    for _ in range(25):
        brush = rng.choice(GAME.brushes(position))
        space = None if brush.everywhere else rng.choice(spaces)
        try:
            after = GAME.paint(position, brush.id, space)
        except IcefieldError:
            continue
        assert GAME.read(str(after), **after.options) == after
        assert after.before is None
        assert (after.moves() == ()) == (after.turn is None)
        for move in after.moves():
            after.play(move)
        assert isinstance(after, GlidePosition)
        position = after
