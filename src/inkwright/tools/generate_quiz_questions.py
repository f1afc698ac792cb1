"""`generate_quiz_questions`: a quiz, each question shown as soon as it is written and good."""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.tools import AgentTool, Evidence, Flawed, ToolContext, register_tool
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.naming import file_name
from inkwright.artifacts.quizzes.reading import write_json
from inkwright.artifacts.quizzes.specs import Question, Quiz, QuizLanguage, as_json
from inkwright.artifacts.vault import Verified
from inkwright.authoring.extracting import extract_questions, seed_of
from inkwright.authoring.quiz_writing import QuizWish, Taken, write_questions
from inkwright.authoring.workbench import Workbench
from inkwright.conversation.quiz_events import question_made, quiz_complete
from inkwright.errors import InvalidOption
from inkwright.grounding.material import Grounded
from inkwright.grounding.questions import QuestionWish
from inkwright.i18n import language_of, text
from inkwright.tools.workbenches import without_nulls, workbench

QuestionType = Literal[
    "SINGLE_CHOICE",
    "MULTIPLE_CHOICE",
    "TRUE_FALSE",
    "FILL_IN_BLANK",
    "SHORT_ANSWER",
    "LONG_ANSWER",
    "MATCHING",
    "ORDERING",
    "COMPOSITE",
]
Some = Annotated[str, Field(max_length=4_000)]
ENDING: Final = ".quiz.json"


class GenerateQuizQuestions(BaseModel):
    """What the quiz is about, and how many questions of which types it has."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    topic: str = Field(min_length=1, max_length=1_000, pattern=r"\S", description="What the questions are about.")
    title: str = Field(default="", max_length=200, description="The title of the quiz; the topic where it is left out.")
    count: int = Field(default=10, ge=1, le=50, description="How many questions.")
    difficulty: Literal["easy", "medium", "hard"] | None = Field(default=None, description="Left out: a mix.")
    types: list[QuestionType] = Field(default=[], max_length=9, description="Types that may be used; all if empty.")
    subject: Some = Field(default="", description="The school subject.")
    grade: Some = Field(default="", description="For which grade or age.")
    context: Some = Field(default="", description="What else is wanted, or a text to ask about.")
    weakness_focus: Some = Field(default="", description="What the learners find hard.")
    language: Literal["en", "zh"] | None = Field(default=None, description="The language of the questions.")
    from_files: bool = Field(
        default=False,
        description="Draw the questions from the person's files, word by word, with their places; nothing is written.",
    )


async def generate_quiz_questions(given: GenerateQuizQuestions, context: ToolContext) -> Evidence | Flawed:
    """Let them be written, show each at once, and keep the quiz as a whole. What is missing is said."""
    language = given.language or language_of(given.topic)
    bench = await workbench(context, language, keeps_words=given.from_files)
    if given.from_files:
        return await _from_files(given, bench, context)
    taken = await write_questions(
        bench, _wish(given), lambda index, question: context.tell(question_made(index, as_json(question)))
    )
    if not taken.questions:
        told = text(context.language, "authoring.quiz.none", problem="; ".join(taken.problems[:3]))
        raise InvalidOption(option="topic", value=given.topic[:80], allowed=told)
    return await _kept(given, bench, taken.questions, _facts(given.count, taken, context))


async def _from_files(given: GenerateQuizQuestions, bench: Workbench, context: ToolContext) -> Evidence | Flawed:
    """Questions whose answers stand in the person's files."""

    def found(question: Grounded[Question]) -> None:
        number = question.item.order
        bench.say("question", number=number, count=given.count)
        context.tell(question_made(number - 1, as_json(question.item)))

    wish = QuestionWish(given.count, tuple(given.types), given.topic, seed_of(bench))
    extracted = await extract_questions(bench, wish, found)
    if not extracted.made:
        raise InvalidOption(option="from_files", value=True, allowed=extracted.shortfall)
    facts = {"asked": given.count, "questions": len(extracted.made), **extracted.facts(bench, "quiz")}
    return await _kept(given, bench, extracted.made, facts)


async def _kept(
    given: GenerateQuizQuestions, bench: Workbench, questions: Sequence[Question], facts: dict[str, Any]
) -> Evidence | Flawed:
    title = given.title.strip() or given.topic.strip()[:200]
    language: QuizLanguage = "en" if bench.writes == "en" else "zh"
    quiz = Quiz(title=title, language=language, questions=[*questions])
    name = file_name(title, ENDING)
    kept = await bench.keep(Draft("quiz", name, title, {name: write_json(quiz)}))
    return Evidence((kept,), facts) if isinstance(kept, Verified) else Flawed(kept)


def _wish(given: GenerateQuizQuestions) -> QuizWish:
    for_whom = ", ".join(part for part in (given.subject, given.grade) if part)
    wanted = "\n".join(part for part in (given.context, given.weakness_focus) if part)
    return QuizWish(given.topic, given.count, tuple(given.types), given.difficulty or "", for_whom, wanted)


def _facts(asked: int, taken: Taken, context: ToolContext) -> dict[str, Any]:
    made = len(taken.questions)
    facts: dict[str, Any] = {"asked": asked, "questions": made}
    key = "authoring.quiz.all" if made == asked else "authoring.quiz.short"
    facts["message"] = text(context.language, key, made=made, asked=asked)
    if made < asked:
        facts["refused"] = taken.problems[:5]
    return facts


TOOL = register_tool(
    AgentTool(
        "generate_quiz_questions",
        "Make a quiz, test, survey or questionnaire. Say the topic, how many questions (1 to 50) and of which types; "
        "the questions are written for you, shown one by one, and checked. With `from_files` they are drawn from the "
        "person's files word by word. The result says how many are missing, if any are.",
        GenerateQuizQuestions,
        generate_quiz_questions,
        makes_artifacts=True,
        announce=quiz_complete,
        read=without_nulls,
    )
)
