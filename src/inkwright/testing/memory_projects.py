"""In-memory stores of projects and blocks, the reference implementation."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from inkwright.errors import EditConflict, InvalidOption, NotFound
from inkwright.i18n import Reason
from inkwright.projects.blocks import BlockStatus, ContentBlock, NewText, TextVersion, valid_settings
from inkwright.projects.dependencies import cycle_error
from inkwright.projects.feed import ChangeOrigin, FeedEntry, FeedKind
from inkwright.projects.phases import PhaseState
from inkwright.projects.presets import Preset, PresetKind
from inkwright.projects.proposals import Proposal
from inkwright.projects.protocols import LoadedBlock
from inkwright.projects.records import Project, name_key, require_space
from inkwright.projects.tree import BlockTree


class MemoryProjects:
    """Keeps projects in dicts, and when they were removed."""

    def __init__(self) -> None:
        self._known: dict[str, Project] = {}
        self._removed: dict[str, datetime] = {}
        self._places: dict[tuple[str, str], str] = {}
        self._feeds: dict[str, list[FeedEntry]] = defaultdict(list)

    async def add(self, project: Project) -> bool:
        return self._put(project)

    async def all(self, owner: str, *, is_removed: bool = False) -> list[Project]:
        if is_removed:
            ours = [id_ for id_ in self._removed if self._known[id_].owner == owner]
            return [self._known[id_] for id_ in sorted(ours, key=lambda id_: (self._removed[id_], id_), reverse=True)]
        return sorted(self._live(owner), key=lambda project: (name_key(project.name), project.id))

    async def get(self, project_id: str, *, owner: str) -> Project | None:
        return next((project for project in self._live(owner) if project.id == project_id), None)

    async def rename(self, project_id: str, name: str, *, owner: str) -> bool:
        return self._put(replace(self.live(project_id, owner), name=name))

    async def remove(self, project_id: str, at: datetime, *, owner: str) -> None:
        self._removed[self.live(project_id, owner).id] = at

    async def restore(self, project_id: str, *, owner: str) -> bool:
        project = self._known.get(project_id)
        if project is None or project.owner != owner or project_id not in self._removed:
            raise NotFound(what_kind="project", id=project_id)
        if not self._put(project):
            return False
        del self._removed[project_id]
        return True

    async def enter_phase(
        self, project_id: str, current: str, phases: Sequence[PhaseState], origin: ChangeOrigin, *, owner: str
    ) -> None:
        project = self.live(project_id, owner)
        self._known[project_id] = replace(project, current_phase=current, phases=tuple(phases))
        self.tell(project_id, FeedEntry(0, "phase_changed", origin, subject=current))

    async def choose_profile(
        self, project_id: str, profile_id: str | None, origin: ChangeOrigin, *, owner: str
    ) -> None:
        self._known[project_id] = replace(self.live(project_id, owner), profile_id=profile_id)
        self.tell(project_id, FeedEntry(0, "profile_chosen", origin, subject=profile_id or ""))

    async def feed(self, project_id: str, after: int, *, owner: str, limit: int = 500) -> list[FeedEntry]:
        self.live(project_id, owner)
        return self._feeds[project_id][after : after + limit]

    async def feed_number(self, project_id: str, *, owner: str) -> int:
        self.live(project_id, owner)
        return len(self._feeds[project_id])

    def tell(self, project_id: str, entry: FeedEntry) -> None:
        """Add an entry to the feed of a project, with the next number."""
        feed = self._feeds[project_id]
        feed.append(replace(entry, number=len(feed) + 1))

    async def place(self, conversation_id: str, project_id: str, *, owner: str) -> None:
        self._places.setdefault((owner, conversation_id), self.live(project_id, owner).id)

    async def of(self, conversation_id: str, *, owner: str) -> Project | None:
        placed = self._places.get((owner, conversation_id))
        return next((project for project in self._live(owner) if project.id == placed), None)

    def live(self, project_id: str, owner: str) -> Project:
        """Return the project; NotFound if it does not exist or is removed."""
        for project in self._live(owner):
            if project.id == project_id:
                return project
        raise NotFound(what_kind="project", id=project_id)

    def _live(self, owner: str) -> list[Project]:
        ours = (project for project in self._known.values() if project.owner == owner)
        return [project for project in ours if project.id not in self._removed]

    def _put(self, project: Project) -> bool:
        others = (each for each in self._live(project.owner) if each.id != project.id)
        if any(name_key(each.name) == name_key(project.name) for each in others):
            return False
        self._known[project.id] = project
        return True


class MemoryBlocks:
    """Keeps blocks and their texts in dicts, and the removal of each removed one."""

    def __init__(self, projects: MemoryProjects, proposals: "MemoryProposals | None" = None) -> None:
        self._projects = projects
        self._proposals = proposals or MemoryProposals(projects)
        self._known: dict[str, ContentBlock] = {}
        self._texts: dict[str, list[tuple[NewText, datetime]]] = {}
        self._removals: dict[str, str] = {}

    async def add(self, block: ContentBlock, text: NewText) -> bool:
        self._projects.live(block.project_id, block.owner)
        there = {each.id: each for each in self._live(block.project_id, block.owner)}
        require_space(len(there), block.name)
        if block.parent_id is not None and block.parent_id not in there:
            raise NotFound(what_kind="block", id=block.parent_id)
        if self._is_taken(block):
            return False
        last = max((each.order_index for each in there.values() if each.parent_id == block.parent_id), default=0)
        depth = there[block.parent_id].depth + 1 if block.parent_id else 0
        self._replace(replace(block, order_index=block.order_index or last + 1, depth=depth))
        self._texts[block.id] = [(text, block.created)]
        origin = ChangeOrigin(block.created, text.author, text.reason)
        self._tell("block_added", origin, block, version=block.version)
        return True

    async def load(self, project_id: str, loaded: Sequence[LoadedBlock], origin: ChangeOrigin, *, owner: str) -> None:
        self._projects.live(project_id, owner)
        self._known |= {block.id: block for block, _ in loaded}
        self._texts |= {block.id: list(texts) for block, texts in loaded}
        ids = tuple(block.id for block, _ in loaded)
        self._projects.tell(project_id, FeedEntry(0, "block_added", origin, ids))

    async def of(self, project_id: str, *, owner: str) -> list[ContentBlock]:
        return sorted(self._live(project_id, owner), key=lambda block: block.id)

    async def get(self, block_id: str, *, owner: str) -> ContentBlock | None:
        return next((each for each in self._known.values() if each.id == block_id and self._is_live(each, owner)), None)

    async def line(self, project_id: str, names: Sequence[str], *, owner: str) -> list[ContentBlock]:
        found: list[ContentBlock] = []
        for name in names:
            parent = found[-1].id if found else None
            there = (each for each in self._live(project_id, owner) if each.parent_id == parent)
            block = next((each for each in there if name_key(each.name) == name_key(name)), None)
            if block is None:
                break
            found.append(block)
        return found

    async def read(self, block_id: str, *, owner: str, version: int | None = None) -> str | None:
        block = self._known.get(block_id)
        number = block.version if block and version is None else version or 0
        if block is None or block.owner != owner or not 1 <= number <= block.version:
            return None
        return self._texts[block_id][number - 1][0].text

    async def texts(self, project_id: str, *, owner: str) -> dict[str, str]:
        return {each.id: self._texts[each.id][-1][0].text for each in self._live(project_id, owner)}

    async def versions(self, block_id: str, *, owner: str) -> list[TextVersion]:
        block = self._known.get(block_id)
        texts = self._texts[block_id] if block and block.owner == owner else []
        return [
            TextVersion(number, len(text.text), at, text.author, text.reason)
            for number, (text, at) in enumerate(texts, 1)
        ]

    async def change(
        self, block_id: str, text: NewText, at: datetime, *, owner: str, proposal: Proposal | None = None
    ) -> ContentBlock:
        block = self._found(block_id, owner)
        if block.version != text.based_on:
            raise EditConflict(name=block.name, based_on=text.based_on, current=block.version)
        if proposal is not None:
            self._proposals.put(proposal)
        self._texts[block_id].append((text, at))
        after = replace(
            block,
            version=block.version + 1,
            characters=len(text.text),
            changed=at,
            status=text.status,
            needs_regeneration=False,
            digest=text.digest,
        )
        self._replace(after)
        affected = BlockTree(self._live(block.project_id, owner)).graph().affected_by(block_id)
        stale = tuple(sorted(id_ for id_ in affected if self._known[id_].characters))
        for id_ in stale:
            self._known[id_] = replace(self._known[id_], needs_regeneration=True)
        origin = ChangeOrigin(at, text.author, text.reason)
        self._tell("block_changed", origin, after, version=after.version, stale_ids=stale)
        return self._known[block_id]

    async def update(
        self, block_id: str, changes: Mapping[str, Any], origin: ChangeOrigin, *, owner: str
    ) -> ContentBlock:
        block = self._found(block_id, owner)
        settings = valid_settings(replace(block.settings, **changes))
        after = replace(block, **{name: getattr(settings, name) for name in changes})
        self._replace(after)
        self._tell("block_updated", origin, after)
        return after

    async def set_status(
        self, block_id: str, status: BlockStatus, origin: ChangeOrigin, *, owner: str, digest: str | None = None
    ) -> ContentBlock:
        block = self._found(block_id, owner)
        stale = block.needs_regeneration and status != "completed"
        text = block.digest if digest is None else digest
        self._known[block_id] = replace(block, status=status, needs_regeneration=stale, digest=text)
        self._tell("block_updated", origin, block)
        return self._known[block_id]

    async def rename(self, block_id: str, name: str, origin: ChangeOrigin, *, owner: str) -> bool:
        renamed = replace(self._found(block_id, owner), name=name)
        if self._is_taken(renamed):
            return False
        self._known[block_id] = renamed
        self._tell("block_renamed", origin, renamed)
        return True

    async def move(self, block_id: str, parent_id: str | None, index: int, origin: ChangeOrigin, *, owner: str) -> bool:
        block = self._found(block_id, owner)
        parent = self._found(parent_id, owner) if parent_id else None
        if parent and parent.project_id != block.project_id:
            raise NotFound(what_kind="block", id=parent.id)
        below = BlockTree(self._live(block.project_id, owner)).under(block_id)
        if parent_id in {each.id for each in below}:
            raise InvalidOption(option="parent", value=block.name, allowed=Reason("project.below_itself"))
        moved = replace(block, parent_id=parent_id)
        if self._is_taken(moved):
            return False
        self._replace(moved)
        shift = (parent.depth + 1 if parent else 0) - block.depth
        self._known |= {each.id: replace(self._known[each.id], depth=each.depth + shift) for each in below}
        self._reorder(self._known[block_id], index)
        self._tell("block_moved", origin, block)
        return True

    async def remove(self, block_id: str, removal: str, origin: ChangeOrigin, *, owner: str) -> int:
        block = self._found(block_id, owner)
        gone = [each.id for each in BlockTree(self._live(block.project_id, owner)).under(block_id)]
        self._removals.update(dict.fromkeys(gone, removal))
        self._tell("blocks_removed", origin, block, block_ids=tuple(gone))
        return len(gone)

    async def removed(self, project_id: str, *, owner: str) -> list[ContentBlock]:
        gone = [self._known[id_] for id_ in self._removals]
        tops = [
            block for block in gone if (block.project_id, block.owner) == (project_id, owner) and self._is_top(block)
        ]
        return sorted(tops, key=lambda block: self._removals[block.id], reverse=True)

    async def restore(self, block_id: str, origin: ChangeOrigin, *, owner: str) -> bool:
        block = self._known.get(block_id)
        if block is None or block.owner != owner or block_id not in self._removals or not self._is_top(block):
            raise NotFound(what_kind="block", id=block_id)
        if block.parent_id is not None and block.parent_id in self._removals:
            raise NotFound(what_kind="block", id=block.parent_id)
        if self._is_taken(block):
            return False
        shift = (self._known[block.parent_id].depth + 1 if block.parent_id else 0) - block.depth
        back = [id_ for id_, each in self._removals.items() if each == self._removals[block_id]]
        restored = {id_: replace(self._known[id_], depth=self._known[id_].depth + shift) for id_ in back}
        _refuse_cycle([*self._live(block.project_id, owner), *restored.values()])
        self._known |= restored
        self._removals = {id_: each for id_, each in self._removals.items() if id_ not in restored}
        self._tell("blocks_restored", origin, block, block_ids=tuple(back))
        return True

    def _replace(self, block: ContentBlock) -> None:
        """Keep a block, unless its dependencies are unknown or form a cycle."""
        others = [each for each in self._live(block.project_id, block.owner) if each.id != block.id]
        for id_ in block.depends_on:
            if id_ != block.id and id_ not in {each.id for each in others}:
                raise NotFound(what_kind="block", id=id_)
        _refuse_cycle([*others, block])
        self._known[block.id] = block

    def _reorder(self, block: ContentBlock, index: int) -> None:
        tree = BlockTree(self._live(block.project_id, block.owner))
        siblings = [each for each in tree.children(block.parent_id) if each.id != block.id]
        siblings.insert(min(max(index, 0), len(siblings)), block)
        self._known |= {each.id: replace(each, order_index=number) for number, each in enumerate(siblings, 1)}

    def _tell(self, kind: FeedKind, origin: ChangeOrigin, block: ContentBlock, **fields: Any) -> None:
        fields.setdefault("block_ids", (block.id,))
        self._projects.tell(block.project_id, FeedEntry(0, kind, origin, subject=block.name, **fields))

    def _live(self, project_id: str, owner: str) -> list[ContentBlock]:
        return [each for each in self._known.values() if each.project_id == project_id and self._is_live(each, owner)]

    def _is_live(self, block: ContentBlock, owner: str) -> bool:
        return block.owner == owner and block.id not in self._removals

    def _found(self, block_id: str, owner: str) -> ContentBlock:
        block = self._known.get(block_id)
        if block is None or not self._is_live(block, owner):
            raise NotFound(what_kind="block", id=block_id)
        return block

    def _is_taken(self, block: ContentBlock) -> bool:
        beside = (each for each in self._live(block.project_id, block.owner) if each.parent_id == block.parent_id)
        return any(each.id != block.id and name_key(each.name) == name_key(block.name) for each in beside)

    def _is_top(self, block: ContentBlock) -> bool:
        return self._removals.get(block.parent_id or "") != self._removals[block.id]


class MemoryPresets:
    """Keeps presets in a dict."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, PresetKind, str], Preset] = {}

    async def put(self, preset: Preset) -> Preset:
        key = (preset.owner, preset.kind, name_key(preset.name))
        found = self._known.get(key, preset)
        self._known[key] = replace(preset, id=found.id)
        return self._known[key]

    async def all(self, kind: PresetKind, *, owner: str) -> list[Preset]:
        return [self._known[key] for key in sorted(self._known) if key[:2] == (owner, kind)]

    async def remove(self, preset_id: str, *, owner: str) -> bool:
        key = next((key for key, each in self._known.items() if each.id == preset_id and each.owner == owner), None)
        return key is not None and bool(self._known.pop(key))


