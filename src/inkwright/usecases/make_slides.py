"""Make slides from a note: one message, one turn, and the verified files in a folder."""

from pathlib import Path
from typing import Final

from inkwright.agent.desk import Desk, Limits
from inkwright.agent.voice import Show
from inkwright.conversation.outcomes import Delivered, Failed, Outcome
from inkwright.conversation.results import RouterResult
from inkwright.i18n import language_of, text
from inkwright.llm.models import Model
from inkwright.tools.registry import all_tools
from inkwright.usecases.keep_file import keep_file
from inkwright.usecases.open_store import OWNER, Store
from inkwright.usecases.plan_by_rule import RulePlanner
from inkwright.usecases.send_message import send_message

ROUTE: Final = RouterResult(
    intent="content_create", confidence=1, candidate_tools=("generate_pptx",), expected_mode="artifact"
)


def slides_desk(store: Store, model: Model | None, note: str, show: Show, limits: Limits | None = None) -> Desk:
    """A desk for slides. Without a model, or with one that is too weak to plan, the note's own structure decides."""
    planner: Model = model if model is not None and not model.abilities.is_weak else RulePlanner(note)
    tools = [tool for name, tool in all_tools().items() if name in ROUTE.candidate_tools]
    return store.desk(planner, tools, show, limits)


async def make_slides(desk: Desk, note: str) -> Outcome:
    """The outcome of the one message that asks for slides."""
    title = next((line.strip("# \t") for line in note.splitlines() if line.strip("# \t")), note.strip())
    asked = text(language_of(note), "make.slides_prompt", title=title, note=note)
    return await send_message(desk, asked, ROUTE, owner=OWNER)


async def deliver_files(desk: Desk, outcome: Outcome, folder: Path, *, overwrite: bool = False) -> list[Path]:
    """What was verified, as files: also where the turn failed in the end."""
    made = outcome.artifacts if isinstance(outcome, Delivered | Failed) else ()
    paths: list[Path] = []
    for artifact in made:
        content = await desk.vault.read(artifact.id, owner=OWNER)
        if content is not None:
            paths.append(keep_file(folder, artifact.name, content, overwrite=overwrite))
    return paths
