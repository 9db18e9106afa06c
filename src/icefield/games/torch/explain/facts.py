"""Facts about `torch` positions and lines that reasons and threats are made of: what a line costs
whom, who could sink what, what a ballot's option puts at stake.

In a ballot everything begins from what the mover knows: the votes of the others are taken as not
yet cast, whatever the position given says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np

from ....core.errors import IcefieldError
from ....core.game import Move
from ....core.message import Message, message
from ....core.mistakes import Mistake, Reason
from .. import kernel
from ..board import (
    LETTERS,
    MOST_WEIGHT,
    NUMBERS,
    POINTS,
    WEIGHTS,
    pyramid_label,
    space_name,
    tile_label,
)
from ..kernel import state as s
from ..position import TorchPosition
from ..scene.last_turn import Lost
from ..text.moves import ParsedMove, format_move, parse_move


def points_of(pyramids: Iterable[str]) -> int:
    """What these pyramids are worth: "SF" 6 (T5)."""
    return sum(POINTS[LETTERS.index(p[1])] for p in pyramids)


def owned(pyramids: Iterable[str], suit: str) -> tuple[str, ...]:
    return tuple(p for p in pyramids if p[0] == suit)


def others(pyramids: Iterable[str], suit: str) -> tuple[str, ...]:
    return tuple(p for p in pyramids if p[0] != suit)


def standing(position: TorchPosition, space: str) -> tuple[str, ...]:
    """The pyramids on a space."""
    return tuple(p for p, at in position.pyramids.items() if at == space)


def wealth(position: TorchPosition, seat: int) -> int:
    """The points a seat has scored and those that still stand for it (T25)."""
    return position.scores[seat] + points_of(owned(position.pyramids, position.suits[seat]))


def strongest(position: TorchPosition, seat: int) -> int:
    """Who of the others has most, scored and standing."""
    rivals = [x for x in range(position.seats) if x != seat]
    return max(rivals, key=lambda x: (wealth(position, x), -x))


# -- words --------------------------------------------------------------------------------------


def points(n: int) -> Message:
    return message("torch.thing.points", n=n)


def listed(names: Sequence[str | Message]) -> str | Message:
    """ "C", "C and F", …"""
    if len(names) == 1:
        return names[0]
    return message(f"torch.list.{len(names)}", **dict(zip("abcdef", names, strict=False)))


def letters(pyramids: Sequence[str]) -> str | Message:
    """One owner's pyramids."""
    return listed([p[1] for p in pyramids])


def named(pyramids: Sequence[str]) -> str | Message:
    """Anybody's pyramids, the dearest first; past six the rest is left out."""
    dear = sorted(pyramids, key=lambda p: -points_of([p]))[:6]
    return listed([pyramid_label(p) for p in dear])


def reason(
    kind: str,
    variant: str = "",
    *,
    rule: str | None = None,
    spaces: tuple[str, ...] = (),
    **params: Any,
) -> Reason:
    """A reason whose sentence is the catalogue's `torch.reason.<kind><variant>`. The sentence need
    not use every parameter."""
    return Reason(kind, message(f"torch.reason.{kind}{variant}", **params), rule, spaces)


# -- lines --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a line, and what left the game with it."""

    seat: int
    move: str
    parts: ParsedMove
    before: TorchPosition
    after: TorchPosition
    lost: tuple[Lost, ...]

    def cost(self, suit: str) -> tuple[str, ...]:
        """The pyramids a suit loses with it."""
        return tuple(p for lost in self.lost for p in owned(lost.pyramids, suit))


@dataclass(frozen=True, slots=True)
class Line:
    """A line as far as it can be replayed; at least its first move."""

    steps: tuple[Step, ...]

    @property
    def first(self) -> Step:
        return self.steps[0]

    @property
    def end(self) -> TorchPosition:
        return self.steps[-1].after

    def losses(self) -> Iterator[tuple[Step, Lost]]:
        for step in self.steps:
            for lost in step.lost:
                yield step, lost

    def soon(self) -> Iterator[tuple[Step, Lost]]:
        """What is lost after the first move, in the same round."""
        for step, lost in self.losses():
            if step is not self.first and step.before.round == self.first.before.round:
                yield step, lost

    def beyond(self, *phases: str) -> bool:
        """Whether it comes to the end of these phases of the round in which it begins."""
        return any(
            step.before.round == self.first.before.round
            and step.before.phase.startswith(phases)
            and not step.after.phase.startswith(phases)
            for step in self.steps
        )

    def cost(self, suit: str) -> tuple[str, ...]:
        """The pyramids a suit loses in it."""
        return tuple(p for step in self.steps for p in step.cost(suit))

    def decided(self) -> str | None:
        """The option that the ballot in which the line begins decides for; None when it stays
        open (or is void)."""
        opening = self.first.before
        about_suits = opening.phase.startswith("suit")
        for step in self.steps:
            if about_suits:
                for lost in step.lost:
                    return lost.tile[0]
            elif step.after.number is not None and step.after.round == opening.round:
                return str(step.after.number)
        return None


