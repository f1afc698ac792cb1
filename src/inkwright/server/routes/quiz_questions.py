"""The questions of a quiz over HTTP: change, add, move and remove them; each change is a checked version."""

from typing import Annotated, Any, Final

from fastapi import APIRouter
from fastapi import Path as PathParameter
from pydantic import Field

from inkwright.artifacts.quizzes.model import MAX_QUESTIONS
from inkwright.server.problems import Problem
from inkwright.server.requests import Exports, OwnersInkwright, RequestLanguage
from inkwright.server.routes.artifacts import ArtifactItem
from inkwright.server.routes.decks import changed_artifact
from inkwright.server.wire import WireModel
from inkwright.usecases.artifact_edits import add_question, arrange_quiz, change_question

_CHANGED: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem}, 409: {"model": Problem}}
_QUESTION: Final = {
    "questionType": "TRUE_FALSE",
    "question": "Rain comes from clouds.",
    "correctAnswer": "true",
    "explanation": "Clouds are drops of water.",
}
QuestionNumber = Annotated[int, PathParameter(ge=1, le=MAX_QUESTIONS, description="Starting at 1.")]

router = APIRouter(
    prefix="/api/artifacts", tags=["artifacts"], responses={401: {"model": Problem}, 422: {"model": Problem}}
)


class QuestionOrder(WireModel):
    """The questions in their new order, by their numbers, starting at 1. A question that is left out is removed."""

    questions: list[Annotated[int, Field(ge=1, le=MAX_QUESTIONS)]] = Field(
        min_length=1, max_length=MAX_QUESTIONS, examples=[[2, 1]]
    )


class QuestionChange(WireModel):
    """A question, whole, as in the file of a quiz."""

    question: dict[str, Any] = Field(max_length=50, examples=[_QUESTION])


@router.put("/{artifact_id}/questions", status_code=201, responses=_CHANGED)
async def arrange_quiz_questions(
    artifact_id: str, body: QuestionOrder, inkwright: OwnersInkwright, language: RequestLanguage, exports: Exports
) -> ArtifactItem:
    """Put the questions of a quiz in another order, or remove some: its next version, checked."""
    async with exports:
        changed = await arrange_quiz(inkwright.store, await inkwright.artifact(artifact_id), body.questions)
    return await changed_artifact(inkwright, changed, language)


@router.put("/{artifact_id}/questions/{number}", status_code=201, responses=_CHANGED)
async def change_quiz_question(
    artifact_id: str,
    number: QuestionNumber,
    body: QuestionChange,
    inkwright: OwnersInkwright,
    language: RequestLanguage,
) -> ArtifactItem:
    """Replace one question of a quiz: its next version, checked. All other questions stay as they are."""
    changed = await change_question(inkwright.store, await inkwright.artifact(artifact_id), number, body.question)
    return await changed_artifact(inkwright, changed, language)


@router.post("/{artifact_id}/questions/{number}", status_code=201, responses=_CHANGED)
async def add_quiz_question(
    artifact_id: str,
    number: QuestionNumber,
    body: QuestionChange,
    inkwright: OwnersInkwright,
    language: RequestLanguage,
) -> ArtifactItem:
    """Add a question to a quiz at this number: its next version, checked."""
    changed = await add_question(inkwright.store, await inkwright.artifact(artifact_id), number, body.question)
    return await changed_artifact(inkwright, changed, language)
