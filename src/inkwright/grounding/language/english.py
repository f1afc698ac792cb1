"""English words: their parts of speech in a sentence, noun phrases, and lists of common words."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

ARTICLES: Final = frozenset(["a", "an", "the"])
DETERMINERS: Final = ARTICLES | frozenset(
    "this these those its their his her our my your each every some any no another such several many few both all "
    "most more whose other one".split()
)
COUNT_WORDS: Final = frozenset(
    "hundred hundreds thousand thousands million millions billion billions dozen dozens".split()
)
PLURAL_DETERMINERS: Final = frozenset("all many several few both these those most".split())
PRONOUNS: Final = frozenset(
    "i you he she it we they who whom them him us me itself themselves himself herself which that someone something "
    "anyone anything everyone everything nobody nothing".split()
)
PREPOSITIONS: Final = frozenset(
    "of in on at by with from into onto for through between among across over under about against within without along "
    "around near during after before until beyond toward towards upon inside outside above below behind beneath beside "
    "besides despite except like unlike via per as than off throughout".split()
)
AUXILIARIES: Final = frozenset(
    "is are was were be been being am has have had having do does did can could may might must shall should will would "
    "cannot isn't aren't wasn't weren't don't doesn't didn't can't won't".split()
)
_OTHER_FUNCTION_WORDS: Final = frozenset(
    "and or but nor so yet if because although though while whereas when where why how whether since unless once "
    "not never always often usually sometimes rarely then thus therefore hence however moreover furthermore instead "
    "also too very quite rather almost nearly about only just even still already again ever here there now later "
    "soon today first second third last next finally to up down out away back together apart well much less least "
    "enough same own de van von der da del ibn either neither else what ago per perhaps maybe mainly mostly "
    "especially particularly particular certain various different further yes let's ones others lot lots etc e.g "
    "i.e far long twice halfway".split()
)
FUNCTION_WORDS: Final = DETERMINERS | PRONOUNS | PREPOSITIONS | AUXILIARIES | _OTHER_FUNCTION_WORDS

QUESTION_WORDS: Final = FUNCTION_WORDS | frozenset(
    "who whom whose which what when where why how much many tell say says said mention mentioned mean means write "
    "written explain describe find show list please file files note notes text document documents attached"
    " attachment "
    "page according know anything something thing things answer question information info md txt pdf docx pptx use "
    "used get give me call called name do does did kind sort type happen happens work works long old big happened "
    "exactly detail details summary summarise summarize content contents".split()
)
"""Words of questions that do not say what the question is about."""

NEVER_NOUNS: Final = frozenset(
    "best better worse worst fast slow close hard late early deep high low near straight right left well wide open "
    "loud clear alone alive aware ready able due likely it's that's there's".split()
)
"""Words that a lexicon lists as nouns although they rarely are."""

EMPTY_ADJECTIVES: Final = frozenset(
    "important main large small big great little good bad new old high low long short great major minor common general "
    "simple special full whole entire single similar possible necessary likely able available typical usual normal "
    "famous well-known modern early late recent final early sudden key chief true real actual own respective".split()
)

EMPTY_NOUNS: Final = frozenset(
    "way thing part number people person kind sort type example result case fact form amount time place year day month "
    "week hour minute second moment end beginning start side point use need help work name word line order set group "
    "lot area piece bit role reason cause effect problem question answer idea change difference importance purpose use "
    "man woman one other half rest top bottom middle right left hand level rate size shape length value condition "
    "situation process step stage method manner means matter turn while century decade age period today world life "
    "everything something term series variety range majority set pair couple total average addition contrast instance "
    "course sense view aspect feature factor thousand hundred million dozen job task sign home back front thanks "
    "ten dozen kilometre metre centimetre millimetre gram kilogram litre degree euro dollar pound mile inch foot ton "
    "tonne cent percent parts spot round "
    "attempt chance choice effort story reader writer rule goal section chapter text following".split()
)
UNIQUE_NOUNS: Final = frozenset(
    "world sun moon earth sky air ground sea ocean atmosphere environment equator globe planet universe climate "
    "weather body brain heart blood skin stomach eye ear nose mouth hand lung bone muscle north south east west "
    "outside inside middle past future present public poor rich dead countryside law truth night day morning evening "
    "afternoon summer winter spring autumn century year whole rest way".split()
)
"""Nouns with a single well-known referent."""

MONTHS_AND_DAYS: Final = frozenset(
    "january february march april may june july august september october november december monday tuesday wednesday "
    "thursday friday saturday sunday bc ad bce ce celsius fahrenheit chapter figure table section mr mrs ms dr".split()
)

OPENING_REFERENCES: Final = frozenset(
    "it its this that these those they their them he his she her him we our us i my you your here there such both each "
    "however moreover furthermore therefore thus hence then also besides instead otherwise still yet but and or so "
    "nevertheless consequently similarly likewise finally meanwhile afterwards later soon next first second third "
    "firstly secondly thirdly fourth lastly another others some many most few several one because although "
    "though since unlike like by with what why how who when where if whether today now again perhaps maybe "
    "neither nor either for not only even once too did does do is are was were can could would should".split()
)
"""A sentence that opens with one of these depends on its context, or says too little without it."""


WordClass = Literal["noun", "name", "adjective", "verb", "function", "other", "break"]

_CAPITAL = re.compile(r"(?<=[a-z0-9,;] )[A-ZÀ-Þ][a-zà-ɏ]+(?:-[A-Z][a-z]+)*(?!['’\w-])")
_TOKEN = re.compile(r"[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ'’-]*|[^\s]")
_LOWER_CASE = re.compile(r"\b[a-zà-ɏ]+\b")
_AFTER_ARTICLE = re.compile(
    r"\b(?:the|an?|of|its|their|each|every|some|this) ([a-z]+)"
    r"(?= (?:is|are|was|were|of|in|and|or|to|that|from|by|with|into|has|have|can|on|for|at)\b|[.,;:)])"
)
_MAX_PHRASE_WORDS: Final = 3


class EnglishToken(NamedTuple):
    """A word or punctuation mark of a sentence, with its word class in that sentence."""

    start: int
    text: str
    kind: WordClass

    @property
    def end(self) -> int:
        """The end position in the sentence."""
        return self.start + len(self.text)


class NounPhrase(NamedTuple):
    """A noun phrase: its first and last token index, and the word before it."""

    first: int
    last: int
    before: str


@lru_cache(maxsize=50_000)
def parts_of_speech(word: str) -> frozenset[str]:
    """Return the possible parts of speech of a word, or an empty set for an unknown word."""
    from lemminflect import getAllLemmas  # noqa: PLC0415 - loads numpy and a lexicon

    return frozenset(getAllLemmas(word))


@lru_cache(maxsize=50_000)
def singular_of(word: str) -> str:
    """Return the singular of a noun in lower case; other words are only lower-cased."""
    from lemminflect import getAllLemmas  # noqa: PLC0415 - loads numpy and a lexicon

    lower = word.lower()
    found = getAllLemmas(lower, upos="NOUN").get("NOUN", ())
    if found:
        return str(min(found, key=len))
    is_regular = lower.endswith("s") and not lower.endswith(("ss", "us", "is")) and len(lower) > 3
    return lower[:-1] if is_regular else lower


def is_plural(word: str) -> bool:
    """Whether a noun is in the plural."""
    return singular_of(word) != word.lower()


def tokens_of(sentence: str, names: frozenset[str] = frozenset()) -> list[EnglishToken]:
    """Return the words and punctuation marks of a sentence.

    A capital letter inside the sentence marks a name; the first word is a name if it is one of `names`.
    """
    found = [(match.start(), match[0]) for match in _TOKEN.finditer(sentence)]
    tokens: list[EnglishToken] = []
    for index, (start, text) in enumerate(found):
        following = found[index + 1][1] if index + 1 < len(found) else ""
        kind = (
            "name" if not tokens and _opens_with_name(text, following, names) else _word_class(text, tokens, following)
        )
        tokens.append(EnglishToken(start, text, kind))
    return tokens


def _opens_with_name(text: str, following: str, names: frozenset[str]) -> bool:
    starts_a_name = (following[:1].isupper() and following != following.upper()) or following in (
        "de",
        "van",
        "von",
        "ibn",
    )
    return text in names or (starts_a_name and text.lower() not in FUNCTION_WORDS and "'" not in text)


def capitalised_names(text: str) -> frozenset[str]:
    """Return the words that are capitalised inside a sentence and never written in lower case."""
    small = set(_LOWER_CASE.findall(text))
    return frozenset(word for word in _CAPITAL.findall(text) if word.lower() not in small)


def certain_nouns(text: str) -> frozenset[str]:
    """Return the words, in the singular, that appear where only a noun can: after an article or "of"."""
    return frozenset(singular_of(word) for word in _AFTER_ARTICLE.findall(text.lower()))


def noun_phrases(tokens: Sequence[EnglishToken]) -> Iterator[NounPhrase]:
    """Yield the longest runs of adjectives, nouns and names that end in a noun; runs that are too long are skipped."""
    index = 0
    while index < len(tokens):
        end = index
        while end < len(tokens) and tokens[end].kind in ("noun", "name", "adjective"):
            end += 1
        if end > index:
            yield from _trimmed_phrase(tokens, index, end - 1)
        index = max(end, index + 1)


def _trimmed_phrase(tokens: Sequence[EnglishToken], first: int, last: int) -> Iterator[NounPhrase]:
    while last >= first and tokens[last].kind == "adjective":
        last -= 1
    while first < last and tokens[first].text.lower() in EMPTY_ADJECTIVES:
        first += 1
    if first <= last < first + _MAX_PHRASE_WORDS:
        yield NounPhrase(first, last, tokens[first - 1].text if first else "")


def _word_class(text: str, before: Sequence[EnglishToken], following: str) -> WordClass:
    if not text[0].isalpha():
        return "break"
    lower = text.lower().replace("’", "'")
    if lower in FUNCTION_WORDS:
        return "function"
    if "'" in lower or lower in NEVER_NOUNS or _is_comparative_adjective(lower):
        return "other"
    if text[0].isupper() and text != text.upper() and before:
        return "name"
    return _class_of_word(lower, before, following.lower())


def _is_comparative_adjective(word: str) -> bool:
    """Whether it is a comparative or superlative such as "closer" or "largest"; a lexicon lists some as nouns."""
    if word.endswith("est"):
        return parts_of_speech(word) <= {"ADJ", "ADV"}
    stems = (word[:-2], word[:-1], f"{word[:-3]}y", word[:-3])
    return word.endswith("er") and any(len(stem) > 2 and "ADJ" in parts_of_speech(stem) for stem in stems)


def _class_of_word(word: str, before: Sequence[EnglishToken], following: str) -> WordClass:
    parts = parts_of_speech(word) - {"AUX", "PROPN"}
    if not parts:
        return _class_of_unknown(word)
    if "VERB" in parts and parts & {"NOUN", "ADJ"}:
        return _class_of_ambiguous(word, parts, before, following)
    if "NOUN" in parts and "ADJ" in parts:
        return "adjective" if _can_be_noun(following) else "noun"
    if "NOUN" in parts and not word.endswith("ly"):
        return "noun"
    if "ADJ" in parts and not word.endswith("ly"):
        return "adjective"
    return "verb" if "VERB" in parts else "other"


def _class_of_unknown(word: str) -> WordClass:
    if word.endswith("ly"):
        return "other"
    if word.endswith("ed"):
        return "verb"
    # A compound such as "light-dependent" describes the noun after it.
    return "adjective" if "-" in word else "noun"


def _can_be_noun(word: str) -> bool:
    return (
        word[:1].isalpha() and word not in FUNCTION_WORDS and (not (known := parts_of_speech(word)) or "NOUN" in known)
    )


def _class_of_ambiguous(word: str, parts: frozenset[str], before: Sequence[EnglishToken], following: str) -> WordClass:
    """Return the class of a word that can be a verb: a noun where only a noun is possible."""
    last = before[-1] if before else None
    lower = last.text.lower() if last else ""
    noun: WordClass = "adjective" if "NOUN" not in parts or ("ADJ" in parts and _can_be_noun(following)) else "noun"
    if lower in DETERMINERS or lower in PREPOSITIONS or (last and last.kind == "adjective"):
        is_participle = word.endswith("ing") and lower in PREPOSITIONS
        return "verb" if is_participle else noun
    if word.endswith(("ed", "ing")) or following in DETERMINERS or following in PRONOUNS:
        return "verb"
    if lower in AUXILIARIES or lower in PRONOUNS or lower == "to":
        return "verb"
    if last and last.kind in ("noun", "name"):
        is_counted = len(before) > 1 and before[-2].text.lower() in PLURAL_DETERMINERS
        # "All food crops depend": the plural is still to come.
        if is_counted and not is_plural(last.text) and is_plural(word):
            return noun
        return _class_after_noun(word, last, following, noun)
    return noun


def _class_after_noun(word: str, last: EnglishToken, following: str, noun: WordClass) -> WordClass:
    ends_here = not following[:1].isalpha() or following in AUXILIARIES
    if last.kind == "name" or word.endswith("s"):
        return noun if ends_here else "verb"
    is_verb = is_plural(last.text) or not (ends_here or following in FUNCTION_WORDS or _can_be_noun(following))
    return "verb" if is_verb else noun


def article_before(tokens: Sequence[EnglishToken], first: int) -> str:
    """Return the article before a noun and its adjectives: "a", "an", "the" (also for other determiners), or ""."""
    index = first - 1
    while index > 0 and tokens[index].kind in ("adjective", "other") and first - index < _MAX_PHRASE_WORDS:
        index -= 1
    lower = tokens[index].text.lower() if index >= 0 else ""
    if lower in ("a", "an"):
        return lower
    return "the" if lower in ARTICLES or lower in DETERMINERS else ""


@lru_cache(maxsize=50_000)
def base_forms(word: str) -> frozenset[str]:
    """Return the dictionary forms of an English word in lower case: "lives" is of "life" and of "live"."""
    from lemminflect import getAllLemmas  # noqa: PLC0415 - loads numpy and a lexicon

    plain = word.lower().strip("'’-.,").removesuffix("'s").removesuffix("’s")
    forms = {form.lower() for lemmas in getAllLemmas(plain).values() for form in lemmas}
    return frozenset(forms or {singular_of(plain)})
