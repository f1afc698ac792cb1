"""What a person can do in a project without a capable model: go to another phase, list the blocks, read one.

A command is recognised only if it is the whole message. Anything else needs a model.
"""

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from inkwright.agent.agent_profiles import PROJECT_INTENT
from inkwright.agent.rule_planner import PlannedCall
from inkwright.agent.services import TurnServices
from inkwright.conversation.turns import RouterResult
from inkwright.i18n import Language, language_of, text
from inkwright.llm.models import (
    Abilities,
    CallPiece,
    Model,
    PieceListener,
    Reply,
    Request,
    TextPiece,
    ToolCall,
    ignore_piece,
)
from inkwright.projects.phases import PHASE_ALIAS

_NEXT: Final = frozenset(
    {"继续", "下一步", "下一阶段", "进入下一阶段", "continue", "next", "next phase", "advance", "go on"}
)
_ENTER: Final = re.compile(r"(?:进入|前往|转到|跳到|go to|enter|advance to)\s{0,4}(\S.{0,60})", re.IGNORECASE)
_READ: Final = re.compile(r"(?:阅读|查看|读取|打开|显示|read|show|open)\s{0,4}@?(\S.{0,300})", re.IGNORECASE)
_END: Final = " \t\n。.!！"
_PHASE_WORDS: Final = ("阶段", " phase")


def parse_command(message: str) -> PlannedCall | None:
    """Return the call that a message means as a whole; None if it is not a command."""
    words = " ".join(message.strip(_END).split())
    if words.casefold() in _NEXT:
        return PlannedCall("advance_to_phase", {})
    if entered := _ENTER.fullmatch(words):
        phase = entered[1].strip()
        for ending in _PHASE_WORDS:
            phase = phase.removesuffix(ending)
        return PlannedCall("advance_to_phase", {"target_phase": phase}) if _is_phase(phase) else None
    if (read := _READ.fullmatch(words)) and "@" in words:
        return PlannedCall("read_field", {"field_name": read[1].strip()})
    return None


def _is_phase(name: str) -> bool:
    return "".join(name.casefold().replace("_", " ").replace("-", " ").split()) in PHASE_ALIAS


def belongs_to_project(message: str, services: TurnServices) -> bool:
    """Whether the content agent takes a message in a project: any with a capable model, a command without one."""
    return not services.model.abilities.is_weak or parse_command(message) is not None


def command_runner(route: RouterResult, message: str, model: Model) -> "CommandRunner | None":
    """Return what runs a command: if the model is weak, or if the door that sent it names its tool."""
    if route.intent != PROJECT_INTENT or not (route.candidate_tools or model.abilities.is_weak):
        return None
    call = parse_command(message)
    return CommandRunner(model, call, language_of(message)) if call else None


class CommandRunner:
    """Takes the place of a model in a run: calls the tool of a command, then reports what it returned."""

    def __init__(self, model: Model, call: PlannedCall, language: Language) -> None:
        self.name = model.name
        self.abilities = Abilities(is_weak=True, context_tokens=model.abilities.context_tokens)
        self._call = call
        self._language: Language = language
        self._has_called = False

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        """Return the call, and then the report."""
        if not self._has_called:
            self._has_called = True
            call = ToolCall("command", self._call.tool, json.dumps(dict(self._call.arguments), ensure_ascii=False))
            hear(CallPiece(0, call.name, call.arguments))
            return Reply("", calls=(call,), finish="calls", model=self.name)
        told = self._report(str(request.messages[-1].get("content")))
        hear(TextPiece(told))
        return Reply(told, model=self.name)

    def _report(self, content: str) -> str:
        try:
            facts: Mapping[str, Any] = json.loads(content)
        except ValueError:
            return content
        if self._call.tool == "advance_to_phase":
            return text(self._language, "content.command.entered", phase=facts.get("name", ""))
        return str(facts.get("text") or text(self._language, "content.command.empty", name=facts.get("name", "")))
