"""The manifest and service worker of the installable site."""

from __future__ import annotations

import json
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse

from ....core.message import ENGLISH, message
from .assets import asset, asset_version, read_static
from .pages import page
from .preferences import languages

router = APIRouter(include_in_schema=False)

_ICONS: Final = (("icons/icon-192.png", 192, "any"), ("icons/icon-512.png", 512, "any"))
_MASKABLE: Final = (("icons/maskable-512.png", 512, "maskable"),)
_OFFLINE: Final = (
    "board.css",
    "shared/page.css",
    "home/home.css",
    "shared/theme.js",
    "shared/early_input.js",
    "shared/site.js",
    "shared/dom.js",
    "shared/notices.js",
    "shared/sound.js",
    "shared/storage.js",
    "shared/table_notices.js",
    "shared/translations.js",
    "offline/offline.js",
    "icons/icon.svg",
)
"""The files of the offline page."""

LanguageQuery = Annotated[str, Query(max_length=20)]


@router.get("/manifest.webmanifest")
def manifest(lang: LanguageQuery = ENGLISH) -> Response:
    language = lang if lang in languages() else ENGLISH
    body: dict[str, Any] = {
        "id": "/",
        "name": message("place.app.name").text(language),
        "short_name": message("web.title").text(language),
        "description": message("place.app.about").text(language),
        "lang": language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f2f7fa",
        "theme_color": "#17505f",
        "categories": ["games", "entertainment"],
        "icons": [
            {
                "src": asset(name),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for name, size, purpose in _ICONS + _MASKABLE
        ],
        "shortcuts": [
            {"name": message(f"web.nav.{name}").text(language), "url": f"/{name}"}
            for name in ("lobby", "watch", "puzzles")
        ],
    }
    return JSONResponse(body, media_type="application/manifest+json")


@router.get("/sw.js")
def service_worker(lang: LanguageQuery = ENGLISH) -> Response:
    """The service worker with the list of the files it caches.

    Its URL has the language of the page, so that another language makes another worker, with
    another offline page.
    """
    language = lang if lang in languages() else ENGLISH
    kept = {
        "name": f"icefield-{asset_version()}-{language}",
        "assets": f"/static/{asset_version()}/",
        "offline": f"/offline?lang={language}",
        "files": [asset(name) for name in _OFFLINE],
    }
    script = f"const KEPT = {json.dumps(kept)};\n{read_static('offline/service_worker.js')}"
    return Response(script, media_type="text/javascript")


@router.get("/offline")
def offline(request: Request) -> Response:
    return page(request, "offline.html")