def replay(position: TorchPosition, moves: Sequence[Move | str], seat: int) -> Line:
    """Play a line: the first move is that seat's, the others are whoever's turn it is. It ends
    where a move does not fit, as in a line that counts on votes nobody could know."""
    steps: list[Step] = []
    who: int | None = seat
    for move in moves:
        text = str(move)
        try:
            after = position.play(text, who)
        except IcefieldError:
            break
        assert isinstance(after, TorchPosition)
        mover = position.turn if who is None else who
        parts = parse_move(text)
        lost = _lost(position, after, parts, mover or 0)
        steps.append(Step(mover or 0, text, parts, position, after, lost))
        position, who = after, None
    return Line(tuple(steps))


def _lost(
    before: TorchPosition, after: TorchPosition, parts: ParsedMove, mover: int
) -> tuple[Lost, ...]:
    """The tiles that left with a move, and what went with them, a sinking mover last."""
    how = {"walk": "sunk", "burn": "burnt"}.get(parts.kind, "voted-out")
    spaces = before.tiles.keys() - after.tiles.keys() if parts.kind != "slide" else ()
    pyramid = f"{before.suits[mover]}{parts.letter}" if parts.kind == "walk" else ""
    return tuple(
        Lost(
            how,
            at,
            before.tiles[at],
            (*(p for p in standing(before, at) if p != pyramid), *filter(None, [pyramid])),
        )
        for at in sorted(spaces)
    )


def as_known(position: TorchPosition, seat: int) -> TorchPosition:
    """The position without the votes of others that a seat cannot know yet."""
    if not position.in_ballot:
        return position
    return TorchPosition(kernel.resample(position.state, seat))


class Study:
    """A mistake with its lines replayed."""

    def __init__(self, mistake: Mistake):
        assert isinstance(mistake.before, TorchPosition)
        self.seat = mistake.seat
        self.before = as_known(mistake.before, mistake.seat)
        self.suit = self.before.suits[mistake.seat]
        self.played = replay(self.before, mistake.played, mistake.seat)
        self.better = replay(self.before, mistake.better, mistake.seat)
        self._mistake = mistake

    @property
    def complete(self) -> bool:
        """Whether both lines have at least their first move."""
        return bool(self.played.steps and self.better.steps)

    @property
    def alike(self) -> bool:
        """Whether both moves come to the same: a jump, and two steps to the same space."""
        return str(self.played.first.after) == str(self.better.first.after)

    @cached_property
    def followed(self) -> Line:
        """What really happened from the move on. Known only afterwards: it may be told, but no
        reason may rest on it."""
        before = self._mistake.before
        assert isinstance(before, TorchPosition)
        return replay(before, (*self._mistake.played[:1], *self._mistake.followed), self.seat)

    @property
    def move(self) -> str:
        return self.played.first.move

    @property
    def advice(self) -> str:
        return self.better.first.move


# -- sinking ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sinking:
    """A pyramid move that would sink a tile (T11)."""

    seat: int
    move: str
    space: str
    pyramids: tuple[str, ...]  # all that goes down, the mover last

    def cost(self, suit: str) -> tuple[str, ...]:
        return owned(self.pyramids, suit)


def sinkings(position: TorchPosition, seat: int) -> list[Sinking]:
    """Every tile a seat could sink with one pyramid move, once for each pyramid it could use; as
    if it were its turn to move."""
    st = position.state.copy()
    st[s.PHASE], st[s.TURN] = s.MOVING, seat
    out = np.empty(s.MAX_MOVES, dtype=np.int64)
    codes = out[: kernel.moves(st, out)]
    load = [int(x) for x in st[s.LOAD : s.LOAD + 25]]
    found: dict[tuple[int, int], int] = {}
    for code in codes.tolist():
        if code >> 16 != s.WALKED:
            continue
        what = code & 65535
        letter, one, two = what >> 10, what >> 5 & 31, what & 31
        end = one if two == s.NO_HOP else two
        if end == st[s.AT + 6 * seat + letter]:
            continue  # there and back again weighs nothing new
        if load[end] + WEIGHTS[letter] > MOST_WEIGHT:
            best = found.get((letter, end))
            if best is None or (best & 31) != s.NO_HOP:  # the shortest way is the clearest
                found[letter, end] = code
    suit = position.suits[seat]
    sunk = []
    for (letter, end), code in found.items():
        at = space_name(end)
        mover = f"{suit}{LETTERS[letter]}"
        gone = (*(p for p in standing(position, at) if p != mover), mover)
        sunk.append(Sinking(seat, format_move(st, code), at, gone))
    return sunk


