"""Boards as pictures and games as films, to keep and to show around.

The pixels are made by a process of its own, because drawing them would keep everybody else waiting:
one picture and one film at a time, and what was made last is kept. What is drawn has passed
`views.moments`, so a picture shows nothing that its reader may not know.
"""

from __future__ import annotations

import hashlib
import logging
import subprocess
import sys
import threading
from collections import OrderedDict
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query, Request, Response

from ...core.game import Position
from ...render.film import FORMS, Order, chosen
from ...render.raster import NARROWEST, WIDEST
from ...render.svg import svg
from ..errors import Busy, NoSuchPly, Refused
from ..views import table as views
from . import forms
from .tables import At, By, Id, Moment

_log = logging.getLogger("icefield.server")

_WIDTH: Final = 800
_FILM_WIDTH: Final = 480
_KEPT: Final = 24 * 1024 * 1024  # bytes
_WAITING: Final = 6  # at most, for a picture or for a film
_LONGEST: Final = 90.0  # seconds that a file may take

pictures_router = APIRouter(
    prefix="/api", responses={status: {"model": forms.Problem} for status in (404, 409, 422, 503)}
)

Theme = Annotated[Literal["light", "dark", "contrast"], Query(description="the colours")]
Width = Annotated[int, Query(ge=NARROWEST, le=WIDEST, description="pixels")]
Flip = Annotated[bool, Query(description="as seen from the opposite side")]


class _Lane:
    """Where files of one kind are made, one after the other."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.waiting = 0


class Pictures:
    """Makes files and keeps the last ones. Blocks: call it from threads."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._lanes = {"picture": _Lane(), "film": _Lane()}
        self._running: set[subprocess.Popen[bytes]] = set()
        self._closed = False

    def make(self, order: Order, digest: str) -> bytes:
        """The file of an order; raises Busy when too many wait or it takes too long."""
        lane = self._lanes["picture" if len(order.drawings) == 1 else "film"]
        with self._guard:
            if digest in self._kept:
                self._kept.move_to_end(digest)
                return self._kept[digest]
            if lane.waiting >= _WAITING or self._closed:
                raise Busy()
            lane.waiting += 1
        try:
            with lane.lock:
                with self._guard:
                    if digest in self._kept:  # somebody else waited for the same
                        return self._kept[digest]
                made = self._run(order)
                self._keep(digest, made)
                return made
        finally:
            with self._guard:
                lane.waiting -= 1

    def _run(self, order: Order) -> bytes:
        command = (sys.executable, "-m", "icefield.render.film")
        with self._guard:
            if self._closed:
                raise Busy()
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self._running.add(process)
        try:
            made, _ = process.communicate(order.to_text().encode(), timeout=_LONGEST)
        except subprocess.TimeoutExpired:
            _log.warning("a film took longer than %s seconds", _LONGEST)
            raise Busy() from None
        finally:
            process.kill()
            process.wait()
            with self._guard:
                self._running.discard(process)
        if process.returncode != 0 or not made:
            _log.error("a picture could not be made: status %s", process.returncode)
            raise Busy()
        return made

    def _keep(self, digest: str, made: bytes) -> None:
        with self._guard:
            self._kept[digest] = made
            while sum(map(len, self._kept.values())) > _KEPT and len(self._kept) > 1:
                self._kept.popitem(last=False)

    def close(self) -> None:
        """Stop what is being made."""
        with self._guard:
            self._closed = True
            running = [*self._running]
        for process in running:
            process.kill()


def _answer(request: Request, order: Order, name: str) -> Response:
    """The file, or "not modified" to somebody who has it."""
    digest = hashlib.sha256(order.to_text().encode()).hexdigest()[:32]
    headers = {
        "etag": f'"{digest}"',
        "cache-control": "private, no-cache",
        "content-disposition": f'inline; filename="{name}.{order.form}"',
    }
    if f'"{digest}"' in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    pictures = request.app.state.pictures
    assert isinstance(pictures, Pictures)
    made = pictures.make(order, digest)
    return Response(made, media_type=f"image/{order.form}", headers=headers)


def drawing(
    moment: Position, seat: int | None, language: str, *, theme: str, flip: bool, width: int
) -> str:
    """A moment of `views.moments` as a drawing for a picture or a film."""
    return svg(moment.scene(seat), theme=theme, language=language, flip=flip, size=width)


@pictures_router.get(
    "/tables/{id}/picture.png",
    summary="The board as I may see it, as a picture",
    response_class=Response,
    responses={200: {"content": {"image/png": {}}}},
)
def picture(
    request: Request,
    id: Id,
    desk: At,
    viewer: By,
    game: Moment = None,
    ply: Moment = None,
    width: Width = _WIDTH,
    theme: Theme = "light",
    flip: Flip = False,
) -> Response:
    with desk.locked(id) as table:
        seat, moments = views.moments(table, viewer, game)
        key = table.game.key
    at = len(moments) - 1 if ply is None else ply
    if not 0 <= at < len(moments):
        raise NoSuchPly()
    drawn = drawing(moments[at], seat, viewer.language, theme=theme, flip=flip, width=width)
    return _answer(request, Order("png", (drawn,)), f"{key}-{id}-{at}")


@pictures_router.get(
    "/tables/{id}/film.{form}",
    summary="A game as far as I may know it, as an animated GIF or WebP",
    response_class=Response,
    responses={200: {"content": {"image/gif": {}, "image/webp": {}}}},
)
def film(
    request: Request,
    id: Id,
    form: str,
    desk: At,
    viewer: By,
    game: Moment = None,
    theme: Theme = "light",
    flip: Flip = False,
) -> Response:
    if form not in FORMS[1:]:
        raise Refused(404)
    with desk.locked(id) as table:
        seat, moments = views.moments(table, viewer, game)
        key, number = table.game.key, len(table.boards) if game is None else game
    drawings = tuple(
        drawing(each, seat, viewer.language, theme=theme, flip=flip, width=_FILM_WIDTH)
        for each in chosen(moments)
    )
    return _answer(request, Order(form, drawings), f"{key}-{id}-{number}")
