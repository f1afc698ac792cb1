"""Which sentences can be asked about: those that are whole, and understood without what stands around them."""

import re
from itertools import pairwise
from typing import Final

from inkwright.grounding import chinese
from inkwright.grounding.clauses import asks, leans, points_back
from inkwright.grounding.english import parts_of
from inkwright.grounding.english_words import DETERMINERS, OPENING_REFERENCES
from inkwright.grounding.mentions import Marked
from inkwright.i18n import Language

_FEWEST_WORDS: Final = 6
_MOST_WORDS: Final = 40
_FEWEST_SIGNS: Final = 11
_MOST_SIGNS: Final = 100
_ENDED = re.compile(r"[.!。！][”’\"')）]?$")
_UNASKABLE = re.compile(r"_{2,}|\$|\\|https?:|[{}<>|]|…|\.\.\.")
_SPEAKER = re.compile(
    r"\b(?:I|[Ww]e|[Oo]ur|us|[Mm]y|me|[Yy]ou|[Yy]ours?|[Yy]ourself|let['’]s)\b|我们|咱们|我(?!国)|本文|笔者|你|您|大家|同学们|本(?=[规办制条校馆次章节书])"
)
_PERSON = re.compile(r"\b(?:he|she|his|her|him|himself|herself)\b|他们?|她们?", re.IGNORECASE)
_OTHER_PERSON = re.compile("其他|其她|他人")
_THING = re.compile(
    r"\b(?:it|its|they|their|them|itself|themselves)\b|它们?|"
    r"(?<![及尤极与])其(?=[\u3400-\u9fff])(?!他|余|中|次|实)",
    re.IGNORECASE,
)
_KING = re.compile(r"\b(?!(?:When|If|And|But|So|That|As|What|Then|While|Because|Since)\b)[A-Z][a-z]+ I\b(?!['’])")
_RELATIVE = re.compile(
    r"\b(?:this|these|those|such)\b(?! as\b)|\bthat (?:time|day|year|way|case|moment|point|area|place)\b|"
    r"[这那此](?!外)(?<!因此)(?<!彼此)|(?<!应)该|上述|前者|后者|两者|二者|同样|另外?一|另外|当时|同一|其他|其它|其余|别的|"
    r"\ba (?:second|third|fourth|further) [a-z]+|"
    r"\b(?:some|many|most|few|several|each|both|none|ones?|all)"
    r"(?=[,.;]| (?:is|are|was|were|have|had|has|use|can|could)\b)|"
    r"\b(?:other|others|another|same|similar(?:ly)?|the former|latter|however|therefore|otherwise|instead|likewise|"
    r"on the other hand|thus|hence|moreover|elsewhere|in turn|at first|so far|though(?=,)|"
    r"(?:here|there)(?! (?:is|are|was|were)\b)|then|ago)\b",
    re.IGNORECASE,
)
_SINCE_WHEN = re.compile(
    r"\b(?:later|soon|earlier|afterwards|thereafter|shortly|by that time|"
    r"meanwhile|within an? \w+|the (?:next|following|previous) \w+|before long|"
    r"eventually|by then)\b|后来|不久|随后|此后|以后(?=，)|第二[年天]|次年|翌年",
    re.IGNORECASE,
)
_ALSO = re.compile(
    r"(?:(?!, | and |; ).)*\b(?:also(?! (?:called|known|named|written|spelled)\b)|too|again|as well)\b", re.IGNORECASE
)
_WITH_BASE = re.compile(
    r"\bthan\b|\bthe (?:more|less|\w+er)\b.*\bthe (?:more|less|\w+er)\b|\bno longer\b|\bor \w+er\b", re.IGNORECASE
)
_MORE = re.compile(r"\b(?:more|less|fewer)\b(?! or less\b)", re.IGNORECASE)
_COMPARING: Final = frozenset("better worse sooner further farther longer rather".split())
_NO_COMPARISON: Final = frozenset(
    "later earlier upper lower inner outer elder other former latter over under ever never".split()
)
_MORE_HAN = re.compile("更(?!换|新|改|正|替)|(?<![比])较(?!量)|越来越|相比|相对")
_BASE_HAN = re.compile("比(?!如|较|例|赛)|相对于")
_OPENING_HAN = re.compile(
    "一部分|另一部分|有的|有些|一些|多数|大多|少数|之后|随后|另外|此外|还|也|都|并|而|但|因|所以|因此|其|不过|同时|最后|"
    "然而|但是|可是|而且|并且|总之|双方|对方|两国|两人|各方|[上中下]游|[东西南北中内外顶底]部|四周|周围|两岸|表面|从此|后来|接着|然后|于是|可见|比如|例如|譬如|当然|有意思的是|一种|一个(?=是)|前面|后面|上面|下面|[“「『]|请|上文|不要|不得|不准|不许|"
    "不可|禁止|严禁|切勿|必须|务必|应当?|要|剩下|如果是|否则|至于|要是|那么|再|先"
)
_ADDS_HAN = re.compile(
    "也(?!门|就是|称|叫|许)|又(?!称|叫|名)|还(?!原)|却|(?<![少多重轻])则|便(?!宜|于|利)|仍|同时|反而|倒"
)
_NOWHERE_HAN = re.compile("(?:^|[，、；往向从在到把将由])(?:里面|上面|下面|前面|后面|外面|里边|旁边|中间|之间|其间)")
_TIME_HAN = re.compile(
    "[^，]{0,12}(?:年|月|日|世纪|年代|时期|时|后|前|初|末|期间|代|朝|天|季|上|中|里|估计|统计|记载)[，]"
)
_OPENING_POINTER = re.compile(
    r"(?:before|after|since|until|during|because of|despite|unlike|like|by|with|for|from|besides|without|under|at|to) "
    r"(?:that|this|it|them|then|these|those|such|all this)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"[,;:，；：]|\b(?:and|but|or|because|when|that|which|who|while|so|if|until|before|after|as|where)\b"
)
_ORDERS = re.compile(r"(?:always|never|do not|don['’]t|please|let|make sure|be sure|try to|remember)\b", re.IGNORECASE)
_PARTICLES: Final = frozenset("up out off down away".split())
_CONDITION = re.compile(r"(?:if|when|once|after|before|to|while|unless|until|as soon as)\b[^,;]*,\s*(?:then )?", re.I)
_NO_SUBJECT_HAN: Final = frozenset("为 是 有 被 属 属于 用 把 将 给 往 向 对 对准 沿 沿着 先 再 就 不 别 勿".split())
_PAIRS: Final = ("“”", "()", "（）", "《》", "「」")


