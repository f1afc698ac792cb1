"""Builds a .pdf of a document: our typst templates draw its tree, which they read as data."""

import io
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from inkwright.artifacts.documents.heads import Field, blanks_of, fields_of, instructions_of, rows_of, running_title
from inkwright.artifacts.documents.measures import LINE_POINTS
from inkwright.artifacts.documents.refining import Refined
from inkwright.artifacts.documents.sources import DocumentSpec
from inkwright.artifacts.documents.typesetter import TYPESETTER
from inkwright.artifacts.documents.typst_tree import TypstTree, pieces
from inkwright.i18n import text

PRODUCER: Final = "Inkwright"
FACTS: Final = "/InkwrightFacts"
_TITLE_ROOM: Final = 400.0
_TITLE_SIZES: Final = {"plain": 22.0, "lesson_plan": 20.0, "worksheet": 19.0, "report": 30.0}
_FIELD_PADDING: Final = 26.0
_TEMPLATES: Final = Path(__file__).parent / "templates"


def build_pdf(document: Refined, *, made_at: datetime) -> bytes:
    """The file. It carries the facts of its source among its properties, so that whoever opens it can compare."""
    made = TYPESETTER.typeset(typst_files(document), timestamp=int(made_at.timestamp()))
    return _signed(made.content, document.facts.model_dump_json())


def typst_files(document: Refined) -> dict[str, bytes]:
    """All that typst is given: our templates, the tree, and the pictures."""
    files = {name: (_TEMPLATES / name).read_bytes() for name in ("main.typ", "drawing.typ")}
    files["design.typ"] = (_TEMPLATES / f"{document.spec.kind}.typ").read_bytes()
    files["document.json"] = json.dumps(_source(document), ensure_ascii=False).encode()
    return files | {name: picture.content for name, picture in document.pictures.items()}


def _source(document: Refined) -> Mapping[str, Any]:
    spec = document.spec
    return _head(spec) | {
        "toc": document.has_toc,
        "fields": [_field_row(row) for row in rows_of(fields_of(spec))],
        "blanks": [each._asdict() for each in blanks_of(spec)],
        "instructions": [pieces(line, LINE_POINTS - 24, 10.5) for line in instructions_of(spec)],
        "body": TypstTree(document.formulas, document.pictures).blocks(document.blocks),
    }


def _head(spec: DocumentSpec) -> dict[str, Any]:
    """What the templates put before the text; words that are wider than the line may break."""
    return {
        "properties": {
            "title": spec.title,
            "author": [spec.author] if spec.author else [],
            "keywords": spec.keywords,
            "description": spec.subtitle,
        },
        "running": running_title(spec),
        "title": pieces(spec.title, _TITLE_ROOM, _TITLE_SIZES[spec.kind]),
        "subtitle": pieces(spec.subtitle, _TITLE_ROOM, 15.0),
        "people": [pieces(each, _TITLE_ROOM, 12.0) for each in (spec.author, spec.date) if each],
        "lang": "en" if spec.language == "en" else "zh",
        "region": {"en": "us", "zh": "cn", "zh-Hant": "tw"}[spec.language],
        "labels": {
            "kind": text(spec.speech, f"document.kind.{spec.kind}"),
            "contents": text(spec.speech, "document.contents"),
        },
    }


def _field_row(row: Sequence[Field]) -> list[dict[str, Any]]:
    room = LINE_POINTS * (0.33 if len(row) == 2 else 0.83) - _FIELD_PADDING
    return [
        {
            "label": pieces(each.label, LINE_POINTS * 0.17 - _FIELD_PADDING, 10.0),
            "lines": [pieces(line, room, 10.0) for line in each.lines],
        }
        for each in row
    ]


def _signed(content: bytes, facts: str) -> bytes:
    import pikepdf  # noqa: PLC0415 - an extra, and slow to import

    made = io.BytesIO()
    with pikepdf.open(io.BytesIO(content)) as pdf:
        pdf.docinfo["/Producer"] = PRODUCER
        pdf.docinfo[FACTS] = facts
        pdf.save(made, deterministic_id=True)
    return made.getvalue()
