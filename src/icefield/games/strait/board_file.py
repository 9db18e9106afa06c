"""Reading board files of `strait`: TOML, checked with precise errors.

A board is given as the name of one that comes with the game, as the text of a file, or packed in
one line (as records and positions carry it). docs/strait-boards.md explains how to write one.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import tomllib
import zlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from ...core.errors import BadDrawing
from ...core.message import Message, message
from ...core.visible import MAX_MARKS, is_readable
from .board import (
    COLUMNS,
    DIRECTIONS,
    Board,
    Card,
    Current,
    Station,
    Tile,
    axial,
    hex_name,
    neighbour,
    rotate,
)
from .game import BOARD_NAMES, BOARDS
from .kernel import state as s

_PACKED_PREFIX: Final = "packed:"
_MAX_TEXT_CHARACTERS: Final = 100_000  # characters of a file, packed or not
_MAX_LINE_CHARACTERS: Final = 1000
_MAX_NAME_CHARACTERS: Final = 60
_HEX_FORM: Final = re.compile(r"([a-z])([1-9][0-9]?)")
_ID_FORM: Final = re.compile(r"[a-z]{3,20}")
_RANGE_FORM: Final = re.compile(r"([a-z])([1-9][0-9]?)-([a-z])([1-9][0-9]?)")
_MAX_SPEED: Final = 4
_MAX_TILES: Final = 48


# -- the ways a board is given ------------------------------------------------------------------


@lru_cache(maxsize=64)
def load_board(value: str) -> Board:
    """The board for a name, a file's text or a packed text; raises BadDrawing."""
    if value in BOARD_NAMES:
        return _build_board(_Source(read_shipped(value)), value)
    if value.startswith(_PACKED_PREFIX):
        return _build_board(_Source(_unpack(value)), value)
    source = _Source(value)
    _check_form(source)  # what can be packed is what a board consists of
    return _build_board(source, pack_board(source.data))


def pack_board(data: Mapping[str, Any]) -> str:
    """The content of a board file in one line without spaces.

    A board that comes with the game is known by its name.
    """
    for name in BOARD_NAMES:
        if _shipped(name) == data:
            return name
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    compressed = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    return _PACKED_PREFIX + compressed


@lru_cache(maxsize=16)
def _shipped(name: str) -> dict[str, Any]:
    """The content of a board that comes with the game."""
    return tomllib.loads(read_shipped(name))


def read_shipped(name: str) -> str:
    """The file of a board that comes with the game, to begin an own one from."""
    return (BOARDS / f"{name}.toml").read_text("utf-8")


def _unpack(value: str) -> str:
    """A packed board as the text of a file."""
    body = value.removeprefix(_PACKED_PREFIX)
    try:
        raw = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
        unzip = zlib.decompressobj()
        text = unzip.decompress(raw, _MAX_TEXT_CHARACTERS).decode()
        data = json.loads(text)
    except (binascii.Error, zlib.error, ValueError, RecursionError) as error:
        raise BadDrawing(message("strait.board.packed"), detail="bad-board-packed") from error
    if not isinstance(data, dict):
        raise BadDrawing(message("strait.board.packed"), detail="bad-board-packed")
    return _format_toml(data)


def _format_toml(data: Mapping[str, Any]) -> str:
    """A board's data as a file again: values, then tables, then lists of tables."""
    lines = [
        f"{key} = {_format_value(value)}" for key, value in data.items() if not _is_table(value)
    ]
    for key, value in data.items():
        for entry in value if isinstance(value, list) and _is_table(value) else ():
            lines += ["", f"[[{key}]]", *(f"{k} = {_format_value(v)}" for k, v in entry.items())]
        if isinstance(value, dict):
            lines += ["", f"[{key}]", *(f"{k} = {_format_value(v)}" for k, v in value.items())]
    return "\n".join(lines) + "\n"


def board_toml(value: str) -> str:
    """The file of a board given as the option's value."""
    return read_shipped(value) if value in BOARD_NAMES else _unpack(value)


