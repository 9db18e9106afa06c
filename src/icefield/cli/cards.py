"""What a list of games says about each, without loading the games.

A game's module pulls its compiled kernel in, which costs a list of titles nothing but time. The
card is therefore read from the literals in the body of its class; a game whose class says them
in another way is simply loaded.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from ..games import game, targets


@dataclass(frozen=True, slots=True)
class Card:
    """Who made a game and for how many it is."""

    key: str
    title: str
    designer: str
    year: int | None
    seats: tuple[int, ...]


_FIELDS: Final = ("key", "title", "designer", "year", "seats")


def cards() -> tuple[Card, ...]:
    """The cards of all games, in the registry's order."""
    return tuple(_card(key, target) for key, target in targets().items())


def _card(key: str, target: str) -> Card:
    found = _literals(target.partition(":")[0], key)
    if found is None:
        loaded = game(key)
        found = {name: getattr(loaded, name) for name in _FIELDS}
    return Card(**found)


def _literals(module: str, key: str) -> dict[str, Any] | None:
    """The fields as they are written in the class of that key, or None."""
    spec = find_spec(module)
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        return None
    tree = ast.parse(Path(spec.origin).read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            found = _class_literals(node)
            if found.get("key") == key and len(found) == len(_FIELDS):
                return found
    return None


def _class_literals(node: ast.ClassDef) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for line in node.body:
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and line.value:
            name, value = line.target.id, line.value
        elif isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name):
            name, value = line.targets[0].id, line.value
        else:
            continue
        if name in _FIELDS:
            try:
                found[name] = ast.literal_eval(value)
            except ValueError:
                continue
    return found
