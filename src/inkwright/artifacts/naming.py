"""The file name of what is made: a person recognises the title in it, and every system takes it."""

from typing import Final

from inkwright.artifacts.wording import one_line
from inkwright.parsing.filenames import MAX_BYTES, problem_with

_MAX_LETTERS: Final = 80
_WITHOUT_TITLE: Final = "untitled"


def file_name(title: str, ending: str) -> str:
    """A safe file name that a person recognises the title in."""
    safe = "".join(char if problem_with(f"a{char}a") is None else " " for char in title)
    room = MAX_BYTES - len(ending.encode())
    stem = one_line(safe)[:_MAX_LETTERS].encode()[:room].decode(errors="ignore").strip(" .")
    return f"{stem if stem and problem_with(stem + ending) is None else _WITHOUT_TITLE}{ending}"
