"""The compiled rules of `strait`, and the functions of the kernel protocol (`core.jit`).

In the order in which they need each other: `state` is the array and the codes of moves; `steps`
says what a step costs and where bears go; `floes` which floes may move and where they drift;
`moves` lists the legal moves; `turns` ends turns and the game; `bears` settles bears; `apply`
plays a move; `evaluate` guesses how far everybody is from home; `observe` is what a learner sees;
`reach` finds what one explorer action can do.
"""

from .apply import apply as apply
from .apply import key as key
from .apply import load as load
from .apply import payoffs as payoffs
from .apply import pick as pick
from .apply import rows as rows
from .apply import save as save
from .apply import turn as turn
from .evaluate import estimate as estimate
from .moves import moves as moves
from .observe import action as action
from .observe import actions as actions
from .observe import names as names
from .observe import planes as planes
from .observe import shape as shape
from .state import MAX_MOVES as MAX_MOVES
