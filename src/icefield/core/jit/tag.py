"""The tag type: binds a generic search to one game's kernel while compiling.

For Numba a tag is an opaque type whose name holds the game and the digest of its kernel. The
overloads in `protocol` look the kernel's functions up while compiling, so a bound search is as fast
as one written for the game alone, and its machine code is cached under the type's name.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from numba import types
from numba.extending import NativeValue, models, register_model, typeof_impl, unbox

from .config import digest

if TYPE_CHECKING:
    from ..game import Game


class Tag:
    """Names a game's kernel to compiled code; made by `bind`.

    Numba writes it into the index of its cache, which every program reads that uses the same
    search; so it knows the kernel by name and imports it only when it is needed."""

    __slots__ = ("_kernel", "module", "name")

    def __init__(self, module: str, name: str):
        self.module = module
        self.name = name
        self._kernel: ModuleType | None = None

    def __reduce__(self) -> tuple[type[Tag], tuple[str, str]]:
        return Tag, (self.module, self.name)

    @property
    def kernel(self) -> ModuleType:
        """The module or package with the kernel's functions, imported when it is needed."""
        if self._kernel is None:
            self._kernel = importlib.import_module(self.module)
        return self._kernel

    def find(self, name: str) -> Callable[..., Any] | None:
        """The kernel's function of that name, if it has one."""
        found = getattr(self.kernel, name, None)
        # a package's attribute of that name may be one of its modules: `evaluate`, say
        return found if callable(found) else None

    @property
    def max_moves(self) -> int:
        """The size of the buffer that `moves` needs."""
        return int(self.kernel.MAX_MOVES)

    def __repr__(self) -> str:
        return f"<Tag {self.name}>"


class TagType(types.Opaque):  # type: ignore[misc]
    """A tag's Numba type; its name (game and digest) is in the key of the cache."""

    def __init__(self, tag: Tag):
        self.tag = tag
        super().__init__(name=f"Tag[{tag.name}]")


register_model(TagType)(models.OpaqueModel)


@typeof_impl.register(Tag)
def _typeof_tag(tag: Tag, _context: Any) -> TagType:
    return _tag_type(tag.name, tag)


_tag_types: dict[str, TagType] = {}


def _tag_type(name: str, tag: Tag) -> TagType:
    if name not in _tag_types:
        _tag_types[name] = TagType(tag)
    return _tag_types[name]


@unbox(TagType)
def _unbox_tag(_typ: Any, _obj: Any, context: Any) -> NativeValue:
    return NativeValue(context.context.get_dummy_value())


@lru_cache(maxsize=64)
def _bind(module: str) -> Tag:
    kernel = importlib.import_module(module)
    assert kernel.__file__ is not None
    return Tag(module, f"{module}:{digest(Path(kernel.__file__).resolve().parent)}")


def bind(game: Game) -> Tag:
    """The tag that binds a search to this game."""
    return _bind(game.kernel)
