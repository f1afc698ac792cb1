"""Projects: the record, and valid names and texts."""

import unicodedata
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from inkwright.errors import InvalidOption
from inkwright.i18n import Language, Reason, text
from inkwright.projects.phases import FIRST_PHASES, PhaseState


@dataclass(frozen=True, slots=True)
class Project:
    """A named collection of one owner, with the phases of its content in their order.

    `profile_id` is the profile of its creator, if one was chosen.
    """

    id: str
    owner: str
    name: str
    created: datetime
    current_phase: str = FIRST_PHASES[0].code
    phases: tuple[PhaseState, ...] = FIRST_PHASES
    profile_id: str | None = None


MAX_NAME: Final = 80
MAX_CHARACTERS: Final = 2_000_000
MAX_BLOCKS: Final = 2_000
_INVISIBLE_CATEGORIES: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")
_FORBIDDEN_CHARACTERS: Final = frozenset('/"')
"""A slash separates the names in a path; quotes enclose a name with spaces."""


def valid_name(written: str, language: Language = "en") -> str:
    """Return the name in its stored form: one line of visible characters. Raise InvalidOption with the naming rule."""
    name = unicodedata.normalize("NFC", written.strip(" "))
    is_visible = all(
        unicodedata.category(character) not in _INVISIBLE_CATEGORIES and character not in _FORBIDDEN_CHARACTERS
        for character in name
    )
    if not is_visible or not 1 <= len(name) <= MAX_NAME or not any(map(str.isalnum, name)):
        raise InvalidOption(option="name", value=written, allowed=text(language, "project.name_rule", most=MAX_NAME))
    return name


def name_key(name: str) -> str:
    """Return a key that ignores case and the encoding of accents; names with the same key are the same."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name.strip(" ")).casefold())


def plain_key(name: str) -> str:
    """Return a key that ignores full width and the number of spaces too. Different names may have the same."""
    return name_key(" ".join(unicodedata.normalize("NFKC", name).split()))


def require_space(count: int, name: str) -> None:
    """Raise InvalidOption if a project that has so many blocks is full."""
    if count >= MAX_BLOCKS:
        full = Reason("project.too_many_blocks", most=f"{MAX_BLOCKS:,}")
        raise InvalidOption(option="block", value=name, allowed=full)


def valid_text(written: str, language: Language = "en") -> str:
    """Return the text without characters that cannot be stored. Raise InvalidOption if it is too long."""
    if len(written) > MAX_CHARACTERS:
        rule = text(language, "project.text_too_long", most=f"{MAX_CHARACTERS:,}")
        raise InvalidOption(option="text", value=f"{len(written):,}", allowed=rule)
    return written.replace("\0", "").encode(errors="replace").decode()
