"""Tell a structured message that is meant from one that a text quotes or explains."""

import re
from typing import Final

_LOOK: Final = 240
"""How much of the text on each side is examined."""

_LIST_MARKER = re.compile(r"[ \t]*(?:[-*+•]|\d{1,3}[.)、])[ \t]*")
_BLOCK_QUOTE = re.compile(r"[ \t]*[>|]")
_SENTENCE_END: Final = ".!?:,;。！？：，；…)）]】>—-*_"
_CONTINUES = re.compile(r"[`'\"”’]?[ \t]*(?:[a-z,，、]|的|会|是|就|并)")
_QUOTES: Final = "`'\"“‘「"

_EXAMPLE = r"(?:examples?|samples?|snippets?|illustration)"
_INTRODUCED_AS_EXAMPLE = re.compile(
    rf"\b(?:for (?:example|instance)|e\.g\.|{_EXAMPLE})[^.!?\n]{{0,60}}\Z"
    r"|\blooks? (?:like|as follows)\b[^.!?\n]{0,40}\Z|\blike (?:this|so)\W*\Z"
    r"|\b(?:format|schema|syntax|structure|envelope|protocol)\b[^.!?\n]{0,30}\b(?:is|are|as follows|below)\W*\Z"
    r"|\b(?:model|server|program|client|API|endpoint|tool|assistant|agent|it)\b[^.!?\n]{0,20}"
    r"\b(?:sends?|returns?|writes?|emits?|produces?|receives?|expects?|prints?|outputs?|replie[sd])\b[^.!?\n]{0,30}\Z"
    r"|(?:示例|例子|样例|范例|举例|例如|比如|譬如)[^。！？\n]{0,30}\Z|格式(?:如下|是|为)?[^。！？\n]{0,10}\Z"
    r"|(?:长|写成|看起来|像)(?:是)?(?:这样|下面)[^。！？\n]{0,10}\Z"
    r"|(?:模型|服务器|程序|接口|系统|客户端|工具)[^。！？\n]{0,10}(?:返回|输出|发送|写出|收到)[^。！？\n]{0,15}\Z",
    re.IGNORECASE,
)
_CALLED_EXAMPLE = re.compile(
    r"\b(?:here(?:'s|’s| is| are)|this is|see|following|below|consider|look at|shows?|take)\b"
    rf"[^.!?\n]{{0,60}}\b{_EXAMPLE}\b"
    rf"|\A\W*(?:(?:for|an?|the|one|another)\s+)?(?:\w+\s+)?{_EXAMPLE}\W*\Z|\b(?:for (?:example|instance)|e\.g\.)\W*\Z"
    r"|(?:下面|以下|这)(?:是)?[^。！？\n]{0,10}(?:示例|例子|样例|范例)|\A\W*(?:示例|例子|样例|例如|比如)\W*\Z",
    re.IGNORECASE,
)
_CALLED_EXAMPLE_AFTER = re.compile(
    rf"\b(?:was|is|were|are)\b[^.!?\n]{{0,20}}\b(?:an?|the|only|just|some) (?:\w+ )?{_EXAMPLE}\b"
    rf"|\bin th(?:is|e) {_EXAMPLE}\b"
    rf"|\b(?:this|that|the) (?:\w+ )?{_EXAMPLE} (?:above|shows|opens|is|was)\b"
    r"|(?:以上|上面|上述|这)(?:就|只|仅)?(?:是|为)?[^。！？\n]{0,10}(?:示例|例子|样例|范例)",
    re.IGNORECASE,
)
_FORMAT = r"(?:format|schema|syntax|envelope|JSON|payload|protocol)"
_EXPLAINED_AFTER = re.compile(
    rf"\A\W*(?:that|this|the above|above|it|which|these|those)\b[^.!?\n]{{0,20}}"
    rf"\b(?:is|was|are|were|shows?|illustrates?|demonstrates?)\b[^.!?\n]{{0,40}}\b{_FORMAT}\b"
    rf"|\A\W*the (?:\w+ )?{_FORMAT}\b|\bresponse_type\b|\bui_request\b|\bDOGENT_"
    r"|\b(?:fields?|keys?|propert(?:y|ies))\b[^.!?\n]{0,60}\b(?:is|are|means?|holds?|contains?|names?|says?|tells?)\b"
    r"|\b(?:terminal|program|client|parser|server|interface|UI|app|reader)\b[^.!?\n]{0,40}"
    r"\b(?:opens?|shows?|displays?|renders?|parses?|reads?|asks?|turns?|draws?)\b"
    r"|\A\W*(?:以上|上面|上述|这(?:就)?是|这个|该|其中)[^。！？\n]{0,20}(?:格式|JSON|结构|字段|消息)"
    r"|字段|(?:终端|程序|客户端|界面|解析器)[^。！？\n]{0,15}(?:打开|显示|解析|读取|弹出)",
    re.IGNORECASE,
)
_ADDRESSES_PERSON = re.compile(
    r"\b(?:you|your|please|let me know|I need|I'd like|I would like|me|before I|once I|then I)\b"
    r"|请(?!求)|[您你]|我(?:需要|想|先|将|会)",
    re.IGNORECASE,
)
_DOCUMENT_HEADING = re.compile(
    r"^#{1,6}[ \t][^\n]{0,80}(?:\b(?:protocol|format|schema|API|specification|reference|documentation|envelope|"
    rf"{_EXAMPLE}|syntax|JSON)\b|协议|格式|接口|文档|规范|示例|例子|报文|语法)",
    re.IGNORECASE | re.MULTILINE,
)


def is_quoted(before: str, after: str) -> bool:
    """Whether a text quotes or explains the structured message between `before` and `after`.

    It does if it introduces it as an example or a format, explains it afterwards, or names it inside a sentence. A
    text that speaks to the person does not.
    """
    line_before = before[-_LOOK:].rpartition("\n")[2]
    line_after = after[:_LOOK].partition("\n")[0]
    if _BLOCK_QUOTE.match(line_before) or _is_inside_sentence(line_before, line_after):
        return True
    said_before = before.rstrip(" \t\r\n`*_:：—-")[-_LOOK:].rpartition("\n")[2]
    said_after = after.lstrip(" \t\r\n`*_")[:_LOOK].partition("\n")[0]
    if _CALLED_EXAMPLE.search(said_before) or _CALLED_EXAMPLE_AFTER.search(said_after):
        return True
    if _ADDRESSES_PERSON.search(_last_sentence(said_before)):
        return False
    if _INTRODUCED_AS_EXAMPLE.search(said_before):
        return True
    if _EXPLAINED_AFTER.search(said_after) and not _ADDRESSES_PERSON.search(said_after):
        return True
    return bool(said_after) and bool(_DOCUMENT_HEADING.search(before))


def _is_inside_sentence(line_before: str, line_after: str) -> bool:
    """Whether the words on the same line read on after the message, or it is in quotation marks after some words."""
    words = _LIST_MARKER.sub("", line_before, count=1).strip() if line_before.strip() else ""
    has_mark = words[-1:] in tuple(_QUOTES) and bool(words)
    said = words.rstrip(_QUOTES).rstrip()
    if not any(letter.isalnum() for letter in said) or said[-1:] in tuple(_SENTENCE_END):
        return bool(said) and bool(_CONTINUES.match(line_after)) and said[-1:] not in tuple(".!?。！？>")
    return has_mark or any(letter.isalnum() for letter in line_after)


def _last_sentence(said: str) -> str:
    return re.split(r"[.!?。！？]\s*", said)[-1]
