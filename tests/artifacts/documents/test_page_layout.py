"""Tests of the page layout: labelled fields, two short ones in a row, and the blanks of a worksheet."""

from inkwright.artifacts.documents.page_layout import (
    BlankField,
    HeaderField,
    blank_fields,
    field_rows,
    header_fields,
    running_title,
    worksheet_instructions,
)
from tests.artifacts.documents.sample_documents import document


def test_fields_have_labels_in_the_language_of_the_document() -> None:
    given = {"subject": "数学", "objectives": ["一", "二"], "教室": "三楼", "grade": ""}
    spec = document("x", kind="lesson_plan", language="zh", fields=given)
    assert header_fields(spec) == [
        HeaderField("学科", ("数学",)),
        HeaderField("教学目标", ("一", "二")),
        HeaderField("教室", ("三楼",)),
    ]


def test_short_fields_come_two_in_a_row() -> None:
    one, two, three = HeaderField("a", ("1",)), HeaderField("b", ("2",)), HeaderField("c", ("3",))
    long, many = HeaderField("d", ("long " * 20,)), HeaderField("e", ("1", "2"))
    assert field_rows([one, two, long, three, many]) == [(one, two), (long,), (three,), (many,)]


def test_a_worksheet_has_blanks_for_name_class_date_and_score() -> None:
    spec = document("x", kind="worksheet", fields={"score": "30", "instructions": "Write.", "time": "40 minutes"})
    assert blank_fields(spec) == [
        BlankField("Name", 4.2),
        BlankField("Class", 2.6),
        BlankField("Date", 2.8),
        BlankField("Score", 1.4, "/ 30"),
    ]
    assert worksheet_instructions(spec) == ["Write."]
    assert header_fields(spec) == [HeaderField("Time", ("40 minutes",))]


def test_a_long_title_is_shortened_in_the_page_header() -> None:
    assert running_title(document("x", title="Rivers")) == "Rivers"
    cut = running_title(document("x", title="河" * 300))
    assert cut.endswith("河…")
    assert len(cut) < 60
