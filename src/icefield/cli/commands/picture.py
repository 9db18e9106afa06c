"""`icefield picture RECORD --out FILE`: draw a board, or a game as a film.

A board is written as SVG or PNG. With `--position KEY`: draw a single position.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ...core.message import message
from ...render.themes import THEMES
from ..arguments import Commands, read_position
from ..console import BadUsage, Console, file_trouble
from ..text_files import record_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...core.game import Position

_FILMS: Final = ("gif", "webp")
_FORMS: Final = ("svg", "png", *_FILMS)
_WIDTH: Final = {"svg": 800, "png": 800, "gif": 480, "webp": 480}
_NARROWEST, _WIDEST = 120, 1600  # copied from render.raster, whose imports are slow


def add(commands: Commands) -> None:
    parser = commands.add("picture", picture)
    parser.add_argument(
        "record", metavar="RECORD", nargs="*", help=commands.text("cli.analyse.record")
    )
    parser.add_argument(
        "--out", "-o", metavar="FILE", required=True, help=commands.text("cli.picture.out")
    )
    parser.add_argument("--position", metavar="KEY", help=commands.text("cli.picture.position"))
    parser.add_argument(
        "--game", metavar="N", type=commands.whole(1), help=commands.text("cli.analyse.game")
    )
    parser.add_argument(
        "--ply", metavar="N", type=commands.whole(0), help=commands.text("cli.picture.ply")
    )
    parser.add_argument(
        "--theme", choices=THEMES, default="light", help=commands.text("cli.picture.theme")
    )
    parser.add_argument(
        "--width",
        metavar="PIXELS",
        type=commands.whole(_NARROWEST, _WIDEST),
        help=commands.text("cli.picture.width"),
    )
    commands.flag(parser, "--flip", "cli.picture.flip")


def picture(options: argparse.Namespace, console: Console) -> int:
    """Draw the picture or film, write the file and print its name."""
    form = Path(options.out).suffix.lower().removeprefix(".")
    if form not in _FORMS:
        raise BadUsage(message("cli.picture.form", forms=", ".join(f".{f}" for f in _FORMS)))
    made, count = _made(form, _moments(options, form), options, console.language)
    try:
        Path(options.out).write_bytes(made)
    except OSError as error:
        raise file_trouble(error, options.out) from error
    size = max(1, round(len(made) / 1024))
    console.say(message("cli.picture.written", file=options.out, n=count, size=size))
    return 0


def _moments(options: argparse.Namespace, form: str) -> Sequence[Position]:
    """Return the positions to draw: one for a picture, all up to it for a film."""
    if options.position is not None:
        from ...games import game

        return (read_position(game(options.position), options.record or None),)
    if len(options.record) != 1:
        raise BadUsage(message("cli.picture.nothing"))
    positions = record_in(options.record[0], options.game).replay()
    last = len(positions) - 1 if options.ply is None else options.ply
    if last >= len(positions):
        raise BadUsage(message("cli.picture.no_ply", ply=last, plies=len(positions) - 1))
    return positions[: last + 1] if form in _FILMS else positions[last : last + 1]


def _made(
    form: str, positions: Sequence[Position], options: argparse.Namespace, language: str
) -> tuple[bytes, int]:
    """Return the content of the file, and its number of drawings."""
    from ...render.svg import svg

    def drawn(position: Position) -> str:
        return svg(
            position.scene(None),
            theme=options.theme,
            language=language,
            flip=options.flip,
            size=options.width or _WIDTH[form],
        )

    if form == "svg":
        return drawn(positions[0]).encode(), 1
    from ...render.film import Order, chosen

    drawings = tuple(drawn(position) for position in chosen(positions))
    return Order(form, drawings).make(), len(drawings)
