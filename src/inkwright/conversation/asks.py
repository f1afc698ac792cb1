"""Asks: stored requests to the person, and their answers."""

from typing import Literal

from pydantic import Field

from inkwright.conversation.shapes import Shape, Versioned

AskKind = Literal["clarification", "outline_edit", "permission"]
SKIPPED = "user chose not to answer this question"


class AskOption(Shape):
    """One answer to choose."""

    label: str
    value: str
    description: str | None = None


class AskQuestion(Shape):
    """One question. Without options it is answered freely."""

    id: str
    question: str
    options: tuple[AskOption, ...] = ()
    recommended: str | None = None
    allow_freeform: bool = True
    placeholder: str | None = None


class Ask(Versioned):
    """What the person is asked. The turn waits for it, for minutes or days, in this process or another."""

    id: str
    turn_id: str
    owner: str
    kind: AskKind
    title: str
    preface: str | None = None
    questions: tuple[AskQuestion, ...] = ()
    outline_lines: tuple[str, ...] = ()
    hint: str | None = None


class QuestionAnswer(Shape):
    """The answer to one question."""

    id: str
    value: str | None = None
    label: str | None = None
    note: str | None = None
    skipped: bool = False


class Answer(Versioned):
    """What the person said. `status` tells a refusal to answer from an answer."""

    status: Literal["answered", "cancelled", "timeout", "adopted", "edited", "abandoned"]
    answers: tuple[QuestionAnswer, ...] = ()
    outline_lines: tuple[str, ...] = Field(default=())

    def for_model(self, ask: Ask) -> str:
        """The answer in words, as the result of what the model asked."""
        if self.outline_lines:
            return f"{self.status}:\n" + "\n".join(self.outline_lines)
        said = {answer.id: answer for answer in self.answers}
        lines = []
        for question in ask.questions:
            answer = said.get(question.id)
            value = SKIPPED if answer is None or answer.skipped else answer.label or answer.value or SKIPPED
            note = f" ({answer.note})" if answer and answer.note else ""
            lines.append(f"{question.question} → {value}{note}")
        return f"{self.status}:\n" + "\n".join(lines) if lines else self.status
