"""Chromium as a sandboxed process without a network, controlled over DevTools pipes."""

import asyncio
import contextlib
import json
import os
import pwd
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self
from xml.sax.saxutils import escape

from inkwright.artifacts.processes import stop_process_group, stop_processes_naming
from inkwright.artifacts.temporary_files import process_folder
from inkwright.artifacts.typefaces import FONT_FOLDER

DevtoolsListener = Callable[[str, dict[str, Any]], None]
"""Receives the events of one session: name and parameters. It must not block."""

_MESSAGE_END: Final = b"\0"
_CLOSED_REASON: Final = "it ended"


class BrowserClosed(Exception):
    """The browser ended, or rejected a command."""


class DevtoolsConnection:
    """A connection to the browser. Any number of commands may be pending at once."""

    def __init__(self, stream: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._stream = stream
        self._writer = writer
        self._count = 0
        self._pending: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._listeners: dict[str, DevtoolsListener] = {}
        self._reader: asyncio.Task[None] | None = None
        self._is_disconnected = False

    async def __aenter__(self) -> Self:
        self._reader = asyncio.create_task(self._read())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._reader is not None:
            self._reader.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._reader
        self._writer.close()

    @property
    def is_gone(self) -> bool:
        """Whether the browser ended and answers no more commands."""
        return self._is_disconnected or self._reader is None or self._reader.done()

    def listen(self, session: str, listener: DevtoolsListener) -> None:
        """Pass the events of a session to a listener from now on."""
        self._listeners[session] = listener

    def forget(self, session: str) -> None:
        """Stop passing the events of a session."""
        self._listeners.pop(session, None)

    async def command(self, method: str, params: dict[str, Any] | None = None, session: str = "") -> dict[str, Any]:
        """Send a command and return its result. A rejected command raises BrowserClosed."""
        if self.is_gone:
            raise BrowserClosed(_CLOSED_REASON)
        self._count += 1
        number = self._count
        message = {"id": number, "method": method, "params": params or {}} | ({"sessionId": session} if session else {})
        self._pending[number] = asyncio.get_running_loop().create_future()
        try:
            self._writer.write(json.dumps(message).encode() + _MESSAGE_END)
            await self._writer.drain()
            answer = await self._pending[number]
        except ConnectionError as problem:
            self._is_disconnected = True
            raise BrowserClosed(_CLOSED_REASON) from problem
        finally:
            del self._pending[number]
        if "error" in answer:
            raise BrowserClosed(f"{method}: {answer['error'].get('message', '')}")
        result: dict[str, Any] = answer.get("result", {})
        return result

    async def _read(self) -> None:
        try:
            while True:
                self._dispatch(json.loads((await self._stream.readuntil(_MESSAGE_END))[:-1]))
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ConnectionError, ValueError):
            # The browser ended or sent an unreadable message: every pending command fails.
            for waiting in self._pending.values():
                if not waiting.done():
                    waiting.set_exception(BrowserClosed(_CLOSED_REASON))

    def _dispatch(self, message: dict[str, Any]) -> None:
        if "id" in message:
            waiting = self._pending.get(message["id"])
            if waiting is not None and not waiting.done():
                waiting.set_result(message)
            return
        listener = self._listeners.get(message.get("sessionId", ""))
        if listener is not None:
            listener(message["method"], message.get("params", {}))


_PROGRAM_NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_MAC_PROGRAM: Final = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
MAX_MESSAGE: Final = 64 * 1024 * 1024
# The browser reads commands from descriptor 3 and answers on descriptor 4; the shell maps our pipes to them.
_PIPE_SCRIPT: Final = 'ulimit -f 1048576; ulimit -c 0; exec "$@" 3<&0 4>&1 </dev/null >/dev/null'
# Without a window Chromium names itself differently, and a page could tell a check from a reader.
_USER_AGENT: Final = (
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36"
)
_OPTIONS: Final = (
    "--headless=new", "--remote-debugging-pipe", "--no-first-run", "--no-default-browser-check", "--disable-gpu",
    "--disable-extensions", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-default-apps", "--disable-domain-reliability", "--disable-breakpad", "--disable-crash-reporter",
    "--disable-dev-shm-usage", "--disable-client-side-phishing-detection", "--disable-background-timer-throttling",
    "--disable-blink-features=AutomationControlled", "--window-size=1280,900", f"--user-agent={_USER_AGENT}",
    "--disable-renderer-backgrounding", "--disable-backgrounding-occluded-windows", "--disable-popup-blocking",
    "--metrics-recording-only", "--mute-audio", "--hide-scrollbars", "--no-pings", "--password-store=basic",
    "--use-mock-keychain", "--force-color-profile=srgb", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-features=Translate,MediaRouter,OptimizationHints,AutofillServerCommunication,DialMediaRouteProvider",
    "--host-resolver-rules=MAP * ~NOTFOUND", "--proxy-server=127.0.0.1:9", "--js-flags=--max-old-space-size=512",
)  # fmt: skip
_UNSHARE: Final = ("unshare", "--net", "--")
_UNSHARE_AS_USER: Final = ("unshare", "--map-current-user", "--net", "--")
_UNPRIVILEGED_USER: Final = "nobody"
_PROBE_SECONDS: Final = 10
_FALLBACK_FONTS: Final = ("hei-regular.otf", "hei-bold.otf", "signs-regular.ttf")
_FONT_SETTINGS: Final = "fonts.conf"
_FONTCONFIG: Final = (
    '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>'
    '<include ignore_missing="yes">/etc/fonts/fonts.conf</include><dir>{folder}</dir></fontconfig>\n'
)


