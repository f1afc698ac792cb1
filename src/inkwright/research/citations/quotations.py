"""Quotations of a sentence, looked up word for word, and who says them in the source."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from inkwright.research.citations.folding import HAN, folded, is_chinese

_QUOTED = re.compile(
    '“(?P<a>[^“”]{2,600})”|"(?P<b>[^"]{2,600})"|「(?P<c>[^「」]{2,600})」|『(?P<d>[^『』]{2,600})』'
    r"|(?<![A-Za-z])[‘'](?P<e>[^‘’'\n]{2,80}(?:['’][a-z][^‘’'\n]{0,80}){0,4})['’](?![A-Za-z])"
    "|《(?P<title>[^《》]{1,120})》"
)
_ELLIPSIS = re.compile(r"\[?(?:\.\s?\.\s?\.|…+|⋯+)\]?")
_NOISE = re.compile(rf"[^0-9A-Za-z%.{HAN}]+|\.(?!\d)")
_SPOKEN = re.compile(
    "说|表示|指出|写道|认为|称|补充|强调|建议|批评|回忆|透露|提醒|辩称|坦言|感叹|介绍|问|答"
    r"|\b(?:said|says|wrote|writes|told|called|calls|argued|argues|warned|warns|stated|added|according|concluded"
    r"|remarked|noted|explained|recalled|sums|summed|cautioned|blamed|says)\b"
)
_SENTENCE_ENDS = re.compile(r"[。！？；!?;]|\.(?=\s|$)")
_MIN_QUOTED: Final = 2
_MAX_ATTRIBUTION: Final = 60
_MIN_SPEECH: Final = 3
"""Fewer words than this are a name or a term in quotation marks, not something that was said."""


class Quotation(NamedTuple):
    """A text in quotation marks, without them."""

    start: int
    end: int
    text: str
    is_title: bool

    @property
    def is_speech(self) -> bool:
        """Whether it is long enough to be speech."""
        size = len(re.findall(f"[{HAN}]", self.text)) / 2 + len(re.findall("[A-Za-z]+", self.text))
        return not self.is_title and size >= _MIN_SPEECH


def quotations_in(text: str) -> list[Quotation]:
    """Return the quotations of a folded text in order."""
    found = []
    for match in _QUOTED.finditer(text):
        groups = match.groupdict()
        quoted = next(value for value in groups.values() if value is not None)
        if len(quoted.strip()) >= _MIN_QUOTED:
            found.append(Quotation(*match.span(), quoted, groups["title"] is not None))
    return found


@lru_cache(maxsize=256)
def comparable(text: str) -> str:
    """Return words only, in lower case: punctuation and spaces do not change what was said."""
    return _NOISE.sub("", folded(text)).lower()


def is_quoted_from(quotation: Quotation, source: str) -> bool:
    """Whether the source has these words: all of them, in order, with gaps only where an ellipsis is."""
    place = 0
    words = comparable(source)
    for part in _ELLIPSIS.split(quotation.text):
        wanted = comparable(part)
        if not wanted:
            continue
        place = words.find(wanted, place)
        if place < 0:
            return False
        place += len(wanted)
    return True


def is_translated(quotation: Quotation, source: str) -> bool:
    """Whether a short term or a title may be in another language than the source, where it cannot be compared."""
    return not quotation.is_speech and is_chinese(quotation.text) != is_chinese(source)


def attribution_of(quotation: Quotation, source: str) -> tuple[str, str]:
    """Return the words of the source that say who speaks, and the text before them; empty without the quotation."""
    for found in quotations_in(source):
        if comparable(_ELLIPSIS.split(quotation.text)[0])[:24] in comparable(found.text):
            before = source[: found.start]
            start = max((match.end() for match in _SENTENCE_ENDS.finditer(_without_quotes(before))), default=0)
            after = source[found.end : found.end + _MAX_ATTRIBUTION * 2]
            leading = before[start:]
            if leading.rstrip()[-1:] in (":", "：") and _SPOKEN.search(leading):
                return leading, before[:start]
            return leading + " " + _attribution_after(found, after), before[:start]
    return "", ""


def _without_quotes(text: str) -> str:
    """Return the text with its quotations blanked, so that their full stops end no sentence but the last one does."""
    blank = list(text)
    for found in quotations_in(text):
        blank[found.start : found.end - 2] = " " * (found.end - 2 - found.start)
        if blank[found.end - 2] in "。！？.!?":
            blank[found.end - 1] = "。"
    return "".join(blank)


def _attribution_after(quotation: Quotation, after: str) -> str:
    """Return the words after a quotation that belong to its sentence."""
    end = _SENTENCE_ENDS.search(after)
    clause = after[: end.start()] if end else after
    if quotation.text.rstrip()[-1:] in "。！？.!?":
        return clause if len(clause) <= _MAX_ATTRIBUTION // 3 and _SPOKEN.search(clause) else ""
    return clause
