"""Which sentences are self-contained: complete, and understood without the sentences around them."""

import re
from itertools import pairwise
from typing import Final

from inkwright.artifacts.text import is_placeholder_text
from inkwright.grounding.context_dependence import depends_on_previous, is_question, refers_back
from inkwright.grounding.language import chinese
from inkwright.grounding.language.english import DETERMINERS, OPENING_REFERENCES, parts_of_speech
from inkwright.grounding.language.traditional import simplified
from inkwright.grounding.terms import AnnotatedSentence
from inkwright.grounding.unexplained import is_unexplained
from inkwright.i18n import Language

_MIN_WORDS: Final = 4
_MAX_WORDS: Final = 40
_MIN_CHARACTERS: Final = 8
_MAX_CHARACTERS: Final = 100
_ENDED = re.compile(r"[.。][”’\"')）]?$")
_UNASKABLE = re.compile(
    # Code, links, and a gap where a sign was: "Ctrl + + Enter", "click x , then". A line of a listing has its number.
    r"[+×=] [+×=]| [,;，。、；]|(?:^|(?<=[\u3400-\u9fff,，]) )\d{1,3} (?:[a-z][\w.-]* ){0,3}[/~-]\S|"
    r"_{2,}|\$(?!\d)|\\|https?:|www\.|[{}<>|=\[\]]|…|\.\.\.|\. \.|\w\(\)|(?<![\w.])\.\w|\b[A-Za-z]_\w|\w\"\w"
)
# A label of what the sentence is part of, and brackets whose content was removed.
_LABELLED = re.compile(
    r"(?:solution|example|note|tip|answer|hint|warning|exercise|caution|question|discussion|problem|challenge)s? ?:"
    r"|(?:解答|答案|提示|注意|例如?|说明|示例|问题|解决(?:方案|办法)?) ?[:：]|.*(?:\(\s?\)|（\s?）)"
    r"|[^,]{2,60}, for (?:example|instance),",
    re.IGNORECASE,
)
_OPENS = re.compile("[\"“‘']?[^\\W a-z_]")
_POINTS_ELSEWHERE = re.compile(
    r"\b(?:figures?|fig\.|tables?|chapters?|sections?|listings?|appendix|equations?|examples?|lessons?"
    r"|modules?|box) [A-Z\d]|"
    r"\b(?:above|below|previous(?:ly)?|preceding|aforementioned|(?:the|as) (?:following|follows)"
    r"|(?:next|earlier|later|this) (?:chapter|section|lesson|book|article|guide|tutorial|module|page|text|document))\b"
    r"|^(?:This|The) (?:recipe|guide|tutorial|article|page|document|course|lesson|chapter) |内容(?:涵盖|包括|有)"
    r"|\b(?:these are (?:your|the|some|all)|here (?:is|are)|here['’]s)\b"
    r"|\b(?:see|click|read|visit|watch|note that|recall|shown)\b(?= (?:the|how|in|here|that|also|this|below|at))|#"
    r"|\bas (?:will|shall|has|was|is|we|you) [^,.]{0,30}"
    r"\b(?:seen?|saw|discuss(?:ed)?|described|explained?|mentioned|noted|learn(?:ed)?)\b"
    r"|\b(?:discussed|described|explained|explored|covered|introduced) (?:in|later|elsewhere)\b"
    r"|\bon the (?:left|right)\b|"
    r"[上下]图|如图|图\s?\d|表\s?\d|[上下]表|[上下前后][面文述例]|以[上下](?!的?(?:人|年|岁|元|米|学历|各?级))|如下|代码"
    r"|本[文节章书]|前文|见[第附图表A-Za-z《]|(?<!^)第\s?[\d一二三四五六七八九十]+\s?[章节]|上一?[节章]"
    r"|下一?[节章]|刚才|请|接下来|该[图表例]|[\u3400-\u9fff] [的，。、]|示例",
    re.IGNORECASE,
)
# These words need the text before the sentence.
_LEANS = re.compile(
    r"\balone\b|\b(?:following|next|earlier)\b|^In the (?:book|article|film|story|example|experiment|study)\b"
    r"|\b(?:between|of) the (?:two|three|four)\b|^The (?:second|third|fourth|fifth|sixth)\b"
    r"|^For [^,]{3,40}, (?:it|they|he|she)\b|^As [a-z]+, (?:they|he|she|it)\b|^Of (?:particular"
    r"|special|course|note)\b|^The (?:book|article|film|movie|author|story|report|case|man|woman|boy|girl"
    r"|child|result|answer|idea) (?:is|was|has|had)\b|^(?:An?|The) [^,]{3,60}, (?:his|her|its|their)\b"
    r"|\b(?:participants|respondents|subjects|the (?:study|survey|sample))\b"
    r"|, (?:he|she|they|it) (?:argued|said|claimed|believed|thought|wrote|insisted),"
    r"|前者|后者|就(?:不|无法|没)|为例|当前|唯一需要|首先|凶手|参与者|受试者|研究对象|这里|那里|此处",
    re.IGNORECASE,
)
_AUTHOR = re.compile(
    r"\b(?:I|[Ww]e|[Oo]ur|us|[Mm]y|me|let['’]s)\b|我们|咱们|我(?!国)|本文|笔者|大家|同学们|本(?=[规办制条校馆次章节书])"
)
_READER = re.compile(r"\b(?:[Yy]ou|[Yy]ours?|[Yy]ourself)\b|你|您")
# What it says to the reader is about reading, not about the subject.
_TO_READER = re.compile(
    r"\byou(?:['’]ll| (?:will|can|may|should|have|are|already|now))* (?:be |been |going to )*"
    r"(?:find|see|seen|learn|learned|read|know|notice|download|click|visit|want to|wish|wonder)\b|[你您]",
    re.IGNORECASE,
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
    r"\ba (?:second|third|fourth|further) (?!of\b)[a-z]+|"
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
_ALSO = re.compile(r".*\b(?:also(?! (?:called|known|named|written|spelled)\b)|too|again|as well)\b", re.IGNORECASE)
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
    "第[一二三四五六][种个类步]|具体(?!来)|最初的|既然|显然|好，|现在|那么|举个?例|比方|一部分|另一部分|有的|有些|一些|多数|大多|少数|之后|随后|另外|此外|还|也|都|并|而|但|因|所以|因此|其|不过|同时|最后|"
    "然而|但是|可是|而且|并且|总之|双方|对方|两国|两人|各方|[上中下]游|[东西南北中内外顶底]部|四周|周围|两岸|表面|从此|后来|接着|然后|于是|可见|比如|例如|譬如|当然|有意思的是|一种"
    "|一个(?=是)|前面|后面|上面|下面|[“「『]|请|上文|不要|不得|不准|不许|"
    "（[一二三四五六七八九十]{1,3}）|不可|禁止|严禁|切勿|必须|务必|应当?|要|剩下|如果是|否则|至于|要是|那么|再|先"
)
_ADDS_HAN = re.compile(
    "也(?!门|就是|称|叫|许)|又(?!称|叫|名)|还(?!原)|却|(?<![少多重轻])则|便(?!宜|于|利)|仍|同时|反而|倒"
)
_NOWHERE_HAN = re.compile("(?:^|[，、；往向从在到把将由])(?:里面|上面|下面|前面|后面|外面|里边|旁边|中间|之间|其间)")
_TIME_HAN = re.compile(
    "[^，]{0,12}(?:年|月|日|世纪|年代|时期|时|后|前|初|末|期间|代|朝|天|季|上|中|里|估计|统计|记载)[，]"
)
_CONNECTED = re.compile(
    r"(?:indeed|as a result|consequently|accordingly|in (?:response|addition|turn|short|other words"
    r"|conclusion|sum|any case"
    r"|particular|general|essence|practice)|furthermore|further|moreover|additionally|besides|finally|overall"
    r"|all told"
    r"|to (?:summari[sz]e|sum up|conclude|do so|this end)|again|similarly|likewise|meanwhile|afterwards?"
    r"|clearly|obviously"
    r"|therefore|thus|hence|so|also|too|namely|specifically|interestingly|surprisingly|remember|notice|note"
    r"|for this reason"
    r"|because of (?:this|these|their|its)|once|as (?:with|for|mentioned|noted|seen|discussed|explained"
    r"|described|shown)"
    r"|apart from|aside from|rather than|not only|even|perhaps|maybe|simply|just|only|one|two|three|four"
    r"|other|another|such)\b",
    re.IGNORECASE,
)
_OPENING_POINTER = re.compile(
    r"(?:before|after|since|until|during|because of|despite|unlike|like|by|with|for|from|besides|without"
    r"|under|at|to) "
    r"(?:that|this|it|them|then|these|those|such|all this)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"[,;:，；：]|\b(?:and|but|or|because|when|that|which|who|while|so|if|until|before|after|as|where)\b"
)
_INSTRUCTION = re.compile(
    r"(?:always|never|do not|don['’]t|please|let|make sure|be sure|try to|remember|think|imagine|suppose"
    r"|click|double-click|open|press|select|choose|type|enter|download|install|drag|navigate"
    r"|consider|say|try)\b",
    re.IGNORECASE,
)
_PARTICLES: Final = frozenset("up out off down away".split())
_CONDITION = re.compile(r"(?:if|when|once|after|before|to|while|unless|until|as soon as)\b[^,;]*,\s*(?:then )?", re.I)
_NO_SUBJECT_HAN: Final = frozenset("为 是 有 被 属 属于 用 把 将 给 往 向 对 对准 沿 沿着 先 再 就 不 别 勿".split())
# "Contemporaneously known as the Great War." has no subject; "Germany was the last, …" and "东罗马帝国不详。" have no
# predicate of their own.
_ELLIPTIC = re.compile(
    r"(?:[A-Z]\w+ly )?(?i:\w{2,}ed|known|seen|made|born|given|taken|built|written|found|held) "
    r"(?:as|in|by|for|from|to|at|on|with|of|under|between)\b[^,]*$"
    r"|(?i:at (?:every|each) (?:step|stage|turn|round|point))\b"
    r"|.{0,80}\b(?:is|are|was|were) (?:the )?(?:last|first|second|third|next|best|worst|same|exceptions?)[,.;]"
    r"|.{0,12}(?:不详|未知|不明|同上|亦然|如此)。$"
    # What something is, without its name: "一个开源的、可以自己搭建的网站留言服务。"
    r"|一[个款种套份本篇条张部](?:(?![是有了会能为叫])[^，。])*的[^，。是有了会能为叫]{1,10}[，。]"
    # A remark of the author: "HELP: …".
    r"|[A-Z][A-Z ]{2,20}: |[(（]\d{1,2}[)）]"
)
_PAIRS: Final = ("“”", "()", "（）", "《》", "「」")


