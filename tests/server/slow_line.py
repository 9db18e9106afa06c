"""A slow connection: requests, answers and live messages arrive a little later."""

from __future__ import annotations

import asyncio
import random

from starlette.types import ASGIApp, Message, Receive, Scope, Send

LONGEST = 0.2  # seconds on each way


class SlowLine:
    """Delays every request and every answer, each for a time of its own.

    So they may overtake each other; the messages of one live connection stay in order.
    """

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
