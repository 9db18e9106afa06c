"""A second, slow implementation of Ice Floes ("glide"), to check the engine.

It follows shared/rules/glide.md and shares no code with the engine. Squares are plain
(column, row) pairs, column 1 being "a" and row 1 the bottom row. Clarity wins over speed
everywhere. Rule numbers G1 to G11 refer to that file.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations, permutations

Square = tuple[int, int]
Squares = frozenset[Square]
Players = tuple[Square | None, ...]  # by seat: where each one stands, None once taken off
Key = tuple[Squares, Players, int]  # what G10 compares: floes, players, turn

LETTERS = "PQRS"  # G1: the letters of the seats
SMALLEST, LARGEST = 3, 11  # G3: the side of a board
LAST_PLY = 400  # G10
OCCURRENCES = 3  # G10

# G4: the four moves, in alphabetical order.
WAYS: dict[str, tuple[int, int]] = {
    "down": (0, -1),
    "left": (-1, 0),
    "right": (1, 0),
    "up": (0, 1),
}

# G2: the boards that have a name.
BOARDS: dict[str, dict[int, str]] = {
    "c5": {
        2: "*.*.Q/.*.*./*...*/.*.*./P.*.*",
        4: "S.*.R/.*.*./*...*/.*.*./P.*.Q",
    },
    "c7": {
        2: "*.*.*.Q/.*.*.*./*.*.*.*/.*...*./*.*.*.*/.*.*.*./P.*.*.*",
        4: "S.*.*.R/.*.*.*./*.*.*.*/.*...*./*.*.*.*/.*.*.*./P.*.*.Q",
    },
    "d7": {
        2: "*.....Q/...*.../..*.*../.*...*./..*.*../...*.../P.....*",
    },
    "f5": {
        2: "....Q/...../.*.*./...../P....",
    },
}


# --- geometry and movement ------------------------------------------------------------------


def goal_of(size: int) -> Square:
    """G1: the square in the middle."""
    return (size + 1) // 2, (size + 1) // 2


def beyond(size: int, square: Square, way: str) -> Square | None:
    """The next square in a direction, or None when that is off the board."""
    column = square[0] + WAYS[way][0]
    row = square[1] + WAYS[way][1]
    if 1 <= column <= size and 1 <= row <= size:
        return column, row
    return None


def may_go(size: int, square: Square, occupied: Squares, way: str) -> bool:
    """G4: whether the player on a square may move that way; `occupied`: players."""
    following = beyond(size, square, way)
    return following is not None and following not in occupied


def travel(size: int, floes: Squares, square: Square, way: str) -> tuple[Squares, Square]:
    """G5, G6: the floes after a permitted move, and the square of the mover."""
    following = beyond(size, square, way)
    assert following is not None, "G4 was not asked first"
    if following in floes:  # G5: a step, and no floe moves
        return floes, following
    here = square  # G6: a glide, and the floe under the player comes along
    while following is not None and following not in floes:
        here = following
        following = beyond(size, here, way)
    return (floes - {square}) | {here}, here


# --- texts ----------------------------------------------------------------------------------


def scan(text: str) -> tuple[int, Squares, dict[str, Square]]:
    """G1: the side, the floes and the players (by letter) of a drawn board.

    Everything that no board may have is refused here, with its line and column (G3).
    """
    lines = text.strip("\n").replace("/", "\n").split("\n")
    size = len(lines)
    if size % 2 == 0 or not SMALLEST <= size <= LARGEST:
        raise ValueError(f"line {size}, column 1: {size} rows are not an odd side 3 to 11")
    floes: set[Square] = set()
    players: dict[str, Square] = {}
    for number, line in enumerate(lines, start=1):
        for column, sign in enumerate(line, start=1):
            place = f"line {number}, column {column}"
            square = (column, size + 1 - number)  # the top line is the highest row
            if column > size:
                raise ValueError(f"{place}: the row is longer than {size}")
            if sign == ".":
                continue
            if sign != "*" and sign not in LETTERS:
                raise ValueError(f"{place}: unknown sign {sign!r}")
            floes.add(square)  # G1: every player stands on a floe
            if sign in players:
                raise ValueError(f"{place}: a second {sign}")
            if sign in LETTERS:
                players[sign] = square
        if len(line) < size:
            raise ValueError(f"line {number}, column {len(line) + 1}: the row is short of {size}")
    if not players:
        raise ValueError("line 1, column 1: nobody is on the board")
    return size, frozenset(floes), players


def place_of(size: int, square: Square) -> str:
    """G3: the line and column of a square in a drawn board."""
    return f"line {size + 1 - square[1]}, column {square[0]}"


def read_level(text: str) -> tuple[int, Squares, Players]:
    """G3: side, floes and players by seat of a level; ValueError for a bad one."""
    size, floes, players = scan(text)
    letters = sorted(players)
    for letter, expected in zip(letters, LETTERS, strict=False):
        if letter != expected:
            place = place_of(size, players[letter])
            raise ValueError(f"{place}: {letter} is here but {expected} is missing")
    goal = goal_of(size)
    if goal in players.values():
        raise ValueError(f"{place_of(size, goal)}: a player is on the goal")
    if goal in floes:  # G1: it is water at the start
        raise ValueError(f"{place_of(size, goal)}: a floe is on the goal")
    if len(floes) <= len(players):
        raise ValueError("line 1, column 1: there is no floe besides those of the players")
    return size, floes, tuple(players[letter] for letter in letters)


def draw(size: int, floes: Squares, players: Players) -> str:
    """G1: the rows from the top, joined by "/"."""
    rows = []
    for row in range(size, 0, -1):
        signs = ""
        for column in range(1, size + 1):
            square = (column, row)
            if square in players:
                signs += LETTERS[players.index(square)]
            elif square in floes:
                signs += "*"
            else:
                signs += "."
        rows.append(signs)
    return "/".join(rows)


# --- the game -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Reference:
    """One position with its history. It is never changed: `play` returns another one."""

    size: int
    seats: int  # how many began
    floes: Squares  # all of them, those under players included
    players: Players
    mover: int  # whose turn it is, or would be if the game were not over
    ply: int
    repetition: str  # G10: "draw" or "continue"
    eliminate: str  # G9: "at-once" or "at-turn"
    # G10: every position since the start or since the text, in order, the present one included
    history: tuple[Key, ...] = field(default=(), compare=False, repr=False)

    # --- beginnings -----------------------------------------------------------------------

    @staticmethod
    def start(
        board: str = "c5",
        seats: int = 2,
        repetition: str = "draw",
        eliminate: str = "at-once",
    ) -> Reference:
        """G2, G3: a new game on a named board, or on a level, which fixes the seats."""
        if board in BOARDS:
            if seats not in BOARDS[board]:
                raise ValueError(f"board {board} is not for {seats} players")
            level = BOARDS[board][seats]
        else:
            level = board
        size, floes, players = read_level(level)
        # G4: player 1 begins.
        return begin(size, floes, players, mover=0, ply=0, options=(repetition, eliminate))

    @staticmethod
    def read(
        text: str,
        seats: int | None = None,
        repetition: str = "draw",
        eliminate: str = "at-once",
    ) -> Reference:
        """The position of a text, without a past; ValueError for a bad text."""
        fields = text.split(" ")
        if len(fields) != 3:
            raise ValueError(f"not a board, a letter and a number: {text!r}")
        board, letter, number = fields
        size, floes, found = scan(board)
        if letter not in found:
            raise ValueError(f"{letter!r} is to move but not on the board: {text!r}")
        if not (number.isascii() and number.isdigit()):
            raise ValueError(f"not a ply number: {text!r}")
        fewest = max(LETTERS.index(each) for each in found) + 1
        if seats is None:
            seats = fewest
        if not fewest <= seats <= len(LETTERS):
            raise ValueError(f"not a position of {seats} players: {text!r}")
        if seats <= 2 and len(found) < seats:  # G9: these two are never taken off
            raise ValueError(f"a player is missing: {text!r}")
        return begin(
            size,
            floes,
            tuple(found.get(each) for each in LETTERS[:seats]),
            mover=LETTERS.index(letter),
            ply=int(number),
            options=(repetition, eliminate),
        )

    def text(self) -> str:
        """The text of the position: board, letter of the player to move, ply number.

        In a finished game it is the letter of the player who would move next.
        """
        board = draw(self.size, self.floes, self.players)
        return f"{board} {LETTERS[self.mover]} {self.ply}"

    # --- the end --------------------------------------------------------------------------

    def alive(self) -> tuple[int, ...]:
        """The seats that are on the board."""
        return tuple(seat for seat in range(self.seats) if self.players[seat] is not None)

    def occurrences(self) -> int:
        """G10: how often the present floes, players and turn have come up, now included."""
        return self.history.count(self.key())

    def key(self) -> Key:
        """G10: what makes two positions the same one; the ply number is no part of it."""
        return self.floes, self.players, self.mover

    def rule(self) -> str:
        """The rule that ended the game, or "" while it goes on."""
        if goal_of(self.size) in self.players:
            return "G7"
        if self.seats > 2 and len(self.alive()) == 1:
            return "G9"
        if self.repetition == "draw" and self.occurrences() >= OCCURRENCES:
            return "G10"
        if self.ply >= LAST_PLY:
            return "G10"
        return ""

    def winner(self) -> int | None:
        """The seat that has won, or None."""
        if self.rule() == "G7":
            return self.players.index(goal_of(self.size))
        if self.rule() == "G9":
            return self.alive()[0]
        return None

    def drawn(self) -> bool:
        """G10: whether the game is over without a winner."""
        return self.rule() == "G10"

    @property
    def turn(self) -> int | None:
        """The seat that must move, or None when the game is over."""
        return self.mover if self.rule() == "" else None

    # --- moves ----------------------------------------------------------------------------

    def ways(self, seat: int) -> list[str]:
        """G4: where a seat could go if it were its turn."""
        square = self.players[seat]
        if square is None:
            return []
        occupied = frozenset(each for each in self.players if each is not None)
        return [way for way in sorted(WAYS) if may_go(self.size, square, occupied, way)]

    def moves(self) -> list[str]:
        """G4: the legal moves, sorted; none when the game is over."""
        return [] if self.turn is None else self.ways(self.turn)

    def play(self, move: str) -> Reference:
        """G4 to G10: the position after a move; ValueError when it is not legal."""
        if move not in self.moves():
            raise ValueError(f"{move!r} is not legal in {self.text()}")
        square = self.players[self.mover]
        assert square is not None, "only a player on the board is to move"
        floes, end = travel(self.size, self.floes, square, move)  # G5, G6
        players = tuple(
            end if seat == self.mover else self.players[seat] for seat in self.everyone()
        )
        moved = replace(self, floes=floes, players=players, ply=self.ply + 1)
        if moved.rule() == "G7":  # at once: no player is taken off any more
            return moved.passed_on().remembered()
        if self.eliminate == "at-once":  # G9
            moved = moved.without_the_trapped()
        return moved.passed_on().settled().remembered()

    # --- turns and elimination ------------------------------------------------------------

    def everyone(self) -> range:
        """Every seat that began."""
        return range(self.seats)

    def passed_on(self) -> Reference:
        """G4: the turn given to the next seat that is on the board."""
        seat = (self.mover + 1) % self.seats
        while self.players[seat] is None:
            seat = (seat + 1) % self.seats
        return replace(self, mover=seat)

    def without(self, gone: list[int]) -> Reference:
        """G9: some players taken off; their floes stay where they are."""
        players = tuple(None if seat in gone else self.players[seat] for seat in self.everyone())
        return replace(self, players=players)

    def trapped(self, seat: int) -> bool:
        """G9: whether a player has no move, in a game that more than two began.

        The edge alone leaves every player two directions, so only other players can cause this.
        """
        return self.seats > 2 and self.players[seat] is not None and not self.ways(seat)

    def without_the_trapped(self) -> Reference:
        """G9, "at-once": all who are trapped now leave together."""
        return self.without([seat for seat in self.everyone() if self.trapped(seat)])

    def settled(self) -> Reference:
        """G9: remove the player to move as long as that player is trapped.

        Under "at-turn" this is the whole rule. Under "at-once" no trapped player is left by now.
        """
        position = self
        while position.trapped(position.mover):
            position = position.without([position.mover]).passed_on()
        return position

    def remembered(self) -> Reference:
        """G10: the position written down in its own history."""
        return replace(self, history=(*self.history, self.key()))


def begin(
    size: int,
    floes: Squares,
    players: Players,
    mover: int,
    ply: int,
    options: tuple[str, str],
) -> Reference:
    """A position without a past. G9: trapped players leave before the first move."""
    repetition, eliminate = options
    if repetition not in ("draw", "continue") or eliminate not in ("at-once", "at-turn"):
        raise ValueError(f"no such options: {options}")
    position = Reference(
        size, len(players), floes, players, mover, ply, repetition, eliminate, history=()
    )
    if position.rule() == "G7":  # G7: it was over before a player could be taken off
        return position.remembered()
    if eliminate == "at-once":
        position = position.without_the_trapped()
        if position.players[mover] is None:
            position = position.passed_on()
    return position.settled().remembered()


def perft(position: Reference, depth: int) -> int:
    """The number of move sequences of exactly this length, without repetition (G10)."""
    position = replace(position, repetition="continue")
    if depth == 0:
        return 1
    return sum(perft(position.play(move), depth - 1) for move in position.moves())


# --- practice -------------------------------------------------------------------------------


def read_practice(level_text: str) -> tuple[int, Squares, Square]:
    """G11: the side, the floes and the only player of a practice level."""
    size, floes, players = read_level(level_text)
    if len(players) != 1 or players[0] is None:
        raise ValueError("practice is for one player")
    return size, floes, players[0]


def practice_moves(
    size: int, floes: Squares, square: Square
) -> list[tuple[str, tuple[Squares, Square]]]:
    """G11: the moves of one player alone, sorted, each with what it leads to."""
    return [
        (way, travel(size, floes, square, way))
        for way in sorted(WAYS)
        if may_go(size, square, frozenset({square}), way)
    ]


def solve_one(level_text: str) -> list[str] | None:
    """G11: the alphabetically first shortest way to the goal; None without one.

    Breadth first: each layer is in the order of its move lists, so the first arrival at a place has
    the alphabetically first of the shortest move lists to it.
    """
    size, floes, square = read_practice(level_text)
    layer: list[tuple[list[str], tuple[Squares, Square]]] = [([], (floes, square))]
    seen = {(floes, square)}
    while layer:
        following = []
        for path, (here_floes, here) in layer:
            for way, state in practice_moves(size, here_floes, here):
                if state[1] == goal_of(size):
                    return [*path, way]
                if state not in seen:
                    seen.add(state)
                    following.append(([*path, way], state))
        layer = following
    return None


def count_shortest(level_text: str) -> tuple[int, int]:
    """G11: the length of the shortest ways to the goal, and their number.

    (-1, 0) when no way leads there.
    """
    size, floes, square = read_practice(level_text)
    length = 0
    layer = Counter({(floes, square): 1})  # how many shortest move lists lead to each place
    seen = {(floes, square)}
    while layer:
        length += 1
        arrived = 0
        following: Counter[tuple[Squares, Square]] = Counter()
        for (here_floes, here), ways_here in layer.items():
            for _, state in practice_moves(size, here_floes, here):
                if state[1] == goal_of(size):
                    arrived += ways_here
                elif state not in seen:
                    following[state] += ways_here
        if arrived > 0:
            return length, arrived
        seen.update(following)
        layer = following
    return -1, 0


# --- values of tiny boards ------------------------------------------------------------------


@cache
def values(size: int, floes: int) -> dict[str, tuple[str, int | None]]:
    """The value of every two-player position with so many floes, for the one to move.

    The players are on two of the floes and neither is on the goal. The texts show the one to
    move as P, at ply 0. A value is ("win" or "loss", plies to the end) or ("draw", None), the
    latter for endless play: G10 is ignored. 4 floes on 5x5 take less than a minute.
    """
    goal = goal_of(size)
    squares = [(column, row) for column in range(1, size + 1) for row in range(1, size + 1)]

    # Every position as (floes, the one to move, the other), and what its moves lead to.
    # None stands for a move that wins (G7). After any other move the two change roles.
    leads_to: dict[tuple[Squares, Square, Square], list[tuple[Squares, Square, Square] | None]]
    leads_to = {}
    for chosen in combinations(squares, floes):
        ice = frozenset(chosen)
        for own, other in permutations(chosen, 2):
            if goal in (own, other):
                continue
            results: list[tuple[Squares, Square, Square] | None] = []
            for way in sorted(WAYS):
                if may_go(size, own, frozenset({own, other}), way):
                    after, end = travel(size, ice, own, way)
                    results.append(None if end == goal else (after, other, end))
            leads_to[ice, own, other] = results

    # Backwards from the end. After round n everything that is decided within n plies is known.
    known: dict[tuple[Squares, Square, Square], tuple[str, int | None]] = {}
    plies = 0
    while True:
        plies += 1
        found: dict[tuple[Squares, Square, Square], tuple[str, int | None]] = {}
        for position, results in leads_to.items():
            if position in known:
                continue
            outcomes = [("loss", 0) if each is None else known.get(each) for each in results]
            if any(each is not None and each[0] == "loss" for each in outcomes):
                found[position] = ("win", plies)
            elif all(each is not None and each[0] == "win" for each in outcomes):
                found[position] = ("loss", plies)
        if not found:
            break
        known.update(found)

    return {
        f"{draw(size, ice, (own, other))} P 0": known.get((ice, own, other), ("draw", None))
        for ice, own, other in leads_to
    }
