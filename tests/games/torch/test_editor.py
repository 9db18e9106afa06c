"""The position editor: every stroke gives a playable position or a reason."""

from __future__ import annotations

import random

import pytest

import icefield
from icefield.core.errors import BadPosition, IcefieldError
from icefield.core.mistakes import Brush, HasPositionEditor
from icefield.games.torch.position import TorchPosition

from ..strokes import paint_strokes
from .positions import FOUR, SPACES, put, random_game, start, variant

GAME = icefield.game("torch")


def brushes(position: TorchPosition) -> dict[str, Brush]:
    assert isinstance(GAME, HasPositionEditor)
    return {brush.id: brush for brush in GAME.brushes(position)}


def paint(position: TorchPosition, *strokes: str) -> TorchPosition:
    """Strokes such as `water@a1` or `torch`."""
    return paint_strokes(GAME, position, strokes, "@")


def problem(position: TorchPosition, stroke: str) -> str:
    with pytest.raises(BadPosition) as caught:
        paint(position, stroke)
    assert "{" not in str(caught.value)
    return caught.value.refusal.code.removeprefix("arrange-")


def sound(position: TorchPosition) -> None:
    assert GAME.read(str(position)) == position
    assert position.history == ()
    assert position.moves()
    assert position.play(position.moves()[0]) is not None


# -- the board ------------------------------------------------------------------------------------


def test_a_pyramid_is_put_moved_and_taken_away() -> None:
    position = put(FOUR)
    put_down = paint(position, "pyramid-SF@d4")
    assert put_down.pyramids["SF"] == "d4"
    assert paint(put_down, "pyramid-SF@e4").pyramids["SF"] == "e4"
    assert paint(put_down, "pyramid-SF@d4") == position


def test_a_tile_is_laid_moved_with_its_load_and_taken_away() -> None:
    position = put(FOUR, gone="a1")
    laid = paint(position, "tile-A4@c3")
    assert laid.tiles["c3"] == "A4"
    moved = paint(laid, "tile-A2@a1")
    assert (moved.tiles["a1"], moved.pyramids["SA"]) == ("A2", "a1")
    assert "a2" not in moved.tiles
    assert paint(laid, "tile-A4@c3") == position


def test_a_tile_takes_the_place_of_another_and_what_stands_there_stays() -> None:
    position = paint(put(FOUR, gone="a1"), "tile-A4@a2")
    assert position.tiles["a2"] == "A4"
    assert position.pyramids["SA"] == "a2"
    assert "A2" not in position.tiles.values()


def test_water_takes_the_tile_and_all_that_stands_on_it() -> None:
    position = paint(put(FOUR + " SB@d4 MF@d4"), "water@d4")
    assert "d4" not in position.tiles
    assert "MF" not in position.pyramids


def test_three_players_have_only_their_tiles_and_pyramids() -> None:
    ids = brushes(start(3, suits="SCA"))
    assert "tile-S2" not in ids
    assert "pyramid-MA" not in ids
    assert "pyramid-AA" in ids
    assert len(brushes(start(4))) > len(ids)


# -- counters -------------------------------------------------------------------------------------


def test_coins_points_torch_turn_and_rounds() -> None:
    position = put(FOUR, scores="3,0,0,0")
    assert paint(position, "ace-S").coins[0] == (2,)
    assert paint(position, "two-S", "ace-S").coins[0] == ()
    assert paint(position, "ace-S", "ace-S") == position
    assert paint(position, "more-S", "more-M", "less-S", "less-S").scores == (2, 1, 0, 0)
    assert paint(position, "torch").torch == 1
    assert paint(position, "torch").turn == 1
    assert paint(position, "turn", "turn").turn == 2
    assert paint(position, "torch", "torch", "torch", "torch") == position
    assert paint(position, "round-more", "round-more", "round-less").round == 2
    assert "quiet=1" in str(paint(position, "quiet-more", "quiet-more", "quiet-less"))


def test_every_part_of_the_round_can_be_begun() -> None:
    position = put(FOUR, round=6)
    assert paint(position, "number-vote").phase == "number"
    suits = paint(position, "suit-vote@d4")
    assert (suits.phase, suits.number) == ("suit", 4)
    assert paint(position, "burning").phase == "burn"
    assert paint(position, "scoring").phase == "score"
    assert paint(position, "scoring", "turn").turn == 1
    assert paint(suits, "movement") == position


