"""The words by which a message refers to files: nouns, ordinals, quantities, pronouns and words without a topic."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

FILE_NOUNS: Final = (
    "files?|notes?|texts?|documents?|docs?|articles?|attachments?|papers?|chapters?|materials?|handouts?|sources?"
)
FILE_NOUNS_ZH: Final = "文件|文档|笔记|资料|材料|文章|附件|课文|文本|讲义|原文|稿子|篇章|档案|文档|附档"
CLASSIFIERS_ZH: Final = "个|份|篇|本"

GENERIC_NAMES: Final = frozenset(
    "note notes text texts file files doc document documents draft input data untitled readme index chapter quiz test "
    "slides deck page summary article paper material source table sheet book lesson homework report outline "
    "笔记 文本 文件 文档 草稿 资料 数据 测验 试卷 幻灯片 文章 材料 表格 总结 大纲 课文 讲义 筆記 文檔 資料".split()
)
"""Names that are ordinary words: alone, without an ending, they name a file only after a word such as "the"."""

FILE_NOUN: Final = re.compile(rf"\b(?:{FILE_NOUNS}|one|pdf|sheet|table)\b|{FILE_NOUNS_ZH}|那[个份篇]", re.IGNORECASE)
NAME_CUE: Final = re.compile(
    r"(?:@|[\"“'‘「『《]|\b(?:files?|notes?|from|with|and|using|use)\s+(?:the\s+|my\s+|our\s+)?"
    r"|\b(?:in|of|on|to|into)\s+(?:the|my|our|this|that)\s+|用|和|与|跟|根据|依据|文件|从)\s*$",
    re.IGNORECASE,
)

NAMED_AFTER: Final = re.compile(
    rf"\s*的?[那这]一?(?:{CLASSIFIERS_ZH})|\s*(?:{FILE_NOUNS_ZH})|\s+(?:file|notes?|document|one)\b", re.IGNORECASE
)
"""What follows a name that may be just a word, and shows that a file is meant."""

GENERIC_CUE: Final = re.compile(
    r"(?:\b(?:the|my|our|these|this|that|from|for|of|use|using|but|except|not)|根据|依据|按照|用|我的|这[份个篇]|那[份个篇])\s*$",
    re.IGNORECASE,
)

NUMBERS: Final[Mapping[str, int]] = MappingProxyType(
    {
        **{word: number for number, word in enumerate("one two three four five six seven eight nine ten".split(), 1)},
        **{char: number for number, char in enumerate("一二三四五六七八九十", 1)},
        "两": 2,
        "兩": 2,
    }
)
ORDINALS: Final[Mapping[str, int]] = MappingProxyType(
    {
        **{
            word: number
            for number, word in enumerate("first second third fourth fifth sixth seventh eighth ninth tenth".split(), 1)
        },
        **{f"{number}{ending}": number for number, ending in ((1, "st"), (2, "nd"), (3, "rd"))},
        **{f"{number}th": number for number in range(4, 21)},
        **dict.fromkeys(("initial", "earliest", "oldest"), 1),
        **dict.fromkeys(("last", "latest", "newest", "final"), -1),
    }
)

_ORDINAL: Final = "|".join(ORDINALS)
_NUMBER: Final = rf"\d{{1,2}}|{'|'.join(NUMBERS)}"

ORDINAL_FILES: Final = (
    re.compile(
        rf"\b({_ORDINAL})(?:\s*(?:,|and|&)\s*(?:the\s+)?({_ORDINAL}))?\s+(?:{FILE_NOUNS}|one|ones)\b", re.IGNORECASE
    ),
    re.compile(rf"\bfiles?\s+(?:number\s+|no\.?\s*)?({_NUMBER})(?:\s*(?:,|and|&)\s*({_NUMBER}))?\b", re.IGNORECASE),
    re.compile(
        rf"第\s*({_NUMBER})(?:\s*(?:{CLASSIFIERS_ZH}))?(?:\s*(?:{FILE_NOUNS_ZH}))?\s*[和、与及跟]\s*第?\s*({_NUMBER})"
        rf"\s*(?:{CLASSIFIERS_ZH})?\s*(?:{FILE_NOUNS_ZH})"
    ),
    re.compile(
        rf"第\s*({_NUMBER})\s*(?:(?:{CLASSIFIERS_ZH})?\s*(?:{FILE_NOUNS_ZH})"
        rf"|(?:{CLASSIFIERS_ZH})(?=\s*(?:$|[，。,.！？!?里中呢也做来出写生制讲说和与跟])))"
    ),
    re.compile(rf"(?:{FILE_NOUNS_ZH})\s*({_NUMBER})(?![\d道题题个份张页起样共并同些下])"),
)
PLACE: Final = re.compile(
    rf"\b(?:(?P<en>{_ORDINAL})(?:\s+(?:one|{FILE_NOUNS}))?|(?P<former>former)|(?P<latter>latter))\b"
    rf"|第\s*(?P<zh>{_NUMBER})|(?P<first>前者|前一?[个份篇])|(?P<last>后者|后一?[个份篇]|最后)",
    re.IGNORECASE,
)
LAST_FILE_ZH: Final = re.compile(
    rf"最后(?:一|那)?(?:{CLASSIFIERS_ZH})?(?:{FILE_NOUNS_ZH})|最后[一那][份个篇本](?=\s*(?:$|[，。？?也来做呢再单里]|[说讲写提]的))"
)
FIRST_FILE_ZH: Final = re.compile(
    rf"最(?:开始|初|早|先)(?:[给发传](?:[你您]|过来|上来)?)?的?(?:一|那)?(?:{CLASSIFIERS_ZH})?的?(?:{FILE_NOUNS_ZH})"
)
COUNTED_FILES: Final = (
    re.compile(
        rf"\b(?:(first|last|these|those|the|my|all|all of the|both)\s+)({_NUMBER})\s+(?:{FILE_NOUNS})\b", re.IGNORECASE
    ),
    re.compile(
        rf"\bthe\s+(first|last)\s+({_NUMBER})(?=\s*(?:$|[.,;!?]|together|in\s+one|into|as\b|please|only|now|combined))",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(前|头|最后|后|这|那|所有|全部)?({_NUMBER})(?:{CLASSIFIERS_ZH})(?:不同的)?(?:{FILE_NOUNS_ZH})(?<!一份材料)"
    ),
    re.compile(rf"(这|那|前|头|后)({_NUMBER})(?:{CLASSIFIERS_ZH})(?!测|试|幻|问|题)"),
)
COUNTED_FILE_NOUN: Final = re.compile(
    rf"\b(?:(?:{_NUMBER}|some|several|a\s+few|my|new)\s+){{0,2}}(?:{FILE_NOUNS})\b"
    rf"|(?:(?:{_NUMBER}|几)(?:{CLASSIFIERS_ZH}))?(?:{FILE_NOUNS_ZH})",
    re.IGNORECASE,
)
"""Files as such, of which a message says no more than how many there are."""
FROM_START: Final = frozenset({"first", "前", "头"})
FROM_END: Final = frozenset({"last", "最后", "后"})
BOTH: Final = re.compile(
    r"\bboth\b(?!\s+(?:languages|english|chinese|sides|kinds|types))"
    r"|\bthe two\b(?=\s*(?:$|[.,;!?]|of them|together|in one|into|as)|\s+(?:files|notes|texts|documents)\b)"
    r"|两者|二者|两[个份篇](?=都|一起|合)",
    re.IGNORECASE,
)
ALL: Final = re.compile(
    rf"\b(?:all|every|each)(?:\s+(?:of|the|my|these|those|our|attached|single))*\s+(?:{FILE_NOUNS}|them)\b"
    rf"|\bevery(?:thing(?!\s+(?:in|of|from)\b)| one of them)\b(?=.{{0,20}}\b(?:attached|sent|gave|far|but|except)\b)"
    rf"|(?:所有|全部|每[一]?[个份篇]|这些|那些|几[个份篇]|各[个份篇])(?:的|这些)*(?:{FILE_NOUNS_ZH})|它们全部|全部都?用|都用上",
    re.IGNORECASE,
)
OTHER: Final = re.compile(
    rf"\b(?:the|my)\s+other(?:\s+(?:one|{FILE_NOUNS})\b|(?=\s*(?:$|[?.!,]|too\b|as\s+well|please)))"
    rf"|剩下的?那?一?(?:{CLASSIFIERS_ZH})(?!测|试|幻|题)"
    rf"|另外?[一那]?(?:{CLASSIFIERS_ZH})(?:{FILE_NOUNS_ZH})|(?:^|[，。！,.]\s*)另外?一[份篇本](?!测|试|幻|题|新)|(?:用|根据|换|改用|从|换成|拿|对|给|把)\s*另外?[一那]?(?:{CLASSIFIERS_ZH})(?!测|试|幻|题)"
    rf"|还没用过的(?:那[个份篇])?(?:{FILE_NOUNS_ZH})?",
    re.IGNORECASE,
)
OTHERS: Final = re.compile(
    rf"\bthe\s+(?:others|other\s+(?:two|three|four|files|notes|texts|documents))\b|(?:其他|其它|其余|剩下)的?(?:{FILE_NOUNS_ZH}|几[个份篇]|两[个份篇])",
    re.IGNORECASE,
)

NO_FILES: Final = re.compile(
    rf"\b(?:do\s+not|don['’]?t|without|not)\s+(?:us(?:e|ing)\s+)?(?:any|the|my|these|those)\s+(?:of\s+\w+\s+)?(?:{FILE_NOUNS})\b"
    rf"|(?:别|不要?|无需|不必)用?(?:这些|任何|这个|附上的|附件)?的?(?:{FILE_NOUNS_ZH})(?!名)",
    re.IGNORECASE,
)
"""No file at all is to be used."""
NEGATED: Final = re.compile(
    r"(?:\bnot\b|\b(?:everything|files|them) but\b"
    r"|\bwithout\b|\bignor(?:e|ing)\b|\bexcept\b|\binstead of\b|\brather than\b|\bdon'?t use\b|\bleave out\b"
    r"|\bskip\b|\bexcluding\b|不要|别用|不用|除了|除去|而不是|不是|忽略|不含|排除|跳过|代替)[^,.;:!?，。；：！？]{0,24}$",
    re.IGNORECASE,
)

MADE_NOUNS: Final[Mapping[str, re.Pattern[str]]] = MappingProxyType(
    {
        "quiz": re.compile(r"quiz(?:zes)?|tests?|exam|测验|测试|试卷|小测|题目|题", re.IGNORECASE),
        "pptx": re.compile(
            r"slides?|decks?|presentations?|pptx?|power ?point|幻灯片|投影片|简报|课件|演示文稿", re.IGNORECASE
        ),
        "docx": re.compile(
            r"documents?|worksheets?|hand-?outs?|summar(?:y|ies)|study notes|docx|word file"
            r"|文档|练习单|学习单|工作单|总结|摘要|概要",
            re.IGNORECASE,
        ),
        "pdf": re.compile(r"pdfs?", re.IGNORECASE),
        "html": re.compile(
            r"flash ?cards?|timelines?|web ?pages?|pages?|games?|html|网页|闪卡|抽认卡|卡片|时间线|时间轴|游戏",
            re.IGNORECASE,
        ),
    }
)
"""How messages name what was made before, by its kind."""

_MADE: Final = "|".join(pattern.pattern for pattern in MADE_NOUNS.values())
MADE_REFERENCE: Final = re.compile(
    rf"\b(?P<verb>(?:make|create|generate|write|build|prepare|draft|produce|design)\s+(?:me\s+|us\s+)?)?(?:the|that|this|your|those|these)\s+"
    rf"(?:(?P<ordinal>{_ORDINAL})\s+)?(?:(?!of\b|and\b|from\b|or\b)\w+\s+){{0,2}}?(?P<en>{_MADE})\b(?!\s+(?:of|about|on|from)\s+the\b)"
    rf"|(?:这|那|刚才|刚刚|上面|前面|之前|上一|你做)(?:做|生成|出|写)?(?:的|那|这|一|个|份|套|张|页|道|些){{0,4}}(?P<zh>{_MADE})"
    rf"|(?:把|将|根据|基于|按照|依据|参考|和|与|跟|从|用)(?:这|那|第(?P<nth>{_NUMBER}))?[个份套张]?(?:刚才的)?(?P<used>{_MADE})(?![^，。]{{0,4}}(?:格式|的形式))",
    re.IGNORECASE,
)
ORDERED_BEFORE: Final = re.compile(
    r"(?:\b(?:redo|repeat|remake|regenerate|recreate|do|need|want|like|have|give\s+me|give\s+us)\s+(?:me\s+|to\s+have\s+)?"
    r"|(?:重新?|再|另|新)?(?:做|制作|生成|出|写|设计|准备|来)(?:一下|一遍|一次|出)?)\s*$",
    re.IGNORECASE,
)
COMPARED_AFTER: Final = re.compile(
    r"\s+(?:is\s+|be\s+)?(?:a\s+(?:bit|little)\s+|much\s+|even\s+|more\s+|less\s+|into\b|in\s+(?:english|chinese)\b"
    r"|(?:harder|easier|shorter|longer|simpler|better|clearer|smaller|bigger|nicer|darker|lighter|tougher)\b)"
    r"|[^，。]{0,3}(?:更|难一|简单一|短一|长一)",
    re.IGNORECASE,
)
"""After "make the quiz": it should be changed."""
SAME_KIND: Final = re.compile(r"\b(?:same|similar|new)\b|同样|一样", re.IGNORECASE)
LIKE_BEFORE: Final = re.compile(r"(?:\b(?:like|as|resembling)\s+|像|照着?|仿照)$", re.IGNORECASE)
LIKE_AFTER: Final = re.compile(r"\s*(?:一样|那样|同样|类似|again\b|once more\b|重做|重新做|再做)", re.IGNORECASE)
AGAIN_AFTER: Final = re.compile(
    rf"{LIKE_AFTER.pattern}|\s+(?:from|of|about|on|using|for)\b(?!\s+(?:is|are)\b)", re.IGNORECASE
)
CLAUSE_START: Final = re.compile(
    r"(?:[.,;:!?，。；：！？]|\b(?:now|then|and|also|please|again|next))\s*$", re.IGNORECASE
)
_THE_EARLIER: Final = r"\b(?:the|my|that|this)\s+(?:(?:earlier|previous|same|attached|old)\s+)?"
FORMAT_FILES: Final[tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]] = (
    (re.compile(r"\bthe\s+\.?txt\b|[这那][个份]\s*txt", re.IGNORECASE), (".txt",)),
    (re.compile(r"\bthe\s+\.?(?:md|markdown)\b|[这那][个份]\s*(?:md|markdown)", re.IGNORECASE), (".md", ".markdown")),
    (
        re.compile(_THE_EARLIER + r"pdf\b|(?:[这那][个份]|(?:刚才|之前|前面)的[这那]?[个份]?)\s*pdf", re.IGNORECASE),
        (".pdf",),
    ),
    (
        re.compile(
            _THE_EARLIER + r"(?:spread ?sheet|excel(?: file| sheet)?|table|csv|xlsx|workbook|data)\b"
            r"|(?:[这那][个份张]|(?:刚才|之前|前面)的[这那]?[个份张]?)\s*(?:表格|表|excel|数据)|表格里|根据表格|用表格",
            re.IGNORECASE,
        ),
        (".xlsx", ".xls", ".csv", ".tsv", ".ods"),
    ),
    (
        re.compile(
            _THE_EARLIER + r"(?:word (?:file|document)|docx)\b"
            r"|(?:[这那][个份]|(?:刚才|之前|前面)的[这那]?[个份]?)\s*(?:word|docx)(?:文档|文件)?",
            re.IGNORECASE,
        ),
        (".docx", ".doc", ".odt", ".rtf"),
    ),
    (
        re.compile(
            _THE_EARLIER + r"(?:e-?book|epub|book)\b|(?:[这那]本|(?:刚才|之前|前面)的[这那]?本?)(?:书|电子书)",
            re.IGNORECASE,
        ),
        (".epub",),
    ),
    (
        re.compile(_THE_EARLIER + r"notebook\b|(?:[这那]个|(?:刚才|之前|前面)的[这那]?个?)\s*notebook", re.IGNORECASE),
        (".ipynb",),
    ),
    (
        re.compile(_THE_EARLIER + r"subtitles?\b|(?:[这那]|(?:刚才|之前|前面)的)?[个份]?字幕", re.IGNORECASE),
        (".srt", ".vtt"),
    ),
    (
        re.compile(
            _THE_EARLIER + r"(?:slides|deck|presentation|pptx?)\b"
            r"|(?:[这那][个份]|(?:刚才|之前|前面)的[这那]?[个份]?)\s*(?:ppt|幻灯片)",
            re.IGNORECASE,
        ),
        (".pptx", ".ppt"),
    ),
)

NAME_PART_ZH: Final = re.compile(
    rf"(?:[这那]一?(?:{CLASSIFIERS_ZH}))(?P<after>[^，。、；：的\s]{{1,8}})的?(?:{FILE_NOUNS_ZH})"
    rf"|(?P<before>[^，。、；：的\s]{{1,8}})的?(?:[这那]一?(?:{CLASSIFIERS_ZH}))?(?:{FILE_NOUNS_ZH})"
)
"""A file that is described by a part of its name: "那份诗的文件"."""

FORMER: Final = re.compile(r"\bthe\s+(?:(?P<first>former)|latter)\b|(?P<zh_first>前者)|后者", re.IGNORECASE)
_TELLS: Final = (
    r"(?:mentions?|talks?\s+about|speaks?\s+of|is\s+about|covers?|says?\s+something\s+about|explains?|describes?|has)"
)
FILE_ABOUT: Final = re.compile(
    rf"\b(?:(?:the|my|that|this)\s+(?:{FILE_NOUNS}|one)\s+(?:about|on|with|regarding|mentioning|covering|where"
    rf"|(?:that|which|where)\s+(?:it\s+)?{_TELLS})|which\s+(?:one\s+|{FILE_NOUNS}\s+)?(?:of\s+(?:these|those|them|(?:the|my|our)\s+\w+)\s+)?{_TELLS})"
    r"\s+(?P<en>[^,.;:!?\n，。—]{2,60})"
    rf"|(?:关于|有关|讲到?|提到|说到|谈到|写到|写(?=[^，。]{{1,20}}的[那这])|描写|介绍|涉及)了?(?P<zh>[^，。；：！？,.;!?\n的]{{1,20}})的?(?:那|这)?(?:一|(?P<count>[二两三四五六七八九2-9]))?(?:(?:{CLASSIFIERS_ZH})(?:{FILE_NOUNS_ZH})?|{FILE_NOUNS_ZH})",
    re.IGNORECASE,
)
"""A file that is described by what its text is about; or several, if they are counted."""
ONE_FILE: Final = re.compile(
    rf"\b(?:from|of|on|about|with|using|for)\s+(?:it|that|this)\b(?!\s+\w*(?:s|time|topic|subject)\b)"
    rf"|\b(?:from|of|on|about|with|using)\s+(?:the|this|that)\s+(?:file|note|text|document|article|paper|attachment)\b"
    rf"|它(?!们)|(?:这|那)一?(?:{CLASSIFIERS_ZH})(?:{FILE_NOUNS_ZH})",
    re.IGNORECASE,
)
"""What means one file of the turn before."""

SAME_FILES: Final = re.compile(
    rf"\b(?:the|this|that|these|those|my)\s+(?:same\s+|attached\s+|above\s+|previous\s+|earlier\s+|whole\s+)?(?:{FILE_NOUNS}|passage|content|story)\b"
    rf"|\bsame\s+(?:one|{FILE_NOUNS}|source|topic|subject|thing)s?\b|\battached\b|\b(?:from|of|on|in|about|with|to)\s+(?:it|them|that|this|these|those)\b"
    rf"|\b(?:the|its)\s+(?:author|contents?)\b|\baccording to (?:it|the)\b"
    rf"|(?:上面|刚才|刚刚|前面|之前|上述|同一?|这|那|该|原来)(?:的|那|这|一|个|份|篇|些|本){{0,3}}(?:{FILE_NOUNS_ZH}|内容)|(?:原文|课文|文中|文章|文件|笔记|资料)(?:里|中|的)"
    rf"|它|上面的?$|其中|同样的?(?:内容|主题|{FILE_NOUNS_ZH})",
    re.IGNORECASE,
)
"""What clearly means the files that were used before."""

PRONOUN: Final = re.compile(
    r"\b(?:it|its|that|this|them|these|those|again|another|more|also|instead|too|same|above|previous)\b"
    r"|这|那|再|又|还要|继续|接着|同样|另外",
    re.IGNORECASE,
)
BACK: Final = re.compile(r"\b(?:it|that|this|them|these)\b|它|这|那|刚才|上面|之前", re.IGNORECASE)
JOINING: Final = re.compile(
    r"\b(?:compare|combine|merge|together|along with|contrast|both)\b|对比|比较|结合|合并|一起|加上|合在一起",
    re.IGNORECASE,
)
EDITING: Final = re.compile(
    r"\b(?:change|replace|edit|rewrite|rephrase|shorten|lengthen|simplify|translate|remove|delete|drop|fix|correct|add|swap"
    r"|update|expand|reorder|rename|improve|harder|easier|shorter|longer|simpler|make\s+(?:it|them|the|that|this|question|slide))\b"
    r"|改|换|删|去掉|加[一上]|添加|增加|缩短|精简|翻译|修正|更正|调整|更难|更简单|难一点|简单一?点|短一?点|长一?点|润色|重写",
    re.IGNORECASE,
)
TOPIC: Final = re.compile(
    r"\b(?:about|regarding|concerning|covering|explaining|on the (?:topic|subject) of)\s+(?P<en>[^,.;:!?\n，。]{2,80})"
    r"|\b(?:quiz|test|slides|deck|presentation|questions|document|worksheet|page|flashcards|summary|pdf|timeline)\s+(?:on|of)\s+(?P<on>[^,.;:!?\n，。]{2,80})"
    r"|(?:关于|有关|围绕|主题是|主题为|介绍|讲讲|讲解|讲述)\s*(?P<zh>[^，。；：！？,.;!?\n]{1,40})",
    re.IGNORECASE,
)
TOPIC_END: Final = re.compile(
    r"\s+(?:with|for|in|using|that|and make|from|at|as)\s"
    r"|\s*(?:的)?(?:\d+|[一二两三四五六七八九十]+)?(?:道|张|页|份|个)?(?:选择|判断|填空)?"
    r"(?:测验|测试|试卷|幻灯片|课件|文档|题目|题|网页|闪卡|总结|pdf)",
    re.IGNORECASE,
)

OWN_DOCUMENTS: Final = re.compile(
    r"\b(?:my|our)\s+(?:own\s+)?(?:documents|library|papers|teaching materials)\b"
    r"|\b(?:in|from|search)\s+the\s+library\b"
    r"|我(?:们)?(?:自己)?的(?:文档|文献|教材|资料)|资料库|文档库|我上传的",
    re.IGNORECASE,
)
"""The words for the library of the person; they ask for no document to be made."""

EMPTY_WORDS_EN: Final = frozenset(
    """a an the this that these those it its them they i me my we us our you your he she his her and or but so then now
    next also too please thanks thank hi hello hey ok okay yes no not just only again another more other same
    one ones of to from in on at by for with without into as is are was were be been do does did done doing can
    could would should will shall may might must have has had let lets get got give want need like make makes
    made making create creates generate write writes writing prepare build draft produce design turn use using
    based convert change add put keep quiz quizzes test tests exam question questions item items slide slides
    deck presentation ppt pptx powerpoint document documents doc docx worksheet worksheets handout summary
    summaries summarise summarize pdf page pages web webpage html flashcard flashcards flash cards card timeline
    game interactive file files word new set sheet version multiple single choice true false fill blank blanks
    short long answer answers matching ordering cloze gap gaps mixed easy easier hard harder difficult
    difficulty simple simpler shorter longer brief quick good nice better big small few some many much all both
    each every any about around theme dark night light style color colour blue red english chinese language
    class grade year students student pupils kids children beginners level teacher exactly key print printable
    paper minutes minute how what which who why when where there here out up down first second third last two
    three four five six seven eight nine ten eleven twelve tell explain show say see look part section mark
    finally later time right format formats type types kind kinds topic subject content line lines row""".split()
)
_EMPTY_ZH: Final = re.compile(
    r"请|帮我?|给我?|我们?|你|您|咱们|他们?|麻烦|谢谢|好的?|现在|然后|接着|最后|下面|接下来|首先|先|再|又|也|还|就|都|只|吧|呢|吗|啊|呀|哦|嗯"
    r"|想|要|需要|可以|能|会|应该|把|将|被|让|使|用|以|从|在|对|为|成|与|和|及|跟|或|但|的|地|得|了|着|过|是|有|没有?|不|别"
    r"|做|写|生成|制作|设计|准备|整理|变成|转成|转换|改成?|换成?|出|来|弄|搞|加上?|添加|增加|删|去掉|修改|调整|翻译"
    r"|这|那|些|个|份|套|道|张|页|篇|本|条|组|次|一下|一点|一些|点|其|它们?|该|同样|同|刚才|刚刚|上面|前面|之前|另外?|其他"
    r"|测验|测试|试卷|小测|问卷|选择|判断|填空|配对|连线|排序|简答|单选|多选|题目|题|问题|答案|解析"
    r"|幻灯片|投影片|简报|课件|演示文稿|文档|讲义|练习单|学习单|工作单|总结|摘要|概要|学习笔记|网页|互动|闪卡|抽认卡|卡片|时间线|时间轴|游戏"
    r"|文件|笔记|资料|材料|文章|附件|课文|版本|格式|主题|风格|深色|浅色|夜间|夜晚|颜色|蓝色|红色|中文|英文|英语|汉语|语言"
    r"|难|容易|简单|复杂|短|长|多|少|更|很|太|稍微|新|大|小|年级|班|学生|小学|初中|高中|老师|打印|纸质"
    r"|[零〇一二两三四五六七八九十百\d]+|第|ppt|pptx|pdf|word|docx|html",
    re.IGNORECASE,
)


def place_in(message: str) -> int | None:
    """Return the index that a message means by "the first", "the latter" or "第二个"; -1 is the last one."""
    match = PLACE.search(message)
    if match is None:
        return None
    if written := match["en"] or match["zh"]:
        place = ORDINALS.get(written.lower()) or (int(written) if written.isdigit() else NUMBERS[written.lower()])
        return place if place < 0 else place - 1
    return 0 if match["former"] or match["first"] else -1


def topic_words(message: str) -> list[str]:
    """Return the words of a message that may be its topic: what is left without the words of requests."""
    latin = [word.lower() for word in re.findall(r"[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ'-]*", message)]
    kept = [word for word in latin if len(word) > 2 and word not in EMPTY_WORDS_EN]
    rest = re.sub(r"[^\u3400-\u9fff]+", " ", _EMPTY_ZH.sub(" ", message))
    return [*kept, *rest.split()]
