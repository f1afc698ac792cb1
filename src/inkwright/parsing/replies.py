"""The text of a reply: what every parser does before it reads one."""

import re
from collections.abc import Iterator
from typing import Final

from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.parsing.fences import content_between, fence_lines, fenced_spans
from inkwright.parsing.thinking import without_thinking

_MAX_LAYERS: Final = 3
_QUOTE = re.compile(r"^[ \t]*>[ \t]?", re.MULTILINE)
_UNQUOTED_LINE = re.compile(r"^[ \t]*[^>\s]", re.MULTILINE)


def given_text(reply: str | None) -> str:
    """Return the reply as it is. No reply (None) is an empty one.

    Any other value raises InvalidOption: it is an error of the caller, not of the model.
    """
    if reply is None:
        return ""
    if not isinstance(reply, str):
        allowed = Reason("reason.parsing.reply")
        raise InvalidOption(option="raw_reply", value=type(reply).__name__, allowed=allowed)
    return reply


def reply_text(reply: str | None) -> str:
    """Return the text with plain newlines and without a BOM."""
    reply = given_text(reply)
    for line_end in ("\r\r\n", "\r\n", "\r"):
        reply = reply.replace(line_end, "\n")
    return reply.lstrip("\ufeff")


def answer_text(reply: str | None) -> str:
    """Return the text of a reply without its thinking."""
    return without_thinking(reply_text(reply))


def reply_layers(text: str) -> Iterator[str]:
    """Yield the text, then what is inside a fence or a quote around the whole of it, layer by layer."""
    yield text
    for _ in range(_MAX_LAYERS):
        inner = _inside_fence(text) or unquoted(text)
        if inner is None:
            return
        text = inner
        yield text


def _inside_fence(text: str) -> str | None:
    """Return the content of the one fence around the whole text; None if there is text outside, or more than one."""
    if not text.lstrip().startswith(("`", "~", ">")) or not text.rstrip().endswith(("`", "~")):
        return None
    spans = fenced_spans(text)
    if len(spans) != 1 or (text[: spans[0][0]] + text[spans[0][1] :]).strip():
        return None
    lines = fence_lines(text)
    return content_between(text, lines[0], lines[-1])


def unquoted(text: str) -> str | None:
    """Return the content of the Markdown quote around the whole text; None if a line is outside of it."""
    if not text.lstrip().startswith(">") or _UNQUOTED_LINE.search(text):
        return None
    return _QUOTE.sub("", text)
