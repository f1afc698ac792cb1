"""Reads GIFT, as written by Moodle and by people."""

import re
from typing import Any, Final, NamedTuple

from inkwright.artifacts.math.delimiters import count_blanks, use_dollar_delimiters
from inkwright.artifacts.quizzes.formats.notation import (
    NumericAnswer,
    category_name,
    describe_skipped,
    fields_from_tags,
    is_redundant_name,
    parse_number,
    strip_wildcards,
)
from inkwright.artifacts.quizzes.losses import ConversionLoss, LossLog
from inkwright.artifacts.quizzes.model import LETTERS
from inkwright.artifacts.quizzes.text.html import html_to_text
from inkwright.errors import UnreadableQuiz
from inkwright.i18n import Language, text

_COMMENT_MARK = re.compile(r"\[(id|tag):((?:[^\[\]\\]|\\.)*)\]")
_CATEGORY = re.compile(r"\$CATEGORY:[ \t]*(.+)")
_NAME = re.compile(r"::((?:[^\\:]|\\.|:(?!:))*)::")
_FORMAT = re.compile(r"\[(html|moodle|plain|markdown)\]")
_EMPHASIS: Final = re.compile(
    r"`[^`\n]*`|\$\$.*?\$\$|(?P<sign>\*\*|(?<!\w)__)(?=[^\s*_])(?P<words>[^*_\n]{0,300}[^\s*_])(?P=sign)", re.DOTALL
)
"""Words in bold type in Markdown, or code and formulas, in which these signs mean something else."""
_WEIGHT = re.compile(r"%(-?\d{1,3}(?:\.\d+)?)%")
_TRUTH = re.compile(r"(TRUE|T|FALSE|F)(?=\s*(?:#|$))")
_ESCAPED_MARK = re.compile(r"\\(.)")
_ESCAPED = re.compile(r"\\([~=#{}:\\n])")
_BLANK: Final = "_____"
_FULL_WEIGHT: Final = 100.0


class _GiftAnswer(NamedTuple):
    sign: str
    text: str
    remark: str
    weight: float


def read_gift(source: str, language: Language) -> tuple[dict[str, Any], list[ConversionLoss]]:
    """Return the quiz as plain data, and what was lost."""
    return _GiftReader(language).quiz(source)


