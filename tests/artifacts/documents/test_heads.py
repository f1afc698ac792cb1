"""The head of a document: fields with labels, two short ones in a row, and what a pupil fills in."""

from inkwright.artifacts.documents.heads import (
    Blank,
    Field,
    blanks_of,
    fields_of,
    instructions_of,
    rows_of,
    running_title,
)
from tests.artifacts.documents.made_documents import document


def test_fields_have_labels_in_the_language_of_the_document() -> None:
    given = {"subject": "数学", "objectives": ["一", "二"], "教室": "三楼", "grade": ""}
    spec = document("x", kind="lesson_plan", language="zh", fields=given)
    assert fields_of(spec) == [Field("学科", ("数学",)), Field("教学目标", ("一", "二")), Field("教室", ("三楼",))]


def test_short_fields_stand_two_in_a_row() -> None:
    one, two, three = Field("a", ("1",)), Field("b", ("2",)), Field("c", ("3",))
    long, many = Field("d", ("long " * 20,)), Field("e", ("1", "2"))
    assert rows_of([one, two, long, three, many]) == [(one, two), (long,), (three,), (many,)]


def test_a_worksheet_has_room_for_name_class_date_and_score() -> None:
    spec = document("x", kind="worksheet", fields={"score": "30", "instructions": "Write.", "time": "40 minutes"})
    assert blanks_of(spec) == [
        Blank("Name", 4.2),
        Blank("Class", 2.6),
        Blank("Date", 2.8),
        Blank("Score", 1.4, "/ 30"),
    ]
    assert instructions_of(spec) == ["Write."]
    assert fields_of(spec) == [Field("Time", ("40 minutes",))]


def test_a_long_title_is_cut_where_it_runs_along_the_pages() -> None:
    assert running_title(document("x", title="Rivers")) == "Rivers"
    cut = running_title(document("x", title="河" * 300))
    assert cut.endswith("河…")
    assert len(cut) < 60
