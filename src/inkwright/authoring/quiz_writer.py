"""Write the questions of a quiz: each is parsed, linted and shown as soon as it is streamed."""

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
    """What is asked for. `types` are those that may be used, all if there are none."""

    topic: str
    count: int
    types: tuple[str, ...] = ()
    difficulty: str = ""
    for_whom: str = ""
    context: str = ""


class SmallQuestion(BaseModel):
    """As much of a question as a weak model can hold together."""

    model_config = ConfigDict(extra="forbid")

    question: str = Field(min_length=10, max_length=200)
    options: list[Annotated[str, Field(min_length=1, max_length=60)]] = Field(min_length=4, max_length=4)
    right: Literal[1, 2, 3, 4]


@dataclass(slots=True)
class AcceptedQuestions:
    """The questions that are good, and what was wrong with others."""

    questions: list[Question] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


async def write_questions(
    bench: AuthorContext, wish: QuizRequest, found: Callable[[int, Question], None]
) -> AcceptedQuestions:
    """So many questions as are asked for, or fewer after some rounds. `found` is told of each, with its index.

    An error of the model is raised where there is no question yet; else what is there is kept.
    """
    bench.need_a_writer()
    taken = AcceptedQuestions()
    for _ in range(QUIZ_ROUNDS):
        if len(taken.questions) >= wish.count:
            break
        try:
            await _Round(bench, wish, taken, found).run()
        except (ModelError, GaveUp) as problem:
            if not taken.questions:
                raise
            taken.problems.append(str(problem))
            break
    return taken


class _Round:
    """One request for the questions that are missing."""

    def __init__(
        self, bench: AuthorContext, wish: QuizRequest, taken: AcceptedQuestions, found: Callable[[int, Question], None]
    ) -> None:
        self._bench = bench
        self._wish = wish
        self._taken = taken
        self._found = found
        self._stream = JsonStream()
        self._items = 0

    async def run(self) -> None:
        """Ask for all that are missing in one stream; a weak model for one after the other, in a small form."""
        if self._bench.brain.model.abilities.is_weak:
            for _ in range(self._wish.count - len(self._taken.questions)):
                self._take(await self._small_question())
            return
        prompt = self._prompt()
        self._taken.problems.clear()
        request = Request([{"role": "user", "content": prompt}], may_think=False)
        await self._bench.brain.model.reply(request, self._hear)
        # What the stream could not tell, because the reply is damaged, is read from the whole.
        result = self._stream.close(allow_partial=True)
        content: Any = result.get("content") if result["status"] == "success" else None
        items = content.get(_QUESTIONS) if isinstance(content, dict) else content
        for item in items[self._items :] if isinstance(items, list) else ():
            self._take(item)
        if result["status"] != "success" and not self._items:
            self._taken.problems.append(str(result.get("feedback", "")))

    async def _small_question(self) -> dict[str, Any]:
        taken = "\n".join(f"- {each.question[:120]}" for each in self._taken.questions)
        prompt = self._bench.prompt("small_question", topic=self._wish.topic, taken=taken)
        small = await self._bench.brain.think(prompt, SmallQuestion)
        return {
            "questionType": "SINGLE_CHOICE",
            "question": small.question,
            "options": small.options,
            "correctAnswer": "ABCD"[small.right - 1],
        }

    def _hear(self, piece: Piece) -> None:
        if isinstance(piece, StartedOver):
            self._stream, self._items = JsonStream(), 0
        elif isinstance(piece, TextPiece):
            for event in self._stream.feed(piece.text):
                if isinstance(event, ItemDone) and event.path[:-1] in ((_QUESTIONS,), ()):
                    self._items += 1
                    self._take(event.value)

    def _take(self, given: Any) -> None:
        """A question that is good is told; what is wrong with another is kept for the next round."""
        questions = self._taken.questions
        if len(questions) >= self._wish.count:
            return
        try:
            question = question_from_value(given)
        except InvalidOption as problem:
            self._taken.problems.append(str(problem.fields["allowed"]))
            return
        if wrong := self._problem(question):
            self._taken.problems.append(wrong)
            return
        number = len(questions) + 1
        question = question.model_copy(update={"id": f"q{number}", "order": number})
        questions.append(question)
        self._bench.say("question", number=number, count=self._wish.count)
        self._found(number - 1, question)

    def _problem(self, question: Question) -> str:
        """Why a question is not taken; empty if it is."""
        stem, language = fold_text(question.question), self._bench.language
        if any(fold_text(each.question) == stem for each in self._taken.questions):
            return text(language, "authoring.quiz.twice", question=question.question[:80])
        if self._wish.types and question.question_type not in self._wish.types:
            return text(language, "authoring.quiz.type", type=question.question_type)
        errors = [each for each in lint_question(question) if each.severity == "error"]
        return f"{question.question[:80]}: {errors[0].message(language)} {errors[0].fix(language)}" if errors else ""

    def _prompt(self) -> str:
        wish, taken = self._wish, self._taken
        return self._bench.prompt(
            "quiz",
            topic=wish.topic,
            count=wish.count - len(taken.questions),
            types=", ".join(wish.types),
            difficulty=wish.difficulty,
            for_whom=wish.for_whom,
            context=wish.context,
            taken="\n".join(f"- {each.question[:120]}" for each in taken.questions),
            problems="\n".join(f"- {each}" for each in taken.problems[-_MAX_PROBLEMS:]),
            sources=self._bench.drawn_on(wish.topic),
        )


async def rewrite_question(
    bench: AuthorContext, present: Question | None, others: Sequence[str], wanted: str
) -> Question:
    """One question from what is wanted, and from the one in whose place it will stand."""
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