def _is_table(value: Any) -> bool:
    """Whether a value is a table or a list of tables."""
    if isinstance(value, list):
        return bool(value) and all(isinstance(entry, dict) for entry in value)
    return isinstance(value, dict)


def _format_value(value: Any) -> str:
    """A value as TOML; the values that boards use are written as in JSON."""
    return json.dumps(value, ensure_ascii=False)  # what we use of TOML is written like JSON


# -- where something stands in a file -------------------------------------------------------------


class _Source:
    """A file's text with its content; knows the line and column of each key."""

    def __init__(self, text: str):
        self.lines = text.splitlines() or [""]
        if len(text) > _MAX_TEXT_CHARACTERS:
            raise _error("long", 1, 1, most=_MAX_TEXT_CHARACTERS)
        for number, words in enumerate(self.lines, 1):  # dotted keys are read in quadratic time
            if len(words) > _MAX_LINE_CHARACTERS:
                raise _error("long_line", number, _MAX_LINE_CHARACTERS, most=_MAX_LINE_CHARACTERS)
        try:
            text.encode()  # refuses lone surrogates
            self.data = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
            line, column = (int(n) for n in found.groups()) if found else (len(self.lines), 1)
            what = re.sub(r"\s*\(at .*\)", "", str(error))
            raise _error("toml", line, column, what=what) from error

    def place(
        self, key: str, table: str = "", index: int = 0, word: str = "", nth: int = 0
    ) -> tuple[int, int]:
        """The line and column of a key, or of the nth occurrence of a word behind it.

        In the index-th table of that name; the top of the table or of the file where it is missing.
        """
        start = self._header(table, index) if table else 0
        pattern = re.compile(rf"\s*{re.escape(key)}\s*=")
        for i in range(start + bool(table), len(self.lines)):
            line = self.lines[i]
            if line.lstrip().startswith("["):
                break
            found = pattern.match(line)
            if found is None:
                continue
            if not word:
                return i + 1, len(line) - len(line.lstrip()) + 1
            return self._word(word, nth, i, found.end())
        return start + 1, 1

    def _header(self, table: str, index: int) -> int:
        """The index of the line with the header of the index-th table of that name."""
        headers = re.compile(rf"\s*\[\[?\s*{re.escape(table)}\s*\]\]?")
        lines = [i for i, line in enumerate(self.lines) if headers.match(line)]
        return lines[index] if index < len(lines) else 0

    def _word(self, word: str, nth: int, line: int, column: int) -> tuple[int, int]:
        """The line and column of the nth occurrence of a word in a value."""
        pattern = re.compile(rf"(?<![A-Za-z0-9]){re.escape(word)}(?![A-Za-z0-9])")
        first = line
        for i in range(line, len(self.lines)):  # a list may go on in the lines below
            if i > line and re.match(r"\s*([\w-]+\s*=|\[)", self.lines[i]):
                break
            for found in pattern.finditer(self.lines[i], column if i == line else 0):
                if nth == 0:
                    return i + 1, found.start() + 1
                nth -= 1
        return first + 1, column + 1


def _error(
    what: str, line: int, column: int, rule: str | None = None, /, **params: str | int | Message
) -> BadDrawing:
    """The error of a board file at a line and column."""
    return BadDrawing(
        message(f"strait.board.{what}", **params),
        line=line,
        column=column,
        rule=rule,
        detail=f"bad-board-{what.replace('_', '-')}",
    )


# -- reading the parts ----------------------------------------------------------------------------

_KEY_TYPES: Final[dict[str, type]] = {
    "name": str,
    "reconstruction": bool,
    "columns": int,
    "sea": list,
    "land": list,
    "diomede": str,
    "entries": list,
    "current": list,
    "alaska": list,
    "siberia": list,
    "tile": list,
    "card": list,
    "supply": dict,
}
_OPTIONAL_KEYS: Final = ("reconstruction", "land")
_TABLE_KEY_TYPES: Final[dict[str, dict[str, type]]] = {
    "current": {"speed": int, "path": str},
    "alaska": {"id": str, "name": str, "touches": list, "neighbours": list},
    "siberia": {"id": str, "name": str, "touches": list},
    "tile": {"edges": str, "count": int},
    "card": {"diomede": bool, "rope": int, "fish": int, "bears": int, "count": int},
    "supply": {"rope": int, "fish": int, "bears": int},
}
_OPTIONAL_TABLE_KEYS: Final = {
    "alaska": ("neighbours",),
    "card": ("diomede", "rope", "fish", "bears"),
}


