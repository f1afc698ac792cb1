"""Study notes, summaries and worksheets in Markdown, extracted from a text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final, Literal, NamedTuple

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
from inkwright.grounding.markdown import bullet_list, escape_markdown, escape_with_gaps, markdown_table, numbered_list
from inkwright.grounding.questions.candidates import place_of
from inkwright.grounding.questions.select import QuestionOptions, select_questions
from inkwright.grounding.source import Chooser, GroundedItem, Material, SourceList, SourceSection, SourceTable
from inkwright.grounding.statements import Statement
from inkwright.grounding.suitability import lacking_sentences
from inkwright.grounding.summary.outline import Outline, OutlinePart, outline_of
from inkwright.i18n import Language, Reason, text

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
            wanted=Reason("grounded.kind.worksheet"),
            lacking=Reason("grounded.lacks.questions"),
            instead=Reason("grounded.instead.none"),
        )
    ordered = sorted(selected, key=lambda each: _type_order(each.item))
    blocks = [*_tasks(ordered, material), *_answer_key(ordered, material.language)]
    grounded = (GroundedItem(each.item.question, each.location, each.by_model) for each in ordered)
    return "\n\n".join(blocks) + "\n", tuple(grounded)


def _type_order(question: Question) -> int:
    kind = question.question_type
    return _TYPES.index(kind) if kind in _TYPES else len(_TYPES)


def _tasks(ordered: Sequence[GroundedItem[Question]], material: Material) -> Iterator[str]:
    number, language = 0, material.language
    has_places = len({each.location.section for each in ordered}) > 1
    for rank, group in groupby(ordered, key=lambda each: _type_order(each.item)):
        items = [(each.item, each.location) for each in group if not isinstance(each.item, Composite)]
        questions = [question for question, _ in items]
        key = _MESSAGE_KEYS[_TYPES[rank]] if rank < len(_TYPES) else "other"
        yield f"## {text(language, f'grounded.sheet.{key}')}"
        if words := _word_bank(questions):
            joined = (" · " if language == "en" else "、").join(words)
            yield f"*{escape_markdown(text(language, 'grounded.sheet.words', words=joined))}*"
        for question, location in items:
            number += 1
            heading = _Heading(location.section if has_places else "", place_of(material, location))
            yield from _task(number, question, heading, language)


def _word_bank(questions: Sequence[PartQuestion]) -> list[str]:
    """Return the answers of all blanks in shuffled order. A bank of one or two words would reveal the answers."""
    answers = [
        alternatives(each)[0] for item in questions if isinstance(item, FillInBlank) for each in item.correct_answer
    ]
    words = list(dict.fromkeys(answers))
    return stable_shuffle(words, "words") if len(words) > _MIN_WORD_BANK else []


class _Heading(NamedTuple):
    """Where a task belongs: the heading, printed where there are several, and the place that its stem names."""

    shown: str
    place: str


def _task(number: int, question: PartQuestion, heading: _Heading, language: Language) -> Iterator[str]:
    head = f"**{number}.** " + (f"*{escape_markdown(heading.shown)}* · " if heading.shown else "")
    match question:
        case TrueFalse():
            statement = _bare_stem(question.question, "statement", heading.place, language)
            yield f"{head}{_ANSWER_GAP} {escape_with_gaps(statement)}"
        case FillInBlank():
            yield head + escape_with_gaps(_bare_stem(question.question, "blank", heading.place, language))
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


def _bare_stem(stem: str, key: str, place: str, language: Language) -> str:
    """Return the sentence without its instruction, which the worksheet prints once per type."""
    return stem.removeprefix(text(language, f"grounding.{key}", place=place, sentence=""))


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
            yield f"**{number}.** {escape_markdown(_answer_text(each.item, language))}"


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
"""The share of statements that a summary contains."""

_MIN_SUMMARY: Final = 3
_MAX_SUMMARY: Final = 40
# A summary with this many statements gets headings.
_MIN_FOR_HEADINGS: Final = 10
_MIN_TERMS: Final = 2


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
    outline = outline_of(material)
    draft = _DocumentDraft(outline, material.language)
    if options.kind == "summary":
        draft.summarise()
    else:
        draft.note()
    if not draft.grounded:
        raise TextLacks(
            wanted=Reason("grounded.kind.document"),
            lacking=lacking_sentences(material),
            instead=Reason("grounded.instead.none"),
        )
    return "\n\n".join(draft.blocks) + "\n", tuple(draft.grounded)


@dataclass
class _DocumentDraft:
    """A document under construction: whole statements, lists and tables, in the order of the text."""

    outline: Outline
    language: Language
    blocks: list[str] = field(default_factory=list)
    grounded: list[GroundedItem[str]] = field(default_factory=list)

    def note(self) -> None:
        """Write study notes: the statements, lists and tables of each part, and the terms at the end."""
        for part in self.outline.parts:
            self._head(part)
            if part.statements:
                self.blocks.append(bullet_list([self._quoted(each) for each in part.statements]))
            for listing in part.section.listings:
                self._list(listing, part.section)
            for table in part.section.tables:
                self._table(table)
        self._terms()

    def summarise(self) -> None:
        """Write the most informative statements, one paragraph per part."""
        everything = [each for part in self.outline.parts for each in part.statements if each.is_clear]
        limit = min(max(round(SUMMARY_SHARE * len(everything)), _MIN_SUMMARY), _MAX_SUMMARY)
        ranked = sorted(everything, key=lambda each: -self.outline.ranking.score(each.first.sentence))
        kept = set(ranked[:limit])
        for part in self.outline.parts:
            statements = [each for each in part.statements if each in kept]
            if statements and len(kept) >= _MIN_FOR_HEADINGS:
                self._head(part)
            if statements:
                gap = "" if self.language == "zh" else " "
                self.blocks.append(gap.join(escape_markdown(self._quoted(each)) for each in statements))

    def _quoted(self, statement: Statement) -> str:
        quoted = statement.text(self.language)
        self.grounded.append(GroundedItem(quoted, statement.location))
        return quoted

    def _head(self, part: OutlinePart) -> None:
        highest = min(each.section.level for each in self.outline.parts)
        marks = "#" * min(2 + part.section.level - highest, 4)
        self.blocks.append(f"{marks} {escape_markdown(part.title)}")

    def _list(self, listing: SourceList, section: SourceSection) -> None:
        if listing.lead and listing.lead != section.title:
            self.blocks.append(escape_markdown(listing.lead))
        items = [item.text for item in listing.items]
        self.blocks.append(numbered_list(items) if listing.is_ordered else bullet_list(items))
        self.grounded += [GroundedItem(item.text, item.location) for item in listing.items]

    def _table(self, table: SourceTable) -> None:
        self.blocks.append(markdown_table(table.header, [row.cells for row in table.rows]))
        self.grounded += [GroundedItem(row.text, row.location) for row in table.rows]

    def _terms(self) -> None:
        """Write the terms that sentences define; lists of terms are in the notes already."""
        listed = {item for part in self.outline.parts for each in part.section.listings for item in each.items}
        found = [each for each in self.outline.definitions if each.sentence not in listed]
        if len(found) >= _MIN_TERMS:
            header = [text(self.language, "grounded.term"), text(self.language, "grounded.meaning")]
            self.blocks.append(f"## {text(self.language, 'grounded.key_terms')}")
            self.blocks.append(markdown_table(header, [(each.term, each.meaning) for each in found]))
