"""A position for clients: drawing, legal moves, buttons, outcome, refusal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ...core.abilities import HasSeatCards, SeatCard
from ...core.errors import Refusal
from ...core.game import Game, Move, Position
from ...core.message import Message
from ...core.mistakes import Reason
from ...core.scene import Control, Piece, Scene
from ...play.session import status
from ...render.svg import picture as picture_of
from ...render.svg import svg
from ...render.text import listing, text
from .models import board as models


def build_board(
    view: Position,
    scene: Scene,
    language: str,
    *,
    interactive: bool,
    flip: bool = False,
    deciding: int | None = None,
    alone: bool = True,
) -> models.Board:
    """The drawing and the words for a position that hides what a seat may not know.

    `scene` is the position's for that seat, `deciding` is the seat of the reader that may decide
    now, whom the caption addresses, and `alone` whether it is the reader's only one.
    """
    drawing, words = _draw(scene, language, interactive, flip)
    return {
        "svg": drawing,
        "caption": status(view, scene, deciding, alone=alone).text(language),
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
    """The spectators' view as SVG, for a page that has the style sheet."""
    return svg(position.view(None).scene(None), theme="page", language=language)


def draw_card(game: Game, language: str) -> str:
    """The picture of a game on the home page: a typical position, some moves into it."""
    position = game.start()
    for step in range(9):
        moves = position.moves()
        if not moves:
            break
        after = position.play(moves[(step * 7 + 3) % len(moves)])
        if after.outcome is not None:
            break
        position = after
    return draw_picture(position, language)


def name_move(move: Move) -> Message | str:
    """The name of a move, or its notation where it has none."""
    return move.text if move.name is None else move.name


def spell_move(move: Move, language: str) -> str:
    """The name of a move in a language."""
    return say(name_move(move), language)


def say(text: Message | str, language: str) -> str:
    """A text that may be a message, in a language."""
    return text.text(language) if isinstance(text, Message) else text


def build_move(move: Move, language: str) -> models.MoveChoice:
    """A legal move."""
    choice: models.MoveChoice = {
        "move": move.text,
        "touches": list(move.touches),
        "name": spell_move(move, language),
    }
    if move.start is not None:
        choice["start"] = move.start
    if move.directed:
        choice["directed"] = True
    return choice


def build_way(move: Move) -> list[str]:
    """The touches of a move, from the space of its piece."""
    return [*([] if move.start is None else [move.start]), *move.touches]


def build_controls(scene: Scene, moves: Sequence[Move], language: str) -> list[models.IconControl]:
    """The buttons that are touches of the moves."""
    if not moves:
        return []
    used = {touch for move in moves for touch in move.touches}
    return [
        _build_control(control, scene.game, language)
        for control in scene.controls
        if (control.touch or control.id) in used
    ]


def build_seat_cards(view: Position, language: str) -> list[models.SeatCard]:
    """The cards of all seats, in order; empty where the game has none."""
    if not isinstance(view, HasSeatCards):
        return []
    return [_build_seat_card(view.seat_card(s), view.game.key, language) for s in range(view.seats)]


def _build_seat_card(card: SeatCard, game: str, language: str) -> models.SeatCard:
    return {
        "picture": draw_small(card.picture, game),
        "holdings": [
            {
                "name": holding.name.text(language),
                "text": holding.text,
                "picture": draw_small(holding.picture, game),
            }
            for holding in card.holdings
        ],
    }


def draw_small(pieces: tuple[Piece, ...], game: str) -> str | None:
    """A few pieces as SVG, for a page with the style sheet; None where there are none."""
    return picture_of(pieces, game) if pieces else None


def _build_control(control: Control, game: str, language: str) -> models.IconControl:
    """A button beside the board."""
    built: models.IconControl = {
        "id": control.id,
        "name": control.name.text(language),
        "icon": control.icon,
        "picture": draw_small(control.picture, game),
    }
    if control.touch is not None:
        built["touch"] = control.touch
    if control.after:
        built["after"] = list(control.after)
    if control.chosen is not None:
        built["chosen"] = control.chosen.text(language)
    if control.about:
        built["about"] = list(control.about)
    if control.warning is not None:
        built["warning"] = control.warning.text(language)
    if control.minor:
        built["minor"] = True
    if control.drawn:
        built["drawn"] = True
    return built


def build_outcome(view: Position, language: str) -> models.Outcome | None:
    """The outcome by the rules, or None while the game goes on."""
    if view.outcome is None:
        return None
    return {
        "sentence": view.outcome.reason.text(language),
        "rule": view.outcome.rule,
        "winners": list(view.outcome.winners),
        "scores": list(view.outcome.scores),
    }


def build_refusal(refusal: Refusal, language: str) -> models.Refusal:
    """The reason why an action is not allowed."""
    return {
        "code": refusal.code,
        "rule": refusal.rule,
        "sentence": refusal.sentence.text(language),
    }


def build_reason(reason: Reason, language: str) -> models.Reason:
    """The reason why a move was a mistake."""
    return {
        "kind": reason.kind,
        "text": reason.text.text(language),
        "rule": reason.rule,
        "spaces": list(reason.spaces),
    }
