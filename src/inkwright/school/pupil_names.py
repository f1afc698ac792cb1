"""The pupils that a text names, in full or in part."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from inkwright.school.class_names import fold
from inkwright.school.records import Pupil

Named = TypeVar("Named")

_SURNAMES: Final = frozenset(
    "欧阳 歐陽 司徒 司马 司馬 上官 诸葛 諸葛 夏侯 皇甫 尉迟 公孙 公孫 慕容 令狐 宇文 长孫 长孙 东方 東方 "
    "独孤 南宫 南宮 端木".split()
)
_COMMON_SURNAMES: Final = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏"
    "韦付方白邹孟熊秦邱江尹薛阎段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤張劉陳楊黃趙吳孫馬鄭謝許韓馮鄧葉蘇呂盧鍾譚陸"
)
_AMBIGUOUS_SURNAMES: Final = frozenset("高方白金石江段史余龙武毛向于任万常程田林马")
"""Surnames that also begin ordinary words."""
_HAN: Final = re.compile("[\u3400-\u9fff]")
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_UNKNOWN_PUPIL: Final = re.compile(
    r"\b(?:did|does|is|was|for)\s+([A-Z][a-z]+(?:\s[A-Z][a-z]+){0,2})\s+(?:get|got|have|score|doing|do)\b"
    r"|\b([A-Z][a-z]+(?:\s[A-Z][a-z]+){0,2})['’]s\s+(?:mark|score|grade|result|test|exam|quiz)"
)
_ABOUT_MARKS: Final = (
    "语文|語文|数学|數學|英语|英語|物理|化学|化學|期中|期末|月考|测验|測驗|小测|小測|单元|單元|这次|這次|上次|第"
)
_CHINESE_OWNER: Final = re.compile(
    "(?:^|[，。,？?！!；;\\s请問问查看])([\u3400-\u9fff]{2,4}?)(?:同学|同學)?(?:的|在|考了|得了)"
    rf"|^([\u3400-\u9fff]{{2,4}}?)(?:同学|同學)?(?={_ABOUT_MARKS})"
)
_NOT_A_NAME: Final = re.compile(rf"{_ABOUT_MARKS}|考试|考試|作业|作業|班")
_SURNAME_ALONE: Final = re.compile("([\u3400-\u9fff]{1,2})(?:同学|同學|小朋友)")


@dataclass(frozen=True, slots=True)
class NamedIn(Generic[Named]):
    """What a text names: the ones that are meant, those it may mean, or a name that nothing has."""

    meant: tuple[Named, ...] = ()
    candidates: tuple[Named, ...] = ()
    unknown: str = ""
    is_vague: bool = False
    """Whether only a subject is named, which other questions name too."""


def mentioned_pupils(text: str, pupils: Sequence[Pupil]) -> NamedIn[Pupil]:
    """Return the pupils that a text names. Several with the same name, or with the same part of it, are candidates."""
    folded = fold(text)
    by_number = [each for each in pupils if _is_telling(each.number) and _has_word(folded, fold(each.number))]
    if by_number:
        return NamedIn(tuple(by_number))
    names: dict[str, list[Pupil]] = {}
    for each in pupils:
        names.setdefault(fold(each.name), []).append(each)
    whole = [name for name in names if _has_word(folded, name)]
    whole = [name for name in whole if not any(name != other and name in other for other in whole)]
    if whole:
        return _resolved([names[name] for name in whole])
    parts: dict[str, list[Pupil]] = {}
    for name, same in names.items():
        for part in _parts(name):
            parts.setdefault(part, []).extend(same)
    found = [part for part in parts if _has_part(text, folded, part)]
    if found:
        return _resolved([parts[part] for part in found])
    if by_surname := _with_surname(folded, pupils):
        return _resolved([by_surname])
    return NamedIn(unknown=_unknown_pupil(text))


def _with_surname(text: str, pupils: Sequence[Pupil]) -> list[Pupil]:
    """Return the pupils whom a text calls by their surname alone, as in 王同学."""
    names = [match[1] for match in _SURNAME_ALONE.finditer(text)]
    called = {part for name in names for part in (name if name in _SURNAMES else name[-1:],)}
    return [each for each in pupils if any(fold(each.name).startswith(part) for part in called)]


def _resolved(groups: Iterable[list[Pupil]]) -> NamedIn[Pupil]:
    """Return those who are meant; "Ho Peter" is the one of all called Ho who is called Peter too."""
    meant: list[Pupil] = []
    found = list(groups)
    counts = Counter(each.number for group in found for each in group)
    for group in found:
        if both := [each for each in group if counts[each.number] > 1]:
            group = both
        if len(group) > 1:
            return NamedIn(candidates=tuple(group))
        meant += group
    return NamedIn(tuple(dict.fromkeys(meant)))


def _is_telling(number: str) -> bool:
    """Whether a number of a pupil is not just any short number."""
    return len(number) > 2 or (len(number) > 1 and not number.isdigit() and not number.isalpha())


def _has_word(text: str, name: str) -> bool:
    if _HAN.search(name):
        return name in text
    return re.search(rf"(?<![\w]){re.escape(name)}(?![\w])", text, re.ASCII) is not None


def _parts(name: str) -> set[str]:
    """Return the parts by which people call someone: a word, a given name of two characters, a double surname."""
    if not _HAN.search(name):
        words = _WORD.findall(name)
        return set(words) if len(words) > 1 else set()
    if len(name) < 3:
        return set()
    return {name[-2:]} | ({name[:2]} if name[:2] in _SURNAMES else set())


def _has_part(text: str, folded: str, part: str) -> bool:
    """Whether a text has a part of a name: a Chinese one anywhere, another one as a word with a capital letter."""
    if _HAN.search(part):
        return part in folded
    return re.search(rf"(?<!\w){re.escape(part.title())}(?!\w)", text, re.ASCII) is not None


def _unknown_pupil(text: str) -> str:
    """Return a name that the text asks about although no pupil has it."""
    if match := _UNKNOWN_PUPIL.search(text):
        return match[1] or match[2]
    for match in _CHINESE_OWNER.finditer(text):
        name = match[1] or match[2]
        if name[0] in _COMMON_SURNAMES and not _NOT_A_NAME.search(name):
            return name
    return ""


def is_chinese_name(written: str) -> bool:
    """Whether two or three characters are a name: they begin with a surname that is no other word."""
    return 2 <= len(written) <= 3 and written[0] in _COMMON_SURNAMES - _AMBIGUOUS_SURNAMES


def without_names(text: str, names: Iterable[str]) -> str:
    """Return the text without these names, so that a word inside one is not read as a question."""
    folded = fold(text)
    for name in sorted({fold(name) for name in names}, key=len, reverse=True):
        if name:
            folded = folded.replace(name, " ")
    return folded
