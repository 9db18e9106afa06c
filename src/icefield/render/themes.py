"""The style sheets of all drawings: one palette table, one sheet for looks, one for touching,
one for how things come and go.

`look.css` and `touch.css` hold rules only and take every colour from a custom property
`--ice-<name>`; the table below gives each property its value in every theme. A standalone SVG and
a web page use the same text, so that a board looks the same in both.

What only one game needs is in `look-<game>.css`, with properties `--ice-<game>-<name>`: a page has
them all, a standalone drawing only those of its own game.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

THEMES: Final = ("light", "dark", "contrast")

_FOLDER: Final = Path(__file__).resolve().parent

# One row per property and one column per theme: a theme cannot lack a property. `contrast` is
# black and white with two signal colours, and leans on the shapes.
_PALETTE: Final[dict[str, tuple[str, str, str]]] = {
    # the sea and the sheet of ice
    "water": ("#17505f", "#06161d", "#000000"),
    "ripple": ("#3f8b9b", "#1f4a59", "#ffffff"),
    "shadow": ("#062027", "#000000", "#000000"),
    "below": ("#5fb6c2", "#22627a", "#000000"),
    "snow": ("#fbfdfe", "#527789", "#ffffff"),
    "snow-line": ("#b7d3df", "#8db2c5", "#000000"),
    "ice": ("#edf5f9", "#456b80", "#ffffff"),
    "ice-dark": ("#dfedf4", "#3e6277", "#ececec"),
    "grid": ("#bfd7e3", "#5b8298", "#000000"),
    "label": ("#44697b", "#f6fbfd", "#000000"),
    # a hole in the ice
    "hole": ("#0d3a47", "#02070a", "#000000"),
    "hole-wall": ("#79bccb", "#5d8ca1", "#ffffff"),
    "hole-rim": ("#ffffff", "#b4d2e0", "#ffffff"),
    "hole-line": ("#7aa8ba", "#203c4b", "#000000"),
    "glint": ("#4a93a5", "#2c6175", "#ffffff"),
    # tokens
    "seal": ("#33404b", "#26323b", "#000000"),
    "seal-light": ("#c3d0d8", "#b9c8d1", "#ffffff"),
    "seal-token": ("#d2ebf3", "#bfe0eb", "#ffffff"),
    "bear": ("#ffffff", "#f6fafc", "#ffffff"),
    "bear-shade": ("#d3e0e8", "#c7d6df", "#ffffff"),
    "bear-token": ("#2d5f87", "#1f4a6d", "#707070"),
    "ink": ("#101b24", "#0b141b", "#000000"),
    "edge": ("#14222c", "#dceaf1", "#000000"),
    # marks
    "last": ("#ef8a1d", "#ffb24d", "#ffc400"),
    "casing": ("#ffffff", "#0a1a23", "#000000"),
    "crack": ("#c2600a", "#ffc67a", "#c04000"),
    "safe": ("#137a4a", "#5fe3a1", "#000000"),
    "on-safe": ("#ffffff", "#04140c", "#ffffff"),
    # touching
    "touch": ("#0b6cb0", "#7fd0ff", "#0000d0"),
    "on-touch": ("#ffffff", "#06202f", "#ffffff"),
    "refused": ("#c01f3b", "#ffa9b5", "#c00000"),
    "focus": ("#7420c9", "#ffe45c", "#d000a0"),
}

# Seats of games whose pieces are told apart by player: shape or letter carries it, colour helps.
_SEATS: Final[dict[str, tuple[str, str, str]]] = {
    "seat-0": ("#25303a", "#1a232b", "#000000"),
    "seat-1": ("#ffffff", "#f6fafc", "#ffffff"),
    "seat-2": ("#b5462f", "#e8806a", "#8a0000"),
    "seat-3": ("#2f7d4f", "#6cc68e", "#004d00"),
    "on-seat-0": ("#ffffff", "#ffffff", "#ffffff"),
    "on-seat-1": ("#101b24", "#101b24", "#000000"),
    "on-seat-2": ("#ffffff", "#1d0702", "#ffffff"),
    "on-seat-3": ("#ffffff", "#04140a", "#ffffff"),
}

# What only one game is painted with; the names begin with its key.
_GAMES: Final[dict[str, tuple[str, str, str]]] = {
    # open water and the tiles on it
    "torch-gap": ("#0d3a47", "#020b10", "#000000"),
    "torch-on-water": ("#cfe6ee", "#b9d3de", "#ffffff"),
    "torch-wave": ("#a8dbe6", "#6fa7ba", "#ffffff"),
    "torch-plate": ("#f2f8fb", "#2f5265", "#ffffff"),
    "torch-plate-edge": ("#a9cddb", "#1c3847", "#ffffff"),
    "torch-plate-line": ("#8fb8c9", "#5f8ba1", "#000000"),
    "torch-glint": ("#ffffff", "#4d7a91", "#ffffff"),
    "torch-on-plate": ("#16303c", "#eef6fa", "#000000"),
    "torch-load": ("#1f5a73", "#bfe0ee", "#000000"),
    "torch-full": ("#c2410c", "#ffb24d", "#a00000"),
    "torch-on-full": ("#ffffff", "#1a1003", "#ffffff"),
    # the suits
    "torch-sun": ("#b23a22", "#ffb199", "#8a0000"),
    "torch-moon": ("#2c3742", "#e6ecf1", "#000000"),
    "torch-crown": ("#23744a", "#93e0ae", "#004d00"),
    "torch-arm": ("#2758a5", "#a6c8ff", "#00008a"),
    "torch-on-suit": ("#ffffff", "#0b151c", "#ffffff"),
    # coins and the candle
    "torch-coin": ("#f3e3b5", "#d9c48c", "#ffffff"),
    "torch-on-coin": ("#4a3a10", "#2a2008", "#000000"),
    "torch-wax": ("#fff8ea", "#e9dfc9", "#ffffff"),
    "torch-drip": ("#e6d6b4", "#c9b78f", "#cccccc"),
    "torch-flame": ("#ffb02e", "#ffb02e", "#ffc400"),
    "torch-flame-line": ("#d9730d", "#ffd27a", "#000000"),
    "torch-core": ("#fff3c4", "#fff3c4", "#ffffff"),
    # dark water, floes and the goal
    "glide-water": ("#17505f", "#06161d", "#000000"),
    "glide-grid": ("#2c6a7a", "#12303c", "#5a5a5a"),
    "glide-on-water": ("#cfe6ee", "#b9d3de", "#ffffff"),
    "glide-floe": ("#f4fafc", "#5c8599", "#ffffff"),
    "glide-floe-side": ("#86bccb", "#2b5165", "#8c8c8c"),
    "glide-floe-line": ("#c3dce6", "#7ea6b8", "#000000"),
    "glide-glint": ("#ffffff", "#9cc2d2", "#ffffff"),
    "glide-goal": ("#ffd54a", "#ffd54a", "#ffff00"),
    "glide-goal-water": ("#0f3f4d", "#0b2732", "#000000"),
    "glide-goal-casing": ("#0b2b35", "#04141b", "#000000"),
    "glide-focus": ("#ffe45c", "#ffe45c", "#ffff00"),
    # the Strait: land and sea
    "strait-water": ("#123f4d", "#040f15", "#000000"),
    "strait-sea-0": ("#1d6476", "#0c2a37", "#000000"),
    "strait-sea-1": ("#2a7486", "#123747", "#1c1c1c"),
    "strait-sea-2": ("#195768", "#081f2a", "#303030"),
    "strait-sea-3": ("#34808f", "#174357", "#404040"),
    "strait-grid": ("#3f8b9b", "#1f4a59", "#8c8c8c"),
    "strait-flow": ("#7fc4d0", "#3f7f96", "#b0b0b0"),
    "strait-entry": ("#ffe08a", "#ffd27a", "#ffff00"),
    "strait-on-sea": ("#e4f3f7", "#a9cbd8", "#ffffff"),
    "strait-land": ("#d8d0bb", "#3d3a31", "#6e6e6e"),
    "strait-shore": ("#8f8468", "#6b6552", "#000000"),
    "strait-station": ("#f6f1e2", "#57523f", "#ffffff"),
    "strait-peak": ("#a89d82", "#5f5a48", "#404040"),
    "strait-on-land": ("#3a3320", "#f3ecd8", "#000000"),
    "strait-plate": ("#e8f0f2", "#14252e", "#ffffff"),
    "strait-plate-lit": ("#fff6e0", "#2c3a35", "#ffffff"),
    "strait-plate-line": ("#7fa1ad", "#47697a", "#000000"),
    "strait-on-plate": ("#16303c", "#e6f1f5", "#000000"),
    "strait-slot": ("#cfdde2", "#0a161c", "#d8d8d8"),
    # floes, goods, bears
    "strait-floe": ("#f3fafc", "#9fc4d3", "#ffffff"),
    "strait-floe-side": ("#7fb3c4", "#3d6a7d", "#8c8c8c"),
    "strait-floe-line": ("#c3dbe5", "#7da6b8", "#000000"),
    "strait-movable": ("#ffb733", "#ffc766", "#0000d0"),
    "strait-ridge": ("#1f5f86", "#174a69", "#000000"),
    "strait-ridge-line": ("#123a52", "#08202e", "#000000"),
    "strait-ridge-light": ("#8cc4e0", "#6fb0d0", "#ffffff"),
    "strait-rope": ("#c98d3c", "#d9a04f", "#b06000"),
    "strait-rope-line": ("#6b430f", "#4a2d08", "#000000"),
    "strait-fish": ("#58b3a5", "#4fae9f", "#ffffff"),
    "strait-fish-line": ("#0f4740", "#06302a", "#000000"),
    "strait-badge": ("#16303c", "#0b1a22", "#000000"),
    "strait-on-badge": ("#ffffff", "#ffffff", "#ffffff"),
    "strait-burst": ("#22345c", "#0d1a3a", "#000000"),
    "strait-alarm": ("#d6331f", "#ff6a52", "#c00000"),
    "strait-mouth": ("#8f1414", "#8f1414", "#c00000"),
    "strait-bag": ("#8a6b45", "#9c7b52", "#a0a0a0"),
    "strait-wake": ("#0f8fb8", "#5fd0f0", "#0000d0"),
    "strait-focus": ("#ffe45c", "#ffe45c", "#ffff00"),
    # the explorers
    "strait-grey": ("#8d9aa6", "#93a1ad", "#909090"),
    "strait-red": ("#c22a1c", "#d23a29", "#a00000"),
    "strait-yellow": ("#ffd23e", "#ffd548", "#ffe000"),
    "strait-black": ("#20262d", "#171c22", "#000000"),
    "strait-on-grey": ("#10181f", "#10181f", "#000000"),
    "strait-on-red": ("#ffffff", "#ffffff", "#ffffff"),
    "strait-on-yellow": ("#3a2c00", "#3a2c00", "#000000"),
    "strait-on-black": ("#ffffff", "#ffffff", "#ffffff"),
    "strait-rim": ("#0d151b", "#f0f6f9", "#000000"),
    "strait-fur": ("#fbf4e6", "#f4ead6", "#ffffff"),
    "strait-face": ("#e3b48c", "#d9a87f", "#d0d0d0"),
    "strait-glow": ("#ff9d00", "#ffcf70", "#0000d0"),
}


def palette(theme: str) -> dict[str, str]:
    """Custom property → colour in a theme, e.g. `{"--ice-water": "#17505f", …}`.

    Raises ValueError for a name that is not in THEMES.
    """
    if theme not in THEMES:
        raise ValueError(f"no theme {theme!r}; there are {', '.join(THEMES)}")
    column = THEMES.index(theme)
    return {f"--ice-{name}": row[column] for name, row in (_PALETTE | _SEATS | _GAMES).items()}


@lru_cache(maxsize=1)
def css() -> str:
    """The style sheet for a web page that embeds drawings made with `theme="page"` or
    `interactive=True`.

    The custom properties stand on `:root`, so the page may use them too. The reader's system
    chooses the theme unless an element (best `<html>`) says `data-theme="light"`, `"dark"` or
    `"contrast"`.
    """
    auto = ":root:not([data-theme])"
    parts = [
        _block(":root", "light"),
        f"@media (prefers-color-scheme: dark) {{ {_block(auto, 'dark')} }}",
        f"@media (prefers-contrast: more) {{ {_block(auto, 'contrast')} }}",
        *(_block(f'[data-theme="{theme}"]', theme) for theme in THEMES),
        _sheet("look.css"),
        *map(_sheet, _game_sheets().values()),
        _sheet("touch.css"),
        _sheet("motion.css"),
    ]
    return "\n".join(parts)


@lru_cache(maxsize=64)
def standalone(theme: str | None, game: str = "") -> str:
    """The style sheet a standalone SVG of a game embeds: it follows the viewer's system when
    `theme` is None, else it is that theme.

    Every selector begins at the drawing's own class, because a style element inside an SVG that is
    pasted into a page (a notebook does that) applies to the whole page. A fixed theme has its
    colours written in, as many SVG tools know no custom properties.
    """
    own = _game_sheets().get(game)
    rules = _pack(_sheet("look.css")) + ("" if own is None else _pack(_sheet(own)))
    if theme is not None:
        colours = palette(theme)
        rules = re.sub(r"var\((--[\w-]+)\)", lambda found: colours[found[1]], rules)
        return rules.replace(".icefield", f".icefield.theme-{theme}")
    light, dark, contrast = (_pack(_block(".icefield", name, game)) for name in THEMES)
    return (
        light
        + f"@media (prefers-color-scheme:dark){{{dark}}}"
        + f"@media (prefers-contrast:more){{{contrast}}}"
        + rules
    )


def _block(selector: str, theme: str, game: str | None = None) -> str:
    """The properties of a theme: all, or those that a drawing of one game needs."""
    others = () if game is None else tuple(f"--ice-{g}-" for g in _game_sheets() if g != game)
    lines = "".join(
        f"  {name}: {value};\n"
        for name, value in palette(theme).items()
        if not name.startswith(others)
    )
    return f"{selector} {{\n{lines}}}"


@lru_cache(maxsize=1)
def _game_sheets() -> dict[str, str]:
    """The games that have a sheet of their own, with its file name."""
    return {f.stem.removeprefix("look-"): f.name for f in sorted(_FOLDER.glob("look-*.css"))}


@lru_cache(maxsize=8)
def _sheet(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def _pack(sheet: str) -> str:
    """The sheet without comments and spare white space."""
    sheet = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    sheet = re.sub(r"\s+", " ", sheet)
    return re.sub(r" ?([{};,]) ?|(:) ", lambda found: found[1] or found[2], sheet).strip()
