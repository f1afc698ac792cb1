"""Tests of the content of a .tex file."""

from inkwright.artifacts.documents.document_builder import DEFAULT_TIMESTAMP
from inkwright.artifacts.documents.prepare import prepare_document
from inkwright.artifacts.documents.tex.tex_builder import write_tex
from inkwright.artifacts.source_formats.records import BuildOptions
from tests.artifacts.documents.sample_documents import DROP, document

OPTIONS = BuildOptions(DEFAULT_TIMESTAMP)


def tex(body: str, **fields: object) -> str:
    return write_tex(prepare_document(document(body, **fields), {"drop.png": DROP}), OPTIONS)[".tex"].decode()


def test_text_formulas_and_pictures_are_written() -> None:
    made = tex("# One\n\nText with $x^2$ and 50 %.\n\n![](drop.png)\n", author="Ada")
    assert r"\section{One}" in made
    assert r"\(x^2\)" in made
    assert r"50 \%" in made
    assert "picture-1.png" in made
    assert "Ada" in made


def test_page_breaks_rules_and_answer_space_become_commands() -> None:
    made = tex("One.\n\n::: {.newpage}\n:::\n\nTwo.\n\n---\n\n::: {.answer lines=4}\n:::\n\n::: {.answer box=3}\n:::\n")
    assert r"\clearpage" in made
    assert r"\rule{\linewidth}{0.4pt}" in made
    assert r"\answerlines{4}" in made
    assert r"\answerbox{3cm}" in made


def test_only_chinese_documents_load_chinese_support() -> None:
    assert "xeCJK" in tex("河流。", language="zh")
    assert r"\usepackage{xeCJK}" not in tex("Rivers.")


def test_a_worksheet_has_blanks_and_instructions() -> None:
    made = tex("1. Why?", kind="worksheet", fields={"instructions": "Write clearly.", "score": "20"})
    assert r"\underline{\hspace{4.2cm}}" in made
    assert "/ 20" in made
    assert "Write clearly." in made
