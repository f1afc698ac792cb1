"""Plan tool calls by rule if the model is too weak or unreachable, and ask the person before a weak model tries."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from inkwright.agent.deliverables import deliverable_of_tool
from inkwright.agent.make_requests import MakeRequest
from inkwright.agent.services import TurnServices
from inkwright.agent.tool_offer import ToolOffer
from inkwright.agent.tools import AgentTool
from inkwright.artifacts.text import one_line
from inkwright.conversation.asks import AnsweredAsk, AskDraft, AskOption, AskQuestion
from inkwright.conversation.turns import RouterResult
from inkwright.errors import ModelUnavailable, PlanFailed, TextLacks
from inkwright.grounding.source import Source
from inkwright.i18n import Language, Reason, error_message, language_of, text
from inkwright.llm.models import Abilities, CallPiece, Model, PieceListener, Reply, Request, ToolCall, ignore_piece
from inkwright.llm.providers import Tier

TOO_SMALL_QUESTION: Final = "too_small"
TRY_ANYWAY: Final = "try"
_OTHER_WAYS: Final = ("file", "model")


def too_small_ask(model: str, language: Language) -> AskDraft:
    """Return the question whether a model that is too weak should try."""
    options = tuple(
        AskOption(label=text(language, f"too_small.{value}"), value=value) for value in (*_OTHER_WAYS, TRY_ANYWAY)
    )
    question = AskQuestion(
        id=TOO_SMALL_QUESTION,
        question=text(language, "too_small.question"),
        options=options,
        recommended=_OTHER_WAYS[0],
        allow_freeform=False,
    )
    title = text(language, "too_small.title", model=model)
    return AskDraft(kind="clarification", title=title, questions=(question,))


def too_small_answer(agreed: Sequence[AnsweredAsk]) -> str | None:
    """Return the person's answer to that question; None if they were not asked, empty if they did not answer."""
    for each in agreed:
        if any(question.id == TOO_SMALL_QUESTION for question in each.ask.questions):
            return next((given.value for given in each.answer.answers if given.id == TOO_SMALL_QUESTION), "") or ""
    return None


def other_ways_text(language: Language) -> str:
    """Return what the person can do instead."""
    return text(language, "too_small.how")


RULE_MODEL_NAME: Final = "rule"


@dataclass(frozen=True, slots=True)
class PlannedCall:
    """A tool call that is planned by rule."""

    tool: str
    arguments: Mapping[str, Any]


def plannable_tools(route: RouterResult | None, tools: Sequence[AgentTool]) -> list[AgentTool]:
    """Return the tools of a route that can be called by rule, in its order; none unless it leads to an artifact."""
    if route is None or route.expected_mode != "artifact":
        return []
    known = {tool.name: tool for tool in tools if tool.plan is not None}
    return [known[name] for name in dict.fromkeys(route.candidate_tools) if name in known]


def plan_calls(tools: Sequence[AgentTool], request: MakeRequest) -> list[PlannedCall]:
    """Return a call of each tool that can be called by rule, in their order. If the text lacks what each of them needs,
    raise the TextLacks of the first.
    """
    calls: list[PlannedCall] = []
    lacking: list[TextLacks] = []
    for tool in tools:
        if tool.plan is not None:
            try:
                calls.append(PlannedCall(tool.name, tool.plan(request)))
            except TextLacks as problem:
                lacking.append(problem)
    if lacking and not calls:
        raise lacking[0]
    return calls


class NoModel:
    """Takes the place of a model where there is none; every request to it fails."""

    name: Final = RULE_MODEL_NAME
    abilities: Final = Abilities(is_weak=True)

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        """Raise ModelUnavailable."""
        del request, hear
        raise ModelUnavailable(model=RULE_MODEL_NAME, problem=Reason("reason.usecases.no_model"))


class RulePlanner:
    """Takes the place of a model in a run: calls one planned tool after the other, then delivers what they made.

    All other requests go to the model itself. So a turn has the same verification and events with and without a capable
    model. `remark` is added to the delivery.
    """

    def __init__(self, model: Model, steps: Sequence[PlannedCall], language: Language, remark: str = "") -> None:
        self.name = model.name
        self.abilities = Abilities(is_weak=True, context_tokens=model.abilities.context_tokens)
        self._model = model
        self._steps = [*steps]
        self._language = language
        self._remark = remark
        self._index = 0
        self._made: list[str] = []
        self._reports: list[str] = []

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        """Return the next call, or the delivery. If nothing could be made, raise PlanFailed with the reasons."""
        if not request.tools:
            return await self._model.reply(request, hear)
        if self._index:
            self._take(self._steps[self._index - 1].tool, request.messages[-1])
        call = self._next()
        hear(CallPiece(0, call.name, call.arguments))
        return Reply("", calls=(call,), finish="calls", model=self.name)

    def _next(self) -> ToolCall:
        if self._index < len(self._steps):
            step = self._steps[self._index]
            self._index += 1
            return ToolCall(f"step_{self._index}", step.tool, _arguments_json(step.arguments))
        if not self._made:
            raise PlanFailed(problem=" ".join(self._reports).rstrip(" .。"))
        message = "\n\n".join(filter(None, [*self._reports, self._remark]))
        return ToolCall("delivery", "deliver", _arguments_json({"message": message, "artifacts": self._made}))

    def _take(self, tool: str, message: Mapping[str, Any]) -> None:
        """Note what the last call made, or why it made nothing."""
        content = str(message.get("content"))
        try:
            facts = json.loads(content)
            made = [artifact["id"] for artifact in facts["verified_artifacts"]]
            names = ", ".join(str(artifact.get("name", "")) for artifact in facts["verified_artifacts"])
        except (ValueError, KeyError, TypeError):
            self._reports.append(one_line(content))
            return
        self._made += made
        self._reports.append(str(facts.get("message") or self._made_text(tool) or names))

    def _made_text(self, tool: str) -> str:
        deliverable = deliverable_of_tool(tool)
        return deliverable.text(self._language, "made") if deliverable else ""


def _arguments_json(arguments: Mapping[str, Any]) -> str:
    return json.dumps(arguments, ensure_ascii=False)


@dataclass
class TurnModels:
    """The models of a turn. `stand_in` replaces all of them after they could not be reached."""

    services: TurnServices
    stand_in: Model | None = None

    @property
    def model(self) -> Model:
        """The model that tools use."""
        return self.stand_in or self.services.model

    def model_of(self, tier: Tier) -> Model:
        """Return the model of a tier."""
        return self.stand_in or self.services.model_of(tier)

    async def model_for(
        self, offer: ToolOffer, message: str, sources: Callable[[], Awaitable[tuple[Source, ...]]]
    ) -> Model:
        """Return the model that works with these tools: a rule planner if the model is too weak and the tools can be
        planned.
        """
        model = self.model_of(offer.route.model_tier)
        planned = plannable_tools(offer.route, offer.tools)
        if not planned or not model.abilities.is_weak:
            return model
        request = MakeRequest(message, await sources(), self.services.pictures)
        language = language_of(message)
        try:
            steps = await asyncio.to_thread(plan_calls, planned, request)
        except TextLacks as problem:
            raise PlanFailed(problem=error_message(language, problem).rstrip(" .。")) from problem
        # Without files the person asked it to try; passing the checks does not make its text trustworthy.
        remark = "" if request.sources else text(language, "too_small.written", model=model.name)
        return RulePlanner(model, steps, language, remark)
