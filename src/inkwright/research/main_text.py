"""The main text of a web page, without menus, adverts and scripts. It runs in a worker: pages are hostile."""

import re
from typing import Final

_MAX_CHARACTERS: Final = 200_000
_CHARSET = re.compile(r"charset=[\"']?([\w-]+)", re.IGNORECASE)


def main_text(content: bytes, content_type: str) -> str:
    """Return the main text of a page as plain text; empty if it has none."""
    written = _decoded(content, content_type)
    if not content_type.lower().startswith(("text/html", "application/xhtml")):
        return written[:_MAX_CHARACTERS].strip()
    import trafilatura  # noqa: PLC0415 - takes half a second to load, in the worker only

    found = trafilatura.extract(written, include_comments=False, include_tables=True, favor_precision=False)
    return (found or "")[:_MAX_CHARACTERS].strip()


def _decoded(content: bytes, content_type: str) -> str:
    named = _CHARSET.search(content_type) or _CHARSET.search(content[:2_000].decode("ascii", "ignore"))
    try:
        return content.decode(named[1] if named else "utf-8", "replace")
    except LookupError:
        return content.decode("utf-8", "replace")
