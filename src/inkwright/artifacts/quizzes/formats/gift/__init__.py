"""Quizzes as GIFT, the text format of Moodle."""

from inkwright.artifacts.quizzes.formats.gift.read import read_gift
from inkwright.artifacts.quizzes.formats.gift.write import write_gift
from inkwright.artifacts.quizzes.formats.registry import QuizFormat, text_reader

FORMATS = (
    QuizFormat(
        name="gift",
        title="GIFT",
        extensions=(".gift",),
        read=text_reader(read_gift),
        write=write_gift,
        losses=("no_points", "no_model_answer", "no_explanation", "no_distractors", "blanks_as_pairs", "as_blank",
                "order_as_pairs", "parts_apart"),
    ),
)  # fmt: skip
