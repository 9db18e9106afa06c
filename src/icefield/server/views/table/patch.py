"""Patches from one state of a table to a later one that a viewer may know.

A patch is made of two states that the viewer may know and of nothing else, so it tells no more than
they do. Its form, which `docs/api.md` describes for clients:

- An object has the parts that changed. A part that is no object and no list is the new value.
- A list is the new list: `[start, count]` stands for rows of the old list, `[index, changes]` for
  a changed row, anything else is a new row. A text is a list of lines.
- `{"=": value}` is a new value where the old one is of another kind.
- `svg` is changed by elements, see `_diff_drawings`.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import orjson

Patch = dict[str, Any]

DRAWING: Final = "svg"
"""The part of a state that is changed by elements."""
_MAX_CACHED_DRAWINGS: Final = 256

_LAYER: Final = re.compile(r'<g class="([^"]*)"')
_ID: Final = re.compile(r' data-id="([^"]*)"')
_TAG: Final = re.compile(r"<([^\s/>]+)([^>]*)>")
_ATTRIBUTE: Final = re.compile(r'([^\s="]+)="([^"]*)"')


def diff_states(old: Mapping[str, Any], new: Mapping[str, Any]) -> Patch:
    """The patch that changes one state into another; the keys of both are the same."""
    patch: Patch = {}
    for key, value in new.items():
        before = old[key]
        if before is value or before == value:
            continue
        patch[key] = _diff_drawings(before, value) if key == DRAWING else _diff(before, value)
    return patch


def _diff(old: Any, new: Any) -> Any:
    if isinstance(new, dict):
        if not isinstance(old, dict) or old.keys() - new.keys():
            return {"=": new}
        changes = {k: v for k, v in new.items() if k not in old}
        if any(isinstance(value, dict | list) for value in changes.values()):
            return {"=": new}
        return changes | {k: _diff(old[k], v) for k, v in new.items() if k in old and old[k] != v}
    if isinstance(new, list):
        if not isinstance(old, list) or any(isinstance(row, list) for row in new):
            return {"=": new}
        return _diff_rows(old, new)
    if isinstance(new, str) and isinstance(old, str) and "\n" in old:
        return _diff_rows(old.split("\n"), new.split("\n"))
    return new


def _diff_rows(old: Sequence[Any], new: Sequence[Any]) -> list[Any]:
    """The new rows, with references to equal rows of the old list."""
    shortest = min(len(old), len(new))
    head = next((i for i in range(shortest) if old[i] != new[i]), shortest)
    room = shortest - head
    tail = next((i for i in range(room) if old[-1 - i] != new[-1 - i]), room)
    middle = new[head : len(new) - tail]
    places = _find_places(old, head, len(old) - tail)
    rows: list[Any] = [[0, head]] if head else []
    paired = len(old) == len(new)
    for i, row in enumerate(middle, head):
        at = places.get(_key(row))
        if at is not None:
            _refer(rows, at)
        elif paired and isinstance(row, dict) and isinstance(old[i], dict):
            changes = _diff(old[i], row)
            rows.append(row if "=" in changes else [i, changes])
        else:
            rows.append(row)
    if tail:
        rows.append([len(old) - tail, tail])
    return rows


def _find_places(rows: Sequence[Any], start: int, end: int) -> dict[Hashable, int]:
    return {_key(rows[i]): i for i in range(start, end)}


def _key(row: Any) -> Hashable:
    return orjson.dumps(row) if isinstance(row, dict) else (type(row), row)


def _refer(rows: list[Any], at: int) -> None:
    """Append a reference to an old row; consecutive ones are one."""
    last = rows[-1] if rows else None
    if isinstance(last, list) and isinstance(last[1], int) and last[0] + last[1] == at:
        last[1] += 1
    else:
        rows.append([at, 1])


# -- drawings -------------------------------------------------------------------------------------


@lru_cache(maxsize=_MAX_CACHED_DRAWINGS)
def split_drawing(svg: str) -> dict[str, str]:
    """The elements of a drawing by id, in their order; each is one line of it.

    The id is the layer and the `data-id` of the element, or its number among those without one.
    """
    elements: dict[str, str] = {}
    layers: list[str] = []
    unnamed: Counter[str] = Counter()
    for line in svg.strip().split("\n"):
        layer = layers[-1] if layers else ""
        opens = _LAYER.match(line) if not line.endswith("</g>") else None
        if opens:
            layers.append(opens[1])
            id_ = f"{opens[1]} {{"
        elif line == "</g>":
            id_ = f"{layer} }}"
            layers.pop()
        else:
            found = _ID.search(line, 0, line.find(">"))
            name = html.unescape(found[1]) if found else f"#{unnamed[layer]}"
            unnamed[layer] += found is None
            id_ = f"{layer} {name}"
        while id_ in elements:
            id_ += "+"
        elements[id_] = line
    return elements


def _diff_drawings(old: str, new: str) -> Patch:
    """The elements that were added, changed or moved, by id.

    `elements` has a new element as text, and the attributes that changed of one that was moved or
    restyled. `order` has the ids in their new order, where elements came, went, or changed
    places; it is a list as in other patches.
    """
    before, after = split_drawing(old), split_drawing(new)
    elements: dict[str, Any] = {}
    for id_, line in after.items():
        known = before.get(id_)
        if known != line:
            elements[id_] = line if known is None else _diff_elements(known, line)
    ids, order = list(before), list(after)
    if ids == order:
        return {"elements": elements}
    return {"elements": elements, "order": _reorder(ids, order)}


def _reorder(old: Iterable[str], new: Iterable[str]) -> list[Any]:
    places = {id_: i for i, id_ in enumerate(old)}
    rows: list[Any] = []
    for id_ in new:
        at = places.get(id_)
        if at is None:
            rows.append(id_)
        else:
            _refer(rows, at)
    return rows


def _diff_elements(old: str, new: str) -> str | dict[str, str]:
    """The changed attributes of an element, or its text where more has changed."""
    a, b = _TAG.match(old), _TAG.match(new)
    if a is None or b is None or a[1] != b[1] or old[a.end() :] != new[b.end() :]:
        return new
    left, right = _ATTRIBUTE.findall(a[2]), _ATTRIBUTE.findall(b[2])
    if [name for name, _ in left] != [name for name, _ in right]:
        return new
    pairs = zip(left, right, strict=True)
    return {name: html.unescape(now) for (_, was), (name, now) in pairs if was != now}
