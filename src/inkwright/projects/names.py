"""Names of projects and blocks, and the texts of blocks: what may be kept, and when two names are the same."""

import unicodedata
from typing import Final

from inkwright.errors import InvalidOption
from inkwright.i18n import Language, text

MAX_NAME: Final = 80
MAX_CHARACTERS: Final = 2_000_000
MAX_BLOCKS: Final = 2_000
_UNSEEN: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")
_MARKS: Final = frozenset('/"')
"""A slash stands between a block and what is above it; quotes stand around a name with spaces."""


def kept_name(written: str, language: Language = "en") -> str:
    """The name as it is kept: one line that people can see and type. InvalidOption says what a name may be."""
    name = unicodedata.normalize("NFC", written.strip(" "))
    is_seen = all(unicodedata.category(letter) not in _UNSEEN and letter not in _MARKS for letter in name)
    if not is_seen or not 1 <= len(name) <= MAX_NAME or not any(map(str.isalnum, name)):
        raise InvalidOption(option="name", value=written, allowed=text(language, "project.name_rule", most=MAX_NAME))
    return name


def name_key(name: str) -> str:
    """Names with the same key are the same: capital letters do not matter, nor how accents are written."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name.strip(" ")).casefold())


def kept_text(written: str, language: Language = "en") -> str:
    """The text as it can be kept anywhere; one that is too long is refused."""
    if len(written) > MAX_CHARACTERS:
        told = text(language, "project.text_too_long", most=f"{MAX_CHARACTERS:,}")
        raise InvalidOption(option="text", value=f"{len(written):,}", allowed=told)
    return written.replace("\0", "").encode(errors="replace").decode()
