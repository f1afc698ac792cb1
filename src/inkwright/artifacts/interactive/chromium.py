"""Chromium as a program: found, started without a network and with little power, and stopped with all its children."""

import asyncio
import os
import pwd
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inkwright.artifacts.interactive.devtools import Devtools
from inkwright.artifacts.processes import stop_all

_NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_MAC: Final = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
MAX_MESSAGE: Final = 64 * 1024 * 1024
# The browser reads orders from its file 3 and answers on its file 4; the shell gives it ours under these numbers.
_ON_PIPES: Final = 'ulimit -f 1048576; ulimit -c 0; exec "$@" 3<&0 4>&1 </dev/null >/dev/null'
_OPTIONS: Final = (
    "--headless=new", "--remote-debugging-pipe", "--no-first-run", "--no-default-browser-check", "--disable-gpu",
    "--disable-extensions", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-default-apps", "--disable-domain-reliability", "--disable-breakpad", "--disable-crash-reporter",
    "--disable-dev-shm-usage", "--disable-client-side-phishing-detection", "--disable-background-timer-throttling",
    "--disable-renderer-backgrounding", "--disable-backgrounding-occluded-windows", "--disable-popup-blocking",
    "--metrics-recording-only", "--mute-audio", "--hide-scrollbars", "--no-pings", "--password-store=basic",
    "--use-mock-keychain", "--force-color-profile=srgb", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-features=Translate,MediaRouter,OptimizationHints,AutofillServerCommunication,DialMediaRouteProvider",
    "--host-resolver-rules=MAP * ~NOTFOUND", "--proxy-server=127.0.0.1:9", "--js-flags=--max-old-space-size=512",
)  # fmt: skip
_UNSHARE: Final = ("unshare", "--net", "--")
_UNSHARE_AS_USER: Final = ("unshare", "--map-current-user", "--net", "--")
_NOBODY: Final = "nobody"
_PROBE_SECONDS: Final = 10


@dataclass(frozen=True, slots=True)
class Footing:
    """How the browser is started here: the words before it, the user it runs as, and whether its sandbox works."""

    wall: tuple[str, ...]
    user: int | None
    group: int | None
    has_sandbox: bool

    @property
    def has_wall(self) -> bool:
        """Whether the system itself takes the network from it; if not, its own switches do."""
        return bool(self.wall) and self.wall[0] == "unshare"


def find_chromium() -> Path | None:
    """The program, or None where Chromium is not installed."""
    found = next((path for name in _NAMES if (path := shutil.which(name))), None)
    if found:
        return Path(found)
    return _MAC if sys.platform == "darwin" and _MAC.exists() else None


async def find_footing() -> Footing:
    """Try out what this machine lets us do. Root hands the browser to the user `nobody`: its sandbox asks for that."""
    is_root = os.name == "posix" and os.geteuid() == 0
    nobody = _nobody() if is_root else None
    drop: tuple[str, ...] = ()
    if nobody is not None and shutil.which("setpriv"):
        drop = ("setpriv", f"--reuid={nobody[0]}", f"--regid={nobody[1]}", "--clear-groups", "--")
    wall: tuple[str, ...] = ()
    for candidate in ((*_UNSHARE, *drop), (*_UNSHARE_AS_USER, *drop)) if shutil.which("unshare") else ():
        if await _works(candidate):
            wall = candidate
            break
    else:
        wall = drop if drop and await _works(drop) else ()
    is_unprivileged = not is_root or "setpriv" in wall
    has_sandbox = is_unprivileged and (sys.platform == "darwin" or await _works((*wall, "unshare", "--user", "--")))
    user, group = nobody if nobody is not None and "setpriv" in wall else (None, None)
    return Footing(wall, user, group, has_sandbox)


@asynccontextmanager
async def running(program: Path, footing: Footing) -> AsyncIterator[Devtools]:
    """The browser with a fresh profile, ready for orders; afterwards it, all it started and the profile are gone."""
    with tempfile.TemporaryDirectory(prefix="inkwright-browser-", ignore_cleanup_errors=True) as home:
        if footing.user is not None and footing.group is not None:
            os.chown(home, footing.user, footing.group)
        process = await asyncio.create_subprocess_exec(
            *("sh", "-c", _ON_PIPES, "sh", *footing.wall, str(program), *_options(footing, home), "about:blank"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=_environment(home),
            cwd=home,
            start_new_session=True,
            limit=MAX_MESSAGE,
        )
        try:
            if process.stdin is None or process.stdout is None:
                raise RuntimeError("the pipes of a process are there when they are asked for")
            async with Devtools(process.stdout, process.stdin) as devtools:
                yield devtools
        finally:
            await stop_all(process)


def _options(footing: Footing, home: str) -> Sequence[str]:
    own = [*_OPTIONS, f"--user-data-dir={home}/profile"]
    return own if footing.has_sandbox else [*own, "--no-sandbox"]


def _environment(home: str) -> dict[str, str]:
    """Little of ours: no keys, no proxies, and a home of its own."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": home,
        "TMPDIR": home,
        "LANG": "C.UTF-8",
        "XDG_CONFIG_HOME": f"{home}/config",
        "XDG_CACHE_HOME": f"{home}/cache",
    }


def _nobody() -> tuple[int, int] | None:
    try:
        known = pwd.getpwnam(_NOBODY)
    except KeyError:
        return None
    return known.pw_uid, known.pw_gid


async def _works(words: Sequence[str]) -> bool:
    """Whether a command can be started behind these words."""
    try:
        process = await asyncio.create_subprocess_exec(
            *(*words, "true"),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        return False
    try:
        async with asyncio.timeout(_PROBE_SECONDS):
            return await process.wait() == 0
    except TimeoutError:
        return False
    finally:
        await stop_all(process)
