"""When two texts are the same: options exactly, what is typed forgivingly. `page.js` has the same rule for answers.

What is typed may be wider or narrower, in other case, or end in a full stop. Case counts where it means something: in
symbols such as `CO` and `Co`, `mW` and `MW`. A raised digit is no plain one: `10²` is `10^2`, and not `102`; nor is a
lowered one, unless it belongs to a symbol: `H2O` and `x_1` are what keyboards have for `H₂O` and `x₁`.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

# Other widths, circled and Roman numbers, degrees and ligatures: they look like what they stand for.
_WIDE = re.compile("[\u2103\u2109\u2160-\u217f\u2460-\u2473\u3000\uff01-\uffee\ufb00-\ufb06]")
_WIDE_WORDS = re.compile("[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]")
_RAISED = re.compile("[\u00b2\u00b3\u00b9\u2070\u2071\u2074-\u207f]+")
_LOWERED = re.compile("[\u2080-\u208e]+")
_INDEX = re.compile(r"([A-Z][a-z]?|(?:^|[^A-Za-z])[a-z]|[)\]])_(?=\d)")
_SIGNS: Final = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "−": "-", "。": "."})
_RUN = re.compile("[A-Za-z]+")
_FORMULA_SIGN = re.compile("[0-9+=]")
_WORD = re.compile("[A-Za-z]{3}")
_ENDS_IN_A_WORD = re.compile("[a-z]{3}$|[\u3400-\u9fff]$", re.IGNORECASE)
_SHORT: Final = 5
_LITTLE: Final = frozenset("am an as at be by do go he hi if in is it me my no of oh ok on or so to up us we".split())


def as_option(text: str) -> str:
    """An option as it is compared: blanks make no difference, and all else does."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def as_typed(text: str) -> str:
    """What is typed, in one width and without the stop at its end; its case stays."""
    one = _in_one_width(text)
    ended = one.rstrip(" .!")
    # `5!` is no 5; a sign alone is the answer.
    return (ended if _ENDS_IN_A_WORD.search(ended) else one.rstrip(" .")) or one


def folded(text: str) -> str:
    """The text as words are looked up: width, case and blanks make no difference."""
    return _in_one_width(text).lower()


def as_asked(text: str) -> str:
    """A question as it is compared with others: letters and digits of any width, and words in any case."""
    one = _WIDE_WORDS.sub(lambda found: unicodedata.normalize("NFKC", found[0]), as_option(text))
    return one if "$" in one else _RUN.sub(lambda found: _plain(found[0]), one)


def is_right(given: str, right: Sequence[str]) -> bool:
    """Whether what is typed is one of the right answers."""
    typed, wanted = as_typed(given), [as_typed(each) for each in right]
    if typed in wanted:
        return True
    near = {each for each in wanted if each.lower() == typed.lower()}
    # Several that differ in case alone are all that is right.
    return len(near) == 1 and not case_counts(typed, near.pop())


def case_counts(one: str, wanted: str) -> bool:
    """Whether two texts that differ in case alone are two things. The second is the one that is right."""
    runs, others = _RUN.findall(wanted), _RUN.findall(one)
    if "$" in wanted or len(runs) != len(others):
        return True
    is_alone = len(runs) == 1 or _FORMULA_SIGN.search(wanted) is not None
    return any(
        _is_symbol(run, is_alone=is_alone) or (len(run) < 3 and _is_symbol(other, is_alone=is_alone))
        for run, other in zip(runs, others, strict=True)
        if run != other
    )


def is_alike(one: str, other: str) -> bool:
    """Whether two options differ in nothing but the case of words, or the width of letters."""
    if not _WORD.search(as_asked(one)):
        return False
    return as_asked(one).lower() == as_asked(other).lower() and not case_counts(as_asked(one), as_asked(other))


def _in_one_width(text: str) -> str:
    one = _WIDE.sub(lambda found: unicodedata.normalize("NFKC", found[0]), text)
    one = _LOWERED.sub(lambda found: f"_{unicodedata.normalize('NFKC', found[0])}", one)
    one = _INDEX.sub(r"\1", one)
    one = _RAISED.sub(lambda found: f"^{unicodedata.normalize('NFKC', found[0])}", one)
    return " ".join(unicodedata.normalize("NFC", one.translate(_SIGNS)).split())


def _is_symbol(run: str, *, is_alone: bool) -> bool:
    """Whether letters are written as no word is: `mW`, `NaCl`, `pH`; or `Mg`, where it stands alone."""
    if len(run) > _SHORT or run.islower() or run.isupper():
        return False
    if run.istitle():
        return is_alone and len(run) == 2 and run.lower() not in _LITTLE
    return True


def _plain(run: str) -> str:
    is_word = run.istitle() or run.lower() in _LITTLE or len(run) > 2
    return run.lower() if is_word and not _is_symbol(run, is_alone=True) else run