def stands_alone(marked: Marked, language: Language) -> bool:
    """Whether the sentence is whole, neither a scrap nor endless, tells something, and names all that it speaks of."""
    text = _KING.sub("King", marked.sentence.text)
    if language == "zh":
        text = text.replace(",", "，").replace("，其中", "，")
    if not _has_right_size(text, language) or not _ENDED.search(text) or asks(text) or _UNASKABLE.search(text):
        return False
    if leans(text) or points_back(text) or _SPEAKER.search(text) or _opens_leaning(text, language):
        return False
    if any(text.count(pair[0]) != text.count(pair[1]) for pair in _PAIRS) or text.count('"') % 2 or "?" in text:
        return False
    is_bare = _is_order_han(text) or _adds_han(text) if language == "zh" else _is_order(text) or _ALSO.match(text)
    return not is_bare and not _compares(text, language) and _names_when(marked) and _names_whom_it_means(marked)


def _has_right_size(text: str, language: Language) -> bool:
    if language == "zh":
        return _FEWEST_SIGNS <= len(text) <= _MOST_SIGNS
    return _FEWEST_WORDS <= len(text.split()) <= _MOST_WORDS


def _opens_leaning(text: str, language: Language) -> bool:
    if language == "zh":
        return _OPENING_HAN.match(text) is not None or _NOWHERE_HAN.search(text) is not None
    first = re.match(r"[A-Za-z']+", text)
    if _OPENING_POINTER.match(text):
        return True
    return first is None or (first[0].lower() in OPENING_REFERENCES and first[0].lower() not in ("by", "with", "for"))


