"""Tables of several sheets: a sheet is a class, a pupil is there once, and other tests of a pupil are added."""

from inkwright.school.reading.cells import Cell, Grid
from inkwright.school.reading.settings import ImportSettings, SchoolFile
from inkwright.school.reading.tables import read_tables


def sheet(name: str, *rows: str) -> Grid:
    return Grid(name, [[Cell(cell) for cell in row.split(",")] for row in rows])


def test_a_pupil_in_two_sheets_is_twice_there_unless_the_tests_are_others() -> None:
    maths = sheet("1A", "ID,Name,Maths", "full marks,,10", "1001,Ann Bee,5")
    again = sheet("1B", "ID,Name,Maths", "full marks,,10", "1001,Ann Bee,6")
    art = sheet("Art", "ID,Name,Class,Art", "full marks,,,20", "1001,Ann Bee,1A,15")
    twice = read_tables([maths, again], ImportSettings(), "xlsx")
    assert [(each.kind, each.part, each.row) for each in twice.errors] == [("duplicate_pupil", "1B", 3)]
    both = read_tables([maths, art, sheet("Notes", "hello")], ImportSettings(), "xlsx")
    assert both.problems == ()
    assert both.data.counts == {"pupils": 1, "tests": 2, "results": 2}


def read(*rows: str, **settings: object) -> SchoolFile:
    return read_tables([sheet("", *rows)], ImportSettings(**settings), "csv")  # type: ignore[arg-type]


def kinds(found: SchoolFile) -> list[str]:
    return [each.kind for each in found.problems]


def test_exports_of_learning_platforms_are_understood() -> None:
    canvas = read(
        "Student,ID,SIS Login ID,Section,Quiz 1 (1001),Final Score",
        "Points Possible,,,,20,(read only)",
        "Doe Jane,501,jdoe,Algebra,18,90",
        "Test Student,999,,Algebra,,",
    )
    assert [each.name for each in canvas.data.pupils] == ["Doe Jane"]
    assert [(each.name, each.maximum) for each in canvas.data.tests] == [("Quiz 1", 20)]
    board = read(
        "Last Name,First Name,Student ID,Quiz [Total Pts: 20 Score] |123", "Doe,Jane,1,In Progress", class_name="Bio"
    )
    assert [(each.name, each.maximum) for each in board.data.tests] == [("Quiz", 20)]
    assert board.errors == []
    websams = read("REGNO,CLASSCODE,CLASSNO,ENNAME,CHNAME,MATHS", "Max,,,,,100", "21,2C,1,NG Yan,吳欣,70")
    assert [(each.number, each.name, each.classes) for each in websams.data.pupils] == [("21", "NG Yan", ("2C",))]


def test_two_header_rows_with_ranks_keep_the_names_of_the_subjects() -> None:
    header = ("学号,姓名,班级,语文,,数学,", ",,,分数,班次,分数,班次")
    found = read(*header, "1,赵敏,3班,110,2,130,1", maxima={"语文": 150, "数学": 150})
    assert [each.name for each in found.data.tests] == ["语文", "数学"]
    assert found.errors == []


def test_the_dates_of_tests_are_in_a_row_or_in_the_header() -> None:
    found = read("ID,Name,Class,Quiz (20),2026-03-05 (10)", "Date,,,2026-01-12,", "1,Date,8A,18,9")
    assert [(each.name, each.date) for each in found.data.tests] == [
        ("Quiz", "2026-01-12"),
        ("2026-03-05", "2026-03-05"),
    ]
    assert [each.name for each in found.data.pupils] == ["Date"]


def test_a_pupil_called_max_is_not_a_row_of_maxima() -> None:
    found = read("First name,Surname,ID,Class,Quiz", "Ivy,Ng,1,2C,8", "Max,Yu,2,2C,9", "Max,,,,10")
    assert [each.name for each in found.data.pupils] == ["Ivy Ng", "Max Yu"]
    assert [(each.name, each.maximum) for each in found.data.tests] == [("Quiz", 10)]


def test_a_header_with_a_percent_sign_names_the_maximum() -> None:
    found = read("Surname Forename,Reg,UPN,Autumn Test %,Mock (%)", '"Ng Ivy",9X1,A1,67,80')
    assert [(each.name, each.maximum) for each in found.data.tests] == [("Autumn Test", 100), ("Mock", 100)]


def test_the_mapping_says_what_is_read_in_the_end() -> None:
    found = read("ID,Name,姓名,Class,Quiz (20),Project", "1,Ann Bee,安,8A,18,good")
    roles = {column.header: column.role for column in found.parts[0].columns}
    assert roles == {
        "ID": "number",
        "Name": "name",
        "姓名": "unknown",
        "Class": "class",
        "Quiz": "test",
        "Project": "unknown",
    }
