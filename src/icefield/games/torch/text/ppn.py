"""Writes Portable Piecepack Notation, the format of the piecepack community.

A file is a YAML header and movetext for the community's default parser, which knows the board of
`GameType: Ice Floe` by itself. Tile centres are at (1.5 + 2·column, 1.5 + 2·row); pyramids stand in
the corners of their tile, the first at the lower right. Around the board each seat has its edge:
pawn, die, voting coin, and the coins that were added to its choice. A number is voted for with the
die, a suit with the voting coin, whose rank says whose it is (5, 4, 3, null by seat). Decisions
that move nothing (`{ choose:5 }`, `{ spare }`, `{ score:c4 - Suns +6 }`, `{ bar:S }` …) are
comments; seats that are asked for coins and decline are left out, except at the very end.

`ppn_reader` turns such a file into the same game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ....core.game import Move, Position
from ..board import CORNERS, FILES, LETTERS, POINTS, tile_layout, tile_name
from ..kernel import state as s
from ..position import TorchPosition
from .moves import ParsedMove, parse_move

GAME_TYPE: Final = "Ice Floe"
RANKS: Final = "na2345"  # of tiles, dice and coins, and of the pyramids A–F
VOTERS: Final = "543n"  # the rank of each seat's voting coins
NAMES: Final = {"S": "Suns", "M": "Moons", "C": "Crowns", "A": "Arms"}
_WIDTH: Final = 88
_INDENT: Final = "    "

Point = tuple[float, float]

# The corners of a tile, then its middle; a sixth pyramid is just about to sink it.
_SLOTS: Final[tuple[Point, ...]] = (
    *((0.5, -0.5), (0.5, 0.5), (-0.5, -0.5), (-0.5, 0.5)),
    *((0.0, 0.0), (0.0, -0.5)),
)
_PAWNS: Final[tuple[Point, ...]] = ((5, 11), (11, 6), (6, 0), (0, 5))
_DICE: Final[tuple[Point, ...]] = ((6, 11), (11, 5), (5, 0), (0, 6))
_BALLOTS: Final[tuple[Point, ...]] = ((7, 11), (11, 4), (4, 0), (0, 7))
_ADDED: Final[tuple[tuple[Point, ...], ...]] = (
    tuple((x, 11) for x in (4, 3, 2, 1, 8, 9, 10)),
    tuple((11, y) for y in (3, 2, 1, 7, 8, 9, 10)),
    tuple((x, 0) for x in (7, 8, 9, 10, 3, 2, 1)),
    tuple((0, y) for y in (4, 3, 2, 1, 8, 9, 10)),
)
_WAYS: Final = {(0, 1): "U", (1, 0): "R", (0, -1): "D", (-1, 0): "L"}


def location(point: Point) -> str:
    """A point in PPN: letter and number where both are whole, else in brackets."""
    x, y = point
    if x == int(x) and y == int(y) and x >= 1:
        return f"{chr(ord('a') + int(x) - 1)}{int(y)}"
    return f"({x:g},{y:g})"


def centre(space: str) -> Point:
    """The middle of a space."""
    return 1.5 + 2 * FILES.index(space[0]), 1.5 + 2 * (int(space[1]) - 1)


def ppn_tile(tile: str) -> str:
    """A tile's name in PPN: "S1" is "Sa"."""
    return tile[0] + RANKS[int(tile[1])]


def ppn_pyramid(pyramid: str) -> str:
    """A pyramid's name in PPN: "SA" is "xSn"."""
    return f"x{pyramid[0]}{RANKS[LETTERS.index(pyramid[1])]}"


def roller(position: TorchPosition) -> int:
    """The seat whose die is rolled next (T6)."""
    rolls = [int(die) for die in position.state[s.ROLL : s.ROLL + position.seats]]
    return rolls.index(s.NOT_YET)


def to_ppn(position: Position) -> str:
    """The game that led to this position, as text.

    A ballot that goes on is left out: the file holds what a spectator knows.
    """
    assert isinstance(position, TorchPosition)
    shown = position.view(None)
    chain = [shown]
    while chain[-1].before is not None:
        chain.append(chain[-1].before)
    chain.reverse()
    writer = _Writer(chain[0])
    moves = shown.history
    implied = len(moves)  # declining is implied by what follows, except at the very end
    while implied and moves[implied - 1].text == "decline":
        implied -= 1
    for i, move in enumerate(moves):
        writer.write_move(chain[i], move, chain[i + 1], i >= implied)
    writer.end(shown)
    return _header(chain[0], shown) + writer.text()


