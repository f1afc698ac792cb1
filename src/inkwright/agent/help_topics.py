"""The built-in help: topics that a message can ask about, found by their words. It needs no model."""

import re
from dataclasses import dataclass
from typing import Final

from inkwright.agent.intents import deliverables_in, making_word_position
from inkwright.i18n import Language, text

_MAX_CHARACTERS: Final = 400
_ASKS_HOW = re.compile(
    r"\bhow (?:do|does|can|could|should|would|to|is|are|much|good)\b|\bhow\b.{0,20}\b(?:work|use)\b"
    r"|\b(?:can|could|may|do|will) (?:i|you|it|inkwright)\b|\bwhat (?:can|could|do|does|are|is|else|kinds?)\b"
    r"|\bwhere (?:do|does|is|are|can)\b|\bis (?:my|it|this|inkwright|there)\b|\bdoes (?:it|this|inkwright)\b"
    r"|\b(?:who|what) are you\b|\bhelp\b|\bwhich (?:model|files?|languages?)\b|\btell me how\b"
    r"|怎么|怎樣|怎麼|怎样|如何|能不能|可不可以|可以.{0,20}[吗嗎]|能.{0,20}[吗嗎]|会.{0,20}[吗嗎]|會.{0,20}嗎"
    r"|什么|什麼|哪里|哪裡|哪儿|哪个|哪些"
    r"|帮助|幫助|[吗嗎][?？]?\s*$|谁|誰",
    re.IGNORECASE,
)

_HOW_TO = re.compile(r"\bhow (?:do|can|could|should|would|to)\b|怎么|怎樣|怎麼|怎样|如何", re.IGNORECASE)


_OFFICE = r"power ?point|\bpptx?\b|\bslides?\b|\bword\b|\bdocx\b|\bpdf\b|幻灯片|幻燈片|文档|文檔"


@dataclass(frozen=True, slots=True)
class HelpTopic:
    """A topic of the help. `words` recognises it in a question; `is_whole`: the question alone is enough."""

    name: str
    words: re.Pattern[str]
    is_whole: bool = False

    def text(self, language: Language) -> str:
        """Return what the help says about it."""
        return text(language, f"help_topic.{self.name}")


def _topic(name: str, words: str, *, is_whole: bool = False) -> HelpTopic:
    return HelpTopic(name, re.compile(words, re.IGNORECASE), is_whole)


