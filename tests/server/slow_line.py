"""A slow line to the server: everything that is asked, answered or told arrives a little later."""

from __future__ import annotations

import asyncio
import random

from starlette.types import ASGIApp, Message, Receive, Scope, Send

LONGEST = 0.2  # seconds on each way


class SlowLine:
    """Holds back every request and every answer for a while of its own, so that they may pass each
    other, and the messages of a live connection one after the other, as they do not."""

    def __init__(self, app: ASGIApp, chance: random.Random):
        self._app = app
        self._chance = chance

    async def _wait(self) -> None:
        await asyncio.sleep(self._chance.uniform(0, LONGEST))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        in_turn = asyncio.Lock()

        async def late(message: Message) -> None:
            async with in_turn:
                if message["type"] in ("http.response.start", "websocket.send"):
                    await self._wait()
                await send(message)

        await self._wait()
        await self._app(scope, receive, late)
