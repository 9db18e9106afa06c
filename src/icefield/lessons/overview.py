"""The overview before a game's rules: aims, a turn in words, pictures.

`overview.toml` in a game's data lists the pictures:

    [[picture]]
    id = "slide"                  # its caption is the message `<key>.overview.<id>`
    position = "start"            # a position text, or "start"
    seats = 3                     # optional, for "start"
    moves = ["b2-d4"]             # optional: made first; the last one is marked
    arrow = ["e3", "d2"]          # optional: from one space to another
    crop = [2.5, 1.0, 4.0, 4.0]   # optional: left, top, width and height to show, in the units of
                                  # the scene

The drawings are files, `overview/<id>.svg`, because a page must not wait for compiled rules.
`scripts/rules_pictures.py` draws them. They belong to every language and theme: a label with words
is kept as the id of its message, and the page has the style sheet. The turn in words is the
message `<key>.overview`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any, Final

from ..core.game import Game
from ..core.message import Message, message
from ..core.scene import Label, Mark, Scene
from ..games import data, game, read_toml
from ..render.svg import PAGE, svg

START: Final = "start"
FOLDER: Final = "overview"
_LABEL: Final = re.compile(r"\[\[([\w.-]+)\]\]")
_SILENT: Final = re.compile(
    r"<title>.*?</title>\s*|<desc>.*?</desc>\s*"
    r'| role="img"| aria-[a-z]+="[^"]*"| data-[a-z]+="[^"]*"'
)


@dataclass(frozen=True, slots=True)
class Aim:
    """What a seat plays for; `who` is None where all play for the same."""

    who: Message | None
    words: Message


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing with its caption."""

    id: str
    caption: Message
    file: str

    def drawing(self, language: str) -> str:
        """The SVG for a page with the style sheet, its labels in that language."""
        return _LABEL.sub(lambda found: escape(message(found[1]).text(language)), self.file)


@dataclass(frozen=True, slots=True)
class Overview:
    """What to know before the numbered rules: a turn in words, and pictures."""

    turn: Message
    pictures: tuple[Picture, ...]


def aims(card: Game, **options: Any) -> tuple[Aim, ...]:
    """The aims of a game: one for each side, or one where all have the same."""
    words = {seat: card.aim(seat, **options) for seat in range(card.seats[0])}
    if len(set(words.values())) == 1:
        return (Aim(None, words[0]),)
    return tuple(Aim(card.seat_name(seat), said) for seat, said in words.items())


def overview(key: str) -> Overview | None:
    """The overview of a game; None where its data has none."""
    if not (entries := _entries(key)):
        return None
    return Overview(
        message(f"{key}.overview"),
        tuple(
            Picture(id_, message(f"{key}.overview.{id_}"), _read(key, id_))
            for id_ in (entry["id"] for entry in entries)
        ),
    )


def draw(key: str) -> dict[str, str]:
    """The drawings of a game's overview by the names of their files."""
    return {f"{entry['id']}.svg": _draw(game(key), entry) for entry in _entries(key)}


def _entries(key: str) -> Sequence[Mapping[str, Any]]:
    found: Sequence[Mapping[str, Any]] = read_toml(key, "overview.toml").get("picture", ())
    return found


def _read(key: str, id_: str) -> str:
    file = data(key, FOLDER, f"{id_}.svg")
    return "" if file is None else file.read_text("utf-8")


def _draw(card: Game, entry: Mapping[str, Any]) -> str:
    text = entry["position"]
    position = card.start(seats=entry.get("seats")) if text == START else card.read(text)
    for move in entry.get("moves", ()):
        position = position.play(move)
    scene = position.scene()
    if "arrow" in entry:
        centers = {space.id: (space.x, space.y) for space in scene.spaces}
        way = tuple(centers[name] for name in entry["arrow"])
        arrow = Mark("last-move", way, space=entry["arrow"][-1])
        scene = replace(scene, marks=(*scene.marks, arrow))
    return _file(replace(scene, labels=tuple(map(_without_words, scene.labels))), entry.get("crop"))


def _without_words(label: Label) -> Label:
    """The label with the id of its message, for `Picture.drawing` to translate."""
    return replace(label, text=f"[[{label.text.id}]]") if isinstance(label.text, Message) else label


def _file(scene: Scene, crop: Sequence[float] | None) -> str:
    """The drawing, only to be looked at: without buttons, names and ids.

    Its caption on the page says what it shows, and no script takes it for a board.
    """
    drawn = svg(scene, theme=PAGE)
    drawn = drawn[: drawn.index('<g class="spaces"')] + "</svg>\n"
    drawn = _SILENT.sub("", drawn).replace("<svg ", '<svg aria-hidden="true" ', 1)
    if crop is not None:
        box = " ".join(f"{number:g}" for number in crop)
        drawn = re.sub(r'viewBox="[^"]*"', f'viewBox="{box}"', drawn, count=1)
    return drawn
