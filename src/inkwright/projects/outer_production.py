"""Outer production: one block for each channel, which is written from the inner content within the channel's limits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Unpack

from inkwright.errors import InvalidOption, NotFound, SourcesLacking
from inkwright.i18n import Language, Reason, text
from inkwright.projects.blocks import BlockChange, BlockConstraints, BlockSettings, ContentBlock
from inkwright.projects.presets import Channel
from inkwright.projects.records import name_key
from inkwright.projects.tree import BlockTree
from inkwright.projects.workspace import ProjectWorkspace, Why

_INNER: Final = "produce_inner"
_OUTER: Final = "produce_outer"
_EARLY: Final = ("intent", "research", "design_inner", "design_outer", _OUTER, "evaluate")
MAX_CHANNELS: Final = 20

SHIPPED_CHANNELS: Final[Mapping[str, BlockConstraints]] = {
    "X": BlockConstraints(max_length=280, max_hashtags=2, counting="weighted", platform="X"),
    "LinkedIn": BlockConstraints(max_length=3_000, max_hashtags=5, platform="LinkedIn"),
    "小红书": BlockConstraints(max_length=1_000, max_hashtags=10, platform="小红书"),
    "微博": BlockConstraints(max_length=2_000, max_hashtags=3, platform="微博"),
}
"""The channels that everybody has. A channel of one's own with the same name comes first."""


@dataclass(frozen=True, slots=True)
class NamedChannel:
    """A channel and its name."""

    name: str
    channel: Channel


async def known_channels(workspace: ProjectWorkspace) -> list[NamedChannel]:
    """Return the channels of the owner, and then the shipped ones that they have no own version of."""
    presets = await workspace.stores.presets.all("channel", owner=workspace.owner)
    own = [NamedChannel(each.name, each.content) for each in presets if isinstance(each.content, Channel)]
    taken = {name_key(each.name) for each in own}
    shipped = [
        NamedChannel(name, Channel(limits.platform, "", limits))
        for name, limits in SHIPPED_CHANNELS.items()
        if name_key(name) not in taken
    ]
    return [*own, *shipped]


async def require_channels(workspace: ProjectWorkspace, names: Sequence[str]) -> list[NamedChannel]:
    """Return the channels of these names, each once; NotFound names the first that does not exist."""
    known = {name_key(each.name): each for each in await known_channels(workspace)}
    wanted = dict.fromkeys(name_key(name) for name in names)
    if not 1 <= len(wanted) <= MAX_CHANNELS:
        raise InvalidOption(
            option="channels", value=len(wanted), allowed=Reason("project.channel_count", most=MAX_CHANNELS)
        )
    for name in names:
        if name_key(name) not in known:
            raise NotFound(what_kind=Reason("project.word.channel"), id=name[:100])
    return [known[key] for key in wanted]


async def add_channel_blocks(
    workspace: ProjectWorkspace, channels: Sequence[NamedChannel], sources: Sequence[str] = (), **why: Unpack[Why]
) -> list[BlockChange]:
    """Add a block for each channel, which depends on the sources; or on the inner content. A block of this name that
    exists gets the task, the limits and the sources again. InvalidOption if there is no content to write from.
    """
    tree = await workspace.tree()
    needed = tuple(dict.fromkeys(sources)) or inner_content(tree)
    if not needed:
        raise SourcesLacking(option="sources", value="", allowed=Reason("project.no_inner_content"))
    group = await _group(workspace, tree, why)
    known = {name_key(each.name): each for each in tree.children(group)}
    changes = []
    for each in channels:
        settings = _settings(each.channel, needed, workspace.language)
        block = known.get(name_key(each.name))
        if block is None:
            changes.append(await workspace.add(each.name, parent_id=group, settings=settings, **why))
        else:
            changed = {name: getattr(settings, name) for name in ("prompt", "constraints", "depends_on")}
            changes.append(await workspace.update(block.id, changed, **why))
    return changes


async def apply_channel(
    workspace: ProjectWorkspace, block_id: str, channel: Channel, **why: Unpack[Why]
) -> BlockChange:
    """Give a block the task and the limits of a channel."""
    settings = _settings(channel, (), workspace.language)
    return await workspace.update(block_id, {"prompt": settings.prompt, "constraints": settings.constraints}, **why)


def inner_content(tree: BlockTree) -> tuple[str, ...]:
    """Return the blocks that outer content is written from: those of the phase of inner production; without such, the
    texts that belong to no other phase.
    """
    top = [block for _, block in tree.walk() if block.parent_id is None or _starts_phase(tree, block)]
    produced = tuple(block.id for block in top if tree.phase(block) == _INNER)
    return produced or tuple(
        block.id
        for block in tree.children(None)
        if tree.phase(block) not in _EARLY and not block.is_structured and _has_fields(tree, block)
    )


def _starts_phase(tree: BlockTree, block: ContentBlock) -> bool:
    parent = tree.get(block.parent_id or "")
    return parent is not None and tree.phase(block) != tree.phase(parent)


def _has_fields(tree: BlockTree, block: ContentBlock) -> bool:
    return any(each.block_type == "field" and (each.characters or each.auto_generate) for each in tree.under(block.id))


async def _group(workspace: ProjectWorkspace, tree: BlockTree, why: Why) -> str:
    """Return the group of outer production; it is added if there is none."""
    name = text(workspace.language, "project.outer_group")
    for block in tree.children(None):
        if block.block_type == "group" and block.phase == _OUTER:
            return block.id
    settings = BlockSettings(block_type="group", phase=_OUTER)
    return (await workspace.add(name, settings=settings, **why)).block_id


def _settings(channel: Channel, needed: tuple[str, ...], language: Language) -> BlockSettings:
    limits = replace(channel.constraints, platform=channel.constraints.platform or channel.platform)
    if channel.examples and not limits.example:
        limits = replace(limits, example=channel.examples[0])
    task = channel.prompt_template or text(language, "project.channel_task", platform=channel.platform)
    return BlockSettings(prompt=task, constraints=limits, depends_on=needed, auto_generate=True)
