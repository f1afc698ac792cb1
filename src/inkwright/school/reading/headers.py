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

_GIVEN_NAMES: Final = frozenset("first name,firstname,given name,forename,vorname,prénom,名".split(","))
_FAMILY_NAMES: Final = frozenset("last name,lastname,surname,family name,nachname,姓".split(","))
_PLAIN_NAMES: Final = frozenset("name,nom".split(","))
"""Headers of whole names, or of family names next to a column of given names."""

_CLASS_NUMBERS: Final = frozenset(
    "座号,座號,班级座号,班内序号,出席番号,class no,class number,classno,class num,no in class,number in class,seat no,"
    "seat number,register no".split(",")
)
_ROW_NUMBERS: Final = frozenset("no,nr,number,num,番号,번호".split(","))
"""Headers of numbers that may be those of a pupil, or only those within the class."""

_SECOND_CLASS: Final = frozenset("班号,班號".split(","))
"""Beside another column for the class, this is the number in the class."""

_MARK_WORDS: Final = frozenset(
    "分数,分數,得分,成绩,成績,原始分,卷面分,score,scores,mark,marks,points,result,raw,raw score,raw mark,punkte".split(
        ","
    )
)
"""What the lower of two header rows says below the name of a test."""

_WORDS: Final[Mapping[ColumnRole, frozenset[str]]] = {
    "number": frozenset(
        "学号,學號,学生编号,学生号,学生学号,学生id,编号,學生編號,考号,考生号,考籍号,准考证号,学籍号,学籍番号,学生番号,"
        "학번,id,studentid,uid,upn,uln,sourcedid,schülernummer,matrikelnummer,matricule".split(",")
    )
    | _CLASS_NUMBERS
    | _ROW_NUMBERS,
    "name": frozenset(
        "姓名,名字,学生姓名,學生姓名,考生姓名,学生,學生,氏名,名前,이름,성명,name,student name,full name,pupil,"
        "pupil name,student,learner,learner name,candidate,candidate name,nom,nombre".split(",")
    )
    | _GIVEN_NAMES
    | _FAMILY_NAMES,
    "class": frozenset(
        "班级,班級,班,班别,班別,班号,班號,班级名称,所在班级,所属班级,行政班,教学班,クラス,組,반,class,class name,form,"
        "classcode,class code,form class,form group,reg group,reg,registration class,teaching group,teaching set,"
        "period,tutor group,registration group,group,section,class section,homeroom,klasse,classe,clase".split(",")
    ),
    "total": frozenset(
        "总分,總分,合计,合計,总计,總計,总成绩,總成績,平均分,平均,均分,total,sum,total marks,total score,"
        "average,mean,avg,summe,gesamt,gesamtpunkte,gesamtpunktzahl,durchschnitt,schnitt".split(",")
    ),
    "rank": frozenset(
        "名次,排名,班级排名,年级排名,班排,级排,校排,班名次,年级名次,班級排名,年級排名,rank,ranking,position,"
        "class rank,place,rang,platz".split(",")
    ),
    "dropped": frozenset(
        "电话,電話,手机,手機,手机号,手机号码,联系电话,家长电话,電話號碼,密码,密碼,口令,身份证,身份证号,住址,地址,"
        "家庭住址,邮箱,电子邮箱,"
        "微信,qq,家长,家长姓名,phone,phone number,mobile,tel,telephone,sms,password,pin,email,e-mail,address,parent,"
        "parent phone,guardian,guardian phone,contact".split(",")
    ),
    "unknown": frozenset(
        "备注,備註,评语,評語,性别,性別,序号,序號,操行,年级,年級,remarks,remark,comment,comments,note,notes,"
        "gender,sex,seat,house,year,year group,age,民族,年龄,年齡,身高,体重,體重,入学年份,入學年份,届,屆,"
        "grade,dob,date of birth,出生日期,生日,note,zensur,username,user name,last access,availability,institution,"
        "department,timestamp,conduct".split(",")
    ),
}
_ROLE_OF: Final = {word: role for role, words in _WORDS.items() for word in words}
_ROLE_PATTERNS: Final[tuple[tuple[ColumnRole, re.Pattern[str]], ...]] = (
    ("dropped", re.compile(
        r"电话|電話|手机|手機|密码|密碼|口令|身份[证證]|[证證]件|护照|護照|住址|地址|[邮郵]箱|微信|家[长長]|父[亲親]|母[亲親]|[监監][护護]"
        r"|phone|mobile|password|e-?mail|wechat|whatsapp|passport|hkid"
        r"|\b(?:address|parents?|guardians?|mother|father|contact)\b"
    )),
    ("number", re.compile(
        r"(?:(?:student|pupil|learner|candidate|admission|roll|index|registration|reg|school|exam|sis user) ?)"
        r"(?:id|no|number|num|code|ref|uid)(?: (?:no|number))?$|^id (?:no|number)$"
    )),
    ("name", re.compile(r"^(?:学生|學生|考生|中文|英文)姓名$|^(?:chinese|english|preferred|legal|official) name$"
        r"|^(?:en|ch)name$|^name [(]?(?:eng|chi|in english|in chinese)"
        r"|^(?:surname|last name|family name),? (?:and )?(?:forename|first name|given name)s?$"
        r"|^(?:forename|first name|given name)s?,? (?:and )?(?:surname|last name|family name)$")),
    ("unknown", re.compile(r"[等級级][级級第]$|综合素质|綜合素質"
        r"|\b(?:target|predicted|current|final|letter|effort|cefr) grade$|^grade level$"
        r"|\blogin id$|\blast downloaded\b"
    )),
    ("rank", re.compile(
        r"名次|排名|进退|進退|进步|進步|退步|升降|排序|位次|[校班级級]次$|\brank(?:ing)?\b|^(?:position|rang)\b"
    )),
    ("total", re.compile(
        r"^总[分评計计]|^總[分評計]|^平均|平均分?$|合[计計]|^(?:grand |overall )?(?:total|average|mean|overall)\b"
        r"|\b(?:course|category|subject|term|weighted|running) total\b"
    )),
)  # fmt: skip
_EDGES: Final = re.compile(r"(?:['’]s\b|[\s_*#.:：,→\-])+")
_LANGUAGES: Final = re.compile(r"[/|()\[\]]|(?<=[\u3040-\u9fff])\s*(?=[a-z])|(?<=[a-z])\s*(?=[\u3040-\u9fff])")
"""Where a header in two languages is split."""
_MAXIMUM_WORDS: Final = frozenset(
    "满分,滿分,满分值,卷面满分,full marks,full mark,max,maximum,max marks,max mark,maximum marks,maximum mark,out of,"
    "total marks,total points,points possible,marks available,possible,possible points,points,full score,maximum score,"
    "max score,max points,maximum points,max punkte,maximale punkte,maximalpunkte,maximalpunktzahl,mögliche punkte,"
    "erreichbare punkte,höchstpunktzahl,各科满分,试卷满分,满分分值,满分分数,分值,总分值,卷面分,配点,満点".split(",")
)
KNOWLEDGE_WORDS: Final = frozenset(
    "知识点,知識點,考点,考點,学习目标,學習目標,学习重点,學習重點,knowledge point,knowledge points,topic,topics,skill,"
    "skills,objective,objectives,learning objective,learning objectives,learning outcome,standard,standards,"
    "thema,lernziel".split(",")
)
DATE_WORDS: Final = frozenset(
    "日期,考试日期,考試日期,测验日期,測驗日期,时间,考试时间,date,dates,due date,test date,exam date,datum".split(",")
)
_SUMMARY: Final = re.compile(
    r"^(?:权重|權重|占比|比重|系数|係數)|平均|均分|最[高低][分值]?$|[及合]格[率人]"
    r"|优[秀良][率人]|優[秀良][率人]|[低满]分[率人]|得分率|合[计計]|总[计分]|總[計分]|小计"
    r"|标准差|標準差|方差|中位[数數]|众数|极差|全距|难度|区分度|人[数數]"
)
_SUMMARY_WORDS: Final = frozenset(
    "average averages avg mean median mode highest lowest total totals minimum min range passes passed pass fails "
    "failed sd std stdev deviation variance count sum weight weights weighting moyenne durchschnitt summe".split()
)
_FILL_WORDS: Final = frozenset(
    "class form group year grade school whole overall cohort mark marks score scores result results test tests of "
    "the in no number rate percentage % st standard pupils students present absent n = for and".split()
)
_NOTE: Final = re.compile(
    r"^(?:[*※#]|[备備附]?[注註]|说明|說明|[制製][表作]|[审審]核|[审審]批|打印|列印|日期|[时時][间間]|[统統][计計]|任[课課]|班主任"
    r"|教[师師]|老[师師]|[签簽]|[数數]据|第.{1,5}[页頁]|共.{1,8}[人名]|(?:notes?|remarks?|prepared|printed|generated"
    r"|exported|created|date|teacher|signature|signed|source|page|key|legend|end)\b)|[:：]"
)
_MAXIMUM_IN_NAME: Final = re.compile(
    r"\s*[(（\[]\s*(?:满分|滿分|共|max(?:imum)?\.?(?: marks?)?|out of|full marks?|total|/)?\s*[:：]?\s*"
    r"(\d+(?:\.\d+)?)\s*(?:分|marks?|points?|pts)?\s*[)）\]]\s*$|\s*/\s*(\d+(?:\.\d+)?)\s*$",
    re.IGNORECASE,
)
_TOTAL_POINTS: Final = re.compile(
    r"\s*\[total pts: (?:up to )?(\d+(?:\.\d+)?)[^\]]{0,40}\](?:\s*\|\s*\d+)?\s*$", re.IGNORECASE
)
"""The maximum as a learning platform writes it."""
_PERCENT_IN_NAME: Final = re.compile(
    r"\s*(?:%|[(（\[]\s*(?:%|percent(?:age)?|百分比|百分制)\s*[)）\]])\s*$", re.IGNORECASE
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
    """The header of a table: the row in which it is, from 1, the last row of it, and the columns.
    `sheet_is_subject`: the name of its sheet belongs to the tests and is not a class.
    """

    row: int
    last_row: int
    columns: tuple[TableColumn, ...]
    sheet_is_subject: bool = False

    def of(self, role: ColumnRole) -> list[TableColumn]:
        """Return the columns with this role."""
        return [column for column in self.columns if column.role == role]


def find_header(grid: Grid, mapping: Mapping[str, ColumnRole]) -> TableHeader | None:
    """Return the header: the first row that names at least two of number, name and class; else the first one with
    names next to something else.
    """
    rows = grid.rows[:_HEADER_ROWS]
    roles = [{role_of(cell.text, mapping) for cell in row if not cell.is_blank} for row in rows]
    with_names = (index for index, found in enumerate(roles) if {"name", "test"} <= found)
    with_pupils = (index for index, found in enumerate(roles) if len(found & {"number", "name", "class"}) > 1)
    index = next(with_pupils, next(with_names, None))
    return None if index is None else _header(grid, index, mapping)


def role_of(header: str, mapping: Mapping[str, ColumnRole]) -> ColumnRole:
    """Return what a column with this header holds."""
    if header in mapping:
        return mapping[header]
    written = _words(header)
    if written in _ROLE_OF:
        return _ROLE_OF[written]
    parts = [part.strip() for part in _LANGUAGES.split(written) if part.strip()]
    roles = {_role_of_words(part) for part in parts if not part.isdigit()}
    return roles.pop() if len(roles) == 1 else _role_of_words(written)


def _role_of_words(written: str) -> ColumnRole:
    if written in _ROLE_OF:
        return _ROLE_OF[written]
    return next((role for role, pattern in _ROLE_PATTERNS if pattern.search(written)), "test")


def _words(written: str) -> str:
    """Return the words of a header or a label without the signs between them."""
    return _EDGES.sub(" ", plain(written)).strip()


def is_family_name(header: str) -> bool:
    """Whether a column of this header holds the family name alone."""
    return _words(header) in _FAMILY_NAMES


def is_given_name(header: str) -> bool:
    """Whether a column of this header holds the given name alone."""
    return _words(header) in _GIVEN_NAMES


def is_plain_name(header: str) -> bool:
    """Whether a column of this header holds the family name if another one holds the given name."""
    return _words(header) in _PLAIN_NAMES


def is_class_number(header: str) -> bool:
    """Whether a column of this header holds the number of a pupil within the class."""
    return _words(header) in _CLASS_NUMBERS | _SECOND_CLASS


def is_row_number(header: str) -> bool:
    """Whether a column of this header may hold the number of a pupil within the class."""
    return _words(header) in _ROW_NUMBERS


def is_maximum(label: str) -> bool:
    """Whether a row with this label holds the maximum of each test."""
    return _words(label).strip("()[] ") in _MAXIMUM_WORDS


def is_ambiguous_maximum(label: str) -> bool:
    """Whether this label of a row of maxima is also the name of people."""
    return _words(label) == "max"


def is_mark(header: str) -> bool:
    """Whether this header says that a column holds marks, and not of which test."""
    return _words(header) in _MARK_WORDS


def is_summary(label: str) -> bool:
    """Whether a row with this label is about the class: an average, a count, a rate."""
    words = _words(label)
    parts = set(re.findall(r"[^\W\d_]+|[%=]", words))
    is_english = bool(parts & _SUMMARY_WORDS) and parts <= _SUMMARY_WORDS | _FILL_WORDS
    return is_english or _SUMMARY.search(words) is not None


def is_test_pupil(name: str) -> bool:
    """Whether this is the invented pupil whom a learning platform adds to each class."""
    return plain(name).replace(" ", "") in ("student,test", "teststudent")


def is_note(label: str) -> bool:
    """Whether a row that begins with this text is a remark below or above the pupils."""
    return _NOTE.search(plain(label)) is not None


def _header(grid: Grid, index: int, mapping: Mapping[str, ColumnRole]) -> TableHeader:
    row = grid.rows[index]
    second = _second_row(grid, index, mapping)
    names = _joined(row, second) if second else [cell.text for cell in row]
    roles = _roles(names, mapping)
    columns = [_column(position, name, roles[position]) for position, name in enumerate(names) if name.strip()]
    return TableHeader(index + 1, index + 1 + bool(second), tuple(columns))


def _roles(names: Sequence[str], mapping: Mapping[str, ColumnRole]) -> list[ColumnRole]:
    roles = [role_of(name, mapping) for name in names]
    is_second = [_words(name) in _SECOND_CLASS and name not in mapping for name in names]
    has_class = any(role == "class" and not second for role, second in zip(roles, is_second, strict=True))
    return ["number" if has_class and second else role for role, second in zip(roles, is_second, strict=True)]


def _column(position: int, name: str, role: ColumnRole) -> TableColumn:
    found = (_TOTAL_POINTS.search(name) or _MAXIMUM_IN_NAME.search(name)) if role == "test" else None
    percent = _PERCENT_IN_NAME.search(name) if role == "test" and found is None else None
    if percent and percent.start():
        return TableColumn(position, name[: percent.start()], role, 100.0)
    if found is None:
        return TableColumn(position, name, role)
    return TableColumn(position, name[: found.start()], role, float(next(filter(None, found.groups()))))


def _second_row(grid: Grid, index: int, mapping: Mapping[str, ColumnRole]) -> list[Cell] | None:
    """Return the row below the header if it continues it: only texts, and nothing that is about one pupil."""
    row = grid.rows[index + 1] if index + 1 < len(grid.rows) else []
    filled = {position: cell for position, cell in enumerate(row) if not cell.is_blank}
    if not filled or any(cell.kind != "text" or any(map(str.isdigit, cell.text[:1])) for cell in filled.values()):
        return None
    known = {at for at, cell in enumerate(grid.rows[index]) if role_of(cell.text, mapping) in ("number", "name")}
    first = plain(next(iter(filled.values())).text)
    is_other = is_maximum(first) or first in KNOWLEDGE_WORDS or is_summary(first)
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
        if group and group != below and _words(below) in _MARK_WORDS:
            is_shared, below = False, group
        names.append(f"{group} {below}".strip() if below and is_shared else below or above)
    return names
