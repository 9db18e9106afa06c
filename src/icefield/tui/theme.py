"""The Textual theme and style sheet of the app, from the drawings' dark theme."""

from __future__ import annotations

from typing import Final

from textual.theme import Theme

from . import palette

THEME: Final = Theme(
    name="icefield",
    primary=palette.TOUCH,
    secondary=palette.LAST,
    accent=palette.FOCUS,
    foreground=palette.INK,
    background="#071a22",
    surface="#0b2732",
    panel="#12303c",
    success=palette.SAFE,
    warning=palette.LAST,
    error=palette.REFUSED,
    dark=True,
)

CSS: Final = """
Screen { background: $background; }
#title { height: 1; padding: 0 1; background: $panel; text-style: bold; }
#main { height: 1fr; }
#room { height: 100%; padding: 0 1; scrollbar-size: 1 1; }
#side { width: 1fr; height: 100%; padding: 0 1 0 1; }
#seats-room { height: auto; max-height: 60%; scrollbar-size: 1 1; }
#seats { height: auto; }
#buttons-room { height: auto; max-height: 70%; scrollbar-size: 1 1; }
#buttons { height: 0; width: 100%; }
#buttons-room, #moves { margin-top: 1; }
#moves { height: 1fr; min-height: 2; background: $background; }
#moves { scrollbar-size: 1 1; overflow-x: hidden; scrollbar-gutter: stable; }
#moves { overflow-y: auto; }
#place { height: 1; padding: 0 1; background: $surface; color: #b9d3de; }
#caption { height: auto; max-height: 2; padding: 0 1; }
#said { height: auto; max-height: 4; padding: 0 1; }
#typed { padding: 0 1; margin-bottom: 1; background: $panel; }
Footer { background: $panel; }
Sheet { align: center middle; background: $background 60%; }
Curtain { background: $background; }
.sheet {
    width: 64; max-width: 95%; height: auto;
    padding: 0 2; background: $surface; border: round $primary;
}
.sheet.wide { width: 88; }
.sheet-title { text-style: bold; color: $accent; margin-bottom: 1; }
.sheet-room { height: auto; max-height: 70vh; scrollbar-size: 1 1; }
.sheet-body { height: auto; padding-right: 1; }
.sheet-foot { color: #b9d3de; margin-top: 1; }
"""
