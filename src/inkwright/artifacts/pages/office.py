"""LibreOffice as a program: office files in, PDF files out, within bounds and without a network."""

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

from inkwright.artifacts.pages.office_profile import write_profile
from inkwright.artifacts.processes import stop_all

SECONDS: Final = 60
MAX_MEMORY_KB: Final = 4 * 1024 * 1024
MAX_FILE_BLOCKS: Final = 1024 * 1024

_NAMES: Final = ("soffice", "libreoffice")
_MAC: Final = Path("/Applications/LibreOffice.app/Contents/MacOS/soffice")
# The shell bounds what the office may take: its children inherit that.
_BOUNDED: Final = f'ulimit -v {MAX_MEMORY_KB}; ulimit -f {MAX_FILE_BLOCKS}; ulimit -c 0; exec "$@"'
_WITHOUT_NETWORK: Final = ("unshare", "--map-root-user", "--net", "--")
_PROCESSES: Final = 2
_MANY: Final = 4
_OPTIONS: Final = ("--headless", "--norestore", "--nologo", "--nodefault", "--nolockcheck")


class OfficeTimedOut(Exception):
    """LibreOffice did not come to an end in so many seconds, and was stopped."""


@dataclass(frozen=True, slots=True)
class OfficeFile:
    """A file to be shown; its ending tells what it is."""

    ending: str
    content: bytes


def find_office() -> Path | None:
    """The program, or None where LibreOffice is not installed."""
    found = next((path for name in _NAMES if (path := shutil.which(name))), None)
    if found:
        return Path(found)
    return _MAC if sys.platform == "darwin" and _MAC.exists() else None


class Office:
    """LibreOffice with profiles of its own, which are gone when this is. One call at a time.

    Starting costs most of the time, so several files in one call are much cheaper than one after the other; where
    they are many, two processes share them.
    """

    def __init__(self, program: Path, *, seconds: float = SECONDS) -> None:
        self._program = program
        self._seconds = seconds
        self._home = Path(tempfile.mkdtemp(prefix="inkwright-office-"))
        weakref.finalize(self, shutil.rmtree, self._home, ignore_errors=True)
        self._profiles = [self._home / f"profile{number}" for number in range(_PROCESSES)]
        for profile in self._profiles:
            write_profile(profile)
        self._lock = asyncio.Lock()
        self._wall: tuple[str, ...] | None = None

    async def pdfs(self, files: Sequence[OfficeFile]) -> list[bytes | None]:
        """Each file as a PDF; None where LibreOffice made nothing of it.

        LibreOffice says nothing of failures, and makes pages of anything: whoever asks must look at what came out.
        OfficeTimedOut where it takes too long; then, and when this is cancelled, all its processes are stopped.
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
        processes = _PROCESSES if len(given) >= _MANY and (os.cpu_count() or 1) > 1 else 1
        wall = await self._no_network()
        shares = [(self._profiles[number], given[number::processes]) for number in range(processes)]
        # All are waited for: what one leaves running would work on files that are gone.
        ends = await asyncio.gather(*(self._convert(*share, wall) for share in shares), return_exceptions=True)
        for problem in ends:
            if isinstance(problem, BaseException):
                raise problem

    async def _convert(self, profile: Path, given: Sequence[Path], wall: Sequence[str]) -> None:
        command = [
            "sh", "-c", _BOUNDED, "sh", *wall, str(self._program), f"-env:UserInstallation={profile.as_uri()}",
            *_OPTIONS, "--convert-to", "pdf", "--outdir", str(given[0].with_name("made")), *map(str, given),
        ]  # fmt: skip
        try:
            await self._run(command)
        except (OfficeTimedOut, asyncio.CancelledError):
            # It was stopped in the middle of its work: what it left in its profile may be half written.
            shutil.rmtree(profile, ignore_errors=True)
            write_profile(profile)
            raise

    async def _no_network(self) -> tuple[str, ...]:
        """The words before a command that take the network from it; none where the system has no such thing."""
        if self._wall is None:
            can = shutil.which(_WITHOUT_NETWORK[0]) and await self._run([*_WITHOUT_NETWORK, "true"]) == 0
            self._wall = _WITHOUT_NETWORK if can else ()
        return self._wall

    async def _run(self, command: Sequence[str]) -> int:
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
            async with asyncio.timeout(self._seconds):
                return await process.wait()
        except TimeoutError as late:
            raise OfficeTimedOut(f"{self._seconds:g}") from late
        finally:
            await stop_all(process)

    def _environment(self) -> dict[str, str]:
        """Little of ours: no keys, no proxies, and a home of its own; the fonts are found once for all."""
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
