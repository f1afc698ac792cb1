"""The router: what a message probably needs, guessed by a fast model or by keywords, and checked by rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.deliverables import DELIVERABLES
from inkwright.agent.intents import deliverables_in, is_clear_request, requested_item, route_for
from inkwright.agent.prompt_files import agent_prompt
from inkwright.agent.receipts import thing_of
from inkwright.agent.rule_answers import is_for_rules
from inkwright.agent.tools import AgentTool
from inkwright.conversation.payloads import ActionKind
from inkwright.conversation.turns import ClarifyPayload, Intent, Mode, RequestedItem, RouterResult, Strategy
from inkwright.errors import GaveUp, ModelError, ModelTimedOut
from inkwright.i18n import Language, text
from inkwright.llm.brain import Brain

ONLY_TALK: Final = "talk"
_SEPARATOR: Final = "+"
"""Between the names of deliverables in the value of an option."""


def route_by_keywords(message: str, language: Language, chosen: str | None) -> RouterResult | None:
    """Return the route the person chose, or that of a clear request; a question, if the message may ask to make
    something; or None: talk.
    """
    if chosen is not None:
        names = _chosen_deliverables(chosen)
        return route_for(names, message) if names else None
    if is_for_rules(message):
        return None
    meant = deliverables_in(message)
    if not meant:
        return None
    if is_clear_request(message):
        return route_for(meant, message)
    single = [(name,) for name in (*meant, *(name for name in DELIVERABLES if name not in meant))]
    choices = dict.fromkeys([meant, *single])
    clarify = ClarifyPayload(
        question=text(language, "route.which_thing"),
        options=[*(_label(names, language) for names in choices), text(language, "route.only_talk")],
        values=[*(_SEPARATOR.join(names) for names in choices), ONLY_TALK],
    )
    return RouterResult(intent="clarify", confidence=0.5, clarify=clarify, strategy="ask_one_question")


def _label(names: Sequence[str], language: Language) -> str:
    return " + ".join(DELIVERABLES[name].text(language, "label") for name in names)


def _chosen_deliverables(chosen: str) -> tuple[str, ...]:
    """Return the deliverables of an option's value; of the person's own words, the ones they name."""
    names = tuple(chosen.split(_SEPARATOR))
    if all(name in DELIVERABLES for name in names):
        return names
    # The question was what to make, so the name of a deliverable is enough.
    return () if chosen == ONLY_TALK else deliverables_in(f"make: {chosen}")


ACT_CONFIDENCE: Final = 0.7
ASK_CONFIDENCE: Final = 0.4
"""A guess with at least the first confidence is acted on. With at least the second one, the person is asked before
something is made. Below that, the message is taken for talk.
"""

ACTIONABLE_INTENTS: Final[frozenset[str]] = frozenset({"quiz_generate", "content_create", "refine", "build_workflow"})
_MAKING_INTENTS: Final[frozenset[str]] = frozenset({"quiz_generate", "content_create", "refine"})

SafetyFlag = Literal["self_harm", "violence", "weapons", "illegal", "sexual_minors", "hate", "private_data", "malware"]

CHAT_ROUTE: Final = RouterResult(intent="chat_qa", confidence=0)
"""The route if nothing can be guessed: the model talks, and calls a tool if it needs one."""


class GuessedItem(BaseModel):
    """One thing that the message asks to be made."""

    model_config = ConfigDict(extra="forbid")

    thing: Annotated[str, Field(max_length=64)]
    count: int | None = Field(default=None, ge=1, le=1000)


class RouteGuess(BaseModel):
    """The guess of the fast model."""

    model_config = ConfigDict(extra="forbid")

    intent: Intent
    confidence: float = Field(ge=0, le=1)
    expected_mode: Mode
    candidate_tools: list[Annotated[str, Field(max_length=64)]] = Field(default=[], max_length=8)
    requested: list[GuessedItem] = Field(default=[], max_length=8)
    model_tier: Literal["fast", "standard", "strong"] = "standard"
    strategy: Strategy = "direct_generate"
    refines: Annotated[str, Field(max_length=80)] | None = None
    question: Annotated[str, Field(max_length=500)] | None = None
    options: list[Annotated[str, Field(max_length=120)]] = Field(default=[], max_length=6)
    safety_flags: list[SafetyFlag] = Field(default=[], max_length=4)


@dataclass(frozen=True, slots=True)
class RouterInput:
    """What the router knows about a message. `has_asked`: the person has answered a question of the router, with
    `chosen`.
    """

    message: str
    language: Language
    talk: str = ""
    attached: tuple[str, ...] = ()
    has_asked: bool = False
    chosen: str = ""


async def route_message(
    brain: Brain, given: RouterInput, tools: Sequence[AgentTool], *, has_other_model: bool = True
) -> RouterResult:
    """Return the route of a message. A weak model is not asked; if guessing fails, the message is talk.

    A model that took too long is an error unless there is another one for the talk: the person has waited for it once.
    """
    if brain.model.abilities.is_weak:
        chosen = given.chosen if given.has_asked else None
        return (route_by_keywords(given.message, given.language, chosen) if tools else None) or CHAT_ROUTE
    try:
        guess = await brain.decide(_router_prompt(given, tools), RouteGuess)
    except (ModelError, GaveUp) as error:
        if not has_other_model and isinstance(error, ModelTimedOut):
            raise
        return CHAT_ROUTE
    route = route_from_guess(guess, given, tools)
    return route.model_copy(update={"requested": _requested_items(guess, route, given.message, tools)})


def _requested_items(
    guess: RouteGuess, route: RouterResult, message: str, tools: Sequence[AgentTool]
) -> tuple[RequestedItem, ...]:
    """Return what to make: the guessed things that exist; or else the one thing that the message names."""
    if route.expected_mode != "artifact" or route.refines:
        makers = set()
    else:
        makers = {tool.name for tool in tools if tool.makes_artifacts}
    known = {*makers, *(name for name, each in DELIVERABLES.items() if makers.intersection(each.tools))}
    items = [
        requested_item(thing_of(each.thing), message, each.count) for each in guess.requested if each.thing in known
    ]
    named = [name for name in deliverables_in(message) if name in known]
    if not items and len(named) == 1:
        items = [requested_item(named[0], message)]
    return tuple(items)


def action_kind(route: RouterResult, *, has_asked: bool) -> ActionKind:
    """Return what is about to happen on a route, to show to the person."""
    if route.safety_flags:
        return "refuse"
    if route.clarify is not None and not has_asked:
        return "clarify"
    if route.intent == "build_workflow":
        return "build"
    return "artifact" if route.expected_mode == "artifact" else "chat"


def route_from_guess(guess: RouteGuess, given: RouterInput, tools: Sequence[AgentTool]) -> RouterResult:
    """Convert a guess to a route: confident enough to act on, worth a question, or talk."""
    if guess.safety_flags:
        return _confident_route(guess, tools)
    if guess.intent == "clarify" or guess.expected_mode == "clarify":
        return _confident_route(guess, tools) if given.has_asked else _clarifying_route(guess, given, tools)
    if guess.confidence >= ACT_CONFIDENCE or guess.intent not in ACTIONABLE_INTENTS:
        return _confident_route(guess, tools)
    if guess.confidence >= ASK_CONFIDENCE:
        sure = guess.model_copy(update={"confidence": max(guess.confidence, 0.8)})
        return _confident_route(sure, tools) if given.has_asked else _clarifying_route(sure, given, tools)
    return CHAT_ROUTE


def _confident_route(guess: RouteGuess, tools: Sequence[AgentTool]) -> RouterResult:
    """Return the route of a confident guess. The mode follows from the intent: a model may contradict itself."""
    known = {tool.name for tool in tools if not tool.is_base}
    makes = guess.intent in _MAKING_INTENTS
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


def _clarifying_route(guess: RouteGuess, given: RouterInput, tools: Sequence[AgentTool]) -> RouterResult:
    """Return a route that starts with a question: the model's, or a standard one."""
    question = (guess.question or "").strip() or text(given.language, "route.question")
    options = [option for option in dict.fromkeys(map(str.strip, guess.options)) if option]
    clarify = ClarifyPayload(question=question, options=options or None)
    changes = {"intent": guess.intent, "clarify": clarify, "strategy": "ask_one_question"}
    return _confident_route(guess, tools).model_copy(update=changes)


def _router_prompt(given: RouterInput, tools: Sequence[AgentTool]) -> str:
    listed = "\n".join(f"- {tool.name}: {tool.description}" for tool in tools if not tool.is_base)
    things = ", ".join(DELIVERABLES)
    parts = [agent_prompt("route", given.language).replace("{tools}", listed).replace("{things}", things)]
    if given.talk:
        parts.append(text(given.language, "turn.talk", talk=given.talk))
    if given.attached:
        parts.append(text(given.language, "turn.attached", names=", ".join(given.attached)))
    parts.append(text(given.language, "route.message", message=given.message))
    return "\n\n".join(parts)