def _is_of_type(value: Any, kind: type) -> bool:
    """Whether a value has a type; a truth value is no number."""
    return isinstance(value, kind) and (kind is not int or not isinstance(value, bool))


def _check_form(source: _Source) -> None:
    """Every key is known, there, and of the right type."""
    for key, value in source.data.items():
        if key not in _KEY_TYPES:
            raise _error("unknown_key", *source.place(key), key=key)
        wanted = _KEY_TYPES[key]
        table = key in _TABLE_KEY_TYPES
        fits = _is_of_type(value, wanted) and (not table or wanted is dict or _is_table(value))
        if not fits:
            raise _error(
                "wrong_type", *source.place(key), key=key, wanted=_type_name(wanted, table)
            )
        if wanted is list and not table:
            for word in value:
                if not isinstance(word, str):
                    kind = _type_name(list, table=False)
                    raise _error("wrong_type", *source.place(key), key=key, wanted=kind)
    for key in _KEY_TYPES:
        if key not in source.data and key not in _OPTIONAL_KEYS:
            raise _error("missing_key", len(source.lines), 1, key=key)
    for name, keys in _TABLE_KEY_TYPES.items():
        found = source.data[name]
        for i, entry in enumerate([found] if isinstance(found, dict) else found):
            _check_table(source, name, i, entry, keys)


def _check_table(
    source: _Source, table: str, i: int, entry: Mapping[str, Any], keys: Mapping[str, type]
) -> None:
    """Every key of a table is known, there, and of the right type."""
    for key, value in entry.items():
        if key not in keys:
            raise _error("unknown_key", *source.place(key, table, i), key=key)
        strings = keys[key] is not list or (
            isinstance(value, list) and all(isinstance(word, str) for word in value)
        )
        if not _is_of_type(value, keys[key]) or not strings:
            wanted = _type_name(keys[key], table=False)
            raise _error("wrong_type", *source.place(key, table, i), key=key, wanted=wanted)
    for key in keys:
        if key not in entry and key not in _OPTIONAL_TABLE_KEYS.get(table, ()):
            raise _error("missing_key", *source.place(key, table, i), key=f"{table}.{key}")


def _type_name(wanted: type, table: bool) -> Message:
    """A type as a message calls it."""
    name = "table" if table else {str: "text", bool: "truth", int: "number", list: "list"}[wanted]
    return message(f"strait.board.kind.{name}")


def _read_hexes(source: _Source, columns: int, key: str) -> list[str]:
    """The hexes of a list such as ["a1-a8", "b3"]."""
    found: list[str] = []
    for word in source.data.get(key, ()):
        one, many = _HEX_FORM.fullmatch(word), _RANGE_FORM.fullmatch(word)
        place = source.place(key, word=word)
        if one:
            names = [word]
        elif many and many[1] == many[3] and int(many[2]) <= int(many[4]):
            names = [f"{many[1]}{row}" for row in range(int(many[2]), int(many[4]) + 1)]
        else:
            raise _error("hexes", *place, "I1", word=word[:20])
        for name in names:
            if COLUMNS.index(name[0]) >= columns:
                raise _error("column", *place, "I1", hex=name, last=COLUMNS[columns - 1])
            if name in found:
                raise _error("hex_twice", *place, "I1", hex=name)
            found.append(name)
    return found


_Branches = list[list[str]]


