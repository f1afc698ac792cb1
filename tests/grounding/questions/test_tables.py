"""Questions from tables: the cell of a row, with other cells of its column."""

from random import Random

from inkwright.artifacts.quizzes.model import SingleChoice
from inkwright.grounding.questions.candidates import QuestionSource
from inkwright.grounding.questions.tables import table_questions
from tests.grounding.quiz_texts import read

ROWS = {"Ribosome": "25 nm", "Virus": "120 nm", "Glucose": "0.7 nm", "Water": "0.28 nm", "Frog egg": "1 mm"}


def asked(rows: list[tuple[str, str]]) -> list[SingleChoice]:
    table = "\n".join(f"| {name} | {size} |" for name, size in rows)
    source = QuestionSource(read(f"# Scales\n\n| Structure | Size |\n|---|---|\n{table}\n"))
    found = [candidate.question for candidate in table_questions(source, Random(0))]
    assert all(isinstance(each, SingleChoice) for each in found)
    return [each for each in found if isinstance(each, SingleChoice)]


def test_a_cell_is_asked_for_by_its_row_and_its_heading() -> None:
    found = asked([*ROWS.items()])
    assert len(found) == 2
    for question in found:
        [name] = [name for name in ROWS if f"“{name}”" in question.question]
        assert "“Size”" in question.question
        assert question.options["ABCD".index(question.correct_answer)] == ROWS[name]
        assert len(set(question.options)) == 4
        assert set(question.options) <= set(ROWS.values())


def test_what_two_rows_share_is_not_asked_for() -> None:
    found = asked([*ROWS.items(), ("Cell", "25 nm"), ("Virus", "1 m")])
    assert not any("Ribosome" in each.question or "Virus" in each.question for each in found)


def test_a_column_with_few_values_is_not_asked_about() -> None:
    assert (
        asked([("Sun", "large"), ("Moon", "small"), ("Mars", "small"), ("Venus", "small"), ("Sirius", "large")]) == []
    )
