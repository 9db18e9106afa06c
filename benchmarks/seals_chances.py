"""Fits the estimate of the bears' chances in `seals` again: plays games, fits.

    python benchmarks/seals_chances.py play 1 600 games1.npy     # seed, seconds, file
    python benchmarks/seals_chances.py fit games1.npy games2.npy

`play` lets bears meet seals that err: plain UCT with anything between 1,500 and 700,000 playouts
for a decision. The bears take the move of alpha-beta, now and then the best of a random half of
the moves, so that others are seen as well; in every third game their first moves are drawn by what
`hopes` says of them. A game ends when alpha-beta knows its result, and every position of it counts
by that. What is shipped saw some 12,000 games, 200 of them by earlier forms of itself against
strong seals; these are few and count three times: name a file more than once for that.

`fit` trains the network of `games/seals/swindle.py` with each position turned and mirrored at
random, prints the loss on games it has not seen beside that of a constant, and writes the weights.
It needs PyTorch, which Icefield itself does not: `pip install torch`.
"""

from __future__ import annotations

import math
import random
import sys
import time
from typing import Any

import numpy as np

import icefield
from icefield.games.seals.board import BOARD
from icefield.games.seals.kernel import State
from icefield.games.seals.kernel.evaluate import features
from icefield.games.seals.swindle import Weights
from icefield.search import Limits, alphabeta
from icefield.search.mcts import uct

GAME = icefield.game("seals")
SEALS = (1_500, 700_000)  # playouts
BEARS = (4_000, 40_000, 300_000)  # positions
EXPLORING = (0.0, 0.15, 0.3)  # of the bears' decisions, by game
OPENING = 14  # plies in which the bears try things
SHARPNESS = 12.0  # of drawing by `hopes`
STRONG = math.log(7)  # how the seals play that the guess is about: 700,000 playouts, a second
HIDDEN, WIDTH = 16, 32
ROUNDS, BATCH, RATE, DECAY = 20, 512, 2e-3, 1e-2
LATEST = 26  # plies: later positions teach nothing about openings


# -- play -----------------------------------------------------------------------------------------


def play(seed: int, seconds: float, file: str) -> None:
    """Rows: seals, bears, discs, mover, whether the bears won, game, ply, playouts."""
    chance, rows, count, began = random.Random(seed), [], 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        won, playouts, states = game(chance)
        count += 1
        for ply, s in enumerate(states):
            rows.append(
                (s.seals, s.bears, s.discs, s.mover, won, 10**6 * seed + count, ply, playouts)
            )
    np.save(file, np.array(rows, dtype=np.uint64))
    print(f"{count} games, {len(rows)} positions, bears won {np.mean([r[4] for r in rows]):.2f}")


