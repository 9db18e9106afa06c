"""Names suggested to visitors who have none."""

from __future__ import annotations

import zlib

from ...core.message import message


def suggest_name(identity: str, language: str) -> str:
    """A name for a visitor, the same every time: "Curious Seal"."""
    names = message("place.name.suggestions").text(language).split("|")
    return names[zlib.crc32(identity.encode()) % len(names)]
