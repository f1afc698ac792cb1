"""Sentences that define something: the term, and its meaning in the words of the text."""

import re
from dataclasses import dataclass
from typing import Final

from inkwright.grounding.context_dependence import depends_on_previous, refers_back
from inkwright.grounding.language.english import EMPTY_NOUNS, FUNCTION_WORDS, OPENING_REFERENCES, parts_of_speech
from inkwright.grounding.source import Material, Sentence, SourceList
from inkwright.i18n import Language

_MIN_MEANING: Final = 15
_MIN_HAN_MEANING: Final = 6
_MAX_MEANING: Final = 220
_MAX_TERM_WORDS: Final = 4

_WORDS: Final = r"[A-Za-z][\w'’-]*(?: [A-Za-z][\w'’-]*){0,3}"
_ENGLISH: Final = (
    re.compile(rf"(?:An? |The )?(?P<term>{_WORDS}) (?:means|refers to|stands for) (?P<meaning>[^;:]+)\.$"),
    re.compile(
        rf"(?P<meaning>(?:An?|The) [^,;:]+?) (?:is|are) (?:also )?(?:called|known as) "
        rf"(?:an? |the )?(?P<term>{_WORDS})\.$"
    ),
    re.compile(rf"(?:An? )?(?P<term>{_WORDS}) (?:is|are) (?P<meaning>an? [^;:]+)\.$"),
)
_ENGLISH_LOOSE = re.compile(rf"(?:An? |The )?(?P<term>{_WORDS}) (?:is|are) (?P<meaning>(?:an?|the|any|all) [^;:]+)\.$")
_ENGLISH_ITEM = re.compile(rf"(?P<term>{_WORDS})(?:: | [–—-] )(?P<meaning>[^:]+?)\.?$")
_HAN_TERM: Final = "[^\\s，。；：、的是（）()“”《》]{2,10}"
_HAN_CLASSES: Final = (
    "过程|物质|单位|仪器|元件|器件|装置|工具|现象|方法|技术|物体|作用|能力|总称|统称|饮料|植物|动物|器官|组织|细胞|运动|移动|行为|制度|图形"
    "|直线|线段|诗|文体|学科|科学|区域|地方|人|机构|液体|气体|固体|岩石|食物|材料|茶|茶具|工艺|反应|化合物|混合物"
)
"""What a Chinese definition says that something is: "the process by which …"."""
_CHINESE: Final = (
    re.compile(f"(?:所谓)?“?(?P<term>{_HAN_TERM})”?，?(?:是指|指的是|就是指|即指)(?P<meaning>[^；]+)。$"),
    re.compile(f"(?P<meaning>[^，；：]+?)，?(?:被?称为|叫做|叫作|被称作|简称)“?(?P<term>{_HAN_TERM})”?。$"),
    re.compile(f"“?(?P<term>{_HAN_TERM})”?是(?P<meaning>一[种个类项][^；]+)。$"),
    re.compile(f"“?(?P<term>{_HAN_TERM})”?是(?P<meaning>[^；，、。]{{2,60}}的(?:{_HAN_CLASSES}))。$"),
)
_CHINESE_LOOSE = re.compile(f"“?(?P<term>{_HAN_TERM})”?是(?P<meaning>[^；，]*的[^；，]+(?:，[^；]*)?)。$")
_CHINESE_ITEM = re.compile(f"(?P<term>{_HAN_TERM})(?:：|——)(?P<meaning>[^：]+?)。?$")
_NAME = re.compile(r"[A-Z][a-z]+(?: [A-Z][\w.’'-]*)+")
_FIGURE = re.compile(r"\d|https?:")
_GLOSSARY = re.compile(
    r"\b(?:glossary|vocabulary|key terms|terms|terminology|definitions|concepts)\b|术语|词汇|名词|概念|定义", re.I
)
_NOT_A_TERM = re.compile(
    "^(?:这|那|它|其|此|该|我|你|他|她|人们|也|都|不|就|最|更|很|只|可|能|会|要|应|在|从|由|对|因|如|当|有|每|各)|"
    "[了着过也都就仍正不才又还则便只并均]$|(?:恰好|正好|通常|往往|一般|其实|实际上|本质上)$"
)
_NOT_A_MEANING = re.compile(
    r"(?:(?:was|is|were|are|has|had)\b|(?:an? )?(?:key|important|major|common|good|great|big|small part|little|bit"
    r"|pretty|very|useful|powerful|example|part|matter|question|way|result)\b|(?:considered|attributable|based|also|not|often|usually)\b|"
    r"(?:the )?(?:\w{3,}est|same|reason|result|main|most|best|only|first|last|second|third|key|case|way|one)\b|"
    r"(?:另?一部分|有[的些]|(?:一个)?(?:原因|结果|因为|为了|由于|不|很|非常|可以|最|重要)))",
    re.IGNORECASE,
)