def test_a_vote_is_taken_away_and_given_back() -> None:
    position = paint(put(FOUR), "number-vote")
    barred = paint(position, "barred-S")
    assert barred.barred == (0,)
    assert barred.deciders == (1, 2, 3)
    assert paint(barred, "barred-S") == position


# -- where it begins ------------------------------------------------------------------------------


def test_from_the_start_everything_is_placed_first() -> None:
    for seats in (3, 4):
        position = paint(start(seats), "ace-S")
        assert position.phase == "move"
        assert len(position.pyramids) == 6 * seats
        sound(position)


def test_from_the_middle_of_a_ballot_it_begins_again() -> None:
    position = put(FOUR, phase="number-coins", done=4, worth="1:2,5:2", votes="1155")
    again = paint(position, "ace-A")
    assert (again.phase, again.votes) == ("number", (None,) * 4)


def test_after_the_end_all_players_have_a_pyramid_again() -> None:
    over = put("SA@a2", phase="over", end="pyramids", winners="S", scores="5,1,1,1", turn="")
    position = paint(over, "more-M")
    assert position.outcome is None
    assert {pyramid[0] for pyramid in position.pyramids} == set("SMCA")
    sound(position)


# -- what cannot be -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "stroke", "why"),
    [
        (put(FOUR), "nothing@a1", "unknown"),
        (put(FOUR), "water", "where"),
        (put(FOUR), "water@f9", "where"),
        (put(FOUR), "torch@a1", "nowhere"),
        (put(FOUR), "pyramid-SF@c3", "no-tile"),
        (put(FOUR + " MF@d4"), "pyramid-SF@d4", "weight"),
        (put(FOUR + " MF@d4 SF@d5"), "tile-M4@d5", "weight"),
        (put(FOUR), "pyramid-SA@a2", "no-pyramids"),
        (put(FOUR), "water@a2", "no-pyramids"),
        (put("SA@a2 MA@a2 CA@a2 AA@a2"), "number-vote", "one-tile"),
        (put(FOUR, phase="suit", number=1, gone="c5 c4 c1", done=4), "water@c2", "no-number"),
        (put("SA@a5 MA@b5 CA@c5 AA@d5", tiles="S2@a5 S3@b5 C1@c5 M2@d5 M3@e5"), "burning",
         "no-empty-tiles"),
        (put(FOUR, round=4), "scoring", "early-scoring"),
        (put(FOUR, round=5, phase="score"), "round-less", "early-scoring"),
        (put(FOUR, phase="number", done=4, votes="xxx-", barred="SMC", turn="A"), "barred-A",
         "nobody-votes"),
        (put(FOUR, phase="number", done=4), "turn", "no-turns"),
        (put(FOUR), "round-less", "round"),
        (put(FOUR, limit=1), "quiet-more", "quiet"),
        (put(FOUR), "less-S", "points"),
        (put(FOUR), "barred-S", "bar"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(position: TorchPosition, stroke: str, why: str) -> None:
    before = str(position)
    assert problem(position, stroke) == why
    assert str(position) == before


# -- anything at all ------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 4])
def test_random_strokes_give_sound_positions_or_say_why_not(seats: int) -> None:
    rng = random.Random(f"arrange {seats}")
    done = refused = 0
    for seed in range(3):
        for begun in random_game(f"arrange {seed}", seats):
            if rng.random() < 0.8:
                continue
            position = begun
            for _ in range(4):
                brush = rng.choice(list(brushes(position).values()))
                space = None if brush.everywhere else rng.choice(SPACES)
                before = str(position)
                try:
                    position = paint(position, f"{brush.id}@{space}" if space else brush.id)
                except IcefieldError:
                    assert str(position) == before
                    refused += 1
                    continue
                sound(position)
                done += 1
    assert done > refused > 0


def test_brushes_have_names_and_pictures_in_every_language() -> None:
    rng = random.Random(7)
    for seats in (3, 4):
        for brush in brushes(variant(rng, seats)).values():
            for language in ("en", "de", "fr", "ja"):
                assert "{" not in brush.name.text(language)
                assert not brush.name.text(language).startswith("torch.")
