"""`strait` as the contract sees it: the typed, checking face over the kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Final

import numpy as np

from ...core.abilities import BoardFile, Preview, Route
from ...core.errors import Refusal
from ...core.game import CHANCE, Game, Move, Option, Outcome, Position, Rule, numbered
from ...core.jit import OVER
from ...core.message import Message, message
from ...core.mistakes import Brush, Mistake, Reason, Threat
from ...core.scene import Scene
from . import kernel, notation
from . import state as s
from .board import Board
from .board_file import NAMES, STANDARD, board, shipped_text, to_toml
from .position_text import PHASES, position_text, read_position


class StraitPosition(Position):
    """A position of ICE FLOW."""

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
        return {"goal": int(self._state[s.GOAL]), "board": self.map.packed}

    @property
    def phase(self) -> str:
        """What is being decided: "turn", "move", "send", "bounce", "take", …"""
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
        count = int(self._state[s.GOAL])
        return Outcome(scores, (winner,), message("strait.end.won", count=count), "I31")

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
        from .touches import touches
        from .words import said

        out = np.empty(s.MAX_MOVES, dtype=np.int64)
        codes = [int(code) for code in out[: kernel.moves(self._state, out)]]
        texts = {code: notation.move_text(self._state, self.map, code) for code in codes}
        presses = touches(self.map, codes, self.phase == "turn")
        return tuple(Move(texts[c], presses[c], c, said(self, texts[c])) for c in codes)

    def _apply(self, move: Move, seat: int) -> StraitPosition:  # noqa: ARG002
        after = kernel.apply(self._state.copy(), move.code)
        return StraitPosition(after, self, move, on=self.map)

    def with_state(self, state: np.ndarray) -> StraitPosition:
        return StraitPosition(state, on=self.map)

    def _parse(self, text: str) -> Move:
        notation.read_move(text, self.map)
        return Move(text)

    def _diagnose(self, move: Move, seat: int) -> Refusal:
        from .refusals import diagnose

        return diagnose(self, notation.read_move(move.text, self.map), seat)

    def _diagnose_touches(self, touches: Sequence[str], seat: int) -> Refusal:
        from .refusals import diagnose_touches

        return diagnose_touches(self, tuple(touches), seat)

    def scene(self, seat: int | None = None) -> Scene:
        from .scene import scene

        return scene(self, seat)

    def after(self, move: str) -> StraitPosition:
        """`play`, with the type of this game's positions."""
        played = self.play(move)
        assert isinstance(played, StraitPosition)
        return played

    # -- abilities ------------------------------------------------------------------------------

    def routes(self) -> tuple[Route, ...]:
        from .routes import routes

        return routes(self)

    def preview(self, move: str) -> Preview:
        from .routes import preview

        return preview(self, self.legal(move)[1].text)

    def recap(self) -> tuple[int, Message] | None:
        from .recap import recap

        return recap(self)

    # -- what scene, routes and analysis may ask ------------------------------------------------

    def _name(self, at: int) -> str:
        return self.map.places[int(at)]

    @cached_property
    def floes(self) -> dict[str, int]:
        """The mask of ridges of each floe, by hex."""
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
        at = self._state[s.AT : s.AT + 3 * self.seats].reshape(self.seats, 3)
        return tuple(tuple(self._name(p) if p >= 0 else None for p in own) for own in at)

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
        """How many tiles of each mask are in the bag."""
        left = self._state[s.BAG : s.BAG + len(self.map.tiles)]
        return {t.mask: int(n) for t, n in zip(self.map.tiles, left, strict=True) if n}

    @property
    def deck(self) -> dict[str, int]:
        """How many cards of each kind are in the draw pile."""
        left = self._state[s.DECK : s.DECK + len(self.map.cards)]
        return {c.text: int(n) for c, n in zip(self.map.cards, left, strict=True) if n}

    @property
    def hand(self) -> tuple[int, tuple[int, int, int]] | None:
        """The drawn tile and what the card put on it."""
        st = self._state
        if st[s.HAND] < 0:
            return None
        rope, fish, bears = (int(n) for n in st[s.HAND_ROPE : s.HAND_ROPE + 3])
        return int(st[s.HAND]), (rope, fish, bears)

    @property
    def starter(self) -> int | None:
        return int(self._state[s.STARTER]) if self._state[s.STARTER] >= 0 else None

    @property
    def turns(self) -> int:
        """Complete turns of players (I32)."""
        return int(self._state[s.TURNS])

    @property
    def floe_done(self) -> bool:
        return bool(self._state[s.FLOE_DONE])

    @property
    def explorer_done(self) -> bool:
        return bool(self._state[s.EXPLORER_DONE])

    @property
    def setup(self) -> bool:
        """Whether floes or explorers are still being placed."""
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
        """Where the mover has been in this move."""
        st = self._state
        return frozenset(n for i, n in enumerate(self.map.places) if st[s.VISITED + i] == 1)


