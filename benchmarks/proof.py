"""The speed of proof-number search on `seals` by threads, beside a C++ solver.

`python benchmarks/proof.py [SECONDS] [MB]`. The search works on the position after b2-c3 with an
empty table of that size; each line is a run of its own.
"""

from __future__ import annotations

import os
import sys

import icefield
from icefield.search.proof import dfpn
from icefield.search.proof.parallel import ParallelProof

CPP = 400_000
"""Positions a second and core that an independent C++ solver was reported to reach."""


def rate(jobs: int, seconds: float, megabytes: int) -> float:
    """Positions a second with so many threads."""
    position = icefield.game("seals").start().play("b2-c3")
    proofs = ParallelProof(position, dfpn.new_proof_table(megabytes), jobs=jobs)
    proofs.run(seconds)
    return proofs.nodes / seconds


def main(seconds: float, megabytes: int) -> None:
    rate(1, 0.5, 1)  # compile
    one = 0.0
    for jobs in sorted({1, os.cpu_count() or 1}):
        found = rate(jobs, seconds, megabytes)
        one = one or found
        print(
            f"{jobs:3} threads {found:12,.0f} positions/s"
            f"   {found / one:5.2f} x one thread   {found / jobs / CPP:5.2f} x C++ a core",
            flush=True,
        )


if __name__ == "__main__":
    main(
        float(sys.argv[1]) if len(sys.argv) > 1 else 20.0,
        int(sys.argv[2]) if len(sys.argv) > 2 else 2048,
    )
