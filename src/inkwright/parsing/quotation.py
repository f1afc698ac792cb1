"""Tell a structured message that is meant from one that a text quotes or explains."""

import re
from typing import Final

_LOOK: Final = 240
"""How much of the text on each side is examined."""

_LIST_MARKER = re.compile(r"[ \t]*(?:[-*+•]|\d{1,3}[.)、])[ \t]*")
_BLOCK_QUOTE = re.compile(r"[ \t]*[>|]")
_SENTENCE_END: Final = ".!?:,;。！？：，；…)）]】>—-*_"
_CONTINUES = re.compile(r"[`'\"”’]?[ \t]*(?:[a-z,，、]|的|会|是|就|并)")
_SENTENCE_BREAK = re.compile(r"(?:(?<!\be\.g)(?<!z\. B)(?<!z\.B)[.!?]\s+|[。！？]\s*)(?=\S)")
_GOES_ON = re.compile(r"(?:and|but|because|then|which|so|or|where|while|when|to|as|is|was|und|aber|weil|dann)\b")
_QUOTES: Final = "`'\"“‘「"

_EXAMPLE = r"(?:examples?|samples?|snippets?|illustration|Beispiel|exemple|ejemplo)"
_FORMAT = r"(?:format|schema|syntax|envelope|JSON|payload|protocol)"
_PROGRAM = r"(?:terminal|program|client|parser|server|interface|UI|app|reader|API|endpoint)"
_WRITER = r"(?:model|assistant|agent|bot|server|program|client|tool)"

_CALLED_EXAMPLE = re.compile(
    r"\b(?:here(?:'s|’s| is| are)|this is|see|following|below|consider|look at|shows?|take|add|use|copy)\b"
    rf"[^.!?\n]{{0,60}}\b{_EXAMPLE}\b(?! (?:you|of your))"
    rf"|\A\W*(?:(?:for|an?|the|one|another|zum)\s+)?(?:\w+\s+)?{_EXAMPLE}\W*\Z"
    r"|\b(?:for (?:example|instance)|e\.g\.|z\. ?B\.)\W*\Z"
    r"|\b(?:corrected|fixed|repaired|valid|invalid|broken|your|following|translated|formatted) (?:\w+ )?JSON\b"
    r"|(?:下面|以下|这)(?:是)?[^。！？\n]{0,10}(?:示例|例子|样例|范例)|\A\W*(?:示例|例子|样例|例如|比如)\W*\Z"
    r"|你的\s*JSON|(?:请求体|响应体|报文)\W*\Z",
    re.IGNORECASE,
)
"""The words before a message call it an example."""

_CALLED_EXAMPLE_AFTER = re.compile(
    r"\A\W*(?:that|this|it|the above|above|which|these|those)\b[^.!?\n]{0,20}\b(?:was|is|were|are)\b[^.!?\n]{0,20}"
    rf"\b(?:an?|the|only|just|some) (?:\w+ )?{_EXAMPLE}\b|\bin th(?:is|e) {_EXAMPLE},"
    rf"|\b(?:this|that|the) (?:\w+ )?{_EXAMPLE} (?:above|shows|opens)\b|\b(?:is|was) how it looks\b"
    r"|(?:以上|上面|上述|这)(?:就|只|仅)?(?:是|为)?[^。！？\n]{0,10}(?:示例|例子|样例|范例)",
    re.IGNORECASE,
)
"""The words after a message call it an example."""

_DESCRIBED_BEFORE = re.compile(
    rf"\b{_EXAMPLE}\b[^.!?\n]{{0,30}}\Z"
    r"|\b(?:looks?|reads) (?:like|as follows|so)\b[^.!?\n]{0,40}\Z|\blike (?:this|so)\W*\Z|\bsieht so aus\W*\Z"
    rf"|\b{_FORMAT}\b[^.!?\n]{{0,30}}\b(?:is|are|has|as follows|below|valid|form)\b[^.!?\n]{{0,20}}\Z"
    rf"|\b{_WRITER}\b[^.!?\n]{{0,30}}\b(?:sends?|sent|returns?|returned|writes?|wrote|emits?|produces?|receives?|expects?"
    r"|prints?|outputs?|replies|replied|answers|answered)\b[^.!?\n]{0,30}\Z"
    r"|\b(?:logs?|trace|transcript|dump|fixture|(?:unit )?tests?|test (?:case|data|input)|documentation|specification"
    r"|manual|bug|parser|payload|(?:request|response) body|listing [\d.]+)\b[^.!?\n]{0,40}\Z"
    r"|\b(?:add|save|put|paste|write|copy|store)\b[^.!?\n]{0,30}\b(?:to|as|into|in)\b[^.!?\n]{0,60}\Z"
    r"|(?:示例|例子|样例|范例|举例)[^。！？\n]{0,30}\Z|格式(?:如下|是|为)?\W*\Z|(?:长|写成|看起来|像)(?:是)?(?:这样|下面)[^。！？\n]{0,10}\Z"
    r"|(?:模型|服务器|程序|接口|系统|客户端|工具)[^。！？\n]{0,10}(?:返回|输出|发送|写出|收到)[^。！？\n]{0,15}\Z"
    r"|(?:日志|协议|报文|测试用例|文档)[^。！？\n]{0,20}\Z|JSON[^。！？\n]{0,5}会[^。！？\n]{0,20}\Z",
    re.IGNORECASE,
)
"""The words before a message describe it or where it comes from."""

