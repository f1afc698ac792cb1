"""The interface of tools: one pydantic model in, evidence out."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import BaseModel

from inkwright.agent.library_sources import TurnLibrary
from inkwright.agent.make_requests import MakeRequest
from inkwright.agent.source_search import SourceSearch
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.slides.themes.brand import Brand
from inkwright.artifacts.vault import ArtifactVault, Verified
from inkwright.conversation.asks import AnsweredAsk, Ask, AskDraft
from inkwright.conversation.changes import ChangeRef
from inkwright.conversation.events import Data
from inkwright.conversation.payloads import file_ready_event
from inkwright.conversation.protocols import Attachments
from inkwright.conversation.turns import TurnState, UsedSource
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, Reason
from inkwright.llm.brain import Brain
from inkwright.projects.workspace import ProjectWorkspace
from inkwright.school.protocols import Schools
from inkwright.school.school import School


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolContext:
    """What a tool gets for one call: the turn it works for, and the services a tool may use.

    `progress` reports to the person how far the work is; `show` shows them a part of the result while it is made.
    `brain` asks the model of this turn, within the limits of the turn. Of the services of the turn, a tool sees the
    vault, the attachments and the library only: it cannot write to the ledger or the conversation. `edited` are the
    artifacts that the call may change. `school` is the imported school of the person, `schools` its store;
    `leaves_machine`: what the tool returns is sent to a hosted model.
    `project` is the project of the conversation; in its first phase, `said_before` is what the person has said in
    earlier turns. `failed_tools` are those whose last call in this turn failed, `called_tools` all that were called in
    it. `home` is the folder that has the folders of papers, `places` is where research searches, `brand` is how decks
    look, `pictures` are the ones that they may show.
    """

    turn: TurnState
    call_id: str
    language: Language
    vault: ArtifactVault
    attachments: Attachments
    brain: Brain
    progress: Callable[[str], None]
    show: Callable[[Data], None]
    edited: tuple[Verified, ...] = ()
    library: TurnLibrary | None = None
    school: School | None = None
    schools: Schools | None = None
    leaves_machine: bool = False
    project: ProjectWorkspace | None = None
    said_before: tuple[str, ...] = ()
    failed_tools: frozenset[str] = frozenset()
    called_tools: frozenset[str] = frozenset()
    home: Path | None = None
    places: Sequence[SourceSearch] = ()
    brand: Brand | None = None
    pictures: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def turn_id(self) -> str:
        """The id of the turn."""
        return self.turn.id

    @property
    def owner(self) -> str:
        """The person for whom the tool works."""
        return self.turn.owner

    @property
    def conversation_id(self) -> str:
        """The id of the conversation."""
        return self.turn.conversation_id

    @property
    def answered(self) -> tuple[AnsweredAsk, ...]:
        """What the person was asked in this turn, with their answers."""
        return self.turn.agreed

    async def save(self, draft: Draft) -> Verified | tuple[Finding, ...]:
        """Let the vault check a draft and store it; return the findings if the checks refuse it."""
        same = (each.lineage for each in self.edited if (each.kind, each.name) == (draft.kind, draft.name))
        return await self.vault.keep(draft, owner=self.owner, turn_id=self.turn_id, lineage=next(same, None))

    def editing(self, artifact: Verified) -> "ToolContext":
        """Return the context for a change of this artifact: what is saved under its name is its next version."""
        return replace(self, edited=(artifact, *self.edited))

    async def read(self, artifact_id: str, name: str | None = None) -> bytes | None:
        """Return a file of one of the person's artifacts, its main one unless another is named."""
        return await self.vault.read(artifact_id, owner=self.owner, name=name)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a tool did: artifacts verified by the vault, changes of things that are not files, facts for the model, what
    only the person is shown, and the sources that the model has read in it.
    """

    artifacts: tuple[Verified, ...] = ()
    facts: dict[str, Any] = field(default_factory=dict)
    shown: dict[str, Any] = field(default_factory=dict)
    sources: tuple[UsedSource, ...] = ()
    changes: tuple[ChangeRef, ...] = ()


@dataclass(frozen=True, slots=True)
class Flawed:
    """The result of a tool was refused by its checks; the model gets the findings and may fix it."""

    findings: tuple[Finding, ...]


ToolFunction = Callable[[Any, ToolContext], Awaitable[Evidence | Flawed | AskDraft]]
"""A tool that has a question for the person returns it: the turn waits, and the answer becomes its result."""


AgentName = Literal["unified", "content"]
"""The unified agent makes files; the content agent works on a project."""


@dataclass(frozen=True, slots=True)
class AgentTool:
    """A tool.

    A tool reads something, makes artifacts, or changes something that is not a file. `makes_artifacts`: calling it is a
    promise of an artifact. `changes` returns the name of what a call wants to change: a tool that has it runs once per
    call, in the order of the reply, and what it changed is in the ledger. `agents` are the agents that
    have the tool; `is_base`: the unified agent is offered it in every turn, on any route.
    `needs_library`: it is there only if the person has documents in the library; `needs_school`: only if classes were
    imported. `gives_numbers`: after it, every number in an answer must be one that a tool returned.
    `announce` makes the event that an artifact is ready, from the artifact and the facts; `propose` makes the event
    that shows what a question to the person is about. `aliases` are other names by which models call it; `read` makes
    lossless coercions of its arguments, given the name that was called; `plan` returns the arguments for a request if
    no model can plan the call, or raises TextLacks if they are not in its text; `example` is a valid call.
    """

    name: str
    description: str
    input: type[BaseModel]
    work: ToolFunction
    makes_artifacts: bool = False
    is_base: bool = False
    needs_library: bool = False
    agents: tuple[AgentName, ...] = ("unified",)
    changes: Callable[[Any], str] | None = None
    needs_school: bool = False
    gives_numbers: bool = False
    announce: Callable[[Verified, Mapping[str, Any]], Data] = file_ready_event
    propose: Callable[[Ask], Data] | None = None
    aliases: tuple[str, ...] = ()
    read: Callable[[dict[str, Any], str], dict[str, Any]] | None = None
    plan: Callable[[MakeRequest], dict[str, Any]] | None = None
    example: str = ""

    @property
    def runs_once(self) -> bool:
        """Whether it leaves something behind, so that the same call must not run twice."""
        return self.makes_artifacts or self.changes is not None


REGISTERED_TOOLS: Final[dict[str, AgentTool]] = {}


def register_tool(tool: AgentTool) -> AgentTool:
    """Add a tool. A name can be taken once; adding the same tool again changes nothing."""
    if REGISTERED_TOOLS.setdefault(tool.name, tool) is not tool:
        raise InvalidOption(option="name", value=tool.name, allowed=Reason("reason.usecases.tool_exists"))
    return tool


def artifact_tool_names(tools: Sequence[AgentTool] | None = None) -> frozenset[str]:
    """Return the names of the tools that make artifacts."""
    known = REGISTERED_TOOLS.values() if tools is None else tools
    return frozenset(tool.name for tool in known if tool.makes_artifacts)
