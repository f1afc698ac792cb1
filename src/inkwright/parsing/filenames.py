"""Validate proposed file names: a single safe name, or a relative path of safe names, or the problem with it."""

import re
from typing import Final

MAX_BYTES: Final = 255
MAX_PATH_BYTES: Final = 1024
_MAX_EXTENSION: Final = 32
_RESERVED: Final = frozenset(
    {"con", "prn", "aux", "nul", *(port + digit for port in ("com", "lpt") for digit in "0123456789¹²³")}
)
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f-\x9f\ud800-\udfff/\\:*?"<>|\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]')


def filename_problem(name: str) -> str | None:
    """Return the problem with a name (`folder`, `characters`, `dots`, `reserved`, `long`), or None if it is safe.

    A safe name is safe on every system: on Windows `nul.txt` is a device and a trailing dot disappears.
    """
    if "/" in name or "\\" in name:
        return "folder"
    if _FORBIDDEN.search(name):
        return "characters"
    if name.startswith(".") or name.endswith((".", " ")) or not name.strip():
        return "dots"
    if name.split(".", 1)[0].strip().lower() in _RESERVED:
        return "reserved"
    if len(name.encode("utf-8", "replace")) > MAX_BYTES:
        return "long"
    return None


def path_problem(path: str) -> str | None:
    """Return the problem with a relative path, or None if each of its parts is a safe name.

    Parts are separated by `/`. Absolute paths, drives, `..`, `~`, backslashes and empty parts are problems.
    """
    parts = path.split("/")
    if len(parts) == 1:
        return filename_problem(path)
    if parts[0].startswith("~") or any(not part.strip() or part in (".", "..") or "\\" in part for part in parts):
        return "folder"
    if len(path.encode("utf-8", "replace")) > MAX_PATH_BYTES:
        return "long"
    return next((problem for part in parts if (problem := filename_problem(part))), None)


def safe_filename(name: str) -> str:
    """Return the most similar safe name; a safe name does not change."""
    if filename_problem(name) is None:
        return name
    plain = _FORBIDDEN.sub("_", name).strip(" ").lstrip(".").rstrip(". ")
    stem, dot, extension = plain.rpartition(".")
    if len(plain.encode()) > MAX_BYTES:
        suffix = dot + extension if len(extension.encode()) <= _MAX_EXTENSION else ""
        max_stem = MAX_BYTES - len(suffix.encode())
        plain = (stem if suffix else plain).encode()[:max_stem].decode(errors="ignore").rstrip(". ") + suffix
    if filename_problem(plain) is None:
        return plain
    # The rest is the name of a device, or empty.
    return f"_{plain}"[:_MAX_EXTENSION] if plain else "_"
