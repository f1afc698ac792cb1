"""Answer a message by rule where no model can be trusted to: from the help, from the person's files, or not"
" at all."""

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from inkwright.agent.help_topics import asks_how_to, find_help_topic
from inkwright.agent.intents import deliverables_in, making_word_position
from inkwright.agent.make_requests import count_in
from inkwright.agent.question_texts import question_in
from inkwright.agent.small_talk import EMOJI, small_talk_in
from inkwright.agent.source_contents import content_words, texts_about
from inkwright.agent.source_words import COUNTED_FILE_NOUN
from inkwright.grounding.language import chinese, english
from inkwright.grounding.read import read_material
from inkwright.grounding.search import MAX_KEY_SENTENCES, find_sentences, key_sentences
from inkwright.grounding.source import Sentence, Source
from inkwright.grounding.summary.quotes import location_text
from inkwright.i18n import Language, text
from inkwright.parsing.chinese_variants import simplify_requests

_MAX_CHARACTERS: Final = 2_000
_EDIT_WORDS = re.compile(
    r"\b(?:change|edit|modify|rename|delete|remove|replace|shorten|lengthen|translate|fix|correct|rewrite"
    r"|rephrase|paraphrase|update"
    r"|improve|proofread|polish|reorder|swap|undo|insert|append|merge|split|convert|move (?:slide|question"
    r"|the)|add (?:an?|the|one|two|some|more|another)|make (?:it|this|them|that|(?:the )?(?:slide|question"
    r"|page|title|text|deck|font)\b)(?! (?:again|once more|from|of|about|for)\b).{0,40}"
    r"|make (?:the|this|that|these|those|my|its|your|all|every|each)\b[^.,;!?@]{1,50}\b(?:(?:more|less) [a-z]+"
    r"|(?:short|long|simpl|clear|eas[iy]|bett|hard|tough|trick|nic|strong|live?li|friendli|small|larg|bigg|funni|strict)e?i?er)"
    r"|make\s{1,8}(?:much |a bit |a little |even )?(?:shorter|longer|simpler|clearer"
    r"|easier|better|stronger|livelier|friendlier))\b"
    r"|修改|改(?![成为為][一1]?[份套组組])[成为為一下掉写寫短长正动動第标標得]|[把将將].{1,30}(?:改(?![成为為][一1]?[份套组組])|换(?![成为為][一1]?[份套组組])|換|删|刪|去掉|翻|写|寫|缩|縮|变|變"
    r"|加|移)|删[除掉去]|刪[除掉去]|替换|替換|翻译|翻譯|缩短|縮短|润色|潤色|更正|[换換]成(?![一1]?[份套组組])|去掉|加上|重写|重寫"
    r"|改写|改寫|[让讓使].{1,20}(?:更|[难難易短长長简簡]一?[点點些])|(?:改|调|調)(?:得|到)?(?:更|[难難易短长長简簡])"
    r"|编辑|編輯|撤销|撤銷|添加|插入|校对|校對",
    re.IGNORECASE,
)
_WRITING_WORDS = re.compile(
    r"^\W*(?:please |can you |could you |now )*(?:write|compose|draft|create|generate|invent|make up|draw"
    r"|paint|sing|code|program|send|book|order|call)\b"
    r"|^\W*(?:请|請)?(?:帮我|幫我|给我|給我)?(?:写|寫|编|編|画|畫|创作|創作|生成|唱|发送|發送|订|訂)",
    re.IGNORECASE,
)
_ASKS_FOR_SUMMARY = re.compile(
    r"\bsummari[sz]e\b|\bsummary\b|\btl;?dr\b|\bkey points\b|\bmain (?:points?|ideas?|topics?)\b|\bwhat(?:'s|"
    r" is| are)? (?:this|it|the|my|these|in the|in my)"
    r"[\w .@-]{0,40}\b(?:about|say)\W*$|\boverview\b|总结|總結|概括|摘要|要点|要點|主要内容|主要內容|讲了什么"
    r"|講了什麼|说了什么|說了什麼|写了什么|寫了什麼|讲的是什么|講的是什麼|关于什么|關於什麼|大意",
    re.IGNORECASE,
)
_ASKS_FOR_FILES = re.compile(
    r"\b(?:which|what) files?\b.{0,30}\b(?:have|attached|see|here|given|know|got|there)\b|\blist (?:my |the "
    r"|all )?files\b"
    r"|(?:有|附了|看到)(?:了)?(?:哪些|什么|什麼)(?:文件|檔案|附件)|(?:哪些|什么|什麼)(?:文件|檔案|附件)",
    re.IGNORECASE,
)
_WANTS_MADE_FILE = re.compile(
    r"\blink\s+(?:to|for)\s+(?:my|the|that|this|your)\s+(?:\w+\s+)?(?:slides?|deck|quiz|documents?|files?|pdf|page|presentation)\b"
    r"|\b(?:send|give|hand)\s+(?:me|us)\s+(?:my|the|that|those)\s+(?:\w+\s+)?files?\s*"
    r"(?:$|[.!?]|\b(?:again|you\s+(?:just\s+)?made|that\s+you|from\s+(?:yesterday|before|earlier|today)))"
    r"|(?:我的|做好的|你做的|刚才的|之前的|昨天的)(?:文件|幻灯片|课件|测验|文档)(?:的链接)?(?:再)?[发传寄]给我|(?:发|给)我.{0,12}的?链接",
    re.IGNORECASE,
)
_QUESTION_WORD = re.compile(
    r"\b(?:who|what|when|where|why|how|which|whose|is|are|was|does|do|did|can)\b", re.IGNORECASE
)
_QUESTION_MARK = re.compile(
    r"[?？吗嗎呢谁誰哪几幾怎何]|什么|什麼|多[少大长長高远遠久深]|\b(?:who|what|when|where|why|how|which|whose)\b",
    re.IGNORECASE,
)
_WORD = re.compile("[^\\W\\d_\u3400-\u9fff\uf900-\ufaff]+(?:['’][^\\W\\d_]+)*")
_DIGIT = re.compile(r"\d")
_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
_CHINESE_TAGS_OF_SOUNDS: Final = frozenset("eoyxw")
_MAX_TITLE: Final = 120
_ALIKE: Final = 0.6
_MIN_REPEATED: Final = 3
_SUMMARY_UNITS: Final = "sentences?|points?|bullets?|lines?|ideas?"
_SUMMARY_UNITS_ZH: Final = "句话?|个?要点|点|条"