@dataclass(frozen=True, slots=True)
class LaunchOptions:
    """How to start the browser here: a command prefix, the user it runs as, and whether its sandbox works."""

    prefix: tuple[str, ...]
    user: int | None
    group: int | None
    has_sandbox: bool

    @property
    def has_network_isolation(self) -> bool:
        """Whether the system itself blocks the network; if not, only the browser options do."""
        return bool(self.prefix) and self.prefix[0] == "unshare"


def find_chromium() -> Path | None:
    """Return the path of the program, or None if Chromium is not installed."""
    found = next((path for name in _PROGRAM_NAMES if (path := shutil.which(name))), None)
    if found:
        return Path(found)
    return _MAC_PROGRAM if sys.platform == "darwin" and _MAC_PROGRAM.exists() else None


async def find_launch_options() -> LaunchOptions:
    """Find out what this machine allows. Root runs the browser as the user `nobody`, as its sandbox requires."""
    is_root = os.name == "posix" and os.geteuid() == 0
    nobody = _unprivileged_ids() if is_root else None
    drop: tuple[str, ...] = ()
    if nobody is not None and shutil.which("setpriv"):
        drop = ("setpriv", f"--reuid={nobody[0]}", f"--regid={nobody[1]}", "--clear-groups", "--")
    prefix: tuple[str, ...] = ()
    for candidate in ((*_UNSHARE, *drop), (*_UNSHARE_AS_USER, *drop)) if shutil.which("unshare") else ():
        if await _can_run(candidate):
            prefix = candidate
            break
    else:
        prefix = drop if drop and await _can_run(drop) else ()
    is_unprivileged = not is_root or "setpriv" in prefix
    has_sandbox = is_unprivileged and (sys.platform == "darwin" or await _can_run((*prefix, "unshare", "--user", "--")))
    user, group = nobody if nobody is not None and "setpriv" in prefix else (None, None)
    return LaunchOptions(prefix, user, group, has_sandbox)


@asynccontextmanager
async def run_chromium(program: Path, options: LaunchOptions) -> AsyncIterator[DevtoolsConnection]:
    """Run the browser with a fresh profile. Afterwards its processes and the profile are removed."""
    with tempfile.TemporaryDirectory(prefix="browser-", dir=process_folder(), ignore_cleanup_errors=True) as home:
        if options.user is not None and options.group is not None:
            os.chown(home, options.user, options.group)
        _provide_fonts(Path(home), options)
        process = await asyncio.create_subprocess_exec(
            *(
                "sh",
                "-c",
                _PIPE_SCRIPT,
                "sh",
                *options.prefix,
                str(program),
                *_command_options(options, home),
                "about:blank",
            ),
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
                raise RuntimeError("the pipes of a process exist when they are requested")
            async with DevtoolsConnection(process.stdout, process.stdin) as devtools:
                yield devtools
        finally:
            await stop_process_group(process)
            # The crash handlers run in sessions of their own, and may wait for a page that was killed.
            stop_processes_naming(Path(home))


def _command_options(options: LaunchOptions, home: str) -> Sequence[str]:
    own = [*_OPTIONS, f"--user-data-dir={home}/profile"]
    return own if options.has_sandbox else [*own, "--no-sandbox"]


def _environment(home: str) -> dict[str, str]:
    """Return a minimal environment: no keys, no proxies, and a separate home."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": home,
        "TMPDIR": home,
        "LANG": "C.UTF-8",
        "XDG_CONFIG_HOME": f"{home}/config",
        "XDG_CACHE_HOME": f"{home}/cache",
        "FONTCONFIG_FILE": f"{home}/{_FONT_SETTINGS}",
    }


def _provide_fonts(home: Path, options: LaunchOptions) -> None:
    """Add our Chinese fonts to those of the machine, which may have none: then pages would show boxes."""
    folder = FONT_FOLDER
    if options.user is not None:
        # Another user may not be able to read the folder of the program.
        folder = home / "fonts"
        folder.mkdir(mode=0o755)
        for name in _FALLBACK_FONTS:
            shutil.copyfile(FONT_FOLDER / name, folder / name)
            (folder / name).chmod(0o644)
    settings = home / _FONT_SETTINGS
    settings.write_text(_FONTCONFIG.format(folder=escape(str(folder))), encoding="utf-8")
    settings.chmod(0o644)


def _unprivileged_ids() -> tuple[int, int] | None:
    try:
        known = pwd.getpwnam(_UNPRIVILEGED_USER)
    except KeyError:
        return None
    return known.pw_uid, known.pw_gid


async def _can_run(prefix: Sequence[str]) -> bool:
    """Whether a command can be started with this prefix."""
    try:
        process = await asyncio.create_subprocess_exec(
            *(*prefix, "true"),
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
        await stop_process_group(process)
