"""`icefield signature`: one line."""

from __future__ import annotations

import json

import pytest

from ..conftest import Run


def test_the_signature_is_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = {"nodes": 12, "visits": 34, "positions": []}
    monkeypatch.setattr("icefield.search.signature.signature", lambda: rows)
    assert run("signature").out == "search signature: 12 nodes, 34 visits\n"
    assert json.loads(run("signature", "--json").out) == rows
