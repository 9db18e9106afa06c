"""A second, slow implementation of Go with the Floe, for checking the real engine.

It follows shared/rules/seals.md and shares no code with the engine. Squares are plain
(column, row) pairs, column 1 being "a". Clarity wins over speed everywhere. Rule numbers
S1 to S11 refer to that file; the match (S12) is a matter of two finished games and has no
place here.
"""

from __future__ import annotations

from dataclasses import dataclass

Square = tuple[int, int]
Squares = frozenset[Square]

START = "4/s4b/8/8/8/8/s4b/4 s -"  # S2, in the text form of the rules file

COLUMNS = "abcdefgh"
SIZE = 8


def name_of(square: Square) -> str:
    """The name of a square: (2, 7) is "b7"."""
    column, row = square
    return COLUMNS[column - 1] + str(row)


def square_of(name: str) -> Square:
    """The square with a name: "b7" is (2, 7)."""
    return COLUMNS.index(name[0]) + 1, int(name[1])


# S1: the twelve corner spaces that an 8x8 board lacks here.
MISSING_NAMES = (
    *("a1", "a2", "b1"),
    *("a7", "a8", "b8"),
    *("g1", "h1", "h2"),
    *("g8", "h7", "h8"),
)
MISSING = [square_of(name) for name in MISSING_NAMES]

# S1: the ice, all 52 spaces of it.
ICE: Squares = frozenset(
    (column, row)
    for column in range(1, SIZE + 1)
    for row in range(1, SIZE + 1)
    if (column, row) not in MISSING
)

# S4, S5, S6, S9: the eight directions.
DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]

# The text form: rows from 8 down to 1, each from column a to column h, ice only.
ROWS = [
    [(column, row) for column in range(1, SIZE + 1) if (column, row) in ICE]
    for row in range(SIZE, 0, -1)
]


def along(square: Square, direction: tuple[int, int], distance: int) -> Square:
    """The square at a distance in a direction; it may lie off the board."""
    return square[0] + distance * direction[0], square[1] + distance * direction[1]


