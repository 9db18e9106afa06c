"""A table: its state, its events, one ply, and the endpoints of a seat."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from .board import Board, IconControl, MoveChoice, Outcome, SeatCard, Threat


class GameTitle(TypedDict):
    key: str
    title: str


class TableSeat(TypedDict):
    """A seat and its player.

    `kind` is "person", "bot", "open" or "invited"; `stand_in` is the level of the bot that plays
    for a player who is away.
    """

    seat: int
    player: int
    role: str
    name: str
    named: bool
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
    """The turn of a move, and the summary of the turn if the move ended it."""

    turn: int
    recap: str | None


class ListedMove(TypedDict):
    """A move of the match; `turn` and `recap` in games with turns of several moves.

    `notes` are about what happened before the move, such as a challenge; `effects` say what it led
    to. Both are whole sentences, and are left out where there are none.
    """

    game: int
    ply: int
    seat: int
    role: str | None
    move: str
    name: str
    turn: NotRequired[int]
    recap: NotRequired[str | None]
    notes: NotRequired[list[str]]
    effects: NotRequired[list[str]]


class Aim(TypedDict):
    """What a seat plays for; `role` is null where all seats shown play for the same."""

    role: str | None
    sentence: str


class BallotCoins(TypedDict):
    """The coins that a seat has added to an option."""

    role: str
    coins: int


class BallotOption(TypedDict):
    """An option of a ballot: its votes and coins; `picture` is SVG."""

    name: str
    picture: str | None
    total: int
    voters: list[str]
    coins: list[BallotCoins]


class Reveal(TypedDict):
    """The last ballot whose votes are revealed; no results while coins are added."""

    title: str
    options: list[BallotOption]
    results: list[str]


class Interrupt(TypedDict):
    """A decision of a seat in the turn of another."""

    seat: int
    active: int
    mine: bool
    sentence: str


class Route(TypedDict):
    """A whole movement: its moves, its cost in words, SVG to lay over the board.

    `paid`: it costs something.
    """

    start: str
    end: str
    moves: list[str]
    label: str
    marks: str
    paid: bool


class Ground(TypedDict):
    """The board that is played on, where a game has several."""

    name: str
    own: bool
    sentence: str


class Comment(TypedDict):
    """A comment before a ballot.

    `judged` has the seats as keys; `judges` and `challengers` are the viewer's own seats.
    """

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
    """The board of a practice table; `puzzle` and `length` are null on a drawn board.

    `length` is the number of moves of the shortest solution.
    """

    puzzle: str | None
    length: int | None
    following: str | None
    rule: str
    solved: bool


class TimeControl(TypedDict):
    """A time control; `kind` determines which of the numbers there are."""

    kind: str
    seconds: NotRequired[int]
    increment: NotRequired[int]
    days: NotRequired[int]


class SeatClock(TypedDict):
    """Milliseconds left when the state was made; null for a bot."""

    left: int | None
    running: bool


class TableClock(TypedDict):
    """The clocks; `waits` while they stand still until all players are present."""

    control: TimeControl
    words: str
    waits: bool
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
    """A player's request to the others; `answer`: the viewer has to answer."""

    number: int
    what: str
    mine: bool
    answer: bool
    sentence: str


class DeclinedRequest(TypedDict):
    """A declined request since the last move; `number` is that of the answer."""

    number: int
    what: str
    mine: bool
    sentence: str


ResultKind = Literal["won", "lost", "draw", "aborted", "ended"]


class GameResult(TypedDict):
    """The end of a game or match, as the viewer sees it.

    It is "ended" for a viewer with no seat or several.
    `points` have the viewer's first; null where the game has none. `details` say how they came
    about.
    """

    kind: ResultKind
    title: str
    points: str | None
    details: list[str]


class Invite(TypedDict):
    """The link to a free seat."""

    seat: int
    role: str
    link: str


class FreeSeat(TypedDict):
    """A seat that a visitor may take; `token` is that of their link."""

    seat: int
    role: str
    token: str


class Invitation(TypedDict):
    """What a visitor may join, in words, and the seats to choose from."""

    title: str
    seats: list[FreeSeat]
    facts: list[str]


class Absence(TypedDict):
    """Why a bot plays for the viewer, in words; `timed`: their time ran out.

    `back`: they may return.
    """

    sentence: str
    timed: bool
    back: bool


class PlayerPermissions(TypedDict):
    """The viewer's present permissions that are not about the board."""

    close: bool
    resign: bool
    abort: bool
    draw: bool
    leave: bool
    back: bool
    undo_asks: bool
    chat: bool


