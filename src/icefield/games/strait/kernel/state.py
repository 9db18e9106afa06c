"""The state of `strait` and the codes of its moves (compiled).

A state is one flat array of int16. It carries its board: the second half of the array holds the
tables made from the board file, so that compiled code, which knows nothing but the state, plays any
board. Places are numbered by the board: sea hexes, then Diomede, then stations.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ....core.jit import CHANCE, OVER, compiled

MAX_PLACES: Final = 120
"""The most places (hexes and stations) a board may have."""
MAX_KINDS: Final = 16
"""The most kinds of tiles, and of cards."""
FIRST_FLOES: Final = 12
"""Floes that are placed in the set-up (I9)."""
TEAM_SIZE: Final = 3
"""Explorers of each player (I7)."""
RUCKSACK_SIZE: Final = 3
"""Items that a rucksack holds (I7)."""
MAX_TURNS: Final = 1000
"""Turns of players after which the game is drawn (I32)."""
CAPACITY: Final = 2
"""Explorers that may stay on one space (I22), and bears (I26)."""

# -- the layout of the array: an index, and what is counted from it in [] --------------------------

SEATS: Final = 0
GOAL: Final = 1  # stations in Siberia that win (I31)
PHASE: Final = 2
TURN: Final = 3  # the seat that decides
ACTIVE: Final = 4  # the seat whose turn it is
STARTER: Final = 5  # the starting player, −1 before I8
TURNS: Final = 6  # complete turns of players (I32)
FLOE_DONE: Final = 7  # 1 when the floe action of this turn is done
EXPLORER_DONE: Final = 8  # 1 when the explorer action of this turn is done
WINNER: Final = 9  # a seat, −1 without a winner
HAND: Final = 10  # the mask of a drawn tile, −1 when there is none, or it is one of HELD
HAND_ROPE: Final = 11  # what the card put on it
HAND_FISH: Final = 12
HAND_BEARS: Final = 13
MOVER: Final = 14  # the explorer that moves in this explorer action, or −1
ASKED: Final = 15  # the explorer a decision is about: it sends a bear, or must escape
DEPTH: Final = 16  # frames on the stack
TRAILS: Final = 17  # entries in use of TRAIL
SETUP: Final = 18  # 1 until the last explorer has been placed (I9, I10)
SUPPLY: Final = 19  # [rope, fish, bears]
PACK_ROPE: Final = 22  # [seat]
PACK_FISH: Final = 26  # [seat]
BAG: Final = 30  # [kind of tile] how many are in the bag
DECK: Final = BAG + MAX_KINDS  # [kind of card] how many are in the draw pile
PLACE_OF: Final = DECK + MAX_KINDS  # [3 * seat + i] of an explorer, −1 before it is placed
FRAME: Final = PLACE_OF + 12  # [4 * depth + …] bears to be settled, the most urgent last
TRAIL: Final = FRAME + 4 * 28  # for each bounce −1 and the places its bear may not be sent to
FLOE: Final = TRAIL + 64  # [place] a floe's mask of ridges, SOLID where no floe is needed, or −1
ROPE: Final = FLOE + MAX_PLACES  # [place]
FISH: Final = ROPE + MAX_PLACES  # [place]
BEARS: Final = FISH + MAX_PLACES  # [place]
OCCUPANTS: Final = BEARS + MAX_PLACES  # [place] how many explorers are there (from PLACE_OF)
VISITED: Final = OCCUPANTS + MAX_PLACES  # [place] 1 where the mover has been in this move (I18)
DEALT: Final = VISITED + MAX_PLACES  # 1 when the first tiles are dealt, 0 when drawn (I9)
HELD: Final = DEALT + 1  # [MAX_KINDS * seat + kind of tile] dealt to a seat and not placed yet

# The board, which never changes.
BOARD_START: Final = HELD + 4 * MAX_KINDS
HEXES: Final = BOARD_START  # sea hexes and Diomede
STATIONS: Final = HEXES + 1  # the number after the last station
TILE_KINDS: Final = HEXES + 2
CARD_KINDS: Final = HEXES + 3
DIOMEDE: Final = HEXES + 4  # its place
BOARD_KEY: Final = HEXES + 5  # four words that identify the board
KIND: Final = BOARD_KEY + 4  # [place] SEA, ISLAND, ALASKA or SIBERIA
SPEED: Final = KIND + MAX_PLACES  # [place] of its current
ENTRY: Final = SPEED + MAX_PLACES  # [place] 1 for an entry point
FLOW: Final = ENTRY + MAX_PLACES  # [2 * place + branch] downstream: a place, OFF or NONE
NEIGHBOUR: Final = FLOW + 2 * MAX_PLACES  # [6 * place + direction] a place, LAND or OUTSIDE
FACING_EDGE: Final = NEIGHBOUR + 6 * MAX_PLACES  # [likewise] the neighbour's edge to the place
TILE_MASK: Final = FACING_EDGE + 6 * MAX_PLACES  # [kind of tile] its mask as printed
TILE_KIND_OF: Final = TILE_MASK + MAX_KINDS  # [mask] the kind of a tile however it is turned
CARD: Final = TILE_KIND_OF + 64  # [5 * kind of card] for Diomede?, rope, fish, bears, count
STATE_SIZE: Final = CARD + 5 * MAX_KINDS

# -- values ---------------------------------------------------------------------------------------

SOLID: Final = 64
"""The mask of stations and of Diomede: firm ground, no ridge on any side."""
SEA, ISLAND, ALASKA, SIBERIA = 0, 1, 2, 3  # of KIND
OFF, NONE = -1, -2  # of FLOW
OUTSIDE, LAND = -1, -2  # of NEIGHBOUR; a station's six entries list what it touches

# A frame is four words. It costs a fish at least, so there are 24 at most.
WHAT, WHERE, WHO, LEVEL = 0, 1, 2, 3
SETTLE: Final = 0  # explorer WHO (−1: driven off) must send the bears of WHERE away (I26, I30a)
BOUNCE: Final = 1  # a bear, the LEVEL-th of WHERE, endangers the explorers there (I28)

# Phases: five of drawing and the set-up, then CHOOSING_ACTION, in which a turn begins.
STARTING, DRAWING_TILE, DRAWING_CARD, PUTTING, STATIONING = 0, 1, 2, 3, 4
CHOOSING_ACTION, MOVING, SENDING, BOUNCING, TAKING, FINISHED = 5, 6, 7, 8, 9, 10

# -- moves: kind << 24 | a << 16 | b << 8 | c, NOTHING where there is none ------------------------

NOTHING: Final = 255
STARTED: Final = 1  # seat
DREW_TILE: Final = 2  # kind of tile
DREW_CARD: Final = 3  # kind of card
PUT: Final = 4  # hex, mask
STATIONED: Final = 5  # station
DRIFTED: Final = 6  # hex, destination (NOTHING: off the board)
TURNED: Final = 7  # hex, 0 clockwise or 1 counter-clockwise
DISCOVERED: Final = 8  # hex whose floe drifts off first, or NOTHING
STEPPED: Final = 9  # from, to, hex swum across or NOTHING
COLLECTED: Final = 10  # place, 0 rope or 1 fish
FISHED: Final = 11
STOPPED: Final = 12
SENT: Final = 13  # direction
TOOK: Final = 14  # 0 rope, 1 fish, NOTHING
LIFTED: Final = 15  # station
DROPPED: Final = 16  # place, 0 rope or 1 fish
ENDED: Final = 17

MAX_MOVES: Final = 36 * (MAX_PLACES - 11)
"""The size of a buffer for the legal moves of any position.

