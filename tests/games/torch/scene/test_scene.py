"""The scene: tiles, the players' goods, and the controls of each phase."""

from __future__ import annotations

import pytest

from icefield.core.scene import Piece, Scene
from icefield.games.torch.position import TorchPosition

from ..positions import FOUR, decline_all, play, put, random_game, read, recorded, start, vote


def pieces(scene: Scene, start_: str) -> dict[str, Piece]:
    return {piece.id: piece for piece in scene.pieces if piece.id.startswith(start_)}


def controls(position: TorchPosition, seat: int | None = None) -> list[str]:
    return [control.id for control in position.scene(seat).controls]


def facts(position: TorchPosition) -> list[str]:
    return [str(fact) for fact in position.scene().facts]


# -- the floe --------------------------------------------------------------------------------------


def test_tiles_and_pyramids_stand_where_the_position_says_in_random_games() -> None:
    for seed in range(4):
        for position in list(random_game(f"scene {seed}", 3 + seed % 2))[::5]:
            scene = position.scene()
            lying = {
                p.space: p.id[5:] for p in scene.pieces if p.id.startswith("tile-") and p.space
            }
            assert lying == position.tiles
            standing = {p.id: p.space for p in scene.pieces if "/pyramid-" in p.symbol and p.space}
            assert standing == position.pyramids
            looks = {space.id: space.look for space in scene.spaces}
            assert {s for s, look in looks.items() if look == "tile"} == set(position.tiles)
            assert len(looks) == 25


def test_pyramids_on_one_tile_do_not_cover_each_other() -> None:
    on = "SA@d4 SB@d4 MA@d4 MB@d4 CA@d4 CB@d2 AA@e2"
    scene = put(on).scene()
    five = [p for p in scene.pieces if p.space == "d4" and "/pyramid-" in p.symbol]
    assert len(five) == 5
    for i, one in enumerate(five):
        for two in five[:i]:
            assert abs(one.x - two.x) > 0.2 or abs(one.y - two.y) > 0.2


def test_spaces_are_named_with_tile_weight_and_pyramids() -> None:
    names = {s.id: str(s.name) for s in put("SE@d4 MA@d4 CA@d2 AA@e2").scene().spaces}
    assert names["d4"] == "d4, Moons 4, weight 4 of 5: Suns E, Moons A"
    assert names["a1"] == "a1, Arms 4, empty"
    assert names["c3"] == "c3, open water"


def test_a_sunk_tile_is_marked_and_what_went_down_is_shown() -> None:
    positions = recorded()
    after = next(p for p in positions if p.history and p.history[-1].text == "Db5-c5")
    scene = after.scene()
    assert [(m.look, m.space, str(m.name)) for m in scene.marks if m.look == "sunk"] == [
        ("sunk", "c5", "Crowns 1 sank here")
    ]
    assert {"SE", "MD", "AB", "tile-C1"} <= set(pieces(scene, ""))
    assert all(pieces(scene, "")[p].space is None for p in ("SE", "MD", "AB", "tile-C1"))
    assert not any(m.look == "sunk" for m in read(str(after)).scene().marks)  # no history


def test_the_way_of_the_last_movement_is_marked() -> None:
    scene = play(put(FOUR), "Aa2-a3-a4").scene()
    (mark,) = [m for m in scene.marks if m.look == "last-move under"]
    assert len(mark.path) == 3
    assert mark.space == "a4"


# -- the players -----------------------------------------------------------------------------------


def test_each_player_has_a_pawn_points_and_coins_and_one_has_the_torch() -> None:
    position = put(FOUR, torch="C", coins="3120", scores="4,5,6,7")
    scene = position.scene()
    assert set(pieces(scene, "pawn-")) == {"pawn-S", "pawn-M", "pawn-C", "pawn-A"}
    assert {p.glyph for p in pieces(scene, "score-").values()} == {"4", "5", "6", "7"}
    assert set(pieces(scene, "coin-")) == {"coin-S1", "coin-S2", "coin-M1", "coin-C2"}
    (torch,) = pieces(scene, "torch").values()
    assert torch.seat == 2
    (deciding,) = [p.seat for p in pieces(scene, "pawn-").values() if "deciding" in p.look]
    assert deciding == 2


