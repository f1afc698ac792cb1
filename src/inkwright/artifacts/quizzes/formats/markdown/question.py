"""Builds one question from its Markdown lines: its type, its options and its answer."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from inkwright.artifacts.math.delimiters import count_blanks
from inkwright.artifacts.quizzes.compare import fold_text, option_form
from inkwright.artifacts.quizzes.formats.markdown import syntax
from inkwright.artifacts.quizzes.model import LETTERS
from inkwright.artifacts.quizzes.normalise import parse_truth
from inkwright.errors import UnreadableQuiz
from inkwright.i18n import Language, text

_TYPES_WITHOUT_ANSWER: Final = ("LONG_ANSWER", "ORDERING", "MATCHING", "COMPOSITE")
_TYPES_WITH_OPTIONS: Final = ("SINGLE_CHOICE", "MULTIPLE_CHOICE", "ORDERING", "MATCHING")


class QuestionDraft:
    """A question while its lines are being read."""

    def __init__(self, line: int, label: int, first: str, section_points: float | None = None) -> None:
        self.line = line
        self.section_points = section_points
        """The points that its section gives to each question."""
        self.label = label
        """Its number as written, or else by position."""
        self.stem = [first] if first else []
        self.circled: list[int] = []
        """The lines of the stem that begin with a circled number."""
        self.fields: dict[str, list[list[str]]] = {}
        self.field_lines: dict[str, int] = {}
        self.options: list[str] = []
        self.option_lines: list[str] = []
        self.marks: list[bool] | None = None
        self.stars: set[int] = set()
        self.pairs: list[tuple[str, str]] = []
        self.feedback: dict[int, list[str]] = {}
        self.parts: list[QuestionDraft] = []
        self.open_field = ""
        """The field that an indented line continues."""

    @property
    def is_stem(self) -> bool:
        """Whether only its text has been read so far."""
        return not (self.options or self.pairs or self.fields)

    @property
    def kind(self) -> str:
        """The written type, or an empty text."""
        written = self.field("questionType")
        return syntax.TYPES.get(written.lower(), written.upper().replace(" ", "_"))

    @property
    def is_ordering(self) -> bool:
        return self.kind == "ORDERING"

    @property
    def is_choice(self) -> bool:
        """Whether lines with bullets are options: it has some already, or its type has options."""
        return bool(self.options or self.pairs) or self.kind in _TYPES_WITH_OPTIONS

    @property
    def needs_answer(self) -> bool:
        """Whether it has no answer yet but needs one."""
        has_own = self.values("correctAnswer") or self.pairs or self.parts or self.right
        return not has_own and self.marks is None and self.kind not in _TYPES_WITHOUT_ANSWER

    @property
    def right(self) -> list[int]:
        """The indexes of marked options. Stars before all options are bullets."""
        if self.marks is not None:
            return [index for index, is_right in enumerate(self.marks) if is_right]
        return sorted(self.stars) if len(self.stars) < len(self.options) else []

    def values(self, name: str) -> list[str]:
        """Return each value of a field that may occur several times."""
        return ["\n".join(each).strip() for each in self.fields.get(name, [])]

    def field(self, name: str) -> str:
        """Return the whole text of a field."""
        return "\n".join(self.values(name)).strip()

    def set_field(self, name: str, value: str, line: int) -> None:
        """Add a value to a field."""
        self.fields.setdefault(name, []).append([value])
        self.field_lines.setdefault(name, line)


def line_error(language: Language, line: int, key: str, **fields: object) -> UnreadableQuiz:
    """Return the error about a line."""
    message = text(language, f"quiz.markdown.{key}", **fields)
    return UnreadableQuiz(option="quiz", value=text(language, "quiz.markdown.line", line=line), allowed=message)


_EMPHASIS: Final = str.maketrans("", "", "*_`\"'“”‘’「」")
_ANSWER_LEAD = re.compile(
    r"(?:both[ ]+|the[ ]+)?(?:options?|choices?|letters?|answers?)(?![a-z])(?:[ ]+(?:is|are)(?![a-z]))?[\s:]*"
    r"|both(?![a-z])"
    r"|(?:答案)?[故应为是]?选(?:择|项)?[\s:为是]*|答案[\s:为是]*",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(r"[\s,、;/&+|.。!()\[\]【】]+|\band\b|以及|[和与及跟]", re.IGNORECASE)
_ORDER_SEPARATOR = re.compile(r"[\s,、;/&+|.。()\[\]【】>→⇒—–-]+|\band\b|\bthen\b|[和与及]", re.IGNORECASE)
_TOKEN = re.compile(r"[A-Za-z]+|\d+")
_LETTER_AND_TEXT = re.compile(r"[\s(\[]*([A-Za-z])[)\]]?[ ]*+[.、:—–-]?\s*+(\S.*)", re.DOTALL)
_TEXT_SEPARATOR = re.compile(r"[\n,，、;；|]")
_ITEM_SEPARATOR = re.compile(r"[\n,，、;；|>→⇒]|->|=>")
_FULL_STOPS: Final = "。.．!！"
_SENTENCE_ENDS: Final = '。.．!！?？”"』」…'
_UNFINISHED_SENTENCE = re.compile(
    r"(?:[是为叫作成即=＝:：,，、]|(?:说法|看法|观点|判断|做法|结论)[都均]?"
    r"|(?<![a-z])(?:is|are|was|were|be|called|means|to|the|an?|of))$",
    re.IGNORECASE,
)
_TRUTH_WORDS: Final = frozenset("√ × ✓ ✗ t f true false 对 错 正确 错误".split())
"""These are rarely the missing word of a sentence. `yes` or `right` may be."""


def named_letters(written: str, options: Sequence[str]) -> list[str]:
    """Return the letters of the options that an answer names by letter, text or both. Empty if one is unknown."""
    letters = _letters_by_text(options)
    word = written.strip()
    if single := _option_letter(word, letters, len(options)):
        return [single]
    if found := _listed_letters(_SEPARATOR, _strip_lead(word), len(options), is_order=False):
        return found
    if verdict := _truth_option(word, options):
        return [verdict]
    parts = [part.strip() for part in _TEXT_SEPARATOR.split(word) if part.strip()]
    named = [_option_letter(part, letters, len(options)) for part in parts]
    return [letter for letter in named if letter] if all(named) and len(set(named)) == len(named) else []


def named_order(written: str, options: Sequence[str]) -> list[str]:
    """Return the letters of the items in the order that an answer gives. Empty if an item is unknown."""
    if found := _listed_letters(_ORDER_SEPARATOR, _strip_lead(written), len(options), is_order=True):
        return found
    letters = _letters_by_text(options)
    parts = [part.strip() for part in _ITEM_SEPARATOR.split(written) if part.strip()]
    named = [_option_letter(part, letters, len(options)) for part in parts]
    return [letter for letter in named if letter] if all(named) else []


def statement_of(stem: str, answers: Sequence[str]) -> str | None:
    """Return the statement that the answer judges, without empty brackets or a line at its end.

    None if the answer is not true or false, or is a word for a blank. A single 1 or 0 is a number.
    """
    if len(answers) != 1 or parse_truth(answers[0]) is None or answers[0].strip().isdecimal():
        return None
    before, is_rule = _before_empty_end(stem)
    if before is None:
        return None if count_blanks(stem) else stem
    if count_blanks(before) or not before or _UNFINISHED_SENTENCE.search(before):
        return None
    is_verdict = fold_text(answers[0]).strip(" .。") in _TRUTH_WORDS
    if is_rule and not is_verdict and before[-1] not in _SENTENCE_ENDS:
        return None
    stop = stem.rstrip()[-1]
    return before + stop if stop in _FULL_STOPS and before[-1] not in _SENTENCE_ENDS else before


def _before_empty_end(stem: str) -> tuple[str | None, bool]:
    """Return the text before empty brackets or a rule at its end, or None; and whether it is a rule."""
    body = stem.rstrip()
    if body and body[-1] in _FULL_STOPS:
        body = body[:-1].rstrip()
    if body.endswith("__"):
        return body.rstrip("_").rstrip(), True
    inner = body[:-1].rstrip() if body.endswith((")", "）")) else ""
    return (inner[:-1].rstrip(), False) if inner.endswith(("(", "（")) else (None, False)


def _strip_lead(written: str) -> str:
    plain = unicodedata.normalize("NFKC", written).translate(_EMPHASIS).strip()
    lead = _ANSWER_LEAD.match(plain)
    return plain[lead.end() :] if lead else plain


def _letters_by_text(options: Sequence[str]) -> dict[str, str]:
    """Return the letter of each option by its text, exact and folded. A text of two options is left out."""
    found: dict[str, str] = {}
    for normalise in (fold_text, option_form):
        texts = [normalise(option) for option in options[: len(LETTERS)]]
        counts = Counter(texts)
        found |= {each: LETTERS[index] for index, each in enumerate(texts) if each and counts[each] == 1}
    return found


def _option_letter(word: str, letters: dict[str, str], count: int) -> str | None:
    """Return the letter of the option that is named by letter, text or both."""
    if len(word) == 1 and word in LETTERS[:count]:
        return word
    if found := _letter_by_text(word, letters):
        return found
    plain = unicodedata.normalize("NFKC", word).strip()
    if len(plain) == 1 and plain.upper() in LETTERS[:count]:
        return plain.upper()
    both = _LETTER_AND_TEXT.fullmatch(plain)
    if not both:
        return None
    bare = both[2][1:-1] if both[2].startswith("(") and both[2].endswith(")") else both[2]
    named = _letter_by_text(both[2], letters) or _letter_by_text(bare, letters)
    return named if named == both[1].upper() else None


def _letter_by_text(word: str, letters: dict[str, str]) -> str | None:
    return letters.get(option_form(word)) or letters.get(fold_text(word)) or letters.get(fold_text(word.rstrip(" .。")))


def _listed_letters(separator: re.Pattern[str], plain: str, count: int, *, is_order: bool) -> list[str]:
    """Return the letters in a list of letters. Items of an ordering may also have numbers."""
    found: list[str] = []
    for part in separator.split(plain):
        token = _TOKEN.fullmatch(part) if part else None
        if part and (token is None or (token[0].isdecimal() and not is_order)):
            return []
        if token and token[0].isdecimal():
            numbers = list(token[0]) if count < 10 else [token[0]]
            found += [LETTERS[int(each) - 1] if 0 < int(each) <= count else "" for each in numbers]
        elif token:
            found += token[0].upper()
    is_known = all(each and each in LETTERS[:count] for each in found)
    return found if is_known and (is_order or len(set(found)) == len(found)) else []


def _truth_option(word: str, options: Sequence[str]) -> str | None:
    """Return the option that means the same as a verdict, if one means true and the other false."""
    truths = [parse_truth(option) for option in options]
    truth = parse_truth(word)
    return LETTERS[truths.index(truth)] if truth is not None and sorted(map(str, truths)) == ["False", "True"] else None


_POINTS = re.compile(r"[(（\[](\d{1,4}(?:\.\d{1,2})?)[ \t]*(?:points?|pts?|分)[)）\]]$", re.IGNORECASE)
_WRITTEN_TYPES: Final = ("FILL_IN_BLANK", "SHORT_ANSWER", "LONG_ANSWER")
_MAX_SHOWN: Final = 40


def question_from_draft(draft: QuestionDraft, language: Language) -> dict[str, Any]:
    """Return the question as plain data. What cannot be understood is an UnreadableQuiz that names the line."""
    return _QuestionBuilder(draft, language).value()


def ends_with_points(stem: str) -> bool:
    """Whether a text ends in something that is read as points."""
    return _POINTS.search(stem) is not None


class _QuestionBuilder:
    def __init__(self, draft: QuestionDraft, language: Language) -> None:
        self._draft = draft
        self._language = language
        self._answers = draft.values("correctAnswer")
        self._kind = draft.kind or ("COMPOSITE" if draft.parts else "")
        if draft.is_ordering and not draft.options:
            _take_circled_items(draft)
        self._letters = self._named()

    def value(self) -> dict[str, Any]:
        draft = self._draft
        stem = "\n".join([*draft.stem, *self._unused_options()]).strip()
        found: dict[str, Any] = self._without_points(stem)
        for name in ("id", "explanation", "knowledgePoint"):
            if name in draft.fields:
                found[name] = draft.field(name)
        if "points" in draft.fields:
            found["points"] = float(draft.field("points"))
        if "difficulty" in draft.fields:
            found["difficulty"] = syntax.DIFFICULTIES[draft.field("difficulty").lower()]
        if "tags" in draft.fields:
            found["tags"] = [tag.strip() for tag in re.split("[,，、]", draft.field("tags")) if tag.strip()]
        found["questionType"] = self._kind
        if not self._kind:
            found |= self._inferred(found["question"])
            found |= self._without_points(found["question"]) if "points" not in found else {}
        if draft.section_points is not None and not draft.parts:
            found.setdefault("points", draft.section_points)
        return found | self._answered(found["questionType"], found["question"])

    def _without_points(self, stem: str) -> dict[str, Any]:
        """Return the text without the points at its end, which count unless a field has them."""
        points = _POINTS.search(stem) if self._kind != "COMPOSITE" and "points" not in self._draft.fields else None
        if not points:
            return {"question": stem}
        return {"question": stem[: points.start()].rstrip(), "points": float(points[1])}

    def _unused_options(self) -> list[str]:
        """Return lines with letters in a question without options, such as the tasks of a long one: they are text."""
        draft = self._draft
        if self._kind not in _WRITTEN_TYPES or not draft.options:
            return []
        if draft.marks is not None or draft.stars or len(draft.option_lines) < len(draft.options):
            raise self._error(draft.line, "options_unused")
        return draft.option_lines

    def _named(self) -> list[str]:
        """Return the letters that the answer names. An unknown option is an error."""
        draft, written = self._draft, self._draft.field("correctAnswer")
        if not draft.options or not written or self._kind in ("MATCHING", "COMPOSITE", *_WRITTEN_TYPES):
            return []
        options = draft.options
        found = named_order(written, options) if self._kind == "ORDERING" else named_letters(written, options)
        is_verdict = self._kind == "TRUE_FALSE" and parse_truth(written) is not None
        if not found and not is_verdict:
            line = draft.field_lines["correctAnswer"]
            raise self._error(line, "unknown_answer", text=" ".join(written.split())[:_MAX_SHOWN])
        return found

    def _inferred(self, stem: str) -> dict[str, str]:
        """Return the type that the notation implies. A statement loses the brackets for the verdict."""
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
            raise self._error(draft.line, "no_answer")
        return {"questionType": "LONG_ANSWER" if "\n" in draft.field("correctAnswer") else "SHORT_ANSWER"}

    def _answered(self, kind: str, stem: str) -> dict[str, Any]:
        """Return the options and the answer as the type needs them."""
        draft, answers = self._draft, self._answers
        if kind == "COMPOSITE":
            return {"subQuestions": [question_from_draft(part, self._language) for part in draft.parts]}
        if draft.parts:
            raise self._error(draft.parts[0].line, "part_alone")
        if kind == "MATCHING":
            return _matching_fields(draft)
        if kind == "FILL_IN_BLANK":
            return {"correctAnswer": [syntax.split_alternatives(each) for each in self._blank_answers(stem)]}
        if kind == "SHORT_ANSWER":
            return {"correctAnswer": [each for answer in answers for each in syntax.split_alternatives(answer)]}
        if kind == "LONG_ANSWER" or (kind == "TRUE_FALSE" and not draft.options):
            return {"correctAnswer": draft.field("correctAnswer")}
        if kind == "ORDERING" and not answers:
            return {"options": draft.options, "correctAnswer": [*LETTERS[: len(draft.options)]]}
        return {
            "options": draft.options,
            "correctAnswer": self._chosen(),
            **_feedback_fields(draft, len(draft.options)),
        }

    def _blank_answers(self, stem: str) -> list[str]:
        """Return one answer for each blank. Without a written type, semicolons may separate them."""
        if self._kind or len(self._answers) != 1:
            return self._answers
        parts = [part.strip() for part in re.split("[;；\n]", self._answers[0]) if part.strip()]
        return parts if len(parts) > 1 and len(parts) == count_blanks(stem) else self._answers

    def _chosen(self) -> list[str] | str:
        draft = self._draft
        right = [LETTERS[index] for index in draft.right if index < len(LETTERS)]
        is_marked = draft.marks is not None or bool(right)
        if is_marked and self._answers and (draft.marks is not None or right != sorted(self._letters)):
            raise self._error(draft.line, "answered_twice")
        return right if is_marked else self._letters or draft.field("correctAnswer")

    def _error(self, line: int, key: str, **fields: object) -> Exception:
        return line_error(self._language, line, key, **fields)


def _take_circled_items(draft: QuestionDraft) -> None:
    """Take the lines of the text with circled numbers as the items of an ordering."""
    if len(draft.circled) < 2:
        return
    found = [syntax.CIRCLED.match(draft.stem[index]) for index in draft.circled]
    draft.options = [each["text"].strip() for each in found if each]
    taken = set(draft.circled)
    draft.stem = [line for index, line in enumerate(draft.stem) if index not in taken]


def _matching_fields(draft: QuestionDraft) -> dict[str, Any]:
    pairs = [(left, right) for left, right in draft.pairs if left]
    loose = [right for left, right in draft.pairs if not left]
    given = {"options": [left for left, _ in pairs], "correctAnswer": [right for _, right in pairs]}
    distractors = loose + draft.values("distractors")
    return {**given, "distractors": distractors} if distractors else given


def _feedback_fields(draft: QuestionDraft, count: int) -> dict[str, Any]:
    if not draft.feedback:
        return {}
    return {"optionFeedback": [" ".join(draft.feedback.get(index, [])).strip() for index in range(count)]}
