"""Builds a .docx of a document: pandoc writes it with a reference document, and what pandoc cannot write is added."""

import json
import tempfile
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import escape

from inkwright.artifacts.documents.docx_finish import Finish, finished
from inkwright.artifacts.documents.docx_paging import mark
from inkwright.artifacts.documents.formulas import API
from inkwright.artifacts.documents.heads import blanks_of, fields_of, instructions_of, rows_of
from inkwright.artifacts.documents.pandoc import convert
from inkwright.artifacts.documents.refining import NEW_PAGE, WHOLE, Refined
from inkwright.artifacts.documents.sources import DocumentSpec
from inkwright.artifacts.documents.tree import Node, cell, div, inlines, mapped, para, span, table, value_of
from inkwright.artifacts.documents.word_reference import checked_reference, own_reference
from inkwright.artifacts.documents.word_styles import LANGUAGE_TAGS
from inkwright.i18n import text

_GAP: Final = [{"t": "Str", "c": "\u00a0"}]
_PAGE_BREAK: Final = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
_UNDERSCORES: Final = 5.2
"""So many underscores are a centimetre wide."""


def build_docx(document: Refined, *, made_at: datetime, reference: bytes | None = None) -> bytes:
    """The file. `reference` is a user's own document, whose styles, page, header and footer are taken."""
    spec = document.spec
    given = checked_reference(reference, spec.speech) if reference is not None else None
    blocks = [*_head(spec), *_contents(document), *mapped(document.blocks, _Wording(document).changed)]
    tree = {
        "pandoc-api-version": API,
        # Pandoc knows no Chinese words for its own labels and needs none.
        "meta": {"lang": {"t": "MetaString", "c": LANGUAGE_TAGS[spec.language]}},
        "blocks": blocks,
    }
    with tempfile.TemporaryDirectory(prefix="inkwright-") as folder:
        path = Path(folder) / "reference.docx"
        path.write_bytes(given or own_reference(spec.kind, spec.language))
        arguments = ["-f", "json", "-t", "docx", f"--reference-doc={path}"]
        made = convert(json.dumps(tree).encode(), arguments)
    return finished(made.content, Finish(spec, document.facts, made_at, has_own_reference=given is not None))


class _Wording:
    """What the tree says in words that pandoc's writer for Word knows."""

    def __init__(self, document: Refined) -> None:
        self._pictures = document.pictures

    def changed(self, node: Node) -> Any:
        if node["t"] == "Image":
            attributes, alt, (name, title) = node["c"]
            return {"t": "Image", "c": [attributes, alt, [self._pictures[name].data_uri, title]]}
        if node["t"] == "Div":
            attributes = node["c"][0]
            if "rule" in attributes[1]:
                return para(_GAP, "Rule")
            if NEW_PAGE in attributes[1]:
                return _raw(mark("page"))
            if WHOLE in attributes[1]:
                return [_raw(mark("first")), *node["c"][1], _raw(mark("last"))]
            box = value_of(attributes, "box")
            count = int(box or value_of(attributes, "lines"))
            style = "Answer Box" if box else "Answer Line"
            return div([{"t": "Para", "c": _GAP}] * count, custom_style=style)
        return node


def _head(spec: DocumentSpec) -> list[Node]:
    """What stands before the text, in the order of the typst templates."""
    made: list[Node] = []
    if spec.kind == "worksheet":
        made.append(_worksheet_line(spec))
    if spec.kind == "lesson_plan":
        made.append(para(inlines(text(spec.speech, "document.kind.lesson_plan")), "Kind Label"))
    made.append(para(inlines(spec.title), "Title"))
    if spec.subtitle:
        made.append(para(inlines(spec.subtitle), "Subtitle"))
    people = [each for each in (spec.author, spec.date) if each]
    if spec.kind == "report":
        made += [para(inlines(each), "Author") for each in people] + [_raw(_PAGE_BREAK)]
    else:
        made += [para(inlines(" · ".join(people)), "Author")] if people else []
        made.append(para(_GAP, "Head End"))
    if rows := rows_of(fields_of(spec)):
        made += [table([_field_row(row) for row in rows], (0.17, 0.33, 0.17, 0.33), "Fields"), para(_GAP, "Field End")]
    told = instructions_of(spec) if spec.kind == "worksheet" else []
    return made + [para(inlines(line), "Instructions") for line in told]


def _field_row(row: Sequence[Any]) -> list[list[Any]]:
    across = 1 if len(row) == 2 else 3
    made = []
    for each in row:
        lines = [inlines(line) for line in each.lines]
        items = [para([{"t": "Str", "c": "•\u2002"}, *line], "Field Item") for line in lines]
        values = [para(lines[0], "Field Value")] if len(lines) == 1 else items
        made += [cell([para(inlines(each.label), "Field Label")]), cell(values, across)]
    return made


def _worksheet_line(spec: DocumentSpec) -> Node:
    pieces: list[Node] = []
    for blank in blanks_of(spec):
        room = "_" * round(blank.room * _UNDERSCORES)
        words = [*inlines(blank.label), {"t": "Str", "c": f"\u00a0{room}"}]
        words += [{"t": "Str", "c": f" {blank.behind}".replace(" ", "\u00a0")}] if blank.behind else []
        pieces += [span(words), {"t": "Str", "c": "\u2003"}]
    return para(pieces[:-1], "Worksheet Line")


def _contents(document: Refined) -> list[Node]:
    """A table of contents with its entries, so that it is not empty until Word fills it.

    It names no pages: only Word knows them, and puts them in when it updates the field.
    """
    if not document.has_toc:
        return []
    title = escape(text(document.spec.speech, "document.contents"))
    entries = [(level, anchor, words) for level, anchor, words in document.headings if level <= 3]
    first = (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
        '<w:r><w:instrText xml:space="preserve"> TOC \\o "1-3" \\h \\z \\u </w:instrText></w:r>'
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r>'
    )
    lines = "".join(
        f'<w:p><w:pPr><w:pStyle w:val="TOC{level}"/></w:pPr>{first if number == 0 else ""}'
        f'<w:hyperlink w:anchor="{anchor}"><w:r><w:t xml:space="preserve">{escape(words)}</w:t></w:r></w:hyperlink>'
        "</w:p>"
        for number, (level, anchor, words) in enumerate(entries)
    )
    ending = '<w:p><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
    made = [
        _raw(
            '<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/><w:docPartUnique/>'
            f'</w:docPartObj></w:sdtPr><w:sdtContent><w:p><w:pPr><w:pStyle w:val="TOCHeading"/></w:pPr>'
            f"<w:r><w:t>{title}</w:t></w:r></w:p>{lines}{ending}</w:sdtContent></w:sdt>"
        )
    ]
    return [*made, _raw(_PAGE_BREAK)] if document.spec.kind == "report" else made


def _raw(xml: str) -> Node:
    return {"t": "RawBlock", "c": ["openxml", xml]}
