"""The content of one project, for everything that reads or changes it: tools, pages, commands and runs."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict, Unpack

from inkwright.clock import Clock
from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import Language, Reason, text
from inkwright.ids import Ids
from inkwright.projects import phases
from inkwright.projects.blocks import (
    MAX_DIGEST,
    MAX_REASON,
    SETTING_NAMES,
    Author,
    BlockChange,
    BlockSettings,
    BlockStatus,
    ContentBlock,
    NewText,
    TextVersion,
    digest_of,
    valid_settings,
)
from inkwright.projects.creator_memory import CreatorMemory
from inkwright.projects.feed import ChangeOrigin, FeedEntry
from inkwright.projects.proposals import Proposal
from inkwright.projects.protocols import ProjectStores
from inkwright.projects.records import MAX_BLOCKS, Project, valid_name, valid_text
from inkwright.projects.run_plan import Missing, RunPlan, RunScope, is_held, missing_for, plan_run
from inkwright.projects.tree import PATH_SEPARATOR, BlockAmbiguous, BlockFound, BlockMissing, BlockTree


class Why(TypedDict, total=False):
    """Who makes a change, and why; the person, if nothing is said."""

    author: Author
    reason: str


@dataclass(frozen=True, slots=True)
class BlockWithText:
    """A block and its current text."""

    block: ContentBlock
    text: str


class ProjectWorkspace:
    """The blocks, texts, phases and feed of one project of one owner.

    Every change names the version that it is based on, and is refused with EditConflict if that is not the current one.
    """

    def __init__(
        self, project_id: str, stores: ProjectStores, *, owner: str, ids: Ids, clock: Clock, language: Language = "en"
    ) -> None:
        self.project_id = project_id
        self.owner = owner
        self.stores = stores
        self._blocks = stores.blocks
        self.ids = ids
        self.clock = clock
        self.language: Language = language

    async def project(self) -> Project:
        """Return the project as it is now; NotFound if it was removed."""
        found = await self.stores.projects.get(self.project_id, owner=self.owner)
        if found is None:
            raise NotFound(what_kind=Reason("project.word"), id=self.project_id)
        return found

    async def tree(self) -> BlockTree:
        """Return all blocks."""
        return BlockTree(await self._blocks.of(self.project_id, owner=self.owner))

    async def find(self, written: str) -> BlockFound | BlockAmbiguous | BlockMissing:
        """Return the block that a name, a path, the end of one, or `id:` means; or what it may mean."""
        return (await self.tree()).find(written)

    async def line(self, names: Sequence[str]) -> list[ContentBlock]:
        """Return the blocks of a path from the top, as far as they exist. The other blocks are not read."""
        return await self._blocks.line(self.project_id, names, owner=self.owner)

    async def block(self, block_id: str) -> ContentBlock:
        """Return the block with this id; NotFound if there is none in this project."""
        block = await self._blocks.get(block_id, owner=self.owner)
        if block is None or block.project_id != self.project_id:
            raise NotFound(what_kind=Reason("project.word.block"), id=block_id[:100])
        return block

    async def path(self, block: ContentBlock) -> str:
        """Return the path of a block. Only the blocks above it are read."""
        names = [block.name]
        while block.parent_id is not None:
            block = await self.block(block.parent_id)
            names.append(block.name)
        return PATH_SEPARATOR.join(reversed(names))

    async def read(self, block_id: str, version: int | None = None) -> BlockWithText:
        """Return a block with its current text, or that of an earlier version."""
        block = await self.block(block_id)
        found = await self._blocks.read(block_id, owner=self.owner, version=version or block.version)
        if found is None:
            raise NotFound(what_kind=text(self.language, "project.word.version"), id=str(version))
        return BlockWithText(block, found)

    async def texts(self) -> dict[str, str]:
        """Return the current texts of all blocks, by their ids."""
        return await self._blocks.texts(self.project_id, owner=self.owner)

    async def versions(self, block_id: str) -> list[TextVersion]:
        """Return all versions of a block's text, oldest first, with who wrote them and why."""
        return await self._blocks.versions((await self.block(block_id)).id, owner=self.owner)

    async def write(
        self,
        block_id: str,
        content: str,
        *,
        based_on: int,
        proposal: Proposal | None = None,
        **why: Unpack[Why],
    ) -> BlockChange:
        """Write the next version of a text. What depends on it is marked for regeneration.

        A proposal that it comes from is stored with the decisions on it.

        If a block needs review, a text that no person wrote is in progress until a person completes it. InvalidOption
        if the block is structured and the text is not JSON.
        """
        block = await self.block(block_id)
        valid = valid_text(content, self.language)
        _require_structure(block, valid)
        origin = self.origin(why)
        status, digest = _status(block, valid, origin.author), "" if block.is_structured else digest_of(valid)
        new = NewText(valid, based_on, origin.author, origin.reason, status, digest)
        return _change(await self._blocks.change(block_id, new, origin.at, owner=self.owner, proposal=proposal))

    async def rollback(self, block_id: str, version: int, *, based_on: int, **why: Unpack[Why]) -> BlockChange:
        """Write the text of an earlier version again, as a new version; a rollback to the version before undoes it."""
        earlier = (await self.read(block_id, version)).text
        return await self.write(block_id, earlier, based_on=based_on, **_because(why, f"rollback to {version}"))

    async def add(
        self,
        name: str,
        content: str = "",
        *,
        parent_id: str | None = None,
        settings: BlockSettings | None = None,
        **why: Unpack[Why],
    ) -> BlockChange:
        """Add a block after its siblings; InvalidOption if the name is taken or the project is full."""
        block = self._new_block(name, content, parent_id, valid_settings(settings or BlockSettings()))
        _require_structure(block, content)
        origin = self.origin(why)
        first = NewText(valid_text(content, self.language), 0, origin.author, origin.reason)
        if not await self._blocks.add(block, first):
            raise InvalidOption(option="name", value=name, allowed=Reason("project.taken_block"))
        return _change(block)

    async def rename(self, block_id: str, name: str, **why: Unpack[Why]) -> BlockChange:
        """Rename a block; InvalidOption if its parent has another one of this name."""
        block, saved = await self.block(block_id), valid_name(name, self.language)
        if not await self._blocks.rename(block_id, saved, self.origin(why), owner=self.owner):
            raise InvalidOption(option="name", value=name, allowed=Reason("project.taken_block"))
        return BlockChange(block.id, saved, block.version)

    async def move(
        self, block_id: str, parent_id: str | None, index: int = MAX_BLOCKS, **why: Unpack[Why]
    ) -> BlockChange:
        """Put a block below a parent, or at the top, at an index among its siblings; the last place is the default."""
        block = await self.block(block_id)
        if not await self._blocks.move(block_id, parent_id, index, self.origin(why), owner=self.owner):
            raise InvalidOption(option="name", value=block.name, allowed=Reason("project.taken_block"))
        return _change(block)

    async def remove(self, block_id: str, **why: Unpack[Why]) -> int:
        """Remove a block and everything below it; return how many. `restore` undoes it."""
        await self.block(block_id)
        return await self._blocks.remove(block_id, self.ids.new("removal"), self.origin(why), owner=self.owner)

    async def removed(self) -> list[ContentBlock]:
        """Return the removed blocks without their descendants, last removed first."""
        return await self._blocks.removed(self.project_id, owner=self.owner)

    async def restore(self, block_id: str, **why: Unpack[Why]) -> BlockChange:
        """Restore a removed block, with everything that was removed with it."""
        block = next((each for each in await self.removed() if each.id == block_id), None)
        if block is None:
            raise NotFound(what_kind=Reason("project.word.block"), id=block_id[:100])
        if block.parent_id and await self._blocks.get(block.parent_id, owner=self.owner) is None:
            raise InvalidOption(option="block", value=block.name, allowed=Reason("project.restore_above"))
        if not await self._blocks.restore(block_id, self.origin(why), owner=self.owner):
            raise InvalidOption(option="block", value=block.name, allowed=Reason("project.taken_block"))
        return _change(block)

    async def update(self, block_id: str, changes: Mapping[str, Any], **why: Unpack[Why]) -> BlockChange:
        """Change settings of a block, by the names of `BlockSettings`; the others stay."""
        unknown = [name for name in changes if name not in SETTING_NAMES]
        if unknown:
            names = ", ".join(SETTING_NAMES)
            raise InvalidOption(
                option="settings", value=unknown[0], allowed=Reason("project.unknown_setting", names=names)
            )
        if changes.get("phase"):
            changes = {**changes, "phase": phases.phase_code(changes["phase"])}
        await self.block(block_id)
        return _change(await self._blocks.update(block_id, changes, self.origin(why), owner=self.owner))

    async def set_status(
        self, block_id: str, status: BlockStatus, *, digest: str | None = None, **why: Unpack[Why]
    ) -> BlockChange:
        """Set the status of a block, such as completed after a review, and its digest if one is given."""
        await self.block(block_id)
        short = None if digest is None else digest[:MAX_DIGEST]
        block = await self._blocks.set_status(block_id, status, self.origin(why), owner=self.owner, digest=short)
        return _change(block)

    async def missing_for(self, block_id: str) -> Missing:
        """Return what must be there before a block can be generated."""
        tree = await self.tree()
        block = tree.get(block_id)
        if block is None:
            raise NotFound(what_kind=Reason("project.word.block"), id=block_id[:100])
        return missing_for(tree, block)

    async def run_plan(self, only: Collection[str] = (), *, stale_only: bool = False) -> RunPlan:
        """Return what can be generated now, in which order, and what the rest lacks."""
        tree = await self.tree()
        return plan_run(tree, await self.run_scope(tree, only, stale_only=stale_only))

    async def run_scope(self, tree: BlockTree, only: Collection[str] = (), *, stale_only: bool = False) -> RunScope:
        """Return what a run is about. A text that a person wrote is not replaced unless they name its block."""
        rewritten = [block for _, block in tree.walk() if block.characters and block.needs_regeneration]
        own = {block.id for block in rewritten if not only and await self._is_written_by_person(block)}
        reviewed = {block.id for _, block in tree.walk() if is_held(block)}
        versions = {block.id: block.version for _, block in tree.walk()}
        waiting = {
            each.block_id
            for each in await self.stores.proposals.of(self.project_id, owner=self.owner)
            if each.author == "auto_run" and each.state == "open" and versions.get(each.block_id) == each.based_on
        }
        return RunScope(only, stale_only, own | reviewed, waiting)

    async def _is_written_by_person(self, block: ContentBlock) -> bool:
        versions = await self._blocks.versions(block.id, owner=self.owner)
        return bool(versions) and versions[-1].author == "person"

    async def advance(self, target: str | None = None, **why: Unpack[Why]) -> Project:
        """Enter the next phase, or the one that a person named; InvalidOption after the last, or if it is unknown."""
        project = await self.project()
        code = phases.phase_code(target) if target else phases.next_phase(project.phases, project.current_phase)
        states = phases.advance(project.phases, project.current_phase, code)
        await self.stores.projects.enter_phase(self.project_id, code, states, self.origin(why), owner=self.owner)
        return await self.project()

    async def reorder_phases(self, middle: Collection[str], **why: Unpack[Why]) -> Project:
        """Put the middle four phases in another order."""
        project = await self.project()
        states = phases.reorder(project.phases, [phases.phase_code(each) for each in middle])
        await self.stores.projects.enter_phase(
            self.project_id, project.current_phase, states, self.origin(why), owner=self.owner
        )
        return await self.project()

    async def choose_profile(self, profile_id: str | None, **why: Unpack[Why]) -> None:
        """Choose the profile of the creator, or none."""
        await self.stores.projects.choose_profile(self.project_id, profile_id, self.origin(why), owner=self.owner)

    async def feed(self, after: int = 0, *, limit: int = 500) -> list[FeedEntry]:
        """Return the changes after this number, oldest first."""
        return await self.stores.projects.feed(self.project_id, after, owner=self.owner, limit=limit)

    @property
    def memory(self) -> CreatorMemory:
        """What is remembered about the owner, in all projects."""
        return CreatorMemory(self.stores.facts, self.owner, self.ids, self.clock)

    async def feed_number(self) -> int:
        """Return the number of the last change; 0 if there was none."""
        return await self.stores.projects.feed_number(self.project_id, owner=self.owner)

    def new_id(self, kind: str) -> str:
        """Return a new identifier."""
        return self.ids.new(kind)

    def origin(self, why: Why) -> ChangeOrigin:
        """Return who makes a change now, and why."""
        reason = " ".join(why.get("reason", "").split())[:MAX_REASON]
        return ChangeOrigin(self.clock.now(), why.get("author", "person"), reason)

    def _new_block(self, name: str, content: str, parent_id: str | None, settings: BlockSettings) -> ContentBlock:
        now = self.clock.now()
        return ContentBlock(
            self.ids.new("block"),
            self.project_id,
            self.owner,
            parent_id,
            valid_name(name, self.language),
            order_index=0,
            version=1,
            characters=len(content),
            created=now,
            changed=now,
            status="completed" if content.strip() else "pending",
            digest=digest_of(content) if settings.content_kind == "markdown" else "",
            **{each: getattr(settings, each) for each in SETTING_NAMES},
        )


def _change(block: ContentBlock) -> BlockChange:
    return BlockChange(block.id, block.name, block.version)


def _because(why: Why, reason: str) -> Why:
    return {"author": why.get("author", "person"), "reason": why.get("reason") or reason}


def _status(block: ContentBlock, text: str, author: Author) -> BlockStatus:
    if not text.strip():
        return "pending"
    return "in_progress" if block.need_review and author != "person" else "completed"


def _require_structure(block: ContentBlock, text: str) -> None:
    if not block.is_structured or not text.strip():
        return
    try:
        json.loads(text)
    except (ValueError, RecursionError) as problem:
        kind = Reason("project.structured", kind=block.content_kind)
        raise InvalidOption(option="text", value=text[:40], allowed=kind) from problem
