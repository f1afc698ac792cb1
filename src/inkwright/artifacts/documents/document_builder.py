"""Builds a document in the requested format, with the same content in each."""

from collections.abc import Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Final, Literal

from inkwright.artifacts.documents.docx.docx_builder import build_docx
from inkwright.artifacts.documents.pdf.pdf_builder import build_pdf
from inkwright.artifacts.documents.prepare import prepare_document
from inkwright.artifacts.documents.source import DocumentSpec
from inkwright.artifacts.documents.tex.tex_builder import build_tex
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.text import file_name
from inkwright.errors import InvalidOption
from inkwright.i18n import text

DocumentFormat = Literal["docx", "pdf", "tex"]
DEFAULT_TIMESTAMP: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""The moment that a document names when nobody gives one: the same document is then the same bytes."""

_NO_FILES: Final[Mapping[str, bytes]] = MappingProxyType({})


def build_document(
    spec: DocumentSpec,
    form: DocumentFormat,
    *,
    files: Mapping[str, bytes] = _NO_FILES,
    reference: bytes | None = None,
    made_at: datetime = DEFAULT_TIMESTAMP,
) -> Draft:
    """A draft of the kind `docx`, `pdf` or `tex`.

    It waits for pandoc and typst: whoever must not wait calls it in a thread.
    `files` are the pictures that the text names, each under the name that the text uses; no other file is read.
    `reference` is a user's own .docx, whose styles, page, header and footer are taken. What cannot be set is an
    InvalidOption that says why; a program that fails is a TypesettingFailed.
    """
    if reference is not None and form != "docx":
        raise InvalidOption(option="reference", value=form, allowed=text(spec.speech, "document.reference_docx"))
    document = prepare_document(spec, files)
    name = file_name(spec.title, f".{form}")
    if form == "docx":
        return Draft(form, name, spec.title, {name: build_docx(document, made_at=made_at, reference=reference)})
    if form == "pdf":
        return Draft(form, name, spec.title, {name: build_pdf(document, made_at=made_at)})
    beside = {each.name: each.content for each in document.pictures.values()}
    return Draft(form, name, spec.title, {name: build_tex(document)} | beside)