@dataclass(frozen=True)
class Reference:
    """One position: the tokens and discs, the mover, and whether the last turn passed."""

    seals: Squares
    bears: Squares
    discs: Squares
    mover: str  # "s" for the seals (Black), "b" for the bears (White)
    passed: bool  # the last turn was a pass

    # --- text -----------------------------------------------------------------------------

    @staticmethod
    def read(text: str) -> Reference:
        """The position that a text describes; ValueError when it describes none."""
        fields = text.split(" ")
        if len(fields) != 3 or fields[1] not in ("s", "b") or fields[2] not in ("-", "p"):
            raise ValueError(f"not a position: {text!r}")
        rows = fields[0].split("/")
        if len(rows) != len(ROWS):
            raise ValueError(f"not {len(ROWS)} rows: {text!r}")
        found: dict[str, set[Square]] = {"s": set(), "b": set(), "o": set()}
        for row, squares in zip(rows, ROWS, strict=True):
            spelled = ""  # the row with every empty space written as a dot
            for letter in row:
                if letter in found:
                    spelled += letter
                elif letter in "12345678":
                    spelled += "." * int(letter)
                else:
                    raise ValueError(f"unknown letter {letter!r} in {text!r}")
            if len(spelled) != len(squares):
                raise ValueError(f"row {row!r} has the wrong length in {text!r}")
            for letter, square in zip(spelled, squares, strict=True):
                if letter != ".":
                    found[letter].add(square)
        return Reference(
            seals=frozenset(found["s"]),
            bears=frozenset(found["b"]),
            discs=frozenset(found["o"]),
            mover=fields[1],
            passed=fields[2] == "p",
        )

    def text(self) -> str:
        """The text of the position, each run of empty ice written as one digit."""
        rows = []
        for squares in ROWS:
            row = ""
            run = 0  # empty spaces seen since the last letter
            for square in squares:
                if self.is_empty(square):
                    run += 1
                    continue
                if run > 0:
                    row += str(run)
                    run = 0
                if square in self.seals:
                    row += "s"
                elif square in self.bears:
                    row += "b"
                else:
                    row += "o"
            if run > 0:
                row += str(run)
            rows.append(row)
        return "/".join(rows) + " " + self.mover + " " + ("p" if self.passed else "-")

    # --- the board ------------------------------------------------------------------------

    def is_empty(self, square: Square) -> bool:
        """Whether a square is ice with neither a disc nor a token on it (S1, S4)."""
        return (
            square in ICE
            and square not in self.seals
            and square not in self.bears
            and square not in self.discs
        )

    def is_isolated(self, seal: Square) -> bool:
        """S9: whether all spaces one and two steps away in every direction are discs."""
        for direction in DIRECTIONS:
            for distance in (1, 2):
                square = along(seal, direction, distance)
                if square in ICE and square not in self.discs:
                    return False
        return True

    def isolated(self) -> list[str]:
        """S9: the names of the isolated seals."""
        return sorted(name_of(seal) for seal in self.seals if self.is_isolated(seal))

    # --- moves ----------------------------------------------------------------------------

    def token_moves(self) -> list[str]:
        """S4, S5, S6: the moves of the mover's tokens, also when the game is over."""
        moves = []
        for start in self.seals if self.mover == "s" else self.bears:
            for direction in DIRECTIONS:
                one = along(start, direction, 1)
                two = along(start, direction, 2)
                # S4: slide one space, or two when both are empty.
                if self.is_empty(one):
                    moves.append(name_of(start) + "-" + name_of(one))
                if self.is_empty(one) and self.is_empty(two):
                    moves.append(name_of(start) + "-" + name_of(two))
                # S5: jump over one disc.
                if one in self.discs and self.is_empty(two):
                    moves.append(name_of(start) + "-" + name_of(two))
                # S6: a bear takes a seal next to it.
                if self.mover == "b" and one in self.seals:
                    moves.append(name_of(start) + "x" + name_of(one))
        return sorted(moves)

    def moves(self) -> list[str]:
        """S3: all legal moves; only the pass when no token can move; none at the end."""
        if self.rule() is not None:
            return []
        moves = self.token_moves()
        if moves == []:
            return ["pass"]
        return moves

    def play(self, move: str) -> Reference:
        """The position after a legal move."""
        assert move in self.moves(), f"illegal move {move!r} in {self.text()!r}"
        other = "b" if self.mover == "s" else "s"
        if move == "pass":  # S3
            return Reference(self.seals, self.bears, self.discs, other, passed=True)

        start = square_of(move[0:2])
        end = square_of(move[3:5])
        seals = set(self.seals)
        bears = set(self.bears)
        discs = set(self.discs)

        discs.add(start)  # S7: a hole where the token stood
        if move[2] == "x":  # S6: both tokens leave, the capture space becomes empty ice
            bears.remove(start)
            seals.remove(end)
        else:
            tokens = seals if self.mover == "s" else bears
            tokens.remove(start)
            tokens.add(end)
            if max(abs(end[0] - start[0]), abs(end[1] - start[1])) == 2:
                # S7: a slide of two leaves a hole on the space between; after a jump (S5)
                # that space holds its disc already, and this changes nothing.
                discs.add(((start[0] + end[0]) // 2, (start[1] + end[1]) // 2))
        return Reference(frozenset(seals), frozenset(bears), frozenset(discs), other, passed=False)

    # --- the end --------------------------------------------------------------------------

    def rule(self) -> str | None:
        """The rule that ended the game, or None while it goes on."""
        if len(self.seals) == 0:
            return "S8"  # looked at before S9
        if self.isolated() != []:
            return "S9"
        # S10: after a pass the second one would be forced, so it is not played.
        if self.passed and self.token_moves() == []:
            return "S10"
        return None

    def winner(self) -> str | None:
        """S8, S9, S10: "seals", "bears", or None while the game goes on."""
        rule = self.rule()
        if rule is None:
            return None
        return "bears" if rule == "S8" else "seals"

    def score(self) -> int:
        """S11: the number of empty spaces, which the winner of a finished game scores."""
        return len([square for square in ICE if self.is_empty(square)])


def perft(position: Reference, depth: int) -> int:
    """The number of lines of exactly this many turns; a finished game has none."""
    if depth == 0:
        return 1
    return sum(perft(position.play(move), depth - 1) for move in position.moves())


def solve(
    position: Reference, memo: dict[Reference, tuple[int, int]] | None = None
) -> tuple[int, int]:
    """Perfect play: (+1 or -1 as the side to move wins or loses, the winner's score).

    Winning comes first; then the winner wants many empty spaces left and the loser few (S11).
    Every position below is visited, so use it late in the game only. Pass the same memo to
    several calls to share the work.
    """
    if memo is None:
        memo = {}
    if position in memo:
        return memo[position]
    winner = position.winner()
    if winner is not None:
        side = "seals" if position.mover == "s" else "bears"
        result = (1 if winner == side else -1, position.score())
    else:
        wins = []  # the scores of the mover's wins
        losses = []  # the scores the other side gets
        for move in position.moves():
            outcome, score = solve(position.play(move), memo)
            if outcome == -1:  # the next player loses, so the mover wins
                wins.append(score)
            else:
                losses.append(score)
        result = (1, max(wins)) if wins != [] else (-1, min(losses))
    memo[position] = result
    return result
