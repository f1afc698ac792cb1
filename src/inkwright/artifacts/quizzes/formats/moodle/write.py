"""Writes Moodle XML. All texts are escaped, so nothing in a quiz becomes markup."""

import re
import xml.etree.ElementTree as ET
from typing import Any

from inkwright.artifacts.math.delimiters import BLANK, count_blanks, split_math
from inkwright.artifacts.quizzes.formats.notation import question_tags
from inkwright.artifacts.quizzes.losses import ConversionLoss, LossLog
from inkwright.artifacts.quizzes.model import (
    Composite,
    FillInBlank,
    LongAnswer,
    Matching,
    MultipleChoice,
    Ordering,
    Question,
    Quiz,
    ShortAnswer,
    SingleChoice,
    TrueFalse,
    alternatives,
    letter,
)
from inkwright.artifacts.quizzes.present import items_in_order
from inkwright.artifacts.quizzes.text.html import text_to_html

_NAME_LENGTH = 80
# Moodle reads a star as any text.
_CLOZE_SPECIAL = re.compile(r"[}#~/\"\\*]")


def write_moodle(quiz: Quiz) -> tuple[bytes, list[ConversionLoss]]:
    """Return the quiz, and what Moodle XML does not hold."""
    writer = _MoodleWriter()
    root = ET.Element("quiz")
    category = ET.SubElement(ET.SubElement(root, "question", type="category"), "category")
    # Moodle reads three slashes in a row as part of one name.
    above = "" if quiz.title.startswith("/") else "$course$/top/"
    ET.SubElement(category, "text").text = above + quiz.title.replace("/", "//")
    for number, question in enumerate(quiz.questions, 1):
        root.append(writer.element(question, str(number)))
        if isinstance(question, Composite):
            writer.notes.add("parts_apart", str(number))
            for inner, part in enumerate(question.sub_questions, 1):
                root.append(writer.element(part, f"{number}.{inner}"))
    ET.indent(root)
    written: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return written, writer.notes.all()


def _add_text(parent: ET.Element, name: str, words: str, **attributes: str) -> ET.Element:
    """Add an element with a text."""
    element = ET.SubElement(parent, name, attributes)
    ET.SubElement(element, "text").text = words
    return element


def _add_html(parent: ET.Element, name: str, words: str, **attributes: str) -> ET.Element:
    return _add_text(parent, name, text_to_html(words), format="html", **attributes)


class _MoodleWriter:
    def __init__(self) -> None:
        self.notes = LossLog()

    def element(self, question: Question, number: str) -> ET.Element:
        kinds: dict[type, str] = {
            SingleChoice: "multichoice", MultipleChoice: "multichoice", TrueFalse: "truefalse", LongAnswer: "essay",
            ShortAnswer: "shortanswer", FillInBlank: "cloze", Matching: "matching", Ordering: "ordering",
            Composite: "description",
        }  # fmt: skip
        element = ET.Element("question", type=kinds[type(question)])
        _add_text(element, "name", " ".join(question.question.split())[:_NAME_LENGTH] or question.id)
        if isinstance(question, FillInBlank):
            _add_text(element, "questiontext", _cloze_text(question), format="html")
        else:
            _add_html(element, "questiontext", question.question)
        if question.explanation:
            _add_html(element, "generalfeedback", question.explanation)
        ET.SubElement(element, "defaultgrade").text = f"{question.points:.12g}"
        ET.SubElement(element, "idnumber").text = question.id
        self._answers(element, question, number)
        if labels := question_tags(question):
            tags = ET.SubElement(element, "tags")
            for label in labels:
                _add_text(tags, "tag", label)
        return element

    def _answers(self, element: ET.Element, question: Question, number: str) -> None:
        match question:
            case SingleChoice() | MultipleChoice():
                _add_options(element, question)
            case TrueFalse():
                _add_truth_values(element, question)
            case ShortAnswer():
                self._short(element, question, number)
            case LongAnswer():
                _add_html(element, "graderinfo", question.correct_answer)
            case Matching():
                _add_pairs(element, question)
            case Ordering():
                self.notes.add("shown_order", number)
                ET.SubElement(element, "selecttype").text = "ALL"
                for each in items_in_order(question):
                    _add_html(element, "answer", each, fraction="1.0000000")
            case FillInBlank():
                self._note_blanks(question, number)

    def _short(self, element: ET.Element, question: ShortAnswer, number: str) -> None:
        if count_blanks(question.question) == 1:
            self.notes.add("as_blank", number)
        ET.SubElement(element, "usecase").text = "0"
        for each in alternatives(question.correct_answer):
            _add_text(element, "answer", each.replace("*", "\\*"), fraction="100", format="moodle_auto_format")

    def _note_blanks(self, question: FillInBlank, number: str) -> None:
        if count_blanks(question.question) != len(question.correct_answer):
            self.notes.add("blanks_differ", number)
        if _blank_weight(question) * len(question.correct_answer) != question.points:
            self.notes.add("blank_points", number)