def game(chance: random.Random) -> tuple[int, int, list[Any]]:
    playouts = int(math.exp(chance.uniform(*map(math.log, SEALS))))
    limits, exploring = Limits(nodes=chance.choice(BEARS)), chance.choice(EXPLORING)
    hoping, position, states = chance.random() < 1 / 3, GAME.start(), list[Any]()
    while position.turn is not None:
        states.append(position.state)
        if position.turn == 0:
            nodes = Limits(nodes=playouts)
            move = uct.search(position, nodes, seed=chance.getrandbits(31)).best
        elif hoping and (hopes := position.hopes()):
            drawn = [math.exp(SHARPNESS * hope) for hope in hopes.values()]
            move = chance.choices(list(hopes), drawn)[0]
        else:
            moves = list(position.moves())
            early = len(states) <= OPENING and chance.random() < exploring
            only = chance.sample(moves, max(1, len(moves) // 2)) if early else None
            report = alphabeta.search(position, limits, only=only)
            if report.exact and only is None:
                return int(report.value > 0), playouts, states
            move = report.best
        position = position.play(move)
    assert position.outcome is not None
    return int(1 in position.outcome.winners), playouts, states


# -- fit ------------------------------------------------------------------------------------------


def _squares(words: np.ndarray) -> np.ndarray:
    return (words[:, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)).astype(np.float32)


def _pairs(words: np.ndarray) -> np.ndarray:
    """The squares of up to two tokens; 64 stands for none."""
    found = np.full((len(words), 2), 64, dtype=np.int64)
    for i, cells in enumerate(_squares(words)):
        places = np.flatnonzero(cells)
        found[i, : len(places)] = places
    return found


def fit(files: list[str]) -> None:
    import torch
    import torch.nn.functional as func
    from torch import nn

    torch.manual_seed(0)
    rows = np.concatenate([np.load(file) for file in files])
    rows = rows[rows[:, 6] < LATEST]
    counted = np.array([features(_state(row)) for row in rows], dtype=np.float32)
    mean, spread = counted.mean(0), counted.std(0) + 1e-6
    mean[0], spread[0] = 0, 1  # the feature that is always 1

    board = np.array([BOARD], dtype=np.uint64)
    broken = torch.tensor(1 - _squares(board) * (1 - _squares(rows[:, 2])))
    tokens = torch.tensor(np.concatenate([_pairs(rows[:, 0]), _pairs(rows[:, 1])], axis=1))
    scaled = torch.tensor((counted - mean) / spread)
    mover, won = (torch.tensor(rows[:, i].astype(np.float32)) for i in (3, 4))
    strength = torch.tensor(np.log(rows[:, 7].astype(np.float32) / 100_000))

    numbers = np.arange(64).reshape(8, 8)
    images = [np.rot90(each, k) for each in (numbers, numbers.T) for k in range(4)]
    come = [torch.tensor(image.reshape(-1).copy()) for image in images]
    go = [torch.cat([torch.argsort(each), torch.tensor([64])]) for each in come]
    window = torch.tensor(
        [
            [(r + i) * 14 + c + j for i in range(7) for j in range(7)]
            for r in range(8)
            for c in range(8)
        ]
        + [[0] * 49]
    )
    away = torch.full((65, 65), 225)
    for a in range(64):
        for b in range(64):
            away[a, b] = (b // 8 - a // 8 + 7) * 15 + b % 8 - a % 8 + 7

    class Net(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.around = nn.ModuleList(nn.Linear(49, WIDTH) for _ in range(2))
            self.others = nn.ModuleList(nn.Embedding(226, WIDTH, 225) for _ in range(4))
            for each in self.others:
                nn.init.normal_(each.weight, std=0.05)
                each.weight.data[225] = 0
            self.moves = nn.Parameter(torch.zeros(2, WIDTH))
            self.mix = nn.Linear(2 * WIDTH + scaled.shape[1] + 2, HIDDEN)
            self.out = nn.Linear(HIDDEN, 1)

        def forward(self, some: Any, image: int) -> Any:
            at = go[image][tokens[some]]
            ice = broken[some][:, come[image]].view(-1, 8, 8)
            ice = func.pad(ice, (3, 3, 3, 3), value=1.0).reshape(len(some), -1)
            seen = []
            for kind in range(2):
                total = 0
                for i in range(2):
                    me = at[:, 2 * kind + i]
                    sees = self.around[kind](ice.gather(1, window[me]))
                    for j in range(4):
                        if j != 2 * kind + i:
                            sees = sees + self.others[2 * kind + j // 2](away[me, at[:, j]])
                    sees = func.relu(sees + mover[some, None] * self.moves[kind])
                    total = total + sees * (me < 64)[:, None]
                seen.append(total)
            rest = scaled[some], mover[some, None], strength[some, None]
            hidden = func.relu(self.mix(torch.cat([*seen, *rest], 1)))
            return self.out(func.dropout(hidden, 0.2, self.training))[:, 0]

    held = torch.tensor(rows[:, 5] % np.uint64(10) == 0)
    learning, unseen = (~held).nonzero()[:, 0], held.nonzero()[:, 0]
    net = Net()
    steps = ROUNDS * (len(learning) // BATCH + 1)
    descent = torch.optim.AdamW(net.parameters(), RATE, weight_decay=DECAY)
    pace = torch.optim.lr_scheduler.OneCycleLR(descent, RATE, total_steps=steps)
    for turn in range(ROUNDS):
        net.train()
        for some in learning[torch.randperm(len(learning))].split(BATCH):
            image = int(torch.randint(8, (1,)))
            loss = func.binary_cross_entropy_with_logits(net(some, image), won[some])
            descent.zero_grad()
            loss.backward()
            descent.step()
            pace.step()
        net.eval()
        with torch.no_grad():
            said = torch.cat([net(some, 0) for some in unseen.split(4096)])
        loss = func.binary_cross_entropy_with_logits(said, won[unseen])
        share = won[unseen].mean()
        constant = -(share * share.log() + (1 - share) * (1 - share).log())
        print(f"{turn + 1}/{ROUNDS}: {loss:.4f}, a constant {constant:.4f}", flush=True)
    _write({name: each.detach().numpy() for name, each in net.named_parameters()}, mean, spread)


def _state(row: np.ndarray) -> State:
    return State(row[0], row[1], row[2], int(row[3]), 0, 0)


def _write(net: dict[str, np.ndarray], mean: np.ndarray, spread: np.ndarray) -> None:
    """The weights for `chances.py`, with the scaling and the seals' strength applied."""
    kinds, mix = (0, 1), net["mix.weight"]
    counted = mix[:, 2 * WIDTH : -2] / spread
    always = net["mix.bias"] - counted @ mean + STRONG * mix[:, -1]
    around = [net[f"around.{k}.weight"].T.reshape(7, 7, WIDTH) for k in kinds]
    others = [
        [net[f"others.{2 * k + j}.weight"][:225].reshape(15, 15, WIDTH) for j in kinds]
        for k in kinds
    ]
    found = Weights(
        around=np.array(around, dtype=np.float16),
        others=np.array(others, dtype=np.float16),
        alone=np.array(
            [[net[f"around.{k}.bias"] + m * net["moves"][k] for m in kinds] for k in kinds]
        ),
        seen=mix[:, : 2 * WIDTH].T,
        counted=counted.T,
        anyway=np.array([always + m * mix[:, -2] for m in kinds], dtype=np.float32),
        out=net["out.weight"][0],
        base=net["out.bias"][0],
    )
    np.savez_compressed("chances.npz", **found._asdict())
    print("wrote chances.npz; it belongs into games/seals/data")


if __name__ == "__main__":
    if sys.argv[1] == "play":
        play(int(sys.argv[2]), float(sys.argv[3]), sys.argv[4])
    else:
        fit(sys.argv[2:])
