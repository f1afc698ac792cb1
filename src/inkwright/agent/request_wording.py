"""What the wording of a message allows: whether it only asks something, and whether it wants a new text as a whole.

Both only decide whether the person is asked first, or gets a proposal: nothing is refused because of a word.
"""

import difflib
import re
from typing import Final

from inkwright.agent.intents import is_question
from inkwright.parsing.chinese_variants import simplify_requests
from inkwright.projects.records import name_key

_SMALL: Final = 200
_WIDE: Final = 3
"""A Chinese character says about as much as so many letters."""
MOST_REPLACED: Final = 0.6
"""The largest part of a longer text that a small change replaces."""
_MAX_CHARACTERS: Final = 4_000
_GIVEN: Final = 0.7
"""The part of a new text that the message must have, if the person gave it."""

_SENTENCE: Final = re.compile(r"[^。！？!?；;\n.]*(?:\.(?=\S)[^。！？!?；;\n.]*)*[。！？!?；;\n.]*")
_ORDER: Final = re.compile(
    r"(?:^|[，,：:、\s]|[并再就请]|不如)(?:那就|然后|现在|还是|麻烦|帮[我忙])*"
    r"(?:[把将给](?!我|你)|改[短长成为写得掉进动一]|修[改正订饰]|删|去掉|换[成掉]|缩[短写]|精简|压缩|加[上入一个点]"
    r"|补[充上]|扩[写充展]|调整|润色|重[写做新]|翻译|写[成出一]|合并|拆[分成]|移[动到]|生成|继续"
    r"|(?:对[^，。！？]{0,40})?(?:使用|应用|套用|运用)[^，。！？]{0,20}技能|(?:也|都)(?:一样|这样|照办|这么[改办做]|同样)|同样(?:处理|改))"
    r"|(?:^|[,:;]\s*|\b(?:please|then|and|so|just|also|now|instead|kindly|(?:can|could|shall) we)\s+)(?:change|edit|fix"
    r"|shorten|rewrite|make|cut|add|remove|delete|replace|update|improve|expand|translate|turn|put|move|write|polish"
    r"|correct|adjust|rename|drop|simplify|revise|rephrase|merge|split|generate|apply|use(?!\s+@)|set|insert|trim)\b"
    r"|\bdo the same\b|\bsame (?:for|with|in|goes for)\b|\blikewise\b"
    r"|(?:^|[,;]\s*|\bplease )(?:can|could|would|will) you\b"
    r"(?! (?:say|think|tell|explain|recommend|suggest|like|change any))"
    r"|\b(?:how|what) about \w+ing\b",
    re.IGNORECASE,
)
_READING: Final = re.compile(
    r"^(?:请|麻烦|帮我|请你|你|来)*(?:看看|看一[下看]|读|评价|点评|检查|分析|比较|解释|说[说明]|告诉|评估|介绍|总结)"
    r"|^(?:please )?(?:check|review|read|look at|tell|explain|evaluate|compare|analy[sz]e|describe|list|show)\b",
    re.IGNORECASE,
)
"""A request to look at something, which changes nothing."""
_OPINION: Final = re.compile(
    r"^(?:嗯|唔|呃|其实|但是?|不过)?[，, ]{0,2}(?:我们?(?:觉得|认为|感觉|想知道|不确定|不太?清楚|在想|怀疑)|感觉|好像"
    r"|似乎)|呢[。.!！]?$"
    r"|(?:先|暂时)(?:不要|不用|别|不)(?:改|动|写|删)|(?:不用|不要|别)(?:急着|着急)改"
    r"|^(?:hmm+|well|but|honestly|actually)?[ ,]{0,2}(?:i(?:'m| am)? ?(?:think|feel|wonder|guess|doubt|believe"
    r"|not sure|curious)|it (?:seems|feels|looks|sounds)|maybe|perhaps)\b"
    r"|\b(?:leave (?:it|them|that|this) (?:alone|as)|(?:do not|don['’]t|without) (?:chang|edit|touch)\w*"
    r" (?:it|anything|yet|this|that))\b",
    re.IGNORECASE,
)
"""What somebody thinks about a text, without a wish that anything be done."""
_WISH: Final = re.compile(
    r"[改删换加补写缩扩]|润[色饰]|精简|压缩|调整|更新|翻译|优化|完善|简化|去掉|合并|拆分|移动?到|生成|重做|参[考照]|[应该]是|应为|不要|别用|去除|统一|保存|采用"
    r"|(?:错了?|不对)[，, ]{1,2}(?:其实)?是"
    r"|\b(?:tak|leav)(?:e|ing)\b(?: [\w'’-]{1,20}){0,6} out\b"
    r"|^(?:and |plus |then )?(?:one more|another|an extra) (?:\w+ )?(?:sentence|line|word|paragraph|example|point)\b"
    r"|->|→|(?:也|都)(?:一样|这样|照办)|\bsame (?:for|with|in|goes for)\b|\bthe same\b|\blikewise\b"
    r"|\b(?:chang|edit|fix|shorten|rewrit|cut|add|remov|delet|replac|updat|improv|expand|translat|turn|put|mov|writ"
    r"|polish|correct|adjust|renam|drop|simplif|revis|rephras|merg|split|generat|appl|insert|trim|tighten|reword|swap"
    r"|substitut|extend|condens|lengthen|clean up|touch up|redo|amend|align|match|bring|mirror|follow)(?:e|y|ing)?\b"
    r"|\b(?:make|let|give(?! me)|use(?!\s+@)|save|say|call|should|must|needs?|instead of|rather than|want|would like"
    r"|i'd like)\b",
    re.IGNORECASE,
)
"""A wish that something of a text be otherwise."""
_RATING: Final = re.compile(r"打个?分|评[分语价]|点评|反馈|意见")
_POLITE: Final = re.compile(
    r"(?:可以|能不能|可不可以|能否|可否|能).{0,40}(?:改|删|换|缩|加|补|扩|调|润色|重写|写|翻译|合并|拆|移|生成)"
)
_SPOT: Final = re.compile(
    r"错别?字|笔误|标点|(?:把|将|里的|中的)[^，。；\n]{1,40}(?:改|换)[成为]"
    r"|\b(?:typos?|spelling|misspell\w*|punctuation|commas?)\b"
    r"|\b(?:change|replace|swap)\b[^.;\n]{1,60}\b(?:to|with|by|for|into)\b",
    re.IGNORECASE,
)
"""A change of some words, which leaves even most of a short text."""
_SIMILAR: Final = 0.4
_WHOLE: Final = re.compile(
    r"重写|改写|重新|再写|全[文部篇面]|整[段篇章个体]|通篇|翻译|译[成为]|缩[写短减]|精简|压缩|扩[写充展]|润色|风格|语气|口吻|文风"
    r"|改[短长]|换一?[个种版]|新版|存[为成到入]|保存|就用|采用|生成|刷新|过期|简化|丰富|改得|写得|展开"
    r"|写(?![明错着的上入到进清下])|(?:讲|改|变|说)成[^“”\"「」《》]{0,8}(?:故事|对话|诗|散文|文言|书面|口语|列表|表格|提纲|问答|剧本)"
    r"|\b(?:re-?(?:writ|do|phras|word|generat|tell|fresh)\w*|paraphras\w*|translat\w*|shorten\w*|condens\w*|summari[sz]\w*"
    r"|expand\w*|extend\w*|lengthen\w*|simplif\w*|polish\w*|whole|entire\w*|all of|from scratch|start over|anew|again"
    r"|generat\w*|write|draft\w*|sav(?:e|ing)|store|stale|tone|style|voice|shorter|longer|new (?:text|version)"
    r"|(?:turn|make|convert)\b.{0,60}\binto|use (?:this|it|that|my)|convert\w*|overwrite\w*)\b",
    re.IGNORECASE,
)


