"""A table: its state, its events, one ply, and what a seat may ask for."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

from .board import Board, IconControl, MoveChoice, Outcome, Threat


class GameTitle(TypedDict):
    key: str
    title: str


class TableSeat(TypedDict):
    """A seat and its player. `kind` is "person", "bot", "open" or "invited"; `stand_in` is the
    level of the bot that plays for a player who is away."""

    seat: int
    player: int
    role: str
    name: str
    kind: str
    level: str | None
    mine: bool
    deciding: bool
    active: bool
    stand_in: str | None
    for_good: bool
    replaceable: bool


class ScoreSheetRow(TypedDict):
    """One game of the match; `roles` and `points` are by player."""

    number: int
    roles: list[str]
    points: list[int] | None
    rule: str | None


class ScoreSheet(TypedDict):
    """The match so far; `winners` are players."""

    players: list[str]
    rows: list[ScoreSheetRow]
    totals: list[int]
    length: int
    complete: bool
    winners: list[int]
    sentence: str | None


class TurnPart(TypedDict):
    """The turn a move belongs to, and what happened in the turn if the move ended it."""

    turn: int
    recap: str | None


class ListedMove(TypedDict):
    """A move of the match; `turn` and `recap` only in games whose turns are several moves."""

    game: int
    ply: int
    seat: int
    role: str | None
    move: str
    name: str
    turn: NotRequired[int]
    recap: NotRequired[str | None]


class BallotGroup(TypedDict):
    """Who voted for one thing in the last ballot."""

    name: str
    roles: list[str | None]


class Interrupt(TypedDict):
    """A seat has to decide something in the turn of another."""

    seat: int
    active: int
    mine: bool
    sentence: str


class Route(TypedDict):
    """A whole movement: its moves, its price in words, SVG to lay over the board."""

    start: str
    end: str
    moves: list[str]
    label: str
    marks: str


class Ground(TypedDict):
    """The board that is played on, where a game has several."""

    name: str
    own: bool
    sentence: str


class Comment(TypedDict):
    """A comment before a ballot. `judged` has the seats as keys; `judges` and `challengers` are the
    viewer's own seats."""

    number: int
    seat: int
    text: str
    challenger: int | None
    judged: dict[str, bool]
    divided: bool
    guilty: bool | None
    challengers: list[int]
    judges: list[int]
    waiting: list[int]


class Discussion(TypedDict):
    """The discussion before the present ballot; `left` is in milliseconds."""

    open: bool
    rule: str
    left: int
    waiting: list[int]
    ready: bool
    held: bool
    comments: list[Comment]


class Practice(TypedDict):
    """What is practised at the table; `puzzle` is null on a drawn board."""

    puzzle: str | None
    following: str | None
    rule: str
    solved: bool


class TimeControl(TypedDict):
    """Time to think; which of the numbers there are depends on `kind`."""

    kind: str
    seconds: NotRequired[int]
    increment: NotRequired[int]
    days: NotRequired[int]


class SeatClock(TypedDict):
    """Milliseconds left when the state was made; null for a bot."""

    left: int | None
    running: bool


class TableClock(TypedDict):
    control: TimeControl
    words: str
    seats: list[SeatClock]


class ChatMessage(TypedDict):
    """A chat message; `number` is that of its event, `at` in milliseconds since 1970."""

    number: int
    player: int
    name: str
    text: str
    at: int
    mine: bool


class ConsentQuestion(TypedDict):
    """What a player asks the others to agree to; `answer`: the viewer has to answer."""

    number: int
    what: str
    mine: bool
    answer: bool
    sentence: str


class Invite(TypedDict):
    """The link to a free seat."""

    seat: int
    role: str
    link: str


class Invitation(TypedDict):
    """The seat that a token invites to."""

    seat: int
    role: str
    token: str


class PlayerPermissions(TypedDict):
    """What the viewer may do now that is not about the board."""

    resign: bool
    draw: bool
    leave: bool
    back: bool
    undo_asks: bool
    chat: bool


class Permissions(PlayerPermissions):
    """What the viewer may do now."""

    undo: bool
    next: bool
    extend: bool
    rematch: bool
    analyse: bool
    review: bool
    prove: bool
    hint: bool
    threats: bool


