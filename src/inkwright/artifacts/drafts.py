"""Drafts: generated files that are not verified yet."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.parsing.filenames import filename_problem

MAX_BYTES: Final = 64 * 1024 * 1024
MAX_FILES: Final = 100
MAX_TITLE: Final = 300
_KIND = re.compile(r"[a-z][a-z0-9_]{0,31}")


@dataclass(frozen=True, slots=True)
class Draft:
    """A main file, `files[name]`, and the files that belong to it.

    The files are copied when the draft is created, so the files that are checked are the files that are stored.
    """

    kind: str
    name: str
    title: str
    files: Mapping[str, bytes]

    def __post_init__(self) -> None:
        if not _KIND.fullmatch(self.kind):
            raise _invalid("kind", self.kind, "kind")
        if not self.title.strip() or len(self.title) > MAX_TITLE:
            raise _invalid("title", self.title[:80], "title", limit=MAX_TITLE)
        files = dict(self.files)
        _check_names(self.name, files)
        _check_contents(files)
        object.__setattr__(self, "files", MappingProxyType(files))

    def __reduce__(self) -> tuple[Any, ...]:
        # Drafts are passed to other processes, and a read-only mapping cannot be.
        return Draft, (self.kind, self.name, self.title, dict(self.files))

    @property
    def main(self) -> bytes:
        """The content of the main file."""
        return self.files[self.name]


def _check_names(main: str, files: Mapping[str, bytes]) -> None:
    if main not in files:
        raise _invalid("name", main, "main")
    if len(files) > MAX_FILES:
        raise _invalid("files", len(files), "files", limit=MAX_FILES)
    for name in files:
        if problem := filename_problem(name):
            raise _invalid("files", name[:80], "file_name", problem=problem)
    # Some file systems treat `Deck.pptx` and `deck.pptx` as the same name.
    if len({name.casefold() for name in files}) < len(files):
        raise _invalid("files", sorted(files), "same_name")


def _check_contents(files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        # A bytearray could change after the check.
        if not isinstance(content, bytes):
            raise _invalid("files", name, "bytes")
    size = sum(map(len, files.values()))
    if size > MAX_BYTES:
        raise _invalid("files", f"{size} bytes", "size", limit=MAX_BYTES)


def _invalid(option: str, value: object, reason: str, **fields: object) -> InvalidOption:
    return InvalidOption(option=option, value=value, allowed=Reason(f"reason.draft.{reason}", **fields))
