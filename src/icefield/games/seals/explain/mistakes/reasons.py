"""The reasons of mistakes in `seals`: the policy that selects and orders them.

Each finder looks for one idea in the two lines and gives its sentence only when the positions of
the lines bear it out. They stand in the order in which a player would mention them; of several
about the same theme the first is enough.
"""

from __future__ import annotations

from typing import Final

from .....core.explain import Finder, collect, explain, fall_back, limit
from .....core.mistakes import Mistake, Reason
from ...board import SEALS
from .bears import BEARS_THEMES
from .case import Case
from .either_side import ICE_THEMES, PLACE_THEMES, RESULT_THEMES, only_points
from .seals import SEALS_THEMES

_MAX_REASONS: Final = 3


def _policy(themes: Finder[Case, Reason]) -> Finder[Case, Reason]:
    """At most one reason of a theme.

    Better places are named only where nothing plainer is.
    """
    found = collect(themes, RESULT_THEMES, ICE_THEMES)
    return limit(fall_back(found, PLACE_THEMES), _MAX_REASONS)


_SEALS: Final = _policy(SEALS_THEMES)
_BEARS: Final = _policy(BEARS_THEMES)


def reasons(mistake: Mistake) -> tuple[Reason, ...]:
    """The reasons that apply, the most important first.

    Where the same side wins after both moves, only the points are named: any other reason would
    sound like a lost game.
    """
    case = Case(mistake)
    if not case.comparable:
        return ()
    if case.points is not None:
        return explain(only_points, case)
    return explain(_SEALS if case.seat == SEALS else _BEARS, case)
