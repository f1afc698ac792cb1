"""What is in a .pdf: outline, tags, real math, embedded fonts, and pages that are counted."""

import io
import statistics

import pikepdf
import pytest

from inkwright.artifacts.documents.builders import build_document
from inkwright.artifacts.documents.pdf_builder import typst_files
from inkwright.artifacts.documents.pdf_checks import check_pdf
from inkwright.artifacts.documents.refining import refined
from inkwright.artifacts.documents.typesetter import TYPESETTER
from inkwright.artifacts.pages.pdf import pages_of
from tests.artifacts.documents.made_documents import document, river


def texts(body: str, **fields: object) -> list[str]:
    return [page.text for page in pages_of(build_document(document(body, **fields), "pdf").main)]


def test_the_river_is_all_there() -> None:
    [page] = pages_of(river("pdf").main)
    assert " ".join(page.text.split()) == (
        "Rivers A. Teacher Where they begin A river begins at a spring, in a lake or under ice.1 See the end. "
        "Table 1: Two rivers River Length (km) Rhine 1233 Elbe 1094 1. Rain falls. 2. Water gathers. 𝑣 = 𝑠 𝑡 "
        "Figure 1: A drop Where they end In the sea, with 𝑣 = 0. 1 The Rhine does all three. 1 / 1"
    )


def test_it_has_bookmarks_properties_and_embedded_fonts() -> None:
    with pikepdf.open(io.BytesIO(river("pdf").main)) as pdf:
        with pdf.open_outline() as outline:
            assert [each.title for each in outline.root] == ["Where they begin", "Where they end"]
        assert str(pdf.docinfo["/Title"]) == "Rivers"
        assert str(pdf.docinfo["/Author"]) == "A. Teacher"
        assert str(pdf.Root["/Lang"]) == "en-US"
        assert "/StructTreeRoot" in pdf.Root


def test_long_tables_go_on_with_their_head() -> None:
    body = "| Number | Name |\n|---|---|\n" + "".join(f"| {number} | row |\n" for number in range(120))
    pages = texts(body)
    assert len(pages) > 2
    assert all("Number Name" in page for page in pages)


def test_contents_name_the_pages() -> None:
    pages = texts("## First\n\nx\n\n## Second\n\ny", kind="report")
    assert "First" in pages[1]
    assert "3" in pages[1]


def test_a_formula_that_is_too_wide_is_made_smaller() -> None:
    body = f"$${'+'.join(f'x_{{{number}}}' for number in range(80))}$$"
    assert check_pdf(build_document(document(body), "pdf"), "en") == []


def test_numbering_goes_past_ten() -> None:
    assert "14. item" in texts("\n".join(f"{number}. item" for number in range(1, 15)))[0]


@pytest.mark.parametrize("language", ["zh", "zh-Hant"])
def test_chinese_paragraphs_of_a_report_are_indented(language: str) -> None:
    [_, page] = pages_of(build_document(document("文字" * 60, kind="report", language=language), "pdf").main)
    chars = [char for char in page.chars if char.text == "文"]
    first, second = chars[0].box.left, min(char.box.left for char in page.chars if char.box.top > chars[0].box.bottom)
    assert first - second > 20


def test_a_warm_typst_sets_ten_pages_many_times_faster_than_a_person_waits() -> None:
    paragraph = "A river begins at a spring, in a lake or under ice, and it ends in the sea. " * 8
    body = "\n\n".join(f"## Part {number}\n\n{paragraph}\n\n{paragraph}" for number in range(32))
    files = typst_files(refined(document(body, toc=False), {}))
    made = [TYPESETTER.typeset(files) for _ in range(4)]
    assert 9 <= len(pages_of(made[0].content)) <= 14
    cold, *warm = [each.seconds for each in made]
    assert statistics.median(warm) <= cold
