"""How the service runs: its address, who may reach it, and its limits."""

import ipaddress
from dataclasses import dataclass
from typing import Final

DEFAULT_HOST: Final = "127.0.0.1"
DEFAULT_PORT: Final = 8470
DEFAULT_PAGES_PORT: Final = 8472
_MEGABYTE: Final = 1024 * 1024
LOOPBACK_NAMES: Final = ("localhost", "127.0.0.1", "[::1]")


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerOptions:
    """The options of the service.

    `pages_port` is the port of interactive pages, which have an origin of their own; 0 chooses a free one.
    `needs_login`: every request needs a token or a session. `hosts` are the names under which the service is reached,
    without ports; requests to other names are refused, so that no other page can reach it by a name of its own.
    `visits_per_minute` limits the requests for shared pages from one address, which a whole class may have in common.
    """

    host: str = DEFAULT_HOST
    port: int = DEFAULT_PORT
    pages_port: int = DEFAULT_PAGES_PORT
    needs_login: bool = False
    hosts: tuple[str, ...] = LOOPBACK_NAMES
    max_body_bytes: int = 8 * _MEGABYTE
    max_upload_bytes: int = 50 * _MEGABYTE
    body_seconds: float = 60.0
    requests_per_minute: int = 600
    visits_per_minute: int = 3_000
    turns_at_once: int = 8
    turns_in_all: int = 250
