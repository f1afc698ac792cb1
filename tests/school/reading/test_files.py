"""Files of pupils: every problem is reported with its row and column, and a file with errors brings nothing."""

import asyncio
import io
import zipfile
from typing import Any

from inkwright.i18n import has_message
from inkwright.school.reading.files import MAX_BYTES, read_content, read_school_file
from inkwright.school.reading.problems import ImportProblem
from inkwright.school.reading.settings import ImportSettings, SchoolFile
from tests.each import each
from tests.school.cases import FILES, read_case

HEAD = "学号,姓名,班级,测验1,测验2\n满分,,,60,100\n"
PUPIL = "2024001,陈思远,一班,55,86\n"


def reported(problem: ImportProblem | dict[str, Any]) -> tuple[object, ...]:
    """A problem without its words."""
    known = problem if isinstance(problem, dict) else {key: getattr(problem, key) for key in ImportProblem.__slots__}
    return known["row"], known["column"], known["kind"], known["severity"]


def acceptance(read: SchoolFile) -> object:
    """How a file is accepted: whole, without some rows, or not at all."""
    if not read.errors:
        return True
    return "partly_refused_rows" if read.can_leave_out else False


@each("case", FILES)
def test_each_file_is_accepted_or_refused_with_exactly_the_expected_reports(case: dict[str, Any]) -> None:
    read = read_case(case["file"])
    found = {reported(problem) for problem in read.problems}
    wanted = {reported(problem) for problem in case["problems"]}
    allowed = wanted | {reported(problem) for problem in case.get("may_also", ())}
    assert wanted <= found
    assert {problem for problem in found if problem[3] == "error"} <= allowed
    assert acceptance(read) == case["accepted"]


@each("case", [case for case in FILES if case["accepted"]])
def test_each_file_brings_the_expected_pupils_tests_and_results(case: dict[str, Any]) -> None:
    read = read_case(case["file"])
    assert read.data.counts == (case["imported"] if not read.errors else case["imported_if_rows_left_out"])
    pupils = {pupil.number: pupil for pupil in read.data.pupils}
    for number, known in case.get("pupils_sample", {}).items():
        assert (pupils[number].name, *pupils[number].classes) == (known["name"], known["class"])
    marks = {(result.pupil, result.test): result.mark for result in read.data.results}
    assert all(marks[each["pupil"], each["test"]] == each["value"] for each in case.get("value_sample", ()))
    assert not any(secret in repr(read.data) for secret in case.get("must_not_be_stored", ()))


def read(text: str, **settings: Any) -> SchoolFile:
    return read_content(text.encode(), ImportSettings(**settings))


def kinds(text: str, **settings: Any) -> list[tuple[int | None, str | None, str]]:
    return [(each.row, each.column, each.kind) for each in read(text, **settings).problems]


@each(
    "text, expected",
    [
        (HEAD + "2.024E+06,甲乙,一班,1,2\n", [(3, "学号", "id_scientific")]),
        (HEAD + "1001,甲乙,一班,1\n", [(3, None, "ragged_row")]),
        (HEAD + "1001,甲乙,一班,1,2,3\n", [(3, None, "ragged_row")]),
        (HEAD + "1001,甲乙,,1,2\n", [(3, "班级", "missing_class")]),
        (HEAD + "1001,甲乙,一班,2025/3/4,2\n", [(3, "测验1", "date_in_mark")]),
        (HEAD + "1001,甲乙,一班,5月6日,3-May\n", [(3, "测验1", "date_in_mark"), (3, "测验2", "date_in_mark")]),
        (HEAD + '1001,甲乙,一班,"12,5",2\n', [(3, "测验1", "decimal_comma")]),
        (HEAD + "1001,甲乙,一班,nan,inf\n", [(3, "测验1", "text_for_number"), (3, "测验2", "text_for_number")]),
        ("学号,姓名,班级,测验1\n1001,甲乙,一班,3\n", [(1, "测验1", "missing_maximum")]),
        (
            "学号,姓名,班级,测验1\n1,甲乙,一班,x\n2,丙丁,一班,-3\n2,丙丁,一班,4\n",
            [
                (1, "测验1", "missing_maximum"),
                (2, "测验1", "text_for_number"),
                (3, "测验1", "negative_mark"),
                (4, "学号", "duplicate_pupil"),
            ],
        ),
        (
            HEAD + "1001,甲乙,一班,x,2\n1001,甲乙,一班,1,2\n",
            [(3, "测验1", "text_for_number"), (4, "学号", "duplicate_pupil")],
        ),
        ("学号,姓名,班级,测验1\n满分,,,零\n1001,甲乙,一班,3\n", [(2, "测验1", "bad_maximum")]),
        ("学号,姓名,班级,测验1\n满分,,,0\n1001,甲乙,一班,0\n", [(2, "测验1", "bad_maximum")]),
        ("学号,姓名,班级,测验1,名次\n满分,,,10,\n1001,甲乙,一班,3,1\n", [(1, "名次", "rank_column")]),
        ("学号,姓名,班级,手机号,测验1\n满分,,,,10\n1001,甲乙,一班,139,3\n", [(1, "手机号", "dropped_column")]),
        ("学号,姓名,测验1\n满分,,10\n1001,甲乙,3\n", [(1, None, "missing_class")]),
        (HEAD + "1001,甲\ufffd,一班,1,2\n", [(3, "姓名", "wrong_encoding")]),
        (HEAD + "1001,???,一班,1,2\n", [(3, "姓名", "wrong_encoding")]),
        (HEAD + "1001,甲乙,一班,\u22123,（缺考）\n", [(3, "测验1", "negative_mark"), (3, "测验2", "absent_mark")]),
        (HEAD + PUPIL + ",全班平均分,,5,6\n,及格率,,83%,\n", [(4, None, "average_row"), (5, None, "average_row")]),
        (HEAD + PUPIL + "制表人：王老师\n", [(4, None, "average_row")]),
        (HEAD + "ab,Ray Mean,一班,5,6\n", []),
        ("满分,,,9,9\n学号 No.,姓名/Name,班级（Class）,测验1,测验2\n1001,甲乙,一班,5,6\n", []),
        ("班別,學號,中文姓名,英文姓名,默書(9)\n3A,01,陳大文,Tai Man,8\n", [(1, "英文姓名", "unknown_column")]),
        ("甲,乙\n1,2\n", [(None, None, "not_a_table")]),
        ("\n\n", [(None, None, "empty_file")]),
        ("学号,姓名,班级,测验1\n", [(None, None, "empty_file")]),
        ("学号,姓名,班级,数学,\n,,,期中,期末\n满分,,,10,20\n1001,甲乙,一班,3,4\n", [(2, None, "two_header_rows")]),
    ],
)
def test_each_kind_of_problem_is_named_with_its_place(text: str, expected: list[Any]) -> None:
    assert kinds(text) == expected