def is_self_contained(annotated: AnnotatedSentence, language: Language) -> bool:
    """Whether the sentence, alone under its heading, states something and names what it refers to."""
    text = folded(annotated.sentence.text)
    is_stated = _has_right_size(text, language) and not _READER.search(text) and not is_unexplained(text)
    is_bare = _is_chinese_instruction(text) if language == "zh" else _is_instruction(text)
    is_stated = is_stated and not is_bare and is_whole(annotated.sentence.text, language)
    return is_stated and not leans_on_previous(annotated, language)


def leans_on_previous(annotated: AnnotatedSentence, language: Language) -> bool:
    """Whether the sentence needs the one before it: it continues that one, or has a word that refers to it."""
    text = folded(annotated.sentence.text)
    if language == "zh":
        text = text.replace(",", "，").replace("，其中", "，")
    if refers_to_previous(annotated, language) or _RELATIVE.search(text):
        return True
    adds = _adds_to_previous(text) if language == "zh" else _ALSO.match(text)
    return bool(adds or _compares_without_base(text, language) or not _has_date_before_later(annotated))


def refers_to_previous(annotated: AnnotatedSentence, language: Language) -> bool:
    """Whether it opens with a reference, or has a pronoun for something that it does not name."""
    text = folded(annotated.sentence.text).replace("，其中", "，")
    opens = depends_on_previous(text) or refers_back(text) or _opens_with_reference(text, language)
    return opens or _LEANS.search(text) is not None or not _has_antecedents(annotated)


