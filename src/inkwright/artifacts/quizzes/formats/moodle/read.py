"""Reads Moodle XML, including cloze questions. Entities and document types are rejected before parsing."""

import re
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from inkwright.artifacts.math.delimiters import count_blanks, use_dollar_delimiters
from inkwright.artifacts.quizzes.formats.notation import (
    category_name,
    describe_skipped,
    fields_from_tags,
    is_redundant_name,
    parse_number,
    strip_wildcards,
)
from inkwright.artifacts.quizzes.losses import ConversionLoss, LossLog
from inkwright.artifacts.quizzes.model import LETTERS, MAX_ALTERNATIVES, MAX_BLANKS
from inkwright.artifacts.quizzes.text.html import html_to_text
from inkwright.errors import UnreadableQuiz
from inkwright.i18n import Language, library_reason, text

_GAP_START = re.compile(r"\{(\d{0,3}):([A-Z_]+):")
_GAP_END = re.compile(r"(?:[^}\\]|\\.)*+\}", re.DOTALL)
_ANSWER = re.compile(r"(?:[^~\\]|\\.)++", re.DOTALL)
_BODY = re.compile(r"(?:[^#\\]|\\.)*+", re.DOTALL)
_WEIGHT = re.compile(r"%(-?\d{1,3}(?:\.\d{1,9})?)%")
# Escaped stars stay escaped here: `strip_wildcards` needs the difference.
_ESCAPED = re.compile(r"\\([^*])", re.DOTALL)
_SHORT_ANSWER_TYPES: Final = frozenset("SHORTANSWER SA MW SHORTANSWER_C SAC MWC".split())
_CASE_SENSITIVE_TYPES: Final = frozenset("SHORTANSWER_C SAC MWC".split())
_NUMERICAL_TYPES: Final = frozenset("NUMERICAL NM".split())
_CHOICE_TYPES: Final = frozenset(
    "MULTICHOICE MC MULTICHOICE_V MCV MULTICHOICE_H MCH MULTICHOICE_S MCS MULTICHOICE_VS MCVS MULTICHOICE_HS "
    "MCHS".split()
)
_BLANK: Final = "____"
_FULL_WEIGHT: Final = 100.0


class ClozeText(NamedTuple):
    """The text as HTML with blanks, the answers to each, the points of all, and the keys of losses."""

    markup: str
    answers: list[list[str]]
    points: int
    notes: frozenset[str]


class _ClozeAnswer(NamedTuple):
    body: str
    weight: float
    has_remark: bool


def read_cloze(written: str) -> ClozeText | None:
    """Return the text with blanks for gaps; None if a gap cannot be a blank, or there are too many."""
    notes: set[str] = set()
    markup: list[str] = []
    answers: list[list[str]] = []
    weights: list[int] = []
    start = 0
    while opens := _GAP_START.search(written, start):
        closes = _GAP_END.match(written, opens.end())
        given = [_parse_answer(each) for each in _ANSWER.findall(closes[0][:-1])] if closes else []
        right = _right_answers(opens[2], given, notes)
        if closes is None or not 0 < len(right) <= MAX_ALTERNATIVES or len(answers) >= MAX_BLANKS:
            return None
        markup += [written[start : opens.start()], _BLANK, _choice_list(opens[2], given)]
        answers.append(right)
        weights.append(int(opens[1] or 1))
        start = closes.end()
    if len(set(weights)) > 1:
        notes.add("gap_points")
    return ClozeText("".join([*markup, written[start:]]), answers, sum(weights), frozenset(notes))


def _parse_answer(written: str) -> _ClozeAnswer:
    body = _BODY.match(written)
    found = body[0].strip() if body else ""
    has_remark = bool(written[len(body[0]) + 1 :].strip()) if body else False
    weight = _WEIGHT.match(found)
    if weight:
        return _ClozeAnswer(_plain_text(found[weight.end() :]), float(weight[1]), has_remark)
    if found.startswith("="):
        return _ClozeAnswer(_plain_text(found[1:]), _FULL_WEIGHT, has_remark)
    return _ClozeAnswer(_plain_text(found), 0.0, has_remark)


def _plain_text(written: str) -> str:
    return _ESCAPED.sub(r"\1", written)


def _right_answers(kind: str, given: list[_ClozeAnswer], notes: set[str]) -> list[str]:
    """Return the fully right answers; none for gaps of another kind."""
    right = [each for each in given if each.weight >= _FULL_WEIGHT]
    is_choice = kind in _CHOICE_TYPES
    if kind in _NUMERICAL_TYPES:
        found = _numeric_answers(right, notes)
    elif is_choice or kind in _SHORT_ANSWER_TYPES:
        found = _word_answers(right, notes, has_stars=not is_choice)
    else:
        return []
    if any(each.has_remark or (each not in right and (each.weight or not is_choice)) for each in given):
        notes.add("partly_right")
    notes.update({"gap_options"} if is_choice else {"case_matters"} if kind in _CASE_SENSITIVE_TYPES else ())
    return found


def _numeric_answers(right: list[_ClozeAnswer], notes: set[str]) -> list[str]:
    numbers = [parse_number(each.body) for each in right]
    notes.add("numeric")
    return [each.text for each in numbers if each] if all(numbers) else []


