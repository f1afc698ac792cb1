"""Find the fields of a .docx that bring in content from elsewhere, or run a program, when Word updates them."""

import io
import re
import zipfile
from collections.abc import Callable, Iterator
from typing import Any, Final

from inkwright.artifacts.text import one_line

_W: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_STRICT_W: Final = "{http://purl.oclc.org/ooxml/wordprocessingml/main}"
_NESTED: Final = "\0"
"""Where a field is inside the instruction of another: its result becomes a part of that instruction."""

_RESULT: Final = "\1"
"""The last part of a field whose result has begun."""

_FIELD_TAGS: Final = ("fldSimple", "fldChar", "instrText")
_WORD: Final = re.compile(r"\s*+(\S*)")
_FETCHING: Final = frozenset(
    {"include", "includetext", "includepicture", "import", "link", "dde", "ddeauto", "rd", "database"}
)
_LINK: Final = re.compile(r'\s*+hyperlink\s++(?!\\[a-z])"?\s*+(?!https?://|mailto:)(?=[^\s"])', re.IGNORECASE)


def outside_fields(content: bytes, parse_xml: Callable[[bytes], Any]) -> list[str]:
    """Return the instructions of such fields, in all parts of the document, each once.

    A field whose name is made by another field is one of them: that only hides what it does.
    """
    found: dict[str, None] = {}
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        for name in package.namelist():
            if name.lower().startswith("word/") and name.lower().endswith(".xml"):
                found |= dict.fromkeys(filter(_is_outside, _instructions(parse_xml(package.read(name)))))
    return [one_line(each.replace(_NESTED, "{…}")).strip()[:200] for each in found]


def _is_outside(instruction: str) -> bool:
    word = _WORD.match(instruction)
    name = word[1].partition("\\")[0].lower() if word else ""
    return name in _FETCHING or _NESTED in name or _LINK.match(instruction) is not None


def _instructions(root: Any) -> Iterator[str]:
    """Yield the instruction of each field. It may be spread over many runs, and hold other fields."""
    opened: list[list[str]] = []
    for node in root.iter(*(f"{space}{name}" for space in (_W, _STRICT_W) for name in _FIELD_TAGS)):
        mark = _attribute(node, "fldCharType") or node.tag.rpartition("}")[2]
        if mark == "fldSimple":
            yield _attribute(node, "instr")
        elif mark == "begin":
            _add(opened, _NESTED)
            opened.append([])
        elif mark == "instrText":
            _add(opened, node.text or "")
        elif mark == "separate" and opened:
            opened[-1].append(_RESULT)
        elif mark == "end" and opened:
            yield _instruction(opened.pop())
    yield from map(_instruction, opened)


def _add(opened: list[list[str]], part: str) -> None:
    """Add a part to the instruction of the innermost field, unless its result has begun."""
    if opened and opened[-1][-1:] != [_RESULT]:
        opened[-1].append(part)


def _instruction(parts: list[str]) -> str:
    return "".join(part for part in parts if part != _RESULT)


def _attribute(node: Any, name: str) -> str:
    return str(node.get(f"{_W}{name}") or node.get(f"{_STRICT_W}{name}") or "")
