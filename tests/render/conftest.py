"""Positions to draw, and the comparison with golden files.

Golden files are written anew by

    ICEFIELD_GOLDEN=write .venv/bin/python -m pytest tests/render -q

Look at them before committing: open tests/render/golden/*.svg in a browser, light and dark.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import takewhile, zip_longest
from pathlib import Path

import pytest

import icefield
from icefield import Scene

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = Path(__file__).resolve().parent / "golden"

_MIDDLE = "b2-d4 g2-f3 d4-c5 g7-g5 c5-c7 g5-g3 c7-d7 f3-d5 d7-e7 d5-b3"
_REST = "e7-e6 b3-c2 e6-f5 c2-d2 b7-c8 g3-h4 f5-h3 h4-h6 h3-f1 d2-e3 c8-e8 e3-e2 e8-f8 h6-f6 f8-f7"
_RECORDED = (  # a real game of torch, as in tests/games/torch
    "roll:5 roll:1 roll:3 roll:2 A@d4 A@b3 A@e1 A@a1 B@b2 B@c2 B@e5 B@c5 C@a3 C@a5 C@d1 "
    "C@e2 D@d3 D@b5 D@b4 D@c1 E@d5 E@a2 E@b1 E@a4 F@d2 F@e4 F@c4 F@e3 Ed5-c5 Db5-c5 Cd1-d2 "
    "Aa1-b2-d2 vote:5 vote:0 vote:0 vote:1 decline decline decline decline vote:A vote:A "
    "vote:A vote:S decline decline decline decline burn:d5 Ab3-a3-a4 Db4-a4 Dc1-e1 Bb2-a2 "
    "vote:1 vote:0 vote:1 vote:5 decline add2:0 decline add2:5 decline add1:0 decline "
    "decline decline vote:S vote:S vote:S vote:C decline decline decline burn:b5 Eb1-d1 "
    "De1-c1 Ad4-c4 Ca5-b4-c4 vote:5 vote:5 vote:5 vote:4 decline decline decline vote:M "
    "vote:M vote:M vote:C decline decline decline burn:b4 Dc1-b2-a2 Ca3-a5 c2>c3 Ed1-e2 "
    "vote:3 vote:3 vote:3 vote:2 decline decline decline vote:M vote:C vote:C vote:A add1:M "
    "decline add2:C add2:M decline add1:C add1:C burn:d4 "
)


def _recorded(count: int) -> str:
    return " ".join(_RECORDED.split()[:count])


GAMES = {
    "seals-start": "",
    "seals-middle": _MIDDLE,
    "seals-isolated": f"{_MIDDLE} {_REST} f6-e5",
    "seals-captured": "b7-c6 g7-h6 c6-c8 g2-f3 b2-d2 f3-f2 d2-c3 f2-d4 c3-c5 d4xc5",
    "torch-start": _recorded(2),
    "torch-placed": _recorded(28),
    "torch-sunk": _recorded(32),
    "torch-ballot": _recorded(55),
    "torch-coins": _recorded(62),
    "torch-middle": _recorded(63),
    "torch-tally": _recorded(112),
    "torch-end": _recorded(116) + " crown:C",
    "torch-score": "score:b4 score:a3",
    "torch-crowd": "",
    "strait-put": (
        "start:2 tile:13 tile:9 tile:21 tile:3 tile:7 tile:5 tile:3 tile:11 tile:9 tile:13 tile:5"
        " tile:7 card:110 put:g4:13 card:D110 put:c5:18 card:011"
    ),
    "strait-middle": "g2-g3 g3-h3 stop drift:c8-c5",
    "strait-bounce": "h5-h4 stop send:N",
    "strait-crowd": "",
    "strait-end": "a7-lavrentiya",
}
_REST_OF_STRAIT = (
    "diomede=rf stations=nuluk:r,wales:rf explorers=g2.wales.uelen/h5.tincity.nuluk"
    "/g3.wales.shishmaref/h2.ikpek.nuluk packs=rrf/rff/f/rf deck=111:1,001:1,110:2,D110:1"
)
FROM = {  # positions that such a game starts from, instead of the start
    "strait-middle": (
        "seats=4 goal=3 phase=turn turns=41 first=0 active=0 floes=a4:3:rf,b1:56:f,c8:33:rf,"
        f"f3:17,g2:25:r,g3:18:f,h2:7:rrr,h3:9,h5:40,i4:9:b,i7:24 {_REST_OF_STRAIT}"
    ),
    "strait-bounce": (
        "seats=4 goal=3 phase=turn turns=41 first=0 active=1 floes=a4:3:rf,b1:56:f,c8:33:rf,"
        f"f3:17,g2:25:r,g3:18:f,h2:7:rr,h4:9:b,h5:40,i4:9,i7:24 {_REST_OF_STRAIT}"
    ),
    "strait-crowd": (
        "seats=4 goal=3 phase=turn turns=9 first=1 active=3 floes=c3:3:rrrffbb,d5:56:bb,e6:21:rfb"
        ",f3:21:rrff,g3:18:f,h5:42:r diomede=rrff stations=nuluk:rff,wales:r explorers="
        "uelen.f3.naukan/uelen.f3.naukan/uelen.chini.wales/uelen.chini.wales packs=rrr/ff/f/-"
        " deck=100:1"
    ),
    "strait-end": (
        "seats=2 goal=3 phase=turn turns=60 first=0 active=0 floes=a7:20,c5:9:b,i7:24"
        " explorers=a7.uelen.chini/i7.nuluk.wales packs=rrf/rff deck=100:1"
    ),
    "torch-score": (
        "-,-,-,M2:CE,-/-,S5:SF+MD,-,-,M5:MA/M0:SA,C0:MF,-,S0,A0:MB+CA/-,-,M1,C2:SB+ME,-"
        "/-,-,-,C4:SE,- suits=SMC phase=score round=5 torch=C turn=C coins=120"
        " scores=2,3,0 rolls=512"
    ),
    "torch-crowd": (
        "S2:SA+MA+CA+AA+SB,S3:SC+SD,C1:SE+MB+CB,M2:MC+SF,M3:MD+CC+AB/S4:AC+AD,S5,A1:CD+CE,M4:ME,"
        "M5:AE/M0,C0,-,S0,A0/A2,A3,M1,C2,C3/A4,A5,S1,C4,C5 suits=SMCA phase=move round=2 torch=M"
        " turn=M coins=3213 scores=3,12,0,7 rolls=5132"
    ),
}


def position(name: str) -> icefield.Position:
    key = name.partition("-")[0]
    game = icefield.game(key)
    p = game.read(FROM[name]) if name in FROM else game.start(seats=game.seats[-1])
    for move in GAMES[name].split():
        p = p.play(move)
    return p


@pytest.fixture(params=GAMES)
def drawn(request: pytest.FixtureRequest) -> tuple[str, icefield.Scene]:
    """Each golden position: its name and its scene."""
    return request.param, position(request.param).scene()


@pytest.fixture
def scene_of() -> Callable[[str], icefield.Scene]:
    return lambda name: position(name).scene()


@pytest.fixture
def agree() -> Callable[[Path, str], None]:
    """Compare a drawing with its golden file, or write it when ICEFIELD_GOLDEN=write."""

    def check(path: Path, found: str) -> None:
        where = path.relative_to(ROOT)
        if os.environ.get("ICEFIELD_GOLDEN") == "write":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(found, encoding="utf-8")
            return
        again = "write it with ICEFIELD_GOLDEN=write and look at it before you commit"
        if not path.is_file():
            pytest.fail(f"{where} does not exist; {again}", pytrace=False)
        wanted = path.read_text(encoding="utf-8")
        if wanted != found:
            pytest.fail(
                f"the drawing differs from {where}; if that is meant, {again}\n"
                + _differences(wanted.splitlines(), found.splitlines()),
                pytrace=False,
            )

    return check


def _differences(wanted: list[str], found: list[str]) -> str:
    """The first lines that differ; of long lines, the part around the difference."""
    report: list[str] = []
    for number, (a, b) in enumerate(zip_longest(wanted, found, fillvalue=""), 1):
        if a != b and len(report) < 15:
            column = sum(
                1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(a, b, strict=False))
            )
            part = slice(max(column - 60, 0), column + 60)
            report += [
                f"line {number}, column {column + 1}",
                f"  golden {a[part]}",
                f"  now    {b[part]}",
            ]
    return "\n".join(report)


SceneOf = Callable[[str], Scene]


@pytest.fixture
def scene(scene_of: SceneOf) -> Scene:
    return scene_of("seals-middle")