def _header(first: TorchPosition, last: TorchPosition) -> str:
    options = first.options
    fields = {
        "GameType": GAME_TYPE,
        "Seats": str(first.seats),
        "Suits": first.suits,
        "ReturnMoves": str(options["return_moves"]).lower(),
        "QuietRounds": str(options["quiet_rounds"]),
    }
    if not _has_usual_start(first):
        fields |= {"SetUp": "None", "Start": f'"{first}"'}
    if last.outcome is not None:
        fields["Result"] = " ".join(str(score) for score in last.scores)
    return "---\n" + "".join(f"{name}: {value}\n" for name, value in fields.items()) + "...\n"


def _has_usual_start(first: TorchPosition) -> bool:
    return first == first.game.start(first.seats, **first.options)


class _Writer:
    """The movetext so far, and where the pieces lie on the table."""

    def __init__(self, first: TorchPosition):
        self._lines: list[list[str]] = []
        self._label = ""
        self._unit: object = None
        self._suits = first.suits
        self._slots: dict[str, int] = {}  # pyramid -> its place on the tile
        self._rolled: set[int] = set()  # the seats whose die lies on the table
        self._voted: set[int] = set()  # the seats whose voting coin does
        self._added: dict[int, int] = {}  # how many coins lie at each seat's edge
        if _has_usual_start(first):
            self._begin("PlacePawns.")
            self._add("pawns", *self._pawns())
            if first.seats == 3:
                start = tile_layout(4)
                self._begin("RemoveCorners.")
                gone = (ppn_tile(tile_name(start[corner])) for corner in CORNERS)
                self._add("corners", *(f"*?{tile}" for tile in gone))
        else:
            self._begin("SetUp.")
            self._add("everything", *self._pawns(), *self._everything(first))

    def _pawns(self) -> Iterator[str]:
        for suit, point in zip(self._suits, _PAWNS, strict=False):
            yield f"p{suit}@{location(point)}"

    def _everything(self, first: TorchPosition) -> Iterator[str]:
        """All pieces of a position that is not the usual start."""
        for seat, suit in enumerate(self._suits):
            self._rolled.add(seat)
            yield f"d{suit}n@{location(_DICE[seat])}"
        for space, tile in first.tiles.items():
            yield f"{ppn_tile(tile)}@{location(centre(space))}"
        for pyramid, space in first.pyramids.items():
            yield f"{ppn_pyramid(pyramid)}@{self._land(first, pyramid, space)}"

    # -- the text -------------------------------------------------------------------------------

    def _begin(self, label: str) -> None:
        self._label, self._unit = label, None
        self._lines.append([label])

    def _add(self, unit: object, *words: str) -> None:
        """Add words to a sub-move; words of another unit begin a new sub-move."""
        for word in words:
            line = self._lines[-1]
            if len(line) > 1 and unit != self._unit:
                if line[-1].endswith("}"):
                    line.append(".")
                else:
                    line[-1] += ";"
            self._unit = unit
            line.append(word)

    def text(self) -> str:
        """The movetext."""
        return "".join(f"{row}\n" for line in self._lines for row in _wrap(line))

    # -- the moves ------------------------------------------------------------------------------

    def write_move(
        self, before: TorchPosition, move: Move, after: TorchPosition, with_decline: bool
    ) -> None:
        """Add one move of the game; declining only on demand."""
        label = {"roll": "RollDice.", "place": "PlacePyramids."}.get(
            before.phase, f"Round{before.round}."
        )
        if label != self._label:
            self._begin(label)
        parsed = parse_move(move.text)
        if parsed.kind == "walk":
            self._walk(before, parsed, after)
        elif parsed.kind == "slide":
            self._add(object(), self._slide(before, move.text))
        elif parsed.kind == "roll":
            self._roll(before, int(parsed.option))
        elif parsed.kind == "place":
            assert before.turn is not None
            pyramid, space = self._suits[before.turn] + parsed.letter, move.text[2:]
            where = self._land(before, pyramid, space)
            self._add(parsed.letter, f"{ppn_pyramid(pyramid)}@{where}")
        elif parsed.kind == "vote":
            self._vote(before, parsed.option)
        elif parsed.kind == "add":
            self._coins(before, parsed)
        elif parsed.kind == "burn":
            self._add(object(), f"*?{ppn_tile(before.tiles[move.text[5:]])}")
        elif parsed.kind != "decline" or with_decline:
            comment = self._scored_points(before, move.text[6:]) if parsed.kind == "score" else ""
            self._add(object(), f"{{ {move.text}{comment} }}")
        self._clear_ballot(before, after)

    def end(self, position: TorchPosition) -> None:
        """Add the result, once the game is over."""
        if position.outcome is None:
            return
        scores = zip(self._suits, position.scores, strict=True)
        winners = (NAMES[self._suits[seat]] for seat in position.outcome.winners)
        self._lines.append(
            [f"{{ Final score: {', '.join(f'{NAMES[suit]} {n}' for suit, n in scores)} }}"]
        )
        self._lines.append([f"{{ Winner: {', '.join(winners)} }}"])

    def _land(self, position: TorchPosition, pyramid: str, space: str) -> str:
        """The first free place on a tile, where the pyramid is put."""
        taken = {
            self._slots.get(other)
            for other, where in position.pyramids.items()
            if where == space and other != pyramid
        }
        slot = next(i for i in range(len(_SLOTS)) if i not in taken)
        self._slots[pyramid] = slot
        (x, y), (dx, dy) = centre(space), _SLOTS[slot]
        return location((x + dx, y + dy))

    def _roll(self, before: TorchPosition, die: int) -> None:
        seat = roller(before)
        if seat in self._rolled:
            self._add("again", f"?d{self._suits[seat]}~{RANKS[die]}")
        else:
            self._rolled.add(seat)
            self._add("roll", f"d{self._suits[seat]}{RANKS[die]}@{location(_DICE[seat])}")

    def _walk(self, before: TorchPosition, parsed: ParsedMove, after: TorchPosition) -> None:
        assert before.turn is not None
        pyramid = self._suits[before.turn] + parsed.letter
        who = f"?{ppn_pyramid(pyramid)}"
        spaces = [f"{FILES[at % 5]}{at // 5 + 1}" for at in parsed.spaces]
        for space in spaces[1:]:
            self._add(object(), f"{who}-{self._land(before, pyramid, space)}")
            who = ""
        end = spaces[-1]
        if end not in after.tiles:
            others = {p for p, where in before.pyramids.items() if where == end} - {pyramid}
            self._add(object(), f"*{len(others) + 2}?{ppn_tile(before.tiles[end])}")

    def _slide(self, before: TorchPosition, text: str) -> str:
        start, end = text.split(">")
        (x, y), (to_x, to_y) = centre(start), centre(end)
        way = _WAYS[int(to_x - x) // 2, int(to_y - y) // 2]
        return f"{_load(before, start)}?{ppn_tile(before.tiles[start])}-2{way}"

    def _vote(self, before: TorchPosition, option: str) -> None:
        assert before.turn is not None
        seat = before.turn
        if before.phase == "number":
            word = f"?d{self._suits[seat]}~{RANKS[int(option)]}"
        elif seat in self._voted:
            word = f"?c{VOTERS[seat]}~{option}"
        else:
            self._voted.add(seat)
            word = f"c{VOTERS[seat]}{option}@{location(_BALLOTS[seat])}"
        self._add((before.round, before.phase), word)

    def _coins(self, before: TorchPosition, parsed: ParsedMove) -> None:
        """Coins lie at the edge of the first seat from the Torch Bearer with that vote."""
        assert before.turn is not None
        edge = next(x for x in before.clockwise if before.votes[x] == parsed.option)
        words = []
        for coin in (1, 2):
            if parsed.coins & coin:
                lying = self._added.get(edge, 0)
                self._added[edge] = lying + 1
                spot = location(_ADDED[edge][min(lying, len(_ADDED[edge]) - 1)])
                words.append(f"c{self._suits[before.turn]}{RANKS[coin]}f@{spot}")
        self._add(object(), *words)

    def _scored_points(self, before: TorchPosition, space: str) -> str:
        gains = [0] * before.seats
        for pyramid, where in before.pyramids.items():
            if where == space:
                gains[self._suits.index(pyramid[0])] += POINTS[LETTERS.index(pyramid[1])]
        named = [f"{NAMES[suit]} +{n}" for suit, n in zip(self._suits, gains, strict=True) if n]
        return f" - {', '.join(named)}" if named else ""

    def _clear_ballot(self, before: TorchPosition, after: TorchPosition) -> None:
        """Coins leave the table with their ballot, and the tile that was chosen."""
        ballot = before.phase.partition("-")[0]
        if ballot not in ("number", "suit") or after.phase.partition("-")[0] == ballot:
            return
        if self._added:
            self._add(object(), "*/cf")
            self._added.clear()
        if ballot == "suit":
            for space in before.tiles.keys() - after.tiles.keys():
                count = _load(before, space)
                number = "" if count == 1 else str(count)
                self._add(object(), f"*{number}?{ppn_tile(before.tiles[space])}")


def _load(position: TorchPosition, space: str) -> int:
    """The number of pieces of a tile, with the pyramids on it."""
    return 1 + sum(where == space for where in position.pyramids.values())


def _wrap(words: list[str]) -> Iterator[str]:
    row = words[0]
    for word in words[1:]:
        if len(row) + 1 + len(word) > _WIDTH:
            yield row
            row = _INDENT + word
        else:
            row = f"{row} {word}"
    yield row
