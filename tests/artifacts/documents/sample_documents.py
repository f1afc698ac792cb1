"""Sample documents for the tests, and functions that read them back or damage them."""

import base64
import io
import re
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path

import docx
import pypdfium2
from PIL import Image

from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.source import DocumentSpec, read_document
from inkwright.artifacts.drafts import Draft

SOURCES = Path(__file__).resolve().parents[3] / "docs" / "gallery" / "sources"
GALLERY = sorted(path for path in SOURCES.glob("*.md") if not path.name.startswith("quiz."))

RIVER = """---
title: Rivers
author: A. Teacher
language: en
---

## Where they begin {#begin}

A river begins at a *spring*, in a **lake** or under ice.[^1] See [the end](#end).

[^1]: The Rhine does all three.

| River | Length (km) |
|:------|------------:|
| Rhine | 1233 |
| Elbe | 1094 |

: Two rivers

1. Rain falls.
2. Water gathers.

$$v = \\frac{s}{t}$$

![A drop](drop.png)

## Where they end {#end}

In the sea, with $v = 0$.
"""


def picture(width: int = 60, height: int = 40, form: str = "PNG") -> bytes:
    """Return a small picture in two colours."""
    image = Image.new("RGB", (width, height), "white")
    image.paste((20, 80, 160), (0, 0, width // 2, height))
    made = io.BytesIO()
    image.save(made, form)
    return made.getvalue()


def data_uri(content: bytes, kind: str = "image/png") -> str:
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"


DROP = picture()


def document(body: str, **fields: object) -> DocumentSpec:
    return DocumentSpec.model_validate({"title": "A title", "body": body, **fields})


@lru_cache(maxsize=8)
def river(form: str) -> Draft:
    """Return the sample document as a file, built once."""
    return build_document(read_document(RIVER), form, files={"drop.png": DROP})


def with_content(draft: Draft, content: bytes) -> Draft:
    """Return the draft with another main file."""
    return Draft(draft.kind, draft.name, draft.title, {draft.name: content})


def parts_of(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        return {name: package.read(name) for name in package.namelist()}


def zipped(parts: Mapping[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as package:
        for name, part in parts.items():
            package.writestr(name, part)
    return made.getvalue()


def with_changed_part(draft: Draft, part: str, change: Callable[[bytes], bytes]) -> Draft:
    """Return the .docx with one part changed. The change must have an effect."""
    parts = parts_of(draft.main)
    changed = change(parts[part])
    assert changed != parts[part]
    return with_content(draft, zipped(parts | {part: changed}))


def docx_text(content: bytes) -> str:
    """Return the text of a document with formulas and footnotes, without list numbers, headers and footers."""
    parts = parts_of(content)
    found: list[str] = []
    for name in ("word/document.xml", "word/footnotes.xml"):
        found += [text.decode() for text in re.findall(rb"<(?:w|m):t(?: [^>]*)?>([^<]*)<", parts[name])]
    return "".join(found).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def pdf_text(content: bytes) -> str:
    """Return the text of a PDF without headers and footers."""
    found: list[str] = []
    with pypdfium2.PdfDocument(content) as pdf:
        for page in pdf:
            width, height = page.get_size()
            found.append(page.get_textpage().get_text_bounded(0, 60, width, height - (60 if found else 0)))
    return "\n".join(found)


def letters(text: str) -> Counter[str]:
    """Count the letters of a text, ignoring everything else."""
    plain = unicodedata.normalize("NFKC", text)
    return Counter(char for char in plain if char.isalpha())


def open_docx(content: bytes) -> "docx.document.Document":
    return docx.Document(io.BytesIO(content))
