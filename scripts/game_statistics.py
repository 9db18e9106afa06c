"""Puts fresh statistics into the README of every game, plots into docs/pictures.

    python scripts/game_statistics.py [--games N] [--levels A,B] [KEY …]

The options are those of `icefield stats`, which does the work.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

import icefield

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
HEADING = "## Statistics"
BEFORE = "## Figures"  # where a README has no such section yet, it comes before this one
TEXT = """\
{heading}

Games between equal bots, made with `make stats`; [what is counted]({up}docs/cli.md#stats). \
Lengths are mean ± standard deviation, with the median in brackets; other errors are two standard \
errors.

```text
{table}
```

{plots}
"""
PLOTS = {
    "lengths": "how long games last",
    "branching": "how many moves there are during the game",
    "seats": "what each seat wins",
}


def section(key: str, seats: int, table: str) -> str:
    """The section of a game's README."""
    up = "../../../../"
    plots = "\n\n".join(
        f"![{title}: {about}]({up}docs/pictures/{key}-{seats}-{name}.svg)"
        for title in [icefield.game(key).title]
        for name, about in PLOTS.items()
    )
    return TEXT.format(heading=HEADING, up=up, table=table, plots=plots)


def insert(text: str, new: str) -> str:
    """A README with its section on statistics replaced, or put in."""
    found = re.search(rf"^{HEADING}\n.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if found:
        rest = text[found.end() :]
        return text[: found.start()] + new + ("\n" + rest if rest else "")
    at = text.find(f"\n{BEFORE}\n")
    if at < 0:
        return f"{text.rstrip()}\n\n{new}"
    return f"{text[: at + 1]}{new}\n{text[at + 1 :]}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("keys", nargs="*", metavar="KEY")
    parser.add_argument("--games", default="100")
    parser.add_argument("--levels")
    options = parser.parse_args()
    for key in options.keys or icefield.keys():
        command = [sys.executable, "-m", "icefield", "stats", key, "--lang", "en"]
        command += ["--games", options.games, "--svg", str(PICTURES)]
        command += ["--levels", options.levels] if options.levels else []
        done = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", check=True)
        table = done.stdout.rstrip()
        seats = re.match(r".*, (\d+) seats$", table.splitlines()[0])
        assert seats is not None
        readme = ROOT / "src" / "icefield" / "games" / key / "README.md"
        new = section(key, int(seats[1]), table)
        readme.write_text(insert(readme.read_text("utf-8"), new), encoding="utf-8")
        print(table, flush=True)


if __name__ == "__main__":
    main()
