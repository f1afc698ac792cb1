"""Reads quizzes that people write in Markdown. Errors name the line."""

import re
from collections.abc import Sequence
from typing import Any, Final

from inkwright.artifacts.quizzes.formats.markdown import syntax
from inkwright.artifacts.quizzes.formats.markdown.answer_key import apply_answer_key, find_answer_key
from inkwright.artifacts.quizzes.formats.markdown.question import QuestionDraft, line_error, question_from_draft
from inkwright.artifacts.quizzes.losses import ConversionLoss, LossLog
from inkwright.artifacts.quizzes.model import LETTERS
from inkwright.artifacts.validation import load_yaml
from inkwright.errors import UnreadableQuiz
from inkwright.i18n import Language

_FRONT_MATTER = re.compile(r"---[ \t]*\n(.*?\n)?(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_LIST_FIELDS: Final = ("correctAnswer", "distractors")
_OPEN_FIELDS: Final = ("explanation", "correctAnswer")
_MAX_SHOWN: Final = 40


def read_markdown(source: str, language: Language) -> tuple[dict[str, Any], list[ConversionLoss]]:
    """Return the quiz as plain data. Anything else is an UnreadableQuiz that names the line."""
    reader = _MarkdownReader(source, language)
    return reader.quiz(), reader.notes.all()


def question_line_numbers(source: str) -> dict[str, int]:
    """Return the first line of each question of a readable quiz, by its path such as `questions[2]`."""
    reader = _MarkdownReader(source, "en")
    reader.quiz()
    return reader.question_lines()


class _MarkdownReader:
    def __init__(self, source: str, language: Language) -> None:
        self._language = language
        source = source.replace("\r\n", "\n").replace("\r", "\n")
        front = _FRONT_MATTER.match(source)
        self._head = load_yaml(front[1] or "") if front else {}
        if not isinstance(self._head, dict):
            self._head = {}
        self._skipped = source[: front.end()].count("\n") if front else 0
        self._lines = [line.rstrip() for line in (source[front.end() :] if front else source).split("\n")]
        self._title = ""
        self._drafts: list[QuestionDraft] = []
        self._section_points: float | None = None
        self._is_after_blank = False
        self.notes = LossLog()
        self._fence_end = syntax.fence_end_finder(self._lines)
        self._has_headings = False

    def quiz(self) -> dict[str, Any]:
        key = find_answer_key(self._lines)
        self._has_headings = self._headings(len(self._lines) if key is None else key)
        end = self._read(0, len(self._lines) if key is None else key)
        if key is not None and (end > key or not self._apply_key(key)):
            self._has_headings = self._has_headings or (not self._drafts and self._headings(len(self._lines)))
            self._read(end, len(self._lines))
        if not self._drafts:
            raise self._error(self._skipped + 1, "no_questions")
        head = {key: self._head[key] for key in ("title", "language") if key in self._head}
        questions = [question_from_draft(draft, self._language) for draft in self._drafts]
        return {"title": self._title, **head, "questions": questions}

    def question_lines(self) -> dict[str, int]:
        found = {}
        for index, draft in enumerate(self._drafts):
            path = f"questions[{index}]"
            found[path] = draft.line
            found |= {f"{path}.subQuestions[{inner}]": part.line for inner, part in enumerate(draft.parts)}
        return found

    def _headings(self, end: int) -> bool:
        """Whether questions are headings: a line with a number does not begin one then."""
        index = 0
        while index < end:
            line = self._lines[index]
            if syntax.QUESTION.match(line) and not syntax.SECTION.match(line):
                return True
            index = max(index, self._fence_end(index)) + 1
        return False

    def _read(self, index: int, end: int) -> int:
        """Take the lines up to `end`, or to the end of a fence there. Return the index of the next line."""
        while index < end:
            line, number = self._lines[index], self._skipped + index + 1
            if not self._continues(line):
                close = self._fence_end(index)
                if close >= 0 and self._take_fence(self._lines[index : close + 1]):
                    index = close
                else:
                    self._take(number, line)
            self._is_after_blank = not line
            index += 1
        return index

    def _take_fence(self, fenced: Sequence[str]) -> bool:
        """Add fenced lines unchanged to the text above them. False if there is none."""
        draft = self._draft
        if draft is None:
            self.notes.add("instructions")
        elif draft.is_stem:
            draft.stem += fenced
        elif draft.open_field in _OPEN_FIELDS and not any(draft.fields[draft.open_field][-1]):
            draft.fields[draft.open_field][-1] += fenced
        else:
            return False
        return True

    def _take(self, number: int, line: str) -> None:
        draft = self._draft
        if syntax.SECTION.match(line):
            self.notes.add("sections")
            self._section_points = syntax.points_of_section(line)
        elif found := syntax.PART.match(line):
            if not self._drafts:
                raise self._error(number, "part_alone")
            self._drafts[-1].parts.append(QuestionDraft(number, 0, _heading_number(found["text"])[1]))
        elif found := syntax.QUESTION.match(line):
            self._begin(number, *_heading_number(found["text"]))
        elif begun := self._numbered(line):
            self._begin(number, *begun)
        elif (found := syntax.TITLE.match(line)) and not self._drafts:
            self._title = _strip_closing_marks(found["text"])
        elif draft is not None:
            self._take_inside(draft, number, line)
        elif line:
            self._take_before(number, line)

    def _begin(self, number: int, label: int, first: str) -> None:
        self._drafts.append(QuestionDraft(number, label or len(self._drafts) + 1, first, self._section_points))

    def _take_before(self, number: int, line: str) -> None:
        """Skip instructions above the first question. A marked line there is a question that was not recognised."""
        item = syntax.ITEM.match(line)
        is_words = not syntax.is_marked_line(line) or syntax.QUOTED.match(line) or syntax.PART.match(line)
        is_plain_item = item and not syntax.BOX.match(line) and not syntax.ARROW.search(line)
        if not (is_words or (is_plain_item and not syntax.BULLETED.match(line))):
            raise self._error(number, "before_questions", text=line.strip()[:_MAX_SHOWN])
        self.notes.add("instructions")

    def _numbered(self, line: str) -> tuple[int, str] | None:
        """Return the number and the text of a line that begins a question, if questions are not headings."""
        if self._has_headings:
            return None
        if bold := syntax.BOLD_NUMBER.match(line):
            line = f"{bold['number']} {bold['rest'] or bold['all']}"
        found = syntax.NUMBERED.match(line)
        if not found:
            return None
        label = syntax.number_in(found["number"] or found["worded"])
        draft = self._draft
        if draft is not None and found["number"] and self._is_item(draft, label):
            return None
        return label, syntax.unescape_line((found["text"] or found["rest"] or "").strip())

    def _is_item(self, draft: QuestionDraft, label: int) -> bool:
        """Whether a number counts the items of an ordering, not the questions."""
        if not draft.is_ordering or "correctAnswer" in draft.fields or label != len(draft.options) + 1:
            return False
        is_next_question = label == draft.label + 1 and self._is_after_blank and len(draft.options) > 1
        return not is_next_question

    @property
    def _draft(self) -> QuestionDraft | None:
        if not self._drafts:
            return None
        return self._drafts[-1].parts[-1] if self._drafts[-1].parts else self._drafts[-1]

    def _continues(self, line: str) -> bool:
        """Add an indented line to the open field. False if it does not continue one."""
        draft = self._draft
        found = syntax.INDENTED.match(line)
        if draft is None or draft.open_field not in _OPEN_FIELDS or not found or not found["text"].strip():
            return False
        draft.fields[draft.open_field][-1].append(_unescape_empty_line(found["text"]))
        return True

    def _take_inside(self, draft: QuestionDraft, number: int, line: str) -> None:
        if found := syntax.FIELD.match(line):
            self._take_field(draft, number, found)
        elif found := syntax.BOX.match(line):
            is_right = bool((found["mark"] or "").strip())
            self._take_option(draft, number, found["text"] or "", is_right=is_right)
        elif line and draft.options and self._fills_field(draft, line):
            return  # a letter there names an option
        elif (found := syntax.ITEM.match(line)) and not draft.options and syntax.ARROW.search(found["text"]):
            left, right = syntax.ARROW.split(found["text"], maxsplit=1)
            draft.pairs.append((syntax.unescape_left_side(left.strip(" \t")), right))
        elif not self._take_choice(draft, number, line):
            self._take_words(draft, number, line)

    def _take_choice(self, draft: QuestionDraft, number: int, line: str) -> bool:
        """Take an option, or the feedback for one. False if the line is neither."""
        index = len(draft.options)
        if (
            found := syntax.LETTERED.match(line)
            or syntax.small_option(line, index)
            or syntax.bulleted_option(line, index)
        ):
            self._take_lettered(draft, number, found)
        elif (found := syntax.ITEM.match(line)) and not draft.is_choice and self._fills_field(draft, line):
            return True
        elif found := syntax.ITEM.match(line) or (_numbered_item(line) if draft.is_ordering else None):
            self._take_option(draft, number, found["text"], is_right=None)
        elif (found := syntax.QUOTED.match(line)) and draft.options:
            draft.feedback.setdefault(len(draft.options) - 1, []).append(found["text"])
        else:
            return False
        return True

    def _take_words(self, draft: QuestionDraft, number: int, line: str) -> None:
        if draft.is_stem:
            if syntax.CIRCLED.match(line):
                draft.circled.append(len(draft.stem))
            draft.stem.append(syntax.unescape_line(line))
        elif line and not self._fills_field(draft, line):
            raise self._error(number, "behind_options", text=line.strip()[:_MAX_SHOWN])

    def _fills_field(self, draft: QuestionDraft, line: str) -> bool:
        """Add the line to an answer or explanation whose name is alone on its line. False if there is none."""
        written = draft.fields[draft.open_field][-1] if draft.open_field in _OPEN_FIELDS else [line]
        if written[0] or (any(written) and self._is_after_blank):
            return False
        item = syntax.ITEM.match(line)
        written.append((item["text"] if item else line).strip())
        return True

    def _take_field(self, draft: QuestionDraft, number: int, found: re.Match[str]) -> None:
        named = found["name"] or found["boxed"] or found["short"]
        name = syntax.field_name(found)
        if name in draft.fields and name not in _LIST_FIELDS:
            raise self._error(number, "field_twice", text=named)
        written = found["text"].strip()
        if found[0].lstrip().startswith("**") and written.endswith("**") and "**" not in written[:-2]:
            written = written[:-2].rstrip()
        draft.set_field(name, written, number)
        draft.open_field = name
        is_type = written.lower() in syntax.TYPES or written.upper().replace(" ", "_") in syntax.TYPES.values()
        if name == "questionType" and not is_type:
            raise self._error(number, "unknown_type", text=written[:_MAX_SHOWN])
        if name == "difficulty" and written.lower() not in syntax.DIFFICULTIES:
            raise self._error(number, "unknown_difficulty", text=written[:_MAX_SHOWN])
        if name == "points" and not re.fullmatch(r"\d{1,4}(?:\.\d+)?", written):
            raise self._error(number, "no_number", text=written[:_MAX_SHOWN])

    def _take_lettered(self, draft: QuestionDraft, number: int, found: re.Match[str]) -> None:
        letter = syntax.option_letter_of(found)
        if len(draft.options) < len(LETTERS) and letter != LETTERS[len(draft.options)]:
            raise self._error(number, "wrong_letter", given=letter, wanted=LETTERS[len(draft.options)])
        draft.option_lines.append(found[0].strip())
        written = found["text"]
        if syntax.is_starred(found):
            draft.stars.add(len(draft.options))
            written = written.removesuffix("*")
        options = [written] if draft.is_ordering else syntax.inline_options(written, letter)
        for option in options:
            self._take_option(draft, number, option, is_right=None)

    def _take_option(self, draft: QuestionDraft, number: int, written: str, *, is_right: bool | None) -> None:
        if is_right is None and draft.marks is not None:
            raise self._error(number, "no_box")
        if is_right is not None:
            if draft.options and draft.marks is None:
                raise self._error(number, "no_box")
            draft.marks = draft.marks or []
            draft.marks.append(is_right)
        draft.options.append(written.strip())

    def _apply_key(self, index: int) -> bool:
        return apply_answer_key(self._lines[index:], self._skipped + index + 1, self._drafts, self._language)

    def _error(self, line: int, key: str, **fields: object) -> UnreadableQuiz:
        return line_error(self._language, line, key, **fields)


def _numbered_item(line: str) -> re.Match[str] | None:
    """Match an item of an ordering with a number in front."""
    found = syntax.NUMBERED.match(line)
    return found if found and found["text"] else syntax.CIRCLED.match(line)


def _heading_number(found: str | None) -> tuple[int, str]:
    """Return the number of a question that is a heading, or 0, and its first line."""
    line = (found or "").strip()
    number = syntax.NUMBER.match(line)
    label = syntax.number_in(number[0]) if number else 0
    return label, syntax.unescape_line(line[number.end() :] if number else line)


def _strip_closing_marks(title: str) -> str:
    """Return a title without the number signs that close the heading."""
    bare = title.rstrip("#")
    return bare.rstrip() if bare != title and bare[-1:] in (" ", "\t") else title


def _unescape_empty_line(line: str) -> str:
    """Remove one of the backslashes of a line that has only those. A single one is an empty line."""
    return line[1:] if line and not line.strip("\\") else line
