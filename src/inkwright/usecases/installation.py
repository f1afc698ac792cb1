"""How Inkwright was installed: pip, pipx, uv or a source tree, and the commands that add to it or remove it."""

import importlib
import json
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal
from urllib.parse import unquote, urlsplit

from inkwright.errors import InstallFailed
from inkwright.i18n import Reason

PROGRAM: Final = "inkwright"
InstallationKind = Literal["pipx", "uv", "source", "pip"]


@dataclass(frozen=True, slots=True)
class Installation:
    """An installed copy of the program. `source` is the folder or the requirement that it was installed from."""

    kind: InstallationKind
    prefix: Path
    python: Path
    source: str = PROGRAM
    has_pip: bool = True

    def add_command(self, requirement: str) -> str:
        """Return the command that adds a package to this installation."""
        match self.kind:
            case "pipx":
                return shlex.join(["pipx", "inject", self.prefix.name, requirement])
            case "uv":
                return shlex.join(["uv", "tool", "install", "--with", requirement, self.source])
            case _ if self.has_pip:
                return shlex.join([str(self.python), "-m", "pip", "install", requirement])
            case _:
                return shlex.join(["uv", "pip", "install", "--python", str(self.python), requirement])

    def repair_command(self) -> str:
        """Return the command that installs the program and its libraries again."""
        match self.kind:
            case "pipx":
                return shlex.join(["pipx", "reinstall", self.prefix.name])
            case "uv":
                return shlex.join(["uv", "tool", "install", "--reinstall", self.source])
            case "source":
                return shlex.join(["make", "-C", self.source, "-B", ".venv/run.stamp"])
            case "pip":
                return self.add_command(self.source)

    def remove_command(self) -> str:
        """Return the command that removes the program."""
        match self.kind:
            case "pipx":
                return shlex.join(["pipx", "uninstall", self.prefix.name])
            case "uv":
                return shlex.join(["uv", "tool", "uninstall", PROGRAM])
            case "source":
                return shlex.join(["make", "-C", self.source, "clean"])
            case _ if self.has_pip:
                return shlex.join([str(self.python), "-m", "pip", "uninstall", PROGRAM])
            case _:
                return shlex.join(["uv", "pip", "uninstall", "--python", str(self.python), PROGRAM])


def find_installation(prefix: Path | None = None) -> Installation:
    """Find out how this program was installed, from what the installers leave in its environment."""
    prefix, python, has_pip = prefix or Path(sys.prefix), Path(sys.executable), find_spec("pip") is not None
    if (prefix / "pipx_metadata.json").is_file():
        return Installation("pipx", prefix, python, has_pip=has_pip)
    if (receipt := prefix / "uv-receipt.toml").is_file():
        return Installation("uv", prefix, python, _receipt_source(receipt), has_pip)
    source, is_editable = _installed_source()
    is_own = is_editable and prefix == Path(source) / ".venv" and Path(source, "Makefile").is_file()
    return Installation("source" if is_own else "pip", prefix, python, source, has_pip)


def _receipt_source(receipt: Path) -> str:
    """Return what `uv tool install` was given, from its receipt."""
    try:
        rows = tomllib.loads(receipt.read_text(encoding="utf-8"))["tool"]["requirements"]
        row = next(row for row in rows if row["name"] == PROGRAM)
    except (OSError, ValueError, KeyError, TypeError, StopIteration):
        return PROGRAM
    return str(row.get("directory") or row.get("editable") or row.get("path") or row.get("git") or PROGRAM)


def _installed_source() -> tuple[str, bool]:
    """Return what pip was given, and whether it is editable (PEP 610)."""
    try:
        written = distribution(PROGRAM).read_text("direct_url.json")
        origin = json.loads(written) if written else {}
    except (PackageNotFoundError, ValueError):
        return PROGRAM, False
    url = urlsplit(str(origin.get("url", "")))
    if url.scheme != "file":
        return PROGRAM, False
    return unquote(url.path), bool(origin.get("dir_info", {}).get("editable"))


def install_into(folder: Path, requirement: str, note: Callable[[str], None]) -> None:
    """Install a package without its dependencies into a folder; raise `InstallFailed` with the reason.

    An installer that exists is used, so that its configuration counts: indexes, proxies, certificates. The environments
    of pipx and uv contain no pip.
    """
    with _installer() as command:
        _run(note, *command, "--no-deps", "--target", str(folder), requirement)
    importlib.invalidate_caches()


@contextmanager
def _installer() -> Iterator[list[str]]:
    """Yield a command that installs packages for this Python: its own pip, uv, or pip in a temporary environment."""
    if find_spec("pip") is not None:
        yield _pip_command(sys.executable)
    elif uv := shutil.which("uv"):
        yield [uv, "pip", "install", "--no-progress", "--python", sys.executable]
    else:
        with TemporaryDirectory(prefix="inkwright-") as folder:
            _run(lambda _: None, sys.executable, "-m", "venv", folder)
            yield _pip_command(str(Path(folder, "bin", "python")))


def _pip_command(python: str) -> list[str]:
    return [python, "-m", "pip", "install", "--disable-pip-version-check", "--progress-bar", "off"]


def _run(note: Callable[[str], None], *command: str) -> None:
    try:
        process = subprocess.Popen(  # noqa: S603 - an installer, with the names of our own packages
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace"
        )
    except OSError as problem:
        raise InstallFailed(problem=f"{command[0]}: {problem.strerror}") from problem
    with process:
        assert process.stdout is not None  # noqa: S101
        last = ""
        for line in process.stdout:
            last = line.strip() or last
            note(line.rstrip())
    if process.returncode:
        program = Path(command[0]).name if command[1] != "-m" else command[2]
        raise InstallFailed(
            problem=last[:300] or Reason("reason.usecases.program_ended", program=program, code=process.returncode)
        )