_EXPLAINED_AFTER = re.compile(
    r"\A\W*(?:that|this|the above|above|it|which|these|those)\b[^.!?\n]{0,20}"
    rf"\b(?:is|was|are|were|shows?|illustrates?|demonstrates?)\b[^.!?\n]{{0,40}}\b(?:{_FORMAT}|clarification)\b"
    rf"|\A\W*the (?:\w+ )?{_FORMAT}\b|\bresponse_type\b|\bui_request\b|\bDOGENT_|\bexpected(?: result)?:"
    r"|`(?:title|preface|questions?|options?|type|content|recommended|outline_lines|allow_freeform|placeholder|id)`"
    rf"|\b{_PROGRAM}\b[^.!?\n]{{0,40}}\b(?:opens?|shows?|displays?|renders?|parses?|reads?|asks?|turns?|draws?|öffnet)\b"
    rf"|\bthe (?:model|assistant|agent|bot) \w+(?:s|ed)\b|\A\W*(?:and|und) (?:then )?(?:the |it )?\w+s\b"
    r"|\A\W*(?:以上|上面|上述|这(?:就)?是|这个|该|其中)[^。！？\n]{0,20}(?:格式|JSON|结构|字段|消息)"
    r"|字段|(?:终端|程序|客户端|界面|解析器)[^。！？\n]{0,15}(?:打开|显示|解析|读取|弹出)|说明模型",
    re.IGNORECASE,
)
"""The words after a message explain it."""

_ABOUT_MESSAGES = re.compile(
    r"\b(?:clarification|outline|message|reply|request)s? (?:kinds?|types?)\b"
    r"|\b(?:replies|reply|messages?|requests?) of (?:kind|type)\b"
    r"|\b(?:two|three|several|other|both) (?:kinds|types) exist\b|\bclarifications (?:are|have|carry)\b"
    r"|\bstructured messages?\b|\b(?:sent|written|stored|encoded) as JSON\b|\btest fixtures?\b|\bgrammar of\b"
    r"|\b(?:unknown|type|first|required|optional) fields? (?:is|are|decides?|may|must|can)\b"
    r"|\A\W*fields (?:are|may|must|can)\b"
    r"|\A\W*options (?:have|consist)\b|\b(?:parse|validate)s? (?:the|it|a)\b"
    rf"|\bthe {_WRITER} (?:asks|replies|answers|sends)\b"
    r"|结构化消息|用\s*JSON\s*表示|以\s*JSON\s*(?:发送|表示|书写)|(?:协议|规范)(?:规定|要求)|选项由|标签和值|消息(?:有|分)[两二三几]种",
    re.IGNORECASE,
)
"""The words around a message are about messages as such."""

_STEP = re.compile(
    r"[ \t]*[(（]?(?:(?:step|part|chapter|section|步骤|第)[ \t]*)?"
    r"(?P<number>\d{1,3}|[a-y](?=[.)）])|[一二三四五六七八九十]{1,3})"
    r"(?:[.):：、）]|[步条章节部])",
    re.IGNORECASE,
)
_CHINESE_NUMBERS: Final = ("一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二")
_BULLET = re.compile(r"[ \t]*(?P<mark>[-*+•])[ \t]+\S")
_SPEAKER = re.compile(r"[ \t]*(?:\[?\d{1,2}:\d{2}(?::\d{2})?\]?[ \t]+)?(?P<who>[\w-]{1,20})[:：][ \t]*")

