"""The protocols of project and block stores. The in-memory stores in `memory` are their reference."""

from datetime import datetime
from typing import Protocol

from inkwright.projects.records import Block, Project, TextVersion


class Projects(Protocol):
    """Projects, and which conversations belong to them. Those of another owner are not there."""

    async def add(self, project: Project) -> bool:
        """Keep a project; False where its owner has one of this name."""
        ...

    async def all(self, owner: str, *, is_removed: bool = False) -> list[Project]:
        """The projects of an owner in the order of their names; or those that were removed, the last one first."""
        ...

    async def rename(self, project_id: str, name: str, *, owner: str) -> bool:
        """Give it another name; False where that is taken. NotFound if it is not there."""
        ...

    async def remove(self, project_id: str, at: datetime, *, owner: str) -> None:
        """Take it away with all that is in it, to be restored. NotFound if it is not there."""
        ...

    async def restore(self, project_id: str, *, owner: str) -> bool:
        """Bring it back as it was; False where its name is taken. NotFound if it was not removed."""
        ...

    async def place(self, conversation_id: str, project_id: str, *, owner: str) -> None:
        """The conversation belongs to the project, unless it belongs to one already; it begins if it has not begun.
        NotFound if the project is not there.
        """
        ...

    async def of(self, conversation_id: str, *, owner: str) -> Project | None:
        """The project to which a conversation belongs."""
        ...


class Blocks(Protocol):
    """Blocks with all texts that they ever had. Those of another owner are not there."""

    async def add(self, block: Block, text: str) -> bool:
        """Keep a block with its first text; False where its name is taken below its parent. NotFound if the project or
        the parent is not there.
        """
        ...

    async def of(self, project_id: str, *, owner: str) -> list[Block]:
        """The blocks of a project, in the order in which they were made."""
        ...

    async def read(self, block_id: str, *, owner: str, version: int | None = None) -> str | None:
        """The text that a block has, or had in that version; also of one that was removed."""
        ...

    async def versions(self, block_id: str, *, owner: str) -> list[TextVersion]:
        """Every text that a block ever had, oldest first."""
        ...

    async def change(self, block_id: str, text: str, at: datetime, *, owner: str) -> Block:
        """Give it another text; all earlier ones stay. NotFound if it is not there."""
        ...

    async def rename(self, block_id: str, name: str, *, owner: str) -> bool:
        """Give it another name; False where that is taken. NotFound if it is not there."""
        ...

    async def remove(self, block_id: str, removal: str, *, owner: str) -> int:
        """Take a block and all below it away, to be restored; how many these are. `removal` is an id: later ones sort
        behind earlier ones. NotFound if it is not there.
        """
        ...

    async def removed(self, project_id: str, *, owner: str) -> list[Block]:
        """Those that were removed, without what was below them; the last one first."""
        ...

    async def restore(self, block_id: str, *, owner: str) -> bool:
        """Bring a removed block back with all that was removed with it; False where its name is taken. NotFound if it
        was not removed, or if what it stood below is not there.
        """
        ...
