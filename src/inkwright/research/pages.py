"""Read web pages for research, within limits: public addresses only, in time, not too large, and as robots.txt "
"allows."""

import asyncio
import ipaddress
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urljoin, urlsplit, urlunsplit
from urllib.robotparser import RobotFileParser

import httpx2

from inkwright.artifacts.workers import run_in_worker_async
from inkwright.errors import InkwrightError, ServiceFailed
from inkwright.i18n import Reason
from inkwright.research.main_text import main_text

USER_AGENT: Final = "Inkwright"
_MAX_REDIRECTS: Final = 5
_MAX_BYTES: Final = 4_000_000
_MAX_ROBOTS: Final = 200_000
_SECONDS: Final = 20.0
_ROBOTS_SECONDS: Final = 5.0
_TYPES: Final = ("text/html", "application/xhtml+xml", "text/plain", "text/markdown")
_REDIRECTS: Final = (301, 302, 303, 307, 308)


@dataclass(slots=True)
class PageReader:
    """Reads pages. `allows_private` lets it read addresses of this machine and of the local network.

    A name is resolved once, checked, and connected to by its address, so that it cannot change in between.
    """

    allows_private: bool = False
    seconds: float = _SECONDS
    _robots: dict[str, RobotFileParser | None] = field(default_factory=dict)

    async def read(self, address: str) -> str:
        """Return the main text of a page. ServiceFailed says why it cannot be read."""
        try:
            async with asyncio.timeout(self.seconds):
                kind, content = await self._get(address, _MAX_BYTES, is_page=True)
            return await run_in_worker_async(main_text, content, kind)
        except TimeoutError as problem:
            raise _failed(address, "slow", seconds=f"{self.seconds:g}") from problem
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError, ValueError) as problem:
            raise _failed(address, "unreachable", problem=type(problem).__name__) from problem
        except ServiceFailed:
            raise
        except InkwrightError as problem:
            raise _failed(address, "unreadable") from problem

    async def _get(self, address: str, limit: int, *, is_page: bool) -> tuple[str, bytes]:
        """Return the type and the content, after redirects, each of which is checked like the first address."""
        for _ in range(_MAX_REDIRECTS + 1):
            if is_page and not await self._is_allowed(address):
                raise _failed(address, "robots")
            found = await self._request(address, limit, is_page=is_page)
            if isinstance(found, tuple):
                return found
            address = found
        raise _failed(address, "redirects", limit=_MAX_REDIRECTS)

    async def _request(self, address: str, limit: int, *, is_page: bool) -> tuple[str, bytes] | str:
        """Return the type and the content of one response, or the address to which it redirects."""
        target, host = await self._resolved(address)
        headers = {"Host": host, "User-Agent": USER_AGENT, "Accept-Encoding": "identity", "Accept": ", ".join(_TYPES)}
        name = (urlsplit(address).hostname or "").encode("idna").decode()
        async with (
            httpx2.AsyncClient(trust_env=False, follow_redirects=False, timeout=self.seconds) as client,
            client.stream("GET", target, headers=headers, extensions={"sni_hostname": name}) as response,
        ):
            if response.status_code in _REDIRECTS and "location" in response.headers:
                return urljoin(address, response.headers["location"])
            if response.status_code != 200:
                raise _failed(address, "status", status=response.status_code)
            kind = response.headers.get("content-type", "text/html")
            if is_page and kind.partition(";")[0].strip().lower() not in _TYPES:
                raise _failed(address, "type", type=kind.partition(";")[0].strip()[:60])
            if response.headers.get("content-encoding", "identity").lower() != "identity":
                raise _failed(address, "type", type=response.headers["content-encoding"][:60])
            content = bytearray()
            async for piece in response.aiter_raw():
                content += piece
                if len(content) > limit:
                    raise _failed(address, "large", megabytes=f"{limit / 1_000_000:g}")
            return kind, bytes(content)

    async def _resolved(self, address: str) -> tuple[str, str]:
        """Return the address with the number of its host, and the host for the request. Refuse what is not public."""
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.password:
            raise _failed(address, "address")
        port = parts.port or (443 if parts.scheme == "https" else 80)
        found = await asyncio.get_running_loop().getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
        numbers = [entry[4][0] for entry in found]
        if not numbers or not (self.allows_private or all(is_public(str(number)) for number in numbers)):
            raise _failed(address, "private")
        number = f"[{numbers[0]}]" if ":" in str(numbers[0]) else str(numbers[0])
        return urlunsplit((parts.scheme, f"{number}:{port}", parts.path or "/", parts.query, "")), parts.netloc

    async def _is_allowed(self, address: str) -> bool:
        parts = urlsplit(address)
        origin = f"{parts.scheme}://{parts.netloc}"
        if origin not in self._robots:
            self._robots[origin] = await self._rules(origin)
        rules = self._robots[origin]
        return rules is None or rules.can_fetch(USER_AGENT, address)

    async def _rules(self, origin: str) -> RobotFileParser | None:
        """Return the rules of a site. One without rules allows everything. One that has them and cannot give them now
        allows nothing (RFC 9309).
        """
        rules = RobotFileParser()
        try:
            async with asyncio.timeout(min(_ROBOTS_SECONDS, self.seconds)):
                _, content = await self._get(f"{origin}/robots.txt", _MAX_ROBOTS, is_page=False)
        except ServiceFailed as problem:
            if not _is_of_server(problem):
                return None
            rules.disallow_all = True  # type: ignore[attr-defined]
        except TimeoutError:
            rules.disallow_all = True  # type: ignore[attr-defined]
        except (httpx2.HTTPError, OSError):
            return None  # the page of such a site cannot be had either, and says why
        else:
            rules.parse(content.decode("utf-8", "replace").splitlines())
        return rules


def is_public(number: str) -> bool:
    """Whether an IP address is one of the public internet, also if it is wrapped in another one."""
    return all(address.is_global and not address.is_multicast for address in _unwrapped(number))


def _unwrapped(number: str) -> Iterator[ipaddress.IPv4Address | ipaddress.IPv6Address]:
    address = ipaddress.ip_address(number.partition("%")[0])
    yield address
    if isinstance(address, ipaddress.IPv6Address):
        yield from (inner for inner in (address.ipv4_mapped, address.sixtofour) if inner is not None)


def _is_of_server(problem: ServiceFailed) -> bool:
    reason = problem.fields["problem"]
    status = reason.fields.get("status") if isinstance(reason, Reason) else None
    return isinstance(status, int) and status >= 500


def _failed(address: str, why: str, **fields: object) -> ServiceFailed:
    return ServiceFailed(url=address[:200], problem=Reason(f"reason.pages.{why}", **fields))
