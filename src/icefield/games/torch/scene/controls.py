"""The buttons of the present phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ....core.message import message
from ....core.scene import Control, Piece
from ..board import NUMBERS, SUITS, option_label, suit_label
from .layout import EMBLEMS
from .touches import DONE

if TYPE_CHECKING:
    from ..position import TorchPosition


def controls(position: TorchPosition) -> tuple[Control, ...]:
    """The buttons of the present phase."""
    return tuple(_buttons(position))


def _choices(position: TorchPosition, what: str, options: Sequence[str]) -> Iterator[Control]:
    """A button for each number or suit, with the tiles that it is about."""
    ballot = position.phase.partition("-")[0]
    for option in options:
        label = suit_label if what == "crown" else option_label
        about = _tiles_of(position, option) if ballot in ("number", "suit") else ()
        void = what == "vote" and not about  # T14, T17
        yield Control(
            f"{what}-{option}",
            message(f"torch.control.{what}", option=label(option)),
            EMBLEMS.get(option, option),
            _option_picture(option),
            about=about,
            warning=message(f"torch.control.void.{ballot}") if void else None,
        )


def _tiles_of(position: TorchPosition, option: str) -> tuple[str, ...]:
    """The spaces of the tiles that a ballot for an option may take."""
    if option in NUMBERS:
        return tuple(at for at, tile in position.tiles.items() if tile[1] == option)
    tile = f"{option}{position.number}"
    return tuple(at for at, found in position.tiles.items() if found == tile)


def _option_picture(option: str) -> tuple[Piece, ...]:
    """The symbol of a suit, for its buttons; numbers need none."""
    if option not in SUITS:
        return ()
    symbol, look = f"torch/vote-{EMBLEMS[option]}", f"vote suit-{option.lower()}"
    return (Piece(option, symbol, 0, 0, look, suit_label(option), 0.95),)


def _buttons(position: TorchPosition) -> Iterator[Control]:
    phase, turn = position.phase, position.turn or 0
    if phase == "roll":
        yield from _choices(position, "roll", NUMBERS)
    elif phase == "move":
        own = {p[1]: at for p, at in position.pyramids.items() if p[0] == position.suits[turn]}
        for letter, at in own.items():
            if list(own.values()).count(at) > 1:
                name = message("torch.control.pyramid", letter=letter)
                yield Control(f"pyramid-{letter}", name, "pyramid")
        yield Control(DONE, message("torch.control.done"), "done")
    elif position.in_ballot:
        yield from _choices(position, "vote", NUMBERS if phase == "number" else SUITS)
    elif phase.endswith("-coins"):
        have = position.coins[turn]
        for coins in (*have, *((3,) if len(have) > 1 else ())):
            name = message(f"torch.control.coin.{coins}")
            chosen = message(f"torch.chosen.{phase}", coins=name)
            yield Control(f"coin-{coins}", name, f"coin-{coins}", chosen=chosen)
        yield from _choices(position, "on", tuple(position.worth))
        yield Control("decline", message("torch.control.decline"), "decline")
    elif phase.endswith("-tie"):
        most = max(position.worth.values())
        tied = [option for option, worth in position.worth.items() if worth == most]
        yield from _choices(position, "choose", tied)
    elif phase == "burn":
        yield Control("spare", message("torch.control.spare"), "decline")
    elif phase == "crown":
        best = max(position.scores)
        tied = [
            x for x, points in zip(position.suits, position.scores, strict=True) if points == best
        ]
        yield from _choices(position, "crown", tied)
        yield Control("share", message("torch.control.share"), "share")
