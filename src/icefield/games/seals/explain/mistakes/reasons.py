"""Why a move of `seals` was a mistake, in the words of somebody who knows the game.

Each function below looks for one idea in the two lines and returns its sentence only when the
positions of the lines bear it out. They stand in the order in which a player would mention them;
of several about the same theme the first is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from .....core.mistakes import Mistake, Reason
from ...board import SEALS
from .bears import BEAR_REASONS
from .both import ICE_REASONS, PLACE_REASONS, RESULT_REASONS, only_points
from .case import Case
from .seals import SEAL_REASONS

Finder = Callable[[Case], Reason | None]
Theme = Sequence[Finder]

_MOST: Final = 3  # nobody listens to more

_SEALS: Final[Sequence[Theme]] = (*SEAL_REASONS, *RESULT_REASONS, *ICE_REASONS)
_BEARS: Final[Sequence[Theme]] = (*BEAR_REASONS, *RESULT_REASONS, *ICE_REASONS)


def reasons(mistake: Mistake) -> tuple[Reason, ...]:
    """The reasons that apply, the most telling first: at most one of a theme. What is merely a
    matter of better places is said only where there is nothing plainer. Where the same side wins
    anyhow, the points are all there is to say: any other reason would sound like a game lost."""
    case = Case(mistake)
    if not case.comparable:
        return ()
    if case.points is not None:
        told = only_points(case)
        return () if told is None else (told,)
    found = _of(_SEALS if case.seat == SEALS else _BEARS, case)
    return tuple((found or _of(PLACE_REASONS, case))[:_MOST])


def _of(themes: Sequence[Theme], case: Case) -> list[Reason]:
    found = []
    for theme in themes:
        for finder in theme:
            reason = finder(case)
            if reason is not None:
                found.append(reason)
                break
    return found
