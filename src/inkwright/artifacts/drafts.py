"""A draft: something made and not yet believed."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from inkwright.errors import InvalidOption
from inkwright.parsing.filenames import filename_problem

MAX_BYTES: Final = 64 * 1024 * 1024
MAX_FILES: Final = 100
MAX_TITLE: Final = 300
_KIND = re.compile(r"[a-z][a-z0-9_]{0,31}")


@dataclass(frozen=True, slots=True)
class Draft:
    """The main file is `files[name]`; there may be more beside it.

    The files are copied when the draft is made: what is checked is what is kept.
    """

    kind: str
    name: str
    title: str
    files: Mapping[str, bytes]

    def __post_init__(self) -> None:
        if not _KIND.fullmatch(self.kind):
            raise InvalidOption(option="kind", value=self.kind, allowed="It is one short word such as 'pptx'.")
        if not self.title.strip() or len(self.title) > MAX_TITLE:
            raise InvalidOption(
                option="title", value=self.title[:80], allowed=f"It has 1 to {MAX_TITLE} characters, not all blank."
            )
        files = dict(self.files)
        _refuse_names(self.name, files)
        _refuse_contents(files)
        object.__setattr__(self, "files", MappingProxyType(files))

    @property
    def main(self) -> bytes:
        """The content of the main file."""
        return self.files[self.name]


def _refuse_names(main: str, files: Mapping[str, bytes]) -> None:
    if main not in files:
        raise InvalidOption(option="name", value=main, allowed="The main file must be one of the files.")
    if len(files) > MAX_FILES:
        raise InvalidOption(option="files", value=len(files), allowed=f"A draft has at most {MAX_FILES} files.")
    for name in files:
        if problem := filename_problem(name):
            raise InvalidOption(option="files", value=name[:80], allowed=f"A plain file name is needed ({problem}).")
    # Some file systems do not tell `Deck.pptx` from `deck.pptx`.
    if len({name.casefold() for name in files}) < len(files):
        raise InvalidOption(option="files", value=sorted(files), allowed="Each needs a name of its own.")


def _refuse_contents(files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        # A bytearray could change between the check and the keeping.
        if not isinstance(content, bytes):
            raise InvalidOption(option="files", value=name, allowed="The content of a file is bytes.")
    size = sum(map(len, files.values()))
    if size > MAX_BYTES:
        raise InvalidOption(option="files", value=f"{size} bytes", allowed=f"At most {MAX_BYTES} bytes in all.")
