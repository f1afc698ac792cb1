"""English messages: the library of the person's own documents."""

from typing import Final

MESSAGES: Final[dict[str, str]] = {
    "reading.interrupted": "reading was interrupted; add the file again",
    "reading.page_no_text": "the page has no text; it may be an image",
    "reason.library.full": "a shelf holds at most {limit} documents; remove some first",
}
