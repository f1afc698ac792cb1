"""What can be generated now: in which order, what side by side, and what is missing for the rest."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from inkwright.projects.blocks import ContentBlock
from inkwright.projects.tree import BlockTree


@dataclass(frozen=True, slots=True)
class Missing:
    """What a block lacks: answers to its questions, and the blocks that must be completed first, by their paths."""

    questions: tuple[str, ...] = ()
    blocks: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.questions or self.blocks)


@dataclass(frozen=True, slots=True)
class RunPlan:
    """The ids of blocks in stages. Those of one stage can be generated side by side, after all earlier stages.

    `missing` has what the other blocks lack, by their ids.
    """

    stages: tuple[tuple[str, ...], ...]
    missing: Mapping[str, Missing]


def missing_for(tree: BlockTree, block: ContentBlock) -> Missing:
    """Return what must be there before a block is generated: its answers, and everything that it depends on."""
    needed = _blocks(tree, tree.graph().needed_by(block.id))
    return Missing(block.unanswered, tuple(tree.path(each) for each in needed if not _is_usable(each)))


def plan_run(tree: BlockTree, only: Collection[str] = ()) -> RunPlan:
    """Plan the generation of these blocks, or else of all that are generated automatically and lack a current text."""
    wanted = {block.id: block for _, block in tree.walk() if _is_wanted(block, only)}
    graph = tree.graph()
    needs = {id_: graph.needed_by(id_) for id_ in wanted}
    stages: list[tuple[str, ...]] = []
    missing: dict[str, Missing] = {}
    for level in _levels(needs):
        for id_ in level:
            lacking = Missing(wanted[id_].unanswered, _lacking(tree, needs[id_], wanted, missing))
            if lacking:
                missing[id_] = lacking
        ready = tuple(id_ for id_ in level if id_ not in missing)
        stages += [ready] if ready else []
    return RunPlan(tuple(stages), missing)


def _is_wanted(block: ContentBlock, only: Collection[str]) -> bool:
    if block.block_type == "group":
        return False
    if only:
        return block.id in only
    return block.auto_generate and (block.needs_regeneration or block.status in ("pending", "failed"))


def _lacking(
    tree: BlockTree, needed: list[str], wanted: Mapping[str, ContentBlock], missing: Mapping[str, Missing]
) -> tuple[str, ...]:
    """Return the paths of needed blocks that the run does not complete. A block that needs review is not completed."""
    return tuple(
        tree.path(block)
        for block in _blocks(tree, needed)
        if (block.id in missing or block.need_review if block.id in wanted else not _is_usable(block))
    )


def _is_usable(block: ContentBlock) -> bool:
    return block.status == "completed" and not block.needs_regeneration


def _blocks(tree: BlockTree, ids: list[str]) -> list[ContentBlock]:
    return [block for id_ in ids if (block := tree.get(id_)) is not None]


def _levels(needs: Mapping[str, list[str]]) -> Iterator[tuple[str, ...]]:
    """Yield blocks in levels: each needs only blocks of earlier ones. Stored dependencies have no cycles."""
    waiting_for = {id_: len([each for each in needed if each in needs]) for id_, needed in needs.items()}
    dependents = defaultdict(list)
    for id_, needed in needs.items():
        for each in needed:
            dependents[each].append(id_)
    level = tuple(id_ for id_, count in waiting_for.items() if not count)
    while level:
        yield level
        following = []
        for id_ in (each for done in level for each in dependents[done]):
            waiting_for[id_] -= 1
            following += [] if waiting_for[id_] else [id_]
        level = tuple(following)
