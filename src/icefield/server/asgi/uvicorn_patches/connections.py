"""How many connections one address, and all together, may have.

A connection that waits for its client is silent: before a request, between two of them, and in the
middle of a head or a body. Where there are too many, the oldest silent one makes room; where none
is silent, the new one is refused.
"""

from __future__ import annotations

import ipaddress
import itertools
import logging
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Protocol

_log = logging.getLogger("icefield.server")

_MAX_LOOKED_AT: Final = 300
"""How many of the oldest connections of an address are asked whether they are silent."""
_LOG_S: Final = 60.0


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """The most connections of a process."""

    total: int
    per_address: int | None = None
    """None: as many as all together."""
    exempt: tuple[str, ...] = ()
    """Trusted proxies, which have the connections of all clients."""


class Connection(Protocol):
    """A connection, as the table of connections sees it."""

    @property
    def address(self) -> str:
        """The address of the client, see `client_address.network_of`."""

    def is_silent(self) -> bool:
        """Whether the server waits for the client, with nothing to do for it."""

    def drop(self) -> None:
        """Close the connection at once."""


@dataclass
class ConnectionTable:
    """The connections of a process by address, the oldest first; for one event loop."""

    limits: ConnectionLimits
    _by_address: dict[str, dict[Connection, None]] = field(default_factory=dict)
    _count: int = 0
    _dropped: int = 0
    _logged_at: float = 0.0

    def __len__(self) -> int:
        return self._count

    def admit(self, connection: Connection) -> bool:
        """Add a connection, if need be for a silent one; False where there is no room."""
        own = self._by_address.get(connection.address, {})
        limit = self.limits.per_address
        if limit is not None and len(own) >= limit and not self._is_exempt(connection):
            if not self._drop_silent(own):
                return False
        elif self._count >= self.limits.total:
            most = max(self._by_address.values(), key=len)
            if len(most) <= len(own):
                most = own
            if not self._drop_silent(most):
                return False
        self._by_address.setdefault(connection.address, {})[connection] = None
        self._count += 1
        return True

    def replace(self, old: Connection, new: Connection) -> None:
        """Count a connection that goes on with another protocol."""
        if self.remove(old):
            self._by_address.setdefault(new.address, {})[new] = None
            self._count += 1

    def remove(self, connection: Connection) -> bool:
        """Forget a connection that has ended; returns whether it was counted."""
        own = self._by_address.get(connection.address)
        if own is None or connection not in own:
            return False
        del own[connection]
        self._count -= 1
        if not own:
            del self._by_address[connection.address]
        return True

    def _is_exempt(self, connection: Connection) -> bool:
        if not self.limits.exempt:
            return False
        try:
            network = ipaddress.ip_network(connection.address)
        except ValueError:
            return False
        return any(network.overlaps(ipaddress.ip_network(each)) for each in self.limits.exempt)

    def _drop_silent(self, connections: Iterable[Connection]) -> bool:
        """Drop the oldest silent connection of an address; False where none is silent."""
        self._log_drop()
        for each in itertools.islice(connections, _MAX_LOOKED_AT):
            if each.is_silent():
                self.remove(each)
                each.drop()
                return True
        return False

    def _log_drop(self) -> None:
        """Log now and then that there are too many connections; never an address."""
        self._dropped += 1
        if time.monotonic() - self._logged_at > _LOG_S:
            self._logged_at = time.monotonic()
            _log.warning("connections dropped: count=%d open=%d", self._dropped, self._count)
            self._dropped = 0
