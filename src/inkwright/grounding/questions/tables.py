"""Questions from tables: which cell is in the row of a thing and under a heading."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from inkwright.artifacts.quizzes.compare import fold_text
from inkwright.artifacts.quizzes.model import SingleChoice, letter
from inkwright.artifacts.text import is_placeholder_text
from inkwright.grounding.questions.candidates import DIFFICULTY, QuestionCandidate, QuestionSource, question_topic
from inkwright.grounding.source import SourceRow, SourceTable
from inkwright.grounding.statements import content_sections

_SCORE: Final = 3.0
_DISTRACTORS: Final = 3
_MAX_CELL: Final = 60
_MAX_ROWS: Final = 40
_MAX_OF_COLUMN: Final = 2


def table_questions(source: QuestionSource, random: Random) -> Iterator[QuestionCandidate]:
    """Yield up to two questions for each column whose cells are all different from the one that is asked for."""
    for section in content_sections(source.material):
        for table in section.tables:
            names = Counter(fold_text(row.cells[0]) for row in table.rows)
            named = [row for row in table.rows[:_MAX_ROWS] if _is_cell(row.cells[0])]
            rows = [row for row in named if names[fold_text(row.cells[0])] == 1]
            for column in range(1, len(table.header)):
                if table.header[0] and _is_cell(table.header[column]):
                    yield from _column_questions(source, table, rows, column, random)


def _column_questions(
    source: QuestionSource, table: SourceTable, rows: Sequence[SourceRow], column: int, random: Random
) -> Iterator[QuestionCandidate]:
    cells = {fold_text(row.cells[column]): row.cells[column] for row in rows if _is_cell(row.cells[column])}
    counts = Counter(fold_text(row.cells[column]) for row in table.rows)
    single = [row for row in rows if row.cells[column] in cells.values() and counts[fold_text(row.cells[column])] == 1]
    if len(cells) <= _DISTRACTORS or len(cells) < len(rows) - 1:
        return
    for row in random.sample(single, min(_MAX_OF_COLUMN, len(single))):
        answer = row.cells[column]
        others = random.sample([cell for key, cell in cells.items() if key != fold_text(answer)], _DISTRACTORS)
        options = random.sample([answer, *others], _DISTRACTORS + 1)
        question = SingleChoice(
            question=source.message(
                "cell", place=source.place(row.location), row=row.cells[0], column=table.header[column]
            ),
            options=options,
            correct_answer=letter(options.index(answer)),
            explanation=source.quoted([row.location]),
            difficulty=DIFFICULTY["SINGLE_CHOICE"],
            knowledge_point=question_topic(row.location),
        )
        yield QuestionCandidate(question, (row.location,), _SCORE, frozenset([fold_text(answer)]), frozenset())


def _is_cell(cell: str) -> bool:
    """Whether a cell can be asked for or about: it is short, and says something."""
    return 0 < len(cell) <= _MAX_CELL and any(map(str.isalnum, cell)) and not is_placeholder_text(cell)
