"""A client's use of patches, written from docs/api.md alone."""

from __future__ import annotations

import html
import re
from typing import Any


def apply_patch(state: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    """The state that a patch leads to."""
    parts = {key: value for key, value in patch.items() if key != "svg"}
    changed = _change_object(state, parts)
    if "svg" in patch:
        changed["svg"] = _change_drawing(state["svg"], patch["svg"])
    return changed


def _change_object(old: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    return old | {key: _change(old.get(key), value) for key, value in changes.items()}


def _change(old: Any, change: Any) -> Any:
    if isinstance(change, list):
        if isinstance(old, str):
            return "\n".join(_change_rows(old.split("\n"), change))
        return _change_rows(old, change)
    if not isinstance(change, dict):
        return change
    return change["="] if "=" in change else _change_object(old, change)


def _change_rows(old: list[Any], rows: list[Any]) -> list[Any]:
    changed: list[Any] = []
    for row in rows:
        if not isinstance(row, list):
            changed.append(row)
        elif isinstance(row[1], int):
            assert row[0] + row[1] <= len(old)
            changed += old[row[0] : row[0] + row[1]]
        else:
            changed.append(_change(old[row[0]], row[1]))
    return changed


def _change_drawing(svg: str, patch: dict[str, Any]) -> str:
    elements = _elements(svg)
    ids = list(elements)
    for id_, change in patch["elements"].items():
        elements[id_] = change if isinstance(change, str) else _restyle(elements[id_], change)
    return "\n".join(
        elements[id_] for id_ in _change_rows(ids, patch.get("order", [[0, len(ids)]]))
    )


def _restyle(line: str, attributes: dict[str, str]) -> str:
    tag, end, rest = line.partition(">")
    for name, value in attributes.items():
        new = f' {name}="{html.escape(value)}"'
        tag = re.sub(rf' {name}="[^"]*"', lambda _: new, tag)  # noqa: B023
    return tag + end + rest


def _elements(svg: str) -> dict[str, str]:
    elements: dict[str, str] = {}
    layers = [""]
    counts: dict[str, int] = {}
    for line in svg.strip().split("\n"):
        if line == "</g>":
            id_ = f"{layers.pop()} }}"
        elif line.startswith("<g class=") and not line.endswith("</g>"):
            layers.append(line.split('"')[1])
            id_ = f"{layers[-1]} {{"
        elif found := re.match(r'<[^>]* data-id="([^"]*)"', line):
            id_ = f"{layers[-1]} {html.unescape(found[1])}"
        else:
            counts[layers[-1]] = counts.get(layers[-1], -1) + 1
            id_ = f"{layers[-1]} #{counts[layers[-1]]}"
        while id_ in elements:
            id_ += "+"
        elements[id_] = line
    return elements
