"""Words that a message wants replaced by other words, and whether a new text does that and nothing else."""

import re
from typing import Final, NamedTuple

from inkwright.parsing.chinese_variants import simplify_requests

_QUOTED: Final = r"[“\"「『‘']\s?(?P<{0}>[^“”\"「」『』‘’\n]{{1,200}}?)\s?[”\"」』’']"
_OLD, _NEW = _QUOTED.format("old"), _QUOTED.format("new")
_BECOMES: Final = r"\s?(?:都|全部?|一律|统统|也)?\s?(?:改|换|替换|修改|更改)(?:成|为|作|回)?了?\s?"
_PATTERNS: Final = (
    re.compile(_OLD + _BECOMES + _NEW),
    re.compile(
        rf"\b(?:change|replace|swap)\s+(?:the\s+)?(?:(?:first|second|third|fourth|fifth|last|words?)\s+){{0,2}}{_OLD}\s+(?:to|with|by|into|for)\s+{_NEW}",
        re.IGNORECASE,
    ),
    re.compile(rf"{_OLD}\s+(?:should|must)\s+(?:be|read|become)\s+{_NEW}", re.IGNORECASE),
    re.compile(
        rf"{_OLD}\s?[:,]\s?(?:make|turn|change)\s+(?:it|that|this)\s+(?:one\s+)?(?:(?:in)?to\s+)?{_NEW}", re.IGNORECASE
    ),
    re.compile(rf"{_OLD}\s?(?:->|→|=>)\s?{_NEW}"),
    re.compile(r"(?:^|[:：,，;；]\s?)(?P<old>[^\s:：,，;；\"“”]{1,40})\s?(?:->|→|=>)\s?(?P<new>[^\s,，;；\"“”]{1,40})"),
    re.compile(
        r"(?:[把将]|里的|中的)(?P<old>[^\s，。；：、“”\"里中的把将]{1,20}?)(?:都|全部?|也)?(?:改|换)[成为](?P<new>[^\s，。；：、“”\"]{1,20})(?=[，。；！!]|$)"
    ),
)
_QUOTED_PATTERNS: Final = 5
_PLACE: Final = re.compile(
    r"第\s?(?P<zh>\d{1,2}|[一二三四五六七八九十])\s?(?:个|處|处|次|句)\s?$|(?P<last>最后一?[个处]|\blast\s)$"
    r"|\b(?P<en>first|second|third|fourth|fifth)\s+(?:word\s+)?$",
    re.IGNORECASE,
)
_EVERYWHERE: Final = re.compile(
    r"所有|全部|每[一个处]|统统|\b(?:all|every|each|everywhere)\b|都\s?(?:改|换)", re.IGNORECASE
)
_CLAUSES: Final = re.compile(r"[，。；！？,;!?\n]|并且?|然后|再|\b(?:and|then|also)\b", re.IGNORECASE)
_NUMBERS: Final = {
    **{char: number for number, char in enumerate("一二三四五六七八九十", 1)},
    **{word: number for number, word in enumerate(("first", "second", "third", "fourth", "fifth"), 1)},
}


class LiteralEdit(NamedTuple):
    """Words that are to be replaced: at all places, at the one with this number (-1 is the last), or at some.

    Words that are not in quotes may be a description: “把开头改成问句”.
    """

    old: str
    new: str
    place: int = 0
    is_everywhere: bool = False
    is_quoted: bool = True


def literal_edits(message: str) -> tuple[LiteralEdit, ...]:
    """Return the replacements that a message names, in its order; empty if it names none."""
    simplified = simplify_requests(message[:4_000])
    found: dict[int, LiteralEdit] = {}
    taken: list[tuple[int, int]] = []
    for pattern in _PATTERNS:
        for match in pattern.finditer(simplified):
            start, end = match.span()
            if any(first < end and start < last for first, last in taken):
                continue
            taken.append((start, end))
            before = simplified[max(0, match.start("old") - 20) : match.start("old")].rstrip("“\"「『‘' ")
            everywhere = _EVERYWHERE.search(simplified[max(0, start - 12) : end]) is not None
            old, new = (message[slice(*match.span(name))] for name in ("old", "new"))
            found[start] = LiteralEdit(old, new, _place(before), everywhere, pattern in _PATTERNS[:_QUOTED_PATTERNS])
    return tuple(found[start] for start in sorted(found))


def rest_of(message: str) -> str:
    """Return a message without the clauses that name a replacement."""
    for pattern in _PATTERNS:
        message = pattern.sub("\0", message)
    return " ".join(each for each in _CLAUSES.split(message) if "\0" not in each)


def goes_beyond(edits: tuple[LiteralEdit, ...], old: str, new: str) -> bool:
    """Whether a new text differs from the old one in more than the replacements, or in other places of the words.

    Words that the old text does not have tell nothing about it.
    """
    known = tuple(each for each in edits if each.old in old and (each.is_quoted or each.new in new))
    if not known or new.strip() == old.strip():
        return False
    pieces = re.split("(" + "|".join(re.escape(each.old) for each in known) + ")", old.strip())
    counts = {each.old: 0 for each in known}
    totals = {each.old: pieces[1::2].count(each.old) for each in known}
    pattern = ""
    for index, piece in enumerate(pieces):
        edit = next((each for each in known if each.old == piece), None) if index % 2 else None
        if edit is None:
            pattern += re.escape(piece)
            continue
        counts[piece] += 1
        pattern += _allowed(edit, counts[piece], totals[piece])
    return re.fullmatch(pattern, new.strip()) is None


def _allowed(edit: LiteralEdit, number: int, total: int) -> str:
    """Return what may stand at one place of the words."""
    kept, changed = re.escape(edit.old), re.escape(edit.new)
    if edit.place:
        return changed if number == (edit.place if edit.place > 0 else total) else kept
    return changed if edit.is_everywhere else f"(?:{kept}|{changed})"


def _place(before: str) -> int:
    match = _PLACE.search(before if before.endswith(("个", "处", "次", "句")) else before + " ")
    if match is None:
        return 0
    written = (match["zh"] or match["en"] or "").lower()
    return -1 if match["last"] else int(written) if written.isdigit() else _NUMBERS[written]
