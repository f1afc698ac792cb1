"""LibreOffice: converts office files to PDF with its own profile, within limits and without network access."""

import asyncio
import os
import shutil
import sys
import tempfile
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from inkwright.artifacts.processes import group_memory, stop_process_group
from inkwright.artifacts.temporary_files import process_folder
from inkwright.artifacts.typefaces import (
    BOOK,
    FONT_FOLDER,
    GROTESQUE,
    HEI,
    HUMANIST,
    ROMAN,
    SONG,
    TYPEFACES,
    TYPEWRITER,
    Typeface,
)
from inkwright.artifacts.workers import MEGABYTE, limit_exceeded, seconds_left
from inkwright.errors import LimitExceeded

# Other names in documents, and the bundled typefaces that resemble them.
_OTHER_NAMES: Final[tuple[tuple[str, Typeface], ...]] = (
    ("Calibri Light", HUMANIST),
    ("Carlito", HUMANIST),
    ("Aptos", HUMANIST),
    ("Caladea", BOOK),
    ("Georgia", BOOK),
    ("Helvetica", GROTESQUE),
    ("Liberation Sans", GROTESQUE),
    ("Segoe UI", GROTESQUE),
    ("Times", ROMAN),
    ("Liberation Serif", ROMAN),
    ("Consolas", TYPEWRITER),
    ("Courier", TYPEWRITER),
    ("Liberation Mono", TYPEWRITER),
    ("微软雅黑", HEI),
    ("Microsoft JhengHei", HEI),
    ("SimHei", HEI),
    ("黑体", HEI),
    ("DengXian", HEI),
    ("等线", HEI),
    ("PingFang SC", HEI),
    ("Noto Sans CJK SC", HEI),
    ("宋体", SONG),
    ("NSimSun", SONG),
    ("新宋体", SONG),
    ("PMingLiU", SONG),
    ("Noto Serif CJK SC", SONG),
)

# The font folders of the system, for characters that the bundled fonts do not have.
_SYSTEM_FONTS: Final = ("/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "/System/Library/Fonts")

_REGISTRY_ITEMS: Final = (
    # Macros never run, and linked content is never fetched.
    ("/org.openoffice.Office.Common/Security/Scripting", "MacroSecurityLevel", "3"),
    ("/org.openoffice.Office.Common/Security/Scripting", "DisableMacrosExecution", "true"),
    ("/org.openoffice.Office.Common/Security/Scripting", "DisableActiveContent", "true"),
    ("/org.openoffice.Office.Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"),
    # A proxy that does not exist, for anything that uses the network all the same.
    ("/org.openoffice.Inet/Settings", "ooInetProxyType", "1"),
    ("/org.openoffice.Inet/Settings", "ooInetHTTPProxyName", "127.0.0.1"),
    ("/org.openoffice.Inet/Settings", "ooInetHTTPProxyPort", "9"),
    ("/org.openoffice.Inet/Settings", "ooInetHTTPSProxyName", "127.0.0.1"),
    ("/org.openoffice.Inet/Settings", "ooInetHTTPSProxyPort", "9"),
    ("/org.openoffice.Inet/Settings", "ooInetNoProxy", ""),
    ("/org.openoffice.Office.Writer/Content/Update", "Link", "0"),
    ("/org.openoffice.Office.Common/Font/Substitution", "Replacement", "true"),
)
_REGISTRY_HEAD: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema"'
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
)


def write_profile(folder: Path) -> None:
    """Write a LibreOffice profile into `folder`, and the `fonts.conf` for it."""
    user = folder / "user"
    user.mkdir(parents=True)
    (user / "registrymodifications.xcu").write_text(_registry_xml(), encoding="utf-8")
    (folder / "fonts.conf").write_text(_fontconfig_xml(), encoding="utf-8")


def _font_pairs() -> list[tuple[str, str]]:
    """The typeface names in documents, and the bundled family for each."""
    return [*((face.office, face.family) for face in TYPEFACES), *((name, face.family) for name, face in _OTHER_NAMES)]


