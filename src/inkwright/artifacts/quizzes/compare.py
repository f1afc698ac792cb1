"""Text comparison for quizzes: options exactly, typed answers leniently. `page.js` applies the same rule to answers.

A typed answer may use other character widths or another case, or end in a full stop. Case counts where it has a
meaning: in symbols such as `CO` and `Co`, `mW` and `MW`. A superscript differs from a plain digit: `10²` is `10^2`, not
`102`. So does a subscript, except in a symbol: `H2O` and `x_1` are how people type `H₂O` and `x₁`."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

# Other widths, circled and Roman numerals, degree signs and ligatures look like the characters they replace.
_WIDTH_VARIANTS = re.compile("[\u2103\u2109\u2160-\u217f\u2460-\u2473\u3000\uff01-\uffee\ufb00-\ufb06]")
_FULLWIDTH_ALPHANUMERICS = re.compile("[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]")
_SUPERSCRIPTS = re.compile("[\u00b2\u00b3\u00b9\u2070\u2071\u2074-\u207f]+")
_SUBSCRIPTS = re.compile("[\u2080-\u208e]+")
_SUBSCRIPT_INDEX = re.compile(r"([A-Z][a-z]?|(?:^|[^A-Za-z])[a-z]|[)\]])_(?=\d)")
_PUNCTUATION_VARIANTS: Final = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "−": "-", "。": "."})
_LETTER_RUN = re.compile("[A-Za-z]+")
_FORMULA_SIGN = re.compile("[0-9+=]")
_THREE_LETTERS = re.compile("[A-Za-z]{3}")
_WORD_END = re.compile("[a-z]{3}$|[\u3400-\u9fff]$", re.IGNORECASE)
_LONGEST_SYMBOL: Final = 5
_SHORT_WORDS: Final = frozenset(
    "am an as at be by do go he hi if in is it me my no of oh ok on or so to up us we".split()
)


def option_form(text: str) -> str:
    """Return an option for comparison: only spaces make no difference."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def typed_form(text: str) -> str:
    """Return a typed answer in one width and without a final full stop. Its case stays."""
    one = _normalise_width(text)
    ended = one.rstrip(" .!")
    # `5!` is not 5, and a single sign may be the answer.
    return (ended if _WORD_END.search(ended) else one.rstrip(" .")) or one


def fold_text(text: str) -> str:
    """Return the text for looking up words: width, case and spaces make no difference."""
    return _normalise_width(text).lower()


def question_form(text: str) -> str:
    """Return a question for comparison with others: letters and digits in one width, words in one case."""
    one = _FULLWIDTH_ALPHANUMERICS.sub(lambda found: unicodedata.normalize("NFKC", found[0]), option_form(text))
    return one if "$" in one else _LETTER_RUN.sub(lambda found: _lower_if_word(found[0]), one)


def is_accepted_answer(given: str, right: Sequence[str]) -> bool:
    """Whether a typed answer is one of the right ones."""
    typed, accepted = typed_form(given), [typed_form(each) for each in right]
    if typed in accepted:
        return True
    near = {each for each in accepted if each.lower() == typed.lower()}
    # If right answers differ only in case, no other case is right.
    return len(near) == 1 and not is_case_significant(typed, near.pop())


def is_case_significant(given: str, right: str) -> bool:
    """Whether two texts that differ only in case mean different things."""
    runs, others = _LETTER_RUN.findall(right), _LETTER_RUN.findall(given)
    if "$" in right or len(runs) != len(others):
        return True
    is_alone = len(runs) == 1 or _FORMULA_SIGN.search(right) is not None
    return any(
        _is_symbol(run, is_alone=is_alone) or (len(run) < 3 and _is_symbol(other, is_alone=is_alone))
        for run, other in zip(runs, others, strict=True)
        if run != other
    )


def are_options_alike(one: str, other: str) -> bool:
    """Whether two options differ only in the case of words or the width of letters."""
    if not _THREE_LETTERS.search(question_form(one)):
        return False
    return question_form(one).lower() == question_form(other).lower() and not is_case_significant(
        question_form(one), question_form(other)
    )


def _normalise_width(text: str) -> str:
    one = _WIDTH_VARIANTS.sub(lambda found: unicodedata.normalize("NFKC", found[0]), text)
    one = _SUBSCRIPTS.sub(lambda found: f"_{unicodedata.normalize('NFKC', found[0])}", one)
    one = _SUBSCRIPT_INDEX.sub(r"\1", one)
    one = _SUPERSCRIPTS.sub(lambda found: f"^{unicodedata.normalize('NFKC', found[0])}", one)
    return " ".join(unicodedata.normalize("NFC", one.translate(_PUNCTUATION_VARIANTS)).split())


def _is_symbol(run: str, *, is_alone: bool) -> bool:
    """Whether letters have the case of a symbol: `mW`, `NaCl`, `pH`; or `Mg` if no other word is there."""
    if len(run) > _LONGEST_SYMBOL or run.islower() or run.isupper():
        return False
    if run.istitle():
        return is_alone and len(run) == 2 and run.lower() not in _SHORT_WORDS
    return True


def _lower_if_word(run: str) -> str:
    is_word = run.istitle() or run.lower() in _SHORT_WORDS or len(run) > 2
    return run.lower() if is_word and not _is_symbol(run, is_alone=True) else run
