"""What every board page shows: a drawing, the legal moves, the outcome, a refusal."""

from __future__ import annotations

from typing_extensions import TypedDict


class MoveChoice(TypedDict):
    """A legal move: its notation, the elements to touch in order, its name in words."""

    move: str
    touches: list[str]
    name: str


class Control(TypedDict):
    """A button that is the next touch of a legal move; `picture` is SVG."""

    id: str
    name: str
    picture: str | None


class IconControl(Control):
    """A button with the name of its icon."""

    icon: str


class Board(TypedDict):
    """A position as SVG, as one sentence, as facts and as text for screen readers."""

    svg: str
    caption: str
    facts: list[str]
    text: str


class Outcome(TypedDict):
    """How a game ended; `rule` is null when players ended it by word."""

    sentence: str
    rule: str | None
    winners: list[int]
    scores: list[int]


class Refusal(TypedDict):
    """Why something is not allowed: a stable code, the number of the rule, a sentence."""

    code: str
    rule: str | None
    sentence: str


class Reason(TypedDict):
    """Why a move was a mistake, and the spaces that the sentence speaks of."""

    kind: str
    text: str
    rule: str | None
    spaces: list[str]


class Threat(TypedDict):
    """What another seat could do next; `marks` is SVG to lay over the board."""

    kind: str
    text: str
    by: str
    move: str
    spaces: list[str]
    marks: str
