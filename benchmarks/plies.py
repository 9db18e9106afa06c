"""What a move costs early and late in a game, in processor time and bytes.

Neither should grow with the length of the game.

    python benchmarks/plies.py [--game strait] [--game glide] [--plies 20 100 400]

A table with two players and a spectator is played at random, and each audience gets the update that
its live connection would get. Around each of the plies the mean of ten moves is printed: the time
to apply the move and to make the three updates, and the bytes of an update as text and compressed.
It is processor time, so other programs disturb it little. A game that ends early goes on with
decisions that are taken back.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
import zlib
from dataclasses import dataclass

from icefield.core.game import CHANCE
from icefield.games import game
from icefield.server.tables.events import ChanceMoved, Event, Payload, Undone
from icefield.server.tables.players import Player
from icefield.server.tables.table import Table
from icefield.server.views.table.live import KnownState, LiveRenderer, make_state
from icefield.server.views.viewer import Viewer

SPAN = 10  # moves that are measured from each ply on
VIEWERS = (Viewer("a"), Viewer("b"), Viewer(None))


@dataclass
class Cost:
    apply_ms: float
    updates_ms: float
    size: float
    compressed: float


def new_table(key: str) -> Table:
    owners = ("a", "b", *("c" for _ in range(min(game(key).seats) - 2)))
    body = {
        "game": key,
        "version": game(key).version,
        "options": game(key).check({}),
        "games": 1,
        "timer": 0,
        "players": [Player("person", owner=owner).to_json() for owner in owners],
    }
    return Table.fold(f"plies-{key}", [Event(1, "opened", body, 1000)])


def next_payload(table: Table, chance: random.Random) -> Payload:
    """A random move; the last one taken back where it would have ended the game."""
    position = table.position
    if position.outcome is not None:
        return Undone(1)
    if position.turn == CHANCE:
        return ChanceMoved(chance.choice(position.moves()).text)
    seat = chance.choice(position.deciders)
    moves = [m for m in position.moves(seat) if position.play(m, seat).outcome is None]
    move = chance.choice(moves or list(position.moves(seat)))
    return table.check_move(seat, move.text, table.decision(seat))


def measure(key: str, last: int) -> dict[int, Cost]:
    """By ply, what a move costs there."""
    table, chance, renderer = new_table(key), random.Random(key), LiveRenderer()
    held: dict[Viewer, KnownState] = {}
    found: dict[int, Cost] = {}
    for _ in range(20 * last):
        if table.position.ply >= last:
            break
        payload = next_payload(table, chance)
        event = Event.of(table.number + 1, payload, 1000 + table.number)
        began = time.thread_time()
        table.apply(event)
        applied = time.thread_time()
        texts = [renderer.write_update(table, [event], v, held.get(v)) for v in VIEWERS]
        made = time.thread_time()
        held = {viewer: make_state(table, viewer) for viewer in VIEWERS}
        compressed = [len(zlib.compress(text.encode(), 4)) for text in texts]
        found[table.position.ply] = Cost(
            1000 * (applied - began),
            1000 * (made - applied),
            statistics.mean(map(len, texts)),
            statistics.mean(compressed),
        )
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="The cost of a move, early and late in a game.")
    parser.add_argument("--game", action="append")
    parser.add_argument("--plies", type=int, nargs="+", default=[20, 100, 400])
    args = parser.parse_args()
    for key in args.game or ["strait", "glide"]:
        measure(key, 12)  # what is loaded once is no move's
        found = measure(f"{key}", max(args.plies) + SPAN)
        first = None
        for ply in args.plies:
            costs = [found[i] for i in range(ply, ply + SPAN) if i in found]
            if not costs:
                print(f"{key:8} ply {ply:4}  not reached")
                continue
            spent = statistics.median(cost.apply_ms + cost.updates_ms for cost in costs)
            first = first or spent
            print(
                f"{key:8} ply {ply:4}  {spent:6.2f} ms ({spent / first:4.2f} times the first)"
                f"  {statistics.median(c.size for c in costs):7.0f} bytes an update,"
                f" {statistics.median(c.compressed for c in costs):6.0f} compressed",
                flush=True,
            )


if __name__ == "__main__":
    main()
