"""Study notes and summaries of a person's own text: literal, with locations, and without errors."""

import asyncio
import re

import pytest

from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.docx.docx_checks import check_docx
from inkwright.artifacts.documents.pdf.pdf_checks import check_pdf
from inkwright.artifacts.documents.source import read_document
from inkwright.artifacts.documents.source_file import source_text
from inkwright.errors import TextLacks
from inkwright.grounding.documents import StudyDocumentKind, StudyDocumentOptions, study_document_from
from inkwright.grounding.source import Chooser, GroundedItem, Material, no_choice
from inkwright.i18n import error_text
from tests.each import each
from tests.grounding.sample_texts import SAMPLES, contains_words, material_of, read, text_of

BEES = """# Bees

Bees live in hives. They gather nectar from flowers.

## Work

A comb is a wall of cells made of wax. Bees build combs of wax. It takes weeks.

## Steps

1. Find a place.
2. Build the comb.
"""


def made(
    material: Material, kind: StudyDocumentKind, choose: Chooser = no_choice
) -> tuple[str, tuple[GroundedItem[str], ...]]:
    return asyncio.run(study_document_from(material, StudyDocumentOptions(kind, ""), choose))


def test_study_notes_contain_statements_lists_and_terms() -> None:
    assert (
        made(read(BEES), "notes")[0]
        == """## Bees

- Bees live in hives. They gather nectar from flowers.

### Work

- A comb is a wall of cells made of wax.
- Bees build combs of wax. It takes weeks.

### Steps

1. Find a place.
2. Build the comb.
"""
    )


def test_study_notes_contain_the_tables_of_the_text() -> None:
    told = "| Bee | Lives |\n|---|---|\n| Queen | 5 *years* |\n| Drone | a \\| b |\n"
    markdown, grounded = made(read(f"# Bees\n\nBees live in hives.\n\n{told}"), "notes")
    assert "| Bee | Lives |\n| --- | --- |\n| Queen | 5 years |\n| Drone | a \\| b |" in markdown
    assert GroundedItem("Queen | 5 years", grounded[1].location) == grounded[1]
    document = build_document(read_document(source_text("Bees", "plain", "en", markdown)), "docx")
    assert [each for each in check_docx(document) if each.severity == "error"] == []


def test_a_summary_has_the_best_statements_in_order() -> None:
    markdown, grounded = made(material_of("talk_photosynthesis.md"), "summary")
    assert 1 < len(markdown.strip().split("\n\n")) <= len(grounded)
    lines = [each.location.line for each in grounded]
    assert lines == sorted(lines)
    assert ".md" not in markdown


@each("name", SAMPLES)
@each("kind", ["notes", "summary"])
def test_every_sentence_is_in_the_text(name: str, kind: StudyDocumentKind) -> None:
    grounded = made(material_of(name), kind)[1]
    text = text_of(name)
    assert [each.item for each in grounded if not contains_words(each.item, text)] == []
    assert {each.location.source for each in grounded} == {name}


@pytest.mark.parametrize("name", ["talk_photosynthesis.md", "talk_water.txt"])
@pytest.mark.parametrize("kind", ["notes", "summary"])
def test_the_documents_pass_their_checks(name: str, kind: StudyDocumentKind) -> None:
    material = material_of(name)
    spec = read_document(source_text(material.title, "plain", material.language, made(material, kind)[0]))
    assert [each for each in check_docx(build_document(spec, "docx")) if each.severity == "error"] == []
    assert [each for each in check_pdf(build_document(spec, "pdf")) if each.severity == "error"] == []


@pytest.mark.parametrize("kind", ["notes", "summary"])
@pytest.mark.parametrize("text", ["Bees live in hives.", "# Bees\n\nA bee is a small insect. It is so."])
def test_a_tiny_text_yields_a_tiny_document(kind: StudyDocumentKind, text: str) -> None:
    markdown, grounded = made(read(text), kind)
    assert grounded
    assert all(contains_words(each.item, text) for each in grounded)
    assert read_document(source_text("Tiny", "plain", "en", markdown)).body.strip()


@pytest.mark.parametrize("kind", ["notes", "summary", "worksheet"])
@pytest.mark.parametrize("text", ["", "# Trip\n", "# Trip\n\n## Way\n"])
def test_a_text_without_content_yields_no_document(kind: StudyDocumentKind, text: str) -> None:
    with pytest.raises(TextLacks) as failed:
        made(read(text), kind)
    assert "cannot be made from this text" in error_text("en", failed.value)[0]


def sheet(name: str, seed: int = 0) -> tuple[str, tuple[GroundedItem[str], ...]]:
    return asyncio.run(study_document_from(material_of(name), StudyDocumentOptions("worksheet", "", seed), no_choice))


@each("name", SAMPLES)
def test_every_task_has_its_answer_in_the_key(name: str) -> None:
    markdown, grounded = sheet(name)
    heading = "## 参考答案" if material_of(name).language == "zh" else "## Answer key"
    tasks, key = markdown.split(heading)
    numbers = [f"**{number}.**" for number in range(1, len(grounded) + 1)]
    assert re.findall(r"^\*\*\d+\.\*\*", tasks, re.MULTILINE) == numbers
    assert re.findall(r"^\*\*\d+\.\*\*", key, re.MULTILINE) == numbers
    assert name not in markdown.replace("\\", "")
    blanks = len(re.findall("(?:&#95;){12}", tasks))
    answers = re.findall(r"^\*\*\d+\.\*\* (.+)$", key, re.MULTILINE)
    assert all(contains_words(answer, text_of(name)) for answer in answers[:blanks])


def test_another_seed_selects_other_tasks() -> None:
    assert sheet("talk_printing.txt", 1) != sheet("talk_printing.txt", 2)
    assert sheet("talk_printing.txt", 1) == sheet("talk_printing.txt", 1)


@pytest.mark.parametrize("name", ["talk_photosynthesis.md", "talk_tang.md"])
def test_a_worksheet_passes_the_checks_of_documents(name: str) -> None:
    material = material_of(name)
    spec = read_document(source_text(material.title, "worksheet", material.language, sheet(name)[0]))
    assert [each for each in check_docx(build_document(spec, "docx")) if each.severity == "error"] == []
    assert [each for each in check_pdf(build_document(spec, "pdf")) if each.severity == "error"] == []
