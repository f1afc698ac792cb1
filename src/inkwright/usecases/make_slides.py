"""Make slides from a note: one message, one turn, and the verified files in a folder."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inkwright.agent.desk import Desk, Limits
from inkwright.agent.voice import Show
from inkwright.artifacts.kinds import CHECKERS
from inkwright.artifacts.memory import MemoryVault
from inkwright.clock import SystemClock
from inkwright.conversation.memory import (
    MemoryAsks,
    MemoryConversations,
    MemoryJournal,
    MemoryLedger,
    MemorySteps,
)
from inkwright.conversation.outcomes import Delivered, Failed, Outcome
from inkwright.conversation.results import RouterResult
from inkwright.i18n import language_of, text
from inkwright.ids import TimedIds
from inkwright.llm.models import Model
from inkwright.tools.registry import all_tools
from inkwright.usecases.keep_file import keep_file
from inkwright.usecases.plan_by_rule import RulePlanner
from inkwright.usecases.send_message import send_message

OWNER: Final = "local"
ROUTE: Final = RouterResult(
    intent="content_create", confidence=1, candidate_tools=("generate_pptx",), expected_mode="artifact"
)


@dataclass(frozen=True, slots=True)
class Studio:
    """A desk whose vault can be emptied into a folder."""

    desk: Desk
    vault: MemoryVault


def open_studio(model: Model | None, note: str, show: Show, limits: Limits | None = None) -> Studio:
    """A desk in memory. Without a model, or with one that is too weak to plan, the note's own structure decides."""
    ids, clock = TimedIds(), SystemClock()
    vault = MemoryVault(CHECKERS, ids=ids, clock=clock)
    planner: Model = model if model is not None and not model.abilities.is_weak else RulePlanner(note)
    tools = [tool for name, tool in all_tools().items() if name in ROUTE.candidate_tools]
    desk = Desk(
        planner,
        tools,
        vault,
        MemoryJournal(),
        MemoryLedger(),
        MemoryAsks(),
        MemorySteps(),
        MemoryConversations(),
        ids,
        clock,
        show,
        limits or Limits(),
    )
    return Studio(desk, vault)


async def make_slides(studio: Studio, note: str) -> Outcome:
    """The outcome of the one message that asks for slides."""
    asked = text(language_of(note), "make.slides_prompt", note=note)
    return await send_message(studio.desk, asked, ROUTE, owner=OWNER)


async def deliver_files(studio: Studio, outcome: Outcome, folder: Path, *, overwrite: bool = False) -> list[Path]:
    """What was verified, as files: also where the turn failed in the end."""
    made = outcome.artifacts if isinstance(outcome, Delivered | Failed) else ()
    paths: list[Path] = []
    for artifact in made:
        content = await studio.vault.read(artifact.id, owner=OWNER)
        if content is not None:
            paths.append(keep_file(folder, artifact.name, content, overwrite=overwrite))
    return paths
