"""`seals` on paper: the floe, seals, bears, and a disc for every possible hole."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ...core.message import message
from ...core.scene import Piece
from ...games import game
from ...games.seals.board import SQUARES, STANDARD
from ...render.svg import PAGE, svg
from ..ink import box, plain
from ..parts import Art, BoardPrint, Cell, Kit, Part, ScoreSheet, disc, piece_art, polygon

KEY: Final = "seals"
FIELD: Final = 20.0
"""The side of a space in millimetres."""
_TOKEN: Final = 17.0
_DRAWN: Final = 0.88  # how much of a board unit a token's drawing takes with its rim
DISCS: Final = len(SQUARES) - 2
"""A seal and a bear are left while the game lasts; all other spaces may be holes (S7)."""


def _art(kind: str, unit: float, variant: int = 0) -> Art:
    seat = {"seal": 0, "bear": 1}.get(kind)
    look = kind if seat is None else f"token {kind}"
    name = message(f"seals.token.{'disc' if kind == 'hole' else kind}")
    piece = Piece(f"{kind}-{variant}", f"seals/{kind}", 0, 0, look, name, seat=seat)
    return piece_art(KEY, piece, unit, 0, 0)


def _octagon() -> Cell:
    """A bear's token: its corners tell it from a seal's by touch."""
    long, short = 0.5 * _TOKEN, 0.5 * _TOKEN * 18 / 42
    corners = (
        *((-short, -long), (short, -long), (long, -short), (long, short)),
        *((short, long), (-short, long), (-long, short), (-long, -short)),
    )
    return polygon((_art("bear", _TOKEN / 0.84 * 0.98),), corners)


def kit(language: str) -> Kit:
    start = game(KEY).start()
    scene = start.scene(None)
    bare = svg(replace(scene, pieces=()), theme=PAGE, language=language)
    width = box(bare)[2] * FIELD
    seals = disc(_art("seal", _TOKEN / _DRAWN), _TOKEN)
    holes = tuple(disc(_art("hole", _TOKEN / 0.98, i), _TOKEN) for i in range(DISCS))
    roles = tuple(message(f"press.score.{word}") for word in ("player_a", "player_b"))
    games = tuple(message("press.score.game", number=i) for i in (1, 2, 3, 4))
    return Kit(
        boards=(BoardPrint(message("press.board"), plain(bare, KEY), width),),
        parts=(
            Part("seal", message("press.part.seals.seal"), (seals,) * len(STANDARD.seals)),
            Part("bear", message("press.part.seals.bear"), (_octagon(),) * len(STANDARD.bears)),
            Part("disc", message("press.part.seals.disc"), holes),
        ),
        scores=ScoreSheet(
            message("press.score.seals"),
            (message("press.score.black"), message("press.score.left"), *roles),
            (*games[:2], message("press.score.pair"), *games[2:], message("press.score.total")),
            times=3,
        ),
        starts=((message("press.start"), plain(svg(scene, theme=PAGE, language=language), KEY)),),
    )
