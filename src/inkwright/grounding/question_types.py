"""What kind of answer a question asks for, so that a sentence without one is not taken for the answer."""

import re
from collections.abc import Container
from dataclasses import dataclass
from typing import Final

_NUMBER: Final = (
    r"(?:\d[\d,.]*|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen"
    r"|fifteen|sixteen"
    r"|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?"
    r"|millions?"
    r"|dozens?|several|half|an?)\b|[零一二两三四五六七八九十百千万亿半几]+)"
)
_BETWEEN: Final = (
    r"[\s-]*(?:and a half |of |square |cubic |to \S+ |million |thousand |hundred |more |or so "
    r"|(?!(?:and|or|but|in|at|is|was|the|than|times|per|percent)\b)[a-z]{3,14} |个|多|余"
    r"|点[零一二三四五六七八九]+)?"
)
_TIME: Final = (
    r"(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|centur(?:y|ies)|nights?|秒|分钟|小时|天|日"
    r"|周|星期|个?月|年|世纪)"
)
_LENGTH: Final = (
    r"(?:millimetres?|centimetres?|metres?|kilometres?|millimeters?|centimeters?|meters?|kilometers?|miles?|feet|foot"
    r"|inch(?:es)?|yards?|mm|cm|km|m|ft|毫米|厘米|公分|米|公里|千米|公尺|英里|里|尺|丈)(?![a-z])"
)
_WEIGHT: Final = r"(?:grams?|kilograms?|kilos?|kg|g|tonnes?|tons?|pounds?|lbs?|ounces?|克|公斤|千克|吨|斤|磅)(?![a-z])"
_DEGREES: Final = r"(?:degrees?|°|℃|摄氏度|华氏度|度)"
_YEAR: Final = r"(?:1\d{3}|20\d{2}|\b\d{1,4}\s?(?:BCE?|CE|AD)\b|\bAD\s?\d{1,4}\b|[一二三四五六七八九〇零]{4}年)"


@dataclass(frozen=True, slots=True)
class QuestionType:
    """A kind of question. `asks` finds it, `answer` is what a sentence must contain to answer it.

    `words` are words of the question that say only which kind it is, in English and in Chinese.
    """

    asks: re.Pattern[str]
    answer: re.Pattern[str]
    words: frozenset[str]


def _type(asks: str, answer: str, words: str) -> QuestionType:
    return QuestionType(re.compile(asks, re.IGNORECASE), re.compile(answer, re.IGNORECASE), frozenset(words.split()))


def _measure(unit: str) -> str:
    return rf"{_NUMBER}{_BETWEEN}{unit}"


QUESTION_TYPES: Final = (
    _type(
        r"\bhow (?:hot|cold|warm)\b|\b(?:what|which|at what) temperature\b|多热|多冷|多少度|几度|温度.{0,4}多少",
        rf"{_measure(_DEGREES)}|\bboiling\b|烧开|开水|沸水",
        "hot cold warm temperature degree degrees 温度",
    ),
    _type(
        r"\bhow (?:old)\b|多大年纪|几岁|多少岁",
        rf"{_measure(_TIME)}|{_YEAR}|岁",
        "old age 年纪 年龄",
    ),
    _type(
        r"\bhow (?:long|wide|deep|high|tall|far|big|large|thick)\b|多长|多宽|多深|多高|多远|多厚|多久|长多少|高多少",
        rf"{_measure(_TIME)}|{_measure(_LENGTH)}|{_measure('(?:hectares?|acres?|公顷|亩|平方)')}",
        "long wide deep high tall far big large thick last lasts lasted take takes took length height width"
        " 持续 需要 长度 高度",
    ),
    _type(r"\bhow heavy\b|\bhow much .{0,30}\bweigh|多重|重多少", _measure(_WEIGHT), "heavy weigh weighs weight 重量"),
    _type(
        r"\bwhen\b|\b(?:what|which|in what) (?:year|date|day|month|century)\b|什么时候|何时|哪年|哪一年|几年"
        r"|哪天|几月|何年",
        rf"{_YEAR}|\d{{1,4}}\s*年|\b(?:january|february|march|april|may|june|july|august|september|october|november"
        r"|december|century|spring|summer|autumn|winter|noon|midnight|morning|evening|every|daily|weekly|after|before"
        r"|during|when|year)\b|\d{1,2}[:.]\d{2}|世纪|[月日号时]|春|夏|秋|冬|早|晚",
        "year date day month 时候 年份",
    ),
    _type(r"\bhow many\b|多少|几[个只种条座位名本张次辆艘]", _NUMBER, "many number 数量"),
)

_OPPOSITES: Final = (
    ("first last", "第一 最后"),
    ("before after", "之前 之后"),
    ("largest smallest", "最大 最小"),
    ("biggest smallest", "最多 最少"),
    ("highest lowest", "最高 最低"),
    ("longest shortest", "最长 最短"),
    ("oldest newest", "最早 最晚"),
    ("oldest youngest", "最快 最慢"),
    ("maximum minimum", "最远 最近"),
    ("most least", "开始 结束"),
    ("open close", "增加 减少"),
    ("opened closed", "上升 下降"),
    ("begin end", "优点 缺点"),
    ("began ended", "进口 出口"),
    ("northern southern", "北部 南部"),
    ("eastern western", "东部 西部"),
)


_YES_OR_NO: Final = re.compile(
    r"^\W*(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would)\b|(?:吗|么)\s*[？?]?\s*$|是不是|是否",
    re.IGNORECASE,
)
_FIGURE: Final = re.compile(r"\d[\d.,]*")
_FIGURE_OR_WORD: Final = re.compile(_NUMBER.replace("|an?)", ")"), re.IGNORECASE)


def without_wrong_figures(question: str, text: str) -> str | None:
    """Return a yes-or-no question without those of its figures that a text does not have; None if there are none.

    What the text says instead contradicts it: "Is it 3,000 metres high?"
    """
    if not _YES_OR_NO.search(question):
        return None
    known = {figure.rstrip(".,").replace(",", "") for figure in _FIGURE.findall(text)}
    shorter = _FIGURE.sub(lambda it: it[0] if it[0].rstrip(".,").replace(",", "") in known else " ", question)
    return shorter if shorter != question else None


def has_figure(sentence: str) -> bool:
    """Whether a sentence tells a number."""
    return _FIGURE_OR_WORD.search(sentence) is not None


def question_type(question: str) -> QuestionType | None:
    """Return the kind of a question, in lower-case English or simplified Chinese; None if any sentence may"
    " answer it."""
    return next((kind for kind in QUESTION_TYPES if kind.asks.search(question)), None)


def contradicts(question: str, sentence: str) -> bool:
    """Whether a sentence is about the opposite of what is asked: the last, where the first is asked for."""
    asked, said = _words(question), _words(sentence)
    for english, chinese in _OPPOSITES:
        if _are_opposed(english, asked, said) or _are_opposed(chinese, question, sentence):
            return True
    return False


def _are_opposed(pair: str, asked: Container[str], said: Container[str]) -> bool:
    one, other = pair.split()
    is_first = one in asked and other in said and one not in said
    return is_first or (other in asked and one in said and other not in said)


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall("[a-z]+", text.lower()))