class Strait(Game):
    """ICE FLOW."""

    key: ClassVar[str] = "strait"
    title: ClassVar[str] = "ICE FLOW"
    designer: ClassVar[str] = "Dean Conrad and John Streets"
    year: ClassVar[int] = 2008
    version: ClassVar[int] = 1
    seats: ClassVar[tuple[int, ...]] = (2, 3, 4)
    kernel: ClassVar[str] = "icefield.games.strait.kernel"
    draw_rule: ClassVar[str] = "I32"
    options: ClassVar[tuple[Option, ...]] = (
        Option("goal", 3, (3, 2), message("strait.option.goal")),
        Option(
            "board",
            STANDARD,
            NAMES,
            message("strait.option.board"),
            form=message("strait.option.board.form"),
            parse=lambda text: board(text).packed if "\n" in text or ":" in text else None,
        ),
    )

    def _start(self, seats: int, options: dict[str, Any]) -> StraitPosition:
        on = board(options["board"])
        return StraitPosition(on.start(seats, options["goal"]), on=on)

    def read(self, text: str, **options: Any) -> StraitPosition:
        state, on = read_position(text.rstrip(), self.check(options))
        return StraitPosition(state, on=on)

    # -- boards of one's own (HasBoardFiles) ------------------------------------------------------

    board_option: ClassVar[str] = "board"

    @property
    def board_samples(self) -> Mapping[str, str]:
        names = sorted(NAMES, key=lambda name: name != STANDARD)
        return {name: shipped_text(name) for name in names}

    def board_read(self, text: str) -> BoardFile:
        found = board(text)
        return BoardFile(found.packed, found.name, found.reconstruction, found.facts)

    def board_text(self, value: str) -> str:
        return to_toml(value)

    # -- reasons, threats, positions set up by hand ------------------------------------------------

    @property
    def reason_kinds(self) -> tuple[str, ...]:
        from .reasons import KINDS

        return KINDS

    def reasons(self, mistake: Mistake) -> tuple[Reason, ...]:
        from .reasons import reasons

        return reasons(mistake, _own(mistake.before))

    def threats(self, position: Position, seat: int) -> tuple[Threat, ...]:
        from .threats import threats

        return threats(_own(position), seat)

    def brushes(self, position: Position) -> tuple[Brush, ...]:
        from .arrange import brushes

        return brushes(_own(position))

    def paint(self, position: Position, brush: str, space: str | None) -> StraitPosition:
        from .arrange import paint

        return paint(_own(position), brush, space)

    @property
    def rules(self) -> tuple[Rule, ...]:
        return numbered(self.key, _RULES, _RULINGS)

    def seat_name(self, seat: int) -> Message:
        from .words import seat_name

        return seat_name(seat)


def _own(position: Position) -> StraitPosition:
    """A position, known to be of this game."""
    assert isinstance(position, StraitPosition)
    return position


_RULES: Final = (*(f"I{n}" for n in range(1, 31)), "I30a", "I31", "I32")
_RULINGS: Final = (
    *("I1", "I2", "I3", "I4", "I5", "I6", "I9", "I15", "I17", "I18", "I19", "I20", "I21"),
    *("I27", "I30", "I30a", "I32"),
)

STRAIT_GAME: Final = Strait()
StraitPosition.game = STRAIT_GAME
