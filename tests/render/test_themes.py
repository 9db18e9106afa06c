"""The style sheets: complete in every theme, harmless on other pages, readable."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from icefield.render import themes

FOLDER = Path(themes.__file__).parent
GAMES = FOLDER.parent / "games"
LOOKS = [FOLDER / "look.css", *sorted(GAMES.glob("*/data/look.css"))]
SYMBOLS = [
    *sorted((FOLDER / "symbols").rglob("*.svg")),
    *sorted(GAMES.glob("*/data/symbols/*.svg")),
]


def blocks(sheet: str) -> list[tuple[str, str]]:
    """Selector and body of every innermost rule."""
    sheet = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    return [(s.strip(), body) for s, body in re.findall(r"([^{}]+)\{([^{}]*)\}", sheet)]


def test_every_theme_defines_the_same_properties() -> None:
    defining = [
        (selector, frozenset(re.findall(r"(--[\w-]+):", body)))
        for selector, body in blocks(themes.css())
        if "--ice-water:" in body
    ]
    assert len(defining) == 6  # light, two by media query, three by attribute
    first = defining[0][1]
    assert all(names == first for _, names in defining), defining
    for theme in themes.THEMES:
        assert frozenset(themes.palette(theme)) == first
        assert all(re.fullmatch(r"#[0-9a-f]{6}", v) for v in themes.palette(theme).values())


def test_every_property_is_defined_and_used() -> None:
    used = set(re.findall(r"var\((--[\w-]+)\)", themes.css()))
    assert used == set(themes.palette("light"))


def test_every_rule_stays_inside_the_drawing() -> None:
    sheets = "".join(file.read_text() for file in (*LOOKS, FOLDER / "touch.css"))
    for selector, _ in blocks(sheets):
        for part in re.split(r"\s*,\s*", selector):
            assert part.startswith(".icefield") or part.endswith("%"), part
    for theme in themes.THEMES:
        for selector, _ in blocks(themes.standalone(theme)):
            assert all(p.startswith(f".icefield.theme-{theme}") for p in selector.split(","))


def test_a_standalone_drawing_has_the_style_of_its_own_game_only() -> None:
    for theme in (None, *themes.THEMES):
        assert ".plate" in themes.standalone(theme, "torch")
        assert ".plate" not in themes.standalone(theme, "seals")
        assert themes.standalone(theme, "no such game") == themes.standalone(theme, "seals")
    assert "--ice-torch-sun:" in themes.standalone(None, "torch")
    assert "--ice-torch-" not in themes.standalone(None, "seals")


def test_motion_only_where_the_reader_has_nothing_against_it() -> None:
    sheet = (FOLDER / "touch.css").read_text()
    calm, _, moving = sheet.partition("@media (prefers-reduced-motion: no-preference)")
    assert "animation" not in calm
    assert "transition" not in calm
    assert "animation" in moving


@pytest.mark.parametrize("file", SYMBOLS, ids=lambda f: f"{f.parts[-4]}/{f.stem}")
def test_a_symbol_is_painted_by_the_style_sheet_alone(file: Path) -> None:
    root = ET.parse(file).getroot()
    assert root.get("viewBox") == "-50 -50 100 100"
    styled = set(re.findall(r"\.([a-z][\w-]*)", "".join(f.read_text() for f in LOOKS)))
    for element in list(root.iter())[1:]:
        assert not {"id", "fill", "stroke", "style"} & set(element.attrib)
        if element.tag.endswith("}image"):
            assert (file.parent / element.get("href", "")).is_file(), element.get("href")
        elif not element.tag.endswith("}g"):
            classes = element.get("class", "").split()
            assert classes, f"{element.tag} has no class"
            assert styled.issuperset(classes), f"no rule for one of {classes}"


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: str, b: str) -> float:
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", themes.THEMES)
@pytest.mark.parametrize(
    ("upper", "lower", "least"),
    [  # WCAG 2: 4.5 for text, 3 for what must be seen to play
        ("label", "snow", 4.5),
        ("hole", "ice", 3.0),
        ("hole", "ice-dark", 3.0),
        ("hole", "hole-rim", 3.0),
        ("snow", "water", 3.0),
        ("seal", "seal-token", 3.0),
        ("bear", "bear-token", 3.0),
        ("ink", "bear", 3.0),
        ("safe", "on-safe", 3.0),
        ("touch", "ice", 3.0),
        ("touch", "ice-dark", 3.0),
        ("touch", "on-touch", 3.0),
        ("refused", "ice", 3.0),
        ("focus", "ice", 3.0),
        ("focus", "ice-dark", 3.0),
        *((f"on-seat-{n}", f"seat-{n}", 4.5) for n in range(4)),
        *((f"torch-{suit}", "torch-plate", 4.5) for suit in ("sun", "moon", "crown", "arm")),
        *(("torch-on-suit", f"torch-{suit}", 4.5) for suit in ("sun", "moon", "crown", "arm")),
        ("torch-plate", "torch-gap", 2.2),  # in the dark its bright outline helps
        ("torch-load", "torch-plate-edge", 3.0),
        ("torch-on-plate", "torch-plate", 4.5),
        ("torch-on-coin", "torch-coin", 4.5),
        ("torch-on-full", "torch-full", 4.5),
        ("torch-on-water", "water", 4.5),
        ("torch-flame", "water", 4.5),
        ("strait-on-land", "strait-station", 4.5),
        ("strait-on-land", "strait-land", 4.0),
        ("strait-on-plate", "strait-plate", 4.5),
        ("strait-on-badge", "strait-badge", 4.5),
        ("strait-ridge", "strait-floe", 3.0),
        ("strait-rim", "strait-plate", 3.0),
        *(("strait-floe", f"strait-sea-{n}", 3.0) for n in range(1, 5)),
        *(("strait-on-sea", f"strait-sea-{n}", 4.0) for n in range(1, 5)),
        *(("strait-flow", f"strait-sea-{n}", 2.9) for n in range(1, 5)),
        *((f"strait-sea-{n}", f"strait-sea-{n + 1}", 1.2) for n in range(1, 4)),  # their lightness
        *(("strait-border", f"strait-sea-{n}", 2.9) for n in range(1, 5)),
        *((f"strait-on-{c}", f"strait-{c}", 4.5) for c in ("grey", "red", "yellow", "black")),
    ],
)
def test_contrast(theme: str, upper: str, lower: str, least: float) -> None:
    colours = themes.palette(theme)
    found = contrast(colours[f"--ice-{upper}"], colours[f"--ice-{lower}"])
    assert found >= least, f"{upper} on {lower} has {found:.2f} in {theme}"


def test_css_names_the_colours_of_the_seats() -> None:
    sheet = themes.css()
    assert ".seat-colours.game-torch { --seat-0: var(--ice-torch-sun);" in sheet
    assert ".seat-colours.game-glide { --seat-0: var(--ice-seat-0);" in sheet
