"""Find the parts of files that a message names: "chapter 3", "pages 2-4", "第二节", "the section on fuel"."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from inkwright.agent import source_words as words
from inkwright.parsing.chinese_variants import simplify_requests

PartKind = Literal[
    "chapter", "section", "unit", "lesson", "part", "page", "sheet", "slide", "title", "paragraph", "line", "passage"
]
"""`title` is a part whose heading says something, `passage` a paragraph or line that does."""
LAST: Final = -1
_MAX_CHARACTERS: Final = 4_000
_MAX_REQUESTS: Final = 12
_MAX_RANGE: Final = 500

_NUMBERED_KINDS: Final[tuple[PartKind, ...]] = (
    "chapter", "section", "unit", "lesson", "part", "page", "sheet", "slide", "paragraph", "line"
)  # fmt: skip
_NOUNS: Final[Mapping[str, PartKind]] = MappingProxyType(
    {
        **{name: name for name in _NUMBERED_KINDS},
        **dict.fromkeys(("p.", "pp.", "p", "pp", "页"), "page"),
        **dict.fromkeys(("章", "回"), "chapter"),
        **dict.fromkeys(("节", "小节"), "section"),
        **dict.fromkeys(("课", "讲"), "lesson"),
        **dict.fromkeys(("段", "自然段", "段落"), "paragraph"),
        "行": "line",
        "单元": "unit",
        "部分": "part",
        "工作表": "sheet",
    }
)
_DIGITS: Final[Mapping[str, int]] = MappingProxyType(
    {char: n for n, char in enumerate("零一二三四五六七八九")} | {"两": 2}
)
_ROMAN: Final[Mapping[str, int]] = MappingProxyType({"i": 1, "v": 5, "x": 10, "l": 50})

_EN_WORDS: Final = "|".join(word for word in words.NUMBERS if word.isascii())
_EN_NUMBER: Final = rf"(?:\d{{1,4}}(?:\.\d{{1,2}}){{0,2}}|[ivxl]{{1,6}}|{_EN_WORDS})(?!\w)"
_EN_JOIN: Final = r"\s*(?:,\s*and\b|,|-|–|—|\bto\b|\bthrough\b|\band\b|&)\s*"
_ZH_NUMBER: Final = r"(?:\d{1,4}|[一二两三四五六七八九十百零]{1,5})"
_ZH_NOUN: Final = r"(?:小节|章|节(?!课)|单元|课(?![时堂程])|讲(?![义稿解])|部分|页|回|工作表|自然段|段落|段|行)"
_ORDINAL: Final = "|".join(words.ORDINALS)
_EN_NOUN: Final = "chapter|section|unit|lesson|page|paragraph|line"

_NUMBERED: Final = re.compile(
    rf"\b(?P<noun>{_EN_NOUN}|part|sheet|slide)s?\s*(?:number\s+|no\.?\s*)?(?P<numbers>{_EN_NUMBER}(?:{_EN_JOIN}{_EN_NUMBER}){{0,8}})"
    rf"|\b(?P<short>pp?\.)\s*(?P<short_numbers>{_EN_NUMBER}(?:{_EN_JOIN}{_EN_NUMBER}){{0,8}})"
    rf"|\b(?P<ordinals>(?:{_ORDINAL})(?:\s*(?:,|and|&)\s*(?:the\s+)?(?:{_ORDINAL})){{0,4}})\s+(?P<ordered>{_EN_NOUN})s?\b(?!\s+(?:title|numbers?)\b)"
    rf"|\b(?P<which>first|last)\s+(?P<count>{_EN_NUMBER})\s+(?P<counted>{_EN_NOUN})s\b"
    rf"|第\s*(?P<zh>{_ZH_NUMBER}(?:\s*{_ZH_NOUN})?(?:\s*(?:[-–—~～、]|到|至|和|及|与)\s*第?\s*{_ZH_NUMBER}(?:\s*{_ZH_NOUN})?){{0,8}})"
    rf"(?<=(?P<zh_noun>[章节课讲页回元分表段落行]))"
    rf"|第\s*(?P<zh_late>{_ZH_NUMBER}(?:\s*(?:[-–—~～、]|到|至|和|及|与)\s*第?\s*{_ZH_NUMBER}){{0,8}})\s*(?P<zh_late_noun>{_ZH_NOUN})"
    rf"|(?P<zh_which>前|最后|头)(?P<zh_count>{_ZH_NUMBER})(?:个)?(?P<zh_counted>{_ZH_NOUN})",
    re.IGNORECASE,
)
_TITLE_EN: Final = r"[^,.;:!?\n\"“”，。]{2,60}?"
_TITLED: Final = re.compile(
    rf"\b(?:from|of|on|about|in|use|using|only|summari[sz]e|for)\s+(?:only\s+|just\s+)?(?:the|its|their)\s+[\"“']?(?P<before>{_TITLE_EN})[\"”']?\s+"
    r"(?:section|chapter|part|sheet|unit)\b"
    rf"|\b(?:section|chapter|part|sheet|unit)\s+(?:on|about|called|named|titled|entitled)\s+[\"“']?(?:the\s+)?(?P<after>{_TITLE_EN})"
    r"(?=[\"”',.;:!?]|\s+(?:of|in|from|with|as|into|and|for)\b|\s*$)"
    r"|(?:关于|有关|讲|只用|用|根据|总结|概括|把|将|的|从|[“「《])(?P<zh>[^，。；：！？、,.;:!?\s“”「」《》第]{1,16}?)[”」》]?的?"
    r"(?:那|这)?一?(?:小节|章(?!节)|节(?!课)|部分|单元|工作表)",
    re.IGNORECASE,
)
_PASSAGE: Final = re.compile(
    r"\b(?:the|that)\s+(?P<en_noun>paragraph|passage|bit|lines?|sentence)s?\s+(?:about|on|with|where|(?:that|which)\s+\w+"
    r"|mentioning|describing|saying)\s+(?:the\s+|a\s+)?[\"“']?(?P<en>[^,.;:!?\n\"”，。]{2,60}?)"
    r"(?=[\"”',.;:!?]|\s+(?:of|in|from|as|into|and|for)\b|\s*$)"
    r"|(?:关于|有关|讲到?|写到?|提到|说到?|谈到|描写|介绍)(?P<zh>[^，。；：！？、,.;:!?“”「」《》]{1,16}?)的?"
    r"[那这]一?(?P<zh_noun>段落?|行|句话?)"
    r"|(?:的|里|中|把|将|^|，)\s*(?P<zh_late>(?:(?!讲|说到|写到|提到|关于|有关|描写|介绍|谈到|[份篇个本])[^，。；：！？、,.;:!?“”「」《》的里]){1,16}?)的?[那这]一?(?P<late_noun>段落?|行|句话?)",
    re.IGNORECASE,
)
_EMPTY_TITLE: Final = re.compile(
    rf"\b(?:{_ORDINAL}|same|whole|other|next|previous|above|following|main)\b", re.IGNORECASE
)
_EXCLUDED: Final = re.compile(
    r"(?:\bexcept(?:\s+for)?|\bwithout|\bnot|\bbut not|\bexcluding|\bskip(?:ping)?|\bleave\s+out|\bleaving\s+out"
    r"|\bignor(?:e|ing)|除了|除去|不要|不含|不包括|跳过|去掉|忽略)\s*(?:from\s+|the\s+)?$",
    re.IGNORECASE,
)


class PartRequest(NamedTuple):
    """A part of a file that a message names, as it is written there.

    `numbers` are those of chapters, sections or pages, from 1; -1 is the last one, and a range is written out.
    `amount` is how many at the start or, if negative, at the end. `title` is what a heading says.
    """

    kind: PartKind
    start: int
    end: int
    written: str
    numbers: tuple[str, ...] = ()
    amount: int = 0
    title: str = ""
    is_excluded: bool = False


def find_parts(message: str) -> list[PartRequest]:
    """Return the parts that a message names, in its order. File names must not be in it any more."""
    text = simplify_requests(message[:_MAX_CHARACTERS])
    found = [each for match in _NUMBERED.finditer(text) if (each := _numbered(match)) is not None]
    taken = [(each.start, each.end) for each in found]
    for match in _TITLED.finditer(text):
        if not any(start < match.end() and match.start() < end for start, end in taken):
            found += _titled(match)
    taken = [(each.start, each.end) for each in found]
    for match in _PASSAGE.finditer(text):
        if not any(start < match.end() and match.start() < end for start, end in taken):
            found += _passage(match)
    marked = [each._replace(is_excluded=_EXCLUDED.search(text[: each.start]) is not None) for each in found]
    return sorted(marked, key=lambda each: each.start)[:_MAX_REQUESTS]


def without_parts(message: str, parts: Sequence[PartRequest], by: str = " ") -> str:
    """Return the message with something else for the parts that it names."""
    position, kept = 0, []
    for each in parts:
        kept += [message[position : each.start], by]
        position = each.end
    return "".join([*kept, message[position:]])


def number_in(written: str) -> str:
    """Return a number in digits: of "three", "IV", "十二" and "2.1"; empty if it is none."""
    low = written.lower()
    if low[:1].isdigit():
        return low
    if low in words.NUMBERS:
        return str(words.NUMBERS[low])
    if low in words.ORDINALS:
        return str(words.ORDINALS[low])
    if low and all(char in _ROMAN for char in low):
        values = [_ROMAN[char] for char in low]
        pairs = zip(values, [*values[1:], 0], strict=True)
        return str(sum(-value if value < following else value for value, following in pairs))
    return str(_chinese_number(low) or "")


def _chinese_number(written: str) -> int:
    total, digit = 0, 0
    for char in written:
        if char in ("十", "百"):
            total += (digit or 1) * (10 if char == "十" else 100)
            digit = 0
        elif char in _DIGITS:
            digit = _DIGITS[char]
        else:
            return 0
    return total + digit


def _numbered(match: re.Match[str]) -> PartRequest | None:
    request = PartRequest("part", match.start(), match.end(), match[0].strip())
    if counted := match["counted"] or match["zh_counted"]:
        count = int(number_in(match["count"] or match["zh_count"]) or 0)
        is_last = (match["which"] or match["zh_which"]).lower() in ("last", "最后")
        return request._replace(kind=_NOUNS[counted.lower()], amount=-count if is_last else count) if count else None
    noun = match["noun"] or match["short"] or match["ordered"] or match["zh_late_noun"] or _last_noun(match["zh"] or "")
    numbers = match["numbers"] or match["short_numbers"] or match["ordinals"] or match["zh_late"] or match["zh"] or ""
    if not noun or noun.lower() not in _NOUNS:
        return None
    listed = _listed(numbers)
    return request._replace(kind=_NOUNS[noun.lower()], numbers=listed) if listed else None


def _last_noun(written: str) -> str:
    return next((each for each in sorted(_NOUNS, key=len, reverse=True) if written.endswith(each)), "")


def _listed(written: str) -> tuple[str, ...]:
    """Return the numbers of "2-4", "1, 2 and 4", "二到第四章", each once."""
    pieces = re.split(rf"({_EN_JOIN}|\s*(?:[-–—~～、]|到|至|和|及|与)\s*第?\s*)", written, flags=re.IGNORECASE)
    plain = [re.sub(rf"\s*{_ZH_NOUN}$|^the\s+", "", each.strip(), flags=re.IGNORECASE) for each in pieces[::2]]
    numbers = [number_in(each) for each in plain]
    if not all(numbers):
        return ()
    listed = [numbers[0]]
    for joint, number in zip(pieces[1::2], numbers[1:], strict=False):
        is_range = re.search(r"[-–—~～]|\bto\b|\bthrough\b|到|至", joint, re.IGNORECASE) is not None
        listed += _range(listed[-1], number) if is_range else [number]
    return tuple(dict.fromkeys(listed))


def _range(first: str, last: str) -> list[str]:
    if not (first.isdigit() and last.isdigit()) or not 0 < int(last) - int(first) <= _MAX_RANGE:
        return [last]
    return [str(number) for number in range(int(first) + 1, int(last) + 1)]


def _passage(match: re.Match[str]) -> list[PartRequest]:
    """Return a paragraph or a line that is described by what it says. Its noun, as its number, tells which of both."""
    topic = (match["en"] or match["zh"] or match["zh_late"] or "").strip(" '\"“”")
    noun = (match["en_noun"] or match["zh_noun"] or match["late_noun"] or "").lower()
    if not words.topic_words(topic) and not any("\u3400" <= char <= "\u9fff" for char in topic):
        return []
    unit = "line" if noun.startswith(("line", "sentence", "行", "句")) else "paragraph"
    return [PartRequest("passage", match.start(), match.end(), match[0].strip(), numbers=(unit,), title=topic)]


def _titled(match: re.Match[str]) -> list[PartRequest]:
    title = (match["before"] or match["after"] or match["zh"] or "").strip(" '\"“”")
    if not _EMPTY_TITLE.sub("", title).strip() or title in ("这", "那", "每", "各", "几", "一", "个"):
        return []
    return [PartRequest("title", match.start(), match.end(), match[0].strip(), title=title)]
