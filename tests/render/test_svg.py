"""The promises of `render.svg`; for the look see conftest on golden files."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from icefield import Message
from icefield.core.message import message
from icefield.core.scene import Label, Mark, Piece, Scene, Space
from icefield.render.backdrop import number, shore_lines
from icefield.render.svg import svg
from icefield.render.symbols import lettered, symbol, variants

from .conftest import GOLDEN, ROOT

SVG = "{http://www.w3.org/2000/svg}"
SQUARE = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
NASTY = """evil.<script>alert("1")</script> & 'quotes' \x00\x1b"""

SceneOf = Callable[[str], Scene]
Agree = Callable[[Path, str], None]


def parse(drawing: str) -> ET.Element:
    return ET.fromstring(drawing)


def of_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [e for e in root.iter() if name in e.get("class", "").split()]


def small(**changes: object) -> Scene:
    """A scene of one space with one piece of which every text is nasty."""
    evil = Message(NASTY)
    scene = Scene(
        game="none",
        width=2,
        height=2,
        caption=evil,
        spaces=(Space(NASTY, 1, 1, SQUARE, NASTY, evil),),
        pieces=(Piece(NASTY, NASTY, 1, 1, NASTY, evil, space=NASTY, glyph="<"),),
        marks=(Mark(NASTY, ((1, 1),), space=NASTY, name=evil),),
        labels=(Label(NASTY, 0, 1, NASTY),),
        facts=(evil,),
    )
    return replace(scene, **changes)  # type: ignore[arg-type]


def test_golden_drawings(drawn: tuple[str, Scene], agree: Agree) -> None:
    name, scene = drawn
    agree(GOLDEN / f"{name}.svg", svg(scene))


def test_golden_board_to_play_on(scene_of: SceneOf, agree: Agree) -> None:
    agree(GOLDEN / "seals-middle-interactive.svg", svg(scene_of("seals-middle"), interactive=True))


def test_picture_in_the_readme_is_up_to_date(scene_of: SceneOf, agree: Agree) -> None:
    for key in ("seals", "torch", "strait"):
        agree(ROOT / f"docs/pictures/{key}.svg", svg(scene_of(f"{key}-middle"), size=640))


def is_low(piece: Piece) -> bool:
    return "flat" in piece.look.split() and "raised" not in piece.look.split()


@pytest.mark.parametrize("theme", [None, "light", "dark", "contrast", "page"])
@pytest.mark.parametrize("interactive", [False, True])
@pytest.mark.parametrize("flip", [False, True])
def test_every_drawing_is_well_formed_and_whole(
    drawn: tuple[str, Scene], theme: str | None, interactive: bool, flip: bool
) -> None:
    _, scene = drawn
    root = parse(svg(scene, theme=theme, interactive=interactive, flip=flip))
    spaces = [e.get("data-id") for e in of_class(root, "space")]
    assert spaces == [s.id for s in scene.spaces]
    controls = {c.id for c in scene.controls}  # these are buttons beside the board
    assert set(spaces) == scene.touchable() - controls
    assert all(e.get("aria-label") for e in of_class(root, "space"))
    pieces = of_class(root, "piece")
    under = any("under" in m.look.split() for m in scene.marks)
    drawn_pieces = sorted(scene.pieces, key=lambda p: under and not is_low(p))
    assert [e.get("data-id") for e in pieces] == [p.id for p in drawn_pieces]
    assert [e.get("data-space") for e in pieces] == [p.space for p in drawn_pieces]
    assert all(e.get("transform", "").startswith("translate(") for e in pieces)
    assert len(of_class(root, "mark")) == len(scene.marks)
    assert len(of_class(root, "label")) == len(scene.labels)


def test_standalone_drawing_is_a_picture_with_a_title(scene_of: SceneOf) -> None:
    scene = scene_of("seals-start")
    root = parse(svg(scene, size=320))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "The seals move."
    assert root.findtext(f"{SVG}desc") == "48 empty spaces · 0 holes"
    assert "prefers-color-scheme" in (root.findtext(f"{SVG}style") or "")
    assert (root.get("width"), root.get("height")) == ("320", "320")


def test_board_to_play_on_leaves_style_to_the_page(scene_of: SceneOf) -> None:
    root = parse(svg(scene_of("seals-isolated"), interactive=True))
    assert root.get("role") == "group"
    assert "isolated" in root.get("aria-label", "")
    assert root.find(f"{SVG}style") is None
    assert root.find(f"{SVG}title") is None
    spaces = {e.get("data-id"): e for e in of_class(root, "space")}
    assert all(e.get("role") == "button" and e.get("tabindex") == "-1" for e in spaces.values())
    assert spaces["f7"].get("aria-label") == "f7, seal, isolated"
    assert "occupied" in spaces["f7"].get("class", "").split()
    assert "occupied" not in spaces["a3"].get("class", "").split()


def test_fixed_theme_needs_no_custom_properties(scene_of: SceneOf) -> None:
    for theme in ("light", "dark", "contrast"):
        drawing = svg(scene_of("seals-middle"), theme=theme)
        assert "var(" not in drawing
        assert "@media" not in drawing
        assert f"theme-{theme}" in parse(drawing).get("class", "").split()


def test_unknown_theme_is_refused(scene_of: SceneOf) -> None:
    with pytest.raises(ValueError, match="there are light, dark, contrast"):
        svg(scene_of("seals-start"), theme="pink")


def test_no_ids_so_that_two_drawings_fit_on_one_page(drawn: tuple[str, Scene]) -> None:
    drawing = svg(drawn[1])
    assert all("id" not in e.attrib for e in parse(drawing).iter())
    assert "url(#" not in drawing
    assert "href" not in drawing


@pytest.mark.parametrize("interactive", [False, True])
def test_texts_are_escaped(interactive: bool) -> None:
    drawing = svg(small(), interactive=interactive)
    assert "<script" not in drawing
    root = parse(drawing)
    said = NASTY.replace("\x00", "\ufffd").replace("\x1b", "\ufffd")
    assert of_class(root, "space")[0].get("aria-label") == f"{said}, {said}"
    assert of_class(root, "label")[0].text == said
    assert not [e for e in root.iter() if e.tag.endswith("script")]


def test_piece_without_a_drawing_is_a_lettered_disc() -> None:
    root = parse(svg(small()))
    assert len(of_class(root, "disc")) == 1
    assert of_class(root, "letter")[0].text == "<"


def test_a_drawing_writes_the_glyph_of_its_piece() -> None:
    assert lettered("<a>{glyph}</a>", "S2") == "<a>S2</a>"
    assert lettered("<a>{glyph[1:]}</a>", "S2") == "<a>2</a>"
    assert lettered("<a>{glyph[1:]}</a>", "&lt;2") == "<a>2</a>"
    assert lettered("<a>{glyph[1:]}</a>", "") == "<a></a>"
    tile = Piece("t", "torch/tile-sun", 1, 1, "tile", Message("t"), glyph="S<")
    root = parse(svg(small(pieces=(tile,))))
    assert of_class(root, "index")[0].text == "<"
    assert "{glyph" not in svg(small(pieces=(tile,)))


def test_a_drawing_may_show_another_of_its_folder() -> None:
    tile = symbol("torch/tile-sun")
    assert tile is not None
    assert "<image" not in tile
    assert (symbol("torch/tile") or "?") in tile


def test_flat_ground_does_not_occupy_a_space() -> None:
    flat = Piece("t", "none/t", 1, 1, "tile flat", Message("t"), space="a1")
    space = Space("a1", 1, 1, SQUARE, "tile", Message("a1"))
    for piece, wanted in ((flat, False), (replace(flat, look="token"), True)):
        root = parse(svg(small(spaces=(space,), pieces=(piece,), marks=())))
        assert ("occupied" in of_class(root, "space")[0].get("class", "").split()) is wanted


def test_pieces_of_one_space_keep_their_places_on_a_flipped_board(scene_of: SceneOf) -> None:
    scene = scene_of("torch-crowd")
    middles = {s.id: (s.x, s.y) for s in scene.spaces}
    root = parse(svg(scene, flip=True))
    places = {e.get("data-id"): e.get("transform") for e in of_class(root, "piece")}
    for piece in scene.pieces:
        if piece.space is not None:
            x, y = middles[piece.space]
            there = scene.width - 2 * x + piece.x, scene.height - 2 * y + piece.y
            assert places[piece.id] == f"translate({number(there[0])} {number(there[1])})"


def test_no_two_pyramids_on_a_tile_overlap(drawn: tuple[str, Scene]) -> None:
    _, scene = drawn
    boxes = [p for p in scene.pieces if p.space and p.symbol.startswith("torch/pyramid")]
    for i, a in enumerate(boxes):
        for b in boxes[:i]:
            if a.space == b.space:
                apart = max(abs(a.x - b.x), abs(a.y - b.y)) + 1e-6
                assert apart >= (a.size + b.size) / 2, f"{a.id} and {b.id} on {a.space}"


def test_a_hidden_vote_is_drawn_face_down(scene_of: SceneOf) -> None:
    drawing = svg(scene_of("torch-ballot"))
    assert len(of_class(parse(drawing), "coin-back")) == 2
    assert not of_class(parse(drawing), "coin-disc")[8:]  # but for the coins that every player has


def test_piece_that_stands_nowhere_says_its_own_name() -> None:
    loose = Piece("p", "none/p", 0, 0, "token", Message("a loose piece"))
    root = parse(svg(small(pieces=(loose,)), interactive=True))
    assert of_class(root, "piece")[0].get("aria-label") == "a loose piece"


def test_flipped_board_is_turned_and_its_pieces_stand_upright(scene_of: SceneOf) -> None:
    scene = scene_of("seals-start")
    plain, turned = parse(svg(scene)), parse(svg(scene, flip=True))
    assert len(of_class(turned, "sheet")) == len(of_class(plain, "sheet"))

    def places(root: ET.Element) -> dict[str | None, str | None]:
        return {e.get("data-id"): e.get("transform") for e in of_class(root, "space")}

    assert places(turned)["b2"] == places(plain)["g7"]
    assert "rotate" not in svg(scene, flip=True)
    pointing = Piece("p", "none/p", 0.5, 0.5, "ship directed", Message("ship"), turn=90)
    assert "rotate(270)" in svg(small(pieces=(pointing,)), flip=True)


def test_arrow_stops_short_of_the_piece_it_led_to() -> None:
    way = Mark("last-move", ((0.0, 0.0), (2.0, 0.0)), space="b1")
    spaces = tuple(Space(i, x, 0, SQUARE, "ice", Message(i)) for i, x in (("a1", 0), ("b1", 2)))
    piece = Piece("p", "none/p", 2, 0, "token", Message("p"), space="b1")
    free = svg(small(spaces=spaces, pieces=(), marks=(way,)))
    taken = svg(small(spaces=spaces, pieces=(piece,), marks=(way,)))
    assert "L1.88 0L" in free
    assert "L1.55 0L" in taken


def test_spaces_that_touch_lie_on_one_sheet() -> None:
    def squares(*middles: tuple[float, float]) -> tuple[tuple[tuple[float, float], ...], ...]:
        return tuple(tuple((x + dx, y + dy) for dx, dy in SQUARE) for x, y in middles)

    assert len(shore_lines(squares((0, 0), (1, 0), (1, 1)))) == 1
    assert len(shore_lines(squares((0, 0), (2, 0)))) == 2
    ring = squares(*((x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)))
    assert len(shore_lines(ring)) == 2  # the outer shore and a lake
    assert shore_lines(()) == []


def test_only_ice_gets_a_sheet() -> None:
    wet = Space("a1", 1, 1, SQUARE, "water", Message("water"))
    assert 'class="below"' not in svg(small(spaces=(wet,)))
    assert 'class="below"' in svg(small(spaces=(replace(wet, look="ice-dark"),)))


def test_symbols_are_found_by_name_only() -> None:
    assert symbol("seals/seal") is not None
    assert symbol("seals/walrus") is None
    assert symbol("../symbols/seals/seal") is None
    assert len(variants("seals/hole")) == 4
    assert symbol("seals/hole", "b2") == symbol("seals/hole", "b2")


def test_seals_pieces_and_marks_all_have_a_drawing(drawn: tuple[str, Scene]) -> None:
    _, scene = drawn
    assert all(symbol(piece.symbol) for piece in scene.pieces)
    assert all(symbol(f"marks/{m.look.partition(' ')[0]}") for m in scene.marks if len(m.path) == 1)


def test_marks_on_the_ground_lie_below_what_stands_there_and_labels_over_everything() -> None:
    def piece(id_: str, look: str) -> Piece:
        return Piece(id_, "none/none", 0, 0, look, message("web.title"))

    scene = Scene(
        game="none",
        width=2,
        height=2,
        caption=message("web.title"),
        pieces=(piece("man", "man"), piece("wall", "wall flat raised"), piece("ice", "ice flat")),
        marks=(Mark("way under", ((0, 0), (1, 1))), Mark("ring", ((0, 0),))),
        labels=(Label("a1", 0, 0), Label("name", 0, 0, "name over")),
    )
    drawing = svg(scene)
    words = ('"ice"', '"mark way under"', '"man"', '"wall"', '"mark ring"', ">name<")
    places = [drawing.index(word) for word in words]
    assert places == sorted(places)
    assert drawing.index(">a1<") < places[0]
