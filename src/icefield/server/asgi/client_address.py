"""The address of a client, as limits count it."""

from __future__ import annotations

import ipaddress
from typing import Final

from starlette.types import Scope

_MAX_CHARACTERS: Final = 64


def address_of(scope: Scope) -> str:
    """The address of the client of a request; see `network_of`."""
    client = scope.get("client")
    return network_of(str(client[0]) if client else "")


def network_of(host: str) -> str:
    """An address; for IPv6 its /64 network, which one client has."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host[:_MAX_CHARACTERS]
    if isinstance(address, ipaddress.IPv6Address):
        mapped = address.ipv4_mapped
        return str(mapped) if mapped else str(ipaddress.ip_network((address, 64), strict=False))
    return host