_UNDO: Final = re.compile(
    r"撤[销消回]|恢复|还原|放回|改回|换回|退回|取消(?:刚才|上)|删错|改错|不该[改删]|回到(?:之前|上一|刚才|原来)|原来的|上一[版步]"
    r"|\b(?:undo|revert|restore|roll(?:ed)? ?back|take (?:it|that|this) back"
    r"|(?:put|change|bring|get) (?:it|that|them|this|the \w+) back"
    r"|go back to (?:the|what)|as it was|before that)\b",
    re.IGNORECASE,
)
_KEEPS_NUMBERS: Final = re.compile(
    r"(?:不能|别|不要|不可|不许|不得|不准)[^，。；！]{0,6}(?:错|丢|漏|少|变|改|掉)|(?:一个|一处|一点)[都也](?:不能|别|不要)|保留|不变|照旧|原样"
    r"|\bkeep (?:the|all|every)\b|\b(?:must|should|has to|have to) (?:stay|remain|be kept|not change)\b"
    r"|\b(?:without|don['’]t|do not|never) (?:los|chang|drop|touch|alter)\w*",
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(r"\d+(?:[-.:：/–]\d+)*")


def wants_undo(message: str) -> bool:
    """Whether a message wants a change to be taken back."""
    return _UNDO.search(simplify_requests(message[:_MAX_CHARACTERS])) is not None


def lost_numbers(message: str, old: str, new: str) -> list[str]:
    """Return the numbers of a text that a new one lacks, if the message wants facts to stay."""
    if not _KEEPS_NUMBERS.search(simplify_requests(message[:_MAX_CHARACTERS])):
        return []
    kept = set(_NUMBER.findall(new))
    return [each for each in dict.fromkeys(_NUMBER.findall(old)) if each not in kept]


def is_small(content: str) -> bool:
    """Whether a text is so short that it may change as a whole."""
    return sum(1 if each.isascii() else _WIDE for each in content[: _SMALL + 1]) <= _SMALL


def only_asks(message: str) -> bool:
    """Whether every sentence of a message asks something, and none of them orders a change, also not politely."""
    examined = simplify_requests(message[:_MAX_CHARACTERS])
    sentences = [each.strip() for each in _SENTENCE.findall(examined) if any(map(str.isalnum, each))]
    return bool(sentences) and all(_asks(each) for each in sentences)


def orders_change(message: str) -> bool:
    """Whether a sentence of a message orders a change; what people think of a text, and requests to look at it, do not.

    An order in words that are not known is no order: it is asked about.
    """
    examined = simplify_requests(message[:_MAX_CHARACTERS])
    return any(_orders(each.strip()) for each in _SENTENCE.findall(examined))


def _orders(sentence: str) -> bool:
    is_wish = bool(_WISH.search(sentence))
    if _ORDER.search(sentence) or _POLITE.search(sentence):
        return is_wish or not _RATING.search(sentence)
    return is_wish and not (_asks(sentence) or _OPINION.search(sentence))


def _asks(sentence: str) -> bool:
    if _ORDER.search(sentence) or _POLITE.search(sentence):
        return False
    return sentence.endswith(("?", "？")) or bool(_READING.search(sentence)) or is_question(sentence)


def replaces_unasked(said: str, old: str, new: str) -> bool:
    """Whether a new text replaces nearly all of an old one, although the person neither gave it nor wants a whole text
    written again.
    """
    wish = simplify_requests(said[:_MAX_CHARACTERS])
    if is_small(old):
        is_other = bool(_SPOT.search(wish)) and difflib.SequenceMatcher(None, old, new).ratio() < _SIMILAR
    else:
        is_other = _kept(old, new) < 1 - MOST_REPLACED
    return is_other and not (_WHOLE.search(wish) or is_given(new, said))


def is_given(new: str, said: str) -> bool:
    """Whether the person gave nearly all of a text in their message."""
    return _kept(new, said) >= _GIVEN


def _kept(old: str, new: str) -> float:
    """Return which part of a text, sentence by sentence, is in another one too."""
    known = name_key(new)
    pieces = [piece for each in _SENTENCE.findall(old) if (piece := name_key(each).strip())]
    return sum(len(each) for each in pieces if each in known) / max(1, sum(map(len, pieces)))
