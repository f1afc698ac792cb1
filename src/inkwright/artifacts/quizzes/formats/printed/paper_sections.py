"""The sections of a printed quiz: one for each type of question, headed as on an exam paper."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from inkwright.artifacts.quizzes.model import LETTERS, Question, Quiz
from inkwright.i18n import Language, text

_CHINESE_NUMBERS: Final = "一二三四五六七八九"
_LEAST_QUESTIONS: Final = 1.5
"""How many questions a section must have on average."""


@dataclass(frozen=True, slots=True)
class PaperSection:
    """Consecutive questions with their numbers. Without a heading, the paper has no sections.

    `has_equal_points`: the heading says what each question counts, so the questions need not.
    """

    heading: str
    questions: Sequence[tuple[int, Question]]
    has_equal_points: bool


def paper_sections(quiz: Quiz) -> list[PaperSection]:
    """Return the sections in the order of the questions, which keep their places.

    There are none if the types are mixed, if there is one type only, or if most sections would have one question.
    """
    numbered = [*enumerate(quiz.questions, 1)]
    runs = [(kind, [*run]) for kind, run in groupby(numbered, key=lambda each: each[1].question_type)]
    is_mixed = len({kind for kind, _ in runs}) < len(runs)
    if len(runs) < 2 or is_mixed or len(numbered) < _LEAST_QUESTIONS * len(runs):
        return [PaperSection("", numbered, has_equal_points=False)]
    return [_section(place, kind, run, quiz.language) for place, (kind, run) in enumerate(runs)]


def _section(place: int, kind: str, run: Sequence[tuple[int, Question]], language: Language) -> PaperSection:
    points = [question.points for _, question in run]
    is_equal = len(set(points)) == 1 and kind != "COMPOSITE"
    number = LETTERS[place] if language == "en" else _CHINESE_NUMBERS[place]
    name = text(language, f"quiz.print.section.{kind.lower()}")
    total = f"{sum(points):g}"
    if is_equal and len(run) > 1:
        heading = text(
            language, "quiz.print.section_equal", number=number, name=name, points=f"{points[0]:g}", total=total
        )
    else:
        heading = text(language, "quiz.print.section", number=number, name=name, points=total)
    return PaperSection(heading, run, has_equal_points=is_equal)
