"""`icefield press`: files are written, and what is wrong is told in one line."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from icefield.cli.main import main


@pytest.fixture(autouse=True)
def _in_an_empty_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", "C.UTF-8")


def test_a_pdf_is_written_with_a_name_of_its_own(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["press", "seals", "--lang", "de"]) == 0
    assert capsys.readouterr().out.startswith("seals-a4-de.pdf: ")
    assert (tmp_path / "seals-a4-de.pdf").read_bytes().startswith(b"%PDF-")


def test_models_are_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["press", "torch", "--format", "stl", "--out", "deep/stl", "--size", "10,5"]) == 0
    files = sorted(file.name for file in (tmp_path / "deep" / "stl").iterdir())
    assert files == [f"torch-pyramid-{letter}.stl" for letter in "abcdef"]
    assert main(["press", "torch", "--format", "3mf"]) == 0
    assert (tmp_path / "torch.3mf").read_bytes().startswith(b"PK")


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["nothing"], "unknown-game", "nothing"),
        (["seals", "--paper", "a3"], "usage", "a3"),
        (["seals", "--format", "obj"], "usage", "obj"),
        (["seals", "--size", "20"], "usage", "--size"),
        (["seals", "--clearance", "0.2"], "usage", "--clearance"),
        (["glide", "--format", "stl", "--size", "900"], "bad-option", "16 to 60"),
        (["glide", "--format", "3mf", "--clearance", "9"], "bad-option", "0.05 to 1"),
        (["glide", "--format", "3mf", "--size", "big"], "usage", "big"),
        (["glide", "--format", "3mf", "--size", "-1"], "usage", "-1"),
        (["glide", "--format", "3mf", "--size", "nan"], "usage", "nan"),
        (["torch", "--format", "3mf", "--out", "."], "file", "."),
    ],
)
def test_what_is_wrong_is_told(
    arguments: list[str], code: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["press", *arguments]) == 2
    told = capsys.readouterr().err
    assert told.startswith("icefield: ")
    assert told.endswith(f"[{code}]\n")
    assert told.count("\n") == 1
    assert said in told


def test_the_program_starts_without_the_packages() -> None:
    """They are imported only where something is printed."""
    import subprocess

    code = (
        "import sys\n"
        "for name in ('fpdf', 'fontTools', 'manifold3d'):\n"
        "    sys.modules[name] = None\n"
        "from icefield.cli.main import main\n"
        "raise SystemExit(main(['press', '--help']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "--clearance" in done.stdout
