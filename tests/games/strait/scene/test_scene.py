"""What there is to see of `strait` positions."""

from __future__ import annotations

import random
import re
from itertools import pairwise
from math import atan2, degrees, hypot
from pathlib import Path

import pytest

import icefield
from icefield.core.game import CHANCE, Position
from icefield.core.scene import Piece, Scene
from icefield.games.strait.board import DIRECTIONS, axial, edge_names, neighbour, opposite
from icefield.games.strait.board_file import load_board, read_shipped
from icefield.games.strait.kernel.state import STEPPED
from icefield.games.strait.position import StraitPosition
from icefield.games.strait.scene import layout
from icefield.games.strait.scene.last_turn import floe_ids
from icefield.render.svg import picture

GAME = icefield.game("strait")
FLOES = "floes=a4:3:rf,b1:56:f,c8:33:rf,f3:17,g2:25:r,g3:18:f,h2:7:rr,h4:9:b,h5:40,i4:9,i7:24"
MIDDLE = (
    f"seats=4 goal=3 phase=turn turns=41 first=0 active=1 {FLOES} diomede=rf"
    " stations=nuluk:r,wales:rf explorers=g2.wales.uelen/h5.tincity.nuluk"
    "/g3.wales.shishmaref/h2.ikpek.nuluk packs=rrf/rff/f/rf deck=111:1,001:1,110:2,D110:1"
)


def read(text: str) -> StraitPosition:
    position = GAME.read(text)
    assert isinstance(position, StraitPosition)
    return position


def play(position: Position, *moves: str) -> StraitPosition:
    for move in moves:
        position = position.play(move)
    assert isinstance(position, StraitPosition)
    return position


def begin(seats: int = 4, **options: object) -> StraitPosition:
    position = GAME.start(seats=seats, **{"tiles": "drawn", **options})
    assert isinstance(position, StraitPosition)
    return position


def games(seed: int, plies: int, **options: object) -> list[StraitPosition]:
    """A game played at random, with a liking for steps."""
    rng, position = random.Random(seed), begin(2 + seed % 3, **options)
    found = [position]
    while position.turn is not None and len(found) < plies:
        moves = position.moves()
        weights = [12 if "-" in m.text and ":" not in m.text else 1 for m in moves]
        position = play(position, rng.choices(moves, weights)[0].text)
        found.append(position)
    return found


def pieces(scene: Scene, prefix: str) -> dict[str, Piece]:
    return {p.id: p for p in scene.pieces if p.id.startswith(prefix)}


def names(position: StraitPosition) -> dict[str, str]:
    return {s.id: str(s.name) for s in position.scene().spaces}


def controls(position: StraitPosition) -> list[str]:
    """The buttons that are touches; those that stand for a space have their own test."""
    return [c.id for c in position.scene().controls if c.touch is None]


def told(position: StraitPosition) -> list[str]:
    return [str(fact) for fact in position.scene().facts]


# -- the map ---------------------------------------------------------------------------------------


def test_I1_every_place_is_a_space_and_neighbours_are_one_unit_apart() -> None:
    on = load_board("bering")
    scene = begin().scene()
    assert [s.id for s in scene.spaces] == list(on.places)
    for name in on.sea:
        x, y = layout.center(on, name)
        for d in range(6):
            q, r = neighbour(name, d)
            other = next((n for n in on.places[:68] if axial(n) == (q, r)), None)
            if other is not None:
                ox, oy = layout.center(on, other)
                assert hypot(ox - x, oy - y) == pytest.approx(1)
                assert degrees(atan2(ox - x, y - oy)) % 360 == pytest.approx(60 * d)


def test_I3_I4_stations_lie_across_the_edges_they_touch() -> None:
    on = load_board("bering")
    for station in on.stations.values():
        x, y = layout.center(on, station.id)
        for name, edge in station.touches:
            hx, hy = layout.center(on, name)
            assert degrees(atan2(x - hx, hy - y)) % 360 == pytest.approx(60 * edge)
    assert all(layout.land_side(on, s.id) == -1 for s in on.siberia)
    assert all(layout.land_side(on, s.id) == 1 for s in on.alaska)


