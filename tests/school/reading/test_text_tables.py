"""Tables in text: any usual encoding and separator; damaged bytes are named with their row."""

import pytest

from inkwright.school.reading.problems import FileRefused
from inkwright.school.reading.text_tables import decode_table, read_text_table
from tests.each import each

TABLE = "学号,姓名,班级,期末考试成绩\n1001,王小明,初一班级,5\n1002,李嘉怡,初一班级,6\n"


@each("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
def test_each_encoding_gives_the_same_table(encoding: str) -> None:
    rows = read_text_table(TABLE.encode(encoding)).rows
    assert [[cell.text for cell in row] for row in rows] == [line.split(",") for line in TABLE.splitlines()]


@each("separator", [",", ";", "\t", "|"])
def test_each_separator_gives_the_same_cells(separator: str) -> None:
    assert len(read_text_table(TABLE.replace(",", separator).encode()).rows[0]) == 4


def test_damaged_bytes_are_refused_with_their_row() -> None:
    damaged = TABLE.encode().replace("李嘉怡".encode(), b"\xff\xfe\xff")
    with pytest.raises(FileRefused) as refused:
        decode_table(damaged)
    assert (refused.value.problem.kind, refused.value.problem.row) == ("wrong_encoding", 3)
