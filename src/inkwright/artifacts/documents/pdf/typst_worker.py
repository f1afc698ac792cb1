"""Typesets with typst; it runs in a worker, because typst has limits of neither time nor memory."""

import tempfile
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from inkwright.artifacts.temporary_files import process_folder


class TypstError(Exception):
    """The error of typst, in its own words."""


def compile_files(files: Mapping[str, bytes], options: Mapping[str, Any], fonts: str) -> tuple[bytes, float]:
    """Typeset `main.typ` among these files, and return the result and the seconds it took."""
    with tempfile.TemporaryDirectory(dir=process_folder()) as folder:
        for name, content in files.items():
            (Path(folder) / name).write_bytes(content)
        started = time.perf_counter()
        content = _compile(Path(folder), options, fonts)
        return content, time.perf_counter() - started


def _compile(root: Path, options: Mapping[str, Any], fonts: str) -> bytes:
    import typst  # noqa: PLC0415 - an extra, and slow to import

    no_packages = str(root / "packages")
    try:
        # Each document gets a new compiler: a reused one would remember the files of the last folder.
        compiler = typst.Compiler(
            str(root / "main.typ"),
            root=str(root),
            font_paths=_fonts(fonts),
            package_path=no_packages,
            package_cache_path=no_packages,
        )
        made = compiler.compile(**options)
    except (typst.TypstError, RuntimeError, ValueError, OSError) as problem:
        raise TypstError(str(problem)[:1_000]) from problem
    # A picture has one page, so only the first is used.
    return (made[0] if isinstance(made, list) else made) or b""


@cache
def _fonts(folder: str) -> Any:
    import typst  # noqa: PLC0415 - an extra, and slow to import

    return typst.Fonts(include_system_fonts=False, font_paths=[folder])
