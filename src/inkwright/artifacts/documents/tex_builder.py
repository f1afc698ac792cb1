"""Builds a .tex of a document: pandoc writes the body, our preamble carries Chinese, pictures and code."""

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from inkwright.artifacts.documents.formulas import API
from inkwright.artifacts.documents.heads import blanks_of, fields_of, instructions_of
from inkwright.artifacts.documents.pandoc import convert
from inkwright.artifacts.documents.refining import NEW_PAGE, WHOLE, Refined
from inkwright.artifacts.documents.sources import DocumentSpec
from inkwright.artifacts.documents.tree import Node, inlines, mapped, para, value_of
from inkwright.artifacts.documents.word_styles import LANGUAGE_TAGS

_TEMPLATE: Final = Path(__file__).parent / "templates" / "document.tex"


def build_tex(document: Refined) -> bytes:
    """The file, for XeLaTeX. Its pictures stand beside it under the names that `document.pictures` has."""
    spec = document.spec
    meta = {
        "lang": LANGUAGE_TAGS[spec.language],
        "title": spec.title,
        "subtitle": spec.subtitle,
        "author": spec.author,
        "date": spec.date,
    }
    tree = {
        "pandoc-api-version": API,
        "meta": {key: {"t": "MetaInlines", "c": inlines(value)} for key, value in meta.items() if value}
        | _switches(document),
        "blocks": [*_head(spec), *mapped(document.blocks, _changed)],
    }
    with tempfile.TemporaryDirectory(prefix="inkwright-") as folder:
        path = Path(folder) / "document.tex"
        path.write_bytes(_TEMPLATE.read_bytes())
        arguments = ["-f", "json", "-t", "latex", f"--template={path}", "--wrap=preserve"]
        written = convert(json.dumps(tree).encode(), arguments).content
    # The space behind a number: the fonts of TeX do not have it.
    return written.replace("\u2002".encode(), rb"\enspace{}")


def _switches(document: Refined) -> dict[str, Any]:
    on = {"chinese": document.spec.language != "en", "contents": document.has_toc}
    on["titlepage"] = document.spec.kind == "report"
    return {key: {"t": "MetaBool", "c": value} for key, value in on.items()}


def _changed(node: Node) -> Any:
    if node["t"] == "Div":
        attributes = node["c"][0]
        if "rule" in attributes[1]:
            return _raw(r"\par\noindent\rule{\linewidth}{0.4pt}\par")
        if NEW_PAGE in attributes[1]:
            return _raw(r"\clearpage")
        if WHOLE in attributes[1]:
            return [_raw(r"\par\begin{samepage}"), *node["c"][1], _raw(r"\end{samepage}")]
        if box := value_of(attributes, "box"):
            return _raw(rf"\answerbox{{{int(box)}cm}}")
        return _raw(rf"\answerlines{{{int(value_of(attributes, 'lines'))}}}")
    if node["t"] == "Span" and "number" in node["c"][0][1]:
        return _anchored(node["c"][0][0], node["c"][1])
    return node


def _anchored(name: str, content: Sequence[Node]) -> list[Node]:
    return [{"t": "Span", "c": [[name, [], []], [*content]]}] if name else [*content]


def _head(spec: DocumentSpec) -> list[Node]:
    made: list[Node] = []
    if spec.kind == "worksheet":
        pieces: list[Node] = []
        for blank in blanks_of(spec):
            room = {"t": "RawInline", "c": ["latex", rf"~\underline{{\hspace{{{blank.room}cm}}}}"]}
            pieces += [*inlines(blank.label), room, *inlines(f" {blank.behind}"), {"t": "Space"}]
        made.append(para(pieces[:-1]))
    made += [
        para([{"t": "Strong", "c": inlines(each.label)}, {"t": "Space"}, *inlines("; ".join(each.lines))])
        for each in fields_of(spec)
    ]
    told = instructions_of(spec) if spec.kind == "worksheet" else []
    return made + [para(inlines(line)) for line in told]


def _raw(tex: str) -> Node:
    return {"t": "RawBlock", "c": ["latex", tex]}
