"""The trays of the players: pawn, points, torch, coins, vote, die, pyramids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ....core.abilities import Holding, SeatCard
from ....core.message import Message, message
from ....core.scene import Piece
from ..board import LETTERS, SUITS, option_label, suit_label, tile_label
from ..kernel import state as s
from .last_turn import LastTurn, Selection
from .layout import EMBLEMS, at, beside, pyramid_piece

if TYPE_CHECKING:
    from ..position import TorchPosition

# Places along the edge, from the player's left to the right; 0 is the middle.
_HAND_AT, _ADDED_AT, _TORCH_AT, _PAWN_AT = -2.64, -2.35, -0.72, -0.1
_SCORE_AT, GAIN_AT, _COIN_AT, _VOTE_AT = 0.45, 0.86, (1.24, 1.68), 2.25


def seats_to_roll(position: TorchPosition) -> list[int]:
    """The seats that have yet to roll their die."""
    return [x for x in range(position.seats) if position.state[s.ROLL + x] == s.NOT_YET]


class _Tray:
    """The pieces of one player, along the player's edge."""

    def __init__(self, position: TorchPosition, seat: int):
        self.position, self.seat = position, seat
        self.suit = position.suits[seat]

    def piece(
        self,
        id_: str,
        symbol: str,
        style: str,
        along: float,
        size: float,
        name: Message,
        glyph: str = "",
    ) -> Piece:
        x, y = beside(self.seat, along)
        return Piece(
            id=id_,
            symbol=f"torch/{symbol}",
            x=x,
            y=y,
            look=f"{style} suit-{self.suit.lower()}",
            name=name,
            size=size,
            seat=self.seat,
            glyph=glyph,
        )

    def chip(self, id_: str, option: str, along: float, size: float, name: Message) -> Piece:
        """A coin that shows an option of a ballot."""
        suit = option in SUITS
        symbol = f"vote-{EMBLEMS[option]}" if suit else "vote-number"
        return self.piece(id_, symbol, "vote", along, size, name, f"={option}")

    def status(self) -> Iterator[Piece]:
        """Pawn, points and torch."""
        deciding = self.seat in self.position.deciders or (
            self.position.phase == "roll" and self.seat == seats_to_roll(self.position)[0]
        )
        outcome = self.position.outcome
        won = outcome is not None and self.seat in outcome.winners
        style = "pawn deciding" if deciding else "pawn won" if won else "pawn"
        points = self.position.scores[self.seat]
        yield self.piece(
            f"pawn-{self.suit}", f"pawn-{EMBLEMS[self.suit]}", style, _PAWN_AT, 0.54,
            suit_label(self.suit),
        )  # fmt: skip
        yield self.piece(
            f"score-{self.suit}", "score", "score", _SCORE_AT, 0.46,
            message("torch.thing.points", n=points), str(points),
        )  # fmt: skip
        if self.position.torch == self.seat:
            name = message("torch.thing.torch")
            yield self.piece("torch", "torch", "torch", _TORCH_AT, 0.6, name)

    def coins(self, added: Sequence[tuple[int, int, str]]) -> Iterator[Piece]:
        """The coins that are left, and those added in this ballot with their option."""
        for coin in self.position.coins[self.seat]:
            name = message(f"torch.thing.coin.{coin}")
            along = _COIN_AT[coin - 1]
            yield self.piece(f"coin-{self.suit}{coin}", f"coin-{coin}", "coin", along, 0.42, name)
        along = _ADDED_AT
        for seat, coins, option in added:
            if seat != self.seat:
                continue
            for coin in (1, 2):
                if coins & coin:
                    name = message(f"torch.thing.played.{coin}")
                    id_ = f"coin-{self.suit}{coin}"
                    yield self.piece(id_, f"coin-{coin}", "coin", along, 0.42, name)
                    along += 0.33
            name = message("torch.thing.option", option=option_label(option))
            yield self.chip(f"on-{self.suit}{coins}", option, along, 0.32, name)
            along += 0.41

    def vote(self, viewer: int | None) -> Iterator[Piece]:
        """The voting coin: face down until all are revealed, but for its owner."""
        vote = self.position.votes[self.seat]
        if vote is None:
            return
        id_ = f"ballot-{self.suit}"
        if vote == "?":
            name = message("torch.thing.voted")
            yield self.piece(id_, "vote-hidden", "vote", _VOTE_AT, 0.46, name)
            return
        own = self.position.in_ballot and viewer == self.seat
        code = "torch.thing.own-vote" if own else "torch.thing.vote"
        yield self.chip(id_, vote, _VOTE_AT, 0.46, message(code, option=option_label(vote)))

    def setup(self) -> Iterator[Piece]:
        """The die and the pyramids in hand."""
        if self.position.phase not in ("roll", "place"):
            return
        die = self.position.dice[self.seat]
        waiting = self.seat in seats_to_roll(self.position)
        if die is not None or waiting:
            name = (
                message("torch.thing.die.waiting")
                if die is None
                else message("torch.thing.die", die=die)
            )
            glyph = "" if die is None else str(die)
            yield self.piece(f"die-{self.suit}", "die", "die", _VOTE_AT, 0.44, name, glyph)
        hand = self.position.hands[self.seat]
        for letter in hand:
            along = _HAND_AT + 0.29 * LETTERS.index(letter)
            place = (*beside(self.seat, along), 0.25)
            piece = pyramid_piece(self.position, f"{self.suit}{letter}", place, None)
            if letter == hand[0]:
                name = message("torch.thing.hand", letter=" ".join(hand))
                yield replace(piece, name=name)
            else:  # the first one speaks for all
                name = message("torch.thing.hand", letter=letter)
                yield replace(piece, name=name, look=f"{piece.look} listed")

    def flags(self, selections: Sequence[Selection]) -> Iterator[Piece]:
        """A flag on each tile that the seat has selected, on the side of the seat."""
        for chosen in selections:
            if chosen.seat == self.seat:
                x, y = at(chosen.space)
                dx, dy = ((0.0, 0.47), (-0.47, 0.0), (0.0, -0.47), (0.47, 0.0))[self.seat]
                yield Piece(
                    id=f"flag-{self.suit}",
                    symbol=f"torch/flag-{EMBLEMS[self.suit]}",
                    x=x + dx,
                    y=y + dy,
                    look=f"flag suit-{self.suit.lower()}",
                    name=self._paid(chosen),
                    size=0.36,
                    seat=self.seat,
                )

    def _paid(self, chosen: Selection) -> Message:
        paid = {
            f"p{i}": message("torch.thing.paid", who=self.position.seat_name(seat), points=points)
            for i, (seat, points) in enumerate(sorted(chosen.paid.items()), 1)
        }
        return message(
            f"torch.thing.chose.{len(paid)}",
            tile=tile_label(chosen.tile),
            space=chosen.space,
            **paid,
        )