def _split_path(
    source: _Source, i: int, text: str, sea: set[str]
) -> list[tuple[str, tuple[int, int]]]:
    """The words of a path with their places, each a sea hex or a sign of a fork."""
    seen: dict[str, int] = {}
    found = []
    for word in re.findall(r"[()|]|[^\s()|]+", text):
        nth = seen.get(word, 0)
        seen[word] = nth + 1
        place = (
            source.place("path", "current", i, word, nth)
            if word not in "()|"
            else source.place("path", "current", i)
        )
        if word not in "()|" and word not in sea:
            known = _HEX_FORM.fullmatch(word) is not None
            raise _error("not_sea" if known else "word", *place, "I2", hex=word[:20])
        found.append((word, place))
    return found


def _read_current(source: _Source, i: int, sea: set[str], taken: dict[str, int]) -> Current:
    """The i-th current of a file (I2); notes its hexes in `taken`."""
    entry = source.data["current"][i]
    speed, path = entry["speed"], entry["path"]
    if not 1 <= speed <= _MAX_SPEED:
        place = source.place("speed", "current", i)
        raise _error("speed", *place, "I2", speed=speed, most=_MAX_SPEED)
    top = source.place("path", "current", i)
    flow: dict[str, list[str | None]] = {}
    ends: list[str] = []  # hexes whose way leads to the next word
    fork: list[str] | None = None  # the hexes before a fork that is open
    closed: list[str] = []  # ends of the fork's branches that are complete
    inside = 0  # hexes in the present branch
    for word, place in _split_path(source, i, path, sea):
        if word == "(":
            if fork is not None or len(ends) != 1:
                raise _error("fork", *place, "I2")
            fork, closed, inside = ends, [], 0
        elif word in ("|", ")"):
            if fork is None or inside == 0 or (word == "|" and closed):
                raise _error("fork", *place, "I2")
            closed, inside = closed + ends, 0
            ends = fork
            if word == ")":
                if len(closed) != 2:
                    raise _error("fork", *place, "I2")
                ends, fork = closed, None
        else:
            if word in taken:
                raise _error("two_currents", *place, "I2", hex=word, other=taken[word] + 1)
            taken[word] = i
            for before in ends:
                if axial(word) not in [neighbour(before, d) for d in range(6)]:
                    raise _error("not_neighbours", *place, "I2", hex=word, before=before)
                flow[before].append(word)
            flow[word] = []
            ends, inside = [word], inside + 1
    if fork is not None:
        raise _error("fork", *top, "I2")
    if not flow:
        raise _error("empty_current", *top, "I2")
    for last in ends:
        flow[last].append(None)
    ways = tuple((name, tuple(next_ones)) for name, next_ones in flow.items())
    return Current(speed, next(iter(flow)), ways)


def _read_station(source: _Source, coast: str, i: int, known: _Shoreline) -> Station:
    """The i-th station of a coast (I3, I4); notes its id and edges in `known`."""
    entry = source.data[coast][i]
    id_ = entry["id"]
    place = source.place("id", coast, i)
    if not _ID_FORM.fullmatch(id_):
        raise _error("station_id", *place, "I3", id=id_[:20])
    if id_ in known.ids:
        raise _error("station_twice", *place, "I3", id=id_)
    known.ids.add(id_)
    touches: list[tuple[str, int]] = []
    for word in entry["touches"]:
        place = source.place("touches", coast, i, word)
        name, _, edge = word.partition(":")
        if name not in known.sea or edge not in DIRECTIONS:
            raise _error("touch", *place, "I3", word=word[:20])
        direction = DIRECTIONS.index(edge)
        q, r = neighbour(name, direction)
        if 0 <= q < known.columns and hex_name(q, r) in known.water:
            raise _error("touch_sea", *place, "I3", word=word)
        if (name, direction) in known.edges or name in [hex_ for hex_, _ in touches]:
            raise _error("touch_twice", *place, "I3", word=word)
        known.edges.add((name, direction))
        touches.append((name, direction))
    others = entry.get("neighbours", [])
    if not touches or len(touches) + len(others) > 6:
        raise _error("touches", *source.place("touches", coast, i), "I3", id=id_)
    return Station(id_, entry["name"][:40], tuple(touches), tuple(others))


