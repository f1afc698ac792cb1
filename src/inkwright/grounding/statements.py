"""Statements: whole sentences that may be quoted, each together with the sentences that qualify it."""

import re
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from inkwright.artifacts.text import is_placeholder_text
from inkwright.grounding.context_dependence import depends_on_previous, is_question, refers_back
from inkwright.grounding.definitions import definitions_of
from inkwright.grounding.language.traditional import simplified
from inkwright.grounding.self_contained import (
    folded,
    is_self_contained,
    is_whole,
    lacks_subject,
    leans_on_previous,
    points_elsewhere,
    refers_to_previous,
)
from inkwright.grounding.source import Material, Sentence, SourceList, SourceLocation, SourceSection
from inkwright.grounding.suitability import tells_or_talks
from inkwright.grounding.terms import AnnotatedSentence, annotate_sentences
from inkwright.grounding.text_context import TextContext
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
_MANY_SENTENCES: Final = 25
_MIN_SHARE: Final = 0.15
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
# What follows in the paragraph may belong to an example.
_EXAMPLE = re.compile(r"\b(?:for (?:example|instance)|consider)\b|比如|例如|譬如|举例", re.IGNORECASE)
# After a sentence like this, the paragraph may tell what somebody claims or imagines.
_CLAIMS = re.compile(
    r"\b(?:claim(?:s|ed|ing)?|alleg\w+|accus\w+|argu(?:es?|ed|ing)|assert\w*|insist\w*|contend\w*|believ\w+"
    r"|supposed\w*"
    r"|rumou?rs?|myths?|misconceptions?|mistaken\w*|wrongly|hypothes\w+|propos(?:es|ed)|suppose|imagine"
    r"|assume"
    r"|pretend|once upon|story|stories|legend|fiction|theor(?:y|ies)|critics?|opponents?"
    r"|common(?:ly)? (?:practice|mistake|error|thought|used practice)|many people (?:think|assume)"
    r"|according to|thought (?:that|of)|said|says|wrote|writes|testif\w+)\b"
    r"|声称|宣称|据称|据说|指控|指责|谣言|误解|误区|传说|传闻|认为|相信|以为|主张|假设|假如|假定|想象|设想|故事|的话|说|表示",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Statement:
    """What is quoted together: a sentence, and the ones after it that lean on it or qualify it.

    The statements of a run stand side by side in a paragraph: `before` are the sentences of the run before this one.
    `is_clear`: its first sentence can be understood under its heading without them. `is_qualified`: the others take
    something back. `leans`: it does not begin anything, because there was no room for it where it belongs.
    """

    sentences: tuple[AnnotatedSentence, ...]
    before: tuple[AnnotatedSentence, ...] = ()
    is_clear: bool = True
    is_qualified: bool = False
    leans: bool = False

    @property
    def first(self) -> AnnotatedSentence:
        """The sentence that the others lean on."""
        return self.sentences[0]

    @property
    def alone(self) -> Sentence | None:
        """Its first sentence, if that may be quoted without the others."""
        return self.first.sentence if self.is_clear and not self.is_qualified else None

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
    kept = (each for each in listings if not (is_question(each.lead) or _CLAIMS.search(each.lead)))
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
    """Return the statements of the text in their order. Sentences of lists are not statements.

    There are none if the text tells or talks instead of explaining, or if nearly all of its sentences need the others:
    the few that do not are not what it is about.
    """
    if tells_or_talks(material):
        return ()
    sections = tuple(replace(section, listings=()) for section in content_sections(material))
    sentences = annotate_sentences(replace(material, sections=sections))
    found = _StatementReader(material, sentences).statements()
    quoted = sum(len(each.sentences) for each in found)
    if len(sentences) >= _MANY_SENTENCES and quoted < _MIN_SHARE * len(sentences):
        return ()
    return tuple({each.text(material.language): each for each in reversed(found)}.values())[::-1]


class _StatementReader:
    """Reads sections from their beginning: what a sentence refers to stands before it."""

    def __init__(self, material: Material, sentences: Sequence[AnnotatedSentence]) -> None:
        self._language = material.language
        self._sentences = sentences
        self._context = TextContext(material, sentences)
        self._defining = {found.sentence for found in definitions_of(material)}
        self._interrupted: dict[tuple[str, str], list[int]] = {}
        for section in material.sections:
            places = [*(each.location for each in section.listings), *(each.location for each in section.tables)]
            lines = sorted(place.line for place in places)
            self._interrupted.setdefault(_place(section.location), []).extend(lines)
        # The sentences of the run that goes on; None after a gap, where only what explains itself can begin.
        self._before: list[AnnotatedSentence] | None = []

    def statements(self) -> list[Statement]:
        """Return the statements of all sections."""
        numbered = enumerate(self._sentences)
        sections = groupby(numbered, key=lambda each: _place(each[1].sentence.location))
        return [found for _, section in sections for found in self._section([index for index, _ in section])]

    def _section(self, indices: Sequence[int]) -> Iterator[Statement]:
        self._before = []
        previous = indices[0]
        for _, paragraph in groupby(indices, key=lambda index: self._sentences[index].sentence.paragraph):
            of_paragraph = list(paragraph)
            if self._is_interrupted(previous, of_paragraph[0]):
                self._before = None
            yield from self._paragraph(of_paragraph)
            previous = of_paragraph[-1]

    def _is_interrupted(self, previous: int, following: int) -> bool:
        """Whether a list or a table stands between two sentences."""
        lines = [self._sentences[index].sentence.location.line for index in (previous, following)]
        interrupted = self._interrupted.get(_place(self._sentences[previous].sentence.location), ())
        return bisect(interrupted, lines[1]) > bisect(interrupted, lines[0])

    def _paragraph(self, indices: Sequence[int]) -> list[Statement]:
        """Return the statements of a paragraph, up to where it tells what somebody claims."""
        found: list[Statement] = []
        if self._context.follows_on(indices[0]):
            self._before = None
        is_example = False
        for group in self._groups(indices):
            members = [self._sentences[index] for index in group]
            texts = [folded(each.sentence.text) for each in members]
            is_example = is_example or any(map(_EXAMPLE.search, texts))
            is_clear = not is_example and self._is_clear(group[0])
            if not all(map(self._is_quotable, members)) or not self._can_begin(group[0], is_clear=is_clear):
                # What is not quoted may take back what was said before it.
                found = [] if any(map(_qualifies, members)) else found
                self._before = None
            elif group[0] == indices[0] or not self._leans(group[0]) or not found or not self._before:
                self._begin(found, members, is_clear=is_clear, leans=self._leans(group[0]))
            else:
                self._join(found, members)
            if any(map(_CLAIMS.search, texts)):
                self._before = None
                break
        return found

    def _can_begin(self, index: int, *, is_clear: bool) -> bool:
        """Whether what the sentence needs stands before it."""
        if self._before is None:
            return is_clear
        annotated = self._sentences[index]
        is_open = refers_to_previous(annotated, self._language) or _qualifies(annotated)
        return bool(self._before) or not (is_open or lacks_subject(annotated.sentence.text, self._language))

    def _begin(
        self, found: list[Statement], members: Sequence[AnnotatedSentence], *, is_clear: bool, leans: bool
    ) -> None:
        before = tuple((self._before or [])[-_MAX_SENTENCES:])
        added = Statement(tuple(members), before, is_clear, is_qualified=len(members) > 1, leans=leans)
        if self._fits(added):
            found.append(added)
            self._before = [*before, *members]
        else:
            self._before = None

    def _join(self, found: list[Statement], members: Sequence[AnnotatedSentence]) -> None:
        """Add what leans on the last statement to it. A qualification without room takes its statement with it."""
        is_qualifying = _qualifies(members[0])
        last = found[-1]
        longer = replace(last, sentences=(*last.sentences, *members), is_qualified=last.is_qualified or is_qualifying)
        if self._fits(longer):
            found[-1] = longer
            self._before = [*(self._before or []), *members]
        elif is_qualifying:
            found.pop()
            self._before = None
        else:
            self._begin(found, members, is_clear=False, leans=True)

    def _fits(self, statement: Statement) -> bool:
        length = sum(len(each.sentence.text) + 1 for each in statement.sentences)
        return length <= MAX_STATEMENT and len(statement.sentences) <= _MAX_SENTENCES

    def _groups(self, indices: Sequence[int]) -> Iterator[list[int]]:
        """Yield the sentences one by one; what somebody claims is one with all up to its last qualification."""
        qualifying = [at for at, index in enumerate(indices) if at and _qualifies(self._sentences[index])]
        last = max(qualifying, default=0)
        at = 0
        while at < len(indices):
            is_claim = _CLAIMS.search(folded(self._sentences[indices[at]].sentence.text)) is not None
            size = last + 1 - at if is_claim and at < last else 1
            yield list(indices[at : at + size])
            at += size

    def _is_quotable(self, annotated: AnnotatedSentence) -> bool:
        sentence = annotated.sentence
        return len(sentence.text) <= MAX_STATEMENT and not sentence.is_aside and is_whole(sentence.text, self._language)

    def _leans(self, index: int) -> bool:
        annotated = self._sentences[index]
        return _qualifies(annotated) or leans_on_previous(annotated, self._language)

    def _is_clear(self, index: int) -> bool:
        annotated = self._sentences[index]
        if _qualifies(annotated) or not is_self_contained(annotated, self._language):
            return False
        return self._context.is_clear_alone(index, is_definition=annotated.sentence in self._defining)


def _place(location: SourceLocation) -> tuple[str, str]:
    return location.source, location.section


def _qualifies(annotated: AnnotatedSentence) -> bool:
    return _QUALIFIES.match(simplified(annotated.sentence.text)) is not None
