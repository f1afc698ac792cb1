"""Validate proposed file names: a single name without folders, or the reason for refusing it."""

import re
from typing import Final

MAX_BYTES: Final = 255
_MAX_EXTENSION: Final = 32
_RESERVED: Final = frozenset(
    {"con", "prn", "aux", "nul", *(port + digit for port in ("com", "lpt") for digit in "0123456789¹²³")}
)
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f-\x9f\ud800-\udfff/\\:*?"<>|\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]')


def filename_problem(name: str) -> str | None:
    """Why this name is refused (`folder`, `characters`, `dots`, `reserved`, `long`), or None if it is safe.

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


def safe_filename(name: str) -> str:
    """A safe name that is as near to this one as can be; a safe one stays as it is."""
    if filename_problem(name) is None:
        return name
    plain = _FORBIDDEN.sub("_", name).strip(" ").lstrip(".").rstrip(". ")
    stem, dot, ending = plain.rpartition(".")
    if len(plain.encode()) > MAX_BYTES:
        kept = dot + ending if len(ending.encode()) <= _MAX_EXTENSION else ""
        room = MAX_BYTES - len(kept.encode())
        plain = (stem if kept else plain).encode()[:room].decode(errors="ignore").rstrip(". ") + kept
    if filename_problem(plain) is None:
        return plain
    # What is left is the name of a device, or nothing at all.
    return f"_{plain}"[:_MAX_EXTENSION] if plain else "_"
