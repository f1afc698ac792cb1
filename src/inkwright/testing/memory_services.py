"""The services of a turn, with every store in memory."""

from collections.abc import Callable, Mapping, Sequence

from inkwright.agent.services import TurnServices
from inkwright.agent.streaming import ShowEvent
from inkwright.agent.tools import AgentTool
from inkwright.artifacts.verification import CHECKERS, Checker
from inkwright.clock import SystemClock
from inkwright.i18n import Language
from inkwright.ids import TimedIds
from inkwright.llm.models import Model
from inkwright.projects.protocols import ProjectStores
from inkwright.projects.records import Project
from inkwright.projects.workspace import ProjectWorkspace
from inkwright.testing.memory_content import MemoryCreatorFacts, MemoryEvaluations, MemoryPersonas, MemorySkills
from inkwright.testing.memory_conversations import (
    MemoryAsks,
    MemoryAttachments,
    MemoryConversations,
    MemoryJournal,
    MemoryLedger,
    MemorySteps,
)
from inkwright.testing.memory_projects import MemoryBlocks, MemoryPresets, MemoryProjects, MemoryProposals
from inkwright.testing.memory_school import MemorySchools
from inkwright.testing.memory_vault import MemoryVault


def memory_services(
    model: Model,
    tools: Sequence[AgentTool] = (),
    *,
    checkers: Mapping[str, Checker] = CHECKERS,
    show: ShowEvent = lambda _number, _event: None,
) -> TurnServices:
    """Return what a turn needs. `checkers` check the artifacts, by their kind; `show` gets every event."""
    ids, clock = TimedIds(), SystemClock()
    conversations, projects = MemoryConversations(), MemoryProjects()
    return TurnServices(
        model=model,
        tools=tools,
        vault=MemoryVault(checkers, ids=ids, clock=clock, conversations=conversations, projects=projects),
        journal=MemoryJournal(),
        ledger=MemoryLedger(),
        asks=MemoryAsks(),
        steps=MemorySteps(),
        conversations=conversations,
        attachments=MemoryAttachments(),
        projects=projects,
        open_workspace=workspaces_in_memory(projects),
        schools=MemorySchools(),
        ids=ids,
        clock=clock,
        show=show,
    )


def project_stores_in_memory(projects: MemoryProjects) -> ProjectStores:
    """Return all stores that the content of these projects is in."""
    proposals = MemoryProposals(projects)
    return ProjectStores(
        projects,
        MemoryBlocks(projects, proposals),
        proposals,
        MemoryPresets(),
        MemoryPersonas(projects),
        MemoryCreatorFacts(),
        MemorySkills(),
        MemoryEvaluations(projects),
    )


def workspaces_in_memory(projects: MemoryProjects) -> Callable[[Project, Language], ProjectWorkspace]:
    """Return what opens the content of these projects."""
    ids, clock, stores = TimedIds(), SystemClock(), project_stores_in_memory(projects)

    def open_workspace(project: Project, language: Language) -> ProjectWorkspace:
        return ProjectWorkspace(project.id, stores, owner=project.owner, ids=ids, clock=clock, language=language)

    return open_workspace
