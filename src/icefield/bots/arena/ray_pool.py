"""Jobs on Ray: one machine or a cluster, for more than `pool`'s processes.

When a worker dies during a job nothing is lost: Ray gives the job to another one, and a job depends
on nothing but its arguments.
"""

from __future__ import annotations

import importlib
import os
import socket
from collections.abc import Callable, Collection
from typing import Any, Final

from ...core.errors import IcefieldError
from ...core.extras import needs
from ...core.message import message
from .pool import PoolBroken, cores

LOCAL: Final = "local"
"""The address of a temporary Ray on this machine."""
_CONNECT_TIMEOUT_S: Final = 5.0  # seconds
_RETRIES: Final = 10  # of a job whose worker died


class NoCluster(IcefieldError):  # noqa: N818 (named like the errors of core)
    """Ray is not installed, or there is nothing at the address."""

    code = "no-cluster"


def _check_reachable(address: str) -> None:
    """Raise NoCluster where no Ray answers; Ray itself would retry for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not (colon and port.isdecimal()):
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), _CONNECT_TIMEOUT_S).close()
    except (OSError, OverflowError) as error:
        why = str(error)
        raise NoCluster(message("bots.cluster.nobody", address=address, why=why)) from None


class RayPool:
    """Workers of a Ray."""

    def __init__(self, address: str = LOCAL, workers: int | None = None):
        with needs("ray", NoCluster):
            ray: Any = importlib.import_module("ray")
        self._ray = ray
        _check_reachable(address)
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # Ray's own future default
        quiet = {"log_to_driver": False, "logging_level": "ERROR", "configure_logging": False}
        try:
            if address == LOCAL:
                ray.init(num_cpus=workers or cores(), include_dashboard=False, **quiet)
            else:
                ray.init(address=address, **quiet)
        except (ConnectionError, ValueError, RuntimeError, TimeoutError) as error:
            text = f"{error}".strip().splitlines() or [type(error).__name__]
            raise NoCluster(message("bots.cluster.nobody", address=address, why=text[0])) from None
        self.size = workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
        self._remote: dict[Callable[..., Any], Any] = {}

    def submit(self, work: Callable[..., Any], job: tuple[Any, ...]) -> Any:
        if work not in self._remote:
            self._remote[work] = self._ray.remote(num_cpus=1, max_retries=_RETRIES)(work)
        return self._remote[work].remote(*job)

    def wait(self, futures: Collection[Any], seconds: float) -> Collection[Any]:
        return self._ray.wait([*futures], num_returns=1, timeout=seconds)[0]  # type: ignore[no-any-return]

    def result(self, future: Any) -> Any:
        try:
            return self._ray.get(future)
        except self._ray.exceptions.RayTaskError as error:
            raise error.cause from None
        except self._ray.exceptions.RayError:
            raise PoolBroken(message("bots.pool.broken")) from None

    def close(self) -> None:
        self._ray.shutdown()
