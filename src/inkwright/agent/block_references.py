"""Which blocks a message names only to consult them, as in “参考 @A 修改 @B” and “make @B like @A”.

Some words always mark a reference. Others, such as “from” or “用…里”, do so only where another block is named without
them: “cut a line from @B” changes B.
"""

import re
from typing import Final, Literal

from inkwright.parsing.chinese_variants import simplify_requests
from inkwright.projects.blocks import ContentBlock
from inkwright.projects.mentions import BlockMention, resolve_mentions
from inkwright.projects.records import name_key
from inkwright.projects.tree import BlockTree

Consulted = Literal["always", "beside_another"]
"""Whether a block is a reference in any case, or because another one is named to be changed."""

NAME_MARKS: Final = "@＠ \t\"'“”‘’「」『』《》`"
_ALWAYS: Final = re.compile(
    r"(?:参[考照看]|依据|根据|仿[照效]|模仿|[按依比对遵]照|[照按]着|遵循|结合|借鉴|沿用"
    r"|\b(?:based on|according to|refer(?:ring)? to|following|in line with|consistent with|using|use|like))$",
    re.IGNORECASE,
)
_BESIDE_ANOTHER: Final = re.compile(
    r"(?:[用按照依据从看读]|(?<![可所])以"
    r"|\b(?:from|with|per|by|than|see|read|look at|against|in the \w{2,12} of)"
    r"|\b(?:as|that|which|what|than)(?: \w{1,12}){0,3})$",
    re.IGNORECASE,
)
_LIKE_BEFORE: Final = re.compile(r"[和与跟同像如向]$")
_ALIKE_AFTER: Final = re.compile(r"[^@＠，。；,;.\n]{0,8}?(?:一致|一样|相同|相符|统一|呼应|匹配|那样|看齐)")
_CONTENT_AFTER: Final = re.compile(r"[里中内上]?面?的")
_CONTENT_BEFORE: Final = re.compile(r"\bof$", re.IGNORECASE)
_PUT_BEFORE: Final = re.compile(r"(?:[进入到至]|\b(?:into|onto))$", re.IGNORECASE)
_LOOK_BACK: Final = 40
_LOOK_AHEAD: Final = 20


def consulted(message: str, block: ContentBlock, tree: BlockTree) -> Consulted | None:
    """Return how a message marks a block as a reference, with @ or in plain words; None if it does not."""
    mentions, rest = split_mentions(message, tree)
    spans = [(each.start, each.end) for each in mentions if each.block.id == block.id]
    said = message if spans else rest
    key = name_key(block.name)
    spans = spans or [(start, start + len(key)) for start in occurrences(name_key(rest), key)]
    if not spans:
        return None
    if all(_ALWAYS.search(_before(said, start)) for start, _ in spans):
        return "always"
    others = [each for each in mentions if each.block.id != block.id]
    is_put = any(_PUT_BEFORE.search(_before(message, each.start)) for each in others)
    free = [each for each in others if not _is_marked(message, each.start, each.end, is_put=False)]
    is_marked = all(_is_marked(said, *span, is_put=is_put) for span in spans)
    return "beside_another" if is_marked and free else None


def split_mentions(message: str, tree: BlockTree) -> tuple[tuple[BlockMention, ...], str]:
    """Return the blocks that a message mentions with @, and the message with blanks in their places."""
    mentions = resolve_mentions(message, tree, lambda _name: False).blocks
    rest = list(message)
    for each in mentions:
        rest[each.start : each.end] = " " * (each.end - each.start)
    return mentions, "".join(rest)


def occurrences(said: str, key: str) -> list[int]:
    """Return where a name occurs; one in Latin letters only as whole words."""
    before, after = (r"(?<![a-z0-9])" if key[:1].isascii() else "", r"(?![a-z0-9])" if key[-1:].isascii() else "")
    return [match.start() for match in re.finditer(before + re.escape(key) + after, said)] if key else []


def _before(said: str, start: int) -> str:
    return simplify_requests(said[max(0, start - _LOOK_BACK) : start].rstrip(NAME_MARKS))


def _is_marked(said: str, start: int, end: int, *, is_put: bool) -> bool:
    before, after = _before(said, start), simplify_requests(said[end : end + _LOOK_AHEAD].lstrip(NAME_MARKS))
    if _ALWAYS.search(before) or _BESIDE_ANOTHER.search(before):
        return True
    is_like = _LIKE_BEFORE.search(before) and _ALIKE_AFTER.match(after)
    is_content = _CONTENT_AFTER.match(after) or _CONTENT_BEFORE.search(before)
    return bool(is_like or (is_put and is_content))
