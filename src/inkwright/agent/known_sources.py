"""The files and artifacts that a message may mean, and the places in it that refer to them."""

import re
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from inkwright.parsing.chinese_variants import simplify_requests

FILE_KIND: Final = "file"


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownSource:
    """Something that a message may mean: a file of the conversation, in the order of their attachment, or an artifact.

    `key` is the name of a file or the id of an artifact; `kind` is `file` or the kind of the artifact. `path` is where
    the file was read. `turn` numbers the latest turn that used or made it; 0 is none. `made_from` are the keys of the
    sources of an artifact. `is_new`: it came with this message. `text` is its text, where that is worth comparing.
    `lineage` is shared by the versions of an artifact.
    """

    key: str
    name: str
    title: str = ""
    path: str = ""
    kind: str = FILE_KIND
    turn: int = 0
    made_from: tuple[str, ...] = ()
    is_new: bool = False
    text: str = field(default="", repr=False)
    lineage: str = ""

    @property
    def is_file(self) -> bool:
        """Whether it is a file of the person."""
        return self.kind == FILE_KIND

    @property
    def stem(self) -> str:
        """The name without its extension."""
        return re.sub(r"(?:\.quiz)?\.[^.]+$", "", self.name) or self.name


ReferenceKind = Literal["name", "word", "order", "all", "other", "made", "format"]


class SourceReference(NamedTuple):
    """A place in a message that refers to sources: by a file name, by a word of the name or title, or otherwise.

    `is_unclear`: it means one of them, but it is unclear which. `is_weak`: the word may be just a word, because it is
    neither in quotes nor next to a word such as "from" or "file".
    """

    start: int
    kind: ReferenceKind
    keys: tuple[str, ...]
    is_unclear: bool = False
    is_negated: bool = False
    is_weak: bool = False


def folded(written: str) -> str:
    """Return the text for comparison: lower case, and spaces for hyphens and underscores; its length is unchanged."""
    lowered = (char.lower() if len(char.lower()) == 1 else char for char in simplify_requests(written))
    return "".join(" " if char in "-_" else char for char in lowered)