_MENTION = re.compile(r"""@(?:"[^"]{1,200}"|'[^']{1,200}'|[^\s"'，。；：！？、（）]{1,200})""")
"""A file that is mentioned: its name is not part of the question."""

AnswerKind = Literal["answer", "refusal"]


@dataclass(frozen=True, slots=True)
class RuleAnswer:
    """An answer that no model wrote. A refusal says that nothing was answered or done. `quoted` names the files that it
    quotes.
    """

    message: str
    kind: AnswerKind = "answer"
    quoted: tuple[str, ...] = ()


def is_for_rules(message: str) -> bool:
    """Whether a message asks for help or for a change, although it may name something that can be made."""
    return find_help_topic(message) is not None or is_edit(message) or wants_made_file(message)


def wants_made_file(message: str) -> bool:
    """Whether a message wants a file that was made before, or a link to it: it is in a folder, and nothing is sent."""
    return _WANTS_MADE_FILE.search(simplify_requests(message[:_MAX_CHARACTERS])) is not None


def is_edit(message: str) -> bool:
    """Whether a message asks to change something; not if it asks to make something first."""
    examined = message[:_MAX_CHARACTERS]
    edit = _EDIT_WORDS.search(examined)
    if edit is None or _QUESTION_WORD.match(examined.strip()):
        return False
    return not deliverables_in(examined) or edit.start() <= making_word_position(examined)


def answer_by_rule(message: str, sources: Sequence[Source], language: Language) -> RuleAnswer:
    """Return the answer to a message. Every fact in it is fixed text of this program or a quotation."""
    asked = _MENTION.sub(" ", message[:_MAX_CHARACTERS]).strip()
    if (kind := small_talk_in(asked)) is not None:
        return RuleAnswer(text(language, f"by_rule.{kind}"))
    if is_nonsense(asked) and (asked or not sources):
        return RuleAnswer(text(language, "by_rule.not_understood"), "refusal")
    if _ASKS_FOR_FILES.search(asked):
        return RuleAnswer(_files_text(sources, language))
    if not asked and sources:
        return RuleAnswer(text(language, "by_rule.attached", names=_names(sources, language)))
    if wants_made_file(asked):
        return RuleAnswer(text(language, "help_topic.saved"))
    topic = find_help_topic(asked)
    if topic is not None and (topic.is_whole or asks_how_to(asked) or not sources):
        return RuleAnswer(topic.text(language))
    if is_edit(asked):
        return RuleAnswer(text(language, "by_rule.edit"), "refusal")
    quotation = _quotation(question_in(asked, sources), sources, language) or _quotation(asked, sources, language)
    if quotation is None and topic is not None and not _MENTION.search(message):
        return RuleAnswer(topic.text(language))
    return quotation or _refusal(asked, sources, language)


