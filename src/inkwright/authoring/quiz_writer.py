"""Write the questions of a quiz; each is parsed, linted and reported as soon as it is streamed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from inkwright.artifacts.quizzes.compare import fold_text
from inkwright.artifacts.quizzes.lint import lint_question
from inkwright.artifacts.quizzes.load import question_from_value
from inkwright.artifacts.quizzes.model import Question, as_json
from inkwright.authoring.context import AuthorContext
from inkwright.errors import GaveUp, InvalidOption, ModelError
from inkwright.i18n import text
from inkwright.llm.models import Piece, Request, StartedOver, TextPiece
from inkwright.parsing import JsonStream
from inkwright.parsing.json_stream import ItemDone

QUIZ_ROUNDS: Final = 3
_MAX_PROBLEMS: Final = 6
_QUESTIONS: Final = "questions"


@dataclass(frozen=True, slots=True)
class QuizRequest:
    """The requested quiz. `types` are the allowed question types, all if empty."""

    topic: str
    count: int
    types: tuple[str, ...] = ()
    difficulty: str = ""
    for_whom: str = ""
    context: str = ""


class SmallQuestion(BaseModel):
    """A question short enough for a weak model."""

    model_config = ConfigDict(extra="forbid")

    question: str = Field(min_length=10, max_length=200)
    options: list[Annotated[str, Field(min_length=1, max_length=60)]] = Field(min_length=4, max_length=4)
    right: Literal[1, 2, 3, 4]


@dataclass(slots=True)
class AcceptedQuestions:
    """The accepted questions, and the problems of rejected ones."""

    questions: list[Question] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


async def write_questions(
    context: AuthorContext, request: QuizRequest, found: Callable[[int, Question], None]
) -> AcceptedQuestions:
    """Write the requested number of questions, or fewer after several rounds.

    `found` is called with each question and its index. A model error is raised before the first question; otherwise
    the questions so far are returned.
    """
    context.need_a_writer()
    accepted = AcceptedQuestions()
    for _ in range(QUIZ_ROUNDS):
        if len(accepted.questions) >= request.count:
            break
        try:
            await _Round(context, request, accepted, found).run()
        except (ModelError, GaveUp) as problem:
            if not accepted.questions:
                raise
            accepted.problems.append(str(problem))
            break
    return accepted


class _Round:
    """One request for the missing questions."""

    def __init__(
        self,
        context: AuthorContext,
        request: QuizRequest,
        accepted: AcceptedQuestions,
        found: Callable[[int, Question], None],
    ) -> None:
        self._context = context
        self._request = request
        self._accepted = accepted
        self._found = found
        self._stream = JsonStream()
        self._items = 0

    async def run(self) -> None:
        """Request all missing questions in one stream; ask a weak model for short questions one by one."""
        if self._context.brain.model.abilities.is_weak:
            for _ in range(self._request.count - len(self._accepted.questions)):
                self._take(await self._small_question())
            return
        prompt = self._prompt()
        self._accepted.problems.clear()
        request = Request([{"role": "user", "content": prompt}], may_think=False, subject="questions")
        before = len(self._accepted.questions)
        reply = await self._context.brain.model.reply(request, self._receive)
        # Items that the stream missed, because the reply is damaged, are read from the whole reply.
        result = self._stream.close(allow_partial=True)
        content: Any = result.get("content") if result["status"] == "success" else None
        items = content.get(_QUESTIONS) if isinstance(content, dict) else content
        for item in items[self._items :] if isinstance(items, list) else ():
            self._take(item)
        if result["status"] != "success" and not self._items:
            self._accepted.problems.append(str(result.get("feedback", "")))
        problems = " ".join(self._accepted.problems)
        if len(self._accepted.questions) > before:
            reply.accept(problems)
        else:
            reply.refuse(problems or "no questions")

    async def _small_question(self) -> dict[str, Any]:
        accepted = "\n".join(f"- {each.question[:120]}" for each in self._accepted.questions)
        prompt = self._context.prompt("small_question", topic=self._request.topic, taken=accepted)
        small = await self._context.brain.think(prompt, SmallQuestion)
        return {
            "questionType": "SINGLE_CHOICE",
            "question": small.question,
            "options": small.options,
            "correctAnswer": "ABCD"[small.right - 1],
        }

    def _receive(self, piece: Piece) -> None:
        if isinstance(piece, StartedOver):
            self._stream, self._items = JsonStream(), 0
        elif isinstance(piece, TextPiece):
            for event in self._stream.feed(piece.text):
                if isinstance(event, ItemDone) and event.path[:-1] in ((_QUESTIONS,), ()):
                    self._items += 1
                    self._take(event.value)

    def _take(self, given: Any) -> None:
        """Accept and report a valid question; record the problem of an invalid one for the next round."""
        questions = self._accepted.questions
        if len(questions) >= self._request.count:
            return
        try:
            question = question_from_value(given)
        except InvalidOption as problem:
            self._accepted.problems.append(str(problem.fields["allowed"]))
            return
        if wrong := self._problem(question):
            self._accepted.problems.append(wrong)
            return
        number = len(questions) + 1
        question = question.model_copy(update={"id": f"q{number}", "order": number})
        questions.append(question)
        self._context.say("question", number=number, count=self._request.count)
        self._found(number - 1, question)

    def _problem(self, question: Question) -> str:
        """Return why a question is rejected, or an empty string."""
        stem, language = fold_text(question.question), self._context.language
        if any(fold_text(each.question) == stem for each in self._accepted.questions):
            return text(language, "authoring.quiz.twice", question=question.question[:80])
        if self._request.types and question.question_type not in self._request.types:
            return text(language, "authoring.quiz.type", type=question.question_type)
        errors = [each for each in lint_question(question) if each.severity == "error"]
        return f"{question.question[:80]}: {errors[0].message(language)} {errors[0].fix(language)}" if errors else ""

    def _prompt(self) -> str:
        request, accepted = self._request, self._accepted
        return self._context.prompt(
            "quiz",
            topic=request.topic,
            count=request.count - len(accepted.questions),
            types=", ".join(request.types),
            difficulty=request.difficulty,
            for_whom=request.for_whom,
            context=request.context,
            taken="\n".join(f"- {each.question[:120]}" for each in accepted.questions),
            problems="\n".join(f"- {each}" for each in accepted.problems[-_MAX_PROBLEMS:]),
            sources=self._context.drawn_on(request.topic),
        )


async def rewrite_question(
    bench: AuthorContext, present: Question | None, others: Sequence[str], wanted: str
) -> Question:
    """Write one question as requested, to replace an existing one if given."""
    bench.need_a_writer()

    def problem(given: dict[str, Any]) -> str | None:
        try:
            question = question_from_value(given)
        except InvalidOption as error:
            return str(error.fields["allowed"])
        errors = [each for each in lint_question(question) if each.severity == "error"]
        return f"{errors[0].message(bench.language)} {errors[0].fix(bench.language)}" if errors else None

    written = "" if present is None else str(as_json(present))
    prompt = bench.prompt("question", present=written, others="\n".join(others), wanted=wanted)
    given: dict[str, Any] = await bench.brain.think(prompt, dict[str, Any], check=problem)
    return question_from_value(given)
