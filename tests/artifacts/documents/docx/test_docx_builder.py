"""Tests of the content of a .docx: equations, footnotes, lists, table heads, fields, properties, languages."""

import re
from itertools import pairwise
from typing import Any

import pytest

from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.source import read_document
from tests.artifacts.documents.sample_documents import document, open_docx, parts_of, river


def markup(body: str, **fields: object) -> str:
    return parts_of(build_document(document(body, **fields), "docx").main)["word/document.xml"].decode()


def style_of(paragraph: Any) -> str:
    return str(paragraph.style.name)


def test_the_river_is_complete() -> None:
    made = open_docx(river("docx").main)
    assert [(style_of(each), each.text) for each in made.paragraphs if each.text.strip()] == [
        ("Title", "Rivers"),
        ("Author", "A. Teacher"),
        ("Heading 1", "Where they begin"),
        ("First Paragraph", "A river begins at a spring, in a lake or under ice. See the end."),
        ("Table Caption", "Table\u00a0: Two rivers"),
        ("Compact", "Rain falls."),
        ("Compact", "Water gathers."),
        ("Image Caption", "Figure\u00a0: A drop"),
        ("Heading 1", "Where they end"),
        ("First Paragraph", "In the sea, with ."),
    ]
    assert [[cell.text for cell in row.cells] for row in made.tables[0].rows] == [
        ["River", "Length (km)"],
        ["Rhine", "1233"],
        ["Elbe", "1094"],
    ]


def test_equations_and_footnotes_are_native() -> None:
    parts = parts_of(river("docx").main)
    assert parts["word/document.xml"].count(b"<m:oMath>") == 2
    assert b"<m:f>" in parts["word/document.xml"]
    assert b"The Rhine does all three." in parts["word/footnotes.xml"]


def test_captions_are_numbered_by_fields() -> None:
    made = parts_of(river("docx").main)["word/document.xml"].decode()
    assert re.findall(r'w:instr=" SEQ (\w+) ', made) == ["Table", "Figure"]


def test_the_head_of_a_table_repeats_and_no_row_breaks() -> None:
    made = markup("| a |\n|---|\n| b |\n| c |\n")
    assert (made.count("<w:tblHeader"), made.count("<w:cantSplit/>")) == (1, 3)


def test_the_footer_has_page_numbers_and_the_header_has_the_title() -> None:
    parts = parts_of(river("docx").main)
    feet = b"".join(part for name, part in parts.items() if name.startswith("word/footer"))
    heads = b"".join(part for name, part in parts.items() if name.startswith("word/header"))
    assert b" PAGE " in feet
    assert b" NUMPAGES " in feet
    assert b"Rivers" in heads


def test_the_properties_name_title_author_and_keywords() -> None:
    source = "---\ntitle: A & B\nauthor: Ann\nkeywords: [x, y]\nlanguage: zh\n---\ntext"
    made = open_docx(build_document(read_document(source), "docx").main).core_properties
    assert (made.title, made.author, made.keywords, made.language) == ("A & B", "Ann", "x, y", "zh-CN")


def test_numbering_goes_past_ten_and_lists_nest() -> None:
    made = open_docx(
        build_document(document("\n".join(f"{n}. item" for n in range(1, 15)) + "\n    - inner"), "docx").main
    )
    assert [each.text for each in made.paragraphs if style_of(each) == "Compact"] == ["item"] * 14 + ["inner"]
    assert 'w:ilvl w:val="1"' in markup("1. a\n    - b")


def test_tasks_are_boxes() -> None:
    parts = parts_of(build_document(document("- [ ] open\n- [x] done"), "docx").main)
    assert ("☐" in parts["word/numbering.xml"].decode(), "☒" in parts["word/numbering.xml"].decode()) == (True, True)


def test_contents_are_written_out_and_lead_to_their_headings() -> None:
    made = markup("## A & B\n\nx\n\n### C\n\ny", toc=True)
    assert re.findall(r'<w:pStyle w:val="TOC(\d)"/></w:pPr>.*?w:anchor="(part-\d)".*?<w:t[^>]*>([^<]*)<', made) == [
        ("1", "part-1", "A &amp; B"),
        ("2", "part-2", "C"),
    ]
    assert {"part-1", "part-2"} <= set(re.findall(r'w:bookmarkStart [^>]*w:name="([^"]+)"', made))


