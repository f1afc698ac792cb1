"""Greetings, thanks and the like, which get fixed answers."""

import re
from typing import Final

from inkwright.agent.intents import deliverables_in, is_question

_END: Final = r"[\s!.,?~。！，？、～…👋😊🙏]*$"


def _whole(words: str) -> re.Pattern[str]:
    return re.compile(rf"^\W*(?:{words}){_END}", re.IGNORECASE)


_SMALL_TALK: Final = {
    "greeting": _whole(
        r"(?:(?:hi|hello|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|day)|hallo)"
        r"(?:[ ,]+(?:there|you|inkwright|all|again|friend|everyone))*"
        r"|你好|您好|嗨|哈[喽啰囉罗]|早上好|早安|早|下午好|晚上好|大家好|你们好|你們好|在[吗嗎]"
        r"|哈罗)(?:[呀啊,，!！ ]*(?:你好|inkwright))?"
    ),
    "thanks": _whole(
        r"(?:(?:ok|okay|great|perfect|cool|nice|good)[ ,!.]*)?(?:many |no )?(?:thanks?|thank you|thx|ty"
        r"|cheers)(?:[ ,]+(?:you|a lot|so much|very much|again"
        r"|inkwright|for (?:your|the) help|that helps))*|(?:好的?[，,]?)?(?:多谢|多謝|谢谢|謝謝|感谢|感謝|谢了"
        r"|謝了|谢谢你|謝謝你|非常感谢|非常感謝)(?:[了啦啊呀]|你的?帮助|你的?幫助|您)*"
    ),
    "goodbye": _whole(
        r"(?:good ?)?bye(?:[ -]bye)?(?: now| for now)?|see you(?: later| soon)?|good night|再见|再見|拜拜|晚安"
        r"|回头见|下次见|下次見"
    ),
    "well": _whole(
        r"(?:hi|hello|hey)?[ ,]*how(?: are|'re) (?:you|things)(?: doing| today)*|how is it going|what'?s up"
        r"|你好吗|你好嗎|最近怎么样|最近怎麼樣|你怎么样|你怎麼樣"
    ),
    "praise": _whole(
        r"(?:(?:many )?(?:thanks?|thank you|thx)[ ,!.]+)?(?:(?:that|this|it|you|they)(?:'s| is| was| are|'re|"
        r" were| looks?)? )"
        r"?(?:(?:very|really|so|just|quite|absolutely) )*(?:great|good|nice|perfect|excellent|amazing|awesome"
        r"|wonderful"
        r"|brilliant|helpful|fantastic|lovely|cool|well done|good job|great job|nice work|great work|i love"
        r" (?:it|this))"
        r"(?: (?:work|job|one|stuff|help|answer))?|(?:谢谢[，,！! ]*)?(?:你|这|這)?(?:做得|真|太|很"
        r"|非常)?(?:好|棒|厉害|厲害|不错|不錯|赞|讚)(?:了|极了|啊|呀)?"
    ),
    "insult": _whole(
        r"(?:you(?:'re| are)?|this(?: is)?|it(?: is|'s)?|inkwright(?: is)?)(?: (?:so|really|very|such|just"
        r"|totally|completely|an?))*"
        r" (?:useless|stupid|dumb|idiot|bad|terrible|awful|rubbish|garbage|trash|crap|worthless|suck|sucks"
        r"|annoying|wrong|broken|bot|fool)"
        r"|(?:shut up|i hate (?:you|this)|go away|stupid|idiot|useless)|(?:你|这|這)?(?:真|太|好|很|是|个"
        r"|個)*(?:没用|沒用|笨|蠢|傻|垃圾|差劲|差勁|废物|廢物|笨蛋|白痴|烂|爛)(?:了|啊|呀|透了)?"
    ),
    "okay": _whole(
        r"ok(?:ay)?|yes|no|yeah|yep|nope|sure|fine|great|cool|nice|perfect|good|got it|i see|alright|all right"
        r"|never mind|好的?|行|可以|嗯+|是的?|对|對|不|不是|不用了?|没事|沒事|知道了|明白了?|算了"
    ),
}
_MAX_CHARACTERS: Final = 200
_PRIORITY: Final = ("insult", "thanks", "praise", "goodbye", "well", "greeting", "okay")
"""Of several phrases in one message, this one is answered."""
EMOJI: Final = re.compile("[\u2600-\u27bf\U0001f300-\U0001faff]")
_LETTER: Final = re.compile(r"[^\W\d_]")
_BREAK: Final = re.compile(r"[,.!;:~，。！；、～…]+|\s+(?:and|but)\s+|\s+-+\s+")
_THANKS_AND_MORE: Final = re.compile(
    r"^\W*(?:(?:ok|okay|great|perfect|hi|hello|wow|oh)[ ,!.]*)?(?:many |big )?"
    r"(?:thanks?|thank you|thx|cheers)\b[\s,.!:-]*"
    r"(?:(?:so|very) much\b|a lot\b|again\b|for\b|to you\b|that\b|this\b|it\b|you\b"
    r"|i\b(?!\s+(?:need|want|wonder|would)|'d)|i'll\b|we\b|my\b"
    r"|the\b|they\b|everyone\b)"
    r"|^\W*(?:好的?|太好了|哇)?[，,！!\s]*(?:多谢|多謝|谢谢|謝謝|感谢|感謝)(?:你|您|了|啦)?[，,。！!\s]*"
    r"(?:我|你|您|这|這|那|帮|幫|做|学生|學生|的)",
    re.IGNORECASE,
)
_DONE: Final = re.compile("(?:做|写|寫|生成|出|制作|製作|准备|準備|整理)的")
_REQUEST: Final = re.compile(
    r"\b(?:please|now|then|next|how|what|why|when|where|who|which|can you|could you|tell me|show|but|change"
    r"|fix|add|remove)\b"
    r"|请|請|现在|現在|再|改|换|換|删|加|但|怎|什么|什麼|多少|几|哪|谁|誰",
    re.IGNORECASE,
)


def small_talk_in(message: str) -> str | None:
    """Return the kind of a greeting, thanks and the like; None if the message is about something."""
    if EMOJI.search(message) and not _LETTER.search(message):
        return "okay"
    if (kind := _kind(message)) is not None or len(message) > _MAX_CHARACTERS:
        return kind
    kinds = [_kind(part) for part in _BREAK.split(message) if part.strip()]
    if kinds and all(kinds):
        return next(kind for kind in _PRIORITY if kind in kinds)
    return "thanks" if _is_only_thanks(message) else None


def _kind(message: str) -> str | None:
    return next((kind for kind, pattern in _SMALL_TALK.items() if pattern.match(message)), None)


def _is_only_thanks(message: str) -> bool:
    """Whether a message that begins with thanks asks for nothing: "Thanks, I will print it tomorrow"."""
    asks = "?" in message or "？" in message or is_question(message) or bool(deliverables_in(_DONE.sub("", message)))
    return not asks and _THANKS_AND_MORE.match(message) is not None and not _REQUEST.search(message)
