"""What `render.text` promises."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import icefield
from icefield import Message, Scene
from icefield.core.scene import Piece, Space
from icefield.render.text import text

from .conftest import GOLDEN

SceneOf = Callable[[str], Scene]


def test_golden_texts(drawn: tuple[str, Scene], agree: Callable[[Path, str], None]) -> None:
    name, scene = drawn
    agree(GOLDEN / f"{name}.txt", text(scene) + "\n")


def test_start_reads_like_a_board(scene_of: SceneOf) -> None:
    lines = text(scene_of("seals-start")).splitlines()
    assert lines[0] == "8        ·  ·  ·  ·"
    assert lines[6] == "2     S  ·  ·  ·  ·  B"
    assert lines[8] == "   a  b  c  d  e  f  g  h"
    assert lines[-2:] == ["The seals move.", "48 empty spaces, 0 holes"]


def test_marks_are_told_without_colour(scene_of: SceneOf) -> None:
    lines = text(scene_of("seals-isolated")).splitlines()
    assert "[B]" in lines[3]  # the bear that moved last
    assert "(o)" in lines[2]  # the hole it left
    assert "*S*" in lines[1]  # the isolated seal


def test_colour_adds_escape_sequences_only(drawn: tuple[str, Scene]) -> None:
    _, scene = drawn
    coloured = text(scene, colour=True)
    assert "\x1b[" in coloured
    bare = "\n".join(line.rstrip() for line in re.sub(r"\x1b\[[\d;]*m", "", coloured).split("\n"))
    assert bare == text(scene)
    assert coloured.count("\x1b[0m") * 2 == coloured.count("\x1b[")


def test_names_come_from_ids_where_there_are_no_labels(scene_of: SceneOf) -> None:
    scene = scene_of("seals-start")
    assert text(replace(scene, labels=())) == text(scene)


def test_spaces_without_a_cell_are_told_by_name() -> None:
    home = Space("home", 0, 0, (), "ice", Message("two penguins at home"))
    away = Space("away", 1, 0, (), "ice", Message("nobody away"))
    penguin = Piece("p", "none/p", 0, 0, "token", Message("penguin"), space="home")
    scene = Scene("none", 1, 1, Message("Go on."), (home, away), (penguin,))
    assert text(scene) == "two penguins at home\nGo on."


def test_longer_glyphs_widen_the_cells() -> None:
    wide = Space("a1", 0, 0, (), "ice", Message("a1"), cell=(0, 0), glyph="~~~")
    slim = Space("b1", 1, 0, (), "ice", Message("b1"), cell=(1, 0))
    scene = Scene("none", 1, 1, Message("Go on."), (wide, slim))
    assert text(scene).splitlines()[:2] == ["1  ~~~   ·", "    a    b"]


def test_what_stands_on_flat_ground_is_written_below_it() -> None:
    ground = Piece("t", "none/t", 0, 0, "tile flat", Message("tile"), space="a1", glyph="T")
    badge = Piece("n", "none/n", 0, 0, "badge flat", Message("badge"), space="a1", glyph="=3")
    silent = Piece("l", "none/l", 0, 0, "load flat", Message("load"), space="a1", glyph="")
    others = tuple(
        Piece(g, "none/p", 0, 0, "token", Message(g), space="a1", glyph=g) for g in ("AA", "B", "C")
    )
    spaces = tuple(
        Space(i, x, 0, (), "tile", Message(i), cell=(x, 0)) for i, x in (("a1", 0), ("b1", 1))
    )
    scene = Scene("none", 1, 1, Message("Go on."), spaces, (ground, badge, silent, *others))
    lines = text(scene).splitlines()
    assert lines[:4] == ["1  T=3    ·", "   AA B", "    C", ""]
    assert lines[4:] == ["    a     b", "", "Go on."]


def test_the_things_of_one_seat_are_told_in_one_line() -> None:
    things = [
        Piece(n, "none/p", 0, 0, "token", Message(n), seat=s)
        for n, s in (("Ann", 0), ("Bob", 1), ("a coin", 0), ("a storm", None), ("a die", 0))
    ]
    scene = Scene("none", 1, 1, Message("Go on."), (), tuple(things))
    assert text(scene).splitlines() == ["Ann: a coin, a die", "Bob", "a storm", "Go on."]


def test_torch_reads_like_a_board(scene_of: SceneOf) -> None:
    lines = text(scene_of("torch-crowd")).splitlines()
    assert lines[0].split() == ["5", "S2", "S3", "C1", "M2", "M3"]
    assert "SA SB" in lines[1]
    assert lines[-2:] == ["Moons to move.", "Round 2, Moons bears the torch, 24 tiles left"]
    assert "Moons: 12 points, the torch, 2 coin" in lines


def test_a_position_draws_itself() -> None:
    p = icefield.game("seals").start()
    assert p.svg().startswith("<svg")
    assert p.svg() == p._repr_svg_()
