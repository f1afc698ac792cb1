"""Code as a model writes it, told line by line: a fence around it is no part of it."""

import re

_FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,})")


class CodeStream:
    """Feed pieces of a reply; `code` is what stands inside its first fence, or all of it where there is none."""

    def __init__(self) -> None:
        self._line = ""
        self._lines: list[str] = []
        self._is_fenced: bool | None = None
        self._is_over = False

    @property
    def code(self) -> str:
        """All the code so far."""
        return "".join(self._lines).strip("\n")

    def feed(self, piece: str) -> str:
        """The whole lines of code that this piece completes."""
        self._line += piece
        *lines, self._line = self._line.split("\n")
        return "".join(taken for line in lines if (taken := self._take(line + "\n")))

    def close(self) -> str:
        """What is left: a last line without an end."""
        rest, self._line = self._line, ""
        return self._take(rest) if rest else ""

    def _take(self, line: str) -> str:
        if self._is_over:
            return ""
        if _FENCE.match(line):
            # What a model says before the fence is no code, and neither is what it says behind it.
            self._is_over = bool(self._is_fenced)
            if not self._is_fenced:
                self._lines.clear()
            self._is_fenced = True
            return ""
        if self._is_fenced is None:
            if not line.strip():
                return ""
            self._is_fenced = False
        self._lines.append(line)
        return line
