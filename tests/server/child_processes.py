"""The processes that a process has started."""

from __future__ import annotations

from pathlib import Path


def children_of(pid: int) -> list[int]:
    """The child processes of a process, without the resource tracker."""
    found = [int(p.parent.name) for p in Path("/proc").glob("[0-9]*/stat") if _parent(p) == pid]
    return [each for each in found if b"spawn_main" in _command(each)]


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def _parent(stat: Path) -> int:
    try:
        return int(stat.read_text().rpartition(")")[2].split()[1])
    except OSError:  # it has ended meanwhile
        return 0
