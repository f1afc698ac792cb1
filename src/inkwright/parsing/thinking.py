"""Thoughts that a model wrote before its answer: found and left out."""

import re

_OPEN = re.compile(r"(?:\A|\n)[ \t]*<think(?:ing)?>", re.IGNORECASE)
_CLOSE = re.compile(r"</think(?:ing)?>", re.IGNORECASE)


def without_thinking(reply: str) -> str:
    """The reply without `<think>…</think>`, and without all that stands before a lone `</think>`.

    A tag counts only at the beginning of a line, so that a text about such tags stays whole.
    Thinking that never ends takes the rest of the reply with it.
    """
    if "<think" not in reply.lower() and "</think" not in reply.lower():
        return reply
    kept: list[str] = []
    position = 0
    while opening := _OPEN.search(reply, position):
        kept.append(reply[position : opening.start()])
        closing = _CLOSE.search(reply, opening.end())
        if closing is None:
            return "".join(kept)
        position = closing.end()
    kept.append(_after_lone_close(reply[position:]) if position == 0 else reply[position:])
    return "".join(kept)


def _after_lone_close(reply: str) -> str:
    closing = _CLOSE.search(reply)
    if closing is None or not _ends_its_line(reply, closing.end()):
        return reply
    return reply[closing.end() :]


def _ends_its_line(reply: str, position: int) -> bool:
    newline = reply.find("\n", position)
    return not reply[position : newline if newline >= 0 else len(reply)].strip()
