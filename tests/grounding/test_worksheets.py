"""Worksheets: tasks whose answers stand in the text, and a key that names their places."""

import asyncio
import re

import pytest

from inkwright.artifacts.documents.builders import build_document
from inkwright.artifacts.documents.docx_checks import check_docx
from inkwright.artifacts.documents.kept_sources import source_of
from inkwright.artifacts.documents.pdf_checks import check_pdf
from inkwright.artifacts.documents.sources import read_document
from inkwright.grounding.documents import DocumentWish, document_from
from inkwright.grounding.material import Grounded, nobody_chooses
from tests.grounding.talks import TALKS, material_of, stands_in, text_of


def sheet(name: str, seed: int = 0) -> tuple[str, tuple[Grounded[str], ...]]:
    return asyncio.run(document_from(material_of(name), DocumentWish("worksheet", "", seed), nobody_chooses))


@pytest.mark.parametrize("name", TALKS)
def test_every_task_has_its_answer_and_its_place_in_the_key(name: str) -> None:
    markdown, grounded = sheet(name)
    heading = "## 参考答案" if material_of(name).language == "zh" else "## Answer key"
    tasks, key = markdown.split(heading)
    numbers = [f"**{number}.**" for number in range(1, len(grounded) + 1)]
    assert re.findall(r"^\*\*\d+\.\*\*", tasks, re.MULTILINE) == numbers
    assert re.findall(r"^\*\*\d+\.\*\*", key, re.MULTILINE) == numbers
    assert [int(line) for line in re.findall(r"(?:line |第 )(\d+)(?: 行)?\)\*$", key, re.MULTILINE)] == [
        each.place.line for each in grounded
    ]


@pytest.mark.parametrize("name", TALKS)
def test_the_word_of_every_blank_stands_in_the_text(name: str) -> None:
    markdown, _ = sheet(name)
    blanks = len(re.findall("(?:&#95;){12}", markdown))
    heading = "## 参考答案" if material_of(name).language == "zh" else "## Answer key"
    answers = re.findall(r"^\*\*\d+\.\*\* (.+) \*\(", markdown.split(heading)[1], re.MULTILINE)
    assert blanks > 0
    assert all(stands_in(answer, text_of(name)) for answer in answers[:blanks])


def test_another_seed_draws_other_tasks() -> None:
    assert sheet("talk_printing.txt", 1) != sheet("talk_printing.txt", 2)
    assert sheet("talk_printing.txt", 1) == sheet("talk_printing.txt", 1)


@pytest.mark.parametrize("name", ["talk_photosynthesis.md", "talk_tang.md"])
def test_a_worksheet_passes_the_checks_of_documents(name: str) -> None:
    material = material_of(name)
    spec = read_document(source_of(material.title, "worksheet", material.language, sheet(name)[0]))
    assert [each for each in check_docx(build_document(spec, "docx"), "en") if each.severity == "error"] == []
    assert [each for each in check_pdf(build_document(spec, "pdf"), "en") if each.severity == "error"] == []
