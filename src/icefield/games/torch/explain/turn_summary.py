"""The effects of moves in sentences: ballots, lost tiles, points, the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import TYPE_CHECKING, Final

from ....core.abilities import Ballot, BallotOption
from ....core.message import Message, message
from ....core.scene import Piece
from ..board import (
    SUITS,
    list_names,
    option_label,
    pyramid_label,
    pyramid_points,
    tile_label,
)
from ..scene.last_turn import LostTile, lost_tiles, selection
from ..scene.layout import EMBLEMS
from ..text.moves import ParsedMove, parse_move

if TYPE_CHECKING:
    from ..position import TorchPosition

_OVER: Final = ("crown", "over")
_BALLOTS: Final = ("number", "suit")


@dataclass
class _Count:
    """The votes and coins of one ballot, and the position after its last move."""

    kind: str
    opening: TorchPosition
    end: TorchPosition
    votes: dict[int, str] = field(default_factory=dict)
    coins: list[tuple[int, int, str]] = field(default_factory=list)
    chosen: str | None = None
    """What the Torch Bearer chose among the tied."""

    @property
    def finished(self) -> bool:
        return _ballot_kind(self.end) != self.kind

    def valid(self, option: str) -> bool:
        """Whether a vote for an option counts (T14, T17)."""
        tiles = self.opening.tiles.values()
        if self.kind == "number":
            return any(tile[1] == option for tile in tiles)
        return f"{option}{self.opening.number}" in tiles

    @property
    def totals(self) -> dict[str, int]:
        """Votes and coins on each valid option, the most first."""
        found: dict[str, int] = {}
        for option in self.votes.values():
            if self.valid(option):
                found[option] = found.get(option, 0) + 1
        for _, coins, option in self.coins:
            found[option] = found.get(option, 0) + coins
        return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))

    @property
    def winner(self) -> str | None:
        """The option that has won, None when no vote was valid."""
        return self.chosen or next(iter(self.totals), None)


def _ballot_kind(position: TorchPosition) -> str | None:
    """ "number" or "suit" while such a ballot goes on."""
    kind = position.phase.partition("-")[0]
    return kind if kind in _BALLOTS else None


def _count(end: TorchPosition) -> _Count | None:
    """The ballot that the last move belongs to."""
    before = end.before
    kind = None if before is None else _ballot_kind(before)
    if kind is None:
        return None
    steps: list[tuple[TorchPosition, ParsedMove]] = []
    position = end
    while position.before is not None and position.last is not None:
        if _ballot_kind(position.before) != kind:
            break
        steps.append((position.before, parse_move(position.last.text)))
        position = position.before
    found = _Count(kind, position, end)
    after = [*(p for p, _ in steps[::-1][1:]), end]
    for (earlier, move), later in zip(steps[::-1], after, strict=True):
        if move.kind == "vote":
            found.votes[_voter(earlier, later)] = move.option
        elif move.kind == "add":
            found.coins.append((earlier.turn or 0, move.coins, move.option))
        elif move.kind == "choose":
            found.chosen = move.option
    return found


def _voter(before: TorchPosition, after: TorchPosition) -> int:
    """The seat that has voted between two positions."""
    left = [seat for seat in before.deciders if seat not in after.deciders]
    return left[0] if left and after.in_ballot else before.deciders[0]


# -- the effects of a move ----------------------------------------------------------------------


def effects(position: TorchPosition) -> tuple[Message, ...]:
    """What the last move led to, one sentence each."""
    before, last = position.before, position.last
    if before is None or last is None:
        return ()
    return tuple(_effects(before, parse_move(last.text), position))


def _effects(before: TorchPosition, move: ParsedMove, after: TorchPosition) -> Iterator[Message]:
    if move.kind in ("vote", "add", "decline", "choose"):
        yield from _ballot_effects(before, move, after)
    elif move.kind == "score":
        yield from _points_sentence(before, move)
    elif move.kind in ("walk", "burn"):
        for lost in lost_tiles(before, after, move, before.turn or 0):
            yield lost_sentence(lost)
    if before.torch is None and after.torch is not None and not after.round:
        yield message("torch.log.torch", who=after.seat_name(after.torch))
    if after.round != before.round and after.torch is not None:
        yield message("torch.log.round", round=after.round, who=after.seat_name(after.torch))
    if after.phase in _OVER and before.phase not in _OVER:
        yield from score_parts(after)


def _ballot_effects(
    before: TorchPosition, move: ParsedMove, after: TorchPosition
) -> Iterator[Message]:
    count = _count(after)
    if count is None:
        return
    if move.kind == "vote":
        if after.in_ballot and after.phase == before.phase:
            return
        votes = [
            message(
                "torch.log.vote",
                option=option_label(option),
                who=list_names(
                    [after.seat_name(x) for x, own in count.votes.items() if own == option]
                ),
            )
            for option in dict.fromkeys(count.votes.values())
        ]
        yield message("torch.log.votes", votes=_join(votes))
    if after.phase.endswith("-tie") and not before.phase.endswith("-tie"):
        worth = next(iter(count.totals.values()))
        who = after.seat_name(after.turn or 0)
        yield message("torch.log.tie", worth=worth, who=who)
    yield from _results(count)


def _results(count: _Count) -> Iterator[Message]:
    """What a finished ballot came to."""
    if not count.finished:
        return
    winner, totals = count.winner, count.totals
    if winner is None:
        yield message("torch.log.void")
        return
    others = [worth for option, worth in totals.items() if option != winner]
    score = ":".join(str(worth) for worth in (totals[winner], *(others or [0])))
    if count.kind == "number":
        yield message("torch.log.number", option=winner, score=score)
        return
    yield message("torch.log.suit", option=option_label(winner), score=score)
    end = count.end
    assert end.before is not None
    for lost in lost_tiles(end.before, end, ParsedMove("vote"), 0):
        yield lost_sentence(lost)


def lost_sentence(lost: LostTile) -> Message:
    """A tile that has left the game, with the pyramids that went with it."""
    params: dict[str, str | Message] = {"tile": tile_label(lost.tile), "space": lost.space}
    if not lost.pyramids:
        return message(f"torch.log.{lost.how}", **params)
    names = list_names([pyramid_label(pyramid) for pyramid in lost.pyramids])
    return message(f"torch.log.{lost.how}.with", pyramids=names, **params)


def _points_sentence(before: TorchPosition, move: ParsedMove) -> Iterator[Message]:
    """The points that a selected tile pays (T21)."""
    paid = selection(before, move).paid
    if not paid:
        yield message("torch.log.points.none")
        return
    yield message(
        "torch.log.points",
        points=_join(
            [
                message("torch.thing.paid", who=before.seat_name(seat), points=points)
                for seat, points in sorted(paid.items())
            ]
        ),
    )


def _join(parts: Sequence[Message]) -> Message:
    """Parts one after the other; at least one."""
    return reduce(lambda first, then: message("torch.log.join", first=first, then=then), parts)


# -- the end of the game ------------------------------------------------------------------------


def score_parts(position: TorchPosition) -> tuple[Message, ...]:
    """Where the final points of each seat come from (T25); empty before the end."""
    if position.phase not in _OVER:
        return ()
    standing = [0] * position.seats
    for pyramid in position.pyramids:
        standing[position.suits.index(pyramid[0])] += pyramid_points(pyramid)
    return tuple(
        message(
            "torch.log.final",
            who=position.seat_name(seat),
            points=position.scores[seat],
            before=position.scores[seat] - standing[seat],
            standing=standing[seat],
        )
        for seat in range(position.seats)
    )


# -- the last ballot ----------------------------------------------------------------------------


def last_ballot(position: TorchPosition) -> Ballot | None:
    """The last ballot whose votes are revealed, with what has come of it so far."""
    end = position
    while not _shows_ballot(end):
        if end.before is None:
            return None
        end = end.before
    count = _count(end)
    if count is None:  # read from a text: its votes are not known one by one
        return None
    totals = count.totals
    options = [*totals, *(o for o in dict.fromkeys(count.votes.values()) if o not in totals)]
    title = (
        message("torch.ballot.number")
        if count.kind == "number"
        else message("torch.ballot.suit", number=str(count.opening.number))
    )
    return Ballot(
        title,
        tuple(_ballot_option(count, option, totals.get(option, 0)) for option in options),
        tuple(_results(count)),
    )


def _shows_ballot(position: TorchPosition) -> bool:
    """Whether the votes of a ballot are open here, or it has just ended."""
    before = position.before
    if before is None:
        return False
    kind = _ballot_kind(before)
    if kind is None:
        return False
    return position.phase in (f"{kind}-coins", f"{kind}-tie") or _ballot_kind(position) != kind


def _ballot_option(count: _Count, option: str, total: int) -> BallotOption:
    picture: tuple[Piece, ...] = ()
    if option in SUITS:
        picture = (
            Piece(
                f"option-{option}",
                f"torch/tile-{EMBLEMS[option]}",
                0,
                0,
                f"tile flat suit-{option.lower()}",
                tile_label(f"{option}{count.opening.number}"),
                glyph=f"{option}{count.opening.number}",
            ),
        )
    return BallotOption(
        option_label(option) if option in SUITS else message("torch.ballot.option", option=option),
        total,
        tuple(seat for seat, own in count.votes.items() if own == option),
        tuple((seat, coins) for seat, coins, on in count.coins if on == option),
        picture,
    )