_CODE_INTRODUCES = re.compile(
    r"`[^`\n]{1,60}`[^.!?。！？\n]{0,20}\Z|\b[\w/-]+\.(?:json|ya?ml|py|js|ts|md|txt|toml)\W*\Z", re.IGNORECASE
)
_ADDRESSES_PERSON = re.compile(
    r"\b(?:you|please|let me know|I need|I'd like|I would like|me|before I|once I|then I)\b"
    r"|请(?!求)|[您你]|我(?:需要|想|先|将|会|用|的问题)",
    re.IGNORECASE,
)
_OPEN_DETAILS = re.compile(r"<(?:details|pre|code|summary)\b(?!.*</(?:details|pre)>)", re.IGNORECASE | re.DOTALL)
_HEADING = re.compile(r"^#{1,6}[ \t]", re.MULTILINE)
_DOCUMENT_HEADING = re.compile(
    rf"^#{{1,6}}[ \t][^\n]{{0,80}}(?:\b(?:{_FORMAT}|API|specification|reference|documentation|{_EXAMPLE})\b"
    r"|协议|格式|接口|文档|规范|示例|例子|报文|语法)",
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
    if _OPEN_DETAILS.search(before[-_LOOK:]):
        return True
    if _GOES_ON.match(after.lstrip()) and before.rstrip(" \t\r\n*_`")[-1:].isalnum():
        return True
    said_before = before.rstrip(" \t\r\n*_:：—-")[-_LOOK:].rpartition("\n")[2]
    said_after = after.strip(" \t\r\n*_")[:_LOOK].partition("\n")[0]
    intro = _last_sentence(said_before)
    if _CALLED_EXAMPLE.search(intro) or _CALLED_EXAMPLE_AFTER.search(said_after) or _CODE_INTRODUCES.search(intro):
        return True
    if _EXPLAINED_AFTER.search(said_after) and not _ADDRESSES_PERSON.search(said_after):
        return not _ADDRESSES_PERSON.search(intro) or "`" in said_after
    if _DESCRIBED_BEFORE.search(intro) and not _ADDRESSES_PERSON.search(intro):
        return True
    if not speaks_to_person(before, after) and _is_part_of_text(before, after, intro, said_after):
        return True
    if not said_after:
        return False
    return bool(_DOCUMENT_HEADING.search(before)) or bool(_HEADING.search(before) and _HEADING.search(after))


def speaks_to_person(before: str, after: str) -> bool:
    """Whether the words right before or after a message speak to the person, or ask something."""
    near = (
        before.rstrip(" \t\r\n*_:：—-")[-_LOOK:].rpartition("\n")[2],
        after.strip(" \t\r\n*_")[:_LOOK].partition("\n")[0],
    )
    return any(_ADDRESSES_PERSON.search(words) or words.rstrip()[-1:] in ("?", "？") for words in near)


def _is_part_of_text(before: str, after: str, intro: str, said_after: str) -> bool:
    """Whether a message is in a list of steps or points, in a conversation that is reported, or in a text about
    messages.
    """
    if _ABOUT_MESSAGES.search(intro) or _ABOUT_MESSAGES.search(said_after):
        return True
    line = before.rstrip()[-_LOOK:].rpartition("\n")[2]
    following = after.lstrip()[:_LOOK].partition("\n")[0]
    step, next_step = _STEP.match(line), _STEP.match(following)
    if step and next_step and next_step["number"].lower() == _next_number(step["number"].lower()):
        return True
    if _BULLET.match(line) and _BULLET.match(following):
        return True
    speaker, other = _SPEAKER.fullmatch(before[-_LOOK:].rpartition("\n")[2]), _SPEAKER.match(following)
    return bool(speaker and other and speaker["who"] != other["who"])


def _next_number(number: str) -> str:
    if number in _CHINESE_NUMBERS:
        return _CHINESE_NUMBERS[(_CHINESE_NUMBERS.index(number) + 1) % len(_CHINESE_NUMBERS)]
    return str(int(number) + 1) if number.isdecimal() else chr(ord(number[-1]) + 1)


def _is_inside_sentence(line_before: str, line_after: str) -> bool:
    """Whether the words on the same line read on after the message, or it is in quotation marks after some words."""
    words = _LIST_MARKER.sub("", line_before, count=1).strip() if line_before.strip() else ""
    has_mark = words[-1:] in tuple(_QUOTES) and bool(words)
    said = words.rstrip(_QUOTES).rstrip()
    if not any(letter.isalnum() for letter in said) or said[-1:] in tuple(_SENTENCE_END):
        return bool(said) and bool(_CONTINUES.match(line_after)) and said[-1:] not in tuple(".!?。！？>")
    return has_mark or any(letter.isalnum() for letter in line_after)


def _last_sentence(said: str) -> str:
    return _SENTENCE_BREAK.split(said)[-1]
