"""Open questions: what a term means, and what belongs to a list."""

from inkwright.artifacts.quizzes.model import LongAnswer
from inkwright.grounding.questions.candidates import QuestionSource
from inkwright.grounding.questions.open_questions import list_questions, meaning_questions
from tests.grounding.quiz_texts import read

KNEE = "# Knee\n\n## Diagnosis\n\nDoctors examine the knee in three ways:\n\n- history\n- examination\n- X-rays\n"


def asked(text: str) -> list[tuple[str, str]]:
    source = QuestionSource(read(text))
    found = [candidate.question for candidate in (*meaning_questions(source), *list_questions(source))]
    return [(each.question, each.correct_answer) for each in found if isinstance(each, LongAnswer)]


def test_a_definition_is_asked_for_in_the_words_of_the_text() -> None:
    said = "A dredger is a boat that removes mud from the bottom of a river."
    assert asked(f"# Ships\n\n{said}") == [("Explain “dredger” in the words of the text (Ships).", said)]


def test_the_points_of_a_list_are_asked_for_under_the_line_above_it() -> None:
    assert asked(KNEE) == [
        (
            "“Doctors examine the knee in three ways”: the text (Knee › Diagnosis) names 3 points. "
            "Write down as many of them as you can.",
            "history; examination; X-rays",
        )
    ]


def test_a_list_without_a_line_above_it_is_not_asked_for() -> None:
    assert asked("# Knee\n\n## Diagnosis\n\n- history\n- examination\n- X-rays\n") == []
