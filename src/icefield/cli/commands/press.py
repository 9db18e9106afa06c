"""`icefield press KEY`: make a PDF to cut out, or models for a 3D printer."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ...core.extras import needs
from ...core.message import message
from ..arguments import Commands
from ..console import BadUsage, Console, file_trouble

if TYPE_CHECKING:
    from ...core.game import Game

_PAPERS: Final = ("a4", "letter")  # copied from press.paper, whose imports are slow
_SOLID: Final = ("stl", "3mf")
_FORMS: Final = ("pdf", *_SOLID)


def add(commands: Commands) -> None:
    parser = commands.add("press", press)
    commands.key(parser)
    parser.add_argument(
        "--format", choices=_FORMS, default="pdf", help=commands.text("cli.press.format")
    )
    parser.add_argument(
        "--paper", choices=_PAPERS, default="a4", help=commands.text("cli.press.paper")
    )
    parser.add_argument("--out", "-o", metavar="PATH", help=commands.text("cli.press.out"))
    parser.add_argument(
        "--size", metavar="MM", type=commands.millimetres, help=commands.text("cli.press.size")
    )
    parser.add_argument(
        "--clearance",
        metavar="MM",
        type=commands.millimetres,
        help=commands.text("cli.press.clearance"),
    )


def press(options: argparse.Namespace, console: Console) -> int:
    """Write the file or files, and print what was made."""
    from ...games import game

    chosen = game(options.key)
    with needs("press"):
        solid = options.format in _SOLID
        made = _solid(chosen, options) if solid else _paper(chosen, options, console)
    for file, content in made.items():
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        except OSError as error:
            raise file_trouble(error, str(file)) from error
        size = max(1, round(len(content) / 1024))
        console.say(message("cli.press.written", file=str(file), size=size))
    return 0


def _paper(chosen: Game, options: argparse.Namespace, console: Console) -> dict[Path, bytes]:
    """Write the PDF."""
    for name in ("size", "clearance"):
        if getattr(options, name) is not None:
            raise BadUsage(message("cli.press.solid_only", option=f"--{name}"))
    from ...press.book import book
    from ...press.kits import kit_of

    kit = kit_of(chosen.key, console.language)
    if kit is None:
        raise BadUsage(message("press.no_kit", game=chosen.title))
    file = Path(options.out or f"{chosen.key}-{options.paper}-{console.language}.pdf")
    return {file: book(chosen, kit, options.paper, console.language)}


def _solid(chosen: Game, options: argparse.Namespace) -> dict[Path, bytes]:
    """Write one STL file per model into a folder, or one 3MF file with all models."""
    from ...press.models import models_of
    from ...press.solid import as_3mf, as_stl

    models = models_of(chosen.key, options.size, options.clearance)
    if models is None:
        raise BadUsage(message("press.no_kit", game=chosen.title))
    if options.format == "3mf":
        return {Path(options.out or f"{chosen.key}.3mf"): as_3mf(models)}
    folder = Path(options.out or f"{chosen.key}-stl")
    return {folder / f"{chosen.key}-{model.id}.stl": as_stl(model) for model in models}
