"""The signature of the searches: nodes over fixed positions. A commit that changes it quotes it.

It is kept in `signature.json` beside this file; ICEFIELD_GOLDEN=write writes it anew."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from icefield.search import Limits, alphabeta, uct

from ..games.seals.positions import read

FILE = Path(__file__).parent / "signature.json"
DEPTH, ITERATIONS = 6, 4000
POSITIONS = (
    "4/s4b/8/8/8/8/s4b/4 s -",
    "4/s4b/8/8/3s4/2o5/o4b/4 b -",
    "4/oo1s1b/8/8/3s4/2o3b1/o3oo/4 s -",
    "4/oo1o1o/3s4/5b2/3o4/2os1b2/o3oo/4 b -",
    "4/oo1o1o/3o2o1/5bo1/3oo3/1so1sb2/o2ooo/2o1 s -",
    "os2/oo3o/ooo4o/o1oob2o/ooooo2o/ooo1ooo1/oooooo/oooo b -",
    "oo2/o2ooo/o1oooooo/oobo1ooo/o1sooooo/1o1ooso1/o2obo/2o1 s -",
    "o3/obo2o/1ooo2oo/oos1oooo/oooooooo/oooooooo/oooooo/oooo b -",
)


def signature() -> dict[str, Any]:
    rows = []
    for text in POSITIONS:
        position = read(text)
        deep = alphabeta.search(position, Limits(depth=DEPTH))
        wide = uct.search(position, Limits(nodes=ITERATIONS), seed=1)
        rows.append(
            {
                "position": text,
                "alphabeta": {"nodes": deep.nodes, "best": deep.best.text, "exact": deep.exact},
                "uct": {"visits": wide.rated[0].visits, "best": wide.best.text},
            }
        )
    return {
        "nodes": sum(row["alphabeta"]["nodes"] for row in rows),  # type: ignore[index]
        "visits": sum(row["uct"]["visits"] for row in rows),  # type: ignore[index]
        "positions": rows,
    }


def test_the_signature_is_the_stored_one() -> None:
    found = signature()
    print(f"search signature: {found['nodes']} nodes, {found['visits']} visits")
    if os.environ.get("ICEFIELD_GOLDEN") == "write":
        FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    stored = json.loads(FILE.read_text(encoding="utf-8"))
    assert found == stored, "a search changed: ICEFIELD_GOLDEN=write, and quote the new signature"


def test_the_signature_is_the_same_every_time() -> None:
    assert signature() == signature()


def test_the_positions_are_different_and_going_on() -> None:
    assert len(set(POSITIONS)) == len(POSITIONS) == 8
    for text in POSITIONS:
        assert str(read(text)) == text
        assert read(text).turn is not None
