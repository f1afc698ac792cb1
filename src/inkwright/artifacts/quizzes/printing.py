"""A quiz on paper, as the Markdown of a document: with room to write, and with or without the key."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, Literal

from inkwright.artifacts.documents.builders import build_document
from inkwright.artifacts.documents.formulas import tidied
from inkwright.artifacts.documents.sources import DocumentSpec
from inkwright.artifacts.quizzes.answer_texts import answer_lines, feedback_of, option_lines
from inkwright.artifacts.quizzes.fences import Passage, passages
from inkwright.artifacts.quizzes.formulas import BLANK, formulas_in, pieces
from inkwright.artifacts.quizzes.notes import Note, Notes
from inkwright.artifacts.quizzes.question_lint import texts_of
from inkwright.artifacts.quizzes.shuffling import shown_partners
from inkwright.artifacts.quizzes.specs import (
    Composite,
    LongAnswer,
    Matching,
    MultipleChoice,
    Ordering,
    PartQuestion,
    Question,
    Quiz,
    ShortAnswer,
    asked,
    letter,
)
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, text

# As entities: a backslash before a bracket would open a formula.
_SPECIAL = re.compile(r"[!-$&-+\-.:<-@\[-`{-~]")
_LINE_END = re.compile(r"\n+([ \t]*)")
_TICKS = re.compile("`{3,}")
_LINES: Final = {ShortAnswer: 1, LongAnswer: 8}
_NAMED_BY: Final = 120
_PLACE: Final = "&#95;" * 4
_GAP: Final = "&#95;" * 10


def write_printable(
    quiz: Quiz, form: Literal["docx", "pdf"], *, with_key: bool, speech: Language | None = None
) -> tuple[bytes, list[Note]]:
    """The file, and what paper does not hold. It waits for other programs: call it in a thread.

    A formula that cannot be set is an InvalidOption that names its question, in the language of who asked.
    """
    spec = DocumentSpec(
        kind="worksheet", title=quiz.title, language=quiz.language, toc=False, body=_body(quiz, with_key=with_key)
    )
    notes = Notes()
    notes.add("no_labels")
    if not with_key:
        notes.add("no_key")
    try:
        return build_document(spec, form).main, notes.all()
    except InvalidOption as problem:
        if problem.fields["option"] != "formula":
            raise
        raise _named(quiz, str(problem.fields["value"]), speech or quiz.language) from problem


def _named(quiz: Quiz, formula: str, speech: Language) -> InvalidOption:
    """What is wrong with a formula, with the number of the first question that has it."""
    for number, question in _numbered(quiz):
        for _, said in texts_of(question):
            # The document names it by its beginning, in its tidy form.
            if any(tidied(each)[:_NAMED_BY] == formula for each in formulas_in(said)):
                told = text(speech, "quiz.formula_at", number=number, why=text(speech, "document.formula"))
                return InvalidOption(option="formula", value=formula, allowed=told)
    return InvalidOption(option="formula", value=formula, allowed=text(speech, "document.formula"))


def _numbered(quiz: Quiz) -> Iterator[tuple[str, Question]]:
    for number, question in enumerate(quiz.questions, 1):
        yield str(number), question
        for inner, part in enumerate(question.sub_questions if isinstance(question, Composite) else (), 1):
            yield f"{number}.{inner}", part


def _body(quiz: Quiz, *, with_key: bool) -> str:
    blocks = [*_questions(quiz)]
    if with_key:
        blocks += ["::: {.newpage}\n:::", f"## {text(quiz.language, 'quiz.print.key')}", *_key(quiz)]
    return "\n\n".join(blocks) + "\n"


def as_markdown(words: str) -> str:
    """The text so that nothing but its formulas is markup."""
    written = []
    for piece in pieces(words):
        if piece.is_formula:
            # Pandoc takes a formula on several lines for several; the line end means nothing in it.
            written.append("$" + " ".join(piece.text.split()) + "$")
        else:
            written.append(_escaped(piece.text))
    return "".join(written)


def _escaped(words: str) -> str:
    parts, start = [], 0
    for blank in BLANK.finditer(words):
        parts += [_SPECIAL.sub(_entity, words[start : blank.start()]), _GAP]
        start = blank.end()
    parts.append(_SPECIAL.sub(_entity, words[start:]))
    # Each line is a paragraph: one that ends in a break would be stretched where Chinese is set to both margins.
    return _LINE_END.sub(lambda found: "\n\n" + "&#160;" * len(found[1].expandtabs(4)), "".join(parts))


def _with_code(words: str) -> str:
    """The text as blocks: what stands between fences is code, and ends in an empty line."""
    return "".join(_code(each) if each.is_code else as_markdown(each.text) for each in passages(words))


def _code(passage: Passage) -> str:
    longest = max(map(len, _TICKS.findall(passage.text)), default=2)
    fence = "`" * (longest + 1)
    return f"\n\n{fence}{passage.language}\n{passage.text}\n{fence}\n\n"


def _entity(found: re.Match[str]) -> str:
    return f"&#{ord(found[0])};"


def _questions(quiz: Quiz) -> Iterator[str]:
    for number, question in enumerate(quiz.questions, 1):
        if isinstance(question, Composite):
            yield _stem(question, str(number), quiz.language)
            for inner, part in enumerate(question.sub_questions, 1):
                yield _whole(part, f"{number}.{inner}", quiz.language)
        else:
            yield _whole(question, str(number), quiz.language)


def _whole(question: PartQuestion, number: str, language: Language) -> str:
    """What is asked, and what there is to choose from or room to write: on one page."""
    inside = "\n\n".join([_stem(question, number, language), *_room(question, language)])
    return f":::: {{.whole}}\n{inside}\n::::"


def _stem(question: Question, number: str, language: Language) -> str:
    # On paper all choices have the same boxes: nothing else tells that there may be several to tick.
    key = "quiz.print.several" if isinstance(question, MultipleChoice) else "quiz.print.points"
    worth = text(language, key, points=f"{question.points:g}")
    said = _with_code(question.question)
    gap = "\n\n" if said.endswith("\n") else " "
    return f"**{number}.** {said.rstrip()}{gap}*{worth}*"


def _room(question: PartQuestion, language: Language) -> Iterator[str]:
    """What there is to choose from, or lines to write on."""
    if isinstance(question, Matching):
        yield _table(question, language)
    elif isinstance(question, Ordering):
        yield from (f"{_PLACE} {as_markdown(item)}" for item in option_lines(question, language))
    elif options := option_lines(question, language):
        yield "\n".join(f"- [ ] {as_markdown(option)}" for option in options)
    if lines := _LINES.get(type(question)):
        yield f"::: {{.answer lines={lines}}}\n:::"


def _table(question: Matching, language: Language) -> str:
    left = [f"{at}. {option}" for at, option in enumerate(question.options, 1)]
    right = [f"{letter(at)}. {option}" for at, option in enumerate(shown_partners(question))]
    count = max(len(left), len(right))
    rows = zip(_padded(left, count), _padded(right, count), strict=True)
    head = f"| {text(language, 'quiz.print.left')} | {text(language, 'quiz.print.right')} |\n|---|---|"
    return "\n".join([head, *(f"| {as_markdown(one)} | {as_markdown(other)} |" for one, other in rows)])


def _padded(items: Sequence[str], count: int) -> list[str]:
    return [*items, *[""] * (count - len(items))]


def _key(quiz: Quiz) -> Iterator[str]:
    told: Composite | None = None
    for number, question, parent in asked(quiz):
        if parent is not None and parent is not told:
            told = parent
            yield from _why(parent, quiz.language, f"**{number.split('.')[0]}.** ")
        answers = answer_lines(question, quiz.language)
        joiner = "; " if not isinstance(question, LongAnswer) else "\n"
        yield f"**{number}.** {as_markdown(joiner.join(answers)) or '–'}"
        yield from (f"*{name}* {as_markdown(told)}" for name, told in feedback_of(question, quiz.language))
        yield from _why(question, quiz.language)


def _why(question: Question, language: Language, head: str = "") -> Iterator[str]:
    if question.explanation:
        yield f"{head}*{text(language, 'quiz.explanation')}* {_with_code(question.explanation).rstrip()}"
