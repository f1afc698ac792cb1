"""Quiz questions in an app: written by a model, or drawn from a text of the library word by word."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from inkwright.apps.blueprint import QuestionsNode
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.quizzes.model import Question, as_json
from inkwright.artifacts.vault import Verified
from inkwright.authoring.context import AuthorContext
from inkwright.authoring.extraction import extract_questions
from inkwright.authoring.quiz_writer import QuizRequest, write_questions
from inkwright.errors import GaveUp, InvalidOption, ModelError, TextLacks
from inkwright.grounding.questions.select import QuestionOptions
from inkwright.grounding.source import GroundedItem, Source
from inkwright.i18n import Language
from inkwright.llm.brain import Brain
from inkwright.llm.models import Model

_SEED: Final = 7
_MAX_MATERIAL: Final = 60_000


@dataclass(frozen=True, slots=True)
class QuestionMaterial:
    """What the questions are about: the topic, the points to practise, and a text if there is one."""

    topic: str
    focus: Sequence[str] = ()
    passages: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class WrittenQuestions:
    """The questions as JSON, and how many are missing. `left_out` is the code of the reason why there are none."""

    questions: list[dict[str, Any]] = field(default_factory=list)
    missing: int = 0
    left_out: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the questions as JSON."""
        return {"questions": self.questions, "missing": self.missing, "leftOut": self.left_out}


@dataclass(frozen=True, slots=True)
class _NodeCall:
    """Implements `AuthorCall` for a node: it writes, and stores nothing."""

    turn_id: str
    brain: Brain
    language: Language
    progress: Callable[[str], None] = lambda _message: None

    async def save(self, draft: Draft) -> Verified | tuple[Finding, ...]:
        raise InvalidOption(option="draft", value=draft.name, allowed="")

    async def read(self, artifact_id: str, name: str | None = None) -> bytes | None:
        del artifact_id, name
        return None


async def make_questions(
    node: QuestionsNode, material: QuestionMaterial, model: Model, language: Language
) -> WrittenQuestions:
    """Return the questions of a node: from the text by rule if the model is weak, else written by the model."""
    sources = tuple(
        Source(name=f"passage-{number}", text=each) for number, each in enumerate(material.passages, 1) if each.strip()
    )
    call = _NodeCall(node.id, Brain(model, purpose="write"), language)
    is_weak = model.abilities.is_weak
    context = AuthorContext(call, language, sources=sources, keeps_words=is_weak)
    try:
        made = await (_drawn if is_weak else _written)(context, node, material)
    except (ModelError, GaveUp):
        return WrittenQuestions(missing=node.count, left_out="model")
    except TextLacks:
        return WrittenQuestions(missing=node.count, left_out="material")
    if not made:
        return WrittenQuestions(missing=node.count, left_out="material" if is_weak else "model")
    return WrittenQuestions([as_json(each) for each in made], node.count - len(made))


async def _written(context: AuthorContext, node: QuestionsNode, material: QuestionMaterial) -> list[Question]:
    parts = [node.instruction, *material.focus, *material.passages]
    focus = "\n".join(part for part in parts if part)[:_MAX_MATERIAL]
    request = QuizRequest(material.topic, node.count, context=focus)
    accepted = await write_questions(context, request, lambda _index, _question: None)
    return accepted.questions[: node.count]


async def _drawn(context: AuthorContext, node: QuestionsNode, material: QuestionMaterial) -> list[Question]:
    if not context.sources:
        return []
    options = QuestionOptions(node.count, (), material.topic, _SEED)
    extracted = await extract_questions(context, options, _ignore)
    return list(extracted.made)


def _ignore(_question: GroundedItem[Question]) -> None:
    """Nothing is shown before all questions are there."""
