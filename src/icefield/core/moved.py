"""The former paths of public modules: each imports the module at its new path.

Nothing is imported early: the finder stands last on `sys.meta_path` and only answers for the names
in `MOVED`. The old path and the new one are the same module object, so classes stay identical.
"""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Final

MOVED: Final = {
    "icefield.analysis.solving": "icefield.analysis.solve",
    "icefield.core.insight": "icefield.core.mistakes",
    "icefield.search.report": "icefield.search.api",
    "icefield.search.searches": "icefield.search.registry",
    "icefield.search.tables": "icefield.search.exact.tablebase",
}


class _MovedModules(MetaPathFinder, Loader):
    """Finds a module under its former path."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002 (part of the protocol)
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        """The specification of a moved module; None for every other name."""
        return ModuleSpec(fullname, self) if fullname in MOVED else None

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:  # noqa: ARG002
        """None: the import system makes an empty module for `exec_module` to replace."""
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Replace the empty module by the one at the new path, with a warning."""
        old = module.__name__
        said = f"{old} has moved to {MOVED[old]}"
        warnings.warn(said, DeprecationWarning, stacklevel=2)
        sys.modules[old] = importlib.import_module(MOVED[old])


def install() -> None:
    """Make the former paths importable; calling it again changes nothing."""
    if not any(isinstance(finder, _MovedModules) for finder in sys.meta_path):
        sys.meta_path.append(_MovedModules())
