"""Brackets that are opened and never closed: pandoc tries each with everything behind it, and takes hours over many."""

import re
from collections.abc import Iterator
from typing import Final

MAX_OPEN: Final = 64

_FENCE = re.compile(r" {0,12}(`{3,}|~{3,})")
# An address follows a link's words at once; what stands behind a backslash is a sign.
_SIGNS = re.compile(r"\\.|\[|\]\(|\]|\)", re.S)


def has_too_many_open(markdown: str) -> bool:
    """Whether more than `MAX_OPEN` brackets of one paragraph are open at once; code between fences does not count."""
    lines = markdown.splitlines()
    return any(_too_many(part) for part in _without_code(lines))


def _without_code(lines: list[str]) -> Iterator[list[str]]:
    """The lines between blocks of code. A fence that is never closed is none."""
    start, fence, opened = 0, "", 0
    for number, line in enumerate(lines):
        mark = _FENCE.match(line)
        if mark is None:
            continue
        if not fence:
            fence, opened = mark[1], number
        elif mark[1].startswith(fence):
            yield lines[start:opened]
            start, fence = number + 1, ""
    yield lines[start:]


def _too_many(lines: list[str]) -> bool:
    words = addresses = 0
    for line in lines:
        if not line.strip():
            words = addresses = 0
        for sign in _SIGNS.findall(line):
            if sign == "[":
                words += 1
            elif sign == ")":
                addresses = max(0, addresses - 1)
            elif sign.startswith("]"):
                words = max(0, words - 1)
                addresses += len(sign) - 1
            if words + addresses > MAX_OPEN:
                return True
    return False
