"""Makes the scene of a `seals` position: ice, holes, tokens, trail, isolation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....core.message import Message, message
from ....core.scene import Control, Label, Mark, Piece, Point, Scene, Space
from ..board import FILES, NAMES, SEALS, SQUARES, between, name, square
from ..text.moves import PASS

if TYPE_CHECKING:
    from ..position import SealsPosition

_MARGIN: Final = 0.55  # room for the coordinates
_SIZE: Final = 8 + 2 * _MARGIN
_OUTLINE: Final = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
_HOLE: Final = "hole"
_GLYPHS: Final = {"seal": "S", "bear": "B", "disc": "o", "empty": "·"}


def at(place: str) -> Point:
    """The middle of a space."""
    s = square(place)
    return s % 8 + 0.5 + _MARGIN, 7 - s // 8 + 0.5 + _MARGIN


def scene(position: SealsPosition, seat: int | None) -> Scene:  # noqa: ARG001
    """The scene for every seat and spectator: nothing is hidden in this game."""
    on = {place: token for token, place in position.tokens.items()}
    return Scene(
        game="seals",
        width=_SIZE,
        height=_SIZE,
        caption=_caption(position),
        prompt=_prompt(position),
        spaces=tuple(_space(position, name(s), on) for s in SQUARES),
        pieces=_holes(position) + tuple(_token(t, p) for t, p in position.tokens.items()),
        marks=_last_move(position) + _isolation(position),
        labels=_LABELS,
        controls=(Control(PASS, message("seals.control.pass"), "pass"),),
        facts=(
            message("seals.fact.empty", n=position.empty_spaces),
            message("seals.fact.holes", n=len(position.discs)),
        ),
    )


def _caption(position: SealsPosition) -> Message:
    if position.outcome is not None:
        return position.outcome.reason
    return message("seals.caption.seals" if position.turn == SEALS else "seals.caption.bears")


def _prompt(position: SealsPosition) -> Message | None:
    if position.outcome is not None:
        return None
    if [move.text for move in position.moves()] == [PASS]:
        return message("seals.prompt.pass")
    return message("seals.prompt.seals" if position.turn == SEALS else "seals.prompt.bears")


def _space(position: SealsPosition, place: str, on: dict[str, str]) -> Space:
    x, y = at(place)
    kind = on[place].partition("-")[0] if place in on else "empty"
    if place in position.discs:
        kind = "disc"
    s = square(place)
    return Space(
        id=place,
        x=x,
        y=y,
        outline=_OUTLINE,
        look="ice-dark" if (s % 8 + s // 8) % 2 == 0 else "ice",
        name=message(f"seals.space.{kind}", square=place),
        cell=(s % 8, 7 - s // 8),
        glyph=_GLYPHS[kind],
        chosen=message(f"seals.chosen.{kind}", square=place) if place in on else None,
    )


def _holes(position: SealsPosition) -> tuple[Piece, ...]:
    return tuple(
        Piece(
            id=f"{_HOLE}-{place}",
            symbol="seals/hole",
            x=at(place)[0],
            y=at(place)[1],
            look="hole",
            name=message("seals.token.disc"),
            space=place,
            glyph=_GLYPHS["disc"],
        )
        for place in sorted(position.discs)
    )


def _token(token: str, place: str) -> Piece:
    kind = token.partition("-")[0]
    x, y = at(place)
    return Piece(
        id=token,
        symbol=f"seals/{kind}",
        x=x,
        y=y,
        look=f"token {kind}",
        name=message(f"seals.token.{kind}"),
        seat=0 if kind == "seal" else 1,
        space=place,
        glyph=_GLYPHS[kind],
    )


def _last_move(position: SealsPosition) -> tuple[Mark, ...]:
    """The way the last token went, and the spaces it broke."""
    last = position.last
    if last is None or last.text == PASS or position.before is None:
        return ()
    start, end = last.touches
    new = sorted(position.discs - position.before.discs)
    middle = between(square(start), square(end))
    way = (start, end) if middle is None else (start, name(middle), end)
    look = "last-capture" if "x" in last.text else "last-move"
    return (
        Mark(look, tuple(at(place) for place in way), space=end),
        *(Mark("trail", (at(place),), space=place) for place in new),
    )


def _isolation(position: SealsPosition) -> tuple[Mark, ...]:
    return tuple(
        Mark("isolated", (at(place),), space=place, name=message("seals.mark.isolated"))
        for place in sorted(position.isolated)
    )


def _labels() -> tuple[Label, ...]:
    """A letter below each column, a number left of each row."""
    labels = []
    for column in FILES:
        lowest = min(int(n[1]) for n in NAMES if n[0] == column)
        x, y = at(f"{column}{lowest}")
        labels.append(Label(column, x, y + 0.72))
    for row in range(1, 9):
        first = min(n[0] for n in NAMES if n[1] == str(row))
        x, y = at(f"{first}{row}")
        labels.append(Label(str(row), x - 0.72, y))
    return tuple(labels)


_LABELS: Final = _labels()
