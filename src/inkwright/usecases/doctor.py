"""Check the installation and suggest fixes."""

import asyncio
import codecs
import os
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from inkwright.artifacts.pandoc import pandoc_path
from inkwright.artifacts.rendering.office import find_office
from inkwright.artifacts.temporary_files import process_folder
from inkwright.artifacts.webpages.chromium import find_chromium, find_launch_options
from inkwright.errors import InvalidSetting
from inkwright.i18n import error_text
from inkwright.llm.local import INSTALL_COMMAND
from inkwright.llm.local_loader import weights_path
from inkwright.settings import home_folder, load_settings

REQUIRED_LIBRARIES: Final = (
    "pydantic",
    "pyjson5",
    "jsonschema-rs",
    "platformdirs",
    "tenacity",
    "pydantic-ai-slim",
    "openai",
    "sqlalchemy",
    "alembic",
    "tomlkit",
)
MIN_PYTHON: Final = (3, 11)
_INSTALL_OFFICE: Final = "apt-get install libreoffice-impress-nogui libreoffice-writer-nogui libreoffice-math-nogui"
_INSTALL_CHROMIUM: Final = "apt-get install chromium"
_ALLOW_SANDBOX: Final = "sysctl -w kernel.unprivileged_userns_clone=1"
_TIMEOUT_SECONDS: Final = 20


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One check. `kind` selects its texts; `is_needed`: nothing works without it."""

    kind: str
    is_well: bool
    found: str
    fix: str = ""
    name: str = ""
    is_needed: bool = False


def diagnose(*, environ: Mapping[str, str], folder: Path, encoding: str) -> list[Diagnosis]:
    """Return every row, in the order in which a person would fix them."""
    return [
        _python(),
        _platform(),
        *(_library(name) for name in REQUIRED_LIBRARIES),
        _embedded_engine(),
        _embedded_weights(),
        _program("office", find_office(), _INSTALL_OFFICE),
        *_browser(),
        _program("pandoc", pandoc_path(), f"{sys.executable} -m pip install 'inkwright[office]'"),
        _encoding(encoding),
        _home(home_folder(environ)),
        _settings(environ, folder),
    ]


def _python() -> Diagnosis:
    is_well = sys.version_info >= MIN_PYTHON
    return Diagnosis("python", is_well, platform.python_version(), "apt-get install python3.11", is_needed=True)


def _platform() -> Diagnosis:
    name = platform.system()
    return Diagnosis("platform", name != "Windows", f"{name} {platform.machine()}", "wsl --install")


def _library(name: str) -> Diagnosis:
    try:
        return Diagnosis("library", True, version(name), name=name, is_needed=True)
    except PackageNotFoundError:
        return Diagnosis("library", False, "—", f"{sys.executable} -m pip install {name}", name=name, is_needed=True)


def _embedded_engine() -> Diagnosis:
    try:
        return Diagnosis("embedded", True, version("xllamacpp"), name="xllamacpp")
    except PackageNotFoundError:
        return Diagnosis("embedded", False, "—", INSTALL_COMMAND, name="xllamacpp")


def _embedded_weights() -> Diagnosis:
    weights = weights_path()
    return Diagnosis(
        "embedded", weights is not None, weights.name if weights else "—", INSTALL_COMMAND, name="SmolLM2-135M"
    )


def _program(kind: str, path: Path | None, fix: str) -> Diagnosis:
    """Check a program: it exists if it prints its version."""
    if path is None:
        return Diagnosis(kind, False, "—", fix)
    try:
        with tempfile.TemporaryDirectory(dir=process_folder()) as home:
            # Programs write to their home folder when they start, and a check must change nothing.
            environment = {"HOME": home, "LANG": "C.UTF-8", "PATH": os.environ.get("PATH", os.defpath)}
            ran = subprocess.run(  # noqa: S603 - a program that was found, asked for its version
                [str(path), "--version"], capture_output=True, timeout=_TIMEOUT_SECONDS, env=environment, check=True
            )
    except (OSError, subprocess.SubprocessError) as problem:
        return Diagnosis(kind, False, f"{path}: {type(problem).__name__}", fix)
    said = re.search(r"\d+(?:\.\d+)+", ran.stdout.decode("utf-8", "replace"))
    return Diagnosis(kind, said is not None, said[0] if said else str(path), fix)


def _browser() -> list[Diagnosis]:
    """Check Chromium, and whether it can run pages in its sandbox."""
    chromium = _program("chromium", find_chromium(), _INSTALL_CHROMIUM)
    if not chromium.is_well:
        return [chromium]
    footing = asyncio.run(find_launch_options())
    return [chromium, Diagnosis("sandbox", footing.has_sandbox, "on" if footing.has_sandbox else "off", _ALLOW_SANDBOX)]


def _encoding(encoding: str) -> Diagnosis:
    try:
        name = codecs.lookup(encoding).name
    except LookupError:
        name = encoding
    return Diagnosis("encoding", name.startswith("utf"), name, "export PYTHONUTF8=1 LANG=C.UTF-8")


def _home(home: Path) -> Diagnosis:
    """Check that the nearest existing folder is writable; nothing is created."""
    existing = next(folder for folder in (home, *home.parents) if folder.exists())
    is_well = existing.is_dir() and os.access(existing, os.W_OK | os.X_OK)
    return Diagnosis("home", is_well, str(home), f"export INKWRIGHT_HOME={Path.home() / 'inkwright'}")


def _settings(environ: Mapping[str, str], folder: Path) -> Diagnosis:
    try:
        settings = load_settings(flags={}, environ=environ, folder=folder)
    except InvalidSetting as problem:
        what, _ = error_text("en", problem)
        return Diagnosis("settings", False, what, f"edit {problem.fields['origin']}")
    origins = sorted({item.origin.code for item in settings.all()} - {"default"})
    return Diagnosis("settings", True, ", ".join(origins) or "default")
