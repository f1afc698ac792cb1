"""Builds a .tex: pandoc writes the body, and our preamble handles Chinese, images and code."""

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from inkwright.artifacts.documents.docx.word_styles import LANGUAGE_TAGS
from inkwright.artifacts.documents.letters import LETTER_PART, letter_head
from inkwright.artifacts.documents.page_layout import blank_fields, header_fields, worksheet_instructions
from inkwright.artifacts.documents.prepare import KEEP_TOGETHER, PreparedDocument
from inkwright.artifacts.documents.source import DocumentSpec
from inkwright.artifacts.documents.worksheets import CHOICES, NEW_PAGE
from inkwright.artifacts.math.to_typst import PANDOC_API_VERSION
from inkwright.artifacts.pandoc import Node, attribute_value, convert, map_nodes, paragraph_node, text_inlines
from inkwright.artifacts.source_formats.records import BuildOptions
from inkwright.artifacts.temporary_files import process_folder

_TEMPLATE: Final = Path(__file__).parent / "templates" / "document.tex"


def write_tex(document: PreparedDocument, _options: BuildOptions) -> dict[str, bytes]:
    """Build the file for XeLaTeX. Its pictures are separate files, named as in `document.pictures`."""
    spec = document.spec
    meta = {
        "lang": LANGUAGE_TAGS[spec.language],
        "title": spec.title,
        "subtitle": spec.subtitle,
        "author": spec.author,
        "date": spec.date,
    }
    tree = {
        "pandoc-api-version": PANDOC_API_VERSION,
        "meta": {key: {"t": "MetaInlines", "c": text_inlines(value)} for key, value in meta.items() if value}
        | _template_variables(document),
        "blocks": [*_title_block(spec), *map_nodes(document.blocks, _tex_node)],
    }
    with tempfile.TemporaryDirectory(dir=process_folder()) as folder:
        path = Path(folder) / "document.tex"
        path.write_bytes(_TEMPLATE.read_bytes())
        arguments = ["-f", "json", "-t", "latex", f"--template={path}", "--wrap=preserve"]
        written = convert(json.dumps(tree).encode(), arguments).content
    # The space after a number is missing in the fonts of TeX.
    written = written.replace("\u2002".encode(), rb"\enspace{}")
    return {".tex": written} | {each.name: each.content for each in document.pictures.values()}


def _template_variables(document: PreparedDocument) -> dict[str, Any]:
    on = {"chinese": document.spec.language != "en", "contents": document.has_toc}
    on["titlepage"] = document.spec.kind == "report"
    return {key: {"t": "MetaBool", "c": value} for key, value in on.items()}


def _tex_node(node: Node) -> Any:
    if node["t"] == "Div":
        attributes = node["c"][0]
        if "rule" in attributes[1]:
            return _raw_tex(r"\par\noindent\rule{\linewidth}{0.4pt}\par")
        if NEW_PAGE in attributes[1]:
            return _raw_tex(r"\clearpage")
        if LETTER_PART in attributes[1]:
            return [_raw_tex(r"\par\medskip\noindent"), *node["c"][1]]
        if KEEP_TOGETHER in attributes[1]:
            return [_raw_tex(r"\par\begin{samepage}"), *node["c"][1], _raw_tex(r"\end{samepage}")]
        if CHOICES in attributes[1]:
            return node["c"][1]
        if box := attribute_value(attributes, "box"):
            return _raw_tex(rf"\answerbox{{{int(box)}cm}}")
        return _raw_tex(rf"\answerlines{{{int(attribute_value(attributes, 'lines'))}}}")
    if node["t"] == "Span" and "number" in node["c"][0][1]:
        return _with_anchor(node["c"][0][0], node["c"][1])
    return node


def _with_anchor(name: str, content: Sequence[Node]) -> list[Node]:
    return [{"t": "Span", "c": [[name, [], []], [*content]]}] if name else [*content]


def _title_block(spec: DocumentSpec) -> list[Node]:
    head = letter_head(spec) if spec.kind == "letter" else None
    made = [paragraph_node(text_inlines(line)) for line in (*head.sender, *head.recipient)] if head else []
    if spec.kind == "worksheet":
        pieces: list[Node] = []
        for blank in blank_fields(spec):
            room = {"t": "RawInline", "c": ["latex", rf"~\underline{{\hspace{{{blank.room}cm}}}}"]}
            pieces += [*text_inlines(blank.label), room, *text_inlines(f" {blank.suffix}"), {"t": "Space"}]
        made.append(paragraph_node(pieces[:-1]))
    made += [
        paragraph_node(
            [{"t": "Strong", "c": text_inlines(each.label)}, {"t": "Space"}, *text_inlines("; ".join(each.lines))]
        )
        for each in header_fields(spec)
    ]
    instructions = worksheet_instructions(spec) if spec.kind == "worksheet" else []
    return made + [paragraph_node(text_inlines(line)) for line in instructions]


def _raw_tex(tex: str) -> Node:
    return {"t": "RawBlock", "c": ["latex", tex]}
