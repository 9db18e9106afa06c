"""The wheel: it holds every file of the package, and its catalogues are compiled."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import icefield
from icefield.locale.catalogue import compiled

SOURCE = Path(icefield.__file__).parent
ROOT = SOURCE.parents[1]
CHECKING_ONLY = "server/web/types/"
"""What the wheel leaves out: types that only the check of the scripts reads."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, unpacked."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"]
    command += ["--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", str(folder)]
    subprocess.run([*command, str(ROOT)], check=True, capture_output=True, timeout=300)
    (file,) = folder.glob("*.whl")
    with zipfile.ZipFile(file) as archive:
        archive.extractall(folder / "unpacked")
    return folder / "unpacked"


def files(package: Path) -> set[str]:
    """All files below a folder, but for what Python makes of them."""
    return {
        str(path.relative_to(package))
        for path in package.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }


def test_the_wheel_has_every_file_and_a_compiled_one_beside_each_catalogue(wheel: Path) -> None:
    source = {name for name in files(SOURCE) if not name.startswith(CHECKING_ONLY)}
    catalogues = {name for name in source if name.endswith(".po")}
    assert len(catalogues) > 80
    made = {name.removesuffix(".po") + ".mo" for name in catalogues}
    assert files(wheel / "icefield") == source | made


def test_the_catalogues_of_the_wheel_are_those_of_the_source(wheel: Path) -> None:
    for po in SOURCE.rglob("*.po"):
        mo = wheel / "icefield" / po.relative_to(SOURCE).with_suffix(".mo")
        assert mo.read_bytes() == compiled(po), po


def test_the_wheel_reads_its_compiled_catalogues(wheel: Path) -> None:
    code = (
        "import sys\n"
        "from icefield.core.message import message\n"
        "import icefield\n"
        f"assert icefield.__file__.startswith({str(wheel)!r})\n"
        "print(message('core.game_over').text('de'), message('seals.seat.seals').text('fr'))\n"
        "assert 'babel' not in sys.modules\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(wheel), "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    from icefield.core.message import message

    words = message("core.game_over").text("de"), message("seals.seat.seals").text("fr")
    assert (done.stderr, done.stdout) == ("", " ".join(words) + "\n")
