"""Use templates in a project: make their blocks, all or none."""

from collections.abc import Iterator, Sequence
from typing import Unpack

from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.projects.blocks import BlockChange, BlockSettings
from inkwright.projects.dependencies import DependencyGraph, cycle_error
from inkwright.projects.phases import phase_code
from inkwright.projects.presets import BlockTemplate, TemplateBlock
from inkwright.projects.records import name_key, require_space, valid_name
from inkwright.projects.workspace import ProjectWorkspace, Why


async def apply_template(
    workspace: ProjectWorkspace, template: BlockTemplate, parent_id: str | None = None, **why: Unpack[Why]
) -> list[BlockChange]:
    """Add the blocks of a template below a parent, with their prompts and dependencies.

    InvalidOption if a name is taken or not allowed, or if a dependency is not in the template or closes a cycle; then
    nothing is added.
    """
    every = [each for block in template.blocks for each in block.walk()]
    _check_names(template.blocks)
    _check_dependencies(template, every)
    tree = await workspace.tree()
    require_space(len(tree) + len(every) - 1, "template")
    taken = {name_key(each.name) for each in tree.children(parent_id)}
    for block in template.blocks:
        if name_key(block.name) in taken:
            raise InvalidOption(option="name", value=block.name, allowed=Reason("project.taken_block"))
    ids: dict[str, str] = {}
    added = []
    for block, parent in _in_order(template):
        above = parent_id if parent is None else ids[name_key(parent.name)]
        phase = phase_code(template.phase) if template.phase and parent is None else ""
        change = await workspace.add(block.name, parent_id=above, settings=_settings(block, phase), **why)
        ids[name_key(block.name)] = change.block_id
        added.append(change)
    for block in every:
        if block.depends_on:
            needed = tuple(ids[name_key(each)] for each in block.depends_on)
            await workspace.update(ids[name_key(block.name)], {"depends_on": needed}, **why)
    return added


def _in_order(template: BlockTemplate) -> Iterator[tuple[TemplateBlock, TemplateBlock | None]]:
    """Yield every block after its parent."""
    waiting: list[tuple[TemplateBlock, TemplateBlock | None]] = [(block, None) for block in reversed(template.blocks)]
    while waiting:
        block, parent = waiting.pop()
        yield block, parent
        waiting += [(child, block) for child in reversed(block.children)]


def _settings(block: TemplateBlock, phase: str) -> BlockSettings:
    return BlockSettings(
        block_type=block.block_type,
        phase=phase,
        prompt=block.prompt,
        constraints=block.constraints,
        pre_questions=block.pre_questions,
        need_review=block.need_review,
        auto_generate=block.auto_generate,
    )


def _check_names(blocks: Sequence[TemplateBlock]) -> None:
    """Names are unique in a whole template, because dependencies are by name."""
    seen: set[str] = set()
    for name in (each.name for block in blocks for each in block.walk()):
        key = name_key(valid_name(name))
        if key in seen:
            raise InvalidOption(option="name", value=name, allowed=Reason("project.taken_block"))
        seen.add(key)


def _check_dependencies(template: BlockTemplate, every: Sequence[TemplateBlock]) -> None:
    names = {name_key(each.name): each.name for each in every}
    for name in (name for each in every for name in each.depends_on):
        if name_key(name) not in names:
            known = ", ".join(names.values())[:200]
            raise InvalidOption(option="depends_on", value=name, allowed=Reason("project.template_names", names=known))
    groups: dict[str, str | None] = {}
    for block, parent in _in_order(template):
        above = name_key(parent.name) if parent else None
        is_group = parent is not None and parent.block_type == "group"
        groups[name_key(block.name)] = above if is_group or above is None else groups[above]
    needs = {name_key(each.name): [name_key(name) for name in each.depends_on] for each in every}
    cycle = DependencyGraph(groups, needs).cycle()
    if cycle:
        raise cycle_error(cycle, names)