def test_no_two_spaces_overlap() -> None:
    for on in (load_board("bering"), load_board(_narrow())):
        for a, b in ((a, b) for a in on.places for b in on.places if a < b):
            (ax, ay), (bx, by) = layout.center(on, a), layout.center(on, b)
            assert hypot(ax - bx, ay - by) > 0.4, (a, b)


def test_I2_the_colour_of_a_hex_tells_the_speed_of_its_current() -> None:
    on = load_board("bering")
    looks = {space.id: space.look.split() for space in begin().scene().spaces}
    for current in on.currents:
        for name in current.hexes:
            assert f"speed-{current.speed}" in looks[name]


def test_I2_a_line_parts_currents_that_meet_and_nothing_else() -> None:
    on = load_board("bering")
    of = {name: i for i, current in enumerate(on.currents) for name in current.hexes}
    wanted = set()
    for name in on.sea:
        x, y = layout.center(on, name)
        for d in range(6):
            q, r = neighbour(name, d)
            other = next((n for n in on.sea if axial(n) == (q, r)), None)
            if other is not None and of[other] != of[name]:
                dx, dy = layout.offset(d, 0.5)
                wanted.add((round(x + dx, 3), round(y + dy, 3)))
    lines = [p.outline for p in begin().scene().patches if p.look == "border"]
    found = [(round((ax + bx) / 2, 3), round((ay + by) / 2, 3)) for (ax, ay), (bx, by) in lines]
    assert sorted(found) == sorted(wanted)
    assert all(
        hypot(ax - bx, ay - by) == pytest.approx(layout.RADIUS) for (ax, ay), (bx, by) in lines
    )


def test_I2_as_many_arrow_heads_as_the_current_is_fast_along_the_flow() -> None:
    on = load_board("bering")
    heads = [p.outline[0] for p in begin().scene().patches if p.look == "flow"]
    for current in on.currents:
        for name, ways in current.flow:
            x, y = layout.center(on, name)
            near = [h for h in heads if hypot(h[0] - x, h[1] - y) < 0.58]
            assert len(near) >= current.speed * len(ways)
            for way, d in zip(ways, layout.flow_directions(on)[name], strict=True):
                if way is not None:
                    assert neighbour(name, d) == axial(way)
    assert sum(p.look == "entry" for p in begin().scene().patches) == 8


def test_a_current_leaves_the_board_straight_on() -> None:
    headings = layout.flow_directions(load_board("bering"))
    assert [DIRECTIONS[d] for d in (*headings["a1"], *headings["b7"], *headings["d7"])] == [
        "N",
        "S",
        "S",
    ]
    assert {DIRECTIONS[d] for d in headings["e1"]} == {"SW", "S"}


def test_coasts_and_stations_are_named() -> None:
    words = [str(label.text) for label in begin().scene().labels]
    assert {"Siberia", "Alaska", "Tin City", "Ikpek Lagoon", "Uelen", "Diomede", "e5"} <= set(words)


# -- floes -----------------------------------------------------------------------------------------


def test_I5_ridges_lie_on_the_sides_of_the_mask() -> None:
    position = read(MIDDLE)
    scene = position.scene()
    for place, mask in position.floes.items():
        ridges = [p for p in scene.pieces if p.symbol == "strait/ridge" and p.space == place]
        assert sorted(p.turn for p in ridges) == [60 * i for i in range(6) if mask >> i & 1]
        assert all((p.x, p.y) == layout.center(position.map, place) for p in ridges)
        assert all("directed" in p.look for p in ridges)  # they turn with a flipped board


def test_I14_a_turned_floe_shows_its_ridges_turned() -> None:
    before = read(MIDDLE)
    after = play(before, "turn:a4:cw").scene()
    turns = {p.turn for p in after.pieces if p.symbol == "strait/ridge" and p.space == "a4"}
    assert turns == {60, 120}  # they were in the north and north-east
    assert any(m.look == "turned-cw" and m.space == "a4" for m in after.marks)


def test_two_floes_face_each_other_with_opposite_edges() -> None:
    assert [opposite(d) for d in range(6)] == [3, 4, 5, 0, 1, 2]
    assert edge_names(9) == ("N", "S")


