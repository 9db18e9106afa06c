"""The compiled rules of `torch`. Trusts its input; `rules.py` is the door that checks.

A state is one flat array (`state.py`). `apply` changes the array it is given and returns it;
whoever needs the old state saves it first.
"""

from __future__ import annotations

import numpy as np

from ....core.jit import CHANCE, OVER, below, compiled
from ..board import MOST_WEIGHT, POINTS, SPACES, WEIGHTS
from .moves import moves as moves
from .moves import option_valid
from .state import (
    ADDED,
    AT,
    BARRED,
    BURNING,
    BURNT,
    CHOSE,
    COINS,
    CONCEALED,
    COUNT,
    CROWNED,
    CROWNING,
    DECLINE,
    DECLINED,
    ENDING,
    FINISHED,
    GONE,
    LEFT,
    LENGTH,
    LOAD,
    MOVING,
    NO_HOP,
    NO_PYRAMIDS,
    NOT_YET,
    NUMBER,
    NUMBER_TIE,
    NUMBER_VOTE,
    ONE_TILE,
    OUT,
    PHASE,
    PLACE,
    PLACED,
    PLACING,
    QUIET,
    QUIET_END,
    QUIET_LIMIT,
    ROLL,
    ROLLED,
    ROLLING,
    ROUND,
    SCORE,
    SCORING,
    SEATS,
    SELECTED,
    SLID,
    SPARED,
    SUIT_VOTE,
    TILE,
    TILES_LEFT,
    TORCH,
    TURN,
    VOTE,
    VOTED,
    WALKED,
    WINNERS,
    WORTH,
)
from .state import (
    MAX_MOVES as MAX_MOVES,
)

# -- helpers ------------------------------------------------------------------------------------


@compiled
def _clockwise(st: np.ndarray, seat: int) -> int:
    return (seat + 1) % st[SEATS]  # type: ignore[no-any-return]


@compiled
def _lift(st: np.ndarray, pyramid: int) -> None:
    """Take a pyramid off its space."""
    st[LOAD + st[AT + pyramid]] -= WEIGHTS[pyramid % 6]


@compiled
def _remove_tile(st: np.ndarray, at: int) -> None:
    """A tile leaves the game with everything on it (T11, T19, T20)."""
    for pyramid in range(6 * st[SEATS]):
        if st[AT + pyramid] == at:
            st[AT + pyramid] = GONE
    st[PLACE + st[TILE + at]] = GONE
    st[TILE + at] = GONE
    st[LOAD + at] = 0
    st[LEFT] = 1
    st[TILES_LEFT] -= 1


@compiled
def _land(st: np.ndarray, pyramid: int, at: int) -> bool:
    """Put a pyramid on a tile; True when the tile sinks under it (T11)."""
    st[AT + pyramid] = at
    st[LOAD + at] += WEIGHTS[pyramid % 6]
    if st[LOAD + at] > MOST_WEIGHT:
        _remove_tile(st, at)
        return True
    return False


@compiled
def _somebody_lost_all(st: np.ndarray) -> bool:
    for seat in range(st[SEATS]):
        found = False
        for pyramid in range(6 * seat, 6 * seat + 6):
            if st[AT + pyramid] >= 0:
                found = True
                break
        if not found:
            return True
    return False


@compiled
def _all_on_one_tile(st: np.ndarray) -> bool:
    where = -1
    for pyramid in range(6 * st[SEATS]):
        at = st[AT + pyramid]
        if at >= 0:
            if where >= 0 and at != where:
                return False
            where = at
    return True


@compiled
def empty_tiles(st: np.ndarray) -> int:
    """How many tiles carry nothing."""
    count = 0
    for at in range(SPACES):
        if st[TILE + at] >= 0 and st[LOAD + at] == 0:
            count += 1
    return count


# -- from one part of the round to the next -------------------------------------------------------
# The calls form a line without a circle: compiled code that leads back to itself cannot be cached.


