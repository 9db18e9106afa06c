"""Information-set UCT where a position of the game comes back."""

from __future__ import annotations

import icefield
from icefield.core.game import Position
from icefield.search import Limits
from icefield.search.mcts import isuct

BLOCKED = (
    "seats=2 goal=3 tiles=dealt phase=turn turns=236 first=0 active=0"
    " floes=a1:56:ff,a2:10:f,a3:33,a4:12,b6:36:rb,b7:5:f,c2:38:fb,d3:35,d4:37,d5:9:b,g7:21:rb"
    ",h2:14,h3:36,h4:42:b,h5:26:ff,i1:11 diomede=rrff"
    " explorers=chini.h3.naukan/mitletukeruk.naukan.uelen packs=-/-"
    " deck=111:1,011:1,001:1,100:2,010:2,110:3,200:1,D110:1"
)
"""A position of `strait` in which two bots of level 7 and 8 turned the floe on a4 to and fro for
700 turns: each turn of one opened a way, and each of the other closed it."""
CYCLE = ("turn:a4:ccw", "end", "turn:a4:cw", "end")


def repeated(times: int) -> Position:
    """The position after so many rounds to and fro."""
    position = icefield.game("strait").read(BLOCKED)
    for move in CYCLE * times:
        position = position.play(move)
    return position


def test_a_seat_stops_going_to_and_fro() -> None:
    limits = Limits(nodes=180)
    assert isuct.search(repeated(0), limits, seed=1).best.text == CYCLE[0]
    assert isuct.search(repeated(12), limits, seed=1).best.text != CYCLE[0]


def test_a_repetition_is_not_as_bad_as_a_loss() -> None:
    report = isuct.search(repeated(40), Limits(nodes=60), seed=1)
    assert report.payoffs is not None
    assert min(report.payoffs) > -1
    assert min(each.value for each in report.rated if each.visits) > -1
