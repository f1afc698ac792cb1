"""Writes quizzes as Markdown that reads back as the same quiz."""

from collections.abc import Iterator
from decimal import Decimal

from inkwright.artifacts.quizzes.formats.markdown import syntax
from inkwright.artifacts.quizzes.formats.markdown.question import ends_with_points
from inkwright.artifacts.quizzes.model import (
    Composite,
    FillInBlank,
    LongAnswer,
    Matching,
    MultipleChoice,
    Ordering,
    Question,
    Quiz,
    ShortAnswer,
    SingleChoice,
    TrueFalse,
    alternatives,
    letter,
)


def write_markdown(quiz: Quiz) -> str:
    """Return the quiz as Markdown."""
    # A number sign at the end closes the heading, so a title that ends in one needs another.
    close = " #" if quiz.title.endswith("#") else ""
    written = [f"---\nlanguage: {quiz.language}\n---\n\n# {quiz.title}{close}\n"]
    for number, question in enumerate(quiz.questions, 1):
        written.append("\n".join(_question_lines(question, f"## {number}.", f"q{number}")) + "\n")
        for inner, part in enumerate(question.sub_questions if isinstance(question, Composite) else (), 1):
            head = f"### {number}.{inner}."
            written.append("\n".join(_question_lines(part, head, f"{question.id}.{inner}")) + "\n")
    return "\n".join(written)


def _question_lines(question: Question, head: str, usual_id: str) -> Iterator[str]:
    first, *rest = _stem_lines(question.question.split("\n"))
    if syntax.FENCE.match(first):
        yield head
        yield first
    else:
        yield f"{head} {first}".rstrip()
    yield from rest
    yield ""
    yield f"Type: {question.question_type.replace('_', ' ').lower()}"
    yield from _option_lines(question)
    yield from _answer_lines(question)
    if question.explanation:
        yield from _field_lines("Explanation", question.explanation)
    if question.difficulty:
        yield f"Difficulty: {question.difficulty}"
    if not isinstance(question, Composite) and (question.points != 1 or ends_with_points(question.question)):
        yield f"Points: {Decimal(repr(question.points)).normalize():f}"
    if question.knowledge_point:
        yield f"Knowledge point: {question.knowledge_point}"
    if question.tags:
        yield f"Tags: {', '.join(question.tags)}"
    if question.id != usual_id:
        yield f"Id: {question.id}"


def _stem_lines(written: list[str]) -> Iterator[str]:
    """Yield the lines of a text: fenced ones unchanged, others escaped."""
    fence_end = syntax.fence_end_finder(written)
    close = -1
    for index, line in enumerate(written):
        close = max(close, fence_end(index) if index > close else -1)
        yield line if index <= close else syntax.escape_line(line)


def _option_lines(question: Question) -> Iterator[str]:
    if isinstance(question, SingleChoice | MultipleChoice):
        right = [question.correct_answer] if isinstance(question, SingleChoice) else question.correct_answer
        marks = [letter(index) in right for index in range(len(question.options))]
        yield from _checkbox_lines(question.options, marks, question.option_feedback)
    elif isinstance(question, TrueFalse) and question.option_feedback:
        words = ["true", "false"]
        yield from _checkbox_lines(words, [word == question.correct_answer for word in words], question.option_feedback)
    elif isinstance(question, Matching):
        for left, partner in zip(question.options, question.correct_answer, strict=False):
            yield f"- {syntax.escape_left_side(left)} -> {partner}"
        for each in question.distractors:
            yield f"Distractor: {each}"
    elif isinstance(question, Ordering):
        for index, option in enumerate(question.options):
            yield f"{letter(index)}. {option}"


def _checkbox_lines(options: list[str], marks: list[bool], feedback: list[str]) -> Iterator[str]:
    remarks = [*feedback, *[""] * len(options)]
    for option, is_right, remark in zip(options, marks, remarks, strict=False):
        yield f"- [{'x' if is_right else ' '}] {option}"
        if remark:
            yield f"  > {remark}"


def _answer_lines(question: Question) -> Iterator[str]:
    if isinstance(question, TrueFalse) and not question.option_feedback:
        yield f"Answer: {question.correct_answer}"
    elif isinstance(question, ShortAnswer):
        yield f"Answer: {syntax.join_alternatives(alternatives(question.correct_answer))}"
    elif isinstance(question, FillInBlank):
        for answer in question.correct_answer:
            yield f"Answer: {syntax.join_alternatives(alternatives(answer))}"
    elif isinstance(question, LongAnswer) and question.correct_answer:
        yield from _field_lines("Answer", question.correct_answer)
    elif isinstance(question, Ordering):
        yield f"Answer: {', '.join(question.correct_answer)}"


def _field_lines(name: str, value: str) -> Iterator[str]:
    first, *rest = value.split("\n")
    yield f"{name}: {first}"
    for line in rest:
        yield f"  {line}" if line.strip("\\") else f"  {line}\\"
