"""The notebook runs from its first cell to its last, as a reader would run it."""

from __future__ import annotations

import os
import subprocess
import sys

import nbformat
import pytest

from .documents import ROOT

NOTEBOOK = ROOT / "docs" / "first_policy.ipynb"
RUN = """
import sys
import nbformat
from nbclient import NotebookClient

book = nbformat.read(sys.argv[1], 4)
NotebookClient(book, timeout=None, kernel_name="python3").execute()
nbformat.write(book, sys.argv[2])
"""


@pytest.mark.slow
def test_the_notebook_runs_and_learns(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("notebook")
    made = folder / "made.ipynb"
    one_thread = {f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL")}
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(NOTEBOOK), str(made)],
        cwd=folder,
        env={**os.environ, **one_thread, "IPYTHONDIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    outputs = [o for cell in nbformat.read(made, 4).cells for o in cell.get("outputs", [])]
    pictures = [o for o in outputs if "image/svg+xml" in o.get("data", {})]
    assert len(pictures) == 3, "positions draw themselves"
    told = "".join(o.get("text", "") for o in outputs)
    assert "stands on the goal" in told or "wins" in told or "draw" in told, told


def test_the_notebook_is_stored_with_what_it_shows() -> None:
    cells = [c for c in nbformat.read(NOTEBOOK, 4).cells if c.cell_type == "code"]
    assert [c.execution_count for c in cells] == list(range(1, len(cells) + 1))
    assert not any(o.output_type == "error" for c in cells for o in c.outputs)