def test_a_floe_and_its_load_keep_their_ids_while_they_drift() -> None:
    before = play(begin(2), "start:0", "tile:9", "card:110", "put:c5:9")
    assert list(floe_ids(before).values()) == ["floe-4"]
    game = games(2, 200)
    for one, two in pairwise(game):
        if (
            two.last is not None
            and two.last.text.startswith("drift:")
            and "off" not in two.last.text
        ):
            start, end = two.last.text.removeprefix("drift:").split("-")
            assert floe_ids(one)[start] == floe_ids(two)[end]
            load = {p.id for p in one.scene().pieces if p.space == start}
            assert load == {p.id for p in two.scene().pieces if p.space == end}
        ids = floe_ids(two)
        assert len(set(ids.values())) == len(ids)


def test_explorers_keep_their_ids() -> None:
    seen = {f"explorer-{seat}-{i}" for seat in range(4) for i in range(3)}
    assert set(pieces(read(MIDDLE).scene(), "explorer-")) == seen
    after = play(read(MIDDLE), "h5-h4")
    assert pieces(after.scene(), "explorer-1-0")["explorer-1-0"].space == "h4"


def test_goods_are_counted_and_bears_are_single() -> None:
    scene = read(MIDDLE).scene()
    on_h2 = {p.symbol: p.glyph for p in scene.pieces if p.space == "h2"}
    assert on_h2["strait/rope-many"] == "r2"
    assert [p.symbol for p in scene.pieces if p.space == "h4"][-1] == "strait/bear"


def test_figures_on_one_hex_do_not_cover_each_other() -> None:
    for seed in (1, 2, 3):
        for position in games(seed, 150)[::7]:
            standing: dict[str, list[Piece]] = {}
            for piece in position.scene().pieces:
                if piece.space and piece.symbol.startswith(("strait/explorer", "strait/bear")):
                    standing.setdefault(piece.space, []).append(piece)
            for place, figures in standing.items():
                x, y = layout.center(position.map, place)
                for i, one in enumerate(figures):
                    assert hypot(one.x - x, one.y - y) < 0.45
                    assert all(hypot(one.x - o.x, one.y - o.y) > 0.24 for o in figures[:i])


# -- what a screen reader says ---------------------------------------------------------------------


def test_spaces_are_named_with_everything_on_them() -> None:
    said = names(read(MIDDLE))
    assert said["a4"] == (
        "a4, floe with ridges north, north-east, drifts north, speed 1: 1 rope, 1 fish"
    )
    assert said["h2"].endswith("speed 2: 2 ropes, Black explorer")
    assert said["h4"].endswith(": 1 bear")
    assert said["a1"] == "a1, open water, drifts north, speed 1"
    assert said["e1"] == "e1, entry point, drifts south-west or south, speed 3"
    assert said["e4"] == "e4, Diomede Islands: 1 rope, 1 fish"
    assert said["nuluk"] == "Nuluk, Alaska: 1 rope, Red explorer, Black explorer"
    assert said["uelen"] == "Uelen, Siberia: Grey explorer"


def test_moves_are_named() -> None:
    kinds = set()
    for seed in (1, 2, 4):
        for position in games(seed, 120):
            for move in position.moves():
                assert move.name is not None
                assert str(move.name) != move.name.id
                assert "{" not in str(move.name)
                kinds.add(move.name.id)
    assert len(kinds) > 15


# -- beside the map --------------------------------------------------------------------------------


def test_I7_rucksacks_supply_bag_and_cards_are_shown() -> None:
    position = read(MIDDLE)
    scene = position.scene()
    packs = pieces(scene, "pack-")
    for seat, (rope, fish) in enumerate(position.packs):
        own = [p.symbol for id_, p in sorted(packs.items()) if id_.startswith(f"pack-{seat}-")]
        assert own == ["strait/rope"] * rope + ["strait/fish"] * fish
    rope, fish, bears = position.supply
    bag, deck = sum(position.bag.values()), sum(position.deck.values())
    counts = [str(label.text) for label in scene.labels if label.look == "count"]
    assert counts == [str(n) for n in (rope, fish, bears, bag, deck)]
    assert f"{bag} floes in the bag" in told(position)
    assert f"{deck} cards left" in told(position)
    assert "Turn 42" in told(position)
    assert "3 Siberian stations win" in told(position)
    assert str(pieces(scene, "home-0")["home-0"].name) == "1 of 3 home"


