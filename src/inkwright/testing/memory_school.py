"""Schools in memory."""

from inkwright.errors import NotFound
from inkwright.school.records import SchoolData, SchoolImport, merge_data
from inkwright.school.rubrics import Rubric
from inkwright.school.school import School


class MemorySchools:
    """Implements `Schools`."""

    def __init__(self) -> None:
        self._imports: dict[str, tuple[SchoolImport, SchoolData]] = {}
        self._may_leave: dict[str, bool] = {}
        self._rubrics: dict[tuple[str, str], Rubric] = {}

    async def add(self, imported: SchoolImport, data: SchoolData) -> None:
        self._imports[imported.id] = (imported, data)

    async def imports(self, owner: str) -> list[SchoolImport]:
        return [each for _, (each, _) in sorted(self._imports.items()) if each.owner == owner]

    async def remove(self, import_id: str, *, owner: str) -> None:
        found = self._imports.get(import_id)
        if found is None or found[0].owner != owner:
            raise NotFound(what_kind="import", id=import_id)
        del self._imports[import_id]

    async def load(self, owner: str) -> School:
        parts = [data for _, (each, data) in sorted(self._imports.items()) if each.owner == owner]
        return School(merge_data(parts))

    async def may_leave(self, owner: str) -> bool:
        return self._may_leave.get(owner, False)

    async def allow_leaving(self, owner: str, is_allowed: bool) -> None:
        self._may_leave[owner] = is_allowed

    async def rubrics(self, owner: str) -> list[Rubric]:
        return sorted((each for (of, _), each in self._rubrics.items() if of == owner), key=lambda each: each.name)

    async def keep_rubric(self, rubric: Rubric, *, owner: str) -> None:
        self._rubrics[owner, rubric.name] = rubric

    async def remove_rubric(self, name: str, *, owner: str) -> None:
        if self._rubrics.pop((owner, name), None) is None:
            raise NotFound(what_kind="rubric", id=name)
