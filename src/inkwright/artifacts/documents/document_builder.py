"""Builds a document in the requested format, with the same content in each."""

from collections.abc import Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Final

from inkwright.artifacts.documents.formats import WRITTEN_FORMATS
from inkwright.artifacts.documents.prepare import prepare_document
from inkwright.artifacts.documents.source import DocumentSpec
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.source_formats.records import BuildOptions
from inkwright.artifacts.text import file_name
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason, text

DEFAULT_TIMESTAMP: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""The default creation time of a document. It is fixed, so that the same source gives the same bytes."""

_NO_FILES: Final[Mapping[str, bytes]] = MappingProxyType({})


def build_document(
    spec: DocumentSpec,
    document_format: str,
    *,
    files: Mapping[str, bytes] = _NO_FILES,
    reference: bytes | None = None,
    made_at: datetime = DEFAULT_TIMESTAMP,
) -> Draft:
    """Build a draft in one of the `WRITTEN_FORMATS`.

    This blocks while pandoc and typst run: call it in a thread from async code.
    `files` holds the pictures by the names used in the text; no other file is read.
    `reference` is a user's .docx that provides styles, page size, header and footer. Content that cannot be typeset
    raises InvalidOption with the reason; a program that fails raises TypesettingFailed.
    """
    form = WRITTEN_FORMATS.get(document_format)
    if form is None or form.write is None:
        known = Reason("reason.usecases.name_ends_in", known=", ".join(f".{each}" for each in WRITTEN_FORMATS))
        raise InvalidOption(option="format", value=document_format, allowed=known)
    if reference is not None and not form.takes_reference:
        allowed = text(spec.speech, "document.reference_docx")
        raise InvalidOption(option="reference", value=form.name, allowed=allowed)
    written = form.write(prepare_document(spec, files), BuildOptions(made_at, reference))
    name = file_name(spec.title, form.suffixes[0])
    named = {name if key == form.suffixes[0] else key: content for key, content in written.items()}
    return Draft(form.name, name, spec.title, named)
