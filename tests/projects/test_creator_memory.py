"""The memory of a creator: each fact once, in one line, bounded, and forgotten when told."""

import pytest

from inkwright.errors import InvalidOption, NotFound
from inkwright.projects.creator_facts import MAX_FACTS
from inkwright.projects.workspace import ProjectWorkspace
from tests.projects.test_workspace import in_memory


def test_facts_are_remembered_once_and_forgotten_by_id_or_text() -> None:
    async def work(workspace: ProjectWorkspace) -> None:
        memory = workspace.memory
        first = await memory.remember("Writes  for\nnurses", "I write for nurses")
        assert (first.text, first.said) == ("Writes for nurses", "I write for nurses")
        assert await memory.remember("writes for nurses") == first
        second = await memory.remember("只写短句")
        assert await memory.forget("WRITES for  nurses") == first
        assert await memory.forget(second.id) == second
        with pytest.raises(NotFound):
            await memory.forget(second.id)
        assert await memory.all() == []

    in_memory(work)


def test_their_number_is_bounded() -> None:
    async def work(workspace: ProjectWorkspace) -> None:
        for number in range(MAX_FACTS):
            await workspace.memory.remember(f"fact {number}")
        with pytest.raises(InvalidOption):
            await workspace.memory.remember("one more")
        assert (await workspace.memory.remember("FACT 1")).text == "fact 1"

    in_memory(work)
