"""Quizzes as Markdown, the format for people."""

from inkwright.artifacts.quizzes.formats.markdown.read import question_line_numbers, read_markdown
from inkwright.artifacts.quizzes.formats.markdown.write import write_markdown
from inkwright.artifacts.quizzes.formats.registry import QuizFormat, text_reader

FORMATS = (
    QuizFormat(
        name="markdown",
        title="Markdown",
        extensions=(".md", ".markdown", ".txt"),
        read=text_reader(read_markdown),
        write=lambda quiz: (write_markdown(quiz).encode(), []),
        question_lines=question_line_numbers,
    ),
)