def test_seats_sit_at_different_edges() -> None:
    pawns = pieces(put(FOUR).scene(), "pawn-").values()
    assert len({(p.x, p.y) for p in pawns}) == 4


def test_dice_and_hands_are_there_while_they_count() -> None:
    position = play(start(4), "roll:5", "roll:2")
    dice = pieces(position.scene(), "die-")
    assert [p.glyph for _, p in sorted(dice.items())] == ["", "", "2", "5"]  # A C M S
    placing = play(position, "roll:1", "roll:0", "A@d4")
    assert placing.hands[0] == "BCDEF"
    in_hand = [p for p in placing.scene().pieces if "/pyramid-" in p.symbol and p.space is None]
    assert len(in_hand) == 23
    assert pieces(put(FOUR).scene(), "die-") == {}


# -- ballots ---------------------------------------------------------------------------------------


def test_concealed_votes_are_not_drawn_and_revealed_ones_are() -> None:
    position = play(put(FOUR, phase="number"), "0:vote:5", "3:vote:2")
    for seat in (None, 1, 2):
        scene = position.scene(seat)
        assert {p.symbol for p in pieces(scene, "ballot-").values()} == {"torch/vote-hidden"}
        assert set(pieces(scene, "ballot-")) == {"ballot-S", "ballot-A"}
    mine = pieces(position.scene(0), "ballot-")
    assert str(mine["ballot-S"].name) == "your secret vote: 5"
    assert mine["ballot-A"].symbol == "torch/vote-hidden"
    revealed = pieces(play(position, "1:vote:5", "2:vote:5").scene(), "ballot-")
    assert {id_: str(p.name) for id_, p in revealed.items()} == {
        "ballot-S": "voted for 5",
        "ballot-M": "voted for 5",
        "ballot-C": "voted for 5",
        "ballot-A": "voted for 2",
    }
    assert "secret" not in position.svg(1)
    assert position.svg(1) == position.svg(2)


def test_totals_are_shown_while_coins_are_added() -> None:
    position = vote(put(FOUR, phase="number"), "5521")
    assert "number 5 has 2" in facts(position)
    assert "number 5 has 4" in facts(play(position, "add2:5"))
    suit = vote(put(FOUR, phase="suit", number=5), "MMAA")
    shown = facts(suit)
    assert "number 5 is chosen" in shown
    assert {"the moon tile has 2", "the arms tile has 2"} <= set(shown)
    tallies = pieces(suit.scene(), "tally-")
    assert {suit.tiles[p.space or ""] for p in tallies.values()} == {"M5", "A5"}


def test_waiting_and_barred_seats_are_facts() -> None:
    position = play(put(FOUR, phase="number"), "bar:M", "0:vote:5")
    assert "waiting for Crowns and Arms" in facts(position)
    assert "Moons has no vote in this round" in facts(position)


def test_scoring_shows_which_tile_paid_whom() -> None:
    position = put("SF@a2 MA@a2 CA@d2 AA@e2", phase="score", round=7)
    after = play(position, "score:a2", "score:d2")
    flags = pieces(after.scene(), "flag-")
    assert str(flags["flag-S"].name) == "chose Arms 2 on a2: Suns +6, Moons +1"
    assert str(flags["flag-M"].name) == "chose Crowns 2 on d2: Crowns +1"
    gains = [label.text for label in after.scene().labels if label.look == "gain"]
    assert sorted(gains, key=str) == ["+1", "+1", "+6"]


# -- captions and controls by phase ----------------------------------------------------------------

