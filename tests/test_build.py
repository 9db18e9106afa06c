"""The wheel: it holds every file of the package, and its catalogues are compiled."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from email.message import Message
from email.parser import BytesParser
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

import icefield
from icefield.locale.catalogue import compiled

from .timeouts import HANG_S

SOURCE = Path(icefield.__file__).parent
ROOT = SOURCE.parents[1]
CHECKING_ONLY = "server/web/types/"
"""What the wheel leaves out: types that only the check of the scripts reads."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel made of the sdist, unpacked."""
    folder = tmp_path_factory.mktemp("wheel")
    spec = spec_from_file_location("distributions", ROOT / "scripts" / "distributions.py")
    assert spec is not None
    assert spec.loader is not None
    distributions = module_from_spec(spec)
    spec.loader.exec_module(distributions)
    sdist, file = distributions.build(folder)
    assert sdist.name.endswith(".tar.gz")
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


@pytest.mark.slow
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
        timeout=HANG_S,
        check=False,
    )
    from icefield.core.message import message

    words = message("core.game_over").text("de"), message("seals.seat.seals").text("fr")
    assert (done.stderr, done.stdout) == ("", " ".join(words) + "\n")


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Message:
    (file,) = wheel.glob("*.dist-info/METADATA")
    with file.open("rb") as stream:
        return BytesParser().parse(stream)


def test_the_metadata_names_both_licences_and_the_wheel_has_their_texts(
    wheel: Path, metadata: Message
) -> None:
    assert metadata["License-Expression"] == "MIT AND OFL-1.1"
    texts = metadata.get_all("License-File", [])
    fonts = {path.parent.relative_to(ROOT).as_posix() for path in SOURCE.rglob("*.[ot]tf")}
    assert set(texts) == {"LICENSE"} | {f"{folder}/OFL.txt" for folder in fonts}
    (folder,) = wheel.glob("*.dist-info/licenses")
    for text in texts:
        assert (folder / text).read_bytes() == (ROOT / text).read_bytes()


def test_the_metadata_says_where_the_project_is_and_what_it_runs_on(metadata: Message) -> None:
    links = dict(link.split(", ") for link in metadata.get_all("Project-URL", []))
    assert {"Homepage", "Documentation", "Repository", "Issues", "Changelog"} <= links.keys()
    assert all(link.startswith("https://") for link in links.values())
    classifiers = metadata.get_all("Classifier", [])
    for version in ("3.11", "3.12", "3.13", "3.14"):
        assert f"Programming Language :: Python :: {version}" in classifiers
    assert sum(line.startswith("Operating System ::") for line in classifiers) == 3


def test_a_light_installation_needs_few_packages(metadata: Message) -> None:
    wanted = [line for line in metadata.get_all("Requires-Dist", []) if "extra ==" not in line]
    named = {line.partition(">")[0] for line in wanted}
    assert named == {"numba", "numpy", "platformdirs", "polib"}
    assert {"all", "picture", "press", "server", "test", "tui"} <= {
        *metadata.get_all("Provides-Extra", [])
    }
