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
"""The default creation time of a document. It is fixed, so that the same source gives the same bytes."""

_NO_FILES: Final[Mapping[str, bytes]] = MappingProxyType({})


def build_document(
    spec: DocumentSpec,
    document_format: DocumentFormat,
    *,
    files: Mapping[str, bytes] = _NO_FILES,
    reference: bytes | None = None,
    made_at: datetime = DEFAULT_TIMESTAMP,
) -> Draft:
    """Build a draft of the kind `docx`, `pdf` or `tex`.

    This blocks while pandoc and typst run: call it in a thread from async code.
    `files` holds the pictures by the names used in the text; no other file is read.
    `reference` is a user's .docx that provides styles, page size, header and footer. Content that cannot be typeset
    raises InvalidOption with the reason; a program that fails raises TypesettingFailed.
    """
    if reference is not None and document_format != "docx":
        allowed = text(spec.speech, "document.reference_docx")
        raise InvalidOption(option="reference", value=document_format, allowed=allowed)
    document = prepare_document(spec, files)
    name = file_name(spec.title, f".{document_format}")
    if document_format == "docx":
        files = {name: build_docx(document, made_at=made_at, reference=reference)}
    elif document_format == "pdf":
        files = {name: build_pdf(document, made_at=made_at)}
    else:
        files = {name: build_tex(document)} | {each.name: each.content for each in document.pictures.values()}
    return Draft(document_format, name, spec.title, files)