def _word_answers(right: list[_ClozeAnswer], notes: set[str], *, has_stars: bool) -> list[str]:
    found = []
    for each in right:
        words, changes = html_to_text(each.body)
        notes.update(changes)
        if has_stars:
            words, is_wild = strip_wildcards(words)
            notes.update({"wildcards"} if is_wild else ())
        found.append(words)
    return [*filter(None, found)]


def _choice_list(kind: str, given: list[_ClozeAnswer]) -> str:
    """Return the choices of a gap, which follow its blank."""
    return f" ({' / '.join(each.body for each in given)})" if kind in _CHOICE_TYPES else ""


_OUTCOME_FEEDBACK: Final = ("correctfeedback", "partiallycorrectfeedback", "incorrectfeedback")
_DEFAULT_OUTCOME = re.compile(
    r"your answer is (?:correct|partially correct|incorrect)"
    r"|[您你]的?(?:答案|回答)是?(?:部分)?(?:正确|不正确|错误|不对|对)的?",
    re.IGNORECASE,
)
_USUAL_PENALTIES: Final = (0.0, 0.1, 0.3333333)
_NO_PENALTY: Final = frozenset({"truefalse", "description", "essay"})


def log_losses(element: Any, kind: str, number: str, notes: LossLog) -> None:
    """Log everything in the question that a quiz cannot hold."""
    if any(_element_text(each) for each in element.iterfind("hint")):
        notes.add("no_hints", number)
    outcomes = [_element_text(each) for name in _OUTCOME_FEEDBACK for each in element.iterfind(name)]
    if any(each and not _DEFAULT_OUTCOME.fullmatch(each.strip(" .。!！")) for each in outcomes):
        notes.add("no_outcomes", number)
    if (element.findtext("usecase") or "").strip() == "1":
        notes.add("case_matters", number)
    if any(_element_text(each) for each in element.iterfind("responsetemplate")):
        notes.add("no_template", number)
    if any((each.findtext("unit_name") or "").strip() for each in element.iterfind("units/unit")):
        notes.add("no_units", number)
    if kind not in _NO_PENALTY and _is_unusual_penalty((element.findtext("penalty") or "").strip()):
        notes.add("no_penalty", number)


def _element_text(element: Any) -> str:
    return html_to_text(element.findtext("text") or "").words


def _is_unusual_penalty(penalty: str) -> bool:
    try:
        return bool(penalty) and all(abs(float(penalty) - usual) > 1e-4 for usual in _USUAL_PENALTIES)
    except ValueError:
        return True