class TableState(Board):
    """A table as the viewer may know it. `number` is the last event, `decision` what a write has to
    name; `touches` are the legal moves of the viewer."""

    id: str
    number: int
    decision: int
    game: GameTitle
    seat: int | None
    deciding: bool
    turn: int | None
    interrupt: Interrupt | None
    routes: list[Route] | None
    started: bool
    curtain: str | None
    touches: list[MoveChoice]
    controls: list[IconControl]
    seats: list[TableSeat]
    sheet: ScoreSheet
    moves: list[ListedMove]
    reveal: list[BallotGroup]
    talk: Discussion | None
    practice: Practice | None
    ground: Ground | None
    options: list[str]
    outcome: Outcome | None
    can: Permissions
    clock: TableClock | None
    chat: list[ChatMessage]
    ask: ConsentQuestion | None
    invites: list[Invite]
    rematch: str | None
    host: bool
    takebacks: bool
    exports: list[str]
    thinking: bool


class Ply(Board):
    """One moment of one game of the match; games count from 1, ply 0 is the start."""

    game: int
    ply: int
    plies: int
    outcome: Outcome | None


class EventPlayer(TypedDict):
    """A player as the table was opened with."""

    kind: str
    level: str | None
    name: str


class TableEvent(TypedDict):
    """An event as the viewer may know it. Which fields follow `at` depends on `kind`; `move` is
    missing while the vote is secret."""

    number: int
    kind: str
    at: int
    game: NotRequired[str]
    version: NotRequired[int | str]
    options: NotRequired[dict[str, bool | int | str | None]]
    games: NotRequired[int]
    players: NotRequired[list[EventPlayer] | list[int]]
    player: NotRequired[int | None]
    name: NotRequired[str]
    level: NotRequired[str | None]
    decisions: NotRequired[int]
    move: NotRequired[str]
    what: NotRequired[str]
    yes: NotRequired[bool]
    table: NotRequired[str]
    text: NotRequired[str]
    comment: NotRequired[int]
    guilty: NotRequired[bool | None]


class LiveUpdate(TypedDict):
    """The events after those the client knows, and the state they led to."""

    type: str
    number: int
    events: list[TableEvent]
    state: TableState


class LivePresence(TypedDict):
    """By seat, whether its player is there."""

    type: str
    seats: list[bool]


class ForbiddenWords(TypedDict):
    """A part of a comment that the rules seem to forbid; `start` and `end` are characters."""

    start: int
    end: int
    word: str
    reason: str


class MovePreview(TypedDict):
    """What a legal move would do; `marks` is SVG to lay over the board."""

    decision: int
    move: str
    text: str
    marks: str


class MoveValue(MoveChoice):
    """What a move is worth: "win", "draw", "loss" or "unknown"; `plies` to the end, `holds`: it
    keeps the result."""

    value: str
    plies: int | None
    score: int | None
    holds: bool | None
    words: str


class MoveValues(TypedDict):
    """What every legal move is worth, the best first. `command` builds the table that would know
    more."""

    number: int
    game: int
    ply: int
    source: str
    value: str
    plies: int | None
    score: int | None
    holding: int | None
    of: int
    result: str | None
    sentence: str
    note: str
    command: str | None
    moves: list[MoveValue]


class Hint(MoveChoice):
    """A good move: first where to look (`first`, `where`), then the whole move."""

    decision: int
    first: str | None
    where: str
    whole: str
    follows: str | None
    worth: str


class TableThreats(TypedDict):
    """What the others could do next; `sentence` says that there is nothing."""

    decision: int
    threats: list[Threat]
    sentence: str | None


class Solution(TypedDict):
    """The shortest solution from here; null where there is none."""

    moves: list[MoveChoice] | None
    sentence: str


class SolutionVerdict(TypedDict):
    """How many moves a solution took, and how many the shortest takes."""

    made: int
    best: int | None
    sentence: str


class ReplaySeat(TypedDict):
    seat: int
    role: str
    name: str
    points: int
    won: bool


class ReplayPermissions(TypedDict):
    rematch: bool
    review: bool


class Replay(TypedDict):
    """A finished game of a match, for the page that plays it again."""

    id: str
    number: int
    games: list[int]
    game: GameTitle
    options: list[str]
    plies: int
    seats: list[ReplaySeat]
    outcome: Outcome
    caption: str
    moves: list[ListedMove]
    sheet: ScoreSheet
    can: ReplayPermissions
    exports: list[str]