def test_a_lesson_plan_has_its_fields_in_a_table() -> None:
    fields = {"subject": "Science", "grade": "5", "objectives": ["One", "Two"]}
    made = open_docx(build_document(document("x", kind="lesson_plan", fields=fields), "docx").main)
    rows = [[cell.text for cell in row.cells] for row in made.tables[0].rows]
    both = "•\u2002One\n•\u2002Two"
    assert rows == [["Subject", "Science", "Grade", "5"], ["Objectives", both, both, both]]


def test_a_worksheet_has_answer_space() -> None:
    body = "1. a\n\n   ::: {.answer lines=3}\n   :::\n2. b\n\n   ::: {.answer box=4}\n   :::\n"
    made = open_docx(build_document(document(body, kind="worksheet"), "docx").main)
    styles = [style_of(each) for each in made.paragraphs]
    assert (styles.count("Answer Line"), styles.count("Answer Box")) == (3, 1)
    [box] = [each for each in made.paragraphs if style_of(each) == "Answer Box"]
    assert round(box.paragraph_format.line_spacing.cm) == 4
    assert made.paragraphs[0].text.startswith("Name\u00a0\t")


@pytest.mark.parametrize(("language", "tag"), [("zh", "zh-CN"), ("zh-Hant", "zh-TW")])
def test_chinese_has_its_own_fonts_and_language(language: str, tag: str) -> None:
    parts = parts_of(build_document(document("# 一\n\n文字", kind="report", language=language), "docx").main)
    styles = parts["word/styles.xml"].decode()
    assert f'w:eastAsia="{tag}"' in styles
    assert 'w:eastAsia="SimSun"' in styles
    assert 'w:eastAsia="Microsoft YaHei"' in styles
    assert 'w:firstLineChars="200"' in styles


def test_a_picture_is_described_by_its_text_and_not_by_its_bytes() -> None:
    made = parts_of(river("docx").main)["word/document.xml"]
    assert b'descr="A drop"' in made
    assert b"base64" not in made


def test_page_breaks_and_kept_tasks_become_paragraph_properties() -> None:
    made = markup("A\n\n::: {.newpage}\n:::\n\n## B\n\n::: {.whole}\nC\n\nD\n:::\n\nE")
    assert (made.count("<w:pageBreakBefore/>"), made.count("<w:keepLines/>")) == (1, 2)
    assert "InkwrightNewPage" not in made
    table = markup("A\n\n::: {.newpage}\n:::\n\n| a |\n|---|\n| b |\n")
    assert table.index("<w:pageBreakBefore/>") < table.index("<w:tbl>", table.index("A</w:t>"))
    assert "<w:pageBreakBefore/>" not in markup("A\n\n::: {.newpage}\n:::\n")


def test_emphasised_chinese_text_is_set_in_the_other_typeface_and_not_slanted() -> None:
    runs = re.findall(r"<w:r>.*?</w:r>", markup("给出*三点建议*。", language="zh"))
    [emphasised] = [run for run in runs if "三点建议" in run]
    assert "<w:i" not in emphasised
    assert 'w:eastAsia="SimSun"' in emphasised
    [latin] = [run for run in re.findall(r"<w:r>.*?</w:r>", markup("see *Homo sapiens*.")) if "Homo" in run]
    assert "<w:i" in latin


def test_choices_inside_a_task_begin_at_the_text_of_the_task() -> None:
    source = "---\nkind: worksheet\ntitle: T\n---\n1. Which?\n\n   A. one\n   B. two\n   C. three\n   D. four\n"
    word = open_docx(build_document(read_document(source), "docx").main)
    [row] = [each for each in word.paragraphs if each.style and each.style.name == "Choices 4"]
    stops = [stop.position.twips for stop in row.paragraph_format.tab_stops if stop.alignment.name == "LEFT"]
    assert stops[0] > 720 + 1_000
    assert {round(after - before, -2) for before, after in pairwise([720, *stops])} == {round(stops[0] - 720, -2)}


def test_a_table_to_fill_in_has_room_to_write() -> None:
    source = (
        "---\ntitle: T\nkind: worksheet\n---\n| Factor | Low | High |\n|---|---|---|\n| Light | | |\n| Heat | | |\n"
    )
    word = open_docx(build_document(read_document(source), "docx").main)
    [made] = word.tables
    assert all(column.width.cm > 3.5 for column in [*made.columns][1:])
    assert [row.height.cm > 0.8 if row.height else False for row in made.rows] == [False, True, True]
