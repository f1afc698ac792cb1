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
from inkwright.parsing.chinese_variants import simplify_requests
from inkwright.projects.phases import is_phase

_POLITE: Final = re.compile(
    r"(?:(?:请|好的?|可以|行|那么|那就|那|我们|咱们|现在"
    r"|ok(?:ay)?|yes|please|now|then|let['’]s|let us)[,，、]?\s{0,4}){1,4}",
    re.IGNORECASE,
)
_POLITE_END: Final = re.compile(r"\s{0,4}(?:吧|了|啦|[,，]?\s{0,4}(?:please|now|then))$", re.IGNORECASE)
_NEXT: Final = re.compile(
    r"继续|(?:进入|进行|前往|转到|到|去)?下一?(?:步|个?阶段)"
    r"|continue|advance|proceed|(?:go|move) on"
    r"|(?:(?:(?:go|move)(?: on)?|advance|proceed|continue) (?:to|with) )?(?:the )?next(?: (?:phase|step))?",
    re.IGNORECASE,
)
_GO_ON: Final = re.compile(r"继续|continue|proceed|advance|(?:go|move) on", re.IGNORECASE)
"""What may also mean the work that was begun."""
_LAST_SAID: Final = 300
_OFFERS_PHASE: Final = re.compile(
    r"阶段|进入|“继续”|「继续」|(?:说|回复|输入)继续|\bphase\b|[“\"']continue[”\"']|\bshall we (?:go|move) on\b",
    re.IGNORECASE,
)
_ENTER: Final = re.compile(
    r"(?:进入|前往|转到|转入|跳到|切换到|回到|返回"
    r"|(?:go|move|switch|skip|jump|return|advance|proceed)(?: on| back| over)? (?:to|into)|enter)\s{0,4}(\S.{0,60})"
    r"|(?:start|begin) (\S.{0,60} phase)",
    re.IGNORECASE,
)
_UNDO: Final = re.compile(
    r"(?:撤[销消回]|恢复|还原)(?:一下|上一步|刚才的?(?:修改|改动)?|最近一?次的?(?:修改|改动)?|这次的?(?:修改|改动)?)?"
    r"|undo(?: (?:it|that|this|that one|the last (?:one|change|edit)))?(?: (?:as well|too|again|please))?",
    re.IGNORECASE,
)
_READ: Final = re.compile(r"(?:阅读|查看|读取|打开|显示|read|show|open)\s{0,4}[@＠](\S.{0,300})", re.IGNORECASE)
_END: Final = " \t\n。.!！"


def parse_command(message: str) -> PlannedCall | None:
    """Return the call that a message means as a whole; None if it is not a command."""
    words = _without_politeness(message)
    if read := _READ.fullmatch(words):
        return PlannedCall("read_field", {"field_name": _as_written(read[1], message)})
    words = _POLITE_END.sub("", words)
    if _UNDO.fullmatch(words):
        return PlannedCall("undo_change", {})
    if _NEXT.fullmatch(words):
        return PlannedCall("advance_to_phase", {})
    if entered := _ENTER.fullmatch(words):
        phase = (entered[1] or entered[2]).strip()
        return PlannedCall("advance_to_phase", {"target_phase": phase}) if is_phase(phase) else None
    return None


def _without_politeness(message: str) -> str:
    words = simplify_requests(" ".join(message.strip(_END).split()))
    polite = _POLITE.match(words)
    return words[polite.end() :] if polite else words


def _words_of(message: str) -> str:
    return _POLITE_END.sub("", _without_politeness(message))


def _as_written(found: str, message: str) -> str:
    """Return the end of the message that was found in its simplified form."""
    return " ".join(message.strip(_END).split())[-len(found) :]


def belongs_to_project(message: str, services: TurnServices) -> bool:
    """Whether the content agent takes a message in a project: any with a capable model, a command without one."""
    return not services.model.abilities.is_weak or parse_command(message) is not None


def command_runner(route: RouterResult, message: str, model: Model, last_said: str = "") -> "CommandRunner | None":
    """Return what runs a command: if the model is weak, if the door that sent it names its tool, or if the message
    leaves nothing to decide. "Continue" alone leaves nothing to decide after the agent has offered the next phase in
    `last_said`, or has said nothing yet; otherwise it may mean any work, and a capable model knows which.
    """
    call = parse_command(message) if route.intent == PROJECT_INTENT else None
    if call is None or call.tool == "read_field":
        is_run = call is not None and (bool(route.candidate_tools) or model.abilities.is_weak)
    else:
        is_vague = call.tool == "advance_to_phase" and _GO_ON.fullmatch(_words_of(message)) is not None
        is_clear = not is_vague or not last_said or _OFFERS_PHASE.search(last_said[-_LAST_SAID:]) is not None
        is_run = bool(route.candidate_tools) or model.abilities.is_weak or is_clear
    return CommandRunner(model, call, language_of(message)) if call is not None and is_run else None


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
        if self._call.tool == "undo_change":
            names = [str(each.get("name", "")) for each in facts.get("changes", [])]
            return text(self._language, "content.command.undone", names=text(self._language, "receipt.and").join(names))
        if self._call.tool == "advance_to_phase":
            return text(self._language, "content.command.entered", phase=facts.get("name", ""))
        return str(facts.get("text") or text(self._language, "content.command.empty", name=facts.get("name", "")))
