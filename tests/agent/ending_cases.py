"""Endings as data: what a person asked for, what really happened, and what the model says of it; played as turns."""

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict

from inkwright import ModelUnavailable, ScriptedModel, ToolCall
from inkwright.agent.judge import split_sentences
from inkwright.agent.tools import AgentTool, Evidence, Flawed, ToolContext
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.vault import Verified
from inkwright.artifacts.verification import Checker, KindChecker
from inkwright.clock import SystemClock
from inkwright.conversation.asks import Ask
from inkwright.conversation.changes import ChangeRef
from inkwright.conversation.events import AskOpened, Event
from inkwright.conversation.turns import Outcome, RequestedItem, RouterResult
from inkwright.i18n import LANGUAGES, text
from inkwright.ids import TimedIds
from inkwright.llm.models import Request
from inkwright.llm.scripted import ScriptedOutput
from inkwright.testing.memory_vault import MemoryVault
from inkwright.tools.ui_request import TOOL as UI_REQUEST_TOOL
from inkwright.usecases.turns import send_message
from tests.agent.golden_turns import text_of
from tests.agent.turn_services import OWNER, Stores

FOLDER: Final = Path(__file__).parent / "endings"
JudgeKind = Literal["perfect", "garbled", "none", "careless", "plausible", "bent", "terse"]
JUDGES: Final[tuple[JudgeKind, ...]] = ("perfect", "garbled", "none")
ALL_JUDGES: Final[tuple[JudgeKind, ...]] = (*JUDGES, "careless")
CONVERSATION: Final = "conv_ending"
_TEXTS: Final[dict[str, str]] = {}
"""The texts of the files that a case reads, by their names."""
Case = dict[str, Any]

KINDS: Final = {"slides": "pptx", "doc": "docx", "pdf": "pdf", "quiz": "quiz", "page": "html"}
UNITS: Final = {"slides": "slides", "doc": "pages", "pdf": "pages", "quiz": "questions", "page": "items"}
MAKERS: Final = {
    "slides": "generate_pptx",
    "doc": "generate_docx",
    "pdf": "render_pdf",
    "quiz": "generate_quiz_questions",
    "page": "generate_interactive_html",
}


def cases(name: str) -> list[Case]:
    """The cases of a file."""
    found: list[Case] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


class FileSpec(BaseModel):
    """What a tool of a case is told to do."""

    model_config = ConfigDict(extra="forbid")

    name: str = "file"
    thing: str = "doc"
    units: int | None = None
    changes: str | None = None
    problem: str | None = None
    version: int | None = None


async def make_file(given: FileSpec, context: ToolContext) -> Evidence | Flawed:
    """Make or change the file, or fail."""
    if given.problem is not None:
        raise OSError(given.problem)
    content = json.dumps([given.units, given.changes])
    kept = await context.save(file_draft(given.name, given.thing, content))
    return Evidence((kept,)) if isinstance(kept, Verified) else Flawed(kept)


def file_draft(name: str, thing: str, content: str) -> Draft:
    return Draft(KINDS[thing], name, name, {name: content.encode()})


async def read_file(given: FileSpec, context: ToolContext) -> Evidence:
    """Read a file of the person."""
    return Evidence(facts={"text": _TEXTS.get(given.name, f"The text of {given.name}.")})


async def change_block(given: FileSpec, context: ToolContext) -> Evidence:
    """Change a block of a project."""
    return Evidence(
        changes=(ChangeRef(id=f"blk_{given.name}", name=given.name, action="changed", version=given.version),)
    )


def tools() -> list[AgentTool]:
    """A maker for each thing, a tool that changes files, one that reads, and the one that asks."""
    makers = [AgentTool(name, "Makes it.", FileSpec, make_file, makes_artifacts=True) for name in MAKERS.values()]
    edit = AgentTool("edit_document", "Changes it.", FileSpec, make_file, makes_artifacts=True)
    read = AgentTool("read_attachment", "Reads.", FileSpec, read_file, is_base=True)
    block = AgentTool(
        "update_field", "Changes a block.", FileSpec, change_block, is_base=True, changes=lambda given: given.name
    )
    return [*makers, edit, read, block, UI_REQUEST_TOOL]


def _checker(thing: str) -> Checker:
    def units(draft: Draft) -> dict[str, int]:
        count = json.loads(draft.main)[0]
        return {} if count is None else {UNITS[thing]: count}

    def check(_draft: Draft) -> list[Finding]:
        return []

    return KindChecker(check, units)


def stores_of_cases() -> Stores:
    """Stores whose vault keeps every file, and counts what it is told."""
    checkers = {KINDS[thing]: _checker(thing) for thing in KINDS}
    return Stores(vault=MemoryVault(checkers, ids=TimedIds(), clock=SystemClock()))


