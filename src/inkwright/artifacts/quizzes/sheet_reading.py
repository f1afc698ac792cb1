"""A quiz from an XLSX table with the columns that `sheets` writes; a person may leave most of them out."""

import io
from typing import Any, Final

from inkwright.artifacts.packages import problem_with_package
from inkwright.artifacts.quizzes.coercing import folded, truth_of
from inkwright.artifacts.quizzes.formulas import count_blanks
from inkwright.artifacts.quizzes.markdown_lines import TYPES, parted
from inkwright.artifacts.quizzes.notes import Note, Notes
from inkwright.artifacts.quizzes.sheets import ABOUT, FEEDBACK, OPTION, SHEET
from inkwright.artifacts.quizzes.specs import LETTERS, MAX_QUESTIONS
from inkwright.artifacts.unreadable import Unreadable, reading
from inkwright.errors import UnreadableQuiz
from inkwright.i18n import Language, reason, text

_MOST_ROWS: Final = 20 * MAX_QUESTIONS
_MOST_COLUMNS: Final = 80
_NAMES: Final = {
    "id": "id", "编号": "id", "part of": "parent", "所属": "parent", "type": "questionType", "题型": "questionType",
    "question": "question", "题目": "question", "题干": "question", "answer": "correctAnswer",
    "答案": "correctAnswer", "正确答案": "correctAnswer", "explanation": "explanation", "解析": "explanation",
    "difficulty": "difficulty", "难度": "difficulty", "points": "points", "分值": "points",
    "knowledge point": "knowledgePoint", "知识点": "knowledgePoint", "tags": "tags", "标签": "tags",
    "distractors": "distractors", "干扰项": "distractors",
}  # fmt: skip

Row = dict[str, Any]


class _NoTable(Exception):
    """What is wrong with the file, by its key, and what the words for it need."""

    def __init__(self, key: str, **fields: str) -> None:
        super().__init__(key)
        self.fields = fields


def read_sheet(content: bytes, language: Language) -> tuple[dict[str, Any], list[Note]]:
    """The quiz as a value. What is no such table is an UnreadableQuiz, in that language."""
    try:
        return _read(content)
    except _NoTable as problem:
        told = text(language, f"quiz.sheet.{problem}", **{k: reason(language, v) for k, v in problem.fields.items()})
        raise UnreadableQuiz(option="quiz", value="", allowed=told) from problem


def _read(content: bytes) -> tuple[dict[str, Any], list[Note]]:
    if problem := problem_with_package(content):
        raise _NoTable("damaged", problem=problem.fields.get("problem", problem.key))
    sheets = _sheets(content)
    table = sheets.get(SHEET) or next(iter(sheets.values()), [])
    about = sheets.get(ABOUT, [])
    notes = Notes()
    questions = _questions(_named(table, notes))
    quiz: dict[str, Any] = {"questions": questions}
    if len(about) > 1:
        quiz |= {name: value for name, value in zip(about[0], about[1], strict=False) if name in ("title", "language")}
    return {key: value for key, value in quiz.items() if value}, notes.all()


def _sheets(content: bytes) -> dict[str, list[list[str]]]:
    try:
        import openpyxl  # noqa: PLC0415 - of the extra `office`
    except ImportError as problem:
        raise _NoTable("not_installed") from problem
    try:
        with reading():
            book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
            found = {}
            for sheet in book.worksheets[:2]:
                bounds = {"max_row": _MOST_ROWS, "max_col": _MOST_COLUMNS}
                found[sheet.title] = [
                    [_cell(each) for each in row] for row in sheet.iter_rows(**bounds, values_only=True)
                ]
            book.close()
            return found
    except Unreadable as problem:
        raise _NoTable("damaged", problem=str(problem)) from problem


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)


def _named(table: list[list[str]], notes: Notes) -> list[Row]:
    """The rows, each cell under the name of its column."""
    head = [folded(cell) for cell in table[0]] if table else []
    if not any(_NAMES.get(name) == "question" for name in head):
        raise _NoTable("no_columns")
    if any(name and _place(name) is None for name in head):
        notes.add("columns")
    found = []
    for cells in table[1:]:
        row: Row = {}
        for name, cell in zip(head, cells, strict=False):
            place = _place(name)
            if place is not None and cell.strip():
                row[place] = cell
        if row:
            found.append(row)
    return found


def _place(name: str) -> str | None:
    """The field that a column stands for; options and feedback by their letter."""
    for head, chinese in ((OPTION, "选项"), (FEEDBACK, "反馈")):
        for start in (head, chinese):
            letter = name.removeprefix(start).strip().upper()
            if name.startswith(start) and len(letter) == 1 and letter in LETTERS:
                return f"{head}{letter}"
    return _NAMES.get(name)


def _questions(rows: list[Row]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    by_id: dict[str, dict[str, Any]] = {}
    for row in rows:
        parent = row.pop("parent", "")
        question = _question(row)
        if parent and parent not in by_id:
            raise _NoTable("no_parent", parent=parent[:60])
        if parent:
            by_id[parent].setdefault("subQuestions", []).append(question)
            continue
        found.append(question)
        if "id" in question:
            by_id[question["id"]] = question
    if not found:
        raise _NoTable("none")
    return found


def _question(row: Row) -> dict[str, Any]:
    options, feedback = _lettered(row, OPTION), _lettered(row, FEEDBACK)
    question = {key: value for key, value in row.items() if not key.startswith((OPTION, FEEDBACK))}
    question.setdefault("question", "")
    answer = question.get("correctAnswer", "")
    kind = _type(question.get("questionType", ""), options, answer, question["question"])
    question["questionType"] = kind
    if kind == "FILL_IN_BLANK":
        question["correctAnswer"] = [parted(line) for line in answer.split("\n")] if answer else []
    elif kind == "SHORT_ANSWER":
        question["correctAnswer"] = parted(answer)
    elif kind == "MATCHING":
        question["correctAnswer"] = answer.split("\n") if answer else []
    if "distractors" in question:
        question["distractors"] = parted(question["distractors"])
    if options:
        question["options"] = options
    if feedback:
        count = 2 if kind == "TRUE_FALSE" else len(options)
        question["optionFeedback"] = [*feedback, *[""] * (count - len(feedback))]
    return question


def _lettered(row: Row, head: str) -> list[str]:
    """The cells by their letters, up to the last that is filled in."""
    found = [row.get(f"{head}{letter}", "") for letter in LETTERS]
    last = max((at for at, cell in enumerate(found, 1) if cell), default=0)
    return found[:last]


def _type(written: str, options: list[str], answer: str, stem: str) -> str:
    """The type that is said, or else the one that options, answer and blanks suggest."""
    if written:
        return TYPES.get(folded(written), written.strip().upper().replace(" ", "_"))
    if options:
        return "MULTIPLE_CHOICE" if len([each for each in answer if each in LETTERS]) > 1 else "SINGLE_CHOICE"
    if count_blanks(stem) and count_blanks(stem) == len(answer.splitlines()):
        return "FILL_IN_BLANK"
    if truth_of(answer) is not None and not answer.strip().isdecimal():
        return "TRUE_FALSE"
    return "SHORT_ANSWER" if answer else "LONG_ANSWER"
