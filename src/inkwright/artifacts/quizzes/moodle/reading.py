"""Moodle XML read as a quiz. Entities and document types are refused before anything is parsed."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from inkwright.artifacts.quizzes.answer_reading import in_file, is_told_by, without_stars
from inkwright.artifacts.quizzes.formulas import count_blanks
from inkwright.artifacts.quizzes.html_reading import from_html
from inkwright.artifacts.quizzes.labels import fields_of
from inkwright.artifacts.quizzes.markup import with_dollars
from inkwright.artifacts.quizzes.moodle.cloze import Cloze, read_cloze
from inkwright.artifacts.quizzes.moodle.leftovers import note_leftovers
from inkwright.artifacts.quizzes.notes import Note, Notes
from inkwright.artifacts.quizzes.specs import LETTERS
from inkwright.errors import UnreadableQuiz
from inkwright.i18n import Language, text

_DOCTYPE = re.compile(r"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
# The text is decoded already, whatever the declaration says.
_DECLARATION = re.compile(r"\A\s*<\?xml[^>]*\?>")


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
        self._number = ""
        self._taken: set[str] = set()

    def quiz(self, source: str) -> tuple[dict[str, Any], list[Note]]:
        root = _tree(source, self._language)
        self._taken = {_id_of(element) for element in root.iterfind("question")}
        title, place = "", 0
        questions: list[dict[str, Any]] = []
        for element in root.iterfind("question"):
            if element.get("type", "") == "category":
                category = _last_of(_inner(element, "category"))
                if questions and category != title:
                    self._notes.add("sections")
                title = title if questions and title else category
                continue
            place += 1
            self._number = str(len(questions) + 1)
            if found := self._question(element, place):
                questions.append(found)
        if not questions:
            raise UnreadableQuiz(option="quiz", value="", allowed=text(self._language, "quiz.moodle.none"))
        return {"title": title, "questions": questions}, self._notes.all()

    def _question(self, element: Any, place: int) -> dict[str, Any] | None:
        readers: dict[str, Callable[[Any], dict[str, Any]]] = {
            "multichoice": self._choice, "truefalse": self._true_false, "shortanswer": self._short,
            "essay": self._essay, "matching": self._matching, "ordering": self._ordering,
            "description": self._description, "numerical": self._numerical,
        }  # fmt: skip
        kind = element.get("type", "")
        written = element.findtext("questiontext/text") or ""
        cloze = read_cloze(written) if kind == "cloze" else None
        if kind not in readers and cloze is None:
            key = "skipped_gap" if kind == "cloze" else "skipped_type"
            words = from_html(written).words or _inner(element, "name")
            self._notes.add(key, in_file(place, words, kind))
            return None
        found = self._fill(element, cloze) if cloze else {"question": self._words(element, "questiontext")}
        found |= self._details(element, kind, found["question"])
        note_leftovers(element, kind, self._number, self._notes)
        return found if cloze else found | readers[kind](element)

    def _details(self, element: Any, kind: str, stem: str) -> dict[str, Any]:
        found: dict[str, Any] = self._named(element, stem)
        if told := self._words(element, "generalfeedback"):
            found["explanation"] = told
        points = element.findtext("defaultgrade")
        if points and kind != "description":
            found["points"] = points
        labels = [label.strip() for label in (tag.findtext("text") for tag in element.iterfind("tags/tag")) if label]
        return found | fields_of(labels)

    def _named(self, element: Any, stem: str) -> dict[str, Any]:
        """Its id, or else its name where that says something and no other has it."""
        name, given = _inner(element, "name")[:200], _id_of(element)
        if name == given or is_told_by(name, stem):
            return {"id": given} if given else {}
        if given or name in self._taken:
            self._notes.add("no_names", self._number)
            return {"id": given} if given else {}
        self._taken.add(name)
        return {"id": name}

    def _words(self, parent: Any, name: str = "") -> str:
        """The words of an element inside, or of this one."""
        element = parent.find(name) if name else parent
        if element is None:
            return ""
        written = element.findtext("text") or ""
        if element.find("file") is not None:
            self._notes.add("files", self._number)
        if element.get("format") == "plain_text" or ("<" not in written and "&" not in written):
            return with_dollars(written).strip()
        return self._of_html(written)

    def _of_html(self, written: str) -> str:
        words, notes = from_html(written)
        self._note(notes)
        return words

    def _note(self, keys: Iterable[str]) -> None:
        for key in sorted(keys):
            self._notes.add(key, self._number)

    def _line(self, parent: Any, name: str = "") -> str:
        """Words that stand on one line in a quiz."""
        words = self._words(parent, name)
        if "\n" in words:
            self._notes.add("one_line", self._number)
        return words

    def _choice(self, element: Any) -> dict[str, Any]:
        answers = element.findall("answer")
        options = [self._line(each) for each in answers]
        feedback = [self._line(each, "feedback") for each in answers]
        shares = [_fraction(each) for each in answers]
        right = [at for at, share in enumerate(shares) if share > 0]
        is_single = (element.findtext("single") or "true").strip() in ("true", "1")
        if is_single:
            whole = [at for at in right if shares[at] >= 100]
            if any(share not in (0, 100) for share in shares):
                self._notes.add("partly_right", self._number)
            if len(whole) > 1:
                self._notes.add("several_right", self._number)
            right = whole[:1] or right[:1]
        elif right and max(shares) - min(shares[at] for at in right) > 1:
            self._notes.add("partly_right", self._number)
        letters = [LETTERS[at % 26] for at in right]
        found: dict[str, Any] = {"questionType": "SINGLE_CHOICE" if is_single else "MULTIPLE_CHOICE"}
        found |= {"options": options, "correctAnswer": "".join(letters) if is_single else letters}
        return found | ({"optionFeedback": feedback} if any(feedback) else {})

    def _true_false(self, element: Any) -> dict[str, Any]:
        told = {"true": "", "false": ""}
        right = ""
        for answer in element.iterfind("answer"):
            word = (answer.findtext("text") or "").strip().lower()
            told[word] = self._line(answer, "feedback")
            right = word if _fraction(answer) > 0 else right
        found: dict[str, Any] = {"questionType": "TRUE_FALSE", "correctAnswer": right}
        feedback = [told["true"], told["false"]]
        return found | ({"optionFeedback": feedback} if any(feedback) else {})

    def _short(self, element: Any) -> dict[str, Any]:
        answers = element.findall("answer")
        right = [self._typed(each) for each in answers if _fraction(each) >= 100]
        if len(right) < len(answers) or any(self._words(each, "feedback") for each in answers):
            self._notes.add("partly_right", self._number)
        right = [*filter(None, right)]
        if count_blanks(self._words(element, "questiontext")) == 1:
            return {"questionType": "FILL_IN_BLANK", "correctAnswer": [right or [""]]}
        return {"questionType": "SHORT_ANSWER", "correctAnswer": right}

    def _numerical(self, element: Any) -> dict[str, Any]:
        self._notes.add("numeric", self._number)
        return self._short(element)

    def _typed(self, answer: Any) -> str:
        words, is_wild = without_stars((answer.findtext("text") or "").strip())
        if is_wild:
            self._notes.add("wildcards", self._number)
        return words

    def _essay(self, element: Any) -> dict[str, Any]:
        return {"questionType": "LONG_ANSWER", "correctAnswer": self._words(element, "graderinfo")}

    def _description(self, element: Any) -> dict[str, Any]:
        self._notes.add("description", self._number)
        return {"questionType": "LONG_ANSWER"}

    def _matching(self, element: Any) -> dict[str, Any]:
        pairs = [(self._line(each), _partner(each)) for each in element.iterfind("subquestion")]
        if any(_has_picture(each) and not self._words(each) for each in element.iterfind("subquestion")):
            self._notes.add("picture_pairs", self._number)
        found: dict[str, Any] = {"questionType": "MATCHING"}
        found |= {
            "options": [left for left, _ in pairs if left],
            "correctAnswer": [right for left, right in pairs if left],
        }
        distractors = [right for left, right in pairs if not left]
        return found | ({"distractors": distractors} if distractors else {})

    def _fill(self, element: Any, cloze: Cloze) -> dict[str, Any]:
        self._note(cloze.notes)
        if element.find("questiontext/file") is not None:
            self._notes.add("files", self._number)
        found: dict[str, Any] = {"questionType": "FILL_IN_BLANK", "question": self._of_html(cloze.markup)}
        return found | {"points": max(cloze.points, 1), "correctAnswer": cloze.answers}

    def _ordering(self, element: Any) -> dict[str, Any]:
        items = [self._line(each) for each in element.iterfind("answer")]
        return {"questionType": "ORDERING", "options": items, "correctAnswer": [*LETTERS[: len(items)]]}


def _fraction(answer: Any) -> float:
    try:
        return float(answer.get("fraction") or 0)
    except ValueError:
        return 0.0


def _inner(element: Any, name: str) -> str:
    return (element.findtext(f"{name}/text") or "").strip()


def _id_of(element: Any) -> str:
    return (element.findtext("idnumber") or "").strip()


def _has_picture(pair: Any) -> bool:
    """Whether the left side of a pair shows something; an empty one is meant to be empty."""
    written = (pair.findtext("text") or "").lower()
    return pair.find("file") is not None or any(f"<{name}" in written for name in ("img", "svg", "audio", "video"))


def _partner(pair: Any) -> str:
    return with_dollars((pair.findtext("answer/text") or "").strip())


def _last_of(category: str) -> str:
    """The name of a category without those above it. A slash in a name is doubled."""
    return re.split(r"(?<!/)/(?!/)", category)[-1].replace("//", "/").strip()