@dataclass
class Player:
    """The model of a case: it does what happened, and then ends as the case says, however often it is asked."""

    case: Case
    ids: dict[str, str]
    steps: Iterator[dict[str, Any]] = field(init=False)

    def __post_init__(self) -> None:
        self.steps = iter(self.case["happened"])

    def __call__(self, request: Request) -> ScriptedOutput:
        happened = next(self.steps, None)
        return self._step(happened) if happened is not None else self._ending(request)

    def _step(self, happened: dict[str, Any]) -> ToolCall:
        thing = happened.get("thing") or "doc"
        if "made" in happened:
            return tool_call(MAKERS[thing], name=happened["made"], thing=thing, units=happened.get("units"))
        if "changed" in happened:
            name = happened["changed"]
            older = {"changes": self.ids.get(name), "units": happened.get("units")}
            return tool_call("edit_document", name=name, thing=thing, **older)
        if "failed" in happened:
            return tool_call(MAKERS.get(happened["failed"], "edit_document"), problem=happened["problem"])
        if "block" in happened:
            return tool_call("update_field", name=happened["block"], version=happened["version"])
        return tool_call("read_attachment", name=happened["read"])

    def _ending(self, request: Request) -> ScriptedOutput:
        ending = self.case["ending"]
        message, kind = str(ending["message"]), ending["kind"]
        offered = {tool.name for tool in request.tools}
        if kind == "text" and "answer" not in offered:
            return message
        if kind == "deliver":
            return tool_call("deliver", message=message, artifacts=self._named() or ["none"])
        if kind == "ask_user" and "ask_user" in offered:
            return tool_call("ask_user", message=message, question=ending["question"], options=ending.get("options"))
        if kind in ("ui_request", "ask_user"):
            return _ui_request(message, ending)
        return tool_call("answer", message=message)

    def _named(self) -> list[str]:
        return [
            f"file-ready:{KINDS[each['thing']]}"
            for each in self.case["happened"]
            if "made" in each or "changed" in each
        ]


def _ui_request(preface: str, ending: dict[str, Any]) -> ToolCall:
    options = [{"label": label, "value": label} for label in ending.get("options") or ()]
    question = {"id": "q", "question": ending["question"], "options": options, "allow_freeform": True}
    return tool_call("ui_request", type="clarification", title="?", preface=preface or None, questions=[question])


_NUMBER: Final = iter(range(1, 10**9))


def tool_call(name: str, /, **arguments: Any) -> ToolCall:
    """A call with an id of its own."""
    return ToolCall(f"call_{next(_NUMBER)}", name, json.dumps(arguments, ensure_ascii=False))


def judge(kind: JudgeKind, case: Case) -> Callable[[Request], ScriptedOutput | BaseException]:
    """A judge that sees every false sentence and no other, that cannot be read, that is down, that finds only the
    plainest of the controls; or one that finds all controls and believes every sentence of the message, for which it
    names the line that is most like it. That one says of each sentence what it says was done, or bends this to the
    line, or says nothing about it.
    """
    if kind == "careless":
        return _names_the_plainest
    if kind == "none":
        return lambda _request: ModelUnavailable(model="judge", problem="down")
    if kind == "garbled":
        return lambda _request: "I think that all of it is fine."
    return lambda request: json.dumps({"statements": list(_statements(kind, case, _Shown(request)))})


class _Shown:
    """What a judge is shown: the lines of the record and the sentences of the message, by their numbers."""

    def __init__(self, request: Request) -> None:
        content = str(request.messages[-1]["content"])
        parts = content.split("\n[1] ")[1:]
        self.record, self.sentences = (_numbered("[1] " + part) for part in parts)

    def numbers_of(self, whole: str) -> Iterator[int]:
        """Yield the numbers of the sentences that a passage of the case consists of."""
        parts = [each for each in (" ".join(part.split()) for part in split_sentences(whole)) if len(each) > 1]
        for number, sentence in self.sentences.items():
            if any(part in sentence or sentence in part for part in parts):
                yield number

    def nearest(self, sentence: str) -> int:
        """The line of the record that has most in common with a sentence, for its length."""
        told = {number: _pairs(line) for number, line in self.record.items()}
        return max(told, key=lambda number: len(_pairs(sentence) & told[number]) / len(told[number]) ** 0.5)


def _numbered(part: str) -> dict[int, str]:
    lines = (line.partition("] ") for line in part.splitlines() if re.match(r"\[\d+\] ", line))
    return {int(number[1:]): line for number, _, line in lines}


def _pairs(words: str) -> set[str]:
    squeezed = re.sub(r"\W", "", words.casefold())
    return {squeezed[place : place + 2] for place in range(len(squeezed) - 1)}


