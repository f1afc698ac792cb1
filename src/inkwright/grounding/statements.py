"""Statements: whole sentences that may be quoted, each together with the sentences that qualify it."""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from inkwright.artifacts.text import is_placeholder_text
from inkwright.grounding.context_dependence import depends_on_previous, is_question, refers_back
from inkwright.grounding.definitions import definitions_of
from inkwright.grounding.self_contained import SentenceContext, is_self_contained, is_whole, points_elsewhere
from inkwright.grounding.source import Material, Sentence, SourceList, SourceLocation, SourceSection
from inkwright.grounding.terms import AnnotatedSentence, annotate_sentences
from inkwright.i18n import Language

MAX_STATEMENT: Final = 290
"""The maximum length of a statement in characters."""

# Sections that speak about the text or to the reader, and lists of other texts.
_NOT_CONTENT = re.compile(
    r"(?:\d[\d.]*\s*)?(?:.{0,40}\b(?:quiz|exercises|questions|problems|answers|solutions?|excerpts?|transcript"
    r"|short answer)|exercises?|(?:review|practice|discussion|free response|multiple choice"
    r"|critical thinking|reflection)"
    r"\b.*|questions?|problems?|quiz|answers?|solutions?|challenges?|references?|bibliography"
    r"|works cited|sources|further reading"
    r"|for further .*"
    r"|additional resources|resources|see also|external links|links|acknowledge?ments?|about the authors?"
    r"|credits|licen[cs]e"
    r"|contents|table of contents|learning (?:objectives|outcomes|goals)|endnotes|footnotes|art connections?"
    r"|what.s next"
    r"|change ?log|(?:version|release) history"
    r"|\[?v\d+(?:\.\d+)+\]?.{0,30}|\[?\d+\.\d+\.\d+\]?(?: ?[-–(（].{0,30})?"
    r"|contributing|contributors|feedback)\W*$"
    r"|.{0,12}(?:练习|习题|思考题|讨论题|参考文献|参考资料|(?:额外|更多|其他|相关)资源|参考|更新日志|更新记录|版本历史|修订记录|延伸阅读|扩展阅读|致谢|目录|学习目标|许可证?|关于作者|脚注|注释|链接|原文.{0,4}|摘录|节选|引文|测验|测试题)$",
    re.IGNORECASE,
)
_TO_READER = re.compile(
    r"\byou (?:will|should|may|can|ought)\b.{0,30}(?:able|learn|know|understand)|\b(?:learning )?objectives\b"
    r"|学习目标|你(?:将|会|能)",
    re.IGNORECASE,
)
_COLON = re.compile("[:：]$")
_CONTINUES = re.compile(r"(?:also|then|and|but|or|next|now|so|please)\b|(?:还|也|另外|然后)", re.I)
_OBJECTIVE = re.compile(
    r"(?:explain|describe|understand|compare|identify|discuss|define|list|recogni[sz]e|analy[sz]e"
    r"|summari[sz]e|evaluate"
    r"|distinguish|know|learn|apply|outline|name|state|examine|explore|use|calculate|demonstrate"
    r"|differentiate)\b|(?:了解|理解|掌握|认识|熟悉|学会)",
    re.IGNORECASE,
)
_MAX_SENTENCES: Final = 3
_CITATION = re.compile(
    r"(?:出处|图|注|表)\s?\d*[：:]|\bet al\b|\[[JMDCN]\]|\bdoi\b|https?:|www\.|\b(?:pp|vol)\. ?\d|\bRetrieved\b",
    re.IGNORECASE,
)
# What a sentence like this says takes something back from the sentences before it in its paragraph.
_QUALIFIES = re.compile(
    r"(?:but|yet|however|nevertheless|nonetheless|still|on the other hand|(?:in|by) contrast|in fact"
    r"|in reality|in truth"
    r"|actually|instead|even so|that said|conversely|unfortunately|rather|on the contrary|contrary to"
    r"|then again|at least"
    r"|only|not all|not every|not everyone|some (?:critics|scholars|historians|researchers|scientists|people)"
    r"|critics|others"
    r"|except|unless|despite|although|though|while it is true|of course|admittedly|strictly speaking"
    r"|this (?:is|was) (?:not|no"
    r"|wrong|false|untrue|only)|it (?:is|was) (?:not|no longer|only))\b"
    r"|[^.]*(?:, however,|, though\b|\b(?:allegedly|reportedly|supposedly|purportedly|disputed|controversial|debunked"
    r"|according to)\b)"
    r"|(?:然而|但是?|可是|不过|事实上|其实|实际上|相反|尽管|虽然|只是|当然|据[称说悉]|据.{1,12}(?:报道|称)|也有人|有人认为|有些|并非|除非"
    r"|除了|例外|严格|反之|反过来|当然|可惜|遗憾|问题是|不同的是|需要注意|注意|值得注意)|[^。]*(?:据称|据说|有争议|存疑|未经证实)",
    re.IGNORECASE,
)
# After a sentence like this, the paragraph may tell what somebody claims or imagines.
_REPORTS = re.compile(
    r"\b(?:claim(?:s|ed|ing)?|alleg\w+|accus\w+|argu(?:es?|ed|ing)|assert\w*|insist\w*|contend\w*|believ\w+"
    r"|supposed\w*"
    r"|rumou?rs?|myths?|misconceptions?|mistaken\w*|wrongly|hypothes\w+|propos(?:es|ed)|suppose|imagine"
    r"|assume|consider"
    r"|pretend|for example|for instance|once upon|story|stories|legend|fiction|theor(?:y|ies)|critics?|opponents?"
    r"|common(?:ly)? (?:practice|mistake|error|thought|used practice)|many people (?:think|assume)"
    r"|according to|thought (?:that|of)|said|says|wrote|writes|testif\w+)\b"
    r"|声称|宣称|据称|据说|指控|指责|谣言|误解|误区|传说|传闻|认为|相信|以为|主张|假设|假如|假定|想象|设想|比如|例如|譬如|举例|故事|的话|说|表示",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Statement:
    """What may be quoted alone: a sentence, or a sentence and the ones that qualify it."""

    sentences: tuple[AnnotatedSentence, ...]

    @property
    def first(self) -> AnnotatedSentence:
        """The sentence that the others qualify."""
        return self.sentences[0]

    @property
    def location(self) -> SourceLocation:
        """Where it begins."""
        return self.first.sentence.location

    def text(self, language: Language) -> str:
        """Return its sentences as they are in the text."""
        return ("" if language == "zh" else " ").join(each.sentence.text for each in self.sentences)


def content_sections(material: Material) -> tuple[SourceSection, ...]:
    """Return the sections and lists of the text itself, without exercises, references and advice to the reader."""
    titles = {section.title.casefold() for section in material.sections}
    kept = _without_apparatus(material.sections)
    return tuple(
        replace(section, listings=tuple(_content_lists(section, titles, material.language))) for section in kept
    )


def list_items(material: Material) -> tuple[Sentence, ...]:
    """Return the items of the lists of the text itself; not the answers to a question, or what somebody claims."""
    listings = (each for section in _without_apparatus(material.sections) for each in section.listings)
    kept = (each for each in listings if not (is_question(each.lead) or _REPORTS.search(each.lead)))
    return tuple(item for each in kept for item in each.items)


def _without_apparatus(sections: Sequence[SourceSection]) -> Iterator[SourceSection]:
    """Yield the sections of the text itself; what is below the heading of an apparatus belongs to it."""
    skipped_level = 0
    for section in sections:
        if is_apparatus_title(section.title):
            skipped_level = section.level
        elif not skipped_level or section.level <= skipped_level:
            skipped_level = 0
            yield section


def _content_lists(section: SourceSection, titles: set[str], language: Language) -> Iterator[SourceList]:
    """Yield the lists that can be quoted whole, with the line above them. A list of lists cannot."""
    leads = {listing.lead for listing in section.listings}
    items = {item.text for listing in section.listings for item in listing.items}
    is_opening = not section.title and not section.sentences and len(titles) > 1
    unled = 0 if is_opening else sum(listing.lead in ("", section.title) for listing in section.listings)
    for listing in section.listings:
        is_nested = listing.lead in items or not leads.isdisjoint(item.text for item in listing.items)
        is_led = unled == 1 if listing.lead in ("", section.title) else _can_lead(listing.lead, language)
        if is_led and not is_nested and not _is_apparatus(listing.lead, listing.items, titles):
            yield listing


def _can_lead(lead: str, language: Language) -> bool:
    text = _COLON.sub("。" if language == "zh" else ".", lead)
    return (
        is_whole(text, language)
        and not _CONTINUES.match(text)
        and not depends_on_previous(text)
        and not refers_back(text)
    )


def is_apparatus_title(title: str) -> bool:
    """Whether a heading is that of exercises, references or advice to the reader."""
    return _NOT_CONTENT.match(title) is not None or (len(title) == 1 and title.isascii())


def _is_apparatus(lead: str, items: Sequence[Sentence], titles: set[str]) -> bool:
    """Whether a list is a table of contents, lists references, speaks to the reader, or has an item that leans on
    another place.
    """
    if _TO_READER.search(lead) or is_question(lead) or any(_is_unquotable(item.text) for item in items):
        return True
    cited = sum(_CITATION.search(item.text) is not None for item in items)
    repeated = sum(item.text.casefold() in titles for item in items)
    objectives = sum(_OBJECTIVE.match(item.text) is not None for item in items)
    return cited > 0 or 2 * max(repeated, objectives) > len(items)


def _is_unquotable(item: str) -> bool:
    is_open = " | " in item or is_placeholder_text(item) or is_question(item) or item.endswith((":", "：", "！", "!"))
    return is_open or depends_on_previous(item) or refers_back(item) or points_elsewhere(item)


def statements_of(material: Material) -> tuple[Statement, ...]:
    """Return the statements of the text in their order. Sentences of lists are not statements."""
    sections = tuple(replace(section, listings=()) for section in content_sections(material))
    sentences = annotate_sentences(replace(material, sections=sections))
    context = SentenceContext(material, sentences)
    defining = {found.sentence for found in definitions_of(material)}
    clear = {
        annotated.sentence
        for index, annotated in enumerate(sentences)
        if is_self_contained(annotated, material.language)
        and not _QUALIFIES.match(annotated.sentence.text)
        and context.is_clear_alone(index, is_definition=annotated.sentence in defining)
    }
    paragraphs = groupby(sentences, key=lambda each: (each.sentence.location.source, each.sentence.paragraph))
    found = [
        statement
        for _, paragraph in paragraphs
        for statement in _paragraph_statements(list(paragraph), clear, material.language)
    ]
    return tuple({statement.text(material.language): statement for statement in reversed(found)}.values())[::-1]


def _paragraph_statements(
    paragraph: Sequence[AnnotatedSentence], clear: Set[Sentence], language: Language
) -> Iterator[Statement]:
    """Yield the statements of a paragraph, up to where it tells what somebody claims."""
    if paragraph[0].sentence.is_aside:
        return
    qualifying = [index for index, each in enumerate(paragraph) if index and _QUALIFIES.match(each.sentence.text)]
    last = max(qualifying, default=0)
    index = 0
    while index < len(paragraph):
        # What comes before a qualification is only quoted together with it.
        run = tuple(paragraph[index : last + 1] if index < last else paragraph[index : index + 1])
        is_whole_run = all(is_whole(each.sentence.text, language) for each in run)
        length = sum(len(each.sentence.text) + 1 for each in run)
        is_short = length <= MAX_STATEMENT and len(run) <= _MAX_SENTENCES
        if run[0].sentence in clear and is_short and is_whole_run:
            yield Statement(run)
        else:
            run = run[:1]
        if any(_REPORTS.search(each.sentence.text) for each in run):
            return
        index += len(run)
