"""A quiz as a QTI 2.1 package: a zip with a manifest, a test, and an item for each question."""

import io
import xml.etree.ElementTree as ET
import zipfile
from typing import Final

from inkwright.artifacts.quizzes.formulas import pieces
from inkwright.artifacts.quizzes.notes import Note, Notes
from inkwright.artifacts.quizzes.qti.items import QTI, XSI, described, write_item
from inkwright.artifacts.quizzes.specs import Composite, Quiz, asked

_PACKAGE: Final = "http://www.imsglobal.org/xsd/imscp_v1p1"
_SCHEMAS: Final = f"{_PACKAGE} http://www.imsglobal.org/xsd/imscp_v1p2.xsd {QTI} http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd"
_MADE_AT: Final = (2000, 1, 1, 0, 0, 0)


def write_qti(quiz: Quiz) -> tuple[bytes, list[Note]]:
    """The package, and what QTI does not hold."""
    notes = Notes()
    notes.add("no_labels")
    parts: dict[str, bytes] = {}
    for number, question, _ in asked(quiz):
        parts[f"{_name(number)}.xml"] = write_item(question, _name(number), number, quiz.language, notes)
    parts["test.xml"] = _test(quiz, notes)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in {"imsmanifest.xml": _manifest(quiz, list(parts)), **parts}.items():
            package.writestr(zipfile.ZipInfo(name, _MADE_AT), content, zipfile.ZIP_DEFLATED)
    return file.getvalue(), notes.all()


def _name(number: str) -> str:
    return f"item-{number.replace('.', '-')}"


def _test(quiz: Quiz, notes: Notes) -> bytes:
    """The questions in their order; a composite one is a section with its text above."""
    attributes = {"xmlns": QTI, "xmlns:xsi": XSI, "xsi:schemaLocation": _SCHEMAS.split(" ", 2)[2]}
    root = ET.Element("assessmentTest", attributes | {"identifier": "test", "title": quiz.title})
    part = ET.SubElement(root, "testPart", identifier="part", navigationMode="nonlinear", submissionMode="simultaneous")
    top = ET.SubElement(part, "assessmentSection", identifier="section", title=quiz.title, visible="true")
    sections: dict[int, ET.Element] = {}
    for number, _, parent in asked(quiz):
        section = top
        if parent is not None and id(parent) not in sections:
            sections[id(parent)] = _section(top, parent, number.split(".")[0], notes)
        if parent is not None:
            section = sections[id(parent)]
        ET.SubElement(section, "assessmentItemRef", identifier=_name(number), href=f"{_name(number)}.xml")
    written: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def _section(top: ET.Element, question: Composite, number: str, notes: Notes) -> ET.Element:
    section = ET.SubElement(top, "assessmentSection", identifier=f"section-{number}", title=number, visible="true")
    described(ET.SubElement(section, "rubricBlock", view="candidate"), question.question)
    if question.explanation:
        notes.add("no_explanation", number)
    if any(piece.is_formula for piece in pieces(question.question)):
        notes.add("tex_shown", number)
    return section


def _manifest(quiz: Quiz, parts: list[str]) -> bytes:
    root = ET.Element(
        "manifest",
        {"xmlns": _PACKAGE, "xmlns:xsi": XSI, "xsi:schemaLocation": _SCHEMAS, "identifier": "manifest"},
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
