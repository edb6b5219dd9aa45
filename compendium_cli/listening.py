"""At which address of this machine something is served."""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import NamedTuple

from compendium_cli.errors import UsageError

_LAST_PORT = 65535
#: An IPv6 address in its brackets, or any other host.
HOST = r"(?:\[([0-9a-fA-F:.]+)\]|([^\s:/\[\]]+))"


class Address(NamedTuple):
    """Where something is served."""

    host: str
    """An IP address without brackets, or localhost."""
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def address_of(text: str) -> Address:
    """Read an address as it is given to the command."""
    known = re.fullmatch(HOST + r":([0-9]{1,5})", text)
    if not known:
        raise UsageError(f"{text!r} is no address to serve at: give one such as 127.0.0.1:8080")
    host, port = known[1] or known[2].lower(), int(known[3])
    if not 0 < port <= _LAST_PORT:
        raise UsageError(f"{port} is no port to serve at: give one from 1 to {_LAST_PORT}, such as 127.0.0.1:8080")
    if host != "localhost":
        try:
            host = str(ipaddress.ip_address(host))
        except ValueError:
            raise UsageError(
                f"{host!r} is no address of this machine: give localhost or an IP address, such as 127.0.0.1:8080"
            ) from None
    return Address(host, port)


def refuse_unusable(address: Address) -> None:
    """Raise where nothing can be served at an address: better now than after long preparations."""
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    try:
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as the server will
            probe.bind(tuple(address))
            probe.listen()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        other = f"127.0.0.1:{address.port % _LAST_PORT + 1}"
        raise UsageError(f"can't serve at {address}: {reason}; give another --address, such as {other}") from error
