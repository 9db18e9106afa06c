"""Boards as pictures, games as films, and the pictures of the home page.

PNG, GIF and WebP are rendered by a subprocess, because the interpreter would be busy for seconds:
one picture and one film at a time, in turns of the addresses, and the last files are cached. All
drawings have passed `records.view_plies`, so a picture shows nothing that its reader may not know.
"""

from __future__ import annotations

import hashlib
import logging
import subprocess
import sys
import threading
import time
from functools import lru_cache
from typing import Annotated, Final, Literal

from cachetools import LRUCache
from fastapi import Path, Query, Request, Response

from ...core.game import Position
from ...games import data
from ...games import game as find_game
from ...render.film import FORMS, Order, chosen
from ...render.raster import NARROWEST, WIDEST
from ...render.svg import svg
from ..errors import Busy, NoSuchPly, Refused
from ..service.answers import Answers
from ..service.fair_pool import READS, FairPool
from ..service.token_bucket import Rate
from ..views.board import draw_card
from ..views.records import view_plies
from .depends import CurrentViewer, MomentNumber, Service, TableId
from .json_router import QueuedRouter, problem_responses

_log = logging.getLogger("icefield.server")

_WIDTH_PX: Final = 800
_FILM_WIDTH_PX: Final = 480
_MAX_CACHED_BYTES: Final = 24 * 1024 * 1024
_MAX_WAITING: Final = 6
"""The pictures, or films, that wait while one is rendered."""
_BUDGET: Final = Rate(120, 1.0)
"""The seconds of rendering of one address."""
_CLOSE_S: Final = 5.0
_RENDER_TIMEOUT_S: Final = 90.0

router = QueuedRouter(responses=problem_responses(404, 409, 422, 503))

Theme = Annotated[Literal["light", "dark", "contrast"], Query(description="the colours")]
Width = Annotated[int, Query(ge=NARROWEST, le=WIDEST, description="pixels")]
Flip = Annotated[bool, Query(description="as seen from the opposite side")]


