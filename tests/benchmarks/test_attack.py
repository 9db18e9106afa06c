"""All attacks at once: nothing is lost, and other clients are served.

It takes half an hour in soak.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ..timeouts import ENDLESS_S

PROGRAM = Path(__file__).resolve().parents[2] / "benchmarks" / "attack.py"
SOAK = bool(os.environ.get("ICEFIELD_SOAK"))
SECONDS = 900 if SOAK else 6
ADDRESSES = [1, 20] if SOAK else [1]
FEW = ("frames", "pings", "read", "worth", "bots")
"""The attacks of the short form, which has few threads."""


@pytest.mark.xdist_group("load")
@pytest.mark.slow
@pytest.mark.parametrize("addresses", ADDRESSES)
def test_a_combined_attack_loses_nothing_and_others_are_served(
    tmp_path: Path, addresses: int, capsys: pytest.CaptureFixture[str]
) -> None:
    figures = tmp_path / "attack.json"
    how = ["--together", "--addresses", str(addresses), "--seconds", str(SECONDS)]
    few = ["--people", "2", "--bot-tables", "1", "--quiet-seconds", str(max(3, SECONDS // 10))]
    if not SOAK:
        few += [part for name in FEW for part in ("--attack", name)]
    command = [sys.executable, str(PROGRAM), *how, *few, "--json", str(figures)]
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, timeout=SECONDS * 3 + ENDLESS_S
    )
    assert done.returncode == 0, done.stdout + done.stderr
    with capsys.disabled():
        print(f"\n{addresses} addresses:\n{done.stdout}")
    found = json.loads(figures.read_text())
    assert found["server"]["tracebacks"] == 0
    for phase in ("quiet", "all"):
        told = found[phase]
        assert (told["lost"], told["doubled"]) == (0, 0), told
        assert told["moves"] > 0
        assert told["bot_answers"] > 0
        assert told["visitors"] > 0
        assert told["refused"] == 0, told
