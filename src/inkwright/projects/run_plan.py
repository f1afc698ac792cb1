"""What can be generated now: in which order, what side by side, and what is missing for the rest."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from inkwright.projects.blocks import ContentBlock
from inkwright.projects.dependencies import cycle_error
from inkwright.projects.tree import BlockTree


@dataclass(frozen=True, slots=True)
class Missing:
    """What a block lacks: answers to its questions, and the blocks that must be completed first, by their paths.

    `producer` is what produces it instead of a writer: its special handler, or its kind if its text is not prose.
    """

    questions: tuple[str, ...] = ()
    blocks: tuple[str, ...] = ()
    producer: str = ""

    def __bool__(self) -> bool:
        return bool(self.questions or self.blocks or self.producer)


@dataclass(frozen=True, slots=True)
class RunPlan:
    """The ids of blocks in stages. Those of one stage can be generated side by side, after all earlier stages.

    `missing` has what the other blocks lack, by their ids. `reviews` are the blocks that wait for a person: their text,
    or a proposal for it, must be reviewed.
    """

    stages: tuple[tuple[str, ...], ...]
    missing: Mapping[str, Missing]
    reviews: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RunScope:
    """What a run is about: these blocks, or all that are generated automatically and lack a current text; with
    `stale_only`, all whose text is stale. Blocks that are `proposed` have a text that a run only proposes to change,
    and those in `open_proposals` have such a proposal, which nobody has decided on.
    """

    only: Collection[str] = ()
    stale_only: bool = False
    proposed: Collection[str] = ()
    open_proposals: Collection[str] = ()

    def wants(self, block: ContentBlock) -> bool:
        """Whether a run generates the block as soon as it can."""
        if block.block_type == "group" or block.id in self.open_proposals:
            return False
        if self.only:
            return block.id in self.only
        if self.stale_only:
            return block.needs_regeneration
        return block.auto_generate and lacks_text(block)

    def completes(self, block: ContentBlock) -> bool:
        """Whether what depends on the block can be generated in the same run."""
        return not block.need_review and block.id not in self.proposed


def lacks_text(block: ContentBlock) -> bool:
    """Whether a block has no current text: none, a stale one, or one that failed."""
    is_empty = block.status == "in_progress" and not block.characters
    return block.needs_regeneration or is_empty or block.status in ("pending", "failed")


def missing_for(tree: BlockTree, block: ContentBlock) -> Missing:
    """Return what must be there before a block is generated: its answers, and everything that it depends on."""
    needed = _blocks(tree, tree.graph().needed_by(block.id))
    return Missing(block.unanswered, tuple(tree.path(each) for each in needed if not is_usable(each)))


def plan_run(tree: BlockTree, scope: RunScope | None = None) -> RunPlan:
    """Plan a run. InvalidOption if blocks wait for each other."""
    scope = scope or RunScope()
    wanted = {block.id: block for _, block in tree.walk() if scope.wants(block)}
    graph = tree.graph()
    cycle = graph.cycle()
    if cycle:
        raise cycle_error(cycle, {block.id: block.name for _, block in tree.walk()})
    needs = {id_: graph.needed_by(id_) for id_ in wanted}
    stages: list[tuple[str, ...]] = []
    missing: dict[str, Missing] = {}
    for level in _levels(needs):
        for id_ in level:
            block = wanted[id_]
            lacking = Missing(block.unanswered, _lacking(tree, needs[id_], scope, missing), _producer(block))
            if lacking:
                missing[id_] = lacking
        ready = tuple(id_ for id_ in level if id_ not in missing)
        stages += [ready] if ready else []
    reviews = tuple(block.id for _, block in tree.walk() if _awaits_review(block, scope))
    return RunPlan(tuple(stages), missing, reviews)


def is_held(block: ContentBlock) -> bool:
    """Whether a person has to review the block, and it has a text that a run must not replace at once."""
    return block.need_review and bool(block.characters) and block.status != "failed"


def run_needs(tree: BlockTree, plan: RunPlan) -> dict[str, tuple[str, ...]]:
    """Return the blocks of a plan in its order, each with those of the plan that must be generated before it."""
    graph, planned = tree.graph(), [id_ for stage in plan.stages for id_ in stage]
    known = set(planned)
    return {id_: tuple(each for each in graph.needed_by(id_) if each in known) for id_ in planned}


def _awaits_review(block: ContentBlock, scope: RunScope) -> bool:
    if scope.only and block.id not in scope.only:
        return False
    is_unread = block.need_review and block.status == "in_progress" and bool(block.characters)
    return block.id in scope.open_proposals or (is_unread and not scope.wants(block))


def _producer(block: ContentBlock) -> str:
    return block.special_handler or (block.content_kind if block.is_structured else "")


def _lacking(tree: BlockTree, needed: list[str], scope: RunScope, missing: Mapping[str, Missing]) -> tuple[str, ...]:
    """Return the paths of needed blocks that the run does not complete. A block that needs review is not completed."""
    return tuple(
        tree.path(block)
        for block in _blocks(tree, needed)
        if (block.id in missing or not scope.completes(block) if scope.wants(block) else not is_usable(block))
    )


def is_usable(block: ContentBlock) -> bool:
    """Whether what depends on the block can be generated: its text is complete and current."""
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
