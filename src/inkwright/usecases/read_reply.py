"""Read a message that is sent while a question waits: is it the answer, in the person's own words, or something new?"""

from importlib.resources import files
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.desk import Desk
from inkwright.conversation.answering import answer_from_text
from inkwright.conversation.asks import Answer, Ask, QuestionAnswer
from inkwright.errors import GaveUp, ModelError
from inkwright.i18n import language_of
from inkwright.llm.brain import Brain


class Reading(BaseModel):
    """What a fast model says of the message."""

    model_config = ConfigDict(extra="forbid")

    is_answer: bool
    chosen: Annotated[str, Field(max_length=300)] | None = None


async def waiting_ask(desk: Desk, conversation_id: str, *, owner: str) -> Ask | None:
    """The question that the conversation waits for, if it waits for one."""
    latest = await desk.conversations.latest_turns(conversation_id, owner=owner, limit=1)
    turn = latest[0] if latest else None
    if turn is None or turn.status != "waiting" or turn.ask_id is None:
        return None
    return await desk.asks.get(turn.ask_id, owner=owner)


async def read_reply(desk: Desk, ask: Ask, message: str) -> Answer | None:
    """The answer that the message is; None if it is something new.

    What names an option needs no model. Otherwise a fast one is asked; where none can tell, a message after a single
    free question is its answer.
    """
    answer = answer_from_text(ask, message)
    if answer is not None:
        return answer
    model = desk.model_of("fast")
    if model.abilities.is_weak:
        return _in_words(ask, message) if _is_free(ask) else None
    try:
        reading = await Brain(model, clock=desk.clock).decide(_question(ask, message), Reading)
    except (ModelError, GaveUp):
        return _in_words(ask, message) if _is_free(ask) else None
    if not reading.is_answer or ask.kind == "permission":
        return None
    return (answer_from_text(ask, reading.chosen) if reading.chosen else None) or _in_words(ask, message)


def _is_free(ask: Ask) -> bool:
    return ask.kind == "clarification" and len(ask.questions) == 1 and ask.questions[0].allow_freeform


def _in_words(ask: Ask, message: str) -> Answer:
    if _is_free(ask):
        return Answer(status="answered", answers=(QuestionAnswer(id=ask.questions[0].id, value=message),))
    return Answer(status="answered", said=message)


def _question(ask: Ask, message: str) -> str:
    language = language_of(message)
    prompt = files("inkwright.usecases").joinpath("prompts", f"read_reply.{language}.md").read_text(encoding="utf-8")
    asked = [ask.title, *ask.outline_lines]
    for question in ask.questions:
        asked += [question.question, *(f"- {option.label}" for option in question.options)]
    return prompt.replace("{asked}", "\n".join(asked)).replace("{message}", message)
