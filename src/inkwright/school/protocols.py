"""The protocol of the store of schools. The in-memory store is the reference implementation."""

from typing import Protocol

from inkwright.school.records import SchoolData, SchoolImport
from inkwright.school.rubrics import Rubric
from inkwright.school.school import School


class Schools(Protocol):
    """Imports of each owner; the school of an owner is their sum. What other owners imported is not visible."""

    async def add(self, imported: SchoolImport, data: SchoolData) -> None:
        """Store an import, all of it or nothing."""
        ...

    async def imports(self, owner: str) -> list[SchoolImport]:
        """Return the imports of an owner, oldest first."""
        ...

    async def remove(self, import_id: str, *, owner: str) -> None:
        """Remove an import with everything that it brought. Raise NotFound if it does not exist."""
        ...

    async def load(self, owner: str) -> School:
        """Return the school of an owner; an empty one without imports."""
        ...

    async def may_leave(self, owner: str) -> bool:
        """Whether the owner has allowed hosted models to see the data permanently."""
        ...

    async def allow_leaving(self, owner: str, is_allowed: bool) -> None:
        """Store whether hosted models may see the data."""
        ...

    async def rubrics(self, owner: str) -> list[Rubric]:
        """Return the owner's own rubrics by name."""
        ...

    async def keep_rubric(self, rubric: Rubric, *, owner: str) -> None:
        """Store a rubric; one of the same name is replaced."""
        ...

    async def remove_rubric(self, name: str, *, owner: str) -> None:
        """Remove a rubric. Raise NotFound if it does not exist."""
        ...
