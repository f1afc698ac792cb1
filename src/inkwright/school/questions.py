"""Read a question about a school by rule: what is asked, of which class, pupil and test."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from inkwright.school.changes import ChangeQuestion, asked_change
from inkwright.school.class_names import mentioned_classes, names_class
from inkwright.school.comparing import Extreme, extreme_test, with_digits
from inkwright.school.named_tests import mentioned_tests
from inkwright.school.pupil_names import Named, NamedIn, mentioned_pupils, without_names
from inkwright.school.records import Pupil, SchoolClass, Test
from inkwright.school.school import School
from inkwright.school.statistics import PASS_SHARE, MarkThreshold
from inkwright.school.thresholds import named_thresholds, ranked_places, without_thresholds

_MEASURES: Final[dict[str, re.Pattern[str]]] = {
    "mean": re.compile(r"平均|均分|均值|人均|\bmeans?\b|\baverages?\b|\bavg\b"),
    "median": re.compile(r"中位|中值|\bmedians?\b"),
    "sd": re.compile(r"标准差|標準差|离散|離散|\bstandard deviations?\b|\bsd\b"),
    "range": re.compile(
        r"差距|悬殊|懸殊|拉开|拉開|两极分化|兩極分化|参差|參差|[波浮]动|分散|极差|極差|全距|最高[分]?和最低分?(?:相)?差"
        r"|\bspread\b|\b(?:range|gap)\b|\bvar(?:y|ies|ied|iation)\b|\bfar apart\b|\bclose together\b|\bscattered\b"
    ),
    "quartiles": re.compile(r"四分位|\bquartiles?\b|\binterquartile\b"),
    "percentile": re.compile(
        r"(?P<first>\d{1,2})(?:st|nd|rd|th)?(?:\W{0,3}(?:and|和|、)\W{0,3}(?P<second>\d{1,2})(?:st|nd|rd|th)?)?\s*"
        r"(?:个|個)?(?:percentiles?|百分位)|\bp(?P<third>\d{2})\b"
    ),
    "pass_rate": re.compile(r"及格|合格|\bpass(?:ed|ing|es)?\b(?: rate)?|\bfail(?:ed|s)?\b"),
    "passed": re.compile(
        r"(?:谁|誰|哪些|哪几|哪幾|名单|名單)[^，。？?不没沒未]{0,20}(?:及格|合格)|(?<![不没沒有未])(?:及格|合格)的?(?:[有是]?谁|名单)"
        r"|\b(?:who|which (?:pupils|students)|names? of)\b[^.?!]{0,40}(?<!not )(?<!n['’]t )\bpass(?:ed|es)?\b"
    ),
    "failed": re.compile(
        r"(?:不|[没沒]有?|未)(?:及格|合格|通过|通過)|[没沒]有?[过過](?![期多去])|挂科|掛科|挂了|掛了"
        r"|\bfail(?:ed|s|ing)?\b|\b(?:not|n['’]t) pass\b"
    ),
    "max": re.compile(
        r"最高|第一名|考得最[好棒]|考得(?:真|很)好|状元|狀元|最好的|最好[和与及、]最差"
        r"|\bbest(?= (?:and|or) (?:the )?worst)|(?<=worst and )best\b"
        r"|\bdid (?:the )?best\b|\btop of the class\b"
        r"|\bhighest\b|\btop (?:mark|score|pupil|student)\b|\b(?:came|come|is|was) (?:top|first)\b"
        r"|\bmaximum\b|\bmax\b|\bbest (?:mark|score|pupil"
        r"|student)\b"
    ),
    "min": re.compile(
        r"最低|最差|最[烂爛糟]|倒数第一|倒數第一|考[砸糊]|垫底|墊底|考得(?:不好|很差|太差)"
        r"|\bdid (?:the )?worst\b|\bbombed\b"
        r"|\bworst(?= (?:and|or) (?:the )?best)|(?<=best and )worst\b|\blowest\b|\bminimum\b|\bmin\b|\bworst\b"
    ),
    "distribution": re.compile(r"分布|分佈|分数段|分數段|\bdistribution\b|\bhistogram\b"),
    "listed": re.compile(
        r"[列写寫][出一]|每(?:个|個|位|名)?(?:人|学生|學生|同学|同學)的?[^，。？?]{0,8}(?:成绩|成績|分)|所有人|逐[个個一]|明细|明細"
        r"|\b(?:list|show|give)\b[^.?!]{0,30}\b(?:marks|scores|grades)\b|\b(?:every|each) (?:pupil|student|child)\b"
        r"|\beveryone\b|\beverybody\b|\bindividual (?:marks|scores|results)\b"
    ),
    "rank": re.compile(r"第几名|第幾名|排第几|排第幾|排名|名次|排行|\brank(?:s|ed|ing)?\b|\bwhat (?:place|position)\b"),
    "absent": re.compile(
        r"缺考|缺席|缺了|(?:[没沒]有?|未)(?:考(?!好)|交|参加|參加|来|來)|[没沒无無]有?[^，。？?]{0,12}(?:成绩|成績|分数|分數)"
        r"|\babsent\b"
        r"|\b(?:still (?:has|have|needs?)|(?:has|have) yet) to (?:sit|take|write|do)\b"
        r"|\b(?:was|were|is) away\b|\babsentees?\b|\bmiss(?:ed|ing)?\b|\bno (?:result|mark|score)s?\b"
        r"|\bwithout (?:a |any )?(?:result|mark|score)s?\b|\b(?:did|has|have|was|were)(?: not|n['’]t) (?:yet )?"
        r"(?:sit|sat|take|taken|write|written|do|done|got|get|have|had|there|present|hand)\b"
    ),
    "weakness": re.compile(
        r"薄弱|弱项|弱項|弱点|弱點|知识点|知識點|考点|错误率|错题|錯題|\bweak(?:est|ness(?:es)?)?\b"
        r"|\bknowledge points?\b|\berror patterns?\b|\bmistakes?\b"
    ),
    "trend": re.compile(
        r"趋势|趨勢|走势|走勢|变化|變化|进步|進步|退步|越[来來考][^，。？?]{0,2}越|上升|下降|下滑|[变變][好差强強弱]|起[色伏]"
        r"|[涨漲跌]了|\btrends?\b|\bprogress(?:ed|ing)?\b|\bimprov\w+\b|\bover time\b"
        r"|\b(?:go|goes|going|went|gone) (?:up|down)\b"
        r"|\bg[eo]t(?:ting|ten)? (?:better|worse)\b|\bbetter or worse\b"
        r"|\b(?:rise|rose|risen|fall|fell|fallen|drop(?:ped)?|declin\w+)\b"
    ),
    "compare": re.compile(
        r"比较|比較|对比|對比|哪个班|哪個班|哪一班|\bcompar\w+\b|\bwhich class\b|\bbest class\b"
        r"|领先|領先|落后|落後|相差|\bahead\b|\bbehind\b|\bdifference between\b|\bgap between\b"
        r"|\b(?:better|worse|stronger|weaker|higher|lower) than (?!\d+(?:\.\d+)?\b(?!\s*[a-z]\b))"
    ),
    "size": re.compile(
        r"多少(?:个|個|名|位)?(?:学生|學生|同学|同學|人)|[几幾](?:个|個|名|位)(?:学生|學生|同学|同學|人)|班里有|人数|人數"
        r"|\bhow many (?:more |fewer )?(?:\w+ ){0,3}?(?:pupils|students|children|kids|people)\b|\bclass size\b"
        r"|\b(?:bigger|larger|smaller) class\b"
        r"|\bhow (?:big|large) is\b|\bhow many (?:\w+ ){0,3}(?:took|sat|wrote|did)\b"
    ),
    "roster": re.compile(
        r"名单|名單|花名册|有哪些学生|\broster\b|\blist (?:of )?(?:the )?(?:pupils|students)\b|\bwho is in\b"
    ),
    "classes": re.compile(
        r"有哪些班|哪几个班|几个班级|有几个班|\b(?:which|what|list|my) (?:are )?(?:the |my )?classes\b"
    ),
    "result": re.compile(
        r"成绩|成績|分数|分數|得分|多少分|几分|考得|考了|怎么样|怎麼樣|如何|表现|表現|情况|情況|\bmarks?\b"
        r"|\bscores?\b|\bgrades?\b|\bresults?\b|\bhow (?:did|was|were)\b"
        r"|\bhow (?:is|are|has|have)\b.{1,60}\b(?:doing|done|performing|getting on)\b"
        r"|\bperform\w*\b|\bdo(?:ing)? in\b|\bdid .{1,40} get\b"
        r"|\bget in\b"
    ),
}
_EACH_MARK: Final = re.compile(
    r"成绩|成績|分数|分數|多少分|[几幾]分|明细|明細|\b(?:marks|scores|grades|results)\b", re.IGNORECASE
)
"""Beside a mark that the question names, the marks of all are listed only where they are asked for."""
_NOT_STORED: Final = re.compile(
    r"出勤|考勤|迟到|遲到|旷课|电话|電話|手机|手機|住址|地址|家长|家長|微信|邮箱|郵箱|身份证|身份證|密码|密碼|生日|年龄|年齡|身高"
    r"|体重|體重|性别|性別|评语|評語|操行|作业完成|作業完成|\battendance\b|\b(?:tele)?phone\b|\be-?mail\b|\bpasswords?\b"
    r"|\baddress\b|\bparents?\b|\bbirthday\b|\bage\b|\bheight\b|\bbehaviou?r\b|\bhomework completion\b|\blate for\b"
    r"|\bgender\b|\bboys?\b|\bgirls?\b|男生|女生|男孩|女孩"
)
_NOT_STORED_OF_CLASS: Final = re.compile(
    r"作业|作業|出勤|考勤|迟到|遲到|旷课|曠課|操行|评语|評語|课堂表现|課堂表現|纪律|紀律|\bhomework\b|\battendance\b|\bbehaviou?r\b"
    r"|\blate for\b|\bparticipation\b"
)
"""What teachers ask about a class and no import has, unless a test is called so."""
_WHO: Final = re.compile(
    r"谁|誰|哪[些个個位几幾]|\bwho\b|\bwhich (?:pupils?|students?|of)\b|\bhow (?:many|often)\b|几[次个個]|多少"
)
_SOMEONE: Final = re.compile(
    r"谁|誰|哪[位名]|学生|學生|同学|同學|最[高低]分"
    r"|\bwho\b|\b(?:highest|lowest|best|worst|top) (?:mark|score)|\bpupils?\b|\bstudents?\b"
)
_WEAK_CLASS: Final = re.compile(
    r"\bclass\b[^.?!]{0,20}\bweakest\b|\bweakest class\b|班[^，。？?]{0,8}最?弱(?![项項点點])"
)
_ASKS_SHARE: Final = re.compile(r"百分之|百分比|百分率|得分率|百分制|[%％]|\bper ?cent\w*\b")
_NOT_STORED_OF_PUPIL: Final = re.compile(
    r"父亲|父親|母亲|母親|爸爸|妈妈|媽媽|监护人|監護人|宿舍|出生|几岁|幾歲|血型|籍贯|家里|\b(?:mother|father|mum|mom|dad)\b"
    r"|\bguardians?\b|\bcontact\b|\bmobile\b|\bbirth\b|\bborn\b|\bhow old\b|\bnationality\b|\breligion\b|\bweight\b"
    r"|\blives?\b"
)
_THRESHOLD: Final = re.compile(
    r"%\s*of (?:the )?(?:maximum|max|total|full)\b(?: marks?)?|[满滿]分的|(?<=out of )the maximum"
)
"""What a pass mark is a share of: no question for the highest mark."""

_ALL_CLASSES: Final = re.compile(
    r"各班|每(?:个|個)?班|所有班|全部班|[两兩二三四五六七八九十几幾\d]个班"
    r"|[两兩二三四五六七八九十几幾\d]個班|哪个班|哪個班|哪一班"
    r"|\b(?:all|each|every|the|which|between) (?:of the )?(?:\w+ )?class(?:es)?\b|\bper class\b|\bby class\b"
)
_TOGETHER: Final = re.compile(
    r"\bacross (?:all |the )?(?:\w+ )?classes\b|\boverall\b|\bwhole (?:school|year)\b"
    r"|全校|全年[级級]|所有班[级級]?[里裡]"
)
"""All classes as one group."""
_ALL_PUPILS: Final = re.compile(
    r"\bhow many (?:pupils|students|children) (?:do (?:i|we) have|have (?:i|we)|are there)(?: in (?:all|total))?\W*$"
    r"|(?:^|我)[^，。？?]{0,4}(?:全部|一共|总共|總共)有?[^，。？?]{0,4}(?:学生|學生)"
)
_ALL_CLASSES_COUNTED: Final = re.compile(
    r"(?:[两兩二三四五六七八九十几幾\d](?:个|個)班|各班|每(?:个|個)?班|所有班级?|全校|全年[级級])"
    r"(?:一共|总共|總共|加起来|加起來|合计|合計|分别|分別|各)?有?(?:多少|[几幾])(?:个|個|名|位)?(?:人|学生|學生|同学|同學)\W*$"
    r"|\bhow many (?:pupils|students|children|kids|people)(?: are(?: there)?)? (?:in|across) "
    r"(?:all|each|every)(?: of)?(?: (?:the|my|our))?(?: \w+)? class(?:es)?(?: together| in total)?\W*$"
)
_RESULTS: Final = re.compile("成绩|成績")
_MAKING: Final = re.compile(
    r"^\W*(?:please |can you |could you )*(?:make|create|write|generate|draft|prepare|build|design|produce)\b"
    r"(?! (?:me )?a list of)"
    r"|(?:^|帮我|幫我|请|請|给我|給我|为|為)[^，。？?]{0,12}?(?:出[一几幾\d]|出题|出題|生成|制作|製作|做[一个份套]"
    r"|写[一个份篇]|編寫|编写|设计|設計)",
    re.IGNORECASE,
)
OF_TESTS: Final = frozenset(
    {
        "mean",
        "median",
        "sd",
        "range",
        "quartiles",
        "percentile",
        "pass_rate",
        "passed",
        "failed",
        "reached",
        "ranked",
        "listed",
        "max",
        "min",
        "distribution",
    }
)
"""The measures of the marks in a test."""
_OF_SCHOOL: Final = re.compile(
    r"成绩|成績|满分|滿分|分数|分數|考试|考試|测验|測驗|班|\bclass\b|\btest\b|\bexam\b|\bquiz\b|\bpupils?\b|\bstudents?\b"
)


_ENGLISH: Final = re.compile(
    r"\W*(?:what|who|whose|which|how|when|did|does|do|is|are|was|were|has|have|show|list|give|tell|compare|name|please|can"
    r"|could)\b[^的吗嗎呢是了]*$",
    re.IGNORECASE,
)
_MARK_OF_SOMEONE: Final = re.compile(
    r"^\W*(?:what|which|how)(?: \w+){0,2} (?:did|does|is|was) [A-Z][\w ]{0,60} (?:get|got|score|do|doing)\W*$"
    r"|^\W*[\u3400-\u9fff]{2,4}(?:同学|同學)?(?:考了|得了)(?:多少|几分|幾分)分?\W*$",
    re.IGNORECASE,
)
"""The whole message asks for the mark of someone."""


class UnknownName(NamedTuple):
    """A name that nothing has."""

    kind: Literal["class", "pupil", "test"]
    written: str


@dataclass(frozen=True, slots=True)
class SchoolQuestion:
    """A question: its measures in order, and whom and what it is about. `unknown` are names that nothing has;
    `ambiguous` are candidates for a class, a pupil or a test that only the person can choose from.
    """

    measures: tuple[str, ...]
    classes: tuple[SchoolClass, ...] = ()
    pupils: tuple[Pupil, ...] = ()
    tests: tuple[Test, ...] = ()
    percents: tuple[int, ...] = ()
    unknown: tuple[UnknownName, ...] = ()
    ambiguous: "tuple[SchoolClass | Pupil | Test, ...]" = ()
    names_test: bool = False
    is_by_class: bool = False
    not_stored: str = ""
    thresholds: tuple[MarkThreshold, ...] = ()
    places: int = 0
    change: ChangeQuestion | None = None
    extreme: Extreme | None = None
    asks_share: bool = False
    names_someone: bool = False
    """Whether pupils are asked for, not only classes."""


def asks_for_numbers(message: str) -> bool:
    """Whether a message asks for results of a class or a pupil, whether there are any or not."""
    if _MAKING.search(message):
        return False
    measures = _measures(message.casefold())
    if names_class(message) and measures:
        return True
    has_word = _OF_SCHOOL.search(message.casefold()) is not None
    return has_word and bool(OF_TESTS & set(measures) or mentioned_pupils(message, ()).unknown)


def is_english(message: str) -> bool:
    """Whether a question is in English, although it may name a Chinese test or pupil."""
    return _ENGLISH.match(message) is not None


def read_question(message: str, school: School, chosen: Sequence[str] = ()) -> SchoolQuestion | None:
    """Return the question, or None if the message is about something else. `chosen` are the ids, numbers and names
    that the person chose when asked.
    """
    if _MAKING.search(message):
        return None
    reader = _Reader(message, school, frozenset(chosen))
    return reader.question() if reader.is_about_school() else None


def _measures(text: str, said: str | None = None, pass_share: float = PASS_SHARE) -> tuple[str, ...]:
    """Return what is asked for; of a pass mark that the question names, only who reached it. `said` has the marks as
    they were written.
    """
    found = tuple(name for name, pattern in _MEASURES.items() if pattern.search(text))
    thresholds = named_thresholds(text if said is None else said, pass_share)
    if thresholds.has_pass_mark:
        found = tuple(name for name in found if name not in ("pass_rate", "passed", "failed"))
    if "compare" in found and "weakness" in found and _WEAK_CLASS.search(text):
        found = (*(name for name in found if name != "weakness"), "min")
    if thresholds.marks and not _EACH_MARK.search(text):
        found = tuple(name for name in found if name != "listed")
    if ranked_places(text):
        found = (*(name for name in found if name not in ("max", "min", "size", "roster", "weakness")), "ranked")
    return (*(name for name in found if name != "absent"), "reached") if thresholds.marks else found


def _thresholds(text: str, pass_share: float) -> tuple[MarkThreshold, ...]:
    return named_thresholds(text, pass_share, asks_for_failed=_MEASURES["failed"].search(text) is not None).marks


class _Reader:
    """A message while it is read."""

    def __init__(self, message: str, school: School, chosen: frozenset[str]) -> None:
        message = with_digits(message)
        self._message = message
        self._school = school
        self._chosen = chosen
        self._mentions = mentioned_classes(message, list(school.classes.values()))
        self._rest = self._without_classes()
        self._tests = mentioned_tests(without_thresholds(self._rest), school.tests_of(school.data.pupils))
        self._said = " ".join(without_names(self._rest, school.tests).split())
        self._text = _THRESHOLD.sub(" ", self._said)
        self._pupils = mentioned_pupils(self._rest, school.data.pupils)
        self._measures = _measures(self._text, self._said, school.pass_share)
        self._change = asked_change(self._text)
        self._extreme = extreme_test(self._text)

    def _without_classes(self) -> str:
        rest = self._message
        for each in self._mentions:
            rest = rest[: each.start] + " " * (each.end - each.start) + rest[each.end :]
        return rest

    def is_about_school(self) -> bool:
        """Whether the message names someone or something of the school, or asks for what schools measure."""
        names_someone = bool(self._mentions or self._pupils.meant or self._pupils.candidates)
        if names_someone:
            return bool(self._measures or self._change or self._not_stored() or self._tests.meant)
        asks = set(self._measures)
        if self._change is not None and self._change.is_of_school:
            return True
        if self._extreme and (self._tests.meant or _OF_SCHOOL.search(self._text)):
            return True
        if "size" in asks and (_ALL_PUPILS.search(self._text) or _ALL_CLASSES_COUNTED.search(self._text)):
            return True
        if "result" in asks and self._tests.unknown and _RESULTS.search(self._text):
            return True
        if self._of_class_life():
            return True
        if "classes" in asks or (self._pupils.unknown and _MARK_OF_SOMEONE.search(self._message)):
            return True
        names_test = bool(self._tests.meant or self._tests.candidates) and not self._tests.is_vague
        names_any_test = bool(self._tests.meant or self._tests.candidates)
        return bool(asks) and (names_test or asks_for_numbers(self._message) or ("compare" in asks and names_any_test))

    def _not_stored(self) -> str:
        """Return what the message asks for and no import has: of anyone, or of a pupil who is named."""
        names_pupil = bool(self._pupils.meant or self._pupils.candidates)
        found = _NOT_STORED.search(self._text) or (names_pupil and _NOT_STORED_OF_PUPIL.search(self._text))
        return found[0] if found else self._of_class_life()

    def _of_class_life(self) -> str:
        """Return what the message asks about a class and no import has, such as homework."""
        found = _NOT_STORED_OF_CLASS.search(self._text) if _WHO.search(self._text) else None
        return found[0] if found and not self._tests.meant and not self._tests.candidates else ""

    def question(self) -> SchoolQuestion:
        """Return the question."""
        classes, unclear, unknown = self._classes()
        pupils = self._pupils_in(classes)
        if self._pupils.unknown and not pupils.meant and not unknown:
            unknown = (*unknown, UnknownName("pupil", self._pupils.unknown))
        tests = self._chosen_of(self._tests.candidates, lambda each: each.name) or self._tests.meant
        ambiguous: tuple[SchoolClass | Pupil | Test, ...] = unclear or pupils.candidates
        if not tests and not ambiguous:
            ambiguous = self._tests.candidates
        if self._tests.unknown:
            unknown = (*unknown, UnknownName("test", self._tests.unknown))
        return SchoolQuestion(
            self._measures,
            classes,
            pupils.meant,
            tests,
            self._percents(),
            unknown,
            () if unknown else ambiguous,
            names_test=bool(tests),
            is_by_class=self._is_by_class(),
            not_stored=self._not_stored(),
            thresholds=_thresholds(self._said, self._school.pass_share),
            places=ranked_places(self._said),
            change=self._change,
            extreme=self._extreme,
            asks_share=_ASKS_SHARE.search(self._said) is not None,
            names_someone=_SOMEONE.search(self._text) is not None,
        )

    def _is_by_class(self) -> bool:
        is_apart = _ALL_CLASSES.search(self._text) is not None and not _TOGETHER.search(self._text)
        return is_apart or "compare" in self._measures

    def _classes(self) -> tuple[tuple[SchoolClass, ...], tuple[SchoolClass, ...], tuple[UnknownName, ...]]:
        """Return the classes that are meant, the candidates of the first unclear one, and the unknown ones."""
        meant: list[SchoolClass] = []
        unknown: list[UnknownName] = []
        for mention in self._mentions:
            chosen = self._chosen_of(mention.classes, lambda each: each.id)
            if not mention.classes:
                unknown.append(UnknownName("class", mention.written))
            elif len(mention.classes) == 1 or mention.is_grade or chosen:
                meant += chosen or mention.classes
            else:
                return (), mention.classes, tuple(unknown)
        return tuple(dict.fromkeys(meant)), (), tuple(unknown)

    def _pupils_in(self, classes: Sequence[SchoolClass]) -> NamedIn[Pupil]:
        """Return the pupils that are meant; the class that is named tells those of one name apart."""
        found = self._pupils
        ids = {each.id for each in classes}
        inside = tuple(each for each in found.candidates if ids & set(each.classes))
        chosen = self._chosen_of(found.candidates, lambda each: each.number)
        if chosen or len(inside) == 1:
            return NamedIn(meant=chosen or inside)
        return found

    def _chosen_of(self, candidates: Sequence[Named], key: Callable[[Named], str]) -> tuple[Named, ...]:
        return tuple(each for each in candidates if key(each) in self._chosen)

    def _percents(self) -> tuple[int, ...]:
        found = _MEASURES["percentile"].finditer(self._text)
        numbers = [int(each) for match in found for each in match.groups() if each]
        return tuple(dict.fromkeys(number for number in numbers if 0 < number < 100))