class _GiftReader:
    def __init__(self, language: Language) -> None:
        self._language = language
        self._notes = LossLog()
        self._format = "moodle"
        self._number = ""
        self._taken: set[str] = set()

    def quiz(self, source: str) -> tuple[dict[str, Any], list[ConversionLoss]]:
        title, marks, position = "", "", 0
        questions: list[dict[str, Any]] = []
        lines: list[str] = []
        start = 1
        given = [*source.replace("\r\n", "\n").split("\n"), ""]
        self._taken = {mark for line in given if line.lstrip().startswith("//") for mark in _comment_ids(line)}
        for number, line in enumerate(given, 1):
            bare = line.strip()
            if bare.startswith("//"):
                marks += bare
            elif found := _CATEGORY.match(bare):
                title = self._title(category_name(_unescape(found[1])), title, has_questions=bool(questions))
            elif bare:
                start = start if lines else number
                lines.append(line.rstrip())
            elif lines:
                position += 1
                self._number = str(len(questions) + 1)
                question = self._question("\n".join(lines).strip(), marks, start, position)
                questions += [question] if question else []
                marks, lines = "", []
        if not questions:
            raise UnreadableQuiz(option="quiz", value="", allowed=text(self._language, "quiz.gift.none"))
        return {"title": title, "questions": questions}, self._notes.all()

    def _title(self, category: str, title: str, *, has_questions: bool) -> str:
        """Return the title: the last category above the first question."""
        if has_questions and category != title:
            self._notes.add("sections")
        return title if has_questions and title else category

    def _question(self, block: str, marks: str, line: int, position: int) -> dict[str, Any] | None:
        name = _NAME.match(block)
        block = block[name.end() :].lstrip() if name else block
        mark = _FORMAT.match(block)
        self._format = mark[1] if mark else "moodle"
        block = block[mark.end() :] if mark else block
        opening, closing = self._braces(block, line)
        before, after = block[:opening], block[closing + 1 :]
        inside, explanation = _split_last(block[opening + 1 : closing].strip(), "####")
        is_asked = opening >= 0
        if is_asked and inside.startswith("#") and not _numeric_answers(inside):
            self._notes.add("skipped_number", describe_skipped(position, html_to_text(_unescape(before)).words))
            return None
        stem = f"{before.rstrip()} {_BLANK} {after.lstrip()}" if after.strip() else before
        stem = self._words(stem if is_asked else block, is_stem=True)
        found = {**_comment_fields(marks), "question": stem}
        if name:
            self._name(_unescape(name[1]).strip()[:200], found)
        if not is_asked:
            self._notes.add("description", self._number)
            return found | {"questionType": "LONG_ANSWER"}
        found |= {"explanation": self._words(explanation)} if explanation else {}
        return found | self._answer(inside, stem, line)

    def _name(self, name: str, found: dict[str, Any]) -> None:
        """Take the name as the id if there is none, unless another question has it."""
        if name and "id" not in found and name not in self._taken:
            self._taken.add(name)
            found["id"] = name
        elif name != found.get("id") and not is_redundant_name(name, found["question"]):
            self._notes.add("no_names", self._number)

    def _braces(self, block: str, line: int) -> tuple[int, int]:
        positions = _unescaped_positions(block, "[{}]")
        if not positions:
            return -1, -1
        if len(positions) != 2 or block[positions[0]] != "{" or block[positions[1]] != "}":
            raise self._error(line, "braces")
        return positions[0], positions[1]

    def _answer(self, inside: str, stem: str, line: int) -> dict[str, Any]:
        if not inside:
            return {"questionType": "LONG_ANSWER"}
        if truth := _TRUTH.match(inside):
            return self._true_false(truth, inside)
        if inside.startswith("#"):
            return self._numeric(inside)
        signed = _split_answers(inside)
        if signed and all(sign == "=" and "->" in written for sign, written in signed):
            return self._matching([written for _, written in signed])
        return self._answers([_weighted_answer(*each) for each in signed], stem, line)

    def _numeric(self, inside: str) -> dict[str, Any]:
        """Read numbers with a tolerance, or ranges of numbers."""
        found = _numeric_answers(inside)
        right = [number for answer, number in found if number and answer.weight >= _FULL_WEIGHT]
        self._notes.add("range" if any(each.is_range for each in right) else "numeric", self._number)
        if len(right) < len(found) or any(answer.remark for answer, _ in found):
            self._notes.add("partly_right", self._number)
        return {"questionType": "SHORT_ANSWER", "correctAnswer": [each.text for each in right]}

    def _true_false(self, truth: re.Match[str], inside: str) -> dict[str, Any]:
        is_true = truth[1][0] == "T"
        wrong, right = [*(self._line(each) for each in _split(inside[truth.end() :], "#")[1:]), "", ""][:2]
        answer: dict[str, Any] = {"questionType": "TRUE_FALSE", "correctAnswer": str(is_true).lower()}
        if wrong or right:
            answer["optionFeedback"] = [right, wrong] if is_true else [wrong, right]
        return answer

    def _answers(self, given: list[_GiftAnswer], stem: str, line: int) -> dict[str, Any]:
        if not given:
            raise self._error(line, "no_answers")
        options = [self._line(each.text) for each in given]
        feedback = [self._line(each.remark) for each in given]
        if all(each.sign == "=" for each in given):
            return self._short(given, options, stem)
        if any(each.sign == "=" for each in given):
            answer = {"questionType": "SINGLE_CHOICE", "options": options, "correctAnswer": self._one_right(given)}
        else:
            answer = {"questionType": "MULTIPLE_CHOICE", "options": options, "correctAnswer": self._all_right(given)}
        return answer | ({"optionFeedback": feedback} if any(feedback) else {})

    def _one_right(self, given: list[_GiftAnswer]) -> str:
        """Return the option with a `=`: it is the right one, even if others earn points."""
        if any(each.weight not in (0, _FULL_WEIGHT) for each in given):
            self._notes.add("partly_right", self._number)
        if sum(each.weight >= _FULL_WEIGHT for each in given) > 1:
            self._notes.add("several_right", self._number)
        return LETTERS[[each.sign for each in given].index("=") % 26]

    def _all_right(self, given: list[_GiftAnswer]) -> list[str]:
        shares = [each.weight for each in given if each.weight > 0]
        if shares and max(shares) - min(shares) > 1:
            self._notes.add("partly_right", self._number)
        return [LETTERS[index % 26] for index, each in enumerate(given) if each.weight > 0]

    def _matching(self, written: list[str]) -> dict[str, Any]:
        pairs = [(left.strip(), self._line(left), self._line(right)) for left, _, right in map(_split_pair, written)]
        if any(shown and not left for shown, left, _ in pairs):
            self._notes.add("picture_pairs", self._number)
        found: dict[str, Any] = {"questionType": "MATCHING"}
        found["options"] = [left for _, left, _ in pairs if left]
        found["correctAnswer"] = [right for _, left, right in pairs if left]
        distractors = [right for _, left, right in pairs if not left and right]
        return found | ({"distractors": distractors} if distractors else {})

    def _short(self, given: list[_GiftAnswer], options: list[str], stem: str) -> dict[str, Any]:
        if any(each.remark or each.weight < _FULL_WEIGHT for each in given):
            self._notes.add("partly_right", self._number)
        right = [option for option, each in zip(options, given, strict=True) if each.weight >= _FULL_WEIGHT] or options
        typed = [strip_wildcards(each) for each in right]
        if any(is_wild for _, is_wild in typed):
            self._notes.add("wildcards", self._number)
        words = [word for word, _ in typed if word] or [""]
        if count_blanks(stem) == 1:
            return {"questionType": "FILL_IN_BLANK", "correctAnswer": [words]}
        return {"questionType": "SHORT_ANSWER", "correctAnswer": words}

    def _words(self, written: str, *, is_stem: bool = False) -> str:
        """Return the plain text of a text in its own format, or else in that of its question."""
        written = written.strip()
        mark = None if is_stem else _FORMAT.match(written)
        text_format = mark[1] if mark else self._format
        given = written[mark.end() :] if mark else written
        if text_format in ("html", "moodle") and ("<" in given or "&" in given):
            plain, notes = html_to_text(_unescape(given))
            for key in sorted(notes):
                self._notes.add(key, self._number)
            return plain
        if text_format == "markdown":
            given = _EMPHASIS.sub(lambda found: found["words"] or found[0], given)
        else:
            given = "\n".join(line.strip() for line in given.split("\n"))
        return use_dollar_delimiters(_unescape(given)).strip()

    def _line(self, written: str) -> str:
        """Return a text that has one line in a quiz. Line ends of the file do not count, except in HTML."""
        words = self._words(written if "<" in written else " ".join(written.split("\n")))
        if "\n" in words:
            self._notes.add("one_line", self._number)
        return words

    def _error(self, line: int, key: str) -> UnreadableQuiz:
        location = text(self._language, "quiz.markdown.line", line=line)
        return UnreadableQuiz(option="quiz", value=location, allowed=text(self._language, f"quiz.gift.{key}"))


