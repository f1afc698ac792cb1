"""Study notes and summaries of a person's own text: verbatim, with places, and documents that pass their checks."""

import asyncio
import re

import pytest

from inkwright.artifacts.documents.builders import build_document
from inkwright.artifacts.documents.docx_checks import check_docx
from inkwright.artifacts.documents.kept_sources import source_of
from inkwright.artifacts.documents.pdf_checks import check_pdf
from inkwright.artifacts.documents.sources import read_document
from inkwright.errors import TextLacks
from inkwright.grounding.documents import DocumentSort, DocumentWish, document_from
from inkwright.grounding.material import Choose, Grounded, Material, nobody_chooses
from inkwright.i18n import error_text
from tests.grounding.talks import TALKS, material_of, read, stands_in, text_of

BEES = """# Bees

Bees live in hives. They gather nectar from flowers.

## Work

A comb is a wall of cells made of wax. Bees build combs of wax. It takes weeks.

1. Find a place.
2. Build the comb.
"""


def made(
    material: Material, kind: DocumentSort, choose: Choose = nobody_chooses
) -> tuple[str, tuple[Grounded[str], ...]]:
    return asyncio.run(document_from(material, DocumentWish(kind, ""), choose))


def test_study_notes_hold_terms_points_lists_and_places() -> None:
    assert (
        made(read(BEES), "notes")[0]
        == """## Introduction

**Key points**

- Bees live in hives.
- They gather nectar from flowers.

*Source: notes.md, line 3*

## Work

**Key terms**

- **comb**: a wall of cells made of wax

**Key points**

- Bees build combs of wax.
- It takes weeks.

1. Find a place.
2. Build the comb.

*Source: notes.md, lines 7–10*
"""
    )


def test_study_notes_hold_the_tables_of_the_text() -> None:
    told = "| Bee | Lives |\n|---|---|\n| Queen | 5 *years* |\n| Drone | a \\| b |\n"
    markdown, grounded = made(read(f"# Bees\n\nBees live in hives.\n\n{told}"), "notes")
    assert "| Bee | Lives |\n| --- | --- |\n| Queen | 5 years |\n| Drone | a \\| b |" in markdown
    assert "lines 3–8" in markdown
    assert Grounded("Queen | 5 years", grounded[1].place) == grounded[1]
    document = build_document(read_document(source_of("Bees", "plain", "en", markdown)), "docx")
    assert [each for each in check_docx(document, "en") if each.severity == "error"] == []


def test_a_summary_tells_the_best_sentences_in_their_order_with_footnotes() -> None:
    markdown, grounded = made(material_of("talk_photosynthesis.md"), "summary")
    *paragraphs, last = markdown.strip().split("\n\n")
    assert re.fullmatch(r"\[\^\d\]: talk\\_photosynthesis\.md, lines? \d+(?:–\d+)?", last)
    assert len(paragraphs) > 3
    lines = [each.place.line for each in grounded]
    assert lines == sorted(lines)
    assert len(grounded) == round(0.2 * len(material_of("talk_photosynthesis.md").sentences))


def test_the_chosen_sentence_opens_the_summary() -> None:
    async def first(why: str, options: tuple[str, ...]) -> int | None:
        assert why == "哪一句最能概括“唐朝的兴衰”？"
        return 0 if len(options) == 3 else None

    markdown, grounded = made(material_of("talk_tang.md"), "summary", first)
    assert [each.by_model for each in grounded] == [True, *[False] * (len(grounded) - 1)]
    assert markdown.startswith(f"> {grounded[0].item}[^1]")
    assert markdown.count(grounded[0].item) == 1


@pytest.mark.parametrize("name", TALKS)
@pytest.mark.parametrize("kind", ["notes", "summary"])
def test_every_sentence_stands_in_the_text(name: str, kind: DocumentSort) -> None:
    grounded = made(material_of(name), kind)[1]
    text = text_of(name)
    assert [each.item for each in grounded if not stands_in(each.item, text)] == []
    assert {each.place.source for each in grounded} == {name}


@pytest.mark.parametrize("name", ["talk_photosynthesis.md", "talk_water.txt"])
@pytest.mark.parametrize("kind", ["notes", "summary"])
def test_the_documents_pass_their_checks(name: str, kind: DocumentSort) -> None:
    material = material_of(name)
    spec = read_document(source_of(material.title, "plain", material.language, made(material, kind)[0]))
    assert [each for each in check_docx(build_document(spec, "docx"), "en") if each.severity == "error"] == []
    assert [each for each in check_pdf(build_document(spec, "pdf"), "en") if each.severity == "error"] == []


@pytest.mark.parametrize("kind", ["notes", "summary"])
@pytest.mark.parametrize(
    "text", ["- bread\n- water\n", "Water boils.", "# Water\n\nIt boils.", "It is so. This is it."]
)
def test_a_tiny_text_gives_a_tiny_document(kind: DocumentSort, text: str) -> None:
    markdown, grounded = made(read(text), kind)
    assert grounded
    assert all(stands_in(each.item, text) for each in grounded)
    assert read_document(source_of("Tiny", "plain", "en", markdown)).body.strip()


@pytest.mark.parametrize("kind", ["notes", "summary", "worksheet"])
@pytest.mark.parametrize("text", ["", "# Trip\n", "# Trip\n\n## Way\n"])
def test_a_text_that_says_nothing_gives_no_document(kind: DocumentSort, text: str) -> None:
    with pytest.raises(TextLacks) as failed:
        made(read(text), kind)
    assert "cannot be made of this text" in error_text("en", failed.value)[0]
