"""The style sheets of all drawings.

They are one palette table, one sheet for looks, one for touching, and one for how elements appear
and disappear.

`look.css` and `touch.css` hold rules only and take every colour from a custom property
`--ice-<name>`; the table below gives each property its value in every theme. A standalone SVG and a
web page use the same text, so that a board looks the same in both.

What only one game needs is in its data: `look.css`, and `palette.toml` with the values of its
properties `--ice-<game>-<name>`. A page has them all, a standalone drawing only those of its own
game.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from ..games import data, keys, read_toml

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
_SHARED: Final = _PALETTE | _SEATS


def palette(theme: str) -> dict[str, str]:
    """The colours of a theme by custom property: `{"--ice-water": "#17505f", …}`.

    Raises ValueError for a name that is not in THEMES.
    """
    if theme not in THEMES:
        raise ValueError(f"no theme {theme!r}; there are {', '.join(THEMES)}")
    column = THEMES.index(theme)
    tables = [_SHARED, *map(_game_palette, keys())]
    return {f"--ice-{name}": row[column] for table in tables for name, row in table.items()}


_SEATS_KEY: Final = "seats"
"""The key of a palette that names the colour of each seat's pieces."""


def _seat_colours(game: str) -> str:
    """The colours of the seats, as `--seat-0` and so on inside `.seat-colours`."""
    shared = [f"seat-{seat}" for seat in range(4)]
    own = read_toml(game, "palette.toml").get(_SEATS_KEY)
    names = [f"{game}-{name}" for name in own] if own else shared
    values = " ".join(f"--seat-{i}: var(--ice-{name});" for i, name in enumerate(names))
    return f".seat-colours.game-{game} {{ {values} }}"


@lru_cache(maxsize=32)
def _game_palette(game: str) -> dict[str, tuple[str, str, str]]:
    """The properties that only this game has; raises ValueError for a damaged file."""
    found = {}
    for own, row in read_toml(game, "palette.toml").items():
        if own == _SEATS_KEY:
            continue
        name = f"{game}-{own}"
        if name in _SHARED or not isinstance(row, list) or len(row) != len(THEMES):
            raise ValueError(f"palette of {game}: {own} must be new and have a colour per theme")
        found[name] = (str(row[0]), str(row[1]), str(row[2]))
    return found


@lru_cache(maxsize=1)
def css() -> str:
    """The style sheet for a page that embeds drawings with the theme "page".

    The custom properties stand on `:root`, so the page may use them too. The reader's system
    chooses the theme unless an element (best `<html>`) has `data-theme="light"`, `"dark"` or
    `"contrast"`.
    """
    auto = ":root:not([data-theme])"
    parts = [
        _block(":root", "light"),
        f"@media (prefers-color-scheme: dark) {{ {_block(auto, 'dark')} }}",
        f"@media (prefers-contrast: more) {{ {_block(auto, 'contrast')} }}",
        *(_block(f'[data-theme="{theme}"]', theme) for theme in THEMES),
        _sheet("look.css"),
        *filter(None, map(_game_sheet, sorted(keys()))),
        *map(_seat_colours, sorted(keys())),
        _sheet("touch.css"),
        _sheet("motion.css"),
    ]
    return "\n".join(parts)


@lru_cache(maxsize=64)
def standalone(theme: str | None, game: str = "") -> str:
    """The style sheet that a standalone SVG of a game embeds.

    It follows the viewer's system when `theme` is None, else it is that theme.

    Every selector begins with the drawing's own class, because a style element inside an SVG that
    is pasted into a page (a notebook does that) applies to the whole page. A fixed theme has its
    colours written in, as many SVG tools know no custom properties.
    """
    rules = _pack(_sheet("look.css")) + _pack(_game_sheet(game))
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
    others = {
        f"--ice-{name}" for key in keys() if game not in (None, key) for name in _game_palette(key)
    }
    lines = "".join(
        f"  {name}: {value};\n" for name, value in palette(theme).items() if name not in others
    )
    return f"{selector} {{\n{lines}}}"


@lru_cache(maxsize=32)
def _game_sheet(game: str) -> str:
    """The rules that only this game needs; empty where there are none."""
    found = data(game, "look.css")
    return "" if found is None else found.read_text(encoding="utf-8")


@lru_cache(maxsize=8)
def _sheet(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def _pack(sheet: str) -> str:
    """The sheet without comments and redundant white space."""
    sheet = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    sheet = re.sub(r"\s+", " ", sheet)
    return re.sub(r" ?([{};,]) ?|(:) ", lambda found: found[1] or found[2], sheet).strip()