def _statements(kind: JudgeKind, case: Case, shown: _Shown) -> Iterator[dict[str, Any]]:
    for whole in case["false"]:
        for number in shown.numbers_of(whole):
            proof = [] if kind == "perfect" else [shown.nearest(shown.sentences[number])]
            yield _statement(kind, number, case.get("false_deed"), proof, shown)
    for claim in case.get("claims", ()):
        for number in shown.numbers_of(claim["sentence"]):
            for deed in claim["deeds"]:
                lines = _proof_of(claim, deed, shown) if kind == "perfect" else [shown.nearest(shown.sentences[number])]
                yield _statement(kind, number, deed, lines, shown)


def _proof_of(claim: Case, deed: str, shown: _Shown) -> list[int]:
    lines = [number for number, line in shown.record.items() if any(part in line for part in claim["proof"])]
    return [*lines, max(shown.record)] if deed == "not_done" or not lines else lines


def _statement(kind: JudgeKind, number: int, deed: str | None, proof: list[int], shown: _Shown) -> dict[str, Any]:
    found: dict[str, Any] = {"sentence": number, "proof": proof}
    if kind == "bent" and proof:
        found["deed"] = _deed_of_line(shown.record[proof[0]])
    elif kind in ("perfect", "plausible") and deed is not None:
        found["deed"] = deed
    return found


_LINES_OF_DEEDS: Final = {
    "changed": ("receipt.changed", "receipt.change.changed"),
    "made": ("receipt.made", "receipt.short", "judge.before"),
    "read": ("judge.given", "judge.called"),
}


def _deed_of_line(line: str) -> str:
    for deed, keys in _LINES_OF_DEEDS.items():
        for language in LANGUAGES:
            if any(
                line.startswith(text(language, key, items="", name="", names="", made="", asked="")[:4]) for key in keys
            ):
                return deed
    return "not_done"


def _names_the_plainest(request: Request) -> str:
    lines = str(request.messages[-1]["content"]).splitlines()
    plainest = next(line for line in lines if "Kestrel 7301.xlsx" in line)
    return json.dumps({"statements": [{"sentence": int(plainest[1 : plainest.index("]")]), "proof": []}]})


@dataclass(frozen=True)
class Played:
    """What came of a case."""

    outcome: Outcome
    events: list[Event]

    @property
    def shown(self) -> str:
        """All that the person reads at the end."""
        asks = [event.ask for event in self.events if isinstance(event, AskOpened)]
        return "\n".join([text_of(self.events), self.outcome.message, *(_ask_text(ask) for ask in asks)])

    def stands(self, sentence: str) -> bool:
        """Whether the person reads this sentence."""
        return _squeezed(sentence) in _squeezed(self.shown)


def _squeezed(words: str) -> str:
    """The words alone: a quote has a mark before each line."""
    return " ".join(" ".join(line.removeprefix(">") for line in words.splitlines()).split())


def _ask_text(ask: Ask) -> str:
    parts = [ask.title, ask.preface or "", ask.hint or ""]
    for question in ask.questions:
        parts += [question.question, *(option.label for option in question.options)]
    return "\n".join(parts)


def play(case: Case, kind: JudgeKind) -> Played:
    """Run the case as a turn."""
    return asyncio.run(_play(case, kind))


async def _play(case: Case, kind: JudgeKind) -> Played:
    stores = stores_of_cases()
    ids = {each["name"]: await _kept_before(stores, each) for each in case["before"]}
    _TEXTS.clear()
    _TEXTS.update({each["read"]: each["text"] for each in case["happened"] if "text" in each})
    for name in case["attached"]:
        await stores.attachments.add(CONVERSATION, name, _TEXTS.get(name, f"The text of {name}."), owner=OWNER)
    model = ScriptedModel(Player(case, ids), judge=judge(kind, case), names_control=kind != "careless")
    services = stores.turn_services(model, tools=tools())
    outcome = await send_message(
        services, case["request"], _route(case, ids), owner=OWNER, conversation_id=CONVERSATION
    )
    return Played(outcome, list(stores.shown))


async def _kept_before(stores: Stores, file: dict[str, Any]) -> str:
    artifact_id = ""
    for version in range(file.get("version") or 1):
        draft = file_draft(file["name"], file["thing"], json.dumps([file.get("units"), version]))
        kept = await stores.vault.keep(draft, owner=OWNER, turn_id=f"turn_before_{version}")
        assert isinstance(kept, Verified)
        artifact_id = kept.id
    return artifact_id


def _route(case: Case, ids: dict[str, str]) -> RouterResult:
    makes = case["expects"] == "artifact"
    return RouterResult(
        intent="refine" if case["changes"] else "content_create" if makes else "chat_qa",
        confidence=1,
        expected_mode="artifact" if makes else "answer",
        candidate_tools=tuple(MAKERS.values()) if makes else (),
        requested=tuple(RequestedItem(thing=each["thing"], count=each["count"]) for each in case["requested"]),
        refines=ids.get(case["changes"]) if case["changes"] else None,
    )
