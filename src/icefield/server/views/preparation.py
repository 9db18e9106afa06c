"""How far the compiling of a game is, for the pages of its tables."""

from __future__ import annotations

from ...analysis.preparation import Progress, estimate
from ...core.jit import fallback
from ...core.message import message
from .models.games import Preparation


def find_progress(key: str) -> Progress:
    """The progress of a game; done where this server compiles when it needs something."""
    return estimate(key).progress() if fallback.enabled() else Progress(ready=True)


def build_preparation(key: str, language: str) -> Preparation:
    """The progress of a game in the viewer's language."""
    found = find_progress(key)
    said = [] if found.ready else [found.sentence(), message("play.prepare.meanwhile")]
    return {
        "ready": found.ready,
        "percent": found.percent,
        "seconds": found.seconds_left,
        "sentence": " ".join(each.text(language) for each in said),
    }
