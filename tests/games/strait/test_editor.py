"""Positions set up by hand: what each brush does and refuses.

No stroke makes an impossible position.
"""

from __future__ import annotations

import random

import pytest

import icefield
from icefield.core.errors import BadPosition, IcefieldError
from icefield.core.mistakes import HasPositionEditor
from icefield.games.strait.position import StraitPosition

from ..strokes import paint_strokes
from .positions import at, phases, put, random_game, start, totals

GAME = icefield.game("strait")
assert isinstance(GAME, HasPositionEditor)


def paint(position: StraitPosition, *strokes: str) -> StraitPosition:
    """Strokes such as "rope c4", or "goal" for one that needs no space."""
    return paint_strokes(GAME, position, strokes)


def refused(position: StraitPosition, stroke: str) -> tuple[str, str | None]:
    with pytest.raises(BadPosition) as error:
        paint(position, stroke)
    return error.value.refusal.code, error.value.rule


BASE = put("c4:9:r,d4:9,a4:24", "c4.d4", "rf/f")


def test_floes_are_put_exchanged_turned_and_taken_away() -> None:
    first, second = (tile.mask for tile in BASE.map.tiles[:2])
    put_down = paint(BASE, "floe-0 b4")
    assert put_down.floes["b4"] == first
    assert paint(put_down, "turn b4").floes["b4"] == first << 1
    assert paint(put_down, "floe-1 b4").floes["b4"] == second
    assert "b4" not in paint(put_down, "floe-0 b4").floes
    assert "b4" not in paint(put_down, "turn b4", "floe-0 b4").floes
    assert paint(put_down, "floe-0 b4") == BASE
    assert sum(paint(BASE, "floe-0 b4").bag.values()) == sum(BASE.bag.values()) - 1


def test_goods_and_bears() -> None:
    laid = paint(BASE, "rope a4", "rope a4", "fish a4", "bear a4", "rope wales", "bear e4")
    assert laid.items("a4") == (2, 1, 1)
    assert laid.items("wales") == (1, 0, 0)
    assert laid.items("e4") == (0, 0, 1)
    assert paint(laid, "bear a4").items("a4")[2] == 2
    assert paint(laid, "bear a4", "bear a4").items("a4")[2] == 0
    assert paint(laid, "clear a4").items("a4") == (0, 0, 0)
    assert "a4" not in paint(laid, "clear a4", "clear a4").floes
    assert totals(laid) == totals(BASE)


def test_explorers_come_and_go_back_to_alaska() -> None:
    home = paint(BASE, "explorer-0 naukan", "explorer-1 a4")
    assert at(home, "naukan") == [0]
    assert at(home, "a4") == [1]
    assert at(home, "c4") == at(home, "d4") == [0]  # the one that waited in Alaska went
    back = paint(home, "explorer-0 naukan")
    assert at(back, "naukan") == []
    assert sum(place in {x.id for x in back.map.alaska} for place in back.explorers[0]) == 1
    assert at(paint(BASE, "explorer-0 wales"), "wales").count(0) >= 1


def test_counters() -> None:
    assert paint(BASE, "pack-rope-0").packs[0] == (2, 1)
    assert paint(BASE, "pack-rope-0", "pack-rope-0").packs[0] == (0, 1)
    assert paint(BASE, "pack-fish-1").packs[1] == (0, 2)
    assert paint(BASE, "begin-1").turn == 1
    assert paint(BASE, "done-floe").floe_done
    assert paint(BASE, "done-floe", "done-explorer").explorer_done
    assert not paint(BASE, "done-floe", "done-explorer").floe_done
    assert not paint(BASE, "done-floe", "done-floe").floe_done
    assert paint(BASE, "goal").options["goal"] == 2
    assert paint(BASE, "turns").turns == 100
    assert paint(BASE, *["turns"] * 10).turns == 0
    card = BASE.map.cards[0]
    assert paint(BASE, "card-0").deck.get(card.text, 0) == card.count - 1
    assert paint(BASE, *["card-0"] * (card.count + 1)) == BASE