@compiled
def _finish(st: np.ndarray, ending: int) -> None:
    """T25: everybody adds what still stands; T26: a tie is the Torch Bearer's."""
    st[ENDING] = ending
    for pyramid in range(6 * st[SEATS]):
        if st[AT + pyramid] >= 0:
            st[SCORE + pyramid // 6] += POINTS[pyramid % 6]
    best, winners, count = -1, 0, 0
    for seat in range(st[SEATS]):
        if st[SCORE + seat] > best:
            best, winners, count = st[SCORE + seat], 0, 0
        if st[SCORE + seat] == best:
            winners |= 1 << seat
            count += 1
    st[WINNERS] = winners
    st[PHASE] = FINISHED if count == 1 else CROWNING
    st[TURN] = st[TORCH]


@compiled
def _open_ballot(st: np.ndarray, phase: int) -> None:
    st[PHASE] = phase
    for seat in range(st[SEATS]):
        st[VOTE + seat] = OUT if st[BARRED] >> seat & 1 else NOT_YET
    for option in range(6):
        st[WORTH + option] = 0
    st[DECLINED] = 0
    if not _ask_for_vote(st):  # T18: nobody may vote
        _after_burning(st)


@compiled
def _ask_for_vote(st: np.ndarray) -> bool:
    """Ask the first seat from the Torch Bearer that has not voted; False when all have."""
    seat = st[TORCH]
    for _ in range(st[SEATS]):
        if st[VOTE + seat] == NOT_YET:
            st[TURN] = seat
            return True
        seat = _clockwise(st, seat)
    return False


@compiled
def _reveal(st: np.ndarray) -> None:
    """All have voted: count what is valid, then ask for coins (T14, T15)."""
    valid = 0
    for seat in range(st[SEATS]):
        option = st[VOTE + seat]
        if option >= 0 and option_valid(st, option):
            st[WORTH + option] += 1
            valid += 1
    if valid == 0:  # T18
        _after_burning(st)
    else:
        st[PHASE] += 1
        _ask_for_coins(st, st[TORCH])


@compiled
def _ask_for_coins(st: np.ndarray, seat: int) -> None:
    """Ask the first seat from here that has a coin and has not declined since the last one; when
    there is none, count (T15)."""
    for _ in range(st[SEATS]):
        if st[COINS + seat] != 0 and not st[DECLINED] >> seat & 1:
            st[TURN] = seat
            return
        seat = _clockwise(st, seat)
    most, leader, tied = 0, 0, 0
    for option in range(6):
        if st[WORTH + option] > most:
            most, leader, tied = st[WORTH + option], option, 1
        elif st[WORTH + option] == most and most > 0:
            tied += 1
    if tied > 1:
        st[PHASE] += 1
        st[TURN] = st[TORCH]
    else:
        _decide(st, leader)


@compiled
def _decide(st: np.ndarray, option: int) -> None:
    """A ballot has chosen (T16)."""
    if st[PHASE] <= NUMBER_TIE:
        st[NUMBER] = option
        _open_ballot(st, SUIT_VOTE)
        return
    _remove_tile(st, st[PLACE + 6 * option + st[NUMBER]])  # T19
    st[PHASE] = BURNING
    if empty_tiles(st) > 1:  # T20
        st[TURN] = st[TORCH]
    else:
        _after_burning(st)


@compiled
def _after_burning(st: np.ndarray) -> None:
    st[PHASE] = BURNING
    if _somebody_lost_all(st):  # T24, by the vote
        _finish(st, NO_PYRAMIDS)
    elif st[ROUND] >= st[SEATS] + 1:  # T21: round four of three players, five of four
        st[PHASE] = SCORING
        st[COUNT] = 0
        st[TURN] = st[TORCH]
    else:
        _next_round(st)


@compiled
def _next_round(st: np.ndarray) -> None:
    if st[ROUND] > 0:
        st[QUIET] = 0 if st[LEFT] == 1 else st[QUIET] + 1
        if st[QUIET] >= st[QUIET_LIMIT]:
            _finish(st, QUIET_END)
            return
        st[TORCH] = _clockwise(st, st[TORCH])  # T23
    st[ROUND] += 1
    st[PHASE] = MOVING
    st[COUNT] = 0
    st[LEFT] = 0
    st[NUMBER] = -1
    st[BARRED] = 0
    for seat in range(4):
        st[VOTE + seat] = NOT_YET
    for option in range(6):
        st[WORTH + option] = 0
    st[DECLINED] = 0
    st[TURN] = st[TORCH]


@compiled
def _after_roll(st: np.ndarray) -> None:
    """T6: the next to roll, in seat order; when all have, the highest wins or the tied re-roll."""
    best, count, first = -1, 0, -1
    for seat in range(st[SEATS]):
        die = st[ROLL + seat]
        if die == NOT_YET:
            return
        if die > best:
            best, count, first = die, 0, seat
        if die == best:
            count += 1
    if count > 1:
        for seat in range(st[SEATS]):
            st[ROLL + seat] = NOT_YET if st[ROLL + seat] == best else OUT
        return
    st[TORCH] = first
    st[PHASE] = PLACING
    st[COUNT] = 0
    st[TURN] = first


@compiled
def _after_movement(st: np.ndarray) -> None:
    st[COUNT] += 1
    if _somebody_lost_all(st):
        _finish(st, NO_PYRAMIDS)
    elif st[COUNT] < st[SEATS]:
        st[TURN] = _clockwise(st, st[TURN])
    elif _all_on_one_tile(st):
        _finish(st, ONE_TILE)
    else:
        _open_ballot(st, NUMBER_VOTE)


# -- the kernel protocol --------------------------------------------------------------------------


@compiled
def rows(n: int) -> np.ndarray:
    """Room for n states."""
    return np.empty((n, LENGTH), dtype=np.int16)


@compiled
def save(st: np.ndarray, row: np.ndarray) -> None:
    for i in range(LENGTH):
        row[i] = st[i]


@compiled
def load(row: np.ndarray) -> np.ndarray:
    return row.copy()


@compiled
def turn(st: np.ndarray) -> int:
    if st[PHASE] == FINISHED:
        return OVER
    return CHANCE if st[PHASE] == ROLLING else np.int64(st[TURN])  # type: ignore[return-value]


@compiled
def vote(st: np.ndarray, seat: int, option: int) -> np.ndarray:
    """A seat's vote, in whatever order the votes arrive (T14, T17)."""
    st[VOTE + seat] = option
    if not _ask_for_vote(st):
        _reveal(st)
    return st


@compiled
def bar(st: np.ndarray, seat: int) -> np.ndarray:
    """T22's verdict: the seat has no vote until the next round. Before a ballot's first vote."""
    st[BARRED] |= 1 << seat
    _open_ballot(st, st[PHASE])
    return st


@compiled
def _walk(st: np.ndarray, what: int) -> None:
    pyramid = 6 * st[TURN] + (what >> 10)
    _lift(st, pyramid)
    one, two = what >> 5 & 31, what & 31
    if not _land(st, pyramid, one) and two != NO_HOP:
        _lift(st, pyramid)
        _land(st, pyramid, two)


@compiled
def _slide(st: np.ndarray, start: int, end: int) -> None:
    for pyramid in range(6 * st[SEATS]):
        if st[AT + pyramid] == start:
            st[AT + pyramid] = end
    tile = st[TILE + start]
    st[TILE + start], st[TILE + end] = GONE, tile
    st[PLACE + tile] = end
    st[LOAD + end], st[LOAD + start] = st[LOAD + start], 0


@compiled
def _place(st: np.ndarray, at: int) -> None:
    """T7: everybody an A, then everybody a B, …"""
    seats = st[SEATS]
    _land(st, 6 * st[TURN] + st[COUNT] // seats, at)
    st[COUNT] += 1
    if st[COUNT] == 6 * seats:
        _next_round(st)
    else:
        st[TURN] = _clockwise(st, st[TURN])


@compiled
def _add_coins(st: np.ndarray, coins: int, option: int) -> None:
    """T15: the ace counts 1, the two coin 2, both 3: just the number of their set."""
    seat = st[TURN]
    st[WORTH + option] += coins
    st[COINS + seat] &= ~coins
    st[DECLINED] = 0
    _ask_for_coins(st, _clockwise(st, seat))


@compiled
def _select(st: np.ndarray, at: int) -> None:
    """T21: every pyramid on the tile scores for its owner."""
    for pyramid in range(6 * st[SEATS]):
        if st[AT + pyramid] == at:
            st[SCORE + pyramid // 6] += POINTS[pyramid % 6]
    st[COUNT] += 1
    if st[COUNT] == st[SEATS]:
        _next_round(st)
    else:
        st[TURN] = _clockwise(st, st[TURN])


@compiled
def apply(st: np.ndarray, m: int) -> np.ndarray:
    kind, what = m >> 16, m & 65535
    if kind == WALKED:
        _walk(st, what)
        _after_movement(st)
    elif kind == SLID:
        _slide(st, what >> 5, what & 31)
        _after_movement(st)
    elif kind == VOTED:
        vote(st, st[TURN], what)
    elif kind == DECLINE:
        st[DECLINED] |= 1 << st[TURN]
        _ask_for_coins(st, _clockwise(st, st[TURN]))
    elif kind == ADDED:
        _add_coins(st, what >> 5, what & 31)
    elif kind == CHOSE:
        _decide(st, what)
    elif kind == SELECTED:
        _select(st, what)
    elif kind == PLACED:
        _place(st, what)
    elif kind == BURNT:
        _remove_tile(st, what)
        _after_burning(st)
    elif kind == SPARED:
        _after_burning(st)
    elif kind == ROLLED:
        for seat in range(st[SEATS]):
            if st[ROLL + seat] == NOT_YET:
                st[ROLL + seat] = what
                break
        _after_roll(st)
    elif kind == CROWNED:
        st[WINNERS] = 1 << what
        st[PHASE] = FINISHED
    else:  # SHARED
        st[PHASE] = FINISHED
    return st


@compiled
def pick(st: np.ndarray, rng: np.ndarray, buffer: np.ndarray) -> int:
    n = moves(st, buffer)
    return buffer[below(rng, n)]  # type: ignore[no-any-return]


@compiled
def payoffs(st: np.ndarray, out: np.ndarray) -> None:
    seats, won = st[SEATS], 0
    for seat in range(seats):
        won += st[WINNERS] >> seat & 1
    for seat in range(seats):
        if won == seats:
            out[seat] = 0.0
        else:
            out[seat] = 1.0 / won if st[WINNERS] >> seat & 1 else -1.0 / (seats - won)


@compiled
def scores(st: np.ndarray, out: np.ndarray) -> None:
    for seat in range(st[SEATS]):
        out[seat] = st[SCORE + seat]


_MIX = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)
_LOW = np.uint64(0xFFFF)


@compiled
def key(st: np.ndarray) -> np.uint64:
    h = np.uint64(0)
    for i in range(TILE):  # what stands where, and the load, follow from the rest
        h = (h ^ np.uint64(st[i]) & _LOW) * _MIX
        h ^= h >> _SHIFT
    return h


@compiled
def hide(st: np.ndarray, seat: int) -> np.ndarray:
    """What a seat (−1: a spectator) may know: in a ballot, who has voted but not what."""
    seen = st.copy()
    if st[PHASE] in (NUMBER_VOTE, SUIT_VOTE):
        for other in range(st[SEATS]):
            if other != seat and st[VOTE + other] >= 0:
                seen[VOTE + other] = CONCEALED
    return seen


@compiled
def known(st: np.ndarray, seat: int) -> np.uint64:
    """The key of what that seat knows. Who else has voted already is left out: it says nothing
    about the game, only about who was quick."""
    if st[PHASE] != NUMBER_VOTE and st[PHASE] != SUIT_VOTE:
        return key(st)
    h = np.uint64(seat + 1)
    for i in range(TILE):
        if VOTE <= i < ROLL or i == TURN:
            continue
        h = (h ^ np.uint64(st[i]) & _LOW) * _MIX
        h ^= h >> _SHIFT
    return h


@compiled
def resample(st: np.ndarray, seat: int) -> np.ndarray:
    """A position that could be the true one, for a search from this seat's view: concealed votes
    are taken as not yet cast, so the search lets those seats decide for themselves."""
    whole = st.copy()
    if st[PHASE] in (NUMBER_VOTE, SUIT_VOTE):
        for other in range(st[SEATS]):
            if other != seat and whole[VOTE + other] != OUT:
                whole[VOTE + other] = NOT_YET
        _ask_for_vote(whole)
    return whole
