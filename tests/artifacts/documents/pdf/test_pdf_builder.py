"""Tests of the content of a .pdf: outline, tags, math, embedded fonts, and page numbers."""

import io
import statistics

import pikepdf
import pytest

from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.pdf import typesetter
from inkwright.artifacts.documents.pdf.pdf_builder import typst_files
from inkwright.artifacts.documents.pdf.pdf_checks import check_pdf
from inkwright.artifacts.documents.prepare import prepare_document
from inkwright.artifacts.rendering.pdf import PageCharacter, read_pdf_pages, read_pdf_text
from tests.artifacts.documents.sample_documents import document, river


def texts(body: str, **fields: object) -> list[str]:
    return [page.text for page in read_pdf_pages(build_document(document(body, **fields), "pdf").main)]


def test_the_river_is_complete() -> None:
    [page] = read_pdf_pages(river("pdf").main)
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


def test_long_tables_repeat_their_head() -> None:
    body = "| Number | Name |\n|---|---|\n" + "".join(f"| {number} | row |\n" for number in range(120))
    pages = texts(body)
    assert len(pages) > 2
    assert all("Number Name" in page for page in pages)


def test_contents_name_the_pages() -> None:
    pages = texts("## First\n\nx\n\n## Second\n\ny", kind="report")
    assert "First" in pages[1]
    assert "3" in pages[1]


def test_a_formula_that_is_too_wide_is_scaled_down() -> None:
    body = f"$${'+'.join(f'x_{{{number}}}' for number in range(40))}$$"
    assert check_pdf(build_document(document(body), "pdf")) == []


def test_numbering_goes_past_ten() -> None:
    assert "14. item" in texts("\n".join(f"{number}. item" for number in range(1, 15)))[0]


@pytest.mark.parametrize("language", ["zh", "zh-Hant"])
def test_chinese_paragraphs_of_a_report_are_indented(language: str) -> None:
    [_, page] = read_pdf_pages(build_document(document("文字" * 60, kind="report", language=language), "pdf").main)
    chars = [char for char in page.chars if char.text == "文"]
    first, second = chars[0].box.left, min(char.box.left for char in page.chars if char.box.top > chars[0].box.bottom)
    assert first - second > 20


def test_a_warm_typst_typesets_ten_pages_quickly() -> None:
    paragraph = "A river begins at a spring, in a lake or under ice, and it ends in the sea. " * 8
    body = "\n\n".join(f"## Part {number}\n\n{paragraph}\n\n{paragraph}" for number in range(32))
    files = typst_files(prepare_document(document(body, toc=False), {}))
    made = [typesetter.typeset(files) for _ in range(4)]
    assert 9 <= len(read_pdf_pages(made[0].content)) <= 14
    cold, *warm = [each.seconds for each in made]
    assert statistics.median(warm) <= cold


def chars_of(formula: str) -> list[PageCharacter]:
    made = build_document(document(f"${formula}$"), "pdf")
    assert check_pdf(made) == []
    [page] = read_pdf_pages(made.main)
    return [char for char in page.chars if 100 < char.box.top < 400]


@pytest.mark.parametrize(
    "formula", [r"\begin{cases}x+y=1\\x-y=2\end{cases}", r"\left\{\begin{array}{l}x+y=1\\x-y=2\end{array}\right."]
)
def test_a_brace_covers_all_rows(formula: str) -> None:
    brace, *rest = chars_of(formula)
    assert brace.text == "{"
    assert all(brace.box.top <= char.box.top and char.box.bottom <= brace.box.bottom for char in rest)
    assert len({round(char.box.top) for char in rest if char.text in "12"}) == 2


def test_the_bars_of_a_determinant_have_its_height() -> None:
    first, *rest, last = chars_of(r"\begin{vmatrix}a&b\\c&d\end{vmatrix}")
    assert (first.text, last.text) == ("|", "|")
    assert all(first.box.top < char.box.top and char.box.bottom < first.box.bottom for char in rest)


def test_an_arc_is_above_its_letters() -> None:
    arc, *letters = chars_of(r"\overset{\frown}{AB}")
    assert all(arc.box.top < letter.box.top for letter in letters)
    assert arc.box.left <= letters[0].box.left
    assert arc.box.right >= letters[-1].box.right


def test_a_formula_in_a_frame_is_one_formula() -> None:
    assert chars_of(r"\boxed{x+1}")


def test_chemical_reactions_are_typeset() -> None:
    shown = "".join(char.text for char in chars_of(r"\ce{2H2 + O2 -> 2H2O}"))
    assert shown == "2H2+O2→2H2O"


def test_no_last_page_has_a_few_lines_only_where_tighter_lines_avoid_it() -> None:
    lengths = {count: len(_pages("\n\n".join(["A paragraph of a line."] * count))) for count in range(30, 44)}
    grows = [count for count in range(31, 44) if lengths[count] > lengths[count - 1]]
    assert len(grows) == 1
    assert len(_pages("\n\n".join(["A paragraph of a line."] * grows[0]))[-1].split("\n")) > 5


def _pages(body: str) -> list[str]:
    return read_pdf_text(build_document(document(body), "pdf").main).pages
