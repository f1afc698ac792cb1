"""Which sentences are self-contained: complete, and understood without the sentences around them."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from inkwright.artifacts.text import is_placeholder_text
from inkwright.grounding.context_dependence import depends_on_previous, is_question, refers_back
from inkwright.grounding.language import chinese, english
from inkwright.grounding.language.english import (
    DETERMINERS,
    FUNCTION_WORDS,
    OPENING_REFERENCES,
    UNIQUE_NOUNS,
    parts_of_speech,
)
from inkwright.grounding.source import Material
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
    r"\b(?:above|below|previous(?:ly)?|preceding|following|next|earlier|aforementioned|this (?:chapter"
    r"|section|lesson|book|"
    r"article|guide|tutorial|module|page|text|document))\b|\b(?:see|click|read|visit|watch|note that|recall"
    r"|shown)\b(?= (?:the|"
    r"how|in|here|that|also|this|below|at))|\balone\b|^In the (?:book|article|film|story|example|experiment"
    r"|study)\b|\b(?:between|of) the (?:two|three|four)\b|^The (?:second|third|fourth|fifth|sixth)\b"
    r"|^For [^,]{3,40}, (?:it|they|he|she)\b|^As [a-z]+, (?:they|he|she|it)\b|^Of (?:particular"
    r"|special|course|note)\b|^The (?:book|article|film|movie|author|story|report|case|man|woman|boy|girl"
    r"|child|result|answer|idea) (?:is|was|has|had)\b|#|^(?:An?|The) [^,]{3,60}, (?:his|her|its|their)\b"
    r"|\bas (?:will|shall|has|was|is|we|you) [^,.]{0,30}"
    r"\b(?:seen?|saw|discuss(?:ed)?|described|explained?|mentioned|noted|learn(?:ed)?)\b"
    r"|\b(?:discussed|described|explained|explored|covered|introduced) (?:in|later|elsewhere)\b"
    r"|\bon the (?:left|right)\b|\b(?:participants|respondents"
    r"|subjects|the (?:study|survey|sample))\b|, (?:he|she|they|it) (?:argued|said|claimed|believed"
    r"|thought|wrote|insisted),|"
    r"[上下]图|如图|图\s?\d|表\s?\d|[上下]表|[上下前后][面文述例]|以[上下](?!的?(?:人|年|岁|元|米|学历))|如下|代码|本[文节章书]|前文|见[第附图表A-Za-z《]|"
    r"第\s?[\d一二三四五六七八九十]+\s?[章节]|上一?[节章]|下一?[节章]|刚才|前者|后者|就(?:不|无法|没)"
    "|请|接下来|为例|当前|唯一需要|首先|该[图表例]|[\u3400-\u9fff] [的，。、]"
    r"|凶手|参与者|受试者|研究对象|请看|示例|这里|那里|此处",
    re.IGNORECASE,
)
_SPEAKER = re.compile(
    r"\b(?:I|[Ww]e|[Oo]ur|us|[Mm]y|me|[Yy]ou|[Yy]ours?|[Yy]ourself|let['’]s)\b|我们|咱们|我(?!国)|本文|笔者|你|您|大家|同学们"
    r"|本(?=[规办制条校馆次章节书])"
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
    "不可|禁止|严禁|切勿|必须|务必|应当?|要|剩下|如果是|否则|至于|要是|那么|再|先"
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
    """Whether the sentence is complete, of reasonable length, states something, and names what it refers to."""
    text = _KING.sub("King", annotated.sentence.text)
    if language == "zh":
        text = text.replace(",", "，").replace("，其中", "，")
    if not _has_right_size(text, language) or not is_whole(text, language):
        return False
    if depends_on_previous(text) or refers_back(text) or _opens_with_reference(text, language):
        return False
    is_bare = (
        _is_chinese_instruction(text) or _adds_to_previous(text)
        if language == "zh"
        else _is_instruction(text) or _ALSO.match(text)
    )
    return (
        not is_bare
        and not _compares_without_base(text, language)
        and _has_date_before_later(annotated)
        and _has_antecedents(annotated)
    )


def is_whole(text: str, language: Language) -> bool:
    """Whether it is a finished statement that neither speaks to the reader nor points to another place of the text."""
    text = _KING.sub("King", text)
    if not _ENDED.search(text) or is_question(text) or "?" in text or "？" in text or _UNASKABLE.search(text):
        return False
    if _LABELLED.match(text) or points_elsewhere(text) or (language == "en" and not _OPENS.match(text)):
        return False
    if _ELLIPTIC.match(text) or is_placeholder_text(text) or (language == "en" and not _has_verb(text)):
        return False
    return text.count('"') % 2 == 0 and all(text.count(pair[0]) == text.count(pair[1]) for pair in _PAIRS)


def _has_verb(text: str) -> bool:
    """Whether some word may be a verb. Words with a capital are parts of names."""
    words = re.findall(r"(?<![\w'’-])[a-z]+(?:['’][a-z]+)?(?![\w-])", text)
    return any(parts_of_speech(word) & {"VERB", "AUX"} or "'" in word or "’" in word for word in words)


def points_elsewhere(text: str) -> bool:
    """Whether it speaks to the reader, or of another place of the text or what that explains."""
    return bool(_SPEAKER.search(text) or _POINTS_ELSEWHERE.search(text)) or is_unexplained(text)


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
    found = _SINCE_WHEN.search(annotated.sentence.text)
    dates = [each.start for each in annotated.mentions if each.kind in ("year", "date")]
    return found is None or any(start < found.start() for start in dates)


def _has_antecedents(annotated: AnnotatedSentence) -> bool:
    """Whether each pronoun follows a name in the same sentence."""
    text = annotated.sentence.text
    if _RELATIVE.search(text.replace("，其中", "，")):
        return False
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


_OFTEN: Final = 4
_OFTEN_HAN: Final = 2
_OPENS_WITH_CONDITION = re.compile(
    r"(?:if|suppose|imagine|assume|in case)\b|如果|若|假如|假设|要是|当.{2,12}时", re.IGNORECASE
)
_LEADS_ON = re.compile(
    r"[:：]$|\b(?:as follows|for example|for instance)\b[^,]{0,20}$|如下|例如[^，]{0,8}。$", re.IGNORECASE
)
# A noun followed by one of these is specified.
_EXPLAINED_AFTER: Final = frozenset(
    "of that which who where whose when between called known named behind above below around inside".split()
)
_EXPLAINED_BY_PLACE: Final = frozenset("in from on at".split())
_MAKES_KNOWN: Final = frozenset("invented discovered developed introduced patented".split())
_MANY: Final = 3
_PAST = re.compile(r"\b(?:was|were|had|\w{2,}ed)\b|\b[12]\d{3}\b")
_BEFORE_NOUN = re.compile(r"\b((?:the|an?|another|each|every|many|several) (?:[a-z-]+ )?|)([a-z]{3,})\b", re.IGNORECASE)
_EXPLAINED_BEFORE = re.compile(r"(?:st|nd|rd|th)$|est$")
_WORD = re.compile(r"[A-Za-z]+")
_SHORT_FORM = re.compile(r"(?<![A-Za-z0-9-])[A-Z]{2,6}(?![A-Za-z0-9])")
_EXPLAINED_SHORT_FORM = re.compile(r"[^\W\d_]{2} ?[(（]([A-Z]{2,6})s?[)）]")
_VALUES: Final = ("year", "date", "number")
_NAMES: Final = ("person", "place", "organisation", "name")


class SentenceContext:
    """The sentences of a text and what the whole text is about."""

    def __init__(self, material: Material, sentences: Sequence[AnnotatedSentence]) -> None:
        self._language = material.language
        self._title = material.title.lower()
        self._sentences = sentences
        self._counts = Counter(word for annotated in sentences for word in annotated.words)
        places = {(word, annotated.sentence.location.section) for annotated in sentences for word in annotated.words}
        self._sections = Counter(word for word, _ in places)
        self._min_sections = min(2, len({section for _, section in places}))
        self._full_text = "\n".join(annotated.sentence.text for annotated in sentences)
        self._explained_short_forms = frozenset(_EXPLAINED_SHORT_FORM.findall(self._full_text))
        self._forms = _article_counts(self._full_text) if material.language == "en" else Counter[str]()

    def is_clear_alone(self, index: int, *, is_definition: bool = False) -> bool:
        """Whether sentence `index` can be understood without the sentences around it."""
        annotated = self._sentences[index]
        if index and self._sentences[index - 1].sentence.location.section == annotated.sentence.location.section:
            before = self._sentences[index - 1].sentence.text
            if is_question(before) or _OPENS_WITH_CONDITION.match(before) or _LEADS_ON.search(before):
                return False
        if self._abbreviates(annotated):
            return False
        if is_definition:
            return True
        if self._language == "zh":
            return self._names_its_subject(annotated)
        if self._opens_with_stranger(annotated):
            return False
        return self._is_anchored(annotated) and self._names_each_thing(annotated)

    def _abbreviates(self, annotated: AnnotatedSentence) -> bool:
        """Whether it has an abbreviation that another sentence explains."""
        text, headings = annotated.sentence.text, self._headings(annotated)
        return any(
            short in self._explained_short_forms and f"({short}" not in text and f"（{short}" not in text
            for short in _SHORT_FORM.findall(text)
            if short.lower() not in headings.lower()
        )

    def opens_with_topic(self, annotated: AnnotatedSentence) -> bool:
        """Whether the first thing it names is in its heading or the title."""
        things = [each for each in annotated.mentions if each.kind not in _VALUES]
        headings = self._headings(annotated)
        if not things:
            return False
        opens = things[0].start <= len("The ") and self._full_text.lower().count(things[0].key) >= _OFTEN
        return opens or any(_is_in_headings(word, headings) for word in things[0].key.split())

    def _opens_with_stranger(self, annotated: AnnotatedSentence) -> bool:
        """Whether its subject is a single name that the text rarely mentions: somebody in an example."""
        first = next((each for each in annotated.mentions if each.start == 0), None)
        if first is None or first.kind not in ("person", "name") or " " in first.text:
            return False
        is_rare = self._full_text.count(first.text) < _OFTEN
        return is_rare and not _is_in_headings(first.key, self._headings(annotated))

    def _is_one_of_many(self, noun: str) -> bool:
        """Whether the text mentions several of these, so that only the context shows which one is meant."""
        others = self._forms[noun]
        return others > 1 and _MANY * others > self._forms[f"the {noun}"]

    def _is_anchored(self, annotated: AnnotatedSentence) -> bool:
        """Whether it is about things in general, or has a reference point: a name, a date, or a word of a heading."""
        is_general = not _PAST.search(annotated.sentence.text)
        if is_general and any(each.start == 0 and each.shape == "plural" for each in annotated.mentions):
            return True
        if any(each.kind in (*_NAMES, "year", "date") for each in annotated.mentions):
            return True
        headings = self._headings(annotated)
        return self.opens_with_topic(annotated) or any(_is_in_headings(word, headings) for word in annotated.words)

    def _headings(self, annotated: AnnotatedSentence) -> str:
        return f"{self._title}\n{annotated.sentence.location.section.lower()}"

    def _names_its_subject(self, annotated: AnnotatedSentence) -> bool:
        """Whether the first thing a Chinese sentence names is a proper name, or is mentioned elsewhere too."""
        things = [each for each in annotated.mentions if each.kind not in _VALUES]
        if not things:
            return False
        if any(each.kind in ("year", "date") and each.is_open for each in annotated.mentions):
            return True
        first = things[0]
        is_known = first.text in self._headings(annotated) or self._full_text.count(first.text) >= _OFTEN_HAN
        text = annotated.sentence.text
        return first.kind in _NAMES or is_known or "《" in text or chinese.mentions_person(text)

    def _names_each_thing(self, annotated: AnnotatedSentence) -> bool:
        """Whether each English noun after "the" is specified here, or is a constant topic of the text."""
        headings = {english.singular_of(word) for word in _WORD.findall(self._headings(annotated))}
        tokens = english.tokens_of(annotated.sentence.text)
        is_event = _PAST.search(annotated.sentence.text) is not None
        for first, last in _unexplained_nouns(tokens):
            words = [english.singular_of(token.text) for token in tokens[first : last + 1]]
            min_count = _OFTEN if first == 1 else _OFTEN - 1
            if first > 1 and tokens[first - 2].text.lower() in _MAKES_KNOWN:
                continue  # Whoever invents "the telescope" does not mean a particular one.
            nouns = [w for w, token in zip(words, tokens[first : last + 1], strict=True) if token.kind == "noun"]
            is_only_one = not is_event or not self._forms[words[-1]]
            # What happens in one section alone is not known to who reads a sentence of it.
            is_throughout = not is_event or self._sections[words[-1]] >= self._min_sections
            is_often = self._counts[words[-1]] >= min_count and is_only_one and is_throughout
            is_known = any(word in headings for word in nouns) or is_often
            earlier = {english.singular_of(token.text) for token in tokens[: first - 1]}
            is_one_of_many = is_event and words[-1] not in earlier and self._is_one_of_many(words[-1])
            if (not is_known and words[-1] not in earlier and words[-1] not in UNIQUE_NOUNS) or is_one_of_many:
                return False
        return True


def _article_counts(text: str) -> Counter[str]:
    """Count how often each noun appears after "the", and how often as one of several: after "a", or in the plural."""
    found: Counter[str] = Counter()
    for before, word in _BEFORE_NOUN.findall(text):
        noun = english.singular_of(word)
        if before.lower().startswith("the "):
            found[f"the {noun}"] += 1
        elif before or english.is_plural(word):
            found[noun] += 1
    return found


def _is_in_headings(word: str, headings: str) -> bool:
    if not word.isascii():
        return word in headings
    return word in {english.singular_of(each) for each in _WORD.findall(headings)} - FUNCTION_WORDS


def _unexplained_nouns(tokens: Sequence[english.EnglishToken]) -> Iterator[tuple[int, int]]:
    """Yield the nouns after "the" that nothing in the sentence specifies."""
    for index, token in enumerate(tokens):
        if token.text.lower() != "the":
            continue
        last = index
        while last + 1 < len(tokens) and tokens[last + 1].kind in ("noun", "adjective", "name"):
            last += 1
        run = tokens[index + 1 : last + 1]
        first = tokens[last + 1].text.lower() if last + 1 < len(tokens) else ""
        second = tokens[last + 2].text if last + 2 < len(tokens) else ""
        is_placed = first in _EXPLAINED_BY_PLACE and second[:1].isalpha()
        is_specified = (
            first in _EXPLAINED_AFTER or is_placed or first.endswith("ing") or (first.endswith("ed") and index > 0)
        )
        is_named = any(word.kind == "name" or _EXPLAINED_BEFORE.search(word.text) for word in run)
        if run and run[-1].kind == "noun" and not is_specified and not is_named:
            yield index + 1, last
