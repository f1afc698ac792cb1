"""Study notes, summaries and worksheets in Markdown, extracted from a text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final, Literal

from inkwright.artifacts.quizzes.model import (
    Composite,
    FillInBlank,
    Matching,
    Ordering,
    PartQuestion,
    Question,
    TrueFalse,
    alternatives,
    letter,
)
from inkwright.artifacts.quizzes.present import (
    answer_lines,
    items_in_order,
    option_lines,
    presented_items,
    presented_partners,
    stable_shuffle,
)
from inkwright.errors import TextLacks
from inkwright.grounding.clauses import depends_on_previous
from inkwright.grounding.definitions import Definition, definitions_of
from inkwright.grounding.markdown import bullet_list, escape_markdown, escape_with_gaps, markdown_table, numbered_list
from inkwright.grounding.questions.select import QuestionOptions, select_questions
from inkwright.grounding.source import (
    Chooser,
    GroundedItem,
    Material,
    Sentence,
    SourceList,
    SourceLocation,
    SourceRow,
    SourceSection,
    SourceTable,
)
from inkwright.grounding.summary.outline import list_lead, outline_parts, overall_title, previous_sentences
from inkwright.grounding.summary.quotes import location_text
from inkwright.grounding.summary.ranking import Ranking, rank_material
from inkwright.grounding.summary.timeline import dated_events
from inkwright.grounding.terms import terms_of
from inkwright.i18n import Language, text

TASK_COUNT: Final = 12
"""The number of tasks on a worksheet, if the text yields enough."""

_TYPES: Final = ("FILL_IN_BLANK", "MATCHING", "TRUE_FALSE", "ORDERING")
_MESSAGE_KEYS: Final = {
    "FILL_IN_BLANK": "cloze",
    "MATCHING": "matching",
    "TRUE_FALSE": "true_false",
    "ORDERING": "ordering",
}
_MIN_WORD_BANK: Final = 2
_ANSWER_GAP: Final = "&#95;" * 4


async def worksheet_from(material: Material, seed: int, choose: Chooser) -> tuple[str, tuple[GroundedItem[str], ...]]:
    """Return the tasks grouped by type with the answer key, and the location of each task.

    Raise TextLacks if no question can be made from the text.
    """
    options = QuestionOptions(count=TASK_COUNT, types=_TYPES, seed=seed)
    found = await select_questions(material, options, choose, lambda _: None)
    selected = [each for each in found.questions if not isinstance(each.item, Composite)]
    if not selected:
        raise TextLacks(
            wanted=text(material.language, "grounded.kind.worksheet"),
            lacking=text(material.language, "grounded.lacks.questions"),
            instead=text(material.language, "grounded.instead.none"),
        )
    ordered = sorted(selected, key=lambda each: _type_order(each.item))
    blocks = [*_tasks(ordered, material.language), *_answer_key(ordered, material.language)]
    grounded = (GroundedItem(each.item.question, each.location, each.by_model) for each in ordered)
    return "\n\n".join(blocks) + "\n", tuple(grounded)


def _type_order(question: Question) -> int:
    kind = question.question_type
    return _TYPES.index(kind) if kind in _TYPES else len(_TYPES)


def _tasks(ordered: Sequence[GroundedItem[Question]], language: Language) -> Iterator[str]:
    number = 0
    for rank, group in groupby(ordered, key=lambda each: _type_order(each.item)):
        questions = [each.item for each in group if not isinstance(each.item, Composite)]
        key = _MESSAGE_KEYS[_TYPES[rank]] if rank < len(_TYPES) else "other"
        yield f"## {text(language, f'grounded.sheet.{key}')}"
        if words := _word_bank(questions):
            joined = (" · " if language == "en" else "、").join(words)
            yield f"*{escape_markdown(text(language, 'grounded.sheet.words', words=joined))}*"
        for question in questions:
            number += 1
            yield from _task(number, question, language)


def _word_bank(questions: Sequence[PartQuestion]) -> list[str]:
    """Return the answers of all blanks in shuffled order. A bank of one or two words would reveal the answers."""
    answers = [
        alternatives(each)[0] for item in questions if isinstance(item, FillInBlank) for each in item.correct_answer
    ]
    words = list(dict.fromkeys(answers))
    return stable_shuffle(words, "words") if len(words) > _MIN_WORD_BANK else []


def _task(number: int, question: PartQuestion, language: Language) -> Iterator[str]:
    head = f"**{number}.** "
    match question:
        case TrueFalse():
            yield f"{head}{_ANSWER_GAP} {escape_with_gaps(_bare_stem(question.question, 'statement', language))}"
        case FillInBlank():
            yield head + escape_with_gaps(_bare_stem(question.question, "blank", language))
        case Matching():
            yield head + escape_with_gaps(question.question)
            yield _pairs(question, language)
        case Ordering():
            yield head + escape_with_gaps(question.question)
            # A list, because the lines of one paragraph would be stretched in justified text.
            yield "\n".join(f"- {_ANSWER_GAP} {escape_markdown(line)}" for line in option_lines(question, language))
        case _:
            yield head + escape_with_gaps(question.question)
            if options := option_lines(question, language):
                yield "\n".join(f"- [ ] {escape_markdown(option)}" for option in options)


def _bare_stem(stem: str, key: str, language: Language) -> str:
    """Return the sentence without its instruction, which the worksheet prints once per type."""
    return stem.removeprefix(text(language, f"grounding.{key}", sentence=""))


def _pairs(question: Matching, language: Language) -> str:
    left = list(question.options)
    right = [f"{letter(index)}. {partner}" for index, partner in enumerate(presented_partners(question))]
    rows = max(len(left), len(right))
    header = [text(language, "grounded.term"), "", text(language, "grounded.meaning")]
    cells = [
        [
            left[index] if index < len(left) else "",
            "____" if index < len(left) else "",
            right[index] if index < len(right) else "",
        ]
        for index in range(rows)
    ]
    return markdown_table(header, cells)


def _answer_key(ordered: Sequence[GroundedItem[Question]], language: Language) -> Iterator[str]:
    yield "::: {.newpage}\n:::"
    yield f"## {text(language, 'grounded.sheet.key')}"
    for number, each in enumerate(ordered, 1):
        if not isinstance(each.item, Composite):
            answer = _answer_text(each.item, language)
            location = location_text([each.location], language)
            yield f"**{number}.** {escape_markdown(answer)} *({escape_markdown(location)})*"


def _answer_text(question: PartQuestion, language: Language) -> str:
    """Return the correct answer; for matching and ordering, the letters."""
    match question:
        case Matching():
            partners = presented_partners(question)
            pairs = zip(question.options, question.correct_answer, strict=True)
            return ", ".join(f"{left} – {letter(partners.index(right))}" for left, right in pairs)
        case Ordering():
            shown = presented_items(question)
            return " – ".join(letter(shown.index(item)) for item in items_in_order(question))
        case _:
            return "; ".join(answer_lines(question, language))


StudyDocumentKind = Literal["notes", "summary", "worksheet"]

SUMMARY_SHARE: Final = 0.2
"""The share of sentences that a summary contains."""

_NOTES_SHARE: Final = 0.5
_MIN_PER_PART: Final = 2
_MIN_SUMMARY: Final = 3
_MAX_SUMMARY: Final = 40
_MIN_EVENTS: Final = 3
# A summary with this many sentences gets headings.
_MIN_FOR_HEADINGS: Final = 10
_MAX_CANDIDATES: Final = 3


@dataclass(frozen=True, slots=True)
class StudyDocumentOptions:
    """The requested document. Without a title it takes the title of the text."""

    kind: StudyDocumentKind
    title: str
    seed: int = 0


async def study_document_from(
    material: Material, options: StudyDocumentOptions, choose: Chooser
) -> tuple[str, tuple[GroundedItem[str], ...]]:
    """Return the body in Markdown without its title, and the location of each sentence."""
    if options.kind == "worksheet":
        return await worksheet_from(material, options.seed, choose)
    draft = _DocumentDraft(material)
    parts = draft.parts()
    if all(part.is_bare for part in parts):
        raise TextLacks(
            wanted=text(material.language, "grounded.kind.document"),
            lacking=text(material.language, "grounded.lacks.sentences"),
            instead=text(material.language, "grounded.instead.none"),
        )
    if options.kind == "summary":
        await draft.summarise(parts, overall_title(material, options.title), choose)
    else:
        draft.note(parts)
    return "\n\n".join(draft.blocks) + "\n", tuple(draft.grounded)


@dataclass
class _DocumentDraft:
    """A document under construction. `footnotes` are the locations that its footnotes name."""

    material: Material
    blocks: list[str] = field(default_factory=list)
    grounded: list[GroundedItem[str]] = field(default_factory=list)
    footnotes: list[str] = field(default_factory=list)
    ranking: Ranking = field(init=False)
    definitions: dict[Sentence, Definition] = field(init=False)
    before: dict[Sentence, Sentence] = field(init=False)

    def __post_init__(self) -> None:
        definitions = definitions_of(self.material)
        self.ranking = rank_material(self.material, terms_of(self.material), definitions)
        self.definitions = {found.sentence: found for found in definitions}
        self.before = previous_sentences(self.material)

    def parts(self) -> list[SourceSection]:
        """Return the sections; text without headings is split into parts."""
        return outline_parts(self.material, self.ranking)

    def note(self, parts: Sequence[SourceSection]) -> None:
        """Write study notes: for each part its terms and their meanings, key sentences, lists, and location."""
        for part in parts:
            self._head(part, parts)
            terms = [self.definitions[each] for each in part.sentences if each in self.definitions]
            self._explain(terms)
            explained = {found.sentence for found in terms}
            self._points([sentence for sentence in part.sentences if sentence not in explained])
            for listing in part.listings:
                self._list(listing, part)
            for each in part.tables:
                self._table(each)
            self._source([each.location for each in _section_content(part)])
        self._events()

    async def summarise(self, parts: Sequence[SourceSection], title: str, choose: Chooser) -> None:
        """Write the best sentences in order, one paragraph per part, each with a footnote that names the location."""
        kept = self._summary_sentences(parts)
        selected = [sentence for part in parts for sentence in part.sentences if sentence in kept]
        lead = await self._lead(selected, title, choose)
        by_part = [(part, [each for each in part.sentences if each in kept - {lead}]) for part in parts]
        chosen_parts = [(part, sentences) for part, sentences in by_part if sentences]
        for part, sentences in chosen_parts:
            if len(kept) >= _MIN_FOR_HEADINGS:
                self._head(part, parts)
            self._paragraph(sentences)
        if not kept:
            self.note(parts)
        self.blocks += [
            f"[^{number}]: {escape_markdown(location)}" for number, location in enumerate(self.footnotes, 1)
        ]

    async def _lead(self, sentences: Sequence[Sentence], title: str, choose: Chooser) -> Sentence | None:
        """Return the sentence chosen to open the summary, or None if none was chosen."""
        independent = [sentence for sentence in sentences if not depends_on_previous(sentence.text)]
        options = sorted(independent, key=lambda each: -self.ranking.score(each))[:_MAX_CANDIDATES]
        if len(options) < 2:
            return None
        why = text(self.material.language, "grounded.why.summary", title=title)
        chosen = await choose(why, tuple(sentence.text for sentence in options))
        if chosen is None or not 0 <= chosen < len(options):
            return None
        first = options[chosen]
        self.blocks.append(f"> {escape_markdown(first.text)}{self._footnote([first])}")
        self.grounded.append(GroundedItem(first.text, first.location, by_model=True))
        return first

    def _paragraph(self, sentences: Sequence[Sentence]) -> None:
        gap = "" if self.material.language == "zh" else " "
        self.blocks.append(gap.join(escape_markdown(each.text) for each in sentences) + self._footnote(sentences))
        self.grounded += [GroundedItem(each.text, each.location) for each in sentences]

    def _summary_sentences(self, parts: Sequence[SourceSection]) -> set[Sentence]:
        """Return the best sentences overall, including the best one of each part if there is room."""
        total = sum(len(part.sentences) for part in parts)
        limit = min(max(round(SUMMARY_SHARE * total), _MIN_SUMMARY), _MAX_SUMMARY)
        firsts = [found for part in parts for found in self._best(part.sentences, 1)]
        firsts.sort(key=lambda sentence: -self.ranking.score(sentence))
        kept = set(firsts[:limit])
        rest = [sentence for part in parts for sentence in part.sentences if not depends_on_previous(sentence.text)]
        for sentence in sorted(rest, key=lambda each: -self.ranking.score(each)):
            if len(kept) < limit:
                kept.add(sentence)
        return kept

    def _best(self, sentences: Sequence[Sentence], count: int) -> list[Sentence]:
        """Return the best sentences in order. One that depends on its predecessor is only included together with it."""
        scores = {
            sentence: self.ranking.score(sentence, is_first=index == 0) for index, sentence in enumerate(sentences)
        }
        ranked = sorted(sentences, key=lambda sentence: -scores[sentence])
        picked: set[Sentence] = set()
        # Two passes, because a sentence may be picked before the one it depends on.
        for sentence in [*ranked, *ranked]:
            if len(picked) < count and (not depends_on_previous(sentence.text) or self.before.get(sentence) in picked):
                picked.add(sentence)
        return [sentence for sentence in sentences if sentence in picked]

    def _footnote(self, sentences: Sequence[Sentence]) -> str:
        self.footnotes.append(location_text([sentence.location for sentence in sentences], self.material.language))
        return f"[^{len(self.footnotes)}]"

    def _head(self, part: SourceSection, parts: Sequence[SourceSection]) -> None:
        highest = min(each.level for each in parts)
        marks = "#" * min(2 + part.level - highest, 4)
        self.blocks.append(f"{marks} {escape_markdown(part.title)}")

    def _explain(self, terms: Sequence[Definition]) -> None:
        if not terms:
            return
        language = self.material.language
        header = [text(language, "grounded.term"), text(language, "grounded.meaning")]
        self.blocks.append(f"**{text(language, 'grounded.key_terms')}**")
        rows = [[found.term, found.meaning] for found in terms]
        single = text(
            language, "grounded.titled", title=f"- **{escape_markdown(rows[0][0])}**", of=escape_markdown(rows[0][1])
        )
        self.blocks.append(markdown_table(header, rows) if len(rows) > 1 else single)
        self.grounded += [GroundedItem(found.sentence.text, found.sentence.location) for found in terms]

    def _points(self, sentences: Sequence[Sentence]) -> None:
        if not sentences:
            return
        count = max(round(_NOTES_SHARE * len(sentences)), _MIN_PER_PART)
        kept = self._best(sentences, count) or list(sentences[:1])
        self.blocks.append(f"**{text(self.material.language, 'grounded.key_points')}**")
        self.blocks.append(bullet_list([sentence.text for sentence in kept]))
        self.grounded += [GroundedItem(sentence.text, sentence.location) for sentence in kept]

    def _list(self, listing: SourceList, part: SourceSection) -> None:
        if list_lead(listing) and listing.lead != part.title:
            self.blocks.append(f"**{escape_markdown(listing.lead)}**")
        items = [item.text for item in listing.items]
        self.blocks.append(numbered_list(items) if listing.is_ordered else bullet_list(items))
        self.grounded += [GroundedItem(item.text, item.location) for item in listing.items]

    def _table(self, found: SourceTable) -> None:
        self.blocks.append(markdown_table(found.header, [row.cells for row in found.rows]))
        self.grounded += [GroundedItem(row.text, row.location) for row in found.rows]

    def _source(self, locations: Sequence[SourceLocation]) -> None:
        if locations:
            location = location_text(locations, self.material.language)
            self.blocks.append(f"*{escape_markdown(text(self.material.language, 'grounded.source', place=location))}*")

    def _events(self) -> None:
        events = dated_events(self.material.sentences)
        if len(events) < _MIN_EVENTS:
            return
        language = self.material.language
        self.blocks.append(f"## {text(language, 'grounded.timeline')}")
        header = [text(language, "grounded.when"), text(language, "grounded.what"), text(language, "grounded.where")]
        is_one = len({each.sentence.location.source for each in events}) == 1
        key = "grounded.line" if is_one else "grounded.place"
        locations = [each.sentence.location for each in events]
        where = [text(language, key, name=location.source, line=location.line) for location in locations]
        rows = [[each.when, each.title, location] for each, location in zip(events, where, strict=True)]
        self.blocks.append(markdown_table(header, rows))
        self.grounded += [GroundedItem(each.title, each.sentence.location) for each in events]


def _section_content(part: SourceSection) -> list[Sentence | SourceRow]:
    items = (item for listing in part.listings for item in listing.items)
    return [*part.sentences, *items, *(row for each in part.tables for row in each.rows)]
