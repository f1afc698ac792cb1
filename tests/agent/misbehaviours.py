"""How models misbehave, each as a change of what a model says that behaves; composed over all golden requests."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal

from inkwright import ModelBusy, ReplyCut, ScriptedModel, ToolCall
from inkwright.llm.fallback import Chain
from inkwright.llm.models import Request
from inkwright.llm.scripted import ScriptedOutput, Stream
from tests.agent.golden_requests import Turn, call, made_in

When = Literal["first", "last", "always"]
WHENS: Final[tuple[When, ...]] = ("first", "last", "always")
CLAIM: Final = "CLAIM: your file is ready."
"""Stands in every lie, so that one that gets through is seen."""

QUESTIONS: Final = json.dumps(
    {
        "questions": [
            {"questionType": "TRUE_FALSE", "question": f"Statement {number} 是对的。", "correctAnswer": True}
            for number in range(3)
        ]
    }
)

WRITTEN: Final = {
    "questionType": QUESTIONS,
    "You plan an interactive page": json.dumps(
        {"elements": [{"id": "drops", "what": "how many drops there are"}, {"id": "more", "what": "adds a drop"}]}
    ),
    "the markup of an interactive page": '<h1>Drops</h1>\n<p id="drops">0</p>\n<button id="more">More</button>',
    "the styles of an interactive page": "h1 { color: teal }",
    "the script of an interactive page": "let n = 0; document.getElementById('more').onclick = () => {"
    " n += 1; document.getElementById('drops').textContent = n; };",
}
"""Replies of models that write instead of acting, by the content of the request."""

Wrong = Callable[[Request, ScriptedOutput], ScriptedOutput | BaseException]


def claims_without_making(request: Request, right: ScriptedOutput) -> ScriptedOutput:
    return call("deliver", message=CLAIM, artifacts=["art_" + "0" * 32])


def skips_the_tool(request: Request, right: ScriptedOutput) -> ScriptedOutput:
    return call("answer", message=CLAIM)


def malformed_arguments(request: Request, right: ScriptedOutput) -> ScriptedOutput:
    if isinstance(right, ToolCall):
        return ToolCall(right.id, right.name, right.arguments[: len(right.arguments) // 2])
    return ToolCall("x", "ui_request", '{"type": "clarification", "title": "x", "questions": [')


def unknown_tool(request: Request, right: ScriptedOutput) -> ScriptedOutput:
    return call("make_everything", topic="rain")


def wrong_counts(request: Request, right: ScriptedOutput) -> ScriptedOutput:
    """Names one more than there is."""
    return call("deliver", message=CLAIM, artifacts=[*made_in(request), "art_" + "1" * 32])


def cut_stream(request: Request, right: ScriptedOutput) -> ScriptedOutput:
    return Stream([CLAIM[:10], CLAIM[10:20]], ReplyCut(model="m", problem="the connection ended"))


def too_busy(request: Request, right: ScriptedOutput) -> BaseException:
    return ModelBusy(model="m", problem="429", retry_after=0)


def empty_reply(request: Request, right: ScriptedOutput) -> ScriptedOutput:
    return ""


def endless_tool_loop(request: Request, right: ScriptedOutput) -> ScriptedOutput:
    return call("list_artifacts")


def contradicting_status(request: Request, right: ScriptedOutput) -> ScriptedOutput:
    return [
        call("answer", message=f"Nothing was asked for. {CLAIM}"),
        ToolCall("other", "deliver", json.dumps({"message": CLAIM, "artifacts": []})),
    ]


def asks_in_prose(request: Request, right: ScriptedOutput) -> ScriptedOutput:
    return call("answer", message="Which colour would you like it in?") if request.tools else "Which colour?"


def asks_in_plain_text(request: Request, right: ScriptedOutput) -> ScriptedOutput:
    return "Before I begin: which colour would you like it in?"


MISBEHAVIOURS: Final[dict[str, Wrong]] = {
    wrong.__name__: wrong
    for wrong in (
        claims_without_making,
        skips_the_tool,
        malformed_arguments,
        unknown_tool,
        wrong_counts,
        cut_stream,
        too_busy,
        empty_reply,
        endless_tool_loop,
        contradicting_status,
        asks_in_prose,
        asks_in_plain_text,
    )
}


@dataclass
class Misbehaving:
    """A model that does what is right but for one thing: at its first step, at its last, or at every one."""

    turn: Turn
    wrong: Wrong
    when: When
    has_erred: bool = False
    lied: list[str] = field(default_factory=list)

    def __call__(self, request: Request) -> ScriptedOutput | BaseException:
        asked = str(request.messages[-1]["content"])
        if not request.tools and (request.schema is not None or any(mark in asked for mark in WRITTEN)):
            return self._decided(asked)
        right = self.turn.right(request)
        is_last = not isinstance(right, ToolCall) or right.name == "deliver"
        errs = {"first": not self.has_erred, "last": is_last and not self.has_erred, "always": True}[self.when]
        if not errs:
            return right
        self.has_erred = True
        return self.wrong(request, right)

    def _decided(self, asked: str) -> str:
        """What models say that do not act: they route, see a claim where there is one, and write."""
        for mark, written in WRITTEN.items():
            if mark in asked:
                return written
        return self.turn.guess()

    def model(self) -> Chain:
        """As it is used: a model that is busy, or is cut off, is asked again."""
        return Chain([ScriptedModel(self, judge=judge_claims)], tries=3, sleep=_at_once)


def judge_claims(request: Request) -> str:
    """See the claim where there is one."""
    lines = str(request.messages[-1]["content"]).rpartition("\n[1] ")[2].splitlines()
    false = [number for number, line in enumerate(lines, 1) if CLAIM.partition(" ")[2] in line]
    return json.dumps({"statements": [{"sentence": number, "proof": []} for number in false]})


async def _at_once(_: float) -> None:
    """No test waits."""
