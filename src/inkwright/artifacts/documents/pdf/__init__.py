"""PDF documents: built with typst templates, and checked."""

from inkwright.artifacts.source_formats.records import DocumentFormat, imported_later

FORMATS = (
    DocumentFormat(
        "pdf",
        (".pdf",),
        imported_later("source_formats.pdf_text", "read_pdf"),
        lambda head: b"%PDF-" in head[:1_024],
        read_pages=imported_later("source_formats.pdf_text", "read_pdf_by_page"),
        write=imported_later("documents.pdf.pdf_builder", "write_pdf"),
        check=imported_later("documents.pdf.pdf_checks", "check_pdf"),
        count=imported_later("documents.pdf.pdf_checks", "count_pages"),
        libraries=("inkwright.artifacts.documents.pdf.pdf_checks", "pikepdf", "pypdfium2"),
    ),
)
