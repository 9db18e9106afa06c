"""A second, slow implementation of IceFloe ("torch"), to check the engine.

It follows shared/rules/torch.md and shares no code with the engine. Spaces are their names
("a1" to "e5"), a tile is its suit and number ("S2"), a pyramid is its owner's seat and its
letter. Clarity wins over speed everywhere. Rule numbers T1 to T26 refer to that file. Of the
commentary (T22) only the verdict is known here, as the move `bar:X`.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any

Pyramid = tuple[int, str]  # the owner's seat, the letter

CHANCE = -1

COLUMNS = "abcde"
ROWS = "12345"

# T1: every space of the grid, with or without a tile.
SPACES = [column + row for column in COLUMNS for row in ROWS]

# T1: the board at the start, drawn as in the rules file (row 5 on top, "--" is the centre).
BOARD = """
5 S2 S3 C1 M2 M3
4 S4 S5 A1 M4 M5
3 M0 C0 -- S0 A0
2 A2 A3 M1 C2 C3
1 A4 A5 S1 C4 C5
"""

CORNERS = ("a1", "a5", "e1", "e5")  # T2

SUITS = "SMCA"  # T1, T3
NUMBERS = "012345"  # T1, null being 0
LETTERS = "ABCDEF"  # T3
WEIGHT = {"A": 1, "B": 1, "C": 2, "D": 2, "E": 3, "F": 3}  # T4
LIMIT = 5  # T4
POINTS = {"A": 1, "B": 2, "C": 3, "D": 4, "E": 5, "F": 6}  # T5
COINS = (1, 2)  # T3
LONGEST_MOVE = 3  # T9
FIRST_SCORING_ROUND = {3: 4, 4: 5}  # T21, by the number of players

EIGHT_WAYS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]  # T9
FOUR_WAYS = [(0, 1), (1, 0), (0, -1), (-1, 0)]  # T12


def along(space: str, way: tuple[int, int], distance: int) -> str | None:
    """The space at a distance in a direction, or None when that is off the grid."""
    column = COLUMNS.index(space[0]) + distance * way[0]
    row = ROWS.index(space[1]) + distance * way[1]
    if column not in range(5) or row not in range(5):
        return None
    return COLUMNS[column] + ROWS[row]


def first_tiles(seats: int) -> dict[str, str]:
    """T1, T2: which tile lies on which space at the start."""
    tiles = {}
    for line in BOARD.split("\n")[1:-1]:
        row, *names = line.split(" ")
        for column, name in zip(COLUMNS, names, strict=True):
            if name != "--":
                tiles[column + row] = name
    if seats == 3:
        for corner in CORNERS:
            del tiles[corner]
    return tiles


@dataclass
class Reference:
    """One position of a game, immutable: `play` works on a copy and returns it."""

    seats: int
    suits: str  # T3: the suit of each seat
    return_moves: bool  # T10
    quiet_rounds: int  # T18a

    phase: str
    tiles: dict[str, str]  # space -> tile
    standing: dict[Pyramid, str]  # pyramid -> the space it stands on
    hands: list[list[str]]  # T7: per seat the letters not placed yet
    coins: list[list[int]]  # T15: per seat the coins not played yet
    points: list[int]  # T21, and T25 at the end

    round_number: int = 1
    torch: int | None = None  # T6: none before the dice have decided
    queue: list[int] = field(default_factory=list)  # who must still roll, place, move or score
    dice: dict[int, int] = field(default_factory=dict)  # T6: this pass of rolls
    barred: set[int] = field(default_factory=set)  # T22: in this round
    ballots: dict[int, str] = field(default_factory=dict)  # T14, T17: seat -> secret choice
    totals: dict[str, int] = field(default_factory=dict)  # T15: valid option -> weight
    asked: int | None = None  # T15: the seat that is asked for coins
    declined: set[int] = field(default_factory=set)  # T15: since the last coin was added
    number: str | None = None  # T16: what the number vote of this round chose
    tile_lost: bool = False  # T18a: a tile left the game in this round
    quiet: int = 0  # T18a: finished rounds in a row that lost no tile
    reason: str = ""  # the rule that ended the play
    victors: tuple[int, ...] = ()  # T26

    # --- the start ------------------------------------------------------------------------

    @staticmethod
    def start(
        seats: int = 4,
        suits: str | None = None,
        return_moves: bool = False,
        quiet_rounds: int = 20,
    ) -> Reference:
        """T1 to T6: the board is laid and all are about to roll a die."""
        if suits is None:
            suits = SUITS[:seats]
        assert seats in (3, 4)
        assert len(suits) == seats
        assert len(set(suits)) == seats
        assert set(suits) <= set(SUITS)
        assert quiet_rounds >= 1
        return Reference(
            seats=seats,
            suits=suits,
            return_moves=return_moves,
            quiet_rounds=quiet_rounds,
            phase="roll",
            tiles=first_tiles(seats),
            standing={},
            hands=[list(LETTERS) for _ in range(seats)],
            coins=[list(COINS) for _ in range(seats)],
            points=[0] * seats,
            queue=list(range(seats)),
        )

    # --- what all can see ------------------------------------------------------------------

    @property
    def turn(self) -> int | None:
        """The seat that decides next, CHANCE for a die, None when the game is over."""
        if self.phase == "over":
            return None
        if self.phase == "roll":
            return CHANCE
        if self.phase in ("place", "move", "score"):
            return self.queue[0]
        if self.phase in ("number", "suit"):
            return self.voters_left()[0]
        if self.phase in ("number-coins", "suit-coins"):
            return self.asked
        return self.torch  # T16, T20, T26: a tie, the burning, the crown

    @property
    def deciders(self) -> tuple[int, ...]:
        """All seats that may decide now: several only while votes are secret (T14, T17)."""
        if self.phase in ("number", "suit"):
            return tuple(self.voters_left())
        if self.turn is None or self.turn == CHANCE:
            return ()
        return (self.turn,)

    @property
    def over(self) -> bool:
        """Whether the game has ended, the choice of T26 included."""
        return self.phase == "over"

    @property
    def winners(self) -> tuple[int, ...]:
        """T26: the winning seats in seat order; none before the end."""
        return self.victors

    @property
    def scores(self) -> tuple[int, ...]:
        """The points per seat; T25 is counted in as soon as the play has ended."""
        return tuple(self.points)

    @property
    def rule(self) -> str:
        """The rule that ended the play, T24 or T18a; empty while it goes on."""
        return self.reason

    def describe(self) -> dict[str, Any]:
        """Everything that lies open on the table, as plain data."""
        pyramids: dict[str, list[str]] = {}
        for (seat, letter), space in self.standing.items():
            pyramids.setdefault(space, []).append(self.suits[seat] + letter)
        return {
            "round": self.round_number,
            "torch": self.torch,
            "phase": self.phase,
            "tiles": {space: self.tiles[space] for space in sorted(self.tiles)},
            "pyramids": {space: sorted(pyramids[space]) for space in sorted(pyramids)},
            "hands": [list(hand) for hand in self.hands],
            "coins": [list(purse) for purse in self.coins],
            "votes": {option: self.totals[option] for option in sorted(self.totals)},
            "scores": list(self.points),
            "number": None if self.number is None else int(self.number),
            "barred": sorted(self.barred),
            "quiet": self.quiet,
        }

    # --- looking at the board ---------------------------------------------------------------

    def clockwise(self) -> list[int]:
        """All seats, the Torch Bearer first, then clockwise."""
        assert self.torch is not None
        return [(self.torch + step) % self.seats for step in range(self.seats)]

    def pyramids_on(self, space: str) -> list[Pyramid]:
        """The pyramids on a space."""
        return [pyramid for pyramid, where in self.standing.items() if where == space]

    def pyramids_of(self, seat: int) -> list[Pyramid]:
        """The pyramids of a seat that stand on the board."""
        return [pyramid for pyramid in self.standing if pyramid[0] == seat]

    def weight_on(self, space: str) -> int:
        """T4: the weight that a space's tile carries."""
        return sum(WEIGHT[letter] for _, letter in self.pyramids_on(space))

    def empty_tiles(self) -> list[str]:
        """The spaces whose tile carries no pyramid (T7, T20)."""
        return [space for space in self.tiles if not self.pyramids_on(space)]

    def would_sink(self, pyramid: Pyramid, space: str) -> bool:
        """T11: whether the tile sinks under this pyramid, which comes from another space."""
        return self.weight_on(space) + WEIGHT[pyramid[1]] > LIMIT

    def player_is_gone(self) -> bool:
        """T24, the first condition: a player has lost all pyramids."""
        return any(not self.pyramids_of(seat) for seat in range(self.seats))

    def all_on_one_tile(self) -> bool:
        """T24, the second condition: all pyramids share a tile."""
        return len(set(self.standing.values())) == 1

    # --- the moves --------------------------------------------------------------------------

    def moves(self, seat: int | None = None) -> list[str]:
        """The legal moves of a seat (of the one to decide when none is named), sorted."""
        if self.over:
            return []
        if seat is None:
            seat = self.turn
        if seat is None or (seat != self.turn and seat not in self.deciders):
            return []
        if self.phase == "roll":
            found = [f"roll:{face}" for face in NUMBERS]  # T6
        elif self.phase == "place":
            found = [f"{self.hands[seat][0]}@{space}" for space in self.empty_tiles()]  # T7
        elif self.phase == "move":
            found = self.pyramid_moves(seat) + self.slides(seat)  # T8
        elif self.phase == "number":
            found = [f"vote:{number}" for number in NUMBERS]  # T14: void ones too
        elif self.phase == "suit":
            found = [f"vote:{suit}" for suit in SUITS]  # T17: void ones too
        elif self.phase in ("number-coins", "suit-coins"):
            found = self.coin_moves(seat)  # T15
        elif self.phase in ("number-tie", "suit-tie"):
            found = [f"choose:{option}" for option in self.heaviest()]  # T16
        elif self.phase == "burn":
            found = ["spare"] + [f"burn:{space}" for space in self.empty_tiles()]  # T20
        elif self.phase == "score":
            found = [f"score:{space}" for space in self.tiles]  # T21
        else:
            assert self.phase == "crown"
            found = ["share"] + [f"crown:{self.suits[tied]}" for tied in self.leaders()]  # T26
        return sorted(found)

    def hops(self, start: str) -> list[tuple[str, int]]:
        """T9: where one hop from a space may land, on a tile always, and its length."""
        found = []
        for way in EIGHT_WAYS:
            for length in (1, 2):
                landing = along(start, way, length)
                if landing is not None and landing in self.tiles:
                    found.append((landing, length))
        return found

    def pyramid_moves(self, seat: int) -> list[str]:
        """T9, T10, T11: one hop, or two of together at most three spaces."""
        found = []
        for pyramid in self.pyramids_of(seat):
            letter = pyramid[1]
            start = self.standing[pyramid]
            for middle, first_length in self.hops(start):
                found.append(f"{letter}{start}-{middle}")
                if self.would_sink(pyramid, middle):
                    continue  # T11: the mover is lost, no second hop
                for end, second_length in self.hops(middle):
                    if first_length + second_length > LONGEST_MOVE:
                        continue
                    if end == start and not self.return_moves:
                        continue  # T10
                    found.append(f"{letter}{start}-{middle}-{end}")
        return found

    def slides(self, seat: int) -> list[str]:
        """T12: a tile with an own pyramid moves one space orthogonally into a gap."""
        found = []
        for space in self.tiles:
            if all(owner != seat for owner, _ in self.pyramids_on(space)):
                continue
            for way in FOUR_WAYS:
                gap = along(space, way, 1)
                if gap is not None and gap not in self.tiles:
                    found.append(f"{space}>{gap}")
        return found

    def coin_moves(self, seat: int) -> list[str]:
        """T15: one or both coins on an option with a valid vote, or nothing."""
        found = ["decline"]
        for option in self.totals:
            for coin in self.coins[seat]:
                found.append(f"add{coin}:{option}")
            if len(self.coins[seat]) == 2:
                found.append(f"add3:{option}")
        return found

    def heaviest(self) -> list[str]:
        """T16: the option or options with the most weight."""
        most = max(self.totals.values())
        return [option for option in self.totals if self.totals[option] == most]

    def leaders(self) -> list[int]:
        """T26: the seat or seats with the most points."""
        most = max(self.points)
        return [seat for seat in range(self.seats) if self.points[seat] == most]

    def voters_left(self) -> list[int]:
        """T14, T17, T22: the seats that may vote and have not, from the Torch Bearer on."""
        return [
            seat
            for seat in self.clockwise()
            if seat not in self.barred and seat not in self.ballots
        ]

    def may_bar(self, suit: str) -> bool:
        """T22: a verdict on a seat not barred yet, before the first vote of a ballot."""
        if self.phase not in ("number", "suit") or self.ballots:
            return False
        if suit not in list(self.suits):
            return False
        return self.suits.index(suit) not in self.barred

    # --- playing ----------------------------------------------------------------------------

    def play(self, move: str, seat: int | None = None) -> Reference:
        """The position after a move of a seat (of the one to decide when none is named)."""
        after = copy.deepcopy(self)
        if move.startswith("bar:"):
            suit = move.removeprefix("bar:")
            assert self.may_bar(suit), f"{move} is not legal"
            after.play_bar(self.suits.index(suit))
            return after
        if seat is None:
            seat = self.turn
        assert seat is not None, "the game is over"
        assert move in self.moves(seat), f"{move} is not legal for seat {seat}"
        if self.phase == "roll":
            after.play_roll(int(move.removeprefix("roll:")))
        elif self.phase == "place":
            after.play_place(seat, move)
        elif self.phase == "move":
            after.play_movement(seat, move)
        elif self.phase in ("number", "suit"):
            after.play_vote(seat, move.removeprefix("vote:"))
        elif self.phase in ("number-coins", "suit-coins"):
            after.play_coins(seat, move)
        elif self.phase in ("number-tie", "suit-tie"):
            after.close_ballot(move.removeprefix("choose:"))
        elif self.phase == "burn":
            after.play_burn(move)
        elif self.phase == "score":
            after.play_score(move.removeprefix("score:"))
        else:
            after.play_crown(move)
        return after

    # Everything below changes the position and is called on the fresh copy only.

    # --- setup ------------------------------------------------------------------------------

    def play_roll(self, face: int) -> None:
        """T6: dice in seat order; the highest roll again until one seat is left."""
        self.dice[self.queue.pop(0)] = face
        if self.queue:
            return
        highest = max(self.dice.values())
        tied = [seat for seat in sorted(self.dice) if self.dice[seat] == highest]
        self.dice = {}
        if len(tied) > 1:
            self.queue = tied
            return
        self.torch = tied[0]
        self.phase = "place"
        self.queue = self.clockwise() * len(LETTERS)  # T7: all A, then all B, ...

    def play_place(self, seat: int, move: str) -> None:
        """T7: the next letter of the seat goes on a tile without pyramids."""
        letter, space = move.split("@")
        self.hands[seat].remove(letter)
        self.standing[seat, letter] = space
        self.queue.pop(0)
        if not self.queue:
            self.open_round()

    # --- movement ---------------------------------------------------------------------------

    def open_round(self) -> None:
        """T8: all move once, the Torch Bearer first."""
        self.barred = set()
        self.number = None
        self.tile_lost = False
        self.phase = "move"
        self.queue = self.clockwise()

    def play_movement(self, seat: int, move: str) -> None:
        """T8, and after it the ends of T24 that belong to the movement part."""
        if ">" in move:
            self.slide_tile(*move.split(">"))
        else:
            landings = move[1:].split("-")[1:]
            for landing in landings:
                self.hop((seat, move[0]), landing)
        self.queue.pop(0)
        if self.player_is_gone():
            self.end_play("T24")  # at once, in the middle of the round too
        elif not self.queue and self.all_on_one_tile():
            self.end_play("T24")  # only when all have moved
        elif not self.queue:
            self.open_ballot("number")

    def hop(self, pyramid: Pyramid, landing: str) -> None:
        """T9, T11: the pyramid lands; too heavy a tile sinks with all that is on it."""
        self.standing[pyramid] = landing
        if self.weight_on(landing) > LIMIT:
            self.remove_tile(landing)

    def slide_tile(self, start: str, gap: str) -> None:
        """T12: the tile and its pyramids change their space."""
        passengers = self.pyramids_on(start)
        self.tiles[gap] = self.tiles.pop(start)
        for pyramid in passengers:
            self.standing[pyramid] = gap

    def remove_tile(self, space: str) -> None:
        """T11, T19, T20: a tile leaves the game with everything on it."""
        for pyramid in self.pyramids_on(space):
            del self.standing[pyramid]
        del self.tiles[space]
        self.tile_lost = True

    # --- the ballots ------------------------------------------------------------------------

    def open_ballot(self, phase: str) -> None:
        """T14, T17: a ballot without votes yet; T18 when no seat may vote."""
        self.phase = phase
        self.ballots = {}
        self.totals = {}
        if not self.voters_left():
            self.reveal()

    def play_bar(self, seat: int) -> None:
        """T22: the seat votes in no more ballot of this round."""
        self.barred.add(seat)
        if not self.voters_left():
            self.reveal()

    def play_vote(self, seat: int, option: str) -> None:
        """T14, T17: one secret vote; the last one brings the reveal."""
        self.ballots[seat] = option
        if not self.voters_left():
            self.reveal()

    def valid(self, option: str) -> bool:
        """T14: a tile of the number is left; T17: the tile of number and suit is left."""
        if self.phase == "number":
            return any(tile[1] == option for tile in self.tiles.values())
        assert self.number is not None
        return option + self.number in self.tiles.values()

    def reveal(self) -> None:
        """T14, T17: the valid votes are counted; T18 when there are none."""
        for option in self.ballots.values():
            if self.valid(option):
                self.totals[option] = self.totals.get(option, 0) + 1
        self.ballots = {}
        if not self.totals:
            self.after_removals()  # T18: no suit ballot, no T19, no T20
            return
        self.phase += "-coins"
        self.declined = set()
        self.ask_from(self.clockwise())

    def ask_from(self, order: list[int]) -> None:
        """T15: asks the first seat in this order with a coin; counts when all declined."""
        with_coins = [seat for seat in order if self.coins[seat]]
        if all(seat in self.declined for seat in with_coins):
            self.asked = None
            self.count()
        else:
            self.asked = with_coins[0]

    def play_coins(self, seat: int, move: str) -> None:
        """T15: the seat adds coins for good or declines; then the next one clockwise."""
        if move == "decline":
            self.declined.add(seat)
        else:
            size, option = move.removeprefix("add").split(":")
            self.totals[option] += int(size)
            for coin in COINS if size == "3" else (int(size),):
                self.coins[seat].remove(coin)
            self.declined = set()
        self.ask_from([(seat + step) % self.seats for step in range(1, self.seats + 1)])

    def count(self) -> None:
        """T16, T17: the most weight wins, the Torch Bearer decides a tie."""
        best = self.heaviest()
        if len(best) == 1:
            self.close_ballot(best[0])
        else:
            self.phase = self.phase.replace("-coins", "-tie")

    def close_ballot(self, choice: str) -> None:
        """T16: the number leads to the suit vote; T19: number and suit remove their tile."""
        self.totals = {}
        if self.phase.startswith("number"):
            self.number = choice
            self.open_ballot("suit")
            return
        assert self.number is not None
        for space in SPACES:
            if self.tiles.get(space) == choice + self.number:
                self.remove_tile(space)
        if len(self.empty_tiles()) > 1:
            self.phase = "burn"  # T20
        else:
            self.after_removals()

    def play_burn(self, move: str) -> None:
        """T20: the Torch Bearer removes one tile without pyramids, or none."""
        if move != "spare":
            self.remove_tile(move.removeprefix("burn:"))
        self.after_removals()

    # --- scoring and the next round ---------------------------------------------------------

    def after_removals(self) -> None:
        """T24: the vote took a player's last pyramid; if not, T21 once its round has come."""
        if self.player_is_gone():
            self.end_play("T24")
        elif self.round_number >= FIRST_SCORING_ROUND[self.seats]:
            self.phase = "score"
            self.queue = self.clockwise()
        else:
            self.close_round()

    def play_score(self, space: str) -> None:
        """T21: every pyramid on the selected tile scores for its owner."""
        for seat, letter in self.pyramids_on(space):
            self.points[seat] += POINTS[letter]
        self.queue.pop(0)
        if not self.queue:
            self.close_round()

    def close_round(self) -> None:
        """T18a: too many quiet rounds end the game; T23: else the torch passes."""
        self.quiet = 0 if self.tile_lost else self.quiet + 1
        if self.quiet >= self.quiet_rounds:
            self.end_play("T18a")
            return
        assert self.torch is not None
        self.torch = (self.torch + 1) % self.seats
        self.round_number += 1
        self.open_round()

    # --- the end ----------------------------------------------------------------------------

    def end_play(self, rule: str) -> None:
        """T25: pyramids on the board count; T26: the most points win, a tie is decided."""
        self.reason = rule
        self.queue = []
        for seat, letter in self.standing:
            self.points[seat] += POINTS[letter]
        best = self.leaders()
        if len(best) == 1:
            self.victors = tuple(best)
            self.phase = "over"
        else:
            self.phase = "crown"

    def play_crown(self, move: str) -> None:
        """T26: the Torch Bearer names one of the tied, or lets them share."""
        if move == "share":
            self.victors = tuple(self.leaders())
        else:
            self.victors = (self.suits.index(move.removeprefix("crown:")),)
        self.phase = "over"