class _Shoreline:
    """The ids and edges of stations read so far."""

    def __init__(self, sea: list[str], diomede: str, columns: int):
        self.sea = set(sea)
        self.water = {*sea, diomede}
        self.columns = columns
        self.ids: set[str] = set()
        self.edges: set[tuple[str, int]] = set()


def _check_neighbours(source: _Source, alaska: list[Station]) -> None:
    """Stations that name each other as neighbours exist and agree (I3)."""
    by_id = {station.id: station for station in alaska}
    for i, station in enumerate(alaska):
        for other in station.neighbours:
            place = source.place("neighbours", "alaska", i, other)
            if other not in by_id or other == station.id:
                raise _error("neighbour", *place, "I3", id=other[:20])
            if station.neighbours.count(other) > 1 or station.id not in by_id[other].neighbours:
                raise _error("one_sided", *place, "I3", id=station.id, other=other)


def _read_tiles(source: _Source) -> tuple[Tile, ...]:
    """The kinds of tiles (I5)."""
    tiles: list[Tile] = []
    for i, entry in enumerate(source.data["tile"]):
        mask = 0
        for word in entry["edges"].split():
            place = source.place("edges", "tile", i, word)
            if word not in DIRECTIONS or mask >> DIRECTIONS.index(word) & 1:
                raise _error("edge", *place, "I5", word=word[:20])
            mask |= 1 << DIRECTIONS.index(word)
        if any(rotate(tile.mask, steps) == mask for tile in tiles for steps in range(6)):
            raise _error("tile_twice", *source.place("edges", "tile", i), "I5")
        tiles.append(Tile(mask, _check_count(source, "tile", i, entry["count"], "I5")))
    total = sum(tile.count for tile in tiles)
    if not s.FIRST_FLOES <= total <= _MAX_TILES:
        place = source.place("count", "tile")
        limits = {"least": s.FIRST_FLOES, "most": _MAX_TILES}
        raise _error("tile_total", *place, "I5", count=total, **limits)
    return tuple(tiles)


def _check_count(source: _Source, table: str, i: int, count: int, rule: str) -> int:
    """A count of tiles or cards, known to be possible."""
    if not 1 <= count <= 99:
        raise _error("count", *source.place("count", table, i), rule, count=count)
    return count


def _read_cards(source: _Source) -> tuple[Card, ...]:
    """The kinds of cards (I6)."""
    cards: list[Card] = []
    for i, entry in enumerate(source.data["card"]):
        diomede = entry.get("diomede", False)
        items = [entry.get(kind, 0) for kind in ("rope", "fish", "bears")]
        for kind, number in zip(("rope", "fish", "bears"), items, strict=True):
            most = s.CAPACITY if kind == "bears" else 9
            if not 0 <= number <= most:
                place = source.place(kind, "card", i)
                code = "card_bears" if kind == "bears" else "card_items"
                raise _error(code, *place, "I6", count=number, most=most)
        count = _check_count(source, "card", i, entry["count"], "I6")
        card = Card(items[0], items[1], items[2], count, diomede)
        if card.text in [other.text for other in cards]:
            raise _error("card_twice", *source.place("count", "card", i), "I6", card=card.text)
        cards.append(card)
    return tuple(cards)


def _read_supply(source: _Source) -> tuple[int, int, int]:
    """Rope, fish and bears of the supply (I7)."""
    found = []
    for kind, least in (("rope", 4), ("fish", 4), ("bears", 0)):
        number = source.data["supply"][kind]
        if not least <= number <= 99:
            place = source.place(kind, "supply")
            raise _error("supply", *place, "I7", kind=kind, count=number, least=least)
        found.append(number)
    return found[0], found[1], found[2]


# -- the whole ------------------------------------------------------------------------------------


