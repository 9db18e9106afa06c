"""A table with a few moves, and the pictures of it."""

from __future__ import annotations

from io import BytesIO

import httpx
from PIL import Image

GAME = ["b2-d4", "g2-f3", "d4-c5", "g7-g5"]


def opened(answer: httpx.Response) -> Image.Image:
    assert answer.status_code == 200, answer.text
    return Image.open(BytesIO(answer.content))