_SEVERAL = re.compile(r"[.!?] [A-Z]|[。！？].")
_QUOTED = re.compile("[「」『』“”]")


@dataclass(frozen=True, slots=True)
class Definition:
    """A term, its meaning in the words of the text, and the defining sentence."""

    term: str
    meaning: str
    sentence: Sentence


def definitions_of(material: Material) -> tuple[Definition, ...]:
    """Return the definitions in the order of the text, each term once: of sentences, and of lists of terms."""
    found: dict[str, Definition] = {}
    for section in material.sections:
        for sentence in section.sentences:
            if definition := _definition_in(sentence, material.language):
                found.setdefault(definition.term.lower(), definition)
        for listing in section.listings:
            for definition in _defined_items(listing, material.language):
                found.setdefault(definition.term.lower(), definition)
    return tuple(found.values())


def _defined_items(listing: SourceList, language: Language) -> list[Definition]:
    """Return the definitions of a list: of a glossary, of items that begin with a term in bold, or of nothing else."""
    pattern = _ENGLISH_ITEM if language == "en" else _CHINESE_ITEM
    is_glossary = _GLOSSARY.search(f"{listing.lead}\n{listing.location.section}") is not None
    found = [_definition(item, pattern, language) for item in listing.items]
    is_glossary = is_glossary or all(each and not _FIGURE.search(each.sentence.text) for each in found)
    return [each for each in found if each and (is_glossary or each.term in each.sentence.marked)]


def _definition_in(sentence: Sentence, language: Language) -> Definition | None:
    """Return what a sentence defines. "The X is Y" only defines a term in bold, in italics or in the heading."""
    if sentence.is_aside or depends_on_previous(sentence.text) or refers_back(sentence.text):
        return None
    patterns, loose = (_ENGLISH, _ENGLISH_LOOSE) if language == "en" else (_CHINESE, _CHINESE_LOOSE)
    found = next(filter(None, (_definition(sentence, pattern, language) for pattern in patterns)), None)
    if found is None and (found := _definition(sentence, loose, language)):
        marked = {term.lower() for term in (*sentence.marked, sentence.location.section)}
        return found if found.term.lower() in marked else None
    is_name = found is not None and _NAME.fullmatch(found.term) and found.term not in sentence.marked
    return None if is_name else found


def _definition(sentence: Sentence, pattern: re.Pattern[str], language: Language) -> Definition | None:
    match = pattern.match(sentence.text)
    if match and _is_term(match["term"], language) and _is_meaning(match["meaning"], match["term"], language):
        return Definition(_QUOTED.sub("", match["term"]).strip(), match["meaning"].strip(" ，,"), sentence)
    return None


def _is_term(term: str, language: Language) -> bool:
    if language == "zh":
        return _NOT_A_TERM.search(term) is None
    words = term.lower().split()
    if len(words) > 1 and parts_of_speech(words[0]) == {"VERB"} and not words[0].endswith(("ed", "ing")):
        return False  # An instruction: "Ask questions: …"
    if len(words) > _MAX_TERM_WORDS or words[0] in OPENING_REFERENCES or words[-1] in EMPTY_NOUNS:
        return False
    return not any(word in FUNCTION_WORDS for word in words)


def _is_meaning(meaning: str, term: str, language: Language) -> bool:
    min_length = _MIN_MEANING if language == "en" else _MIN_HAN_MEANING
    return (
        min_length <= len(meaning) <= _MAX_MEANING
        and _NOT_A_MEANING.match(meaning) is None
        and _SEVERAL.search(meaning) is None
        and term.lower() not in meaning.lower()
        and meaning.count("“") == meaning.count("”")
        and meaning.count("（") == meaning.count("）")
    )
