"""Which sentences lean on the one before them, and which are questions."""

import re

_END = re.compile(r"(?<![\s。．.；;，,：:])[\s。．.；;，,：:]++$")
# A sentence that opens with one of these refers to an earlier sentence.
_DEPENDENT_OPENING = re.compile(
    r"(?:it|its|they|them|their|this|these|that|those|he|she|his|her|him|such|here|there(?! (?:is|are|was|were)\b)|"
    r"both|neither|another|others?|some of|most of|one of|each of|all of|none of|the (?:former|latter|same|second|"
    r"third|other|result|reason|answer|first|last(?= (?:is|are|was|were|of)\b))|for (?:example|instance)|"
    r"in (?:this|that|these|those|both|such) \w+|similarly|likewise|at (?:this|that)|"
    r"by (?:this|then|doing)|with (?:this|it|them)|which|"
    r"as (?:above|such|before)|"
    r"first|firstly|second|secondly|third|thirdly|next|then|afterwards|later|after (?:this|that|these))\b|"
    r"(?:它|他|她|其(?!次|实|中|他)|其中|其次|其他|这|這|那|该(?!国)|此|这些|那些|前者|后者|後者|上述|以上|例如|比如|譬如|另一|首先|第[一二三四五]，|"
    r"如此|同样|同樣|两者|兩者|二者|对此|因此|所以|于是|可以看到|可见|由此|初期|起初|最初|后来|後來|但|而|也|还|并|则|却|又|再|接着|然后|之后|随后|从而|当时|當時|此时|此時|那时|那時)",
    re.I,
)
_BACK_REFERENCE = re.compile(
    r"\b(?:these|those|this|such|do so)\b(?! as\b)|这些|這些|那些|其中|这种|這種|此后|此外"
    r"|[是为](?:一个|一個)?(?:很好|典型|不错|鲜明|经典|生动)的(?:例子|案例|例证)"
    r"|\b(?:is|are|was|were) (?:an?|the|two|three|some|good|typical|other)(?: \w+)? examples?\.?$|\baway\.$",
    re.I,
)
_QUESTION_END = re.compile(r"[?？][”’」』\"')）]*$")


def without_full_stop(text: str) -> str:
    """Return the text without its full stop."""
    return _END.sub("", text)


def as_sentence_start(part: str) -> str:
    """Return a part of a sentence with a capital first letter."""
    return part[:1].upper() + part[1:]


def depends_on_previous(sentence: str) -> bool:
    """Whether the sentence opens with a reference to the one before it."""
    return _DEPENDENT_OPENING.match(sentence) is not None


def refers_back(sentence: str) -> bool:
    """Whether some word refers to an earlier sentence."""
    return _BACK_REFERENCE.search(sentence) is not None


def is_question(sentence: str) -> bool:
    """Whether the sentence is a question."""
    return _QUESTION_END.search(sentence) is not None
