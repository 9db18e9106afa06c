"""The kernel protocol: the functions of a game's kernel, called through a tag.

A kernel is a module or package of functions made with `@compiled`. States are values: scalars in a
NamedTuple where that is a handful of words, a flat array where it is large.

    MAX_MOVES                  size of the buffer `moves` needs
    MAX_DECISIONS              optional: the most decisions of seats in a game
    rows(n)                    room for n saved states, one per row of an array
    save(st, row), load(row)   a state into a row and back
    turn(st)                   the seat that decides, CHANCE (-1), or OVER (-2)
    moves(st, out) -> n        the codes of the legal moves of that seat
    apply(st, m) -> st         the state after a legal move; trusts; consumes `st`
    payoffs(st, out)           at the end: winners share +1, the others -1
    WIN, utility(st)           at the end, two seats: the result for seat 0, an integer; its sign is
                               the winner's, its size WIN and what a winner wants more of; 0 draws
    key(st)                    64 bits that identify the state (without the ply)
    pick(st, rng, buffer)      optional: a random legal move without listing them
    evaluate(st)               optional, two seats: a guess for seat 0 in thousandths of a logit
    bounds(st) -> (low, high)  optional, two seats: what `utility` can still become
    priority(st, m)            optional: which moves a search should try first
    estimate(st, out) -> bool  optional: a guess of the payoffs at any state, instead of a playout
    known(st, seat)            optional, hidden information: 64 bits that identify what a seat knows
    resample(st, seat)         optional, likewise: a full state that agrees with what a seat knows
    rank(index, st),           optional: positions as numbers and back, for complete tables; `index`
      unrank(index, i)         is what the game needs to know for it
    identity(st)               optional: a key that positions share only if the same side wins them
    verdict(st)                optional, two seats: 1 when seat 0 is certain to win, -1 when not to,
                               0 when that takes a search
    stakes(st)                 optional, two seats with scores: the least and the most that best
      -> (low, high, spare)    play can lead to, k for a win of seat 0 with k points and -1 - k for
                               one of the other; and the points that are sure to be left, in which
                               alone positions of one identity may differ
    repeated(st) -> st         optional: the state, ended by a third occurrence; LONGEST is then the
                               most plies of a game
    owner(st)                  optional: the seat whose turn it is, where a turn has several
                               decisions and others, or chance, may decide within it
    may_win(st, seat)          optional: False where that seat cannot win before the turn ends; the
                               nearer this is to the truth, the quicker a search of one turn
    futile(st, m)              optional: whether a move is never needed to win within the turn
    actions(st)                optional, for learners: how many actions there are,
    action(st, m)              the number of a legal move of a seat among them,
    shape(st)                  how many planes of how many rows and columns are seen, and
    planes(st, seat, out)      what a seat sees, as int8 [plane, space]; overwrites all of `out`

A search is compiled code that takes a tag and calls the functions of the same names below. Each has
a Python body for interpreted runs and an overload that hands over to the kernel.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numba.extending import overload

from .config import compiled
from .numbers import below
from .tag import Tag, TagType

OVER: Final = -2
"""What a kernel's `turn` returns when the game has ended."""


def _through_tag(
    name: str, arity: int, default: Callable[..., Any] | None = None
) -> Callable[..., Any]:
    """A function of the kernel protocol whose first argument is the tag.

    `default`, for kernels without it, takes the tag too.
    """

    def call(tag: Tag, *args: Any) -> Any:
        function = tag.find(name)
        if function is not None:
            return function(*args)
        if default is None:
            raise TypeError(f"{tag} has no {name}")
        return default(tag, *args)

    def hand_over(tag: Any, *_args: Any) -> Any:
        if not isinstance(tag, TagType):
            return None
        function = tag.tag.find(name)
        if function is not None:
            return _DIRECT[arity](function)
        return _WITH_TAG[arity](default) if default is not None else None

    call.__name__ = call.__qualname__ = name
    overload(call, strict=False)(hand_over)
    return call


