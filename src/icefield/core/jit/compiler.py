"""The compiler process: compiles what other processes ask for (see `requests`).

Run with `python -m icefield.core.jit.compiler`. One runs at a time for a cache; a second one ends
at once. It ends by itself when nothing has been asked for a while.
"""

from __future__ import annotations

import time
from typing import Final

from . import requests

_NICE: Final = 5
_IDLE_S: Final = 20.0
"""The time without requests after which it ends: starting again takes a second."""
_POLL_S: Final = 0.03


def run(idle_s: float = _IDLE_S) -> None:
    """Answer requests until none has come for some time."""
    with requests.alone("compiler") as alone:
        if not alone:
            return
        last = time.monotonic()
        while time.monotonic() - last < idle_s:
            for path in requests.pending():
                requests.answer(path)
                last = time.monotonic()
            time.sleep(_POLL_S)


if __name__ == "__main__":
    requests.end_with_parent()
    requests.lower_priority(_NICE)
    run()
