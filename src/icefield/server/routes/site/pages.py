"""Web pages: templates, texts in the reader's language, the error page."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final

import jinja2
from fastapi import Request, Response
from fastapi.responses import HTMLResponse

from ....core.errors import IcefieldError
from ....core.message import ENGLISH, Message, catalogue, message
from ...views.games import name_choice
from ..depends import get_viewer
from .assets import YEAR_S, asset
from .preferences import LANGUAGE_COOKIE, languages, own_name
from .script_modules import imported

_TEMPLATES: Final = Path(__file__).resolve().parents[2] / "web" / "templates"

_environment: Final = jinja2.Environment(
    loader=jinja2.FileSystemLoader(_TEMPLATES),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=jinja2.StrictUndefined,
)


def translate(language: str, domain: str) -> Callable[..., str]:
    """A function for templates that translates the texts of a domain."""

    def text(id_: str, /, **params: Any) -> str:
        return message(f"{domain}.{id_}", **params).text(language)

    return text


@lru_cache(maxsize=16)
def script_strings(language: str) -> dict[str, str]:
    """The strings that scripts show, by id without `web.js.`."""
    prefix = "web.js."
    english = catalogue("web", ENGLISH)
    ids = [id_ for id_ in getattr(english, "_catalog", {}) if str(id_).startswith(prefix)]
    chosen = catalogue("web", language)
    return {id_.removeprefix(prefix): chosen.gettext(id_) for id_ in ids}


def _address_in(request: Request, language: str) -> str:
    """The URL of the same page in another language."""
    url = request.url.include_query_params(lang=language)
    return f"{url.path}?{url.query}"


def _say(words: Message, language: str) -> str:
    return words.text(language)


def render(request: Request, template: str, **values: Any) -> str:
    """A page as HTML in the reader's language."""
    language = get_viewer(request).language
    return _environment.get_template(template).render(
        t=translate(language, "web"),
        place=translate(language, "place"),
        say=partial(_say, language=language),
        say_choice=partial(name_choice, language),
        asset=asset,
        imported=imported,
        language=language,
        path=request.url.path,
        languages=languages(),
        own_name=own_name,
        in_language=partial(_address_in, request),
        strings=script_strings(language),
        **values,
    )


def page(request: Request, template: str, **values: Any) -> Response:
    """A page as the response; stores a chosen language in a cookie."""
    response = HTMLResponse(render(request, template, **values))
    asked = request.query_params.get("lang")
    if asked in languages():
        response.set_cookie(LANGUAGE_COOKIE, asked, max_age=YEAR_S, samesite="lax", httponly=True)
    return response


def error_page(request: Request, error: IcefieldError, status: int) -> Response:
    """The page of an error."""
    sentence = error.sentence.text(get_viewer(request).language)
    html = render(request, "error.html", sentence=sentence, status=status)
    return HTMLResponse(html, status_code=status)
