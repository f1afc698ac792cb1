"""Chunks are ranked alike by both databases: those with rarer words come first, and titles count less."""

from typing import Any

from sqlalchemy.engine import URL

from inkwright.store.library import StoredLibrary
from tests.store.test_library import kept, on


def test_rare_words_in_the_text_come_first_in_both_databases(url: URL) -> None:
    texts = {
        "common.txt": "Rain falls in many places.",
        "both.txt": "Rain falls on the stomata of leaves.",
        "stomata.txt": "Nothing here is about the weather.",
        "rare.txt": "Stomata open in the light.",
        **{f"{number}.txt": f"Rain falls in place {number}." for number in range(6)},
    }

    async def go(library: StoredLibrary) -> Any:
        for name, text in texts.items():
            await kept(library, name, text)
        return [each.name for each in await library.search("stomata rain", owner="ann", limit=20)]

    found = on(url, go)
    assert set(found[:2]) == {"both.txt", "rare.txt"}
    assert found.index("stomata.txt") > found.index("rare.txt")
    assert set(found) == set(texts)
