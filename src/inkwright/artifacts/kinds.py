"""The kinds of artifacts, and who checks each."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from inkwright.artifacts.documents.docx_checks import check_docx
from inkwright.artifacts.documents.pdf_checks import check_pdf
from inkwright.artifacts.documents.tex_checks import check_tex
from inkwright.artifacts.interactive.static_checks import check_page
from inkwright.artifacts.pptx_checks import check_deck
from inkwright.artifacts.quizzes.lint import check_quiz
from inkwright.artifacts.vault import Checker

CHECKERS: Final[Mapping[str, Checker]] = MappingProxyType(
    {
        "docx": check_docx,
        "html": check_page,
        "pdf": check_pdf,
        "pptx": check_deck,
        "quiz": check_quiz,
        "tex": check_tex,
    }
)
