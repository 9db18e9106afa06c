"""Positions of `strait`: the face of the kernel that checks its arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from ...core.abilities import Preview, Route, SeatCard
from ...core.errors import Refusal
from ...core.game import CHANCE, Game, Move, Outcome, Position
from ...core.jit import OVER
from ...core.message import Message, message
from ...core.scene import Scene
from . import kernel
from .board import Board
from .game import STRAIT_GAME
from .kernel import state as s
from .kernel.steps import bear_target
from .text.moves import move_text, read_move
from .text.positions import PHASES, position_text


class StraitPosition(Position):
    """A position of ICE FLOW."""

    game: ClassVar[Game] = STRAIT_GAME
    _state: np.ndarray

    def __init__(
        self,
        state: np.ndarray,
        before: StraitPosition | None = None,
        last: Move | None = None,
        *,
        on: Board,
    ):
        super().__init__(state, before, last)
        self.map = on
        """The board it is played on."""

    # -- the contract ---------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        return int(self._state[s.SEATS])

    @property
    def options(self) -> Mapping[str, Any]:
        tiles = "dealt" if self._state[s.DEALT] else "drawn"
        return {"goal": int(self._state[s.GOAL]), "tiles": tiles, "board": self.map.packed}

    @property
    def phase(self) -> str:
        """The word for the present decision: "turn", "move", "send", "bounce", "take" etc."""
        return PHASES[int(self._state[s.PHASE])]

    @property
    def turn(self) -> int | None:
        found = int(kernel.turn(self._state))
        return None if found == OVER else found

    @property
    def active(self) -> int | None:
        if self.phase in ("start", "over"):
            return None
        return int(self._state[s.ACTIVE])

    @cached_property
    def outcome(self) -> Outcome | None:
        if self.phase != "over":
            return None
        winner = int(self._state[s.WINNER])
        if winner < 0:
            return Outcome((0,) * self.seats, (), message("strait.end.draw"), "I32")
        scores = tuple(int(seat == winner) for seat in range(self.seats))
        reason = message(
            "strait.end.won", who=self.seat_name(winner), count=int(self._state[s.GOAL])
        )
        return Outcome(scores, (winner,), reason, "I31")

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        return position_text(self._state, self.map)

    def odds(self) -> dict[Move, Fraction]:
        if self.turn != CHANCE:
            return {}
        st, found = self._state, self.moves()
        if self.phase == "start":
            return {move: Fraction(1, self.seats) for move in found}
        pile = s.BAG if self.phase == "tile" else s.DECK
        left = {move: int(st[pile + (move.code >> 16 & 255)]) for move in found}
        total = sum(left.values())
        return {move: Fraction(count, total) for move, count in left.items()}

    def _moves(self, seat: int) -> tuple[Move, ...]:  # noqa: ARG002
        from .explain.move_words import move_name
        from .scene.touches import list_touches

        out = np.empty(s.MAX_MOVES, dtype=np.int64)
        codes = [int(code) for code in out[: kernel.moves(self._state, out)]]
        texts = {code: move_text(self._state, self.map, code) for code in codes}
        presses = list_touches(self.map, codes, self.phase == "turn")
        return tuple(
            Move(texts[c], presses[c], c, move_name(self, texts[c]), self._start_of(c))
            for c in codes
        )

    def _start_of(self, code: int) -> str | None:
        """The place of an explorer that goes on, which is not touched; else None."""
        if code >> 24 != s.STEPPED or self.phase == "turn":
            return None
        return self.map.places[code >> 16 & 255]

    def _apply(self, move: Move, seat: int) -> StraitPosition:  # noqa: ARG002
        after = kernel.apply(self._state.copy(), move.code)
        return StraitPosition(after, self, move, on=self.map)

    def with_state(self, state: np.ndarray) -> StraitPosition:
        return StraitPosition(state, on=self.map)

    def _parse(self, text: str) -> Move:
        read_move(text, self.map)
        return Move(text)

    def _diagnose(self, move: Move, seat: int) -> Refusal:
        from .explain.refusals import explain_move

        return explain_move(self, read_move(move.text, self.map), seat)

    def _diagnose_touches(self, touches: Sequence[str], seat: int) -> Refusal:
        from .explain.touch_refusals import explain_touches

        return explain_touches(self, tuple(touches), seat)

    def seat_card(self, seat: int) -> SeatCard:
        from .scene.trays import build_seat_card

        return build_seat_card(self, seat)

    def scene(self, seat: int | None = None) -> Scene:
        from .scene.scene import build_scene

        return build_scene(self, seat)

    def after(self, move: str) -> StraitPosition:
        """The position after a move, as `play`, with the type of this game."""
        played = self.play(move)
        assert isinstance(played, StraitPosition)
        return played

    # -- abilities ------------------------------------------------------------------------------

    def routes(self) -> tuple[Route, ...]:
        from .routes import find_routes

        return find_routes(self)

    def preview(self, move: str) -> Preview:
        from .routes import preview_move

        return preview_move(self, self.legal(move)[1].text)

    def recap(self) -> tuple[int, Message] | None:
        from .explain.turn_summary import summarise_turn

        return summarise_turn(self)

    # -- facts about the position ---------------------------------------------------------------

    @cached_property
    def floes(self) -> dict[str, int]:
        """The mask of ridges of each floe, by hex (I5)."""
        masks = self._state[s.FLOE : s.FLOE + len(self.map.sea)]
        return {
            name: int(mask) for name, mask in zip(self.map.sea, masks, strict=True) if mask >= 0
        }

    def items(self, place: str) -> tuple[int, int, int]:
        """Rope, fish and bears at a place."""
        at = self.map.number[place]
        st = self._state
        return int(st[s.ROPE + at]), int(st[s.FISH + at]), int(st[s.BEARS + at])

    @cached_property
    def explorers(self) -> tuple[tuple[str | None, ...], ...]:
        """By seat: the place of each explorer, None before it is placed."""
        at = self._state[s.PLACE_OF : s.PLACE_OF + 3 * self.seats].reshape(self.seats, 3)
        return tuple(tuple(self.map.places[p] if p >= 0 else None for p in own) for own in at)

    def explorer_place(self, number: int) -> str | None:
        """The place of an explorer (3 * seat + i), None before it is placed."""
        return self.explorers[number // s.TEAM_SIZE][number % s.TEAM_SIZE]

    @property
    def asked_place(self) -> str | None:
        """The place of the explorer that sends a bear or must escape, if there is one."""
        return None if self.asked is None else self.explorer_place(self.asked)

    @property
    def mover_place(self) -> str | None:
        """The place of the explorer that moves in this turn, if there is one."""
        return None if self.mover is None else self.explorer_place(self.mover)

    def stations_reached(self, seat: int) -> tuple[str, ...]:
        """The Siberian stations on which a seat has an explorer."""
        siberia = {station.id for station in self.map.siberia}
        return tuple(place for place in self.explorers[seat] if place in siberia)

    def neighbours(self, at: int) -> list[int]:
        """The numbers of the places next to a place."""
        found = self._state[s.NEIGHBOUR + 6 * at : s.NEIGHBOUR + 6 * at + 6]
        return [int(place) for place in found if place >= 0]

    def empty_between(self, start: int, end: int) -> list[int]:
        """The numbers of the empty hexes that touch both places: what a swim may cross."""
        near = self.neighbours(start)
        return [at for at in near if self._state[s.FLOE + at] < 0 and end in self.neighbours(at)]

    def bear_end(self, place: str, direction: int) -> str | None:
        """The place of a bear after it is sent away; None off the board (I27)."""
        end = int(bear_target(self._state, self.map.number[place], direction))
        return self.map.places[end] if end >= 0 else None

    @property
    def packs(self) -> tuple[tuple[int, int], ...]:
        """By seat: rope and fish in the rucksack."""
        st = self._state
        return tuple(
            (int(st[s.PACK_ROPE + seat]), int(st[s.PACK_FISH + seat])) for seat in range(self.seats)
        )

    @property
    def supply(self) -> tuple[int, int, int]:
        """Rope, fish and bears in the supply."""
        rope, fish, bears = (int(n) for n in self._state[s.SUPPLY : s.SUPPLY + 3])
        return rope, fish, bears

    @property
    def bag(self) -> dict[int, int]:
        """The number of tiles of each mask in the bag."""
        left = self._state[s.BAG : s.BAG + len(self.map.tiles)]
        return {t.mask: int(n) for t, n in zip(self.map.tiles, left, strict=True) if n}

    @property
    def deck(self) -> dict[str, int]:
        """The number of cards of each kind in the draw pile."""
        left = self._state[s.DECK : s.DECK + len(self.map.cards)]
        return {c.text: int(n) for c, n in zip(self.map.cards, left, strict=True) if n}

    @property
    def hand(self) -> tuple[int, tuple[int, int, int]] | None:
        """The drawn tile and its load; None also where the player chooses one of `held`."""
        return (int(self._state[s.HAND]), self.load) if self._state[s.HAND] >= 0 else None

    @property
    def load(self) -> tuple[int, int, int]:
        """Rope, fish and bears that the card puts on the tile to be placed."""
        rope, fish, bears = (int(n) for n in self._state[s.HAND_ROPE : s.HAND_ROPE + 3])
        return rope, fish, bears

    @cached_property
    def held(self) -> tuple[tuple[int, ...], ...]:
        """By seat: the masks of the tiles that lie before it, in order (I9)."""
        counts = self._state[s.HELD : s.HELD + s.MAX_KINDS * self.seats]
        return tuple(
            tuple(
                tile.mask
                for tile, n in zip(self.map.tiles, own, strict=False)
                for _ in range(int(n))
            )
            for own in counts.reshape(self.seats, s.MAX_KINDS)
        )

    @property
    def has_dealt_tiles(self) -> bool:
        """Whether the players place tiles that lie before them (I9)."""
        return bool(s.has_dealt_tiles(self._state))

    @property
    def starter(self) -> int | None:
        """The starting player, None before it is drawn (I8)."""
        return int(self._state[s.STARTER]) if self._state[s.STARTER] >= 0 else None

    @property
    def turns(self) -> int:
        """The number of complete turns of players (I32)."""
        return int(self._state[s.TURNS])

    @property
    def floe_done(self) -> bool:
        """Whether the floe action of this turn is done (I11)."""
        return bool(self._state[s.FLOE_DONE])

    @property
    def explorer_done(self) -> bool:
        """Whether the explorer action of this turn is done (I11)."""
        return bool(self._state[s.EXPLORER_DONE])

    @property
    def setup(self) -> bool:
        """Whether floes or explorers are still being placed (I9, I10)."""
        return bool(self._state[s.SETUP])

    @property
    def mover(self) -> int | None:
        """The number (3 * seat + i) of the explorer that moves in this turn."""
        return int(self._state[s.MOVER]) if self._state[s.MOVER] >= 0 else None

    @property
    def asked(self) -> int | None:
        """The number of the explorer that sends a bear or must escape."""
        return int(self._state[s.ASKED]) if self._state[s.ASKED] >= 0 else None

    @property
    def visited(self) -> frozenset[str]:
        """The places where the mover has been in this move (I18)."""
        st = self._state
        return frozenset(n for i, n in enumerate(self.map.places) if st[s.VISITED + i] == 1)
