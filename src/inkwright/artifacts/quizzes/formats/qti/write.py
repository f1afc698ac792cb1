"""Writes QTI 2.1 packages: a zip with a manifest, a test, and one item per question."""

import io
import re
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Iterable
from typing import Final

from inkwright.artifacts.math.delimiters import BLANK, split_math, use_tex_delimiters
from inkwright.artifacts.quizzes.losses import ConversionLoss, LossLog
from inkwright.artifacts.quizzes.model import (
    Composite,
    FillInBlank,
    LongAnswer,
    Matching,
    MultipleChoice,
    Ordering,
    PartQuestion,
    Quiz,
    ShortAnswer,
    SingleChoice,
    TrueFalse,
    alternatives,
    letter,
    numbered_questions,
)
from inkwright.artifacts.quizzes.present import items_in_order, presented_items, presented_partners
from inkwright.i18n import Language, text

QTI: Final = "http://www.imsglobal.org/xsd/imsqti_v2p1"
XSI: Final = "http://www.w3.org/2001/XMLSchema-instance"
_SCHEMA: Final = f"{QTI} http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd"
_MAX_TITLE: Final = 80


def write_item(question: PartQuestion, name: str, number: str, language: Language, notes: LossLog) -> bytes:
    """Return the item, and log its losses under the number of the question."""
    attributes = {"xmlns": QTI, "xmlns:xsi": XSI, "xsi:schemaLocation": _SCHEMA, "identifier": name}
    title = " ".join(question.question.split())[:_MAX_TITLE] or name
    attributes |= {"title": title, "adaptive": "false", "timeDependent": "false"}
    root = ET.Element("assessmentItem", attributes)
    _QtiItem(root, question, language).build()
    if question.explanation:
        ET.SubElement(root, "modalFeedback", outcomeIdentifier="FEEDBACK", identifier="explanation", showHide="show")
        add_paragraphs(root[-1], question.explanation)
    if any(piece.is_formula for each in _visible_texts(question) for piece in split_math(each)):
        notes.add("tex_shown", number)
    if any(getattr(question, "option_feedback", ())):
        notes.add("no_feedback", number)
    written: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def _visible_texts(question: PartQuestion) -> list[str]:
    """Return all texts of a question that are displayed."""
    partners = [*question.correct_answer, *question.distractors] if isinstance(question, Matching) else []
    return [question.question, question.explanation, *getattr(question, "options", ()), *partners]


def add_paragraphs(parent: ET.Element, words: str) -> None:
    """Add paragraphs of plain text with formulas in `\\(…\\)`."""
    for paragraph in re.split(r"\n{2,}", words):
        element = ET.SubElement(parent, "p")
        _add_lines(element, use_tex_delimiters(paragraph).split("\n"))


def _add_lines(element: ET.Element, lines: list[str]) -> None:
    element.text = lines[0]
    for line in lines[1:]:
        ET.SubElement(element, "br").tail = line


