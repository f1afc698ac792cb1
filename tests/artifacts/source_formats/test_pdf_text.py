"""A PDF is read with its real headings."""

import io

import pikepdf

from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.source import read_document
from inkwright.artifacts.text_extraction import extract_text
from tests.artifacts.rendering.sample_pdfs import pdf, written

BODY = "Rivers carry water to the sea, and rain brings it back to the mountains where they begin."


def test_larger_letters_are_headings() -> None:
    page = written("Rivers", 20, 270, 24) + written("The Nile", 20, 230, 16) + written(BODY, 20, 200, 8)
    assert extract_text("a.pdf", pdf([page])) == f"# Rivers\n\n## The Nile\n\n{BODY}\n"


def test_the_outline_of_the_file_names_headings_of_any_size() -> None:
    with pikepdf.open(io.BytesIO(pdf([written("2 The Nile", 20, 230, 8) + written(BODY, 20, 200, 8)]))) as document:
        with document.open_outline() as outline:
            outline.root.append(pikepdf.OutlineItem("The Nile", 0))
        made = io.BytesIO()
        document.save(made)
    assert extract_text("a.pdf", made.getvalue()) == f"# 2 The Nile\n\n{BODY}\n"


def test_what_repeats_at_the_edge_of_pages_is_left_out() -> None:
    pages = [
        written("All about rivers", 20, 280, 8)
        + written(f"{BODY} {number}", 20, 200, 8)
        + written(str(number), 20, 5, 8)
        for number in range(1, 6)
    ]
    made = extract_text("a.pdf", pdf(pages))
    assert "All about rivers" not in made
    assert made.count(BODY) == 5


def test_titles_that_change_beside_the_number_of_the_page_are_left_out_and_larger_titles_are_not() -> None:
    names = ("The source", "The course", "The mouth", "The delta")
    running = [f"{number} {name}" for number, name in enumerate(names, 7)]
    small = [
        written(line, 20, 280, 8) + written(f"{BODY} {name}.", 20, 200, 8)
        for line, name in zip(running, names, strict=True)
    ]
    made = extract_text("a.pdf", pdf(small))
    assert not any(line in made for line in running)
    assert made.count(BODY) == len(names)
    large = [written(line, 20, 280, 20) + written(f"{BODY} {line[2:]}", 20, 200, 8) for line in running]
    made = extract_text("a.pdf", pdf(large))
    assert all(f"# {line}" in made for line in running)


def test_footnotes_are_paragraphs_of_their_own() -> None:
    made = extract_text("a.pdf", pdf([written(BODY, 20, 200, 8) + written("1 A note below.", 20, 20, 6)]))
    assert made == f"{BODY}\n\n1 A note below.\n"


def test_no_page_is_a_heading() -> None:
    source = "# 河流\n\n河流把水带到海里。\n\n## 尼罗河\n\n尼罗河很长。\n\n- 一\n- 二\n"
    made = extract_text("a.pdf", build_document(read_document(source), "pdf").main)
    assert "## 尼罗河" in made or "# 尼罗河" in made
    assert "Page 1" not in made
    assert "- 一\n- 二" in made