def _blank_weight(question: FillInBlank) -> int:
    """Return the points of each blank. Moodle adds them up, and allows only whole numbers."""
    return max(int(question.points // max(len(question.correct_answer), 1)), 1)


def _add_options(element: ET.Element, question: SingleChoice | MultipleChoice) -> None:
    is_single = isinstance(question, SingleChoice)
    right = [question.correct_answer] if isinstance(question, SingleChoice) else question.correct_answer
    ET.SubElement(element, "single").text = str(is_single).lower()
    ET.SubElement(element, "shuffleanswers").text = "false"
    ET.SubElement(element, "answernumbering").text = "ABCD"
    good = 100 / max(len(right), 1)
    bad = 0 if is_single else -100 / max(len(question.options) - len(right), 1)
    for index, option in enumerate(question.options):
        share = good if letter(index) in right else bad
        answer = _add_html(element, "answer", option, fraction=f"{share:.5f}".rstrip("0").rstrip("."))
        if index < len(question.option_feedback) and question.option_feedback[index]:
            _add_html(answer, "feedback", question.option_feedback[index])


def _add_truth_values(element: ET.Element, question: TrueFalse) -> None:
    for word, feedback in zip(("true", "false"), [*question.option_feedback, "", ""], strict=False):
        fraction = "100" if word == question.correct_answer else "0"
        answer = _add_text(element, "answer", word, fraction=fraction, format="moodle_auto_format")
        if feedback:
            _add_html(answer, "feedback", feedback)


def _add_pairs(element: ET.Element, question: Matching) -> None:
    ET.SubElement(element, "shuffleanswers").text = "true"
    pairs = [
        *zip(question.options, question.correct_answer, strict=False),
        *(("", each) for each in question.distractors),
    ]
    for left, right in pairs:
        _add_text(_add_html(element, "subquestion", left), "answer", right)


def _cloze_text(question: FillInBlank) -> str:
    """Return the text with its answers instead of its blanks. Braces in the text become entities."""
    answers: list[Any] = list(question.correct_answer)
    written = []
    for piece in split_math(question.question):
        if piece.is_formula:
            mark = "$$" if piece.is_display else "$"
            written.append(_escape_text(f"{mark}{piece.text}{mark}"))
            continue
        start = 0
        for blank in BLANK.finditer(piece.text):
            written.append(_escape_text(piece.text[start : blank.start()]))
            written.append(_cloze_gap(answers.pop(0), _blank_weight(question)) if answers else _escape_text(blank[0]))
            start = blank.end()
        written.append(_escape_text(piece.text[start:]))
    return "".join(written)


def _escape_text(words: str) -> str:
    return text_to_html(words).replace("{", "&#123;").replace("}", "&#125;")


def _cloze_gap(answer: str | list[str], weight: int) -> str:
    right = "~".join(
        f"={_CLOZE_SPECIAL.sub(lambda found: chr(92) + found[0], text_to_html(each))}" for each in alternatives(answer)
    )
    return f"{{{weight}:SHORTANSWER:{right}}}"
