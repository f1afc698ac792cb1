"""Whether a reviewer's reply approves: only by a clear verdict, without negation, doubt or condition (ruling 42)."""

import re

from inkwright.parsing.contract import Parsed, ParserResult, as_dict, reject
from inkwright.parsing.thinking import without_thinking

_LEAD = (
    r"[\s>#*_\-\[【(`\"“]*"
    r"(?:(?:verdict|decision|conclusion|result|review|status|final answer"
    r"|结论|裁决|决定|审核结果|审查结果|评审结果|意见)[\s*_\]】)]*[:：][\s*_\[【(`\"“]*)?"
    r"(?:(?:i|we|it|this)\s+(?:hereby\s+|am\s+|is\s+|fully\s+)*|我们?\s*(?:已经|已|完全)?|予以|审核|评审|审查|已)?\s*"
)
_APPROVES = re.compile(
    rf"{_LEAD}(?:approve[sd]?|accept(?:ed|s)?|lgtm|pass(?:ed|es)?|批准|通过|同意|认可|可以通过|没有问题)(?![A-Za-z])",
    re.IGNORECASE,
)
_REFUSES = re.compile(
    r"(?:\bnot\b|n't\b|\bno\b|\bnever\b|\bcannot\b|\bunable to\b)[^.!?。！？\n]{0,40}\b(?:approv|accept|pass)"
    r"|\b(?:un|dis)approv|\breject|\bdeclin|\brefus|\bden(?:y|ied)\b"
    r"|\bneeds? (?:revision|work|changes)|\brevise\b|\bfail(?:s|ed)?\b"
    r"|[不未没無别勿难難法][^，。！？；\n]{0,6}(?:批准|通过|通過|同意|认可|認可|接受)"
    r"|驳回|駁回|拒绝|拒絕|否决|否決|不合格|需要?修改|退回|重写|返工",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:if|once|unless|provided|when|after|subject to|conditional(?:ly)?|pending)\b"
    r"|\b(?:but|except|however|almost|nearly|maybe|perhaps|might)\b"
    r"|如果|只要|除非|前提|修改后|待[^，。\n]{0,10}后|之后(?:即可|才)|但是?|不过|也许|可能|暂时|有条件"
    r"|基本上?(?:批准|通过|同意)",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^\n.!?。！？]+[.!?。！？]?")


def approval_parser(raw_reply: str) -> ParserResult:
    """The verdict of a reviewer: `{"approved": bool, "comment": str}`; an error if there is no verdict at all.

    Approval must be said, in a sentence that begins with it; a refusal anywhere outweighs it.
    """
    text = without_thinking(raw_reply).strip()
    if not text:
        return as_dict(reject(raw_reply, "empty", "approval.empty", example="[批准] / [APPROVED]"))
    sentences = [sentence[0] for sentence in _SENTENCE.finditer(text)]
    approving = [sentence for sentence in sentences if _APPROVES.match(sentence)]
    if _REFUSES.search(text):
        return as_dict(Parsed({"approved": False, "comment": text}))
    if not approving:
        return as_dict(reject(raw_reply, "no_verdict", "approval.no_verdict", example="[批准] / [APPROVED]"))
    is_plain = not any(_CONDITION.search(sentence) for sentence in approving)
    return as_dict(Parsed({"approved": is_plain, "comment": text}))
