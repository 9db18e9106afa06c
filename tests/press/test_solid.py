"""Models for a 3D printer: closed, flat below, no overhangs, fitting together."""

from __future__ import annotations

import runpy
from functools import cache
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
import trimesh
from manifold3d import Manifold, Mesh

from icefield.core.errors import BadOption
from icefield.core.message import message
from icefield.press.models import models_of
from icefield.press.models.glide import DEEP, FLOOR, SEAT, Fit
from icefield.press.solid import Model, as_3mf, as_stl, faults, model, plate, polygon, turned

from .printed_pdfs import KEYS

SCRIPT = Path(__file__).parents[2] / "scripts" / "solid_view.py"
COUNTS = {
    "seals": {"seal": 2, "bear": 2, "disc": 50},
    "glide": {"board": 1, "floe": 12, "player": 2},  # "1 game board, 2 player pieces, 12 ice floes"
    "strait": {
        "floe-3": 4,
        "floe-5": 4,
        "floe-9": 4,
        "floe-7": 3,
        "floe-11": 3,
        "floe-13": 3,
        "floe-21": 3,
        "explorer": 12,
    },
    "torch": {f"pyramid-{letter}": 4 for letter in "abcdef"},
}
SIZES = {"seals": (12, 50), "glide": (16, 60), "strait": (18, 60), "torch": (8, 40)}


@cache
def made(key: str, size: float | None = None, clearance: float | None = None) -> dict[str, Model]:
    return {each.id: each for each in models_of(key, size, clearance) or ()}


CASES = [(key, size) for key in KEYS for size in (None, *SIZES[key])]


@pytest.mark.parametrize("key", KEYS)
def test_there_are_as_many_as_the_game_needs(key: str) -> None:
    assert {name: each.count for name, each in made(key).items()} == COUNTS[key]


@pytest.mark.parametrize(("key", "size"), CASES)
def test_models_can_be_printed_in_every_size(key: str, size: float | None) -> None:
    for each in made(key, size).values():
        assert faults(each) == [], each.id


@pytest.mark.parametrize("key", KEYS)
def test_another_library_finds_them_closed_too(key: str) -> None:
    for each in made(key).values():
        read = trimesh.load(BytesIO(as_stl(each)), file_type="stl")
        assert isinstance(read, trimesh.Trimesh)
        assert read.is_watertight, each.id
        assert read.is_winding_consistent
        assert read.volume == pytest.approx(each.volume, rel=1e-3)
        assert read.bounds[0][2] == pytest.approx(0, abs=1e-4)
        assert len(read.split()) == 1, f"{each.id} falls apart"
        steep = read.face_normals[:, 2] < -np.cos(np.radians(45)) - 1e-3
        above = read.triangles[:, :, 2].max(axis=1) > 1e-3
        assert not (steep & above).any(), f"{each.id} needs supports"


@pytest.mark.parametrize("key", KEYS)
def test_a_3mf_file_has_every_copy_apart(key: str) -> None:
    scene = trimesh.load(BytesIO(as_3mf(list(made(key).values()))), file_type="3mf")
    assert isinstance(scene, trimesh.Scene)
    assert len(scene.graph.nodes_geometry) == sum(COUNTS[key].values())
    boxes = []
    for node in scene.graph.nodes_geometry:
        matrix, name = scene.graph[node]
        low, high = scene.geometry[name].copy().apply_transform(matrix).bounds
        boxes.append((low, high))
    for i, (low, high) in enumerate(boxes):
        for other_low, other_high in boxes[:i]:
            apart = (low[:2] >= other_high[:2]) | (other_low[:2] >= high[:2])
            assert apart.any()


def test_the_same_models_are_the_same_file() -> None:
    models = models_of("torch")
    assert models is not None
    assert as_3mf(models) == as_3mf(models)


# -- fit ------------------------------------------------------------------------------------------


def solid(each: Model) -> Manifold:
    return Manifold(Mesh(each.points.astype(np.float32), each.faces.astype(np.uint32)))


def overlap(a: Model, b: Model, move: tuple[float, float, float]) -> float:
    """The volume that two things would share."""
    assert not solid(a).is_empty()
    return float((solid(a) ^ solid(b).translate(move)).volume())


