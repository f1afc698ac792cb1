"""Finds sentences that stop before their end: paragraphs, and single items of lists."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from inkwright.artifacts.prose.prose_blocks import ProseBlock

_END: Final = re.compile(r"[.!?:;…。！？：；—–_)\]）】」』》>\"”’'*†‡~=|\d]\W{0,3}\Z")
_SENTENCE: Final = re.compile(r"[a-z)\d%][.!?][\"”’)]?\s+(?=[A-Z“\"‘(\u4e00-\u9fff])|[。！？]")
_OPEN_WORD: Final = re.compile(
    r"(?:^|[\s,(])(?:the|an?|and|or|because|although|whereas|their|its|our|my|every|which|whose|than|was|were|is|are|"
    r"has|have|of|to|with|from|into|by|for|in|at|on|that|as|if|when|who|but)\s*\Z"
)
_SURELY_OPEN: Final = re.compile(
    r"[a-z]\W{1,3}(?:the|an?|and|or|because|although|whereas|whose|every)\s*\Z"
    r"|[\u4e00-\u9fff，](?:以及|因为|由于|并且|而且|但是|如果|为了|对于|关于|和|与|及|或|把|被|，|、)\Z"
)
_LAST_WORD: Final = re.compile(r"(?<![\w@./-])[a-z][a-z’'-]*\Z|[\u4e00-\u9fff]{2}\Z|[a-z\u4e00-\u9fff][,，、]\Z")
_CLOSING: Final = re.compile(r"\b(?:regards|sincerely|faithfully|wishes|truly|love|thanks)\b|此致|敬上|敬礼", re.I)
_OPTIONS: Final = re.compile(r"[;；] ?[A-Z1-9][.)、．]")
"""Options in a row, as the key of a quiz has them."""

_HAN: Final = re.compile("[\u4e00-\u9fff]")
_TAIL: Final = 100
_LEAST: Final = 60
_LEAST_REST: Final = 16
_LEAST_ITEM: Final = 30
_USUALLY: Final = 0.75


def visual_length(text: str) -> int:
    """Return the length of a text in letters: a Chinese character says as much as two."""
    return len(text) + len(_HAN.findall(text))


def is_ended(text: str) -> bool:
    """Whether a text ends as a sentence does, or in a way that tells nothing."""
    return _END.search(text[-_TAIL:]) is not None


def stops_early(text: str) -> bool:
    """Whether a line surely stops before its end: after an article, a comma in Chinese, or a word that joins."""
    return visual_length(text) >= _LEAST_ITEM and _SURELY_OPEN.search(text.rstrip()[-_TAIL:]) is not None


def unfinished_paragraphs(blocks: Sequence[ProseBlock]) -> Iterator[str]:
    """Yield paragraphs of whole sentences whose last sentence stops. What leads to a list or a figure may stop; so may
    verse, and the texts of people who write without full stops.
    """
    full = [each for each in blocks if _is_prose(each)]
    ended = sum(is_ended(each.text.rstrip()) for each in full)
    for block, following in zip(blocks, [*blocks[1:], None], strict=False):
        if not _is_prose(block) or is_ended(block.text.rstrip()) or (following and not _is_new_start(following)):
            continue
        if _is_open(block.text.rstrip(), is_strict=ended >= 2 and ended >= _USUALLY * (len(full) - 1)):
            yield block.text.strip()


def _is_prose(block: ProseBlock) -> bool:
    is_running = "\n" not in block.text.strip() and not _OPTIONS.search(block.text)
    return block.kind == "paragraph" and visual_length(block.text) >= _LEAST and is_running


def _is_new_start(following: ProseBlock) -> bool:
    """Whether a block cannot continue the sentence before it."""
    first = following.text.lstrip()[:1]
    return following.kind in ("heading", "paragraph") and not first.islower() and first not in ("", "(", "（", "…")


def _is_open(text: str, *, is_strict: bool) -> bool:
    if _SURELY_OPEN.search(text[-_TAIL:]):
        return True
    if not is_strict or not _LAST_WORD.search(text[-_TAIL:]):
        return False
    starts = [found.end() for found in _SENTENCE.finditer(text)]
    rest = text[starts[-1] :] if starts else ""
    is_sentence = visual_length(rest) >= _LEAST_REST and not re.search(r"[:：]", rest) and not _CLOSING.search(rest)
    return bool(starts) and is_sentence and (" " in rest.strip() or _HAN.search(rest) is not None)


def unfinished_items(items: Sequence[str]) -> Iterator[str]:
    """Yield the items of one list that stop after an open word, while all others end in a full stop."""
    for index, item in enumerate(items):
        text = item.rstrip()
        others = [each.rstrip() for number, each in enumerate(items) if number != index][:20]
        is_odd = len(others) >= 2 and all(each.endswith((".", "。", "!", "?", "！", "？")) for each in others)
        if is_odd and visual_length(text) >= _LEAST_ITEM and not is_ended(text) and _OPEN_WORD.search(text[-_TAIL:]):
            yield text
