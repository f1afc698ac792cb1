"""`generate_quiz_questions`: a quiz; each question is shown as soon as it is written and checked."""

import re
from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.make_requests import MakeRequest
from inkwright.agent.tools import AgentTool, Evidence, Flawed, ToolContext, register_tool
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.quizzes.formats.json.write import write_json
from inkwright.artifacts.quizzes.model import Question, Quiz, QuizLanguage, as_json
from inkwright.artifacts.text import file_name
from inkwright.artifacts.vault import Verified
from inkwright.authoring.context import AuthorContext
from inkwright.authoring.extraction import extract_questions, random_seed
from inkwright.authoring.quiz_writer import AcceptedQuestions, QuizRequest, write_questions
from inkwright.conversation.payloads import question_made_event, quiz_complete_event
from inkwright.errors import InvalidOption, TextLacks
from inkwright.grounding.questions.select import QuestionOptions
from inkwright.grounding.source import GroundedItem
from inkwright.i18n import Reason, language_of, text
from inkwright.tools.author_contexts import author_context, without_nulls

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
ShortText = Annotated[str, Field(max_length=4_000)]
QUIZ_SUFFIX: Final = ".quiz.json"
DEFAULT_COUNT: Final = 5
_TYPE_PATTERNS: Final[dict[QuestionType, re.Pattern[str]]] = {
    "MULTIPLE_CHOICE": re.compile(r"\bmultiple[- ]answers?\b|多选", re.I),
    "SINGLE_CHOICE": re.compile(r"\bsingle[- ]choice\b|\bmultiple[- ]choice\b|单选|选择题", re.I),
    "TRUE_FALSE": re.compile(r"\btrue(?:[ /-]| or )false\b|判断", re.I),
    "FILL_IN_BLANK": re.compile(r"\bfill[- ]in\b|\bblanks?\b|\bcloze\b|\bgaps?\b|填空", re.I),
    "MATCHING": re.compile(r"\bmatching\b|配对|连线|匹配", re.I),
    "ORDERING": re.compile(r"\border(?:ing)?\b|排序", re.I),
}
"""How a request names the types of questions, if no model reads it."""

_NO_SENTENCES: Final = Reason("grounded.lacks.sentences")


class GenerateQuizQuestions(BaseModel):
    """What the quiz is about, and how many questions of which types it has."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    topic: str = Field(min_length=1, max_length=1_000, pattern=r"\S", description="What the questions are about.")
    title: str = Field(default="", max_length=200, description="The title of the quiz; the topic where it is left out.")
    count: int = Field(default=10, ge=1, le=50, description="How many questions.")
    difficulty: Literal["easy", "medium", "hard"] | None = Field(default=None, description="Left out: a mix.")
    types: list[QuestionType] = Field(default=[], max_length=9, description="Types that may be used; all if empty.")
    subject: ShortText = Field(default="", description="The school subject.")
    grade: ShortText = Field(default="", description="For which grade or age.")
    context: ShortText = Field(default="", description="What else is wanted, or a text to ask about.")
    weakness_focus: ShortText = Field(default="", description="What the learners find hard.")
    language: Literal["en", "zh"] | None = Field(default=None, description="The language of the questions.")
    from_files: bool = Field(
        default=False,
        description="Draw the questions from the person's files, word by word, with their places; nothing is written.",
    )


async def generate_quiz_questions(given: GenerateQuizQuestions, context: ToolContext) -> Evidence | Flawed:
    """Write the questions, show each at once, and store the quiz as a whole. The result reports missing questions."""
    language = given.language or language_of(given.topic)
    author = await author_context(context, language, keeps_words=given.from_files)
    if given.from_files:
        return await _quiz_from_files(given, author, context)
    taken = await write_questions(
        author,
        _quiz_request(given),
        lambda index, question: context.show(question_made_event(index, as_json(question))),
    )
    if not taken.questions:
        reason = Reason("authoring.quiz.none", problem="; ".join(taken.problems[:3]))
        raise InvalidOption(option="topic", value=given.topic[:80], allowed=reason)
    return await _stored_quiz(given, author, taken.questions, _facts(given.count, taken, context))


async def _quiz_from_files(
    given: GenerateQuizQuestions, author: AuthorContext, context: ToolContext
) -> Evidence | Flawed:
    """Make questions whose answers are in the person's files."""

    def found(question: GroundedItem[Question]) -> None:
        number = question.item.order
        author.say("question", number=number, count=given.count)
        context.show(question_made_event(number - 1, as_json(question.item)))

    request = QuestionOptions(given.count, tuple(given.types), given.topic, random_seed(author))
    extracted = await extract_questions(author, request, found)
    if not extracted.made:
        raise TextLacks(
            wanted=text(author.language, "grounded.kind.quiz"),
            lacking=(extracted.shortfall or _NO_SENTENCES).text(author.language).rstrip(".。"),
            instead=text(author.language, "grounded.instead.quiz"),
        )
    facts = {"asked": given.count, "questions": len(extracted.made), **extracted.facts(author, "quiz")}
    return await _stored_quiz(given, author, extracted.made, facts)


async def _stored_quiz(
    given: GenerateQuizQuestions, author: AuthorContext, questions: Sequence[Question], facts: dict[str, Any]
) -> Evidence | Flawed:
    title = given.title.strip() or given.topic.strip()[:200]
    language: QuizLanguage = "en" if author.writes == "en" else "zh"
    quiz = Quiz(title=title, language=language, questions=[*questions])
    name = file_name(title, QUIZ_SUFFIX)
    saved = await author.keep(Draft("quiz", name, title, {name: write_json(quiz)}))
    return Evidence((saved,), facts) if isinstance(saved, Verified) else Flawed(saved)


def _quiz_request(given: GenerateQuizQuestions) -> QuizRequest:
    for_whom = ", ".join(part for part in (given.subject, given.grade) if part)
    wanted = "\n".join(part for part in (given.context, given.weakness_focus) if part)
    return QuizRequest(given.topic, given.count, tuple(given.types), given.difficulty or "", for_whom, wanted)


def _facts(asked: int, taken: AcceptedQuestions, context: ToolContext) -> dict[str, Any]:
    made = len(taken.questions)
    facts: dict[str, Any] = {"asked": asked, "questions": made}
    key = "authoring.quiz.all" if made == asked else "authoring.quiz.short"
    facts["message"] = text(context.language, key, made=made, asked=asked)
    if made < asked:
        facts["refused"] = taken.problems[:5]
    return facts


def plan_quiz(request: MakeRequest) -> dict[str, Any]:
    """Return the arguments for a request that is read by rule."""
    return {
        "topic": request.message[:1_000],
        "count": request.count("questions?|items?", "道|题|个题") or DEFAULT_COUNT,
        "types": [*request.kinds(_TYPE_PATTERNS)],
        "title": request.title,
        "language": request.material.language if request.sources else language_of(request.message),
        **({"from_files": True} if request.sources else {}),
    }


TOOL = register_tool(
    AgentTool(
        "generate_quiz_questions",
        "Make a quiz, test, survey or questionnaire. Say the topic, how many questions (1 to 50) and of which types; "
        "the questions are written for you, shown one by one, and checked. With `from_files` they are drawn from the "
        "person's files word by word. The result says how many are missing, if any are.",
        GenerateQuizQuestions,
        generate_quiz_questions,
        makes_artifacts=True,
        announce=quiz_complete_event,
        read=without_nulls,
        plan=plan_quiz,
    )
)
