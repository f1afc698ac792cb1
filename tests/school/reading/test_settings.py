"""A file that was read says what prevents its import, and whether something is left without the rows with errors."""

from inkwright.school.reading.problems import ImportProblem
from inkwright.school.reading.settings import SchoolFile
from inkwright.school.records import Pupil, SchoolData
from tests.each import each

SOME = SchoolData(pupils=(Pupil("1", "王小明", ("1A",)),))
ROW = ImportProblem("no_name", row=3)
WARNING = ImportProblem("no_name", "warning", is_whole=True)
WHOLE = ImportProblem("no_name", is_whole=True)


@each(
    "data, problems, expected",
    [
        (SOME, (), True),
        (SOME, (ROW, WARNING), True),
        (SOME, (ROW, WHOLE), False),
        (SchoolData(), (ROW,), False),
    ],
)
def test_rows_can_be_left_out_unless_the_whole_file_is_wrong_or_nothing_remains(
    data: SchoolData, problems: tuple[ImportProblem, ...], expected: bool
) -> None:
    assert SchoolFile("csv", data, problems).can_leave_out is expected


def test_a_warning_prevents_nothing() -> None:
    assert SchoolFile("csv", SOME, (WARNING, ROW, WHOLE)).errors == [ROW, WHOLE]
