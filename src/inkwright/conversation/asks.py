"""Asks: stored requests to the person, and their answers."""

from typing import Annotated, Final, Literal

from pydantic import AfterValidator, Field

from inkwright.conversation.shapes import Shape, Versioned, sound
from inkwright.parsing.fences import fenced

AskKind = Literal["clarification", "outline_edit", "permission"]
Status = Literal["answered", "cancelled", "timeout", "adopted", "edited", "abandoned"]
Line = Annotated[str, AfterValidator(sound)]
SKIPPED = "user chose not to answer this question"
_WITHOUT_ANSWER: Final[dict[Status, str]] = {
    "cancelled": "cancelled: the person withdrew the question; go on without it or stop.",
    "timeout": "timeout: the person did not answer in time; go on without the answer or stop.",
    "abandoned": "abandoned: the person does not want this outline; make nothing from it.",
}


class AskOption(Shape):
    """One answer to choose."""

    label: str = Field(description="What the person reads.")
    value: str = Field(description="What the answer carries.")
    description: str | None = Field(default=None, description="More about it.")


class AskQuestion(Shape):
    """One question. Without options it is answered freely."""

    id: str = Field(description="The question, within its ask.")
    question: str = Field(description="The question in words.")
    options: tuple[AskOption, ...] = Field(default=(), description="The answers to choose from.")
    recommended: str | None = Field(default=None, description="The value of the option that is recommended.")
    allow_freeform: bool = Field(default=True, description="Whether other words may be answered.")
    placeholder: str | None = Field(default=None, description="What stands in the field for a free answer.")


class Wanted(Shape):
    """What somebody wants to know from the person, before it is kept as an ask of a turn."""

    kind: AskKind = Field(description="What is wanted.")
    title: str = Field(description="What it is about, in a line.")
    preface: str | None = Field(default=None, description="What to say before.")
    questions: tuple[AskQuestion, ...] = Field(
        default=(), description="The questions of a clarification or a permission."
    )
    outline_lines: tuple[Line, ...] = Field(
        default=(), description="The outline that is to be adopted, edited or abandoned."
    )
    hint: str | None = Field(default=None, description="What a client may help with, such as a list to choose from.")


class Ask(Wanted, Versioned):
    """What the person is asked. The turn waits for it, for minutes or days, in this process or another."""

    id: str = Field(description="The request; the answer names it.")
    turn_id: str = Field(description="The turn that waits.")
    owner: str = Field(description="Who is asked; nobody else can answer.")


class QuestionAnswer(Shape):
    """The answer to one question."""

    id: str = Field(description="The question.")
    value: str | None = Field(
        default=None, description="The value of an option, or other words where they are allowed."
    )
    label: str | None = Field(default=None, description="The label of that option.")
    note: str | None = Field(default=None, description="What the person adds.")
    skipped: bool = Field(default=False, description="Whether the person chose not to answer.")


class Answer(Versioned):
    """What the person said. `status` tells a refusal to answer from an answer; `said` is an answer in their own
    words, where they wrote instead of choosing.
    """

    status: Status = Field(description="What the person did.")
    answers: tuple[QuestionAnswer, ...] = Field(
        default=(), description="The answers to questions; one that is left out is skipped."
    )
    outline_lines: tuple[Line, ...] = Field(default=(), description="The outline as it was changed.")
    said: str | None = Field(default=None, description="An answer in the person’s own words instead of choices.")

    @property
    def chosen(self) -> str:
        """What was chosen or said to the first question; empty where nothing was."""
        return self.said or next((each.value for each in self.answers if each.value), "") or ""

    def for_model(self, ask: Ask) -> str:
        """The answer in words, as the result of what the model asked. An outline stands in it letter by letter."""
        if self.status in _WITHOUT_ANSWER:
            return _WITHOUT_ANSWER[self.status]
        if self.said is not None:
            return f"{self.status}, in the person's own words:\n{fenced(self.said)}"
        if ask.kind == "outline_edit":
            words = "the person changed the outline to exactly this" if self.status == "edited" else "as it stands"
            outline = "\n".join(self.outline_lines or ask.outline_lines)
            return f"{self.status}: {words}\n{fenced(outline)}"
        said = {answer.id: answer for answer in self.answers}
        lines = [f"{question.question} → {_words(said.get(question.id))}" for question in ask.questions]
        return f"{self.status}:\n" + "\n".join(lines) if lines else self.status


def _words(answer: QuestionAnswer | None) -> str:
    if answer is None or answer.skipped or not (answer.label or answer.value):
        said = SKIPPED
    else:
        said = _quoted(answer.label or answer.value or "")
        if answer.label and answer.value and answer.label != answer.value:
            said += f" [{answer.value}]"
    return f"{said} ({answer.note})" if answer and answer.note else said


def _quoted(said: str) -> str:
    """Several lines in a fence, so that none of them passes for the next answer."""
    return "\n" + fenced(said) if "\n" in said else said


class Agreed(Shape):
    """A request of this turn and what the person said to it."""

    ask: Ask
    answer: Answer


class OpenAsk(Shape):
    """A request that a turn waits for. `call_id` is the call whose result the answer will be, if a tool asked."""

    ask: Ask
    call_id: str = ""
    answer: Answer | None = None