The most are in the set-up of two players (I9): 6 tiles in 6 orientations, on all places but
Diomede, 9 stations and an entry point.
"""

# -- what the kernel protocol asks of a state -----------------------------------------------------


@compiled
def rows(n: int) -> np.ndarray:
    """Room for n states, one per row."""
    return np.empty((n, STATE_SIZE), dtype=np.int16)


@compiled
def save(st: np.ndarray, row: np.ndarray) -> None:
    """Copies a state into a row."""
    for i in range(STATE_SIZE):
        row[i] = st[i]


@compiled
def load(row: np.ndarray) -> np.ndarray:
    """The state in a row, as a copy."""
    return row.copy()


@compiled
def turn(st: np.ndarray) -> int:
    """The seat that decides, CHANCE or OVER."""
    phase = st[PHASE]
    if phase == FINISHED:
        return OVER
    if phase in (STARTING, DRAWING_TILE, DRAWING_CARD):
        return CHANCE
    return np.int64(st[TURN])  # type: ignore[return-value]


@compiled
def payoffs(st: np.ndarray, out: np.ndarray) -> None:
    """Writes what each seat gets at the end; a draw is 0 for all (I31, I32)."""
    seats = st[SEATS]
    for seat in range(seats):
        if st[WINNER] < 0:
            out[seat] = 0.0
        else:
            out[seat] = 1.0 if st[WINNER] == seat else -1.0 / (seats - 1)


# -- the key --------------------------------------------------------------------------------------

_KEY_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_KEY_SHIFT = np.uint64(29)
_LOW_16_BITS = np.uint64(0xFFFF)


@compiled
def _mix_word(h: np.uint64, value: int) -> np.uint64:
    """A key with one more word mixed into it."""
    h = (h ^ np.uint64(value) & _LOW_16_BITS) * _KEY_FACTOR
    return h ^ h >> _KEY_SHIFT


@compiled
def _explorers_key(st: np.ndarray, mark: int) -> np.uint64:
    """A key of where all explorers stand, those of one player interchangeable.

    A sum, not a chain. `mark` is an explorer that matters by itself, or −1.
    """
    total = np.uint64(0)
    for i in range(TEAM_SIZE * st[SEATS]):
        own = _mix_word(_mix_word(np.uint64(1 + (i == mark)), i // TEAM_SIZE), st[PLACE_OF + i])
        total += own * own
    return total


@compiled
def key(st: np.ndarray) -> np.uint64:
    """64 bits that identify a state without its number of turns.

    MOVER and ASKED count by place, not by number, as explorers of one player are alike.
    """
    h = np.uint64(0)
    for i in range(TURNS):
        h = _mix_word(h, st[i])
    for i in range(FLOE_DONE, MOVER):
        h = _mix_word(h, st[i])
    for i in range(DEPTH, PLACE_OF):
        h = _mix_word(h, st[i])
    h = (h ^ _explorers_key(st, st[MOVER])) * _KEY_FACTOR
    h = (h ^ _explorers_key(st, st[ASKED])) * _KEY_FACTOR
    for i in range(st[DEPTH]):
        frame = FRAME + 4 * i
        h = _mix_word(_mix_word(h, st[frame + WHERE]), st[frame + WHAT] + 2 * st[frame + LEVEL])
        if st[frame + WHAT] == SETTLE:
            h = (h ^ _explorers_key(st, st[frame + WHO])) * _KEY_FACTOR
    for i in range(st[TRAILS]):
        h = _mix_word(h, st[TRAIL + i])
    for place in range(st[STATIONS]):
        h = _mix_word(h, st[FLOE + place] << 9 | st[ROPE + place] << 4 | st[VISITED + place])
        h = _mix_word(h, st[FISH + place] << 4 | st[BEARS + place])
    for i in range(4):
        h = _mix_word(h, st[BOARD_KEY + i])
    return _mix_held_tiles(h, st) if st[DEALT] == 1 else h


@compiled
def _mix_held_tiles(h: np.uint64, st: np.ndarray) -> np.uint64:
    """A key with the tiles before the players mixed into it (I9)."""
    h = _mix_word(h, st[DEALT])
    if st[SETUP] == 1:
        for seat in range(st[SEATS]):
            for kind in range(st[TILE_KINDS]):
                h = _mix_word(h, st[HELD + MAX_KINDS * seat + kind])
    return h


@compiled
def has_dealt_tiles(st: np.ndarray) -> bool:
    """Whether the players place tiles that lie before them (I9)."""
    return bool(st[SETUP] == 1 and st[DEALT] == 1)
