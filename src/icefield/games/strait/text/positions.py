"""Position texts of `strait`, both ways (grammar: the game's README).

One line of `name=value` fields in a fixed order; a field without content is left out. The bag and
the supply hold what is not somewhere else, so they are not written. Reading finds where a text
is wrong, and takes no position that could not be.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from ....core.errors import BadDrawing, BadNotation
from ....core.fields import Fields
from ..board import Board
from ..board_file import load_board
from ..game import STANDARD_BOARD
from ..kernel import state as s
from ..kernel.bears import find_endangered
from ..kernel.moves import moves
from ..kernel.steps import can_stop

PHASES: Final = (
    *("start", "tile", "card", "put", "station"),
    *("turn", "move", "send", "bounce", "take", "over"),
)
_FIELD_NAMES: Final = re.findall(
    r"\w+",
    "seats goal tiles board phase turns first active done held hand floes diomede stations"
    " explorers packs deck mover path frames winner",
)
_ITEM_LETTERS: Final = "rfb"
_CHANCE_PHASES: Final = (s.STARTING, s.DRAWING_TILE, s.DRAWING_CARD)
_MOVE_PHASES: Final = (s.MOVING, s.SENDING, s.BOUNCING, s.TAKING)

# -- writing ------------------------------------------------------------------------------------


def _item_letters(*counts: int) -> str:
    """ "rrf" for two ropes and a fish."""
    return "".join(
        letter * int(count) for letter, count in zip(_ITEM_LETTERS, counts, strict=False)
    )


def _letters_at(st: np.ndarray, at: int) -> str:
    """The items and bears at a place: "rfb"."""
    return _item_letters(st[s.ROPE + at], st[s.FISH + at], st[s.BEARS + at])


def _join_field(head: str, items: str) -> str:
    """A word and, behind a colon, the items that belong to it."""
    return f"{head}:{items}" if items else head


def _frames_text(st: np.ndarray, name: tuple[str, ...]) -> str:
    """The field `frames`: bears to be settled, the most urgent last."""
    texts, trail = [], 0
    for i in range(int(st[s.DEPTH])):
        what, where, who, level = (int(x) for x in st[s.FRAME + 4 * i : s.FRAME + 4 * i + 4])
        if what == s.SETTLE:
            texts.append(f"settle.{name[where]}.{'-' if who < 0 else who // s.TEAM_SIZE}")
            continue
        places = []
        trail += 1
        while trail < st[s.TRAILS] and st[s.TRAIL + trail] >= 0:
            places.append(name[int(st[s.TRAIL + trail])])
            trail += 1
        texts.append(".".join(["bounce", name[where], str(level), *places]))
    return ",".join(texts)


def _held_text(st: np.ndarray, board: Board) -> str:
    """The field `held`: the masks of the tiles before each player (I9)."""
    counts = st[s.HELD : s.HELD + s.MAX_KINDS * int(st[s.SEATS])].reshape(-1, s.MAX_KINDS)
    if not counts.any():
        return ""
    teams = (
        ".".join(
            str(tile.mask) for tile, n in zip(board.tiles, own, strict=False) for _ in range(int(n))
        )
        for own in counts
    )
    return "/".join(team or "-" for team in teams)


def _hand_text(st: np.ndarray) -> str:
    """The field `hand`: the drawn tile, and behind a colon its load."""
    load = _item_letters(st[s.HAND_ROPE], st[s.HAND_FISH], st[s.HAND_BEARS])
    if st[s.HAND] >= 0:
        return _join_field(str(int(st[s.HAND])), load)
    return f"-:{load}" if load else ""


def position_text(st: np.ndarray, board: Board) -> str:
    """The position in one line."""
    seats, phase, name = int(st[s.SEATS]), int(st[s.PHASE]), board.places
    hexes, stations = len(board.sea) + 1, range(len(board.sea) + 1, len(board.places))
    floes = [
        _join_field(f"{name[at]}:{int(st[s.FLOE + at])}", _letters_at(st, at))
        for at in range(hexes - 1)
        if st[s.FLOE + at] >= 0
    ]
    left = [_join_field(name[at], _letters_at(st, at)) for at in stations if _letters_at(st, at)]
    places = [
        sorted(
            name[int(at)] for at in st[s.PLACE_OF + 3 * seat : s.PLACE_OF + 3 * seat + 3] if at >= 0
        )
        for seat in range(seats)
    ]
    packs = [_item_letters(st[s.PACK_ROPE + seat], st[s.PACK_FISH + seat]) for seat in range(seats)]
    deck = [f"{card.text}:{int(st[s.DECK + i])}" for i, card in enumerate(board.cards)]
    done = [
        word
        for word, index in (("floe", s.FLOE_DONE), ("explorer", s.EXPLORER_DONE))
        if st[index] == 1
    ]
    mover = int(st[s.MOVER])
    path = [name[at] for at in range(len(name)) if st[s.VISITED + at] == 1]
    fields: dict[str, Any] = {
        "seats": seats,
        "goal": int(st[s.GOAL]),
        "tiles": "dealt" if st[s.DEALT] else "",
        "board": "" if board.packed == STANDARD_BOARD else board.packed,
        "phase": PHASES[phase],
        "turns": int(st[s.TURNS]) or "",
        "first": "" if st[s.STARTER] < 0 else int(st[s.STARTER]),
        "active": "" if phase in (s.STARTING, s.FINISHED) else int(st[s.ACTIVE]),
        "done": "+".join(done),
        "held": _held_text(st, board),
        "hand": _hand_text(st),
        "floes": ",".join(floes),
        "diomede": _letters_at(st, hexes - 1),
        "stations": ",".join(left),
        "explorers": "/".join(".".join(own) or "-" for own in places),
        "packs": "/".join(pack or "-" for pack in packs),
        "deck": ",".join(entry for entry in deck if not entry.endswith(":0")) or "-",
        "mover": "" if mover < 0 else name[int(st[s.PLACE_OF + mover])],
        "path": ".".join(path),
        "frames": _frames_text(st, name),
        "winner": "" if st[s.WINNER] < 0 else int(st[s.WINNER]),
    }
    return " ".join(f"{k}={v}" for k, v in fields.items() if v != "")


# -- reading ------------------------------------------------------------------------------------


def read_position(text: str, chosen: Mapping[str, Any]) -> tuple[np.ndarray, Board]:
    """The state that a text stands for, and its board; raises BadNotation.

    `chosen` has the options that the text lacks. Texts of version 1, which has no field `tiles`,
    have drawn tiles unless it says "dealt".
    """
    fields = Fields(text, _FIELD_NAMES)
    board = _read_board(fields, chosen)
    tiles = fields.text("tiles", "dealt|drawn", chosen["tiles"] or "drawn")
    seats = int(fields.text("seats", "[2-4]"))
    st = board.start(seats, int(chosen["goal"]), tiles == "dealt")
    if "goal" in fields.found:
        st[s.GOAL] = int(fields.text("goal", "[23]"))
    phase = fields.text("phase", "[a-z]+")
    if phase not in PHASES:
        raise fields.fail("phase")
    st[s.PHASE] = PHASES.index(phase)
    reader = _Reader(st, board, fields)
    reader.counters()
    reader.floes()
    reader.explorers()
    reader.bears()
    reader.check()
    return st, board


def _read_board(fields: Fields, chosen: Mapping[str, Any]) -> Board:
    """The board of a text, or the chosen one."""
    value, column = fields.found.get("board", (chosen["board"], fields.end))
    try:
        return load_board(value)
    except BadDrawing as error:
        raise BadNotation(
            error.what, column=column, rule=error.rule, detail=error.refusal.code
        ) from error


class _Reader:
    """Reads the fields of one text into one state."""

    def __init__(self, st: np.ndarray, board: Board, fields: Fields):
        self.st, self.board, self.fields = st, board, fields
        self.seats, self.phase = int(st[s.SEATS]), int(st[s.PHASE])

    def _seat(self, name: str, needed: bool) -> int:
        """The seat in a field, −1 without the field."""
        if not needed and name not in self.fields.found:
            return -1
        return int(self.fields.text(name, f"[0-{self.seats - 1}]"))

    def _place(self, field: str, name: str, rule: str) -> int:
        """The number of a place that a field names."""
        if name not in self.board.number:
            raise self.fields.fail(field, name, rule)
        return self.board.number[name]

    def counters(self) -> None:
        """Reads turns, seats, what is done, and the draw pile."""
        st, fields, phase = self.st, self.fields, self.phase
        st[s.TURNS] = fields.number("turns", s.MAX_TURNS, 0)
        st[s.STARTER] = self._seat("first", phase != s.STARTING)
        active = self._seat("active", phase not in (s.STARTING, s.FINISHED))
        st[s.ACTIVE] = st[s.TURN] = max(active, 0)
        st[s.WINNER] = self._seat("winner", False)
        done = fields.text("done", "floe|explorer|floe[+]explorer", "")
        for word in filter(None, done.split("+")):
            st[s.FLOE_DONE if word == "floe" else s.EXPLORER_DONE] = 1
        deck = fields.text("deck", r"-|D?[0-9]{3}:[0-9]{1,2}(,D?[0-9]{3}:[0-9]{1,2})*")
        st[s.DECK : s.DECK + s.MAX_KINDS] = 0
        kinds = {card.text: i for i, card in enumerate(self.board.cards)}
        for entry in deck.split(",") if deck != "-" else ():
            card, _, count = entry.partition(":")
            most = self.board.cards[kinds[card]].count if card in kinds else 0
            if not 1 <= int(count) <= most or st[s.DECK + kinds[card]]:
                raise fields.fail("deck", entry, "I6")
            st[s.DECK + kinds[card]] = int(count)

    def floes(self) -> None:
        """Reads floes, items and bears; what is nowhere is in the bag or the supply."""
        st, fields = self.st, self.fields
        floe = r"[a-z][0-9]+:[0-9]+(:r*f*b*)?"
        for entry in filter(None, fields.text("floes", f"{floe}(,{floe})*", "").split(",")):
            name, mask, *more = entry.split(":")
            at = self._place("floes", name, "I1")
            if st[s.KIND + at] != s.SEA or st[s.FLOE + at] >= 0 or more == [""]:
                raise fields.fail("floes", entry, "I1")
            st[s.FLOE + at] = self._tile("floes", entry, int(mask))
            self._lay(at, more[0] if more else "")
        self._lay(int(st[s.DIOMEDE]), fields.text("diomede", "r*f*b*", ""))
        left = r"[a-z]+:r*f*"
        for entry in filter(None, fields.text("stations", f"{left}(,{left})*", "").split(",")):
            name, _, items = entry.partition(":")
            at = self._place("stations", name, "I3")
            if st[s.KIND + at] != s.ALASKA or _letters_at(st, at) or not items:
                raise fields.fail("stations", entry, "I3")
            self._lay(at, items)
        if (st[s.BEARS : s.BEARS + s.MAX_PLACES] > s.CAPACITY).any():
            raise fields.fail("floes", "b" * (s.CAPACITY + 1), "I26")
        self._held()
        if "hand" in fields.found:
            form = r"([0-9]{1,2}(:r*f*b*)?|-:[rfb]r*f*b*)"
            mask, _, items = fields.text("hand", form).partition(":")
            if mask != "-":
                st[s.HAND] = self._tile("hand", mask, int(mask))
            for i, letter in enumerate(_ITEM_LETTERS):
                st[s.HAND_ROPE + i] = items.count(letter)
        self._packs()
        self._supply()

    def _held(self) -> None:
        """Reads the tiles before the players, each as it is printed (I9)."""
        if "held" not in self.fields.found:
            return
        own = r"(-|[0-9]{1,2}(\.[0-9]{1,2}){0,5})"
        listed = self.fields.text("held", own + f"/{own}" * (self.seats - 1)).split("/")
        for seat, masks in enumerate(listed):
            for mask in masks.split(".") if masks != "-" else ():
                kind = int(self.st[s.TILE_KIND_OF + self._tile("held", mask, int(mask))])
                if self.st[s.TILE_MASK + kind] != int(mask):
                    raise self.fields.fail("held", mask, "I5")
                self.st[s.HELD + s.MAX_KINDS * seat + kind] += 1

    def _tile(self, field: str, part: str, mask: int) -> int:
        """Take a tile of that shape out of the bag."""
        kind = int(self.st[s.TILE_KIND_OF + mask]) if mask < 64 else 0
        known = [tile.mask for tile in self.board.tiles]
        turns = {(known[kind] << i | known[kind] >> 6 - i) & 63 for i in range(6)}
        if mask not in turns or self.st[s.BAG + kind] == 0:
            raise self.fields.fail(field, part, "I5")
        self.st[s.BAG + kind] -= 1
        return mask

    def _lay(self, at: int, items: str) -> None:
        """Puts items and bears on a place."""
        for letter, what in zip(_ITEM_LETTERS, (s.ROPE, s.FISH, s.BEARS), strict=True):
            self.st[what + at] = items.count(letter)

    def _packs(self) -> None:
        """Reads the rucksacks (I7)."""
        form = "(-|r*f*)"
        packs = self.fields.text("packs", form + f"/{form}" * (self.seats - 1)).split("/")
        for seat, pack in enumerate(packs):
            if len(pack) > s.RUCKSACK_SIZE or not pack:
                raise self.fields.fail("packs", pack, "I7")
            self.st[s.PACK_ROPE + seat] = pack.count("r")
            self.st[s.PACK_FISH + seat] = pack.count("f")

    def _supply(self) -> None:
        """Works out the supply from what is elsewhere (I7)."""
        st = self.st
        for i, (what, pack) in enumerate(
            ((s.ROPE, s.PACK_ROPE), (s.FISH, s.PACK_FISH), (s.BEARS, None))
        ):
            used = int(st[what : what + s.MAX_PLACES].sum()) + int(st[s.HAND_ROPE + i])
            used += int(st[pack : pack + 4].sum()) if pack is not None else 0
            if used > self.board.supply[i]:
                raise self.fields.fail("packs", rule="I7")
            st[s.SUPPLY + i] = self.board.supply[i] - used

    def explorers(self) -> None:
        """Reads where the explorers are, which one moves, and where it has been."""
        st, fields = self.st, self.fields
        own = r"(-|[a-z][a-z0-9]*(\.[a-z][a-z0-9]*){0,2})"
        lists = fields.text("explorers", own + f"/{own}" * (self.seats - 1)).split("/")
        for seat, listed in enumerate(lists):
            names = [] if listed == "-" else listed.split(".")
            for i, name in enumerate(names):
                at = self._place("explorers", name, "I22")
                home = st[s.KIND + at] == s.SIBERIA
                if st[s.FLOE + at] < 0 or (home and names.count(name) > 1):
                    raise fields.fail("explorers", name, "I22")
                st[s.PLACE_OF + s.TEAM_SIZE * seat + i] = at
                st[s.OCCUPANTS + at] += 1
        if "mover" in fields.found:
            st[s.MOVER] = self._explorer("mover", int(st[s.ACTIVE]), fields.found["mover"][0], [])
        for name in filter(None, fields.text("path", r"[a-z0-9.]+", "").split(".")):
            st[s.VISITED + self._place("path", name, "I18")] = 1

    def _explorer(self, field: str, seat: int, place: str, besides: list[int]) -> int:
        """The number of a seat's first explorer at a place that is not one of `besides`."""
        at = self._place(field, place, "I18")
        for i in range(s.TEAM_SIZE * seat, s.TEAM_SIZE * seat + s.TEAM_SIZE):
            there = self.st[s.PLACE_OF + i] == at and self.st[s.KIND + at] != s.SIBERIA
            if there and i not in besides:
                return i
        raise self.fields.fail(field, place, "I18")

    def bears(self) -> None:
        """Reads the frames: explorers that send bears away, and that a bear endangers."""
        st, fields = self.st, self.fields
        place = "[a-z][a-z0-9]*"
        frame = rf"(settle\.{place}\.[0-3-]|bounce\.{place}\.[12](\.{place})+)"
        frames = fields.text("frames", f"{frame}(,{frame})*", "")
        busy: list[int] = []  # the mover's frame is the first, so both name the same explorer
        for entry in filter(None, frames.split(",")):
            what, where, third, *trail = entry.split(".")
            at = self._place("frames", where, "I28")
            if st[s.DEPTH] >= 24 or st[s.TRAILS] + len(trail) + 1 > 60 or st[s.KIND + at] > 1:
                raise fields.fail("frames", entry, "I28")
            index = s.FRAME + 4 * int(st[s.DEPTH])
            st[s.DEPTH] += 1
            if what == "settle":
                who = -1
                if third != "-":
                    who = self._explorer("frames", self._owner(third), where, busy)
                    busy.append(who)
                st[index : index + 4] = (s.SETTLE, at, who, 0)
                continue
            st[index : index + 4] = (s.BOUNCE, at, -1, int(third))
            numbers = [-1, *(self._place("frames", name, "I28") for name in trail)]
            start = s.TRAIL + int(st[s.TRAILS])
            st[start : start + len(numbers)] = numbers
            st[s.TRAILS] += len(numbers)
        self._asked()

    def _owner(self, seat: str) -> int:
        """A seat that a frame names."""
        if int(seat) >= self.seats:
            raise self.fields.fail("frames", rule="I28")
        return int(seat)

    def _asked(self) -> None:
        """Finds the explorer that decides about the last frame."""
        st = self.st
        if (self.phase in (s.SENDING, s.BOUNCING)) != (st[s.DEPTH] > 0):
            raise self.fields.fail("frames", rule="I28")
        if st[s.DEPTH] == 0:
            return
        what, where, who, level = st[s.FRAME + 4 * int(st[s.DEPTH]) - 4 :][:4]
        if what == s.BOUNCE:
            who = find_endangered(st, int(where))
        wanted = s.SENDING if what == s.SETTLE else s.BOUNCING
        if who < 0 or self.phase != wanted or st[s.BEARS + int(where)] < max(int(level), 1):
            raise self.fields.fail("frames", rule="I28")
        st[s.ASKED], st[s.TURN] = who, who // s.TEAM_SIZE

    # -- what must fit together -------------------------------------------------------------------

    def check(self) -> None:
        """Refuses what does not fit together."""
        st, fields, phase = self.st, self.fields, self.phase
        placed = int((st[s.PLACE_OF : s.PLACE_OF + 12] >= 0).sum())
        floes = sum(0 <= int(mask) < s.SOLID for mask in st[s.FLOE : s.FLOE + s.MAX_PLACES])
        whole = s.TEAM_SIZE * self.seats
        setup = phase < s.STATIONING and placed == 0 and floes < s.FIRST_FLOES
        st[s.SETUP] = int(setup or phase == s.STATIONING)
        stationing = phase == s.STATIONING and floes == s.FIRST_FLOES and placed < whole
        playing = phase not in (s.STARTING, s.STATIONING) and placed == whole
        if not (setup or stationing or playing) or (phase == s.STARTING and floes):
            raise fields.fail("phase")
        self._check_held(floes)
        if setup or stationing:
            self._check_order(floes, placed)
        self._check_crowd()
        self._check_phase()
        if phase == s.FINISHED:
            return
        home = [self._home(seat) for seat in range(self.seats)]
        if max(home) >= st[s.GOAL] or st[s.TURNS] >= s.MAX_TURNS or st[s.WINNER] >= 0:
            raise fields.fail("phase", rule="I31")
        if moves(st, np.empty(s.MAX_MOVES, dtype=np.int64)) == 0:
            raise fields.fail("phase")

    def _home(self, seat: int) -> int:
        """The number of a seat's explorers in Siberia."""
        places = self.st[s.PLACE_OF + 3 * seat : s.PLACE_OF + 3 * seat + 3]
        return sum(bool(self.st[s.KIND + at] == s.SIBERIA) for at in places if at >= 0)

    def _held_counts(self) -> list[int]:
        """The number of tiles before each player."""
        counts = self.st[s.HELD : s.HELD + s.MAX_KINDS * self.seats].reshape(-1, s.MAX_KINDS)
        return [int(n) for n in counts.sum(axis=1)]

    def _check_held(self, floes: int) -> None:
        """In the set-up it follows who has how many tiles; later no player has any (I9)."""
        st, found = self.st, self._held_counts()
        wanted = [0] * self.seats
        if s.has_dealt_tiles(st) and self.phase not in (s.STARTING, s.STATIONING):
            first = int(st[s.STARTER])
            dealing = self.phase == s.DRAWING_TILE
            dealt = min(sum(found), s.FIRST_FLOES - 1) if dealing else s.FIRST_FLOES
            for i in range(0 if dealing else floes, dealt):
                wanted[(first + i) % self.seats] += 1
            if dealing and floes:
                raise self.fields.fail("floes", rule="I9")
        if found != wanted:
            raise self.fields.fail("held", rule="I9")

    def _check_order(self, floes: int, placed: int) -> None:
        """In the set-up it follows from what is placed whose turn it is (I9, I10)."""
        st = self.st
        if self.phase == s.STARTING:
            return
        first = int(st[s.STARTER])
        dealing = bool(st[s.DEALT]) and self.phase == s.DRAWING_TILE
        due = (first + (sum(self._held_counts()) if dealing else floes)) % self.seats
        if self.phase == s.STATIONING:
            due = (first - 1 - placed) % self.seats
            counts = [
                int((st[s.PLACE_OF + 3 * x : s.PLACE_OF + 3 * x + 3] >= 0).sum()) for x in range(4)
            ]
            wanted = [0] * 4
            for i in range(placed):
                wanted[(first - 1 - i) % self.seats] += 1
            if counts != wanted:
                raise self.fields.fail("explorers", rule="I10")
        if due != st[s.ACTIVE]:
            raise self.fields.fail("active")

    def _check_crowd(self) -> None:
        """No space is too full (I22), no explorer at a bear that is not settled (I26)."""
        st, fields = self.st, self.fields
        mover = int(st[s.MOVER]) if self.phase == s.MOVING else -1
        crowd = Counter(
            int(at)
            for i, at in enumerate(st[s.PLACE_OF : s.PLACE_OF + 12])
            if at >= 0 and i != mover
        )
        at_stake = {int(st[s.FRAME + 4 * i + s.WHERE]) for i in range(int(st[s.DEPTH]))}
        for at, number in crowd.items():
            full = number > s.CAPACITY and st[s.KIND + at] != s.SIBERIA
            if full or (st[s.BEARS + at] > 0 and at not in at_stake):
                raise fields.fail("explorers", self.board.places[at], "I22" if full else "I26")

    def _check_phase(self) -> None:
        """Fields that a phase needs, and those that it cannot have."""
        st, fields, phase = self.st, self.fields, self.phase
        hand, mover = st[s.HAND] >= 0, st[s.MOVER] >= 0
        dealt = s.has_dealt_tiles(st)
        if hand != (not dealt and phase in (s.DRAWING_CARD, s.PUTTING)):
            raise fields.fail("hand")
        load = st[s.HAND_ROPE : s.HAND_ROPE + 3].any()
        if load and (phase != s.PUTTING or not (hand or dealt)):
            raise fields.fail("hand")
        empty = not st[s.DECK : s.DECK + s.MAX_KINDS].any()
        if empty and phase != s.PUTTING:
            raise fields.fail("deck", rule="I15")
        if phase == s.DRAWING_TILE and not st[s.BAG : s.BAG + s.MAX_KINDS].any():
            raise fields.fail("phase", rule="I16")
        in_move = phase in _MOVE_PHASES
        if (mover and not in_move) or (not mover and phase in (s.MOVING, s.TAKING)):
            raise fields.fail("mover")
        path = st[s.VISITED : s.VISITED + s.MAX_PLACES]
        if in_move != bool(path.any()) or (mover and path[int(st[s.PLACE_OF + st[s.MOVER]])] == 0):
            raise fields.fail("path")
        if st[s.EXPLORER_DONE] and (
            in_move or (phase != s.CHOOSING_ACTION and phase > s.STATIONING)
        ):
            raise fields.fail("done")
        if st[s.FLOE_DONE] and (
            phase < s.CHOOSING_ACTION or st[s.EXPLORER_DONE] or phase == s.FINISHED
        ):
            raise fields.fail("done")
        if phase == s.TAKING:
            at = int(st[s.PLACE_OF + st[s.MOVER]])
            if not st[s.ROPE + at] + st[s.FISH + at] or not can_stop(st, 0, at, 0):
                raise fields.fail("mover", rule="I18")
        if phase == s.FINISHED:
            won = int(st[s.WINNER])
            fits = self._home(won) >= st[s.GOAL] if won >= 0 else st[s.TURNS] >= s.MAX_TURNS
            if not fits:
                raise fields.fail("winner", rule="I31")
