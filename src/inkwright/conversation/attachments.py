"""Files that a person attaches to a conversation; their text is stored."""

from collections.abc import Collection
from typing import Final

from inkwright.conversation.shapes import Shape, clean_text
from inkwright.errors import InvalidOption
from inkwright.parsing.filenames import safe_filename

MAX_CHARACTERS: Final = 2_000_000
MAX_FILES: Final = 50


class Attachment(Shape):
    """A file of a conversation. `characters` is the length of its text."""

    name: str
    characters: int


def attachment_name(name: str) -> str:
    """Return the name under which a file is stored: one that is safe on every system."""
    return safe_filename(name)


def attachment_text(name: str, text: str) -> str:
    """Return the text to store; refuse one that is too long."""
    if len(text) > MAX_CHARACTERS:
        told = f"The text of a file has at most {MAX_CHARACTERS:,} characters. Give a part of it."
        raise InvalidOption(option=name, value=f"{len(text):,} characters", allowed=told)
    return clean_text(text)


def check_file_count(name: str, there: Collection[str]) -> None:
    """Refuse one file more than a conversation may have; a file of the same name replaces the old one."""
    if name not in there and len(there) >= MAX_FILES:
        told = f"A conversation has at most {MAX_FILES} files. Begin another, or put several into one."
        raise InvalidOption(option="file", value=name, allowed=told)
