"""The modules that a page's script imports, so that browsers preload them all."""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from pathlib import Path
from typing import Final

STATIC: Final = Path(__file__).resolve().parents[2] / "web" / "static"
_IMPORT: Final = re.compile(r'^(?:import|\} from|import .* from|export .* from) "(\.[^"]+)";', re.M)


@lru_cache(maxsize=128)
def imported(name: str) -> tuple[str, ...]:
    """All modules that a module imports, directly or not, in order of discovery."""
    found: dict[str, None] = {}
    waiting = [name]
    while waiting:
        module = waiting.pop(0)
        text = (STATIC / module).read_text(encoding="utf-8")
        for target in _IMPORT.findall(text):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(module), target))
            if path not in found and path != name:
                found[path] = None
                waiting.append(path)
    return tuple(found)
