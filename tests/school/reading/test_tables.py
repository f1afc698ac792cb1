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


def test_numbers_within_a_class_and_missing_numbers_still_name_one_pupil() -> None:
    in_class = read("班別,班號,姓名,測驗 (20)", "1A,1,陳大文,12", "1B,1,黃一心,15")
    assert [each.number for each in in_class.data.pupils] == ["1A-1", "1B-1"]
    assert kinds(in_class) == ["class_numbers"]
    german = read("Nr,Name,Vorname,Klasse,Test (20)", "1,Müller,Jürgen,7b,12")
    assert [(each.number, each.name) for each in german.data.pupils] == [("7b-1", "Jürgen Müller")]
    without = read("Last Name,First Name,Quiz (20)", "Doe,Jane,18", class_name="Period 3")
    assert [(each.number, each.name) for each in without.data.pupils] == [("Period 3/Jane Doe", "Jane Doe")]
    assert kinds(without) == ["no_numbers"]
    twice = read("Name,Class,Quiz (20)", "Jane Doe,8A,18", "Jane Doe,8A,17", "Jane Doe,8B,16")
    assert [(each.kind, each.row) for each in twice.errors] == [("duplicate_pupil", 3)]


def test_a_pupil_without_a_number_is_the_one_who_was_imported_before() -> None:
    found = read("Name,Class,Quiz (20)", "jane doe,8A,18", known_numbers={("8a", "jane doe"): "S7"})
    assert [each.pupil for each in found.data.results] == ["S7"]
    same = read("ID,Name,Class,Quiz (20)", 'S7,"Doe Jane",8A,18'.replace('"', ""), known={"S7": "Jane Doe"})
    assert same.errors == []


def test_a_column_in_which_each_mark_names_the_same_maximum_has_this_maximum() -> None:
    found = read("ID,Name,Class,Test 1,Test 2", "1,Ann Lee,8A,32/40,85%", "2,Bob Ray,8A,Abs,70.5 %", maximum=10)
    assert [(each.name, each.maximum) for each in found.data.tests] == [("Test 1", 40), ("Test 2", 100)]
    assert [each.mark for each in found.data.results] == [32, 85, 70.5]
    assert [kind for kind in kinds(found) if kind != "absent_mark"] == ["fraction_column", "percent_column"]
    mixed = read("ID,Name,Class,Test (40)", "1,Ann Lee,8A,32/40", "2,Bob Ray,8A,15/20", "3,Cy Fox,8A,7")
    assert [(each.kind, each.row) for each in mixed.errors] == [("fraction_mark", 2), ("fraction_mark", 3)]


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
