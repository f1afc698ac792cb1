"""Quizzes as QTI 2.1 packages."""

from inkwright.artifacts.quizzes.formats.qti.write import write_qti
from inkwright.artifacts.quizzes.formats.registry import QuizFormat

FORMATS = (
    QuizFormat(
        name="qti",
        title="QTI 2.1",
        extensions=(".zip",),
        write=write_qti,
        losses=("no_labels", "no_feedback", "no_explanation", "tex_shown"),
    ),
)