def still_to_move(position: TorchPosition) -> tuple[int, ...]:
    """The seats that move in what is left of this round's movement."""
    if position.phase != "move":
        return ()
    return position.clockwise[int(position.state[s.COUNT]) :]


def exposed(position: TorchPosition, pyramids: Iterable[str]) -> bool:
    """Whether somebody who still moves in this round can sink one of these pyramids at once, other
    than with a pyramid of the same suit."""
    wanted = set(pyramids)
    return any(
        wanted & set(others(sinking.pyramids, position.suits[seat]))
        for seat in still_to_move(position)
        for sinking in sinkings(position, seat)
    )


def dangers(position: TorchPosition, seat: int, by: Iterable[int]) -> list[Sinking]:
    """How the given seats could sink this seat's pyramids at a price lower than its loss, the
    worst first."""
    suit = position.suits[seat]
    found = []
    for rival in by:
        if rival == seat:
            continue
        for sinking in sinkings(position, rival):
            loss = points_of(sinking.cost(suit))
            if loss > points_of(sinking.cost(position.suits[rival])):
                found.append(sinking)

    def rank(sinking: Sinking) -> tuple[int, int, str]:
        price = points_of(sinking.cost(position.suits[sinking.seat]))
        return -points_of(sinking.cost(suit)), price, sinking.move

    return sorted(found, key=rank)


# -- ballots ------------------------------------------------------------------------------------

BALLOTS: Final = ("number", "suit")


def option_of(step: Step) -> str | None:
    """The option a vote, coins or the Torch Bearer's word are for."""
    return step.parts.option if step.parts.kind in ("vote", "add", "choose") else None


def stakes(position: TorchPosition, option: str) -> dict[str, tuple[str, ...]]:
    """The spaces of the tiles that may go if an option of the present ballot wins, with what
    stands on them."""
    if option in NUMBERS:
        spaces = [at for at, tile in position.tiles.items() if tile[1] == option]
    else:
        wanted = f"{option}{position.number}"
        spaces = [at for at, tile in position.tiles.items() if tile == wanted]
    return {at: standing(position, at) for at in spaces}


def worst(position: TorchPosition, option: str, suits: str) -> tuple[str, tuple[str, ...]] | None:
    """The one tile of an option on which these suits have most to lose: its space and their
    pyramids. None when they have nothing on any."""
    found = [
        (at, tuple(p for p in on if p[0] in suits)) for at, on in stakes(position, option).items()
    ]
    found = [(at, on) for at, on in found if on]
    return max(found, key=lambda each: (points_of(each[1]), each[0])) if found else None


def at_stake(position: TorchPosition, option: str, suits: str) -> int:
    """The points these suits can lose at most when an option wins."""
    found = worst(position, option, suits)
    return 0 if found is None else points_of(found[1])


def called(position: TorchPosition, option: str) -> Message:
    """ "number 5", or the tile that a suit means now."""
    if option in NUMBERS:
        return message("torch.reason.number", number=option)
    return tile_label(f"{option}{position.number}")


def rivals_of(position: TorchPosition, seat: int) -> str:
    return position.suits.replace(position.suits[seat], "")


def leading(position: TorchPosition) -> tuple[str, ...]:
    """The options with most votes and coins after the reveal."""
    worth = position.worth
    most = max(worth.values(), default=0)
    return tuple(option for option, total in worth.items() if total == most)


def _ends(position: TorchPosition, seat: int) -> Iterator[tuple[int, int]]:
    """Letter and end of every pyramid move of a seat, as if it were its turn to move."""
    st = position.state.copy()
    st[s.PHASE], st[s.TURN] = s.MOVING, seat
    out = np.empty(s.MAX_MOVES, dtype=np.int64)
    codes = out[: kernel.moves(st, out)]
    for code in codes.tolist():
        what = code & 65535
        if code >> 16 == s.WALKED:
            yield what >> 10, what >> 5 & 31 if what & 31 == s.NO_HOP else what & 31


def reachable(position: TorchPosition, pyramid: str) -> set[str]:
    """The spaces a pyramid could move to without sinking anything."""
    letter = LETTERS.index(pyramid[1])
    load = position.state[s.LOAD : s.LOAD + 25]
    return {
        space_name(end)
        for moved, end in _ends(position, position.suits.index(pyramid[0]))
        if moved == letter and load[end] + WEIGHTS[letter] <= MOST_WEIGHT
    }


def visitors(position: TorchPosition, space: str, seat: int) -> set[str]:
    """The pyramids of the others that could come to a space with one move."""
    return {
        f"{position.suits[rival]}{LETTERS[letter]}"
        for rival in range(position.seats)
        if rival != seat
        for letter, end in _ends(position, rival)
        if space_name(end) == space
    }
