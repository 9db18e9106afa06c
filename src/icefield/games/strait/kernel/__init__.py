"""The compiled rules of `strait`: its functions of the kernel protocol.

The protocol is in `core.jit`. A state is one flat array. `apply` changes the array that it is given
and returns it; a caller that needs the old state saves it first. Everything here trusts its
arguments: `position.py` checks.

In dependency order: `state` lays out the array and identifies states; `steps` knows what a step
costs, where an explorer may stop and where bears go; `floes` which floes may be moved and where
they drift; `moves` lists the legal moves; `turns` ends turns and games; `bears` moves explorers and
settles bears; `apply` plays a move; `evaluate` estimates payoffs; `observe` gives planes and
actions to learners; `reach` finds what one explorer action can do.
"""

from .apply import apply as apply
from .evaluate import estimate as estimate
from .moves import moves as moves
from .moves import pick as pick
from .observe import action as action
from .observe import actions as actions
from .observe import names as names
from .observe import planes as planes
from .observe import shape as shape
from .reach import futile as futile
from .reach import may_win as may_win
from .reach import owner as owner
from .state import MAX_MOVES as MAX_MOVES
from .state import key as key
from .state import load as load
from .state import payoffs as payoffs
from .state import rows as rows
from .state import save as save
from .state import turn as turn
