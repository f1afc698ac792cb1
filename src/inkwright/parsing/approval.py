"""Parse a reviewer's verdict: approval must be clear, without negation, doubt or condition (ruling 42)."""

import re

from inkwright.parsing.results import Parsed, ParserResult, reject, result_dict
from inkwright.parsing.thinking import without_thinking

_VERDICT_PREFIX = (
    r"[\s>#*_\-\[【(`\"“]*+"
    r"(?:(?:verdict|decision|conclusion|result|review|status|final answer"
    r"|结论|裁决|决定|审核结果|审查结果|评审结果|意见)[\s*_\]】)]*+[:：][\s*_\[【(`\"“]*+)?"
    r"(?:(?:i|we|it|this)\s+(?:hereby\s+|am\s+|is\s+|fully\s+)*|我们?\s*(?:已经|已|完全)?|予以|审核|评审|审查|已)?\s*"
)
_APPROVES = re.compile(
    rf"{_VERDICT_PREFIX}(?:(?:approved?|approves|accepted|accepts?|lgtm)(?![\w])|(?:pass|passed|passes)(?=[\s*_\])]*(?:[.!,;:]|$))"
    r"|(?:可以|同意并)?(?:批准|批準|通过|通過|同意|认可|認可)(?=$|[\s\]】)）*_。.!！,，;；:：—]|了|该|此|这|本|你|您|上述|以上))",
    re.IGNORECASE,
)
_HARMLESS_NEGATION = re.compile(
    r"\b(?:no|without(?: any)?) (?:further |more |other |major |minor )?"
    r"(?:issues?|problems?|changes?|comments?|concerns?|objections?)(?: (?:found|needed|required|remain))?"
    r"|\bnothing (?:else |more )?(?:to (?:add|change)|failed)"
    r"|没有(?:任何|其他)?(?:问题|意见|异议)|(?:无|無)(?:异议|問題|问题|需修改)|不(?:需要|用|必)(?:再)?修改",
    re.IGNORECASE,
)
_REFUSES = re.compile(
    r"(?:\bnot\b|n['’]t\b|\bno\b|\bnever\b|\bcannot\b|\bunable to\b)[^.!?。！？\n]{0,40}\b(?:approv|accept|pass)"
    r"|\b(?:un|dis)approv|\breject|\bdeclin|\brefus|\bden(?:y|ied)\b"
    r"|\bneeds? (?:revision|work|changes)|\brevise\b|\bfail(?:s|ed)?\b"
    r"|[不未没無无别勿难難法][^，。！？；\n]{0,6}(?:批准|批準|通过|通過|同意|认可|認可|接受)"
    r"|(?:批准|批準|通过|通過|同意)不了|驳回|駁回|拒绝|拒絕|否决|否決|不合格|需要?修改|退回|重写|返工",
    re.IGNORECASE,
)
_DOUBT = re.compile(
    r"[?？]|吗|呢|与否|否|不|没|未|才怪|待定|保留|假如|如果|若|倘|只要|除非|前提|修改后|待[^，。\n]{0,10}后|之后(?:即可|才)"
    r"|但|不过|也许|可能|暂时|有条件|基本上?(?:批准|通过|同意)"
    r"|\b(?:no|not|none|nothing|never|false|if|once|unless|provided|assuming|when|after|until|pending|but|except|however)\b"
    r"|\b(?:almost|nearly|maybe|perhaps|might|think|guess|probably|conditional(?:ly)?|conditions?|reservations?)\b"
    r"|\b(?:subject to|as (?:soon|long) as|with (?:\w+ )?(?:changes|edits|revisions|fixes))\b|n['’]t\b",
    re.IGNORECASE,
)
_CONDITION_AFTER = re.compile(
    r"\s*(?:however|but|yet|though|please (?:first )?(?:fix|change|revise)|不过|但|只是|然而|请先)", re.IGNORECASE
)
_SENTENCE = re.compile(r"[^\n.!?。！？]+[.!?。！？]*")


def approval_parser(raw_reply: str) -> ParserResult:
    """Return the verdict of a reviewer: `{"approved": bool, "comment": str}`; an error without a verdict.

    A sentence must start with the approval, and a refusal anywhere outweighs it.
    """
    text = without_thinking(raw_reply).strip("\ufeff \t\r\n")
    if not text:
        return result_dict(reject(raw_reply, "empty", "approval.empty", example="[批准] / [APPROVED]"))
    relevant = _HARMLESS_NEGATION.sub("", text)
    sentences = [sentence[0] for sentence in _SENTENCE.finditer(relevant)]
    approving = [sentence for sentence in sentences if _APPROVES.match(sentence)]
    if _REFUSES.search(relevant):
        return result_dict(Parsed({"approved": False, "comment": text}))
    if not approving:
        return result_dict(reject(raw_reply, "no_verdict", "approval.no_verdict", example="[批准] / [APPROVED]"))
    is_doubtful = any(map(_DOUBT.search, approving)) or any(map(_CONDITION_AFTER.match, sentences))
    return result_dict(Parsed({"approved": not is_doubtful, "comment": text}))