def test_the_deciding_player_has_the_lit_plate() -> None:
    plates = [p.look for p in read(MIDDLE).scene().patches if p.look.startswith("plate")]
    assert plates == ["plate", "plate deciding", "plate", "plate"]
    bounced = play(read(MIDDLE), "h5-h4", "stop", "send:N")
    plates = [p.look for p in bounced.scene().patches if p.look.startswith("plate")]
    assert plates == ["plate", "plate active", "plate", "plate deciding"]


def test_I9_the_tile_in_hand_is_shown_with_its_goods() -> None:
    position = play(begin(), "start:1", "tile:9", "card:011")
    hand = pieces(position.scene(), "")
    assert {"hand", "hand-N", "hand-S", "fish-hand", "bear-hand"} <= set(hand)
    assert all(hand[id_].seat == 1 for id_ in ("hand", "fish-hand"))
    waiting = [p for p in position.scene().pieces if str(p.name) == "explorer to place"]
    assert len(waiting) == 12


# -- captions and controls by phase ----------------------------------------------------------------

BOUNCE = ("h5-h4", "stop", "send:N")
GREY = read(MIDDLE.replace("active=1", "active=0"))
FULL = read(str(GREY).replace("i7:24", "i7:24:f"))
FACES = ["face-9", "face-18", "face-36"]
PHASES: list[tuple[StraitPosition, str, list[str]]] = [
    (begin(2), "The starting player is drawn.", ["start-0", "start-1"]),
    (play(begin(), "start:1"), "A floe is drawn for Red.", [f"tile-{i}" for i in range(7)]),
    (play(begin(), "start:1", "tile:9"), "A card is drawn", [f"card-{i}" for i in range(10)]),
    (play(begin(), "start:1", "tile:9", "card:110"), "Red lays floe 1 of 12", FACES),
    (
        read(MIDDLE),
        "Red must drift, turn or discover a floe and may move an explorer",
        ["cw", "ccw", "discover", "walk", "collect-rope", "drop-rope", "drop-fish", "fish"],
    ),
    (play(read(MIDDLE), "fish"), "Red now has to drift", ["cw", "ccw", "discover"]),
    (play(read(MIDDLE), "turn:a4:cw"), "or ends the turn", ["end"]),
    (play(read(MIDDLE), "discover", "tile:3", "card:001"), "free entry point", ["face-3"]),
    (play(read(MIDDLE), "h5-h4"), "go on from h4, or stop there", ["stop"]),
    (play(read(MIDDLE), "h5-h4", "stop"), "Red sends the bear on h4 away", ["send-N"]),
    (play(read(MIDDLE), *BOUNCE), "A bear has come to Black on h2", ["send-N", "send-NE"]),
    (play(GREY, "g2-g3", "stop"), "Grey may take something from g3.", ["take-fish", "take-none"]),
    (play(FULL, "wales-i7", "stop"), "Grey has a full rucksack", ["take-none", "drop-rope"]),
]


@pytest.mark.parametrize(
    ("position", "caption", "buttons"),
    PHASES,
    ids=[f"{p.phase}{i}" for i, (p, *_) in enumerate(PHASES)],
)
def test_caption_and_controls_belong_to_the_phase(
    position: StraitPosition, caption: str, buttons: list[str]
) -> None:
    assert caption in str(position.scene().caption)
    shown = controls(position)
    assert [b for b in shown if b in buttons] == [b for b in buttons if b in shown]
    needed = {t for m in position.moves() for t in m.touches if t not in position.map.number}
    assert set(shown) == needed
    if position.phase not in ("turn", "bounce", "send", "put"):
        assert not buttons or set(buttons) <= set(shown)


def test_a_floe_that_can_drift_has_a_button_for_it() -> None:
    position = read(MIDDLE)
    drifts = {m.touches for m in position.moves() if m.text.startswith("drift:")}
    scene = position.scene(position.turn)
    buttons = {(*c.after, c.touch): c for c in scene.controls if c.touch is not None}
    assert set(buttons) == {touches for touches in drifts if touches[1] != "off"}
    for (_, end), control in buttons.items():
        assert str(control.name) == f"Let it drift to {end}"
        assert control.picture


