"""Files that a person attaches to a conversation; their text is stored."""

import re
from collections.abc import Collection
from typing import Final

from inkwright.conversation.shapes import Shape, clean_text
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.parsing.filenames import safe_filename

MAX_CHARACTERS: Final = 2_000_000
MAX_FILES: Final = 50


class Attachment(Shape):
    """A file of a conversation. `characters` is the length of its text."""

    name: str
    characters: int


_TITLE: Final = re.compile(
    r"^(?:#{1,2}[ \t]+(?P<heading>.+?)[ \t#]*|title:[ \t]*[\"']?(?P<field>.+?)[\"']?[ \t]*)$", re.MULTILINE
)
_TITLE_CHARACTERS: Final = 4_000
_MAX_TITLE: Final = 200


def text_title(text: str) -> str:
    """Return the title of a text in Markdown: its first heading, or the title in its metadata; empty without one."""
    match = _TITLE.search(text[:_TITLE_CHARACTERS])
    return (match["heading"] or match["field"])[:_MAX_TITLE] if match else ""


def attachment_name(name: str) -> str:
    """Return the name under which a file is stored: one that is safe on every system."""
    return safe_filename(name)


def attachment_text(name: str, text: str) -> str:
    """Return the text to store; refuse one that is too long."""
    if len(text) > MAX_CHARACTERS:
        reason = Reason("reason.usecases.long_text", limit=f"{MAX_CHARACTERS:,}")
        raise InvalidOption(option=name, value=f"{len(text):,}", allowed=reason)
    return clean_text(text)


def check_file_count(name: str, existing: Collection[str]) -> None:
    """Refuse one file more than a conversation may have; a file of the same name replaces the old one."""
    if name not in existing and len(existing) >= MAX_FILES:
        reason = Reason("reason.usecases.many_files", limit=MAX_FILES)
        raise InvalidOption(option="file", value=name, allowed=reason)
