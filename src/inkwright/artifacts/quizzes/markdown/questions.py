"""What was read of a question in Markdown as the value of a question: its type, its options, its answer."""

import re
from typing import Any, Final

from inkwright.artifacts.quizzes.coercing import truth_of
from inkwright.artifacts.quizzes.formulas import count_blanks
from inkwright.artifacts.quizzes.markdown import lines
from inkwright.artifacts.quizzes.markdown.answers import letters_named, order_named, statement_of
from inkwright.artifacts.quizzes.markdown.drafts import Draft, refused
from inkwright.artifacts.quizzes.specs import LETTERS
from inkwright.i18n import Language

_POINTS = re.compile(r"[(（\[](\d{1,4}(?:\.\d{1,2})?)[ \t]*(?:points?|pts?|分)[)）\]]$", re.IGNORECASE)
_WRITTEN: Final = ("FILL_IN_BLANK", "SHORT_ANSWER", "LONG_ANSWER")
_SHOWN: Final = 40


def question_of_draft(draft: Draft, language: Language) -> dict[str, Any]:
    """The question as a value; what cannot be understood is an UnreadableQuiz that names the line."""
    return _Question(draft, language).value()


def tells_points(stem: str) -> bool:
    """Whether the end of a text is read as its points."""
    return _POINTS.search(stem) is not None


