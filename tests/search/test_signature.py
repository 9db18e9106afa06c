"""The signature of the searches: nodes over fixed positions.

A commit that changes it quotes it. It is in `signature.json` beside this file;
ICEFIELD_GOLDEN=write writes it again.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import icefield
from icefield.search.signature import positions, signature

FILE = Path(__file__).parent / "signature.json"


@pytest.fixture(scope="module")
def found() -> dict[str, object]:
    return signature()


def test_the_signature_is_the_stored_one(found: dict[str, object]) -> None:
    print(f"search signature: {found['nodes']} nodes, {found['visits']} visits")
    if os.environ.get("ICEFIELD_GOLDEN") == "write":
        text = json.dumps(found, indent=1, ensure_ascii=False)
        FILE.write_text(text + "\n", encoding="utf-8")
    stored = json.loads(FILE.read_text(encoding="utf-8"))
    assert found == stored, "a search changed: ICEFIELD_GOLDEN=write, and quote the new signature"


def test_the_signature_is_the_same_every_time(found: dict[str, object]) -> None:
    assert signature() == found


def test_every_game_has_positions_that_are_different_and_going_on() -> None:
    assert {*positions()} == {*icefield.keys()}
    for key, (searches, texts) in positions().items():
        assert searches
        assert len(set(texts)) == len(texts) >= 3
        for text in texts:
            position = icefield.game(key).read(text)
            assert str(position) == text
            assert position.turn is not None
            assert len(position.moves()) > 1


def test_every_position_is_searched(found: dict[str, object]) -> None:
    for row in found["positions"]:  # type: ignore[attr-defined]
        searches, _ = positions()[row["game"]]
        assert any(name in row for name in searches)
