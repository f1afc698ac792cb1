"""The router: what a message probably needs, guessed by a fast model under a schema, and judged by rules of ours.

No keyword decides anything: where the model is too weak to guess, words only lead to a question. A guess is only an
expectation: the proof, not the route, says what really happened.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.prompting import prompt
from inkwright.agent.tools import AgentTool
from inkwright.agent.word_routes import route_by_words
from inkwright.conversation.action import Doing
from inkwright.conversation.results import ClarifyPayload, Intent, Mode, RouterResult, Strategy
from inkwright.errors import GaveUp, ModelError
from inkwright.i18n import Language, text
from inkwright.llm.brain import Brain

ACTS_FROM: Final = 0.7
ASKS_FROM: Final = 0.4
"""From the first confidence on the guess is acted on; from the second on a guess that would make something is asked
about; below that the message is taken for talk.
"""

ACTIONABLE: Final[frozenset[str]] = frozenset({"quiz_generate", "content_create", "refine", "build_workflow"})
_MAKING: Final[frozenset[str]] = frozenset({"quiz_generate", "content_create", "refine"})

Flag = Literal["self_harm", "violence", "weapons", "illegal", "sexual_minors", "hate", "private_data", "malware"]

CHAT: Final = RouterResult(intent="chat_qa", confidence=0)
"""Where nobody can guess: the model talks, and reaches for a tool if one is needed."""


class Guess(BaseModel):
    """What the fast model says of a message."""

    model_config = ConfigDict(extra="forbid")

    intent: Intent
    confidence: float = Field(ge=0, le=1)
    expected_mode: Mode
    candidate_tools: list[Annotated[str, Field(max_length=64)]] = Field(default=[], max_length=8)
    model_tier: Literal["fast", "standard", "strong"] = "standard"
    strategy: Strategy = "direct_generate"
    refines: Annotated[str, Field(max_length=80)] | None = None
    question: Annotated[str, Field(max_length=500)] | None = None
    options: list[Annotated[str, Field(max_length=120)]] = Field(default=[], max_length=6)
    safety_flags: list[Flag] = Field(default=[], max_length=4)


@dataclass(frozen=True, slots=True)
class Told:
    """What the router knows of a message. `has_asked`: a question of the router's was answered already, and `chosen`
    is what was chosen.
    """

    message: str
    language: Language
    talk: str = ""
    attached: tuple[str, ...] = ()
    has_asked: bool = False
    chosen: str = ""


async def route_message(brain: Brain, told: Told, tools: Sequence[AgentTool]) -> RouterResult:
    """The route of a message. A model too weak to guess is not asked, and a guess that cannot be had is none."""
    if brain.model.abilities.is_weak:
        chosen = told.chosen if told.has_asked else None
        return (route_by_words(told.message, told.language, chosen) if tools else None) or CHAT
    try:
        guess = await brain.decide(_question(told, tools), Guess)
    except (ModelError, GaveUp):
        return CHAT
    return settled(guess, told, tools)


def doing_of(route: RouterResult, *, has_asked: bool) -> Doing:
    """What is about to be done on a route, as it is told to the person."""
    if route.safety_flags:
        return "refuse"
    if route.clarify is not None and not has_asked:
        return "clarify"
    if route.intent == "build_workflow":
        return "build"
    return "artifact" if route.expected_mode == "artifact" else "chat"


def settled(guess: Guess, told: Told, tools: Sequence[AgentTool]) -> RouterResult:
    """The guess as a route: sure enough to act on, worth a question, or talk."""
    if guess.safety_flags:
        return _route(guess, tools)
    if guess.intent == "clarify" or guess.expected_mode == "clarify":
        return _route(guess, tools) if told.has_asked else _asking(guess, told, tools)
    if guess.confidence >= ACTS_FROM or guess.intent not in ACTIONABLE:
        return _route(guess, tools)
    if guess.confidence >= ASKS_FROM:
        sure = guess.model_copy(update={"confidence": max(guess.confidence, 0.8)})
        return _route(sure, tools) if told.has_asked else _asking(sure, told, tools)
    return CHAT


def _route(guess: Guess, tools: Sequence[AgentTool]) -> RouterResult:
    """What a guess comes to. The mode follows from the intent: a model may contradict itself."""
    known = {tool.name for tool in tools if not tool.is_base}
    makes = guess.intent in _MAKING
    return RouterResult(
        intent=guess.intent if guess.intent != "clarify" else "chat_qa",
        confidence=guess.confidence,
        candidate_tools=tuple(dict.fromkeys(name for name in guess.candidate_tools if name in known)) if makes else (),
        model_tier=guess.model_tier,
        expected_mode="artifact" if makes else "answer",
        strategy=guess.strategy,
        safety_flags=tuple(guess.safety_flags),
        refines=guess.refines if guess.intent == "refine" else None,
    )


def _asking(guess: Guess, told: Told, tools: Sequence[AgentTool]) -> RouterResult:
    """The route that begins with a question: the model's own, or ours where it has none."""
    question = (guess.question or "").strip() or text(told.language, "route.question")
    options = [option for option in dict.fromkeys(map(str.strip, guess.options)) if option]
    clarify = ClarifyPayload(question=question, options=options or None)
    changes = {"intent": guess.intent, "clarify": clarify, "strategy": "ask_one_question"}
    return _route(guess, tools).model_copy(update=changes)


def _question(told: Told, tools: Sequence[AgentTool]) -> str:
    listed = "\n".join(f"- {tool.name}: {tool.description}" for tool in tools if not tool.is_base)
    parts = [prompt("route", told.language).replace("{tools}", listed)]
    if told.talk:
        parts.append(text(told.language, "turn.talk", talk=told.talk))
    if told.attached:
        parts.append(text(told.language, "turn.attached", names=", ".join(told.attached)))
    parts.append(text(told.language, "route.message", message=told.message))
    return "\n\n".join(parts)
