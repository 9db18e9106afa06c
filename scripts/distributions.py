"""Builds the sdist and its wheel, and tries the wheel in fresh environments.

    python scripts/distributions.py dist --python python3.12 --python python3.13

Without `--python` it is tried with the Python that runs this. Each environment first has the light
package: rules, perft, a game of bots, a drawing, and the sentence for a missing extra. Then the
extra `server` is added and the home page is fetched. Compiling is done anew, so a Python takes
minutes.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path

import icefield

ROOT = Path(__file__).resolve().parent.parent
LIMIT_S = 900


def build(out: Path) -> tuple[Path, Path]:
    """The sdist of the working tree, and the wheel made of what is in that sdist."""
    sdist = _hatchling(ROOT, "sdist", out)
    with tempfile.TemporaryDirectory() as folder, tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
        (unpacked,) = Path(folder).iterdir()
        return sdist, _hatchling(unpacked, "wheel", out)


def _hatchling(project: Path, target: str, out: Path) -> Path:
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out) as folder:
        command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", folder]
        subprocess.run(command, cwd=project, check=True, capture_output=True, timeout=LIMIT_S)
        (made,) = Path(folder).iterdir()
        return made.replace(out / made.name)


class Environment:
    """A fresh virtual environment with the wheel and an empty machine-code cache."""

    def __init__(self, folder: Path, python: str, wheel: Path):
        subprocess.run([python, "-m", "venv", str(folder / "venv")], check=True, timeout=LIMIT_S)
        self._folder = folder
        self._wheel = wheel
        self.python = folder / "venv" / "bin" / "python"
        self._variables: Mapping[str, str] = {
            **os.environ,
            "ICEFIELD_CACHE": str(folder / "cache"),
            "LANG": "C.UTF-8",
            "PYTHONWARNINGS": "error::DeprecationWarning:icefield",
        }

    def install(self, extra: str = "") -> int:
        """Install the wheel with an extra; return the size of all packages but pip, in MB."""
        wanted = f"{self._wheel}[{extra}]" if extra else str(self._wheel)
        command = [self.python, "-m", "pip", "install", "-q", "--disable-pip-version-check", wanted]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL, timeout=LIMIT_S)
        code = "import sysconfig; print(sysconfig.get_path('purelib'))"
        packages = Path(self.run("-c", code).strip())
        size = sum(
            file.stat().st_size
            for package in packages.iterdir()
            if not package.name.startswith(("pip", "setuptools", "pkg_resources"))
            for file in ([package] if package.is_file() else package.rglob("*"))
            if file.is_file() and file.suffix != ".pyc"
        )
        return round(size / 1e6)

    def run(self, *arguments: str, status: int = 0) -> str:
        """Run its Python outside the sources; return what it printed, errors included."""
        done = subprocess.run(
            [self.python, *arguments],
            cwd=self._folder,
            env=self._variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=LIMIT_S,
            check=False,
        )
        if done.returncode != status:
            raise SystemExit(f"{arguments}: status {done.returncode}, not {status}\n{done.stdout}")
        return done.stdout

    def program(self, *arguments: str, status: int = 0) -> str:
        return self.run("-m", "icefield", *arguments, status=status)

    def home_page(self) -> str:
        """Start the server, fetch its home page when it announces itself, and end it."""
        command = [self.python, "-m", "icefield", "serve", "--port", "0", "--database", "tables.db"]
        with subprocess.Popen(
            command, cwd=self._folder, env=self._variables, stderr=subprocess.PIPE, text=True
        ) as server:
            assert server.stderr is not None
            try:
                url = next(
                    re.findall(r"http://\S+", line) for line in server.stderr if "://" in line
                )
                with urllib.request.urlopen(url[0], timeout=60) as answer:
                    return str(answer.read().decode())
            finally:
                server.terminate()


def expect(holds: bool, what: str) -> None:
    if not holds:
        raise SystemExit(f"wrong: {what}")


def try_light(environment: Environment) -> None:
    """What works without any extra."""
    for key in sorted(icefield.keys()):
        table = json.loads((ROOT / "tests" / "games" / key / "perft.json").read_text("utf-8"))
        fewest = icefield.game(key).seats[0]
        start = next(
            each
            for each in table["tables"]
            if not {"options", "position"} & each.keys() and each.get("seats", fewest) == fewest
        )
        counted = environment.program("perft", key, "2")
        expect(counted.strip().endswith(str(start["counts"][1])), f"perft {key}: {counted}")
        environment.program("picture", "--position", key, "-o", f"{key}.svg")
    played = environment.program("play", "glide", "--bot", "1", "--side", "none", "--plain")
    expect("moves made" in played, f"a game: {played}")
    german = environment.program("rules", "seals", "S4", "--lang", "de")
    expect("Loch" in german, f"the compiled catalogues: {german}")
    for command, extra in (
        (("serve",), "server"),
        (("press", "seals"), "press"),
        (("picture", "--position", "seals", "-o", "seals.png"), "picture"),
    ):
        told = environment.program(*command, status=2)
        expect(f"pip install 'icefield[{extra}]'" in told, f"a missing extra: {told}")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--python", action="append", default=[])
    options = parser.parse_args(arguments)
    sdist, wheel = build(options.out.resolve())
    for made in (sdist, wheel):
        print(f"{made.name}: {made.stat().st_size / 1e6:.1f} MB", flush=True)
    for python in options.python or [sys.executable]:
        with tempfile.TemporaryDirectory() as folder:
            environment = Environment(Path(folder), python, wheel)
            size = environment.install()
            version = environment.run("-c", "import platform; print(platform.python_version())")
            try_light(environment)
            print(f"Python {version.strip()}: {size} MB, works", flush=True)
            size = environment.install("server")
            expect("<html" in environment.home_page(), "the home page")
            print(f"  with the extra server: {size} MB, serves", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
