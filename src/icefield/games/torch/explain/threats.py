"""Threats: what the others could do to a seat with their next decisions.

Each finder looks one decision of each rival ahead and uses only what the seat may know: who has
voted in a ballot that goes on, never what. Threats are weighed by the points at stake.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ....core.explain import Finder, Finding, Threat, collect, explain, sort_by_weight
from ....core.game import Position
from ....core.message import Message, message
from ....core.scene import Mark
from ..board import option_label, space_name, tile_label
from ..kernel import state as s
from ..position import TorchPosition
from ..scene.layout import at
from ..text.moves import parse_move
from .facts import (
    BALLOTS,
    find_dangers,
    known_position,
    leading_options,
    list_letters,
    option_phrase,
    points_label,
    points_of,
    pyramids_on,
    reachable_spaces,
    seats_still_to_move,
    select_own,
    strongest_rival,
    worst_loss,
)

THREAT_KINDS: Final = (
    "sinking",
    "last-pyramids",
    "vote",
    "count",
    "coin",
    "tie",
    "melting",
    "crown",
)

_LAST_PYRAMIDS_WEIGHT: Final = 100
"""What the last pyramids count beside their points, as the game ends with them (T24)."""

_Threats = Iterator[Finding[Threat]]


@dataclass(frozen=True, slots=True)
class Case:
    """A seat, the position as that seat knows it, and the rivals that vote next."""

    position: TorchPosition
    seat: int
    voters: tuple[int, ...]

    @property
    def suit(self) -> str:
        """The suit of the seat."""
        return self.position.suits[self.seat]

    @property
    def rival_bearer(self) -> int | None:
        """The Torch Bearer, unless that is the seat itself."""
        return None if self.position.torch == self.seat else self.position.torch

    def pick_strongest(self, among: Sequence[int]) -> int:
        """The strongest rival, or the first of these seats where it is not one of them."""
        strongest = strongest_rival(self.position, self.seat)
        return strongest if strongest in among else among[0]


def threats(position: Position, seat: int) -> tuple[Threat, ...]:
    """The threats of the others to a seat, the worst first."""
    assert isinstance(position, TorchPosition)
    known = known_position(position, seat)
    voters = position.deciders if position.phase in BALLOTS else position.clockwise
    return explain(_THREATS, Case(known, seat, tuple(x for x in voters if x != seat)))


def _threat(kind: str, by: int, move: str, path: Sequence[str], text: Message) -> Threat:
    """A threat to the last space of a path; a path of one space is drawn as a spot."""
    marks = (Mark("threat", tuple(map(at, path)), space=path[-1], name=text),) if path else ()
    return Threat(kind, text, by, move, tuple(path[-1:]), marks)


def _loss_params(space: str, own: Sequence[str]) -> dict[str, str | Message]:
    """The parameters of a sentence about own pyramids on a space."""
    return {"space": space, "own": list_letters(own), "points": points_label(points_of(own))}


def _sinkings(case: Case) -> _Threats:
    """A seat still to move in this round sinks own pyramids (T11); once a tile."""
    position, seen = case.position, set()
    for sinking in find_dangers(position, case.seat, seats_still_to_move(position)):
        if sinking.space in seen:
            continue
        seen.add(sinking.space)
        own = sinking.cost(case.suit)
        last = len(own) == len(select_own(position.pyramids, case.suit))
        kind = "last-pyramids" if last else "sinking"
        text = message(
            f"torch.threat.{kind}",
            who=position.seat_name(sinking.seat),
            move=sinking.move,
            tile=tile_label(position.tiles[sinking.space]),
            **_loss_params(sinking.space, own),
        )
        path = [space_name(each) for each in parse_move(sinking.move).spaces]
        threat = _threat(kind, sinking.seat, sinking.move, path, text)
        yield Finding(threat, points_of(own) + (_LAST_PYRAMIDS_WEIGHT if last else 0))


def _votes(case: Case) -> _Threats:
    """A rival without pyramids on a tile with own ones votes against it (T14, T17).

    In a ballot, or after the last movement of a rival in this round.
    """
    position = case.position
    to_move = any(rival != case.seat for rival in seats_still_to_move(position))
    if position.phase not in (*BALLOTS, "move") or to_move:
        return
    about_suits = position.phase == "suit"
    for space, tile in position.tiles.items():
        on = pyramids_on(position, space)
        own = select_own(on, case.suit)
        if not own or (about_suits and int(tile[1]) != position.number):
            continue
        free = [x for x in case.voters if not select_own(on, position.suits[x])]
        if not free:
            continue
        option = tile[0] if about_suits else tile[1]
        text = message(
            f"torch.threat.vote-{'suit' if about_suits else 'number'}",
            option=option_label(option),
            tile=tile_label(tile),
            **_loss_params(space, own),
        )
        by = case.pick_strongest(free)
        yield Finding(_threat("vote", by, f"vote:{option}", (space,), text), points_of(own))


def _coins(case: Case) -> _Threats:
    """An option that costs own pyramids leads, or a rival's coins put it ahead (T15)."""
    position, worth = case.position, case.position.worth
    if not position.phase.endswith("-coins"):
        return
    declined = int(position.state[s.DECLINED])
    asked = [
        x
        for x in range(position.seats)
        if x != case.seat and position.coins[x] and not declined >> x & 1
    ]
    ahead = leading_options(position)
    for option in worth:
        found = worst_loss(position, option, case.suit)
        if found is None or not asked:
            continue
        space, own = found
        params = {"option": option_phrase(position, option), **_loss_params(space, own)}
        if ahead == (option,):
            text = message("torch.threat.count", **params)
            by = case.pick_strongest(asked)
            yield Finding(_threat("count", by, "decline", (space,), text), points_of(own))
            continue
        needed = max(w for o, w in worth.items() if o != option) + 1 - worth[option]
        for rival in asked:
            have = position.coins[rival]
            sums = [amount for amount in (*have, sum(have)) if amount >= needed]
            if sums:
                coins = min(sums)
                text = message(
                    "torch.threat.coin",
                    who=position.seat_name(rival),
                    coins=message(f"torch.coins.{coins}"),
                    **params,
                )
                threat = _threat("coin", rival, f"add{coins}:{option}", (space,), text)
                yield Finding(threat, points_of(own))
                break


