"""The web pages: how they are made, a table, and the page that says what went wrong."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from typing import Annotated, Any, Final

import jinja2
from fastapi import APIRouter, Request, Response
from fastapi import Path as PathParameter
from fastapi.responses import HTMLResponse
from starlette.responses import FileResponse

from ..core.abilities import Boarded
from ..core.errors import IcefieldError
from ..core.game import Game, Position
from ..core.message import ENGLISH, Message, catalogue, message
from ..games import game as find_game
from ..games import keys
from ..render import themes
from . import views
from .api import desk_of, viewer_of
from .choosing import say_choice
from .company_views import invitation_json
from .language import COOKIE as LANGUAGE_COOKIE
from .language import languages, own_name
from .problems import Refused
from .script_modules import imported

_WEB: Final = Path(__file__).resolve().parent / "web"
_STATIC: Final = _WEB / "static"
_YEAR: Final = 365 * 24 * 3600
_KINDS: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}

router = APIRouter(include_in_schema=False)

_templates: Final = jinja2.Environment(
    loader=jinja2.FileSystemLoader(_WEB / "templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=jinja2.StrictUndefined,
)


@lru_cache(maxsize=1)
def asset_version() -> str:
    """Changes whenever a style or a script does, so that browsers may keep them for long."""
    digest = hashlib.sha256(themes.css().encode())
    for path in sorted(_STATIC.rglob("*")):
        if path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def asset(name: str) -> str:
    """The address of a style, script or picture."""
    return f"/static/{asset_version()}/{name}"


def static_text(name: str) -> str:
    """What a file of the pages says."""
    return (_STATIC / name).read_text(encoding="utf-8")


def _web(id_: str, /, **params: Any) -> Message:
    return message(f"web.{id_}", **params)


def _place(id_: str, /, **params: Any) -> Message:
    return message(f"place.{id_}", **params)


def _words(language: str, said: Callable[..., Message]) -> Callable[..., str]:
    def words(id_: str, /, **params: Any) -> str:
        return said(id_, **params).text(language)

    return words


@lru_cache(maxsize=16)
def script_strings(language: str) -> dict[str, str]:
    """The strings that scripts show, by id without `web.js.`."""
    prefix = "web.js."
    english = catalogue("web", ENGLISH)
    ids = [id_ for id_ in getattr(english, "_catalog", {}) if str(id_).startswith(prefix)]
    chosen = catalogue("web", language)
    return {id_.removeprefix(prefix): chosen.gettext(id_) for id_ in ids}


def _in_language(request: Request, language: str) -> str:
    """The address of the same page, whatever it shows, in another language."""
    url = request.url.include_query_params(lang=language)
    return f"{url.path}?{url.query}"


def render(request: Request, template: str, **values: Any) -> str:
    """A page in the reader's language."""
    language = viewer_of(request).language
    return _templates.get_template(template).render(
        t=_words(language, _web),
        place=_words(language, _place),
        say=lambda words: words.text(language),
        say_choice=partial(say_choice, language),
        asset=asset,
        imported=imported,
        language=language,
        path=request.url.path,
        languages=languages(),
        own_name=own_name,
        in_language=lambda each: _in_language(request, each),
        strings=script_strings(language),
        **values,
    )


def error_page(request: Request, error: IcefieldError, status: int) -> Response:
    """A friendly page that says what went wrong."""
    sentence = error.sentence.text(viewer_of(request).language)
    page = render(request, "error.html", sentence=sentence, status=status)
    return HTMLResponse(page, status_code=status)


def page(request: Request, template: str, **values: Any) -> Response:
    """A page as the answer; remembers a language that was asked for."""
    response = HTMLResponse(render(request, template, **values))
    asked = request.query_params.get("lang")
    if asked in languages():
        response.set_cookie(LANGUAGE_COOKIE, asked, max_age=_YEAR, samesite="lax", httponly=True)
    return response


@lru_cache(maxsize=64)
def _picture(key: str, language: str) -> str:
    return views.picture(_typical(find_game(key)), language)


def warm_up() -> None:
    """Draw the home page's pictures, which also loads the compiled rules, before anybody waits.
    The first time on a machine this takes seconds, so it is done beside the serving."""
    for key in keys():
        _picture(key, ENGLISH)


def _typical(game: Game) -> Position:
    """A position that shows what the game looks like: some moves into a game."""
    position = game.start()
    for step in range(9):
        moves = position.moves()
        if not moves:
            break
        after = position.play(moves[(step * 7 + 3) % len(moves)])
        if after.outcome is not None:
            break
        position = after
    return position


@router.get("/pictures/{key}")
def picture(request: Request, key: Annotated[str, PathParameter(max_length=40)]) -> Response:
    drawing = _picture(find_game(key).key, viewer_of(request).language)
    return Response(drawing, media_type=_KINDS[".svg"])


@router.get("/tables/{id}")
def table(request: Request, id: Annotated[str, PathParameter(max_length=32)]) -> Response:
    viewer = viewer_of(request)
    with desk_of(request).at(id) as table:
        state = views.state_json(table, viewer)
        token = "" if state["seat"] is not None else request.query_params.get("seat", "")
        invitation = invitation_json(table, token, viewer.language)
        game = table.game
    drawing = state.pop("svg")
    boarded = isinstance(game, Boarded)
    return page(
        request,
        "table.html",
        state=state,
        game=game,
        drawing=drawing,
        boarded=boarded,
        invitation=invitation,
        prove=message("solved.link.table"),
    )


@router.get("/static/{version}/{name:path}")
def static(version: str, name: str) -> Response:
    headers = {"cache-control": "no-cache"}
    if version == asset_version():
        headers = {"cache-control": f"public, max-age={_YEAR}, immutable"}
    if name == "board.css":
        return Response(themes.css(), media_type="text/css", headers=headers)
    path = (_STATIC / name).resolve()
    if not path.is_relative_to(_STATIC) or path.suffix not in _KINDS or not path.is_file():
        raise Refused(404)
    return FileResponse(path, media_type=_KINDS[path.suffix], headers=headers)


@router.get("/favicon.ico")
def favicon() -> Response:
    return FileResponse(_STATIC / "icons/icon.svg", media_type=_KINDS[".svg"])