def _registry_xml() -> str:
    items = "".join(
        f'<item oor:path="{path}"><prop oor:name="{name}" oor:op="fuse"><value>{value}</value></prop></item>'
        for path, name, value in _REGISTRY_ITEMS
    )
    # Always: LibreOffice has its own replacement table and uses it before asking the system.
    pairs = "".join(
        f'<node oor:name="_{number}" oor:op="replace">'
        f'<prop oor:name="ReplaceFont"><value>{escape(office)}</value></prop>'
        f'<prop oor:name="SubstituteFont"><value>{escape(family)}</value></prop>'
        '<prop oor:name="Always"><value>true</value></prop>'
        '<prop oor:name="OnScreenOnly"><value>false</value></prop></node>'
        for number, (office, family) in enumerate(_font_pairs())
    )
    fonts = f'<item oor:path="/org.openoffice.Office.Common/Font/Substitution/FontPairs">{pairs}</item>'
    return f"{_REGISTRY_HEAD}{items}{fonts}</oor:items>\n"


def _fontconfig_xml() -> str:
    folders = "".join(f"<dir>{escape(str(folder))}</dir>" for folder in (FONT_FOLDER, *_SYSTEM_FONTS))
    aliases = "".join(
        f'<match target="pattern"><test name="family"><string>{escape(office)}</string></test>'
        f'<edit name="family" mode="prepend" binding="same"><string>{escape(family)}</string></edit></match>'
        for office, family in _font_pairs()
    )
    return (
        '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n'
        f'<fontconfig>{folders}<cachedir prefix="xdg">fontconfig</cachedir>{aliases}</fontconfig>\n'
    )


SECONDS: Final = 20
MAX_MEMORY: Final = 640 * MEGABYTE
_MAX_RESERVED_KB: Final = 4 * 1024 * 1024
_MAX_FILE_BLOCKS: Final = 256 * 1024
_POLL_SECONDS: Final = 0.1

_NAMES: Final = ("soffice", "libreoffice")
_MAC_PROGRAM: Final = Path("/Applications/LibreOffice.app/Contents/MacOS/soffice")
# The shell sets the limits of LibreOffice, and its child processes inherit them.
_BOUNDED: Final = f'ulimit -v {_MAX_RESERVED_KB}; ulimit -f {_MAX_FILE_BLOCKS}; ulimit -c 0; exec "$@"'
_WITHOUT_NETWORK: Final = ("unshare", "--map-root-user", "--net", "--")
_PROCESSES: Final = 2
_SPLIT_FROM: Final = 4
_OPTIONS: Final = ("--headless", "--norestore", "--nologo", "--nodefault", "--nolockcheck")


class OfficeTimedOut(Exception):
    """LibreOffice took longer than the given number of seconds, or too much memory, and was stopped."""


@dataclass(frozen=True, slots=True)
class OfficeFile:
    """A file to convert; its ending tells its format."""

    ending: str
    content: bytes


