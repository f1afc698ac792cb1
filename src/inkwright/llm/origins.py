"""Origins of servers: scheme, host and port. A key belongs to exactly one origin."""

import ipaddress
from typing import Final
from urllib.parse import urlsplit

_PORTS: Final = {"http": 80, "https": 443}


def origin_of(url: str) -> str:
    """Return the origin of an address, such as `https://api.example.com:443`; raise ValueError for a broken one."""
    address = urlsplit(url)
    scheme = address.scheme.lower()
    host = (address.hostname or "").rstrip(".")
    if not host:
        raise ValueError("the address has no host")
    port = address.port or _PORTS.get(scheme, 0)
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"


def is_loopback(url: str) -> bool:
    """Whether the server runs on this machine."""
    host = urlsplit(url).hostname or ""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def server_key_variable(url: str) -> str:
    """Return the variable for the key of a server. No two origins share one: what is not a letter, a digit or a dot
    is written in lower case, and so are another scheme than https and another port than its usual one.
    """
    try:
        scheme, _, rest = origin_of(url).partition("://")
    except ValueError:
        return "INKWRIGHT_KEY_invalid"
    host, _, port = rest.rpartition(":")
    scheme_part = "" if scheme == "https" else f"{scheme}_"
    port_part = "" if int(port) == _PORTS.get(scheme) else f"_p{port}"
    return f"INKWRIGHT_KEY_{scheme_part}{''.join(map(_in_variable, host.upper()))}{port_part}"


def _in_variable(character: str) -> str:
    if character == ".":
        return "_"
    if character.isascii() and character.isalnum():
        return character
    return "".join(f"x{byte:02x}" for byte in character.encode())