def is_whole(text: str, language: Language) -> bool:
    """Whether it is a finished statement that neither speaks of the author nor points to another place of the text."""
    text = folded(text)
    if not _ENDED.search(text) or is_question(text) or "?" in text or "？" in text or _UNASKABLE.search(text):
        return False
    if _LABELLED.match(text) or _is_about_the_text(text) or (language == "en" and not _OPENS.match(text)):
        return False
    if _ELLIPTIC.match(text) or is_placeholder_text(text) or (language == "en" and not _has_verb(text)):
        return False
    return text.count('"') % 2 == 0 and all(text.count(pair[0]) == text.count(pair[1]) for pair in _PAIRS)


def folded(text: str) -> str:
    """Return the text as the rules read it: in simplified characters, and without the number in "Charles I"."""
    return _KING.sub("King", simplified(text))


def _has_verb(text: str) -> bool:
    """Whether some word may be a verb. Words with a capital are parts of names."""
    words = re.findall(r"(?<![\w'’-])[a-z]+(?:['’][a-z]+)?(?![\w-])", text)
    return any(parts_of_speech(word) & {"VERB", "AUX"} or "'" in word or "’" in word for word in words)


def _is_about_the_text(text: str) -> bool:
    """Whether it speaks of its author, of reading, or of another place of the text."""
    return bool(_AUTHOR.search(text) or _TO_READER.search(text) or _POINTS_ELSEWHERE.search(text))