@pytest.mark.parametrize(("size", "clearance"), [(25, 0.25), (16, 0.1), (40, 0.6)])
def test_G1_a_floe_sits_in_a_field_with_clearance(size: float, clearance: float) -> None:
    parts = made("glide", size, clearance)
    board, floe = parts["board"], parts["floe"]
    corner = (-2 * size, -2 * size)  # the middle of a1
    assert overlap(board, floe, (*corner, FLOOR)) < 1e-3
    for way in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        (x, y), (dx, dy) = corner, (clearance * way[0], clearance * way[1])
        assert overlap(board, floe, (x + 0.9 * dx, y + 0.9 * dy, FLOOR)) < 1e-3
        held = overlap(board, floe, (x + 1.5 * dx, y + 1.5 * dy, FLOOR))
        assert held > 1e-3  # and it is held there
    assert floe.size[2] > DEEP + 1  # fingers can reach it
    assert Fit(size, clearance).floe + 2 * clearance < size  # neighbours do not touch


@pytest.mark.parametrize(("size", "clearance"), [(25, 0.25), (16, 0.1), (40, 0.6)])
def test_G1_a_piece_stands_on_a_floe(size: float, clearance: float) -> None:
    parts = made("glide", size, clearance)
    floe, piece = parts["floe"], parts["player"]
    high = floe.size[2] - SEAT
    assert overlap(floe, piece, (0, 0, high)) < 1e-3
    assert overlap(floe, piece, (0.85 * clearance, 0, high)) < 1e-3
    assert overlap(floe, piece, (1.5 * clearance, 0, high)) > 1e-3
    assert overlap(floe, piece, (0, 0, high - 0.1)) > 1  # it stands on the floor of the hollow
    assert piece.size[2] > piece.size[0]


def test_I1_floes_lie_side_by_side() -> None:
    floe = made("strait", 30, 0.3)["floe-3"]
    assert floe.size[1] == pytest.approx(30 - 2 * 0.3)


def test_T4_pyramids_have_a_groove_for_each_unit_of_weight() -> None:
    faces = [len(each.faces) for each in made("torch").values()]
    assert faces[0] == faces[1] < faces[2] == faces[3] < faces[4] == faces[5]
    bases = [each.size[0] for each in made("torch").values()]
    assert bases == sorted(set(bases))


# -- the checks themselves ------------------------------------------------------------------------


def _some(body: object) -> Model:
    return model("some", message("press.board"), 1, body)


def test_the_check_sees_an_overhang() -> None:
    mushroom = turned(((0, 0), (2, 0), (2, 4), (6, 5), (6, 6), (0, 6)))
    assert faults(_some(mushroom)) == ["overhang"]


def test_the_check_sees_a_hole_and_a_thing_inside_out() -> None:
    good = _some(plate(polygon(6, 5), 3))
    assert faults(good) == []
    torn = Model(good.id, good.name, 1, good.points, good.faces[1:])
    assert "open" in faults(torn)
    with pytest.raises(AssertionError, match="open"):
        as_stl(torn)
    assert "inside-out" in faults(Model(good.id, good.name, 1, good.points, good.faces[:, ::-1]))


def test_the_check_sees_what_does_not_stand() -> None:
    good = _some(plate(polygon(6, 5), 3))
    lifted = Model(good.id, good.name, 1, good.points + np.array([0, 0, 1]), good.faces)
    assert {"floating", "no-base"} <= set(faults(lifted))


@pytest.mark.parametrize(("size", "clearance"), [(7, None), (61, None), (None, 0.01), (None, 1.5)])
def test_sizes_that_cannot_be_printed_are_refused(
    size: float | None, clearance: float | None
) -> None:
    with pytest.raises(BadOption) as caught:
        models_of("glide", size, clearance)
    assert caught.value.refusal.code == "bad-option"


def test_a_game_without_models_has_none() -> None:
    assert models_of("nothing") is None


# -- pictures -------------------------------------------------------------------------------------


def test_view_shows_the_nearer_thing() -> None:
    script = runpy.run_path(str(SCRIPT))
    placed, view = script["Placed"], script["view"]
    slab = _some(plate(polygon(4, 20, 45), 2))
    peg = _some(plate(polygon(24, 5), 10))
    picture = view([placed(slab, colour=(0, 0, 250)), placed(peg, 0, 0, 2, (250, 0, 0))], 120)
    counts = picture.getcolors(maxcolors=100_000)
    assert counts is not None
    red = sum(n for n, (r, _, b) in counts if r > 90 and b < 60)
    blue = sum(n for n, (r, _, b) in counts if b > 90 and r < 60)
    assert red > 500
    assert blue > red