_DIRECT: Final[dict[int, Callable[[Any], Any]]] = {
    1: lambda f: lambda tag, a: f(a),
    2: lambda f: lambda tag, a, b: f(a, b),
    3: lambda f: lambda tag, a, b, c: f(a, b, c),
}
_WITH_TAG: Final[dict[int, Callable[[Any], Any]]] = {
    1: lambda f: lambda tag, a: f(tag, a),
    2: lambda f: lambda tag, a, b: f(tag, a, b),
    3: lambda f: lambda tag, a, b, c: f(tag, a, b, c),
}


@compiled
def _pick_from_list(tag: Any, st: Any, rng: np.ndarray, buffer: np.ndarray) -> int:
    n = moves(tag, st, buffer)
    return buffer[below(rng, n)]  # type: ignore[no-any-return]


@compiled
def _no_evaluation(tag: Any, st: Any) -> int:  # noqa: ARG001
    return 0


_UNBOUNDED: Final = 1 << 14  # beyond any utility


@compiled
def _no_estimate(tag: Any, st: Any, out: np.ndarray) -> bool:  # noqa: ARG001
    return False


@compiled
def _no_bounds(tag: Any, st: Any) -> tuple[int, int]:  # noqa: ARG001
    return -_UNBOUNDED, _UNBOUNDED


@compiled
def _no_priority(tag: Any, st: Any, m: int) -> int:  # noqa: ARG001
    return 0


@compiled
def _knows_all(tag: Any, st: Any, seat: int) -> np.uint64:  # noqa: ARG001
    return key(tag, st)  # type: ignore[no-any-return]


@compiled
def _goes_on(tag: Any, st: Any) -> Any:  # noqa: ARG001
    return st


@compiled
def _nothing_hidden(tag: Any, st: Any, seat: int) -> Any:  # noqa: ARG001
    return st


@compiled
def _always_may(tag: Any, st: Any, seat: int) -> bool:  # noqa: ARG001
    return True


@compiled
def _never_futile(tag: Any, st: Any, m: int) -> bool:  # noqa: ARG001
    return False


@compiled
def _by_the_end(tag: Any, st: Any) -> int:
    if turn(tag, st) != OVER:
        return 0
    return 1 if utility(tag, st) > 0 else -1


@compiled
def _no_stakes(tag: Any, st: Any) -> tuple[int, int, int]:
    said = verdict(tag, st)
    return 0 if said > 0 else -_UNBOUNDED, -1 if said < 0 else _UNBOUNDED, 0


rows = _through_tag("rows", 1)
save = _through_tag("save", 2)
load = _through_tag("load", 1)
turn = _through_tag("turn", 1)
moves = _through_tag("moves", 2)
apply = _through_tag("apply", 2)
payoffs = _through_tag("payoffs", 2)
utility = _through_tag("utility", 1)
key = _through_tag("key", 1)
pick = _through_tag("pick", 3, _pick_from_list)
evaluate = _through_tag("evaluate", 1, _no_evaluation)
estimate = _through_tag("estimate", 2, _no_estimate)
bounds = _through_tag("bounds", 1, _no_bounds)
priority = _through_tag("priority", 2, _no_priority)
known = _through_tag("known", 2, _knows_all)
resample = _through_tag("resample", 2, _nothing_hidden)
rank = _through_tag("rank", 2)
unrank = _through_tag("unrank", 2)
identity = _through_tag("identity", 1, key)
verdict = _through_tag("verdict", 1, _by_the_end)
stakes = _through_tag("stakes", 1, _no_stakes)
repeated = _through_tag("repeated", 1, _goes_on)
owner = _through_tag("owner", 1, turn)
may_win = _through_tag("may_win", 2, _always_may)
futile = _through_tag("futile", 2, _never_futile)
actions = _through_tag("actions", 1)
action = _through_tag("action", 2)
shape = _through_tag("shape", 1)
planes = _through_tag("planes", 3)