def points_elsewhere(text: str) -> bool:
    """Whether it speaks to the reader, or of another place of the text or what that explains."""
    plain = folded(text)
    is_open = _READER.search(plain) or _LEANS.search(plain) or is_unexplained(plain)
    return bool(is_open) or _is_about_the_text(plain)


def _has_right_size(text: str, language: Language) -> bool:
    if language == "zh":
        return _MIN_CHARACTERS <= len(text) <= _MAX_CHARACTERS
    return _MIN_WORDS <= len(text.split()) <= _MAX_WORDS


def _opens_with_reference(text: str, language: Language) -> bool:
    if language == "zh":
        return _OPENING_HAN.match(text) is not None or _NOWHERE_HAN.search(text) is not None
    first = re.match(r"[A-Za-z']+", text)
    if _OPENING_POINTER.match(text) or _CONNECTED.match(text):
        return True
    return first is None or (first[0].lower() in OPENING_REFERENCES and first[0].lower() not in ("by", "with", "for"))


def _is_instruction(text: str) -> bool:
    """Whether it gives an instruction, also after a condition: an instruction cannot be true or false."""
    condition = _CONDITION.match(text)
    statement = text[condition.end() :] if condition else text
    if _INSTRUCTION.match(statement):
        return True
    words = re.findall(r"[A-Za-z'’-]+", statement)[:2]
    if len(words) < 2:
        return True
    first, second = words[0].lower(), words[1].lower()
    parts = parts_of_speech(first)
    if "VERB" not in parts or re.search("(?:ed|ing|[^s]s)$", first) or first in DETERMINERS:
        return False
    has_object = second in DETERMINERS or second in _PARTICLES
    return has_object or not parts & {"NOUN", "ADJ", "ADV", "PROPN", "AUX"}


def _is_chinese_instruction(text: str) -> bool:
    """Whether it begins with an action or its means, without naming who acts."""
    time = _TIME_HAN.match(text)
    first = chinese.words_of(text[time.end() :] if time else text)[0]
    is_doing = first.tag in (("v", "vn", "vg") if time else ("v", "vn", "vg", "d", "vd"))
    return is_doing or first.text in _NO_SUBJECT_HAN


def _adds_to_previous(text: str) -> bool:
    """Whether its first clause says "also" or "but" and so continues the sentence before."""
    time = _TIME_HAN.match(text)
    start = time.end() if time else 0
    end = text.find("，", start)
    return _ADDS_HAN.search(text[:start] + text[start : end if end > 0 else len(text)]) is not None


def lacks_subject(text: str, language: Language) -> bool:
    """Whether a Chinese sentence does not begin with what it is about, but with what that does or is like."""
    if language != "zh":
        return False
    plain = folded(text)
    time = _TIME_HAN.match(plain)
    first = chinese.words_of(plain[time.end() :] if time else plain)[0]
    return first.tag[:1] in ("v", "a", "d", "c") and first.tag not in ("vn", "an")


def _compares_without_base(text: str, language: Language) -> bool:
    """Whether it compares without naming what it compares with."""
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
    parts = parts_of_speech(word)
    return word not in _NO_COMPARISON and "ADJ" in parts and "NOUN" not in parts


def _has_date_before_later(annotated: AnnotatedSentence) -> bool:
    """Whether a word such as "later" follows a date in the same sentence."""
    found = _SINCE_WHEN.search(simplified(annotated.sentence.text))
    dates = [each.start for each in annotated.mentions if each.kind in ("year", "date")]
    return found is None or any(start < found.start() for start in dates)


def _has_antecedents(annotated: AnnotatedSentence) -> bool:
    """Whether each pronoun follows a name in the same sentence."""
    text = simplified(annotated.sentence.text)
    person, thing = _PERSON.search(_OTHER_PERSON.sub("〇〇", text)), _THING.search(text)
    persons = [each for each in annotated.mentions if each.kind in ("person", "name", "concept")]
    things = [each for each in annotated.mentions if each.kind not in ("year", "date", "number")]
    if person:
        persons = [each for each in persons if each.kind != "concept"]
    if person and not any(each.end <= person.start() for each in persons):
        return False
    if not thing:
        return True
    before = [each for each in things if each.end <= thing.start()]
    if not thing[0].isascii():
        # The opening term is the topic that later pronouns refer to; after a preposition or a genitive it is not.
        opens = bool(before) and before[0].start == 0 and text[before[0].end] not in "里中上的"
        return opens and _CLAUSE.search(text, before[0].end, thing.start()) is not None
    # "The enzyme binds it": "it" was named in an earlier sentence.
    is_owner = thing[0].lower() in ("its", "their", "itself", "themselves")
    return bool(before) and (is_owner or _CLAUSE.search(text, before[0].end, thing.start()) is not None)
