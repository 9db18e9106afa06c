"""A position as a client gets it: drawing, legal moves, buttons, outcome, refusal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ...core.errors import Refusal
from ...core.game import Move, Position
from ...core.message import Message
from ...core.mistakes import Reason
from ...core.scene import Scene
from ...render.svg import picture as picture_of
from ...render.svg import svg
from ...render.text import listing, text
from .models import board as models


def build_board(
    view: Position, seat: int | None, language: str, *, interactive: bool, flip: bool = False
) -> models.Board:
    """The drawing and the words for a position that hides what the seat may not know."""
    scene = view.scene(seat)
    drawing, words = _draw(scene, language, interactive, flip)
    return {
        "svg": drawing,
        "caption": scene.caption.text(language),
        "facts": [fact.text(language) for fact in scene.facts],
        "text": words,
    }


@lru_cache(maxsize=64)
def _draw(scene: Scene, language: str, interactive: bool, flip: bool) -> tuple[str, str]:
    """A scene as SVG and as text: the same for all viewers who see the same."""
    drawing = svg(
        scene,
        theme=None if interactive else "page",
        language=language,
        interactive=interactive,
        readable=not interactive,
        flip=flip,
    )
    words = [text(scene, language=language), "", *listing(scene, language=language)]
    return drawing, "\n".join(words)


def draw_picture(position: Position, language: str) -> str:
    """SVG of what a spectator sees, for a page that has the style sheet."""
    return svg(position.view(None).scene(None), theme="page", language=language)


def name_move(move: Move) -> Message | str:
    """What a move is called: its name, or its notation where it has none."""
    return move.text if move.name is None else move.name


def spell_move(move: Move, language: str) -> str:
    """What a move is called in a language."""
    return move.text if move.name is None else move.name.text(language)


def build_move(move: Move, language: str) -> models.MoveChoice:
    """A legal move."""
    return {"move": move.text, "touches": list(move.touches), "name": spell_move(move, language)}


def build_controls(
    view: Position, seat: int | None, moves: Sequence[Move], language: str
) -> list[models.IconControl]:
    """The buttons that are touches of the moves."""
    if not moves:
        return []
    used = {touch for move in moves for touch in move.touches}
    scene = view.scene(seat)
    return [
        {
            "id": control.id,
            "name": control.name.text(language),
            "icon": control.icon,
            "picture": picture_of(control.picture, scene.game) if control.picture else None,
        }
        for control in scene.controls
        if control.id in used
    ]


def build_outcome(view: Position, language: str) -> models.Outcome | None:
    """How the game ended by its rules, or None while it goes on."""
    if view.outcome is None:
        return None
    return {
        "sentence": view.outcome.reason.text(language),
        "rule": view.outcome.rule,
        "winners": list(view.outcome.winners),
        "scores": list(view.outcome.scores),
    }


def build_refusal(refusal: Refusal, language: str) -> models.Refusal:
    """Why something is not allowed."""
    return {
        "code": refusal.code,
        "rule": refusal.rule,
        "sentence": refusal.sentence.text(language),
    }


def build_reason(reason: Reason, language: str) -> models.Reason:
    """Why a move was a mistake."""
    return {
        "kind": reason.kind,
        "text": reason.text.text(language),
        "rule": reason.rule,
        "spaces": list(reason.spaces),
    }
