"""GIFT, as Moodle and people write it, read as a quiz."""

import re
from typing import Any, Final

from inkwright.artifacts.quizzes.formulas import count_blanks
from inkwright.artifacts.quizzes.labels import fields_of
from inkwright.artifacts.quizzes.markup import from_html, with_dollars
from inkwright.artifacts.quizzes.notes import Note, Notes
from inkwright.artifacts.quizzes.specs import LETTERS
from inkwright.errors import UnreadableQuiz
from inkwright.i18n import Language, text

_COMMENT_MARK = re.compile(r"\[(id|tag):((?:[^\[\]\\]|\\.)*)\]")
_CATEGORY = re.compile(r"\$CATEGORY:[ \t]*(.+)")
_NAME = re.compile(r"::((?:[^\\:]|\\.|:(?!:))*)::")
_FORMAT = re.compile(r"\[(html|moodle|plain|markdown)\]")
_NUMBER = re.compile(r"(?:%(?P<weight>\d{1,3}(?:\.\d+)?)%)?\s*(?P<number>-?\d+(?:\.\d+)?)\s*(?::\s*[\d.]+)?")
_WEIGHT = re.compile(r"%(-?\d{1,3}(?:\.\d+)?)%")
_TRUTH = re.compile(r"(TRUE|T|FALSE|F)(?=\s*(?:#|$))")
_ESCAPED = re.compile(r"\\([~=#{}:\\n])")
_BLANK: Final = "_____"
_WHOLE: Final = 100.0


def read_gift(source: str, language: Language) -> tuple[dict[str, Any], list[Note]]:
    """The quiz as a value, and what of the file did not come along."""
    return _Reader(language).quiz(source)