NUMBERS = [f"vote-{n}" for n in range(6)]
TIED = {"votes": "5522", "worth": "2:2,5:2"}
PHASES: list[tuple[TorchPosition, str, list[str]]] = [
    (start(4), "Suns", [f"roll-{n}" for n in range(6)]),
    (play(start(3), "roll:0", "roll:5", "roll:1"), "Moons", []),
    (put(FOUR), "Suns", ["done"]),
    (put("SA@a2 SB@a2 MA@b2 CA@d2 AA@e2"), "Suns", ["pyramid-A", "pyramid-B", "done"]),
    (put(FOUR, phase="number"), "Everybody votes for a number.", NUMBERS),
    (
        put(FOUR, phase="number-coins", **TIED),
        "Suns may add coins to a number.",
        ["coin-1", "coin-2", "coin-3", "on-2", "on-5", "decline"],
    ),
    (
        put(FOUR, phase="number-coins", coins="2333", **TIED),
        "Suns",
        ["coin-2", "on-2", "on-5", "decline"],
    ),
    (put(FOUR, phase="number-tie", **TIED), "Torch Bearer", ["choose-2", "choose-5"]),
    (
        put(FOUR, phase="suit", number=5),
        "Number 5 it is",
        ["vote-S", "vote-M", "vote-C", "vote-A"],
    ),
    (vote(put(FOUR, phase="suit", number=5, coins="0030"), "MMAA"), "Crowns may add coins", []),
    (
        decline_all(vote(put(FOUR, phase="suit", number=5), "MMAA")),
        "The suits are tied",
        ["choose-M", "choose-A"],
    ),
    (put(FOUR, phase="burn"), "may remove an empty tile", ["spare"]),
    (put(FOUR, phase="score", round=5), "Suns to choose a tile to score.", []),
    (recorded()[-1], "Arms, the Torch Bearer", ["crown-S", "crown-C", "share"]),
]


@pytest.mark.parametrize(
    ("position", "caption", "buttons"),
    PHASES,
    ids=[p.phase + str(i) for i, (p, *_) in enumerate(PHASES)],
)
def test_caption_and_controls_belong_to_the_phase(
    position: TorchPosition, caption: str, buttons: list[str]
) -> None:
    assert caption in str(position.scene().caption)
    if buttons or position.phase in ("place", "score"):
        assert controls(position) == buttons
    touched = {t for m in position.moves() for t in m.touches if len(t) > 2}
    assert touched <= set(controls(position))
    prompt = position.scene().prompt
    assert (prompt is None) == (not position.deciders)
    if prompt is not None:
        assert not {"{", str(position.seat_name(position.turn or 0))} & set(str(prompt).split())
        assert str(prompt) != prompt.id


def test_the_end_says_why_and_who_won() -> None:
    last = recorded()[-1]
    won = str(play(last, "crown:C").scene().caption)
    assert "lost the last pyramid" in won
    assert won.endswith("The winner: Crowns.")
    assert str(play(last, "share").scene().caption).endswith("Suns and Crowns share the victory.")
    assert controls(play(last, "share")) == []
    (winner,) = [
        p.seat for p in pieces(play(last, "crown:C").scene(), "pawn-").values() if "won" in p.look
    ]
    assert winner == 2


def test_round_and_torch_are_facts() -> None:
    assert facts(start(4))[0] == "Set-up"
    assert facts(put(FOUR, round=3, torch="M"))[:3] == [
        "Round 3",
        "Moons bears the torch",
        "24 tiles left",
    ]


def test_moves_are_named() -> None:
    for position, *_ in PHASES:
        for move in position.moves():
            assert move.name is not None
            assert str(move.name) != move.name.id


def test_text_drawings_show_tiles_and_pyramids() -> None:
    drawn = put("SE@d4 MA@d4 CA@d2 AA@e2").board()
    for word in ("M4", "SE", "MA", "CA", "S2"):
        assert word in drawn
