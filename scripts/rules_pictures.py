"""Draws the pictures of the rules pages, `games/KEY/data/overview/*.svg`.

python scripts/rules_pictures.py
"""

from __future__ import annotations

from icefield.games import data_folder, keys
from icefield.lessons.overview import FOLDER, draw


def main() -> None:
    for key in keys():
        folder = data_folder(key) / FOLDER
        for name, drawing in draw(key).items():
            folder.mkdir(exist_ok=True)
            (folder / name).write_text(drawing, "utf-8")


if __name__ == "__main__":
    main()