class _Question:
    def __init__(self, draft: Draft, language: Language) -> None:
        self._draft = draft
        self._language = language
        self._answers = draft.values("correctAnswer")
        self._kind = draft.kind or ("COMPOSITE" if draft.parts else "")
        if draft.is_ordering and not draft.options:
            _take_circled(draft)
        self._letters = self._named()

    def value(self) -> dict[str, Any]:
        draft = self._draft
        stem = "\n".join([*draft.stem, *self._left_over()]).strip()
        found: dict[str, Any] = self._without_points(stem)
        for name in ("id", "explanation", "knowledgePoint"):
            if name in draft.fields:
                found[name] = draft.field(name)
        if "points" in draft.fields:
            found["points"] = float(draft.field("points"))
        if "difficulty" in draft.fields:
            found["difficulty"] = lines.DIFFICULTIES[draft.field("difficulty").lower()]
        if "tags" in draft.fields:
            found["tags"] = [tag.strip() for tag in re.split("[,，、]", draft.field("tags")) if tag.strip()]
        found["questionType"] = self._kind
        if not self._kind:
            found |= self._guessed(found["question"])
            found |= self._without_points(found["question"]) if "points" not in found else {}
        if draft.worth is not None and not draft.parts:
            found.setdefault("points", draft.worth)
        return found | self._answered(found["questionType"], found["question"])

    def _without_points(self, stem: str) -> dict[str, Any]:
        """The text, and the points that stand at its end where no field says them."""
        points = _POINTS.search(stem) if self._kind != "COMPOSITE" and "points" not in self._draft.fields else None
        if not points:
            return {"question": stem}
        return {"question": stem[: points.start()].rstrip(), "points": float(points[1])}

    def _left_over(self) -> list[str]:
        """Lines with letters where nothing is chosen, such as the tasks of a long question: they are words."""
        draft = self._draft
        if self._kind not in _WRITTEN or not draft.options:
            return []
        if draft.marks is not None or draft.stars or len(draft.option_lines) < len(draft.options):
            raise self._refused(draft.line, "options_unused")
        return draft.option_lines

    def _named(self) -> list[str]:
        """The letters that the answer names. One that names no option is refused."""
        draft, written = self._draft, self._draft.field("correctAnswer")
        if not draft.options or not written or self._kind in ("MATCHING", "COMPOSITE", *_WRITTEN):
            return []
        options = draft.options
        found = order_named(written, options) if self._kind == "ORDERING" else letters_named(written, options)
        is_verdict = self._kind == "TRUE_FALSE" and truth_of(written) is not None
        if not found and not is_verdict:
            line = draft.field_lines["correctAnswer"]
            raise self._refused(line, "unknown_answer", text=" ".join(written.split())[:_SHOWN])
        return found

    def _guessed(self, stem: str) -> dict[str, str]:
        """The type by how it is written; a statement loses the empty place for the verdict."""
        draft = self._draft
        if draft.pairs:
            return {"questionType": "MATCHING"}
        if draft.options:
            is_several = len(draft.right or self._letters) > 1
            return {"questionType": "MULTIPLE_CHOICE" if is_several else "SINGLE_CHOICE"}
        if (statement := statement_of(stem, self._answers)) is not None:
            return {"questionType": "TRUE_FALSE", "question": statement}
        if count_blanks(stem):
            return {"questionType": "FILL_IN_BLANK"}
        if not self._answers:
            raise self._refused(draft.line, "no_answer")
        return {"questionType": "LONG_ANSWER" if "\n" in draft.field("correctAnswer") else "SHORT_ANSWER"}

    def _answered(self, kind: str, stem: str) -> dict[str, Any]:
        """The options and the answer, in the form of the type."""
        draft, answers = self._draft, self._answers
        if kind == "COMPOSITE":
            return {"subQuestions": [question_of_draft(part, self._language) for part in draft.parts]}
        if draft.parts:
            raise self._refused(draft.parts[0].line, "part_alone")
        if kind == "MATCHING":
            return _matched(draft)
        if kind == "FILL_IN_BLANK":
            return {"correctAnswer": [lines.parted(each) for each in self._of_blanks(stem)]}
        if kind == "SHORT_ANSWER":
            return {"correctAnswer": [each for answer in answers for each in lines.parted(answer)]}
        if kind == "LONG_ANSWER" or (kind == "TRUE_FALSE" and not draft.options):
            return {"correctAnswer": draft.field("correctAnswer")}
        if kind == "ORDERING" and not answers:
            return {"options": draft.options, "correctAnswer": [*LETTERS[: len(draft.options)]]}
        return {"options": draft.options, "correctAnswer": self._chosen(), **_feedback(draft, len(draft.options))}

    def _of_blanks(self, stem: str) -> list[str]:
        """One answer for each blank. Who writes no type may part them by semicolons."""
        if self._kind or len(self._answers) != 1:
            return self._answers
        parts = [part.strip() for part in re.split("[;；\n]", self._answers[0]) if part.strip()]
        return parts if len(parts) > 1 and len(parts) == count_blanks(stem) else self._answers

    def _chosen(self) -> list[str] | str:
        draft = self._draft
        right = [LETTERS[at] for at in draft.right if at < len(LETTERS)]
        is_marked = draft.marks is not None or bool(right)
        if is_marked and self._answers and (draft.marks is not None or right != sorted(self._letters)):
            raise self._refused(draft.line, "answered_twice")
        return right if is_marked else self._letters or draft.field("correctAnswer")

    def _refused(self, line: int, key: str, **fields: object) -> Exception:
        return refused(self._language, line, key, **fields)


def _take_circled(draft: Draft) -> None:
    """Lines of the text with numbers in circles are the items of an order."""
    if len(draft.circled) < 2:
        return
    found = [lines.CIRCLED.match(draft.stem[at]) for at in draft.circled]
    draft.options = [each["text"].strip() for each in found if each]
    taken = set(draft.circled)
    draft.stem = [line for at, line in enumerate(draft.stem) if at not in taken]


def _matched(draft: Draft) -> dict[str, Any]:
    pairs = [(left, right) for left, right in draft.pairs if left]
    loose = [right for left, right in draft.pairs if not left]
    given = {"options": [left for left, _ in pairs], "correctAnswer": [right for _, right in pairs]}
    distractors = loose + draft.values("distractors")
    return {**given, "distractors": distractors} if distractors else given


def _feedback(draft: Draft, count: int) -> dict[str, Any]:
    if not draft.feedback:
        return {}
    return {"optionFeedback": [" ".join(draft.feedback.get(at, [])).strip() for at in range(count)]}
