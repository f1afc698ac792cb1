"""Quizzes for print, as Word documents or PDF."""

from functools import partial

from inkwright.artifacts.quizzes.formats.printed.write import write_docx, write_pdf
from inkwright.artifacts.quizzes.formats.registry import QuizFormat

FORMATS = (
    QuizFormat(
        name="docx",
        title="Word",
        extensions=(".docx",),
        write=write_docx,
        write_with_key=partial(write_docx, with_key=True),
        losses=("no_labels", "no_key"),
    ),
    QuizFormat(
        name="pdf",
        title="PDF",
        extensions=(".pdf",),
        write=write_pdf,
        write_with_key=partial(write_pdf, with_key=True),
        losses=("no_labels", "no_key", "no_glyph"),
    ),
)
