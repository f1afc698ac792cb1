"""In-memory stores of projects and blocks, the reference implementation."""

from dataclasses import replace
from datetime import datetime

from inkwright.errors import NotFound
from inkwright.projects.records import Block, BlockTree, Project, TextVersion, name_key


class MemoryProjects:
    """Keeps projects in dicts, and when they were removed."""

    def __init__(self) -> None:
        self._known: dict[str, Project] = {}
        self._removed: dict[str, datetime] = {}
        self._places: dict[tuple[str, str], str] = {}

    async def add(self, project: Project) -> bool:
        return self._put(project)

    async def all(self, owner: str, *, is_removed: bool = False) -> list[Project]:
        if is_removed:
            ours = [id_ for id_ in self._removed if self._known[id_].owner == owner]
            return [self._known[id_] for id_ in sorted(ours, key=lambda id_: (self._removed[id_], id_), reverse=True)]
        return sorted(self._live(owner), key=lambda project: (name_key(project.name), project.id))

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

    def __init__(self, projects: MemoryProjects) -> None:
        self._projects = projects
        self._known: dict[str, Block] = {}
        self._texts: dict[str, list[tuple[str, datetime]]] = {}
        self._removals: dict[str, str] = {}

    async def add(self, block: Block, text: str) -> bool:
        self._projects.live(block.project_id, block.owner)
        there = self._live(block.project_id, block.owner)
        if block.parent_id is not None and block.parent_id not in {each.id for each in there}:
            raise NotFound(what_kind="block", id=block.parent_id)
        if self._is_taken(block):
            return False
        self._known[block.id], self._texts[block.id] = block, [(text, block.created)]
        return True

    async def of(self, project_id: str, *, owner: str) -> list[Block]:
        return sorted(self._live(project_id, owner), key=lambda block: block.id)

    async def read(self, block_id: str, *, owner: str, version: int | None = None) -> str | None:
        block = self._known.get(block_id)
        number = block.version if block and version is None else version or 0
        if block is None or block.owner != owner or not 1 <= number <= block.version:
            return None
        return self._texts[block_id][number - 1][0]

    async def versions(self, block_id: str, *, owner: str) -> list[TextVersion]:
        block = self._known.get(block_id)
        texts = self._texts[block_id] if block and block.owner == owner else []
        return [TextVersion(number, len(text), at) for number, (text, at) in enumerate(texts, 1)]

    async def change(self, block_id: str, text: str, at: datetime, *, owner: str) -> Block:
        block = self._found(block_id, owner)
        self._texts[block_id].append((text, at))
        self._known[block_id] = replace(block, version=block.version + 1, characters=len(text), changed=at)
        return self._known[block_id]

    async def rename(self, block_id: str, name: str, *, owner: str) -> bool:
        renamed = replace(self._found(block_id, owner), name=name)
        if self._is_taken(renamed):
            return False
        self._known[block_id] = renamed
        return True

    async def remove(self, block_id: str, removal: str, *, owner: str) -> int:
        block = self._found(block_id, owner)
        gone = BlockTree(self._live(block.project_id, owner)).under(block_id)
        self._removals.update({each.id: removal for each in gone})
        return len(gone)

    async def removed(self, project_id: str, *, owner: str) -> list[Block]:
        gone = [self._known[id_] for id_ in self._removals]
        tops = [
            block for block in gone if (block.project_id, block.owner) == (project_id, owner) and self._is_top(block)
        ]
        return sorted(tops, key=lambda block: self._removals[block.id], reverse=True)

    async def restore(self, block_id: str, *, owner: str) -> bool:
        block = self._known.get(block_id)
        if block is None or block.owner != owner or block_id not in self._removals or not self._is_top(block):
            raise NotFound(what_kind="block", id=block_id)
        if block.parent_id is not None and block.parent_id in self._removals:
            raise NotFound(what_kind="block", id=block.parent_id)
        if self._is_taken(block):
            return False
        removal = self._removals[block_id]
        self._removals = {id_: each for id_, each in self._removals.items() if each != removal}
        return True

    def _live(self, project_id: str, owner: str) -> list[Block]:
        ours = (each for each in self._known.values() if (each.project_id, each.owner) == (project_id, owner))
        return [block for block in ours if block.id not in self._removals]

    def _found(self, block_id: str, owner: str) -> Block:
        block = self._known.get(block_id)
        if block is None or block.owner != owner or block_id in self._removals:
            raise NotFound(what_kind="block", id=block_id)
        return block

    def _is_taken(self, block: Block) -> bool:
        beside = (each for each in self._live(block.project_id, block.owner) if each.parent_id == block.parent_id)
        return any(each.id != block.id and name_key(each.name) == name_key(block.name) for each in beside)

    def _is_top(self, block: Block) -> bool:
        return self._removals.get(block.parent_id or "") != self._removals[block.id]