class Permissions(PlayerPermissions):
    """The viewer's present permissions."""

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
    """A table as the viewer may know it.

    `number` is the last event, `version` names this state, `decision` what a write has to name;
    `touches` are the legal moves of the viewer; `premoves` says how the viewer may choose a move
    before the turn, `stake` what resigning costs the viewer, where that is known.
    """

    id: str
    number: int
    version: str
    decision: int
    game: GameTitle
    seat: int | None
    deciding: bool
    turn: int | None
    interrupt: Interrupt | None
    routes: list[Route] | None
    started: bool
    curtain: str | None
    premoves: Literal["moves", "directions"] | None
    stake: str | None
    touches: list[MoveChoice]
    controls: list[IconControl]
    seats: list[TableSeat]
    cards: list[SeatCard]
    aims: list[Aim]
    sheet: ScoreSheet
    moves: list[ListedMove]
    reveal: Reveal | None
    talk: Discussion | None
    practice: Practice | None
    ground: Ground | None
    options: list[str]
    outcome: Outcome | None
    can: Permissions
    clock: TableClock | None
    chat: list[ChatMessage]
    chat_rule: str | None
    ask: ConsentQuestion | None
    declined: DeclinedRequest | None
    result: GameResult | None
    invites: list[Invite]
    rematch: str | None
    host: bool
    closed: str | None
    absence: Absence | None
    takebacks: bool
    exports: list[str]
    thinking: bool


class Ply(Board):
    """One ply of a game of the match; games count from 1, ply 0 is the start."""

    game: int
    ply: int
    plies: int
    cards: list[SeatCard]
    outcome: Outcome | None


class EventPlayer(TypedDict):
    """A player as in the first event of a table."""

    kind: str
    level: str | None
    name: str


class TableEvent(TypedDict):
    """An event as the viewer may know it.

    Which fields follow `at` depends on `kind`; `move` is missing while the vote is secret.
    """

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
    gone: NotRequired[bool]


class TableEvents(TypedDict):
    """A page of the log; `next` is the number for `?since=`, null at the end."""

    events: list[TableEvent]
    next: int | None


class StatePatch(TypedDict):
    """What changes a state that the client holds into the one after event `number`.

    `held` is the `version` of the state that the client holds. `views/table/patch` has the form of
    the patch.
    """

    number: int
    held: str
    patch: dict[str, Any]


class LiveUpdate(TypedDict):
    """The events after those the client knows, and the state they led to.

    For a client that holds an earlier state there are `held` and `patch` instead of `state`.
    """

    type: str
    number: int
    events: list[TableEvent]
    state: NotRequired[TableState]
    held: NotRequired[str]
    patch: NotRequired[dict[str, Any]]


class LivePresence(TypedDict):
    """By seat, whether its player is connected; `watching` counts the others."""

    type: str
    seats: list[bool]
    watching: int


NoticeKind = Literal["guest", "started", "closed", "done"]


class TableNotice(TypedDict):
    """What happened at a table that waits for players, for pages elsewhere.

    "guest": a player sat down, and others are still missing. "done" has no sentence: there is
    nothing more to tell.
    """

    type: str
    table: str
    kind: NoticeKind
    sentence: str | None


class ForbiddenWords(TypedDict):
    """A part of a comment that seems to break the rules, by character offsets.

    It is from `start` up to `end`.
    """

    start: int
    end: int
    word: str
    reason: str


class MovePreview(TypedDict):
    """The effect of a legal move; `marks` is SVG to lay over the board."""

    decision: int
    move: str
    text: str
    marks: str


class MoveValue(MoveChoice):
    """The value of a move: "win", "draw", "loss" or "unknown".

    `plies` to the end; `holds`: it keeps the result.
    """

    value: str
    plies: int | None
    score: int | None
    holds: bool | None
    words: str


class MoveValues(TypedDict):
    """The values of all legal moves, the best first.

    `command` builds the tablebase that would tell more.
    """

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
    """The threats of the others; `sentence` says that there is none."""

    decision: int
    threats: list[Threat]
    sentence: str | None


class Solution(TypedDict):
    """The shortest solution from here; null where there is none."""

    moves: list[MoveChoice] | None
    sentence: str


class SolutionVerdict(TypedDict):
    """The length of a solution, and of the shortest one."""

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
    """A finished game of a match, for the page that replays it."""

    id: str
    number: int
    games: list[int]
    game: GameTitle
    options: list[str]
    plies: int
    seats: list[ReplaySeat]
    cards: list[SeatCard]
    outcome: Outcome
    caption: str
    moves: list[ListedMove]
    sheet: ScoreSheet
    can: ReplayPermissions
    exports: list[str]
