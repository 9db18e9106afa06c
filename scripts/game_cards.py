"""Writes the pictures of the home page: `data/card/LANGUAGE.svg` of each game.

    python scripts/game_cards.py            write them
    python scripts/game_cards.py --check    exit 1 where one is not what the scene draws

They are files, so that the home page needs neither rules nor compiled code.
"""

from __future__ import annotations

import sys
from pathlib import Path

from icefield.core.message import LOCALE_FOLDER
from icefield.games import folder, keys
from icefield.games import game as find_game
from icefield.server.views.board import draw_card


def cards() -> dict[Path, str]:
    """The content of each file."""
    languages = sorted(path.parent.name for path in LOCALE_FOLDER.glob("*/LC_MESSAGES"))
    found = {}
    for key in keys():
        place = folder(key)
        assert place is not None
        for language in languages:
            path = place / "data" / "card" / f"{language}.svg"
            found[path] = draw_card(find_game(key), language)
    return found


def outdated() -> list[Path]:
    """The files that differ from what the scene draws."""
    return [
        path
        for path, drawing in cards().items()
        if not path.exists() or path.read_text("utf-8") != drawing
    ]


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(1 if outdated() else 0)
    for path, drawing in cards().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(drawing, "utf-8")