async def _wait_below_memory_limit(process: asyncio.subprocess.Process) -> int:
    """Wait for the end of a process; LimitExceeded when it and its children occupy too much memory.

    They reserve much more than they use, so a limit on what they reserve would stop them too early or too late.
    """
    ended = asyncio.ensure_future(process.wait())
    try:
        while not (await asyncio.wait([ended], timeout=_POLL_SECONDS))[0]:
            if await asyncio.to_thread(group_memory, process.pid) > MAX_MEMORY:
                raise limit_exceeded("memory", limit=MAX_MEMORY // MEGABYTE)
        return ended.result()
    finally:
        ended.cancel()


def find_office() -> Path | None:
    """Return the program, or None if LibreOffice is not installed."""
    found = next((path for name in _NAMES if (path := shutil.which(name))), None)
    if found:
        return Path(found)
    return _MAC_PROGRAM if sys.platform == "darwin" and _MAC_PROGRAM.exists() else None


class Office:
    """LibreOffice with its own profiles, which are deleted together with this object. It runs one call at a time.

    Most of the time is spent on starting, so several files in one call are much cheaper than one call for each. Two
    processes share the work where there are many files.
    """

    def __init__(self, program: Path, *, seconds: float = SECONDS) -> None:
        self._program = program
        self._seconds = seconds
        self._home = Path(tempfile.mkdtemp(prefix="office-", dir=process_folder()))
        weakref.finalize(self, shutil.rmtree, self._home, ignore_errors=True)
        self._profiles = [self._home / f"profile{number}" for number in range(_PROCESSES)]
        for profile in self._profiles:
            write_profile(profile)
        self._lock = asyncio.Lock()
        self._network_prefix: tuple[str, ...] | None = None

    async def pdfs(self, files: Sequence[OfficeFile]) -> list[bytes | None]:
        """Convert each file to PDF; None where LibreOffice produced nothing.

        LibreOffice does not report failures and converts anything, so callers must check the result. OfficeTimedOut
        if it takes too long; then, and on cancellation, all its processes are stopped.
        """
        async with self._lock:
            with tempfile.TemporaryDirectory(prefix="files-", dir=self._home) as folder:
                given = [Path(folder) / f"{number}{file.ending}" for number, file in enumerate(files)]
                for path, file in zip(given, files, strict=True):
                    path.write_bytes(file.content)
                await self._convert_all(given)
                pdfs = [path.with_name("made") / f"{path.stem}.pdf" for path in given]
                return [path.read_bytes() if path.is_file() else None for path in pdfs]

    async def _convert_all(self, given: Sequence[Path]) -> None:
        processes = _PROCESSES if len(given) >= _SPLIT_FROM and (os.cpu_count() or 1) > 1 else 1
        prefix = await self._no_network()
        shares = [(self._profiles[number], given[number::processes]) for number in range(processes)]
        # Wait for all of them: a process that is still running would use files that are deleted.
        ends = await asyncio.gather(*(self._convert(*share, prefix) for share in shares), return_exceptions=True)
        for problem in ends:
            if isinstance(problem, BaseException):
                raise problem

    async def _convert(self, profile: Path, given: Sequence[Path], prefix: Sequence[str]) -> None:
        command = [
            "sh", "-c", _BOUNDED, "sh", *prefix, str(self._program), f"-env:UserInstallation={profile.as_uri()}",
            *_OPTIONS, "--convert-to", "pdf", "--outdir", str(given[0].with_name("made")), *map(str, given),
        ]  # fmt: skip
        try:
            await self._run(command)
        except (OfficeTimedOut, LimitExceeded, asyncio.CancelledError):
            # It was stopped while working, so its profile may be half written.
            shutil.rmtree(profile, ignore_errors=True)
            write_profile(profile)
            raise

    async def _no_network(self) -> tuple[str, ...]:
        """The command prefix that removes network access; empty where the system does not support that."""
        if self._network_prefix is None:
            is_supported = shutil.which(_WITHOUT_NETWORK[0]) and await self._run([*_WITHOUT_NETWORK, "true"]) == 0
            self._network_prefix = _WITHOUT_NETWORK if is_supported else ()
        return self._network_prefix

    async def _run(self, command: Sequence[str]) -> int:
        seconds = seconds_left(self._seconds)
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            env=self._environment(),
            cwd=self._home,
            start_new_session=True,
        )
        try:
            async with asyncio.timeout(seconds):
                return await _wait_below_memory_limit(process)
        except TimeoutError as late:
            raise OfficeTimedOut(f"{seconds:g}") from late
        finally:
            await stop_process_group(process)

    def _environment(self) -> dict[str, str]:
        """A minimal environment: no keys, no proxies, and its own home; the font cache is shared."""
        cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
        return {
            "PATH": os.environ.get("PATH", os.defpath),
            "HOME": str(self._home),
            "TMPDIR": str(self._home),
            "LANG": "C.UTF-8",
            "XDG_CACHE_HOME": cache,
            "FONTCONFIG_FILE": str(self._profiles[0] / "fonts.conf"),
            "SAL_USE_VCLPLUGIN": "svp",
        }
