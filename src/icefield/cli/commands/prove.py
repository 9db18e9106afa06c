"""`icefield solve KEY --start` or `--prove`: prove whether the first seat wins.

The proof-number search can be interrupted and resumed. `--verify` checks a strategy file.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ...core.message import message
from ..arguments import Commands, Parser, read_position
from ..console import BadUsage, Console, file_trouble
from ..record_files import read_bytes

if TYPE_CHECKING:
    from ...core.game import Position
    from ...search.proof.parallel import ParallelProof, Progress

_MEGABYTES: Final = 1024
_KEEP: Final = 30.0  # seconds between two checkpoints
_TENTH: Final = 0.1
_MAX_WORK_BYTES: Final = 2**30


def add(commands: Commands, parser: Parser) -> None:
    """Add the options of `solve` that belong to proofs."""
    commands.flag(parser, "--start", "cli.prove.start")
    commands.flag(parser, "--prove", "cli.prove.prove")
    many = commands.whole(1, 256)
    parser.add_argument("--jobs", metavar="N", type=many, help=commands.text("cli.prove.jobs"))
    parser.add_argument(
        "--memory",
        metavar="MB",
        type=commands.whole(1, 1 << 20),
        default=_MEGABYTES,
        help=commands.text("cli.prove.memory"),
    )
    parser.add_argument(
        "--believe",
        metavar="LINE",
        action="append",
        default=[],
        help=commands.text("cli.prove.believe"),
    )
    commands.flag(parser, "--given", "cli.prove.given")
    for name in ("work", "strategy", "verify"):
        parser.add_argument(f"--{name}", metavar="FILE", help=commands.text(f"cli.prove.{name}"))
    commands.flag(parser, "--sample", "cli.prove.sample")


def prove(options: argparse.Namespace, console: Console) -> int:
    """Prove and print; Ctrl-C writes a checkpoint if `--work` is given, status 130."""
    from ...core.errors import BadOption
    from ...games import game
    from ...search.proof import dfpn
    from ...search.proof.lookup import preload
    from ...search.proof.parallel import ParallelProof, can_prove
    from ..interruptible import Work

    if options.start and options.position:
        raise BadUsage(message("cli.prove.either"))
    if options.given and options.strategy:
        raise BadUsage(message("cli.prove.incomplete"))
    position = read_position(game(options.key), options.position or None)
    if not can_prove(position):
        raise BadOption(message("cli.prove.unable", game=position.game.title))
    jobs = options.jobs or os.cpu_count() or 1
    lines = [line.split() for line in options.believe]
    known = dfpn.new_proof_table(options.memory)
    if options.given and not preload(position, known):
        raise BadOption(message("cli.prove.nothing_given", game=position.game.title))
    proofs = ParallelProof(position, known, jobs=jobs, believed=lines)
    keeper = _Keeper(options.work, proofs)
    show = _Show(console)
    stop = threading.Event()

    def on_progress(progress: Progress) -> None:
        show.progress = progress
        keeper.maybe()

    began = time.monotonic()
    work = Work(lambda: proofs.run(options.seconds, stop=stop, on_progress=on_progress), stop)
    value = work.wait(show.tick)
    show.clear()
    keeper.keep()
    seconds = time.monotonic() - began
    if options.json:
        found = {"position": str(position), "value": value, "nodes": proofs.nodes}
        console.say(json.dumps({**found, "seconds": round(seconds, 1)}))
    else:
        said = {True: "won", False: "lost", None: "open"}[value]
        who = position.game.seat_name(0)
        console.say(message(f"cli.prove.{said}", who=who))
        number = _grouped(proofs.nodes)
        console.say(
            message("cli.solve.effort", n=proofs.nodes, number=number, seconds=f"{seconds:.1f}")
        )
    if work.interrupted:
        return 130
    if value and options.strategy:
        return _write(options, console, position, proofs)
    return 0


def _write(
    options: argparse.Namespace, console: Console, position: Position, proofs: ParallelProof
) -> int:
    """Extract the strategy from a finished proof and write it."""
    from ...search.proof.strategy_file import Extraction, Interrupted
    from ..interruptible import Work

    stop = threading.Event()
    jobs = options.jobs or os.cpu_count() or 1
    extraction = Extraction(position, proofs.known, jobs=jobs)
    show = _Show(console)
    work = Work(lambda: extraction.run(stop=stop, on_progress=show.answers), stop)
    try:
        content = work.wait(show.tick)
    except Interrupted:
        return 130
    finally:
        show.clear()
    _put(Path(options.strategy), content)
    header = json.loads(content.split(b"\n", 1)[0])
    console.say(
        message(
            "cli.prove.written",
            file=options.strategy,
            positions=_grouped(header["positions"]),
            bytes=_grouped(len(content)),
        )
    )
    return 0


def verify(options: argparse.Namespace, console: Console) -> int:
    """Check a strategy file: all of its leaves, or a tenth of them."""
    from ...analysis.strategy_check import CheckStopped, check
    from ..interruptible import Work

    stop = threading.Event()
    show = _Show(console)
    work = Work(
        lambda: check(
            options.verify,
            share=_TENTH if options.sample else 1.0,
            seed=int(time.time()),
            workers=options.jobs or os.cpu_count() or 1,
            on_progress=show.checking,
            stop=stop,
        ),
        stop,
    )
    try:
        checked = work.wait(show.tick)
    except CheckStopped:
        return 130
    finally:
        show.clear()
    if options.json:
        console.say(json.dumps({name: getattr(checked, name) for name in checked.__slots__}))
        return 0
    console.say(
        message(
            "cli.prove.verified",
            start=checked.start,
            positions=_grouped(checked.positions),
            leaves=_grouped(checked.leaves_checked),
            of=_grouped(checked.leaves),
            seconds=f"{checked.seconds:.1f}",
        )
    )
    return 0


def _grouped(number: int) -> str:
    return f"{number:,}".replace(",", " ")


def _put(path: Path, content: bytes) -> None:
    """Write a file atomically."""
    beside = path.with_name(path.name + ".new")
    try:
        beside.write_bytes(content)
        beside.replace(path)
    except OSError as error:
        raise file_trouble(error, str(path)) from error


class _Keeper:
    """Writes checkpoints of a proof, and resumes from an existing one."""

    def __init__(self, name: str | None, proofs: ParallelProof):
        self._path = Path(name) if name else None
        self._proofs = proofs
        self._kept = time.monotonic()
        if self._path is not None and self._path.exists():
            try:
                proofs.resume(json.loads(read_bytes(str(self._path), _MAX_WORK_BYTES)))
            except OSError as error:
                raise file_trouble(error, str(self._path)) from error
            except (ValueError, KeyError, TypeError) as error:
                raise BadUsage(message("cli.prove.bad_work", file=str(self._path))) from error

    def maybe(self) -> None:
        if time.monotonic() - self._kept >= _KEEP:
            self.keep()

    def keep(self) -> None:
        if self._path is not None:
            _put(self._path, json.dumps(self._proofs.to_json()).encode())
            self._kept = time.monotonic()


class _Show:
    """A progress line on standard error; on a terminal only."""

    def __init__(self, console: Console):
        self._console = console
        self._shown = False
        self._words = ""
        self.progress: Progress | None = None

    def answers(self, done: int, waiting: int) -> None:
        self._words = self._console.text(
            message("cli.prove.taking", positions=_grouped(done), waiting=waiting)
        )

    def checking(self, what: str, done: int, total: int) -> None:
        self._words = self._console.text(
            message(f"cli.prove.checking_{what}", done=done, total=total)
        )

    def tick(self, passed: float) -> None:
        if not sys.stderr.isatty():
            return
        if self.progress is not None:
            self._words = self._console.text(
                message(
                    "cli.prove.progress",
                    millions=self.progress.nodes // 1_000_000,
                    seconds=round(passed),
                    proof=self.progress.pn,
                    refutation=self.progress.dn,
                    decided=self.progress.decided,
                )
            )
        self._console.note(f"\r\x1b[K{self._words}", end="")
        self._shown = True

    def clear(self) -> None:
        if self._shown:
            self._console.note("\r\x1b[K", end="")
            self._shown = False