def _build_board(source: _Source, packed: str) -> Board:
    """The board of a file, checked as a whole."""
    _check_form(source)
    data = source.data
    columns = data["columns"]
    coasts = [(c, i, entry) for c in ("alaska", "siberia") for i, entry in enumerate(data[c])]
    for table, i, entry in (("", 0, data), *coasts):
        if len(entry["name"]) > _MAX_NAME_CHARACTERS:
            raise _error("long_name", *source.place("name", table, i), most=_MAX_NAME_CHARACTERS)
        if not is_readable(entry["name"]):
            raise _error("unreadable_name", *source.place("name", table, i), most=MAX_MARKS)
    if not 2 <= columns <= len(COLUMNS):
        raise _error("columns", *source.place("columns"), "I1", count=columns, most=len(COLUMNS))
    sea, land = _read_hexes(source, columns, "sea"), _read_hexes(source, columns, "land")
    for name in land:
        if name in sea:
            raise _error("land_in_sea", *source.place("land"), "I1", hex=name)
    diomede = data["diomede"]
    place = source.place("diomede", word=diomede)
    if not _HEX_FORM.fullmatch(diomede) or COLUMNS.index(diomede[0]) >= columns:
        raise _error("hexes", *place, "I1", word=diomede[:20])
    if diomede in sea or diomede in land:
        raise _error("diomede", *place, "I1", hex=diomede)
    currents = _read_currents(source, sea)
    coast = _Shoreline(sea, diomede, columns)
    alaska = [_read_station(source, "alaska", i, coast) for i in range(len(data["alaska"]))]
    siberia = [_read_station(source, "siberia", i, coast) for i in range(len(data["siberia"]))]
    _check_neighbours(source, alaska)
    for table, least in (("alaska", 6), ("siberia", 3)):
        if len(data[table]) < least:
            place = source.place("id", table)
            raise _error("stations", *place, "I3", coast=table, least=least, count=len(data[table]))
    for table in ("tile", "card"):
        if len(data[table]) > s.MAX_KINDS:
            raise _error("kinds", *source.place("count", table, s.MAX_KINDS), most=s.MAX_KINDS)
    if len(sea) + 1 + len(alaska) + len(siberia) > s.MAX_PLACES:
        raise _error("too_big", *source.place("sea"), "I1", most=s.MAX_PLACES)
    board = Board(
        packed=packed,
        name=data["name"][:60],
        reconstruction=data.get("reconstruction", False),
        columns=columns,
        sea=tuple(sea),
        land=frozenset(land),
        diomede=diomede,
        currents=currents,
        alaska=tuple(alaska),
        siberia=tuple(siberia),
        tiles=_read_tiles(source),
        cards=_read_cards(source),
        supply=_read_supply(source),
    )
    _check_playable(source, board)
    return board


def _read_currents(source: _Source, sea: list[str]) -> tuple[Current, ...]:
    """The currents of a file (I2): each hex in one, each with an entry point."""
    taken: dict[str, int] = {}
    count = len(source.data["current"])
    currents = tuple(_read_current(source, i, set(sea), taken) for i in range(count))
    for name in sea:
        if name not in taken:
            raise _error("no_current", *source.place("sea"), "I2", hex=name)
    entries = source.data["entries"]
    for name in entries:
        place = source.place("entries", word=name)
        if name not in [current.entry for current in currents]:
            raise _error("entry", *place, "I2", hex=name[:20])
        if entries.count(name) > 1:
            raise _error("hex_twice", *place, "I2", hex=name)
    for i, current in enumerate(currents):
        if current.entry not in entries:
            place = source.place("path", "current", i, current.entry)
            raise _error("current_entry", *place, "I2", hex=current.entry)
    return currents


def _check_playable(source: _Source, board: Board) -> None:
    """The first floes can be placed (I9), and there is a way from Alaska to Siberia."""
    if not board.has_room_for_floes(s.FIRST_FLOES):
        raise _error("no_room", *source.place("sea"), "I9", count=s.FIRST_FLOES)
    unreachable = board.unreachable_stations()
    for i, station in enumerate(board.siberia):
        if station in unreachable:
            place = source.place("touches", "siberia", i)
            raise _error("no_way", *place, "I4", station=station.name)