def _tie(case: Case) -> _Threats:
    """The Torch Bearer decides a tie for an option that costs own pyramids (T16)."""
    position, bearer = case.position, case.rival_bearer
    if not position.phase.endswith("-tie") or bearer is None:
        return
    for option in leading_options(position):
        found = worst_loss(position, option, case.suit)
        if found is not None:
            space, own = found
            text = message(
                "torch.threat.tie",
                who=position.seat_name(bearer),
                option=option_phrase(position, option),
                **_loss_params(space, own),
            )
            yield Finding(
                _threat("tie", bearer, f"choose:{option}", (space,), text), points_of(own)
            )


def _melting(case: Case) -> _Threats:
    """The Torch Bearer melts the last refuge of an own pyramid, if it is empty (T20)."""
    position, bearer = case.position, case.rival_bearer
    if position.phase != "burn" or bearer is None:
        return
    for pyramid in select_own(position.pyramids, case.suit):
        refuges = reachable_spaces(position, pyramid)
        if len(refuges) == 1 and not pyramids_on(position, *refuges):
            (refuge,) = refuges
            text = message(
                "torch.threat.melting",
                who=position.seat_name(bearer),
                refuge=refuge,
                letter=pyramid[1],
                space=position.pyramids[pyramid],
            )
            threat = _threat("melting", bearer, f"burn:{refuge}", (refuge,), text)
            yield Finding(threat, points_of([pyramid]))


def _crowning(case: Case) -> _Threats:
    """The Torch Bearer names another of the tied the winner (T26)."""
    position, bearer, best = case.position, case.rival_bearer, max(case.position.scores)
    if position.phase != "crown" or bearer is None or position.scores[case.seat] != best:
        return
    rivals = [x for x in range(position.seats) if x != case.seat and position.scores[x] == best]
    rival = bearer if bearer in rivals else rivals[0]
    text = message(
        "torch.threat.crown", who=position.seat_name(bearer), winner=position.seat_name(rival)
    )
    yield Finding(_threat("crown", bearer, f"crown:{position.suits[rival]}", (), text), best)


_THREATS: Final[Finder[Case, Threat]] = sort_by_weight(
    collect(_sinkings, _votes, _coins, _tie, _melting, _crowning),
    then=lambda threat: (threat.move, threat.by),
)
