"""Symmetry of positions: whether one is another one turned or mirrored.

It compares scenes, which every game has: pieces on spaces, and whose turn it is. The games with
puzzles have no direction on their boards, so two positions that look alike after a turn or in a
mirror are one puzzle; also when the players have changed places in a game in which they are equal.
Where a game did have directions, this would only keep fewer puzzles than it could.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core.game import Position

_Seen = tuple[str, int, int, int]


def canonical_form(position: Position) -> tuple[_Seen, ...]:
    """A value that is equal for all symmetric positions."""
    scene = position.scene(None)
    pieces: list[_Seen] = [
        (
            piece.symbol if piece.seat is None else piece.look,
            -1 if piece.seat is None or position.turn is None else piece.seat ^ position.turn,
            round(4 * (piece.x - scene.width / 2)),
            round(4 * (piece.y - scene.height / 2)),
        )
        for piece in scene.pieces
    ]
    return min(tuple(sorted(image)) for image in _images(pieces))


def _images(pieces: list[_Seen]) -> Iterator[list[_Seen]]:
    """The four rotations, and their mirror images."""
    for _ in range(4):
        pieces = [(kind, whose, -y, x) for kind, whose, x, y in pieces]
        yield pieces
        yield [(kind, whose, -x, y) for kind, whose, x, y in pieces]