def test_a_touched_place_says_what_can_be_done_from_there() -> None:
    position = read(MIDDLE)
    said = {space.id: str(space.chosen) for space in position.scene().spaces if space.chosen}
    assert "drift" in said["a4"] or "turn" in said["a4"]
    firsts = {m.touches[0] for m in position.moves()} & set(position.map.number)
    assert set(said) <= firsts
    walkers = {m.touches[0] for m in position.moves() if m.code >> 24 == STEPPED}
    assert all("explorer" in said[place] for place in walkers)


def test_an_explorer_without_a_way_says_so() -> None:
    stuck = [
        (position, space)
        for seed in range(3)
        for position in games(seed, 200)
        if position.phase == "turn"
        for space in position.scene(position.turn).spaces
        if space.chosen is not None and "cannot go anywhere" in str(space.chosen)
    ]
    assert stuck
    for position, space in stuck:
        assert space.id in position.explorers[position.turn or 0]
        assert not any(
            m.touches[0] == space.id and m.code >> 24 == STEPPED for m in position.moves()
        )


def test_dropping_is_small_unless_it_is_asked_for() -> None:
    def minor(position: StraitPosition) -> set[bool]:
        return {c.minor for c in position.scene().controls if c.id.startswith("drop-")}

    assert minor(read(MIDDLE)) == {True}
    assert minor(play(FULL, "wales-i7", "stop")) == {False}


def test_all_touches_of_a_game_exist_and_every_phase_has_a_caption() -> None:
    phases = set()
    for seed in range(4):
        for position in games(seed, 250):
            scene = position.scene(None if position.turn == CHANCE else position.turn)
            phases.add(position.phase)
            touchable = scene.touchable()
            for move in position.moves():
                assert touchable.issuperset(move.touches), f"{position}: {move.touches}"
            assert "{" not in str(scene.caption)
            assert str(scene.caption) != scene.caption.id
            assert (scene.prompt is None) == (not position.deciders)
            if scene.prompt is not None:
                assert "{" not in str(scene.prompt)
                assert str(scene.prompt) != scene.prompt.id
    assert {"start", "tile", "card", "put", "station", "turn", "move"} <= phases


def test_I28_the_caption_names_the_answers_to_a_bear() -> None:
    both = str(play(read(MIDDLE), *BOUNCE).scene().caption)
    assert "get away" in both
    assert "pay a fish" in both
    poor = play(read(MIDDLE.replace("packs=rrf/rff/f/rf", "packs=rrf/rff/f/-")), *BOUNCE)
    assert "fish" not in str(poor.scene().caption)


def test_I28_a_threatened_space_is_marked_and_the_bears_way_is_drawn() -> None:
    scene = play(read(MIDDLE), *BOUNCE).scene()
    (danger,) = [m for m in scene.marks if m.look == "danger"]
    assert danger.space == "h2"
    assert str(danger.name) == "Black is threatened by a bear"
    (way,) = [m for m in scene.marks if m.look == "bear-way under"]
    on = load_board("bering")
    assert way.path == (layout.center(on, "h4"), layout.center(on, "h2"))
    assert "asked" in pieces(scene, "explorer-3-0")["explorer-3-0"].look


def test_orientations_have_pictures_that_show_them() -> None:
    position = play(begin(), "start:1", "tile:9", "card:110")
    for control in position.scene().controls:
        mask = int(control.id.removeprefix("face-"))
        turns = {p.turn for p in control.picture if p.symbol == "strait/ridge"}
        assert turns == {60.0 * i for i in range(6) if mask >> i & 1}
        assert picture(control.picture, "strait").startswith("<svg")
    assert str(position.scene().controls[0].name) == "Ridges north, south"


# -- marks -----------------------------------------------------------------------------------------


def test_I12_the_drift_of_the_last_turn_is_drawn_along_the_current() -> None:
    after = play(read(MIDDLE), "drift:c8-c5")
    (mark,) = [m for m in after.scene().marks if m.look == "drift under"]
    on = after.map
    assert mark.path == tuple(layout.center(on, name) for name in ("c8", "c7", "c6", "c5"))
    assert mark.space == "c5"


