"""The buttons of the present phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ....core.message import message
from ....core.scene import Control
from ..board import NUMBERS, SUITS, option_label
from .layout import EMBLEMS
from .touches import DONE

if TYPE_CHECKING:
    from ..position import TorchPosition


def controls(position: TorchPosition) -> tuple[Control, ...]:
    """The buttons of the present phase."""
    return tuple(_buttons(position))


def _choices(what: str, options: Sequence[str]) -> Iterator[Control]:
    for option in options:
        name = message(f"torch.control.{what}", option=option_label(option))
        yield Control(f"{what}-{option}", name, EMBLEMS.get(option, option))


def _buttons(position: TorchPosition) -> Iterator[Control]:
    phase, turn = position.phase, position.turn or 0
    if phase == "roll":
        yield from _choices("roll", NUMBERS)
    elif phase == "move":
        own = {p[1]: at for p, at in position.pyramids.items() if p[0] == position.suits[turn]}
        for letter, at in own.items():
            if list(own.values()).count(at) > 1:
                name = message("torch.control.pyramid", letter=letter)
                yield Control(f"pyramid-{letter}", name, "pyramid")
        yield Control(DONE, message("torch.control.done"), "done")
    elif position.in_ballot:
        yield from _choices("vote", NUMBERS if phase == "number" else SUITS)
    elif phase.endswith("-coins"):
        have = position.coins[turn]
        for coins in (*have, *((3,) if len(have) > 1 else ())):
            yield Control(f"coin-{coins}", message(f"torch.control.coin.{coins}"), f"coin-{coins}")
        yield from _choices("on", tuple(position.worth))
        yield Control("decline", message("torch.control.decline"), "decline")
    elif phase.endswith("-tie"):
        most = max(position.worth.values())
        tied = [option for option, worth in position.worth.items() if worth == most]
        yield from _choices("choose", tied)
    elif phase == "burn":
        yield Control("spare", message("torch.control.spare"), "decline")
    elif phase == "crown":
        best = max(position.scores)
        tied = [
            x for x, points in zip(position.suits, position.scores, strict=True) if points == best
        ]
        yield from _choices("crown", tied)
        yield Control("share", message("torch.control.share"), "share")
