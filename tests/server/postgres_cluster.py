"""A PostgreSQL of the tests: a cluster in a temporary folder, by its socket.

There is one for each process that runs tests, started when the first test asks for it.
"""

from __future__ import annotations

import itertools
import os
import pwd
import runpy
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg
import pytest
from sqlalchemy.engine import make_url

from icefield.server.storage.event_log import Store
from icefield.server.storage.migrations import upgrade

from ..timeouts import HANG_S

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "postgres.py"
OPTIONS = {
    "listen_addresses": "",
    "max_connections": "200",
    "shared_buffers": "32MB",
    "fsync": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
}


def programs() -> Path:
    """Where PostgreSQL is installed."""
    found = runpy.run_path(str(SCRIPT))["find"]()
    if found is None:
        pytest.fail("no PostgreSQL is installed; `make postgres` says how to get one")
    return Path(found)


class Cluster:
    """A running PostgreSQL; `url(name)` is the address of one of its databases.

    It may forget the last moments when it is stopped, unless it is `careful`, as it is outside of
    tests.
    """

    def __init__(self, *, careful: bool = False) -> None:
        self._options = {**OPTIONS, "synchronous_commit": "on" if careful else "off"}
        self._numbers = itertools.count(1)
        self._template = ""
        self.folder = Path(tempfile.mkdtemp(prefix="icefield-"))  # short: it holds a socket
        self._run_as: dict[str, int] = {}
        if os.geteuid() == 0:  # PostgreSQL does not run as root
            user = pwd.getpwnam("postgres")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self._run_as = {"user": user.pw_uid, "group": user.pw_gid}
        self._programs = programs()
        data = str(self.folder / "data")
        make = ["-D", data, "-U", "icefield", "-A", "trust", "-E", "UTF8"]
        self._call([self._programs / "initdb", *make, "--locale=C.UTF-8", "--no-sync"])
        self._log = (self.folder / "log").open("wb")
        self.start()

    def start(self) -> None:
        """Start, and wait until it answers."""
        options = [f"--{name}={value}" for name, value in self._options.items()]
        self._server = subprocess.Popen(
            [self._programs / "postgres", "-D", self.folder / "data", "-k", self.folder, *options],
            stdout=self._log,
            stderr=self._log,
            cwd=self.folder,
            **self._run_as,  # type: ignore[call-overload]
        )
        self._wait()

    def stop(self) -> None:
        """End at once, without a message to connected clients."""
        self._server.send_signal(signal.SIGQUIT)
        self._server.wait(HANG_S)

    def _call(self, command: list[Path | str]) -> None:
        done = subprocess.run(
            command,
            check=False,
            capture_output=True,
            cwd=self.folder,
            **self._run_as,  # type: ignore[call-overload]
        )
        assert done.returncode == 0, done.stderr.decode()

    def _wait(self) -> None:
        end = time.monotonic() + HANG_S
        while True:
            try:
                psycopg.connect(self.url("postgres")).close()
                return
            except psycopg.OperationalError:
                assert self._server.poll() is None, (self.folder / "log").read_text()
                assert time.monotonic() < end, "PostgreSQL does not start"
                time.sleep(0.05)

    def url(self, name: str) -> str:
        return f"postgresql://icefield@/{name}?host={self.folder}"

    def sql(self, command: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """Run a command; what it found."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            found = connection.execute(command.encode())
            return found.fetchall() if found.description else []

    def empty(self) -> str:
        """The address of a new database without anything."""
        name = f"empty_{next(self._numbers)}"
        self.sql(f"CREATE DATABASE {name}")
        return self.url(name)

    def database(self) -> str:
        """The address of a new database of the newest shape."""
        if not self._template:
            store = Store(self.empty())
            upgrade(store.engine)
            store.close()
            self._template = store.engine.url.database or ""
        name = f"tables_{next(self._numbers)}"
        self.sql(f"CREATE DATABASE {name} TEMPLATE {self._template} STRATEGY file_copy")
        return self.url(name)

    def drop(self, url: str) -> None:
        """Throw a database away."""
        self.sql(f"DROP DATABASE {make_url(url).database} WITH (FORCE)")

    def close(self) -> None:
        self._server.send_signal(signal.SIGINT)  # connected clients are cut off
        try:
            self._server.wait(HANG_S)
        finally:
            self._server.kill()
            self._log.close()
            shutil.rmtree(self.folder)
