"""Quizzes as Moodle XML."""

from inkwright.artifacts.quizzes.formats.moodle.read import read_moodle
from inkwright.artifacts.quizzes.formats.moodle.write import write_moodle
from inkwright.artifacts.quizzes.formats.registry import QuizFormat, text_reader

FORMATS = (
    QuizFormat(
        name="moodle",
        title="Moodle XML",
        extensions=(".xml",),
        read=text_reader(read_moodle),
        write=write_moodle,
        losses=("shown_order", "as_blank", "blank_points", "blanks_differ", "parts_apart"),
    ),
)