def _refusal(asked: str, sources: Sequence[Source], language: Language) -> RuleAnswer:
    if _WRITING_WORDS.match(asked):
        return RuleAnswer(text(language, "by_rule.edit"), "refusal")
    if sources and _only_attaches(asked):
        return RuleAnswer(text(language, "by_rule.attached", names=_names(sources, language)))
    if sources:
        return RuleAnswer(text(language, "by_rule.not_found", names=_names(sources, language)), "refusal")
    return RuleAnswer(text(language, "by_rule.unknown"), "refusal")


def _only_attaches(asked: str) -> bool:
    """Whether a message with files says no more than that they are there: it asks nothing, and names nothing."""
    if _QUESTION_WORD.match(asked) or _QUESTION_MARK.search(asked):
        return False
    left = COUNTED_FILE_NOUN.sub(" ", asked)
    words = [word.lower() for word in _WORD.findall(left) if word.lower() not in english.FUNCTION_WORDS]
    is_verbal = all({"VERB", "ADV"} & english.parts_of_speech(word) for word in words)
    return is_verbal and not (_HAN.search(left) and any(word.tag[:1] == "n" for word in chinese.words_of(left)))


def is_nonsense(message: str) -> bool:
    """Whether a message has no word that a dictionary knows."""
    words = _WORD.findall(message)
    if _HAN.search(message):
        han = _HAN.findall(message)
        repeats = len(han) >= _MIN_REPEATED and len(set(han)) == 1
        sounds = all(word.tag[:1] in _CHINESE_TAGS_OF_SOUNDS for word in chinese.words_of(message))
        return not words and (repeats or sounds)
    if not words:
        return not _DIGIT.search(message) and not EMOJI.search(message)
    content = [word.lower() for word in words if word.lower() not in english.FUNCTION_WORDS]
    if not all(word.isascii() for word in words) or (_QUESTION_WORD.search(message) and len(words) > len(content)):
        return False
    return not content or not any(len(word) > 1 and english.parts_of_speech(word) for word in content)


def _quotation(message: str, sources: Sequence[Source], language: Language) -> RuleAnswer | None:
    """Return sentences of the files, each with its file and line; None if they say nothing about the message."""
    if not sources:
        return None
    material = read_material(_titled_sources(message, sources))
    found = _with_answers(find_sentences(material, message), material.sentences)
    if _ASKS_FOR_SUMMARY.search(message) and not found:
        found = key_sentences(material, count_in(message, _SUMMARY_UNITS, _SUMMARY_UNITS_ZH) or MAX_KEY_SENTENCES)
        return _quoted("by_rule.summary", found, language) if found else None
    return _quoted("by_rule.found", found, language) if found else None


def _titled_sources(message: str, sources: Sequence[Source]) -> Sequence[Source]:
    """Return the one file whose title alone has a word of the question: of two minutes those of April; or all."""
    titles = [each.text.lstrip("# \n").partition("\n")[0][:_MAX_TITLE] for each in sources]
    meant = texts_about(content_words(message), titles) if len(sources) > 1 else ()
    return [sources[meant[0]]] if len(meant) == 1 and _is_told_apart(message, titles, meant[0]) else sources


def _is_told_apart(message: str, titles: Sequence[str], place: int) -> bool:
    """Whether the other titles are like this one, so that the word in it tells them apart."""
    others = [each for number, each in enumerate(titles) if number != place]
    return any(difflib.SequenceMatcher(None, titles[place], each).ratio() >= _ALIKE for each in others)


def _with_answers(found: Sequence[Sentence], every: Sequence[Sentence]) -> list[Sentence]:
    """Return the sentences, each question of a text with the sentence after it, which answers it."""
    places = {id(each): place for place, each in enumerate(every)}
    told: list[Sentence] = []
    for each in found:
        told.append(each)
        place = places.get(id(each), len(every))
        follows = every[place + 1] if each.text.rstrip().endswith(("?", "？")) and place + 1 < len(every) else None
        if follows is not None and follows.location.source == each.location.source and follows not in found:
            told.append(follows)
    return told


def _quoted(lead: str, sentences: Sequence[Sentence], language: Language) -> RuleAnswer:
    quotes = [f"- “{each.text}” ({location_text([each.location], language)})" for each in sentences]
    lines = [text(language, lead), "", *quotes]
    names = dict.fromkeys(sentence.location.source for sentence in sentences)
    return RuleAnswer("\n".join(lines), quoted=tuple(names))


def _files_text(sources: Sequence[Source], language: Language) -> str:
    return (
        text(language, "by_rule.files", names=_names(sources, language))
        if sources
        else text(language, "by_rule.no_files")
    )


def _names(sources: Sequence[Source], language: Language) -> str:
    return text(language, "receipt.and").join(source.name for source in sources)