_DOCTYPE = re.compile(r"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
# The text is decoded already, so the encoding in the declaration does not apply.
_DECLARATION = re.compile(r"\A\s*<\?xml[^>]*\?>")


def read_moodle(source: str, language: Language) -> tuple[dict[str, Any], list[ConversionLoss]]:
    """Return the quiz as plain data, and what was lost."""
    if _DOCTYPE.search(source):
        raise UnreadableQuiz(option="quiz", value="", allowed=text(language, "quiz.moodle.doctype"))
    return _MoodleReader(language).quiz(source)


def _parse_xml(source: str, language: Language) -> Any:
    from lxml import etree  # noqa: PLC0415 - slow to import

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        return etree.fromstring(_DECLARATION.sub("", source).encode(), parser)
    except etree.XMLSyntaxError as problem:
        message = text(language, "quiz.moodle.broken", problem=library_reason(problem))
        raise UnreadableQuiz(option="quiz", value="", allowed=message) from problem


class _MoodleReader:
    def __init__(self, language: Language) -> None:
        self._language = language
        self._notes = LossLog()
        self._number = ""
        self._taken: set[str] = set()

    def quiz(self, source: str) -> tuple[dict[str, Any], list[ConversionLoss]]:
        root = _parse_xml(source, self._language)
        self._taken = {_question_id(element) for element in root.iterfind("question")}
        title, position = "", 0
        questions: list[dict[str, Any]] = []
        for element in root.iterfind("question"):
            if element.get("type", "") == "category":
                category = category_name(_child_text(element, "category"))
                if questions and category != title:
                    self._notes.add("sections")
                title = title if questions and title else category
                continue
            position += 1
            self._number = str(len(questions) + 1)
            if found := self._question(element, position):
                questions.append(found)
        if not questions:
            raise UnreadableQuiz(option="quiz", value="", allowed=text(self._language, "quiz.moodle.none"))
        return {"title": title, "questions": questions}, self._notes.all()

    def _question(self, element: Any, position: int) -> dict[str, Any] | None:
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
            words = html_to_text(written).words or _child_text(element, "name")
            self._notes.add(key, describe_skipped(position, words, kind))
            return None
        found = self._fill(element, cloze) if cloze else {"question": self._words(element, "questiontext")}
        found |= self._details(element, kind, found["question"])
        log_losses(element, kind, self._number, self._notes)
        return found if cloze else found | readers[kind](element)

    def _details(self, element: Any, kind: str, stem: str) -> dict[str, Any]:
        found: dict[str, Any] = self._named(element, stem)
        if explanation := self._words(element, "generalfeedback"):
            found["explanation"] = explanation
        points = element.findtext("defaultgrade")
        if points and kind != "description":
            found["points"] = points
        labels = [label.strip() for label in (tag.findtext("text") for tag in element.iterfind("tags/tag")) if label]
        return found | fields_from_tags(labels)

    def _named(self, element: Any, stem: str) -> dict[str, Any]:
        """Return its id, or else its name if that is informative and unique."""
        name, given = _child_text(element, "name")[:200], _question_id(element)
        if name == given or is_redundant_name(name, stem):
            return {"id": given} if given else {}
        if given or name in self._taken:
            self._notes.add("no_names", self._number)
            return {"id": given} if given else {}
        self._taken.add(name)
        return {"id": name}

    def _words(self, parent: Any, name: str = "") -> str:
        """Return the plain text of a child element, or of this one."""
        element = parent.find(name) if name else parent
        if element is None:
            return ""
        written = element.findtext("text") or ""
        if element.find("file") is not None:
            self._notes.add("files", self._number)
        if element.get("format") == "plain_text" or ("<" not in written and "&" not in written):
            return use_dollar_delimiters(written).strip()
        return self._of_html(written)

    def _of_html(self, written: str) -> str:
        words, notes = html_to_text(written)
        self._note(notes)
        return words

    def _note(self, keys: Iterable[str]) -> None:
        for key in sorted(keys):
            self._notes.add(key, self._number)

    def _line(self, parent: Any, name: str = "") -> str:
        """Return a text that has one line in a quiz."""
        words = self._words(parent, name)
        if "\n" in words:
            self._notes.add("one_line", self._number)
        return words

    def _choice(self, element: Any) -> dict[str, Any]:
        answers = element.findall("answer")
        options = [self._line(each) for each in answers]
        feedback = [self._line(each, "feedback") for each in answers]
        shares = [_fraction(each) for each in answers]
        right = [index for index, share in enumerate(shares) if share > 0]
        is_single = (element.findtext("single") or "true").strip() in ("true", "1")
        if is_single:
            whole = [index for index in right if shares[index] >= 100]
            if any(share not in (0, 100) for share in shares):
                self._notes.add("partly_right", self._number)
            if len(whole) > 1:
                self._notes.add("several_right", self._number)
            right = whole[:1] or right[:1]
        elif right and max(shares) - min(shares[index] for index in right) > 1:
            self._notes.add("partly_right", self._number)
        letters = [LETTERS[index % 26] for index in right]
        found: dict[str, Any] = {"questionType": "SINGLE_CHOICE" if is_single else "MULTIPLE_CHOICE"}
        found |= {"options": options, "correctAnswer": "".join(letters) if is_single else letters}
        return found | ({"optionFeedback": feedback} if any(feedback) else {})

    def _true_false(self, element: Any) -> dict[str, Any]:
        remarks = {"true": "", "false": ""}
        right = ""
        for answer in element.iterfind("answer"):
            word = (answer.findtext("text") or "").strip().lower()
            remarks[word] = self._line(answer, "feedback")
            right = word if _fraction(answer) > 0 else right
        found: dict[str, Any] = {"questionType": "TRUE_FALSE", "correctAnswer": right}
        feedback = [remarks["true"], remarks["false"]]
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
        words, is_wild = strip_wildcards((answer.findtext("text") or "").strip())
        if is_wild:
            self._notes.add("wildcards", self._number)
        return words

    def _essay(self, element: Any) -> dict[str, Any]:
        return {"questionType": "LONG_ANSWER", "correctAnswer": self._words(element, "graderinfo")}

    def _description(self, element: Any) -> dict[str, Any]:
        self._notes.add("description", self._number)
        return {"questionType": "LONG_ANSWER"}

    def _matching(self, element: Any) -> dict[str, Any]:
        pairs = [(self._line(each), _pair_partner(each)) for each in element.iterfind("subquestion")]
        if any(_has_picture(each) and not self._words(each) for each in element.iterfind("subquestion")):
            self._notes.add("picture_pairs", self._number)
        found: dict[str, Any] = {"questionType": "MATCHING"}
        found |= {
            "options": [left for left, _ in pairs if left],
            "correctAnswer": [right for left, right in pairs if left],
        }
        distractors = [right for left, right in pairs if not left]
        return found | ({"distractors": distractors} if distractors else {})

    def _fill(self, element: Any, cloze: ClozeText) -> dict[str, Any]:
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


def _child_text(element: Any, name: str) -> str:
    return (element.findtext(f"{name}/text") or "").strip()


def _question_id(element: Any) -> str:
    return (element.findtext("idnumber") or "").strip()


def _has_picture(pair: Any) -> bool:
    """Whether the left side of a pair shows something. An empty one marks a distractor."""
    written = (pair.findtext("text") or "").lower()
    return pair.find("file") is not None or any(f"<{name}" in written for name in ("img", "svg", "audio", "video"))


def _pair_partner(pair: Any) -> str:
    return use_dollar_delimiters((pair.findtext("answer/text") or "").strip())