HELP_TOPICS: Final = (
    _topic(
        "abilities",
        r"^\W*(?:help|menu|帮助|幫助|说明|說明)\W*$|\bwhat (?:can|could|do) (?:you|i|it|inkwright|this)\b(?!"
        r" (?:think|know|mean))"
        r"(?=(?: \w+){0,3}\W*$)|\bwhat are you (?:able|for|good)\b|\bhow (?:do i|to) (?:start|begin|use"
        r" (?:this|inkwright|you))\b"
        r"|\bhow does (?:this|inkwright|it) work\b|\bwhat (?:is|does) inkwright\b"
        r"|[能会會](?:帮我|幫我)?(?:做|干|幹|制作|製作)(?:些|点|點)?(?:什么|什麼|啥)|有(?:什么|什麼|哪些)功能"
        r"|(?:怎么|怎麼|如何)(?:用|使用|开始|開始)(?:你|这|這|inkwright)?[?？。]?$",
        is_whole=True,
    ),
    _topic(
        "about",
        r"\bwho (?:are you|made you|is inkwright)\b|\bwhat are you\W*$|\bare you (?:an? )?(?:\w+ )?(?:ai|bot"
        r"|robot|human|person|chatgpt|gpt|claude|gemini|llm|model)\b"
        r"|\bwhat(?:'s| is) your name\b|你是(?:谁|誰|什么|什麼|人|机器|機器|ai|chatgpt)|你叫(?:什么|什麼)",
        is_whole=True,
    ),
    _topic(
        "model",
        r"\b(?:which|what|better|another|other|local|bigger|smarter|good|change|switch|install|set"
        r"|download)\b.{0,30}\bmodels?\b"
        r"|\bmodels?\b.{0,30}\b(?:install|set|change|switch|better|use[ds]?|using|download)\b|\b(?:ollama|lm"
        r" studio|qwen|gemma|llama)\b|\bsmarter\b"
        r"|模型|更聪明|更聰明",
    ),
    _topic(
        "key",
        r"\bapi[ -]?keys?\b|\bkeys?\b.{0,20}\b(?:set|add|store|save|remove|openai|anthropic|google|deepseek)\b"
        r"|\b(?:set|add|store|save|remove|enter|use)\b.{0,20}\bkeys?\b|密钥|密鑰|金钥|金鑰|api ?key|\bkey\b.{0,6}$",
    ),
    _topic(
        "render",
        rf"\.(?:md|markdown)\b.{{0,80}}(?:{_OFFICE})|(?:{_OFFICE}).{{0,60}}\.(?:md|markdown)\b|\bmarkdown\b.{{0,40}}(?:{_OFFICE})",
    ),
    _topic(
        "slides",
        r"\bslides?\b|\bslide ?shows?\b|\bdecks?\b|\bpresentations?\b|\bpptx?\b|\bpower ?point\b|幻灯片|幻燈片"
        r"|投影片|简报|簡報|课件|課件|演示文稿",
    ),
    _topic(
        "quiz_formats",
        r"\b(?:moodle|qti|gift|anki|canvas|blackboard)\b|\b(?:export|convert|import|save)\b.{0,30}\bquiz"
        r"|\bquiz.{0,30}\b(?:export|convert|import|formats?)\b|(?:导出|匯出|导入|匯入|转换|轉換|转成|轉成).{0,20}(?:测验|測驗|题|題"
        r"|试卷|試卷)|(?:测验|測驗|题目|題目|试卷|試卷).{0,20}(?:导出|匯出|导入|匯入|转换|轉換|转成|轉成|格式)",
    ),
    _topic(
        "quiz",
        r"\bquiz(?:zes)?\b|\bexams?\b|\btests? (?:from|with|for)\b|\btest questions\b|测验|測驗|试卷|試卷|小测"
        r"|小測|出题|出題|考题|考題",
    ),
    _topic(
        "page",
        r"\bflash ?cards?\b|\btimelines?\b|\bweb ?pages?\b|\bmatching games?\b|网页|網頁|闪卡|閃卡|抽认卡"
        r"|抽認卡|时间线|時間線|时间轴|時間軸",
    ),
    _topic("pdf", r"\bpdfs?\b"),
    _topic(
        "doc",
        r"\b(?:word|docx) ?(?:files?|documents?)?\b(?=.{0,20}$)|\bdocx\b|\bworksheets?\b|\bhand-?outs?\b"
        r"|\bword documents?\b|文档|文檔|讲义|講義|练习单|練習單|学习单|學習單|\bword\b.{0,4}$",
    ),
    _topic(
        "privacy",
        r"\bprivacy\b|\bprivate\b|\b(?:my|the) (?:data|files?|text|notes?)\b.{0,30}\b(?:sent|uploaded|leave"
        r"|safe|shared|stored)\b"
        r"|\b(?:send|upload|share)s?\b.{0,20}\bmy\b|\boffline\b|\binternet\b.{0,10}$|隐私|隱私|上传|上傳|离线"
        r"|離線|联网|聯網|安全吗|安全嗎",
    ),
    _topic(
        "saved",
        r"\bwhere\b.{0,30}\b(?:saved?|stored|files?|output)\b|\bwhere (?:do|does|did) .{0,30}\bgo\b"
        r"|(?:保存|存|放)(?:在|到)(?:哪|什么地方|什麼地方)|文件在哪|檔案在哪|(?:哪里|哪裡).{0,6}文件",
    ),
    _topic(
        "attach",
        r"\b(?:attach|upload|import|open|read|use|give you|add)\b.{0,20}\b(?:files?|notes?|documents?|attachments?)\b"
        r"|(?:上传|上傳|附加|添加|打开|打開|读|讀|用|给你|給你).{0,8}(?:文件|檔案|笔记|筆記|附件)"
        r"|(?:文件|檔案|笔记|筆記|附件|资料|資料|材料).{0,8}(?:加|传|傳|放|导|導|弄|拖|发|發|给|給|交)(?:进|進|上|入|到|给|給|来|來)?"
        r"|\bget\b.{0,12}\b(?:files?|notes?|documents?)\b.{0,12}\b(?:in|into|to you)\b",
    ),
    _topic(
        "edit",
        r"\b(?:edit|change|modify|translate|rewrite|correct|shorten)\b.{0,40}\b(?:files?|slides?|deck"
        r"|documents?|quiz|text|notes?)\b"
        r"|(?:修改|编辑|編輯|翻译|翻譯|改写|改寫).{0,10}(?:文件|檔案|幻灯片|文档|文檔|测验|笔记)",
    ),
    _topic(
        "cost",
        r"\b(?:it|this|inkwright|you|using it|the program)\b.{0,12}\b(?:costs?|free|charge)\b|\bdo i (?:have"
        r" to|need to|must) pay\b"
        r"|\bhow much (?:is|does) (?:it|this|inkwright)\b|(?:你|这|這|inkwright|软件|軟體|程序"
        r"|使用).{0,6}(?:多少钱|多少錢|收费|收費|免费|免費|费用|費用)"
        r"|^(?:要|需要)?(?:多少钱|多少錢|收费|收費|免费|免費|付费|付費)[吗嗎]?[?？]?$",
    ),
    _topic(
        "language",
        r"\b(?:you|it|inkwright)\b.{0,20}\b(?:languages?|chinese|english|mandarin)\b|\bwhich"
        r" languages?\b.{0,20}\b(?:you|supported|available)\b"
        r"|你.{0,8}(?:中文|英文|语言|語言)|支持.{0,6}(?:中文|英文|语言|語言)|(?:换成|換成|切换|切換|设置"
        r"|設置).{0,4}(?:中文|英文|语言|語言)",
    ),
    _topic(
        "history",
        r"\b(?:earlier|previous|past|old) (?:conversations?|chats?)\b|\bhistory\b(?=.{0,10}$)|历史记录"
        r"|歷史記錄|以前的对话|以前的對話|之前的对话|之前的對話",
    ),
    _topic("undo", r"\bundo\b|\btake (?:it |that |a message )?back\b|\brevert\b|撤销|撤銷|撤回|还原|還原"),
    _topic(
        "again",
        r"\b(?:retry|try again|start over|new (?:chat|conversation))\b|重试|重試|重新开始|重新開始"
        "|新对话|新對話",
    ),
    _topic("export", r"\bexport\b|\bsave (?:the|this|my) (?:chat|conversation)\b|导出|匯出|保存(?:对话|對話|聊天)"),
    _topic("leave", r"^\W*(?:quit|exit|bye|退出|离开|離開|结束|結束)\W*$", is_whole=True),
    _topic("shell", r"^\W{0,3}inkwright\s+[a-z]{2,}\b", is_whole=True),
    _topic("leave", r"\b(?:quit|exit|leave|close)\b(?=.{0,20}$)|退出|关闭聊天|關閉聊天|离开聊天"),
)


def asks_how_to(message: str) -> bool:
    """Whether a message asks how something is done."""
    return _HOW_TO.search(message[:_MAX_CHARACTERS]) is not None


def find_help_topic(message: str) -> HelpTopic | None:
    """Return the topic of the help that a message asks about; None if it asks about something else.

    "How do I make slides?" asks for help; "Can you make slides?" and "Make slides on how to brew tea" ask for slides.
    """
    asked = message[:_MAX_CHARACTERS].strip()
    how = _HOW_TO.search(asked)
    if deliverables_in(asked) and (how is None or how.start() > making_word_position(asked)):
        return None
    asks_how = _ASKS_HOW.search(asked) is not None
    return next((topic for topic in HELP_TOPICS if (asks_how or topic.is_whole) and topic.words.search(asked)), None)
