"""Styles, scripts and icons, with a version in the URL for long caching."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Response
from starlette.responses import FileResponse

from ....render import themes
from ...errors import Refused

router = APIRouter(include_in_schema=False)

_STATIC: Final = Path(__file__).resolve().parents[2] / "web" / "static"
YEAR_S: Final = 365 * 24 * 3600
_MEDIA_TYPES: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


@lru_cache(maxsize=1)
def asset_version() -> str:
    """A digest of all styles and scripts."""
    digest = hashlib.sha256(themes.css().encode())
    for path in sorted(_STATIC.rglob("*")):
        if path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def asset(name: str) -> str:
    """The URL of a style, script or picture."""
    return f"/static/{asset_version()}/{name}"


def read_static(name: str) -> str:
    """The text of a static file."""
    return (_STATIC / name).read_text(encoding="utf-8")


@router.get("/static/{version}/{name:path}")
def static(version: str, name: str) -> Response:
    headers = {"cache-control": "no-cache"}
    if version == asset_version():
        headers = {"cache-control": f"public, max-age={YEAR_S}, immutable"}
    if name == "board.css":
        return Response(themes.css(), media_type="text/css", headers=headers)
    path = _find(name)
    if path is None:
        raise Refused(404)
    return FileResponse(path, media_type=_MEDIA_TYPES[path.suffix], headers=headers)


def _find(name: str) -> Path | None:
    """The static file of that name, if there is one."""
    try:
        path = (_STATIC / name).resolve()
        known = path.is_relative_to(_STATIC) and path.suffix in _MEDIA_TYPES
        return path if known and path.is_file() else None
    except (OSError, ValueError):  # a name that no file can have: too long, or with a NUL
        return None


@router.get("/favicon.ico")
def favicon() -> Response:
    return FileResponse(_STATIC / "icons/icon.svg", media_type=_MEDIA_TYPES[".svg"])
