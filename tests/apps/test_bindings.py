"""Data come from the owner's school and library alone."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from inkwright.apps.bindings import DataSources, load_binding
from inkwright.apps.blueprint import DataBinding
from inkwright.apps.run_errors import DataMissing
from inkwright.apps.shapes import DATA_TOOLS
from inkwright.library.records import DocumentPage
from tests.apps.samples import opened, school

SCHOOL = school()


def rows(tool: str, **params: Any) -> list[tuple[Any, ...]]:
    binding = DataBinding(id="x", source="tool", tool_name=tool, params=params)
    loaded = asyncio.run(load_binding(binding, DATA_TOOLS[tool].columns, {}, DataSources("me", SCHOOL, None)))
    return list(zip(*loaded.values.values(), strict=True))


def test_each_tool_gives_the_results_that_it_shows_in_a_conversation() -> None:
    in_class = rows("get_class_detail", class_id="1A")
    assert {row[2] for row in in_class} == {"1A"}
    assert len(rows("get_class_roster", class_id="1A")) == 6
    assert {row[3] for row in rows("get_assignment_submissions", assignment_id="Quiz 1")} == {"Quiz 1"}
    own = rows("get_student_grades", student_id="S00001")
    assert {row[0] for row in own} == {"S00001"}
    assert {row[3] for row in rows("get_student_classmates", student_id="S00001")} == {row[3] for row in own}
    assert "" not in {row[5] for row in rows("analyze_student_weakness", class_id="1A")}
    assert {row[0] for row in rows("get_student_error_patterns", student_id="S00001")} == {"S00001"}
    assert [row[1] for row in rows("get_teacher_classes")] == ["1A", "1B"]


def test_a_pupil_of_another_class_is_not_found_in_this_one() -> None:
    with pytest.raises(DataMissing):
        rows("get_student_grades", student_id="S01001", class_id="1A")


def test_passages_and_documents_are_those_of_the_owner(tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(tmp_path) as inkwright:
            library = inkwright.store.library
            document = await library.add("rain.md", 9, owner="me")
            await library.put_pages(document.id, [DocumentPage(1, "Rain falls from clouds.")], owner="me")
            await library.finish(document.id, owner="me")
            columns = DATA_TOOLS["search_teacher_documents"].columns
            wanted: list[dict[str, str | int]] = [{"query": "clouds"}, {"document": "rain.md"}]
            for params in wanted:
                binding = DataBinding(id="x", source="library", tool_name="search_teacher_documents", params=params)
                found = await load_binding(binding, columns, {}, DataSources("me", SCHOOL, library))
                assert list(found.values["document"]) == ["rain.md"]
                with pytest.raises(DataMissing):
                    await load_binding(binding, columns, {}, DataSources("mallory", SCHOOL, library))

    asyncio.run(go())
