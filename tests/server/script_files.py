"""The scripts of the pages, as files."""

from __future__ import annotations

from pathlib import Path

from icefield.server.routes.site import pages

STATIC = Path(pages.__file__).parents[2] / "web" / "static"


SCRIPTS = sorted(STATIC.rglob("*.js"))
