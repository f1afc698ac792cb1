"""The protocols of project and block stores. The in-memory stores are the reference implementation."""

from datetime import datetime
from typing import Protocol

from inkwright.projects.records import Block, Project, TextVersion


class Projects(Protocol):
    """Projects, and the conversations that belong to them. Projects of other owners are not visible."""

    async def add(self, project: Project) -> bool:
        """Store a project; return False if its owner already has one with this name."""
        ...

    async def all(self, owner: str, *, is_removed: bool = False) -> list[Project]:
        """Return the projects of an owner by name, or the removed ones, last removed first."""
        ...

    async def rename(self, project_id: str, name: str, *, owner: str) -> bool:
        """Rename a project; return False if the name is taken. Raise NotFound if it does not exist."""
        ...

    async def remove(self, project_id: str, at: datetime, *, owner: str) -> None:
        """Remove a project with its content; it can be restored. Raise NotFound if it does not exist."""
        ...

    async def restore(self, project_id: str, *, owner: str) -> bool:
        """Restore a removed project; return False if its name is taken. Raise NotFound if it was not removed."""
        ...

    async def place(self, conversation_id: str, project_id: str, *, owner: str) -> None:
        """Add a conversation to a project, unless it already belongs to one; create the conversation if needed.

        Raise NotFound if the project does not exist.
        """
        ...

    async def of(self, conversation_id: str, *, owner: str) -> Project | None:
        """Return the project of a conversation, if any."""
        ...


class Blocks(Protocol):
    """Blocks with all versions of their texts. Blocks of other owners are not visible."""

    async def add(self, block: Block, text: str) -> bool:
        """Store a block with its first text; return False if its parent has a block with this name.

        Raise NotFound if the project or the parent does not exist.
        """
        ...

    async def of(self, project_id: str, *, owner: str) -> list[Block]:
        """Return the blocks of a project in the order of their creation."""
        ...

    async def read(self, block_id: str, *, owner: str, version: int | None = None) -> str | None:
        """Return the current text of a block, or that of an earlier version; removed blocks can be read too."""
        ...

    async def versions(self, block_id: str, *, owner: str) -> list[TextVersion]:
        """Return all versions of a block's text, oldest first."""
        ...

    async def change(self, block_id: str, text: str, at: datetime, *, owner: str) -> Block:
        """Add a new version of the text; earlier ones stay. Raise NotFound if the block does not exist."""
        ...

    async def rename(self, block_id: str, name: str, *, owner: str) -> bool:
        """Rename a block; return False if the name is taken. Raise NotFound if it does not exist."""
        ...

    async def remove(self, block_id: str, removal: str, *, owner: str) -> int:
        """Remove a block and all blocks below it, and return their number; they can be restored.

        `removal` is an id; ids of later removals sort after earlier ones. Raise NotFound if the block does not exist.
        """
        ...

    async def removed(self, project_id: str, *, owner: str) -> list[Block]:
        """Return the removed blocks without their descendants, last removed first."""
        ...

    async def restore(self, block_id: str, *, owner: str) -> bool:
        """Restore a block and what was removed with it; return False if its name is taken.

        Raise NotFound if it was not removed, or if its parent does not exist.
        """
        ...
