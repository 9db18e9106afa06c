"""Players that walk west.

Random players never get anywhere, so the golden playthrough was made with these:

    python -m tests.games.strait.walker 2 7

prints the decisions of a game of two players with the seed 7, in the form that golden.py follows
(save them as playthrough.txt and run the contract with ICEFIELD_GOLDEN=write). A third word
"dealt" is for games in which the first tiles are dealt (I9).
"""

from __future__ import annotations

import random
import re
import sys

from icefield.core.game import CHANCE
from icefield.games.strait.position import StraitPosition
from icefield.testing.sample import decide

from .positions import ALASKA, SIBERIA, legal, play, start

_STEP = re.compile(r"[a-z]\w*(-|~\w+~)\w+")
_LONGEST = 6  # steps of a walk that are searched


def _column(place: str | None) -> float:
    if place is None or place in ALASKA:
        return 9.0
    return -4.0 if place in SIBERIA else float("abcdefghi".index(place[0]))


def value(position: StraitPosition, seat: int) -> float:
    """How far west a seat is, and a little for what it carries."""
    rope, fish = position.packs[seat]
    far = sum(_column(place) for place in position.explorers[seat])
    return 0.4 * rope + 0.6 * fish - far


def best_walk(
    position: StraitPosition, seat: int, depth: int = _LONGEST
) -> tuple[float, list[str]]:
    """The best way to go on with an explorer action, and what it is worth."""
    if position.phase not in ("turn", "move") or position.turn != seat or depth == 0:
        return value(position, seat), []
    best = (-1000.0 if position.phase == "move" else value(position, seat), list[str]())
    for move in legal(position):
        if move == "stop":
            best = max(best, (value(position, seat), [move]))
        elif move.startswith("collect:") or move == "fish":
            best = max(best, (value(play(position, move), seat) - 0.1, [move]))
        elif _STEP.fullmatch(move):
            worth, more = best_walk(play(position, move), seat, depth - 1)
            best = max(best, (worth - 0.01, [move, *more]))
    return best


def plan(position: StraitPosition, seat: int, rng: random.Random) -> list[str]:
    """A move of the own turn: a floe action that helps the best walk, and the walk."""
    floes = [m for m in legal(position) if m.startswith(("drift:", "turn:"))]
    rng.shuffle(floes)
    if position.floe_done or not floes:
        return best_walk(position, seat)[1] or ["end"]
    if position.explorer_done:
        return [rng.choice(floes)]
    before = best_walk(position, seat)
    best = max(((*best_walk(play(position, m), seat), m) for m in floes), key=lambda x: x[0])
    if best[0] > before[0] + 0.5:
        return [best[2], *best[1]]
    crowded = len(position.floes) > 17 or "discover" not in legal(position)
    return ["discover"] if not before[1] and not crowded else [*before[1], best[2]]


def choose(position: StraitPosition, rng: random.Random, planned: list[str]) -> str:
    """The next decision; `planned` holds the rest of the plan of this turn."""
    if position.turn == CHANCE:
        return decide(position, rng)[1].text
    seat, moves = position.turn, legal(position)
    assert seat is not None
    if position.phase == "turn" and not (planned and planned[0] in moves):
        planned[:] = plan(position, seat, rng)
    if planned and planned[0] in moves:
        return planned.pop(0)
    if position.phase == "take":
        return next(m for m in ("take:fish", "take:rope", "take:none") if m in moves)
    if position.phase in ("bounce", "put"):
        some = rng.sample(moves, min(len(moves), 24))
        return max(some, key=lambda m: value(play(position, m), seat))
    return rng.choice(moves)


def game(seats: int, seed: int, tiles: str = "drawn", longest: int = 900) -> list[str]:
    """The decisions of a game; the end is missing when it takes too long."""
    rng, position = random.Random(seed), start(seats, tiles=tiles)
    planned, made = list[str](), list[str]()
    while position.turn is not None and len(made) < longest:
        made.append(choose(position, rng, planned))
        position = play(position, made[-1])
    return made


if __name__ == "__main__":
    count, number = int(sys.argv[1]), int(sys.argv[2])
    way = "dealt" if "dealt" in sys.argv else "drawn"
    print(f"seats {count}\noptions tiles={way}")
    for decision in game(count, number, way):
        print(f"  plays {decision}")