@pytest.mark.parametrize(
    ("stroke", "code", "rule"),
    [
        ("floe-0 wales", "not-sea", "I1"),
        ("floe-2 c4", "explorers-there", "I13"),  # the same kind: it would be taken away
        ("turn b4", "no-floe", "I14"),
        ("turn e4", "no-floe", "I14"),
        ("rope b4", "no-floe", "I23"),
        ("fish uelen", "siberia", "I21"),
        ("bear wales", "bear-ashore", "I26"),
        ("bear c4", "bear-among", "I26"),
        ("clear b4", "nothing-there", None),
        ("clear d4", "explorers-there", "I13"),
        ("explorer-0 b4", "no-floe", "I22"),
        ("rope nowhere", "space", None),
        ("crown c4", "brush", None),
    ],
)
def test_what_cannot_be(stroke: str, code: str, rule: str | None) -> None:
    assert refused(BASE, stroke) == (code, rule)


def test_what_cannot_be_for_other_reasons() -> None:
    assert refused(put("c4:9:b", "wales"), "explorer-0 c4") == ("bear-there", "I26")
    full = put("c4:9", "c4.c4/wales")
    assert refused(full, "explorer-1 c4") == ("full", "I22")
    assert refused(put("a4:24", "uelen.chini.a4"), "explorer-0 naukan") == ("won", "I31")
    assert refused(put("a4:24", "uelen.chini.a4"), "goal") == ("won", "I31")
    assert refused(put("c4:9", "c4", "fff"), "pack-rope-0") == ("pack-full", "I7")
    kind = BASE.map.tiles[0]
    used = paint(start(2), *(f"floe-0 b{i + 2}" for i in range(kind.count)))
    assert refused(used, "floe-0 c4") == ("no-tile", "I5")
    assert refused(paint(BASE, *["rope a4"] * BASE.supply[0]), "rope a4") == ("supply.rope", "I7")
    bears = paint(put("", ""), "floe-0 b4", "floe-0 b5", "floe-0 b6")
    bears = paint(bears, "bear b4", "bear b4", "bear b5", "bear b5", "bear b6")
    assert refused(bears, "bear e4") == ("supply.bear", "I7")
    cards = [f"card-{i}" for i, card in enumerate(BASE.map.cards) for _ in range(card.count)]
    assert refused(paint(BASE, *cards[:-1]), cards[-1]) == ("no-cards", "I15")


@pytest.mark.parametrize("phase", sorted(phases()))
def test_any_position_can_be_painted_on(phase: str) -> None:
    """The first stroke normalises: a turn begins or goes on, all explorers are placed."""
    for position in phases()[phase]:
        painted = paint(position, "turns")
        assert painted.phase == "turn"
        assert painted.moves()
        assert all(place is not None for own in painted.explorers for place in own)
        assert totals(painted) == totals(position)
        assert not painted.history


def test_brushes_have_names_and_ids_of_their_own() -> None:
    assert isinstance(GAME, HasPositionEditor)
    for seats in (2, 3, 4):
        found = GAME.brushes(start(seats))
        assert len({brush.id for brush in found}) == len(found)
        for brush in found:
            for language in ("en", "de", "fr", "ja"):
                assert "strait." not in brush.name.text(language)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_strokes_never_make_an_impossible_position(seats: int) -> None:
    assert isinstance(GAME, HasPositionEditor)
    rng = random.Random(f"arrange-{seats}")
    made = 0
    for position in random_game(f"arrange-{seats}", seats, 120)[::15]:
        for _ in range(40):
            brush = rng.choice(GAME.brushes(position))
            space = None if brush.everywhere else rng.choice(position.map.places)
            after = tried(position, brush.id, space)
            if after is None:
                continue
            assert GAME.read(str(after)) == after
            assert after.moves()
            assert totals(after) == totals(position)
            position = after  # noqa: PLW2901
            made += 1
    assert made > 100


def tried(position: StraitPosition, brush: str, space: str | None) -> StraitPosition | None:
    """The position after a stroke, or None where it is refused with a reason."""
    assert isinstance(GAME, HasPositionEditor)
    try:
        after = GAME.paint(position, brush, space)
    except IcefieldError as error:
        code = error.refusal.code
    else:
        assert isinstance(after, StraitPosition)
        return after
    assert code != "impossible", (str(position), brush, space)
    return None