def _is_order(text: str) -> bool:
    """Whether it tells somebody to do something, at its head or behind a condition: nobody can call that false."""
    condition = _CONDITION.match(text)
    said = text[condition.end() :] if condition else text
    if _ORDERS.match(said):
        return True
    words = re.findall(r"[A-Za-z'’-]+", said)[:2]
    if len(words) < 2:
        return True
    first, second = words[0].lower(), words[1].lower()
    parts = parts_of(first)
    if "VERB" not in parts or re.search("(?:ed|ing|[^s]s)$", first) or first in DETERMINERS:
        return False
    is_led = second in DETERMINERS or second in _PARTICLES
    return is_led or not parts & {"NOUN", "ADJ", "ADV", "PROPN", "AUX"}


def _is_order_han(text: str) -> bool:
    """Whether it begins with what is to be done, or with the means of it: nobody is named who does it."""
    time = _TIME_HAN.match(text)
    first = chinese.words_of(text[time.end() :] if time else text)[0]
    is_doing = first.tag in (("v", "vn", "vg") if time else ("v", "vn", "vg", "d", "vd"))
    return is_doing or first.text in _NO_SUBJECT_HAN


def _adds_han(text: str) -> bool:
    """Whether its first clause says "also" or "but": the other half stands in the sentence before."""
    time = _TIME_HAN.match(text)
    start = time.end() if time else 0
    end = text.find("，", start)
    return _ADDS_HAN.search(text[:start] + text[start : end if end > 0 else len(text)]) is not None


def _compares(text: str, language: Language) -> bool:
    """Whether something is larger or better, and the sentence does not say than what."""
    if language == "zh":
        is_by_degree = any(
            one.tag in ("a", "ad", "an") and two.text in ("一些", "一点", "些", "一点儿")
            for one, two in pairwise(chinese.words_of(text))
        )
        return (is_by_degree or _MORE_HAN.search(text) is not None) and not _BASE_HAN.search(text)
    if _WITH_BASE.search(text):
        return False
    return _MORE.search(text) is not None or any(map(_is_comparative, re.findall(r"\b[a-z]+er\b", text.lower())))


def _is_comparative(word: str) -> bool:
    if word in _COMPARING:
        return True
    parts = parts_of(word)
    return word not in _NO_COMPARISON and "ADJ" in parts and "NOUN" not in parts


def _names_when(marked: Marked) -> bool:
    """Whether "later" follows a date within the sentence."""
    found = _SINCE_WHEN.search(marked.sentence.text)
    dates = [each.start for each in marked.mentions if each.sort in ("year", "date")]
    return found is None or any(start < found.start() for start in dates)


def _names_whom_it_means(marked: Marked) -> bool:
    """Whether each "he" or "it" follows a name within the sentence."""
    text = marked.sentence.text
    if _RELATIVE.search(text.replace("，其中", "，")):
        return False
    person, thing = _PERSON.search(_OTHER_PERSON.sub("〇〇", text)), _THING.search(text)
    persons = [each for each in marked.mentions if each.sort in ("person", "name", "concept")]
    things = [each for each in marked.mentions if each.sort not in ("year", "date", "number")]
    if person and not person[0].isascii():
        persons = [each for each in persons if each.sort != "concept"]
    if person and not any(each.end <= person.start() for each in persons):
        return False
    if not thing:
        return True
    before = [each for each in things if each.end <= thing.start()]
    if not thing[0].isascii():
        # What opens the sentence is what it goes on to speak of; "in its name" opens it with something else.
        opens = bool(before) and before[0].start == 0 and text[before[0].end] not in "里中上的"
        return opens and _CLAUSE.search(text, before[0].end, thing.start()) is not None
    # "The enzyme binds it": what it binds was named before.
    is_owner = thing[0].lower() in ("its", "their", "itself", "themselves")
    return bool(before) and (is_owner or _CLAUSE.search(text, before[0].end, thing.start()) is not None)
