"""Whether a message that names several blocks clearly wants one of them changed.

Only clear wishes are recognised: a verb of changing before the name, as in “fix the wording in @B”, or around it, as in
“把 @B 改短”. Anything else is asked about, so a wording that is not known costs a question and changes nothing.
"""

import re
from collections.abc import Collection, Sequence
from typing import Final

from inkwright.agent.block_references import NAME_MARKS, occurrences, split_mentions
from inkwright.parsing.chinese_variants import simplify_requests
from inkwright.projects.blocks import ContentBlock
from inkwright.projects.records import name_key
from inkwright.projects.tree import BlockTree

_LOOK: Final = 80
_MAX_NAMES: Final = 100
_END: Final = re.compile(r"[。；;！!？?\n]|\.\s")
_CHINESE_VERB: Final = (
    r"(?:修[改订正饰]|改[写动好进掉一]?|重写|润[色饰]|精简|压缩|缩[短写]|扩[写充展]|补[充上写]|调整|更新|删[除掉去]?|翻译"
    r"|优化|完善|简化|替换|换[掉成]?|去掉|加[上入一个句段点]|合并|拆分|整理|重新(?:生成|整理)|生成|存[成到]?|保存)"
)
_ENGLISH_VERB: Final = (
    r"(?:chang|edit|fix|tighten|shorten|rewrit|cut|trim|updat|improv|expand|translat|polish|correct|adjust|revis|rephras"
    r"|simplify|reword|redo|amend|touch up|clean up|replac|delet|remov|mov|renam|split|merg|restructur|reorder|drop"
    r"|extend|condens|lengthen|proofread|generat|writ|swap|bring|align|mak(?!e sure)|turn|giv|finish|complet|sav"
    r"|tak(?=(?:e|ing) out\b))"
    r"(?:e|ing)?"
)
_VERB_BEFORE: Final = re.compile(
    rf"{_CHINESE_VERB}(?:一下|好|了)?$|\b{_ENGLISH_VERB}(?: [\w'’-]{{1,20}}){{0,6}}?(?: (?:of|in|from|for))?$"
    r"|\b(?:add|append|insert|put|copy|paste|include)\b[^@＠]{0,60}\b(?:to|in|into|onto|after|before)$"
    r"|(?:^|[,;:]|\band)\s*(?:one more|another|an extra) [^@＠?]{1,60}\b(?:to|in|of|on|after|before)(?: the)?$"
    r"|(?:写|放|加|补|插|存|移|抄|补充)(?:[进入到至在]|回)$",
    re.IGNORECASE,
)
_AROUND_BEFORE: Final = re.compile(r"(?:[把将给在]|让|使)$|(?:^|[,，:：\s]|\band )in$", re.IGNORECASE)
_VERB_AFTER: Final = re.compile(
    rf"(?:{_CHINESE_VERB}(?![进入到至]\s*$)|\b{_ENGLISH_VERB}\b|\b(?:add|append|insert|put)\b)", re.IGNORECASE
)
_FIRST_IN_CLAUSE: Final = re.compile(r"^\W*$|[,，:：]\s*$")
_PASSIVE_AFTER: Final = re.compile(
    rf"^\s*(?:也|都|还|要|请|需要|应该?|再|，|,)*(?:[把将][^，。；]{{1,30}}?)?\s*{_CHINESE_VERB}"
    rf"|^\s*(?:里面?|中|上面?)的?[^，。；@＠里中]{{1,30}}?(?:都|全部?|一律)?{_CHINESE_VERB}"
    r"|^\s*(?:里面?|中|上面?)?的?[^，。；？?]{1,30}(?:错了?|不对)[，,]\s*(?:应该?|其实)?是(?![吗不否])[^？?吗]{1,40}$"
    r"|^\s*(?:should|must|needs? to|has to|[:：])\s",
    re.IGNORECASE,
)
_AND: Final = re.compile(r"\W*(?:and|or|as well as|和|与|跟|及|以及|、)?\W*", re.IGNORECASE)


def is_target(message: str, block: ContentBlock, tree: BlockTree) -> bool:
    """Whether the message clearly asks for a change of the block, at one of the places where it names it."""
    spans = _named_spans(message, tree, block.id)
    return any(_is_target(message, spans, place) for place, span in enumerate(spans) if span[2] == block.id)


def unchanged_targets(message: str, tree: BlockTree, changed: Collection[str]) -> list[ContentBlock]:
    """Return the blocks with a text that the message clearly asks to change, and that are not among the changed."""
    spans = _named_spans(message, tree)
    found = dict.fromkeys(id_ for place, (_, _, id_) in enumerate(spans) if _is_target(message, spans, place))
    blocks = [block for id_ in found if id_ not in changed and (block := tree.get(id_)) is not None]
    return [each for each in blocks if each.characters]


def _named_spans(message: str, tree: BlockTree, preferred: str = "") -> list[tuple[int, int, str]]:
    """Return where the message names blocks, with @ or in plain words; of two names in one place the longer one, of
    blocks with one name the preferred one.
    """
    mentions, rest = split_mentions(message, tree)
    spans = [(each.start, each.end, each.block.id) for each in mentions]
    said, named = name_key(rest), {id_ for _, _, id_ in spans}
    keys = {each.id: name_key(each.name) for _, each in tree.walk() if each.id not in named}
    for id_, key in sorted(keys.items(), key=lambda each: (-len(each[1]), each[0] != preferred)):
        if key not in said:
            continue
        for start in occurrences(said, key):
            if not any(first < start + len(key) and start < last for first, last, _ in spans):
                spans.append((start, start + len(key), id_))
    return sorted(spans)[:_MAX_NAMES]


def _is_target(message: str, spans: Sequence[tuple[int, int, str]], place: int) -> bool:
    start, end, _ = spans[place]
    first = max(start - _LOOK, spans[place - 1][1] if place else 0)
    for other_start, other_end, _ in spans[place + 1 :]:
        if not _AND.fullmatch(message[end:other_start]):
            break
        end = other_end
    last = min([end + _LOOK, *(other for other, _, _ in spans if other >= end)])
    before = simplify_requests(_END.split(message[first:start])[-1].rstrip(NAME_MARKS))
    after = simplify_requests(_END.split(message[end:last])[0].lstrip(NAME_MARKS))
    is_joined = place and first == spans[place - 1][1] and _AND.fullmatch(message[first:start])
    if is_joined and _is_target(message, spans, place - 1):
        return True
    if _VERB_BEFORE.search(before):
        return True
    if _AROUND_BEFORE.search(before):
        return _VERB_AFTER.search(after) is not None
    return bool(_FIRST_IN_CLAUSE.search(before) and _PASSIVE_AFTER.search(after))
