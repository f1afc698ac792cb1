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
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Final

from inkwright.artifacts.documents.tex.tex_compiler import xelatex_path
from inkwright.artifacts.pandoc import pandoc_path
from inkwright.artifacts.rendering.office import find_office
from inkwright.artifacts.system_fonts import lacks_chinese_font
from inkwright.artifacts.temporary_files import process_folder
from inkwright.artifacts.webpages.chromium import find_chromium, find_launch_options
from inkwright.errors import InvalidSetting
from inkwright.i18n import Language, error_text
from inkwright.llm.local import INSTALL_COMMAND
from inkwright.llm.local_loader import engine_folder, has_engine, weights_path
from inkwright.settings import home_folder, load_settings
from inkwright.usecases.installation import PROGRAM, Installation, find_installation
from inkwright.usecases.system_packages import install_command

MIN_PYTHON: Final = (3, 11)
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


def diagnose(*, environ: Mapping[str, str], folder: Path, encoding: str, language: Language = "en") -> list[Diagnosis]:
    """Return every row, in the order in which a person would fix them."""
    installation = find_installation()
    return [
        _python(),
        _platform(),
        Diagnosis("installation", True, f"{installation.kind}: {installation.prefix}"),
        *_libraries(installation),
        _embedded_engine(),
        _embedded_weights(),
        _program("office", find_office(), install_command("office")),
        *_browser(),
        _fonts(),
        _program("tex", _path(xelatex_path()), install_command("tex")),
        _program("pandoc", pandoc_path(), installation.repair_command()),
        _encoding(encoding),
        _home(home_folder(environ)),
        _settings(environ, folder, language),
    ]


def _python() -> Diagnosis:
    is_well = sys.version_info >= MIN_PYTHON
    return Diagnosis("python", is_well, platform.python_version(), install_command("python"), is_needed=True)


def _platform() -> Diagnosis:
    name = platform.system()
    return Diagnosis("platform", name != "Windows", f"{name} {platform.machine()}", "wsl --install")


def required_libraries() -> list[str]:
    """Return the libraries that the installed package names, without those of extras."""
    rows = requires(PROGRAM) or []
    return sorted({re.split(r"[^\w.-]", row, maxsplit=1)[0] for row in rows if "extra ==" not in row})


def _libraries(installation: Installation) -> list[Diagnosis]:
    """Return one row for all libraries, and one for each that is missing."""
    names = required_libraries()
    missing = [name for name in names if not _is_library_installed(name)]
    fix = installation.repair_command()
    rows = [Diagnosis("library", False, "—", fix, name=name, is_needed=True) for name in missing]
    return [Diagnosis("libraries", not missing, f"{len(names) - len(missing)}/{len(names)}", fix), *rows]


def _is_library_installed(name: str) -> bool:
    try:
        version(name)
    except PackageNotFoundError:
        return False
    return True


def _embedded_engine() -> Diagnosis:
    try:
        found = version("xllamacpp")
    except PackageNotFoundError:
        found = str(engine_folder())
    return Diagnosis("embedded", has_engine(), found if has_engine() else "—", INSTALL_COMMAND, name="xllamacpp")


def _embedded_weights() -> Diagnosis:
    weights = weights_path()
    return Diagnosis(
        "embedded", weights is not None, weights.name if weights else "—", INSTALL_COMMAND, name="SmolLM2-135M"
    )


def _fonts() -> Diagnosis:
    """Check that browsers and office programs of this machine can show Chinese."""
    is_missing = lacks_chinese_font()
    if is_missing is None:
        # macOS has Chinese fonts and no fontconfig.
        is_missing = platform.system() == "Linux"
    return Diagnosis("fonts", not is_missing, "—" if is_missing else "中文", install_command("fonts"))


def _path(found: str | None) -> Path | None:
    return Path(found) if found else None


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
    chromium = _program("chromium", find_chromium(), install_command("chromium"))
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


def _settings(environ: Mapping[str, str], folder: Path, language: Language) -> Diagnosis:
    try:
        settings = load_settings(flags={}, environ=environ, folder=folder)
    except InvalidSetting as problem:
        what, _ = error_text(language, problem)
        return Diagnosis("settings", False, what, f"edit {problem.fields['origin']}")
    origins = sorted({item.origin.code for item in settings.all()} - {"default"})
    return Diagnosis("settings", True, ", ".join(origins) or "default")
