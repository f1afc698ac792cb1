"""Names of people, places and organisations in a sentence, and whether a source has them."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from inkwright.grounding.language.chinese import SURNAMES, TRANSCRIPTION_CHARACTERS, is_dictionary_word, words_of
from inkwright.grounding.language.english import FUNCTION_WORDS, MONTHS_AND_DAYS, parts_of_speech
from inkwright.research.citations.folding import HAN, is_chinese, plain_letters
from inkwright.research.citations.numerals import WORD_VALUES
from inkwright.research.citations.places import PLACES

_LATIN_WORD = re.compile(r"[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ0-9]*(?:[-'][A-Za-zÀ-ɏ0-9]+)*")
_HAN_WORD = re.compile(f"[{HAN}]+")
_IN_BRACKETS = re.compile(r"\s?[（(]\s?(?P<original>[^（）()]{1,60})\s?[)）]")
_GENERIC: Final = frozenset(
    "river lake mount mountain mountains sea ocean island islands city valley desert street bay gulf county canal "
    "republic kingdom coast strait basin plateau hills park forest province delta bridge tower castle museum library "
    "university college institute company society committee party union army church bank school council court "
    "supreme central national federal hospital district region state town village line plant marathon glacier typhoon "
    "north south east west northern southern eastern western upper lower new old great saint dr prof professor mr mrs "
    "ms sir lady lord earl king queen justice governor president minister director chief senator mayor captain general "
    "act section chapter figure table phase group team festival prize award award awards house parliament election "
    "i ii iii iv ok tv us uk eu un who ai it dna rna mrna gdp ceo cto pdf english chinese regulations regulation "
    "protection ordinance law law's laws report survey study trial station authority era dynasty dam reservoir film "
    "championships championship national heritage list world".split()
)
_TITLES: Final = (
    "局长|部长|市长|省长|县长|乡长|镇长|州长|校长|院长|所长|馆长|会长|队长|董事长|总经理|经理|主任|主席|总统|总理"
    "|行长|首席执行官"
    "|首席技术官|教授|博士|医生|律师|法官|导演|编剧|作家|演员|记者|专家|学者|研究员|分析师|工程师|设计师|总设计师"
    "|建筑师|史学家"
    "|历史学家|评论家|影评人|议员|选手|冠军|运动员|负责人|主持人|代表|人资长|副所长|副局长|物理治疗师|统计学家"
    "|人类学家|汉学家"
    "|鸟类学家|馆员|工作者|书记|署长|处长|司长|理事长|秘书长|发言人|创始人|作者"
)
_SPEECH: Final = (
    "说|表示|指出|写道|认为|称|补充|强调|建议|批评|回忆|透露|提醒|辩称|坦言|宣布|介绍|警告|主张|回应|呼吁|承认|解释"
    "|执导|获得|夺冠|夺得"
    "|设计|发现|创作|负责|主演|担任|当选|领先"
)
_AFTER_NAME = re.compile(f"{_SPEECH}|[则曾在以是]")
_TITLED = re.compile(f"(?:{_TITLES})(?P<name>[{HAN}]{{2,5}})")
_NAMED = re.compile(
    rf"(?:^|[，。；：、“”「」\s）)]|{_TITLES})(?P<name>[{HAN}]{{2,4}}?)(?={_TITLES}|{_SPEECH}|[:：]|则|在|曾|以)"
)
_IDENTIFIED = re.compile(rf"(?:{_TITLES})(?:是|为|叫|:|：)(?:{_TITLES})?(?P<name>[{HAN}]{{2,3}})(?![{HAN}])")
_REFERS_BACK = re.compile(
    rf"\b(?:he|she|they|the|his|her|its)\b|[他她]|这位|该|(?:^|[，。；、\s])[随后并还也又则]*(?:{_TITLES})?[还也则]*(?:{_SPEECH})",
    re.I,
)
_SYLLABLE: Final = (
    "(?:(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?(?:iang|iong|uang|ang|eng|ing|ong|ian|iao|uai|uan|ai|an|ao|ei|en|er|ia"
    "|ie|in|iu|"
    "ou|ua|ui|un|uo|ue|ve|[aeiouv]))"
)
_PINYIN = re.compile(f"{_SYLLABLE}{{1,4}}")
_SURNAMES: Final = SURNAMES | frozenset(
    "卓岑简赖庄骆詹柯池游涂巫席冼裴岩马尹贾程薛龚邵蒋丁白谭彭魏霍齐葛麦甄植岳单沙查仲栾宗郁丛佟闻佘邢邝褚阚蒙闫肖付代覃招麻"
)
_PINYIN_SURNAMES: Final = dict(
    pair.split("=")
    for pair in (
        "wang=王汪 li=李黎厉 zhang=张章 liu=刘柳 chen=陈谌 yang=杨阳 huang=黄 zhao=赵 wu=吴武伍巫 zhou=周 xu=徐许 "
        "sun=孙 ma=马麻 zhu=朱祝 hu=胡 "
        "guo=郭 he=何贺 gao=高 lin=林蔺 luo=罗骆 zheng=郑 liang=梁 xie=谢解 song=宋 tang=唐汤 han=韩 feng=冯封 "
        "deng=邓 cao=曹 peng=彭 zeng=曾 "
        "xiao=萧肖 tian=田 dong=董 yuan=袁 pan=潘 yu=于余俞喻 jiang=蒋江姜 cai=蔡 du=杜 ye=叶 cheng=程成 su=苏 "
        "wei=魏韦卫 lu=吕卢陆鲁路 "
        "ding=丁 ren=任 shen=沈申 yao=姚 zhong=钟 cui=崔 tan=谭谈 fan=范樊 shi=石史施 liao=廖 jia=贾 xia=夏 "
        "fu=付傅符 fang=方房 bai=白柏 "
        "zou=邹 meng=孟蒙 xiong=熊 qin=秦覃 qiu=邱丘 hou=侯 yin=尹殷 xue=薛 yan=闫严颜阎 duan=段 lei=雷 long=龙 "
        "tao=陶 mao=毛 hao=郝 gu=顾古谷 "
        "gong=龚宫 shao=邵 wan=万 qian=钱 dai=戴 mo=莫 kong=孔 xiang=向项 chang=常 lai=赖 zhuo=卓 cen=岑 jian=简 "
        "ge=葛 qi=齐祁 huo=霍 ji=季吉"
    ).split()
)
_PREPOSITIONS: Final = "于和向连关经从由"
"""Surnames that are more often a preposition or a conjunction."""
_ENDING = re.compile("(?:ian|an|ese|ish|ic|ia|y|a|e)s?$")
_MIN_STEM: Final = 4
_PREFIXES: Final = (
    "re",
    "un",
    "non",
    "pre",
    "over",
    "under",
    "inter",
    "micro",
    "hydro",
    "bio",
    "geo",
    "photo",
    "multi",
)


class NameFound(NamedTuple):
    """A name of a sentence; `original` is the text in brackets after it."""

    start: int
    end: int
    text: str
    original: str = ""
    is_person: bool = False


def names_in(text: str) -> list[NameFound]:
    """Return the names of a folded sentence."""
    return sorted({*_latin_names(text), *(_chinese_names(text) if is_chinese(text) else ())})


def is_named_in(name: NameFound, source: str) -> bool:
    """Whether a folded source has the name: itself, its surname, its original in brackets, or its known translation."""
    if name.original and any(_has(written, source) for written in (name.original, name.text)):
        return True
    if name.original and is_chinese(name.original) == is_chinese(source):
        return False
    if _has(name.text, source) or _is_translated_place(name.text, source):
        return True
    return is_chinese(source) != is_chinese(name.text) and not _is_comparable_in_translation(name, source)


def _has(written: str, source: str) -> bool:
    if _HAN_WORD.search(written):
        return all(word in source for word in _HAN_WORD.findall(written))
    words = _latin_words(source)
    return all(_has_word(word, words) for word in _checked_words(written))


def _latin_words(source: str) -> frozenset[str]:
    return frozenset(_plain(word) for word in _LATIN_WORD.findall(source))


def _checked_words(written: str) -> list[str]:
    words = [_plain(word) for word in _LATIN_WORD.findall(written)]
    return [word for word in words if word not in _GENERIC and word not in FUNCTION_WORDS]


def _plain(word: str) -> str:
    return plain_letters(word).removesuffix("'s").removesuffix("'")


def _has_word(word: str, words: frozenset[str]) -> bool:
    """Whether the word is there, or a form of it: Kenyan for Kenya."""
    if word in words or f"{word}s" in words or word.removesuffix("s") in words:
        return True
    if any(_is_form_of(word, other) for other in words):
        return True
    if "-" in word and all(_has_word(part, words) for part in word.split("-") if len(part) > 1):
        return True
    return len(word) > _MIN_STEM and any(
        len(other) >= _MIN_STEM
        and abs(len(word) - len(other)) <= 3
        and (word.startswith(other) or other.startswith(word))
        for other in words
    )


def _is_form_of(word: str, other: str) -> bool:
    """Whether one is the country and the other its adjective: Hungary and Hungarian, France and French."""
    if word[:2] != other[:2]:
        return False
    place, root = PLACES.get(word), _ENDING.sub("", word)
    return (place is not None and place == PLACES.get(other)) or (
        len(root) >= _MIN_STEM and root == _ENDING.sub("", other)
    )


def _latin_names(text: str) -> Iterator[NameFound]:
    """Yield runs of capitalised words. The first word of a sentence counts if it is no common word."""
    words = list(_LATIN_WORD.finditer(text))
    index = 0
    while index < len(words):
        last = index
        if not _is_capitalised(words, index, text):
            index += 1
            continue
        while (
            last + 1 < len(words)
            and words[last + 1].start() - words[last].end() == 1
            and words[last + 1][0][0].isupper()
        ):
            last += 1
        start, end = words[index].start(), words[last].end()
        if _checked_words(text[start:end]):
            yield _with_original(text, start, end)
        index = last + 1


def _is_capitalised(words: list[re.Match[str]], index: int, text: str) -> bool:
    word = words[index][0]
    plain = _plain(word)
    if (
        not word[0].isupper()
        or plain in MONTHS_AND_DAYS
        or plain in FUNCTION_WORDS
        or plain.split("-")[0] in WORD_VALUES
    ):
        return False
    before = text[: words[index].start()].rstrip(" “\"‘'「")
    if before and before[-1] not in ".!?。！？：:":
        return True
    if not _is_common(plain):
        return True
    following = words[index + 1] if index + 1 < len(words) else None
    is_run = following is not None and following[0][0].isupper() and following.start() - words[index].end() == 1
    return is_run and _plain(following[0]) not in FUNCTION_WORDS if following else False


def _is_common(word: str) -> bool:
    """Whether a word is in the lexicon, or a compound of such words: new-energy, hydropower."""
    if "-" in word:
        return any(_is_common(part) for part in word.split("-")[1:])
    rests = (word.removeprefix(prefix) for prefix in _PREFIXES if word.startswith(prefix))
    return bool(parts_of_speech(word)) or any(len(rest) >= _MIN_STEM and parts_of_speech(rest) for rest in rests)


def _with_original(text: str, start: int, end: int, *, is_person: bool = False) -> NameFound:
    bracketed = _IN_BRACKETS.match(text, end) or _IN_BRACKETS.match(text, _word_end(text, end))
    original = bracketed["original"] if bracketed and not bracketed["original"][:1].isdigit() else ""
    return NameFound(start, end, text[start:end], original, is_person)


def _word_end(text: str, end: int) -> int:
    """Return the end of one more word: the Qinglan River (青岚江), 桑塔拉国（Santara）."""
    found = re.match(rf" [A-Za-z]+|[{HAN}]{{1,3}}", text[end:])
    return end + found.end() if found else end


def _chinese_names(text: str) -> Iterator[NameFound]:
    seen: set[str] = set()
    for match in (*_IDENTIFIED.finditer(text), *_TITLED.finditer(text), *_NAMED.finditer(text)):
        is_titled = match.re is not _NAMED
        name = _NAME_OF[match.re](match["name"])
        if name and name not in seen:
            seen.add(name)
            start = match.start("name") if is_titled else match.end("name") - len(name)
            yield _with_original(text, start, start + len(name), is_person=True)
    for word in words_of(text):
        is_place = word.tag in ("ns", "nt") and len(word.text) >= 2 and word.text in PLACES
        is_person = word.tag in ("nr", "nrt") and word.text[0] not in _PREPOSITIONS and _is_person(word.text)
        if (is_place or is_person) and word.text not in seen and not any(word.text in name for name in seen):
            yield _with_original(text, word.start, word.end, is_person=is_person)


def _is_titled_person(name: str) -> bool:
    """Whether it can be a name where a title or a verb of speech shows that a person is named."""
    return _is_person(name) or (len(name) == 3 and name[0] in _SURNAMES and not is_dictionary_word(name[1:]))


def _leading_name(written: str) -> str:
    """Return the name at the start of the characters after a title, or nothing if none is there."""
    before_verb = _AFTER_NAME.split(written, maxsplit=1)[0]
    if len(before_verb) in (2, 3) and before_verb != written and _is_titled_person(before_verb):
        return before_verb
    return next((written[:size] for size in (4, 3, 2) if len(written) >= size and _is_person(written[:size])), "")


def _trailing_name(written: str) -> str:
    """Return the name at the end of the characters before a verb of speech, or nothing if none is there."""
    written = re.sub(rf"^.*(?:{_TITLES})", "", written)
    sizes = (size for size in (4, 3, 2) if len(written) >= size)
    return next((written[-size:] for size in sizes if _is_titled_person(written[-size:])), "")


def _identified_name(written: str) -> str:
    """Return the name that someone is said to have, 编剧是莫向晚, unless it is a known word or begins with one."""
    is_word = is_dictionary_word(written) or is_dictionary_word(written[:2])
    return written if written[0] in _SURNAMES and not is_word else ""


_NAME_OF: Final = {_IDENTIFIED: _identified_name, _TITLED: _leading_name, _NAMED: _trailing_name}


def refers_back(attribution: str) -> bool:
    """Whether the words around a quotation leave it to the text before them who speaks: "she said", 这位主任说."""
    return _REFERS_BACK.search(attribution) is not None


def _is_person(name: str) -> bool:
    if len(name) == 4:
        return set(name) <= TRANSCRIPTION_CHARACTERS
    if not 2 <= len(name) <= 3 or name[0] not in _SURNAMES:
        return False
    words = words_of(name)
    # A known word is no name: 高度, 方法.
    return words[0].text == name[0] if len(words) > 1 else words[0].tag in ("nr", "nrt", "nrfg", "x")


def _is_translated_place(name: str, source: str) -> bool:
    others = PLACES.get(plain_letters(name)) or PLACES.get(name)
    if not others:
        return False
    plain = plain_letters(source)
    return any(other in (source if _HAN_WORD.search(other) else plain) for other in others.split("|"))


def _is_comparable_in_translation(name: NameFound, source: str) -> bool:
    """Whether a missing name proves something although the source is in another language.

    Of romanised Chinese only a surname can be compared without its original; a Western name in a Chinese source is
    given in brackets there; a known place has a known translation; a title in common words is translated.
    """
    if _HAN_WORD.search(name.text):
        return name.text in PLACES
    words = _checked_words(name.text)
    if plain_letters(name.text) in PLACES:
        return True
    if all(_is_common(word) for word in words):
        return False
    if not all(_PINYIN.fullmatch(word) for word in words):
        return True
    surnames = "".join(_PINYIN_SURNAMES.get(word, "") for word in (words[0], words[-1])) if len(words) == 2 else ""
    return bool(surnames) and not set(surnames) & set(source)