class MemoryProposals:
    """Keeps proposals in a dict."""

    def __init__(self, projects: MemoryProjects) -> None:
        self._projects = projects
        self._known: dict[str, Proposal] = {}

    async def add(self, proposal: Proposal, origin: ChangeOrigin) -> None:
        self._projects.live(proposal.project_id, proposal.owner)
        self._known[proposal.id] = proposal
        self._tell("proposal_added", proposal, origin)

    async def get(self, proposal_id: str, *, owner: str) -> Proposal | None:
        found = self._known.get(proposal_id)
        return found if found and found.owner == owner else None

    async def of(self, project_id: str, *, owner: str) -> list[Proposal]:
        ours = (each for each in self._known.values() if (each.project_id, each.owner) == (project_id, owner))
        return sorted(ours, key=lambda each: each.id, reverse=True)

    async def save(self, proposal: Proposal, origin: ChangeOrigin) -> None:
        self.put(proposal)
        self._tell("proposal_decided", proposal, origin)

    def put(self, proposal: Proposal) -> None:
        """Keep the decisions on a proposal; NotFound if there is none."""
        found = self._known.get(proposal.id)
        if found is None or found.owner != proposal.owner:
            raise NotFound(what_kind="proposal", id=proposal.id)
        self._known[proposal.id] = proposal

    def _tell(self, kind: FeedKind, proposal: Proposal, origin: ChangeOrigin) -> None:
        entry = FeedEntry(0, kind, origin, (proposal.block_id,), subject=proposal.id)
        self._projects.tell(proposal.project_id, entry)


def _refuse_cycle(blocks: Sequence[ContentBlock]) -> None:
    cycle = BlockTree(blocks).graph().cycle()
    if cycle is not None:
        raise cycle_error(cycle, {block.id: block.name for block in blocks})