class Pictures:
    """Renders files and caches the last ones; thread-safe.

    Pictures and films have a pool of one thread each. A client is charged with the time that the
    subprocess runs.
    """

    def __init__(self, max_cached_bytes: int = _MAX_CACHED_BYTES) -> None:
        self._guard = threading.Lock()
        self._cache: LRUCache[str, bytes] = LRUCache(max_cached_bytes, getsizeof=len)
        self._pools = {
            kind: FairPool(kind, threads=1, most=_MAX_WAITING, budget=_BUDGET, clock=time.monotonic)
            for kind in ("picture", "film")
        }
        self._answers = {
            kind: Answers[bytes](kind, kept=1, waiting=_MAX_WAITING + 1, pool=pool)
            for kind, pool in self._pools.items()
        }
        self._running: set[subprocess.Popen[bytes]] = set()
        self._closed = False

    def find(self, digest: str) -> bytes | None:
        """The file of an order, if it is cached."""
        with self._guard:
            return self._cache.get(digest)

    async def make(self, order: Order, digest: str) -> bytes:
        """The file of an order; raises Busy when too many wait or it takes too long."""
        kind = "picture" if len(order.drawings) == 1 else "film"
        answers = self._answers[kind]
        answers.seconds = 2 * _RENDER_TIMEOUT_S
        return await answers.answer(digest, lambda: self._make(order, digest))

    def _make(self, order: Order, digest: str) -> bytes:
        made = self.run(order)
        with self._guard:
            if len(made) <= self._cache.maxsize:
                self._cache[digest] = made
        return made

    def run(self, order: Order) -> bytes:
        """Render an order in a subprocess; raises Busy when that fails."""
        command = (sys.executable, "-m", "icefield.render.film")
        with self._guard:
            if self._closed:
                raise Busy()
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self._running.add(process)
        try:
            made, _ = process.communicate(order.to_text().encode(), timeout=_RENDER_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            _log.warning("rendering stopped: timeout_s=%s", _RENDER_TIMEOUT_S)
            raise Busy() from None
        finally:
            process.kill()
            process.wait()
            with self._guard:
                self._running.discard(process)
        if process.returncode != 0 or not made:
            _log.error("rendering failed: exit_status=%s", process.returncode)
            raise Busy()
        return made

    def waiting(self, kind: str) -> int:
        """The number of files of a "picture" or a "film" that wait to be rendered."""
        return len(self._pools[kind])

    def close(self) -> None:
        """Stop the subprocesses."""
        with self._guard:
            self._closed = True
            running = [*self._running]
        for process in running:
            process.kill()
        for pool in self._pools.values():
            pool.close(_CLOSE_S)


async def _respond(request: Request, order: Order, name: str) -> Response:
    """The file, or "not modified" for a client that has it."""
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
    made = pictures.find(digest)
    if made is None:
        made = await pictures.make(order, digest)
    return Response(made, media_type=f"image/{order.form}", headers=headers)


def draw_ply(
    view: Position, seat: int | None, language: str, *, theme: str, flip: bool, width: int
) -> str:
    """A position of `view_plies` as SVG for a picture or a film."""
    return svg(view.scene(seat), theme=theme, language=language, flip=flip, size=width)


@router.get(
    "/api/tables/{id}/picture.png",
    summary="The board as I may see it, as a picture",
    response_class=Response,
    responses={200: {"content": {"image/png": {}}}},
)
async def picture(
    request: Request,
    id: TableId,
    service: Service,
    viewer: CurrentViewer,
    game: MomentNumber = None,
    ply: MomentNumber = None,
    width: Width = _WIDTH_PX,
    theme: Theme = "light",
    flip: Flip = False,
) -> Response:
    def draw() -> tuple[Order, str]:
        with service.locked(id) as table:
            seat, plies = view_plies(table, viewer, game)
            key = table.game.key
        at = len(plies) - 1 if ply is None else ply
        if not 0 <= at < len(plies):
            raise NoSuchPly()
        drawn = draw_ply(plies[at], seat, viewer.language, theme=theme, flip=flip, width=width)
        return Order("png", (drawn,)), f"{key}-{id}-{at}"

    return await _respond(request, *await READS.run(draw))


@router.get(
    "/api/tables/{id}/film.{form}",
    summary="A game as far as I may know it, as an animated GIF or WebP",
    response_class=Response,
    responses={200: {"content": {"image/gif": {}, "image/webp": {}}}},
)
async def film(
    request: Request,
    id: TableId,
    form: str,
    service: Service,
    viewer: CurrentViewer,
    game: MomentNumber = None,
    theme: Theme = "light",
    flip: Flip = False,
) -> Response:
    if form not in FORMS[1:]:
        raise Refused(404)

    def draw() -> tuple[Order, str]:
        with service.locked(id) as table:
            seat, plies = view_plies(table, viewer, game)
            key, number = table.game.key, len(table.boards) if game is None else game
        drawings = tuple(
            draw_ply(each, seat, viewer.language, theme=theme, flip=flip, width=_FILM_WIDTH_PX)
            for each in chosen(plies)
        )
        return Order(form, drawings), f"{key}-{id}-{number}"

    return await _respond(request, *await READS.run(draw))


# -- pictures of the games ------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _read_card(key: str, language: str) -> str:
    """The picture of a game, from its data; a game without one is drawn."""
    found = data(key, "card", f"{language}.svg")
    return draw_card(find_game(key), language) if found is None else found.read_text("utf-8")


@router.get("/pictures/{key}", include_in_schema=False)
def game_picture(viewer: CurrentViewer, key: Annotated[str, Path(max_length=40)]) -> Response:
    drawing = _read_card(find_game(key).key, viewer.language)
    return Response(drawing, media_type="image/svg+xml")
