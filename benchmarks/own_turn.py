"""How often levels take a win within their turn, or prevent the next player's.

    python benchmarks/own_turn.py strait 2 [positions] [seed] [--seconds 0.2]
    python benchmarks/own_turn.py strait 2 [positions] [seed] --prevent
    python benchmarks/own_turn.py strait 2 20 0 --write   # the positions, for the tests

Positions come from games of a quick search with random moves between: the start of the last turn of
a game that its player won in it, without a draw of chance or an answer of another seat. So there is
a win, and the game, not a search, says so. With `--prevent` they are the starts of the turns before
those, where some move would have prevented it. `before` is what the level's search chooses by
itself.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from dataclasses import replace

import icefield
from icefield.bots import Bot, levels
from icefield.core.game import CHANCE, Game, Move, Position
from icefield.search import Limits
from icefield.search.own_turn import find_safe_move, find_win
from icefield.search.registry import SEARCHES, able, suited

MAX_PLIES = 4000  # of a game
MAX_DECISIONS = 60  # of a turn
QUICK = {"strait": (6, 0.1), "torch": (1, 1.0), "glide": (12, 0.25), "seals": (200, 0.15)}
"""The nodes of the search, and how often a move is drawn instead."""


def turn_number(position: Position) -> object:
    """A value that changes when the turn passes to another player."""
    active = getattr(position, "active", None)
    owner = position.turn if active is None else active
    return owner, getattr(position, "turns", None)


def random_move(position: Position, rng: random.Random) -> Move:
    """A random move, of chance by its odds."""
    odds = position.odds()
    if odds:
        return rng.choices([*odds], [float(odd) for odd in odds.values()])[0]
    return rng.choice(position.moves())


def play_game(game: Game, seats: int, rng: random.Random, **options: object) -> Position:
    """The last position of a game."""
    nodes, drawn = QUICK.get(game.key, (50, 0.1))
    search = SEARCHES[suited(game)[0]]
    position = game.start(seats, **options)
    for _ in range(MAX_PLIES):
        if position.turn is None:
            break
        if position.turn == CHANCE or rng.random() < drawn:
            move = random_move(position, rng)
        else:
            search = SEARCHES[able(suited(game)[0], position)]
            move = search(position, Limits(nodes=nodes), seed=rng.randrange(1 << 30)).best
        position = position.play(move)
    return position


def winning_turn(last: Position) -> tuple[Position, int] | None:
    """The start of the winner's last turn, as far as it decided alone, and its moves."""
    outcome, position = last.outcome, last.before
    if outcome is None or len(outcome.winners) != 1 or position is None:
        return None
    seat, turn, plies = outcome.winners[0], turn_number(position), 1
    if position.turn != seat:
        return None
    while (
        (before := position.before) is not None
        and before.turn == seat
        and turn_number(before) == turn
    ):
        position, plies = before, plies + 1
    return position, plies


def hides(position: Position) -> bool:
    """Whether the seat to decide does not know everything, so that a win is luck."""
    return position.turn is not None and str(position.view(position.turn)) != str(position)


def positions_with_a_win(
    game: Game, seats: int, count: int, seed: int
) -> list[tuple[Position, int]]:
    """Positions in which a turn can be won, and the decisions that a game took for it."""
    rng = random.Random(seed)
    found: list[tuple[Position, int]] = []
    while len(found) < count:
        options = {"goal": 2} if game.key == "strait" and rng.random() < 0.5 else {}
        case = winning_turn(play_game(game, seats, rng, **options))
        if case is not None and not hides(case[0]):
            found.append(case)
    return found


def positions_to_prevent(
    game: Game, seats: int, count: int, seed: int
) -> list[tuple[Position, int]]:
    """Positions in which a turn needlessly let the next player win."""
    rng = random.Random(seed)
    found: list[tuple[Position, int]] = []
    while len(found) < count:
        options = {"goal": 2} if game.key == "strait" and rng.random() < 0.5 else {}
        case = winning_turn(play_game(game, seats, rng, **options))
        position = None if case is None else case[0].before
        if position is None or position.turn in (None, CHANCE):
            continue
        seat, turn = position.turn, turn_number(position)
        while (
            (before := position.before) is not None
            and before.turn == seat
            and turn_number(before) == turn
        ):
            position = before
        alone = len(position.deciders) == 1 and find_win(position) is None
        if alone and find_safe_move(position, position.moves()) is not None:
            found.append((position, 0))
    return found


def prevents(position: Position, choose: Callable[[Position, int], Move]) -> bool:
    """Whether after a turn the next player has no certain win, or the player has won."""
    seat, turn = position.turn, turn_number(position)
    rng = random.Random(1)
    for number in range(MAX_DECISIONS):
        if position.outcome is not None or turn_number(position) != turn:
            break
        own = position.turn == seat
        position = position.play(choose(position, number) if own else random_move(position, rng))
    if position.outcome is not None:
        return seat in position.outcome.winners
    return position.turn in (seat, CHANCE) or find_win(position) is None


def takes(position: Position, choose: Callable[[Position, int], Move]) -> bool:
    """Whether a player that chooses all moves of the turn wins within it."""
    seat, turn = position.turn, turn_number(position)
    rng = random.Random(1)
    for number in range(MAX_DECISIONS):
        if position.outcome is not None or turn_number(position) != turn:
            break
        own = position.turn == seat
        position = position.play(choose(position, number) if own else random_move(position, rng))
    return position.outcome is not None and position.outcome.winners == (seat,)


Test = Callable[[Position, Callable[[Position, int], Move]], bool]


def compare(player: Bot, positions: list[Position], takes: Test) -> str:
    """The tests a level passes by its search alone, and with the search of its turn."""
    before = sum(takes(p, lambda q, n: player.search(q, seed=n).best) for p in positions)
    began = time.perf_counter()
    after = sum(takes(p, lambda q, n: player.choose(q, seed=n).best) for p in positions)
    ms = 1000 * (time.perf_counter() - began) / max(1, len(positions))
    return f"before {before}  after {after} of {len(positions)}, {ms:.0f} ms"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("seats", type=int)
    parser.add_argument("count", type=int, nargs="?", default=40)
    parser.add_argument("seed", type=int, nargs="?", default=0)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--prevent", action="store_true")
    parser.add_argument("--seconds", type=float, default=0.2, help="for a move of max")
    asked = parser.parse_args()
    game = icefield.game(asked.game)
    find = positions_to_prevent if asked.prevent else positions_with_a_win
    found = find(game, asked.seats, asked.count, asked.seed)
    if asked.write:
        for position, plies in found:
            print(plies, position)
        return
    print(f"{len(found)} positions of {game.title}, {asked.seats} seats", flush=True)
    for level in levels(game, asked.seats):
        limited = level if level.seconds is None else replace(level, seconds=asked.seconds)
        test = prevents if asked.prevent else takes
        result = compare(Bot(game, limited), [p for p, _ in found], test)
        print(f"level {level.name:3}  {result}", flush=True)


if __name__ == "__main__":
    main()
