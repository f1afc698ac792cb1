"""`generate_field_content`: write the text of a block with a model, shown while it is written."""

import asyncio
from typing import Final

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from inkwright.agent.tools import AgentTool, Evidence, ToolContext, register_tool
from inkwright.authoring.block_writer import BlockStream, write_block
from inkwright.conversation.payloads import data_event, register_payload
from inkwright.conversation.shapes import Shape
from inkwright.errors import GaveUp, InvalidOption, ModelError
from inkwright.i18n import Reason, text
from inkwright.projects.blocks import ContentBlock
from inkwright.tools.block_targets import (
    FIELD_ALIASES,
    MAX_NAME_LENGTH,
    asks_which_block,
    find_text_block,
    read_names,
    require_meant,
    workspace_of,
)
from inkwright.tools.block_writing import brief_for, keep_partial, require_research, save_text
from inkwright.tools.intent_interview import require_answers

_PIECE: Final = 200
"""About so many characters are shown at once."""


class BlockDelta(Shape):
    """More of the text of a block while it is written."""

    model_config = ConfigDict(alias_generator=to_camel, serialize_by_alias=True, populate_by_name=True)

    block_id: str = Field(description="The block.")
    name: str = Field(description="Its name.")
    delta: str = Field(default="", description="The next piece of the text.")
    restarts: bool = Field(
        default=False, description="Whether the text begins again: what was shown of it no longer counts."
    )


BLOCK_DELTA = register_payload("block-delta", BlockDelta, is_transient=True)


class GenerateFieldContent(BaseModel):
    """Which block, and how."""

    model_config = ConfigDict(extra="forbid")

    field_name: str = Field(min_length=1, max_length=MAX_NAME_LENGTH, description="The name or path of the block.")
    style_hint: str = Field(default="", max_length=2_000, description="How the person wants this text to be.")


async def generate_field_content(given: GenerateFieldContent, context: ToolContext) -> Evidence:
    """Write the text from the profile, the answers and the dependencies. What is missing is named, and nothing is
    invented in its place.
    """
    block = await find_text_block(context, given.field_name)
    await require_meant(context, block)
    require_research(context, block)
    require_answers(context, block)
    await _require_all(context, block)
    brief = await brief_for(context, block, given.style_hint)
    shown = _Shown(context, block)
    stream = BlockStream(shown)
    try:
        content = await write_block(context.brain, brief, stream)
    except (ModelError, GaveUp, asyncio.CancelledError):
        await asyncio.shield(keep_partial(context, block, stream.text))
        raise
    shown.flush()
    return await save_text(context, block, content)


async def _require_all(context: ToolContext, block: ContentBlock) -> None:
    missing = await workspace_of(context).missing_for(block.id)
    joiner = text(context.language, "receipt.and")
    lacks = [
        text(context.language, f"content.missing_{kind}", names=joiner.join(names))
        for kind, names in (("questions", missing.questions), ("blocks", missing.blocks))
        if names
    ]
    if lacks:
        told = Reason("content.missing", name=block.name, lacks="; ".join(lacks))
        raise InvalidOption(option="field_name", value=block.name, allowed=told)


class _Shown:
    """Shows the text in pieces."""

    def __init__(self, context: ToolContext, block: ContentBlock) -> None:
        self._context = context
        self._block = block
        self._waiting: list[str] = []
        self._count = 0

    def __call__(self, piece: str | None) -> None:
        if piece is None:
            self._waiting.clear()
            self._count = 0
            self._show(restarts=True)
            return
        self._waiting.append(piece)
        self._count += len(piece)
        if sum(map(len, self._waiting)) >= _PIECE:
            self.flush()
            self._context.progress(text(self._context.language, "content.progress", count=self._count))

    def flush(self) -> None:
        """Show what is left."""
        if self._waiting:
            self._show("".join(self._waiting))
            self._waiting.clear()

    def _show(self, delta: str = "", *, restarts: bool = False) -> None:
        payload = BlockDelta(block_id=self._block.id, name=self._block.name, delta=delta, restarts=restarts)
        self._context.show(data_event(BLOCK_DELTA, payload))


TOOL = register_tool(
    AgentTool(
        "generate_field_content",
        "Write the text of a block, from its task, the creator's profile and answers, and the blocks that it depends "
        "on. It is refused with the names of what is missing.",
        GenerateFieldContent,
        asks_which_block(generate_field_content),
        agents=("content",),
        aliases=("generate_field",),
        changes=lambda given: given.field_name,
        read=read_names({**FIELD_ALIASES, "style": "style_hint"}),
        example='{"field_name": "第一章", "style_hint": "口语化"}',
    )
)
