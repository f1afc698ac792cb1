"""Writes a quiz for print as DOCX or PDF, with or without the answer key, and reports unprintable characters."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal

from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.file_checks import unprintable_characters
from inkwright.artifacts.documents.source import MAX_ANSWER_LINES, DocumentSpec
from inkwright.artifacts.math.delimiters import BLANK, formulas_in, split_math
from inkwright.artifacts.math.to_typst import normalise_formula
from inkwright.artifacts.quizzes.formats.printed.choices import (
    ANSWER_BRACKETS,
    choice_columns,
    has_answer_brackets,
    has_bracket_blank,
)
from inkwright.artifacts.quizzes.formats.printed.paper_sections import paper_sections
from inkwright.artifacts.quizzes.lint import question_texts
from inkwright.artifacts.quizzes.losses import ConversionLoss, LossLog
from inkwright.artifacts.quizzes.model import (
    Composite,
    LongAnswer,
    Matching,
    MultipleChoice,
    Ordering,
    PartQuestion,
    Question,
    Quiz,
    ShortAnswer,
    TrueFalse,
    as_json,
    letter,
    numbered_questions,
)
from inkwright.artifacts.quizzes.present import answer_lines, feedback_lines, option_lines, presented_partners
from inkwright.artifacts.quizzes.text.fenced_code import FencedText, split_fences
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, Reason, text

_KEY_FIELDS: Final = frozenset({"explanation", "optionFeedback"})
_HIDDEN_FIELDS: Final = frozenset({"id", "difficulty", "knowledgePoint", "tags"})


def unprintable_losses(quiz: Quiz, *, with_key: bool) -> list[ConversionLoss]:
    """Return a loss that names the characters which no bundled font has, if there are any."""
    omitted = _HIDDEN_FIELDS if with_key else _HIDDEN_FIELDS | _KEY_FIELDS
    lost = unprintable_characters("".join(_printed_texts(as_json(quiz), omitted)))
    return [ConversionLoss("no_glyph", tuple(lost))] if lost else []


def _printed_texts(value: Any, omitted: frozenset[str]) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, each in value.items():
            if name not in omitted:
                yield from _printed_texts(each, omitted)
    elif isinstance(value, list):
        for each in value:
            yield from _printed_texts(each, omitted)


# Special characters become entities: a backslash before a bracket would open a formula.
_SPECIAL = re.compile(r"[!-$&-+\-.:<-@\[-`{-~]")
_LINE_END = re.compile(r"\n+([ \t]*)")
_TICKS = re.compile("`{3,}")
_ANSWER_LINES: Final = {ShortAnswer: 1, LongAnswer: 8}
_LINES_PER_POINT: Final = 2
_LEAST_LONG: Final = 4
_FEW_POINTS: Final = 2
_MAX_FORMULA_SHOWN: Final = 120
_SHORT_RULE: Final = "&#95;" * 4
_BLANK_RULE: Final = "&#95;" * 10


def write_docx(quiz: Quiz, *, with_key: bool = False) -> tuple[bytes, list[ConversionLoss]]:
    """Return the Word document, and what it does not hold."""
    return _write(quiz, "docx", with_key=with_key)


def write_pdf(quiz: Quiz, *, with_key: bool = False) -> tuple[bytes, list[ConversionLoss]]:
    """Return the PDF, and what it does not hold, including the characters that no bundled font has."""
    content, losses = _write(quiz, "pdf", with_key=with_key)
    return content, losses + unprintable_losses(quiz, with_key=with_key)


def _write(quiz: Quiz, kind: Literal["docx", "pdf"], *, with_key: bool) -> tuple[bytes, list[ConversionLoss]]:
    """Return the file and its losses. A formula that cannot be typeset is an InvalidOption that names its question."""
    spec = DocumentSpec(
        kind="worksheet",
        title=quiz.title,
        language=quiz.language,
        toc=False,
        body=_document_body(quiz, with_key=with_key),
    )
    losses = LossLog()
    losses.add("no_labels")
    if not with_key:
        losses.add("no_key")
    try:
        return build_document(spec, kind).main, losses.all()
    except InvalidOption as problem:
        if problem.fields["option"] != "formula":
            raise
        raise _formula_error(quiz, str(problem.fields["value"])) from problem


def _formula_error(quiz: Quiz, formula: str) -> InvalidOption:
    """Return the error about a formula, with the number of the first question that has it."""
    reason = Reason("document.formula")
    for number, question in _numbered_parts(quiz):
        for _, written in question_texts(question):
            # The document names a formula by the beginning of its normal form.
            if any(normalise_formula(each)[:_MAX_FORMULA_SHOWN] == formula for each in formulas_in(written)):
                located = Reason("quiz.formula_at", number=number, why=reason)
                return InvalidOption(option="formula", value=formula, allowed=located)
    return InvalidOption(option="formula", value=formula, allowed=reason)


def _numbered_parts(quiz: Quiz) -> Iterator[tuple[str, Question]]:
    for number, question in enumerate(quiz.questions, 1):
        yield str(number), question
        for inner, part in enumerate(question.sub_questions if isinstance(question, Composite) else (), 1):
            yield f"{number}.{inner}", part


def _document_body(quiz: Quiz, *, with_key: bool) -> str:
    blocks = [*_question_blocks(quiz)]
    if with_key:
        blocks += ["::: {.newpage}\n:::", f"## {text(quiz.language, 'quiz.print.key')}", *_answer_key(quiz)]
    return "\n\n".join(blocks) + "\n"


def escape_markdown(words: str) -> str:
    """Return the text as Markdown in which only its formulas are markup."""
    written = []
    for piece in split_math(words):
        if piece.is_formula:
            # Pandoc reads a formula on several lines as several. Line ends mean nothing in a formula.
            written.append("$" + " ".join(piece.text.split()) + "$")
        else:
            written.append(_escape_words(piece.text))
    return "".join(written)


def _escape_words(words: str) -> str:
    parts, start = [], 0
    for blank in BLANK.finditer(words):
        parts += [_SPECIAL.sub(_entity, words[start : blank.start()]), _printed_blank(blank[0])]
        start = blank.end()
    parts.append(_SPECIAL.sub(_entity, words[start:]))
    # Each line is a paragraph: justified Chinese text would stretch a line that ends in a break.
    return _LINE_END.sub(lambda found: "\n\n" + "&#160;" * len(found[1].expandtabs(4)), "".join(parts))


def _printed_blank(written: str) -> str:
    """Return a line to write on. Empty brackets stay brackets."""
    if written[0] in "(（":
        return f"{written[0]}{'&#12288;' * max(2, (len(written) - 2) // 2)}{written[-1]}"
    return _BLANK_RULE


def _text_blocks(words: str) -> str:
    """Return the text as blocks. Fenced text is code, and ends in an empty line."""
    return "".join(_code_block(each) if each.is_code else escape_markdown(each.text) for each in split_fences(words))


def _code_block(passage: FencedText) -> str:
    longest = max(map(len, _TICKS.findall(passage.text)), default=2)
    fence = "`" * (longest + 1)
    return f"\n\n{fence}{passage.language}\n{passage.text}\n{fence}\n\n"


def _entity(found: re.Match[str]) -> str:
    return f"&#{ord(found[0])};"


def _question_blocks(quiz: Quiz) -> Iterator[str]:
    for section in paper_sections(quiz):
        if section.heading:
            yield f"## {escape_markdown(section.heading)}"
        for number, question in section.questions:
            yield from _numbered_blocks(question, number, quiz.language, with_points=not section.has_equal_points)


def _numbered_blocks(question: Question, number: int, language: Language, *, with_points: bool) -> Iterator[str]:
    if isinstance(question, Composite):
        yield _stem_text(question, str(number), language, with_points=with_points)
        for inner, part in enumerate(question.sub_questions, 1):
            yield _question_block(part, f"{number}.{inner}", language, with_points=True)
    else:
        yield _question_block(question, str(number), language, with_points=with_points)


def _question_block(question: PartQuestion, number: str, language: Language, *, with_points: bool) -> str:
    """Return the question with its options or room to write, all on one page."""
    stem = _stem_text(question, number, language, with_points=with_points)
    inside = "\n\n".join([stem, *_answer_space(question, language)])
    return f"::::: {{.whole}}\n{inside}\n:::::"


def _stem_text(question: Question, number: str, language: Language, *, with_points: bool) -> str:
    stem = _text_blocks(question.question)
    gap = "\n\n" if stem.endswith("\n") else " "
    remark = _remark(question, language, with_points=with_points)
    pieces = [f"**{number}.** {stem.rstrip()}", f"*{remark}*" if remark else ""]
    if (
        not isinstance(question, Composite)
        and has_answer_brackets(question, language)
        and not has_bracket_blank(question.question)
    ):
        pieces.append(ANSWER_BRACKETS)
    return gap.join(filter(None, pieces))


def _remark(question: Question, language: Language, *, with_points: bool) -> str:
    """Return what a question counts, and that several options may be right: on paper nothing else says so."""
    several = "quiz.print.several" if isinstance(question, MultipleChoice) else ""
    if with_points:
        return text(language, several or "quiz.print.points", points=f"{question.points:g}")
    return text(language, f"{several}_only") if several else ""


def _answer_space(question: PartQuestion, language: Language) -> Iterator[str]:
    """Yield the options, or lines to write on."""
    if isinstance(question, Matching):
        yield _matching_table(question, language)
    elif isinstance(question, Ordering):
        yield from (f"{_SHORT_RULE} {escape_markdown(item)}" for item in option_lines(question, language))
    elif options := option_lines(question, language):
        has_brackets = has_answer_brackets(question, language)
        if not (has_brackets and isinstance(question, TrueFalse)):
            yield _choice_list(options, "- " if has_brackets else "- [ ] ")
    if usual := _ANSWER_LINES.get(type(question)):
        yield f"::: {{.answer lines={_lines_for(question, usual)}}}\n:::"


def _lines_for(question: PartQuestion, usual: int) -> int:
    """Return the lines for an answer: two for each point, where the points say how long the answer is."""
    least = _FEW_POINTS if isinstance(question, ShortAnswer) else 1
    if question.points <= least:
        return usual
    return max(min(usual, _LEAST_LONG), min(MAX_ANSWER_LINES, round(_LINES_PER_POINT * question.points)))


def _choice_list(options: Sequence[str], mark: str) -> str:
    written = "\n".join(f"{mark}{escape_markdown(option)}" for option in options)
    return f":::: {{.choices columns={choice_columns(options)}}}\n{written}\n::::"


def _matching_table(question: Matching, language: Language) -> str:
    left = [f"{number}. {option}" for number, option in enumerate(question.options, 1)]
    right = [f"{letter(index)}. {option}" for index, option in enumerate(presented_partners(question))]
    count = max(len(left), len(right))
    rows = zip(_pad_items(left, count), _pad_items(right, count), strict=True)
    head = f"| {text(language, 'quiz.print.left')} | {text(language, 'quiz.print.right')} |\n|---|---|"
    return "\n".join([head, *(f"| {escape_markdown(one)} | {escape_markdown(other)} |" for one, other in rows)])


def _pad_items(items: Sequence[str], count: int) -> list[str]:
    return [*items, *[""] * (count - len(items))]


def _answer_key(quiz: Quiz) -> Iterator[str]:
    explained: Composite | None = None
    for number, question, parent in numbered_questions(quiz):
        if parent is not None and parent is not explained:
            explained = parent
            yield from _explanation_lines(parent, quiz.language, f"**{number.split('.')[0]}.** ")
        answers = answer_lines(question, quiz.language)
        joiner = "; " if not isinstance(question, LongAnswer) else "\n"
        yield f"**{number}.** {escape_markdown(joiner.join(answers)) or '–'}"
        yield from (f"*{name}* {escape_markdown(line)}" for name, line in feedback_lines(question, quiz.language))
        yield from _explanation_lines(question, quiz.language)


def _explanation_lines(question: Question, language: Language, head: str = "") -> Iterator[str]:
    if question.explanation:
        yield f"{head}*{text(language, 'quiz.explanation')}* {_text_blocks(question.explanation).rstrip()}"