class _QtiItem:
    def __init__(self, root: ET.Element, question: PartQuestion, language: Language) -> None:
        self._root = root
        self._question = question
        self._language = language
        self._responses: list[str] = []

    def build(self) -> None:
        """Add declarations, then the body, then the grading: the schema requires this order."""
        self._declare()
        self._outcomes()
        body = ET.SubElement(self._root, "itemBody")
        if isinstance(self._question, FillInBlank):
            self._gaps(ET.SubElement(body, "p"))
        else:
            add_paragraphs(body, self._question.question)
            self._interaction(body)
        self._processing()

    def _declare(self) -> None:
        match self._question:
            case SingleChoice() as question:
                self._response("single", "identifier", [question.correct_answer])
            case MultipleChoice() as question:
                self._response("multiple", "identifier", question.correct_answer)
            case TrueFalse() as question:
                self._response("single", "identifier", [question.correct_answer])
            case ShortAnswer() as question:
                self._response("single", "string", alternatives(question.correct_answer), is_mapped=True)
            case FillInBlank() as question:
                for answer in question.correct_answer:
                    self._response("single", "string", alternatives(answer), is_mapped=True)
            case Matching() as question:
                partners = presented_partners(question)
                pairs = enumerate(question.correct_answer)
                right = [f"L{index} R{partners.index(each)}" for index, each in pairs if each in partners]
                self._response("multiple", "directedPair", right, is_mapped=True)
            case Ordering() as question:
                shown = presented_items(question)
                self._response(
                    "ordered", "identifier", [letter(shown.index(each)) for each in items_in_order(question)]
                )
            case LongAnswer() as question:
                self._response("single", "string", [question.correct_answer] if question.correct_answer else [])

    def _response(self, cardinality: str, kind: str, right: Iterable[str], *, is_mapped: bool = False) -> None:
        name = f"RESPONSE{len(self._responses) + 1}" if self._responses else "RESPONSE"
        self._responses.append(name)
        attributes = {"identifier": name, "cardinality": cardinality, "baseType": kind}
        element = ET.SubElement(self._root, "responseDeclaration", attributes)
        values = list(right)
        if values:
            correct = ET.SubElement(element, "correctResponse")
            for value in values[:1] if cardinality == "single" else values:
                ET.SubElement(correct, "value").text = value
        if is_mapped and values:
            share = self._question.points / max(self._shares, 1)
            mapping = ET.SubElement(element, "mapping", defaultValue="0")
            for value in dict.fromkeys(values):
                entry = {"mapKey": value, "mappedValue": f"{share:.12g}"}
                ET.SubElement(mapping, "mapEntry", entry | ({"caseSensitive": "false"} if kind == "string" else {}))

    @property
    def _shares(self) -> int:
        """The number of parts that share the points: blanks and pairs count one by one."""
        return len(self._question.correct_answer) if isinstance(self._question, FillInBlank | Matching) else 1

    def _outcomes(self) -> None:
        attributes = {"identifier": "SCORE", "cardinality": "single", "baseType": "float"}
        score = ET.SubElement(self._root, "outcomeDeclaration", attributes)
        score.set("normalMaximum", f"{self._question.points:.12g}")
        ET.SubElement(ET.SubElement(score, "defaultValue"), "value").text = "0"
        if self._question.explanation:
            feedback = {"identifier": "FEEDBACK", "cardinality": "single", "baseType": "identifier"}
            ET.SubElement(self._root, "outcomeDeclaration", feedback)

    def _interaction(self, body: ET.Element) -> None:
        match self._question:
            case SingleChoice() | MultipleChoice() as question:
                limit = "1" if isinstance(question, SingleChoice) else "0"
                box = ET.SubElement(
                    body, "choiceInteraction", responseIdentifier="RESPONSE", shuffle="false", maxChoices=limit
                )
                options = ((letter(index), option) for index, option in enumerate(question.options))
                _add_choices(box, "simpleChoice", options)
            case TrueFalse():
                box = ET.SubElement(
                    body, "choiceInteraction", responseIdentifier="RESPONSE", shuffle="false", maxChoices="1"
                )
                words = ((value, text(self._language, f"quiz.{value}")) for value in ("true", "false"))
                _add_choices(box, "simpleChoice", words)
            case Ordering() as question:
                box = ET.SubElement(body, "orderInteraction", responseIdentifier="RESPONSE", shuffle="false")
                items = ((letter(index), item) for index, item in enumerate(presented_items(question)))
                _add_choices(box, "simpleChoice", items)
            case Matching() as question:
                self._match(body, question)
            case ShortAnswer():
                line = ET.SubElement(body, "p")
                ET.SubElement(line, "textEntryInteraction", responseIdentifier="RESPONSE", expectedLength="40")
            case _:
                ET.SubElement(body, "extendedTextInteraction", responseIdentifier="RESPONSE", expectedLines="8")

    @staticmethod
    def _match(body: ET.Element, question: Matching) -> None:
        count = str(len(question.options))
        attributes = {"responseIdentifier": "RESPONSE", "shuffle": "false", "maxAssociations": count}
        box = ET.SubElement(body, "matchInteraction", attributes)
        sides = (("L", "1", question.options), ("R", "0", presented_partners(question)))
        for side, limit, items in sides:
            group = ET.SubElement(box, "simpleMatchSet")
            named = ((f"{side}{index}", item) for index, item in enumerate(items))
            _add_choices(group, "simpleAssociableChoice", named, matchMax=limit)

    def _gaps(self, line: ET.Element) -> None:
        """Add the text with an input for each blank that has an answer."""
        left = list(self._responses)
        last: ET.Element | None = None

        def put(words: str) -> None:
            nonlocal last
            for line_index, part in enumerate(words.split("\n")):
                if line_index:
                    last = ET.SubElement(line, "br")
                if last is None:
                    line.text = (line.text or "") + part
                else:
                    last.tail = (last.tail or "") + part

        for piece in split_math(self._question.question):
            start = 0
            for blank in () if piece.is_formula else BLANK.finditer(piece.text):
                put(piece.text[start : blank.start()])
                if left:
                    last = ET.SubElement(
                        line, "textEntryInteraction", responseIdentifier=left.pop(0), expectedLength="15"
                    )
                else:
                    put(blank[0])
                start = blank.end()
            put(f"\\({piece.text}\\)" if piece.is_formula else piece.text[start:])

    def _processing(self) -> None:
        if isinstance(self._question, LongAnswer):
            return
        rules = ET.SubElement(self._root, "responseProcessing")
        if isinstance(self._question, ShortAnswer | FillInBlank | Matching):
            score = ET.SubElement(rules, "setOutcomeValue", identifier="SCORE")
            total = ET.SubElement(score, "sum")
            for name in self._responses:
                ET.SubElement(total, "mapResponse", identifier=name)
        else:
            condition = ET.SubElement(ET.SubElement(rules, "responseCondition"), "responseIf")
            match = ET.SubElement(condition, "match")
            ET.SubElement(match, "variable", identifier="RESPONSE")
            ET.SubElement(match, "correct", identifier="RESPONSE")
            score = ET.SubElement(condition, "setOutcomeValue", identifier="SCORE")
            ET.SubElement(score, "baseValue", baseType="float").text = f"{self._question.points:.12g}"
        if self._question.explanation:
            feedback = ET.SubElement(rules, "setOutcomeValue", identifier="FEEDBACK")
            ET.SubElement(feedback, "baseValue", baseType="identifier").text = "explanation"


