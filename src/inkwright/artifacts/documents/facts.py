"""What a document holds, counted: the made file is compared with it before anybody calls it ready."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from pydantic import BaseModel, ConfigDict

from inkwright.artifacts.documents.tree import Node, walk, words
from inkwright.artifacts.typefaces import missing_glyphs

COUNTS: Final = ("headings", "tables", "pictures", "equations", "footnotes")
_COUNTED: Final[Mapping[str, str]] = MappingProxyType(
    dict(zip(("Header", "Table", "Image", "Math", "Note"), COUNTS, strict=True))
)
_MOST_DOUBTFUL: Final = 40


class Facts(BaseModel):
    """How many of each; and the characters that none of our typefaces has, which others may have."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    headings: int = 0
    tables: int = 0
    pictures: int = 0
    equations: int = 0
    footnotes: int = 0
    doubtful: str = ""


def facts_of(blocks: Sequence[Node]) -> Facts:
    """The facts of a tree."""
    counts: dict[str, Any] = dict.fromkeys(COUNTS, 0)
    for node in walk([*blocks]):
        if node["t"] in _COUNTED:
            counts[_COUNTED[node["t"]]] += 1
    doubtful = "".join(missing_glyphs(words([*blocks]))[:_MOST_DOUBTFUL])
    return Facts(**counts, doubtful=doubtful)
