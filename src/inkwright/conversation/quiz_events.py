"""The events of a quiz: each question as soon as it is there, the whole at the end, and one that was replaced."""

from collections.abc import Mapping
from typing import Any, Final, Literal

from pydantic import ConfigDict, Field
from pydantic.alias_generators import to_camel

from inkwright.artifacts.vault import Verified
from inkwright.conversation.events import Data
from inkwright.conversation.payloads import announced, data, register_payload
from inkwright.conversation.shapes import Shape


class QuizQuestionMade(Shape):
    """One question, parsed and linted."""

    index: int = Field(description="Its place in the quiz, counted from 0.")
    question: dict[str, Any] = Field(description="The question, as in the file of the quiz.")
    status: Literal["made"] = Field(default="made", description="What became of it.")


class QuizQuestionReplaced(Shape):
    """One question in the place of another; the others are as they were."""

    index: int = Field(description="Its place in the quiz, counted from 0.")
    question: dict[str, Any] = Field(description="The new question, as in the file of the quiz.")
    status: Literal["replaced", "inserted"] = Field(description="What became of it.")


class QuizComplete(Shape):
    """The quiz is kept and checked as a whole."""

    model_config = ConfigDict(alias_generator=to_camel, serialize_by_alias=True)

    artifact_id: str = Field(description="The artifact, by which it is read, changed and exported.")
    filename: str = Field(description="The name of its file.")
    total: int = Field(description="How many questions it has.")
    message: str = Field(description="What there is to say of it: how many were asked for and are missing.")


QUIZ_QUESTION: Final = register_payload("quiz-question", QuizQuestionMade)
QUIZ_REPLACE: Final = register_payload("quiz-replace", QuizQuestionReplaced)
QUIZ_COMPLETE: Final = register_payload("quiz-complete", QuizComplete, proves_artifact=True)


def question_made(index: int, question: dict[str, Any]) -> Data:
    """The event of one question."""
    return data(QUIZ_QUESTION, QuizQuestionMade(index=index, question=question))


def question_replaced(index: int, question: dict[str, Any], status: Literal["replaced", "inserted"]) -> Data:
    """The event of a question that took the place of another, or stands between two."""
    return data(QUIZ_REPLACE, QuizQuestionReplaced(index=index, question=question, status=status))


def quiz_complete(artifact: Verified, facts: Mapping[str, Any]) -> Data:
    """The announcement of a quiz; `facts` tell its `questions` and a `message`."""
    told = QuizComplete.model_validate(
        {
            "artifactId": artifact.id,
            "filename": artifact.name,
            "total": facts.get("questions", 0),
            "message": facts.get("message", ""),
        }
    )
    return announced(QUIZ_COMPLETE, told, artifact)
