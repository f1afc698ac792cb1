"""Reports show the statistics in both languages, and charts whose words cannot break them."""

from inkwright.school.records import Pupil, Result, SchoolClass, SchoolData, Test
from inkwright.school.reports import bar_chart, class_report, pupil_report
from inkwright.school.school import School
from tests.school.test_answers import SCHOOL


def test_the_report_of_a_class_has_its_numbers_and_a_chart_for_each_test() -> None:
    report = class_report(SCHOOL, SCHOOL.classes["1A"], "en")
    assert report.title == "Report of class 1A"
    assert "| Quiz 1 | 20 | 2 | 10 | 10 | 7.07 | 7.5 | 12.5 | 50% |" in report.markdown
    assert all(f"({name})" in report.markdown for name in report.charts)
    assert len(report.charts) == 4


def test_the_report_of_a_pupil_stands_beside_the_class() -> None:
    report = pupil_report(SCHOOL, SCHOOL.pupils["1002"], "zh")
    assert "| Quiz 1 | 20 | 15 | 10 | 10 |" in report.markdown
    assert "| Final exam | 100 | – | 90 | 90 |" in report.markdown


def test_names_that_look_like_markup_stay_names() -> None:
    name = "<b>|x](y)*"
    data = SchoolData(
        (SchoolClass("c", name),), (Pupil("1", name, ("c",)),), (Test(name, 10),), (Result("1", name, 3),)
    )
    report = class_report(School(data), School(data).classes["c"], "en")
    assert "<b>" not in report.markdown
    assert b"<b>" not in bar_chart([(name, 0.5, "<script>")])
