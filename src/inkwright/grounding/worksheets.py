"""A worksheet of questions whose answers stand in the text, with a key that names the place of each."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from inkwright.artifacts.quizzes.answer_texts import answer_lines, option_lines
from inkwright.artifacts.quizzes.shuffling import right_items, shown_items, shown_partners, shuffled
from inkwright.artifacts.quizzes.specs import (
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
from inkwright.errors import TextLacks
from inkwright.grounding.markdown_writing import table, with_gaps, written
from inkwright.grounding.material import Choose, Grounded, Material
from inkwright.grounding.questions import QuestionWish, questions_from
from inkwright.grounding.quoting import place_of
from inkwright.i18n import Language, text

COUNT: Final = 12
"""So many tasks a worksheet has, where the text gives them."""

_TYPES: Final = ("FILL_IN_BLANK", "MATCHING", "TRUE_FALSE", "ORDERING")
_KEYS: Final = {"FILL_IN_BLANK": "cloze", "MATCHING": "matching", "TRUE_FALSE": "true_false", "ORDERING": "ordering"}
_FEW_WORDS: Final = 2
_ROOM: Final = "&#95;" * 4


async def worksheet_from(material: Material, seed: int, choose: Choose) -> tuple[str, tuple[Grounded[str], ...]]:
    """The tasks by their kinds, then the key; and each task with its place. TextLacks where nothing can be asked."""
    wish = QuestionWish(count=COUNT, types=_TYPES, seed=seed)
    found = await questions_from(material, wish, choose, lambda _: None)
    asked = [each for each in found.questions if not isinstance(each.item, Composite)]
    if not asked:
        raise TextLacks(
            wanted=text(material.language, "grounded.kind.worksheet"),
            lacking=text(material.language, "grounded.lacks.questions"),
            instead=text(material.language, "grounded.instead.none"),
        )
    ordered = sorted(asked, key=lambda each: _rank(each.item))
    blocks = [*_tasks(ordered, material.language), *_key(ordered, material.language)]
    grounded = (Grounded(each.item.question, each.place, each.by_model) for each in ordered)
    return "\n\n".join(blocks) + "\n", tuple(grounded)


def _rank(question: Question) -> int:
    kind = question.question_type
    return _TYPES.index(kind) if kind in _TYPES else len(_TYPES)


def _tasks(ordered: Sequence[Grounded[Question]], language: Language) -> Iterator[str]:
    number = 0
    for rank, group in groupby(ordered, key=lambda each: _rank(each.item)):
        questions = [each.item for each in group if not isinstance(each.item, Composite)]
        key = _KEYS[_TYPES[rank]] if rank < len(_TYPES) else "other"
        yield f"## {text(language, f'grounded.sheet.{key}')}"
        if words := _words(questions):
            joined = (" · " if language == "en" else "、").join(words)
            yield f"*{written(text(language, 'grounded.sheet.words', words=joined))}*"
        for question in questions:
            number += 1
            yield from _task(number, question, language)


def _words(questions: Sequence[PartQuestion]) -> list[str]:
    """The answers of all blanks, out of their order; one alone would give itself away."""
    answers = [
        alternatives(each)[0] for item in questions if isinstance(item, FillInBlank) for each in item.correct_answer
    ]
    words = list(dict.fromkeys(answers))
    return shuffled(words, "words") if len(words) > _FEW_WORDS else []


def _task(number: int, question: PartQuestion, language: Language) -> Iterator[str]:
    head = f"**{number}.** "
    match question:
        case TrueFalse():
            yield f"{head}{_ROOM} {with_gaps(_unframed(question.question, 'statement', language))}"
        case FillInBlank():
            yield head + with_gaps(_unframed(question.question, "blank", language))
        case Matching():
            yield head + with_gaps(question.question)
            yield _pairs(question, language)
        case Ordering():
            yield head + with_gaps(question.question)
            # Lines of one paragraph would be stretched where text is justified.
            yield "\n".join(f"- {_ROOM} {written(line)}" for line in option_lines(question, language))
        case _:
            yield head + with_gaps(question.question)
            if options := option_lines(question, language):
                yield "\n".join(f"- [ ] {written(option)}" for option in options)


def _unframed(stem: str, key: str, language: Language) -> str:
    """The sentence that is asked about: what is to be done with it stands above all of its kind."""
    return stem.removeprefix(text(language, f"grounding.{key}", sentence=""))


def _pairs(question: Matching, language: Language) -> str:
    left = list(question.options)
    right = [f"{letter(at)}. {partner}" for at, partner in enumerate(shown_partners(question))]
    rows = max(len(left), len(right))
    header = [text(language, "grounded.term"), "", text(language, "grounded.meaning")]
    cells = [
        [left[at] if at < len(left) else "", "____" if at < len(left) else "", right[at] if at < len(right) else ""]
        for at in range(rows)
    ]
    return table(header, cells)


def _key(ordered: Sequence[Grounded[Question]], language: Language) -> Iterator[str]:
    yield "::: {.newpage}\n:::"
    yield f"## {text(language, 'grounded.sheet.key')}"
    for number, each in enumerate(ordered, 1):
        if not isinstance(each.item, Composite):
            answer = _answer(each.item, language)
            yield f"**{number}.** {written(answer)} *({written(place_of([each.place], language))})*"


def _answer(question: PartQuestion, language: Language) -> str:
    """The right answer; of things to match or to order the letters."""
    match question:
        case Matching():
            partners = shown_partners(question)
            pairs = zip(question.options, question.correct_answer, strict=True)
            return ", ".join(f"{left} – {letter(partners.index(right))}" for left, right in pairs)
        case Ordering():
            shown = shown_items(question)
            return " – ".join(letter(shown.index(item)) for item in right_items(question))
        case _:
            return "; ".join(answer_lines(question, language))
