"""Quizzes as web pages that grade themselves."""

from inkwright.artifacts.quizzes.formats.html.write import write_html
from inkwright.artifacts.quizzes.formats.registry import QuizFormat

FORMATS = (
    QuizFormat(
        name="html",
        title="HTML",
        extensions=(".html",),
        write=write_html,
        losses=("no_labels", "tex_shown", "key_inside"),
    ),
)
