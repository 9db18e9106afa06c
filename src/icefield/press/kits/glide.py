"""`glide` on paper: boards without floes, floes for the largest, and players."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ...core.message import Message, message
from ...core.scene import Piece
from ...games import game
from ...games.glide.board import PLAYERS, read_level
from ...games.glide.game import GLIDE_GAME
from ...render.svg import PAGE, svg
from ..ink import box, plain
from ..parts import Art, BoardPrint, Kit, Part, ScoreSheet, disc, piece_art, stand

KEY: Final = "glide"
FIELD: Final = 22.0
"""The side of a square in millimetres."""
_FLOE, _PLAYER = 20.0, 13.0
_STANDING: Final = 17.0


def levels() -> dict[str, str]:
    """The boards of the game: name → rows (G2)."""
    return dict(GLIDE_GAME.level_samples)


def floes() -> int:
    """The number of floes that suffices for every board."""
    return max(read_level(text).floes.bit_count() for text in levels().values())


def sides() -> list[int]:
    return sorted({read_level(text).side for text in levels().values()})


def _art(kind: str, unit: float, look: str, seat: int | None, number: int = 0) -> Art:
    name = message("glide.piece.floe")
    glyph = "" if seat is None else PLAYERS[seat]
    piece = Piece(f"{kind}-{number}", f"glide/{kind}", 0, 0, look, name, seat=seat, glyph=glyph)
    return piece_art(KEY, piece, unit, 0, 0)


def _boards(language: str) -> tuple[BoardPrint, ...]:
    found = []
    for side in sides():
        level = next(text for text in levels().values() if read_level(text).side == side)
        empty = replace(GLIDE_GAME.level_scene(level), pieces=())
        drawing = svg(empty, theme=PAGE, language=language)
        name = message("press.board.squares", columns=side, rows=side)
        found.append(BoardPrint(name, plain(drawing, KEY), box(drawing)[2] * FIELD))
    return tuple(found)


def _start(name: str, text: str, language: str) -> tuple[Message, str]:
    drawing = svg(GLIDE_GAME.level_scene(text), theme=PAGE, language=language)
    return message("press.start.board", board=name), plain(drawing, KEY)


def kit(language: str) -> Kit:
    most = max(game(KEY).seats)
    ice = tuple(disc(_art("floe", _FLOE / 1.02, "floe", None, i), _FLOE) for i in range(floes()))
    people = tuple(
        stand(_art(f"player-{sign.lower()}", _STANDING, "player", seat), _PLAYER, _STANDING)
        for seat, sign in enumerate(PLAYERS[:most])
    )
    return Kit(
        boards=_boards(language),
        parts=(
            Part("floe", message("press.part.glide.floe"), ice),
            Part("player", message("press.part.glide.player"), people),
        ),
        scores=ScoreSheet(
            message("press.score.glide"),
            (
                *(message("press.score.player", number=i + 1) for i in range(most)),
                message("press.score.board"),
            ),
            (
                *(message("press.score.game", number=i) for i in range(1, 13)),
                message("press.score.won"),
            ),
            times=1,
        ),
        starts=tuple(_start(name, text, language) for name, text in levels().items()),
    )
