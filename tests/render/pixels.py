"""Comparison of pictures."""

from __future__ import annotations

from PIL import Image, ImageChops


def differs(a: Image.Image, b: Image.Image) -> bool:
    return ImageChops.difference(a, b).getbbox(alpha_only=False) is not None
