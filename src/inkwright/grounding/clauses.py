"""Shorten sentences without changing a word: the whole sentence, or a clause that is complete on its own."""

import re
from typing import Final

from inkwright.artifacts.text import column_width, one_line

SHORT_LINE: Final = 96
"""The width in columns of a slide line that is read at a glance."""
LONG_LINE: Final = 190
"""The maximum width in columns of a slide line."""

_END = re.compile(r"(?<![\s。．.；;，,：:])[\s。．.；;，,：:]++$")
_CONNECTIVE = re.compile(
    r"(?:however|therefore|thus|hence|moreover|furthermore|in addition|additionally|besides|consequently|as a result|"
    r"nevertheless|nonetheless|meanwhile|in fact|indeed|of course|also|finally|in short|in other words|in contrast|"
    r"on the other hand|by contrast|similarly|likewise|accordingly|then|still|instead|in general|overall),\s+|"
    r"(?:but|and|so|yet)\s+(?=[a-z])|"
    r"(?:然而|但是|可是|不过|因此|所以|因而|于是|此外|另外|而且|并且|同时|总之|综上所述|由此可见|换句话说|也就是说|事实上|实际上|"
    r"其实|最后|当然|相反|反之|同样|接着|随后|與此同時|与此同时|與此相反|与此相反|總之|於是|實際上|當然|相反地|不過|一般来说|总的来说)，",
    re.I,
)
# A sentence that opens with one of these refers to an earlier sentence.
_DEPENDENT_OPENING = re.compile(
    r"(?:it|its|they|them|their|this|these|that|those|he|she|his|her|him|such|here|there(?! (?:is|are|was|were)\b)|"
    r"both|neither|another|others?|some of|most of|one of|each of|all of|none of|the (?:former|latter|same|second|"
    r"third|other|result|reason|answer|first)|for (?:example|instance)|in (?:this|that|these|those|both|"
    r"such) \w+|similarly|likewise|at (?:this|that)|by (?:this|then|doing)|with (?:this|it|them)|which|"
    r"as (?:above|such|before)|"
    r"first|firstly|second|secondly|third|thirdly|next|then|afterwards|later|after (?:this|that|these))\b|"
    r"(?:它|他|她|其(?!次|实|中|他)|其中|其次|其他|这|這|那|该(?!国)|此|这些|那些|前者|后者|後者|上述|以上|例如|比如|譬如|另一|首先|第[一二三四五]，|"
    r"如此|同样|同樣|两者|兩者|二者|对此|因此|所以|于是|但|而|也|还|并|则|却|又|再|接着|然后|之后|随后|从而|当时|當時|此时|此時|那时|那時)",
    re.I,
)
_BACK_REFERENCE = re.compile(
    r"\b(?:these|those|this|such|do so)\b(?! as\b)|这些|這些|那些|其中|这种|這種|此后|此外", re.I
)
_QUESTION_END = re.compile(r"[?？][”’」』\"')）]*$")
_FINITE = re.compile(
    r"\b(?:is|are|was|were|be|has|have|had|does|did|do|can|could|will|would|may|might|must|should|shall|\w{3,}(?:ed|es|s))\b|"
    r"[是有为為能会會可在把被使让讓将將成要用由]",
    re.I,
)
_DEPENDENT = re.compile(
    r"(?:if|when|while|although|though|because|since|after|before|as|unless|until|in|on|at|by|for|during|with|without|"
    r"unlike|like|despite|to|from|under|over|through|where|whereas|once|given|rather|between|among|besides|apart|"
    r"not only|\w+ing)\b|"
    r"(?:如果|若|假如|虽然|雖然|尽管|儘管|当|當|因为|因為|由于|由於|随着|隨著|为了|為了|通过|通過|对于|對於|对|對|根据|根據|除了|只要|只有|"
    r"无论|無論|不论|不論|即使|既然|按照|从|從|自|在|经过|經過|关于|關於|与|與|和|直到|每当|不仅|不但|一方面|一旦|一是|据)",
    re.I,
)
_UNFINISHED = re.compile("(?:[时時后後前中里裡上下间間的地之年月日初末]|以来|以來|的话|的話|世纪|世紀|年代)$")
_SEMICOLON = re.compile(r"[；;]\s*")
# The clause after one of these only adds to the clause before it, so it can be cut off.
_ADDING = re.compile(
    r",\s+(?=(?:which|where|whereas|while|so|because|making|allowing|causing|leading|resulting|including|such as)\b|"
    r"(?:and|so) (?:it|they|he|she|this|these|we|there)\b)|"
    r"，(?=(?:它|他|她|这|這|其|并|並|从而|從而|因此|所以|因而|使|于是|於是|还|還|也|同时|同時|而且|并且|是因为|由此|进而|進而))",
)


