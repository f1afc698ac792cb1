"""LaTeX documents: built with pandoc, checked without TeX, and compiled with XeLaTeX."""

from inkwright.artifacts.source_formats.records import DocumentFormat, imported_later

FORMATS = (
    DocumentFormat(
        "tex",
        (".tex",),
        imported_later("source_formats.documents", "read_latex"),
        is_text=True,
        write=imported_later("documents.tex.tex_builder", "write_tex"),
        check=imported_later("documents.tex.tex_checks", "check_tex"),
    ),
)
