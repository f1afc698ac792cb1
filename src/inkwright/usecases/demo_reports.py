"""What a project demo tells after each step: what is in the store now, never what a model said about it."""

from collections.abc import Iterator, Sequence
from typing import Final

from inkwright.agent.receipts import change_text
from inkwright.conversation.asks import Answer, Ask
from inkwright.conversation.changes import ChangeRef
from inkwright.conversation.turns import Outcome
from inkwright.i18n import Language, text
from inkwright.projects.blocks import ContentBlock
from inkwright.projects.channel_limits import hashtags_in, length_of
from inkwright.projects.editing import show_proposal
from inkwright.projects.proposals import Proposal
from inkwright.projects.tree import BlockTree
from inkwright.projects.workspace import ProjectWorkspace

DETAIL: Final = "    "
"""A line of details begins with it."""
SAID: Final = "> "
"""So does what the creator says."""
ACT: Final = "▸ "
"""So does what else the creator does."""
_DONE: Final = "  ✓ "
_EXCERPT: Final = 240


async def turn_lines(workspace: ProjectWorkspace, outcome: Outcome, language: Language) -> list[str]:
    """Return the reply of the agent, and each change of its receipt with the beginning of the new text."""
    tree = await workspace.tree()
    lines = [f"  {outcome.message}"] if outcome.message else []
    for change in outcome.receipt.changes:
        lines += [_DONE + change_text(change, language), *await _changed_text(workspace, tree, change)]
    return lines


async def _changed_text(workspace: ProjectWorkspace, tree: BlockTree, change: ChangeRef) -> list[str]:
    if change.action == "proposed":
        proposals = await open_proposals(workspace)
        return [line for each in proposals if each.block_id == change.id for line in await diff_lines(workspace, each)]
    block = tree.get(change.id) if change.action in ("added", "changed") else None
    return await excerpt_lines(workspace, block) if block and block.characters else []


async def open_proposals(workspace: ProjectWorkspace) -> list[Proposal]:
    """Return the proposals that wait for a decision."""
    found = await workspace.stores.proposals.of(workspace.project_id, owner=workspace.owner)
    return [each for each in found if each.state == "open"]


async def diff_lines(workspace: ProjectWorkspace, proposal: Proposal) -> list[str]:
    """Return the lines that a proposal removes and adds."""
    diff = (await show_proposal(workspace, proposal.id)).diff.splitlines()
    return [f"{DETAIL}{line}" for line in diff if line[:1] in "+-" and line[:3] not in ("+++", "---")]


async def excerpt_lines(workspace: ProjectWorkspace, block: ContentBlock) -> list[str]:
    """Return the beginning of the text of a block, without its headings."""
    lines = (await workspace.read(block.id)).text.splitlines()
    words = " ".join(" ".join(line for line in lines if not line.startswith("#")).split())
    return [DETAIL + (words if len(words) <= _EXCERPT else f"{words[:_EXCERPT].rstrip()}…")]


def answer_lines(ask: Ask, answer: Answer, language: Language) -> list[str]:
    """Return a question to the creator, with the outline if it is about one, and their answer."""
    outline = [f"{DETAIL}{line}" for line in ask.outline_lines]
    return [f"  ? {ask.title}", *outline, f"{SAID}{text(language, f'project.demo.answer.{answer.status}')}"]


def plan_lines(tree: BlockTree, stages: Sequence[Sequence[str]], language: Language) -> Iterator[str]:
    """Yield the order in which a run writes blocks, and which of them side by side."""
    joiner = text(language, "receipt.and")
    for number, stage in enumerate(stages, 1):
        names = joiner.join(tree.path(block) for id_ in stage if (block := tree.get(id_)))
        shown = text(language, "project.demo.side_by_side", names=names) if len(stage) > 1 else names
        yield f"  {number}. {shown}"


async def written_lines(workspace: ProjectWorkspace, stages: Sequence[Sequence[str]], language: Language) -> list[str]:
    """Return what a run wrote, in its order: each text with its version, and how it keeps the limits of its channel."""
    tree, lines = await workspace.tree(), []
    for block in (found for stage in stages for id_ in stage if (found := tree.get(id_))):
        version = text(language, "receipt.version", version=block.version)
        lines.append(_DONE + text(language, "receipt.item", name=tree.path(block), details=version))
        lines += await excerpt_lines(workspace, block)
        if block.constraints.platform:
            lines.append(DETAIL + _measured(block, (await workspace.read(block.id)).text, language))
    return lines


def _measured(block: ContentBlock, content: str, language: Language) -> str:
    limits = block.constraints
    named = [("length", limits.max_length or None), ("hashtags", limits.max_hashtags)]
    shown = [text(language, f"content.limit.{name}", most=most) for name, most in named if most is not None]
    return text(
        language,
        "project.demo.measured",
        length=length_of(content, limits.counting),
        count=len(hashtags_in(content)),
        limits=text(language, "receipt.and").join(shown),
    )


async def stale_line(workspace: ProjectWorkspace, language: Language) -> list[str]:
    """Return the line that names what is stale now; none if nothing is."""
    tree = await workspace.tree()
    names = [tree.path(block) for _, block in tree.walk() if block.needs_regeneration]
    joined = text(language, "receipt.and").join(names)
    return ["  " + text(language, "project.demo.stale", names=joined)] if names else []
