"""`edit_quiz`: replace, insert or remove one question of a quiz; all others are unchanged."""

import asyncio
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from inkwright.agent.tools import AgentTool, Evidence, Flawed, ToolContext, register_tool
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Location, finding
from inkwright.artifacts.quizzes.edit import arrange_questions, insert_question, replace_question
from inkwright.artifacts.quizzes.formats.json.write import write_json
from inkwright.artifacts.quizzes.load import question_from_value, read_quiz
from inkwright.artifacts.quizzes.model import Question, Quiz, as_json
from inkwright.artifacts.vault import Verified
from inkwright.authoring.quiz_writer import rewrite_question
from inkwright.conversation.payloads import question_replaced_event, quiz_complete_event
from inkwright.i18n import text
from inkwright.tools.author_contexts import author_context, owned_artifact, without_nulls, wrong_kind_finding


class EditQuiz(BaseModel):
    """Which question, and what becomes of it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    artifact_id: str = Field(min_length=1, max_length=80, description="The id of the quiz.")
    number: int = Field(ge=1, le=1_000, description="The number of the question, counted from 1.")
    action: Literal["replace", "insert", "delete"] = Field(default="replace", description="insert: at this number.")
    question: dict[str, Any] | None = Field(default=None, description="The question itself, as an object.")
    instruction: str | None = Field(default=None, max_length=4_000, description="What is wanted; it is then written.")

    @model_validator(mode="after")
    def _says_one_thing(self) -> Self:
        given = (self.question is not None) + (self.instruction is not None)
        if self.action == "delete" and given:
            raise ValueError("delete takes neither question nor instruction")
        if self.action != "delete" and given != 1:
            raise ValueError(f"{self.action} takes either question or instruction")
        return self


async def edit_quiz(given: EditQuiz, context: ToolContext) -> Evidence | Flawed:
    """Make the next version of the quiz, checked as a whole like any other."""
    artifact = await owned_artifact(context, given.artifact_id)
    context = context.editing(artifact)
    if artifact.kind != "quiz":
        return Flawed((wrong_kind_finding(artifact, "edit_pptx / edit_document"),))
    content = await context.read(artifact.id) or b""
    quiz = (await asyncio.to_thread(read_quiz, content, artifact.name)).quiz
    count = len(quiz.questions)
    if given.number > count + (given.action == "insert") or (given.action == "delete" and count == 1):
        missing = finding("edit.no_question", Location(path="number"), number=given.number, count=count)
        return Flawed((missing,))
    question = None if given.action == "delete" else await _new_question(given, quiz, context)
    changed = _changed_quiz(quiz, given, question)
    draft = Draft("quiz", artifact.name, artifact.title, {artifact.name: write_json(changed)})
    saved = await context.save(draft)
    if not isinstance(saved, Verified):
        return Flawed(saved)
    if question is not None:
        new = as_json(changed.questions[given.number - 1])
        status: Literal["replaced", "inserted"] = "replaced" if given.action == "replace" else "inserted"
        context.show(question_replaced_event(given.number - 1, new, status))
    total = len(changed.questions)
    message = text(context.language, "authoring.quiz.changed", number=given.number)
    return Evidence((saved,), {"questions": total, "version": saved.version, "message": message})


async def _new_question(given: EditQuiz, quiz: Quiz, context: ToolContext) -> Question:
    if given.question is not None:
        return question_from_value(given.question)
    author = await author_context(context, quiz.language)
    present = quiz.questions[given.number - 1] if given.action == "replace" else None
    others = [f"- {each.question[:120]}" for each in quiz.questions if each is not present]
    return await rewrite_question(author, present, others, given.instruction or "")


def _changed_quiz(quiz: Quiz, given: EditQuiz, question: Question | None) -> Quiz:
    if question is None:
        return arrange_questions(quiz, [each for each in range(1, len(quiz.questions) + 1) if each != given.number])
    change = replace_question if given.action == "replace" else insert_question
    return change(quiz, given.number, question)


TOOL = register_tool(
    AgentTool(
        "edit_quiz",
        "Change one question of a quiz that was made before: replace it, insert one, or delete it. All the other "
        "questions stay as they are. Give the `question`, or say in `instruction` what is wanted. The result is a new "
        "version of the quiz.",
        EditQuiz,
        edit_quiz,
        makes_artifacts=True,
        announce=quiz_complete_event,
        read=without_nulls,
        example='{"artifact_id": "art_…", "number": 3, "instruction": "easier"}',
    )
)
