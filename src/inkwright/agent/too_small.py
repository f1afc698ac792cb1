"""What is said where a model is too small for what is asked: what would help, and the choice to try all the same."""

from collections.abc import Sequence
from typing import Final

from inkwright.conversation.asks import Agreed, AskOption, AskQuestion, Wanted
from inkwright.i18n import Language, text

QUESTION: Final = "too_small"
TRY: Final = "try"
_OTHER_WAYS: Final = ("file", "model")


def too_small(model: str, language: Language) -> Wanted:
    """The question whether it shall be tried."""
    options = tuple(AskOption(label=text(language, f"too_small.{value}"), value=value) for value in (*_OTHER_WAYS, TRY))
    question = AskQuestion(
        id=QUESTION,
        question=text(language, "too_small.question"),
        options=options,
        recommended=_OTHER_WAYS[0],
        allow_freeform=False,
    )
    title = text(language, "too_small.title", model=model)
    return Wanted(kind="clarification", title=title, questions=(question,))


def answer_given(agreed: Sequence[Agreed]) -> str | None:
    """What the person said to it; None where they were not asked. A question that was left is answered by neither."""
    for each in agreed:
        if any(question.id == QUESTION for question in each.ask.questions):
            return next((given.value for given in each.answer.answers if given.id == QUESTION), "") or ""
    return None


def how_to_go_on(language: Language) -> str:
    """What a person who does not want it tried can do."""
    return text(language, "too_small.how")
