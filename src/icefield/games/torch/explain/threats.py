"""What the others could do to a seat of `torch` next: sink its pyramids, vote their tile out, pay
for it with coins, decide a tie against it, melt its refuge, crown somebody else.

Looks one decision of each rival ahead and uses only what the seat may know: who has voted in a
ballot that goes on, never what.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ....core.game import Position
from ....core.message import Message, message
from ....core.mistakes import Threat
from ....core.scene import Mark
from ..board import option_label, space_name, tile_label
from ..kernel import state as s
from ..position import TorchPosition
from ..scene.layout import at
from ..text.moves import parse_move
from .facts import (
    BALLOTS,
    as_known,
    called,
    dangers,
    leading,
    letters,
    owned,
    points,
    points_of,
    reachable,
    standing,
    still_to_move,
    strongest,
    worst,
)


def threats(position: Position, seat: int) -> tuple[Threat, ...]:
    """The worst first, by the points that are at stake."""
    assert isinstance(position, TorchPosition)
    known = as_known(position, seat)
    phase = position.phase
    found: list[tuple[int, Threat]] = []
    if phase == "move":
        found += _sinkings(known, seat)
        if not any(rival != seat for rival in still_to_move(known)):
            found += _votes(known, seat, [x for x in known.clockwise if x != seat])
    elif phase in BALLOTS:
        found += _votes(known, seat, [x for x in position.deciders if x != seat])
    elif phase.endswith("-coins"):
        found += _coins(known, seat)
    elif phase.endswith("-tie"):
        found += _tie(known, seat)
    elif phase == "burn":
        found += _melting(known, seat)
    elif phase == "crown":
        found += _crowning(known, seat)
    found.sort(key=lambda each: (-each[0], each[1].move, each[1].by))
    return tuple(threat for _, threat in found)


def _threat(
    kind: str,
    by: int,
    move: str,
    way: Sequence[str],
    text: Message,
) -> Threat:
    """A threat that ends at the last space of a way; a way of one space is a spot."""
    marks = (
        (Mark("threat", tuple(at(space) for space in way), space=way[-1], name=text),)
        if way
        else ()
    )
    return Threat(kind, text, by, move, tuple(way[-1:]), marks)


def _sinkings(position: TorchPosition, seat: int) -> Iterator[tuple[int, Threat]]:
    """By those who still move in this round; the worst for each tile."""
    suit = position.suits[seat]
    done: set[str] = set()
    for sinking in dangers(position, seat, still_to_move(position)):
        if sinking.space in done:
            continue
        done.add(sinking.space)
        own = sinking.cost(suit)
        last = len(own) == len(owned(position.pyramids, suit))
        kind = "last-pyramids" if last else "sinking"
        text = message(
            f"torch.threat.{kind}",
            who=position.seat_name(sinking.seat),
            move=sinking.move,
            tile=tile_label(position.tiles[sinking.space]),
            space=sinking.space,
            own=letters(own),
            points=points(points_of(own)),
        )
        way = [space_name(each) for each in parse_move(sinking.move).spaces]
        yield (
            points_of(own) + (100 if last else 0),
            _threat(kind, sinking.seat, sinking.move, way, text),
        )


def _votes(
    position: TorchPosition, seat: int, voters: Sequence[int]
) -> Iterator[tuple[int, Threat]]:
    """A vote against a tile with own pyramids, by the strongest who has nothing on it."""
    suit = position.suits[seat]
    about_suits = position.phase == "suit"
    for space, tile in position.tiles.items():
        on = standing(position, space)
        own = owned(on, suit)
        if not own or (about_suits and int(tile[1]) != position.number):
            continue
        free = [x for x in voters if not owned(on, position.suits[x])]
        if not free:
            continue
        by = _most(position, seat, free)
        option = tile[0] if about_suits else tile[1]
        text = message(
            f"torch.threat.vote-{'suit' if about_suits else 'number'}",
            option=option_label(option),
            tile=tile_label(tile),
            space=space,
            own=letters(own),
            points=points(points_of(own)),
        )
        yield points_of(own), _threat("vote", by, f"vote:{option}", (space,), text)


def _most(position: TorchPosition, seat: int, among: Sequence[int]) -> int:
    first = strongest(position, seat)
    return first if first in among else among[0]


def _coins(position: TorchPosition, seat: int) -> Iterator[tuple[int, Threat]]:
    """An option that costs own pyramids leads, or a coin puts it ahead."""
    suit, worth = position.suits[seat], position.worth
    declined = int(position.state[s.DECLINED])
    asked = [
        x
        for x in range(position.seats)
        if x != seat and position.coins[x] and not declined >> x & 1
    ]
    ahead = leading(position)
    for option in worth:
        found = worst(position, option, suit)
        if found is None or not asked:
            continue
        space, own = found
        told: dict[str, Any] = {
            "option": called(position, option),
            "space": space,
            "own": letters(own),
            "points": points(points_of(own)),
        }
        if ahead == (option,):
            by = _most(position, seat, asked)
            text = message("torch.threat.count", **told)
            yield points_of(own), _threat("count", by, "decline", (space,), text)
            continue
        need = max(w for o, w in worth.items() if o != option) + 1 - worth[option]
        for rival in asked:
            sums = [c for c in range(need, 4) if _can_pay(position.coins[rival], c)]
            if sums:
                who, coins = position.seat_name(rival), message(f"torch.coins.{sums[0]}")
                text = message("torch.threat.coin", who=who, coins=coins, **told)
                move = f"add{sums[0]}:{option}"
                yield points_of(own), _threat("coin", rival, move, (space,), text)
                break


def _can_pay(coins: Sequence[int], amount: int) -> bool:
    return amount in (*coins, sum(coins))


def _tie(position: TorchPosition, seat: int) -> Iterator[tuple[int, Threat]]:
    """The Torch Bearer decides for an option that costs own pyramids."""
    bearer = position.torch
    if bearer is None or bearer == seat:
        return
    for option in leading(position):
        found = worst(position, option, position.suits[seat])
        if found is not None:
            space, own = found
            text = message(
                "torch.threat.tie",
                who=position.seat_name(bearer),
                option=called(position, option),
                space=space,
                own=letters(own),
                points=points(points_of(own)),
            )
            yield points_of(own), _threat("tie", bearer, f"choose:{option}", (space,), text)


def _melting(position: TorchPosition, seat: int) -> Iterator[tuple[int, Threat]]:
    """The Torch Bearer removes the last empty tile an own pyramid could flee to."""
    bearer = position.torch
    if bearer is None or bearer == seat:
        return
    for pyramid in owned(position.pyramids, position.suits[seat]):
        refuges = reachable(position, pyramid)
        if len(refuges) == 1 and not standing(position, *refuges):
            (refuge,) = refuges
            space = position.pyramids[pyramid]
            text = message(
                "torch.threat.melting",
                who=position.seat_name(bearer),
                refuge=refuge,
                letter=pyramid[1],
                space=space,
            )
            move = f"burn:{refuge}"
            yield points_of([pyramid]), _threat("melting", bearer, move, (refuge,), text)


def _crowning(position: TorchPosition, seat: int) -> Iterator[tuple[int, Threat]]:
    """The Torch Bearer names another of the tied."""
    bearer, best = position.torch, max(position.scores)
    if bearer is None or bearer == seat or position.scores[seat] != best:
        return
    rivals = [x for x in range(position.seats) if x != seat and position.scores[x] == best]
    rival = bearer if bearer in rivals else rivals[0]
    text = message(
        "torch.threat.crown", who=position.seat_name(bearer), winner=position.seat_name(rival)
    )
    yield best, _threat("crown", bearer, f"crown:{position.suits[rival]}", (), text)


THREAT_KINDS = (
    "sinking",
    "last-pyramids",
    "vote",
    "count",
    "coin",
    "tie",
    "melting",
    "crown",
)
