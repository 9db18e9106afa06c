"""Makes sure that the browser tests have a Chromium.

It finds one, or installs Debian's where that is allowed, or says in one sentence what to do.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ADVICE = (
    "The browser tests need Chromium and none was found: install it (Debian, Ubuntu: "
    "`sudo apt-get install chromium`) and run `make test` again."
)


def find() -> str | None:
    """The path of an installed Chromium, if there is one."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def install() -> None:
    """Install Debian's package; raises CalledProcessError when that fails."""
    quiet = {"DEBIAN_FRONTEND": "noninteractive", **os.environ}
    subprocess.run(["apt-get", "update", "-qq"], check=True, env=quiet)
    command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"]
    subprocess.run([*command, "fonts-dejavu-core"], check=True, env=quiet)


def main() -> int:
    if find():
        return 0
    if shutil.which("apt-get") and os.geteuid() == 0:
        print("Installing Debian's chromium for the browser tests …", flush=True)
        try:
            install()
        except subprocess.CalledProcessError:
            print(ADVICE, file=sys.stderr)
            return 1
    if find():
        return 0
    print(ADVICE, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
