"""Search and replace: every place in order, with versions; what is structured or has moved on is not overwritten."""

from pathlib import Path

import pytest

from inkwright.errors import InvalidOption
from inkwright.projects.blocks import BlockSettings
from inkwright.projects.text_search import replace_texts, search_texts
from inkwright.usecases.projects import open_project
from inkwright.usecases.store import Store
from tests.usecases.note_stores import in_store


def test_words_are_found_and_replaced_in_all_blocks_with_versions(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        workspace = store.workspace((await open_project(store, "P", owner="ann"))[0])
        first = (await workspace.add("A", "Rain here.\nNo rain there.")).block_id
        await workspace.add("B", "snow")
        json_block = (await workspace.add("C", '["rain"]', settings=BlockSettings(content_kind="json"))).block_id
        found = await search_texts(workspace, "rain", ignore_case=True)
        assert [(each.path, each.line) for each in found] == [("A", 1), ("A", 2), ("C", 1)]
        done = await replace_texts(workspace, "rain", 'hail"', reason="weather")
        assert ([each.name for each in done.changes], done.places) == (["A"], 1)
        assert [path for path, _ in done.refused] == ["C"]
        assert (await workspace.read(first)).text == 'Rain here.\nNo hail" there.'
        assert (await workspace.versions(first))[-1].reason == "weather"
        again = await replace_texts(workspace, "rain", r"\1", only=[json_block])
        assert again.changes == ()
        await replace_texts(workspace, ".", "", only=[first])
        assert (await workspace.read(first)).text == 'Rain here\nNo hail" there'
        with pytest.raises(InvalidOption):
            await search_texts(workspace, "")

    in_store(tmp_path, work)