def test_a_pupil_whose_first_row_has_an_error_is_left_out_with_the_repetition() -> None:
    table = HEAD + PUPIL + "1001,甲乙,一班,x,2\n1001,甲乙,一班,1,2\n"
    assert [pupil.number for pupil in read(table).data.pupils] == ["2024001"]


def test_a_maximum_that_is_missing_names_the_option() -> None:
    problem = read("学号,姓名,班级,测验1\n1001,甲乙,一班,3\n").problems[0]
    assert all("--maximum 100" in problem.message(language) for language in ("en", "zh"))


def test_the_person_may_give_the_maximum_the_class_and_what_a_column_holds() -> None:
    table = "Code,Name,Quiz A,Quiz B\n1001,Ann Bee,3,4\n"
    assert acceptance(read(table)) is False
    known = read(table, columns={"Code": "number"}, maxima={"Quiz A": 5}, maximum=10, class_name="1A")
    assert known.problems == ()
    assert [(test.name, test.maximum) for test in known.data.tests] == [("Quiz A", 5), ("Quiz B", 10)]
    assert known.data.pupils[0].classes == ("1A",)


def test_a_row_of_knowledge_points_belongs_to_the_tests() -> None:
    data = read("ID,Name,Class,Q1,Q2\nfull marks,,,5,5\nknowledge point,,,Ratio,\n1001,Ann Bee,1A,3,4\n").data
    assert [test.knowledge_point for test in data.tests] == ["Ratio", ""]


def test_maxima_in_the_header_are_read_and_not_part_of_the_name() -> None:
    data = read("ID,Name,Class,Quiz (20),测验（满分30）\n1001,Ann Bee,1A,3,4\n").data
    assert [(test.name, test.maximum) for test in data.tests] == [("Quiz", 20), ("测验", 30)]


def test_given_and_family_names_are_one_name_and_missing_marks_at_the_end_are_no_results() -> None:
    found = read("Student No.,First Name,Surname,Form,Quiz /20,Essay (max 30)\n7,Ann,Bee,1A,3\n")
    assert not found.errors
    assert [(pupil.name, *pupil.classes) for pupil in found.data.pupils] == [("Ann Bee", "1A")]
    assert [(result.test, result.mark) for result in found.data.results] == [("Quiz", 3)]


def zipped(parts: dict[str, str]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as package:
        for name, text in parts.items():
            package.writestr(name, text)
    return made.getvalue()


@each(
    "content, kind",
    [
        (zipped({"users.csv": "sourcedId\n", "../classes.csv": "x"}), "unsafe_path"),
        (zipped({"users.csv": "sourcedId\n", "classes.csv": "0" * 70_000_000}), "zip_bomb"),
        (zipped({"a.txt": "hello"}), "not_a_table"),
        (b"PK\x03\x04" + b"x" * 100, "damaged"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"x" * 600, "old_workbook"),
        (b"\x00\x01\x02" * 50, "not_a_table"),
    ],
)
def test_hostile_files_are_refused_as_a_whole(content: bytes, kind: str) -> None:
    found = read_content(content, ImportSettings())
    assert [problem.kind for problem in found.errors] == [kind]
    assert found.data.counts == {"pupils": 0, "tests": 0, "results": 0}


async def _read(content: bytes) -> SchoolFile:
    return await read_school_file(content, ImportSettings())


def test_a_worker_reads_the_file_and_a_file_that_is_too_large_is_not_even_sent_to_it() -> None:

    small = asyncio.run(_read((HEAD + PUPIL).encode()))
    assert small == read(HEAD + PUPIL)
    large = asyncio.run(_read(b"x" * (MAX_BYTES + 1)))
    assert [problem.kind for problem in large.errors] == ["too_large"]


def test_every_kind_of_problem_has_its_words_in_both_languages() -> None:
    for case in FILES:
        for problem in read_case(case["file"]).problems:
            assert has_message(f"school.problem.{problem.kind}")
            assert problem.message("zh") != problem.message("en")
            assert problem.place("zh") or problem.row is None
