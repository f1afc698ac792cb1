"""Moodle XML read as a quiz. Entities and document types are refused before anything is parsed."""

import re
from collections.abc import Callable
from typing import Any, Final

from inkwright.artifacts.quizzes.formulas import count_blanks
from inkwright.artifacts.quizzes.labels import fields_of
from inkwright.artifacts.quizzes.markup import from_html, with_dollars
from inkwright.artifacts.quizzes.notes import Note, Notes
from inkwright.artifacts.quizzes.specs import LETTERS
from inkwright.errors import UnreadableQuiz
from inkwright.i18n import Language, text

_DOCTYPE = re.compile(r"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
# The text is decoded already, whatever the declaration says.
_DECLARATION = re.compile(r"\A\s*<\?xml[^>]*\?>")
_GAP_OPENS = re.compile(r"\{\d{0,3}:([A-Z_]+):")
_GAP_CLOSES = re.compile(r"(?:[^}\\]|\\.)*+\}", re.DOTALL)
_WRITTEN_GAPS: Final = frozenset({"SHORTANSWER", "SA", "MW", "SHORTANSWER_C", "SAC", "MWC"})
_WEIGHT = re.compile(r"%(-?\d+(?:\.\d+)?)%")
_BLANK: Final = "____"


def read_moodle(source: str, language: Language) -> tuple[dict[str, Any], list[Note]]:
    """The quiz as a value, and what of the file did not come along."""
    if _DOCTYPE.search(source):
        raise UnreadableQuiz(option="quiz", value="", allowed=text(language, "quiz.moodle.doctype"))
    return _Reader(language).quiz(source)


def _tree(source: str, language: Language) -> Any:
    from lxml import etree  # noqa: PLC0415 - of the extra `office`

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        return etree.fromstring(_DECLARATION.sub("", source).encode(), parser)
    except etree.XMLSyntaxError as problem:
        told = text(language, "quiz.moodle.broken", problem=str(problem)[:200])
        raise UnreadableQuiz(option="quiz", value="", allowed=told) from problem


class _Reader:
    def __init__(self, language: Language) -> None:
        self._language = language
        self._notes = Notes()
        self._number = 0

    def quiz(self, source: str) -> tuple[dict[str, Any], list[Note]]:
        root = _tree(source, self._language)
        title = ""
        questions: list[dict[str, Any]] = []
        for element in root.iterfind("question"):
            kind = element.get("type", "")
            if kind == "category":
                title = title or _last_of(_inner(element, "category"))
                continue
            self._number = len(questions) + 1
            found = self._question(element, kind)
            if found:
                questions.append(found)
        if not questions:
            raise UnreadableQuiz(option="quiz", value="", allowed=text(self._language, "quiz.moodle.none"))
        return {"title": title, "questions": questions}, self._notes.all()

    def _question(self, element: Any, kind: str) -> dict[str, Any] | None:
        readers: dict[str, Callable[[Any], dict[str, Any]]] = {
            "multichoice": self._choice, "truefalse": self._true_false, "shortanswer": self._short,
            "essay": self._essay, "matching": self._matching, "cloze": self._fill, "ordering": self._ordering,
            "description": self._description, "numerical": self._numerical,
        }  # fmt: skip
        if kind not in readers:
            self._notes.add("unknown_type", f"{self._number} ({kind[:30]})")
            return None
        found: dict[str, Any] = {"question": self._words(element, "questiontext")}
        if name := (element.findtext("idnumber") or "").strip():
            found["id"] = name
        if told := self._words(element, "generalfeedback"):
            found["explanation"] = told
        points = element.findtext("defaultgrade")
        if points and kind != "description":
            found["points"] = points
        labels = [label.strip() for label in (tag.findtext("text") for tag in element.iterfind("tags/tag")) if label]
        return found | fields_of(labels) | readers[kind](element)

    def _words(self, parent: Any, name: str = "") -> str:
        """The words of an element inside, or of this one."""
        element = parent.find(name) if name else parent
        if element is None:
            return ""
        written = element.findtext("text") or ""
        if element.find("file") is not None:
            self._notes.add("files", str(self._number))
        if element.get("format") == "plain_text" or ("<" not in written and "&" not in written):
            return with_dollars(written).strip()
        words, has_dropped = from_html(written)
        if has_dropped:
            self._notes.add("formatting", str(self._number))
        return words

    def _choice(self, element: Any) -> dict[str, Any]:
        answers = element.findall("answer")
        options = [self._words(each) for each in answers]
        feedback = [self._words(each, "feedback") for each in answers]
        right = [LETTERS[at % 26] for at, each in enumerate(answers) if _fraction(each) > 0]
        is_single = (element.findtext("single") or "true").strip() in ("true", "1")
        if is_single and len(right) > 1:
            self._notes.add("partly_right", str(self._number))
            right = [LETTERS[at % 26] for at, each in enumerate(answers) if _fraction(each) >= 100][:1] or right[:1]
        found: dict[str, Any] = {"questionType": "SINGLE_CHOICE" if is_single else "MULTIPLE_CHOICE"}
        found |= {"options": options, "correctAnswer": "".join(right) if is_single else right}
        return found | ({"optionFeedback": feedback} if any(feedback) else {})

    def _true_false(self, element: Any) -> dict[str, Any]:
        told = {"true": "", "false": ""}
        right = ""
        for answer in element.iterfind("answer"):
            word = (answer.findtext("text") or "").strip().lower()
            told[word] = self._words(answer, "feedback")
            right = word if _fraction(answer) > 0 else right
        found: dict[str, Any] = {"questionType": "TRUE_FALSE", "correctAnswer": right}
        feedback = [told["true"], told["false"]]
        return found | ({"optionFeedback": feedback} if any(feedback) else {})

    def _short(self, element: Any) -> dict[str, Any]:
        answers = element.findall("answer")
        right = [self._plain(each) for each in answers if _fraction(each) >= 100]
        if len(right) < len(answers) or any(self._words(each, "feedback") for each in answers):
            self._notes.add("partly_right", str(self._number))
        if count_blanks(self._words(element, "questiontext")) == 1:
            return {"questionType": "FILL_IN_BLANK", "correctAnswer": [right]}
        return {"questionType": "SHORT_ANSWER", "correctAnswer": right}

    def _numerical(self, element: Any) -> dict[str, Any]:
        self._notes.add("numeric", str(self._number))
        return self._short(element)

    def _plain(self, answer: Any) -> str:
        """What is to be typed; a star is escaped in it."""
        return (answer.findtext("text") or "").replace("\\*", "*").strip()

    def _essay(self, element: Any) -> dict[str, Any]:
        return {"questionType": "LONG_ANSWER", "correctAnswer": self._words(element, "graderinfo")}

    def _description(self, element: Any) -> dict[str, Any]:
        self._notes.add("description", str(self._number))
        return {"questionType": "LONG_ANSWER"}

    def _matching(self, element: Any) -> dict[str, Any]:
        pairs = [(self._words(each), self._plain_answer(each)) for each in element.iterfind("subquestion")]
        found: dict[str, Any] = {"questionType": "MATCHING"}
        found |= {
            "options": [left for left, _ in pairs if left],
            "correctAnswer": [right for left, right in pairs if left],
        }
        distractors = [right for left, right in pairs if not left]
        return found | ({"distractors": distractors} if distractors else {})

    @staticmethod
    def _plain_answer(pair: Any) -> str:
        return with_dollars((pair.findtext("answer/text") or "").strip())

    def _fill(self, element: Any) -> dict[str, Any]:
        written = element.findtext("questiontext/text") or ""
        answers, stem, start = [], [], 0
        while (opens := _GAP_OPENS.search(written, start)) and (closes := _GAP_CLOSES.match(written, opens.end())):
            is_known = opens[1] in _WRITTEN_GAPS
            stem += [written[start : opens.start()], _BLANK if is_known else written[opens.start() : closes.end()]]
            if is_known:
                answers.append(self._gap(closes[0][:-1]))
            else:
                self._notes.add("unknown_gap", str(self._number))
            start = closes.end()
        words, has_dropped = from_html("".join([*stem, written[start:]]))
        if has_dropped:
            self._notes.add("formatting", str(self._number))
        return {"questionType": "FILL_IN_BLANK", "question": words, "correctAnswer": answers}

    def _gap(self, written: str) -> list[str]:
        found = []
        for part in re.findall(r"(?:[^~\\]|\\.)+", written):
            body = re.match(r"(?:[^#\\]|\\.)*", part)
            answer = body[0] if body else part
            weight = _WEIGHT.match(answer)
            if answer.startswith("=") or (weight and float(weight[1]) >= 100):
                plain = answer[weight.end() :] if weight else answer[1:]
                found.append(from_html(re.sub(r"\\(.)", r"\1", plain))[0])
            else:
                self._notes.add("partly_right", str(self._number))
        return found

    def _ordering(self, element: Any) -> dict[str, Any]:
        items = [self._words(each) for each in element.iterfind("answer")]
        return {"questionType": "ORDERING", "options": items, "correctAnswer": [*LETTERS[: len(items)]]}


def _fraction(answer: Any) -> float:
    try:
        return float(answer.get("fraction") or 0)
    except ValueError:
        return 0.0


def _inner(element: Any, name: str) -> str:
    return (element.findtext(f"{name}/text") or "").strip()


def _last_of(category: str) -> str:
    """The name of a category without those above it. A slash in a name is doubled."""
    return re.split(r"(?<!/)/(?!/)", category)[-1].replace("//", "/").strip()
