"""Find the header of a table and what each of its columns holds."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from inkwright.school.reading.cells import Cell, Grid, plain

ColumnRole = Literal["number", "name", "class", "test", "total", "rank", "dropped", "unknown"]
COLUMN_ROLES: Final[tuple[ColumnRole, ...]] = ("number", "name", "class", "test", "unknown")
"""The roles that a person may give to a column."""

_HEADER_ROWS: Final = 30
"""How many rows at the top may be titles."""

_WORDS: Final[Mapping[ColumnRole, frozenset[str]]] = {
    "number": frozenset(
        "学号,學號,学生编号,学生号,学生学号,编号,學生編號,考号,准考证号,学籍号,student id,student no,student no.,"
        "student number,"
        "id,pupil id,pupil no,pupil number,studentid,student_id,no.,number,sourcedid".split(",")
    ),
    "name": frozenset(
        "姓名,名字,学生姓名,學生姓名,学生,學生,name,student name,full name,pupil,pupil name,student,student_name".split(
            ","
        )
    ),
    "class": frozenset(
        "班级,班級,班,班别,班別,所在班级,行政班,class,class name,form,form class,group,homeroom,class_name".split(",")
    ),
    "total": frozenset(
        "总分,總分,合计,合計,总计,總計,总成绩,總成績,平均分,平均,均分,total,sum,total marks,total score,"
        "average,mean,avg".split(",")
    ),
    "rank": frozenset(
        "名次,排名,班级排名,年级排名,班排,级排,校排,班名次,年级名次,班級排名,年級排名,rank,ranking,position,"
        "class rank,place".split(",")
    ),
    "dropped": frozenset(
        "电话,電話,手机,手機,手机号,手机号码,联系电话,家长电话,電話號碼,密码,密碼,口令,身份证,身份证号,住址,地址,"
        "家庭住址,邮箱,电子邮箱,"
        "微信,qq,家长,家长姓名,phone,phone number,mobile,tel,telephone,sms,password,pin,email,e-mail,address,parent,"
        "parent phone,guardian,guardian phone,contact".split(",")
    ),
    "unknown": frozenset(
        "备注,備註,评语,評語,性别,性別,座号,座號,序号,序號,年级,年級,remarks,remark,comment,comments,note,notes,"
        "gender,sex,seat,"
        "grade,dob,date of birth,出生日期,生日,等级,等級".split(",")
    ),
}
_ROLE_OF: Final = {word: role for role, words in _WORDS.items() for word in words}
_DROPPED_PARTS: Final = re.compile(r"电话|電話|手机|手機|密码|密碼|身份证|phone|mobile|password|e-?mail", re.IGNORECASE)
MAXIMUM_WORDS: Final = frozenset(
    "满分,滿分,满分值,卷面满分,full marks,full mark,max,maximum,max marks,max mark,maximum marks,out of,"
    "total marks,满分:,满分：".split(",")
)
KNOWLEDGE_WORDS: Final = frozenset("知识点,知識點,考点,考點,knowledge point,knowledge points,topic,skill".split(","))
SUMMARY_WORDS: Final = frozenset(
    "平均分,平均,均分,平均值,班平均,年级平均,最高分,最低分,及格率,优秀率,合计,合計,总计,總計,总分,标准差,中位数,"
    "人数,average,mean,avg,"
    "class average,class mean,median,highest,lowest,total,max score,min,minimum,pass rate,sd,standard deviation,"
    "count,sum,"
    "參考人數,参考人数".split(",")
)
_MAXIMUM_IN_NAME: Final = re.compile(
    r"\s*[(（\[]\s*(?:满分|滿分|max|out of|/)?\s*[:：]?\s*(\d+(?:\.\d+)?)\s*(?:分|marks?)?\s*[)）\]]\s*$", re.I
)


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column: its position, its header, what it holds, and a maximum that its header names."""

    index: int
    header: str
    role: ColumnRole
    maximum: float | None = None


@dataclass(frozen=True, slots=True)
class TableHeader:
    """The header of a table: the row in which it is, from 1, the last row of it, and the columns."""

    row: int
    last_row: int
    columns: tuple[TableColumn, ...]

    def of(self, role: ColumnRole) -> list[TableColumn]:
        """Return the columns with this role."""
        return [column for column in self.columns if column.role == role]


def find_header(grid: Grid, mapping: Mapping[str, ColumnRole]) -> TableHeader | None:
    """Return the header: the first row that names at least two of number, name and class."""
    for index, row in enumerate(grid.rows[:_HEADER_ROWS]):
        roles = {role_of(cell.text, mapping) for cell in row if not cell.is_blank}
        if len(roles & {"number", "name", "class"}) > 1:
            return _header(grid, index, mapping)
    return None


def role_of(header: str, mapping: Mapping[str, ColumnRole]) -> ColumnRole:
    """Return what a column with this header holds."""
    if header in mapping:
        return mapping[header]
    written = plain(header)
    if _DROPPED_PARTS.search(written):
        return "dropped"
    return _ROLE_OF.get(written, "test")


def _header(grid: Grid, index: int, mapping: Mapping[str, ColumnRole]) -> TableHeader:
    row = grid.rows[index]
    second = _second_row(grid, index, mapping)
    names = _joined(row, second) if second else [cell.text for cell in row]
    columns = [_column(position, name, role_of(name, mapping)) for position, name in enumerate(names) if name.strip()]
    return TableHeader(index + 1, index + 1 + bool(second), tuple(columns))


def _column(position: int, name: str, role: ColumnRole) -> TableColumn:
    found = _MAXIMUM_IN_NAME.search(name) if role == "test" else None
    if found is None:
        return TableColumn(position, name, role)
    return TableColumn(position, name[: found.start()], role, float(found[1]))


def _second_row(grid: Grid, index: int, mapping: Mapping[str, ColumnRole]) -> list[Cell] | None:
    """Return the row below the header if it continues it: only texts, and nothing that is about one pupil."""
    row = grid.rows[index + 1] if index + 1 < len(grid.rows) else []
    filled = {position: cell for position, cell in enumerate(row) if not cell.is_blank}
    if not filled or any(cell.kind != "text" or any(map(str.isdigit, cell.text[:1])) for cell in filled.values()):
        return None
    known = {at for at, cell in enumerate(grid.rows[index]) if role_of(cell.text, mapping) in ("number", "name")}
    first = plain(next(iter(filled.values())).text)
    is_other = first in MAXIMUM_WORDS or first in KNOWLEDGE_WORDS or first in SUMMARY_WORDS
    repeats = all(role_of(filled[at].text, mapping) in ("number", "name") for at in known & filled.keys())
    return row if repeats and not is_other and not _is_same_row(grid.rows[index], row) else None


def _is_same_row(first: Sequence[Cell], second: Sequence[Cell]) -> bool:
    return [cell.text for cell in first] == [cell.text for cell in second]


def _joined(first: Sequence[Cell], second: Sequence[Cell]) -> list[str]:
    """Return the names of the columns from two rows: the lower one, with the upper one where it is not unique."""
    names: list[str] = []
    group = ""
    lower = [cell.text for cell in second]
    for position in range(max(len(first), len(second))):
        above = first[position].text if position < len(first) else ""
        below = lower[position] if position < len(lower) else ""
        group = above or group
        is_shared = lower.count(below) > 1
        names.append(f"{group} {below}".strip() if below and is_shared else below or above)
    return names
