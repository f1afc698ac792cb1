"""What stands within a line of Markdown as runs: bold, code, links with their addresses, pictures by their names."""

from collections.abc import Sequence
from typing import Final

from markdown_it.token import Token

from inkwright.cli.terminal.region import places
from inkwright.cli.terminal.runs import Run, unpainted

_STYLES: Final = {"strong_open": "1", "em_open": "3", "s_open": "9", "link_open": "94"}
_CODE: Final = "36"
_ADDRESS: Final = "4;34"


def inline_runs(tokens: Sequence[Token], style: str = "") -> list[Run]:
    """The runs; each has its own style on top of the given one."""
    if len(tokens) == 1 and tokens[0].type == "text":
        return [(tokens[0].content, style)]
    return _Inline(style).read(tokens)


class _Inline:
    def __init__(self, style: str) -> None:
        self._runs: list[Run] = []
        self._styles = [style] if style else []
        self._links: list[tuple[str, int]] = []
        self._breaks = False

    def read(self, tokens: Sequence[Token]) -> list[Run]:
        for token in tokens:
            kind = token.type
            if kind in ("text", "text_special"):
                self._add(token.content)
            elif kind in _STYLES:
                self._styles.append(_STYLES[kind])
                if kind == "link_open":
                    self._links.append((str(token.attrGet("href") or ""), len(self._runs)))
            elif kind.endswith("_close"):
                self._styles.pop()
                if kind == "link_close":
                    self._add_address(*self._links.pop())
            else:
                self._add_other(token)
        return self._runs

    def _add_other(self, token: Token) -> None:
        match token.type:
            case "softbreak":
                self._breaks = True
            case "hardbreak":
                self._add("\n")
            case "code_inline":
                self._add(token.content, _CODE)
            case "image":
                start = len(self._runs)
                self._add(token.content or "")
                self._add_address(str(token.attrGet("src") or ""), start)
            case _:
                self._add(token.content)

    def _add(self, text: str, *more: str) -> None:
        if not text:
            return
        if self._breaks:
            self._breaks = False
            # Chinese has no spaces between words, so none comes from the end of a line.
            before = self._runs[-1][0][-1:] if self._runs else ""
            text = text if places(before) > 1 and places(text[0]) > 1 else f" {text}"
        self._runs.append((text, ";".join((*self._styles, *more))))

    def _add_address(self, address: str, start: int) -> None:
        """The address in brackets, unless it is what the link says."""
        said = unpainted(self._runs[start:])
        if address and address not in (said, f"mailto:{said}"):
            self._add(" (" if said else "(")
            self._add(address, _ADDRESS)
            self._add(")")