def _add_choices(parent: ET.Element, name: str, options: Iterable[tuple[str, str]], **attributes: str) -> None:
    for identifier, words in options:
        ET.SubElement(parent, name, {"identifier": identifier, **attributes}).text = use_tex_delimiters(words)


_PACKAGE_NAMESPACE: Final = "http://www.imsglobal.org/xsd/imscp_v1p1"
_SCHEMAS: Final = f"{_PACKAGE_NAMESPACE} http://www.imsglobal.org/xsd/imscp_v1p2.xsd {QTI} http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd"
_FIXED_DATE: Final = (2000, 1, 1, 0, 0, 0)


def write_qti(quiz: Quiz) -> tuple[bytes, list[ConversionLoss]]:
    """Return the package, and what QTI does not hold."""
    notes = LossLog()
    notes.add("no_labels")
    parts: dict[str, bytes] = {}
    for number, question, _ in numbered_questions(quiz):
        parts[f"{_item_name(number)}.xml"] = write_item(question, _item_name(number), number, quiz.language, notes)
    parts["test.xml"] = _assessment_test(quiz, notes)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in {"imsmanifest.xml": _manifest(quiz, list(parts)), **parts}.items():
            package.writestr(zipfile.ZipInfo(name, _FIXED_DATE), content, zipfile.ZIP_DEFLATED)
    return file.getvalue(), notes.all()


def _item_name(number: str) -> str:
    return f"item-{number.replace('.', '-')}"


def _assessment_test(quiz: Quiz, notes: LossLog) -> bytes:
    """Return the questions in order. A composite question is a section with its text above."""
    attributes = {"xmlns": QTI, "xmlns:xsi": XSI, "xsi:schemaLocation": _SCHEMAS.split(" ", 2)[2]}
    root = ET.Element("assessmentTest", attributes | {"identifier": "test", "title": quiz.title})
    part = ET.SubElement(root, "testPart", identifier="part", navigationMode="nonlinear", submissionMode="simultaneous")
    top = ET.SubElement(part, "assessmentSection", identifier="section", title=quiz.title, visible="true")
    sections: dict[int, ET.Element] = {}
    for number, _, parent in numbered_questions(quiz):
        section = top
        if parent is not None and id(parent) not in sections:
            sections[id(parent)] = _section(top, parent, number.split(".")[0], notes)
        if parent is not None:
            section = sections[id(parent)]
        ET.SubElement(section, "assessmentItemRef", identifier=_item_name(number), href=f"{_item_name(number)}.xml")
    written: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def _section(top: ET.Element, question: Composite, number: str, notes: LossLog) -> ET.Element:
    section = ET.SubElement(top, "assessmentSection", identifier=f"section-{number}", title=number, visible="true")
    add_paragraphs(ET.SubElement(section, "rubricBlock", view="candidate"), question.question)
    if question.explanation:
        notes.add("no_explanation", number)
    if any(piece.is_formula for piece in split_math(question.question)):
        notes.add("tex_shown", number)
    return section


def _manifest(quiz: Quiz, parts: list[str]) -> bytes:
    root = ET.Element(
        "manifest",
        {"xmlns": _PACKAGE_NAMESPACE, "xmlns:xsi": XSI, "xsi:schemaLocation": _SCHEMAS, "identifier": "manifest"},
    )
    metadata = ET.SubElement(root, "metadata")
    ET.SubElement(metadata, "schema").text = "QTIv2.1 Package"
    ET.SubElement(metadata, "schemaversion").text = "1.0.0"
    ET.SubElement(root, "organizations")
    resources = ET.SubElement(root, "resources")
    items = [name for name in parts if name != "test.xml"]
    test = ET.SubElement(resources, "resource", identifier="res-test", type="imsqti_test_xmlv2p1", href="test.xml")
    ET.SubElement(test, "file", href="test.xml")
    for name in items:
        ET.SubElement(test, "dependency", identifierref=f"res-{name.removesuffix('.xml')}")
    for name in items:
        identifier = f"res-{name.removesuffix('.xml')}"
        item = ET.SubElement(resources, "resource", identifier=identifier, type="imsqti_item_xmlv2p1", href=name)
        ET.SubElement(item, "file", href=name)
    written: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return written
