"""Makes sure that the server's tests have a PostgreSQL.

It finds one, or installs Debian's where that is allowed, or says in one sentence what to do.
Nothing is started and no cluster is made: the tests make their own, in a temporary folder.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NEEDED = ("initdb", "postgres")
DEBIAN = Path("/usr/lib/postgresql")
ADVICE = (
    "The server's tests need PostgreSQL and none was found: install it (Debian, Ubuntu: "
    "`sudo apt-get install postgresql`) and run `make test` again."
)


def find() -> Path | None:
    """The folder with the programs of the newest installed PostgreSQL, or None."""
    versions = DEBIAN.iterdir() if DEBIAN.is_dir() else ()
    folders = [v / "bin" for v in sorted(versions, key=_version, reverse=True)]
    known = shutil.which("initdb")
    if known is not None:
        folders.insert(0, Path(known).resolve().parent)
    return next((f for f in folders if all((f / name).exists() for name in NEEDED)), None)


def _version(folder: Path) -> float:
    try:
        return float(folder.name)
    except ValueError:
        return 0.0


def install() -> None:
    """Install Debian's package without the cluster that it would make and start.

    Raises CalledProcessError when that fails.
    """
    quiet = {"DEBIAN_FRONTEND": "noninteractive", **os.environ}
    get = ["apt-get", "install", "-y", "-qq", "--no-install-recommends"]
    configure = ["pg_conftool", "/etc/postgresql-common/createcluster.conf"]
    subprocess.run(["apt-get", "update", "-qq"], check=True, env=quiet)
    subprocess.run([*get, "postgresql-common"], check=True, env=quiet)
    subprocess.run([*configure, "set", "create_main_cluster", "false"], check=True)
    try:
        subprocess.run([*get, "postgresql"], check=True, env=quiet)
    finally:
        subprocess.run([*configure, "remove", "create_main_cluster"], check=True)


def main() -> int:
    if find():
        return 0
    if shutil.which("apt-get") and os.geteuid() == 0:
        print("Installing Debian's postgresql for the server's tests …", flush=True)
        try:
            install()
        except (subprocess.CalledProcessError, FileNotFoundError):
            print(ADVICE, file=sys.stderr)
            return 1
    if find():
        return 0
    print(ADVICE, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
