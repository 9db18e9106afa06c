"""Facts that explanations are made of: points, sinkings, losses in a ballot.

Nothing here rests on votes that a seat cannot know; `known_position` leaves them out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from ....core.message import Message, message
from .. import kernel
from ..board import (
    LETTERS,
    MOST_WEIGHT,
    NUMBERS,
    SPACES,
    WEIGHTS,
    list_names,
    pyramid_label,
    pyramid_points,
    space_name,
    tile_label,
)
from ..kernel import state as s
from ..position import TorchPosition
from ..text.moves import format_move

BALLOTS: Final = ("number", "suit")
"""The phases in which votes are cast."""


def known_position(position: TorchPosition, seat: int) -> TorchPosition:
    """The position without the votes of others that a seat cannot know yet."""
    if not position.in_ballot:
        return position
    return TorchPosition(kernel.resample(position.state, seat))


def points_of(pyramids: Iterable[str]) -> int:
    """The points of these pyramids: "SF" 6 (T5)."""
    return sum(map(pyramid_points, pyramids))


def select_own(pyramids: Iterable[str], suit: str) -> tuple[str, ...]:
    """The pyramids of that suit."""
    return tuple(p for p in pyramids if p[0] == suit)


def select_others(pyramids: Iterable[str], suit: str) -> tuple[str, ...]:
    """The pyramids of all other suits."""
    return tuple(p for p in pyramids if p[0] != suit)


def pyramids_on(position: TorchPosition, space: str) -> tuple[str, ...]:
    """The pyramids on a space."""
    return tuple(p for p, at in position.pyramids.items() if at == space)


def total_points(position: TorchPosition, seat: int) -> int:
    """The points a seat has scored and those that still stand for it (T25)."""
    return position.scores[seat] + points_of(select_own(position.pyramids, position.suits[seat]))


def strongest_rival(position: TorchPosition, seat: int) -> int:
    """The rival with most points, scored and standing; of equals the first seat."""
    rivals = [x for x in range(position.seats) if x != seat]
    return max(rivals, key=lambda x: (total_points(position, x), -x))


def rival_suits(position: TorchPosition, seat: int) -> str:
    """The suits of the other players."""
    return position.suits.replace(position.suits[seat], "")


# -- words --------------------------------------------------------------------------------------


def points_label(n: int) -> Message:
    """The points in words: "1 point", "2 points"."""
    return message("torch.thing.points", n=n)


def list_letters(pyramids: Sequence[str]) -> str | Message:
    """The letters of pyramids of one player: "C and F"."""
    return list_names([p[1] for p in pyramids])


def list_pyramids(pyramids: Sequence[str]) -> str | Message:
    """Up to six pyramids with their suits, those with most points first."""
    dear = sorted(pyramids, key=lambda p: -points_of([p]))[:6]
    return list_names([pyramid_label(p) for p in dear])


def option_phrase(position: TorchPosition, option: str) -> Message:
    """An option in words: "number 5", or the tile that a suit means in this ballot."""
    if option in NUMBERS:
        return message("torch.reason.number", number=option)
    return tile_label(f"{option}{position.number}")


# -- movement -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sinking:
    """A pyramid move that would sink a tile (T11)."""

    seat: int
    move: str
    space: str
    pyramids: tuple[str, ...]
    """All that sink, the moved one last."""

    def cost(self, suit: str) -> tuple[str, ...]:
        """The pyramids that a suit loses with it."""
        return select_own(self.pyramids, suit)


def _pyramid_moves(position: TorchPosition, seat: int) -> tuple[np.ndarray, list[int]]:
    """A state in which it is that seat's turn, and the codes of its pyramid moves."""
    st: np.ndarray = position.state.copy()
    st[s.PHASE], st[s.TURN] = s.MOVING, seat
    out = np.empty(s.MAX_MOVES, dtype=np.int64)
    codes = out[: kernel.moves(st, out)].tolist()
    return st, [code for code in codes if code >> 16 == s.WALKED]


def _destination(code: int) -> tuple[int, int]:
    """The letter and the last space of a pyramid move."""
    what = code & 65535
    return what >> 10, what >> 5 & 31 if what & 31 == s.NO_HOP else what & 31


