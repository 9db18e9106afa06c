"""The analysis page and the walk through a proof."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

from .board import Board, IconControl, MoveChoice, Outcome, Reason, Threat
from .games import Problem


class RuleText(TypedDict):
    number: str
    title: str
    text: str


class AnalysisGame(TypedDict):
    """`arranged`: boards can be set up by hand; `watchful`: threats can be shown."""

    key: str
    title: str
    arranged: bool
    watchful: bool
    rules: list[RuleText]


class SpokenMove(TypedDict):
    """A move in words with the seat that makes it; chance is seat -1 and has no role."""

    move: str
    name: str
    seat: int
    role: str | None


class LineMove(SpokenMove):
    """A move of a line; `turn` and `recap` only in games with turns of several moves.

    `effects` say what it led to, in whole sentences.
    """

    turn: NotRequired[int]
    recap: NotRequired[str | None]
    effects: NotRequired[list[str]]


class PastedGame(TypedDict):
    """The content of a text: one of `count` games, or a single position.

    `head` begins lines.
    """

    game: AnalysisGame
    number: int
    count: int
    head: str
    players: list[str]
    roles: list[str]
    moves: list[LineMove]
    outcome: Outcome | None


class OpenedGame(PastedGame):
    """A game from an address; `branches` has the legal moves of each branch."""

    branches: list[list[LineMove]]


class ReadResult(TypedDict):
    """A text that was read, or the error in it."""

    problem: Problem | None
    found: PastedGame | None


class ChanceMove(MoveChoice):
    """An outcome of chance, with its odds in percent."""

    percent: float


class AnalysisPosition(Board):
    """A position to try moves in; `chance` is null where a seat decides."""

    turn: int | None
    role: str | None
    touches: list[MoveChoice]
    controls: list[IconControl]
    chance: list[ChanceMove] | None
    outcome: Outcome | None


class RecordText(TypedDict):
    text: str
    game: str


class Brush(TypedDict):
    """A brush for a position; `picture` is SVG."""

    id: str
    name: str
    picture: str | None
    everywhere: bool


class PaintedGame(PastedGame):
    """A position that was set up by hand."""

    position: AnalysisPosition
    brushes: list[Brush]


class PositionThreats(TypedDict):
    """The threats in a position; `sentence` says that there is none."""

    threats: list[Threat]
    sentence: str | None


class ScoreBounds(TypedDict):
    """The certain winner, and by seat the least and the most points under best play."""

    winner: int | None
    least: list[int]
    most: list[int]


class GradedMove(TypedDict):
    """A decision with its grade.

    `value`, `kept` and `payoffs` are from -1 to 1, `drop` from 0 to 2; `chance` and `left` are
    percent before and after. `better_way` has the spaces of the first move of `better`, from where
    its piece stands.
    """

    ply: int
    seat: int
    move: str
    grade: str
    value: float
    kept: float
    drop: float
    payoffs: list[float]
    better: list[SpokenMove]
    better_way: list[str]
    played: list[SpokenMove]
    verdict: str | None
    bounds: ScoreBounds | None
    reason: Reason | None
    sign: str
    called: str
    worth: str
    gave: str | None
    chance: int
    left: int


class GradeCount(TypedDict):
    grade: str
    sign: str
    called: str
    count: int


class SeatSummary(TypedDict):
    """The summary of a seat's play."""

    seat: int
    role: str
    grades: list[GradeCount]
    gave: str


class GameReview(TypedDict):
    """The progress of a review, and its findings after the requested number.

    `curve` has each seat's chance in percent by ply.
    """

    id: str
    state: str
    done: int
    of: int
    graded: list[GradedMove]
    curve: list[list[int] | None]
    summary: list[SeatSummary] | None


class PositionWorth(TypedDict):
    """The result of a short search of a position, and of the move before it.

    `chances` are percent by seat.
    """

    value: str | None
    bounds: ScoreBounds | None
    line: list[SpokenMove]
    chances: list[int] | None
    graded: GradedMove | None


# -- the proof of a solved game -------------------------------------------------------------------


class LinkedMove(LineMove):
    """A move of the line and the URL of the position after it.

    `mark` and `marked` say, of a game that is compared with the proof, whether the move is "in" the
    proof, has "won" as well, "left" it, or is "outside"; `here`: it led to the board.
    """

    href: str
    mark: str | None
    marked: str | None
    here: bool


class LinkedChoice(MoveChoice):
    """A legal move and the URL of the position after it."""

    href: str


class ProofReply(LinkedChoice):
    """A reply of the losing side; `leaf`: the proof file ends there."""

    plies: int | None
    answers: int
    leaf: bool


class OtherMove(LinkedChoice):
    """A move that is not of the proof; `proven`: it wins as well."""

    proven: bool


class PositionProof(TypedDict):
    """The proof of a position: winner, plies to the end, and answer or replies.

    The answer is the winner's; the replies are all of the loser, hardest first.
    """

    winner: int
    role: str
    plies: int | None
    leaf: bool
    answer: LinkedChoice | None
    replies: list[ProofReply]


class ProofLinks(TypedDict):
    """URLs; `switch` shows or hides the winner's answers one by one.

    `next` and `end` go on in the game that is compared, `game` goes back to it.
    """

    self: str
    start: str | None
    back: str | None
    next: str | None
    end: str | None
    game: str | None
    switch: str
    analyse: str


class ProofState(TypedDict):
    """A position of a solved game.

    `standing` is "proven", "lost", "unknown" or "over"; `stray`: the last move was not of the
    proof.
    """

    game: str
    head: str
    board: AnalysisPosition
    line: list[LinkedMove]
    standing: str
    proof: PositionProof | None
    others: list[OtherMove]
    stray: bool
    said: list[str]
    links: ProofLinks
    wait: bool
