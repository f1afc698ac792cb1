"""`generate_pptx`: a slide deck from titles and bullets."""

import asyncio

from inkwright.agent.tools import AgentTool, Evidence, Flawed, ToolContext, register_tool
from inkwright.artifacts.decks import DeckSpec
from inkwright.artifacts.pptx_builder import build_deck
from inkwright.artifacts.vault import Verified


async def generate_pptx(deck: DeckSpec, context: ToolContext) -> Evidence | Flawed:
    """Build it, let the vault open and check it, and tell what became of it."""
    context.progress(f"{len(deck.slides)} slides")
    draft = await asyncio.to_thread(build_deck, deck)
    kept = await context.vault.keep(draft, owner=context.owner, turn_id=context.turn_id)
    if not isinstance(kept, Verified):
        return Flawed(kept)
    return Evidence((kept,), {"slides": len(deck.slides) + 1})


TOOL = register_tool(
    AgentTool(
        "generate_pptx",
        "Make a slide deck (.pptx). Each slide has a title, up to eight short bullets, and speaker notes.",
        DeckSpec,
        generate_pptx,
        makes_artifacts=True,
    )
)
