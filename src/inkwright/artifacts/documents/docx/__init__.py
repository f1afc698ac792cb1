"""Word documents: built with pandoc, styled, and checked."""

from inkwright.artifacts.source_formats.records import DocumentFormat, imported_later

FORMATS = (
    DocumentFormat(
        "docx",
        (".docx",),
        imported_later("source_formats.documents", "read_docx"),
        package="word/",
        write=imported_later("documents.docx.docx_builder", "write_docx"),
        takes_reference=True,
        check=imported_later("documents.docx.docx_checks", "check_docx"),
        libraries=("inkwright.artifacts.documents.docx.docx_checks", "docx"),
    ),
)