def shorten(sentence: str, limit: int = SHORT_LINE) -> str | None:
    """Return the sentence in at most `limit` columns, else its longest self-contained clause that fits, else None.

    Only an opening connective and the final punctuation are removed.
    """
    found = [without_connective(sentence), *clauses_of(sentence)]
    return next((each for each in found if column_width(each) <= limit), None)


def slide_line(sentence: str) -> str | None:
    """Return the sentence as a slide line: short if possible, else whole, None if it is too long."""
    return shorten(sentence) or shorten(sentence, LONG_LINE)


def without_connective(sentence: str) -> str:
    """Return the sentence without an opening connective and without its full stop."""
    sentence = one_line(sentence)
    found = _CONNECTIVE.match(sentence)
    if found is None or not sentence[found.end() :].strip():
        return _END.sub("", sentence)
    return as_sentence_start(_END.sub("", sentence[found.end() :]))


def without_full_stop(text: str) -> str:
    """Return the text without its full stop."""
    return _END.sub("", text)


def as_sentence_start(part: str) -> str:
    """Return a part of a sentence with a capital first letter."""
    return part[:1].upper() + part[1:]


def clauses_of(sentence: str) -> list[str]:
    """Return the clauses that are complete without the rest of the sentence, longest first."""
    parts = _SEMICOLON.split(without_connective(sentence))
    found = [as_sentence_start(_END.sub("", part)) for part in parts if len(parts) > 1]
    found += [head for part in parts for head in _leading_parts(part)]
    complete = [one_line(part) for part in found if _is_complete(part)]
    return sorted(dict.fromkeys(complete), key=column_width, reverse=True)


def depends_on_previous(sentence: str) -> bool:
    """Whether the sentence opens with a reference to the one before it."""
    return _DEPENDENT_OPENING.match(sentence) is not None


def refers_back(sentence: str) -> bool:
    """Whether some word refers to an earlier sentence."""
    return _BACK_REFERENCE.search(sentence) is not None


def is_question(sentence: str) -> bool:
    """Whether the sentence is a question."""
    return _QUESTION_END.search(sentence) is not None


def _leading_parts(part: str) -> list[str]:
    """Return what comes before each clause that only adds to it. Lists are not cut at their last comma."""
    return [_END.sub("", part[: cut.start()]) for cut in _ADDING.finditer(part)]


def _is_complete(part: str) -> bool:
    if depends_on_previous(part) or _DEPENDENT.match(part) or _UNFINISHED.search(part):
        return False
    is_long_enough = len(part.split()) >= 4 or (column_width(part) >= 14 and not part.isascii())
    return is_long_enough and _has_balanced_quotes(part) and _FINITE.search(part) is not None


def _has_balanced_quotes(part: str) -> bool:
    """Whether every bracket and quotation mark that is opened is also closed."""
    pairs = ("()", "（）", "“”", "「」", "『』", "《》", "[]", "【】")
    return part.count('"') % 2 == 0 and all(part.count(pair[0]) == part.count(pair[1]) for pair in pairs)
