"""The icons that a slide can name: their names in both languages, similar names, and their outlines."""

import difflib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import AfterValidator

from inkwright.i18n import Language, Reason

_FILE: Final = Path(__file__).with_name("icons.json")
_MOST_SIMILAR: Final = 5
_LEAST_SIMILARITY: Final = 0.6
_LONGEST_NAME: Final = 40


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon. Its outline has absolute commands M, L, C and Z with whole numbers on a square."""

    name: str
    chinese_name: str
    words: tuple[str, ...]
    """Other words for what it shows."""
    outline: str
    side: int
    """The side of the square."""

    def label(self, language: Language) -> str:
        """Return what it shows, for those who do not see it."""
        return self.chinese_name if language == "zh" else self.name.replace("-", " ")


@lru_cache(maxsize=1)
def icons() -> Mapping[str, Icon]:
    """Return all icons by their names."""
    given = json.loads(_FILE.read_text(encoding="utf-8"))
    return {
        name: Icon(name, each["zh"], tuple(each["words"]), each["path"], given["side"])
        for name, each in given["icons"].items()
    }


@lru_cache(maxsize=1)
def _names() -> Mapping[str, str]:
    """Return the name of an icon by its English and its Chinese name."""
    return {written: each.name for each in icons().values() for written in (each.chinese_name, each.name)}


def icon_named(written: str) -> Icon | None:
    """Return the icon of that name in either language, in any case; None where there is none."""
    name = _names().get(_plain(written))
    return icons()[name] if name else None


def similar_icons(written: str) -> list[str]:
    """Return the names of the icons that may be meant, best first."""
    word = _plain(written)[:_LONGEST_NAME]
    meant = [name for name, each in icons().items() if word in each.words]
    near = difflib.get_close_matches(word, _names(), _MOST_SIMILAR, _LEAST_SIMILARITY)
    return list(dict.fromkeys([*meant, *(_names()[each] for each in near)]))[:_MOST_SIMILAR]


def _plain(written: str) -> str:
    return written.strip().strip(":：").strip().lower().replace("_", "-").replace(" ", "-")


def _check_name(written: str) -> str:
    """Return the name of the icon; a ValueError with similar names, or with all of them, where there is none."""
    if icon := icon_named(written):
        return icon.name
    names = ", ".join(similar_icons(written) or icons())
    raise ValueError(Reason("reason.slides.icon", name=written[:_LONGEST_NAME], names=names))


class _NamesInSchema:
    """Lists the names in JSON schemas. They are read from the file only when a schema is made."""

    @classmethod
    def __get_pydantic_json_schema__(cls, _schema: Any, _handler: Any) -> dict[str, Any]:
        return {"type": "string", "enum": [*icons()]}


IconName = Annotated[str, AfterValidator(_check_name), _NamesInSchema]
"""The name of an icon."""