def tray_pieces(
    position: TorchPosition, viewer: int | None, last_turn: LastTurn
) -> Iterator[Piece]:
    """Everything in the trays, and the flags that the players have put on tiles."""
    for seat in range(position.seats):
        tray = _Tray(position, seat)
        yield from tray.status()
        yield from tray.coins(last_turn.added_coins)
        yield from tray.vote(viewer)
        yield from tray.setup()
        yield from tray.flags(last_turn.selections)


# -- beside the board ---------------------------------------------------------------------------


def build_seat_card(position: TorchPosition, seat: int) -> SeatCard:
    """A player's pawn, points, pyramids and coins, and the torch."""
    suit = position.suits[seat]

    def sign(symbol: str, style: str, name: Message) -> tuple[Piece, ...]:
        look = f"{style} suit-{suit.lower()}"
        return (Piece(symbol, f"torch/{symbol}", 0, 0, look, name, seat=seat, glyph=""),)

    points = position.scores[seat]
    pyramids = sum(pyramid[0] == suit for pyramid in position.pyramids)
    pyramids += len(position.hands[seat])
    left = message("torch.card.pyramids", n=pyramids)
    holdings = [
        Holding(message("torch.thing.points", n=points), str(points)),
        Holding(left, str(pyramids), sign(f"pyramid-{EMBLEMS[suit]}", "pyramid", left)),
    ]
    for coin in position.coins[seat]:
        name = message(f"torch.thing.coin.{coin}")
        holdings.append(Holding(name, "", sign(f"coin-{coin}", "coin", name)))
    if position.torch == seat:
        name = message("torch.thing.torch")
        holdings.append(Holding(name, "", sign("torch", "torch", name)))
    pawn = sign(f"pawn-{EMBLEMS[suit]}", "pawn", position.seat_name(seat))
    return SeatCard(pawn, tuple(holdings))
