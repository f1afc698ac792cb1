"""Writes quizzes as CSV or XLSX tables, one row per question. No cell is ever a formula."""

import csv
import io
from collections.abc import Iterator
from typing import Any, Final

from inkwright.artifacts.quizzes.formats.markdown.syntax import join_alternatives
from inkwright.artifacts.quizzes.losses import ConversionLoss, LossLog
from inkwright.artifacts.quizzes.model import (
    LETTERS,
    Composite,
    FillInBlank,
    Matching,
    MultipleChoice,
    Ordering,
    Question,
    Quiz,
    ShortAnswer,
    alternatives,
)

SHEET_COLUMNS: Final = ("id", "part of", "type", "question", "answer", "explanation", "difficulty", "points",
                  "knowledge point", "tags", "distractors")  # fmt: skip
OPTION_COLUMN: Final = "option "
FEEDBACK_COLUMN: Final = "feedback "
QUESTION_SHEET: Final = "questions"
QUIZ_SHEET: Final = "quiz"
_FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
_WIDTHS: Final = {"question": 60, "answer": 30, "explanation": 50, "type": 18}


def table_rows(quiz: Quiz) -> list[list[str]]:
    """Return the header and a row for each question. A part of a composite question names its parent."""
    found = [*_questions_with_parents(quiz)]
    options = max((len(getattr(each, "options", ())) for each, _ in found), default=0)
    feedback = max((len(getattr(each, "option_feedback", ())) for each, _ in found), default=0)
    header = [*SHEET_COLUMNS, *(f"{OPTION_COLUMN}{letter}" for letter in LETTERS[:options])]
    header += [f"{FEEDBACK_COLUMN}{letter}" for letter in LETTERS[:feedback]]
    return [
        header,
        *([*_question_row(each, parent), *_padded_cells(each, options, feedback)] for each, parent in found),
    ]


def _questions_with_parents(quiz: Quiz) -> Iterator[tuple[Question, str]]:
    for question in quiz.questions:
        yield question, ""
        if isinstance(question, Composite):
            yield from ((part, question.id) for part in question.sub_questions)


def _question_row(question: Question, parent: str) -> list[str]:
    distractors = join_alternatives(question.distractors) if isinstance(question, Matching) else ""
    points = "" if isinstance(question, Composite) else f"{question.points:.12g}"
    return [
        question.id, parent, question.question_type, question.question, _answer_cell(question), question.explanation,
        question.difficulty or "", points, question.knowledge_point, ", ".join(question.tags), distractors,
    ]  # fmt: skip


def _answer_cell(question: Question) -> str:
    match question:
        case MultipleChoice() | Ordering():
            return ", ".join(question.correct_answer)
        case Matching():
            return "\n".join(question.correct_answer)
        case FillInBlank():
            return "\n".join(join_alternatives(alternatives(answer)) for answer in question.correct_answer)
        case ShortAnswer():
            return join_alternatives(alternatives(question.correct_answer))
        case Composite():
            return ""
        case _:
            return question.correct_answer


def _padded_cells(question: Question, option_count: int, feedback_count: int) -> list[str]:
    options, feedback = getattr(question, "options", []), getattr(question, "option_feedback", [])
    return [*options, *[""] * (option_count - len(options)), *feedback, *[""] * (feedback_count - len(feedback))]


def write_csv(quiz: Quiz) -> tuple[bytes, list[ConversionLoss]]:
    """Return the table. A cell that begins like a formula gets a quote in front, which is reported."""
    notes = LossLog()
    notes.add("no_title")
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    for number, row in enumerate(table_rows(quiz)):
        safe = [f"'{cell}" if cell.lstrip(" ").startswith(_FORMULA_STARTS) else cell for cell in row]
        if safe != row:
            notes.add("quoted", str(number))
        writer.writerow(safe)
    # Without this mark Excel reads the file in its own code page.
    return b"\xef\xbb\xbf" + file.getvalue().encode(), notes.all()


def write_xlsx(quiz: Quiz) -> tuple[bytes, list[ConversionLoss]]:
    """Return a workbook with the table, and a second sheet with title and language. Every cell is marked as text."""
    import xlsxwriter  # noqa: PLC0415 - slow to import

    file = io.BytesIO()
    book = xlsxwriter.Workbook(file, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    cell = book.add_format({"text_wrap": True, "valign": "top", "quote_prefix": True})
    bold = book.add_format({"bold": True, "bg_color": "#E8EEF4", "valign": "top"})
    sheet = book.add_worksheet(QUESTION_SHEET)
    table = table_rows(quiz)
    for column, name in enumerate(table[0]):
        sheet.set_column(
            column, column, _WIDTHS.get(name, 24 if name.startswith((OPTION_COLUMN, FEEDBACK_COLUMN)) else 12)
        )
    _fill_sheet(sheet, table, bold, cell)
    sheet.freeze_panes(1, 0)
    about = book.add_worksheet(QUIZ_SHEET)
    _fill_sheet(about, [["title", "language"], [quiz.title, quiz.language]], bold, cell)
    about.set_column(0, 0, 60)
    book.close()
    return file.getvalue(), []


def _fill_sheet(sheet: Any, table: list[list[str]], bold: Any, cell: Any) -> None:
    for number, row in enumerate(table):
        for column, written in enumerate(row):
            if written:
                sheet.write_string(number, column, written, cell if number else bold)
