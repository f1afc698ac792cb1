"""A quiz that a person writes as Markdown. What cannot be understood is told with the number of its line."""

import re
from typing import Any, Final

from inkwright.artifacts.quizzes import markdown_lines as lines
from inkwright.artifacts.quizzes.coercing import truth_of
from inkwright.artifacts.quizzes.formulas import count_blanks
from inkwright.artifacts.quizzes.notes import Note, Notes
from inkwright.artifacts.quizzes.specs import LETTERS
from inkwright.artifacts.yaml_reading import read_yaml
from inkwright.errors import UnreadableQuiz
from inkwright.i18n import Language, text

_FRONT_MATTER = re.compile(r"---[ \t]*\n(.*?\n)?(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_POINTS = re.compile(r"[ \t]*[(（\[](\d{1,4}(?:\.\d{1,2})?)[ \t]*(?:points?|pts?|分)[)）\]]$", re.IGNORECASE)
_WRITTEN: Final = ("FILL_IN_BLANK", "SHORT_ANSWER", "LONG_ANSWER")
_LISTED: Final = ("correctAnswer", "distractors")
_LETTERED_ANSWER = re.compile(r"[A-Za-z](?:[\s,，、;；]*[A-Za-z])*")


def read_markdown(source: str, language: Language) -> tuple[dict[str, Any], list[Note]]:
    """The quiz as a value; whatever is no quiz is an UnreadableQuiz that names the line."""
    reader = _Reader(source, language)
    return reader.quiz(), reader.notes.all()


def lines_of(source: str) -> dict[str, int]:
    """The line on which each question of a readable quiz begins, by its place such as `questions[2]`."""
    reader = _Reader(source, "en")
    reader.quiz()
    return reader.places()


class _Draft:
    """A question while its lines are read."""

    def __init__(self, number: int, first: str) -> None:
        self.number = number
        self.stem = [first] if first else []
        self.fields: dict[str, list[str]] = {}
        self.options: list[str] = []
        self.option_lines: list[str] = []
        self.marks: list[bool] | None = None
        self.pairs: list[tuple[str, str]] = []
        self.feedback: dict[int, list[str]] = {}
        self.parts: list[_Draft] = []
        self.is_open = ""
        """Where an indented line goes on: the name of a field."""

    def field(self, name: str) -> str:
        return "\n".join(self.fields.get(name, [])).strip()


class _Reader:
    def __init__(self, source: str, language: Language) -> None:
        self._language = language
        source = source.replace("\r\n", "\n").replace("\r", "\n")
        front = _FRONT_MATTER.match(source)
        self._head = read_yaml(front[1] or "") if front else {}
        if not isinstance(self._head, dict):
            self._head = {}
        self._skipped = source[: front.end()].count("\n") if front else 0
        self._lines = (source[front.end() :] if front else source).split("\n")
        self._title = ""
        self._drafts: list[_Draft] = []
        self.notes = Notes()
        # Where questions are headings, a line with a number is a line of theirs.
        self._has_headings = any(lines.QUESTION.match(line) and not lines.SECTION.match(line) for line in self._lines)

    def quiz(self) -> dict[str, Any]:
        for number, line in enumerate(self._lines, self._skipped + 1):
            self._take(number, line.rstrip())
        if not self._drafts:
            raise self._refused(self._skipped + 1, "no_questions")
        head = {key: self._head[key] for key in ("title", "language") if key in self._head}
        questions = [self._question(draft) for draft in self._drafts]
        return {"title": self._title, **head, "questions": questions}

    def places(self) -> dict[str, int]:
        found = {}
        for at, draft in enumerate(self._drafts):
            found[f"questions[{at}]"] = draft.number
            found |= {f"questions[{at}].subQuestions[{inner}]": part.number for inner, part in enumerate(draft.parts)}
        return found

    def _take(self, number: int, line: str) -> None:
        draft = self._draft
        if self._continues(line):
            return
        if lines.SECTION.match(line):
            self.notes.add("sections")
        elif found := lines.PART.match(line):
            if not self._drafts:
                raise self._refused(number, "part_alone")
            self._drafts[-1].parts.append(_Draft(number, _words(found["text"])))
        elif (found := lines.QUESTION.match(line) or self._numbered(line)) is not None:
            self._drafts.append(_Draft(number, _words(found["text"])))
        elif (found := lines.TITLE.match(line)) and not self._drafts:
            self._title = re.sub(r"[ \t]+#+$", "", found["text"])
        elif draft is not None:
            self._take_inside(draft, number, line)
        elif line.strip():
            raise self._refused(number, "before_questions", text=line.strip()[:40])

    def _numbered(self, line: str) -> re.Match[str] | None:
        if self._has_headings:
            return None
        if bold := lines.BOLD_NUMBER.match(line):
            line = f"{bold['number']} {bold['rest'] or bold['all']}"
        return lines.NUMBERED.match(line)

    @property
    def _draft(self) -> _Draft | None:
        if not self._drafts:
            return None
        return self._drafts[-1].parts[-1] if self._drafts[-1].parts else self._drafts[-1]

    def _continues(self, line: str) -> bool:
        """Whether the line goes on with a field: it is indented, or a sole backslash that stands for an empty one."""
        draft = self._draft
        found = lines.INDENTED.match(line)
        if draft is None or not draft.is_open or not found or not found["text"].strip():
            return False
        if draft.is_open not in ("explanation", "correctAnswer"):
            return False
        draft.fields[draft.is_open][-1] += "\n" + _continued(found["text"])
        return True

    def _take_inside(self, draft: _Draft, number: int, line: str) -> None:
        if found := lines.FIELD.match(line):
            self._take_field(draft, number, found)
        elif found := lines.BOX.match(line):
            self._take_option(draft, number, found["text"] or "", is_right=bool((found["mark"] or "").strip()))
        elif found := lines.LETTERED.match(line) or lines.small_option(line, len(draft.options)):
            self._take_lettered(draft, number, found)
        elif (found := lines.ITEM.match(line)) and not draft.options and lines.ARROW.search(found["text"]):
            left, right = lines.ARROW.split(found["text"], maxsplit=1)
            draft.pairs.append((lines.left_words(left), right))
        elif found := lines.ITEM.match(line) or (lines.NUMBERED.match(line) if _is_ordering(draft) else None):
            self._take_option(draft, number, found["text"], is_right=None)
        elif (found := lines.REMARK.match(line)) and draft.options:
            draft.feedback.setdefault(len(draft.options) - 1, []).append(found["text"])
        elif draft.options or draft.pairs or draft.fields:
            if line.strip():
                raise self._refused(number, "behind_options", text=line.strip()[:40])
        else:
            draft.stem.append(lines.unescaped(line))

    def _take_field(self, draft: _Draft, number: int, found: re.Match[str]) -> None:
        named = found["name"] or found["boxed"]
        name = lines.FIELDS[named.lower()]
        if name in draft.fields and name not in _LISTED:
            raise self._refused(number, "field_twice", text=named)
        written = found["text"].strip()
        if found[0].lstrip().startswith("**") and written.endswith("**") and "**" not in written[:-2]:
            written = written[:-2].rstrip()
        draft.fields.setdefault(name, []).append(written)
        draft.is_open = name
        is_type = written.lower() in lines.TYPES or written.upper().replace(" ", "_") in lines.TYPES.values()
        if name == "questionType" and not is_type:
            raise self._refused(number, "unknown_type", text=written[:40])
        if name == "difficulty" and written.lower() not in lines.DIFFICULTIES:
            raise self._refused(number, "unknown_difficulty", text=written[:40])
        if name == "points" and not re.fullmatch(r"\d{1,4}(?:\.\d+)?", written):
            raise self._refused(number, "no_number", text=written[:40])

    def _take_lettered(self, draft: _Draft, number: int, found: re.Match[str]) -> None:
        letter = (found["dot"] or found["round"]).upper()
        if len(draft.options) < len(LETTERS) and letter != LETTERS[len(draft.options)]:
            raise self._refused(number, "wrong_letter", given=letter, wanted=LETTERS[len(draft.options)])
        draft.option_lines.append(found[0].strip())
        options = [found["text"]] if _is_ordering(draft) else lines.options_in(found["text"], letter)
        for option in options:
            self._take_option(draft, number, option, is_right=None)

    def _take_option(self, draft: _Draft, number: int, written: str, *, is_right: bool | None) -> None:
        if is_right is None and draft.marks is not None:
            raise self._refused(number, "no_box")
        if is_right is not None:
            if draft.options and draft.marks is None:
                raise self._refused(number, "no_box")
            draft.marks = [*(draft.marks or []), is_right]
        draft.options.append(written.strip())

    def _question(self, draft: _Draft) -> dict[str, Any]:
        written = draft.field("questionType")
        kind = lines.TYPES.get(written.lower(), written.upper().replace(" ", "_"))
        stem = "\n".join([*draft.stem, *self._left_over(draft, kind)]).strip()
        found: dict[str, Any] = {"question": stem}
        if (points := _POINTS.search(stem)) and "points" not in draft.fields:
            found |= {"question": stem[: points.start()].rstrip(), "points": float(points[1])}
        for name in ("id", "explanation", "knowledgePoint"):
            if name in draft.fields:
                found[name] = draft.field(name)
        if "points" in draft.fields:
            found["points"] = float(draft.field("points"))
        if "difficulty" in draft.fields:
            found["difficulty"] = lines.DIFFICULTIES[draft.field("difficulty").lower()]
        if "tags" in draft.fields:
            found["tags"] = [tag.strip() for tag in re.split("[,，、]", draft.field("tags")) if tag.strip()]
        found["questionType"] = kind or self._guessed(draft, found["question"])
        return found | self._answered(draft, found["questionType"])

    def _left_over(self, draft: _Draft, kind: str) -> list[str]:
        """Lines with letters where nothing is chosen, such as the tasks of a long question: they are words."""
        if kind not in _WRITTEN or not draft.options:
            return []
        if draft.marks is not None or len(draft.option_lines) < len(draft.options):
            raise self._refused(draft.number, "options_unused")
        return draft.option_lines

    def _guessed(self, draft: _Draft, stem: str) -> str:
        answers = draft.fields.get("correctAnswer", [])
        if draft.parts:
            return "COMPOSITE"
        if draft.pairs:
            return "MATCHING"
        if draft.options:
            is_several = sum(draft.marks) > 1 if draft.marks else _counted(answers, draft.options) > 1
            return "MULTIPLE_CHOICE" if is_several else "SINGLE_CHOICE"
        if count_blanks(stem):
            return "FILL_IN_BLANK"
        # A sole 1 or 0 is a number, not a verdict.
        if len(answers) == 1 and truth_of(answers[0]) is not None and not answers[0].isdecimal():
            return "TRUE_FALSE"
        if not answers:
            raise self._refused(draft.number, "no_answer")
        return "LONG_ANSWER" if "\n" in draft.field("correctAnswer") else "SHORT_ANSWER"

    def _answered(self, draft: _Draft, kind: str) -> dict[str, Any]:
        """The options and the answer, in the form of the type."""
        answers = draft.fields.get("correctAnswer", [])
        if kind == "COMPOSITE":
            return {"subQuestions": [self._question(part) for part in draft.parts]}
        if draft.parts:
            raise self._refused(draft.parts[0].number, "part_alone")
        if kind == "MATCHING":
            return _matched(draft)
        if kind == "FILL_IN_BLANK":
            return {"correctAnswer": [lines.parted(each) for each in answers]}
        if kind == "SHORT_ANSWER":
            return {"correctAnswer": [each for answer in answers for each in lines.parted(answer)]}
        if kind == "LONG_ANSWER" or (kind == "TRUE_FALSE" and not draft.options):
            return {"correctAnswer": draft.field("correctAnswer")}
        if kind == "ORDERING" and not answers:
            return {"options": draft.options, "correctAnswer": [*LETTERS[: len(draft.options)]]}
        if draft.marks is not None and answers:
            raise self._refused(draft.number, "answered_twice")
        right = [LETTERS[at] for at, is_right in enumerate(draft.marks or []) if is_right]
        answer: Any = right if draft.marks is not None else draft.field("correctAnswer")
        return {"options": draft.options, "correctAnswer": answer, **_feedback(draft, len(draft.options))}

    def _refused(self, line: int, key: str, **fields: object) -> UnreadableQuiz:
        told = text(self._language, f"quiz.markdown.{key}", **fields)
        return UnreadableQuiz(option="quiz", value=text(self._language, "quiz.markdown.line", line=line), allowed=told)


def _is_ordering(draft: _Draft) -> bool:
    return lines.TYPES.get(draft.field("questionType").lower()) == "ORDERING"


def _words(found: str | None) -> str:
    """The first line of a question without its number."""
    line = (found or "").strip()
    number = lines.NUMBER.match(line)
    return lines.unescaped(line[number.end() :] if number else line)


def _continued(line: str) -> str:
    """A line of nothing but backslashes has one more than is meant: a sole one stands for an empty line."""
    return line[1:] if line and not line.strip("\\") else line


def _counted(answers: list[str], options: list[str]) -> int:
    """How many options an answer names by letters."""
    written = " ".join(answers).strip()
    if written in options or not _LETTERED_ANSWER.fullmatch(written):
        return 1
    found = re.findall("[A-Za-z]", written.upper())
    return len(found) if all(each in LETTERS[: len(options)] for each in found) else 1


def _matched(draft: _Draft) -> dict[str, Any]:
    pairs = [(left, right) for left, right in draft.pairs if left]
    loose = [right for left, right in draft.pairs if not left]
    given = {"options": [left for left, _ in pairs], "correctAnswer": [right for _, right in pairs]}
    distractors = loose + draft.fields.get("distractors", [])
    return {**given, "distractors": distractors} if distractors else given


def _feedback(draft: _Draft, count: int) -> dict[str, Any]:
    if not draft.feedback:
        return {}
    return {"optionFeedback": [" ".join(draft.feedback.get(at, [])).strip() for at in range(count)]}