def find_sinkings(position: TorchPosition, seat: int) -> list[Sinking]:
    """Every tile that a seat could sink on its turn, once for each pyramid."""
    st, codes = _pyramid_moves(position, seat)
    load = st[s.LOAD : s.LOAD + SPACES].tolist()
    found: dict[tuple[int, int], int] = {}
    for code in codes:
        letter, end = _destination(code)
        if end == st[s.AT + 6 * seat + letter]:
            continue  # there and back again (T10's option) adds no weight
        if load[end] + WEIGHTS[letter] > MOST_WEIGHT:
            best = found.get((letter, end))
            if best is None or best & 31 != s.NO_HOP:  # one hop is easier to see than two
                found[letter, end] = code
    suit = position.suits[seat]
    sinkings = []
    for (letter, end), code in found.items():
        at = space_name(end)
        moved = f"{suit}{LETTERS[letter]}"
        gone = (*(p for p in pyramids_on(position, at) if p != moved), moved)
        sinkings.append(Sinking(seat, format_move(st, code), at, gone))
    return sinkings


def seats_still_to_move(position: TorchPosition) -> tuple[int, ...]:
    """The seats that move in what is left of this round's movement."""
    if position.phase != "move":
        return ()
    return position.clockwise[int(position.state[s.COUNT]) :]


def is_exposed(position: TorchPosition, pyramids: Iterable[str]) -> bool:
    """Whether a seat still to move in this round can sink one of these pyramids.

    Not counted is what a pyramid of the same suit would sink.
    """
    wanted = set(pyramids)
    return any(
        wanted & set(select_others(sinking.pyramids, position.suits[seat]))
        for seat in seats_still_to_move(position)
        for sinking in find_sinkings(position, seat)
    )


def find_dangers(position: TorchPosition, seat: int, by: Iterable[int]) -> list[Sinking]:
    """The ways of the seats `by` to sink a seat's pyramids at a gain.

    The worst comes first.
    """
    suit = position.suits[seat]
    found = []
    for rival in by:
        if rival == seat:
            continue
        for sinking in find_sinkings(position, rival):
            loss = points_of(sinking.cost(suit))
            if loss > points_of(sinking.cost(position.suits[rival])):
                found.append(sinking)

    def rank(sinking: Sinking) -> tuple[int, int, str]:
        price = points_of(sinking.cost(position.suits[sinking.seat]))
        return -points_of(sinking.cost(suit)), price, sinking.move

    return sorted(found, key=rank)


def reachable_spaces(position: TorchPosition, pyramid: str) -> set[str]:
    """The spaces to which a pyramid could move without sinking a tile."""
    wanted = LETTERS.index(pyramid[1])
    _, codes = _pyramid_moves(position, position.suits.index(pyramid[0]))
    load = position.state[s.LOAD : s.LOAD + SPACES]
    return {
        space_name(end)
        for letter, end in map(_destination, codes)
        if letter == wanted and load[end] + WEIGHTS[letter] <= MOST_WEIGHT
    }


def possible_visitors(position: TorchPosition, space: str, seat: int) -> set[str]:
    """The pyramids of the others that could come to a space with one move."""
    return {
        f"{position.suits[rival]}{LETTERS[letter]}"
        for rival in range(position.seats)
        if rival != seat
        for letter, end in map(_destination, _pyramid_moves(position, rival)[1])
        if space_name(end) == space
    }


# -- ballots ------------------------------------------------------------------------------------


def endangered_tiles(position: TorchPosition, option: str) -> dict[str, tuple[str, ...]]:
    """The tiles that may go if an option of the present ballot wins.

    Their spaces, each with the pyramids on it.
    """
    if option in NUMBERS:
        spaces = [at for at, tile in position.tiles.items() if tile[1] == option]
    else:
        wanted = f"{option}{position.number}"
        spaces = [at for at, tile in position.tiles.items() if tile == wanted]
    return {at: pyramids_on(position, at) for at in spaces}


def worst_loss(
    position: TorchPosition, option: str, suits: str
) -> tuple[str, tuple[str, ...]] | None:
    """The tile of an option on which these suits have most to lose.

    Its space and their pyramids; None when they have nothing on any.
    """
    found = [
        (at, tuple(p for p in on if p[0] in suits))
        for at, on in endangered_tiles(position, option).items()
    ]
    found = [(at, on) for at, on in found if on]
    return max(found, key=lambda each: (points_of(each[1]), each[0])) if found else None


def points_at_stake(position: TorchPosition, option: str, suits: str) -> int:
    """The most points that these suits can lose when an option wins."""
    found = worst_loss(position, option, suits)
    return 0 if found is None else points_of(found[1])


def leading_options(position: TorchPosition) -> tuple[str, ...]:
    """The options with most votes and coins, once the votes are revealed."""
    worth = position.worth
    most = max(worth.values(), default=0)
    return tuple(option for option, total in worth.items() if total == most)
