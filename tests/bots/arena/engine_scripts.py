"""Small outside engines, good and bad, as commands for the arena."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

OURS = f"{shlex.quote(sys.executable)} -m icefield engine"
"""Our own engine as an outside one; the key follows."""

_TALK = """\
import sys, time
log = open({log!r}, "a")
for line in sys.stdin:
    log.write(line)
    log.flush()
    word = line.split()[0]
    if word == "ugi":
        {on_ugi}
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        {on_go}
    elif word == "quit":
        break
"""
HELLO = 'print("id name script\\nugiok", flush=True)'
KINDS = {
    "illegal": (HELLO, 'print("info depth 1\\nbestmove z9-z8", flush=True)'),
    "nothing": (HELLO, 'print("bestmove", flush=True)'),
    "crash": (HELLO, "sys.exit(3)"),
    "hang": (HELLO, "time.sleep(1000)"),
    "mute": ("time.sleep(1000)", "pass"),
    "dead": ("sys.exit(1)", "pass"),
    "junk": (
        'sys.stdout.buffer.write(b"\\xff\\xfe\\n"); sys.stdout.flush(); ' + HELLO,
        'sys.stdout.buffer.write(b"bestmove \\xff\\n"); sys.stdout.flush()',
    ),
}


def script(folder: Path, kind: str, on_go: str | None = None) -> str:
    """The command that starts such an engine. What it is told stands in `<kind>.log`."""
    on_ugi, usual = KINDS.get(kind, (HELLO, ""))
    text = _TALK.format(log=str(folder / f"{kind}.log"), on_ugi=on_ugi, on_go=on_go or usual)
    file = folder / f"{kind}.py"
    file.write_text(text, encoding="utf-8")
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(file))}"


def told(folder: Path, kind: str) -> list[str]:
    """What an engine was told."""
    return (folder / f"{kind}.log").read_text(encoding="utf-8").splitlines()
