"""Read documents with pandoc as Markdown: Word, OpenDocument, RTF, EPUB, web pages, notebooks and LaTeX."""

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from inkwright.artifacts.pandoc import Node, cell, convert, map_nodes, node_attributes
from inkwright.artifacts.source_formats.packages import check_package
from inkwright.artifacts.source_formats.problems import NotExtractable
from inkwright.artifacts.source_formats.records import DocumentFormat, begins_with
from inkwright.artifacts.text import one_line
from inkwright.artifacts.text_decoding import decode_text
from inkwright.artifacts.validation import UnreadableContent
from inkwright.artifacts.webpages.framing import page_in
from inkwright.errors import TypesettingFailed, TypesettingTimedOut
from inkwright.i18n import Language, Reason

_MARKDOWN: Final = "gfm+yaml_metadata_block+tex_math_dollars-tex_math_gfm-raw_html"
_MAX_REASON: Final = 200
_KEPT_METADATA: Final = ("title", "subtitle", "author", "date")
_RTF_BULLET: Final = re.compile(r"^[•·◦▪‣][ \t]+", re.MULTILINE)
_RTF_NUMBER: Final = re.compile(r"^(\d{1,3})\\[.)][ \t]+", re.MULTILINE)


def read_docx(content: bytes, _language: Language) -> str:
    """Return a Word document."""
    return _read_package(content, "docx")


def read_odt(content: bytes, _language: Language) -> str:
    """Return an OpenDocument text."""
    return _read_package(content, "odt")


def read_epub(content: bytes, _language: Language) -> str:
    """Return a book."""
    return _read_package(content, "epub")


def read_rtf(content: bytes, _language: Language) -> str:
    """Return a document in the Rich Text Format, whose lists are paragraphs with a mark."""
    written = _pandoc_markdown(content, "rtf")
    return _RTF_NUMBER.sub(r"\1. ", _RTF_BULLET.sub("- ", written))


def read_html(content: bytes, _language: Language) -> str:
    """Return a web page without its scripts and styles."""
    return _pandoc_markdown(page_in(decode_text(content)).encode(), "html")


def read_notebook(content: bytes, _language: Language) -> str:
    """Return the cells of a notebook, with their code and outputs."""
    return _pandoc_markdown(decode_text(content).encode(), "ipynb")


def read_latex(content: bytes, _language: Language) -> str:
    """Return the document; its source if pandoc does not understand the macros."""
    written = decode_text(content)
    try:
        return _pandoc_markdown(written.encode(), "latex")
    except UnreadableContent:
        return written


def _read_package(content: bytes, form: str) -> str:
    check_package(content)
    return _pandoc_markdown(content, form)


def _pandoc_markdown(content: bytes, form: str) -> str:
    """Convert in two steps: tables in Markdown have one line for each row, so the tree is made so in between."""
    tree = json.loads(_run(content, ["-f", form, "-t", "json"]))
    tree["meta"] = {name: tree["meta"][name] for name in _KEPT_METADATA if name in tree["meta"]}
    tree["blocks"] = map_nodes(tree["blocks"], _plain_table)
    # A standalone document, because only that contains the title and the author.
    written = _run(json.dumps(tree).encode(), ["-f", "json", "-t", _MARKDOWN, "--standalone", "--wrap=none"])
    return written.decode("utf-8", "replace").strip("\n") + "\n"


def _run(content: bytes, arguments: Sequence[str]) -> bytes:
    try:
        return convert(content, arguments).content
    except TypesettingTimedOut as problem:
        raise NotExtractable("too_costly") from problem
    except TypesettingFailed as problem:
        reason = problem.fields.get("problem", "")
        raise UnreadableContent(
            reason if isinstance(reason, Reason) else one_line(str(reason))[:_MAX_REASON]
        ) from problem


def _plain_table(node: Node) -> Any:
    """Return a table whose cells are one line each and cover one place; the caption follows as a paragraph."""
    if node["t"] != "Table":
        return node
    _, caption, columns, head, bodies, foot = node["c"]
    rows = [*head[1], *(row for body in bodies for part in (body[2], body[3]) for row in part), *foot[1]]
    width = max(len(columns), 1)
    plain = [[cell([{"t": "Plain", "c": inlines}]) for inlines in row] for row in _grid(rows, width)]
    first, rest = (plain[0], plain[1:]) if plain else ([], [])
    made = [
        node_attributes(),
        [None, []],
        [[{"t": "AlignDefault"}, {"t": "ColWidthDefault"}]] * width,
        [node_attributes(), [[node_attributes(), first]] if first else []],
        [[node_attributes(), 0, [], [[node_attributes(), row] for row in rest]]],
        [node_attributes(), []],
    ]
    return [{"t": "Table", "c": made}, *caption[1]]


def _grid(rows: Sequence[Any], width: int) -> list[list[list[Node]]]:
    """Return the cells of each row, with empty ones where a cell covers several places."""
    grid: list[list[list[Node]]] = []
    covered = [0] * width
    for _, cells in rows:
        made: list[list[Node]] = []
        waiting = iter(cells)
        while len(made) < width:
            if covered[len(made)]:
                covered[len(made)] -= 1
                made.append([])
                continue
            found = next(waiting, None)
            if found is None:
                made.append([])
                continue
            _, _, down, across, blocks = found
            for place in range(len(made), min(len(made) + across, width)):
                covered[place] = down - 1
            made += [_inlines(blocks), *[[]] * (min(across, width - len(made)) - 1)]
        grid.append(made)
    return grid


def _inlines(blocks: Any) -> list[Node]:
    """Return the inlines of blocks on one line."""
    parts: list[list[Node]] = []
    waiting = [blocks]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict) and part.get("t") in ("Para", "Plain"):
            parts.append([{"t": "Space"} if each["t"] == "LineBreak" else each for each in part["c"]])
        elif isinstance(part, dict) and part.get("t") == "Header":
            parts.append(part["c"][2])
        elif isinstance(part, dict) and part.get("t") == "CodeBlock":
            parts.append([{"t": "Code", "c": [part["c"][0], one_line(part["c"][1])]}])
        elif isinstance(part, dict):
            waiting.append(part.get("c"))
        elif isinstance(part, list):
            waiting += reversed(part)
    return [inline for part in parts for inline in ({"t": "Space"}, *part)][1:]


_OPEN_DOCUMENT: Final = "application/vnd.oasis.opendocument.text"
FORMATS: Final = (
    DocumentFormat("odt", (".odt",), read_odt, package=_OPEN_DOCUMENT),
    DocumentFormat("epub", (".epub",), read_epub, package="application/epub+zip"),
    DocumentFormat("rtf", (".rtf",), read_rtf, begins_with(rb"\{\\rtf")),
    DocumentFormat(
        "html", (".html", ".htm", ".xhtml"), read_html, begins_with(rb"<!doctype\s+html|<html\b"), is_text=True
    ),
    DocumentFormat(
        "ipynb",
        (".ipynb",),
        read_notebook,
        begins_with(rb'\{.{0,400}?"(?:cells|nbformat)"\s*:\s*[\[\d]'),
        is_text=True,
    ),
)
