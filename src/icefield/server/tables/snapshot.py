"""Snapshots of tables, from which a table is read without its whole log.

A snapshot has the moves on the boards, without those that were taken back, and the other state of
the table as plain JSON. Its size does not depend on the length of the log. It is a cache: it
belongs to the code that wrote it (`find_version`), and is made again from the log after an update.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections import deque
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources
from typing import Any, Final

from ... import __version__, play
from ...core.game import Game
from ...play import Clock, Control
from . import chat, consent, discussion
from .events import Closed, Event, Opened
from .players import Player
from .table import Table

_CLASSES: Final[Mapping[str, type]] = {
    each.__qualname__ + each.__module__.rpartition(".")[2]: each
    for each in (
        *(Player, Clock, Control, Closed, chat.Chat, chat.Message, consent.Consent),
        *(consent.Request, consent.Declined, discussion.Discussion, discussion.Comment),
        discussion.Challenge,
    )
}
"""The classes that a snapshot can have; nothing else is ever created from one."""
_KEYS: Final = {each: key for key, each in _CLASSES.items()}
_ELSEWHERE: Final = frozenset({"id", "game", "opened", "match", "boards", "recent"})
"""The fields of a table that are made from its first event and from the moves."""


@lru_cache(maxsize=1)
def find_version() -> str:
    """The version of the code that folds events, which a snapshot depends on."""
    digest = hashlib.sha256(__version__.encode())
    for package in (__package__, play.__name__):
        files = resources.files(package).iterdir()
        for file in sorted((f for f in files if f.name.endswith(".py")), key=lambda f: f.name):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:32]


def dump(table: Table) -> dict[str, Any]:
    """The snapshot of a table; raises TypeError for a value that it cannot have."""
    writer = _Writer()
    fields = {name: value for name, value in vars(table).items() if name not in _ELSEWHERE}
    opened = table.opened.to_json()
    return {
        "game": [table.game.key, table.game.version],
        "opened": opened,
        "match": table.match.to_json(),
        "fields": {name: writer.write(value) for name, value in fields.items()},
    }


def load(id_: str, found: Mapping[str, Any]) -> Table:
    """The table of a snapshot; raises an exception for one of other code."""
    table = Table(id_, Event(1, Opened.kind, found["opened"]))
    if found["game"] != [table.game.key, table.game.version]:
        raise ValueError("other rules")
    table.boards = list(table.match.resume(found["match"]))
    reader = _Reader(table.game)
    known = {*vars(table)} - _ELSEWHERE
    if known != {*found["fields"]}:
        raise ValueError("other fields")
    for name, value in found["fields"].items():
        setattr(table, name, reader.read(value))
    table.match.players = tuple(table.name_of(n).text() for n in range(len(table.players)))
    table.recent = deque(maxlen=table.recent.maxlen)
    return table


class _Writer:
    """Writes values as JSON; an object that is found twice is written once."""

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}
        self._kept: list[object] = []

    def write(self, value: object) -> Any:
        match value:
            case None | bool() | int() | float() | str():
                return value
            case list():
                return ["list", *map(self.write, value)]
            case tuple():
                return ["tuple", *map(self.write, value)]
            case set() | frozenset():
                kind = "set" if isinstance(value, set) else "frozenset"
                return [kind, *map(self.write, sorted(value))]
            case dict():
                return ["dict", *([self.write(k), self.write(v)] for k, v in value.items())]
            case Game():
                return ["game"]
        return self._write_object(value)

    def _write_object(self, value: object) -> Any:
        if id(value) in self._numbers:
            return ["same", self._numbers[id(value)]]
        key = _KEYS.get(type(value))
        if key is None:
            raise TypeError(f"a snapshot cannot have a {type(value).__name__}")
        self._numbers[id(value)] = len(self._kept)
        self._kept.append(value)  # so that its id is not used again
        return ["object", key, *([name, self.write(part)] for name, part in _fields(value))]


def _fields(value: object) -> Sequence[tuple[str, object]]:
    if dataclasses.is_dataclass(value):
        return [(each.name, getattr(value, each.name)) for each in dataclasses.fields(value)]
    return [*vars(value).items()]


class _Reader:
    """Reads what `_Writer` wrote."""

    def __init__(self, game: Game):
        self._game = game
        self._objects: list[object] = []

    def read(self, value: Any) -> Any:
        if not isinstance(value, list):
            return value
        kind, *parts = value
        match kind:
            case "list":
                return [self.read(part) for part in parts]
            case "tuple":
                return tuple(self.read(part) for part in parts)
            case "set":
                return {self.read(part) for part in parts}
            case "frozenset":
                return frozenset(self.read(part) for part in parts)
            case "dict":
                return {self.read(key): self.read(part) for key, part in parts}
            case "game":
                return self._game
            case "same":
                return self._objects[parts[0]]
            case "object":
                return self._read_object(*parts)
        raise ValueError(f"unknown kind {kind!r}")

    def _read_object(self, key: str, *fields: tuple[str, Any]) -> object:
        found: object = object.__new__(_CLASSES[key])
        self._objects.append(found)
        for name, value in fields:
            object.__setattr__(found, name, self.read(value))
        return found
