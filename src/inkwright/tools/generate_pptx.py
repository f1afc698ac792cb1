"""`generate_pptx`: a slide deck from a description of what each slide says."""

import asyncio
import io
import zipfile

from inkwright.agent.tools import AgentTool, Evidence, Flawed, ToolContext, register_tool
from inkwright.artifacts.slides.builder import build_deck
from inkwright.artifacts.slides.specs import DeckSpec
from inkwright.artifacts.vault import Verified


async def generate_pptx(deck: DeckSpec, context: ToolContext) -> Evidence | Flawed:
    """Build it, let the vault open and check it, and tell what became of it."""
    context.progress(f"{len(deck.slides)} slides")
    draft = await asyncio.to_thread(build_deck, deck)
    kept = await context.vault.keep(draft, owner=context.owner, turn_id=context.turn_id)
    if not isinstance(kept, Verified):
        return Flawed(kept)
    return Evidence((kept,), {"slides": _slides_in(draft.main)})


def _slides_in(content: bytes) -> int:
    """How many slides the file has: what is too much for one goes on the next."""
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        return sum(name.startswith("ppt/slides/slide") for name in package.namelist())


TOOL = register_tool(
    AgentTool(
        "generate_pptx",
        "Make a slide deck (.pptx). Each slide has a layout (bullets, table, chart, process, quote, …), a title, what "
        "this layout shows, and speaker notes.",
        DeckSpec,
        generate_pptx,
        makes_artifacts=True,
    )
)
