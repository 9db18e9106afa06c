"""Build hook: a wheel has a compiled `.mo` catalogue beside every `.po` file.

An editable install reads the `.po` files themselves.
"""

from __future__ import annotations

import importlib.util
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface[Any]):
    """Compiles the catalogues into a temporary folder and adds them to the wheel."""

    _folder: Path | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile all catalogues, before the wheel is written."""
        if version == "editable":
            return
        source = Path(self.root) / "src"
        compiled = _compiler(source / "icefield" / "locale" / "catalogue.py")
        self._folder = Path(tempfile.mkdtemp(prefix="icefield-catalogues-"))
        for number, po in enumerate(sorted(source.rglob("*.po"))):
            mo = self._folder / f"{number}.mo"
            mo.write_bytes(compiled(po))
            place = po.relative_to(source).with_suffix(".mo").as_posix()
            build_data["force_include"][str(mo)] = place

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove the temporary folder, after the wheel is written."""
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)


def _compiler(file: Path) -> Any:
    """The function `compiled` of a module, loaded alone: the package is not installed yet."""
    spec = importlib.util.spec_from_file_location("icefield_catalogue", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.compiled
