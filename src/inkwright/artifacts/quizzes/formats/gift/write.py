"""Writes GIFT."""

import re
from collections.abc import Iterator, Sequence

from inkwright.artifacts.math.delimiters import count_blanks
from inkwright.artifacts.quizzes.formats.notation import question_tags
from inkwright.artifacts.quizzes.losses import ConversionLoss, LossLog
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
from inkwright.artifacts.quizzes.present import items_in_order
from inkwright.artifacts.quizzes.text.html import text_to_html

_SPECIAL = re.compile(r"[~=#{}:\\]")
_NOT_IN_COMMENT = re.compile(r"[\[\]\\]")


def write_gift(quiz: Quiz) -> tuple[bytes, list[ConversionLoss]]:
    """Return the quiz, and what GIFT does not hold."""
    writer = _GiftWriter()
    category = escape_gift(quiz.title).replace("/", "//")
    blocks = [f"$CATEGORY: {category}", *writer.blocks(quiz)]
    return ("\n\n".join(blocks) + "\n").encode(), writer.notes.all()


def escape_gift(text: str) -> str:
    """Escape the special characters of GIFT."""
    return _SPECIAL.sub(r"\\\g<0>", text)


def _answer_text(text: str) -> str:
    """Return an answer or a remark. A text that begins like a weight or a format gets an explicit format first."""
    written = escape_gift(text_to_html(text))
    return f"[html]{written}" if written.startswith(("%", "[")) else written


def _typed_answer(text: str) -> str:
    """Return an answer that is typed. Stars are escaped: Moodle reads a star as any text."""
    return _answer_text(text.replace("*", "\\*"))


class _GiftWriter:
    def __init__(self) -> None:
        self.notes = LossLog()

    def blocks(self, quiz: Quiz) -> Iterator[str]:
        for number, question in enumerate(quiz.questions, 1):
            if isinstance(question, Composite):
                yield self._block(question, f"{number}", "")
                self.notes.add("parts_apart", f"{number}")
                for inner, part in enumerate(question.sub_questions, 1):
                    yield self._block(part, f"{number}.{inner}", self._answer(part, f"{number}.{inner}"))
            else:
                yield self._block(question, f"{number}", self._answer(question, f"{number}"))

    def _block(self, question: Question, number: str, answer: str) -> str:
        marks = [
            f"[id:{_comment_text(question.id)}]",
            *(f"[tag:{_comment_text(each)}]" for each in question_tags(question)),
        ]
        if not isinstance(question, Composite) and question.points != 1:
            self.notes.add("no_points", number)
        if isinstance(question, Composite) and question.explanation:
            self.notes.add("no_explanation", number)
        stem = escape_gift(text_to_html(question.question))
        return f"// {' '.join(marks)}\n::{escape_gift(question.id)}::[html]{stem} {answer}".rstrip()

    def _answer(self, question: Question, number: str) -> str:
        explanation = f"####{_answer_text(question.explanation)}" if question.explanation else ""
        return "{" + "".join(self._parts(question, number)) + explanation + "}"

    def _parts(self, question: Question, number: str) -> Iterator[str]:
        match question:
            case SingleChoice() | MultipleChoice():
                yield from _option_lines(question)
            case TrueFalse():
                yield self._true_false(question)
            case ShortAnswer():
                yield from self._short(question, number)
            case FillInBlank():
                yield from self._fill(question, number)
            case Matching():
                yield from self._matching(question, number)
            case Ordering():
                self.notes.add("order_as_pairs", number)
                yield from (_pair(item, str(position)) for position, item in enumerate(items_in_order(question), 1))
            case LongAnswer() if question.correct_answer:
                self.notes.add("no_model_answer", number)

    def _short(self, question: ShortAnswer, number: str) -> Iterator[str]:
        if count_blanks(question.question) == 1:
            self.notes.add("as_blank", number)
        yield from (f"=%100%{_typed_answer(each)} " for each in alternatives(question.correct_answer))

    def _matching(self, question: Matching, number: str) -> Iterator[str]:
        if question.distractors:
            self.notes.add("no_distractors", number)
        yield from (_pair(left, right) for left, right in zip(question.options, question.correct_answer, strict=False))

    def _true_false(self, question: TrueFalse) -> str:
        # GIFT puts the feedback for the wrong choice first.
        is_true = question.correct_answer == "true"
        for_true, for_false = [*question.option_feedback, "", ""][:2]
        wrong, right = (for_false, for_true) if is_true else (for_true, for_false)
        parts = f"#{_answer_text(wrong)}#{_answer_text(right)}" if wrong or right else ""
        return ("TRUE" if is_true else "FALSE") + parts

    def _fill(self, question: FillInBlank, number: str) -> Iterator[str]:
        if len(question.correct_answer) == 1:
            yield from (f"=%100%{_typed_answer(each)} " for each in alternatives(question.correct_answer[0]))
            return
        self.notes.add("blanks_as_pairs", number)
        for position, answer in enumerate(question.correct_answer, 1):
            yield _pair(f"({position})", alternatives(answer)[0])


def _comment_text(text: str) -> str:
    return _NOT_IN_COMMENT.sub(lambda found: f"\\{found[0]}", text)


def _option_lines(question: SingleChoice | MultipleChoice) -> Iterator[str]:
    for index, option in enumerate(question.options):
        if isinstance(question, SingleChoice):
            sign = "=" if letter(index) == question.correct_answer else "~"
        else:
            sign = f"~%{_option_weight(letter(index) in question.correct_answer, question)}%"
        yield f"{sign}{_answer_text(option)}{_feedback(question.option_feedback, index)} "


def _option_weight(is_right: bool, question: MultipleChoice) -> str:
    """Return what an option adds to the score. Wrong ones subtract as much, so that choosing all earns nothing."""
    right = max(len(question.correct_answer), 1)
    wrong = max(len(question.options) - right, 1)
    return f"{100 / right:.5f}".rstrip("0").rstrip(".") if is_right else f"-{100 / wrong:.5f}".rstrip("0").rstrip(".")


def _feedback(feedback: Sequence[str], index: int) -> str:
    return f"#{_answer_text(feedback[index])}" if index < len(feedback) and feedback[index] else ""


def _pair(left: str, right: str) -> str:
    # An arrow in the text would be read as the one between the two sides.
    return f"={_answer_text(left).replace('->', '-&gt;')} -> {_answer_text(right)} "