def test_the_way_of_the_mover_is_drawn() -> None:
    after = play(read(MIDDLE), "h5-h4")
    (mark,) = [m for m in after.scene().marks if m.look == "walk under"]
    assert mark.path == (layout.center(after.map, "h5"), layout.center(after.map, "h4"))
    assert not [m for m in read(str(after)).scene().marks if m.look == "walk under"]  # no history


def test_own_explorers_and_movable_floes_glow_for_the_one_who_decides() -> None:
    position = read(MIDDLE)
    for seat in (None, 1):
        scene = position.scene(seat)
        glow = {p.id for p in scene.pieces if "own" in p.look.split()}
        assert glow
        assert all(id_.startswith("explorer-1-") for id_ in glow)
        movable = {p.space for p in scene.pieces if "movable" in p.look.split()}
        assert movable == {m.touches[0] for m in position.moves() if m.text.startswith("turn:")}
    others = position.scene(0)
    assert not [p for p in others.pieces if {"own", "movable"} & set(p.look.split())]


def test_the_end_says_who_won() -> None:
    text = (
        "seats=2 goal=3 phase=turn turns=60 first=0 active=0 floes=a7:20,c5:9:b,i7:24"
        " explorers=a7.uelen.chini/i7.nuluk.wales packs=rrf/rff deck=100:1"
    )
    end = play(read(text), "a7-lavrentiya")
    assert str(end.scene().caption).endswith("The winner: Grey.")
    assert controls(end) == []


# -- other boards ----------------------------------------------------------------------------------


def _narrow() -> str:
    """The standard board without columns g and h, with two stations on one land."""
    text = read_shipped("bering").replace("columns = 9", "columns = 7")
    text = text.replace(', "g1-g8", "h1-h7", "i1-i8"', ', "g1-g8"')
    text = text.replace('"g1", "h7", "i1"', '"g1"')
    for path in ("g1 g2", "h7 h6"):
        text = re.sub(rf'\[\[current\]\]\nspeed = \d\npath = "{path}[^\n]*\n\n', "", text)
    text = re.sub(r"\bi([1-8])\b", r"g\1", text)
    split = '[[alaska]]\nid = "next"\nname = "Next Door"\ntouches = ["g2:NE"]\n\n[[siberia]]'
    text = text.replace('touches = ["g1:SE", "g2:NE"]', 'touches = ["g1:SE"]')
    return text.replace("[[siberia]]", split, 1)


def test_any_board_is_drawn() -> None:
    for position in games(0, 80, board=_narrow())[::10]:
        scene = position.scene()
        assert len(told(position)) == 4  # its name is told beside the picture
        for space in scene.spaces:
            assert 0 < space.x < scene.width
            assert 0 < space.y < scene.height
            assert len(space.outline) in (5, 6)
        assert position.svg().startswith("<svg")


def test_text_drawings_show_floes_ridges_and_loads() -> None:
    drawn = read(MIDDLE).board()
    for word in ("↑↗rf", "↑↓", "r2", "D", "v3", "^2", "Tin City, Alaska: Red explorer"):
        assert word in drawn, word
    assert "Red (R): 1 rope, 1 fish, 1 fish, 0 of 3 home" in drawn
    assert "Supply: 3 ropes" in drawn
    assert max(len(line) for line in drawn.splitlines()[:20]) <= 80


@pytest.mark.parametrize("small", [True, False])
def test_coast_names_stand_clear_of_the_stations(small: bool) -> None:
    """The first station of the documents' board is where other boards name the coast."""
    document = (Path(__file__).parents[4] / "docs" / "strait-boards.md").read_text("utf-8")
    examples = re.findall(r"```toml\n(.*?)```", document, re.DOTALL)
    board = next(each for each in examples if "small strait" in each) if small else "bering"
    scene = GAME.start(board=board).scene()
    (alaska,) = (label for label in scene.labels if str(label.text) == "Alaska")
    names = [label for label in scene.labels if label.look.startswith("station-name")]
    near = [label for label in names if abs(label.x - alaska.x) < 1.5]
    assert near
    assert all(abs(label.y - alaska.y) > 0.3 for label in near)
    assert (alaska.y > scene.height / 2) is small
