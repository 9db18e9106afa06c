"""Make the practice puzzles of `glide` (G11): `python scripts/glide_puzzles.py`.

Boards are drawn at random from a fixed seed, so the same file comes out every time. A board is kept
when exactly one shortest solution leads to the goal and that has at least five moves, when it is no
image of another one, and when the solution turns often: going on in the same direction is an
obvious step. Of each length those with the most turns come first, few floes and many, small
boards and large ones in turn; every third board is drawn with its floes point-symmetric.
"""

from __future__ import annotations

import argparse
import random
from itertools import pairwise
from pathlib import Path

from icefield.core.errors import NotNow
from icefield.games import data_folder
from icefield.games.glide import solitaire
from icefield.games.glide.board import Level, read_level, rows

FILE = data_folder("glide") / "solitaire.txt"
SHORTEST, LONGEST = 5, 18
SIDES = {5: range(3, 8), 7: range(4, 11)}  # side: how many floes
PER_LENGTH = 6
TRIES = 20_000
MOST = 150_000  # positions searched for one board; the larger ones are left out

HEADER = """\
# The practice puzzles, one a line: the number of moves of its only shortest solution, the board.
# Made by scripts/glide_puzzles.py, checked by tests/games/glide/test_puzzles.py.
"""


def draw(chance: random.Random) -> Level:
    """A random board for one player."""
    side = chance.choice(tuple(SIDES))
    squares = [s for s in range(side * side) if s != side * side // 2]
    chosen = chance.sample(squares, chance.choice(SIDES[side]))
    if chance.randrange(3) == 0:
        half = chosen[: (len(chosen) + 1) // 2]
        chosen = [*dict.fromkeys((*half, *(side * side - 1 - s for s in half)))]
    return Level(side, sum(1 << s for s in chosen), (chosen[0],))


def images(level: Level) -> set[str]:
    """The board turned and mirrored in all eight ways."""
    lines = rows(level.side, level.floes, level.players)
    found = set()
    for _ in range(4):
        lines = ["".join(row) for row in zip(*lines[::-1], strict=True)]
        found |= {"/".join(lines), "/".join(row[::-1] for row in lines)}
    return found


def turns(moves: tuple[str, ...]) -> int:
    """How often the direction changes."""
    return sum(a != b for a, b in pairwise(moves))


def search(tries: int, seed: int) -> dict[int, list[tuple[float, str]]]:
    """By length: boards with one shortest solution, each with what speaks against it."""
    chance = random.Random(seed)
    found: dict[int, list[tuple[float, str]]] = {}
    for _ in range(tries):
        level = draw(chance)
        try:
            solution = solitaire.solve(level, MOST)
        except NotNow:
            continue
        if solution is None or solution.count != 1:
            continue
        length = len(solution.moves)
        if not SHORTEST <= length <= LONGEST or turns(solution.moves) < 0.7 * (length - 1):
            continue
        against = 2 * chance.random() - turns(solution.moves)
        found.setdefault(length, []).append((against, str(level)))
    return found


def choose(found: dict[int, list[tuple[float, str]]]) -> list[tuple[int, str]]:
    """Of each length the best of each kind in turn, none like another."""
    chosen: list[tuple[int, str]] = []
    known: set[str] = set()
    for length in sorted(found):
        kinds: dict[tuple[int, int], list[str]] = {}
        for _, text in sorted(found[length]):
            level = read_level(text)
            kinds.setdefault((level.floes.bit_count() // 3, level.side), []).append(text)
        taken = 0
        while taken < PER_LENGTH and any(kinds.values()):
            for _, texts in sorted(kinds.items()):
                while texts and texts[0] in known:
                    texts.pop(0)
                if texts and taken < PER_LENGTH:
                    text = texts.pop(0)
                    known |= images(read_level(text))
                    chosen.append((length, text))
                    taken += 1
    return chosen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=TRIES)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--out", type=Path, default=FILE)
    options = parser.parse_args()
    chosen = choose(search(options.tries, options.seed))
    lines = [f"{length} {text}\n" for length, text in chosen]
    options.out.write_text(HEADER + "".join(lines), encoding="utf-8")
    print(f"{len(chosen)} puzzles in {options.out}")


if __name__ == "__main__":
    main()
