"""`torch` on paper: tiles, pyramids, coins, dice, pawns and the torch (T1–T5)."""

from __future__ import annotations

from typing import Final

from ...core.message import message
from ...core.scene import Piece
from ...games import game
from ...games.torch.board import (
    LETTERS,
    NUMBERS,
    POINTS,
    SUITS,
    TILES,
    WEIGHTS,
    suit_label,
    tile_layout,
    tile_name,
)
from ...games.torch.scene.layout import EMBLEMS
from ...render.svg import PAGE, svg
from ...render.symbols import symbol
from ..ink import plain
from ..parts import Art, Cell, Kit, Part, ScoreSheet, card, coin, cube, piece_art, pyramid, stand

KEY: Final = "torch"
TILE: Final = 38.0
"""The side of a tile in millimetres."""
_COIN, _DIE = 19.0, 14.0
_PAWN: Final = (18.0, 22.0)
SMALLEST, STEP, STEEP = 11.5, 1.5, 1.75
"""The base of pyramid A, how much the next is larger, and how many bases a face is high."""
BONUS: Final = (1, 2)
"""The coins that can be added to a vote (T15)."""


def base(letter: str) -> float:
    """The side of a pyramid's base in millimetres."""
    return SMALLEST + STEP * LETTERS.index(letter)


def _art(name: str, look: str, suit: str, unit: float, glyph: str = "") -> Art:
    look = f"{look} suit-{suit.lower()}"
    piece = Piece(name, f"torch/{name}", 0, 0, look, suit_label(suit), glyph=glyph)
    return piece_art(KEY, piece, unit, 0, 0)


def _tile(name: str) -> Cell:
    art = _art(f"tile-{EMBLEMS[name[0]]}", "tile flat", name[0], TILE - 2, name)
    return card((Art(art.svg, TILE / 2, TILE / 2, art.width),), TILE, TILE)


def _face(suit: str, letter: str) -> str:
    """A triangle of ice with the suit, the letter and a dot for each unit of weight."""
    height = 100 * STEEP
    emblem = symbol(f"torch/emblem-{EMBLEMS[suit]}") or ""
    fill = f"{EMBLEMS[suit]}-fill"
    weight = int(WEIGHTS[LETTERS.index(letter)])
    dots = "".join(
        f'<circle class="{fill}" cx="{50 + 15 * (i - (weight - 1) / 2)}" cy="{height - 11}" r="5"/>'
        for i in range(weight)
    )
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg" class="icefield game-torch" '
        f'viewBox="0 0 100 {height}">'
        f'<path class="plate" d="M50 0L100 {height}H0Z"/>'
        f'<g transform="translate(50 {height * 0.52}) scale(.34)">{emblem}</g>'
        f'<text class="index {fill}" x="50" y="{height * 0.87}">{letter}</text>{dots}</svg>'
    )
    return plain(drawing, KEY)


def _coins(suit: str) -> tuple[Cell, ...]:
    """A player's six coins: two to add to a vote, and one of each suit to vote with."""
    own = _art(f"pawn-{EMBLEMS[suit]}", "pawn", suit, _COIN * 0.8)
    hidden = _art("vote-hidden", "vote", suit, _COIN / 0.96)
    bonus = [_art(f"coin-{worth}", "coin", suit, _COIN / 0.96) for worth in BONUS]
    votes = [_art(f"vote-{EMBLEMS[other]}", "vote", suit, _COIN / 0.96) for other in SUITS]
    return (
        *(coin(front, own, _COIN) for front in bonus),
        *(coin(front, hidden, _COIN) for front in votes),
    )


def _die(suit: str) -> Cell:
    faces = tuple(_art("die", "die", suit, _DIE, number) for number in NUMBERS)
    return cube(faces, _DIE)


def kit(language: str) -> Kit:
    seats = max(game(KEY).seats)
    start = game(KEY).start(seats=seats)
    suits = SUITS[:seats]
    scene = start.scene(None)
    assert len(tile_layout(seats)) == TILES
    tiles = tuple(_tile(tile_name(number)) for number in range(TILES))
    pyramids = tuple(
        pyramid(_face(suit, letter), base(letter), base(letter) * STEEP)
        for suit in suits
        for letter in LETTERS
    )
    pawns = tuple(
        stand(_art(f"pawn-{EMBLEMS[suit]}", "pawn", suit, _PAWN[1] * 0.92), *_PAWN)
        for suit in suits
    )
    candle = stand(_art("torch", "torch", SUITS[0], _PAWN[1] * 0.92), *_PAWN)
    rounds = tuple(message("press.score.round", number=i) for i in range(1, 16))
    values = ", ".join(f"{x} {p}" for x, p in zip(LETTERS, POINTS, strict=True))
    return Kit(
        boards=(),
        parts=(
            Part("tile", message("press.part.torch.tile"), tiles),
            Part("pyramid", message("press.part.torch.pyramid"), pyramids),
            Part(
                "coin", message("press.part.torch.coin"), tuple(c for s in suits for c in _coins(s))
            ),
            Part("die", message("press.part.torch.die"), tuple(_die(s) for s in suits)),
            Part("pawn", message("press.part.torch.pawn"), pawns),
            Part("torch", message("press.part.torch.torch"), (candle,)),
        ),
        scores=ScoreSheet(
            message("press.score.torch", values=values),
            tuple(start.seat_name(seat) for seat in range(seats)),
            (*rounds, message("press.score.final"), message("press.score.total")),
        ),
        starts=((message("press.start"), plain(svg(scene, theme=PAGE, language=language), KEY)),),
    )