class _Reader:
    def __init__(self, language: Language) -> None:
        self._language = language
        self._notes = Notes()
        self._format = "moodle"

    def quiz(self, source: str) -> tuple[dict[str, Any], list[Note]]:
        title, marks = "", ""
        questions: list[dict[str, Any]] = []
        lines: list[str] = []
        start = 1
        for number, line in enumerate([*source.replace("\r\n", "\n").split("\n"), ""], 1):
            bare = line.strip()
            if bare.startswith("//"):
                marks += bare
            elif found := _CATEGORY.match(bare):
                title = title or _last_of(_unescaped(found[1]))
            elif bare:
                start = start if lines else number
                lines.append(bare)
            elif lines:
                questions.append(self._question("\n".join(lines), marks, start, len(questions) + 1))
                marks, lines = "", []
        if not questions:
            raise UnreadableQuiz(option="quiz", value="", allowed=text(self._language, "quiz.gift.none"))
        return {"title": title, "questions": questions}, self._notes.all()

    def _question(self, block: str, marks: str, line: int, number: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        labels = []
        for kind, value in _COMMENT_MARK.findall(marks):
            plain = re.sub(r"\\(.)", r"\1", value)
            if kind == "id":
                found["id"] = plain
            else:
                labels.append(plain)
        found |= fields_of(labels)
        if name := _NAME.match(block):
            found.setdefault("id", _unescaped(name[1]).strip()[:200])
            block = block[name.end() :].lstrip()
        mark = _FORMAT.match(block)
        self._format = mark[1] if mark else "moodle"
        block = block[mark.end() :] if mark else block
        opening, closing = self._braces(block, line)
        if opening < 0:
            self._notes.add("description", str(number))
            return found | {"question": self._words(block, is_stem=True), "questionType": "LONG_ANSWER"}
        before, inside, behind = block[:opening], block[opening + 1 : closing], block[closing + 1 :]
        stem = f"{before.rstrip()} {_BLANK} {behind.lstrip()}" if behind.strip() else before
        found["question"] = self._words(stem, is_stem=True)
        return found | self._answer(inside.strip(), found["question"], line)

    def _braces(self, block: str, line: int) -> tuple[int, int]:
        places = _places(block, "[{}]")
        if not places:
            return -1, -1
        if len(places) != 2 or block[places[0]] != "{" or block[places[1]] != "}":
            raise self._refused(line, "braces")
        return places[0], places[1]

    def _answer(self, inside: str, stem: str, line: int) -> dict[str, Any]:
        inside, told = _split_last(inside, "####")
        found = {"explanation": self._words(told)} if told else {}
        if not inside:
            return found | {"questionType": "LONG_ANSWER"}
        if truth := _TRUTH.match(inside):
            return found | self._true_false(truth, inside)
        if inside.startswith("#"):
            return found | self._numeric(inside[1:], line)
        return found | self._answers(_answers(inside), stem, line)

    def _numeric(self, inside: str, line: int) -> dict[str, Any]:
        """Numbers with how far off an answer may be. Ranges have no one number that is right, so they are not read."""
        given = [each for each in _split(inside, "=") if each.strip()]
        numbers = [_NUMBER.fullmatch(_split_last(each, "#")[0]) for each in given]
        right = [each["number"] for each in numbers if each and float(each["weight"] or _WHOLE) >= _WHOLE]
        if not right or not all(numbers):
            raise self._refused(line, "numeric")
        self._notes.add("numeric")
        return {"questionType": "SHORT_ANSWER", "correctAnswer": right}

    def _true_false(self, truth: re.Match[str], inside: str) -> dict[str, Any]:
        is_true = truth[1][0] == "T"
        wrong, right = [*(self._words(each) for each in _split(inside[truth.end() :], "#")[1:]), "", ""][:2]
        answer: dict[str, Any] = {"questionType": "TRUE_FALSE", "correctAnswer": str(is_true).lower()}
        if wrong or right:
            answer["optionFeedback"] = [right, wrong] if is_true else [wrong, right]
        return answer

    def _answers(self, given: list[tuple[str, str]], stem: str, line: int) -> dict[str, Any]:
        if not given:
            raise self._refused(line, "no_answers")
        if all(sign == "=" and "->" in written for sign, written in given):
            pairs = [written.split("->", 1) for _, written in given]
            left, right = ([self._words(pair[side]) for pair in pairs] for side in (0, 1))
            return {"questionType": "MATCHING", "options": left, "correctAnswer": right}
        options, feedback, weights = [], [], []
        for sign, written in given:
            weight = _WEIGHT.match(written)
            body, told = _split_last(written[weight.end() :] if weight else written, "#")
            options.append(self._words(body))
            feedback.append(self._words(told))
            weights.append(float(weight[1]) if weight else _WHOLE if sign == "=" else 0.0)
        if all(sign == "=" for sign, _ in given):
            return self._short(options, weights, feedback, stem)
        right = [LETTERS[at % 26] for at, weight in enumerate(weights) if weight > 0]
        is_single = len(right) == 1 and any(sign == "=" for sign, _ in given)
        kind = "SINGLE_CHOICE" if is_single else "MULTIPLE_CHOICE"
        answer = {"questionType": kind, "options": options, "correctAnswer": right[0] if is_single else right}
        return answer | ({"optionFeedback": feedback} if any(feedback) else {})

    def _short(self, options: list[str], weights: list[float], feedback: list[str], stem: str) -> dict[str, Any]:
        if any(feedback) or any(weight < _WHOLE for weight in weights):
            self._notes.add("partly_right")
        right = [each for each, weight in zip(options, weights, strict=True) if weight >= _WHOLE] or options
        if count_blanks(stem) == 1:
            return {"questionType": "FILL_IN_BLANK", "correctAnswer": [right]}
        return {"questionType": "SHORT_ANSWER", "correctAnswer": right}

    def _words(self, written: str, *, is_stem: bool = False) -> str:
        """The words of a text in the format that it says, or else of its question."""
        written = written.strip()
        mark = None if is_stem else _FORMAT.match(written)
        form = mark[1] if mark else self._format
        plain = _unescaped(written[mark.end() :] if mark else written)
        if form in ("html", "moodle") and ("<" in plain or "&" in plain):
            plain, has_dropped = from_html(plain)
            if has_dropped:
                self._notes.add("formatting")
            return plain
        return with_dollars(plain).strip()

    def _refused(self, line: int, key: str) -> UnreadableQuiz:
        place = text(self._language, "quiz.markdown.line", line=line)
        return UnreadableQuiz(option="quiz", value=place, allowed=text(self._language, f"quiz.gift.{key}"))


def _places(written: str, sign: str) -> list[int]:
    """Where a sign stands that no backslash escapes."""
    found = re.finditer(rf"\\.|{sign}", written, re.DOTALL)
    return [each.start() for each in found if each[0][0] != "\\"]


def _unescaped(written: str) -> str:
    return _ESCAPED.sub(lambda found: "\n" if found[1] == "n" else found[1], written)


def _split(written: str, sign: str) -> list[str]:
    """Parted at a sign that no backslash escapes."""
    starts = [0, *(at + len(sign) for at in _places(written, sign))]
    ends = [*_places(written, sign), len(written)]
    return [written[start:end] for start, end in zip(starts, ends, strict=True)]


def _split_last(written: str, sign: str) -> tuple[str, str]:
    first, *rest = _split(written, sign)
    return first.strip(), sign.join(rest).strip()


def _answers(inside: str) -> list[tuple[str, str]]:
    """The answers with their sign, `=` or `~`."""
    places = _places(inside, "[=~]")
    ends = [*places[1:], len(inside)]
    if not places:
        return []
    return [(inside[at], inside[at + 1 : end].strip()) for at, end in zip(places, ends, strict=True)]


def _last_of(category: str) -> str:
    """The name of a category without those above it. A slash in a name is doubled."""
    path = re.split(r"(?<!/)/(?!/)", category)
    return path[-1].replace("//", "/").strip()