def _unescaped_positions(written: str, sign: str) -> list[int]:
    """Return the positions of a sign that no backslash escapes."""
    found = re.finditer(rf"\\.|{sign}", written, re.DOTALL)
    return [each.start() for each in found if each[0][0] != "\\"]


def _unescape(written: str) -> str:
    return _ESCAPED.sub(lambda found: "\n" if found[1] == "n" else found[1], written)


def _split(written: str, sign: str) -> list[str]:
    """Split the text at a sign that no backslash escapes."""
    starts = [0, *(position + len(sign) for position in _unescaped_positions(written, sign))]
    ends = [*_unescaped_positions(written, sign), len(written)]
    return [written[start:end] for start, end in zip(starts, ends, strict=True)]


def _split_last(written: str, sign: str) -> tuple[str, str]:
    first, *rest = _split(written, sign)
    return first.strip(), sign.join(rest).strip()


def _split_answers(inside: str) -> list[tuple[str, str]]:
    """Return the answers with their sign, `=` or `~`."""
    starts = _unescaped_positions(inside, "[=~]")
    ends = [*starts[1:], len(inside)]
    if not starts:
        return []
    return [(inside[start], inside[start + 1 : end].strip()) for start, end in zip(starts, ends, strict=True)]


def _weighted_answer(sign: str, written: str) -> _GiftAnswer:
    weight = _WEIGHT.match(written)
    body, remark = _split_last(written[weight.end() :] if weight else written, "#")
    return _GiftAnswer(sign, body, remark, float(weight[1]) if weight else _FULL_WEIGHT if sign == "=" else 0.0)


def _numeric_answers(inside: str) -> list[tuple[_GiftAnswer, NumericAnswer | None]]:
    """Return the answers of a numerical question; none if a right one is not a number."""
    given = inside[1:].strip()
    signed = _split_answers(given) if given[:1] in ("=", "~") else [("=", given)]
    answers = [_weighted_answer(sign, written) for sign, written in signed]
    found = [(each, parse_number(each.text)) for each in answers]
    right = [number for each, number in found if each.weight >= _FULL_WEIGHT]
    return found if right and all(right) else []


def _split_pair(pair: str) -> tuple[str, str, str]:
    return pair.partition("->")


def _comment_ids(comment: str) -> list[str]:
    return [_ESCAPED_MARK.sub(r"\1", value) for kind, value in _COMMENT_MARK.findall(comment) if kind == "id"]


def _comment_fields(comments: str) -> dict[str, Any]:
    """Return the fields in the comments above a question."""
    labels = [_ESCAPED_MARK.sub(r"\1", value) for kind, value in _COMMENT_MARK.findall(comments) if kind == "tag"]
    ids = _comment_ids(comments)
    return ({"id": ids[-1]} if ids else {}) | fields_from_tags(labels)
