"""The parts of every board page: drawing, legal moves, outcome, refusal."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict


class MoveChoice(TypedDict):
    """A legal move: its notation, the elements to touch in order, its name in words.

    `start` is the space of the piece that goes, where the touches do not begin with it; with
    `directed` its direction is enough: an arrow key or a swipe makes the move.
    """

    move: str
    touches: list[str]
    name: str
    start: NotRequired[str]
    directed: NotRequired[bool]


class Control(TypedDict):
    """A button that is the next touch of a legal move; `picture` is SVG.

    `touch`: the space that it stands for. `after`: the touches it comes after, where the same touch
    means something else after others. `chosen`: what is read once it is touched. `about`: the
    spaces that it is about. `warning`: why it would be wasted. `minor`: rarely wanted. `drawn`: its
    picture says it all.
    """

    id: str
    name: str
    picture: str | None
    touch: NotRequired[str]
    after: NotRequired[list[str]]
    chosen: NotRequired[str]
    about: NotRequired[list[str]]
    warning: NotRequired[str]
    minor: NotRequired[bool]
    drawn: NotRequired[bool]


class IconControl(Control):
    """A button with the name of its icon."""

    icon: str


class Board(TypedDict):
    """A position as SVG, as one sentence, as facts and as text for screen readers."""

    svg: str
    caption: str
    facts: list[str]
    text: str


class Holding(TypedDict):
    """Some of what a seat owns: in words, as a short text, and its symbol as SVG."""

    name: str
    text: str
    picture: str | None


class SeatCard(TypedDict):
    """A seat's piece as SVG, or null, and what the seat owns."""

    picture: str | None
    holdings: list[Holding]


class Outcome(TypedDict):
    """The end of a game; `rule` is null when its players ended it."""

    sentence: str
    rule: str | None
    winners: list[int]
    scores: list[int]


class Refusal(TypedDict):
    """The reason why an action is not allowed: a stable code, the rule, a sentence."""

    code: str
    rule: str | None
    sentence: str


class Reason(TypedDict):
    """The reason why a move was a mistake, and the spaces that it mentions."""

    kind: str
    text: str
    rule: str | None
    spaces: list[str]


class Threat(TypedDict):
    """A threat of another seat; `marks` is SVG to lay over the board."""

    kind: str
    text: str
    by: str
    move: str
    spaces: list[str]
    marks: str
