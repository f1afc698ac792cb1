"""Texts in the place of content that are not content: placeholders, farewells, and notes that a section is there."""

import re
from typing import Final

_LEADING_BLANK_LINES = re.compile(r"(?:[ \t]*\n)*+")

_PLACEHOLDER = re.compile(
    r"\.{3,}|…+|[\[<({【（]\s*(?:\.{3,}|…+|your\b[^\]\n]*|[^\[\]\n]*\b(?:content|goes here|placeholder)\b[^\[\]\n]*"
    r"|[^\[\]【】\n]{0,20}(?:内容|內容|此处|此處|在此|在这里|在這裡)[^\[\]【】\n]{0,20})\s*[\]>)}】）]",
    re.IGNORECASE,
)
_MAX_PLACEHOLDER: Final = 80

_FAREWELL = re.compile(
    r"[\W_]*(?:(?:i|we)(?: (?:really|do|sincerely))? hope\b|hope (?:this|that|it|you)|(?:please |just )?let me know\b"
    r"|(?:please )?feel free\b"
    r"|(?:please )?do(?:n['’]t| not) hesitate|if you (?:need|have|want|would|['’]d)\b|if (?:anything|something"
    r"|there)\b|is there anything"
    r"|(?:do|would) you (?:want|like|need)\b|(?:shall|should|can|could|may) i\b|any (?:other |further |more )?questions"
    r"|good luck\b|happy (?:to|writing|learning|reading|coding|teaching|studying)\b|i['’]?(?: a)?m (?:happy|glad|here"
    r"|available)\b"
    r"|(?:best|kind|warm) (?:regards|wishes)|cheers\b|thanks?\b(?: you)?|enjoy\b|all the best|that(?:['’]s"
    r"| is) (?:all|it|my answer)\b"
    r"|this (?:concludes|completes|is the end)|(?:the )?end\W*$|(?:all )?done\W*$|finished\W*$|(?:good)?bye\b"
    r"|see you\b|take care\b"
    r"|have a (?:nice|great|good)\b|looking forward|p\.?s\.?\W|note:|\(?(?:word|character) count"
    r"|希望|盼|如(?:果)?(?:您|你)?(?:还|還)?(?:有|需)|若(?:您|你)?(?:有|需)|有(?:任何|什么|什麼|其他)|请?(?:随时|隨時)|請?(?:随时|隨時)|请告诉|請告訴"
    r"|欢迎|歡迎|祝|谢谢|謝謝|感谢|感謝|需要我|还需要|還需要|以上(?:就是|便是|是|为|為|即)|(?:回答|内容|正文|全文)?(?:完毕|完畢|结束|結束)|完\W*$|再见|再見"
    r"|ich hoffe|lass(?:en sie)? (?:es )?mich|viel (?:erfolg|spaß)|mit freundlichen|j['’]espère|n['’]hésitez"
    r"|bonne chance|espero que|avísame|no dudes|buena suerte)",
    re.IGNORECASE,
)
_MAX_FAREWELL: Final = 300
_MAX_FAREWELL_LINES: Final = 4

_TICK_MARK: Final = "[✓✔✅☑√👍]"
_TICK: Final = r"[✓✔✅☑√👍\ufe0f ]"
_SURE_NOTE: Final = (
    r"(?:(?:is|are|was|were|has been|have been|fully|already|now) )*"
    r"(?:(?:included|provided|present(?:ed)?|given|covered|addressed|delivered|listed|described|shown|stated|written"
    r"|added|filled in)"
    r"(?: (?:above|below|here|in full|as requested|already))?"
    r"|(?:(?:please )?see|as|same as|like) (?:above|before|earlier)|above|unchanged|no changes?|ditto|same"
    r"|(?:已经|已經|已|都|均)?(?:包含|包括|提供|给出|給出|列出|写好|寫好|写明|寫明|涵盖|涵蓋|说明|說明|写入|寫入)(?:在内|在內|在上文?|如上|完毕|完畢)?"
    r"|(?:请|請)?(?:见|見)(?:上|前)(?:文|方|面)?|同上|如上(?:所示|所述)?|以上|上文(?:已.{0,4})?|不变|不變|无变化|無變化)"
)
_LIKELY_NOTE: Final = (
    r"(?:(?:is|are|all) )*(?:done|completed?|finished|ready|ok(?:ay)?|yes|checked?)"
    r"|(?:已|都|均)?(?:完成|完毕|完畢|回答)"
)
_AROUND: Final = rf"[\s(（\[*_`]*{_TICK}*"
_CLOSE: Final = rf"{_TICK}*[\s)）\].。!！;；,，*_`]*"
_NOTE = re.compile(rf"{_AROUND}(?:(?P<sure>{_SURE_NOTE})|(?P<likely>{_LIKELY_NOTE}))?{_CLOSE}", re.IGNORECASE)
_TICKS = re.compile(rf"{_TICK}+")
_MAX_NOTE: Final = 60


def strip_blank_lines(content: str) -> str:
    """Remove blank lines at both ends and trailing white space, and nothing else."""
    start = _LEADING_BLANK_LINES.match(content)
    return content[start.end() if start else 0 :].rstrip()


def is_placeholder(content: str) -> bool:
    """Whether the content only marks where content goes, as in an echoed example."""
    return len(content) <= _MAX_PLACEHOLDER and _PLACEHOLDER.fullmatch(content.strip()) is not None


def is_farewell(content: str) -> bool:
    """Whether the text is a short word to the user after the answer."""
    is_short = len(content) <= _MAX_FAREWELL and content.count("\n") < _MAX_FAREWELL_LINES
    return is_short and _FAREWELL.match(content) is not None


def is_tick(content: str) -> bool:
    """Whether the text is only a tick, which decorates a header."""
    return _TICKS.fullmatch(content) is not None


def note_kind(content: str) -> str | None:
    """Return `sure` or `likely` if the text only says that a section is there (`included`, `done`), else None."""
    first, _, rest = content.strip().partition("\n")
    if len(first) > _MAX_NOTE or (rest.strip() and (rest.split("\n", 1)[0].strip() or not is_farewell(rest.strip()))):
        return None
    match = _NOTE.fullmatch(first)
    if match is None or not (match["sure"] or match["likely"] or re.search(_TICK_MARK, first)):
        return None
    return "likely" if match["likely"] else "sure"
